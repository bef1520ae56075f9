"""Forecasts agree with what is known and with what is played; the director finds the dial that meets a goal."""

from __future__ import annotations

import msgspec
import pytest

from fireteam.bots import BOTS, Bot
from fireteam.core.engine.record import Array, copy_of
from fireteam.core.errors import BadQuestion, FireteamError, UnknownName
from fireteam.core.game import Setting
from fireteam.core.protocol.choices import new_choices
from fireteam.match.apply import redacted
from fireteam.registry import find_game
from fireteam.sim import director
from fireteam.sim.director import DialSearch, Goal, find_dials, reach_goal, units_of_side
from fireteam.sim.forecast import Figure, Sum, Tally, bots_for, forecast, play_more, play_part, sides_of
from fireteam.sim.run import run
from tests.games import bidding, tug
from tests.heavy.settings import many

TTT = find_game("ttt")
PLAYERS = [BOTS["random"]] * 2


def field(**options: int) -> Setting:
    return tug.GAME.make_setting("field", options)


def with_points(setting: Setting, a: int, b: int, sleeve: int = 0) -> Array:
    states = setting.opening.copy()
    states[0].points[:] = a, b
    states[0].sleeve = sleeve
    return states


@pytest.mark.parametrize(("strength", "a", "b"), [(50, 0, 0), (40, 3, 1), (70, 0, 4)])
def test_a_forecast_agrees_with_the_chance_that_is_known(strength: int, a: int, b: int) -> None:
    setting = field(strength=strength)
    told = forecast(setting, with_points(setting, a, b), PLAYERS, many(300, 1_000), 5, 1)
    assert told.wins["a"].low <= tug.chance_of_a(strength, a, b) <= told.wins["a"].high
    assert told.wins["a"].count + told.wins["b"].count == told.games
    assert (told.draws.count, told.unfinished) == (0, 0)


@pytest.mark.parametrize(
    ("game", "options", "quick"),
    [
        ("ttt", {"force": "preset"}, 4),
    ],
)
def test_a_forecast_agrees_with_games_played_on_other_dice(game: str, options: dict[str, str], quick: int) -> None:
    """In the heavy checks against more of them."""
    setting = find_game(game).make_setting(next(iter(find_game(game).scenarios(()))), options)
    told = forecast(setting, setting.opening, PLAYERS, many(quick, 20), 1)
    played = run(setting, PLAYERS, many(quick, 60), 2)
    for side, (slot,) in sides_of(setting, setting.opening).items():
        assert told.wins[side].low - 0.02 <= played.wins[setting.slots[slot]].high
        assert played.wins[setting.slots[slot]].low <= told.wins[side].high + 0.02


def test_a_forecast_from_the_opening_plays_the_games_of_sim() -> None:
    setting = field(strength=60)
    told, played = forecast(setting, setting.opening, PLAYERS, 40, 9, 1), run(setting, PLAYERS, 40, 9, 1)
    assert told.wins == played.wins
    assert round(told.choices.mean * 40) == played.choices


def test_the_same_seed_gives_the_same_forecast_on_any_number_of_threads() -> None:
    setting = field()
    found = [
        msgspec.json.encode(forecast(setting, setting.opening, PLAYERS, 100, seed, jobs))
        for seed, jobs in ((3, 1), (3, 4), (4, 1))
    ]
    assert found[0] == found[1] != found[2]


def test_bots_of_python_play_the_same_games() -> None:
    def pulls(setting: Setting, states: Array, slot: int, key: int) -> Array:
        choice = new_choices(1)
        choice[0].verb = 1
        return choice

    setting = field()
    bots = [Bot("pulls", pulls), BOTS["random"]]
    assert (
        forecast(setting, setting.opening, bots, 20, 1, 2).wins
        == forecast(setting, setting.opening, PLAYERS, 20, 1).wins
    )


def test_parts_make_the_whole() -> None:
    setting, whole, parts = field(), Tally(), Tally()
    play_more(setting, setting.opening, PLAYERS, 7, whole, 50, 1)
    for first in range(0, 50, 10):
        parts.merge(play_part(setting, setting.opening, PLAYERS, 7, first, 10))
    assert parts == whole
    play_more(setting, setting.opening, PLAYERS, 7, parts, 50, 1)
    assert parts == whole, "nothing is left to play"


def test_the_state_that_is_forecast_stays_as_it_is() -> None:
    setting = field()
    states = with_points(setting, 1, 1)
    before = copy_of(states)
    forecast(setting, states, PLAYERS, 10, 1)
    assert states == before


def test_turns_are_those_that_are_begun_and_figures_those_of_the_end() -> None:
    setting = field(strength=100)
    told = forecast(setting, with_points(setting, 2, 4), PLAYERS, 10, 1)
    assert told.turns == Figure(3, 3, 3)
    assert told.choices.mean == 3
    assert told.figures["points"] == {"a1": Figure(5, 5, 5), "b1": Figure(4, 4, 4)}
    none = told.figures["shut out"]["a1"]
    assert none.is_share and none.mean == 0 < none.high, "a share, by Wilson"


def test_a_game_that_counts_nothing_has_no_turns_and_no_figures() -> None:
    setting = bidding.GAME.make_setting("pair")
    told = forecast(setting, setting.opening, bots_for(setting, {"U1": "random", "U2": "random"}), 4, 1)
    assert (told.turns, told.figures) == (None, {})
    assert list(told.wins) == ["left", "right"] and told.bots == {"U1": "random", "U2": "random"}


def test_means_have_their_normal_interval() -> None:
    found = Sum()
    for number in (1, 2, 3, 4):
        found.add(number)
    assert found.figure() == Figure(2.5, pytest.approx(1.2348, abs=1e-4), pytest.approx(3.7652, abs=1e-4))


def test_a_forecast_goes_by_what_its_viewer_knows() -> None:
    """Side b hides that it can hardly lose: a's forecast is the same whatever b hides."""
    setting = field()
    found = {
        (viewer, sleeve): forecast(
            setting, redacted(setting, with_points(setting, 0, 0, sleeve), viewer), PLAYERS, 100, 1
        )
        for viewer in (1, 2)
        for sleeve in (0, 45)
    }
    assert found[1, 0] == found[1, 45]
    assert found[2, 45].wins["b"].low > found[2, 0].wins["b"].high


def test_a_dial_is_found_that_meets_the_goal() -> None:
    """For 73 % side a wants a strength of 60: with 50 it has 50 %, with 70 it has 90 %."""
    setting = field(strength=20)
    dials = find_dials(setting, setting.opening, ["strength"])
    goal = Goal("a", tug.chance_of_a(60))
    best, *rest = reach_goal(setting, setting.opening, goal, dials, PLAYERS, many(200, 1_000), 3, 1)
    assert best.dials == {"strength": 60} and best.meets_goal
    assert best.forecast.games == many(200, 1_000)
    assert best.forecast.wins["a"].low <= goal.chance <= best.forecast.wins["a"].high
    assert all(best.miss <= other.miss for other in rest)


def test_an_even_match_is_found() -> None:
    setting = field(strength=20)
    best = reach_goal(
        setting, setting.opening, Goal("a"), find_dials(setting, setting.opening, ["strength"]), PLAYERS, 200, 3, 1
    )[0]
    assert best.dials == {"strength": 50}


def test_limits_and_turns_count_as_well() -> None:
    """A long match needs even sides; that b is hardly ever shut out, a side a that is not too strong."""
    setting = field(strength=90)
    dials = find_dials(setting, setting.opening, ["strength"])
    long = reach_goal(setting, setting.opening, Goal("a", 0.9, turns=8), dials, PLAYERS, 100, 3, 1)
    short = reach_goal(setting, setting.opening, Goal("a", 0.9, turns=5), dials, PLAYERS, 100, 3, 1)
    assert long[0].forecast.turns.mean > short[0].forecast.turns.mean
    held = reach_goal(setting, setting.opening, Goal("b", 0.0, limits={"shut out": 0.05}), dials, PLAYERS, 100, 3, 1)
    assert held[0].forecast.figures["shut out"]["b1"].mean < 0.3 and held[0].dials["strength"] < 90


def test_several_dials_are_turned_at_once_and_what_makes_no_match_is_left_out() -> None:
    setting = field()
    dials = find_dials(setting, setting.opening, ["strength", "lead", "strength"])
    search = DialSearch(setting, setting.opening, Goal("a", 0.5), dials, 10)
    assert {one.dials["lead"] for one in search.left} == {0, 1, 2, 3, 4}, "5 points have won, and 6 are refused"
    assert len({tuple(one.dials.items()) for one in search.left}) == len(search.left) == 45
    assert search.games_in_all == 45 * 10
    assert len(search.narrow(PLAYERS, 1)) == director.SHOWN and search.left == []


def test_a_search_plays_as_many_games_as_it_says() -> None:
    setting, played = field(), []
    dials = find_dials(setting, setting.opening, ["strength"])
    said = DialSearch(setting, setting.opening, Goal("a", 0.5), dials, 300).games_in_all
    reach_goal(setting, setting.opening, Goal("a", 0.5), dials, PLAYERS, 300, 1, 1, played.append)
    assert sum(played) == said < 9 * 300


def test_the_units_of_a_side_are_its_slots_and_tokens() -> None:
    setting = field()
    assert units_of_side(setting, setting.opening, "a") == {"a", "a1"}


@pytest.mark.parametrize(
    ("goal", "dials", "why"),
    [
        (Goal("c", 0.5), ["strength"], "no side 'c'; there is a, b"),
        (Goal("a", 1.5), ["strength"], "between 0 and 100"),
        (Goal("a", 0.5, limits={"pain": 1}), ["strength"], "no figure named 'pain'"),
        (Goal("a", 0.5), ["weather"], "no dial named 'weather'"),
        (Goal("a", 0.5), [], "name a dial to turn: strength, lead"),
    ],
)
def test_a_goal_that_cannot_be_measured_is_refused(goal: Goal, dials: list[str], why: str) -> None:
    setting = field()
    with pytest.raises((BadQuestion, UnknownName), match=why):
        reach_goal(setting, setting.opening, goal, find_dials(setting, setting.opening, dials), PLAYERS, 10, 1)


def test_what_cannot_be_forecast_is_refused() -> None:
    setting, crowd = field(), bidding.GAME.make_setting("pair")
    over = with_points(setting, 5, 0)
    refusals = {
        "nothing is left": lambda: forecast(setting, over, PLAYERS, 10, 1),
        "takes 2 to": lambda: forecast(setting, setting.opening, PLAYERS, 1, 1),
        "no dials to turn": lambda: find_dials(crowd, crowd.opening, ["x"]),
        "does not play here": lambda: bots_for(crowd, {"referee": "random"}),
        "counts no turns": lambda: DialSearch(crowd, crowd.opening, Goal("left", 0.5, turns=3), (), 10),
        "no setting of lead": lambda: DialSearch(
            setting,
            setting.opening,
            Goal("a"),
            [find_dials(setting, setting.opening, ["lead"])[0]._replace(values=(6,))],
            9,
        ),
    }
    for why, does in refusals.items():
        with pytest.raises(FireteamError, match=why):
            does()


def test_a_referee_stands_aside() -> None:
    setting = bidding.GAME.make_setting("pair")
    assert [bot.name for bot in bots_for(setting, {"U2": "random"})] == ["greedy", "random", "absent"]
