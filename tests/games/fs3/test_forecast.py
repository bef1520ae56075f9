"""Forecasts of fights, and the dials by which they are balanced (FS3-22.27, FS3-22.27a)."""

from __future__ import annotations

import pytest

from fireteam.cli import run
from fireteam.core.engine.compiled import JIT
from fireteam.core.engine.record import Array, copy_of
from fireteam.core.errors import BadQuestion
from fireteam.core.game import Setting
from fireteam.games.fs3.game import GAME
from fireteam.games.fs3.rules.wounds import add_up_wounds
from fireteam.games.fs3.state import CRITICAL_WOUND, KNOCKED_OUT, OBSERVER, ORDERS, REMOVED, WITHDRAWN
from fireteam.sim.director import Goal, dials_of, find_dials, reach_goal, set_dials
from fireteam.sim.forecast import bots_for, figures_of, forecast, sides_of
from tests.heavy.settings import factor


def fight(scenario: str = "sparring", **options: str) -> tuple[Setting, Array]:
    setting = GAME.make_setting(scenario, options)
    return setting, setting.opening


def turned(scenario: str, dial: str, value: int, **options: str) -> tuple[Setting, Array]:
    setting, states = fight(scenario, **options)
    return set_dials(setting, states, find_dials(setting, states, [dial]), [value])


@pytest.mark.clause("FS3-22.27a")
def test_a_forecast_tells_wins_turns_and_knockouts_with_their_intervals() -> None:
    setting, states = fight()
    told = forecast(setting, states, bots_for(setting, {}), 4, 1, 1)
    assert list(told.wins) == ["team1", "team2"] and set(told.bots.values()) == {"greedy"}
    assert told.turns is not None and 1 <= told.turns.mean <= 20
    assert told.figures["down"]["anna"].is_share and any(one.mean > 0 for one in told.figures["wounds"].values())
    assert sum(won.share for won in told.wins.values()) + told.draws.share == pytest.approx(1)


@pytest.mark.clause("FS3-22.27a")
def test_sides_are_those_who_fight_team_by_team() -> None:
    setting, opening = fight("loading_yard")
    states = copy_of(opening)
    before = sides_of(setting, states)
    first, *others = before["team1"]
    states[0].combatants[first].role = OBSERVER
    assert sides_of(setting, states) == before | {"team1": tuple(others)}
    for who in others:
        states[0].combatants[who].status = 0
    assert list(sides_of(setting, states)) == ["team2"]


@pytest.mark.clause("FS3-22.27a")
def test_balance_plays_a_scenario_and_suggests_a_situational_modifier(capsys: pytest.CaptureFixture[str]) -> None:
    """The dial that is turned where none is named goes from -40 to +40 in steps of 10."""
    setting, states = fight()
    first = dials_of(setting, states)[0]
    assert (first.name, first.values) == ("team2_modifier", (-40, -30, -20, -10, 0, 10, 20, 30, 40))
    assert run(["fs3", "balance", "sparring", "-n", "2", "--seed", "1"]) == 0
    told = capsys.readouterr().out
    assert "team1 wins" in told and "turns" in told and "down:" in told
    assert run(["fs3", "balance", "sparring", "-n", "2", "--seed", "1", "--suggest"]) == 0
    told = capsys.readouterr().out
    assert "wanted: an even match" in told and "best: team2_modifier" in told


@pytest.mark.clause("FS3-22.27")
@pytest.mark.parametrize(("dial", "low", "high"), [("team2_modifier", -40, 40), ("team2_rating", 2, 9)])
def test_a_lopsided_fight_is_one_by_ratings_or_modifiers(dial: str, low: int, high: int) -> None:
    bots = bots_for(fight()[0], {})
    weak, strong = (forecast(*turned("sparring", dial, value), bots, 12, 1, 1).wins["team2"] for value in (low, high))
    assert weak.share + 0.3 < strong.share


@pytest.mark.clause("FS3-22.27", "FS3-22.27a")
def test_the_director_finds_the_rating_that_makes_a_fight_even() -> None:
    """Both spar with a rating of 5; whatever team 2 is made, about 5 is even again."""
    setting, states = turned("sparring", "team2_rating", 9)
    dials = [find_dials(setting, states, ["team2_rating"])[0]._replace(values=(1, 5, 10))]
    best = reach_goal(setting, states, Goal("team1"), dials, bots_for(setting, {}), 16, 2, 1)[0]
    assert best.dials == {"team2_rating": 5}


@pytest.mark.parametrize(
    ("dial", "value", "field", "written"),
    [
        ("team2_modifier", -30, "modifier", -30),
        ("team1_lethality", 20, "lethality", 20),
        ("team2_rating", 7, "rating", 8),
    ],
)
def test_a_dial_sets_a_number_of_a_whole_team_and_of_nobody_else(
    dial: str, value: int, field: str, written: int
) -> None:
    setting, states = fight("roadblock")
    before = copy_of(states)
    _, altered = turned("roadblock", dial, value)
    teams = sides_of(setting, states)
    mine, other = teams[dial[:5]], teams["team2" if dial[4] == "1" else "team1"]
    assert {int(altered[0].combatants[who][field]) for who in mine} == {written}
    assert {int(altered[0].combatants[who][field]) for who in other} == {0}
    assert states == before


def test_armour_is_given_to_all_on_foot() -> None:
    setting, states = fight("roadblock")
    heavy = list(setting.content.things["armour"]).index("light_vest") + 1
    dial = find_dials(setting, states, ["team2_armour"])[0]
    assert heavy in dial.values and f"{heavy} light_vest" in dial.meaning and "0 none" in dial.meaning
    _, altered = dial.set_to(setting, states, heavy)
    assert {int(altered[0].combatants[who].armour) for who in sides_of(setting, states)["team2"]} == {heavy}


def test_the_last_of_a_team_leave_and_the_fight_goes_on_without_them() -> None:
    setting, states = fight("roadblock")
    altered, fewer = turned("roadblock", "team2_number", 1)
    assert sides_of(altered, fewer)["team2"] == sides_of(setting, states)["team2"][:1]
    assert find_dials(setting, states, ["team2_number"])[0].values == (1, 2, 3, 4), "no seats for more without a desk"
    told = forecast(altered, fewer, bots_for(altered, {}), 2, 1, 1)
    assert told.unfinished == 0 and "olga" not in told.figures["down"]


def test_more_join_where_there_are_seats() -> None:
    """With a desk there are; who flies comes with a craft of its own, and all stand apart."""
    for scenario, more in (("roadblock", 6), ("patrol", 6)):
        setting, states = fight(scenario, desk="storyteller")
        altered, many_more = turned(scenario, "team2_number", more, desk="storyteller")
        mine = sides_of(altered, many_more)["team2"]
        assert len(mine) == more > len(sides_of(setting, states)["team2"])
        places = {(int(many_more[0].combatants[who].x), int(many_more[0].combatants[who].y)) for who in mine}
        crafts = {int(many_more[0].combatants[who].vehicle) for who in mine}
        assert len(places) == more and (crafts == {0} or len(crafts) == more)
        assert forecast(altered, many_more, bots_for(altered, {}), 2, 1, 1).unfinished == 0
    with pytest.raises(BadQuestion, match="no seat"):
        find_dials(*fight("patrol"), ["team2_number"])[0].set_to(*fight("patrol"), 24)


def test_in_the_middle_of_a_turn_who_joins_owes_an_order_and_who_leaves_owes_none() -> None:
    setting, states = fight("roadblock", desk="storyteller")
    states = copy_of(states)
    states[0].phase, states[0].owing = ORDERS, 0b111111111
    _, fewer = find_dials(setting, states, ["team2_number"])[0].set_to(setting, states, 3)
    _, more = find_dials(setting, states, ["team2_number"])[0].set_to(setting, states, 5)
    assert int(fewer[0].owing) == 0b011111111 and int(more[0].owing) == 0b1111111111


def test_figures_are_read_from_the_end() -> None:
    setting, states = fight("roadblock")
    states = copy_of(states)
    state = states[0]
    state.combatants[0].status, state.combatants[1].status, state.combatants[2].status = KNOCKED_OUT, REMOVED, WITHDRAWN
    for k, (victim, severity) in enumerate(((1, CRITICAL_WOUND), (1, 1), (4, 2), (5, 0))):
        state.wounds[k].victim, state.wounds[k].severity = victim, severity
    state.n_wounds, state.points[2], state.combatants[0].taken, state.combatants[3].taken = 4, 3, 2, 1
    for victim in (1, 4, 5):
        add_up_wounds(state, victim)
    found = figures_of(setting, states)
    names = list(found["down"])
    assert [name for name in names if found["down"][name]] == names[:2]
    assert [name for name in names if found["withdrawn"][name]] == names[2:3]
    assert [name for name in names if found["critical"][name]] == names[:1]
    assert [found["wounds"][name] for name in names[:5]] == [2, 0, 0, 1, 0]
    assert [found["wound modifier"][name] for name in names[:5]] == [-85, 0, 0, -20, 0]
    assert found["points"] == {"team1": 0, "team2": 3}


@pytest.mark.heavy
@pytest.mark.skipif(factor() <= 1 or not JIT, reason="thousands of fights: with FIRETEAM_HEAVY above 1, FIRETEAM_JIT=1")
@pytest.mark.clause("FS3-22.27a")
def test_a_forecast_agrees_with_ten_thousand_played_endings() -> None:
    setting, states = fight("loading_yard")
    told = forecast(setting, states, bots_for(setting, {}), 2_000, 1)
    played = forecast(setting, states, bots_for(setting, {}), 10_000, 2)
    for side, won in told.wins.items():
        assert won.low <= played.wins[side].high and played.wins[side].low <= won.high
    for unit, down in told.figures["down"].items():
        other = played.figures["down"][unit]
        assert down.low - 0.01 <= other.high and other.low <= down.high + 0.01
