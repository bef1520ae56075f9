"""What a referee's commands may use: the real table that is run from one screen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from ...bots import Bot
from ...core.engine.record import Array
from ...core.game import CountCall, Tabletop
from ...core.protocol.choices import Verb
from ...core.protocol.scene import Spot
from ...match.autowalk.path import Aim
from ..input.menu import Menu
from ..line.session import LineSession


class RefereeSession(LineSession, Protocol):
    """A real table as its commands see it.

    `choices` and `aims` are what has been typed by slot and is not carried out, `rulings` where tokens stand although
    the counts do not allow it, `substitutes` who plays for whom, and `decision_events` the events after which there was
    something to type: the way back.
    """

    read: Callable[[str], str]
    wait: Callable[[float], None]
    pace: float
    choices: dict[int, Verb]
    aims: dict[int, list[Aim]]
    rulings: dict[int, Spot]
    substitutes: dict[int, Bot]
    decision_events: list[int]
    counts: tuple[CountCall, ...]

    @property
    def tabletop(self) -> Tabletop | None:
        """What the game has to say to who runs a real table."""

    @property
    def has_ruling(self) -> bool:
        """Whether something was ruled since the decision opened."""

    @property
    def awaited_slots(self) -> list[int]:
        """The slots for which something may be typed now."""

    def usage(self) -> list[str]:
        """How the choices of the first slot that is awaited are written."""

    def menu(self, slot: int) -> Menu:
        """What a slot may choose, without odds."""

    def choose(self, slot: int, value: Verb) -> None:
        """Let a slot choose."""

    def substitute_choice(self, states: Array, slot: int) -> Verb:
        """What a slot chooses for whom nothing is typed."""

    def run_input(self, line: str) -> None:
        """Do what a line says."""

    def finish(self) -> None:
        """Everybody else does what is usual: that is all."""

    def show_events(self) -> None:
        """What happened since it was told last."""

    def show_score(self) -> None:
        """Rounds, frags, deaths and money."""
