"""Campaigns on the server: begun, changed, undone, read by each as they may, carried off and brought back."""

from __future__ import annotations

import io
import zipfile
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import msgspec
import pytest

from fireteam.campaign.exchange import JOURNAL
from fireteam.campaign.markdown import markdown_of
from fireteam.core.errors import IllegalChoice, StoreUnavailable
from fireteam.core.protocol.campaign import Plot, Section
from fireteam.games.fs3.campaign.rules import CAMPAIGN
from fireteam.registry import find_game
from fireteam.server.campaigns import archive, session
from fireteam.server.campaigns.archive import pack_files, unpack_files
from fireteam.server.store.rows import CampaignEntryRow
from fireteam.server.tables.creation import PackFolders
from tests.games.fs3.campaign_desk import SOUND
from tests.server.campaigns import Member, begun, with_jo
from tests.server.databases import ON_BOTH
from tests.server.service import Visit, served

BEGIN = {"game": "fs3", "name": "Winter"}


@pytest.fixture
def visit(database):
    with served(database) as visit:
        yield visit


@pytest.fixture(scope="module")
def table(lasting):
    """The Storyteller, Pia who plays Jo, and Rob, of a campaign that tests read or leave as it was."""
    with served(lasting) as visit:
        yield with_jo(visit)


def bring(visit: Visit, archive: bytes, token: str = "", **more: str) -> Any:
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    return visit.http.post("/api/campaigns/import", content=archive, headers={**headers, **more})


@ON_BOTH
def test_a_campaign_is_begun_once_under_a_key_and_is_there_after_a_restart(database):
    key = {"Idempotency-Key": "begin-winter"}
    with served(database) as visit:
        first = visit.http.post("/api/campaigns", json={**BEGIN, "start_day": 3}, headers=key).json()
        sam = Member(visit, first["campaign"], first["token"])
        sam.does("add_person", id="jo", name="Jo")
        done = sam.post("/advance", "a-month-passes", days=30)
    with served(database) as visit:
        assert visit.http.post("/api/campaigns", json={**BEGIN, "start_day": 3}, headers=key).json() == first
        other = visit.http.post("/api/campaigns", json={**BEGIN, "start_day": 4}, headers=key)
        assert (other.status_code, other.json()["code"]) == (409, "E_KEY")
        sam = Member(visit, first["campaign"], first["token"])
        view = sam.get()
        assert (view["number"], view["day"], view["who"], view["title"]) == (3, 33, "storyteller", "Winter")
        assert sam.post("/advance", "a-month-passes", days=30) == done and sam.get()["number"] == 3


def test_a_repeated_request_acts_once_and_a_key_is_used_for_one_thing(visit):
    sam = begun(visit)
    wish = {"command": {"command": "add_person", "id": "jo", "name": "Jo"}, "reason": "she asked"}
    first = sam.post("/commands", "once-and-again", **wish)
    assert sam.post("/commands", "once-and-again", **wish) == first and sam.get()["number"] == 1
    assert (first["by"], first["reason"], first["sentences"]) == ("storyteller", "she asked", ["Jo is a new PC"])
    other = sam.ask("POST", "/commands", "once-and-again", json={**wish, "reason": "else"})
    assert (other.status_code, other.json()["code"]) == (409, "E_KEY")
    assert sam.post("/undo", "undo-once-too", number=1) == sam.post("/undo", "undo-once-too", number=1)
    assert [line["undone"] for line in sam.get("/log")] == [True, False]
    one = sam.post("/links", "pias-own-link", name="pia")
    assert sam.post("/links", "pias-own-link", name="pia") == one


def test_who_does_not_know_how_it_stands_changes_nothing(visit):
    sam = begun(visit)
    sam.post("/advance", days=1, last=0)
    assert sam.refused("/advance", days=1, last=0) == (409, "E_STALE")
    assert sam.refused("/undo", number=1, last=7) == (409, "E_STALE")
    assert sam.get()["day"] == 1


def test_what_would_come_of_it_is_told_and_nothing_changes(table):
    sam, pia, _ = table
    before = sam.get()
    told = sam.post("/advance", days=30, preview=True)
    assert told["number"] == before["number"] + 1 and told["sentences"][0].startswith("30 d pass")
    assert sam.post("/undo", number=before["number"], preview=True)["sentences"][0].startswith("undone")
    assert pia.refused("/commands", command={"command": "submit_sheet", "person": "jo"}, preview=True)[0] == 403
    assert sam.get() == before


@pytest.mark.parametrize(
    ("path", "body", "code"),
    [
        ("/commands", {"command": {"command": "fly"}}, "E_NOTATION"),
        ("/commands", {"command": {"command": "award_xp", "xp": "many", "reason": "x"}}, "E_NOTATION"),
        ("/commands", {"command": {"command": "award_xp", "xp": 1, "reason": "x", "people": ["nobody"]}}, "E-TARGET"),
        ("/commands", {"command": {"command": "spend_luck", "person": "jo", "points": 9, "reason": "x"}}, "E-LUCK"),
        ("/advance", {"days": 0}, "E-STATE"),
        ("/advance", {"days": -1}, "E_MESSAGE"),
        ("/undo", {"number": 99}, "E_NOTATION"),
        ("/links", {"name": "p\u0456a"}, "E_TEXT"),
        ("/links", {"name": "pia" + "\u0301" * 30}, "E_TEXT"),
        ("/links", {"name": "  "}, "E_TEXT"),
        ("/revoke", {"name": "Sam"}, "E_LINK"),
        ("/revoke", {"name": "nobody"}, "E_UNKNOWN"),
    ],
)
def test_what_cannot_be_is_one_clear_refusal_and_nothing_changes(table, path, body, code):
    sam, _, _ = table
    before = sam.get()
    assert sam.refused(path, **body)[1] == code
    assert sam.get() == before


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({**BEGIN, "game": "ttt"}, "E_UNKNOWN"),
        ({**BEGIN, "packs": ["../secrets"]}, "E_PACK"),
        ({**BEGIN, "name": "\u202e"}, "E_TEXT"),
        ({**BEGIN, "start_day": 99_999}, "E-STATE"),
        ({**BEGIN, "mood": "good"}, "E_MESSAGE"),
    ],
)
def test_what_is_no_campaign_is_not_begun(table, body, code):
    answer = table[0].visit.http.post("/api/campaigns", json=body)
    assert answer.status_code in (400, 422) and answer.json()["code"] == code


def test_the_same_seed_gives_the_same_campaign(visit):
    def months(seed: int | None) -> Any:
        sam = begun(visit, seed=seed)
        sam.does("set_options", healing="advanced")
        sam.does("add_person", id="guard", name="Guard", kind="npc", rating=5)
        sam.does("inflict_wound", victim="guard", location="CH", severity="Critical")
        return sam.post("/advance", days=20)["differences"]

    assert months(7) == months(7) != months(8)


def test_only_scenarios_with_seats_for_characters_are_on_offer_each_with_how_many(table):
    sam = table[0]
    offered = {one["id"]: one["room"] for one in sam.get()["scenarios"]}
    assert offered and all(room >= 1 for room in offered.values())
    scenarios = find_game("fs3").scenarios(())
    without = next(id for id in scenarios if id not in offered)
    state = CAMPAIGN.begin("Any", ())
    for id in scenarios:
        assert CAMPAIGN.room(state, id) == offered.get(id, 0)
    with pytest.raises(IllegalChoice, match="has no seats for characters; choose another"):
        CAMPAIGN.fight(state, without, ["jo"])
    id, room = max(offered.items(), key=lambda one: one[1])
    with pytest.raises(IllegalChoice, match=f"has seats for 1 to {room}"):
        CAMPAIGN.fight(state, id, ["jo"] * (room + 1))


def test_each_reads_what_they_may_know(table):
    sam, pia, rob = table
    sam.does("write_notes", person="jo", notes="afraid of water")
    sam.does("write_private_notes", about="jo", notes="will be betrayed")
    sam.does("add_person", id="spy", name="The Spy", kind="npc", rating=6)
    whole, hers, his = sam.get(), pia.get(), rob.get()
    assert [person["id"] for person in whole["people"]] == ["jo", "spy"] and whole["links"] and whole["scenarios"]
    assert [(person["id"], person["mine"]) for person in hers["people"]] == [("jo", True)]
    assert [(person["id"], person["mine"]) for person in his["people"]] == [("jo", False)]
    assert hers["links"] == his["links"] == hers["scenarios"] == [] and hers["advance"] == ""
    told = [str(each.get(path)) for each in (pia, rob) for path in ("", "/log", "/sheets/jo")]
    assert not any(word in text for text in told for word in ("betrayed", "Spy", "spy"))
    assert "afraid" in told[2] and not any("afraid" in text for text in told[3:])
    assert pia.ask("GET", "/sheets/spy").status_code == rob.ask("GET", "/sheets/nobody").status_code == 404
    assert hers["notice"] and hers["report"][-1]["text"] == hers["notice"]


def test_commands_are_forms_with_what_may_be_said(table):
    sam, pia, rob = table
    forms = {form["command"]: form for form in sam.get()["commands"]}
    people = next(field for field in forms["award_xp"]["fields"] if field["name"] == "people")
    assert (people["kind"], people["shape"]) == ("choice", "list")
    assert {"value": "jo", "title": "Jo Arden"}.items() <= people["choices"][0].items()
    assert forms["write_private_notes"]["private"] and forms["advance_calendar"]["clause"] == "FS3-21.8"
    assert forms["enter_hospital"]["subject"] == "person" and not {"take_sheet", "record_fight"} & {*forms}
    own = {form["command"]: form for form in pia.get()["commands"]}
    assert {*own} < {*forms} and "approve_sheet" not in own
    assert [each["value"] for each in own["spend_luck"]["fields"][0]["choices"]] == ["jo"]
    assert [form["command"] for form in rob.get()["commands"]] == ["add_person"]


def test_a_sheet_is_checked_by_what_the_campaign_and_its_tier_allow(visit):
    sam = begun(visit)
    pia, rob = sam.link("pia"), sam.link("rob")
    sam.does("set_options", tiers={"green": 40}, ability_points=200)
    for id, tier in (("jo", "green"), ("kim", "")):
        sam.does("add_person", id=id, name=id.title(), player="pia", tier=tier)
    value = {"id": "jo", "name": "Jo", "kind": "pc", **msgspec.json.decode(msgspec.json.encode(SOUND))}
    poor, rich = (pia.post(f"/sheets/{id}/check", value=value) for id in ("jo", "kim"))
    assert (poor["limit"], rich["limit"]) == (40, 200) and poor["total"] == rich["total"] > 40
    assert rich["fits"] and not poor["fits"] and "40 are the most" in str(poor["problems"])
    sam.does("edit_sheet", person="kim", **SOUND)
    sam.does("approve_sheet", person="kim")
    grown = {**value, "ratings": {**value["ratings"], "Firearms": 12, "Melee": 12, "Stealth": 12}}
    assert sam.post("/sheets/kim/check", value=grown)["limit"] is None
    file = sam.post("/sheets/jo/check", file="id: jo\nname: Jo\nkind: pc\nratings: {Firearms: many}\n")
    assert file["problems"][0]["line"] == 4
    assert rob.refused("/sheets/kim/check", value=value) == (403, "E_NOT_YOURS")
    assert rob.refused("/sheets/jo/check", value=value) == (404, "E_UNKNOWN")


EXAMPLES = {"text": "jo", "number": 1, "flag": True, "choice": "jo"}


def test_a_player_gives_no_command_of_the_storytellers_and_none_about_others(table):
    sam, pia, rob = table
    before = sam.get()
    own = {form["command"]: form for form in pia.get()["commands"]}
    for form in before["commands"]:
        values = {field["name"]: example_of(field) for field in form["fields"] if field["required"]}
        command = {"command": form["command"], **values}
        if form["command"] not in own:
            assert pia.refused("/commands", command=command) == (422, "E-PERM")
        if form["command"] not in own or own[form["command"]]["subject"]:
            assert rob.refused("/commands", command=command) == (422, "E-PERM")
    assert sam.get() == before


def example_of(field: Any) -> Any:
    one = field["choices"][0]["value"] if field["choices"] else EXAMPLES[field["kind"]]
    return {"one": one, "list": [one], "map": {}}[field["shape"]]


def test_sheets_are_handed_in_and_wait_for_the_storyteller(visit):
    sam = begun(visit)
    pia = sam.link("pia")
    pia.does("add_person", id="jo", name="Jo")
    sheet = pia.get("/sheets/jo")
    assert sheet["can_take"] and sheet["value"] == {"id": "jo", "name": "Jo", "kind": "pc", "ratings": {}}
    value = {**sheet["value"], **msgspec.json.decode(msgspec.json.encode(SOUND))}
    report = pia.post("/sheets/jo/check", value=value)
    assert report["fits"] and report["limit"] == 80
    pia.does("take_sheet", person="jo", sheet=report["text"])
    pia.does("submit_sheet", person="jo")
    assert [each["word"] for each in sam.get("/log")][-2:] == ["write the sheet", "submit sheet"]
    assert not pia.get("/sheets/jo")["can_take"] and pia.get("/sheets/jo")["value"] == value
    (request,) = sam.get()["requests"]
    assert request["person"] == "jo" and [each["command"] for each in request["answers"]] == [
        "approve_sheet",
        "return_sheet",
    ]
    assert [each["answers"] for each in pia.get()["requests"]] == [[]]
    sam.post("/commands", command=request["answers"][0])
    assert sam.get()["requests"] == [] and pia.get()["people"][0]["in_play"]
    text = pia.ask("GET", "/sheets/jo/markdown")
    assert text.headers["content-type"].startswith("text/markdown")
    assert text.text.startswith("# Jo") and "Linda Naughton" in text.text and "| Athletic | 7 |" in text.text


def test_links_are_made_anew_and_revoked(visit):
    sam = begun(visit, by="Sam")
    pia = sam.link("pia")
    again = sam.link("pia")
    assert pia.ask("GET").status_code == 401 and again.get()["who"] == "pia"
    assert [(link["name"], link["open"]) for link in sam.get("/links")] == [("Sam", True), ("pia", True)]
    sam.post("/revoke", name="pia")
    assert again.ask("GET").status_code == 401
    other = sam.link("Tom", storyteller=True)
    other.post("/revoke", name="Sam")
    assert sam.ask("GET").status_code == 401 and other.get()["storyteller"]
    refused = other.ask("POST", "/revoke", json={"name": "Tom"})
    assert (refused.status_code, refused.json()["code"]) == (409, "E_LINK"), "Sam's link is void: it opens nothing"


def test_a_link_for_another_of_the_same_name_is_numbered(visit):
    """Only the same name and kind are the same person, whose earlier link is void then."""
    sam = begun(visit, by="Sam")
    made = [sam.link("pia"), sam.link("Pia"), sam.link("\uff50ia"), sam.link("pia", storyteller=True), sam.link("sam")]
    assert made[0].ask("GET").status_code == 401, "full-width pia is pia"
    assert [one.get()["who"] for one in made[1:]] == ["Pia 2", "pia", "pia 3", "sam 2"]


def test_a_token_tells_which_campaign_it_opens(table):
    sam, pia, _ = table

    def cards(token: str) -> Any:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        return sam.visit.http.get("/api/campaigns", headers=headers)

    (card,) = cards(pia.token).json()
    assert (card["campaign"], card["who"], card["storyteller"], card["title"]) == (
        sam.campaign,
        "pia",
        False,
        "Winter",
    )
    assert cards("").json() == [] and cards("nobody's").status_code == 401


# Away and back


def test_a_campaign_is_exported_its_server_deleted_and_imported_elsewhere_it_plays_on(databases):
    with served(databases()) as visit:
        sam, _, _ = with_jo(visit)
        sam.post("/advance", days=7)
        archive, before = sam.ask("GET", "/export").content, sam.get()
    with served(databases()) as visit:
        key = {"Idempotency-Key": "winter-arrives"}
        made = bring(visit, archive, **key).json()
        assert bring(visit, archive, **key).json() == made
        moved = Member(visit, made["campaign"], made["token"])
        after = moved.get()
        assert (after["number"], after["report"]) == (before["number"], before["report"])
        moved.post("/undo", number=before["number"])
        assert moved.get()["day"] == 0
        assert moved.link("pia").get()["people"][0]["mine"]


def test_an_archive_joins_the_campaign_that_is_there_for_its_storyteller_alone(databases):
    with served(databases()) as visit, served(databases()) as elsewhere:
        sam, pia, _ = with_jo(visit)
        made = bring(elsewhere, sam.ask("GET", "/export").content, by="Tom").json()
        moved = Member(elsewhere, made["campaign"], made["token"])
        moved.post("/advance", days=30)
        newer = moved.ask("GET", "/export").content
        for token in ("", pia.token):
            answer = bring(visit, newer, token)
            assert (answer.status_code, answer.json()["code"]) == (409, "E_THERE")
        assert bring(visit, newer, sam.token).json()["token"] == sam.token
        assert sam.get()["report"] == moved.get()["report"] and sam.get()["day"] == 30
        sam.post("/advance", days=1)
        moved.post("/advance", days=2)
        parted = bring(visit, moved.ask("GET", "/export").content, sam.token)
        assert parted.status_code == 409 and "gone different ways since entry" in parted.json()["sentence"]
        assert sam.get()["day"] == 31


def test_files_edited_by_hand_become_an_entry_and_nonsense_is_told_with_its_line(databases):
    with served(databases()) as visit, served(databases()) as elsewhere:
        sam, _, _ = with_jo(visit)
        files = unpack_files(sam.ask("GET", "/export").content)
        files["characters/jo.yaml"] = files["characters/jo.yaml"].replace(b"Jo Arden", b"Jo Brand")
        made = bring(elsewhere, pack_files({f"winter/{path}": data for path, data in files.items()})).json()
        moved = Member(elsewhere, made["campaign"], made["token"])
        assert moved.get("/log")[-1]["word"] == "imported by hand" and moved.get()["people"][0]["name"] == "Jo Brand"
        files["characters/jo.yaml"] = files["characters/jo.yaml"].replace(b"luck: 1", b"luck: many")
        refused = bring(elsewhere, pack_files(files))
        assert refused.status_code == 422 and "characters/jo.yaml:" in refused.json()["sentence"]
        files["campaign.yaml"] += b"packs: [/etc]\n"
        for _ in range(2):
            assert "offers no pack '/etc'" in bring(elsewhere, pack_files(files)).json()["sentence"]
            files.pop(JOURNAL, None)


@pytest.mark.parametrize("archive", [b"", b"no zip", pack_files({"notes.txt": b"hello"}), pack_files({})])
def test_what_is_no_archive_of_a_campaign_is_refused(table, archive):
    answer = bring(table[0].visit, archive)
    assert (answer.status_code, answer.json()["code"]) == (422, "E_FILE")


def test_an_archive_that_is_far_larger_than_it_looks_is_refused(table):
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("campaign.yaml", b" " * (33 * 2**20))
    answer = bring(table[0].visit, made.getvalue())
    assert answer.status_code == 422 and "more than 32 MiB" in answer.json()["sentence"]
    assert bring(table[0].visit, b"x" * (4 * 2**20 + 1)).status_code == 413


def test_an_archive_whose_id_no_address_reaches_is_refused(databases):
    with served(databases()) as visit:
        sam, _, _ = with_jo(visit)
        files = unpack_files(sam.ask("GET", "/export").content)
        for id in (b"", b"../../x"):
            journal = files[JOURNAL].replace(sam.campaign.encode(), id, 1)
            refused = bring(visit, pack_files({**files, JOURNAL: journal}))
            assert refused.status_code == 422 and "is no id of a campaign" in refused.json()["sentence"]


def test_an_archive_and_a_command_have_so_much_time_and_no_more(databases, monkeypatch):
    with served(databases()) as visit, served(databases()) as elsewhere:
        sam, _, _ = with_jo(visit)
        packed, before = sam.ask("GET", "/export").content, sam.get()
        monkeypatch.setattr(archive, "SECONDS", 0)
        refused = bring(elsewhere, packed)
        assert refused.status_code == 422 and "nothing was taken in" in refused.json()["sentence"]
        monkeypatch.setattr(session, "SECONDS", 0)
        refused = sam.ask("POST", "/advance", json={"days": 7})
        assert refused.status_code == 422 and "nothing has changed" in refused.json()["sentence"]
        monkeypatch.undo()
        assert sam.get() == before
        assert bring(elsewhere, packed).status_code == 201


@pytest.mark.clause("FS3-1.9", "FS3-D.3")
def test_no_number_of_a_record_keeps_a_server_busy_or_breaks_it(visit):
    sam, _, _ = with_jo(visit)
    whole = {"command": "record_fight", "scenario": "x", "start": 0, "seconds": 10}
    odd = [
        {"seconds": 10**15},
        {"seconds": 40_000 * 86_400},
        {"start": -1},
        {"people": {"jo": {"luck": 10**15}}},
        {"people": {"jo": {"ammunition": {"nonesuch": {"rounds": 3}}}}},
        {"people": {"jo": {"rounds": {"nonesuch": 3}}}},
        {"people": {f"p{n}": {} for n in range(101)}},
        {"outcome": "x" * 5000},
    ]
    for fields in odd:
        answer = sam.ask("POST", "/commands", json={"command": {**whole, **fields}})
        assert answer.status_code == 422 and answer.json()["sentence"], fields
    files = unpack_files(sam.ask("GET", "/export").content)
    entry = {"number": sam.get()["number"] + 1, "at": 1, "by": "Sam", "rules": find_game("fs3").rules_version}
    for fields in odd:
        line = {**entry, "command": {**whole, **fields}}
        journal = files[JOURNAL].replace(sam.campaign.encode(), b"w2", 1) + msgspec.json.encode(line) + b"\n"
        answer = bring(visit, pack_files({**files, JOURNAL: journal}))
        assert answer.status_code == 422 and "(record fight) is refused" in answer.json()["sentence"]


def test_packs_are_known_by_name_wherever_they_lie(databases, tmp_path):
    def shelf(name: str) -> PackFolders:
        folder = tmp_path / name / "snow"
        folder.mkdir(parents=True)
        (folder / "pack.yaml").write_text("{id: snow, game: fs3, name: Snow, schema: 1}")
        return PackFolders(folder.parent)

    with served(databases(), packs=shelf("one")) as visit:
        sam = begun(visit, packs=["snow"])
        sam.does("add_person", id="jo", name="Jo")
        archive = sam.ask("GET", "/export").content
        assert sam.get()["packs"] == ["snow"] and str(tmp_path).encode() not in b"".join(unpack_files(archive).values())
    with served(databases(), packs=shelf("two")) as visit:
        made = bring(visit, archive).json()
        assert Member(visit, made["campaign"], made["token"]).get()["packs"] == ["snow"]


def test_another_process_may_be_quicker_and_nothing_is_lost(visit):
    sam = begun(visit)
    sam.post("/advance", days=1)
    store = visit.server.registry.store
    row = store.campaign_entries(sam.campaign)[0]
    body = row.body.replace(b'"number":1', b'"number":2')
    store.write(CampaignEntryRow(sam.campaign, 2, row.at, body))
    assert sam.get()["day"] == 2 and sam.post("/advance", days=1)["number"] == 3


def test_campaigns_that_nobody_comes_to_are_put_away(database):
    now = [1_000_000.0]
    with served(database, clock=lambda: now[0]) as visit:
        sam = begun(visit)
        sam.get()
        campaigns = visit.server.campaigns
        for seconds, there in ((299, True), (2, False)):
            now[0] += seconds
            visit.http.portal.call(campaigns.evict_idle)
            assert (sam.campaign in campaigns.open) == there
        assert sam.get()["number"] == 0


SECRETS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("write_private_notes", {"about": "jo", "notes": "will be betrayed"}),
    ("write_private_notes", {"about": "", "notes": "it ends in spring"}),
    ("add_person", {"id": "spy", "name": "The Spy", "kind": "npc", "rating": 6}),
    ("inflict_wound", {"victim": "spy", "location": "CH", "severity": "Critical"}),
    ("add_vehicle", {"id": "sled", "name": "The Sled", "type": "aa_battery"}),
)
DULL: tuple[tuple[str, dict[str, Any]], ...] = (
    ("write_private_notes", {"about": "jo", "notes": "is loved by all"}),
    ("write_private_notes", {"about": "", "notes": ""}),
    ("add_person", {"id": "cook", "name": "A Cook", "kind": "npc", "rating": 1}),
    ("inflict_wound", {"victim": "cook", "location": "LA", "severity": "Light"}),
    ("add_vehicle", {"id": "cart", "name": "A Cart", "type": "aa_battery"}),
)


def answers_to_players(databases: Any, secrets: tuple[tuple[str, dict[str, Any]], ...]) -> list[Any]:
    """All that players are answered by a campaign of which the Storyteller has secrets."""
    with served(databases(), seed="the same chance") as visit:
        sam, pia, rob = with_jo(visit)
        for command, fields in secrets:
            sam.does(command, **fields)
        sam.post("/undo", number=sam.get()["number"] - 4)
        sam.post("/advance", days=30)
        told = [each.get(path) for each in (pia, rob) for path in ("", "/log", "/sheets/jo")]
        told += [pia.ask("GET", "/sheets/jo/markdown").text]
        told += [each.ask("GET", f"/sheets/{id}").json()["code"] for each in (pia, rob) for id in ("spy", "cook")]
    for line in (*told[1], *told[4]):
        del line["at"]
    return told


def test_players_are_answered_alike_whatever_is_hidden_from_them(databases):
    assert answers_to_players(databases, SECRETS) == answers_to_players(databases, DULL)


def test_changes_at_once_come_one_after_another_and_none_is_lost(visit):
    sam = begun(visit)
    with ThreadPoolExecutor(6) as pool:
        done = list(pool.map(lambda _: sam.post("/advance", days=1), range(12)))
        again = list(pool.map(lambda _: sam.post("/advance", "the-same-key", days=1)["number"], range(6)))
    assert sorted(entry["number"] for entry in done) == [*range(1, 13)]
    assert again == [13] * 6 and (sam.get()["number"], sam.get()["day"]) == (13, 13)


@pytest.mark.parametrize("is_kept", [True, False])
def test_where_it_is_not_sure_what_was_kept_the_same_key_tells(visit, monkeypatch, is_kept):
    sam = begun(visit)
    sam.post("/advance", days=1)
    store = visit.server.registry.store
    write = store.write

    def fail(*changes: Any) -> None:
        monkeypatch.setattr(store, "write", write)
        if is_kept:
            write(*changes)
        raise StoreUnavailable("the disk is full")

    monkeypatch.setattr(store, "write", fail)
    failed = sam.ask("POST", "/advance", "a-day-passes", json={"days": 1})
    assert (failed.status_code, failed.json()["code"]) == (503, "E_STORE")
    assert sam.get()["day"] == 1 + is_kept
    assert sam.post("/advance", "a-day-passes", days=1)["number"] == 2 and sam.get()["day"] == 2


def test_sections_are_markdown():
    section = Section(
        "A *star*", "one | two", ("name", ""), (("x", "y\nz"),), (Plot("p", ((0, 1), (2.5, 3))),), "F-1.1"
    )
    assert markdown_of((section, Section("B"))) == (
        "# A \\*star\\* (F-1.1)\n\none \\| two\n\n| name |  |\n| --- | --- |\n| x | y z |\n\n"
        "p: day 0: 1, day 2.5: 3\n\n## B\n"
    )
