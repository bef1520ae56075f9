"""Odds are weighed in processes of their own: plain at once, compiled as soon as the rules are."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import pytest
from msgspec.structs import replace

from fireteam.core import code_cache
from fireteam.core.choices import notation
from fireteam.core.game import menu
from fireteam.core.rooms import games
from fireteam.match.deciding import decision_of
from fireteam.match.match import Match
from fireteam.server.bots import played
from fireteam.server.looking import Looking, Weigh
from fireteam.server.readying import Readying
from fireteam.server.thinking import WORKER, Thinker
from fireteam.server.turning import Turned
from fireteam.server.worker import Look
from tests.match.test_files import BLUE, DUEL, RED, TTT, seeded
from tests.server.houses import until
from tests.server.test_bots import duel, path_of_processes  # noqa: F401 - every process needs its path


class Promised(Readying):
    """Rules that are compiled as soon as somebody says so."""

    compiled = False

    def is_compiled(self, game: str) -> bool:
        return self.compiled


def weighed(match, *questions: Weigh) -> list[object]:
    """What the processes say to some questions, one after another."""

    async def ask() -> list[object]:
        looking = Looking(Readying(needed=False, wanted=False))
        view = match.view(match.seat_of(match.owing()[0]).name)
        try:
            return [await looking.weigh(played(match), question, view) for question in questions]
        finally:
            await looking.close()

    return asyncio.run(ask())


def test_what_is_weighed_elsewhere_is_what_the_rules_say_here():
    match = begun(TTT)
    slot = match.owing()[0]
    view = match.view(match.seat_of(slot).name)
    value = menu(match.setting, view, slot)[0]
    decision, offer, threats = weighed(
        match, Weigh("decision", slot), Weigh("offer", slot, notation(value)), Weigh("threats", slot)
    )
    assert decision == decision_of(match.setting, view, slot, odds=True)
    assert offer == TTT.offer(match.setting, view, slot, value)
    assert threats == TTT.threats(match.setting, view, slot, "")


def begun(game):
    """A match of the game's first mission, as it opens."""
    return Match(game.setting("capture_the_crossing", {"force": "preset"}), (RED, BLUE), seeded(1))


def test_what_cannot_be_weighed_is_told_and_the_next_question_is_answered():
    match = duel()
    slot = match.owing()[0]

    async def ask() -> object:
        looking = Looking(Readying(needed=False, wanted=False))
        view = match.view(match.seat_of(slot).name)
        try:
            with pytest.raises(Turned, match="could not be weighed"):
                await looking.weigh(replace(played(match), content="other"), Weigh("decision", slot), view)
            return await looking.weigh(played(match, begins=DUEL), Weigh("decision", slot), view)
        finally:
            await looking.close()

    assert asyncio.run(ask()).slot == slot


@pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="shows no process's environment")
def test_a_process_is_plain_until_the_rules_are_compiled_and_then_begun_anew_compiled():
    rules, match = Promised(needed=False), duel()

    async def environments() -> list[tuple[int, str]]:
        thinker, found = Thinker(WORKER, rules), []
        look = job_of(match, DUEL)
        for rules.compiled in (False, False, True):
            await thinker.choose(look, 60)
            found.append((thinker.number, jit_of(thinker.number)))
        await thinker.end()
        return found

    first, second, third = asyncio.run(environments())
    assert first == second and first[1] == "0"
    assert third[0] != first[0] and third[1] == "1"


def job_of(match, begins):
    """A question that needs few rules."""
    slot = match.owing()[0]
    return Look(played(match, begins=begins), "none", slot, "", match.state.tobytes(), 60)


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
        readying = Readying(slow, needed=needed, wanted=True)
        table = asyncio.ensure_future(readying.ready("ttt"))
        try:
            await until(begun.exists)
            assert readying.is_pending("ttt") and not readying.is_compiled("ttt")
            return not table.done()
        finally:
            table.cancel()
            await readying.close()

    assert asyncio.run(waits(True)) and not asyncio.run(waits(False))


MARKS = (
    sys.executable,
    "-c",
    "import sys; from fireteam.core.code_cache import is_now_compiled; is_now_compiled(sys.argv[1])",
)


def test_whoever_wants_one_game_has_every_game_compiled_and_it_is_known_the_next_time(nothing_compiled):
    async def compiles() -> None:
        readying = Readying(MARKS, needed=False, wanted=True)
        await readying.ready("ttt")
        await until(lambda: not any(map(readying.is_pending, games())))
        await readying.close()

    async def is_ready_at_once() -> bool:
        readying = Readying(("no such program",), needed=True, wanted=True)
        await asyncio.gather(*map(readying.ready, games()))
        return all(map(readying.is_ready, games()))

    asyncio.run(compiles())
    assert asyncio.run(is_ready_at_once())
