"""Tables: what does not change during a match, as the rules read it. Made from content by `setup.py`."""

from __future__ import annotations

from typing import Annotated, Literal, get_args

from ...core.engine.record import Bits, Grid, Ints

MAP = 60  # greatest width and height of a joined map (E_M_LAYOUT)
SIDE = 32  # pieces of a side
TYPES = 32  # types of a squad sheet
ZONES = 24  # different zones of one mission
GROUNDS = 48  # different squares of one map: sets of terrains
TERRAINS = 24  # terrains of all packs
OVERLAP = 4  # terrains on one square
REACH = 6  # greatest Move (TTT-4.6)

Ability = Literal[  # TTT-12.3
    "command",
    "burst",
    "frenzy",
    "blast",
    "indirect",
    "medic",
    "spotter",
    "flame",
    "clear_path",
    "low_profile",
]
ABILITIES = get_args(Ability)
COMMAND, BURST, FRENZY, BLAST, INDIRECT, MEDIC, SPOTTER, FLAME, CLEAR_PATH, LOW_PROFILE = (1 << n for n in range(10))

FIXED, PICKED = range(2)  # force
IN_ZONE, AT_ANY_CORNER, AT_OPPOSITE_CORNER, NEAR = range(4)  # placement
ObjectiveType = Literal["enter", "eliminate_type", "eliminate_all", "hold", "score", "exit", "prevent_exit", "survive"]
OBJECTIVES = get_args(ObjectiveType)
ENTER, ELIMINATE_TYPE, ELIMINATE_ALL, HOLD, SCORE, EXIT, PREVENT_EXIT, SURVIVE = range(8)
LimitResult = Literal["draw", "survivors", "score", "side_1", "side_2"]  # TTT-9.12
LIMIT_RESULTS = get_args(LimitResult)
DRAW, SURVIVORS, BY_SCORE, SIDE_1, SIDE_2 = range(5)


class Squares:
    """A set of squares: a row of bits for each y, bit x set for a square that belongs."""

    rows: Annotated[list[Bits], MAP]


class Constants:
    """The numbers of content/constants.yaml that rules read."""

    die: int
    natural_miss: int
    natural_hit: int
    save: int
    aim: int
    spot: int
    blast: int
    medic: int
    clear_path: int
    low_profile: int
    indirect: int
    least_allowance: int
    movement: int
    command: int
    attacks: int
    burst: int
    frenzy: int


class Terrain:
    """One terrain (TTT-3.1)."""

    bonus: int
    move: int
    half: int
    no_attack: int


class Ground:
    """The terrains of a square, as numbers; none of them is plain ground."""

    n: int
    terrains: Annotated[Ints, OVERLAP]


class Piece:
    """A type of the squad sheet. `abilities` is a sum of COMMAND, BURST and so on."""

    move: int
    range: int
    th: int
    tbh: int
    abilities: int
    count: int
    points: int


class Place:
    """Where a type may be placed: in a zone; by its kind only in that corner of it, or only near an own piece."""

    kind: int
    zone: int
    near: int
    distance: int
    south: int  # the lowest and the highest row that can have a square
    north: int


class Side:
    """A side's force, placement and objective. Of a force to be picked, `types` holds what is added to the picks."""

    force: int
    pieces: int
    picks: int
    given: int
    types: Annotated[Ints, SIDE]
    most: Annotated[Ints, TYPES]
    preset: Annotated[Ints, SIDE]
    ways: Annotated[Grid, (TYPES + 1, SIDE + 1)]  # [t, n]: to pick n pieces from type t on (rules/menu.py)
    places: Annotated[list[Place], TYPES]
    objective: int
    zone: int
    piece: int
    needed: int
    at_turn_end: int
    steps: Annotated[Grid, (MAP, MAP)]  # [y, x]: steps from a square to the zone of the objective, on an empty map


class Tables:
    """A map, a squad sheet and a mission."""

    width: int
    height: int
    types: int
    open: Squares
    walls: Squares
    ground: Annotated[Grid, (MAP, MAP)]  # [y, x]
    grounds: Annotated[list[Ground], GROUNDS]
    terrains: Annotated[list[Terrain], TERRAINS]
    zones: Annotated[list[Squares], ZONES]
    bunkers: Annotated[list[Squares], 2]
    pieces: Annotated[list[Piece], TYPES]
    sides: Annotated[list[Side], 2]
    constants: Constants
    round_limit: int
    limit_result: int
    open_picks: int
    forces_differ: int
    fixed_seats: int
    through_friends: int
    every_target: int
    terrain_entered: int
