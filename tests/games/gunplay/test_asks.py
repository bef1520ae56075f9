"""`fireteam ask gunplay`: lines, cover, ways, points and choices, each as the rules have them."""

from __future__ import annotations

import shlex
from typing import Any

import pytest

from fireteam.core.errors import BadQuestion, UnknownName
from fireteam.games.gunplay.game import GAME
from fireteam.games.gunplay.odds.asks import POSITION
from tests.games.gunplay.table import WEAPONS

HERE = POSITION.strip('"')
FENCE = [["low", [10, 4, 10.5, 8]]]
WALL = [["tall", [10, 4, 10.5, 8]]]


def asked(name: str, **parts: Any) -> dict[str, Any]:
    """What a question answers; `from_` is the part `from`."""
    answer: dict[str, Any] = GAME.questions[name].ask(GAME, {part.rstrip("_"): each for part, each in parts.items()})
    return answer


@pytest.mark.parametrize("name", GAME.questions)
def test_every_question_answers_its_own_example(name: str) -> None:
    parts = dict(word.split("=", 1) for word in shlex.split(GAME.questions[name].example))
    assert GAME.questions[name].ask(GAME, parts)


def test_a_wall_blocks_all_three_rays_and_its_end_some_of_them() -> None:
    assert asked("los", terrain=WALL, from_="5,6", to="15,6") == {"los": False, "rays": 0, "distance": 9.0}
    assert asked("los", terrain=WALL, from_="5,8.2", to="15,8.2")["rays"] == 2
    assert asked("los", terrain=[], from_="5,6", to="15,6")["rays"] == 3


def test_who_hides_or_lies_behind_a_fence_is_not_seen() -> None:
    assert asked("los", terrain=FENCE, from_="9.4,6", to="20,6")["los"]
    assert not asked("los", terrain=FENCE, from_="9.4,6", to="20,6", from_posture="hiding")["los"]
    assert asked("los", terrain=FENCE, from_="5,6", to="20,6", from_posture="hiding")["los"]
    assert not asked("los", terrain=FENCE, from_="5,6", to="20,6", to_posture="prone")["los"]


def test_cover_counts_in_the_half_of_the_target() -> None:
    assert asked("cover", terrain=FENCE, from_="2,6", to="11.2,6") == {"cover": True, "obstructed": 3}
    assert asked("cover", terrain=FENCE, from_="11.2,6", to="2,6") == {"cover": False, "obstructed": 0}


def test_a_scenario_has_its_own_pieces_and_a_polygon_is_a_piece_too() -> None:
    assert not asked("los", scenario="main_street", from_="11,16", to="18,16")["los"]
    assert asked("los", scenario="main_street", terrain=[], from_="11,16", to="18,16")["los"]
    rock = [["tall", {"poly": [[9, 4], [11, 4], [10, 8]]}]]
    assert not asked("los", terrain=rock, from_="5,5", to="15,5")["los"]


def test_a_way_goes_round_a_wall_and_says_whether_a_walk_or_a_run_is_enough() -> None:
    assert asked("path", terrain=[], from_="5,5", to="8,5") == {
        "cost": 3.0,
        "waypoints": ["8,5"],
        "stop": True,
        "within": "walk",
    }
    round_it = asked("path", terrain=WALL, from_="9,7", to="11.5,7")
    assert round_it["within"] == "run" and len(round_it["waypoints"]) == 3
    assert asked("path", terrain=FENCE, from_="9,6", to="10.2,6")["stop"] is False
    assert asked("path", terrain=[], from_="5,5", to="8,5", prone="true")["cost"] == 4.0
    box = [["tall", each] for each in ([4, 4, 8, 4.5], [4, 7, 8, 7.5], [4, 4.5, 4.5, 7], [7.5, 4.5, 8, 7])]
    assert asked("path", terrain=box, from_="6,5.8", to="12,6")["cost"] is None


def test_points_are_those_of_the_rulebook() -> None:
    for id, weapon in WEAPONS.items():
        assert asked("points", weapons=id)["points"] == 10 + weapon["points"], id
    assert asked("points", traits="Marksman,Sniper", weapons="rifle_medium,pistol_light", melee="blade") == {
        "points": 10 + 3 + 2 + 9 + 1 + 1
    }
    assert asked("points", band="ridge_gang")["points"] == 114


def test_a_choice_is_ok_or_refused_by_its_code_with_clause_and_sentence() -> None:
    assert asked("legal", position=HERE, choice="shoot A1 B1") == {"verdict": "ok"}
    refused = asked("legal", position=HERE, choice="move A1 12,10")
    assert refused["verdict"] == "PATH_TOO_LONG" and refused["clause"] == "GUN-7.5" and "A1" in refused["why"]


@pytest.mark.parametrize(
    ("name", "parts", "said"),
    [
        ("los", {"from_": "5", "to": "9,9"}, "from: '5' is no place"),
        ("los", {"from_": "5,5", "to": "9,9", "terrain": "wall"}, "terrain is a list of"),
        ("los", {"from_": "5,5", "to": "9,9", "terrain": WALL * 2}, "MAP_INVALID: tall[1] overlaps tall[0]"),
        ("los", {"from_": "5,5", "to": "9,9", "from_posture": "sitting"}, "from_posture is one of standing"),
        ("points", {"traits": "Fast,Slow"}, "BAND_INVALID: A1 is both Fast and Slow"),
        ("points", {"band": "raiders", "traits": "Fast"}, "give a band, or"),
        ("points", {"weapons": ["pistol_light"] * 3}, "at most 2 firearms"),
        ("legal", {"position": "main_street - turn=1 phase=14 winner=3", "choice": "continue"}, "nobody is to choose"),
    ],
)
def test_what_cannot_be_asked_is_told(name: str, parts: dict[str, Any], said: str) -> None:
    with pytest.raises(BadQuestion) as error:
        asked(name, **parts)
    assert said in str(error.value)


def test_an_unknown_scenario_or_type_of_terrain_is_told_with_what_there_is() -> None:
    with pytest.raises(UnknownName, match="main_stret"):
        asked("los", scenario="main_stret", from_="5,5", to="9,9")
    with pytest.raises(UnknownName, match="hedge"):
        asked("los", terrain=[["hedge", [1, 1, 2, 2]]], from_="5,5", to="9,9")
