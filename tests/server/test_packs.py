"""Packs at a server: those of its folder are offered, and tables are played with them, and with no others."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from fireteam.content.library import find_library
from fireteam.content.starter_pack import write_starter
from fireteam.server.tables.creation import PackFolders
from tests.server.service import Guest, Visit, served

YARD = {"scenario": "yard_duel", "packs": ["yard"], "options": {}}
BOTS = [{"name": name, "slots": [name], "by": "random"} for name in ("red", "blue")]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with two packs, and with what is none."""
    folder = tmp_path_factory.mktemp("packs")
    for name in ("yard", "alley"):
        write_starter(find_library("ttt"), folder / name)
    (folder / ".git").mkdir()
    (folder / "README.md").write_text("Our packs.")
    return folder


@pytest.fixture
def visit(database: str, folder: Path) -> Iterator[Visit]:
    with served(database, packs=PackFolders(folder)) as visit:
        yield visit


def played(visit: Visit) -> str:
    """A match with a pack that has ended: its table."""
    guests = visit.guests(visit.make(**YARD))
    guests["anna"].does(do="resign")
    return guests["anna"].table


def test_the_packs_of_its_folder_are_offered(visit: Visit):
    assert visit.http.get("/api/packs").json() == ["alley", "yard"]


def test_a_mission_of_a_pack_is_seen_made_and_gone_on_with_after_a_restart(visit: Visit, database, folder):
    asked = {"scenario": "yard_duel", "pack": "yard"}
    assert visit.http.get("/api/games/ttt/offer", params=asked).json()["slots"] == ["red", "blue"]
    scene = visit.http.get("/api/games/ttt/preview", params=asked).json()
    assert (scene["width"], scene["height"]) == (10, 10)
    made = visit.make(**YARD)
    card = visit.http.get(f"/api/tables/{made['table']}").json()["card"]
    assert (card["scenario_title"], card["packs"]) == ("The Duel", ["yard"])
    before = Guest(visit, made["table"], made["seats"]["anna"]).now
    assert (before["scene"]["width"], before["scene"]["height"]) == (10, 10)
    with served(database, packs=PackFolders(folder)) as again:
        assert Guest(again, made["table"], made["seats"]["anna"]).now == before


def test_a_file_says_its_pack_and_is_let_in_and_gone_on_with_only_where_that_is(visit: Visit, databases, folder):
    table = played(visit)
    text = visit.http.get(f"/api/tables/{table}/match").text
    assert "\npack: yard\n" in text
    fork = visit.http.post(f"/api/tables/{table}/fork", json={"event": 0}).json()
    assert visit.http.get(f"/api/tables/{fork['table']}").json()["card"]["packs"] == ["yard"]
    plain = {"Content-Type": "text/plain"}
    brought = visit.http.post("/api/tables/import", content=text, headers=plain).json()
    assert visit.http.get(f"/api/tables/{brought['table']}/match").text == text
    with served(databases()) as elsewhere:
        refused = elsewhere.http.post("/api/tables/import", content=text, headers=plain).json()
        assert refused["code"] == "E_PACK"
        assert refused["sentence"] == "This server offers no pack 'yard'; it has none."


@pytest.mark.parametrize("name", ["tower", ".git", "README.md", "../packs"])
def test_what_is_no_pack_of_its_folder_is_refused_with_what_there_is(visit: Visit, name):
    answer = visit.http.post("/api/tables", json={"game": "ttt", "scenario": "yard_duel", "packs": [name]})
    assert (answer.status_code, answer.json()["code"]) == (422, "E_PACK")
    assert answer.json()["sentence"] == f"This server offers no pack {name!r}; it has ('alley', 'yard')."


def test_a_server_whose_folder_has_gone_offers_no_packs(database, tmp_path):
    with served(database, packs=PackFolders(tmp_path / "gone")) as visit:
        assert visit.http.get("/api/packs").json() == []


@pytest.mark.both_carriers
def test_bots_play_with_the_pack_of_their_table(visit: Visit):
    watcher = visit.guests(visit.make(seats=BOTS, **YARD))[""]
    with watcher.listening() as socket:
        chose: set[str] = set()
        while chose != {"red", "blue"}:
            items = [item["what"] for item in socket.hears("news")["items"]]
            assert "sat" not in [what["item"] for what in items], "none failed, and gave its seat to another"
            chose |= {slot for what in items if what["item"] == "happened" for slot in what["slots"]}
