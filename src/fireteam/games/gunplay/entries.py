"""What the content files of Gunplay may say: numbers, options, terrain, weapons, bands, scenarios; in inches."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Literal

from msgspec import Meta, field

from ...content.entry import Entry, Form, Identifier, Text
from ...content.field_kinds import Reference, Sentence
from ...content.free_map import MapPoint, MapShape
from ...content.options import option_entry
from ...content.phrases import Phrase
from .tables import CARRIED, MARKERS, SIDE, Class, Edge, Level, Options, Requirement, Trait, VictoryType, Weight

SideName = Literal["A", "B"]
Posture = Literal["standing", "prone", "hiding"]  # in the order of their numbers (GUN-3.7)
POSTURES = ("standing", "prone", "hiding")
Range = Annotated[float, Meta(ge=0, le=200)]
Rectangle = Annotated[tuple[float, float, float, float], Meta(description="a rectangle: [x0, y0, x1, y1]")]
Number = Annotated[int, Meta(ge=-99, le=99)]
Victories = Annotated[int, Meta(ge=0, le=99, description="victory points, a whole number from 0 to 99")]
Count = Annotated[int, Meta(ge=1, le=99)]

# Where the type of a field says what is wrong, these say by which clause.
KNOWN = Sentence("BAND_INVALID", "{subject}{fault} (GUN-3.13)")
SHAPE = Sentence("MAP_INVALID", "{subject}{fault} (GUN-4.9)")
DOMAIN = Sentence("OPTION_INVALID", "{subject}{fault} (GUN-1.8)")

OptionNumbers: Any = option_entry("OptionNumbers", Options)


class Constants(Entry, frozen=True, kw_only=True):
    """The numbers that rules read and no option names."""

    die: Count
    levels: dict[Level, Number]
    actions: Count
    overwatch_actions: Count
    speed: Range
    fast: Range
    slow: Range
    prone_range: Range
    gang: Number
    reach: Range
    edge: Range
    min_chance: Annotated[float, Meta(ge=0, le=1, description="a chance from 0 to 1")]


class FirearmPoints(Entry, frozen=True, kw_only=True):
    """What a firearm's numbers are worth (GUN-24.3)."""

    flat: Number
    damage: Number
    reach: Annotated[
        tuple[tuple[Range, Number], ...], Meta(description="[longest band up to, points], the shortest first")
    ]
    farther: Number
    rof: dict[str, Number]
    requires: dict[Requirement, Number]
    classes: dict[Class, Number]
    reload_after_shot: Number


class Points(Entry, frozen=True, kw_only=True):
    """What a character costs (GUN-24.1, GUN-24.2), and which traits nobody has together (GUN-15.18)."""

    character: Number
    traits: dict[Trait, Number]
    excludes: tuple[tuple[Trait, Trait], ...]
    firearm: FirearmPoints


class TerrainType(Entry, frozen=True, kw_only=True):
    """A type of terrain with its flags (GUN-4.10)."""

    subject: ClassVar[str] = "{id}: "

    id: Identifier
    name: Text
    blocks_move: Annotated[bool, Phrase("blocks moves")] = False
    blocks_sight: Annotated[bool, Phrase("blocks sight")] = False
    low: Annotated[bool, Phrase("low")] = False
    area: Annotated[bool, Phrase("area")] = False
    difficult: Annotated[bool, Phrase("difficult ground")] = False


class WeaponClass(Entry, frozen=True, kw_only=True):
    """The range bands of a class of firearms, for games without weapon charts (GUN-3.11)."""

    subject: ClassVar[str] = "{id}: "

    id: Class
    name: Text
    close: Annotated[Range, Phrase("close {:g}")]
    effective: Annotated[Range, Phrase("effective {:g}")]
    extreme: Annotated[Range | None, Phrase("extreme {:g}")] = None


class Firearm(Entry, frozen=True, kw_only=True):
    """A firearm of the weapon charts (GUN-20.1)."""

    subject: ClassVar[str] = "{id}: "

    id: Identifier
    name: Text
    kind: Class = field(name="class")
    weight: Weight
    rof: Annotated[Literal[1, 3, "R"], Meta(description="rate of fire: 1, 3 or R for restricted"), Phrase("ROF {}")]
    close: Annotated[Range, Phrase("close {:g}")]
    effective: Annotated[Range, Phrase("effective {:g}")]
    extreme: Annotated[Range | None, Phrase("extreme {:g}")] = None
    damage: Annotated[int, Meta(ge=0, le=9)]
    requires: Requirement = "none"
    reload_after_shot: Annotated[bool, Phrase("reloaded after each shot")] = False


class MeleeArm(Entry, frozen=True, kw_only=True):
    """A melee weapon (GUN-3.12, GUN-24.4)."""

    subject: ClassVar[str] = "{id}: "

    id: Identifier
    name: Text
    damage: Annotated[int, Meta(ge=0, le=9)]
    strong: Annotated[bool, Phrase("requires Strong")] = False
    points: Number = 0


class Member(Entry, frozen=True, kw_only=True):
    """A character of a band (GUN-3.5)."""

    subject: ClassVar[str] = "{id}: "

    id: Annotated[
        str,
        Meta(
            pattern=r"^[AB][1-9][0-9]?$", description="A or B and a number from 1 to 99 without leading zero (GUN-3.14)"
        ),
    ]
    name: Text
    traits: tuple[Annotated[Trait, KNOWN], ...] = ()
    weapons: Annotated[
        tuple[Annotated[str, Reference("weapon"), KNOWN], ...],
        Meta(max_length=CARRIED, description=f"a list of at most {CARRIED} firearms (GUN-3.5)"),
    ] = ()
    melee: Annotated[str, Reference("melee weapon"), KNOWN] = "unarmed"
    pos: Annotated[
        Annotated[tuple[Range, Range], Meta(description="a point: [x, y], each from 0 to 200")] | None,
        Meta(
            description="a point [x, y] in inches, each from 0 to 200, where it starts; needed with `deployment: fixed`"
        ),
    ] = None
    posture: Posture = "standing"


class Band(Entry, frozen=True, kw_only=True):
    """A band: up to 12 characters of one side (GUN-3.1, GUN-3.13)."""

    subject: ClassVar[str] = "{id}: "
    sentence: ClassVar[Sentence] = Sentence("BAND_INVALID")

    id: Identifier
    name: Text
    characters: Annotated[
        tuple[Member, ...],
        Meta(min_length=1, max_length=SIDE, description=f"a list of 1 to {SIDE} characters (GUN-3.13)"),
    ]


class Worth(Entry, frozen=True, kw_only=True):
    """Victory points; what is left out is 0 (GUN-23.5, GUN-23.6, GUN-23.8, GUN-23.13)."""

    down: Victories = 0
    leader_down: Victories = 0
    marker: Victories = 0
    carry: Victories = 0


class Victory(Entry, frozen=True, kw_only=True):
    """How a scenario is won (GUN-23.3 to GUN-23.9)."""

    chosen_by: ClassVar[str] = "type"
    forms: ClassVar[Mapping[str, Form]] = {
        "break": Form(("break_at",)),
        "hold": Form(("radius", "from_turn")),
        "extract": Form(("exit_edge",)),
        "assault": Form(("attacker", "zone")),
    }

    type: VictoryType
    vp: Worth = Worth()
    break_at: dict[SideName, Count] = field(default_factory=dict)
    radius: Range = 0
    from_turn: Count = 1
    exit_edge: dict[SideName, Edge] = field(default_factory=dict)
    attacker: SideName | None = None
    zone: Rectangle | None = None


class Zones(Entry, frozen=True, kw_only=True):
    """Where either side deploys (GUN-5.5)."""

    A: Rectangle
    B: Rectangle


class Bands(Entry, frozen=True, kw_only=True):
    """The band of either side, unless the players bring their own."""

    A: Annotated[str, Reference("band")]
    B: Annotated[str, Reference("band")]


class Objective(Entry, frozen=True, kw_only=True):
    """A marker to be held, or an item to be carried off (GUN-7.37, GUN-23.6)."""

    id: Annotated[str, Meta(pattern="^[A-Za-z][A-Za-z0-9_]*$", description="letters, digits and _; a letter first")]
    pos: MapPoint


class Scenario(Entry, frozen=True, kw_only=True):
    """A scenario with its map (GUN-23.11). A map lists its pieces by their type."""

    subject: ClassVar[str] = "{id}: "

    id: Identifier
    name: Text
    about: Text
    size: Annotated[
        tuple[Annotated[float, Meta(ge=1, le=200)], Annotated[float, Meta(ge=1, le=200)]],
        Meta(description="[width, height], each from 1 to 200"),
    ]
    turns: Count
    first_initiative: SideName | None = None
    zones: Zones
    terrain: dict[Annotated[str, Reference("terrain type")], tuple[Annotated[MapShape, SHAPE], ...]] = field(
        default_factory=dict
    )
    objectives: Annotated[
        tuple[Objective, ...], Meta(max_length=MARKERS, description=f"a list of at most {MARKERS} markers")
    ] = ()
    item: Objective | None = None
    victory: Victory
    bands: Bands
    options: Annotated[OptionNumbers, DOMAIN] = OptionNumbers()


class Preset(Entry, frozen=True, kw_only=True):
    """Options under a name; what it does not name is as in `basic` (GUN-1.5 to GUN-1.7)."""

    subject: ClassVar[str] = "{id}: "
    sentence: ClassVar[Sentence] = DOMAIN

    id: Identifier
    name: Text
    options: OptionNumbers
