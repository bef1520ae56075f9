"""What can be played: games, scenarios, options and rulebooks."""

from __future__ import annotations

from msgspec import Struct


class GameOption(Struct, frozen=True):
    """An option of a game: what it is for, and its default; it is one of `choices`, or lies from `low` to `high`.

    `sheet` is the kind of sheet that it may be instead, as text; empty for an option that takes none.
    """

    name: str
    about: str
    default: str
    choices: tuple[str, ...] = ()
    low: float | None = None
    high: float | None = None
    sheet: str = ""


class ScenarioOffer(Struct, frozen=True):
    """A mission or map that can be played."""

    id: str
    title: str


class LessonOffer(Struct, frozen=True):
    """A lesson of a game: its name, which the usual one has not, and its title."""

    name: str
    title: str


class GameOffer(Struct, frozen=True):
    """A game: its scenarios, the bots that can play it, whether it has a lesson, and which it has.

    `summary` says in one line what kind of game it is; `on_squares`: on a board of squares, else on an open table.
    `rulebook` is what its clauses begin with. `alone` are options for one person against bots, in place of the
    defaults. `sheets` are the kinds of sheets that players may write for a match, `main_options` the options that even
    who begins a match quickly is asked for. `notice` says who holds the rights in its rules; `campaigns`: it has them.
    """

    id: str
    title: str
    rulebook: str
    scenarios: tuple[ScenarioOffer, ...]
    bots: tuple[str, ...]
    lesson: bool
    alone: dict[str, str] = {}
    sheets: tuple[str, ...] = ()
    main_options: tuple[str, ...] = ()
    notice: str = ""
    lessons: tuple[LessonOffer, ...] = ()
    campaigns: bool = False
    summary: str = ""
    on_squares: bool = False


class TableOffer(Struct, frozen=True):
    """What a table of a scenario with some options has: its slots, and all options that can be chosen.

    `referee` is the slot that a referee holds, if any; `groups` are names for several slots at once, such as a side.
    `npcs` are the slots that are meant for no player.
    """

    game: str
    scenario: str
    slots: tuple[str, ...]
    referee: str
    groups: dict[str, tuple[str, ...]]
    options: tuple[GameOption, ...]
    npcs: tuple[str, ...] = ()


class Rulebook(Struct, frozen=True):
    """A whole rulebook, as Markdown. `id` is what its clauses begin with, such as `TTT`."""

    game: str
    id: str
    title: str
    text: str


class ClauseText(Struct, frozen=True):
    """A clause of a rulebook: its heading, and its text as Markdown."""

    id: str
    heading: str
    text: str
