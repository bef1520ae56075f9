"""Sections 11, 15, 16 and 19: whom a unit may point at, with which dice, what it may throw, and the menu."""

from __future__ import annotations

import math
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from fireteam.core.engine.dispatch import menu_choice, menu_size
from fireteam.core.protocol.choices import new_choices
from fireteam.core.protocol.events import decode_log, new_log
from fireteam.core.space.sight import sight_line
from fireteam.core.space.terrain_build import TerrainPlan
from fireteam.games.tps.choices import FIRE, HOLD, THROW
from fireteam.games.tps.events import KINDS
from fireteam.games.tps.events.action import Aimed, Held, Interrupted, Pointed
from fireteam.games.tps.events.words import PURPOSES, REASONS
from fireteam.games.tps.refusals import REFUSALS
from fireteam.games.tps.rules.sight import lines_between, sees, smoke_hides
from fireteam.games.tps.rules.targeting import may_target, reveal_targets, take_target
from fireteam.games.tps.state import DEFUSE, PLANT, RELOAD, TARGET
from tests.games.tps.positions import NAMES, Position, choice, events_of, position, unit


def code(at: Position, *args: Any, seat: int = 1, **more: Any) -> str:
    """The refusal of a choice, or `ok`."""
    return REFUSALS[may_target(at.state, at.tables[0], seat - 1, choice(*args, **more))[0]].code


def facing(*gear: str, more: tuple[Any, ...] = (), plan: TerrainPlan | None = None, **fields: Any) -> Position:
    """U1 (T) against U2 and U3 (CT), with U4 (T) beside it."""
    return position(
        unit("T", 10, 10, *gear, **fields),
        unit("CT", 18, 10),
        unit("CT", 18, 14),
        unit("T", 12, 12),
        *more,
        hostages=[(14, 16)],
        phase=TARGET,
        plan=plan,
    )


@pytest.mark.clause("TPS-11.5", "TPS-11.6", "TPS-11.7")
def test_a_living_enemy_in_sight_may_be_called_at_any_distance() -> None:
    assert code(facing("mp5"), HOLD) == "ok"
    assert code(facing("mp5"), FIRE, "U2") == "ok"
    far = position(unit("T", 1, 1, "usp"), unit("CT", 99, 59), phase=TARGET)
    assert code(far, FIRE, "U2") == "ok"


@pytest.mark.clause("TPS-11.6")
def test_what_is_no_living_enemy_is_no_target() -> None:
    at = facing("mp5")
    at.unit(3).alive = 0
    for target in ("U1", "U3", "U4", "U9", "H1", "H2", "nobody"):
        assert code(at, FIRE, target) == "E_TARGET"


@pytest.mark.clause("TPS-11.6")
def test_team_mates_and_hostages_may_be_called_by_an_option() -> None:
    at = facing("mp5")
    at.tables[0].options.mp_teamattack = 1
    for target, found in (("U4", "ok"), ("H1", "ok"), ("U1", "E_TARGET"), ("H2", "E_TARGET")):
        assert code(at, FIRE, target) == found


@pytest.mark.clause("TPS-11.6", "TPS-3.18", "TPS-3.17")
def test_a_target_behind_a_wall_is_not_seen() -> None:
    zones = [[0, 0, 100, 60]]
    assert (
        code(facing("mp5", plan=TerrainPlan(100, 60, walls=[[14, 9, 14, 11]], zones=zones)), FIRE, "U2") == "E_NO_SIGHT"
    )
    assert code(facing("mp5", plan=TerrainPlan(100, 60, walls=[[14, 9, 14, 10.2]], zones=zones)), FIRE, "U2") == "ok"
    assert code(facing("mp5", plan=TerrainPlan(100, 60, windows=[[14, 9, 14, 11]], zones=zones)), FIRE, "U2") == "ok"


@pytest.mark.clause("TPS-3.16", "TPS-3.18", "TPS-3.20", "TPS-3.21", "TPS-3.28")
@pytest.mark.parametrize(
    ("a", "b", "clear", "covered", "covers"),
    [
        ((12.5, 15), (19, 15), 3, False, True),
        ((24, 28), (32, 28), 3, False, True),
        ((24, 24), (15.4, 19.4), 1, True, False),
        ((24, 24), (15.4, 19.8), 2, False, False),
        ((8, 15), (31, 15), 0, False, False),
    ],
)
def test_sight_and_cover_on_the_depot(
    a: tuple[float, float], b: tuple[float, float], clear: int, covered: bool, covers: bool
) -> None:
    """Example 18."""
    at = position(unit("T", *a), unit("CT", *b), map="de_depot")
    seen, obstructed = lines_between(at.state, at.tables[0], 0, 1)
    assert (seen, seen > 0 and obstructed >= 2) == (clear, covered)
    seen, obstructed = lines_between(at.state, at.tables[0], 1, 0)
    assert (seen, seen > 0 and obstructed >= 2) == (clear, covers)


@pytest.mark.clause("TPS-3.17", "TPS-3.29")
@pytest.mark.parametrize(
    ("wall", "clear"),
    [
        ([14, 10.45, 14, 12], 2),  # the end of the wall lies on an outer line
        ([14, 10.46, 14, 12], 3),
        ([12, 10, 16, 10], 2),  # along the middle line
        ([8, 10, 9, 10], 3),  # on its prolongation, short of its start
    ],
)
def test_a_line_is_blocked_by_a_wall_it_touches_or_runs_along(wall: list[float], clear: int) -> None:
    at = facing("mp5", plan=TerrainPlan(100, 60, walls=[wall], zones=[[0, 0, 100, 60]]))
    assert lines_between(at.state, at.tables[0], 0, 1)[0] == clear


@pytest.mark.clause("TPS-3.19", "TPS-11.12")
def test_tokens_block_sight_by_an_option_also_those_eliminated_in_this_turns_actions() -> None:
    at = position(unit("T", 10, 12), unit("CT", 18, 12), unit("CT", 14, 12), hostages=[(12, 12)])
    assert sees(at.state, at.tables[0], 0, 1)
    at.tables[0].options.sv_tokensblock = 1
    assert not sees(at.state, at.tables[0], 0, 1)
    assert sees(at.state, at.tables[0], 0, 2), "a hostage is no token"
    at.unit(3).alive = 0
    assert not sees(at.state, at.tables[0], 0, 1)
    at.unit(3).x = at.unit(3).y = 0
    assert sees(at.state, at.tables[0], 0, 1)


@pytest.mark.clause("TPS-3.23", "TPS-3.24", "TPS-3.33", "TPS-11.6")
def test_smoke_is_a_reason_of_its_own() -> None:
    """Example 22, turn 5: from n_lane to site_a the line crosses n_gate."""

    def smoky(x: float, y: float, to_x: float, to_y: float) -> str:
        at = position(unit("T", x, y, "mp5"), unit("CT", to_x, to_y), map="de_depot", smoke="n_gate", phase=TARGET)
        return code(at, FIRE, "U2")

    assert smoky(15, 22, 28, 22) == "E_SMOKE"
    assert smoky(17, 22, 25, 24) == "ok"
    assert smoky(17, 22, 28, 23) == "E_SMOKE"
    assert smoky(28, 22, 32, 22) == "ok"


@pytest.mark.clause("TPS-3.12", "TPS-3.24", "TPS-3.33")
def test_a_line_along_the_border_of_smoke_is_not_blocked() -> None:
    halves = TerrainPlan(100, 60, zones=[[0, 0, 100, 20], [0, 20, 100, 60]])
    at = position(unit("T", 10, 20), unit("CT", 18, 20), plan=halves, smoke="1")
    assert not smoke_hides(at.state, at.tables[0], 0, 1), "both are in the first zone"
    at = position(unit("T", 10, 20), unit("CT", 18, 20.000001), plan=halves, smoke="1")
    assert smoke_hides(at.state, at.tables[0], 0, 1)


@pytest.mark.clause("TPS-3.24", "TPS-3.33")
@pytest.mark.parametrize(("x", "hidden"), [(17, False), (30, True)])
def test_lengths_in_a_smoked_zone_are_added_up(x: float, hidden: bool) -> None:
    """The zone has two teeth, each 0.6 EPS wide where the line crosses it: one alone is too little, both are not."""
    teeth = [
        (0, 0),
        (100, 0),
        (100, 10),
        (25, 10),
        (22, 20.000001),
        (19, 10),
        (15, 10),
        (12, 20.000001),
        (9, 10),
        (0, 10),
    ]
    rest = [
        (0, 10),
        (9, 10),
        (12, 20.000001),
        (15, 10),
        (19, 10),
        (22, 20.000001),
        (25, 10),
        (100, 10),
        (100, 60),
        (0, 60),
    ]
    at = position(unit("T", 5, 20), unit("CT", x, 20), plan=TerrainPlan(100, 60, zones=[teeth, rest]), smoke="0")
    assert smoke_hides(at.state, at.tables[0], 0, 1) == hidden
    assert smoke_hides(at.state, at.tables[0], 1, 0) == hidden


@pytest.mark.clause("TPS-3.33", "TPS-3.24", "TPS-3.12")
@pytest.mark.parametrize(("x", "wide", "hidden"), [(60, 5, False), (20, 0.000002, True), (20, 1, True)])
def test_of_a_line_along_the_border_of_smoke_only_what_is_inside_counts(x: float, wide: float, hidden: bool) -> None:
    """A smoked strip below the line, with a bump that reaches above it, beyond the target or before it."""
    bump = [(x + wide, 20), (x + wide, 30), (x, 30), (x, 20)]
    strip = [(0, 0), (100, 0), (100, 20), *bump, (0, 20)]
    above = [(0, 20), *reversed(bump), (100, 20), (100, 60), (0, 60)]
    at = position(unit("T", 5, 20), unit("CT", 40, 20), plan=TerrainPlan(100, 60, zones=[above, strip]), smoke="1")
    assert smoke_hides(at.state, at.tables[0], 0, 1) == hidden


@pytest.mark.clause("TPS-3.28", "TPS-3.16")
def test_sight_lines_are_the_formulas_as_written_to_the_last_bit() -> None:
    """In binary64, from left to right. Other ways to write the same come out otherwise for some of these lines."""
    random, others = Random(5), [0, 0, 0]
    for _ in range(300):
        a, b = ((random.randrange(50_000_000), random.randrange(50_000_000)) for _ in range(2))
        (ax, ay), (bx, by) = ((x / 1_000_000, y / 1_000_000) for x, y in (a, b))
        x, y = bx - ax, by - ay
        length = math.sqrt(x * x + y * y)
        nx, ny = -y / length, x / length
        for k in (-1, 0, 1):
            line = sight_line(*a, *b, 0, k)
            assert (line.px, line.py) == (ax + k * 0.45 * nx, ay + k * 0.45 * ny)
            assert (line.rx, line.ry) == ((bx + k * 0.45 * nx) - line.px, (by + k * 0.45 * ny) - line.py)
            assert line.length == math.sqrt(line.rx * line.rx + line.ry * line.ry)
            others[0] += line.px != ax + k * (0.45 * -y) / length
            others[1] += line.length != math.hypot(line.rx, line.ry)
            others[2] += line.px != float(Fraction(ax) + Fraction(k * 0.45) * Fraction(nx))
    assert all(others), "the samples tell the formula from its reorderings, from hypot, and from a fused operation"


@pytest.mark.clause("TPS-11.11")
def test_a_knife_reaches_a_target_1_5_away_and_no_further() -> None:
    def stab(away: float, **lists: Any) -> str:
        plan = TerrainPlan(100, 60, zones=[[0, 0, 100, 60]], **lists)
        return code(position(unit("T", 10, 10), unit("CT", 10 + away, 10), plan=plan, phase=TARGET), FIRE, "U2")

    assert stab(1.5) == "ok"
    assert stab(1.500001) == "E_REACH"
    assert stab(1.5, windows=[[10.75, 8, 10.75, 12]]) == "E_REACH"
    assert stab(1.5, walls=[[10.75, 9, 10.75, 10]]) == "E_REACH"


@pytest.mark.clause("TPS-11.10", "TPS-28.1")
def test_a_unit_that_reloads_neither_attacks_nor_throws() -> None:
    at = facing("mp5!", "frag", action=RELOAD)
    assert code(at, HOLD) == "ok"
    assert code(at, FIRE, "nobody") == "E_ACTION"
    assert code(at, THROW, aim="12,10", dice=1, to_hit=1) == "E_ACTION"


@pytest.mark.clause("TPS-8.14", "TPS-28.1")
def test_an_empty_weapon_is_called_but_not_fired_and_sight_is_tested_before() -> None:
    assert code(facing("mp5!"), FIRE, "U2") == "E_OUT_OF_AMMO"
    assert code(facing("mp5!"), FIRE, "U4") == "E_TARGET"
    assert code(facing("glock18!", weapon="knife"), FIRE, "U2") == "E_REACH"


@pytest.mark.clause("TPS-15.1", "TPS-15.4")
def test_a_split_pool_leaves_a_die_for_each_part() -> None:
    found = [code(facing("spas12"), FIRE, f"U2:{dice}") for dice in (0, 1, 6, 7)]
    assert found == ["E_SPLIT", "ok", "ok", "E_SPLIT"]
    assert code(facing("spas12"), FIRE, "U2:3:4") == "E_SPLIT"
    assert code(facing("spas12"), FIRE, "U2:3,U3:3") == "E_SPLIT"


@pytest.mark.clause("TPS-16.1", "TPS-16.2", "TPS-28.1")
def test_shares_of_autofire_add_up_to_the_damage_pool() -> None:
    at = facing("mp5")
    assert code(at, FIRE, "U2:1:3") == "ok"
    assert code(at, FIRE, "U2:1:1,U3:0:2") == "ok"
    for wrong in ("U2:1:2,U3:0:2", "U2:1:1,U3:0:1", "U2:1:3,U3", "U2,U3", "U2:1:1,U2:0:2", "U2:1:2", "U2:0:4"):
        assert code(at, FIRE, wrong) == "E_SPLIT", wrong
    assert code(at, FIRE, "U2:1:1,U4:0:2") == "E_TARGET"
    assert code(facing("usp"), FIRE, "U2:1:1,U3:0:1") == "E_SPLIT"
    assert code(facing("usp"), FIRE, "U2:1:2") == "E_SPLIT"


@pytest.mark.clause("TPS-28.1")
def test_the_first_code_of_the_rulebooks_order_refuses() -> None:
    walled = TerrainPlan(100, 60, walls=[[14, 9, 14, 11]], zones=[[0, 0, 100, 60]])
    at = facing("mp5", plan=walled)
    assert code(at, FIRE, "U2:1:1,U4:0:2") == "E_TARGET", "U2 is not seen, U4 no enemy"
    assert code(at, FIRE, "U2:9:9") == "E_NO_SIGHT"
    assert code(at, FIRE, "") == "E_VALUE"


@pytest.mark.clause("TPS-19.2", "TPS-15.4", "TPS-19.14", "TPS-28.1")
def test_a_throw_wants_a_grenade_1_to_3_dice_a_direction_and_of_a_frag_a_split() -> None:
    flash = facing("mp5", over="flash")
    assert [code(flash, THROW, aim="12,10", dice=dice) for dice in (0, 1, 3, 4)] == ["E_THROW", "ok", "ok", "E_THROW"]
    assert code(flash, THROW, aim="10,10", dice=1) == "E_THROW"
    assert code(flash, THROW, aim="10.000001,10", dice=1) == "ok"
    assert code(flash, THROW, aim="12,10", dice=1, to_hit=1) == "E_SPLIT"
    frag = facing("mp5", over="frag")
    found = [code(frag, THROW, aim="12,10", dice=1, to_hit=split) for split in (0, 1, 5, 6)]
    assert found == ["E_SPLIT", "ok", "ok", "E_SPLIT"]
    assert code(facing("mp5", "flash"), THROW, aim="12,10", dice=1) == "E_THROW"
    assert code(facing("mp5", over="kit"), THROW, aim="12,10", dice=1) == "E_THROW"


@pytest.mark.clause("TPS-8.7", "TPS-8.9", "TPS-8.15", "TPS-11.5")
def test_the_weapon_below_may_attack_with_or_without_the_throw() -> None:
    at = facing("mp5", over="flash")
    assert code(at, THROW, "U2", aim="12,10", dice=1) == "ok"
    assert code(at, FIRE, "U2") == "ok"
    assert code(at, THROW, "U4", aim="12,10", dice=9) == "E_TARGET"
    assert code(facing("mp5!", over="flash"), THROW, aim="12,10", dice=1) == "ok"


# Binding, and revealed


def take(at: Position, *args: Any, **more: Any) -> Any:
    """U1's choice, kept."""
    take_target(at.state, at.tables[0], 0, choice(*args, **more))
    return at.unit(1)


@pytest.mark.clause("TPS-11.3", "TPS-11.5")
def test_what_is_chosen_is_kept_for_the_action_steps() -> None:
    one = take(facing("mp5"), FIRE, "U2:1:1,U3:0:2")
    assert one.targets[: one.n_targets].tolist() == [[1, 1, 1], [2, 0, 2]]
    one = take(facing("spas12", "frag"), THROW, "U3:4", aim="30,21", dice=2, to_hit=5)
    assert one.targets[: one.n_targets].tolist() == [[2, 4, 0]]
    assert (one.dice, one.to_hit, one.aim_x, one.aim_y) == (2, 5, 30_000_000, 21_000_000)


@pytest.mark.clause("TPS-16.2")
def test_the_whole_pool_on_one_target_is_one_choice_however_it_is_written() -> None:
    one, other = facing("mp5"), facing("mp5")
    take(one, FIRE, "U2")
    take(other, FIRE, "U2:1:3")
    assert one.states.tobytes() == other.states.tobytes()


@pytest.mark.clause("TPS-5.7", "TPS-11.5")
def test_who_holds_or_does_not_answer_neither_attacks_nor_throws() -> None:
    for verb in (HOLD, 0):
        at = facing("mp5")
        before = at.states.tobytes()
        take(at, verb)
        assert at.states.tobytes() == before


@pytest.mark.clause("TPS-11.1", "TPS-19.19")
def test_all_targets_are_revealed_together() -> None:
    at = facing("mp5", targets="U2:1:1,U3:0:2", over="flash", throw="12,10 2")
    at.unit(4).n_targets = 0
    log = new_log()
    reveal_targets(at.state, at.tables[0], log[0])
    told = decode_log(log, KINDS, REASONS, PURPOSES, NAMES)
    assert [one.event for one in events_of(told, Aimed)] == [Aimed("U1", "flash", "12,10", 2)]
    assert [one.event for one in events_of(told, Pointed)] == [
        Pointed("U1", "U2", "1W+1D"),
        Pointed("U1", "U3", "2D"),
    ]
    assert [one.event.unit for one in events_of(told, Held)] == ["U2", "U3", "U4"]
    assert [at.unit(seat).shot_at for seat in (1, 2, 3, 4)] == [0, 1, 1, 0]


@pytest.mark.clause("TPS-11.10", "TPS-19.18")
@pytest.mark.parametrize("action", [PLANT, DEFUSE])
def test_who_plants_or_defuses_may_attack_and_gives_it_up(action: int) -> None:
    at = facing("mp5", action=action)
    assert code(at, FIRE, "U2") == "ok"
    take(at, FIRE, "U2")
    log = new_log()
    reveal_targets(at.state, at.tables[0], log[0])
    assert at.unit(1).action == 0
    assert len(events_of(decode_log(log, KINDS, REASONS, PURPOSES, NAMES), Interrupted)) == 1


# The menu


def menu(at: Position) -> list[tuple[int, ...]]:
    """Every choice of U1, each lawful, as numbers."""
    found = []
    at.state.phase = TARGET
    for k in range(menu_size(at.state, at.tables[0], 0)):
        one = new_choices(1)
        menu_choice(at.state, at.tables[0], 0, k, one[0])
        assert may_target(at.state, at.tables[0], 0, one[0])[0] == 0
        parts = one[0].parts[: one[0].n].ravel().tolist()
        found.append((one[0].verb, one[0].x, one[0].y, one[0].unit, one[0].target, *parts))
    assert len(set(found)) == len(found)
    return [tuple(int(number) for number in one) for one in found]


@pytest.mark.clause("TPS-11.5")
def test_the_menu_of_a_weapon_without_autofire_is_holding_and_each_target() -> None:
    assert menu(facing("usp")) == [(HOLD, 0, 0, 0, 0), (FIRE, 0, 0, 0, 0, 1, 0, 0), (FIRE, 0, 0, 0, 0, 2, 0, 0)]
    assert menu(facing("usp!")) == [(HOLD, 0, 0, 0, 0)]
    assert menu(facing()) == [(HOLD, 0, 0, 0, 0)]


@pytest.mark.clause("TPS-16.1", "TPS-16.2")
def test_the_menu_of_autofire_has_every_ordered_pair_as_well() -> None:
    assert menu(facing("mp5"))[3:] == [
        (FIRE, 0, 0, 0, 0, 1, 1, 2, 2, 0, 1),
        (FIRE, 0, 0, 0, 0, 2, 1, 2, 1, 0, 1),
    ]
    third = facing("ak47", more=(unit("CT", 18, 18),))
    assert len(menu(third)) == 1 + 3 + 6
    assert menu(third)[4][5:] == (1, 1, 3, 2, 0, 2)


@pytest.mark.clause("TPS-15.1", "TPS-15.4")
def test_the_menu_of_a_split_pool_has_every_split() -> None:
    assert len(menu(facing("spas12"))) == 1 + 2 * 6


@pytest.mark.clause("TPS-19.2", "TPS-8.7")
def test_the_menu_of_a_grenade_has_sixteen_headings_three_lengths_and_the_attacks() -> None:
    assert len(menu(facing("mp5", over="flash"))) == 1 + 2 + 2 + 16 * 3 * (1 + 2)
    frag = facing("usp", over="frag")
    assert len(menu(frag)) == 1 + 2 + 16 * 3 * 5 * (1 + 2)
    assert {one[4] for one in menu(frag) if one[0] == THROW} == {1, 2, 3, 4, 5}


@pytest.mark.clause("TPS-11.10")
def test_who_reloads_has_nothing_but_holding_on_the_menu() -> None:
    assert menu(facing("mp5!", "flash", action=RELOAD)) == [(HOLD, 0, 0, 0, 0)]
