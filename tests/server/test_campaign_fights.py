"""Fights of campaigns: begun with their characters, sat down to by links, and carried back once they are over."""

from __future__ import annotations

import json
from typing import Any

import pytest
import yaml

from fireteam.core.errors import BadFile
from fireteam.core.protocol.campaign import Actor
from fireteam.match.file.parse import read_match_file
from fireteam.match.load import replay
from fireteam.server.campaigns.archive import unpack_files
from fireteam.server.campaigns.fights import lay_out
from fireteam.server.store.campaigns import open_campaign
from fireteam.server.wire.messages import NewFight
from tests.games.fs3.campaign_desk import SOUND
from tests.server.campaigns import Member, with_jo
from tests.server.databases import ON_BOTH
from tests.server.service import Guest, served

YARD = {"scenario": "loading_yard", "people": ["jo"], "title": "The yard"}


@pytest.fixture
def visit(database):
    with served(database) as visit:
        yield visit


@pytest.fixture(scope="module")
def storyteller(lasting):
    """The Storyteller of a campaign that tests leave as it was."""
    with served(lasting) as visit:
        yield with_jo(visit)[0]


def seated(member: Member, fight: dict[str, Any], seat: str) -> Guest:
    """Somebody at the table of a fight, in a seat that is theirs."""
    token = member.post(f"/fights/{fight['table']}/seat", seat=seat)["token"]
    return Guest(member.visit, fight["table"], token)


def fought(sam: Member, *lines: str, **options: str) -> dict[str, Any]:
    """A fight in which the Storyteller did some things and then stopped it."""
    fight: dict[str, Any] = sam.post("/fights", **YARD, options=options)
    desk = seated(sam, fight, "storyteller")
    for line in (*lines, "stop"):
        desk.does(do="choose", line=line, slot="storyteller", reason="as it was played")
    return fight


def test_a_fight_takes_wounds_and_gear_along_and_brings_home_what_happened(visit):
    sam, pia, _ = with_jo(visit)
    sam.does("inflict_wound", victim="jo", location="LA", severity="Light")
    fight = fought(sam, "inflict anna critical location=RA")
    assert [(seat["seat"], seat["person"]) for seat in fight["seats"]] == [("anna", "jo"), ("storyteller", "")]
    anna = seated(pia, fight, "anna")
    assert anna.now["role"]
    (entry,) = sam.post(f"/fights/{fight['table']}/record", "record-the-yard")
    assert sam.post(f"/fights/{fight['table']}/record", "record-the-yard") == [entry]
    assert entry["sentences"][1].startswith("Jo Arden: Critical wound (Right Arm)")
    hurt = next(section for section in pia.get()["report"] if section["title"] == "Wounds")
    assert "Light wound (Left Arm)" in hurt["rows"][0][1] and "Critical wound (Right Arm)" in hurt["rows"][0][1]
    chronicle = next(section for section in pia.get()["report"] if section["title"] == "Chronicle")
    assert chronicle["rows"][0][chronicle["columns"].index(chronicle["match_column"])] == fight["table"]
    assert sam.get("/log")[-1]["reason"] == "the match The yard"
    again = sam.post("/fights", **YARD)
    options = Guest(visit, again["table"]).get("")["card"]["options"]
    assert [wound["severity"] for wound in json.loads(options["pc1"])["wounds"]] == ["Light", "Critical"]


@pytest.mark.clause("FS3-12.4", "FS3-22.17")
def test_a_wound_that_the_desk_inflicts_comes_home_with_the_weapon_that_it_named_or_none(visit):
    sam, _, _ = with_jo(visit)
    fight = fought(sam, "inflict anna light location=RA", "inflict anna light location=LA weapon=rifle")
    sam.post(f"/fights/{fight['table']}/record")
    files = unpack_files(sam.ask("GET", "/export").content)
    wounds = yaml.safe_load(files["characters/jo.yaml"])["wounds"]
    assert [wound.get("weapon", "") for wound in wounds] == ["", "rifle"]


def test_it_is_told_what_a_fight_is_played_with_unless_something_else_is_said(visit):
    sam, _, _ = with_jo(visit)
    usual = sam.get()["options"]
    fights = [fought(sam), sam.post("/fights", **YARD, options={"desk": "none"})]
    assert [Guest(visit, fight["table"]).get("")["card"]["options"]["desk"] for fight in fights] == [
        usual["desk"],
        "none",
    ]


def test_a_record_that_is_undone_can_be_made_again(visit):
    sam, _, _ = with_jo(visit)
    fight = fought(sam, "inflict anna critical location=RA")
    before, path = sam.get(), f"/fights/{fight['table']}/record"
    (entry,) = sam.post(path)
    assert sam.get()["fights"][0]["recorded"] == entry["number"] and sam.refused(path) == (409, "E_RECORDED")
    sam.post("/undo", number=entry["number"])
    assert sam.get()["fights"][0]["recorded"] == 0 and sam.get()["report"] == before["report"]
    assert len(sam.post(path)) == 1


@pytest.mark.clause("FS3-6.2")
@pytest.mark.parametrize("mode", ["real", "mock"])
def test_nobody_is_in_two_fights_at_a_time(visit, mode):
    sam, _, _ = with_jo(visit)
    first = sam.post("/fights", **YARD, options={"mode": mode})
    assert sam.refused("/fights", **YARD) == (422, "E-IN-COMBAT") and len(sam.get()["fights"]) == 1
    seated(sam, first, "storyteller").does(do="choose", line="stop", slot="storyteller", reason="late")
    second = fought(sam)
    if mode == "real":
        sam.post(f"/fights/{first['table']}/record")
        assert sam.refused(f"/fights/{second['table']}/record") == (422, "E-IN-COMBAT")
        assert not any(fight["waits"] for fight in sam.get()["fights"]), "nothing is left to be recorded"


@pytest.mark.clause("FS3-6.2")
def test_a_table_that_cannot_be_opened_any_more_holds_nobody(database):
    with served(database) as visit:
        sam, _, _ = with_jo(visit)
        first = sam.post("/fights", **YARD)
    with served(database) as visit:
        sam = Member(visit, sam.campaign, sam.token)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("fireteam.server.tables.registry.open_table", unable)
            assert sam.post("/fights", **YARD)["table"] != first["table"]


def unable(*_: Any) -> None:
    """Open no table, as where its rules are gone."""
    raise BadFile("this table is of other rules")


@pytest.mark.clause("FS3-21.6")
def test_a_fight_that_came_home_as_a_file_is_recorded_and_does_not_come_again(visit, tmp_path):
    sam, _, _ = with_jo(visit)
    fight = fought(sam, "inflict anna critical location=RA")
    headers = seated(sam, fight, "storyteller").headers
    text = visit.http.get(f"/api/tables/{fight['table']}/match", headers=headers).text
    path = tmp_path / "yard.match"
    path.write_text(text)
    played = replay(read_match_file(path))
    assert played.is_over and not played.setting.game.result(played.setting, played.start).is_over
    store = visit.server.registry.store
    campaign = open_campaign(store, sam.campaign)
    commands = campaign.commands_after(played.setting, played.state, "yard", played.file.head.dice)
    (line,) = [campaign.do(command, Actor("Sam")) for command in commands]
    assert sam.get()["fights"][0]["recorded"] == line.number
    assert sam.refused(f"/fights/{fight['table']}/record") == (409, "E_RECORDED")
    command = dict(line.command, match="another")
    assert sam.refused("/commands", command=command) == (422, "E-STATE")


def test_a_mock_fight_leaves_no_trace(visit):
    sam, _, _ = with_jo(visit)
    before = sam.get()
    fight = fought(sam, "inflict anna critical location=RA", mode="mock")
    assert not sam.get()["fights"][0]["waits"]
    assert sam.post(f"/fights/{fight['table']}/record") == []
    after = sam.get()
    assert (after["report"], after["number"]) == (before["report"], before["number"]) and after["fights"][0]["over"]


def test_a_fight_waits_to_be_recorded_while_it_brings_something_that_is_not(database):
    """Also after a restart, and again once the record is undone; it waits for the Storyteller alone."""
    with served(database) as visit:
        sam, pia, _ = with_jo(visit)
        fought(sam, "inflict anna critical location=RA", mode="mock")
        fight = fought(sam)
        running = sam.post("/fights", **YARD)
    with served(database) as visit:
        sam, pia = Member(visit, sam.campaign, sam.token), Member(visit, pia.campaign, pia.token)

        def waiting(member: Member) -> list[str]:
            return [each["table"] for each in member.get()["fights"] if each["waits"]]

        assert waiting(sam) == [fight["table"]] != [running["table"]] and waiting(pia) == []
        (entry,) = sam.post(f"/fights/{fight['table']}/record")
        assert waiting(sam) == []
        sam.post("/undo", number=entry["number"])
        assert waiting(sam) == [fight["table"]]


def again(member: Member, tag: str) -> tuple[int, str]:
    """Ask for the campaign again with the tag of what is known: the status, and the tag of the answer."""
    headers = {"Authorization": f"Bearer {member.token}", "If-None-Match": tag}
    answer = member.visit.http.get(f"/api/campaigns/{member.campaign}", headers=headers)
    assert bool(answer.content) == (answer.status_code == 200)
    return answer.status_code, answer.headers["ETag"]


@ON_BOTH
def test_a_campaign_is_told_again_only_when_there_is_something_new(database):
    """An entry, a link, a fight that begins and one that ends are new; to players, what concerns them."""
    with served(database) as visit:
        sam, pia, rob = with_jo(visit)

        def tags() -> list[str]:
            return [member.ask("GET").headers["ETag"] for member in (sam, pia, rob)]

        def new_to() -> list[str]:
            """Whose view is another one since the last look."""
            found = [again(member, tag) for member, tag in zip((sam, pia, rob), known, strict=True)]
            known[:] = [tag for _, tag in found]
            return [name for name, (status, _) in zip(("sam", "pia", "rob"), found, strict=True) if status == 200]

        known = tags()
        assert len(set(known)) == 3 and new_to() == []
        assert again(sam, f'W/"x", W/{known[0]}') == (304, known[0])
        sam.does("award_xp", xp=1, reason="a siege", people=["jo"])
        assert new_to() == ["sam", "pia", "rob"] and new_to() == []
        sam.link("kim")
        assert new_to() == ["sam"]
        sam.post("/revoke", name="kim")
        assert new_to() == ["sam"]
        fight = sam.post("/fights", **YARD)
        assert new_to() == ["sam", "pia"]
        seated(sam, fight, "storyteller").does(do="choose", line="stop", slot="storyteller", reason="as it was played")
        assert new_to() == ["sam", "pia"]
        sam.post(f"/fights/{fight['table']}/record")
        assert new_to() == ["sam", "pia", "rob"] and new_to() == []
    with served(database, clock=lambda: 1_000_001.0) as visit:
        for member, tag in zip((sam, pia, rob), known, strict=True):
            member.visit = visit
            assert again(member, tag)[0] == 200, "another server may have other packs and rules"


WHO = ("nobody", "rob", "pia", "sam")
MATRIX = {
    ("running", "seat"): {"nobody": (401, "E_TOKEN"), "rob": (403, "E_NOT_YOURS"), "pia": (200, ""), "sam": (200, "")},
    ("running", "record"): {
        "nobody": (401, "E_TOKEN"),
        "rob": (403, "E_NOT_YOURS"),
        "pia": (403, "E_NOT_YOURS"),
        "sam": (409, "E_NOT_OVER"),
    },
}
MATRIX |= {(phase, "seat"): MATRIX["running", "seat"] for phase in ("over", "recorded")}
MATRIX |= {
    (phase, "record"): MATRIX["running", "record"] | {"sam": answer}
    for phase, answer in (("recorded", (409, "E_RECORDED")), ("over", (200, "")))
}
"""What each is answered who asks for Jo's seat or for the record, by the phase of the fight."""


@ON_BOTH
def test_who_may_do_what_with_a_fight_in_each_of_its_phases(database):
    with served(database) as visit:
        sam, pia, rob = with_jo(visit)
        people = {"sam": sam, "pia": pia, "rob": rob, "nobody": Member(visit, sam.campaign, "")}
        fight = sam.post("/fights", **YARD)
        for phase in ("running", "over", "recorded"):
            if phase == "over":
                seated(sam, fight, "storyteller").does(do="choose", line="stop", slot="storyteller", reason="late")
            for deed in ("seat", "record"):
                for who in WHO:
                    body = {"seat": "anna"} if deed == "seat" else {}
                    answer = people[who].ask("POST", f"/fights/{fight['table']}/{deed}", json=body)
                    code = "" if answer.status_code == 200 else answer.json()["code"]
                    assert (answer.status_code, code) == MATRIX[phase, deed][who], (phase, deed, who)
        for who, there in (("sam", 1), ("pia", 1), ("rob", 0)):
            assert len(people[who].get()["fights"]) == there


def test_a_seat_has_the_same_token_every_time_and_one_holder(visit):
    sam, pia, rob = with_jo(visit)
    fight = sam.post("/fights", **YARD)
    path = f"/fights/{fight['table']}/seat"
    first = pia.post(path, seat="anna")
    assert pia.post(path, seat="anna") == first
    anna = Guest(visit, fight["table"], first["token"])
    assert anna.get("/now")["seats"][0]["person"] == "pia"
    sam.post(path, seat="anna")
    assert visit.http.get(f"/api/tables/{fight['table']}", headers=anna.headers).status_code == 401
    assert pia.post(path, seat="anna") == first and anna.get("/now")
    assert rob.refused(path, seat="storyteller") == pia.refused(path, seat="storyteller") == (403, "E_NOT_YOURS")
    assert pia.refused(path, seat="") == sam.refused(path, seat="ghost") == (404, "E_SEATS")
    host = Guest(visit, fight["table"], sam.post(path)["token"])
    host.does(do="say", text="We begin")
    other = sam.link("Tom", storyteller=True)
    assert other.refused(path, seat="") == (409, "E_LINK") and other.post(path, seat="storyteller")
    assert sam.refused("/fights/nowhere/seat", seat="anna") == (404, "E_UNKNOWN")


def test_a_fight_is_begun_once_under_a_key(database):
    with served(database) as visit:
        sam, _, _ = with_jo(visit)
        fight = sam.post("/fights", "the-yard-once", **YARD)
    with served(database) as visit:
        sam = Member(visit, sam.campaign, sam.token)
        assert sam.post("/fights", "the-yard-once", **YARD) == fight and len(sam.get()["fights"]) == 1
        other = sam.ask("POST", "/fights", "the-yard-once", json={**YARD, "title": "Another"})
        assert (other.status_code, other.json()["code"]) == (409, "E_KEY")


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"scenario": "nowhere"}, "E_UNKNOWN"),
        ({"people": ["ghost"]}, "E-TARGET"),
        ({"people": []}, "E-STATE"),
        ({"people": ["jo", "jo"]}, "E-IN-COMBAT"),
        ({"options": {"pc1": "x"}}, "E_OPTION"),
        ({"options": {"scenario": "x"}}, "E_OPTION"),
        ({"options": {"weather": "fine"}}, "E_UNKNOWN"),
    ],
)
def test_a_fight_that_cannot_be_is_refused(storyteller, body, code):
    assert storyteller.refused("/fights", **{**YARD, **body}) == (422, code)
    assert storyteller.get()["fights"] == []


def test_nobody_brings_an_invented_past_to_a_table(visit):
    sam, _, _ = with_jo(visit)
    fight = sam.post("/fights", **YARD)
    options = Guest(visit, fight["table"]).get("")["card"]["options"]
    made = visit.http.post("/api/tables", json={"game": "fs3", "scenario": "loading_yard", "options": options})
    assert (made.status_code, made.json()["code"]) == (422, "E_CAMPAIGN")
    own = {name: value for name, value in json.loads(options["pc1"]).items() if name != "leave"} | SOUND
    options["pc1"] = json.dumps(own)
    made = visit.http.post("/api/tables", json={"game": "fs3", "scenario": "loading_yard", "options": options})
    assert made.status_code == 201


def test_notes_stay_at_home(visit):
    sam, pia, _ = with_jo(visit)
    pia.does("write_notes", person="jo", notes="afraid of water")
    sam.does("write_private_notes", about="jo", notes="will be betrayed")
    fight = sam.post("/fights", **YARD)
    told = [str(Guest(visit, fight["table"]).get(path)) for path in ("", "/now", "/items")]
    assert not any(word in text for text in told for word in ("afraid", "betrayed"))


@pytest.mark.clause("FS3-21.6b")
@pytest.mark.parametrize("desk", ["storyteller", "none"])
def test_nobody_at_the_table_reads_how_much_luck_another_has(visit, desk):
    sam, pia, _ = with_jo(visit)
    sam.does("award_luck", points=6, reason="a gift", people=["jo"])
    fight = sam.post("/fights", **YARD, options={"desk": desk})
    anna, host = seated(pia, fight, "anna"), seated(sam, fight, "")
    onlooker = Guest(visit, fight["table"])
    for who in (anna, onlooker, host):
        for path in ("", "/now", "/items"):
            assert '"luck":7' not in str(who.get(path)).replace(" ", "").replace("\\", "")
    for table in (visit.http.get("/api/tables", headers=who.headers).text for who in (anna, onlooker)):
        assert "luck" not in table
    runs_it = seated(sam, fight, "storyteller") if desk == "storyteller" else host
    path = f"/api/tables/{fight['table']}/match"
    answers = [visit.http.get(path, headers=who.headers) for who in (anna, onlooker, runs_it)]
    assert [answer.status_code for answer in answers][:2] == [403, 403]
    if desk == "storyteller":
        assert answers[2].status_code == 200 and "luck" in answers[2].text


def test_without_a_referee_bots_play_whom_nobody_plays(visit):
    sam, _, _ = with_jo(visit)
    campaign = open_campaign(visit.server.registry.store, sam.campaign)
    new = NewFight("loading_yard", ("jo",), {"desk": "none"})
    seats = {each.name: each.by for each in lay_out(campaign, new, visit.server.registry).seat_states}
    assert seats.pop("anna") == "person" and {*seats.values()} == {"greedy"} and "storyteller" not in seats
