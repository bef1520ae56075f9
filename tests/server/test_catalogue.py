"""What can be played, as it is offered to a page that knows no game."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.server.service import Visit, served


@pytest.fixture
def visit(database) -> Iterator[Visit]:
    with served(database) as visit:
        yield visit


def test_games_that_are_taught_come_first_and_the_easiest_of_them(visit: Visit):
    games = visit.http.get("/api/games").json()
    taught = [game["id"] for game in games if game["lesson"]]
    assert taught[:3] == ["ttt", "gunplay", "tps"] and taught == [game["id"] for game in games[: len(taught)]]
    lessons = {game["id"]: [one["name"] for one in game["lessons"]] for game in games}
    assert lessons["fs3"] == ["", "storyteller"] and lessons["ttt"] == [""]
    assert {game["id"]: game["main_options"] for game in games}["gunplay"] == ["config"]
    assert all(game["scenarios"] and game["bots"] and game["title"] for game in games)


def test_who_plays_alone_against_bots_of_a_game_sees_all_odds(visit: Visit):
    alone = {game["id"]: game["alone"] for game in visit.http.get("/api/games").json()}
    assert alone == {"fs3": {}, "gunplay": {}, "ttt": {}, "tps": {"sv_premeasure": "1"}}
    asked = [f"{name}={value}" for name, value in alone["tps"].items()]
    assert visit.http.get("/api/games/tps/offer", params={"option": asked}).status_code == 200


def test_an_offer_tells_slots_and_who_referees_by_the_options(visit: Visit):
    plain = visit.http.get("/api/games/tps/offer", params={"option": ["teams=2v2"]}).json()
    assert plain["slots"] == ["U1", "U2", "U3", "U4"] and plain["referee"] == ""
    refereed = visit.http.get("/api/games/tps/offer", params={"option": ["teams=1v1", "sv_admin=1"]}).json()
    assert refereed["slots"] == ["U1", "U2", "admin"] and refereed["referee"] == "admin"
    assert {"teams", "sv_admin"} <= {option["name"] for option in refereed["options"]}


def test_an_offer_tells_which_slots_are_meant_for_no_player(visit: Visit):
    """NPCs, and places for who joins later; without player characters there is somebody to play all the same."""

    def npcs(scenario: str, **options: str) -> list[str]:
        asked = {"scenario": scenario, "option": [f"{name}={value}" for name, value in options.items()]}
        found: list[str] = visit.http.get("/api/games/fs3/offer", params=asked).json()["npcs"]
        return found

    later = [f"joined{k}" for k in range(1, 9)]
    assert npcs("patrol") == ["r1", "r2", "r3", "r4", "r5"] and npcs("sparring") == npcs("roadblock") == []
    assert npcs("patrol", desk="storyteller") == ["r1", "r2", "r3", "r4", "r5", *later]
    assert npcs("roadblock", desk="storyteller") == later


@pytest.mark.parametrize(
    ("path", "status", "code"),
    [
        ("/api/games/chess/offer", 404, "E_UNKNOWN"),
        ("/api/games/ttt/offer?scenario=nowhere", 422, "E_UNKNOWN"),
        ("/api/games/ttt/preview?scenario=nowhere", 422, "E_UNKNOWN"),
        ("/api/games/ttt/offer?option=force=many", 422, "E_UNKNOWN"),
        ("/api/games/ttt/offer?option=force", 400, "E_MESSAGE"),
        ("/api/games/ttt/offer?pack=../../etc", 422, "E_PACK"),
        ("/api/rules/TTT-99.9", 404, "E_UNKNOWN"),
    ],
)
def test_what_there_is_not_is_told_so(visit: Visit, path, status, code):
    answer = visit.http.get(path)
    assert (answer.status_code, answer.json()["code"]) == (status, code)


def test_the_table_is_seen_before_it_is_made(visit: Visit):
    scene = visit.http.get("/api/games/ttt/preview", params={"scenario": "besiege_the_bunker"}).json()
    assert scene["cells"] and scene["title"]
    ground = visit.http.get("/api/games/tps/preview", params={"scenario": "de_depot"}).json()["ground"]
    assert ground["barriers"] and ground["areas"]
