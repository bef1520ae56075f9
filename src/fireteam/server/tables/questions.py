"""Read-only questions about a table, answered by what the caller's seat may see.

What may take long, odds above all, is not computed here: the answer is then an OddsRequest (`workers/odds.py`).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from msgspec.structs import replace

from ...core.engine.record import Array
from ...core.errors import IllegalChoice
from ...core.game import Setting
from ...core.protocol.choices import name_of, notation
from ...core.protocol.scene import Scene
from ...core.slot_choices import read_choice
from ...match.autowalk.path import path_to
from ...match.decision import decision_of
from ...match.match import Match
from ..errors import ApiError, error_body
from ..wire import messages as m
from ..wire.menus import decision_message
from ..wire.messages import Ask, AskReply, Way
from ..workers.odds import OddsRequest
from .forecasts import ForecastRequest
from .seats import Caller
from .table import Table
from .view import view_of


class Question:
    """A question of a seat, with its view when it was asked; for AskMay also whether the choice was refused then.

    `slot_of` returns the number of one of the seat's slots by its name.
    """

    def __init__(
        self, match: Match, seat: str, slot_of: Callable[[str], int], view: Array, over: bool, key: str, ask: Ask
    ) -> None:
        self.setting, self.slot_of, self.view, self.key = match.setting, slot_of, view, key
        self.owing = () if over else tuple(match.slots_to_act())
        self.sealed = () if over else tuple(match.mailbox.all())
        self.free = isinstance(ask, m.AskMay) and is_free_act(match.setting, ask.line)
        self.refused = match.refusal_of(seat, ask.line, self.slot(ask.slot)) if isinstance(ask, m.AskMay) else None
        self.seat, self.event, self.may_forecast = seat, match.next_number, False

    def slot(self, name: str) -> int:
        """Return the number of a slot of the seat that asks.

        Raises:
            ApiError: the seat does not hold it.
        """
        return self.slot_of(name)

    def unit(self, name: str) -> str:
        """Return the name of a unit on the table, or the empty name.

        Raises:
            ApiError: no such unit is on the table.
        """
        if name and not any(token.unit == name for token in self.scene.tokens):
            raise ApiError("E_UNKNOWN", f"No unit {name[:40]!r} stands on the table.")
        return name

    def spot(self, x: float, y: float) -> tuple[float, float]:
        """Return a square of a board in whole numbers, or a point of a free table.

        Raises:
            ApiError: it is not on the table.
        """
        scene = self.scene
        inside = 0 <= x <= scene.width and 0 <= y <= scene.height
        square = scene.ground or (x < scene.width and y < scene.height and x == int(x) and y == int(y))
        if not (math.isfinite(x) and math.isfinite(y) and inside and square):
            raise ApiError("E_PLACE", "That is no place on this table.")
        return (x, y) if scene.ground else (int(x), int(y))

    @property
    def scene(self) -> Scene:
        """The Scene that the seat sees."""
        return self.setting.game.scene(self.setting, self.view)


def question_at(table: Table, who: Caller, key: str, ask: Ask) -> Question:
    """Return a question of a caller at a table, as the table stands now.

    Raises:
        ApiError: an AskMay names no slot of the caller's seat.
    """
    seat_state = table.seat_states.get(who.seat)

    def slot_of(name: str) -> int:
        if seat_state is None or not name:
            raise ApiError("E_NOT_YOURS", "Only who holds a seat may ask that, and for one of its slots.", 403)
        slot = table.slot(seat_state, name)
        assert slot is not None
        return slot

    question = Question(table.match, who.seat, slot_of, view_of(table, who.seat), table.over, key, ask)
    question.may_forecast = may_forecast(table, who.seat)
    return question


def may_forecast(table: Table, seat: str) -> bool:
    """Whether a seat may have the match foreseen: a referee may, and who has nobody but bots at the table beside it."""
    seat_state = table.seat_states.get(seat)
    others = (one for one in table.seat_states.values() if one.slots and one.name != seat)
    return (seat_state is not None and seat_state.referee) or all(one.is_bot for one in others)


def is_free_act(setting: Setting, line: str) -> bool:
    """Whether a line is a free act, which no slot owes; False if it cannot be read."""
    with suppress(IllegalChoice):
        return read_choice(setting, line).free
    return False


def answer(question: Question, ask: Ask) -> AskReply | OddsRequest | ForecastRequest:
    """Return the answer, or the request for odds or a forecast that it needs.

    Raises:
        FireteamError: the question cannot be answered.
    """
    return ASKS[type(ask)](question, ask)


def may(question: Question, ask: m.AskMay) -> AskReply | OddsRequest:
    """Answer whether a choice is allowed; if it is and is owed, request it in words with its odds (`Game.offer`).

    One that has been sealed is still owed: until the last is in it may be another.
    """
    if question.refused:
        return AskReply(question.key, may=error_body(question.refused))
    setting, slot = question.setting, question.slot(ask.slot)
    is_owed = slot in question.owing or slot in question.sealed
    if setting.game.explain_option is None or question.free or not is_owed:
        return AskReply(question.key)
    return OddsRequest("offer", slot, ask.line)


def sight(question: Question, ask: m.AskSight) -> AskReply:
    """Answer whether a unit sees a place, and what stands between.

    Raises:
        ApiError: the game has no lines of sight, or there is no such unit or place.
    """
    setting = question.setting
    if setting.game.sight is None:
        raise ApiError("E_UNKNOWN", f"{setting.game.title} has no lines of sight.")
    if not ask.unit:
        raise ApiError("E_UNKNOWN", "From which unit?")
    x, y = question.spot(ask.x, ask.y)
    return AskReply(question.key, sight=setting.game.sight(setting, question.view, question.unit(ask.unit), x, y))


def threats(question: Question, ask: m.AskThreats) -> OddsRequest:
    """Request what the enemy could do next turn.

    Raises:
        ApiError: the game cannot say, or there is no such slot or unit.
    """
    setting = question.setting
    if setting.game.threats is None:
        raise ApiError("E_UNKNOWN", f"{setting.game.title} cannot say what the enemy could do next turn.")
    return OddsRequest("threats", question.slot(ask.slot), question.unit(ask.unit))


def way(question: Question, ask: m.AskWay) -> AskReply:
    """Answer by which path a slot comes to a point, over several counts; without a path the answer is empty.

    Raises:
        ApiError: the slot cannot move on several counts ahead, or there is no such slot or point.
    """
    setting, slot = question.setting, question.slot(ask.slot)
    aloud = setting.game.tabletop
    if aloud is None or sum(slot in one.slots for one in aloud.counts(setting, question.view)) < 2:
        raise ApiError("E_WAY", "No counts lie ahead on which this slot could go.")
    path = path_to(setting, aloud, question.view, slot, question.spot(ask.x, ask.y))
    if path is None or path.start is None:
        return AskReply(question.key)
    lines = tuple(map(notation, path.choices))
    return AskReply(question.key, way=Way(path.start, path.stops, path.counts, lines, path.reaches_goal, str(path)))


def route(question: Question, ask: m.AskRoute) -> OddsRequest:
    """Request the choice by which a unit comes to a point along a path.

    Raises:
        ApiError: the game has no such paths, the slot owes no choice now, or there is no such unit, verb or point.
    """
    setting, slot = question.setting, question.slot(ask.slot)
    if setting.game.route is None:
        raise ApiError("E_UNKNOWN", f"{setting.game.title} finds no paths.")
    if slot not in question.owing:
        raise ApiError("E_FORBIDDEN", f"{ask.slot} owes no choice now.", 409)
    if ask.verb and ask.verb not in map(name_of, setting.game.verbs):
        raise ApiError("E_UNKNOWN", f"There is no action {ask.verb[:40]!r}.")
    x, y = question.spot(ask.x, ask.y)
    return OddsRequest("route", slot, f"{question.unit(ask.unit) or '-'} {ask.verb or '-'} {x!r} {y!r}")


def decision(question: Question, ask: m.AskDecision) -> AskReply | OddsRequest:
    """Request a decision with its odds, or answer with one without.

    Raises:
        ApiError: the slot owes no choice now, or the seat does not hold it.
    """
    slot = question.slot(ask.slot)
    if slot not in question.owing:
        raise ApiError("E_FORBIDDEN", f"{ask.slot} owes no choice now.", 409)
    if not ask.odds:
        setting = question.setting
        found = decision_message(decision_of(setting, question.view, slot), setting.game.verbs)
        return AskReply(question.key, decision=found)
    return OddsRequest("decision", slot)


def odds(question: Question, ask: m.AskOdds) -> OddsRequest:
    """Request the odds of some options of a decision.

    Raises:
        ApiError: the slot owes no choice now, or the seat does not hold it.
    """
    slot = question.slot(ask.slot)
    if slot not in question.owing:
        raise ApiError("E_FORBIDDEN", f"{ask.slot} owes no choice now.", 409)
    return OddsRequest("odds", slot, " ".join(map(str, ask.options)))


def forecast(question: Question, ask: m.AskForecast) -> ForecastRequest:
    """Request a forecast by what the seat may see.

    Raises:
        ApiError: the seat may have none.
    """
    if not question.may_forecast:
        raise ApiError("E_FORBIDDEN", "A forecast is for the referee, or for one person who plays against bots.", 403)
    return ForecastRequest(question.seat, question.event, question.setting, ask)


def answer_from(question: Question, weigh: OddsRequest | ForecastRequest, found: Any) -> AskReply:
    """Return the answer made of what was found for a request."""
    if weigh.what == "decision":
        found = decision_message(found, question.setting.game.verbs)
    if weigh.what == "odds":
        found = tuple(m.OptionOdds(number, some) for number, some in found)
    field = {"offer": "option"}.get(weigh.what, weigh.what)
    return replace(AskReply(question.key), **{field: found})


ASKS: dict[type, Callable[[Question, Any], AskReply | OddsRequest | ForecastRequest]] = {
    m.AskMay: may,
    m.AskSight: sight,
    m.AskThreats: threats,
    m.AskWay: way,
    m.AskRoute: route,
    m.AskDecision: decision,
    m.AskOdds: odds,
    m.AskForecast: forecast,
}
