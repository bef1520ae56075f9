"""Every set of modules: lawful choices in any order, and what every position must keep whatever was chosen."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from fireteam.core.dice import live
from fireteam.core.engine.dispatch import is_over, to_act, verify
from fireteam.core.engine.record import Array
from fireteam.core.game import Setting
from fireteam.core.logged_events import read_events
from fireteam.core.protocol.choices import new_choices
from fireteam.core.protocol.events import faces, new_log
from fireteam.core.run import apply, apply_free, choose_at_random, run_to_decision
from fireteam.core.slot_choices import encode_choice, read_choice
from fireteam.games.gunplay.names import MatchNames
from tests.games.gunplay.invariants import Tale, again, keeps_secrets, match, sound
from tests.games.gunplay.table import GAME, MODULES, phase_of
from tests.heavy.settings import many

SUBSETS = 1 << len(MODULES)
TRIED = [k * 389 % SUBSETS for k in range(min(SUBSETS, many(1, 96)))]  # spread over all; FIRETEAM_HEAVY=11: all
PARTS = 8  # of those, so that workers share them
SOME = 4  # choices, of which one is made again step by step
MOST = 400  # choices of a match
BACKWARDS = "auto 20 move single - 5,5:4,9"  # a region that ends before it begins


def modules_of(subset: int) -> str:
    return " ".join(name for k, name in enumerate(MODULES) if subset >> k & 1)


class Played:
    """A match under a set of modules, and what its events said."""

    def __init__(self, subset: int, seed: int) -> None:
        self.setting: Setting
        self.setting, self.states = match(modules_of(subset), seed)
        self.fixed, self.tale = self.setting.tables.tobytes(), Tale(self.setting, self.states)
        self.seed, self.made, log = seed, 0, new_log()
        run_to_decision(self.states[0], self.setting.tables[0], live(seed)[0], log[0])
        self.tale.hear(read_events(self.setting, self.states, log))

    @property
    def is_over(self) -> bool:
        return bool(is_over(self.states[0]))

    def choose(self, key: int) -> None:
        """Whoever decides takes one of the menu."""
        state, tables, choices, before = self.states[0], self.setting.tables[0], new_choices(), self.states.copy()
        slot = int(to_act(state)) - 1
        assert slot in (0, 1)
        choose_at_random(state, tables, slot, choices[slot], np.uint64(key), self.made)
        assert tuple(verify(state, tables, slot, choices[slot])) == (0, 0, 0, 0)
        assert GAME.refusals[verify(state, tables, 1 - slot, choices[slot])[0]].code == "NOT_YOUR_DECISION"
        log = new_log()
        apply(state, tables, choices, live(self.seed + self.made)[0], log[0])
        self.made += 1
        self.hear(log)
        if self.made % SOME == 0:
            again(self.setting, before, choices, self.states, faces(log))

    def order(self, char: int, line: str) -> str:
        """A free act of who owns a character; the code that refuses it, or "ok"."""
        value, log = read_choice(self.setting, line), new_log()
        choice = encode_choice(self.setting, self.states, value)
        if no := verify(self.states[0], self.setting.tables[0], char // 12, choice[0])[0]:
            return GAME.refusals[no].code
        apply_free(self.states[0], self.setting.tables[0], char // 12, choice[0], live(1)[0], log[0])
        self.hear(log)
        return "ok"

    def hear(self, log: Array) -> None:
        told = read_events(self.setting, self.states, log)
        assert all(one.sentence() for one in told)
        self.tale.hear(told)

    def keeps_the_rules(self) -> None:
        """What holds wherever somebody decides, and at the end."""
        self.tale.explains(self.states)
        assert self.setting.tables.tobytes() == self.fixed
        result = GAME.result(self.setting, self.states)
        assert result.is_over == self.is_over == (to_act(self.states[0]) == 0)
        if not self.is_over:
            sound(self.setting, self.states)
            keeps_secrets(self.setting, self.states)


class Matches(RuleBasedStateMachine):
    """A match under any set of modules, moved on by choices of its menus, and by what nobody owes."""

    played: Played

    @initialize(subset=st.integers(0, SUBSETS - 1), seed=st.integers(0, 200))
    def begin(self, subset: int, seed: int) -> None:
        self.played = Played(subset, seed)

    @rule(key=st.integers(0, 2**32), times=st.integers(1, 6))
    def choose(self, key: int, times: int) -> None:
        for k in range(times):
            if not self.played.is_over:
                self.played.choose(key + k)
                self.played.keeps_the_rules()

    @precondition(lambda self: not self.played.is_over)
    @rule(k=st.integers(0, 5), orders=st.sampled_from(("ask", "hold", "auto 60", "auto 20 fire", BACKWARDS)))
    def set_orders(self, k: int, orders: str) -> None:
        played, i = self.played, 12 * (k // 3) + k % 3
        character, names = played.states[0].characters[i], MatchNames(played.setting.tables[0], {})
        before = played.states.tobytes()
        said = played.order(i, f"set_orders {names.unit(i)} {orders}")
        if phase_of(played.states) == "react":
            assert said == "WRONG_STATE"
        else:
            assert (said == "ok") == bool(character.overwatch and orders != BACKWARDS)
        assert said == "ok" or played.states.tobytes() == before

    @precondition(lambda self: not self.played.is_over)
    @rule(slot=st.integers(0, 1), really=st.integers(0, 30))
    def concede(self, slot: int, really: int) -> None:
        if really == 1:
            assert self.played.order(12 * slot, "concede") == "ok"
            assert GAME.result(self.played.setting, self.played.states).winners == (1 - slot,)

    @invariant()
    def the_rules_are_kept(self) -> None:
        self.played.keeps_the_rules()


Matches.TestCase.settings = settings(
    max_examples=many(5, 40),
    stateful_step_count=25,
    deadline=None,
    derandomize=True,
    print_blob=False,
    suppress_health_check=list(HealthCheck),
)


@pytest.mark.clause("GUN-1.1", "GUN-1.2", "GUN-1.4", "GUN-22.1", "GUN-22.3", "GUN-22.4", "GUN-22.8", "GUN-5.2")
class TestMatches(Matches.TestCase):
    """Run by pytest."""


@pytest.mark.heavy
@pytest.mark.clause("GUN-1.1", "GUN-1.4", "GUN-22.8", "GUN-23.10")
@pytest.mark.parametrize("part", range(PARTS))
def test_a_match_at_random_of_a_set_of_modules_keeps_to_the_rules_to_its_end(part: int) -> None:
    for subset in TRIED[part::PARTS]:
        played = Played(subset, subset)
        while not played.is_over:
            assert played.made < MOST, "it does not end"
            played.choose(subset)
            played.keeps_the_rules()
