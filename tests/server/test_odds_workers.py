"""Odds are weighed in processes of their own: plain at once, compiled as soon as the rules are."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import pytest
from msgspec.structs import replace

from fireteam.bots import BOTS
from fireteam.compilation import program
from fireteam.core.engine import code_cache
from fireteam.core.protocol.choices import notation
from fireteam.core.slot_choices import menu
from fireteam.match.decision import decision_of
from fireteam.match.match import Match
from fireteam.registry import find_game, games
from fireteam.server.errors import ApiError
from fireteam.server.workers.bots import match_spec
from fireteam.server.workers.compilation import Compilation
from fireteam.server.workers.main import OddsJob
from fireteam.server.workers.odds import OddsPool, OddsRequest
from fireteam.server.workers.process import WORKER, WorkerProcess
from tests.match.test_files import BLUE, DUEL, RED, TTT, secret_of_seed
from tests.server.simulation import until
from tests.server.test_bots import duel, path_of_processes  # noqa: F401 - every process needs its path


class Promised(Compilation):
    """Rules that are compiled as soon as somebody says so."""

    compiled = False

    def is_compiled(self, game: str) -> bool:
        return self.compiled


def weighed(match, *questions: OddsRequest) -> list[object]:
    """What the processes say to some questions, one after another."""

    async def ask() -> list[object]:
        odds = OddsPool(Compilation(needed=False, wanted=False))
        view = match.view(match.seat_of(match.slots_to_act()[0]).name)
        try:
            return [await odds.answer(match_spec(match), question, view) for question in questions]
        finally:
            await odds.close()

    return asyncio.run(ask())


def test_what_is_weighed_elsewhere_is_what_the_rules_say_here():
    match = begun(TTT)
    slot = match.slots_to_act()[0]
    view = match.view(match.seat_of(slot).name)
    value = menu(match.setting, view, slot)[0]
    decision, offer, threats = weighed(
        match, OddsRequest("decision", slot), OddsRequest("offer", slot, notation(value)), OddsRequest("threats", slot)
    )
    assert decision == decision_of(match.setting, view, slot, odds=True)
    assert offer == TTT.explain_option(match.setting, view, slot, value)
    assert threats == TTT.threats(match.setting, view, slot, "")


def begun(game):
    """A match of the game's first mission, as it opens."""
    return Match(game.make_setting("capture_the_crossing", {"force": "preset"}), (RED, BLUE), secret_of_seed(1))


def test_what_cannot_be_weighed_is_told_and_the_next_question_is_answered():
    match = duel()
    slot = match.slots_to_act()[0]

    async def ask() -> object:
        odds = OddsPool(Compilation(needed=False, wanted=False))
        view = match.view(match.seat_of(slot).name)
        try:
            with pytest.raises(ApiError, match="could not be weighed"):
                await odds.answer(replace(match_spec(match), content="other"), OddsRequest("decision", slot), view)
            return await odds.answer(match_spec(match, begins=DUEL), OddsRequest("decision", slot), view)
        finally:
            await odds.close()

    assert asyncio.run(ask()).slot == slot


def test_where_no_process_can_be_begun_whoever_asks_is_told_what_could_not_be_weighed():
    match = duel()
    slot = match.slots_to_act()[0]

    async def ask() -> None:
        odds = OddsPool(Compilation(needed=False, wanted=False), ("/nowhere/at/all",))
        for what in ("decision", "threats"):
            with pytest.raises(
                ApiError, match=f"^That could not be weighed: what weighs the {what} broke off.$"
            ) as told:
                await odds.answer(
                    match_spec(match, begins=DUEL), OddsRequest(what, slot), match.view(match.seat_of(slot).name)
                )
            assert (told.value.code, told.value.status) == ("E_LATE", 503)
        await odds.close()

    asyncio.run(ask())


@pytest.mark.heavy
@pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="shows no process's environment")
def test_a_process_is_plain_until_the_rules_are_compiled_and_then_begun_anew_compiled():
    rules, match = Promised(needed=False), duel()

    async def environments() -> list[tuple[int, str]]:
        process, found = WorkerProcess(WORKER, rules), []
        look = job_of(match, DUEL)
        for rules.compiled in (False, False, True):
            await process.choose(look, 60)
            found.append((process.number, jit_of(process.number)))
        await process.end()
        return found

    first, second, third = asyncio.run(environments())
    assert first == second and first[1] == "0"
    assert third[0] != first[0] and third[1] == "1"


def job_of(match, begins):
    """A question that needs few rules."""
    slot = match.slots_to_act()[0]
    return OddsJob(match_spec(match, begins=begins), "none", slot, "", match.state.tobytes(), 60)


def jit_of(process: int) -> str:
    """How a process was told to run the rules."""
    words = Path(f"/proc/{process}/environ").read_bytes().split(b"\0")
    return next(word.partition(b"=")[2].decode() for word in words if word.startswith(b"FIRETEAM_JIT="))


@pytest.fixture
def nothing_compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of compiled code is empty."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    code_cache.code_folder.cache_clear()
    yield tmp_path
    monkeypatch.undo()
    code_cache.code_folder.cache_clear()


def test_a_table_waits_for_the_compiler_only_where_its_own_process_is_compiled(nothing_compiled, tmp_path):
    begun = tmp_path / "begun"
    slow = (sys.executable, "-c", f"import time; open({str(begun)!r}, 'w').close(); time.sleep(600)")

    async def waits(needed: bool) -> bool:
        begun.unlink(missing_ok=True)
        compilation = Compilation(slow, needed=needed, wanted=True)
        table = asyncio.ensure_future(compilation.ensure_ready("ttt"))
        try:
            await until(begun.exists)
            assert compilation.is_pending("ttt") and not compilation.is_compiled("ttt")
            return not table.done()
        finally:
            table.cancel()
            await compilation.close()

    assert asyncio.run(waits(True)) and not asyncio.run(waits(False))


def test_where_nothing_is_to_be_compiled_nobody_is_given_time_for_it(nothing_compiled):
    assert Compilation(needed=False, wanted=True).is_pending("ttt")
    assert not Compilation(needed=False, wanted=False).is_pending("ttt")


@pytest.mark.parametrize("game", games())
def test_what_is_compiled_before_it_is_wanted_is_all_that_a_table_asks_of_the_rules(game, monkeypatch):
    """Where that breaks off nobody hears of it: a server would never be a compiled one."""
    asked: set[str] = set()
    for name, bot in BOTS.items():
        monkeypatch.setitem(BOTS, name, bot._replace(function=heard(bot.function, f"bot {name}", asked)))
    known = find_game(game)
    used = {name: getattr(known, name) for name in ("scene", "decision", "explain_option", "threats")}
    there = {name: function for name, function in used.items() if function is not None}
    with_ears = known._replace(**{name: heard(function, name, asked) for name, function in there.items()})
    monkeypatch.setattr(program, "find_game", lambda name: with_ears)
    monkeypatch.setattr(program, "CHOICES", 1)
    monkeypatch.setattr(program, "WEIGHED", 1)
    program.compile_game(game)
    assert asked == {*there, *(f"bot {name}" for name in BOTS)}


def heard(function, name: str, asked: set[str]):
    """The same function; who calls it is heard."""

    def hears(*words, **more):
        asked.add(name)
        return function(*words, **more)

    return hears


MARKS = (
    sys.executable,
    "-c",
    "import sys; from fireteam.core.engine.code_cache import mark_compiled; mark_compiled(sys.argv[1])",
)


def exchanges_after(command) -> list[str]:
    """What a server process does once its games have been compiled, or that has failed."""
    done: list[str] = []

    async def want_one() -> None:
        compilation = Compilation(command, needed=False, wanted=True, exchange=lambda: done.append("exchanged"))
        await compilation.ensure_ready("ttt")
        assert compilation._swap is not None
        await asyncio.wait_for(compilation._swap, 120)
        await compilation.close()

    asyncio.run(want_one())
    return done


def test_once_every_game_is_compiled_the_servers_own_rules_are_exchanged(nothing_compiled):
    assert exchanges_after(MARKS) == ["exchanged"]
    assert exchanges_after(("no such program",)) == ["exchanged"]  # nothing is left to compile: at once


def test_where_a_game_cannot_be_compiled_they_stay_plain(nothing_compiled):
    assert exchanges_after((sys.executable, "-c", "raise SystemExit(1)")) == []


def test_whoever_wants_one_game_has_every_game_compiled_and_it_is_known_the_next_time(nothing_compiled):
    async def compiles() -> None:
        compilation = Compilation(MARKS, needed=False, wanted=True)
        await compilation.ensure_ready("ttt")
        await until(lambda: not any(map(compilation.is_pending, games())))
        await compilation.close()

    async def is_ready_at_once() -> bool:
        compilation = Compilation(("no such program",), needed=True, wanted=True)
        await asyncio.gather(*map(compilation.ensure_ready, games()))
        return all(map(compilation.is_ready, games()))

    asyncio.run(compiles())
    assert asyncio.run(is_ready_at_once())
