"""The odds of section 29, exactly, and the worked examples that a question answers: all by the rules of play."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import fireteam
from fireteam.core.errors import BadQuestion, FireteamError, UnknownName
from fireteam.registry import find_game
from fireteam.sim.solve import answer

GAME = find_game("tps")
BOOK = (Path(fireteam.__file__).parent / "games/tps/RULES.md").read_text(encoding="utf-8")
ROWS = dict(re.findall(r"^\| `(\w+)` \| .*? \| (\d+/\d+) \| [\d.]+ \|$", BOOK, re.M))

HIT, KILL, LOST, ANY_HIT = "exact", "eliminated", "mean dice lost", "at least one hit"

QUESTIONS: dict[str, tuple[str, dict[str, Any], str]] = {
    "pool_1W_ge6": ("pool", {"pool": "1W", "at_least": 6}, HIT),
    "pool_1W_eq6": ("pool", {"pool": "1W", "exactly": 6}, HIT),
    "pool_1W2D_mean": ("pool", {"pool": "1W+2D"}, HIT),
    "pool_1W2D_eq11": ("pool", {"pool": "1W+2D", "exactly": 11}, HIT),
    "net_good_1W": ("pool", {"pool": "1W"}, "net Good"),
    "net_good_2W": ("pool", {"pool": "2W"}, "net Good"),
    "hit_1W1D_d8": ("hit", {"to_hit": "1W+1D", "distance": 8}, HIT),
    "hit_1W2D_d8": ("hit", {"to_hit": "1W+2D", "distance": 8}, HIT),
    "hit_1W2D_d8_cover": ("hit", {"to_hit": "1W+2D", "distance": 8, "cover": True}, HIT),
    "hit_1W3D_d16_crouch": ("hit", {"to_hit": "1W+3D", "distance": 16, "crouch": True}, HIT),
    "hit_1W3D_d20_scope_crouch": ("hit", {"to_hit": "1W+3D", "distance": 20, "scope": True, "crouch": True}, HIT),
    "hit_2W_d6_flash": ("hit", {"to_hit": "2W", "distance": 6, "flash": True}, HIT),
    "hit_1W_contact": ("hit", {"to_hit": "1W", "distance": 1}, HIT),
    "ff_event_1W": ("pool", {"pool": "1W"}, "net Bad"),
    "ff_hit_1W2D_d9": ("hit", {"to_hit": "1W+2D", "distance": 8, "bystander": 9}, "strays and hits the bystander"),
    "ammo_mp5_d8": ("shot", {"weapon": "mp5", "distance": 8}, "out of ammo"),
    "dmg_1W3D_bare_ge1": ("harm", {"damage": "1W+3D"}, ANY_HIT),
    "dmg_1W3D_vest_ge1": ("harm", {"damage": "1W+3D", "armour": "0/1/3"}, ANY_HIT),
    "dmg_1W3D_vest_eq1": ("harm", {"damage": "1W+3D", "armour": "0/1/3"}, "1"),
    "dmg_1W3D_full_ge1": ("harm", {"damage": "1W+3D", "armour": "1/1/3"}, ANY_HIT),
    "dmg_1W2D_bare_ge1": ("harm", {"damage": "1W+2D"}, ANY_HIT),
    "dmg_1W5D_bare_ge3": ("harm", {"damage": "1W+5D"}, KILL),
    "dmg_2W9D_bare_ge3": ("harm", {"damage": "2W+9D"}, KILL),
    "dmg_0W2D_bare_ge1": ("harm", {"damage": "2D"}, ANY_HIT),
    "bomb_4D_bare_ge1": ("blast", {"where": "adjacent"}, ANY_HIT),
    "bomb_2D_bare_ge1": ("blast", {"where": "elsewhere"}, ANY_HIT),
    "hit_mp5_d8": ("shot", {"weapon": "mp5", "distance": 8}, "hits the target"),
    "kill_mp5_d8_bare": ("shot", {"weapon": "mp5", "distance": 8}, KILL),
    "kill_mp5_d8_last": ("shot", {"weapon": "mp5", "distance": 8, "armour": "0/0/1"}, KILL),
    "kill_awp_d24_bare": ("shot", {"weapon": "awp", "distance": 24, "scope": True, "crouch": True}, KILL),
    "kill_mp5_d8_last_bystander": (
        "shot",
        {"weapon": "mp5", "distance": 8, "armour": "0/0/1", "bystander": 9},
        KILL,
    ),
    "knife_bare_ge1": ("shot", {"weapon": "knife"}, ANY_HIT),
    "spas_3_4_d8_bare_ge1": ("shot", {"weapon": "spas12", "distance": 8, "to_hit": 3}, ANY_HIT),
    "spas_4_3_d8_bare_ge1": ("shot", {"weapon": "spas12", "distance": 8, "to_hit": 4}, ANY_HIT),
    "frag_2_4_d5_vest_ge1": ("frag", {"to_hit": 2, "distance": 5, "armour": "0/1/3"}, ANY_HIT),
    "two_mp5_d8_bare_kill": ("shot", {"weapon": "mp5", "distance": 8, "times": 2}, KILL),
    "mean_hits_mp5_bare": ("harm", {"damage": "1W+3D"}, LOST),
    "attacks_mp5_d8_bare": ("attacks", {"weapon": "mp5", "distance": 8}, HIT),
    "within3_mp5_d8_bare": ("attacks", {"weapon": "mp5", "distance": 8, "within": 3}, HIT),
    "throw_2dice_ge8": ("throw", {"dice": 2, "at_least": 8}, HIT),
}


def exact_odds(id: str) -> Fraction:
    """The answer to the question that an id of the table stands for."""
    name, parts, field = QUESTIONS[id]
    found = answer(GAME, GAME.odds_questions, name, parts)
    if field != HIT:
        found = found["dice lost"][field] if field.isdecimal() else found[field]
    return Fraction(found["exact"])


@pytest.mark.clause("TPS-29.1")
def test_every_row_of_the_table_is_asked_for() -> None:
    assert set(ROWS) == set(QUESTIONS) and len(ROWS) == 40


@pytest.mark.clause(
    "TPS-29.1",
    "TPS-29.2",
    "TPS-4.13",
    "TPS-12.5",
    "TPS-13.2",
    "TPS-13.5",
    "TPS-13.7",
    "TPS-15.2",
    "TPS-19.14",
    "TPS-19.25",
)
@pytest.mark.parametrize("id", list(QUESTIONS))
def test_the_odds_of_the_rulebook_are_met_exactly(id: str) -> None:
    assert exact_odds(id) == Fraction(ROWS[id])


@pytest.mark.clause("TPS-12.6")
def test_every_part_of_a_shot_is_told_with_the_modifiers_that_make_it() -> None:
    found = answer(
        GAME, GAME.odds_questions, "shot", {"weapon": "mp5", "distance": "8.5", "crouch": "true", "cover": "true"}
    )
    assert [(why["label"], why["amount"], why["clause"]) for why in found["modifiers"]] == [
        ("crouching", 1, "TPS-12.6"),
        ("half cover", -1, "TPS-12.6"),
    ]
    dice = found["dice lost"]
    assert sum(Fraction(part["exact"]) for part in dice.values()) == 1
    assert Fraction(found["at least one hit"]["exact"]) == 1 - Fraction(dice["0"]["exact"])


@pytest.mark.clause("TPS-15.1", "TPS-11.8")
def test_the_best_split_is_found_among_all() -> None:
    """At least a die in either part; measured in advance, as the rules allow for what splits its dice."""
    found = answer(GAME, GAME.odds_questions, "split", {"weapon": "spas12", "distance": 8})
    ways = {name: found[name] for name in ("1/6", "2/5", "3/4", "4/3", "5/2", "6/1")}
    best = max(ways, key=lambda name: Fraction(ways[name]["eliminated"]["exact"]))
    assert found["best for eliminated"] == best
    assert found["best for at least one hit"] == "3/4"


@pytest.mark.clause("TPS-13.6", "TPS-4.5")
def test_options_change_what_is_asked() -> None:
    """A headshot against the helmet alone; a second throw that replaces the 1."""
    shot = {"weapon": "ak47", "distance": 8, "armour": "0/1/3"}
    usual = answer(GAME, GAME.odds_questions, "shot", shot)
    alone = answer(GAME, GAME.odds_questions, "shot", {**shot, "sv_headshot": "helmet_only"})
    assert Fraction(alone["eliminated"]["exact"]) > Fraction(usual["eliminated"]["exact"])
    hit = {"to_hit": "1W", "distance": 6}
    assert answer(GAME, GAME.odds_questions, "hit", hit)["exact"] == "1/6"
    assert answer(GAME, GAME.odds_questions, "hit", {**hit, "sv_wildone": "replace"})["exact"] == "7/36"


@pytest.mark.parametrize(
    ("name", "parts", "said"),
    [
        ("pool", {"pool": "1W3D"}, "1W+3D"),
        ("pool", {"pool": "16D"}, "1 to 15 dice"),
        ("pool", {"pool": "1W+3D", "ones": "never"}, "no value of ones named 'never'"),
        ("hit", {"to_hit": "1W", "distance": "0.5"}, "between 1 and 400"),
        ("hit", {"to_hit": "1W", "distance": "near"}, "distance is a number"),
        ("shot", {"weapon": "bow", "distance": 8}, "no weapon named 'bow'"),
        ("shot", {"weapon": "vest", "distance": 8}, "no weapon named 'vest'"),
        ("shot", {"weapon": "spas12", "distance": 8}, "say to_hit=1 to 6"),
        ("shot", {"weapon": "mp5", "distance": 8, "to_hit": 2}, "only a weapon that splits"),
        ("shot", {"weapon": "mp5", "distance": 8, "armour": "3"}, "helmet/vest/health"),
        ("shot", {"weapon": "mp5", "distance": 8, "armour": "0/0/0"}, "1 health die"),
        ("shot", {"weapon": "mp5", "distance": 8, "luck": 1}, "no part 'luck'"),
        ("split", {"weapon": "mp5", "distance": 8}, "no pool to split"),
        ("hit", {"to_hit": "1W+3D", "distance": 8, "steady": False}, "steady matters to sniper's weapons alone"),
        ("shot", {"weapon": "mp5", "distance": 8, "steady": False}, "TPS-17.3"),
        ("shot", {"weapon": "m4a1", "distance": 8, "scope": True}, "TPS-8.10"),
        ("attacks", {"weapon": "aug", "distance": 8, "scope": True, "steady": True}, "TPS-17.3"),
        ("split", {"weapon": "spas12", "distance": 8, "steady": True}, "TPS-17.3"),
        ("together", {"weapon": "mp5", "second": "p90", "steady": True}, "TPS-17.3"),
        ("together", {"weapon": "mp5", "second": "spas12"}, "say second_to_hit=1 to 6"),
        ("together", {"weapon": "mp5", "second": "p90", "second_to_hit": 2}, "only a weapon that splits"),
        ("blast", {"where": "far"}, "same, adjacent, elsewhere"),
        ("attacks", {"weapon": "glock18", "distance": 300, "crouch": True, "within": 99}, "between 1 and 50"),
    ],
)
def test_a_question_that_cannot_be_answered_says_why(name: str, parts: dict[str, Any], said: str) -> None:
    with pytest.raises(FireteamError, match=re.escape(said)):
        answer(GAME, GAME.odds_questions, name, parts)


def dice_lost(name: str, **parts: Any) -> list[Fraction]:
    """The chance of each number of dice that an attack takes."""
    return [Fraction(part["exact"]) for part in answer(GAME, GAME.odds_questions, name, parts)["dice lost"].values()]


@pytest.mark.clause("TPS-12.3", "TPS-29.1")
def test_two_weapons_in_one_step_meet_the_same_defense_and_add_their_hits_up() -> None:
    """Dice lost on 0/0/3: of either alone, put together by hand."""
    one, other = dice_lost("shot", weapon="mp5", distance=8), dice_lost("shot", weapon="p90", distance=12)
    both = [Fraction(0)] * 4
    for a, p in enumerate(one):
        for b, q in enumerate(other):
            both[min(3, a + b)] += p * q
    assert dice_lost("together", weapon="mp5", distance=8, second="p90", second_distance=12) == both
    twice = dice_lost("shot", weapon="mp5", distance=8, times=2)
    assert dice_lost("together", weapon="mp5", distance=8, second="mp5") == twice


@pytest.mark.clause("TPS-12.1", "TPS-12.3")
def test_two_weapons_in_two_steps_meet_what_the_first_has_left() -> None:
    """The USP acts in step 3, before the MP5, whichever is named first."""
    left = dice_lost("shot", weapon="usp", distance=8, armour="0/0/2")
    killed = left[2]
    for after, p in ((2, left[0]), (1, left[1])):
        killed += p * dice_lost("shot", weapon="mp5", distance=8, armour=f"0/0/{after}")[after]
    parts = {"distance": 8, "armour": "0/0/2"}
    for weapon, second in (("usp", "mp5"), ("mp5", "usp")):
        assert dice_lost("together", weapon=weapon, second=second, **parts)[2] == killed


@pytest.mark.clause("TPS-12.6", "TPS-3.21")
def test_whoever_attacks_meets_the_cover_that_is_asked_for() -> None:
    met = {"weapon": "usp", "distance": 8, "cover": True, "armour": "0/0/1"}
    nothing = dice_lost("shot", **met)[0] ** 2
    assert dice_lost("shot", **met, times=2)[0] == nothing
    assert dice_lost("together", **met, second="usp")[0] == nothing


@pytest.mark.clause("TPS-17.1", "TPS-17.3")
def test_of_two_weapons_the_one_with_a_scope_uses_it() -> None:
    pistol, awp = (
        dice_lost("shot", weapon="usp", distance=12),
        dice_lost("shot", weapon="awp", distance=12, scope=True, steady=False),
    )
    two = dice_lost("together", weapon="usp", second="awp", distance=12, scope=True, steady=False)
    assert two[0] == pistol[0] * awp[0]


def ask(name: str, **parts: Any) -> dict[str, Any]:
    return answer(GAME, GAME.questions, name, parts)


@pytest.mark.clause("TPS-3.16", "TPS-3.18", "TPS-3.20", "TPS-3.21")
@pytest.mark.parametrize(
    ("start", "end", "distance", "clear", "there", "here"),
    [
        ("12.5,15", "19,15", "6.5", 3, False, True),
        ("24,28", "32,28", "8", 3, False, True),
        ("24,24", "15.4,19.4", "9.752948", 1, True, False),
        ("24,24", "15.4,19.8", "9.570789", 2, False, False),
        ("8,15", "31,15", "23", 0, False, False),
    ],
)
def test_sight_and_cover_of_example_18(
    start: str, end: str, distance: str, clear: int, there: bool, here: bool
) -> None:
    found = ask("sight", map="de_depot", to=end, **{"from": start})
    assert (found["distance"], found["clear lines"], found["seen"]) == (distance, clear, clear > 0)
    assert (found["target in half cover"], found["shooter in half cover from the target"]) == (there, here)


@pytest.mark.clause("TPS-19.3", "TPS-19.5", "TPS-19.6")
@pytest.mark.parametrize(
    ("start", "aim", "distance", "rests", "zone"),
    [
        ("14,28", "15,28", 9, "13,28", "n_lane"),
        ("4,14", "5,15", 8, "4.343146,19.656854", "t_base"),
        ("46,28.5", "47,29.5", 6, "45.757359,27.257359", "ne_yard"),
        ("12,17", "13,17", 4, "15.99,17", "mid_west"),
        ("29,28", "28,28", 6, "23,28", "n_gate"),
        ("11.9995,12.5", "13,12.5", 4, "15.9895,12.5", "mid_west"),
    ],
)
def test_bounces_of_examples_21_and_34(start: str, aim: str, distance: int, rests: str, zone: str) -> None:
    assert ask("throw", map="de_depot", aim=aim, distance=distance, **{"from": start}) == {
        "rests at": rests,
        "zone": zone,
    }


@pytest.mark.clause("TPS-9.7", "TPS-9.10", "TPS-9.11")
@pytest.mark.parametrize(
    ("parts", "counts"),
    [
        ({"weapon": "m249", "crouch": True}, [4, 6, 8, 10]),
        ({"weapon": "m249"}, [4, 5, 6, 7, 8, 9, 10]),
        ({"weapon": "aug", "scope": True}, [4, 6, 8, 10]),
        ({"weapon": "ak47", "crouch": True}, [2, 4, 6, 8, 10]),
        ({"weapon": "m249", "over": "flash"}, [4, 5, 6, 7, 8, 9, 10]),
        ({"weapon": "usp", "over": "bomb"}, list(range(1, 11))),
        ({"weapon": "m249", "over": "kit"}, [4, 5, 6, 7, 8, 9, 10]),
    ],
)
def test_counts_of_examples_1_and_2(parts: dict[str, Any], counts: list[int]) -> None:
    assert ask("counts", **parts)["counts"] == counts


def test_only_a_grenade_the_bomb_or_a_kit_is_called_on_top() -> None:
    with pytest.raises(UnknownName, match="no grenade, bomb or kit named 'ak47'"):
        ask("counts", weapon="usp", over="ak47")


def test_a_question_of_a_place_off_the_map_is_refused() -> None:
    with pytest.raises(BadQuestion, match="not on de_depot"):
        ask("zone", map="de_depot", at="60,10")
    with pytest.raises(BadQuestion, match="no direction"):
        ask("throw", map="de_depot", aim="1,1", distance=3, **{"from": "1,1"})
