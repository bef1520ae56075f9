"""Runs of many games: the same seed, the same report; shares with their intervals."""

from __future__ import annotations

import os
import subprocess
import sys

import msgspec
import pytest

from fireteam import bots
from fireteam.core.engine.compiled import JIT
from fireteam.core.engine.dispatch import BOUND
from fireteam.core.engine.record import Array, layout
from fireteam.core.errors import BotFailure
from fireteam.core.game import Setting
from fireteam.games.ttt.state import IN_PLAY
from fireteam.registry import find_game
from fireteam.sim.run import CHUNKS_AHEAD, _compiled_chunk, run, share
from tests.heavy.settings import factor

TTT = find_game("ttt")


@pytest.fixture(autouse=True)
def small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fireteam.sim.run.CHUNK_SIZE", 3)


def report(jobs: int = 1, seed: int = 5, games: int = 8, **options: str) -> bytes:
    setting = TTT.make_setting("run_the_gauntlet", {"force": "preset", **options})
    return msgspec.json.encode(run(setting, [bots.find_bot("random")] * 2, games, seed, jobs))


def test_the_same_seed_gives_the_same_report_on_any_number_of_threads() -> None:
    assert report(jobs=1) == report(jobs=2)
    assert report(seed=5) != report(seed=6)


def test_every_game_is_counted_once() -> None:
    found = msgspec.json.decode(report())
    wins = sum(part["count"] for part in found["wins"].values())
    assert wins + found["draws"]["count"] + found["unfinished"] == found["games"] == 8
    assert sum(part["count"] for part in found["ends"].values()) == 8
    assert found["unfinished"] == 0


@pytest.mark.parametrize(
    ("count", "of", "low", "high"), [(50, 100, 0.4038, 0.5962), (0, 20, 0.0, 0.1611), (20, 20, 0.8389, 1.0)]
)
def test_intervals_are_wilsons(count: int, of: int, low: float, high: float) -> None:
    found = share(count, of)
    assert found.share == count / of
    assert found.low == pytest.approx(low, abs=1e-4)
    assert found.high == pytest.approx(high, abs=1e-4)


def test_no_games_tell_nothing() -> None:
    assert share(0, 0).low == 0.0
    assert share(0, 0).high == 1.0


@pytest.mark.skipif(JIT, reason="compiled rules cannot be exchanged")
@pytest.mark.parametrize("name", ["random", "greedy", "plain"])
def test_a_bot_chooses_by_what_its_seat_sees(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Compiled or not, the State is redacted for the slot before its bot is asked."""
    asked: list[int] = []
    seen = ("redact", layout(TTT.state))
    monkeypatch.setitem(BOUND, seen, lambda state, tables, slots: asked.append(int(slots)))
    monkeypatch.setattr("fireteam.sim.run.MAX_CHOICES", 4)
    plain = bots.Bot("plain", bots.find_bot("random").function)
    bot = plain if name == "plain" else bots.find_bot(name)
    run(TTT.make_setting("besiege_the_bunker", {"force": "preset", "seats": "fixed"}), [bot] * 2, 1, 1, 1)
    assert asked == [1, 2, 1, 2], "placement alternates, and so do the masks"


@pytest.mark.skipif(JIT, reason="compiled bots keep their numbers")
def test_what_greedy_reckons_of_others_is_not_what_they_choose(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fireteam.sim.run.MAX_CHOICES", 2)
    monkeypatch.setattr("fireteam.bots.greedy.MAX_OPTIONS", 3)
    setting = TTT.make_setting("capture_the_crossing", {"seats": "fixed"})

    def picked(blue: str) -> list[int]:
        states, *_ = _compiled_chunk(setting, [bots.find_bot("random"), bots.find_bot(blue)], 1, 0, 1)
        return [int(unit.piece) for unit in states[0].units[:6]]

    assert picked("greedy") == picked("random") != setting.tables[0].sides[0].preset[:6].tolist()


def test_a_bot_that_fails_stops_the_run() -> None:
    asked: list[int] = []

    def fails(*arguments: object) -> None:
        asked.append(1)
        raise ValueError("no idea")

    bot = bots.Bot("fails", fails)  # type: ignore[arg-type]
    with pytest.raises(BotFailure, match="no idea"):
        run(TTT.make_setting("besiege_the_bunker", {"force": "preset"}), [bot, bot], 300, 1, 1)
    assert 1 <= len(asked) <= CHUNKS_AHEAD, "of a hundred parts"


def test_a_game_of_a_slow_bot_that_has_no_end_leaves_the_others_theirs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fireteam.sim.run.MAX_CHOICES", 12)
    begun: list[bool] = []

    def counts(setting: Setting, states: Array, slot: int, key: int) -> Array:
        begun.append(all(unit.status != IN_PLAY for unit in states[0].units))
        return bots.find_bot("random").function(setting, states, slot, key)

    bot = bots.Bot("counts", counts)
    found = run(TTT.make_setting("besiege_the_bunker", {"force": "preset"}), [bot, bot], 3, 1, 1)
    assert (found.choices, found.unfinished, sum(begun)) == (36, 3, 3)


def test_a_bot_of_plain_python_plays_along() -> None:
    def first(setting, states, slot, key):  # type: ignore[no-untyped-def]
        from fireteam.core.engine.dispatch import menu_choice
        from fireteam.core.protocol.choices import new_choices

        choice = new_choices(1)
        menu_choice(states[0], setting.tables[0], slot, 0, choice[0])
        return choice

    setting = TTT.make_setting("besiege_the_bunker", {"force": "preset"})
    found = run(setting, [bots.Bot("first", first), bots.find_bot("random")], 2, 1, 1)
    assert found.games == 2
    assert found.unfinished == 0
    assert found.bots == {"red": "first", "blue": "random"}


@pytest.mark.heavy
@pytest.mark.parametrize(
    "game",
    [
        "ttt --option force=preset --red greedy --blue random",
        "gunplay --mission crossroads --option config=full --a greedy --b random",
    ][: 2 if factor() > 1 else 1],
    ids=lambda game: game.split()[0],
)
def test_compiled_rules_play_the_games_that_plain_ones_do(game: str) -> None:
    """In processes of their own: what is compiled is decided when a process begins."""
    words = ["sim", *game.split(), "-n", "2", "--seed", "3"]
    reports = [
        subprocess.run(
            [sys.executable, "-c", "from fireteam.cli import main; main()", *words],
            env={**os.environ, "FIRETEAM_JIT": jit},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for jit in ("0", "1")
    ]
    assert reports[0] == reports[1] and "2 games" in reports[0]
