"""`fireteam odds`, `ask` and `sim` on the command line: data on stdout, talk on stderr, a batch line by line."""

from __future__ import annotations

import json

import pytest
from breakthrough.game import GAME as BREAKTHROUGH

from fireteam.registry import find_game


def test_odds_for_people(fireteam) -> None:
    code, out, err = fireteam("odds", "ttt", "duel", "attacker=sniper", "target=guard", "on=rocky", "aim=true")
    assert (code, err) == (0, "")
    assert out == ("1/6 = 16.7%\nmodifiers:\n  1.sniper.1: aimed +1 (TTT-7.12), terrain of the target -1 (TTT-3.14)\n")


def test_odds_as_json(fireteam) -> None:
    code, out, _ = fireteam("odds", "ttt", "hit", "th=2", "tbh=1", "terrain_bonus=0", "mods=0", "--json")
    found = json.loads(out)
    assert code == 0
    assert found["exact"] == "5/6"
    assert round(found["float"], 4) == 0.8333


def test_ask_with_lists_in_both_forms(fireteam) -> None:
    _, comma, _ = fireteam("ask", "ttt", "attack", "board=4", "attacker=rifleman,c5", "target=rifleman,c7", "--json")
    _, listed, _ = fireteam(
        "ask", "ttt", "attack", "board=4", 'attacker=["rifleman","c5"]', 'target=["rifleman", "c7"]', "--json"
    )
    assert json.loads(comma) == json.loads(listed)
    assert json.loads(comma)["verdict"] == "E_NO_ATTACK_TERRAIN"


def test_a_batch_is_answered_line_by_line_in_order(fireteam) -> None:
    asked = [
        {"q": "los", "board": "2+4r+3", "from": "a1", "to": "c4"},
        {"q": "reach", "board": "plain_10", "piece": "guard", "start": "e5", "occupied": []},
        {"q": "allowance", "terrain": ["river"], "move": 6},
        {"q": "points", "piece": "berserker"},
    ]
    code, out, err = fireteam("ask", "ttt", "--batch", "-", typed="\n".join(map(json.dumps, asked)) + "\n")
    assert (code, err) == (0, "")
    assert [json.loads(line) for line in out.splitlines()] == [
        {"distance": 5, "los": True},
        {"count": 4, "squares": ["d5", "e4", "e6", "f5"]},
        {"allowance": 3},
        {"points": 11, "off": 2},
    ]


def test_a_line_that_cannot_be_answered_says_so_and_the_rest_go_on(fireteam) -> None:
    lines = ["nonsense", "[]", '{"q": "nothing"}', '{"q": "los", "board": "5"}', '{"q": "points", "piece": "guard"}']
    code, out, _ = fireteam("ask", "ttt", "--batch", "-", typed="\n".join(lines))
    found = [json.loads(line) for line in out.splitlines()]
    assert code == 1
    assert [list(reply) for reply in found] == [["error"]] * 4 + [["points", "off"]]
    assert found[2]["error"].startswith("line 3: no question named 'nothing'")
    assert found[3]["error"] == "line 4: los needs from: a square"


def test_a_batch_survives_a_question_at_which_fireteam_itself_fails(fireteam, monkeypatch) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError("division by zero")

    game = find_game("ttt")
    monkeypatch.setitem(game.odds_questions, "rolloff", game.odds_questions["rolloff"]._replace(function=fail))
    lines = ['{"q": "rolloff"}', '{"q": "duel", "attacker": "bazooka", "target": "guard", "on": "plain", "aim": false}']
    code, out, err = fireteam("odds", "ttt", "--batch", "-", typed="\n".join(lines))
    first, second = map(json.loads, out.splitlines())
    assert first == {"error": "line 1: Fireteam has no answer to this (ZeroDivisionError: division by zero)"}
    assert (code, err, second["exact"]) == (1, "", "1/2")


def test_odds_take_a_batch_too(fireteam) -> None:
    line = json.dumps({"q": "duel", "attacker": "bazooka", "target": "guard", "on": "plain", "aim": False})
    code, out, _ = fireteam("odds", "ttt", "--batch", "-", typed=line)
    assert code == 0
    assert json.loads(out)["exact"] == "1/2"


def test_without_a_question_all_are_listed(fireteam) -> None:
    code, out, _ = fireteam("odds", "ttt")
    assert code == 0
    for name in ("hit", "duel", "volley", "fire", "after", "kills", "best", "hold", "rolloff", "endgame"):
        assert f"\n{name}: " in f"\n{out}"


WRONG = [
    (["odds", "chess"], "no game named 'chess'", 1),
    (["odds", "ttt", "duell"], "did you mean duel?", 1),
    (["odds", "ttt", "duel", "attacker=sniper"], "duel needs target: piece type", 1),
    (["odds", "ttt", "duel", "attacker"], "takes name=value, not 'attacker'", 2),
    (["odds", "ttt", "duel", "attacker=sniper", "target=guard", "on=[woods"], "is no list", 2),
    (["ask", "ttt", "los", "--batch", "-"], "give no other", 2),
    (["ask", "ttt", "--batch", "file"], "--batch - reads questions from stdin", 2),
    (["sim", "chess"], "no game named 'chess'", 1),
    (["sim", "ttt", "--mission", "nowhere"], "no mission named 'nowhere'", 1),
    (["sim", "ttt", "--red", "gredy"], "did you mean greedy?", 1),
    (["sim", "ttt", "--green", "greedy"], "the seats of ttt are red, blue", 2),
    (["sim", "ttt", "-n", "0"], "-n is a number of games", 2),
    (["sim", "ttt", "-j", "-1"], "-j is a number of threads", 2),
    (["sim", "ttt", "--option", "seats=thrown"], "no value of option seats", 1),
]


@pytest.mark.parametrize(("words", "says", "code"), WRONG, ids=[" ".join(words) for words, _, _ in WRONG])
def test_a_wrong_command_line_gets_one_sentence(fireteam, words: list[str], says: str, code: int) -> None:
    got, out, err = fireteam(*words)
    assert got == code
    assert out == ""
    assert says in err
    assert "Traceback" not in err
    assert err.count("\n") == 1


def test_a_run_for_people_and_for_programs(fireteam) -> None:
    code, out, err = fireteam("sim", "ttt", "--mission", "run_the_gauntlet", "-n", "3", "--seed", "4", "-j", "1")
    assert (code, err) == (0, "")
    assert out.startswith("run_the_gauntlet: 3 games (red random, blue random; seed 4)")
    _, first, _ = fireteam("sim", "ttt", "--mission", "run_the_gauntlet", "-n", "3", "--seed", "4", "--json")
    _, again, _ = fireteam("sim", "ttt", "--mission", "run_the_gauntlet", "-n", "3", "--seed", "4", "--json", "-j", "2")
    assert first == again
    found = json.loads(first)
    assert found["games"] == 3
    assert sum(won["count"] for won in found["wins"].values()) + found["draws"]["count"] == 3
    assert {"share", "low", "high"} <= set(found["wins"]["red"])


@pytest.mark.parametrize("kind", ["odds", "ask"])
@pytest.mark.parametrize("more", [[], ["--batch", "-"], ["first"]])
def test_a_game_without_questions_says_so(fireteam, monkeypatch, kind, more):
    monkeypatch.setattr("fireteam.registry.find_game", lambda id: BREAKTHROUGH)
    code, out, err = fireteam(kind, "breakthrough", *more)
    assert (code, out) == (1, "") and err.startswith("Breakthrough answers no questions")
