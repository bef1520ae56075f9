"""Forecasts at tables: for a referee, and for one person against bots; by what their seat may see, until they stop."""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Iterator
from typing import Any

import pytest

from fireteam.match.match import Match
from fireteam.match.record import Seat
from fireteam.registry import find_game
from fireteam.server.errors import ApiError
from fireteam.server.tables.forecasts import ForecastRequest, ForecastRun, Forecasts
from fireteam.server.wire.messages import AimedGoal, AskForecast
from fireteam.server.workers.bots import match_spec
from fireteam.server.workers.compilation import Compilation
from fireteam.server.workers.forecasts import PROCESSES, ForecastPool, forecast_job
from fireteam.server.workers.main import ForecastJob, answer_forecast
from fireteam.sim import forecast as sim
from tests.games import tug
from tests.match.test_files import secret_of_seed
from tests.server.service import Guest, Visit, served
from tests.server.test_bots import path_of_processes  # noqa: F401 - every process needs its path

ALONE = [{"name": "anna", "slots": ["red"]}, {"name": "bot", "slots": ["blue"], "by": "random"}]
TPS = {"game": "tps", "scenario": "de_depot", "options": {"teams": "1v1", "mp_maxrounds": "1", "sv_admin": "1"}}
RANDOM = {"red": "random", "blue": "random"}


@pytest.fixture
def visit(database: str) -> Iterator[Visit]:
    with served(database) as visit:
        yield visit


def alone(visit: Visit) -> Guest:
    return visit.guests(visit.make(seats=ALONE))["anna"]


def forecast_of(guest: Guest, **ask: Any) -> dict[str, Any]:
    answer = guest.ask(ask="forecast", **ask)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()["forecast"]
    return found


def ended(guest: Guest) -> dict[str, Any]:
    """The forecast of a guest, once it has come to its end."""
    for _ in range(600):
        found = forecast_of(guest)
        if not found["is_running"]:
            return found
        time.sleep(0.1)
    raise AssertionError("the forecast came to no end within a minute")


def test_who_plays_alone_against_bots_is_told_how_the_match_may_end(visit: Visit) -> None:
    guest = alone(visit)
    before = forecast_of(guest)
    assert (before["games"], before["is_running"], before["forecast"]) == (0, False, None)
    assert before["sides"] == ["red", "blue"]
    begun = forecast_of(guest, what="begin", games=5, bots=RANDOM, seed=3)
    assert begun["games"] == 5 and begun["event"] == guest.now["event"]
    done = ended(guest)
    assert done["failed"] == "" and done["played"] == done["forecast"]["games"] == 5
    match = visit.server.registry.open[guest.table].table.match
    bots = sim.bots_for(match.setting, RANDOM)
    assert (
        done["forecast"]["wins"]["red"]["count"]
        == sim.forecast(match.setting, match.state, bots, 5, 3).wins["red"].count
    )


def test_the_table_goes_on_while_a_forecast_runs_and_it_can_be_stopped(visit: Visit) -> None:
    guest = alone(visit)
    forecast_of(guest, what="begin", games=10_000, bots=RANDOM)
    begun = time.monotonic()
    while not guest.now["decisions"]:
        time.sleep(0.05)
    guest.chooses()
    assert time.monotonic() - begun < 20, "the table does not wait for ten thousand games"
    stopped = forecast_of(guest, what="stop")
    assert not stopped["is_running"] and stopped["played"] < 10_000
    assert ended(guest)["played"] == stopped["played"]


def test_a_new_forecast_takes_the_place_of_the_old_one(visit: Visit) -> None:
    guest = alone(visit)
    forecast_of(guest, what="begin", games=10_000, bots=RANDOM)
    forecast_of(guest, what="begin", games=2, bots=RANDOM)
    assert ended(guest)["games"] == 2


def test_where_people_play_each_other_there_is_no_forecast(visit: Visit) -> None:
    guests = visit.guests(visit.make())
    for name in ("anna", "ben", "", "host"):
        answer = guests[name].ask(ask="forecast", what="begin")
        assert answer.status_code == 403 and "for the referee" in answer.json()["sentence"]


def test_a_referee_may_have_one_and_players_beside_a_referee_may_not(visit: Visit) -> None:
    seats = [
        {"name": "anna", "slots": ["U1"]},
        {"name": "bot", "slots": ["U2"], "by": "random"},
        {"name": "judge", "slots": ["admin"]},
    ]
    guests = visit.guests(visit.make(seats=seats, **TPS))
    assert forecast_of(guests["judge"])["sides"] == ["t", "ct"]
    assert guests["anna"].ask(ask="forecast").status_code == 403


@pytest.mark.parametrize(
    ("ask", "why"),
    [
        ({"bots": {"red": "tests/evil.py:choose"}}, "no bot named"),
        ({"bots": {"green": "random"}}, "green does not play here"),
        ({"games": 1}, "Expected `int` >= 2"),
        ({"aim": {"side": "green"}, "dials": ["x"]}, "no dial"),
    ],
)
def test_what_cannot_be_asked_for_is_refused_and_the_last_forecast_stays(
    visit: Visit, ask: dict[str, Any], why: str
) -> None:
    guest = alone(visit)
    forecast_of(guest, what="begin", games=2, bots=RANDOM)
    answer = guest.ask(ask="forecast", what="begin", **ask)
    assert answer.status_code in (400, 422) and why in answer.json()["sentence"]
    assert ended(guest)["games"] == 2


def tug_match() -> Match:
    """A match in which b hides what decides it."""
    setting = tug.GAME.make_setting("field")
    states = setting.opening.copy()
    states[0].sleeve = 45
    return Match(setting, [Seat("anna", 1), Seat("ben", 2), Seat("judge", referee=True)], secret_of_seed(1), states)


class HereAlone(ForecastPool):
    """Parts are played in this process, as a worker process plays them; what it is given is remembered."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        super().__init__(Compilation(needed=False, wanted=False))
        self.jobs: list[ForecastJob] = []
        monkeypatch.setattr("fireteam.server.workers.main.find_game", lambda name: tug.GAME)

    def part_games(self, game: str) -> int:
        return 16

    async def play(self, job: ForecastJob) -> sim.Tally:
        from msgspec import json

        self.jobs.append(job)
        await asyncio.sleep(0)
        return json.decode(answer_forecast(job).line, type=sim.Tally)


async def on_thread(function: Any, *arguments: Any) -> Any:
    return await asyncio.to_thread(function, *arguments)


def asked(pool: ForecastPool, match: Match, seat: str, ask: AskForecast) -> ForecastRun:
    """A forecast for a seat, played to its end."""

    async def play() -> ForecastRun:
        forecasts = Forecasts(pool, on_thread)
        request = ForecastRequest(seat, 1, match.setting, ask)
        await forecasts.answer("table", match_spec(match), request, match.view(seat))
        run = forecasts._runs["table", seat]
        while run.is_running:
            await asyncio.sleep(0.01)
        await forecasts.close()
        return run

    return asyncio.run(play())


def test_a_player_is_told_nothing_that_is_hidden_and_a_referee_all(monkeypatch: pytest.MonkeyPatch) -> None:
    match, pool = tug_match(), HereAlone(monkeypatch)
    ask = AskForecast("begin", games=100, bots={"a": "random", "b": "random"})
    anna, judge = (asked(pool, match, name, ask).forecast for name in ("anna", "judge"))
    assert anna is not None and judge is not None
    views = {name: match.view(name).tobytes() for name in ("anna", "judge")}
    assert {job.state for job in pool.jobs} == set(views.values()) and views["anna"] != match.state.tobytes()
    assert anna.wins["a"].low > judge.wins["a"].high
    innocent = tug_match()
    innocent.state[0].sleeve = 0
    assert asked(HereAlone(monkeypatch), innocent, "anna", ask).forecast == anna


def test_a_goal_is_sought_in_parts_as_it_is_in_one_process(monkeypatch: pytest.MonkeyPatch) -> None:
    match, pool = tug_match(), HereAlone(monkeypatch)
    bots = {"a": "random", "b": "random"}
    ask = AskForecast("begin", 200, 3, bots, AimedGoal("a", 0.73), ("strength",))
    run = asked(pool, match, "anna", ask)
    dials = tug.dials(match.setting, match.view("anna"))[:1]
    goal = AimedGoal("a", 0.73).goal
    from fireteam.sim.director import reach_goal

    found = reach_goal(match.setting, match.view("anna"), goal, dials, sim.bots_for(match.setting, bots), 200, 3, 1)
    assert list(run.trials) == found and run.trials[0].dials == {"strength": 60}
    assert run.played == run.games == sum(job.games for job in pool.jobs)


def test_only_the_newest_forecasts_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fireteam.server.tables.forecasts.MOST", 2)
    match, pool = tug_match(), HereAlone(monkeypatch)

    async def play() -> list[tuple[str, str]]:
        forecasts = Forecasts(pool, on_thread)
        for table in ("one", "two", "three"):
            ask = AskForecast("begin", 2, bots={"a": "random", "b": "random"})
            await forecasts.answer(
                table, match_spec(match), ForecastRequest("anna", 1, match.setting, ask), match.state
            )
        await forecasts.forget("two")
        left = list(forecasts._runs)
        await forecasts.close()
        return left

    assert asyncio.run(play()) == [("three", "anna")]


def test_of_two_forecasts_begun_at_once_one_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    match = tug_match()

    async def play() -> int:
        pool = HereAlone(monkeypatch)
        forecasts = Forecasts(pool, on_thread)
        ask = AskForecast("begin", 10_000, bots={"a": "random", "b": "random"})
        request = ForecastRequest("anna", 1, match.setting, ask)
        spec = match_spec(match)
        await asyncio.gather(*(forecasts.answer("table", spec, request, match.state) for _ in range(3)))
        names = [task.get_coro().__qualname__ for task in asyncio.all_tasks()]  # type: ignore[union-attr]
        await forecasts.close()
        return names.count("ForecastRun._play")

    assert asyncio.run(play()) == 1


def ttt_job(games: int, **more: Any) -> ForecastJob:
    game = find_game("ttt")
    setting = game.make_setting("besiege_the_bunker", {"force": "preset"})
    match = Match(setting, [Seat("red", 1), Seat("blue", 2)], secret_of_seed(1))
    return forecast_job(match_spec(match), match.state, ("random", "random"), 1, more.get("dials", {}), 0, games)


def test_who_is_cancelled_ends_the_process_that_plays_and_the_next_part_is_played() -> None:
    async def play() -> tuple[int, int]:
        pool = ForecastPool(Compilation(needed=False, wanted=False), processes=1)
        task = asyncio.ensure_future(pool.play(ttt_job(10_000)))
        while not pool._processes[0].number:
            await asyncio.sleep(0.05)
        await asyncio.sleep(0.2)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        ended = pool._processes[0].number
        found = await pool.play(ttt_job(2))
        await pool.close()
        return ended, found.games

    assert asyncio.run(play()) == (0, 2)


@pytest.mark.parametrize(
    ("command", "more", "why"),
    [
        (("/nowhere/at/all",), {}, "what plays the match on broke off"),
        ((sys.executable, "-m", "fireteam.server.workers.main"), {"dials": {"rain": 3}}, "foreseen .BadQuestion"),
    ],
)
def test_a_part_that_fails_says_so(command: tuple[str, ...], more: dict[str, Any], why: str) -> None:
    async def play() -> None:
        pool = ForecastPool(Compilation(needed=False, wanted=False), command, 1)
        try:
            await pool.play(ttt_job(2, **more))
        finally:
            await pool.close()

    with pytest.raises(ApiError, match=why):
        asyncio.run(play())


def test_a_forecast_that_breaks_off_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken(HereAlone):
        async def play(self, job: ForecastJob) -> sim.Tally:
            raise ApiError("E_LATE", "That could not be foreseen: it rains.", 503)

    ask = AskForecast("begin", 4, bots={"a": "random", "b": "random"})
    assert asked(Broken(monkeypatch), tug_match(), "anna", ask).failed == "That could not be foreseen: it rains."


def test_parts_grow_with_the_pace_of_a_game() -> None:
    pool = ForecastPool(Compilation(needed=False, wanted=False))
    assert pool.part_games("ttt") == 2
    pool._paces["ttt"] = 1e9
    assert pool.part_games("ttt") == 256 and len(pool._processes) == PROCESSES


def test_a_storyteller_is_told_how_a_fight_may_end_before_it_begins(visit: Visit) -> None:
    """The forecast begins the fight and goes on turn after turn by itself; dials make it even."""
    seats = [{"name": "anna", "slots": ["anna"]}, {"name": "tale", "slots": ["storyteller"]}]
    fight = {"game": "fs3", "scenario": "sparring", "options": {"desk": "storyteller"}}
    guests = visit.guests(visit.make(seats=seats, **fight))
    teller = guests["tale"]
    known = forecast_of(teller)
    assert known["sides"] == ["team1", "team2"] and "down" in known["headings"] and known["turns"]
    assert "team2_modifier" in {dial["name"] for dial in known["dials"]}
    forecast_of(teller, what="begin", games=3)
    done = ended(teller)
    assert done["failed"] == "" and done["forecast"]["games"] == 3 and done["forecast"]["unfinished"] == 0
    aim = {"side": "team1", "chance": 0.5}
    forecast_of(teller, what="begin", games=2, aim=aim, dials=["team2_modifier"])
    found = ended(teller)
    assert found["failed"] == "" and found["played"] == found["games"] == 9 * 2 and len(found["trials"]) == 3
    assert guests["anna"].ask(ask="forecast").status_code == 403
