"""What a position is worth to a unit's side, and what a run of matches counts."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from fireteam.core.engine.dispatch import collect_stats, evaluate
from fireteam.core.engine.record import Array
from fireteam.core.game import Setting
from fireteam.core.protocol.events import new_log, write_row
from fireteam.games.tps.bot import BOMB, CASH, DIE, ROUND, SPAN, UNIT, WORK
from fireteam.games.tps.events.words import END_TIME
from fireteam.games.tps.log import ARMED as PLANTED
from fireteam.games.tps.log import BOUGHT, BURST, CALLED, ELIMINATED, ROUND_ENDED, STEPPED, TURN_BEGUN
from fireteam.games.tps.state import ARMED, DEFUSED, EXPLODED, OVER
from fireteam.games.tps.stats import TURN_COUNT, describe_stats
from fireteam.games.tps.tables import CT
from fireteam.registry import find_game
from fireteam.sim.run import MAX_STATS

GAME = find_game("tps")


def laid() -> tuple[Setting, Array]:
    """A match of one against two, as it is set up."""
    setting = GAME.make_setting("de_depot", {"teams": "1v2"})
    states = setting.opening.copy()
    for unit in states[0].units[:3]:
        unit.alive, unit.health, unit.cash = 1, 3, 0
    return setting, states


def gained(deed: Any, slot: int = 0) -> float:
    """What a change of the State is worth to a slot, in the bot's own measure."""
    setting, states = laid()
    before = evaluate(states[0], setting.tables[0], slot)
    deed(states[0])
    return round(float(evaluate(states[0], setting.tables[0], slot) - before) * SPAN, 6)


def set_to(**words: int) -> Any:
    def deed(state: Any) -> None:
        for name, value in words.items():
            *path, last = name.split("_of_")
            found = state.bomb if path == ["bomb"] else state.units[int(path[0])] if path else state
            setattr(found, last, value)

    return deed


@pytest.mark.parametrize(
    ("words", "gain"),
    [
        ({"bomb_of_status": ARMED}, BOMB),
        ({"bomb_of_status": EXPLODED}, BOMB),
        ({"bomb_of_status": DEFUSED}, -BOMB),
        ({"0_of_cash": 10}, 10 * CASH),
        ({"1_of_cash": 10}, -10 * CASH),
        ({"0_of_earned": 5}, 5 * CASH),
        ({"0_of_health": 2}, -DIE),
        ({"2_of_health": 1}, 2 * DIE),
        ({"0_of_progress": 2}, 2 * WORK),
        ({"1_of_progress": 9}, -3 * WORK),
        ({"1_of_alive": 0}, UNIT + 3 * DIE),
        ({"0_of_alive": 0}, -UNIT - 3 * DIE),
    ],
)
def test_what_is_good_for_a_side_is_as_bad_for_the_other(words: dict[str, int], gain: float) -> None:
    assert gained(set_to(**words)) == pytest.approx(gain)
    assert gained(set_to(**words), 1) == gained(set_to(**words), 2) == pytest.approx(-gain)


def test_a_round_won_is_worth_more_than_units() -> None:
    def won(state: Any) -> None:
        state.score[0] += 1

    assert (gained(won), gained(won, 1)) == (ROUND, -ROUND)


@pytest.mark.parametrize(("winner", "worths"), [(1, [1.0, 0.0, 0.0]), (2, [0.0, 1.0, 1.0]), (3, [0.5, 0.5, 0.5])])
def test_the_end_is_worth_all_or_nothing_or_a_half(winner: int, worths: list[float]) -> None:
    setting, states = laid()
    states[0].phase, states[0].winner = OVER, winner
    assert [evaluate(states[0], setting.tables[0], slot) for slot in range(3)] == worths
    assert evaluate(states[0], setting.tables[0], 9) == 0.5, "who plays no unit has no side"


def counted(*said: tuple[int, ...]) -> dict[str, dict[str, float]]:
    """The words for what a log tells; a round ends with it."""
    setting, counts, log = GAME.make_setting("de_depot"), np.zeros(MAX_STATS, np.int64), new_log()
    for row in (*said, (ROUND_ENDED, 0, CT, END_TIME)):
        write_row(log[0], *row)
    collect_stats(setting.opening[0], setting.tables[0], log[0], counts)
    assert counts[TURN_COUNT] == sum(kind == TURN_BEGUN for kind, *_ in said)
    return describe_stats(setting, counts)


def gear(id: str) -> int:
    return int(GAME.make_setting("de_depot").content.gear.index(id))


def test_a_run_counts_rounds_purchases_and_what_eliminated_whom() -> None:
    assert counted()["rounds won by CT, in %"]["in all"] == 100.0
    assert counted()["rounds won by T, in %"] == {"in all": 0.0}
    turns = (TURN_BEGUN, 1), (TURN_BEGUN, 2), (PLANTED, 0)
    assert counted(*turns)["in a round"] == {"turns": 2.0, "bombs planted": 1.0}
    bought = (BOUGHT, 0, gear("ak47")), (BOUGHT, 1, gear("ak47")), (BOUGHT, 1, gear("vest"))
    assert counted(*bought)["bought in a round"] == {"ak47": 2.0, "vest": 1.0}


def test_a_kill_is_that_of_the_weapon_in_hand_or_of_the_grenade_that_goes_off() -> None:
    shot = (CALLED, 1, gear("m4a1")), (ELIMINATED, 0, 1)
    assert counted(*shot)["eliminated in a round"] == {"m4a1": 1.0}
    blown = *shot, (BURST, 1, gear("frag")), (ELIMINATED, 2, 1), (STEPPED, 1)
    assert counted(*blown)["eliminated in a round"] == {"m4a1": 1.0, "frag": 1.0}
    later = *blown, (ELIMINATED, 3, 1)
    assert counted(*later)["eliminated in a round"] == {"m4a1": 2.0, "frag": 1.0}
    assert counted((ELIMINATED, 0, 1))["eliminated in a round"] == {}, "by nothing that was called"
