"""Campaigns in a database of either kind: acknowledged once, never lost, never two of one number."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from fireteam.campaign.campaign import Campaign, begin
from fireteam.campaign.exchange import join, read_files, write_files
from fireteam.core.errors import BadFile, BadStore, Conflict, IllegalChoice, UnknownName
from fireteam.core.protocol.campaign import Actor
from fireteam.server.store.backup import back_up, restore
from fireteam.server.store.campaigns import open_campaign, store_campaign
from fireteam.server.store.location import url_of
from fireteam.server.store.rows import CampaignEntryRow, CampaignRow
from fireteam.server.store.store import Store
from tests.campaign.conftest import toy  # noqa: F401
from tests.campaign.toy import Earn, Join, Spend, Wait, change_rules
from tests.server.store import rows

ANNA = Actor("anna")
pytestmark = pytest.mark.usefixtures("toy")


def begun(store: Store, id: str = "winter") -> Campaign:
    """A campaign in a store, with a hero who has 5 gold."""
    made = store_campaign(store, begin("toy", "Winter", ANNA, id=id, at=rows.MADE))
    made.do(Join("ben"), ANNA)
    made.do(Earn("ben", 5), ANNA)
    return made


def test_a_campaign_is_there_when_its_database_is_opened_anew(address: str, opened: Callable[[str], Store]) -> None:
    store = opened(address)
    campaign = begun(store)
    campaign.undo(2, ANNA)
    store.close()
    again = open_campaign(opened(address), "winter")
    assert again.state == campaign.state and again.timeline.entries == campaign.timeline.entries
    again.undo(3, ANNA)
    assert again.state.heroes["ben"].gold == 5


def test_of_two_writers_of_one_campaign_one_hears_of_the_other(store: Store) -> None:
    one = begun(store)
    other = open_campaign(store, "winter")
    one.do(Spend("ben", 5), ANNA)
    with pytest.raises(Conflict, match="somebody else has changed the campaign meanwhile"):
        other.do(Spend("ben", 5), ANNA)
    assert other.refresh() and other.state == one.state
    with pytest.raises(IllegalChoice, match="has 0 gold"):
        other.do(Spend("ben", 5), ANNA)
    assert len(store.campaign_entries("winter")) == 3


def test_two_processes_share_a_database_and_no_number_is_taken_twice(
    shared: str, opened: Callable[[str], Store]
) -> None:
    one, other = opened(shared), opened(shared)
    first = begun(one)
    second = open_campaign(other, "winter")
    second.do(Wait(), ANNA)
    with pytest.raises(Conflict):
        first.do(Wait(), ANNA)
    first.refresh()
    first.do(Wait(), ANNA)
    assert first.state.day == 2 and [row.number for row in one.campaign_entries("winter")] == [1, 2, 3, 4]


def test_campaigns_are_kept_apart_and_each_id_is_taken_once(store: Store) -> None:
    one, other = begun(store), begun(store, "summer")
    other.do(Earn("ben", 1), ANNA)
    assert open_campaign(store, "winter").state == one.state
    assert [row.name for row in store.campaigns()] == ["Winter", "Winter"]
    with pytest.raises(Conflict, match="has a campaign winter already"):
        begun(store)
    with pytest.raises(UnknownName, match="no campaign named 'spring'"):
        open_campaign(store, "spring")


def test_links_open_a_campaign_and_are_replaced(store: Store) -> None:
    links = [rows.campaign_link("winter", "storyteller", "s"), rows.campaign_link("winter", "bob", "b")]
    store_campaign(store, begin("toy", "Winter", ANNA, id="winter"), links=links)
    assert store.campaign_links("winter") == [links[1], links[0]]
    assert store.campaign_link("b") == links[1] and store.campaign_link("x") is None
    store.write(rows.campaign_link("winter", "bob", "new"))
    assert store.campaign_link("b") is None and store.campaign_link("new") is not None
    with pytest.raises(Conflict):
        store.write(rows.campaign_link("winter", "eve", "new"))


@pytest.mark.parametrize("amount", [9, 0])
def test_other_rules_leave_a_campaign_as_it_was(store: Store, monkeypatch: pytest.MonkeyPatch, amount: int) -> None:
    before = begun(store)
    before.do(Spend("ben", 4), ANNA)
    change_rules(monkeypatch, amount, version=2)
    again = open_campaign(store, "winter")
    assert again.state == before.state and again.number == 4
    again.do(Earn("ben", 1), ANNA)
    assert open_campaign(store, "winter").state.heroes["ben"].gold == 1 + amount
    assert len(store.campaign_entries("winter")) == 5


def test_what_a_newer_fireteam_wrote_is_told(store: Store) -> None:
    begun(store)
    store.write(CampaignEntryRow("winter", 3, 1.0, b'{"number":3,"at":1.0,"by":"anna","mood":"good"}'))
    with pytest.raises(BadFile, match="campaign winter, entry 3: is of a newer Fireteam"):
        open_campaign(store, "winter")
    store.write(CampaignRow("odd", 1.0, "toy", "Odd", b"{"))
    with pytest.raises(BadFile, match="campaign odd: is of a newer Fireteam"):
        open_campaign(store, "odd")


def test_a_campaign_moves_from_one_server_to_another_and_back(
    store: Store, elsewhere: str, opened: Callable[[str], Store]
) -> None:
    campaign = begun(store)
    arrived = read_files(write_files(campaign), ANNA).campaign
    moved = store_campaign(opened(elsewhere), arrived.head, arrived.timeline.entries)
    assert moved.state == campaign.state
    moved.do(Earn("ben", 3), ANNA)
    moved.undo(2, ANNA)
    assert join(campaign, read_files(write_files(moved), ANNA).campaign) == 2
    assert campaign.state == moved.state == open_campaign(store, "winter").state


def test_a_backup_has_campaigns_and_is_not_restored_over_one(
    store: Store, address: str, elsewhere: str, opened: Callable[[str], Store], tmp_path: Path
) -> None:
    campaign = begun(store)
    store.write(rows.campaign_link("winter", "bob", "b"))
    back_up(url_of(address), tmp_path / "backup")
    restore(tmp_path / "backup", url_of(elsewhere))
    with pytest.raises(BadStore, match="is not empty"):
        restore(tmp_path / "backup", url_of(elsewhere))
    there = opened(elsewhere)
    assert open_campaign(there, "winter").state == campaign.state
    assert there.campaign_links("winter") == [rows.campaign_link("winter", "bob", "b")]
