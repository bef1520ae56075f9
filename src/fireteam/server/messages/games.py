"""What can be played."""

from __future__ import annotations

from msgspec import Struct


class GameOption(Struct, frozen=True):
    """An option of a game: what it is for, its default; it is one of `choices`, or lies from `low` to `high`."""

    name: str
    about: str
    default: str
    choices: tuple[str, ...] = ()
    low: float | None = None
    high: float | None = None


class ScenarioOffer(Struct, frozen=True):
    """A mission or map that can be played."""

    id: str
    title: str


class GameOffer(Struct, frozen=True):
    """A game: what can be played of it, by which bots, and whether a lesson teaches it.

    `alone` are options for one person against bots, in place of the defaults.
    """

    id: str
    title: str
    rulebook: str
    scenarios: tuple[ScenarioOffer, ...]
    bots: tuple[str, ...]
    lesson: bool
    alone: dict[str, str] = {}


class TableOffer(Struct, frozen=True):
    """What a scenario with some options asks for: its slots, who referees, names for several slots, and all options."""

    game: str
    scenario: str
    slots: tuple[str, ...]
    referee: str
    groups: dict[str, tuple[str, ...]]
    options: tuple[GameOption, ...]


class Rulebook(Struct, frozen=True):
    """A rulebook, whole, as Markdown. `id` is what its clauses begin with, such as `TTT`."""

    game: str
    id: str
    title: str
    text: str


class ClauseText(Struct, frozen=True):
    """A clause of a rulebook: its heading and its text as Markdown."""

    id: str
    heading: str
    text: str
