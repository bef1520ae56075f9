"""The simulation of power cuts: what is written as it should be survives them, and what is not is found."""

from __future__ import annotations

import os
import random

import pytest

from fireteam import durable_files
from fireteam.campaign import campaign, exchange, folder
from fireteam.match.file import parse
from fireteam.server.store import location
from tests.heavy.power.cuts import lost, recorded
from tests.heavy.power.disk import contents_after, rebuilt
from tests.heavy.power.recording import Step
from tests.heavy.power.work import WORKS, Work
from tests.heavy.settings import many

CUTS = many(12, 12)


@pytest.fixture(autouse=True)
def other_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """What finds games in campaigns is exchanged for a toy's, and afterwards as it was."""
    monkeypatch.setattr(campaign, "find_game", campaign.find_game)


@pytest.mark.parametrize("kind", WORKS)
def test_power_cuts_lose_nothing_that_was_acknowledged(kind: str) -> None:
    assert lost(kind, CUTS, seed=2) == []


@pytest.mark.parametrize("kind", ["match files", "campaign folders"])
def test_folders_that_are_not_synced_are_found(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (durable_files, folder):
        monkeypatch.setattr(module, "sync_folder", lambda _: None)
    assert any("gone" in fault or "no such file" in fault for fault in lost(kind, 60, seed=2))


def test_files_that_are_renamed_before_they_are_synced_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(durable_files, "sync", lambda _: None)
    assert any(", xfs, " in fault for fault in lost("campaign folders", 60, seed=2))


@pytest.mark.parametrize(("kind", "module"), [("match files", parse), ("campaign folders", exchange)])
def test_torn_lines_that_are_not_cut_off_are_found(kind: str, module: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "count_whole", lambda data, _=1: data.rfind(b"\n") + 1)
    assert lost(kind, 100, seed=2)


def test_commits_that_are_not_synced_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    set_up = location._on_writer_connect

    def careless(connection: object, record: object) -> None:
        set_up(connection, record)  # type: ignore[arg-type]
        connection.execute("PRAGMA synchronous=OFF")  # type: ignore[attr-defined]

    monkeypatch.setattr(location, "_on_writer_connect", careless)
    assert lost("stores", 20, seed=2)


def test_a_step_that_was_missed_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def does(recording):
        with open(recording.root / "a", "wb") as file:  # by no function that is watched
            file.write(b"x")

    with pytest.raises(AssertionError, match="has missed something of a"):
        recorded(Work(does, lambda root, last: []))


SYNCED = [Step("file", 1, "a"), Step("write", 1, data=b"x" * 600), Step("sync", 1)]


@pytest.mark.parametrize("system", ["ext4", "btrfs", "xfs"])
def test_what_was_synced_is_there_and_a_name_only_once_its_folder_was(system: str) -> None:
    found = [rebuilt(SYNCED, 3, system, random.Random(seed)) for seed in range(50)]
    assert all(files in ({"a": b"x" * 600}, {}) for files in found)
    assert ({} in found) == (system == "btrfs")
    steps = [*SYNCED, Step("sync_folder", 0, "")]
    assert all(rebuilt(steps, 4, system, random.Random(seed)) == {"a": b"x" * 600} for seed in range(50))


def test_of_what_was_not_synced_any_sector_may_be_there() -> None:
    steps = [*SYNCED, Step("write", 1, offset=600, data=b"y" * 1000)]
    found = {contents_after(steps, 1, 0, random.Random(seed)) for seed in range(200)}
    assert all(data.startswith(b"x" * 600) for data in found)
    assert {data[600:] for data in found} >= {b"", b"y" * 1000, bytes(424) + b"y" * 576, b"y" * 424}


@pytest.mark.parametrize(("system", "may_be_empty"), [("ext4", False), ("xfs", True)])
def test_a_rename_over_another_file_may_come_before_its_contents(system: str, may_be_empty: bool) -> None:
    new = [Step("file", 2, "b"), Step("write", 2, data=b"new"), Step("rename", 2, "a", "b"), Step("sync_folder", 0, "")]
    steps = [*SYNCED, Step("sync_folder", 0, ""), *new]
    found = {rebuilt(steps, len(steps), system, random.Random(seed))["a"] for seed in range(50)}
    assert b"new" in found and (b"" in found) == may_be_empty


def test_the_system_is_left_as_it_was() -> None:
    before = os.write, os.open
    recorded(Work(lambda recording: None, lambda root, last: []))
    assert (os.write, os.open) == before
