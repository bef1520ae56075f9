"""What a face draws: a Scene (what lies on the table) and a Decision (what may be done). Faces know no game."""

from __future__ import annotations

import msgspec


class Cell(msgspec.Struct, frozen=True):
    """A square of a board: where, the letter it is drawn with, and what it is in words."""

    x: int
    y: int
    letter: str
    ground: str
    zones: tuple[str, ...] = ()
    solid: bool = False


class Token(msgspec.Struct, frozen=True):
    """A unit on the table. `side` is the one its name begins with, and tells units apart where there is no colour."""

    unit: str
    slot: int
    side: int
    letters: str
    x: int
    y: int
    title: str
    notes: tuple[str, ...] = ()


class Row(msgspec.Struct, frozen=True):
    """A line of the standing: something and how it stands."""

    label: str
    text: str


class Scene(msgspec.Struct, frozen=True):
    """What lies on the table, as one seat may see it. Squares count from the south-west.

    `waiting` are units beside the table that may come to it; their x and y are -1.
    """

    title: str
    width: int
    height: int
    columns: tuple[str, ...]
    cells: tuple[Cell, ...]
    tokens: tuple[Token, ...]
    standing: tuple[Row, ...] = ()
    waiting: tuple[Token, ...] = ()

    def place(self, x: int, y: int) -> str:
        """A square's name."""
        return f"{self.columns[x]}{y + 1}"


class Modifier(msgspec.Struct, frozen=True):
    """A part of a chance: why, by which clause, how much."""

    label: str
    clause: str
    amount: int


class Odds(msgspec.Struct, frozen=True):
    """The chance of what a choice is for: exact as a fraction, unless sampled."""

    of: str
    exact: str
    chance: float
    modifiers: tuple[Modifier, ...] = ()
    sampled: bool = False

    def __str__(self) -> str:
        made = ", ".join(f"{m.label} {m.amount:+d}" for m in self.modifiers)
        return f"{self.of} {self.exact} = {self.chance:.1%}{f' ({made})' if made else ''}"


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


class Thing(msgspec.Struct, frozen=True):
    """Something that choices name and that is not on the table, such as a type that can be picked: what to know of it.

    `name` is how choices write it, `letters` how a board would show it; `notes` are words, `about` says more.
    """

    name: str
    letters: str
    title: str
    notes: tuple[str, ...] = ()
    about: tuple[str, ...] = ()


class Decision(msgspec.Struct, frozen=True):
    """What a slot has to decide: the question, and everything on its menu (or the first of it, of `count`).

    `things` is the catalogue of what the choices name and the Scene does not show.
    """

    slot: int
    prompt: str
    count: int
    options: tuple[Option, ...]
    verbs: tuple[str, ...] = ()
    things: tuple[Thing, ...] = ()


class Sight(msgspec.Struct, frozen=True):
    """The line from a unit to a square: the squares it enters as far as it is clear, and the one that blocks it.

    `says` is a sentence for a player, `clause` what it goes by.
    """

    clear: bool
    cells: tuple[tuple[int, int], ...]
    blocker: tuple[int, int] | None
    says: str
    clause: str


class Threat(msgspec.Struct, frozen=True):
    """What an enemy `unit` can do next turn to who stands on a square: of what, and the exact chance of it."""

    x: int
    y: int
    unit: str
    of: str
    exact: str
    chance: float

    def __str__(self) -> str:
        return f"{self.unit} {self.of} {self.exact} = {self.chance:.1%}"
