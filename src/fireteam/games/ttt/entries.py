"""What the content files of Table Top Troopers may say: terrain, pieces, boards, missions and numbers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Literal

from msgspec import Meta, field

from ...content.entry import Entry, Form, Identifier, Text
from ...content.field_kinds import Limit, Reference, Sentence, Unique
from ...content.options import option_entry, words
from ...content.packs import Kind
from ...content.phrases import Phrase
from ...content.square_board import NO_SUCH_ZONE, Layout, Letter, MapZones, SquareBoard, SquareZone, Yes, ZoneName
from ...content.square_board_checks import SquareLimits
from ...content.square_map import SquareLegend
from ...core.errors import UnknownName
from . import tables
from .tables import SIDE, Ability, LimitResult, ObjectiveType

STANDARD = "standard"  # the squad sheet of the missions (TTT-4.7, TTT-4.10)
STATISTICS = ("move", "range", "th", "tbh")  # TTT-4.1
MOST_ROUNDS = 1_000_000  # greatest number in an objective or a round limit
MOST_NEAR = 120  # greatest distance of `near`: across the largest map
EVERYONE_ELSE = "*"  # the key of `place` for all types without their own (TTT-12.9)

Span = tuple[int, int]
Numbers = dict[str, int]
PieceType = Annotated[str, Reference("piece type")]
Count = Annotated[int, Meta(ge=1, le=MOST_ROUNDS)]
Bonus = Annotated[int, Meta(ge=0, le=6)]
Loss = Annotated[int, Meta(ge=-6, le=0)]
AbilityName = Annotated[Ability, Reference("ability")]
Statistic = Annotated[int, Sentence("E_P_TYPE"), Limit("E_P_LIMIT")]  # TTT-4.6
Setting = Sentence("E_M_LIMIT", "{field}: {reason}")
"""How a bad limit or option is reported (TTT-12.4)."""


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

    subject: ClassVar[str] = "{id}: "
    sentence: ClassVar[Sentence] = Sentence("E_P_FIELD")

    id: Annotated[
        Identifier,
        Unique(),
        Sentence("E_P_ID", "{subject}bad or repeated id", "use a-z, 0-9 and _, a letter first"),
    ]
    name: Annotated[Text, Sentence("E_C_TYPE")]
    code: Annotated[
        str,
        Meta(pattern="^[A-Za-z]{1,2}$", description="the letters on the board"),
        Unique(),
        Sentence("E_P_CODE", "{subject}bad or repeated code {value}", "use 1 or 2 letters"),
    ]
    move: Statistic
    range: Statistic
    th: Annotated[Statistic, Meta(description="to hit: added to its attack roll")]
    tbh: Annotated[Statistic, Meta(description="to be hit: the number an attack on it must reach")]
    ability: Annotated[AbilityName | tuple[AbilityName, ...] | None, Sentence("E_P_ABILITY")]
    count: Annotated[Statistic, Meta(description="how many of it a side owns")]

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
    max_abilities: Annotated[int, Limit(), Setting] = 1  # TTT-4.4, TTT-12.10

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

    sentence: ClassVar[Sentence] = Sentence("E_P_FIELD")

    add_to: Annotated[Identifier, Reference("squad sheet"), Meta(description="the id of a squad sheet, like standard")]
    pieces: Annotated[tuple[Piece, ...], Meta(min_length=1)]


class Force(Entry, frozen=True, kw_only=True):
    """A side's pieces: `fixed`, or `pick` many with `plus` besides and at most `max` picks of a type, or `all`."""

    sentence: ClassVar[Sentence] = Sentence("E_M_FORCE")
    forms: ClassVar[Mapping[str, Form]] = {
        "fixed": Form(),
        "pick": Form(("preset",), ("plus", "max")),
        "all": Form(),
    }

    fixed: dict[PieceType, Annotated[int, Meta(ge=1)]] | None = None
    pick: Annotated[int, Meta(ge=1, le=SIDE)] = 0
    plus: dict[PieceType, Annotated[int, Meta(ge=1)]] = field(default_factory=dict)
    max: dict[PieceType, Annotated[int, Meta(ge=0)]] = field(default_factory=dict)
    preset: Annotated[tuple[PieceType, ...], Meta(description="a list of types, for quick games")] = ()
    all: Yes = False

    @property
    def picks(self) -> bool:
        """True if a player chooses (TTT-5.3)."""
        return self.fixed is None and not self.all


class Zone(SquareZone, frozen=True, kw_only=True):
    """A zone expression: exactly one of its fields is set, `max` only beside `near` (TTT-12.9)."""

    forms: ClassVar[Mapping[str, Form]] = {**SquareZone.forms, "corner": Form(), "near": Form(("max",))}

    corner: Literal["any", "opposite"] | None = None
    near: PieceType | None = None
    max: Annotated[int, Meta(ge=1, le=MOST_NEAR)] = 0


class Objective(Entry, frozen=True, kw_only=True):
    """What wins (TTT-9.5 to TTT-9.11); each type uses the parameters its clause names, the others are empty."""

    sentence: ClassVar[Sentence] = Sentence("E_M_OBJECTIVE")
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
    zone: Annotated[ZoneName, NO_SUCH_ZONE] = ""
    piece: PieceType = ""
    turns: Count = 0
    check: Annotated[Literal["own_turn_start", "own_turn_end"], Setting] = "own_turn_start"  # TTT-9.8
    points: Count = 0
    count: Count = 0
    rounds: Count = 0


class Side(Entry, frozen=True, kw_only=True):
    """One side of a mission: its force, where each type may be placed (`*`: all other types), its objective."""

    subject: ClassVar[str] = "side {n}: "

    force: Force
    place: dict[
        Annotated[str, Reference("piece type", (EVERYONE_ELSE,)), Sentence("E_M_FORCE", "{subject}{fault}")], Zone
    ]
    objective: Objective


class MissionOptions:
    """The options of a mission, the default of each first (TTT-12.10)."""

    sentence: ClassVar[Sentence] = Setting
    field_word: ClassVar[str] = "option"
    force_pick: str = words("secret", "open", meaning="whether picks are secret, or open one after the other (TTT-5.4)")
    seats: str = words("roll", "fixed", meaning="whether a roll decides who is which side (TTT-5.7)")
    pass_through: str = words("none", "friends", meaning="whether a piece may move through its friends (TTT-7.3)")
    attack_mode: str = words(
        "one_each", "every_target", meaning="whether a piece attacks once, or every target (TTT-8.3)"
    )
    terrain_move: str = words(
        "start", "enter", meaning="which square's terrain slows a piece: where it starts, or each it enters (TTT-3.12)"
    )


class ForceOption:
    """What a match may be played with besides: `preset` takes the mission's presets for its picks."""

    force: str = words(
        "pick", "preset", meaning="whether players pick their forces, or take the mission's presets (TTT-12.8)"
    )


Options: Any = option_entry("Options", MissionOptions, complete=True)
MatchOptions: Any = option_entry("MatchOptions", MissionOptions, ForceOption, complete=True)


class Mission(Entry, frozen=True, kw_only=True):
    """A mission: boards, forces, placement and objectives (TTT-5.1, TTT-12.7)."""

    id: Identifier
    name: Text
    layout: Layout
    zones: MapZones = field(default_factory=dict)
    sides: Annotated[tuple[Side, Side], Meta(description="a list of two sides")]
    round_limit: Annotated[Count, Setting]
    limit_result: Annotated[LimitResult, Setting]
    options: Options = Options()


class Limits(Entry, frozen=True, kw_only=True):
    """Least and greatest value of each statistic (TTT-4.6)."""

    move: Span
    range: Span
    th: Span
    tbh: Span
    count: Span


class BoardLimits(SquareLimits, frozen=True, kw_only=True):
    """What boards and joined maps must be (TTT-12.4, TTT-12.7)."""

    bunker_squares: int
    bunker_block: int
    bunker_beside: int


class PieceNumbers:
    """What pieces cost and how many may differ, and what pieces and boards must be (TTT-4.2 to TTT-4.6, TTT-12.4)."""

    points: int
    ability_points: int
    tolerance: int
    odd_one_in: int
    max_abilities: Span
    limits: Limits
    board: BoardLimits


Constants: Any = option_entry("Constants", tables.Constants, PieceNumbers)

# The kinds of content files, in the order in which they are checked: each builds upon those before it.
TERRAIN = Kind("terrain", "terrain", (Terrain,), "terrain", {"legend": SquareLegend})
CONSTANTS = Kind("constants", "constants", (Constants,), "constants", is_single=True)
PIECES = Kind("pieces", "sheet", (Sheet, Addition), "sheets", id_code="E_P_ID")
BOARDS = Kind("boards", "board", (SquareBoard,), "boards", {"sample": bool})
MISSIONS = Kind("missions", "mission", (Mission,), "missions")
KINDS = (TERRAIN, CONSTANTS, PIECES, BOARDS, MISSIONS)
