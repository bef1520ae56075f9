"""Tables: what does not change during a match, as the rules read it. Made from content by `setup.py`."""

from __future__ import annotations

from typing import Annotated, Literal, get_args

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
    """The options of section 25, by their names; words as numbers, in the order of the constants above."""

    mp_maxrounds: int
    mp_halftime: int
    mp_roundturns: int  # the map's, or what the option says
    mp_startmoney: int
    mp_maxmoney: int
    mp_freepistol: int
    mp_keepkit: int
    mp_grounditems: int
    mp_limitteams: int
    mp_friendlyfire: int
    mp_teamattack: int
    mp_ffradius: int
    mp_grenadeslots: int
    mp_movecounts: int
    mp_knifebonus: int
    mp_smoketurns: int
    mp_flashdice: int
    mp_planttime: int
    mp_defusetime: int
    mp_defusetimekit: int
    mp_c4timer: int
    mp_bombassign: int
    mp_hostages: int
    mp_hostagequota: int  # the number itself, worked out (TPS-20.4)
    sv_units_per_player: int
    sv_tokenstock: int
    sv_movebatch: int
    sv_chatlock: int
    sv_premeasure: int
    sv_tokensblock: int
    sv_wildone: int
    sv_headshot: int
    sv_ffempty: int
    sv_interrupt: int
    sv_admin: int  # whether a person is Admin (TPS-24.5)


class Constants:
    """The numbers of content/constants.yaml that rules read: dice of modifiers and blasts, awards, health."""

    health: int  # dice of a healthy unit (TPS-2.3)
    hostage_health: int  # TPS-6.8
    scope: int  # TPS-12.6
    crouch: int
    cover: int
    smoke: int
    unscoped: int  # TPS-17.2
    steady: int  # TPS-17.3
    throw: int  # greatest dice of a throw (TPS-19.2)
    blast_near: int  # TPS-19.25
    blast_far: int
    kill: int  # TPS-21.4 ...
    team_kill: int
    hostage_kill: int
    planted: int
    defused: int
    used: int
    rescued: int
    won_mission: int
    won: int
    lost: int
    lost_again: int
    lost_most: int


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
