"""What a seat does not know no answer tells it: two tables that differ in a hidden field answer byte by byte alike."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from msgspec import json
from msgspec.structs import replace

from fireteam.core.engine.record import Array
from fireteam.core.errors import FireteamError
from fireteam.core.game import CountCall, Setting, Tabletop
from fireteam.core.protocol.choices import notation
from fireteam.core.protocol.scene import Decision, Option, Route, Sight, Threat
from fireteam.core.slot_choices import menu
from fireteam.match.dice import secret_of_seed
from fireteam.match.match import Match
from fireteam.server.env import Env
from fireteam.server.errors import error_body
from fireteam.server.metrics import Metrics
from fireteam.server.tables.change import RecentTime
from fireteam.server.tables.questions import ASKS
from fireteam.server.tables.seats import Caller, SeatState, seats_of
from fireteam.server.tables.session import Session
from fireteam.server.tables.table import Setup, Table, TableRecord
from fireteam.server.tables.turn import Inbox
from fireteam.server.wire.messages import (
    PERSON,
    Ask,
    AskDecision,
    AskForecast,
    AskMay,
    AskOdds,
    AskRoute,
    AskSight,
    AskThreats,
    AskWay,
    NewTable,
)
from fireteam.server.workers import main
from fireteam.server.workers.main import MatchSpec, OddsJob, answer_odds
from fireteam.server.workers.odds import DECODERS, OddsRequest
from tests.games import stones, views


def all_of(state: Array) -> str:
    """Everything that stands in a State, in words: what a question on the true one would tell."""
    throwers = " ".join(f"{one.x}:{one.health}:{one.stones}" for one in state[0].throwers)
    return f"turn {state[0].turn}, chest {state[0].chest}, throwers {throwers}"


def sight(setting: Setting, state: Array, unit: str, x: float, y: float) -> Sight:
    return Sight(True, (), None, all_of(state), "STONES-7")


def threats(setting: Setting, state: Array, slot: int, unit: str) -> tuple[Threat, ...]:
    return (Threat(0.0, 0.0, "b1", all_of(state), "1", 1.0),)


def offer(setting: Setting, state: Array, slot: int, value: Any) -> Option:
    return Option(notation(value), all_of(state), "throw", "STONES-3")


def route(setting: Setting, state: Array, slot: int, unit: str, verb: str, x: float, y: float) -> Route:
    return Route(Option(f"{unit} {verb} {x} {y}", all_of(state), "creep", "STONES-2"), ((x, y),))


def decision(setting: Setting, state: Array, slot: int, *more: Any, **words: Any) -> Decision:
    return replace(views.decision(setting, state, slot, *more, **words), prompt=all_of(state))


def counts(setting: Setting, state: Array) -> tuple[CountCall, ...]:
    """The turns that are left, as if they were counts of one."""
    left = range(int(state[0].turn), int(setting.tables[0].turns) + 1) if state[0].winner == 0 else ()
    return tuple(
        CountCall(f"{turn} of {all_of(state).replace(',', ';')}", tuple(range(stones.THROWERS))) for turn in left
    )


def step(setting: Setting, state: Array, slot: int, x: float, y: float, wary: bool) -> stones.Creep:
    return next(value for value in menu(setting, state, slot)[::-1] if isinstance(value, stones.Creep))


NOTHING: dict[str, Any] = dict.fromkeys(("call", "score_sheet", "phrases", "distance", "place", "roller"))
ALOUD = Tabletop(options={}, visible_events=(), counts=counts, step_towards=step, **NOTHING)


def telling() -> Setting:
    """Stones, every question about which is answered with all that stands in the State it is asked of."""
    setting = stones.GAME.make_setting("stones")
    tells: dict[str, Any] = {
        "sight": sight,
        "threats": threats,
        "explain_option": offer,
        "route": route,
        "decision": decision,
        "tabletop": ALOUD,
    }
    return setting._replace(game=setting.game._replace(**tells))


class Unsure(Match):
    """A match in which nobody knows their own purse either, on which refusals depend."""

    def redact(self, states: Array, slots: int) -> Array:
        known = super().redact(states, slots)
        for thrower in known[0].throwers:
            thrower.stones = 0
        return known


def hide_the_chest(state: Array) -> None:
    state[0].chest = 9 - state[0].chest


def empty_the_enemys_purse(state: Array) -> None:
    state[0].throwers[3].stones = 0


def empty_the_own_purse(state: Array) -> None:
    state[0].throwers[0].stones = 0


LINES = ["creep 1,0", "creep 8,0", "throw b1:1:0", "throw b1:0:2", "throw b2:1:9", "give_up", "grant a1 2", "nonsense"]
ASKED: list[Ask] = [
    *(AskMay(line, "a1") for line in LINES),
    AskMay("creep 1,0", "b1"),
    *(AskSight(unit, 4, 0) for unit in ("a1", "b1", "nobody")),
    *(AskThreats("a1", unit) for unit in ("", "b1")),
    AskWay("a1", 4, 0),
    AskWay("b1", 4, 0),
    AskRoute("a1", "a1", 4, 0),
    AskRoute("a1", "a1", 4, 0, "creep"),
    AskRoute("a1", "a1", 4, 0, "fly"),
    AskRoute("b1", "b1", 4, 0),
    AskDecision("a1"),
    AskOdds("a1", (0, 1)),
]


SIGHTS = [str(ask) for ask in ASKED if isinstance(ask, AskSight) and ask.unit != "nobody"]


def table_of(setting: Setting, alters: Callable[[Array], None]) -> Table:
    """A table at which the first turn begins, with something hidden altered."""
    seat_states = [SeatState(slot, (slot,), PERSON, referee=slot == "referee") for slot in setting.slots]
    seats = seats_of(setting, seat_states)
    states = Match(setting, seats, secret_of_seed(1)).state.copy()
    alters(states)
    match = Unsure(setting, seats, secret_of_seed(1), states)
    setup = Setup(NewTable("sealed"), "stones", "Stones", setting.slots)
    return Table(TableRecord("friday", 0.0, setup, ""), match, seat_states, {}, None, Env())  # type: ignore[arg-type]


def answers(setting: Setting, alters: Callable[[Array], None], who: Caller) -> dict[str, bytes]:
    """What somebody is answered to every question, to the byte."""
    table = table_of(setting, alters)

    async def run(function: Callable[..., Any], *words: Any) -> Any:
        return function(*words)

    async def weigh(what: OddsRequest, view: Array) -> Any:
        played = MatchSpec("sealed", "stones", (), (), "", "")
        found = answer_odds(OddsJob(played, what.what, what.slot, what.about, view.tobytes(), 60))
        assert not found.failed
        return DECODERS[what.what].decode(found.line)

    async def ask_all() -> dict[str, bytes]:
        session = Session(table, run, lambda: table, Metrics(), weigh, Inbox(), RecentTime())
        found = {}
        for ask in ASKED:
            try:
                answered: object = await session.ask(who, "a-key", ask)
            except FireteamError as error:
                answered = error_body(error)
            found[str(ask)] = json.encode(answered)
        return found

    return asyncio.run(ask_all())


@pytest.fixture
def setting(monkeypatch: pytest.MonkeyPatch) -> Iterator[Setting]:
    told = telling()
    monkeypatch.setattr(main, "setting_of", lambda played: told)
    yield told


HIDDEN = [hide_the_chest, empty_the_enemys_purse, empty_the_own_purse]


@pytest.mark.parametrize("alters", HIDDEN)
@pytest.mark.parametrize("who", [Caller("a1"), Caller(), Caller(host=True)], ids=["a seat", "who looks on", "the host"])
def test_no_answer_tells_what_a_seat_does_not_know(setting, alters, who):
    plain, other = answers(setting, lambda state: None, who), answers(setting, alters, who)
    assert {ask for ask in plain if plain[ask] != other[ask]} == set()


@pytest.mark.parametrize("alters", HIDDEN)
def test_the_referee_who_sees_all_is_told_the_difference(setting, alters):
    plain, other = (answers(setting, change, Caller("referee")) for change in (lambda state: None, alters))
    assert {ask for ask in plain if plain[ask] != other[ask]} >= set(SIGHTS)


def test_every_question_that_can_be_asked_is_asked_and_answered(setting):
    assert {type(ask) for ask in ASKED} == set(ASKS) - {AskForecast}, "forecasts go by a seat's view: test_forecasts"
    said = answers(setting, lambda state: None, Caller("a1"))
    for field, kind in (
        ("sight", AskSight),
        ("threats", AskThreats),
        ("way", AskWay),
        ("route", AskRoute),
        ("decision", AskDecision),
    ):
        ask = next(ask for ask in ASKED if isinstance(ask, kind))
        assert b"chest 0" in said[str(ask)], field
    lawful = [ask for ask in ASKED if isinstance(ask, AskMay) and b"chest 0" in said[str(ask)]]
    refused = [ask for ask in ASKED if isinstance(ask, AskMay) and b"E_STONES" in said[str(ask)]]
    assert lawful and refused
