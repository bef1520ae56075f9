"""Section 27: every row of the table of exact odds, asked of the questions that players ask."""

from __future__ import annotations

import shlex
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
import yaml

from fireteam.core.errors import BadQuestion
from fireteam.games.fs3.odds import ASKS, ODDS
from fireteam.games.fs3.odds.exchange import Exchange
from fireteam.registry import find_game
from tests.games.fs3.rulebook_tables import rows_after
from tests.games.fs3.table import number_of, table, ways, who

ROWS = {row[0].strip("`"): row for row in rows_after("Vector | Inputs")}
ASKED: dict[str, dict[str, Any]] = yaml.safe_load(Path(__file__).with_name("odds.yaml").read_text(encoding="utf-8"))


def number(answer: Any) -> Fraction:
    """The number that an answer holds."""
    return Fraction(answer["exact"])


@pytest.mark.parametrize("name", ASKED)
def test_the_table_of_exact_odds_holds(name: str) -> None:
    asked = ASKED[name]
    answer: Any = ODDS[asked["kind"]].ask(None, asked["parts"])
    for step in asked["at"]:
        answer = answer[step]
    found = sum((number(answer[each]) for each in asked["sum"]), Fraction(0)) if "sum" in asked else number(answer)
    exact, decimal = ROWS[name][-2:]
    assert found == Fraction(exact) if exact != "--" else f"{float(found):.12f}" == decimal
    assert f"{float(found):.12f}" == decimal


def test_every_row_of_the_table_is_asked_for() -> None:
    assert set(ROWS) == set(ASKED)


@pytest.mark.clause("FS3-C.9")
@pytest.mark.parametrize("row", rows_after("Question | Stopped"), ids=lambda row: row[0].strip("`"))
def test_what_looks_doubtful_in_the_pack_has_the_odds_of_the_rulebook(row: list[str]) -> None:
    kind, *parts = row[0].strip("`").split()
    answer: Any = ODDS[kind].ask(None, dict(part.split("=") for part in parts))
    wound = answer.get("any_wound") or answer.get("wound")
    found = (answer.get("outcomes", {}).get("stopped"), wound, answer["knocked_out"])
    for percent, answered in zip(row[1:], found, strict=True):
        assert not percent or f"{100 * float(number(answered)):.2f}" == percent


@pytest.mark.parametrize("name", ODDS)
def test_every_question_answers_its_own_example(name: str) -> None:
    parts = dict(word.split("=", 1) for word in ODDS[name].example.split())
    assert ODDS[name].ask(None, parts)


@pytest.mark.parametrize(
    ("kind", "parts", "said"),
    [
        ("roll", {"rating": 13}, "rating is between 0 and 12, not 13"),
        ("location", {"chart": "soldier", "aim": "EN"}, "the chart soldier has no EN"),
        ("attack", {"weapon": "grenade_frag"}, "grenade_frag cannot attack"),
        ("burst", {"weapon": "pistol"}, "pistol fires no bursts"),
        ("full_auto", {"weapon": "rifle", "targets": 3, "rounds": 4}, "4 rounds are too few for 3 targets"),
        ("blast", {"weapon": "rifle"}, "rifle does not explode"),
        ("knockout", {"wounds": "grave"}, "wounds has wounds such as light"),
    ],
)
def test_a_part_that_is_off_is_told(kind: str, parts: dict[str, Any], said: str) -> None:
    with pytest.raises(BadQuestion) as error:
        ODDS[kind].ask(None, parts)
    assert said in str(error.value)


@pytest.mark.clause("FS3-22.31", "FS3-8.4")
def test_bullets_put_together_come_to_what_the_rules_come_to_when_played() -> None:
    """The odds of a question are the rules of play: the same attack, run every way its dice can fall."""
    at = table("anna 5,5 rifle rating=7 suppression=1", "bob 15,5 npc=4")
    weapon = int(who(*at, "anna").weapons[0])
    exchange = Exchange(at[0].tables, at[1], number_of(at[0], "anna"), number_of(at[0], "bob"), weapon)
    found, bob = exchange.bullet(), number_of(at[0], "bob") + 1
    played = ways(*at, "anna: attack bob").by(
        lambda state: max(
            (int(each.severity) for each in state.wounds[: state.n_wounds] if each.victim == bob), default=0
        )
    )
    assert played == found.by(lambda blow: blow.severity) and len(played) == 5


@pytest.mark.clause("FS3-2.19", "FS3-22.31")
def test_odds_of_one_match_are_never_given_for_another_with_other_rules_for_a_natural_one() -> None:
    def hit_chance(natural_one: int) -> Fraction:
        at = table("anna 5,5 rifle rating=9 modifier=30", "bob 15,5 npc=4", natural_one=natural_one)
        weapon = int(who(*at, "anna").weapons[0])
        return Exchange(at[0].tables, at[1], number_of(at[0], "anna"), number_of(at[0], "bob"), weapon).hit_chance()

    plain, natural, again = hit_chance(0), hit_chance(1), hit_chance(0)
    assert plain == again > natural


def ask(kind: str, **parts: Any) -> Any:
    return ASKS[kind].ask(find_game("fs3"), {name.rstrip("_"): value for name, value in parts.items()})


@pytest.mark.clause("FS3-8.14", "FS3-9.3", "FS3-9.4", "FS3-20.17a", "FS3-6.17", "FS3-21.5")
def test_the_rules_are_asked_about_ranges_cover_locations_points_and_orders() -> None:
    assert [ask("range", weapon="rifle", metres=far)["range"] for far in (250, "250.01", 500, 1000, "1000.01")] == [
        "short",
        "medium",
        "medium",
        "long",
        "too far",
    ]
    found = ask("cover", scenario="loading_yard", from_="40,9", to="13.2,9")
    assert found == {"sight": True, "near_cover": True, "protection": 2, "feature": found["feature"]}
    assert ask("cover", scenario="loading_yard", from_="25,14", to="35,14")["sight"] is False
    assert ask("location", chart="soldier", aim="CH", total=7) == {"location": "AB"}
    assert ask("location", chart="soldier", aim="HD", total=3) == {"location": "near miss"}
    assert ask("points", scenario="arrest")["points"][0] == {"event": "enemy_subdued", "value": 3, "team": None}
    assert ask("legal", position="sparring", order="pass stance=evade") == {"verdict": "ok"}
    assert ask("legal", position="sparring", slot="anna", order="attack anna")["verdict"] == "E-TARGET"


@pytest.mark.parametrize("name", ASKS)
def test_every_ask_answers_its_own_example(name: str) -> None:
    assert ask(name, **dict(each.split("=", 1) for each in shlex.split(ASKS[name].example)))


@pytest.mark.parametrize(
    ("kind", "parts", "said"),
    [
        ("cover", {"scenario": "loading_yard", "from_": "here", "to": "1,1"}, "is a place in metres"),
        ("legal", {"position": "sparring", "slot": "zed", "order": "pass"}, "nobody is called zed"),
        ("location", {"chart": "soldier", "aim": "EN", "total": 7}, "has no EN"),
    ],
)
def test_what_cannot_be_asked_is_told(kind: str, parts: dict[str, Any], said: str) -> None:
    with pytest.raises(BadQuestion, match=said):
        ask(kind, **parts)


@pytest.mark.clause("FS3-12.7", "FS3-13.2")
@pytest.mark.parametrize("kind", ["knockout", "rally"])
@pytest.mark.parametrize(
    ("wounds", "points"),
    [
        ("light/treated", 2),
        ("moderate/treated", 10),
        ("serious/treated", 25),
        ("critical/treated", 40),
        ("light/treated,light/treated", 4),
        ("serious,light/treated", 52),
        ("light,moderate/treated", 15),
    ],
)
def test_wounds_that_were_treated_take_half(kind: str, wounds: str, points: int) -> None:
    answer: Any = ODDS[kind].ask(None, {"wounds": wounds, "toughness": 5})
    fails = Fraction(points - 1, 100)
    assert [number(answer[name]) for name in ("knocked_out", "revived") if name in answer] == [
        fails if kind == "knockout" else 1 - fails
    ]


@pytest.mark.clause("FS3-12.7")
@pytest.mark.parametrize(
    "name", [name for name, one in ODDS.items() if name != "heal" and any("wounds" in part for part in one.parts)]
)
def test_every_question_about_wounds_takes_treated_ones(name: str) -> None:
    parts = dict(word.split("=", 1) for word in ODDS[name].example.split())
    parts |= dict.fromkeys(
        [part for part in ODDS[name].parts if "wounds" in part], "light/treated,serious/treated,light"
    )
    assert ODDS[name].ask(None, parts)
