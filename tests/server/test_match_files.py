"""Match files leave and enter the server as they are at a terminal, and matches are gone on with from anywhere."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from fireteam.core.engine.state_hash import SHA_256
from fireteam.match.dice import secret_of_seed
from fireteam.match.file.format import start_of_chain
from fireteam.match.file.journal import chain_lines, secret_path
from fireteam.match.file.parse import parse_match_file, read_match_file
from fireteam.match.load import save, verify
from fireteam.match.match import Match
from fireteam.match.record import Seat
from fireteam.registry import find_game
from fireteam.server.tables import lessons, match_files
from tests.processes import ROOT
from tests.server.databases import ON_BOTH
from tests.server.service import DUEL, TTT, Guest, Visit, served

pytestmark = ON_BOTH
VERIFIER = ROOT / "web" / "verify" / "verify.mjs"
NODE = shutil.which("node")


@pytest.fixture
def visit(database):
    with served(database) as visit:
        yield visit


def brought(visit: Visit, text: str) -> Any:
    return visit.http.post("/api/tables/import", content=text, headers={"Content-Type": "text/plain"})


def played(visit: Visit) -> tuple[Guest, str]:
    """A match that has ended, and its file."""
    first, other = visit.duel()
    for k in range(8):
        (first if first.now["decisions"] else other).chooses(k)
    first.does(do="resign")
    return first, visit.http.get(f"/api/tables/{first.table}/match").text


def at_a_terminal(path: Path) -> Match:
    """A match that goes on in a file."""
    setting = find_game("ttt").make_setting(TTT["scenario"], TTT["options"])
    match = Match(setting, [Seat("red", 1), Seat("blue", 2)], secret_of_seed(4))
    save(match, path)
    for _ in range(5):
        slot = match.slots_to_act()[0]
        view = match.view(setting.slots[slot])
        match.act(setting.slots[slot], find_game("ttt").decision(setting, view, slot, 5, False).options[0].notation)
    return match


def test_the_file_of_a_match_that_has_ended_is_true_and_comes_back_as_it_was(visit: Visit, tmp_path):
    _, text = played(visit)
    path = tmp_path / "played.match"
    path.write_text(text, encoding="utf-8")
    assert verify(read_match_file(path)).ended
    made = brought(visit, text).json()
    assert visit.http.get(f"/api/tables/{made['table']}/match").text == text
    now = visit.http.get(f"/api/tables/{made['table']}/now").json()
    assert now["over"] and now["result"]


def test_the_file_of_a_draw_by_agreement_is_true_and_comes_back_as_it_was(visit: Visit, tmp_path):
    first, other = visit.duel()
    for k in range(6):
        (first if first.now["decisions"] else other).chooses(k)
    first.does(do="offer_draw")
    other.does(do="answer", proposal=1, agrees=True)
    text = first.server.http.get(f"/api/tables/{first.table}/match").text
    path = tmp_path / "drawn.match"
    path.write_text(text, encoding="utf-8")
    assert verify(read_match_file(path)).ended and read_match_file(path).end == ((), "a draw, as all agreed", "")
    if NODE:
        done = subprocess.run([NODE, VERIFIER, path], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout
    made = brought(visit, text).json()
    guest = Guest(visit, made["table"], next(iter(made["seats"].values())))
    assert guest.server.http.get(f"/api/tables/{guest.table}/match").text == text
    assert guest.now["over"] and guest.now["result"] == first.now["result"] == "a draw, as all agreed"
    assert guest.act(do="choose", line="end_turn").json()["code"] == "E_OVER"


def test_what_the_rules_had_decided_is_no_draw_whatever_people_agreed(visit: Visit):
    _, text = played(visit)
    lines = text.split("\n")
    bodies = [line.rpartition(" | ")[0] for line in lines[lines.index("") + 1 : -1]]
    bodies[-2] = 'end |  | "a draw, as all agreed" | '
    head = "\n".join(lines[: lines.index("") + 1]) + "\n"
    answer = brought(visit, head + chain_lines(start_of_chain(head), bodies)[0])
    assert answer.json()["code"] == "E_FILE" and "not what the rules come to" in answer.json()["sentence"]


def test_the_file_of_a_match_that_is_over_is_told_after_a_restart_too(database):
    with served(database) as visit:
        first, text = played(visit)
    with served(database) as visit:
        assert visit.http.get(f"/api/tables/{first.table}/match").text == text


def test_a_file_that_somebody_has_edited_is_not_let_in(visit: Visit):
    _, text = played(visit)
    for false in (text.replace(" d6=", " d6=", 1)[:-40], text.replace("resign", "end_turn"), "hello", "", text[:200]):
        answer = brought(visit, false)
        assert 400 <= answer.status_code < 500 and answer.json()["sentence"]


def test_a_match_from_a_terminal_goes_on_with_its_own_dice_if_its_secret_comes_along(visit: Visit, tmp_path):
    match = at_a_terminal(tmp_path / "friday.match")
    match.leave()
    text, beside = (path.read_text() for path in (tmp_path / "friday.match", secret_path(tmp_path / "friday.match")))
    made = brought(visit, text + beside).json()
    guests = {name: Guest(visit, made["table"], token) for name, token in made["seats"].items()}
    assert visit.http.get(f"/api/tables/{made['table']}").json()["card"]["dice"] == match.commitment
    next(guest for guest in guests.values() if guest.now["decisions"]).chooses()
    grown = visit.http.get(f"/api/tables/{made['table']}/match").text
    assert grown.startswith(text) and len(grown) > len(text)
    guests["red"].does(do="resign")
    whole = visit.http.get(f"/api/tables/{made['table']}/match").text
    assert parse_match_file(whole, tmp_path).secret == secret_of_seed(4).value


def test_what_was_sealed_and_planned_at_a_terminal_comes_along_and_outlives_a_restart(database, tmp_path):
    setting, path = find_game("ttt").make_setting("hold_the_hill", {}), tmp_path / "sealed.match"
    match = Match(setting, [Seat("red", 1), Seat("blue", 2)], secret_of_seed(4))
    save(match, path)
    pick = find_game("ttt").decision(setting, match.view("red"), 0, 5, False).options[0].notation
    assert match.act("red", pick, 0) is None, "it stays sealed"
    match.plan("red", ["end_turn"], 0)
    match.leave()
    with served(database) as visit:
        made = brought(visit, path.read_text() + secret_path(path).read_text()).json()
    with served(database) as visit:
        now = Guest(visit, made["table"], made["seats"]["red"]).now
        assert now["sealed"] == [{"slot": "red", "line": pick}] and now["owing"] == ["blue"]
        assert now["plans"] == [{"slot": "red", "lines": ["end_turn"]}]


def test_a_match_that_was_begun_with_sha_256_goes_on_so(database, tmp_path):
    setting, path = find_game("ttt").make_setting(TTT["scenario"], TTT["options"]), tmp_path / "old.match"
    match = Match(setting._replace(hash_version=SHA_256), [Seat("red", 1), Seat("blue", 2)], secret_of_seed(4))
    save(match, path)
    match.leave()
    for restarted in (False, True):
        with served(database) as visit:
            if not restarted:
                made = brought(visit, path.read_text() + secret_path(path).read_text()).json()
            guests = [Guest(visit, made["table"], made["seats"][name]) for name in ("red", "blue")]
            with guests[0].listening() as red, guests[1].listening() as blue:
                for k in range(6):
                    guest, socket = (guests[0], red) if guests[0].now["decisions"] else (guests[1], blue)
                    act = guest.for_now(do="choose", line=line_of(guest))
                    socket.says(frame="doing", key=f"old-key-{restarted}-{k}", act=act)
                    assert socket.hears("done", "refusal")["frame"] == "done"
            text = visit.http.get(f"/api/tables/{made['table']}/match").text
            path.write_text(text)
            assert text.startswith("fireteam match 1\n") and verify(read_match_file(path)).events >= 6


def line_of(guest: Guest) -> str:
    """A choice that is offered to a guest."""
    line: str = guest.now["decisions"][0]["options"][0]["notation"]
    return line


def test_without_its_secret_it_goes_on_with_new_dice(visit: Visit, tmp_path):
    match = at_a_terminal(tmp_path / "friday.match")
    match.leave()
    made = brought(visit, (tmp_path / "friday.match").read_text()).json()
    card = visit.http.get(f"/api/tables/{made['table']}").json()["card"]
    assert card["dice"] != match.commitment
    head = visit.http.get(f"/api/tables/{made['table']}/match").text
    assert f" {match.next_number - 1}\n" in next(
        line + "\n" for line in head.split("\n") if line.startswith("forked: ")
    )


def test_another_matchs_secret_is_refused(visit: Visit, tmp_path):
    at_a_terminal(tmp_path / "one.match").leave()
    text, beside = ((tmp_path / name).read_text() for name in ("one.match", "one.match.secret"))
    other = beside.replace(beside.split("secret: ")[1][:8], "00000000", 1)
    assert brought(visit, text + other).json()["code"] == "E_FILE"
    slots = beside + "sealed 3 99 end_turn\n"
    assert brought(visit, text + slots).json()["code"] == "E_FILE"


def test_a_match_that_is_over_is_gone_on_with_from_any_event(visit: Visit):
    first, _ = played(visit)
    made = visit.http.post(f"/api/tables/{first.table}/fork", json={"event": 4, "title": "What if"}).json()
    now = visit.http.get(f"/api/tables/{made['table']}/now").json()
    assert (now["event"], now["over"]) == (5, False)
    assert visit.http.get(f"/api/tables/{made['table']}").json()["card"]["title"] == "What if"
    last = len(first.get("/moments")) - 1
    for event, code in ((last, "E_OVER"), (last + 1, "E_UNKNOWN")):
        refused = visit.http.post(f"/api/tables/{first.table}/fork", json={"event": event})
        assert refused.json()["code"] == code
    open_one = visit.http.post(f"/api/tables/{made['table']}/fork", json={"event": 1})
    assert open_one.json()["code"] == "E_NOT_OVER"


def test_in_the_file_of_what_was_gone_on_with_the_dice_of_before_count_as_typed_and_it_is_true(visit: Visit, tmp_path):
    first, _ = visit.duel(options={"force": "preset"})  # dice fall for the seats
    first.chooses()
    first.does(do="resign")
    made = visit.http.post(f"/api/tables/{first.table}/fork", json={"event": 1}).json()
    guest = next(one for name, one in visit.guests(made).items() if name in made["seats"] and one.now["decisions"])
    guest.chooses()
    guest.does(do="resign")
    path = tmp_path / "gone_on.match"
    path.write_text(visit.http.get(f"/api/tables/{made['table']}/match").text, encoding="utf-8")
    records = read_match_file(path).records
    assert [record.typed for record in records if record.faces] == [True] and verify(read_match_file(path)).ended


def test_bots_stay_bots_in_what_is_gone_on_with_and_every_other_seat_has_a_link(visit: Visit):
    made = visit.make(seats=[DUEL[0], {"name": "bot", "slots": ["blue"], "by": "absent"}])
    visit.guests(made)["anna"].does(do="resign")
    fork = visit.http.post(f"/api/tables/{made['table']}/fork", json={"event": 0}).json()
    seats = visit.http.get(f"/api/tables/{fork['table']}").json()["card"]["seats"]
    assert {seat["name"]: seat["by"] for seat in seats} == {"anna": "person", "bot": "absent"}
    assert list(fork["seats"]) == ["anna"]


def test_a_match_is_walked_through_event_by_event(visit: Visit):
    first, _ = played(visit)
    moments = first.get("/moments")
    assert [moment["happened"]["event"] for moment in moments] == list(range(len(moments)))
    assert moments[-1]["scene"] == first.now["scene"]
    assert first.get("/moments", **{"from": 2, "to": 3}) == moments[2:4]


def test_while_a_match_hides_things_its_file_is_nobodys_but_the_referees(visit: Visit, monkeypatch):
    monkeypatch.setattr(match_files, "has_secrets", lambda state: True)
    seats = [{"name": "admin", "slots": ["admin"]}]
    options = {"teams": "1v1", "mp_maxrounds": "1", "sv_admin": "1"}
    made = visit.make(seats=seats, game="tps", scenario="de_depot", options=options)
    guests = visit.guests(made)
    for name, status in (("admin", 200), ("U1", 403), ("host", 403), ("", 403)):
        guest = guests[name]
        assert visit.http.get(f"/api/tables/{guest.table}/match", headers=guest.headers).status_code == status


def learner(
    visit: Visit, game: str, number: int = 1, lesson: str = ""
) -> tuple[dict[str, Any], Callable[..., dict[str, Any]]]:
    """A step of a lesson, and what a learner does or asks in it."""
    step = visit.http.post(f"/api/lessons/{game}?step={number}&lesson={lesson}").json()
    path = f"/api/lessons/{game}/{step['lesson']}"

    def does(ask: dict[str, Any] | None = None, **choice: Any) -> dict[str, Any]:
        answer = visit.http.post(f"{path}/ask" if ask else path, json={"ask": ask} if ask else choice)
        return {**answer.json(), "status": answer.status_code}

    return step, does


def test_a_lesson_is_gone_through_and_a_poor_choice_is_held_back_once(visit: Visit):
    step, does = learner(visit, "ttt")
    lines = [one["notation"] for one in step["decision"]["options"]]
    idea, answer = does(line="hint")["heard"][0], does(line="hint")["heard"][0]
    assert idea != answer == "place 1.recon.1 c2: certain"
    held = does(line="place 1.recon.1 a1")
    assert "choose it again" in held["heard"][0] and not held["over"] and "place 1.recon.1 a1" in lines
    assert does(line="place 1.recon.1 c2")["number"] == 1
    assert (does(line="next")["number"], does(line="back")["number"]) == (2, 1)
    assert does(line="dance")["status"] == does()["status"] == 422
    assert visit.http.post("/api/lessons/ttt/nothing", json={"line": "again"}).status_code == 404


def test_the_lesson_that_nobody_came_to_for_longest_is_put_away_first(database, monkeypatch):
    now = [1_000_000.0]
    monkeypatch.setattr(lessons, "MOST", 2)

    def status(does: Callable[..., dict[str, Any]]) -> int:
        return does(line="hint")["status"]

    with served(database, clock=lambda: now[0]) as visit:
        first, second = (learner(visit, "ttt")[1] for _ in range(2))
        assert status(first) == 200
        third = learner(visit, "ttt")[1]
        assert [status(one) for one in (third, second, first)] == [200, 404, 200]
        now[0] += lessons.LASTS
        assert status(third) == 200
        now[0] += 1.0
        assert (status(third), status(first), status(third)) == (200, 404, 200)


def test_a_key_under_which_a_lesson_began_at_one_step_begins_none_at_another(visit: Visit):
    def begin(number: int):
        return visit.http.post(f"/api/lessons/ttt?step={number}", headers={"Idempotency-Key": "lesson-12345"})

    first, again, other = begin(1), begin(1), begin(2)
    assert first.json() == again.json() and first.json()["number"] == 1
    assert (other.status_code, other.json()["code"]) == (409, "E_KEY")


def test_in_a_lesson_threats_and_lines_of_sight_are_told_and_choices_are_judged(visit: Visit):
    _, does = learner(visit, "ttt", 4)
    threats = does({"ask": "threats", "slot": "red", "unit": "1.rifleman.1"})["threats"]
    assert threats and {one["unit"] for one in threats} == {"2.sniper.1"}
    assert does({"ask": "threats", "slot": "blue", "unit": ""})["code"] == "E_NOT_YOURS"
    _, does = learner(visit, "ttt", 3)
    sight = does({"ask": "sight", "unit": "1.sniper.1", "x": 3, "y": 6})["sight"]
    assert not sight["clear"] and sight["says"]
    assert does({"ask": "may", "line": "attack 1.sniper.1 2.recon.1", "slot": "red"})["may"]["code"]


def test_a_lesson_of_a_referee_shows_who_idles_and_takes_its_acts(visit: Visit):
    step, does = learner(visit, "fs3", 3, "storyteller")
    assert step["referee"] and (step["seat"], step["owing"]) == ("storyteller", ["ben", "storyteller"])
    assert {"anna", "finn"} <= {one["slot"] for one in step["sealed"]}
    assert {"join", "note"} <= {one["verb"] for one in step["free"] if one["refereed"]}
    stopped = does(line="pause because the phone rings")
    assert stopped["stopped"] == {"by": "storyteller", "reason": "the phone rings"}
    assert does(line="next_turn")["status"] == 403 and does(line="unpause")["stopped"] is None
    assert does({"ask": "decision", "slot": "ben", "odds": False})["decision"]["options"]
    ordered = does(line="ben: pass stance=evade")
    assert ordered["owing"] == ["storyteller"] and ordered["decision"]["options"][0]["notation"] == "next_turn"
    done = does(line="default all")
    assert done["solved"] and any("'s initiative: " in line for line in done["heard"])
    assert visit.http.post("/api/lessons/fs3?lesson=nothing").status_code == 422


def test_the_dice_of_a_lesson_are_told_and_only_of_what_happened_last(visit: Visit):
    _, does = learner(visit, "ttt", 5)
    assert does(line="aim 1.rifleman.1 2.guard.1")["rolls"] == []
    (roll,) = does(line="attack 1.rifleman.1 2.guard.1")["rolls"]
    assert [die["sides"] for die in roll["dice"]] == [6] and roll["says"]
    assert does(line="again")["rolls"] == []


def test_a_lesson_in_counts_is_walked_planned_and_played(visit: Visit):
    step, does = learner(visit, "tps", 2)
    assert not step["threats"], "the page offers none where the game tells none"
    assert len(step["still"]) == 10 and step["match"] == "de_depot"
    way = does({"ask": "way", "slot": "U1", "x": 21, "y": 11.5})["way"]
    assert len(way["stops"]) == 10
    held = does(plan=step["still"])
    assert "With that it can no longer be done; with walk to 21,11.5 it is certain" in held["heard"][0]
    done = does(walk=[21, 11.5])
    assert done["over"] and done["solved"] and done["heard"][0].startswith("Done.")
    assert does(walk=[2, 2])["code"] == "E_LESSON", "the step is over"
    assert does(line="next")["number"] == 3
    assert does(walk=[2, 2])["code"] == "E_WAY", "nobody walks before the call"
    assert does(walk=[1e308, 2])["code"] == "E_MESSAGE", "no table is so large"
    assert does({"ask": "decision", "slot": "U1"})["decision"]["count"] == 6
