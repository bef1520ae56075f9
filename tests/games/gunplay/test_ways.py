"""Ways that are pointed at: what is proposed, and what enemies could do on them."""

from __future__ import annotations

from fireteam.core.decision import Moment
from fireteam.core.slot_choices import encode_choice
from fireteam.games.gunplay import choices as verbs
from fireteam.games.gunplay.decision import best_chances, route, way_odds
from fireteam.games.gunplay.game import GAME
from fireteam.games.gunplay.state import ACT

RUN = ["3.5,7.5", "6.29,7.66"]  # into the sight of B2


def moment() -> Moment:
    """A4 has two actions on Main Street, and B2 is on Overwatch."""
    setting = GAME.make_setting("main_street", {"config": "full", "activations": "0"})
    found = Moment(setting, setting.opening.copy(), 0)
    state = found.state
    state.phase, state.active, state.actions, state.turn = ACT, found.names.find_unit("A4") + 1, 2, 1
    state.characters[found.names.find_unit("B2")].overwatch = 1
    return found


def test_who_runs_is_harder_to_hit_and_may_still_go_down_on_the_way():
    at = moment()
    b2 = at.names.find_unit("B2")
    run = verbs.Run("A4", RUN)
    assert best_chances(at, run)[b2] == best_chances(at, verbs.Move("A4", RUN))[b2] - 1
    (odds,) = way_odds(at, encode_choice(at.setting, at.states, run))
    assert odds.exact == "7/50"  # two faces of ten hit, seven of ten hits put it Down


def test_a_walk_can_also_end_prone_or_be_run():
    at = moment()
    found = route(at.setting, at.states, 0, "A4", "", 3.0, 5.5)
    assert found is not None and found.option.verb == "move"
    assert [(one.verb, one.label.partition(", ")[2]) for one in found.variants] == [("move", "then prone"), ("run", "")]


def test_a_goal_too_far_is_run_towards_and_walked_towards_after_a_run():
    at = moment()
    found = route(at.setting, at.states, 0, "A4", "", 12.0, 8.0)
    assert found is not None and found.option.verb == "run"
    at.state.characters[at.names.find_unit("A4")].ran_now = 1
    found = route(at.setting, at.states, 0, "A4", "", 12.0, 8.0)
    assert found is not None and found.option.verb == "move"


def test_who_points_over_the_edge_means_the_place_beside_it_and_a_carrier_its_exit():
    setting = GAME.make_setting("cash_box", {})
    at = Moment(setting, setting.opening.copy(), 0)
    state = at.state
    state.phase, state.active, state.actions, state.turn = ACT, at.names.find_unit("A1") + 1, 2, 1
    character = state.characters[at.names.find_unit("A1")]
    character.x, character.y = 1200, 300

    def goal(x: float, y: float) -> str:
        found = route(setting, at.states, 0, "A1", "move", x, y)
        assert found is not None
        return found.option.point

    assert goal(12.0, -0.3) == goal(12.0, 0.5) == "12,0.5"
    assert goal(12.0, 0.9) == "12,0.9"
    character.carrying, state.item_lies = 1, 0
    assert goal(12.0, 0.9) == "12,0.5" and goal(12.0, 1.0) == "12,1"
    character.x, character.y = 2300, 300
    assert goal(24.2, 2.0) == "23.5,2"
