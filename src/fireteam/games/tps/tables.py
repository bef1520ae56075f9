"""Tables: what does not change during a match, as the rules read it. Made from content by `setup.py`."""

from __future__ import annotations

from typing import Annotated, Literal, get_args

from ...content.options import switch, tenths, whole, words
from ...core.engine.record import Grid, Ints
from ...core.space.routes import Routes
from ...core.space.terrain import Field, Shape
from .odds_cache import OddsCache

UNITS = 12  # TPS-1.6
RADIUS = 0.5  # of a token, in MU (R of TPS-3.6, TPS-1.14)
HOSTAGES = 4  # points of a map's list
TARGETS = UNITS + HOSTAGES  # units by seat, then hostages by number
NOBODY = UNITS  # the column of hits that nobody is credited with
GEAR = 64  # entries of a catalogue
PLACES = 16  # spawn points of a side
SHAPES = 8  # bomb sites, and rescue shapes, of a map
LOADOUTS = 24  # of a side
LISTED = 16  # entries of one purchase
GRENADES = 6  # greatest `mp_grenadeslots`
ORDERS = 10  # greatest `sv_movebatch`
MAX_CASH = 999  # TPS-25.4
MAX_DICE = 15  # of a pool

Side = Literal["T", "CT"]  # TPS-1.3
SIDES = get_args(Side)
T, CT = range(2)
ANY = 2  # of a thing: both sides may buy it

Mode = Literal["bomb", "hostage"]  # TPS-1.4
MODES = get_args(Mode)
BOMB_MODE, HOSTAGE_MODE = range(2)

Class = Literal[
    "knife", "pistol", "smg", "shotgun", "rifle", "lmg", "grenade", "vest", "helmet", "kit", "bomb"
]  # TPS-26.5
CLASSES = get_args(Class)
KNIFE, PISTOL, SMG, SHOTGUN, RIFLE, LMG, GRENADE, VEST, HELMET, KIT, BOMB = range(len(CLASSES))

Effect = Literal["flash", "smoke", "frag"]  # what a grenade does
EFFECTS = get_args(Effect)
FLASH, SMOKE, FRAG = range(1, 4)  # 0: none

CHECK, REPLACE, ADD = range(3)  # sv_wildone, as in core/pool
NO_VEST, HELMET_ONLY = range(2)  # sv_headshot
KEEP, MISS = range(2)  # sv_ffempty
ON_HIT, ON_ATTACK = range(2)  # sv_interrupt
AT_RANDOM, FIRST = range(2)  # mp_bombassign


class Gear:
    """An entry of the catalogue (TPS-26.1). Dice of vest and helmet stand in `defence`, of split pools in `split`."""

    kind: int  # KNIFE ... BOMB
    side: int  # T, CT or ANY
    clan: int  # the clan that may buy it, plus one; 0: every clan
    sold: int  # whether it has a price at all
    price: int
    hit_wild: int
    hit_plain: int
    harm_wild: int
    harm_plain: int
    split: int  # dice shared between to-hit and damage; 0: none
    footprints: int
    scope: int
    auto: int
    sniper: int
    reach: int  # of a knife, in steps
    effect: int  # of a grenade
    defence: int  # dice of armour


class Clan:
    """The abilities of a side's clan, added up (TPS-23.2, TPS-23.4)."""

    number: int
    hit: Annotated[Ints, 12]  # dice by class
    harm: Annotated[Ints, 12]
    health: int
    footprints: int
    counts: int
    money: int


class Loadout:
    """A purchase that bots and menus know: things to buy, in order (content/loadouts.yaml)."""

    n: int
    gear: Annotated[Ints, LISTED]


class SideTable:
    """What a side has: spawn points, its clan, its free pistol, its loadouts."""

    n_spawns: int
    spawns: Annotated[Grid, (PLACES, 2)]
    clan: Clan
    pistol: int  # the free one, as a number of the catalogue plus one; 0: none
    n_loadouts: int
    loadouts: Annotated[list[Loadout], LOADOUTS]


class Options:
    """The options of section 25 that rules read (TPS-25.4, TPS-24.5); words as numbers, in the order of those above."""

    mp_maxrounds: int = whole(1, 30, "rounds of a match (TPS-22.1)")
    mp_halftime: int = switch("teams change sides at half time (TPS-21.10)")
    mp_roundturns: int = whole(0, 60, "turns of a round; without, the map's own number (TPS-20.2)")
    mp_startmoney: int = whole(0, MAX_CASH, "cash of the first round (TPS-21.3)")
    mp_maxmoney: int = whole(0, MAX_CASH, "the most cash that anybody holds (TPS-21.3)")
    mp_freepistol: int = switch("everybody has a pistol for nothing (TPS-6.5)")
    mp_keepkit: int = switch("survivors keep their defuse kits; all else they keep anyway (TPS-21.6)")
    mp_grounditems: int = switch("what lies on the ground stays there for the next round (TPS-6.6)")
    mp_limitteams: int = whole(0, 10, "by how many units the sides may differ (TPS-21.13)")
    mp_friendlyfire: int = switch("attacks may harm one's own side (TPS-12.13)")
    mp_teamattack: int = switch("one's own side may be aimed at (TPS-11.6)")
    mp_ffradius: int = whole(0, 99, "how many MU from the called target a stray shot finds another one (TPS-12.10)")
    mp_grenadeslots: int = whole(0, GRENADES, "grenades that a unit carries (TPS-2.6)")
    mp_movecounts: int = whole(1, 20, "counts of a turn (TPS-9.1)")
    mp_knifebonus: int = whole(0, 5, "more counts for who has a knife in hand (TPS-9.3)")
    mp_smoketurns: int = whole(1, 20, "turns that smoke lasts (TPS-19.12)")
    mp_flashdice: int = whole(0, 10, "dice that a flash takes away (TPS-12.7)")
    mp_planttime: int = whole(1, 10, "turns that planting takes (TPS-19.21)")
    mp_defusetime: int = whole(1, 10, "turns that defusing takes without a kit (TPS-19.21)")
    mp_defusetimekit: int = whole(1, 10, "turns that defusing takes with a kit (TPS-19.21)")
    mp_c4timer: int = whole(1, 20, "turns until the bomb goes off (TPS-19.24)")
    mp_bombassign: int = words("random", "first", meaning="who begins with the bomb (TPS-6.7)")
    mp_hostages: int = whole(1, HOSTAGES, "hostages on the map (TPS-6.8)")
    mp_hostagequota: int = whole(0, HOSTAGES, "hostages to be brought to safety; 0: half of them (TPS-20.4)")
    sv_units_per_player: int = whole(1, 6, "units that one player has (TPS-1.7)")
    sv_tokenstock: int = switch("only as many things are sold as there are tokens (TPS-1.16)")
    sv_movebatch: int = whole(1, ORDERS, "counts that are moved at once (TPS-5.9)")
    sv_chatlock: int = switch("nobody talks from the last count until the targets are shown (TPS-11.4)")
    sv_premeasure: int = switch("distances and the odds of shots are shown before the targets are called (TPS-11.9)")
    sv_tokensblock: int = switch("tokens block lines of sight (TPS-3.19)")
    sv_wildone: int = words(
        "check",
        "replace",
        "add",
        meaning="what the second throw after a 1 of a wild die does: check, replace or add (TPS-4.5)",
    )
    sv_headshot: int = words(
        "no_vest",
        "helmet_only",
        meaning="what defends against a headshot: helmet and health, no vest; or the helmet only (TPS-13.6)",
    )
    sv_ffempty: int = words(
        "keep", "miss", meaning="a stray shot with nobody near to meet: keep it on its target, or miss (TPS-12.12)"
    )
    sv_interrupt: int = words(
        "hit", "attacked", meaning="what breaks planting and defusing off: a hit, or being attacked at all (TPS-19.19)"
    )
    sv_admin: int = switch("a person is Admin, with a seat of that name (TPS-24.5)")


class Timers:
    """The options of section 25 that a table goes by, in seconds."""

    sv_buyseconds: int = whole(0, 600, "seconds to buy; 0: as long as it takes (TPS-5.5)")
    sv_callseconds: int = whole(0, 600, "seconds to call weapons (TPS-5.5)")
    sv_countseconds: float = tenths(600, "seconds of a count (TPS-5.5)")
    sv_targetseconds: int = whole(0, 600, "seconds to point at targets (TPS-5.5)")


class Constants:
    """The numbers of the game, dice and cash: `content/constants.yaml` gives them, a pack may change some."""

    health: int = whole(1, 9, "dice of a healthy unit (TPS-2.3)")
    hostage_health: int = whole(1, 9, "dice of a healthy hostage (TPS-6.8)")
    scope: int = whole(-9, 9, "to hit, with a scope in use (TPS-12.6)")
    crouch: int = whole(-9, 9, "to hit, crouching (TPS-12.6)")
    cover: int = whole(-9, 9, "to hit who is in half cover (TPS-12.6)")
    smoke: int = whole(-9, 9, "to hit, both in one smoked zone (TPS-3.25, TPS-12.7)")
    unscoped: int = whole(-9, 9, "to hit, with a sniper's weapon without its scope (TPS-17.2)")
    steady: int = whole(-9, 9, "to hit, with a sniper's weapon by who kept still (TPS-17.3)")
    throw: int = whole(1, 9, "greatest dice of a throw (TPS-19.2)")
    blast_near: int = whole(0, MAX_DICE, "normal dice of the blast in zones beside the bomb's (TPS-19.25)")
    blast_far: int = whole(0, MAX_DICE, "normal dice of the blast everywhere else (TPS-19.25)")
    kill: int = whole(-MAX_CASH, MAX_CASH, "for an eliminated enemy (TPS-21.4)")
    team_kill: int = whole(-MAX_CASH, MAX_CASH, "for an eliminated unit of the own side (TPS-21.4)")
    hostage_kill: int = whole(-MAX_CASH, MAX_CASH, "for an eliminated hostage (TPS-21.4)")
    planted: int = whole(-MAX_CASH, MAX_CASH, "for who planted the bomb (TPS-21.4)")
    defused: int = whole(-MAX_CASH, MAX_CASH, "for who defused it (TPS-21.4)")
    used: int = whole(-MAX_CASH, MAX_CASH, "for the first use of a hostage (TPS-21.4)")
    rescued: int = whole(-MAX_CASH, MAX_CASH, "for a rescued hostage (TPS-21.4)")
    won_mission: int = whole(-MAX_CASH, MAX_CASH, "for a round won by bomb, defuse or rescue (TPS-21.4)")
    won: int = whole(-MAX_CASH, MAX_CASH, "for a round won otherwise (TPS-21.4)")
    lost: int = whole(-MAX_CASH, MAX_CASH, "for a round lost (TPS-21.4)")
    lost_again: int = whole(-MAX_CASH, MAX_CASH, "more for each round lost in a row before it (TPS-21.4)")
    lost_most: int = whole(-MAX_CASH, MAX_CASH, "at most for a round lost (TPS-21.4)")


class Tables:
    """A map, a catalogue, two sides and the server's rules."""

    field: Field
    routes: Routes
    outlook: OddsCache
    mode: int
    n_units: int
    sides_of: Annotated[Ints, UNITS]  # the side each unit begins on
    player_of: Annotated[Ints, UNITS]
    n_gear: int
    gear: Annotated[list[Gear], GEAR]
    knife: int  # numbers of the catalogue
    bomb: int
    sides: Annotated[list[SideTable], 2]
    n_sites: int
    sites: Annotated[list[Shape], SHAPES]
    n_rescues: int
    rescues: Annotated[list[Shape], SHAPES]
    n_hostages: int  # that are placed
    hostages: Annotated[Grid, (HOSTAGES, 2)]
    options: Options
    constants: Constants
