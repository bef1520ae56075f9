"""Tables: what does not change during a fight, as the rules read it. Made from content by `setup.py`.

A skill token (FS3-8.8) is a number: an ability of the list, from 0; `raw(r)` for a raw rating; PILOT for the rating of
the pilot of the vehicle; `crew(ability)` for the best of those aboard.
"""

from __future__ import annotations

from typing import Annotated

from ...content.options import switch, whole, words
from ...core.engine.record import Grid, Ints
from .terrain import Terrain

COMBATANTS = 24  # of a fight, with those who may yet join
VEHICLES = 12
BEINGS = 64  # sheets: those of the scenario, and templates
ABILITIES = 48  # attributes, then action skills, then background skills that weapons name
LOCATIONS = 32  # of all charts together, each code once
COLUMNS = 15  # of a chart's row
CHARTS = 12
WEAPONS = 64
ARMOURS = 32
VEHICLE_TYPES = 24
CARRIED = 6  # weapons of a combatant
ZONES = 8
ITEMS = 12  # conditions of an end, and items of points
TEAMS = 9
FORCES, MEMBERS = 16, 8  # templates of forces, and who joins with one

PILOT = 999
CREW = 1000  # and an ability
RAW = -1  # minus a rating

NORMAL_LOCATION, VITAL, CRITICAL = range(3)  # FS3-9.7
NEAR_MISS = -1
NIL_DAMAGE = 10_000  # a damage total of 0, as the log has it: 0 there is none at all

MELEE, RANGED, EXPLOSIVE, DEFENSIVE = range(4)  # FS3-24.4
TYPES = ("Melee", "Ranged", "Explosive", "Defensive")
PERSONAL, VEHICLE_CLASS = range(2)
CLASSES = ("Personal", "Vehicle")
BURST, AUTO = 1, 2  # modes besides single fire, added up (FS3-14.1)

# Conditions of an end (FS3-21.2, FS3-21.9).
LAST_TEAM, TURN_LIMIT, WITHDRAWN_UNIT, WITHDRAW_FROM, KNOCKED_OUT_UNIT = range(1, 6)
# Events that points are given for (FS3-21.5).
(
    ENEMY_KO,
    ENEMY_KO_STUN,
    ENEMY_KO_PHYSICAL,
    ENEMY_SUBDUED,
    OWN_KO,
    WITHDRAWN_POINT,
    IN_ZONE_END,
    IN_ZONE_TURN,
    WOUND_GIVEN,
) = range(1, 10)
POINT_EVENTS = (
    "",
    "enemy_ko",
    "enemy_ko_stun",
    "enemy_ko_physical",
    "enemy_subdued",
    "own_ko",
    "withdrawn",
    "in_zone_end",
    "in_zone_turn",
    "wound_given",
)


class Options:
    """The options of section 24 and appendix A that rules read; words as numbers in the order given."""

    turn_seconds: int = whole(1, 60, "seconds of a combat turn (FS3-1.10)")
    orders: int = words("hidden", "open", meaning="whether orders are seen before they are revealed (FS3-6.16)")
    natural_one: int = switch("an unmodified die of 1 counts as a modified 1 (FS3-2.19)")
    armour_reduction: int = words("uniform", "capped", meaning="what armour that does not stop takes away (FS3-10.10)")
    cover_chance: int = whole(0, 100, "percent at which cover applies (FS3-11.5)")
    cover_default_protection: int = whole(0, 99, "Protection of cover that the organizer grants (FS3-11.2)")
    suppression_per_bullet: int = switch("each bullet suppresses (FS3-16.2)")
    suppress_adds_inherent: int = switch("Suppress gives the point for being fired upon besides (FS3-16.4)")
    explosive_suppresses: int = switch("explosions suppress (FS3-15.17)")
    blast_attack_roll: int = words("shared", "per_target", meaning="attack rolls of an explosion (FS3-15.5)")
    blast_cap_zone: int = whole(1, 4, "the outermost zone (FS3-15.8)")
    half_rounding: int = words("up", "down", meaning="how 1d4 / 2 is rounded (FS3-15.9a)")
    concussion_relief: int = whole(0, 99, "subtracted from concussion damage (FS3-15.15)")
    cover_vs_blast: int = switch("cover counts against explosions (FS3-15.14)")
    treat_scope: int = words("one_wound", "all_wounds", meaning="what one Treat looks after (FS3-7.45)")
    treat_window_s: int = whole(0, 86400, "seconds after which a wound can no longer be treated (FS3-7.43)")
    treat_ko_on_failure: int = switch("a failed Treat gives a Knockout Roll too (FS3-7.47)")
    ko_clamp: int = words("none", "sc", meaning="whether the Knockout Roll is clamped to 2 to 95 (FS3-13.3)")
    npc_removed_on_ko: int = switch("knocked-out NPCs are removed (FS3-6.28)")
    luck_mode: int = words("declared", "windows", "off", meaning="when luck is spent (FS3-17.12, FS3-17.13)")
    luck_scope: int = words("roll", "turn", meaning="how long declared luck lasts (FS3-17.12)")
    window_s: int = whole(0, 600, "seconds to answer a luck window (FS3-17.13c)")
    crew_hit_multiplier: int = whole(1, 20, "chance of crew locations (FS3-19.15a)")
    crew_hit_cap: int = whole(0, 100, "and its limit in percent (FS3-19.15a)")
    class_mismatch: int = words("warn", "allow", "forbid", meaning="weapons used on the other class (FS3-8.17)")
    vehicle_on_person: int = whole(-200, 200, "damage of a Vehicle weapon on a person (FS3-8.17)")
    personal_on_vehicle: int = whole(-200, 200, "damage of a Personal weapon on a vehicle (FS3-8.17)")
    contact_gap_cm: int = whole(0, 1000, "gap between bases in contact (FS3-20.6)")
    move_cm: int = whole(0, 100000, "free move on foot in a turn (FS3-20.11a)")
    rally_range_cm: int = whole(0, 100000, "reach of Rally (FS3-7.39)")
    default_distance_cm: int = whole(0, 1000000, "distance of each pair without a map (FS3-20.20)")
    order_timer_s: int = whole(0, 86400, "seconds for the orders of a turn; 0: no limit (FS3-6.19)")


class Chart:
    """A hit location chart (FS3-9.6): rows of locations by column, `NEAR_MISS` for a dash."""

    n: int
    locations: Annotated[Ints, LOCATIONS]  # in the order of its rows
    has: int  # a bit for each location that it has
    kinds: Annotated[Ints, LOCATIONS]  # by location: NORMAL_LOCATION, VITAL or CRITICAL
    rows: Annotated[Grid, (LOCATIONS, COLUMNS)]  # by location
    default: int  # location that is aimed at where nothing is called
    concussion: int
    crew: int  # a bit for each crew location


class Weapon:
    """A weapon (FS3-24.4); lengths in centimetres, ranges inclusive."""

    type: int
    klass: int
    attack: int  # a skill token
    defence: int  # a skill token
    lethality: int
    penetration: int
    stun: int
    ammunition: int  # rounds of a clip; 0: needs none
    modes: int  # BURST and AUTO, added up
    recoil: int
    accuracy: int
    short: int
    medium: int
    long: int
    blast: int
    shrapnel: int
    reloadable: int
    reload_turns: int
    subdues: int  # `capture` subdues with it (FS3-23.5)


class Armour:
    """Armour (FS3-24.9): what it covers, as bits of locations."""

    klass: int
    protection: int
    covers: int


class VehicleType:
    """A type of vehicle (FS3-19.2); lengths in centimetres."""

    piloting: int  # an ability
    toughness: int
    armour: int  # plus one; 0: none
    chart: int
    dodge: int
    speed: int
    radius: int  # of its base
    n_weapons: int
    weapons: Annotated[Ints, CARRIED]  # standard weapons


class Being:
    """A sheet: who somebody is, whatever befalls them (FS3-1.4, FS3-1.5)."""

    is_pc: int
    rating: int  # of an NPC, for every roll; -1: `ratings` count
    ratings: Annotated[Ints, ABILITIES]
    ruling: Annotated[Ints, ABILITIES]  # of each ability: its ruling attribute plus one; 0: none
    chart: int
    luck: int
    armour: int  # plus one
    n_weapons: int
    weapons: Annotated[Ints, CARRIED]
    rounds: Annotated[Ints, CARRIED]
    clips: Annotated[Ints, CARRIED]  # spare; -1: unlimited
    type: int  # role it joins as
    vehicle_type: int  # plus one: what it brings when it joins
    behaviour: int


class Force:
    """A force: who joins together (FS3-22.2a)."""

    team: int  # 0: as each of them would alone
    n: int
    beings: Annotated[Ints, MEMBERS]


class Unit:
    """A combatant as the scenario sets it up (FS3-6.8)."""

    being: int  # plus one; 0: nobody, a seat for who may join
    role: int
    team: int
    vehicle: int  # plus one
    x: int
    y: int
    behaviour: int
    goal: int  # an edge, or 0


class Craft:
    """A vehicle as the scenario sets it up."""

    type: int  # plus one; 0: none
    x: int
    y: int


class Condition:
    """An end (FS3-21.2, FS3-21.9, FS3-21.10)."""

    kind: int  # 0: none
    team: int  # of an objective
    number: int  # turns, the unit plus one, or how many
    zone: int
    target_team: int
    winner: int  # a team; 0: as the rules have it
    by_points: int
    threshold_team: int
    threshold: int


class PointItem:
    """What gives points (FS3-21.5)."""

    event: int  # 0: none
    value: int
    team: int  # 0: both
    zone: int


class Zone:
    """A rectangle of the map, in centimetres."""

    x0: int
    y0: int
    x1: int
    y1: int


class Tables:
    """A map, content, options, and a scenario."""

    terrain: Terrain
    options: Options
    storyteller: int  # the Storyteller's slot plus one; 0: the fight runs by itself
    has_map: int
    mock: int
    blast_percent: int  # 100 times `blast_scale`
    n_abilities: int
    n_attributes: int
    initiative: int  # special abilities (FS3-24.2), abilities of the list
    toughness: int
    medicine: int
    first_aid: int
    repair: int
    jury_rig: int
    default_weapon: int
    unarmed: int
    n_charts: int
    charts: Annotated[list[Chart], CHARTS]
    n_weapons: int
    weapons: Annotated[list[Weapon], WEAPONS]
    n_armours: int
    armours: Annotated[list[Armour], ARMOURS]
    n_types: int
    types: Annotated[list[VehicleType], VEHICLE_TYPES]
    n_beings: int
    beings: Annotated[list[Being], BEINGS]
    n_forces: int
    forces: Annotated[list[Force], FORCES]
    n_units: int  # seats: combatants of the scenario, then those for who may join
    units: Annotated[list[Unit], COMBATANTS]
    crafts: Annotated[list[Craft], VEHICLES]
    zones: Annotated[list[Zone], ZONES]
    exits: int  # edges where combatants withdraw, added up: WEST, EAST, NORTH, SOUTH
    conditions: Annotated[list[Condition], ITEMS]
    points: Annotated[list[PointItem], ITEMS]


WEST, EAST, NORTH, SOUTH = 1, 2, 4, 8
EDGES = {"west": WEST, "east": EAST, "north": NORTH, "south": SOUTH}
