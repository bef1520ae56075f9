"""What the rules of FS3 are measured against plays the same fights, die by die."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from bench.fights import SIDE, field_of
from bench.plain_fights import Fight
from fireteam.bots import find_bot
from fireteam.core.dice import keyed_draw, live, splitmix64
from fireteam.core.engine.dispatch import collect_stats, is_over, to_act
from fireteam.core.engine.record import copy_of
from fireteam.core.protocol.choices import new_choices, put_choice
from fireteam.core.protocol.events import new_log
from fireteam.core.run import apply, run_to_decision
from fireteam.games.fs3.state import READY, SEVERITIES
from fireteam.games.fs3.stats import describe_stats
from fireteam.sim.run import new_stats


class KeyedLots(random.Random):
    """Dice of the rules under a key, in the order in which they are drawn."""

    def __init__(self, key: Any) -> None:
        super().__init__(0)
        self.key, self.drawn = key, 0

    def randint(self, a: int, b: int) -> int:
        self.drawn += 1
        return int(keyed_draw(self.key, self.drawn - 1, b))


@pytest.mark.parametrize("seed", range(4))
def test_a_plain_fight_is_that_of_the_rules(seed: int) -> None:
    key = splitmix64(np.uint64(seed), 0)
    plain = Fight(KeyedLots(key), SIDE)
    winner = plain.play()
    setting, bot = field_of(SIDE), find_bot("greedy")
    states, dice, log, stats = copy_of(setting.opening), live(int(key)), new_log(), new_stats()
    table, state = setting.tables[0], states[0]
    run_to_decision(state, table, dice[0], log[0])
    while not is_over(state):
        choices = new_choices()
        for slot in range(len(setting.slots)):
            if to_act(state) >> slot & 1:
                put_choice(choices, slot, bot.choose(setting, states, slot, 0))
        apply(state, table, choices, dice[0], log[0])
    collect_stats(state, table, log[0], stats)
    assert (winner, plain.turn, plain.clock) == (state.winner, state.turn, state.clock)
    assert (plain.lots.drawn, len(plain.log)) == (dice[0].drawn, log[0].count)  # type: ignore[attr-defined]
    names = setting.game.names(setting, states)
    for one, other in zip(plain.soldiers, state.combatants[: 2 * SIDE], strict=True):
        found = (one.is_up, one.rounds, one.suppression, one.shots, one.hits, one.given, one.taken, one.knockouts)
        assert found == (
            other.status == READY,
            other.rounds[0],
            other.suppression,
            *(other.shots, other.hits, other.given, other.taken, other.knockouts),
        )
    for number, one in enumerate(plain.soldiers, 1):
        wounds = [each for each in state.wounds[: state.n_wounds] if each.victim == number]
        assert [
            (names.find_thing("location", each.location), each.severity.title(), each.turn, each.second)
            for each in one.wounds
        ] == [(each.location, SEVERITIES[each.severity], each.turn, each.second) for each in wounds]
    shares = describe_stats(setting, stats)["attacks, in %"]
    words = {"a miss": "missed", "dodged": "dodged"} | {f"{each.title()} wound": each for each in plain.outcomes}
    total = plain.outcomes.total()
    assert {words[name]: share for name, share in shares.items()} == pytest.approx(
        {name: 100 * count / total for name, count in plain.outcomes.items()}
    )
