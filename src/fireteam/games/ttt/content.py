"""Content of Table Top Troopers: terrain, pieces, boards, missions and numbers, as the files give them.

`load()` reads the base pack and any further packs and checks all of them; whatever it returns has passed every check.
"""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path
from typing import Literal, TypeVar

import msgspec

from ...content.packs import Pack
from ...content.problems import Problem
from ...core.errors import UnknownName

T = TypeVar("T")
GAME = "ttt"
STANDARD = "standard"  # the squad sheet of the missions (TTT-4.7, TTT-4.10)
BASE = Path(__file__).parent / "content"
ABILITIES = (  # TTT-12.3
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
)
STATISTICS = ("move", "range", "th", "tbh")  # TTT-4.1
MOST_PIECES = 32  # capacity: pieces of a side
MOST_TYPES = 32  # capacity: types of a squad sheet
MOST_TERRAINS = 24  # capacity: terrains of all packs
MOST_OVERLAP = 4  # capacity: terrains of one square
MOST_ZONES = 24  # capacity: different zones of one mission
MOST_TILES = 400  # capacity: tiles of a layout
MOST_ROUNDS = 1_000_000  # greatest number in an objective or a round limit
MOST_GROUNDS = 48  # capacity: different overlaps on one map

Span = tuple[int, int]
Numbers = dict[str, int]
EVERYONE_ELSE = "*"  # the key of `place` for all types without their own (TTT-12.9)


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """An entry of a content file: its fields are those of the file."""


class Terrain(Entry, frozen=True, kw_only=True):
    """A terrain: what it does to the piece that stands on it (TTT-3.1)."""

    id: str
    name: str
    letter: str
    tbh_bonus: int = 0
    move: int = 0
    half: bool = False
    attack: bool = True

    @property
    def cover(self) -> bool:
        """A terrain gives cover exactly when it gives a TBH bonus (TTT-3.2, TTT-3.3)."""
        return self.tbh_bonus > 0


class Legend(Entry, frozen=True, kw_only=True):
    """What the characters of a drawn board mean (TTT-11.1): terrains, the impassable one, those that make zones."""

    terrain: dict[str, tuple[str, ...]]
    wall: str
    zones: dict[str, str]

    @property
    def characters(self) -> set[str]:
        """Every standard character."""
        return {*self.terrain, self.wall, *self.zones}


class Piece(Entry, frozen=True, kw_only=True):
    """A piece type: Move, Range, TH, TBH, abilities, and how many of it a side owns (TTT-4.1, TTT-4.7)."""

    id: str
    name: str
    code: str
    move: int
    range: int
    th: int
    tbh: int
    ability: str | tuple[str, ...] | None = None
    count: int

    @property
    def abilities(self) -> tuple[str, ...]:
        """The special abilities, however the file writes them."""
        if self.ability is None:
            return ()
        return (self.ability,) if isinstance(self.ability, str) else self.ability


class Sheet(Entry, frozen=True, kw_only=True):
    """A squad sheet: the piece types that both sides have (TTT-4.7)."""

    id: str
    name: str
    pieces: tuple[Piece, ...]
    max_abilities: int = 1

    def __getitem__(self, type: str) -> Piece:
        for piece in self.pieces:
            if piece.id == type:
                return piece
        raise UnknownName("piece type", type, (piece.id for piece in self.pieces))

    @property
    def types(self) -> tuple[str, ...]:
        """The ids of the pieces, in the order of the sheet."""
        return tuple(piece.id for piece in self.pieces)

    @property
    def counts(self) -> Numbers:
        """How many pieces of each type a side owns (TTT-4.7)."""
        return {piece.id: piece.count for piece in self.pieces}


class Board(Entry, frozen=True, kw_only=True):
    """A board: drawn rows, north first, or another board turned clockwise by `rot` degrees (TTT-12.5)."""

    id: str
    name: str
    rows: tuple[str, ...] = ()
    legend: dict[str, tuple[str, ...]] = {}
    zones: dict[str, tuple[str, ...]] = {}
    same_as: str = ""
    rot: int = 0
    sample: bool = False


class Tile(Entry, frozen=True, kw_only=True):
    """A board of a mission's layout: its column and row in the tile grid and its turn (TTT-2.9, TTT-2.10)."""

    board: str
    tile: tuple[int, int]
    rot: int = 0


class Force(Entry, frozen=True, kw_only=True):
    """A side's pieces: `fixed`, or `pick` many with `plus` besides and at most `max` picks of a type, or `all`."""

    fixed: Numbers | None = None
    pick: int = 0
    plus: Numbers = {}
    max: Numbers = {}
    preset: tuple[str, ...] = ()
    all: bool = False

    @property
    def picks(self) -> bool:
        """True if a player chooses (TTT-5.3)."""
        return self.fixed is None and not self.all


class Zone(Entry, frozen=True, kw_only=True):
    """A zone expression: exactly one of its fields is set, `max` only beside `near` (TTT-12.9)."""

    zone: str | None = None
    squares: tuple[str, ...] | None = None
    adjacent_to: str | None = None
    rows: tuple[int, ...] | None = None
    cols: tuple[str, ...] | None = None
    rect: tuple[str, str] | None = None
    ring: bool | None = None
    tile: int | None = None
    corner: Literal["any", "opposite"] | None = None
    near: str | None = None
    max: int = 0


class Objective(Entry, frozen=True, kw_only=True):
    """What wins (TTT-9.5 to TTT-9.11); each type uses the parameters its clause names, the others are empty."""

    type: str
    zone: str = ""
    piece: str = ""
    turns: int = 0
    check: Literal["own_turn_start", "own_turn_end"] = "own_turn_start"
    points: int = 0
    count: int = 0
    rounds: int = 0


OBJECTIVES: dict[str, tuple[str, ...]] = {  # type: the parameters it needs
    "enter": ("zone",),  # TTT-9.5
    "eliminate_type": ("piece",),  # TTT-9.6
    "eliminate_all": (),  # TTT-9.6
    "hold": ("zone", "turns"),  # TTT-9.7, TTT-9.8; `check` may be left out
    "score": ("zone", "points"),  # TTT-9.9
    "exit": ("zone", "count"),  # TTT-9.10
    "prevent_exit": (),  # TTT-9.10
    "survive": ("rounds",),  # TTT-9.11
}
HOLD_CHECKS = ("own_turn_start", "own_turn_end")  # TTT-9.8
LIMIT_RESULTS = ("draw", "survivors", "score", "side_1", "side_2")  # TTT-9.12


class Side(Entry, frozen=True, kw_only=True):
    """One side of a mission: its force, where each type may be placed (`*`: all other types), its objective."""

    force: Force
    place: dict[str, Zone]
    objective: Objective


class Options(Entry, frozen=True, kw_only=True):
    """The options of a mission, each with its default (TTT-12.10)."""

    force_pick: Literal["secret", "open"] = "secret"  # TTT-5.4
    seats: Literal["roll", "fixed"] = "roll"  # TTT-5.7
    pass_through: Literal["none", "friends"] = "none"  # TTT-7.3
    attack_mode: Literal["one_each", "every_target"] = "one_each"  # TTT-8.3, TTT-8.9
    terrain_move: Literal["start", "enter"] = "start"  # TTT-3.12, TTT-3.23


class Mission(Entry, frozen=True, kw_only=True):
    """A mission: boards, forces, placement and objectives (TTT-5.1, TTT-12.7)."""

    id: str
    name: str
    layout: tuple[Tile, ...]
    zones: dict[str, tuple[str, ...]] = {}
    sides: tuple[Side, Side]
    round_limit: int
    limit_result: Literal["draw", "survivors", "score", "side_1", "side_2"]
    options: Options = Options()


class Limits(Entry, frozen=True, kw_only=True):
    """Least and greatest value of each statistic (TTT-4.6)."""

    move: Span
    range: Span
    th: Span
    tbh: Span
    count: Span


class BoardLimits(Entry, frozen=True, kw_only=True):
    """What boards and joined maps must be (TTT-12.4, TTT-12.7)."""

    size: Span
    standard_size: int
    open_percent: int
    bunker_squares: int
    bunker_block: int
    bunker_beside: int
    edge: int
    seam: int
    map_size: int


class Constants(Entry, frozen=True, kw_only=True):
    """The numbers of the game; `content/constants.yaml` names the clause of each."""

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
    points: int
    ability_points: int
    tolerance: int
    odd_one_in: int
    max_abilities: Span
    limits: Limits
    board: BoardLimits


class Content(msgspec.Struct, frozen=True):
    """Everything that was loaded, each kind by id, and the warnings."""

    packs: tuple[Pack, ...]
    terrain: dict[str, Terrain]
    legend: Legend
    sheets: dict[str, Sheet]
    boards: dict[str, Board]
    missions: dict[str, Mission]
    constants: Constants
    warnings: tuple[Problem, ...] = ()

    def mission(self, id: str) -> Mission:
        """The mission of an id; UnknownName if there is none."""
        return found("mission", id, self.missions)

    def sheet(self, id: str = STANDARD) -> Sheet:
        """The squad sheet of an id; UnknownName if there is none."""
        return found("squad sheet", id, self.sheets)

    def fingerprint(self) -> str:
        """The SHA-256 of all that the rules can read; names of files and warnings do not count."""
        parts = (self.terrain, self.legend, self.sheets, self.boards, self.missions, self.constants)
        return hashlib.sha256(msgspec.json.encode(parts)).hexdigest()


def found(kind: str, id: str, known: dict[str, T]) -> T:
    """An entry by its id; UnknownName, with a suggestion, if there is none."""
    if id not in known:
        raise UnknownName(kind, id, known)
    return known[id]


def points(piece: Piece, constants: Constants) -> int:
    """Each point of Move, Range, TH and TBH costs 1, each special ability costs 3 (TTT-4.2)."""
    return piece.move + piece.range + piece.th + piece.tbh + constants.ability_points * len(piece.abilities)


def force_of(mission: Mission, side: int, sheet: Sheet, pick: tuple[str, ...] | None = None) -> tuple[str, ...]:
    """The types of a side (1 or 2) in force order (TTT-5.3, TTT-13.1).

    A fixed force has the order of its mapping, an `all` force that of the squad sheet; with picks the types of `plus`
    come first, then the picks as the player listed them. Without `pick` the mission's preset is taken (TTT-12.8).
    """
    force = mission.sides[side - 1].force
    if force.fixed is not None:
        return spread(force.fixed)
    if force.all:
        return spread(sheet.counts)
    return spread(force.plus) + tuple(force.preset if pick is None else pick)


def spread(numbers: Numbers) -> tuple[str, ...]:
    """{recon: 2, guard: 1} as recon, recon, guard."""
    return tuple(type for type, number in numbers.items() for _ in range(number))


def instances(side: int, force: tuple[str, ...]) -> tuple[str, ...]:
    """The names of a side's pieces, `side.type.number`, numbered from 1 in force order (TTT-13.1)."""
    return tuple(f"{side}.{type}.{force[: at + 1].count(type)}" for at, type in enumerate(force))


@cache
def load(*extra_packs: Path) -> Content:
    """The base pack and further packs, whose entries replace those of the same id; all of it checked."""
    from .check import check_packs  # the checks need the classes above

    return check_packs((BASE, *extra_packs))
