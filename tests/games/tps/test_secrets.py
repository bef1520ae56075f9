"""Nobody notices what another unit has chosen before all choices are in; the order in which they come is nothing."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from fireteam.core.choices import new_choices
from fireteam.core.dice import live
from fireteam.core.entry import over, seen, to_act
from fireteam.core.events import new_log
from fireteam.core.game import Setting, find, menu
from fireteam.core.play import apply, choose_at_random, settle
from fireteam.core.record import Array
from fireteam.games.tps.state import BUY, CALL, COUNT, TARGET
from fireteam.match.dice import seeded
from fireteam.match.match import Match
from fireteam.match.record import Seat
from tests.noninterference import interference

PAIRS = 5_000
DECIDING = {BUY: "buying", CALL: "calls", COUNT: "counts", TARGET: "targets"}
STARTED = {"teams": "2v2", "mp_startmoney": "40", "mp_maxrounds": "1"}


@cache
def laid() -> Setting:
    return find("tps").setting("de_depot", STARTED)


@cache
def met() -> tuple[Array, ...]:
    """A few moments of a match of random choices: the first of each phase, and one with everybody in sight."""
    setting = laid()
    states, found = setting.opening.copy(), {}
    settle(states[0], setting.tables[0], live(3)[0], new_log()[0])
    for number in range(60):
        if over(states[0]):
            break
        key = int(states[0].phase), int(states[0].count) > 1
        found.setdefault(key, states.copy())
        play_on(setting, states, number)
    return tuple(found.values())


def play_on(setting: Setting, states: Array, number: int) -> None:
    choices, log = new_choices(), new_log()
    owing = int(to_act(states[0]))
    for slot in range(owing.bit_length()):
        if owing >> slot & 1:
            choose_at_random(states[0], setting.tables[0], slot, choices[slot], np.uint64(7), number * 16 + slot)
    apply(states[0], setting.tables[0], choices, live(number)[0], log[0])


@pytest.mark.clause("TPS-5.3", "TPS-5.1")
@pytest.mark.parametrize("phase", list(DECIDING), ids=list(DECIDING.values()))
def test_nobody_notices_a_sealed_or_planned_choice(phase: int) -> None:
    moment = next(states for states in met() if states[0].phase == phase)
    assert interference(laid(), moment, owners=(0, 3)) == []


@pytest.mark.clause("TPS-5.3")
def test_thousands_of_pairs_that_differ_in_one_hidden_choice_are_the_same_to_all_others() -> None:
    setting, pairs = laid(), 0
    who = [Seat(name, 1 << slot) for slot, name in enumerate(setting.slots)]
    moments = [states for states in met() if bits(to_act(states[0])) > 1]
    while pairs < PAIRS:
        moment = moments[pairs % len(moments)]
        match = Match(setting, who, seeded(1), moment)
        owner, other, *_ = match.owing()
        before = None
        for value in menu(setting, match.state, owner):
            match.act(who[owner].name, value, owner)
            name = who[other].name
            now = match.view(name).tobytes(), match.told(name), match.owing(), match.key_for_bot(other)
            assert before is None or before == now
            before, pairs = now, pairs + 1
            if value.final:
                match = Match(setting, who, seeded(1), moment)


def bits(mask: int) -> int:
    return int(mask).bit_count()


@pytest.mark.clause("TPS-5.1", "TPS-5.3")
def test_the_order_in_which_sealed_choices_arrive_never_matters() -> None:
    setting = laid()
    who = [Seat(name, 1 << slot) for slot, name in enumerate(setting.slots)]
    for moment in met():
        ends = set()
        for turned in range(4):
            match = Match(setting, who, seeded(5), moment)
            slots = match.owing()
            for slot in slots[turned % len(slots) :] + slots[: turned % len(slots)]:
                choices = menu(setting, moment, slot)
                match.act(who[slot].name, choices[slot % len(choices)], slot)
            ends.add((match.state.tobytes(), match.records[-1].faces))
        assert len(ends) == 1


@pytest.mark.clause("TPS-7.8")
def test_what_the_dead_mean_to_buy_is_blanked_for_all_but_themselves() -> None:
    setting = laid()
    states = met()[-1].copy()
    unit = states[0].units[1]
    unit.ready = unit.n_wants = unit.wants[0, 0] = 1
    unit.wants[0, 1] = 4
    others, own = states.copy(), states.copy()
    seen(others[0], setting.tables[0], 0b1101)
    seen(own[0], setting.tables[0], 0b0010)
    assert others[0].units[1].n_wants == 0 and own.tobytes() == states.tobytes()
