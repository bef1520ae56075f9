"""Lawful choices in any order, on real missions: what every step must keep, whatever was chosen."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from fireteam.core.dice import live
from fireteam.core.engine.dispatch import is_over, menu_choice, menu_size, to_act, verify
from fireteam.core.engine.record import Array
from fireteam.core.game import Setting
from fireteam.core.logged_events import read_events
from fireteam.core.protocol.choices import decode, new_choices, put_choice
from fireteam.core.protocol.events import new_log
from fireteam.core.run import apply, apply_free, run_to_decision
from fireteam.core.slot_choices import encode_choice
from fireteam.games.ttt.choices import Resign
from fireteam.games.ttt.game import GAME
from fireteam.games.ttt.state import COMMANDING, ELIMINATED, EXITED, IN_PLAY, PHASES, UNITS, UNPLACED
from fireteam.games.ttt.tables import SIDE
from tests.heavy.settings import many

MISSIONS = tuple(GAME.scenarios([]))
NEXT = {  # the states of TTT-6.5 in which a choice may leave a match
    "force": {"force", "place"},
    "place": {"place", "move", "over"},
    "move": {"move", "attack", "over"},
    "attack": {"attack", "move", "over"},
}
STATUS_AFTER = {0: {0, UNPLACED}, UNPLACED: {UNPLACED, IN_PLAY, ELIMINATED}, IN_PLAY: {IN_PLAY, ELIMINATED, EXITED}}


class Matches(RuleBasedStateMachine):
    """A match of some mission under some options, moved on by choices of its menu."""

    setting: Setting
    states: Array
    before: Array | None = None
    told: list[str]

    @initialize(
        mission=st.sampled_from(MISSIONS),
        options=st.fixed_dictionaries(
            {"force": st.sampled_from(("pick", "preset"))},
            optional={
                "force_pick": st.sampled_from(("secret", "open")),
                "seats": st.sampled_from(("roll", "fixed")),
                "pass_through": st.just("friends"),
                "attack_mode": st.just("every_target"),
                "terrain_move": st.just("enter"),
            },
        ),
        key=st.integers(0, 2**32),
    )
    def begin(self, mission: str, options: dict[str, str], key: int) -> None:
        if mission == "the_art_of_war":
            options = {**options, "force": "preset"}
        self.setting = GAME.make_setting(mission, options)
        self.states, self.dice, self.log, self.told = self.setting.opening.copy(), live(key), new_log(), []
        run_to_decision(self.states[0], self.setting.tables[0], self.dice[0], self.log[0])

    def on(self) -> Any:
        return self.states[0], self.setting.tables[0]

    @rule(numbers=st.lists(st.integers(0, 2**20), min_size=2, max_size=2), eager=st.booleans())
    def choose(self, numbers: list[int], eager: bool) -> None:
        """Each slot that owes a choice takes one of its menu; an eager player takes one of the first: acts."""
        state, tables = self.on()
        if is_over(state):
            self.refuse_after_the_end()
            return
        choices = new_choices()
        for slot in range(2):
            if to_act(state) >> slot & 1:
                ways = menu_size(state, tables, slot)
                assert ways > 0
                k = numbers[slot] % (min(ways, 40) if eager else ways)
                menu_choice(state, tables, slot, k, choices[slot])
                assert tuple(verify(state, tables, slot, choices[slot])) == (0, 0, 0, 0)
                value = decode(choices[slot], GAME.verbs, GAME.names(*self.at()))
                assert encode_choice(*self.at(), value).tobytes() == choices[slot : slot + 1].tobytes()
            elif PHASES[state.phase] in ("place", "move", "attack"):
                self.refuse_out_of_turn(slot)
        self.before = self.states.copy()
        self.log[0].count = 0
        apply(*self.on(), choices, self.dice[0], self.log[0])
        self.told = [str(one.event.__struct_config__.tag) for one in read_events(*self.at(), self.log)]

    @precondition(lambda self: PHASES[self.states[0].phase] in ("place", "move", "attack"))
    @rule(slot=st.integers(0, 1), really=st.integers(0, 40))
    def resign(self, slot: int, really: int) -> None:
        """Now and then somebody gives up."""
        if really != 1:
            return
        choices = new_choices()
        put_choice(choices, 0, encode_choice(*self.at(), Resign()))
        assert verify(*self.on(), slot, choices[0])[0] == 0
        self.before = None
        apply_free(*self.on(), slot, choices[0], self.dice[0], self.log[0])
        assert is_over(self.states[0]) and GAME.result(*self.at()).winners == (1 - slot,)

    def at(self) -> tuple[Setting, Array]:
        return self.setting, self.states

    def refuse_after_the_end(self) -> None:
        choice = new_choices(1)
        for slot in range(2):
            for verb in range(1, len(GAME.verbs) + 1):
                choice[0].verb = verb
                assert GAME.refusals[verify(*self.on(), slot, choice[0])[0]].code == "E_GAME_OVER"

    def refuse_out_of_turn(self, slot: int) -> None:
        choice = new_choices(1)
        for verb in range(2, len(GAME.verbs)):
            choice[0].verb = verb
            code = GAME.refusals[verify(*self.on(), slot, choice[0])[0]].code
            assert code == "E_NOT_YOUR_TURN"

    @invariant()
    def a_square_holds_one_piece_and_every_piece_has_one(self) -> None:
        state, tables = self.on()
        standing: dict[tuple[int, int], int] = {}
        for i in range(UNITS):
            unit = state.units[i]
            if unit.status == IN_PLAY:
                square = (int(unit.x), int(unit.y))
                assert square not in standing and int(tables.open.rows[unit.y]) >> square[0] & 1
                standing[square] = i // SIDE
            else:
                assert not any((unit.x, unit.y, unit.did, unit.aim, unit.attacks, unit.fired, unit.fired_twice))
        for side in range(2):
            rows = [int(row) for row in state.stand[side].rows]
            on_board = {(x, y) for y, row in enumerate(rows) for x in range(64) if row >> x & 1}
            assert on_board == {square for square, holder in standing.items() if holder == side}

    @invariant()
    def there_is_a_winner_when_the_match_is_over_and_only_then(self) -> None:
        state, _ = self.on()
        result = GAME.result(*self.at())
        assert bool(is_over(state)) == result.is_over == (to_act(state) == 0) == (state.winner != 0)
        assert state.doing.unit == state.doing.target == state.doing.turn == 0

    @invariant()
    def a_position_says_it_all(self) -> None:
        _, read = GAME.read_position(GAME.write_position(*self.at()))
        assert read.tobytes() == self.states.tobytes()

    @invariant()
    def a_choice_changes_what_it_may_and_nothing_else(self) -> None:
        if self.before is None:
            return
        old, new = self.before[0], self.states[0]
        was, is_now = PHASES[old.phase], PHASES[new.phase]
        assert is_now in NEXT[was]
        assert new.round_number in (old.round_number, old.round_number + 1)
        assert new.round_number == old.round_number or (old.side, new.side, is_now) == (1, 0, "move")
        assert all(new[name][k] >= old[name][k] for name in ("score", "exits") for k in range(2))
        for i in range(UNITS):
            a, b = old.units[i], new.units[i]
            if was != "force":
                assert b.piece == a.piece and b.status in STATUS_AFTER.get(int(a.status), {int(a.status)})
        if was in ("move", "attack"):
            self.a_turn_goes_its_way(old, new, is_now)

    def a_turn_goes_its_way(self, old: Any, new: Any, is_now: str) -> None:
        ended = "turned" in self.told or (is_now == "over" and "moved" not in self.told and "attacked" not in self.told)
        moved = [i for i in range(UNITS) if (old.units[i].x, old.units[i].y) != (new.units[i].x, new.units[i].y)]
        moved = [i for i in moved if new.units[i].status == IN_PLAY]
        assert len(moved) == ("moved" in self.told and "exited" not in self.told)
        assert ended or new.side == old.side
        assert 0 <= new.budget <= 2 * SIDE and (new.budget > 0 or is_now != "move")
        if is_now == "move" and not ended:
            assert new.acted and new.budget == (old.budget - 1 if "commanded" not in self.told else new.budget)
            commanding = sum(unit.did == COMMANDING for unit in new.units)
            acted = sum(unit.did not in (0, COMMANDING) for unit in new.units) + new.exits.sum() - old.exits.sum()
            assert "commanded" not in self.told or (new.budget == 2 * commanding and acted == 0)
        if "turned" in self.told:
            assert new.side == 1 - old.side
            own = new.units[new.side * SIDE : (new.side + 1) * SIDE]
            other = new.units[old.side * SIDE : (old.side + 1) * SIDE]
            if is_now == "move":
                assert new.budget == 1 and not new.acted
                assert all((unit.attacks > 0) == (unit.status == IN_PLAY) for unit in own)
            assert not any(unit.did or unit.aim or unit.attacks or unit.fired for unit in other)


Matches.TestCase.settings = settings(
    max_examples=many(4, 15),
    stateful_step_count=45,
    deadline=None,
    derandomize=True,
    print_blob=False,
    suppress_health_check=list(HealthCheck),
)


@pytest.mark.clause("TTT-6.5", "TTT-6.6", "TTT-6.7", "TTT-1.5", "TTT-1.6", "TTT-13.2", "TTT-13.4")
class TestMatches(Matches.TestCase):
    """Run by pytest."""
