"""Bots of a server: they think in processes of their own, and no bot, however bad, holds up a match."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from fireteam.bots import BOTS
from fireteam.core.errors import UnknownName
from fireteam.core.protocol.choices import decode
from fireteam.core.slot_choices import default_choice_of
from fireteam.match.match import Match
from fireteam.server.workers.bots import BotChoice, BotPool, match_spec, require_bot
from fireteam.server.workers.main import Job, encode_frame
from tests.match.bidding_match import bidding_match
from tests.match.test_files import BLUE, DUEL, RED, TTT
from tests.match.test_files import secret_of_seed as secret
from tests.processes import ROOT
from tests.server.simulation import until

FAULTY_WORKER = Path(__file__).with_name("faulty_worker.py")


@pytest.fixture(autouse=True)
def path_of_processes(monkeypatch):
    monkeypatch.setenv("PYTHONPATH", f"{ROOT / 'src'}{os.pathsep}{ROOT}")


def duel(seed: int = 1) -> Match:
    setting, states = TTT.read_position(DUEL)
    return Match(setting, (RED, BLUE), secret(seed), states)


def with_faulty_worker(*words: str, **limits: float) -> BotPool:
    """Bots of one process, in which a bad bot has the place of `greedy`."""
    return BotPool(1, command=(sys.executable, str(FAULTY_WORKER), *words), **limits)


def asked(bots: BotPool, match: Match, bot: str, begins: str = "", slot: int | None = None) -> BotChoice:
    """What a bot chooses for who is to act; then all bots go home."""

    async def ask() -> BotChoice:
        try:
            what = match_spec(match, begins=begins)
            return await bots.choose("friday", match, match.slots_to_act()[0] if slot is None else slot, bot, what)
        finally:
            await bots.close()

    return asyncio.run(ask())


@pytest.mark.parametrize("bot", ["random", "greedy", "absent"])
def test_a_bot_chooses_what_it_would_choose_at_a_table_of_its_own(bot):
    match, bots = duel(), BotPool(1)
    slot = match.slots_to_act()[0]
    view = match.view(match.seat_of(slot).name)
    here = BOTS[bot].choose(match.setting, view, slot, match.key_for_bot(slot))
    there = asked(bots, match, bot, DUEL)
    assert there == (decode(here[0], TTT.verbs, TTT.names(match.setting, view)), bot, "")


@pytest.mark.parametrize(
    ("kind", "why"),
    [
        ("crashes", "bot greedy broke off"),
        ("leaves", "bot greedy failed (BotFailure)"),
        ("tells", "bot greedy failed (BotFailure)"),
        ("answers nothing", "bot greedy failed (BotFailure)"),
        ("cheats", "bot greedy failed (BotFailure)"),
        ("writes on the pipe", "bot greedy broke off"),
    ],
)
def test_a_bot_that_fails_is_replaced_by_a_simpler_one_and_the_table_is_told(kind, why):
    match = duel()
    choice, bot, said = asked(with_faulty_worker(kind), match, "greedy", DUEL)
    assert (bot, said) == ("random", why)
    match.act(match.seat_of(match.slots_to_act()[0]).name, choice)


@pytest.mark.parametrize("kind", [pytest.param("hangs", marks=pytest.mark.heavy), "sleeps"])
def test_a_bot_that_does_not_come_to_an_end_is_ended(kind):
    match = duel()
    bots = with_faulty_worker(kind, first=4.0)
    chosen = asked(bots, match, "greedy", DUEL)
    assert chosen.bot != "greedy" and chosen.why == "bot greedy took longer than 4 seconds"


def test_when_no_bot_answers_the_slot_does_what_the_game_states():
    match = duel()
    slot = match.slots_to_act()[0]
    chosen = asked(with_faulty_worker("all are slow", first=0.5), match, "greedy", DUEL)
    assert chosen == (
        default_choice_of(match.setting, match.state, slot),
        "absent",
        "bot greedy took longer than 0.5 seconds",
    )


def test_a_process_that_cannot_be_begun_holds_nobody_up():
    chosen = asked(BotPool(1, command=("/nowhere/at/all",)), duel(), "random", DUEL)
    assert chosen[1:] == ("absent", "bot random broke off")


def test_what_a_bot_prints_comes_not_between_its_answers():
    assert asked(with_faulty_worker("talks"), duel(), "greedy", DUEL)[1:] == ("greedy", "")


def test_after_a_bot_broke_down_the_next_choice_is_made_by_a_new_process():
    async def play() -> list[str]:
        bots, match = with_faulty_worker("crashes"), duel()
        what = match_spec(match, begins=DUEL)
        names = ("random", "greedy", "random", "greedy")
        try:
            return [(await bots.choose("friday", match, 0, bot, what)).why for bot in names]
        finally:
            await bots.close()

    assert asyncio.run(play()) == ["", "bot greedy broke off"] * 2


def test_neither_ctrl_c_nor_a_kill_from_without_costs_anybody_a_bot():
    async def play() -> list[BotChoice]:
        bots, match = BotPool(1), duel()
        what = match_spec(match, begins=DUEL)
        try:
            await bots.choose("friday", match, 0, "random", what)
            process = bots.processes[0]
            os.kill(process, signal.SIGINT)  # a terminal sends it to all that run there; it is for the server
            first = await bots.choose("friday", match, 0, "random", what)
            os.kill(process, signal.SIGKILL)
            await until(lambda: process not in bots.processes)
            return [first, await bots.choose("friday", match, 0, "random", what)]
        finally:
            await bots.close()

    assert [chosen[1:] for chosen in asyncio.run(play())] == [("random", "")] * 2


def test_the_first_choice_after_a_restart_has_the_time_of_a_first_choice():
    async def play() -> list[BotChoice]:
        bots, match = BotPool(1, each=0.01), duel()
        what = match_spec(match, begins=DUEL)
        try:
            first = await bots.choose("friday", match, 0, "random", what)
            process = bots.processes[0]
            os.kill(process, signal.SIGKILL)
            await until(lambda: process not in bots.processes)
            return [first, await bots.choose("friday", match, 0, "random", what)]
        finally:
            await bots.close()

    assert [chosen[1:] for chosen in asyncio.run(play())] == [("random", "")] * 2


def test_a_bot_is_given_what_its_seat_may_know_and_not_a_byte_more(tmp_path):
    match, seen = bidding_match("pair"), tmp_path / "seen"
    match.act("U2", "bid 3")
    asked(with_faulty_worker("looks", str(seen)), match, "greedy")
    assert seen.read_bytes() == match.redact(match.state, match.seats["U1"].slots).tobytes() != match.state.tobytes()


def test_no_process_of_bots_is_told_where_the_matches_are_kept(tmp_path, monkeypatch):
    monkeypatch.setenv("FIRETEAM_DATABASE_URL", "postgresql://me:my-password@there/matches")
    said = tmp_path / "said"
    asked(with_faulty_worker("tells its environment", str(said)), duel(), "greedy", DUEL)
    assert "my-password" not in said.read_text() and "PYTHONPATH" in said.read_text()


@pytest.mark.parametrize("waiting", [["busy"] * 6 + ["quiet"], ["quiet"] + ["busy"] * 6], ids=["last", "first"])
def test_tables_take_turns(waiting):
    async def play() -> list[str]:
        bots, match, order = BotPool(1), duel(), []
        what = match_spec(match, begins=DUEL)

        async def choose(table: str) -> None:
            await bots.choose(table, match, 0, "random", what)
            order.append(table)

        try:
            await asyncio.gather(*map(choose, waiting))
            return order
        finally:
            await bots.close()

    order = asyncio.run(play())
    assert order.index("quiet") <= 1 and len(order) == 7


def test_a_table_that_is_gone_takes_nobodys_turn_and_closing_leaves_nobody_waiting():
    async def play() -> list[bool]:
        bots, match = with_faulty_worker("sleeps"), duel()
        what = match_spec(match, begins=DUEL)
        waiting = [asyncio.create_task(bots.choose(f"{n}", match, 0, "greedy", what)) for n in range(3)]
        await until(lambda: bool(bots.processes))
        waiting[1].cancel()
        processes = bots.processes
        await bots.close()
        await asyncio.wait(waiting, timeout=5)
        assert len(processes) == 1 and not bots.processes
        with pytest.raises(ProcessLookupError):
            os.kill(processes[0], 0)
        return [task.cancelled() for task in waiting]

    assert asyncio.run(play()) == [True] * 3


def test_a_process_whose_server_is_gone_ends_itself_though_its_bot_thinks_on():
    match = duel()
    job = Job(match_spec(match, begins=DUEL), "greedy", 0, 1, match.state.tobytes(), 0.2)
    pipe = subprocess.PIPE
    with subprocess.Popen([sys.executable, str(FAULTY_WORKER), "hangs"], stdin=pipe, stdout=pipe) as process:
        process.stdin.write(encode_frame(job))
        process.stdin.flush()
        assert process.wait(timeout=30) == -signal.SIGALRM


def test_content_that_is_not_that_of_the_match_is_not_played_by():
    match = duel()
    other = TTT.make_setting("besiege_the_bunker")
    what = match_spec(Match(other, (RED, BLUE), secret(1)), begins=DUEL)

    async def play() -> BotChoice:
        bots = BotPool(1)
        try:
            return await bots.choose("friday", match, 0, "greedy", what)
        finally:
            await bots.close()

    assert asyncio.run(play())[1:] == ("absent", "bot greedy failed (FireteamError)")


@pytest.mark.parametrize("name", ["person", "", "bot.py:choose", "/tmp/bot.py:choose", "GREEDY"])
def test_only_built_in_bots_sit_at_a_server(name):
    with pytest.raises(UnknownName, match="no bot named"):
        require_bot(name)
    assert require_bot("greedy") == "greedy"
