"""Packs of a campaign that change or go (FS3-D.3): it is read, exported and mended all the same."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import msgspec
import pytest

from fireteam.campaign.campaign import begin
from fireteam.campaign.entry import NEW_PACKS
from fireteam.campaign.exchange import read_files, write_files
from fireteam.campaign.folder import make_folder, open_folder
from fireteam.cli import run
from fireteam.content.problems import BadContent
from fireteam.core.errors import IllegalChoice
from fireteam.core.protocol.campaign import Command
from fireteam.games.fs3.campaign import commands as c
from fireteam.games.fs3.campaign.calendar import AdvanceCalendar
from fireteam.games.fs3.campaign.healing import AssignCare, InflictWound
from fireteam.games.fs3.campaign.homecoming import Aftermath, RecordFight
from fireteam.server.tables.creation import PackFolders
from tests.server.campaigns import Member, begun
from tests.server.service import served

from .campaign_desk import SAM, SOUND

HEAD = 'id: harbour\ngame: fs3\nname: Harbour\nversion: "1"\nschema: 1\nlicence: none\n'
CARBINE = """- {id: harbour_carbine, name: Carbine, type: Ranged, class: Personal, attack: Firearms, defence: 3,
   lethality: 0, penetration: 4, ammunition: 20, effective: 500}
"""
VEST = "- {id: harbour_vest, name: Vest, class: Personal, protection: 3, covers: [CH, AB]}\n"
BOAT = """- {id: harbour_boat, name: Boat, piloting: Shuttle Piloting, toughness: 2, armour: command_shuttle,
   chart: command_shuttle, weapons: [kinetic_cannon], speed_cm: 100, base_cm: 400}
"""
GEAR = c.SetGear("jo", weapons=("harbour_carbine",), rounds={"harbour_carbine": 7}, armour="harbour_vest")
PEOPLE: tuple[Command, ...] = (
    c.AddPerson("jo", "Jo Arden"),
    c.EditSheet("jo", **SOUND),
    c.ApproveSheet("jo"),
    c.AddPerson("doc", "Doc", "npc", 6),
    GEAR,
    c.AddVehicle("gull", "Gull", "harbour_boat"),
    InflictWound("jo", "LA", "Serious"),
    InflictWound("gull", "BD", "Light"),
    AssignCare("doc", "jo"),
)
pytestmark = pytest.mark.clause("FS3-D.3")


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    """A pack with a weapon, an armour and a vehicle of its own."""
    folder = tmp_path / "packs" / "harbour"
    folder.mkdir(parents=True)
    (folder / "pack.yaml").write_text(HEAD)
    for name, text in (("weapons", CARBINE), ("armour", VEST), ("vehicles", BOAT)):
        (folder / f"{name}.yaml").write_text(text)
    return folder


def spoil(pack: Path, how: str) -> None:
    """Rename all that a pack holds, break it, or take it away."""
    if how == "gone":
        shutil.rmtree(pack)
    elif how == "faulty":
        (pack / "weapons.yaml").write_text("- {id: x}\n")
    else:
        for path in pack.glob("[!p]*.yaml"):
            path.write_text(path.read_text().replace("harbour_", "port_"))


WAYS = pytest.mark.parametrize("how", ["renamed", "gone", "faulty"])


@pytest.fixture
def folder(pack: Path, tmp_path: Path) -> Path:
    """A campaign in a folder, with gear of the pack and an entry by hand."""
    return made_in(tmp_path / "war", pack, True)


def made_in(made: Path, pack: Path, by_hand: bool) -> Path:
    """Such a campaign, with or without the entry by hand."""
    make_folder(made, begin("fs3", "War", SAM, (str(pack),)), [])
    with open_folder(made) as campaign:
        for command in PEOPLE:
            campaign.do(command, SAM, seed=1)
        files = write_files(campaign)
        files.pop("journal.jsonl")
        files["campaign.yaml"] += b"notes: by hand\n"
        if by_hand:
            campaign.take_files(files, SAM)
        campaign.do(AdvanceCalendar(days=1), SAM, seed=1)
    return made


@WAYS
@pytest.mark.parametrize("by_hand", [True, False])
def test_a_folder_whose_packs_changed_is_read_exported_and_told(
    pack: Path, how: str, by_hand: bool, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """An entry by hand has set all of it; where that stands last, what these packs refuse lies behind it."""
    folder = made_in(tmp_path / "war", pack, by_hand)
    with open_folder(folder) as campaign:
        before = campaign.state
    spoil(pack, how)
    for words in (["show", str(folder)], ["sheet", str(folder), "jo"], ["log", str(folder)]):
        assert run(["campaign", *words]) == 0
    out = capsys.readouterr().out
    assert "harbour_carbine (gone)" in out and "harbour_vest (gone)" in out and "harbour_boat (gone)" in out
    assert "no weapon named harbour_carbine" in out
    assert ("as it was" in out) == (how != "renamed" or not by_hand)
    with open_folder(folder) as campaign:
        assert campaign.state == before
        number = campaign.number
        last = campaign.timeline.entries[-1]
        assert (last.by, last.reason) == ("fireteam", NEW_PACKS) or (by_hand and how == "renamed")
    assert run(["campaign", "export", str(folder), str(tmp_path / "out")]) == 0
    with open_folder(tmp_path / "out") as campaign:
        assert (campaign.state, campaign.number) == (before, number)


def test_a_campaign_goes_on_and_is_mended_by_commands_or_in_its_files(folder: Path, pack: Path) -> None:
    spoil(pack, "renamed")
    with open_folder(folder) as campaign:
        campaign.do(AdvanceCalendar(days=1), SAM, seed=1)
        campaign.do(c.AwardXp(1, "a siege", ("jo",)), SAM)
        campaign.do(RecordFight("x", campaign.state.clock, 5, {"jo": Aftermath(luck=-1)}), SAM)
        with pytest.raises(IllegalChoice, match="no weapon named harbour_carbine"):
            campaign.do(c.EditSheet("jo", concept="a hero"), SAM)
        with pytest.raises(IllegalChoice, match="no vehicle harbour_boat any more"):
            campaign.do(InflictWound("gull", "BD", "Light"), SAM)
        with pytest.raises(BadContent, match="harbour_carbine"):
            read_files(write_files(campaign), SAM)
        campaign.do(c.SetGear("jo", weapons=("port_carbine",), armour="port_vest"), SAM)
        campaign.do(c.EditSheet("jo", concept="a hero"), SAM)
    path = folder / "vehicles.yaml"
    path.write_text(path.read_text().replace("harbour_boat", "port_boat"))
    assert run(["campaign", "import", str(folder), "-o", str(folder)]) == 0
    with open_folder(folder) as campaign:
        assert campaign.state.craft["gull"].type == "port_boat"
        assert read_files(write_files(campaign), SAM).campaign.state == campaign.state


def test_packs_that_come_back_are_all_that_a_campaign_needs(folder: Path, pack: Path, tmp_path: Path) -> None:
    away = tmp_path / "away"
    pack.rename(away)
    with open_folder(folder) as campaign:
        before = campaign.state
        with pytest.raises(BadContent, match="harbour"):
            campaign.do(AdvanceCalendar(days=1), SAM)
    away.rename(pack)
    with open_folder(folder) as campaign:
        assert campaign.state == before
        campaign.do(AdvanceCalendar(days=1), SAM)


def test_an_archive_of_a_campaign_with_nonsense_by_hand_is_refused(folder: Path) -> None:
    """Whoever put the entry there had nothing judged; a campaign of one's own was judged when it was kept."""
    with open_folder(folder) as campaign:
        files = write_files(campaign)
    for part in ("journal.jsonl", "characters/jo.yaml"):
        files[part] = files[part].replace(b"harbour_carbine", b"nonesuch")
    with pytest.raises(BadContent, match="no weapon named nonesuch"):
        read_files({**files, "journal.jsonl": only_by_hand(files["journal.jsonl"])}, SAM)


def only_by_hand(journal: bytes) -> bytes:
    """A journal whose one entry is that by hand."""
    head, *lines = journal.splitlines()
    entry = next(json.loads(line) for line in lines if b'"files":' in line)
    return head + b"\n" + json.dumps({**entry, "number": 1}).encode() + b"\n"


@WAYS
def test_a_server_tells_a_campaign_whose_packs_changed_before_and_after_a_restart(
    tmp_path: Path, pack: Path, how: str
) -> None:
    packs, database = PackFolders(pack.parent), str(tmp_path / "server.db")
    with served(database, packs=packs) as visit:
        sam = begun(visit, packs=["harbour"], by="Sam")
        for command in PEOPLE:
            sam.post("/commands", command=plain(command))
        spoil(pack, how)
        told(sam)
    with served(database, packs=packs) as visit:
        sam = Member(visit, sam.campaign, sam.token)
        told(sam)
        assert sam.get("/log")[-1]["word"] == "as it was"
        if how == "renamed":
            sam.does("set_gear", person="jo", weapons=["port_carbine"])
            sam.does("advance_calendar", days=1)
        else:
            status, _ = sam.refused("/advance", days=1)
            assert status == 422


def plain(command: Command) -> dict[str, Any]:
    """A command as JSON has it."""
    return json.loads(msgspec.json.encode(command))


def told(sam: Member) -> None:
    """Read all that there is of a campaign."""
    report = {section["title"]: section for section in sam.get()["report"]}
    assert ["Jo Arden", "no weapon named harbour_carbine"] in report["Not in the packs"]["rows"]
    assert "harbour_carbine (gone)" in str(sam.get("/sheets/jo"))
    assert sam.ask("GET", "/export").status_code == 200 and sam.get("/log")
