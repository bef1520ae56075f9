"""Section 5: the states of a match, who decides in them, and what follows."""

from __future__ import annotations

from typing import Any

import pytest

from fireteam.core.dice import tape
from fireteam.core.protocol.choices import new_choices
from fireteam.core.protocol.events import new_log
from fireteam.games.tps.choices import VERBS, Admit, Buy, Call, Fire, GoOn, Hold, Kick, Place, Plot, Rule, Throw, Warn
from fireteam.games.tps.rules.turn import advance, apply_choices, default_choice, is_over, to_act
from fireteam.games.tps.state import ACTION, BETWEEN, BUY, CALL, COUNT, OVER, PHASES, ROUND_END, SETTING_UP, TARGET
from tests.games.tps.positions import Position, position, unit
from tests.games.tps.turns import (
    all_choices,
    buy_position,
    call_position,
    choice_record,
    count_position,
    event_lines,
    names_to_act,
    play,
    play_free_act,
    refusal_code,
    unit_place,
)


def duel(**options: Any) -> Position:
    """Two units of a side that is about to set up its first round."""
    at = position(
        unit("T", 1, 1), unit("CT", 2, 2), map="de_depot", phase=SETTING_UP, round=0, mp_roundturns=1, **options
    )
    at.tables[0].sides_of[0], at.tables[0].sides_of[1] = 0, 1
    return at


def states_of(at: Position, most: int = 200) -> list[str]:
    """The states of a round in which nobody does anything, with repetitions left out."""
    found = [PHASES[at.state.phase]]
    log, dice = new_log(), tape([])
    for _ in range(most):
        if to_act(at.state):
            apply_choices(at.state, at.tables[0], all_choices(at, {}), dice[0], log[0])
        advance(at.state, at.tables[0], dice[0], log[0])
        name = PHASES[at.state.phase]
        label = (
            f"count {at.state.count}" if name == "count" else f"action {at.state.step}" if name == "action" else name
        )
        if found[-1] != label:
            found.append(label)
        if at.state.phase in (BETWEEN, OVER):
            break
    return found


# The states


@pytest.mark.clause("TPS-5.2", "TPS-5.12", "TPS-12.1")
def test_the_states_follow_one_another_as_in_the_table() -> None:
    counts = [f"count {c}" for c in range(1, 12)]
    found = [name for name in states_of(duel()) if not name.startswith("action")]
    assert found == ["round_setup", "buy", "call", *counts, "target", "end_turn", "round_end", "between"]


@pytest.mark.clause("TPS-5.2")
def test_after_the_turn_comes_the_next_call_and_after_the_round_the_next_set_up() -> None:
    at = duel(mp_halftime=0)
    at.tables[0].options.mp_roundturns = 2
    found = states_of(at)
    assert [name for name in found if name in ("call", "end_turn", "round_end")] == [
        "call",
        "end_turn",
        "call",
        "end_turn",
        "round_end",
    ]
    assert (at.state.turn, at.state.phase, names_to_act(at)) == (2, BETWEEN, [])
    play(at)
    assert (at.state.phase, at.state.round_number, at.state.turn) == (BUY, 2, 1)


@pytest.mark.clause("TPS-5.2", "TPS-22.1")
def test_after_the_last_round_the_match_is_over() -> None:
    at = duel(mp_maxrounds=1)
    assert states_of(at)[-1] == "over"
    assert is_over(at.state) and to_act(at.state) == 0


@pytest.mark.clause("TPS-5.2", "TPS-7.1", "TPS-8.1", "TPS-9.12", "TPS-11.1")
def test_who_decides_in_which_state() -> None:
    at = buy_position(unit("T", 10, 20, "m249"), unit("CT", 40, 20, "mp5"), unit("CT", 50, 20, alive=0))
    assert names_to_act(at) == ["U1", "U2"]
    play(at)
    assert (at.state.phase, names_to_act(at)) == (CALL, ["U1", "U2"])
    play(at)
    assert (at.state.phase, at.state.count, names_to_act(at)) == (COUNT, 1, ["U2"])
    while at.state.phase == COUNT:
        play(at)
    assert (at.state.phase, names_to_act(at)) == (TARGET, ["U1", "U2"])
    told = play(at)
    assert event_lines(told, "turn_begun") == ["turn_begun 2"] and at.state.phase == CALL


@pytest.mark.clause("TPS-5.2", "TPS-28.1")
def test_every_choice_belongs_to_its_state() -> None:
    at = buy_position(unit("T", 10, 20, "mp5"), unit("CT", 40, 20, "mp5"))
    lines = {
        BUY: ["buy -"],
        CALL: ["call knife"],
        COUNT: ["stay", "move 0,1", "drop mp5"],
        TARGET: ["hold", "fire U2"],
    }
    for phase in (BUY, CALL, COUNT, TARGET):
        assert at.state.phase == phase
        for one, said in lines.items():
            for line in said:
                assert (refusal_code(at, "U1", line) == "E_PHASE") == (one != phase), (phase, line)
        while at.state.phase == phase:
            play(at, U1="call primary", U2="call primary") if phase == CALL else play(at)
    assert refusal_code(at, "U1", "go_on") == "E_PHASE"


@pytest.mark.clause("TPS-1.8", "TPS-1.9", "TPS-24.5")
def test_without_a_person_as_admin_the_program_goes_on_by_itself() -> None:
    at = duel()
    assert states_of(at)[-1] == "between" and names_to_act(at) == []
    played = at.copy()
    play(played)
    assert played.state.phase == BUY
    at.state.admin = 3
    at.state.phase = ROUND_END
    at.state.won = 1
    play(at)
    assert (at.state.phase, names_to_act(at)) == (BETWEEN, ["admin"])
    play(at, admin="go_on")
    assert at.state.phase == BUY


# Hidden choices


@pytest.mark.clause("TPS-5.1", "TPS-5.3")
def test_nothing_happens_before_all_have_chosen() -> None:
    at = call_position(unit("T", 10, 20, "mp5"), unit("CT", 40, 20, "mp5"))
    assert event_lines(play(at, U1="call knife", U2="call primary"), "called", "counted") == [
        "called U1 knife standing - none",
        "called U2 mp5 standing - none",
    ]


@pytest.mark.clause("TPS-5.4", "TPS-11.3")
def test_what_is_called_at_targets_is_final_and_everything_else_may_be_replaced() -> None:
    final = {verb for verb in VERBS if verb.final}
    assert final == {Hold, Fire, Throw}
    assert {verb for verb in VERBS if verb.free} == {Warn, Kick, Admit, Rule, Place}
    assert not {Buy, Call, Plot, GoOn} & final


@pytest.mark.clause("TPS-5.1")
def test_choices_of_those_who_owe_none_do_nothing() -> None:
    at = call_position(unit("T", 10, 20, "mp5"), unit("CT", 40, 20, "mp5", alive=0))
    choices = all_choices(at, {})
    choices[1:2] = choice_record("call knife crouching")
    other = at.copy()
    log, dice = new_log(), tape([])
    apply_choices(at.state, at.tables[0], choices, dice[0], log[0])
    apply_choices(other.state, other.tables[0], all_choices(other, {}), dice[0], log[0])
    assert at.states.tobytes() == other.states.tobytes()


@pytest.mark.clause("TPS-5.7")
def test_what_a_time_out_means() -> None:
    at = buy_position(unit("T", 10, 20, "mp5", cash=50), unit("CT", 40, 20, "mp5"))
    said = []
    for _ in range(14):
        choice = new_choices(1)
        choice[0].n = choice[0].x = 5
        default_choice(at.state, at.tables[0], 0, choice[0])
        said.append((PHASES[at.state.phase], choice.tobytes()))
        if at.state.phase == TARGET:
            break
        play(at)
    meant = dict(said)
    assert meant["buy"] == choice_record("buy -").tobytes()
    assert meant["call"] == choice_record("call primary").tobytes()
    assert meant["count"] == choice_record("stay").tobytes()
    assert meant["target"] == choice_record("hold").tobytes()
    batch = count_position(unit("T", 10, 20, "mp5"), sv_movebatch=3)
    choice = new_choices(1)
    default_choice(batch.state, batch.tables[0], 0, choice[0])
    assert choice.tobytes() == choice_record("plot stay,stay,stay").tobytes()
    batch.state.phase = BETWEEN
    default_choice(batch.state, batch.tables[0], 0, choice[0])
    assert choice.tobytes() == choice_record("go_on").tobytes()


@pytest.mark.clause("TPS-5.12")
def test_a_state_in_which_no_unit_may_decide_closes_at_once() -> None:
    at = call_position(unit("T", 10, 20, "m249"), unit("CT", 40, 20, "m249"))
    told = play(at, U1="call primary crouching", U2="call primary")
    assert event_lines(told, "counted") == ["counted 1 count", "counted 2 count", "counted 3 count"]
    assert (at.state.count, names_to_act(at)) == (4, ["U1", "U2"])


# The Admin's commands


def with_admin(at: Position) -> Position:
    """A person is Admin."""
    at.state.admin = at.state.n_units + 1
    return at


@pytest.mark.clause("TPS-5.13", "TPS-24.3")
def test_a_command_takes_effect_when_the_state_in_progress_closes() -> None:
    at = with_admin(count_position(unit("T", 10, 20, "mp5"), unit("CT", 40, 20, "mp5")))
    assert event_lines(play_free_act(at, "admin", "rule health U2 2")) == ["ordered rule U2"]
    assert (at.armour(2), at.state.count) == ("0/0/3", 1)
    told = event_lines(play(at))
    assert told[0] == "ruled health U2 2" and told[1] == "counted 1 count"
    assert at.armour(2) == "0/0/2"


@pytest.mark.clause("TPS-5.13")
def test_a_booted_players_units_hold_no_phase_open() -> None:
    at = with_admin(count_position(unit("T", 10, 20, "mp5"), unit("CT", 40, 20, "mp5"), unit("CT", 42, 20)))
    play_free_act(at, "admin", "warn U2")
    play(at)
    assert at.unit(2).warned
    play_free_act(at, "admin", "kick U2")
    assert names_to_act(at) == ["U1", "U3"] and at.unit(2).alive
    assert refusal_code(at, "U2", "stay") == "E_ELIMINATED"
    told = event_lines(play(at), "kicked", "eliminated", "counted")
    assert told == ["kicked U2", "eliminated U2 -", "counted 2 count"]
    assert (at.unit(2).alive, at.unit(2).kicked, at.unit(2).leaving) == (0, 1, 0)


@pytest.mark.clause("TPS-5.13")
def test_a_kick_of_the_last_who_owes_closes_the_state() -> None:
    at = with_admin(call_position(unit("T", 10, 20, "mp5"), unit("CT", 40, 20, "mp5"), unit("CT", 42, 20, alive=0)))
    for k in (1, 2):
        at.unit(k).warned = 1
    at.state.owing = 0b10
    told = event_lines(play_free_act(at, "admin", "kick U2"), "kicked", "called")
    assert told[0] == "kicked U2"


@pytest.mark.clause("TPS-5.13")
def test_a_booted_players_units_are_asked_no_more() -> None:
    at = with_admin(call_position(unit("T", 10, 20, "mp5"), unit("CT", 40, 20, "mp5"), unit("CT", 42, 20)))
    at.unit(2).warned = 1
    play_free_act(at, "admin", "kick U2")
    for phase in (CALL, COUNT, TARGET):
        assert at.state.phase == phase
        while at.state.phase == phase:
            assert "U2" not in names_to_act(at)
            play(at)


# The bonus count and the action phase leave nothing behind


@pytest.mark.clause("TPS-5.2", "TPS-20.5", "TPS-8.4", "TPS-10.3")
def test_a_turn_leaves_only_what_lasts() -> None:
    at = call_position(unit("T", 10, 20, "mp5", "flash"), unit("CT", 40, 20, "mp5"))
    play(at, U1="call primary crouching flash")
    while at.state.phase == COUNT:
        play(at)
    play(at, [5], U1="throw 20,20 1 0 -")
    assert at.state.phase == CALL
    me = at.unit(1)
    names = (
        "weapon over action changed scope crouch n_orders moves unarmed busy n_targets dice aim_x aim_y to_hit flashed"
    )
    assert {name: int(getattr(me, name)) for name in names.split() if getattr(me, name)} == {}
    assert me.called == 1 and at.state.n_flights == 0


def test_the_action_phase_is_reached_with_the_first_step() -> None:
    at = count_position(unit("T", 10, 20, "mp5"), unit("CT", 40, 20, "mp5"), count=11)
    at.state.owing = 0
    log, dice = new_log(), tape([])
    advance(at.state, at.tables[0], dice[0], log[0])
    assert at.state.phase == TARGET
    apply_choices(at.state, at.tables[0], all_choices(at, {}), dice[0], log[0])
    advance(at.state, at.tables[0], dice[0], log[0])
    assert (at.state.phase, at.state.step) == (ACTION, 1)
    assert unit_place(at, "U1") == (10, 20)
