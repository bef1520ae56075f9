"""What the bot of Gunplay does: each habit by a small position; that it is lawful; that it beats greed alone."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from fireteam.bots.greedy import choose_best
from fireteam.core.chance.expectation import new_buffers
from fireteam.core.chance.outcomes import new_workspace
from fireteam.core.dice import live
from fireteam.core.engine.compiled import JIT
from fireteam.core.engine.dispatch import evaluate, is_over, policy, redact, to_act, verify
from fireteam.core.engine.record import Array
from fireteam.core.game import Setting
from fireteam.core.protocol.choices import decode, new_choices, notation
from fireteam.core.protocol.events import new_log
from fireteam.core.run import apply, run_to_decision
from fireteam.games.gunplay import state
from fireteam.games.gunplay.map_build import write_turns
from fireteam.games.gunplay.tactics.fire import danger
from tests.games.gunplay.table import (
    FULL,
    GAME,
    INITIATIVE,
    MODULES,
    decider,
    do,
    names_of,
    number_of,
    phase_of,
    table,
    view_of_slot,
    who,
)
from tests.games.gunplay.test_stateful import match
from tests.heavy.settings import many

WALL = ("low", [10, 4, 10.5, 8])


def suggested(setting: Setting, states: Array, key: int = 1) -> Array:
    """The choice of who decides, by all that it may know; it leaves the State alone."""
    slot, choices = decider(states), new_choices()
    before, view = states.tobytes(), view_of_slot(setting, states, decider(states))
    policy(view[0], setting.tables[0], slot, np.uint64(key), choices[slot])
    assert states.tobytes() == before
    assert verify(states[0], setting.tables[0], slot, choices[slot])[0] == 0
    return choices[slot : slot + 1]


def says(setting: Setting, states: Array) -> str:
    """The same in notation."""
    return notation(decode(suggested(setting, states)[0], GAME.verbs, names_of(setting, states)))


# In place


def test_it_shoots_at_who_can_be_hit() -> None:
    at = table("A1 5,5", "B1 15,5", "B2 60,5", modules=FULL, act="A1", actions=1, size=(80, 30))
    assert says(*at).startswith("shoot A1 B1")


def test_of_two_targets_it_shoots_at_the_leader_and_at_the_wounded() -> None:
    at = table("A1 5,5", "B1 15,5", "B2 15,8 Leader", modules=FULL, act="A1", actions=1)
    assert says(*at).startswith("shoot A1 B2")
    at = table("A1 5,5", "B1 15,5 wounds=2", "B2 15,8", modules=FULL, act="A1", actions=1)
    assert says(*at).startswith("shoot A1 B1")


def test_it_braces_a_heavy_weapon_before_it_shoots() -> None:
    at = table("A1 5,5 rifle_heavy", "B1 30,5 pistol_medium", modules=FULL, act="A1", size=(40, 10))
    assert says(*at) == "brace A1"
    do(*at, "brace A1")
    assert says(*at).startswith("shoot A1 B1")


def test_it_fires_bursts_and_reloads_after_them() -> None:
    at = table("A1 5,5 smg_medium", "B1 11,5", modules=FULL, act="A1")
    assert says(*at) == "shoot A1 B1 auto"
    at = table("A1 5,5 smg_medium empty", "B1 11,5", modules=FULL, act="A1")
    assert says(*at) == "reload A1"


def test_in_contact_it_fights() -> None:
    at = table("A1 5,5 blade Strong", "B1 6,5 unarmed", modules=FULL, act="A1")
    assert says(*at) == "fight A1 B1"


def test_it_helps_a_friend_up_where_the_rules_let_it() -> None:
    at = table("A1 5,5", "A2 6,5 down", "B1 35,25", modules=FULL, act="A1", aid=1)
    assert says(*at) == "aid A1 A2"


# On the way


def test_it_seeks_cover_from_who_is_about_to_shoot() -> None:
    at = table(
        "A1 11.5,10 unarmed", "B1 2,6 rifle_medium Marksman", pieces=[WALL], modules=FULL, act="A1", actions=1,
        size=(30, 14),
    )  # fmt: skip
    line, before = says(*at), danger_to(at, "A1")
    assert line.startswith(("move A1", "run A1"))
    do(*at, line, dice=[10] * line.startswith("run"))
    assert danger_to(at, "A1") < 0.6 * before


def danger_to(at: tuple[Setting, Array], name: str) -> float:
    setting, states = at
    return float(danger(states[0], setting.tables[0], number_of(name)))


def test_it_goes_to_a_marker_and_runs_where_nobody_is_near() -> None:
    hold = {"victory": "hold", "markers": [(20, 5)], "radius": 3, "from_turn": 1, "vp_marker": 1}
    at = table("A1 5,5 pistol_medium", "B1 78,29 pistol_medium", modules=FULL, act="A1", scenario=hold, size=(80, 30))
    assert says(*at).startswith("run A1 11,5")
    at = table("A1 19,5 pistol_medium", "B1 78,29 pistol_medium", modules=FULL, act="A1", scenario=hold, size=(80, 30))
    assert says(*at) == "brace A1", "it is there"


def test_a_way_leads_around_a_wall() -> None:
    hold = {"victory": "hold", "markers": [(20, 5)], "radius": 1, "from_turn": 1, "vp_marker": 1}
    wall = ("tall", [8, 2, 9, 20])
    at = table(
        "A1 6,5 pistol_medium",
        "B1 78,29 pistol_medium",
        pieces=[wall],
        modules=FULL,
        act="A1",
        scenario=hold,
        size=(80, 30),
    )
    write_turns(at[0].tables[0].terrain)
    for _ in range(12):
        if not says(*at).startswith(("move", "run")):
            break
        do(*at, says(*at), dice=[10] * says(*at).startswith("run"))
        at[1][0].actions, who(at[1], "A1").ran_now = 2, 0
    x, y = float(who(at[1], "A1").x) / 100, float(who(at[1], "A1").y) / 100
    assert (x - 20) ** 2 + (y - 5) ** 2 <= 1.5**2


BOX = {"victory": "extract", "item": (12, 12), "exit_edge": ("south", "north"), "vp_carry": 3}


def test_it_grabs_the_box_and_carries_it_off() -> None:
    at = table("A1 12,11", "B1 12,29", modules=FULL, act="A1", scenario=BOX)
    assert says(*at) == "pick_up A1"
    do(*at, "pick_up A1")
    line = says(*at)
    assert line.startswith("move A1 12,8")
    do(*at, line)
    assert float(who(at[1], "A1").y) == 800


def test_an_attacker_goes_into_the_zone() -> None:
    assault = {"victory": "assault", "attacker": 0, "zone": (20, 0, 30, 10)}
    at = table(
        "A1 17.5,5 pistol_medium",
        "B1 78,29 pistol_medium",
        modules=FULL,
        act="A1",
        scenario=assault,
        size=(80, 30),
        turn=8,
    )
    do(*at, says(*at))
    assert who(at[1], "A1").x >= 2000


def test_whoever_is_shot_at_goes_on_to_cover_and_stops_short_of_worse() -> None:
    def resumed(pieces: list[Any], path: str) -> str:
        setting, states = table(
            "A1 14,5", "B1 5,5 auto min=0", pieces=pieces, modules="overwatch", act="A1", size=(30, 14)
        )
        do(setting, states, f"move A1 {path} standing walk ask", dice=[1])
        assert phase_of(states) == "resume"
        return says(setting, states)

    assert resumed([("tall", [8, 6, 9, 9])], "14,8") == "continue"
    assert resumed([("tall", [10, 6.5, 10.5, 9]), ("tall", [10, 1, 10.5, 4.5])], "11.5,5") == "stop"


# Turns


def test_it_activates_who_has_a_shot() -> None:
    at = table("A1 2,28 pistol_medium", "A2 5,5", "B1 15,5", modules=FULL, choose="A")
    assert says(*at) == "activate A2"


def test_of_equals_it_activates_who_may_keep_the_initiative() -> None:
    at = table("A1 5,5 rifle_medium", "A2 5,9 rifle_medium Quick", "B1 20,7", modules=FULL, choose="A")
    assert says(*at) == "activate A2"


def test_it_passes_an_initiative_that_it_has_no_use_for() -> None:
    wall = ("tall", [10, 0.5, 11, 13.5])
    at = table("A1 5,5", "B1 25,5", pieces=[wall], modules=FULL, choose="A", size=(30, 14))
    assert says(*at) == "activate A1", "it may not pass"
    at[1][0].may_pass = 1
    assert says(*at) == "pass_initiative"


def watch(*characters: str, **more: Any) -> tuple[Setting, Array]:
    """The Overwatch phase of side A."""
    setting, states = table(*characters, modules=FULL, choose="A", **more)
    states[0].phase, states[0].side = state.OW_DECLARE, 0
    return setting, states


def test_it_puts_on_overwatch_who_waits_for_the_enemy_and_nobody_who_has_a_shot() -> None:
    wall, hold = ("tall", [12, 0.5, 13, 13.5]), {"victory": "hold", "markers": [(5, 5)], "radius": 3, "from_turn": 1}
    at = watch("A1 5,5 smg_medium braced", "B1 20,5", "B2 20,8", "B3 20,2", pieces=[wall], scenario=hold, size=(30, 14))
    assert says(*at) == "overwatch_declare 1"
    at = watch("A1 5,5 smg_medium braced", "B1 20,5", "B2 20,8", "B3 20,2", scenario=hold, size=(30, 14))
    assert says(*at) == "overwatch_declare 0"


@pytest.mark.parametrize(
    ("weapon", "orders"),
    [("smg_medium", " auto 30 move+fire auto"), ("rifle_medium", " auto 50"), ("bolt_medium", "")],
)
def test_orders_fit_the_weapon(weapon: str, orders: str) -> None:
    at = watch(f"A1 5,5 {weapon}", "B1 20,5")
    at[1][0].phase, at[1][0].declared[0] = state.OW_MARK, 1
    assert says(*at) == f"overwatch_mark A1{orders}"


def test_it_lets_a_bad_shot_go_by_while_more_enemies_come_and_takes_it_of_the_last() -> None:
    def offered(*more: str, at: str = "11.5,5") -> str:
        setting, states = table(
            f"A1 {at}", *more, "B1 2,6 ask", pieces=[WALL], modules="overwatch", act="A1", size=(30, 14)
        )
        do(setting, states, "move A1 11.5,6 standing")
        return says(setting, states)

    assert offered("A2 25,2") == "wait B1"
    assert offered() == "react B1"
    assert offered("A2 25,2", at="9,6") == "react B1"


# What a position is worth


def worth(*characters: str, **more: Any) -> float:
    setting, states = table(*characters, **more)
    values = [float(evaluate(states[0], setting.tables[0], slot)) for slot in range(2)]
    assert sum(values) == pytest.approx(1.0)
    return values[0]


def test_losses_wounds_and_markers_count() -> None:
    even = worth("A1 5,5", "A2 5,9", "B1 35,5", "B2 35,9", modules=FULL)
    assert even == pytest.approx(0.5)
    marked = worth("A1 5,5", "A2 5,9", "B1 35,5", "B2 35,9 markers=2", modules=FULL)
    wounded = worth("A1 5,5", "A2 5,9", "B1 35,5", "B2 35,9 wounds=1", modules=FULL)
    down = worth("A1 5,5", "A2 5,9", "B1 35,5", "B2 35,9 down", modules=FULL)
    assert even < marked < wounded < down < 1.0


def test_each_scenario_is_worth_its_own() -> None:
    hold = {"victory": "hold", "markers": [(5, 5)], "radius": 3, "from_turn": 1, "vp_marker": 1}
    assert worth("A1 5,5", "B1 35,15", scenario=hold) > worth("A1 15,5", "B1 35,15", scenario=hold) > 0.5
    far, near = worth("A1 5,9 carrying", "B1 5,20", scenario=BOX), worth("A1 5,3 carrying", "B1 5,20", scenario=BOX)
    assert near > far > 0.5
    assault = {"victory": "assault", "attacker": 0, "zone": (20, 0, 30, 10)}
    late = worth("A1 25,5", "B1 35,25", scenario=assault, choose="A", turn=7)
    assert late > worth("A1 25,5", "B1 35,25", scenario=assault, choose="A", turn=1)


@pytest.mark.parametrize(("winner", "values"), [(1, [1.0, 0.0]), (2, [0.0, 1.0]), (3, [0.5, 0.5])])
def test_the_end_is_worth_all_or_nothing_or_a_half(winner: int, values: list[float]) -> None:
    setting, states = table("A1 5,5", "B1 15,5")
    states[0].phase, states[0].winner = state.OVER, winner
    assert [evaluate(states[0], setting.tables[0], slot) for slot in range(2)] == values


# Whole matches


@pytest.mark.parametrize("seed", range(8))
def test_whatever_the_modules_it_chooses_what_is_lawful_and_always_the_same(seed: int) -> None:
    modules = FULL if seed == 0 else INITIATIVE if seed == 1 else " ".join(MODULES[seed % 3 :: 2][: seed + 1])
    setting, states = match(modules, seed)
    dice, log = live(seed), new_log()
    run_to_decision(states[0], setting.tables[0], dice[0], log[0])
    for number in range(many(6, 14)):
        if is_over(states[0]):
            break
        slot, choices = int(to_act(states[0])) - 1, new_choices()
        choices[slot : slot + 1] = suggested(setting, states, number)
        assert suggested(setting, states, number).tobytes() == choices[slot : slot + 1].tobytes()
        log[0].count = 0
        apply(states[0], setting.tables[0], choices, dice[0], log[0])


def test_what_it_may_not_know_changes_nothing() -> None:
    setting, states = table("A1 5,5", "B1 20,5 auto min=0", modules=FULL, act="A1")
    other = states.copy()
    who(other, "B1").orders.policy = state.HOLD_FIRE
    for each in (states, other):
        redact(each[0], setting.tables[0], 1)
    assert states.tobytes() == other.tobytes()
    assert says(setting, states) == says(setting, other)


@pytest.mark.skipif(not JIT, reason="whole matches by greed alone take minutes in plain rules")
def test_it_beats_greed_without_tactics() -> None:
    setting = GAME.make_setting("crossroads", {"config": "full"})
    wins = sum(winner_against_greed(setting, side, seed) == side for side in range(2) for seed in range(30))
    assert wins >= 33, "of 60; in the long run it is 44"


def winner_against_greed(setting: Setting, side: int, seed: int) -> int:
    """The side that wins a match of this bot for one side and of the best single choice for the other; -1: nobody."""
    states, choices, dice, log = setting.opening.copy(), new_choices(), live(seed), new_log()
    room = new_workspace(states), new_buffers(states, 64)
    run_to_decision(states[0], setting.tables[0], dice[0], log[0])
    while not is_over(states[0]):
        slot, tried = decider(states), new_choices()
        view = view_of_slot(setting, states, slot)
        if slot == side:
            policy(view[0], setting.tables[0], slot, np.uint64(seed), tried[slot])
        else:
            choose_best(view, setting.tables, slot, tried, *room)
        choices[slot] = tried[slot]
        log[0].count = 0
        apply(states[0], setting.tables[0], choices, dice[0], log[0])
    return int(states[0].winner) - 1 if states[0].winner != state.DRAWN else -1
