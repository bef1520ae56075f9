"""What the content files of Table Top Troopers may say: terrain, pieces, boards, missions and numbers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, ClassVar, Literal, get_args

import msgspec
from msgspec import Meta, field

from ...content.entry import Entry, Form, Identifier, Text
from ...content.phrases import Phrase
from ...core.errors import UnknownName
from .tables import Ability, LimitResult, ObjectiveType

STANDARD = "standard"  # the squad sheet of the missions (TTT-4.7, TTT-4.10)
STATISTICS = ("move", "range", "th", "tbh")  # TTT-4.1
MOST_ROUNDS = 1_000_000  # greatest number in an objective or a round limit
MOST_NEAR = 120  # greatest distance of `near`: across the largest map
EVERYONE_ELSE = "*"  # the key of `place` for all types without their own (TTT-12.9)

Span = tuple[int, int]
Numbers = dict[str, int]
SquareNames = tuple[str, ...]
Turn = Literal[0, 90, 180, 270]  # TTT-2.10
TURNS = get_args(Turn)
Count = Annotated[int, Meta(ge=1, le=MOST_ROUNDS)]
Yes = Annotated[bool, Meta(extra_json_schema={"const": True})]
Letter = Annotated[str, Meta(min_length=1, max_length=1)]
Bonus = Annotated[int, Meta(ge=0, le=6)]
Loss = Annotated[int, Meta(ge=-6, le=0)]
Code = Annotated[str, Meta(pattern="^[A-Za-z]{1,2}$", description="the letters on the board")]
Drawn = Annotated[
    str | tuple[str, ...], Meta(description="rows from north to south: a text of several lines, or a list")
]


class Terrain(Entry, frozen=True, kw_only=True):
    """A terrain: what it does to the piece that stands on it (TTT-3.1)."""

    id: Identifier
    name: Text
    letter: Letter
    tbh_bonus: Annotated[Bonus, Phrase("TBH +{}")] = 0
    move: Annotated[Loss, Phrase("Move {}")] = 0
    half: Annotated[bool, Phrase("half Move")] = False
    attack: Annotated[bool, Phrase("no attack from it")] = True

    @property
    def cover(self) -> bool:
        """A terrain gives cover exactly when it gives a TBH bonus (TTT-3.2, TTT-3.3)."""
        return self.tbh_bonus > 0


class Piece(Entry, frozen=True, kw_only=True):
    """A piece type: Move, Range, TH, TBH, abilities, and how many of it a side owns (TTT-4.1, TTT-4.7)."""

    id: Identifier
    name: Text
    code: Code
    move: int
    range: int
    th: Annotated[int, Meta(description="to hit: added to its attack roll")]
    tbh: Annotated[int, Meta(description="to be hit: the number an attack on it must reach")]
    ability: Ability | tuple[Ability, ...] | None
    count: Annotated[int, Meta(description="how many of it a side owns")]

    @property
    def abilities(self) -> tuple[str, ...]:
        """The special abilities, however the file writes them."""
        if self.ability is None:
            return ()
        return (self.ability,) if isinstance(self.ability, str) else self.ability


class Sheet(Entry, frozen=True, kw_only=True):
    """A squad sheet: the piece types that both sides have (TTT-4.7)."""

    id: Identifier
    name: Text
    pieces: Annotated[tuple[Piece, ...], Meta(min_length=1)]
    max_abilities: int = 1

    def parts(self) -> Mapping[tuple[str, str], Piece]:
        """Its pieces; those of another sheet than the standard one with the name of their sheet."""
        mark = "" if self.id == STANDARD else f"{self.id}/"
        return {("piece", f"{mark}{piece.id}"): piece for piece in self.pieces}

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


class Addition(Entry, frozen=True, kw_only=True):
    """Pieces for a squad sheet that there is: new ones come last, one of a known id takes that piece's place."""

    add_to: Annotated[Identifier, Meta(description="the id of a squad sheet, like standard")]
    pieces: Annotated[tuple[Piece, ...], Meta(min_length=1)]


class Board(Entry, frozen=True, kw_only=True):
    """A board: drawn rows, north first, or another board turned clockwise by `rot` degrees (TTT-12.5)."""

    forms: ClassVar[Mapping[str, Form]] = {"rows": Form((), ("legend", "zones")), "same_as": Form((), ("rot",))}

    id: Identifier
    name: Text
    rows: Drawn = ()
    legend: dict[Letter, tuple[str, ...]] = field(default_factory=dict)
    zones: dict[str, SquareNames] = field(default_factory=dict)
    same_as: str = ""
    rot: Turn = 0
    sample: bool = False

    @property
    def drawn(self) -> tuple[str, ...]:
        """The rows one by one, however the file writes them."""
        return lines_of(self.rows) if isinstance(self.rows, str) else self.rows


def lines_of(text: str) -> tuple[str, ...]:
    """The rows of a drawing that is one text."""
    return tuple(row.rstrip() for row in text.rstrip().split("\n")) if text.strip() else ()


class Tile(Entry, frozen=True, kw_only=True):
    """A board of a mission's layout: its column and row in the tile grid and its turn (TTT-2.9, TTT-2.10)."""

    board: str
    tile: tuple[int, int]
    rot: Turn = 0


class Force(Entry, frozen=True, kw_only=True):
    """A side's pieces: `fixed`, or `pick` many with `plus` besides and at most `max` picks of a type, or `all`."""

    forms: ClassVar[Mapping[str, Form]] = {
        "fixed": Form(),
        "pick": Form(("preset",), ("plus", "max")),
        "all": Form(),
    }

    fixed: Numbers | None = None
    pick: int = 0
    plus: Numbers = field(default_factory=dict)
    max: Numbers = field(default_factory=dict)
    preset: tuple[str, ...] = ()
    all: Yes = False

    @property
    def picks(self) -> bool:
        """True if a player chooses (TTT-5.3)."""
        return self.fixed is None and not self.all


class Zone(Entry, frozen=True, kw_only=True):
    """A zone expression: exactly one of its fields is set, `max` only beside `near` (TTT-12.9)."""

    forms: ClassVar[Mapping[str, Form]] = {
        **dict.fromkeys(("zone", "squares", "adjacent_to", "rows", "cols", "rect", "ring", "tile", "corner"), Form()),
        "near": Form(("max",)),
    }

    zone: str | None = None
    squares: SquareNames | None = None
    adjacent_to: str | None = None
    rows: tuple[int, ...] | None = None
    cols: tuple[str, ...] | None = None
    rect: tuple[str, str] | None = None
    ring: Yes | None = None
    tile: int | None = None
    corner: Literal["any", "opposite"] | None = None
    near: str | None = None
    max: Annotated[int, Meta(le=MOST_NEAR)] = 0


class Objective(Entry, frozen=True, kw_only=True):
    """What wins (TTT-9.5 to TTT-9.11); each type uses the parameters its clause names, the others are empty."""

    chosen_by: ClassVar[str] = "type"
    forms: ClassVar[Mapping[str, Form]] = {
        "enter": Form(("zone",)),  # TTT-9.5
        "eliminate_type": Form(("piece",)),  # TTT-9.6
        "eliminate_all": Form(),  # TTT-9.6
        "hold": Form(("zone", "turns"), ("check",)),  # TTT-9.7, TTT-9.8
        "score": Form(("zone", "points")),  # TTT-9.9
        "exit": Form(("zone", "count")),  # TTT-9.10
        "prevent_exit": Form(),  # TTT-9.10
        "survive": Form(("rounds",)),  # TTT-9.11
    }

    type: ObjectiveType
    zone: str = ""
    piece: str = ""
    turns: Count = 0
    check: Literal["own_turn_start", "own_turn_end"] = "own_turn_start"  # TTT-9.8
    points: Count = 0
    count: Count = 0
    rounds: Count = 0


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

    id: Identifier
    name: Text
    layout: tuple[Tile, ...]
    zones: dict[str, SquareNames] = field(default_factory=dict)
    sides: tuple[Side, Side]
    round_limit: Count
    limit_result: LimitResult
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


OPTIONS: dict[str, tuple[str, ...]] = {each.name: get_args(each.type) for each in msgspec.structs.fields(Options)}
"""The values of each option, default first."""
