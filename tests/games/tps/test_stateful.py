"""Lawful choices in any order, on the maps of the content, under any options: what every State must keep."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from fireteam.core.dice import live
from fireteam.core.engine.dispatch import menu_choice, menu_size
from fireteam.core.engine.record import Array
from fireteam.core.protocol.choices import new_choices
from fireteam.core.protocol.events import new_log
from fireteam.games.tps.rules.admin import apply_free_act
from fireteam.games.tps.rules.turn import advance, apply_choices, is_over, to_act
from fireteam.games.tps.rules.verify import verify
from fireteam.games.tps.state import BETWEEN, BUY, CALL, COUNT, OVER, PHASES, TARGET
from tests.games.tps.invariants import faults, skirmish
from tests.games.tps.turns import choice_record
from tests.heavy.settings import many

NEXT = {  # the states of TPS-5.2 in which the next choice may be owed
    "buy": {"call"},
    "call": {"count", "target"},
    "count": {"count", "target"},
    "target": {"call", "buy", "between", "over"},
    "between": {"between", "buy"},
}
ENDS = st.fixed_dictionaries(
    {"teams": st.sampled_from(("1v1", "2v1", "3v3", "4v4")), "mp_maxmoney": st.just(999)},
    optional={
        "mp_movecounts": st.sampled_from((1, 2, 20)),
        "mp_knifebonus": st.sampled_from((0, 5)),
        "sv_movebatch": st.sampled_from((3, 10)),
        "mp_grenadeslots": st.sampled_from((0, 6)),
        "mp_startmoney": st.sampled_from((0, 999)),
        "mp_freepistol": st.just(0),
        "mp_grounditems": st.just(1),
        "mp_keepkit": st.just(0),
        "mp_friendlyfire": st.just(0),
        "mp_teamattack": st.just(1),
        "mp_roundturns": st.sampled_from((1, 3)),
        "mp_maxrounds": st.sampled_from((1, 2, 30)),
        "mp_planttime": st.just(2),
        "mp_c4timer": st.just(1),
        "mp_smoketurns": st.just(1),
        "sv_tokenstock": st.just(1),
        "sv_tokensblock": st.just(1),
        "sv_admin": st.just(1),
        "sv_units_per_player": st.just(2),
        "sv_headshot": st.just("helmet_only"),
        "sv_ffempty": st.just("miss"),
        "sv_interrupt": st.just("attacked"),
        "mp_bombassign": st.just("first"),
    },
)


class Matches(RuleBasedStateMachine):
    """A match moved on by choices of the menus, and now and then by the Admin."""

    states: Array
    tables: Array
    last_phase = ""
    told = 0

    @initialize(map=st.sampled_from(("de_depot", "cs_clinic")), options=ENDS, key=st.integers(0, 2**32))
    def begin(self, map: str, options: dict[str, Any], key: int) -> None:
        self.states, self.tables = skirmish(map, **options)
        self.dice, self.log = live(key), new_log()
        self.settle()

    def state_and_tables(self) -> Any:
        return self.states[0], self.tables[0]

    def settle(self) -> None:
        state, tables = self.state_and_tables()
        steps = 0
        while not is_over(state) and to_act(state) == 0:
            self.log[0].count = 0
            advance(state, tables, self.dice[0], self.log[0])
            steps += 1
            assert steps < 10_000

    @rule(numbers=st.lists(st.integers(0, 2**20), min_size=9, max_size=9), times=st.integers(1, 12))
    def choose(self, numbers: list[int], times: int) -> None:
        """Everybody who owes a choice takes one of its menu; some times over, so that matches get on."""
        state, tables = self.state_and_tables()
        for again in range(times):
            if is_over(state):
                return
            choices = new_choices()
            for slot in range(int(to_act(state)).bit_length()):
                if to_act(state) >> slot & 1:
                    ways = menu_size(state, tables, slot)
                    assert ways > 0
                    menu_choice(state, tables, slot, (numbers[slot % 9] + 31 * again) % ways, choices[slot])
                    assert tuple(verify(state, tables, slot, choices[slot])) == (0, 0, 0, 0)
            self.last_phase = PHASES[state.phase]
            self.log[0].count = 0
            apply_choices(state, tables, choices, self.dice[0], self.log[0])
            self.settle()
            assert PHASES[state.phase] in NEXT[self.last_phase], (self.last_phase, PHASES[state.phase])
            assert list(faults(state, tables)) == []

    @precondition(lambda self: self.states[0].admin and self.states[0].phase != OVER)
    @rule(
        line=st.sampled_from(
            (
                "warn U1",
                "warn U2",
                "kick U1",
                "kick U2",
                "rule health U1 1",
                "rule cash U2 0",
                "place U1 8,2",
                "rule bomb U1 0",
            )
        )
    )
    def command(self, line: str) -> None:
        """The Admin commands, if that is lawful."""
        state, tables = self.state_and_tables()
        slot, choice = int(state.admin) - 1, choice_record(line)
        if verify(state, tables, slot, choice[0])[0] == 0:
            apply_free_act(state, tables, slot, choice[0], self.dice[0], self.log[0])
            self.settle()

    @invariant()
    def the_state_is_sound(self) -> None:
        state, tables = self.state_and_tables()
        assert list(faults(state, tables)) == []

    @invariant()
    def who_owes_nothing_may_choose_nothing(self) -> None:
        state, tables = self.state_and_tables()
        verbs = {BUY: "buy -", CALL: "call knife", COUNT: "stay", TARGET: "hold", BETWEEN: "go_on", OVER: "hold"}
        choice = choice_record(verbs[int(state.phase)])
        for slot in range(int(state.n_units) + 1):
            if not to_act(state) >> slot & 1:
                assert verify(state, tables, slot, choice[0])[0] != 0
        assert np.all(state.score >= 0)


Matches.TestCase.settings = settings(
    max_examples=many(4, 20),
    stateful_step_count=12,
    deadline=None,
    derandomize=True,
    print_blob=False,
    suppress_health_check=list(HealthCheck),
)


@pytest.mark.clause("TPS-5.2", "TPS-5.12", "TPS-5.13", "TPS-3.6", "TPS-25.4")
class TestMatches(Matches.TestCase):
    """Run by pytest."""
