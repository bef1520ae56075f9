"""Tables whose rules or packs have changed: closed in a sentence, taken away as files, gone on with by those of now."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from fireteam.content.library import find_library
from fireteam.content.starter_pack import write_starter
from fireteam.core.errors import BadFile
from fireteam.match.file.parse import read_match_file
from fireteam.match.load import replay, verify
from fireteam.registry import find_game
from fireteam.server.tables import creation
from fireteam.server.tables.creation import PackFolders
from tests.server.service import Guest, Visit, served

YARD = {"scenario": "yard_duel", "packs": ["yard"], "options": {}}
REMEDY = "Take it away as a file, or begin a new table from it by the rules and packs of now."


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with one pack."""
    write_starter(find_library("ttt"), tmp_path / "packs" / "yard")
    return tmp_path / "packs"


def change(folder: Path, before: str, after: str) -> None:
    """Alter the pack where it says so first."""
    path = next(path for path in sorted(folder.rglob("*.yaml")) if before in path.read_text())
    path.write_text(path.read_text().replace(before, after, 1))


def begun(database: str, folder: Path, acts: int = 2) -> tuple[dict[str, Any], str]:
    """A table with a few choices, and its file."""
    with served(database, packs=PackFolders(folder)) as visit:
        made = visit.make(**YARD)
        guests = visit.guests(made)
        for _ in range(acts):
            guest = next(guest for guest in guests.values() if guest.now["decisions"])
            guest.does(do="choose", line=guest.now["decisions"][0]["options"][0]["notation"])
        return made, file_of(visit, made)


def version(number: int) -> Callable[[str], Any]:
    """The games, with another version of their rules."""
    return lambda id: find_game(id)._replace(rules_version=number)


def closed(visit: Visit, made: dict[str, Any]) -> str:
    """What who comes to the table reads."""
    answer = visit.http.get(f"/api/tables/{made['table']}/now", headers=host(made))
    assert (answer.status_code, answer.json()["code"]) == (409, "E_CLOSED")
    return str(answer.json()["sentence"])


def file_of(visit: Visit, made: dict[str, Any]) -> str:
    return visit.http.get(f"/api/tables/{made['table']}/match", headers=host(made)).text


def host(made: dict[str, Any]) -> dict[str, str]:
    return {"Authorization": f"Bearer {made['host']}"}


@pytest.mark.parametrize("acts", [0, 2])
def test_a_table_of_other_content_is_closed_and_opens_again_with_that_of_before(database, folder, acts):
    made, text = begun(database, folder, acts)
    change(folder, "round_limit: ", "round_limit: 1")
    with served(database, packs=PackFolders(folder)) as visit:
        assert (
            closed(visit, made)
            == f"This table is closed: the pack yard is not what this match was played with. {REMEDY}"
        )
        assert file_of(visit, made) == text
    change(folder, "round_limit: 1", "round_limit: ")
    with served(database, packs=PackFolders(folder)) as visit:
        assert Guest(visit, made["table"], made["seats"]["anna"]).now["scene"]["width"] == 10


def test_a_table_of_other_rules_is_closed_and_its_file_true_by_its_own(database, folder, monkeypatch, tmp_path):
    made, text = begun(database, folder)
    with monkeypatch.context() as other:
        other.setattr(creation, "find_game", version(99))
        with served(database, packs=PackFolders(folder)) as visit:
            sentence = closed(visit, made)
            taken = file_of(visit, made)
    assert "was played by version 1 of the rules of ttt" in sentence and "these are version 99" in sentence
    assert taken == text
    (tmp_path / "a.match").write_text(taken)
    assert verify(read_match_file(tmp_path / "a.match"), [str(folder / "yard")]).events == 3


def test_a_new_table_begins_from_a_closed_one_by_the_content_of_now(database, folder):
    made, _ = begun(database, folder)
    change(folder, "round_limit: ", "round_limit: 1")
    with served(database, packs=PackFolders(folder)) as visit:
        answer = visit.http.post(f"/api/tables/{made['table']}/fork", json={}, headers=host(made))
        assert answer.status_code == 201, answer.text
        card = visit.http.get(f"/api/tables/{answer.json()['table']}").json()["card"]
        assert card["title"] == "From event 2, by the rules of now"
        guests = visit.guests(answer.json())
        guest = next(guest for guest in guests.values() if guest.now["decisions"])
        guest.does(do="choose", line=guest.now["decisions"][0]["options"][0]["notation"])


def test_a_table_that_was_over_is_taken_away_with_its_result_and_secret(database, folder, tmp_path):
    with served(database, packs=PackFolders(folder)) as visit:
        made = visit.make(**YARD)
        guests = visit.guests(made)
        guests["anna"].does(do="resign")
        text = file_of(visit, made)
    change(folder, "round_limit: ", "round_limit: 1")
    with served(database, packs=PackFolders(folder)) as visit:
        taken = visit.http.get(f"/api/tables/{made['table']}/match").text
    assert taken == text and "\nsecret | " in taken


def test_a_file_of_other_content_is_never_called_edited(database, folder, tmp_path):
    _, text = begun(database, folder)
    (tmp_path / "a.match").write_text(text)
    change(folder, "round_limit: ", "round_limit: 1")
    with pytest.raises(BadFile, match="the pack yard is not what this match was played with") as refused:
        replay(read_match_file(tmp_path / "a.match"), [str(folder / "yard")])
    assert "edited" not in str(refused.value)


def test_a_mended_pack_counts_for_the_next_table(database, folder):
    with served(database, packs=PackFolders(folder)) as visit:
        contents = []
        for _ in range(2):
            text = file_of(visit, visit.make(**YARD))
            contents.append(next(line for line in text.split("\n") if line.startswith("content: ")))
            change(folder, "round_limit: ", "round_limit: 1")
    assert contents[0] != contents[1]


def test_a_faulty_pack_tells_no_visitor_where_it_lies(database, folder):
    made, text = begun(database, folder)
    change(folder, "round_limit: ", "round_limit: -")
    with served(database, packs=PackFolders(folder)) as visit:
        told = [
            closed(visit, made),
            visit.http.post("/api/tables", json={"game": "ttt", **YARD}).text,
            visit.http.get("/api/games/ttt/offer", params={"scenario": "yard_duel", "pack": "yard"}).text,
            visit.http.post("/api/tables/import", content=text, headers={"Content-Type": "text/plain"}).text,
            visit.http.post(f"/api/tables/{made['table']}/fork", json={}, headers=host(made)).text,
        ]
        assert file_of(visit, made) == text
    for sentence in told:
        assert "pack has faults: yard/missions.yaml:" in sentence and str(folder.parent) not in sentence, sentence


@pytest.mark.parametrize(("caller", "status"), [("host", 200), ("anna", 403), ("", 403)])
def test_what_a_closed_match_hides_only_the_host_takes_away(database, monkeypatch, caller, status):
    with served(database) as visit:
        made = visit.make(game="gunplay", scenario="crossroads", options={}, seats=[])
        made["seats"]["anna"] = next(iter(made["seats"].values()))
    monkeypatch.setattr(creation, "find_game", version(99))
    token = {"host": made["host"], "": ""}.get(caller, made["seats"]["anna"])
    with served(database) as visit:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        assert visit.http.get(f"/api/tables/{made['table']}/match", headers=headers).status_code == status
        assert (visit.http.post(f"/api/tables/{made['table']}/fork", json={}, headers=headers).status_code == 403) == (
            status == 403
        )
