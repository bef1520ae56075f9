"""The example is a whole game: what every game keeps, its clauses, and the counts that other programs find."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from breakthrough.game import GAME
from breakthrough.rules import SIZE, State

from fireteam.cli import run
from fireteam.core.dice import live
from fireteam.core.engine.dispatch import is_over, menu_choice, menu_size, to_act
from fireteam.core.engine.record import Array, blank
from fireteam.core.protocol.choices import new_choices
from fireteam.core.protocol.events import new_log
from fireteam.core.run import apply
from fireteam.core.space.squares import square_at
from fireteam.match.dice import secret_of_seed
from fireteam.match.match import Match
from fireteam.match.record import Seat
from fireteam.registry import find_game, game_entry_points, games
from fireteam.sim.perft import perft
from tests import conformance
from tests.conformance import Walk

EXAMPLE = Path(__file__).parents[2] / "examples" / "breakthrough"
SETTING = GAME.make_setting("8x8")
KNOWN = [22, 484, 11_132, 256_036]  # of breakthrough on 8 by 8 squares, counted by others


@cache
def walk() -> Walk:
    return conformance.walk(SETTING, 1)


@pytest.mark.parametrize("check", conformance.CHECKS, ids=lambda check: check.__name__.removeprefix("check_"))
def test_it_keeps(check: Callable[[Walk], None]) -> None:
    check(walk())


def test_it_goes_on_in_as_many_ways_as_others_count() -> None:
    assert [perft(SETTING, SETTING.opening, depth) for depth in (1, 2)] == KNOWN[:2]
    ways, positions = [], {SETTING.opening.tobytes(): (SETTING.opening, 1)}
    for _ in KNOWN:
        ways.append(sum(int(menu_size(s[0], SETTING.tables[0], slot_of(s))) * n for s, n in positions.values()))
        if len(ways) < len(KNOWN):
            positions = one_deeper(positions)
    assert ways == KNOWN


Positions = dict[bytes, tuple[Array, int]]
"""Positions by their bytes, each with the number of ways that lead to it."""


def one_deeper(positions: Positions) -> Positions:
    after: Positions = {}
    choices, log = new_choices(), new_log()
    for states, ways in positions.values():
        slot = slot_of(states)
        for k in range(menu_size(states[0], SETTING.tables[0], slot)):
            end = states.copy()
            menu_choice(states[0], SETTING.tables[0], slot, k, choices[slot])
            log[0].count = 0
            apply(end[0], SETTING.tables[0], choices, live(1)[0], log[0])
            assert not is_over(end[0])
            after[end.tobytes()] = (end, after.get(end.tobytes(), (end, 0))[1] + ways)
    return after


def slot_of(states: Array) -> int:
    return int(to_act(states[0])) - 1


# The clauses


def position(red: str, blue: str, side: int = 0) -> Array:
    """A position: the squares of either side's men, and whose turn it is."""
    states = blank(State)
    states[0].side = side
    for k, squares in enumerate((red, blue)):
        states[0].men[k] = sum(1 << SIZE * y + x for x, y in map(square_at, squares.split()))
    return states


def match_at(red: str, blue: str, side: int = 0) -> Match:
    return Match(SETTING, [Seat("red", 1), Seat("blue", 2)], secret_of_seed(1), position(red, blue, side))


def refused(match: Match, name: str, line: str) -> str:
    found = match.refusal_of(name, line)
    return f"{found.sentence} ({found.code}, {found.clause})" if found else ""


def test_the_board_is_set_up_as_the_rulebook_says() -> None:
    """BT-1.1 to BT-1.3."""
    found = GAME.scene(SETTING, SETTING.opening)
    assert (found.width, found.height, len(found.tokens)) == (8, 8, 32)
    assert {token.unit for token in found.tokens if token.slot == 0} == {f"{c}{r}" for c in "abcdefgh" for r in "12"}
    assert {token.unit for token in found.tokens if token.slot == 1} == {f"{c}{r}" for c in "abcdefgh" for r in "78"}


def test_red_begins_and_the_sides_take_turns() -> None:
    """BT-2.1."""
    match = match_at("a2 b2", "h7 g7")
    assert match.slots_to_act() == [0] and "E_NOT_NOW, BT-2.1" in refused(match, "blue", "step h7 h6")
    match.act("red", "step a2 a3")
    assert match.slots_to_act() == [1]


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("step d4 c5", ""),  # diagonally, where nobody stands
        ("step d4 e5", ""),  # diagonally, where an enemy stands
        ("step d4 d5", "no step leads from d4 to d5 (E_NO_STEP, BT-2.2)"),  # an enemy stands there
        ("step d4 d3", "no step leads from d4 to d3 (E_NO_STEP, BT-2.2)"),
        ("step d4 f5", "no step leads from d4 to f5 (E_NO_STEP, BT-2.2)"),
        ("step c3 d4", "no step leads from c3 to d4 (E_NO_STEP, BT-2.2)"),  # an own man stands there
        ("step e5 e6", "no own man stands on e5 (E_NO_MAN, BT-2.5)"),
        ("hop d4 d5", "no action: "),
    ],
)
def test_a_man_steps_forward_as_the_rulebook_says(line: str, says: str) -> None:
    """BT-2.2 to BT-2.5."""
    sentence = refused(match_at("d4 c3", "d5 e5"), "red", line)
    assert sentence.startswith(says) and bool(sentence) == bool(says)


def test_whoever_is_met_is_taken() -> None:
    """BT-2.4."""
    match = match_at("d4", "e5 h7")
    record = match.act("red", "step d4 e5")
    assert record and record.events[0].event.took and match.state[0].men[1] == 1 << SIZE * 6 + 7


@pytest.mark.parametrize(
    ("red", "blue", "name", "line", "clause"),
    [
        ("d7", "h5", "red", "step d7 d8", "BT-3.1"),
        ("h5", "d2", "blue", "step d2 c1", "BT-3.1"),
        ("d4", "e5", "red", "step d4 e5", "BT-3.2"),
        ("d4", "e5", "red", "resign", "BT-3.3"),
    ],
)
def test_a_match_ends_as_the_rulebook_says(red: str, blue: str, name: str, line: str, clause: str) -> None:
    """BT-3.1 to BT-3.3."""
    match = match_at(red, blue, side=("red", "blue").index(name))
    match.act(name, line)
    winner = "blue" if line == "resign" else name
    assert match.is_over and (match.result.sentence, match.result.clause) == (f"{winner} wins", clause)


def test_whose_time_is_up_makes_the_first_step_of_the_menu() -> None:
    """BT-3.4."""
    match = match_at("d4", "h7")
    match.time_out([0])
    assert match.records[-1].choices == ((0, "step d4 c5"),)


# Installed


def test_every_face_plays_it_once_it_is_installed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    info = tmp_path / "fireteam_breakthrough-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: fireteam-breakthrough\nVersion: 1.0\n")
    project = tomllib.loads((EXAMPLE / "pyproject.toml").read_text())["project"]
    lines = (f"{id} = {value}" for id, value in project["entry-points"]["fireteam.games"].items())
    (info / "entry_points.txt").write_text("\n".join(["[fireteam.games]", *lines]))
    assert "breakthrough" not in games(), "it is no game of Fireteam itself"
    monkeypatch.syspath_prepend(tmp_path)
    game_entry_points.cache_clear()
    try:
        assert "breakthrough" in games() and find_game("breakthrough") is GAME
        for words, says in (
            (["rules", "BT-2.4"], "A diagonal step goes to a square that is empty or holds an enemy"),
            (["sim", "breakthrough", "-n", "2", "--seed", "1"], "2 games (red random, blue random"),
            (["perft", "breakthrough", "--depth", "2"], "484"),
            (["play", "breakthrough", "--red", "random", "--blue", "random", "--seed", "1", "--plain"], "wins"),
        ):
            assert run(words) == 0, words
            assert says in capsys.readouterr().out, words
    finally:
        monkeypatch.undo()
        game_entry_points.cache_clear()
