"""Campaigns in the database: their journals, one row an entry, acknowledged once it is committed."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping, Sequence
from typing import TypeVar

import msgspec

from ...campaign.campaign import Campaign, Entropy, RulesOf
from ...campaign.entry import Head, JournalEntry
from ...campaign.journal import NO_FILES, OVERTAKEN, Journal
from ...campaign.state_files import json_files, plain_files
from ...core.errors import BadFile, Conflict, UnknownName
from .rows import CampaignChange, CampaignEntryRow, CampaignRow, CampaignStateRow
from .store import Store

Body = TypeVar("Body", Head, JournalEntry)


class StoredJournal(Journal):
    """The journal of a campaign in a database, which other processes may write to as well.

    Raises:
        UnknownName: there is no such campaign.
        BadFile: it is of a newer Fireteam.
    """

    was_judged = True

    def __init__(self, store: Store, id: str) -> None:
        row = store.campaign(id)
        if row is None:
            raise UnknownName("campaign", id, [each.campaign for each in store.campaigns()])
        self._store = store
        super().__init__(_decode(row.head, Head, id))

    def since(self, number: int) -> list[JournalEntry]:
        """Read the entries after this one."""
        id = self.head.campaign
        return [
            _decode(row.body, JournalEntry, f"{id}, entry {row.number}")
            for row in self._store.campaign_entries(id, number)
        ]

    def last_files(self, number: int) -> Mapping[str, str]:
        """Read what the campaign was after its last entry, if that is this one."""
        state = self._store.campaign_state(self.head.campaign)
        if state is None or state.number != number:
            return NO_FILES
        return msgspec.json.decode(state.files, type=dict[str, str])

    def append(self, *entries: JournalEntry, files: Mapping[str, str] = NO_FILES) -> None:
        """Store entries, and return once they are committed.

        Raises:
            Conflict: another process has taken such a number.
            StoreUnavailable: the database cannot be written now.
        """
        try:
            self._store.write(*_rows(self.head.campaign, entries, files))
        except Conflict:
            raise Conflict(OVERTAKEN) from None


def open_campaign(
    store: Store, id: str, rules_of: RulesOf | None = None, entropy: Entropy = secrets.token_bytes
) -> Campaign:
    """A campaign of a database; `entropy` is for the dice of its commands.

    Raises:
        UnknownName: there is no such campaign, or its game is not installed.
        BadFile: its journal cannot be read.
    """
    return Campaign(StoredJournal(store, id), rules_of=rules_of, entropy=entropy)


def store_campaign(
    store: Store,
    head: Head,
    entries: Sequence[JournalEntry] = (),
    links: Sequence[CampaignChange] = (),
    rules_of: RulesOf | None = None,
) -> Campaign:
    """Store a new campaign with the entries that it has already and the `links` that open it, all or nothing.

    Raises:
        Conflict: there is a campaign of this id.
        StoreUnavailable: the database cannot be written now.
    """
    keep_campaign(store, Campaign(Journal(head, entries), rules_of=rules_of), links)
    return open_campaign(store, head.campaign, rules_of)


def keep_campaign(store: Store, found: Campaign, links: Sequence[CampaignChange] = ()) -> None:
    """Store a campaign that is in memory, with the `links` that open it, all or nothing.

    Raises:
        Conflict: there is a campaign of this id.
        StoreUnavailable: the database cannot be written now.
    """
    head, files = found.head, json_files(found.head.game, plain_files(found.rules, found.state))
    row = CampaignRow(head.campaign, head.at, head.game, head.name, msgspec.json.encode(head))
    try:
        store.write(row, *_rows(head.campaign, found.timeline.entries, files), *links)
    except Conflict:
        raise Conflict(f"the database has a campaign {head.campaign} already") from None


def _rows(campaign: str, entries: Sequence[JournalEntry], files: Mapping[str, str]) -> Iterator[CampaignChange]:
    """Entries, and what the campaign is after them."""
    for entry in entries:
        yield CampaignEntryRow(campaign, entry.number, entry.at, msgspec.json.encode(entry))
    if entries:
        yield CampaignStateRow(campaign, entries[-1].number, msgspec.json.encode(files))


def _decode(body: bytes, kind: type[Body], what: str) -> Body:
    try:
        return msgspec.json.decode(body, type=kind)
    except msgspec.DecodeError:
        raise BadFile(f"campaign {what}: is of a newer Fireteam; use that one") from None
