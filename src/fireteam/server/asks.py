"""Questions of those at a table. They are answered by what their seat knows, and nothing changes.

What may take long, odds above all, is not answered here: it is said what has to be weighed (`looking.py`).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from msgspec.structs import replace

from ..core.choices import notation
from ..core.errors import Refused
from ..core.game import Setting, read_choice
from ..core.record import Array
from ..core.scene import Scene
from ..match.match import Match
from ..match.walking import path_to
from . import messages as m
from .looking import Weigh
from .menus import owed
from .messages import Answered, Ask, Way
from .seating import Who
from .table import Table
from .turning import Turned, refusal_of
from .view import view_of


class Question:
    """A question of a seat, with the State as it knew it when it asked; of a choice, whether it was refused then.

    `slot_of` is the number of one of its slots, by name.
    """

    def __init__(
        self, match: Match, seat: str, slot_of: Callable[[str], int], view: Array, over: bool, key: str, ask: Ask
    ) -> None:
        self.setting, self.slot_of, self.view, self.key = match.setting, slot_of, view, key
        self.owing = () if over else tuple(match.owing())
        self.free = isinstance(ask, m.AskMay) and is_free(match.setting, ask.line)
        self.refused = match.may(seat, ask.line, self.slot(ask.slot)) if isinstance(ask, m.AskMay) else None

    def slot(self, name: str) -> int:
        """A slot of the seat that asks.

        Raises:
            Turned: it is not one.
        """
        return self.slot_of(name)

    def unit(self, name: str) -> str:
        """A unit that stands on the table.

        Raises:
            Turned: there is none.
        """
        if name and not any(token.unit == name for token in self.scene.tokens):
            raise Turned("E_UNKNOWN", f"No unit {name[:40]!r} stands on the table.")
        return name

    def spot(self, x: float, y: float) -> tuple[float, float]:
        """A square of a board, or a point of a free table.

        Raises:
            Turned: it is none.
        """
        scene = self.scene
        inside = 0 <= x <= scene.width and 0 <= y <= scene.height
        square = scene.ground or (x < scene.width and y < scene.height and x == int(x) and y == int(y))
        if not (math.isfinite(x) and math.isfinite(y) and inside and square):
            raise Turned("E_PLACE", "That is no place on this table.")
        return (x, y) if scene.ground else (int(x), int(y))

    @property
    def scene(self) -> Scene:
        """The table as the seat sees it."""
        return self.setting.game.scene(self.setting, self.view)


def question_at(table: Table, who: Who, key: str, ask: Ask) -> Question:
    """A question of whoever is at a table."""
    chair = table.chairs.get(who.seat)

    def slot_of(name: str) -> int:
        if chair is None or not name:
            raise Turned("E_NOT_YOURS", "Only who holds a seat may ask that, and for one of its slots.", 403)
        slot = table.slot(chair, name)
        assert slot is not None
        return slot

    return Question(table.match, who.seat, slot_of, view_of(table, who.seat), table.over, key, ask)


def is_free(setting: Setting, line: str) -> bool:
    """Whether a line is an act that nobody owes; what cannot be read is none."""
    with suppress(Refused):
        return read_choice(setting, line).free
    return False


def answer(question: Question, ask: Ask) -> Answered | Weigh:
    """The answer, or what has to be weighed for it.

    Raises:
        FireteamError: it cannot be answered.
    """
    return ASKS[type(ask)](question, ask)


def may(question: Question, ask: m.AskMay) -> Answered | Weigh:
    """Whether a choice is allowed; of one that is owed, what it means."""
    if question.refused:
        return Answered(question.key, may=refusal_of(question.refused))
    setting, slot = question.setting, question.slot(ask.slot)
    if setting.game.offer is None or question.free or slot not in question.owing:
        return Answered(question.key)
    return Weigh("offer", slot, ask.line)


def sight(question: Question, ask: m.AskSight) -> Answered:
    """Who sees what."""
    setting = question.setting
    if setting.game.sight is None:
        raise Turned("E_UNKNOWN", f"{setting.game.title} has no lines of sight.")
    if not ask.unit:
        raise Turned("E_UNKNOWN", "From which unit?")
    x, y = question.spot(ask.x, ask.y)
    return Answered(question.key, sight=setting.game.sight(setting, question.view, question.unit(ask.unit), x, y))


def threats(question: Question, ask: m.AskThreats) -> Weigh:
    """What the enemy can do."""
    setting = question.setting
    if setting.game.threats is None:
        raise Turned("E_UNKNOWN", f"{setting.game.title} cannot say what the enemy could do next turn.")
    return Weigh("threats", question.slot(ask.slot), question.unit(ask.unit))


def way(question: Question, ask: m.AskWay) -> Answered:
    """How a slot comes to a point."""
    setting, slot = question.setting, question.slot(ask.slot)
    aloud = setting.game.aloud
    if aloud is None or sum(slot in one.slots for one in aloud.counts(setting, question.view)) < 2:
        raise Turned("E_WAY", "No counts lie ahead on which this slot could go.")
    path = path_to(setting, aloud, question.view, slot, question.spot(ask.x, ask.y))
    if path is None or path.start is None:
        return Answered(question.key)
    lines = tuple(map(notation, path.choices))
    return Answered(question.key, way=Way(path.start, path.stops, path.counts, lines, path.arrives, str(path)))


def decision(question: Question, ask: m.AskDecision) -> Weigh:
    """A decision with its odds."""
    slot = question.slot(ask.slot)
    if slot not in question.owing:
        raise Turned("E_FORBIDDEN", f"{ask.slot} owes no choice now.", 409)
    return Weigh("decision", slot)


def weighed(question: Question, weigh: Weigh, found: Any) -> Answered:
    """The answer, once it has been weighed."""
    if weigh.what == "decision":
        found = owed(found, question.setting.game.verbs)
    field = {"offer": "option"}.get(weigh.what, weigh.what)
    return replace(Answered(question.key), **{field: found})


ASKS: dict[type, Callable[[Question, Any], Answered | Weigh]] = {
    m.AskMay: may,
    m.AskSight: sight,
    m.AskThreats: threats,
    m.AskWay: way,
    m.AskDecision: decision,
}
