"""`fireteam odds ttt` and `fireteam ask ttt` answer as the rulebook's exact numbers say (RULES.md, 15.2 and 15.6)."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import icepool
import pytest
import yaml

from fireteam.core.errors import FireteamError
from fireteam.games.ttt.game import GAME
from fireteam.sim.solve import answer

VECTORS = yaml.load((Path(__file__).parents[2] / "examples" / "ttt_questions.yaml").read_text(), yaml.BaseLoader)


def ask(q: str, **parts: Any) -> dict[str, Any]:
    return answer(GAME, GAME.questions, q, parts)


def odds(q: str, **parts: Any) -> dict[str, Any]:
    return answer(GAME, GAME.odds_questions, q, parts)


def parts_of(vector: dict[str, Any], *apart: str) -> dict[str, Any]:
    return {name: value for name, value in vector.items() if name not in ("id", "q", *apart)}


@pytest.mark.clause(
    "TTT-8.10", "TTT-8.11", "TTT-8.13", "TTT-8.14", "TTT-4.12", "TTT-4.18", "TTT-4.21", "TTT-4.23", "TTT-5.7"
)
@pytest.mark.parametrize("vector", VECTORS["odds"], ids=lambda v: v["id"])
def test_odds_of_the_rulebook(vector: dict[str, Any]) -> None:
    found = odds(vector["q"], **parts_of(vector, "exact"))
    assert found["exact"] == str(Fraction(vector["exact"]))
    assert found["float"] == pytest.approx(float(Fraction(vector["exact"])), abs=1e-12)


@pytest.mark.clause("TTT-4.13")
@pytest.mark.parametrize("vector", VECTORS["distributions"], ids=lambda v: v["id"])
def test_distributions_of_the_rulebook(vector: dict[str, Any]) -> None:
    assert odds(vector["q"], **parts_of(vector, "distribution"))["distribution"] == vector["distribution"]


@pytest.mark.clause("TTT-4.14", "TTT-4.15")
@pytest.mark.parametrize("vector", VECTORS["after"], ids=lambda v: v["id"])
def test_what_a_choice_does(vector: dict[str, Any]) -> None:
    found = odds("after", position=vector["position"], choice=vector["choice"])["eliminated"]
    assert {name: chance["exact"] for name, chance in found.items()} == vector["eliminated"]


@pytest.mark.heavy
@pytest.mark.clause("TTT-6.1", "TTT-7.9", "TTT-7.16", "TTT-9.5", "TTT-9.6")
@pytest.mark.parametrize("vector", VECTORS["endgames"], ids=lambda v: v["id"])
def test_endgames_under_perfect_play(vector: dict[str, Any]) -> None:
    found = odds("endgame", **parts_of(vector, "exact", "best"))
    assert found["exact"] == str(Fraction(vector["exact"]))
    assert sorted(found["best"]) == sorted(vector["best"])


def test_a_captain_lets_two_pieces_move_before_they_attack() -> None:
    """Two of three, aimed, or else one of three: 1 - 1/3 * 2/3. The pieces move in either order, the other anywhere."""
    sides = {"side_1": "captain@a1,rifleman@b1,recon@a2", "side_2": "m_gunner@c3"}
    found = odds("endgame", board="mini_e", turns=1, draw=0, **sides)
    aims, goes = "rifleman b1 aims m_gunner c3", [f"recon a2-{to}" for to in ("c1", "b2", "c2", "a3", "b3")]
    either = [f"command: {move}, {aims}" for move in goes] + [f"command: {aims}, {move}" for move in goes]
    assert found["exact"] == "7/9" and sorted(found["best"]) == sorted(either)
    alone = odds("endgame", board="mini_e", turns=1, draw=0, **{**sides, "side_1": "captain@a1,rifleman@b1"})
    assert (alone["exact"], alone["best"]) == ("2/3", [f"command: {aims}", aims])


def test_every_example_of_a_question_is_answered() -> None:
    for questions in (GAME.odds_questions, GAME.questions):
        for name, question in questions.items():
            assert answer(GAME, questions, name, example_parts(question.example))


def example_parts(line: str) -> dict[str, str]:
    import shlex

    return dict(word.split("=", 1) for word in shlex.split(line))


def test_icepool_agrees_about_hits_at_every_number() -> None:
    for th in range(5):
        for tbh in range(1, 7):
            for bonus in range(3):
                hits = icepool.d6.map(lambda face: face == 6 or (face != 1 and face + th - bonus > tbh))  # noqa: B023
                assert Fraction(odds("hit", th=th, tbh=tbh, terrain_bonus=bonus, mods=0)["exact"]) == hits.probability(
                    True
                )


def test_the_joint_odds_of_a_turns_fire_on_a_position() -> None:
    found = odds(
        "fire",
        position="@plain_10 - move 1 1 1 rifleman@c3+1,bazooka@d4+1,m_gunner@d3+2,mortar@a1+1 guard@c5 -",
        target="2.guard.1",
    )
    misses = Fraction(2, 3) * Fraction(1, 2) * Fraction(2, 3) ** 2
    assert Fraction(found["exact"]) == 1 - misses
    assert set(found["modifiers"]) == {"1.rifleman.1", "1.bazooka.1", "1.m_gunner.1"}  # the mortar is out of range


@pytest.mark.parametrize("attackers", ["grenadier,rifleman", "rifleman,grenadier", "grenadier,shot_gun"])
def test_a_blast_at_the_target_does_not_reach_who_fires_with_it(attackers: str) -> None:
    share = 1 - Fraction(5, 6) * (Fraction(1, 2) if "shot_gun" in attackers else Fraction(2, 3))
    assert odds("volley", attackers=attackers, target="guard")["exact"] == str(share)


def test_a_duel_names_its_modifiers() -> None:
    found = odds("duel", attacker="sniper", target="guard", on="woods", aim="true", spot="yes")
    rows = [(row["label"], row["amount"], row["clause"]) for row in found["modifiers"]["1.sniper.1"]]
    assert rows == [("aimed", 1, "TTT-7.12"), ("spotted", 1, "TTT-4.21"), ("terrain of the target", -2, "TTT-3.14")]


def test_the_stable_questions_answer_in_their_stated_form() -> None:
    assert ask("los", board="5", **{"from": "a1", "to": "e1"}) == {"distance": 4, "los": True}
    assert ask("reach", board="5", piece="recon", start="a4", occupied=["a5", "c4"]) == {
        "count": 5,
        "squares": ["a1", "a2", "a3", "b1", "b4"],
    }
    assert ask("attack", board="diagram_1", attacker=["recon", "g3"], target=["rifleman", "f4"]) == {"verdict": "ok"}
    assert (
        ask("attack", board="4", attacker=["rifleman", "c5"], target=["rifleman", "c7"])["verdict"]
        == "E_NO_ATTACK_TERRAIN"
    )
    assert ask("allowance", terrain=["woods", "swamp"], move=4) == {"allowance": 2}
    assert ask("allowance", terrain=[], move=3) == {"allowance": 3}
    assert ask("points", piece="m_gunner") == {"points": 11, "off": 2}
    assert ask("los", board="2+4r+3", **{"from": "a1", "to": "ad10"})["distance"] == 38


def test_what_blocks_a_line_of_sight_is_named() -> None:
    blocked = ask("los", board="2", **{"from": "a6", "to": "e6"})
    assert blocked == {"distance": 4, "los": False, "blocker": "c6"}
    corner = ask("los", board="gap", **{"from": "b4", "to": "c3"})
    assert corner == {"distance": 2, "los": False, "blocker": "c4+b3"}


WRONG = [
    ("los", {"board": "5", "from": "b2", "to": "a1"}, "b2 is impassable"),
    ("los", {"board": "9", "from": "a1", "to": "a2"}, "no board named '9'"),
    ("los", {"board": "5", "from": "a1"}, "los needs to"),
    ("los", {"board": "5", "from": "a1", "to": "k1"}, "k1 is not on board 5"),
    ("los", {"board": "5", "from": "a1", "to": "a2", "via": "a3"}, "los has no part 'via'"),
    ("reach", {"board": "5", "piece": "tank", "start": "a1"}, "no piece type named 'tank'"),
    ("reach", {"board": "5", "piece": "recon", "start": "b2"}, "b2 is no open square"),
    ("reach", {"board": "5", "piece": "recon", "start": "a1", "occupied": "a1"}, "two pieces on a1"),
    (
        "reach",
        {"board": "5", "piece": "recon", "start": "a1", "terrain_move": "fly"},
        "no value of option terrain_move",
    ),
    ("attack", {"board": "5", "attacker": "recon", "target": "recon,a2"}, "attacker is a piece and a square"),
    ("allowance", {"terrain": "lava", "move": 3}, "no terrain named 'lava'"),
    ("allowance", {"terrain": "woods", "move": "far"}, "move is a whole number"),
    ("nothing", {}, "no question named 'nothing'"),
]


@pytest.mark.parametrize(("q", "parts", "says"), WRONG, ids=[f"{q}-{says[:18]}" for q, _, says in WRONG])
def test_a_question_that_cannot_be_answered_gets_one_sentence(q: str, parts: dict[str, Any], says: str) -> None:
    with pytest.raises(FireteamError) as caught:
        ask(q, **parts)
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)


WRONG_ODDS = [
    ("duel", {"attacker": "sniper", "target": "guard", "aim": "perhaps"}, "aim is true or false"),
    ("duel", {"attacker": "", "target": "guard"}, "no piece type named ''"),
    ("volley", {"attackers": "", "target": "guard"}, "name at least one attacker"),
    (
        "volley",
        {"attackers": "rifleman", "target": "guard", "aim": "sniper"},
        "sniper aims but is none of the attackers",
    ),
    ("fire", {"position": "here", "target": "2.guard.1"}, "a position has 9 parts"),
    ("fire", {"position": "@plain_10 - attack 1 1 0 rifleman@c3+1 guard@c5 -", "target": "2.guard.7"}, "no enemy"),
    ("endgame", {"board": "mini_a", "side_1": "recon@a1", "side_2": "guard@c3", "turns": 0}, "turns is between"),
    (
        "endgame",
        {"board": "mini_a", "side_1": "recon@a1", "side_2": "guard@c3", "turns": 2, "draw": "x"},
        "draw is a fraction",
    ),
    (
        "endgame",
        {"board": "mini_a", "side_1": "recon@a1", "side_2": "guard@c3", "turns": 2, "enter_1": "zz99"},
        "zz99 is no open square",
    ),
    (
        "endgame",
        {"board": "mini_a", "side_1": "recon@a1", "side_2": "guard@c3", "turns": 2, "enter_2": "b2"},
        "b2 is no open square",
    ),
    ("kills", {"attackers": "berserker", "targets": "recon,recon,recon,recon,recon"}, "at most 4 targets"),
    ("kills", {"attackers": "berserker", "targets": "recon,recon,recon", "on": "woods,plain"}, "each of the 3 targets"),
    ("best", {"attackers": "sniper", "targets": "recon", "on": "woods,plain"}, "each of the 1 targets"),
]


def test_an_endgame_that_is_too_large_gets_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fireteam.sim.solve.MAX_POSITIONS", 3)
    with pytest.raises(FireteamError, match="more than 3 positions: ask for fewer pieces or turns"):
        odds("endgame", board="mini_a", side_1="recon@a1", side_2="guard@c3", turns=1)


@pytest.mark.parametrize(("q", "parts", "says"), WRONG_ODDS, ids=[f"{q}-{says[:18]}" for q, _, says in WRONG_ODDS])
def test_odds_that_cannot_be_told_get_one_sentence(q: str, parts: dict[str, Any], says: str) -> None:
    with pytest.raises(FireteamError) as caught:
        odds(q, **parts)
    assert says in str(caught.value)
