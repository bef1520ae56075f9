"""What a referee says at a real table, and how tokens walk over several counts, decision by decision of a match."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from fireteam.core.engine.dispatch import to_act
from fireteam.core.engine.record import Array
from fireteam.core.errors import IllegalChoice
from fireteam.core.game import Setting
from fireteam.core.protocol.choices import notation
from fireteam.core.protocol.scene_query import rounded_point
from fireteam.core.slot_choices import default_choice_of
from fireteam.core.space.units import steps
from fireteam.games.tps.choices import Drop, Stay
from fireteam.games.tps.state import COUNT
from fireteam.games.tps.tabletop import TABLETOP, table_surface
from fireteam.match.autowalk.path import Aim, Walk, arrivals, path_to, token_spot
from fireteam.match.autowalk.walks import Walks
from fireteam.match.dice import secret_of_seed
from fireteam.match.match import Match
from fireteam.match.record import Seat
from fireteam.registry import find_game
from tests.conformance import walk

GAME = find_game("tps")
GOALS = ((11.0, 15.0), (2.0, 21.5), (6.0, 3.0), (30.0, 26.0))


def test_a_map_lies_on_what_is_large_enough_for_it_and_its_players() -> None:
    assert table_surface(GAME.make_setting("de_depot", {"teams": "3v3"})) == "a dining table"
    assert table_surface(GAME.make_setting("de_depot", {"teams": "4v3"})) == "a table-tennis table"
    assert table_surface(GAME.make_setting("cs_clinic", {"teams": "1v1"})) == "a dining table"
    assert table_surface(GAME.make_setting("de_harbour")) == "a table-tennis table"


@pytest.mark.parametrize("map_", ["de_depot", "cs_clinic"])
def test_a_referee_says_what_was_said(map_: str, golden) -> None:
    setting = GAME.make_setting(map_, {"teams": "2v2", "sv_admin": "1"})
    found = [line for moment in walk(setting, 5, 26).moments for line in decision_lines(setting, moment.states)]
    golden(f"tps_{map_}_aloud", "\n".join(found) + "\n")


def decision_lines(setting: Setting, states: Array) -> Iterator[str]:
    """All that can be asked at a decision."""
    yield f"> {TABLETOP.call(setting, states)}"
    if states[0].phase != COUNT:
        yield "; ".join(f"{row.label} {row.text}" for row in TABLETOP.score_sheet(setting, states))
        yield str([TABLETOP.phrases(setting, states, slot) for slot in range(5)])
    yield "; ".join(f"{count.call}: {count.slots}" for count in TABLETOP.counts(setting, states))
    if states[0].phase == COUNT and states[0].count < 4:
        for slot in range(4):
            yield f"U{slot + 1}: {TABLETOP.distance(setting, states, slot, *GOALS[slot])}"


def count_position(*places: tuple[float, float], **options: str) -> tuple[Setting, Array]:
    """The counts begin, with units where they are wanted and knives in hand."""
    setting = GAME.make_setting("de_depot", {"teams": f"1v{len(places) - 1}", "sv_admin": "1", **options})
    states = next(moment.states for moment in walk(setting, 5, 30).moments if moment.states[0].phase == COUNT).copy()
    for unit, (x, y) in zip(states[0].units[: len(places)], places, strict=True):
        unit.x, unit.y, unit.weapon, unit.over, unit.crouch, unit.scope = steps(x), steps(y), 3, 0, 0, 0
    return setting, states


def path_text(setting: Setting, states: Array, slot: int, goal: tuple[float, float]) -> str:
    path = path_to(setting, TABLETOP, states, slot, goal)
    return f"{path}; by {[rounded_point(stop) for stop in path.stops]} after {path.counts}" if path else "no nearer"


def test_ways_are_those_that_were_found(golden) -> None:
    """Straight on, round walls, round tokens, as far as the counts go, and several counts at once."""
    found = []
    for options in ({}, {"sv_movebatch": "3"}):
        at = count_position((4, 15), (5.3, 15), (30, 20), **options)
        found += [f"{goal}: {path_text(*at, slot, goal)}" for slot in range(3) for goal in GOALS[slot:]]
    golden("tps_ways", "\n".join(found) + "\n")


def test_who_stands_where_it_wants_to_be_goes_nowhere() -> None:
    setting, states = count_position((4, 15), (30, 20))
    assert path_to(setting, TABLETOP, states, 0, (4.0, 15.0)) is None
    assert token_spot(setting, states, 0) == (4.0, 15.0) and token_spot(setting, states, 1) == (30.0, 20.0)


def walk_to(*aims: tuple[float, float] | list[Aim], at: tuple[Setting, Array]) -> Walk:
    def idle(states: Array, slot: int):
        return default_choice_of(at[0], states, slot)

    several = {slot: aim if isinstance(aim, list) else [aim] for slot, aim in enumerate(aims)}
    return arrivals(at[0], TABLETOP, at[1], several, idle)


def test_two_who_want_to_pass_each_other_find_a_way() -> None:
    at = count_position((4, 15), (6, 15))
    found = walk_to((6, 15), (4, 15), at=at)
    assert found.unreached == {}
    assert token_spot(at[0], found.states, 0) == pytest.approx((6, 15), abs=0.06)
    assert token_spot(at[0], found.states, 1) == pytest.approx((4, 15), abs=0.06)


def test_whoever_cannot_come_that_far_has_it_left() -> None:
    at = count_position((4, 15), (30, 20))
    found = walk_to((40, 3), (30, 21), at=at)
    assert found.unreached == {0: [(40, 3)]} and len(found.rounds) >= 10
    first, second = ([notation(chosen[slot]) for chosen in found.rounds if slot in chosen] for slot in (0, 1))
    assert first[0].startswith("move ") and "move 0,1" in second
    assert int(to_act(found.states[0])) and found.states[0].phase != COUNT
    assert np.hypot(*np.subtract(token_spot(at[0], found.states, 0), (4, 15))) > 8


def test_what_somebody_does_on_a_count_instead_of_going_has_its_place_between_two_ways() -> None:
    at = count_position((4, 15), (30, 20), mp_movecounts="4")
    found = walk_to([(4.5, 15), Stay(), (4.5, 15.5)], [Stay()], at=at)
    chosen = [notation(one[0]) for one in found.rounds if 0 in one]
    assert (chosen, found.unreached) == (["move 0.5,0", "stay", "move 0,0.5"], {})


def test_what_nobody_may_do_on_the_count_when_its_turn_comes_is_refused_by_name() -> None:
    at = count_position((4, 15), (30, 20), mp_movecounts="3")
    with pytest.raises(IllegalChoice, match="U1: ") as refused:
        walk_to([(4.5, 15), Drop("ak47")], at=at)
    assert refused.value.code == "E_NO_ITEM"


def start_walk(*goal: float) -> tuple[Match, Walks]:
    """One against one who does nothing, as the counts begin; U1 walks to a place three counts away."""
    setting = GAME.make_setting("de_depot", {"teams": "1v1"})
    match = Match(setting, [Seat("U1", 1), Seat("U2", 2, "absent")], secret_of_seed(1))
    for slot in range(2):
        match.plan(f"U{slot + 1}", ("buy -", "call sidearm"), slot)
    walks = Walks(match)
    path = walks.path(match.seats["U1"], 0, goal or (11.0, 15.0))
    assert path is not None and path.reaches_goal and len(path.choices) == 3 and walks.may_walk(match.seats["U1"], 0)
    walks.begin(match.seats["U1"], 0, path)
    return match, walks


def test_a_walk_is_minded_until_it_arrives() -> None:
    match, walks = start_walk()
    assert (
        walks.counts_left(0) == 3
        and walks.remaining_paths("U1") == [walks.paths[0]]
        and walks.remaining_paths("U2") == []
    )
    for left in (2, 1, 0):
        match.act("U2", "stay", 1)
        walks.update()
        assert (
            walks.counts_left(0) == left
            and [len(path.choices) for path in walks.remaining_paths("U1")] == [left][:left]
        )
    assert (
        walks.paths == {}
        and walks.end_sentence(0) == ""
        and token_spot(match.setting, match.state, 0) == pytest.approx((11.0, 15.0))
    )


def test_who_plans_something_else_walks_no_more_and_keeps_the_plan() -> None:
    match, walks = start_walk()
    match.plan("U1", ["stay"] * 5, 0)
    walks.update()
    assert walks.paths == {} and walks.end_sentence(0) == ""
    assert len(match.plan_of("U1", 0)) == 5 and walks.counts_left(0) == 6, "and what was sealed before"


def test_whoever_is_stopped_is_told_where() -> None:
    match, walks = start_walk()
    match.act("U2", "stay", 1)
    match.state[0].units[0].x += steps(0.5)
    walks.update()
    assert walks.paths == {} and len(match.plan_of("U1", 0)) == 0
    said = "The walk of U1 to 11,15 ends at "
    assert walks.end_sentence(0).startswith(said) and walks.end_sentence(0).startswith(said), "until U1 chooses again"
    match.act("U1", "stay", 0)
    match.act("U2", "stay", 1)
    assert walks.end_sentence(0) == ""


IN_THE_WAY, STOPPED = "U2 is in the way", "somebody was in the way, and has moved on"


@pytest.mark.parametrize(
    ("goal", "at", "other", "why"),
    [
        ((11.0, 15.0), (9.0, 15.0), (10.0, 15.0), IN_THE_WAY),
        ((11.0, 15.0), (9.0, 15.0), (9.8, 15.6), IN_THE_WAY),
        ((11.0, 15.0), (9.0, 15.0), (10.2, 15.0), STOPPED),  # too far away to be touched
        ((11.0, 15.0), (9.0, 15.0), (9.0, 16.0), STOPPED),  # beside
        ((11.0, 15.0), (9.0, 15.0), (8.0, 15.0), STOPPED),  # behind
        ((8.5, 18.0), (8.5, 15.5), (8.5, 16.5), IN_THE_WAY),
        ((8.5, 18.0), (8.5, 15.5), (9.5, 15.5), STOPPED),
        ((8.5, 18.0), (8.5, 15.5), (8.5, 14.5), STOPPED),
        ((10.5, 17.0), (8.8, 15.3), (9.8, 15.3), IN_THE_WAY),
    ],
)
def test_who_stands_in_the_way_is_whoever_is_touched_on_the_side_that_leads_on(goal, at, other, why) -> None:
    match, walks = start_walk(*goal)
    match.act("U2", "stay", 1)
    for unit, (x, y) in zip(match.state[0].units[:2], (at, other), strict=True):
        unit.x, unit.y = steps(x), steps(y)
    walks.update()
    assert walks.end_sentence(0) == f"The walk of U1 to {rounded_point(goal)} ends at {rounded_point(at)}: {why}."


def test_a_walk_is_cut_short() -> None:
    match, walks = start_walk()
    walks.cut_short()
    assert walks.paths == {} and match.plan_of("U1", 0) == ()
    assert walks.counts_left(0) == 1, "what is sealed is chosen"
