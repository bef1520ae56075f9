"""Perft: the numbers of `counts.yaml`, found once and kept; and the same numbers found in another way.

The other way asks `verify` about every record there could be instead of the menu, and types every face of every die
instead of turning nodes.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
import yaml

from fireteam.core.dice import tape
from fireteam.core.engine.dispatch import is_over, to_act, verify
from fireteam.core.engine.record import Array
from fireteam.core.errors import BadQuestion, TapeEnd
from fireteam.core.game import Game, Setting
from fireteam.core.protocol.choices import new_choices
from fireteam.core.protocol.events import new_log
from fireteam.core.run import apply
from fireteam.games.ttt import choices as ttt
from fireteam.registry import find_game
from fireteam.sim.perft import divide, perft
from tests.games import gauntlet, stones
from tests.heavy.settings import many

MINIATURES = {game.id: game for game in (stones.GAME, gauntlet.GAME)}
COUNTS: list[dict[str, Any]] = yaml.safe_load(Path(__file__).with_name("counts.yaml").read_text(encoding="utf-8"))

MOST = many(200, 10_000)
"""The greatest number that is counted anew beyond one choice; all of them are among the slow checks."""


def position_of(entry: dict[str, Any]) -> tuple[Setting, Array]:
    game: Game = MINIATURES.get(entry["game"]) or find_game(entry["game"])
    return game.read_position(entry["position"])


def name_of(entry: dict[str, Any]) -> str:
    return f"{entry['game']} {entry['position'][:60]}"


@pytest.mark.parametrize("entry", COUNTS, ids=name_of)
def test_a_position_goes_on_in_so_many_ways(entry: dict[str, Any]) -> None:
    setting, states = position_of(entry)
    counts = [count for depth, count in enumerate(entry["counts"]) if depth == 0 or count <= MOST]
    assert [perft(setting, states, depth + 1) for depth in range(len(counts))] == counts


@pytest.mark.parametrize("entry", [e for e in COUNTS if e["game"] == "ttt"], ids=name_of)
def test_asking_about_every_record_and_typing_every_face_counts_the_same(entry: dict[str, Any]) -> None:
    setting, states = position_of(entry)
    assert slow_count(setting, states, 1) == entry["counts"][0]


@pytest.mark.heavy
@pytest.mark.parametrize("entry", [e for e in COUNTS if e.get("slow") == 2], ids=name_of)
def test_it_counts_the_same_two_choices_deep(entry: dict[str, Any]) -> None:
    setting, states = position_of(entry)
    assert slow_count(setting, states, 2) == entry["counts"][1]


def test_the_first_choices_share_out_the_whole_count() -> None:
    setting = gauntlet.GAME.make_setting("alley")
    shares = divide(setting, setting.opening, 2)
    assert list(shares)[:3] == ["run r1 -", "run r1 a2", "run r1 b1"]
    assert shares["run r1 a2"] == 3, "the sentry may fire or hold; or nobody watches, and two may be put on watch"
    assert sum(shares.values()) == perft(setting, setting.opening, 2)


def test_slots_that_choose_together_are_one_round_of_choices() -> None:
    setting, states = stones.GAME.read_position("skirmish 0=1,1=2,5=0,6=2,7=0,18=2,17=3")
    shares = divide(setting, states, 1)
    assert list(shares)[0] == "a1: creep a1; b1: creep c1"
    assert len(shares) == 3 * 3, "two squares or a wild die for each of two throwers"


def test_a_match_that_is_over_goes_no_further() -> None:
    setting, states = gauntlet.GAME.read_position("alley 2=1")
    assert [perft(setting, states, depth) for depth in range(3)] == [1, 0, 0]


def slow_count(setting: Setting, states: Array, depth: int) -> int:
    """The ways of a position of Table Top Troopers, by brute force."""
    if depth == 0:
        return 1
    if is_over(states[0]):
        return 0
    slot = int(to_act(states[0])).bit_length() - 1
    return sum(
        slow_count(setting, end, depth - 1)
        for choices in records(setting, states, slot)
        if verify(states[0], setting.tables[0], slot, choices[slot])[0] == 0
        for end in typed(setting, states, choices, []).values()
    )


def records(setting: Setting, states: Array, slot: int) -> Iterator[Array]:
    """Every record that an action could have, lawful or not; of equal units and squares each once."""
    table = setting.tables[0]
    units = range(len(states[0].units))
    squares = [(x, y) for x in range(table.width) for y in range(table.height)]
    for verb in (ttt.END_MOVE, ttt.END_TURN):
        yield record(slot, verb)
    for unit in units:
        if states[0].units[unit].status:
            for x, y in squares:
                for verb in (ttt.PLACE, ttt.MOVE):
                    yield record(slot, verb, unit=unit, x=x, y=y)
            for target in units:
                for verb in (ttt.AIM, ttt.ATTACK):
                    yield record(slot, verb, unit=unit, target=target)
    mine = [unit for unit in units if states[0].units[unit].status]
    for number in range(1, 4):
        for captains in combinations(mine, number):
            choices = record(slot, ttt.COMMAND, n=number)
            choices[slot].parts[0, :number] = captains
            yield choices


def record(slot: int, verb: int, **fields: int) -> Array:
    choices = new_choices()
    choices[slot].verb = verb
    for name, value in fields.items():
        choices[slot][name] = value
    return choices


def typed(setting: Setting, states: Array, choices: Array, faces: list[int]) -> dict[bytes, Array]:
    """Every end of a choice, by its bytes, each die typed in with each of its faces."""
    state, dice, log = states.copy(), tape(faces), new_log()
    try:
        apply(state[0], setting.tables[0], choices, dice[0], log[0])
    except TapeEnd:
        found: dict[bytes, Array] = {}
        for face in range(1, int(dice[0].sides) + 1):
            found |= typed(setting, states, choices, [*faces, face])
        return found
    return {state.tobytes(): state}


def test_more_positions_than_can_be_kept_are_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    setting, states = find_game("ttt").read_position("@mini_a - move 1 1 1 rifleman@a1+1 guard@c3 -")
    assert perft(setting, states, 2) > 10
    monkeypatch.setattr("fireteam.sim.perft.MAX_POSITIONS", 10)
    with pytest.raises(BadQuestion, match="more than 10 positions lie within that depth"):
        perft(setting, states, 2)
    with pytest.raises(BadQuestion, match="more than 10 positions"):
        divide(setting, states, 3)
