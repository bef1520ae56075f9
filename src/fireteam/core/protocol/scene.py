"""What a face draws: a Scene (what lies on the table) and a Decision (what may be done). Faces know no game."""

from __future__ import annotations

import re
from typing import Literal, TypeAlias

import msgspec

from ..percent import percent
from ..space.units import point_text

Spot: TypeAlias = tuple[float, float]
UNIT = re.compile(r"[\w.]*\w")  # what may name a unit
MAX_FRACTION_DIGITS = 9
"""Letters of a fraction that is told beside other things, `6095/7776`; a longer one is told where it is asked for."""


def short_fraction(exact: str) -> str:
    """`1/2 = `, to stand before percents; nothing where a fraction is long, or where it is 0 or 1."""
    return f"{exact} = " if "/" in exact and len(exact) <= MAX_FRACTION_DIGITS else ""


class Cell(msgspec.Struct, frozen=True):
    """A square of a board: where, the letter it is drawn with, and what it is in words."""

    x: int
    y: int
    letter: str
    ground: str
    zones: tuple[str, ...] = ()
    solid: bool = False


Sign: TypeAlias = Literal["watch", "prone", "hidden", "wound", "pinned", "braced", "empty", "carries", "done"]
"""What faces have a small picture for: on guard, lying, out of sight, hurt, under fire, steadied, not loaded, carrying
something, and done for now."""


class Badge(msgspec.Struct, frozen=True):
    """A small sign beside a unit: the picture, what it means in words, and how many where that can be counted."""

    sign: Sign
    title: str
    count: int = 0


class Token(msgspec.Struct, frozen=True):
    """A unit on the table. `side` is the one its name begins with, and tells units apart where there is no colour.

    On a board x and y are a square; on a free table they are where its centre lies, and `radius` is how far it reaches.
    `team` is whose colour it has, where that is not its slot's: where every unit is a slot, those of a side are alike.
    `name` is what people call it, where that is not its name in notation: `Red RC1`. One that `is_down` lies where it
    is and takes no part. `badges` are signs drawn beside it, the most important first; `notes` say the same in words.
    """

    unit: str
    slot: int
    side: int
    letters: str
    x: float
    y: float
    title: str
    notes: tuple[str, ...] = ()
    radius: float = 0.0
    team: int | None = None
    name: str = ""
    is_down: bool = False
    badges: tuple[Badge, ...] = ()

    @property
    def name_on_board(self) -> str:
        """What people call it."""
        return self.name or self.unit

    @property
    def at(self) -> Spot:
        """Where it is."""
        return self.x, self.y

    @property
    def square(self) -> tuple[int, int]:
        """The square of a board that it stands on."""
        return int(self.x), int(self.y)

    @property
    def colour(self) -> int:
        """Whose colour it has."""
        return self.slot if self.team is None else self.team


class Barrier(msgspec.Struct, frozen=True, tag_field="is", tag="barrier"):
    """A stretch on a free table that something stands along. `kind`: wall, window or low (cover)."""

    kind: str
    x1: float
    y1: float
    x2: float
    y2: float


class Area(msgspec.Struct, frozen=True, tag_field="is", tag="area"):
    """A part of a free table, by its corners.

    `kind`: zone (a part with a name), site or rescue (a place that matters), block (solid), opening (solid, and seen
    through), low (cover), woods, rough or water, smoke, or another word of the game's, drawn like a site. `letters`
    stand on it, its name where there is room.
    """

    name: str
    kind: str
    points: tuple[Spot, ...]
    letters: str = ""
    notes: tuple[str, ...] = ()


class Mark(msgspec.Struct, frozen=True):
    """Something that lies about on a free table and is no unit: an item, a bomb, a grenade."""

    letters: str
    x: float
    y: float
    title: str
    notes: tuple[str, ...] = ()


class Trail(msgspec.Struct, frozen=True):
    """A way on a free table, from point to point: what a unit has gone this turn, or means to go if it is `planned`."""

    unit: str
    points: tuple[Spot, ...]
    planned: bool = False


class Ground(msgspec.Struct, frozen=True):
    """A free table: its size in units of length, what stands and lies on it, and how far the cursor goes at a step.

    `measure` says what a `unit` of length is; `unmeasured`, where players may not measure the table, says why.
    """

    width: float
    height: float
    barriers: tuple[Barrier, ...] = ()
    areas: tuple[Area, ...] = ()
    marks: tuple[Mark, ...] = ()
    trails: tuple[Trail, ...] = ()
    step: float = 0.5
    unit: str = "MU"
    measure: str = ""
    unmeasured: str = ""


class Row(msgspec.Struct, frozen=True):
    """A line of the standing: something and how it stands."""

    label: str
    text: str


class RosterRow(msgspec.Struct, frozen=True):
    """A unit in a roster: a text for each column. `harm` is how badly it is hurt, from 0 to 1.

    What else there is to say of it, and the same in other words, are the notes of its token.
    """

    unit: str
    slot: int
    colour: int
    name: str
    cells: tuple[str, ...]
    group: str = ""
    harm: float = 0.0
    is_down: bool = False


class Roster(msgspec.Struct, frozen=True):
    """All units at a glance, in groups: for who runs a match of many.

    In the column `planned` stands what a unit is to do; faces put the sealed choice there that a reader may know.
    """

    columns: tuple[str, ...]
    rows: tuple[RosterRow, ...]
    planned: int = -1


class Scene(msgspec.Struct, frozen=True):
    """What lies on the table, as one seat may see it. Squares and lengths count from the south-west.

    `waiting` are units beside the table that may come to it; their x and y are -1. A board has `cells`; a free table
    has a `ground` instead, no columns and no cells, and its width and height are those of the ground, rounded up.
    `roster` lists the units of a match in which many have to be kept in view. `legend` says in plain words what notes
    and rosters tell in signs of their own.
    """

    title: str
    width: int
    height: int
    columns: tuple[str, ...]
    cells: tuple[Cell, ...]
    tokens: tuple[Token, ...]
    standing: tuple[Row, ...] = ()
    waiting: tuple[Token, ...] = ()
    ground: Ground | None = None
    roster: Roster | None = None
    legend: tuple[str, ...] = ()

    def place(self, x: float, y: float) -> str:
        """The name of a square, or of a point of a free table."""
        return point_text(x, y) if self.ground else f"{self.columns[int(x)]}{int(y) + 1}"

    def titled(self, text: str) -> str:
        """A text with each unit that it names called as people call it."""
        titles = {token.unit: token.name_on_board for token in (*self.tokens, *self.waiting)}
        return UNIT.sub(lambda found: titles.get(found[0], found[0]), text)


class Modifier(msgspec.Struct, frozen=True):
    """A part of a chance: why, by which clause, how much."""

    label: str
    clause: str
    amount: int


class Odds(msgspec.Struct, frozen=True):
    """The chance of what a choice is for: exact as a fraction, unless sampled. Of several the first weighs most."""

    of: str
    exact: str
    chance: float
    modifiers: tuple[Modifier, ...] = ()
    sampled: bool = False

    def __str__(self) -> str:
        made = ", ".join(f"{m.label} {m.amount:+d}" for m in self.modifiers)
        return f"{self.of} {short_fraction(self.exact)}{percent(self.chance)}{f' ({made})' if made else ''}"


class Option(msgspec.Struct, frozen=True):
    """A choice that may be made: its notation and what it means; odds where dice decide."""

    notation: str
    label: str
    verb: str
    clause: str
    unit: str = ""
    target: str = ""
    point: str = ""
    odds: tuple[Odds, ...] = ()

    @property
    def title(self) -> str:
        """What is done, in words: the verb and its label, or a label that has the verb as a word."""
        word = self.verb.replace("_", " ")
        return self.label if f" {word} " in f" {self.label} " else f"{word} {self.label}"


class Thing(msgspec.Struct, frozen=True):
    """Something that choices name and that is not on the table, such as a type that can be picked: what to know of it.

    `name` is how choices write it, `letters` how a board would show it; `notes` are words, `about` says more. Things of
    one `group` stand together, under it as a heading. Where things say their `sort`, a
    field may name those of its own.
    """

    name: str
    letters: str
    title: str
    notes: tuple[str, ...] = ()
    about: tuple[str, ...] = ()
    group: str = ""
    sort: str = ""


class Preset(msgspec.Struct, frozen=True):
    """A choice put together beforehand, with a name of its own: what it is called, what it is for, what it comes to.

    `name` may be typed in place of what `notation` names. With `against`, a reason, it cannot be chosen now.
    """

    name: str
    title: str
    about: str
    notation: str
    label: str
    against: str = ""


class VerbUse(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a verb of a menu is used.

    Attributes:
        verb: its word.
        is_pointed: on a free table, pointing at a place gives all that it needs: no option of it is listed.
        is_routed: what is pointed at is the end of a path, which the game finds (`Game.route`).
        takes_path: it may say such a path besides.
        is_built: its choices are put together; its options are not listed.
        is_buildable: its choices can be put together, built or not.
        gathers_things: it takes a list of things, as in a shop.
        lists_targets: its options that name a target are listed, although it is built or takes a list of things.
        reach: the longest way on the menu, in units of length; none for a verb without ways.
    """

    verb: str
    is_pointed: bool = False
    is_routed: bool = False
    takes_path: bool = False
    is_built: bool = False
    is_buildable: bool = False
    gathers_things: bool = False
    lists_targets: bool = False
    reach: float | None = None


class Interaction(msgspec.Struct, frozen=True):
    """How the choices of a Decision are made: its verbs in their order."""

    uses: tuple[VerbUse, ...] = ()


class Route(msgspec.Struct, frozen=True):
    """A choice that takes a unit along a path to a place of a free table.

    Attributes:
        option: the choice whole, with what the path costs in its label.
        points: the path, from where the unit stands.
        dangers: what enemies could do to it at points of the path, as far as its own side sees.
        variants: other lawful ways to go the same path, such as to hide at its end.
    """

    option: Option
    points: tuple[Spot, ...]
    dangers: tuple[Threat, ...] = ()
    variants: tuple[Option, ...] = ()


class Decision(msgspec.Struct, frozen=True):
    """What a slot has to decide: the question, and everything on its menu (or the first of it, of `count`).

    `things` is the catalogue of what the choices name and the Scene does not show, `presets` are choices put together
    beforehand, `legend` says in plain words what the notes of the things mean, `interaction` how choices are made.
    """

    slot: int
    prompt: str
    count: int
    options: tuple[Option, ...]
    verbs: tuple[str, ...] = ()
    things: tuple[Thing, ...] = ()
    presets: tuple[Preset, ...] = ()
    legend: tuple[str, ...] = ()
    interaction: Interaction = Interaction()


class Ray(msgspec.Struct, frozen=True):
    """A line on a free table, from one point to another, and the point where something blocks it."""

    start: Spot
    end: Spot
    blocked: Spot | None = None


class Sight(msgspec.Struct, frozen=True):
    """The line from a unit to a square: the squares it enters as far as it is clear, and the one that blocks it.

    On a free table it is the `rays` that are looked along, and `by` what blocks them: stretches, smoke and the like.
    `says` is a sentence for a player that names who looks, `clause` what it goes by.
    """

    clear: bool
    cells: tuple[tuple[int, int], ...]
    blocker: tuple[int, int] | None
    says: str
    clause: str
    rays: tuple[Ray, ...] = ()
    by: tuple[Barrier | Area, ...] = ()


class Threat(msgspec.Struct, frozen=True):
    """What an enemy `unit` can do next turn to who stands on a square or at a point: of what, and the exact chance."""

    x: float
    y: float
    unit: str
    of: str
    exact: str
    chance: float

    def __str__(self) -> str:
        return f"{self.unit} {self.of} {short_fraction(self.exact)}{percent(self.chance)}"
