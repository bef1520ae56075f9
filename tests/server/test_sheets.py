"""Sheets that players write for one match: forms, points, refusals by clause, and tables that are played with one."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from fireteam.server.validation import MAX_BODY
from tests.server.service import Visit, served

BAND = "/api/games/gunplay/sheets/band"
ANN: dict[str, Any] = {"id": "A1", "name": "Ann", "weapons": ["rifle_medium"], "pos": [1.5, 10]}
DUO: dict[str, Any] = {
    "id": "duo",
    "name": "The Duo, 100%",
    "characters": [ANN, {"id": "A2", "name": "Bob", "traits": ["Tough"], "pos": [1.5, 8]}],
}


@pytest.fixture
def visit(database) -> Iterator[Visit]:
    with served(database) as visit:
        yield visit


def check(visit: Visit, **asked: Any) -> dict[str, Any]:
    answer = visit.http.post(f"{BAND}/check", json=asked)
    assert answer.status_code == 200, answer.text
    report: dict[str, Any] = answer.json()
    return report


def test_games_tell_which_sheets_they_have_and_which_options_take_them(visit: Visit):
    sheets = {game["id"]: game["sheets"] for game in visit.http.get("/api/games").json()}
    assert sheets["gunplay"] == ["band"] and sheets["ttt"] == sheets["tps"] == []
    options = visit.http.get("/api/games/gunplay/offer").json()["options"]
    assert {option["name"] for option in options if option["sheet"] == "band"} == {"band_a", "band_b"}


def test_the_form_has_limits_and_choices_with_their_points_and_ready_made_sheets(visit: Visit):
    form = visit.http.get(BAND).json()
    characters = {field["name"]: field for field in form["fields"]}["characters"]
    assert (characters["kind"], characters["shape"], characters["least"], characters["most"]) == (
        "record",
        "list",
        1,
        12,
    )
    traits = {field["name"]: field for field in characters["fields"]}["traits"]["choices"]
    fast = {"value": "Fast", "title": "Fast", "meaning": "Speed 4", "clause": "GUN-15.2", "points": 2}
    assert fast in traits
    ready = {sheet["id"]: sheet for sheet in form["ready"]}
    assert ready["ridge_gang"]["option"] == "band_b" and ready["ridge_gang"]["total"] == 114
    assert [use["option"] for use in form["uses"]] == ["band_a", "band_b"]


def test_a_report_has_points_and_refusals_by_clause_and_the_text_of_a_sound_sheet(visit: Visit):
    report = check(visit, value=DUO, scenario="main_street", options={"points": "40", "config": "full"})
    assert report["summary"] == "34 of 40 points: 6 left" and report["fits"]
    assert [problem["forbids"] for problem in report["problems"]] == [False]  # the other band costs too much
    assert json.loads(report["text"]) == DUO and report["title"] == "The Duo, 100%"
    over = check(visit, value=DUO, options={"points": "30", "config": "full"})
    assert not over["fits"] and over["text"]
    assert [(one["code"], one["clause"], one["sentence"], one["for_match"]) for one in over["problems"]] == [
        ("POINTS_EXCEEDED", "GUN-24.6", "The Duo, 100% costs 34 points; the limit is 30", True)
    ]


def test_a_file_is_read_with_its_lines(visit: Visit):
    text = "id: duo\nname: Duo\ncharacters:\n  - {id: A1, name: Ann}\n  - {id: A2, name: Bob, traits: [Fast, Slow]}\n"
    (problem,) = check(visit, file=text)["problems"][:1]
    assert (problem["line"], problem["clause"], problem["sentence"]) == (5, "GUN-15.18", "A2 is both Fast and Slow")
    assert check(visit, file=check(visit, value=DUO)["file"])["value"] == DUO


def test_a_sheet_is_made_to_suit_the_other_side(visit: Visit):
    report = check(visit, value=DUO, option="band_b", scenario="main_street", adapt=True)
    assert [each["id"] for each in report["value"]["characters"]] == ["B1", "B2"] and report["fits"]


@pytest.mark.parametrize(
    ("path", "asked", "status", "code"),
    [
        ("/api/games/chess/sheets/band/check", {}, 404, "E_UNKNOWN"),
        ("/api/games/ttt/sheets/band/check", {}, 404, "E_UNKNOWN"),
        ("/api/games/gunplay/sheets/army/check", {}, 404, "E_UNKNOWN"),
        (f"{BAND}/check", {"vlaue": 5}, 400, "E_MESSAGE"),
        (f"{BAND}/check", {"options": ["points=20"]}, 400, "E_MESSAGE"),
        (f"{BAND}/check", [], 400, "E_MESSAGE"),
        (f"{BAND}/check", {"option": "points"}, 422, "E_UNKNOWN"),
        (f"{BAND}/check", {"value": DUO, "scenario": "nowhere"}, 422, "E_UNKNOWN"),
        (f"{BAND}/check", {"value": DUO, "options": {"points": "many"}}, 422, "OPTION_INVALID"),
        (f"{BAND}/check", {"value": DUO, "packs": ["../../etc"]}, 422, "E_PACK"),
        (f"{BAND}/check", {"value": "x" * MAX_BODY}, 413, "E_TOO_LARGE"),
    ],
)
def test_what_cannot_be_asked_is_refused(visit: Visit, path, asked, status, code):
    answer = visit.http.post(path, json=asked)
    assert (answer.status_code, answer.json()["code"]) == (status, code)


def test_no_json_is_refused_and_no_sheet_is_told_so(visit: Visit):
    headers = {"content-type": "application/json"}
    for body in (b"{", b'{"value": NaN}', b'{"value": 1, "value": 2}', b'{"value": ' + b"[" * 30_000, b"\xff"):
        assert visit.http.post(f"{BAND}/check", content=body, headers=headers).status_code == 400
    deep: Any = []
    for _ in range(200):
        deep = [deep]
    for value in (None, 5, "band", [], {}, deep, {"characters": 5}, {"characters": [5, None, {}]}, {"a": "x" * 20_000}):
        report = check(visit, value=value, scenario="main_street", adapt=True)
        assert report["problems"] and not report["text"] and not report["fits"]
        assert all(problem["sentence"] and problem["clause"] and problem["code"] for problem in report["problems"])


def test_a_table_is_played_with_a_sheet_and_its_file_comes_back_with_it(visit: Visit):
    text = check(visit, value=DUO)["text"]
    options = {"band_a": text, "config": "full"}
    seats = [{"name": "anna", "slots": ["a"]}, {"name": "ben", "slots": ["b"]}]
    made = visit.make(seats, game="gunplay", scenario="main_street", options=options)
    guests = visit.guests(made)
    assert guests[""].get("")["card"]["options"] == options
    names = {token["unit"]: token["name"] for token in guests[""].now["scene"]["tokens"]}
    assert {"A1", "A2", "B1"} <= set(names) and "A3" not in names
    guests["anna"].does(do="offer_draw")
    guests["ben"].does(do="answer", proposal=1, agrees=True)
    file = visit.http.get(f"/api/tables/{made['table']}/match").text
    assert f"option: band_a={text}\n" in file
    again = visit.http.post("/api/tables/import", content=file, headers={"Content-Type": "text/plain"})
    assert again.status_code == 201, again.text
    (card,) = [visit.http.get(f"/api/tables/{again.json()['table']}").json()["card"]]
    assert card["options"] == options
    asked = {"option": [f"band_a={text}"], "scenario": "main_street"}
    assert visit.http.get("/api/games/gunplay/preview", params=asked).json()["tokens"][0]["unit"] == "A1"


def test_a_table_with_an_unsound_sheet_is_refused_by_its_clause(visit: Visit):
    both = {**DUO, "characters": [{**ANN, "traits": ["Fast", "Slow"]}]}
    for text, clause in (
        (json.dumps(both), "GUN-15.18"),
        (json.dumps(DUO)[:-1], "GUN-3.13"),
        ('{"id":', "GUN-3.13"),
        ("{" * 5_000, "GUN-3.13"),
        (json.dumps({**DUO, "name": "a\u202eb"}), "GUN-3.13"),
    ):
        new = {"game": "gunplay", "scenario": "main_street", "options": {"band_a": text}}
        answer = visit.http.post("/api/tables", json=new)
        assert (answer.status_code, answer.json()["code"], answer.json()["clause"]) == (422, "BAND_INVALID", clause)
