"""Rows as a server would keep them."""

from __future__ import annotations

from fireteam.server.store.acts import act_row
from fireteam.server.store.rows import (
    ActItem,
    ActRow,
    AnswerRow,
    CampaignEntryRow,
    CampaignLinkRow,
    CampaignRow,
    ClockRow,
    CreationRow,
    EndRow,
    EventRow,
    ItemRow,
    NewTableRow,
    PlanRow,
    ProposalRow,
    SealedRow,
    SeatRow,
    SecretRow,
    SnapshotRow,
)

MADE = 1_800_000_000.25


def new(table: str, made: float = MADE, listed: bool = False) -> NewTableRow:
    return NewTableRow(table, made, listed, f"host of {table}", b'{"game":"ttt"}', "fireteam match 1\n\n")


def event(number: int) -> EventRow:
    return EventRow(number, f"{number} choice | red: end | d6={number % 6 + 1} | abc", bytes(range(256)))


def item(table: str, seq: int, stream: str = "table") -> ItemRow:
    return ItemRow(table, stream, seq, MADE + seq / 8, f"item {seq}".encode())


def act(table: str, number: int, key: str | None = None) -> ActRow:
    """An act that makes the event and the item of its number, under a key of that number."""
    made = item(table, number)
    told = (ActItem(made.seq, made.body),)
    return act_row(table, number, made.at, (event(number),), told, answer(f"{number}" if key is None else key))


def seat(table: str, name: str, token: str | None = None, by: str = "person") -> SeatRow:
    return SeatRow(table, name, (name, f"{name}'s other"), by, "Änne ☃", name == "referee", token)


def secret(table: str) -> SecretRow:
    return SecretRow(table, bytes(range(32)))


def sealed(table: str, number: int, slot: int, line: str = "advance u1") -> SealedRow:
    return SealedRow(table, number, slot, line)


def plan(table: str, slot: int, *lines: str) -> PlanRow:
    return PlanRow(table, slot, 7, True, lines)


def proposal(table: str, number: int, *agreed: str, is_open: bool = True) -> ProposalRow:
    return ProposalRow(table, number, "undo", "red", 7, agreed, is_open)


def making(table: str, key: str) -> CreationRow:
    return CreationRow(key, table, "digest", b"\x00\xff", ("red", "blue"))


def answer(key: str) -> AnswerRow:
    return AnswerRow("red", key, "digest", b"\x00\xff")


def clock(table: str, body: bytes = b"[1.5]") -> ClockRow:
    return ClockRow(table, body)


def snapshot(table: str, number: int, hash: str = "hash") -> SnapshotRow:
    return SnapshotRow(table, number, b"\x00" * 999, hash)


def end(table: str) -> EndRow:
    return EndRow(table, MADE, "red wins")


def campaign(id: str, made: float = MADE) -> CampaignRow:
    return CampaignRow(id, made, "ttt", "Winter ☃", b'{"format":1}')


def campaign_entry(id: str, number: int) -> CampaignEntryRow:
    return CampaignEntryRow(id, number, MADE + number / 8, f"entry {number}".encode())


def campaign_link(id: str, name: str, token: str | None = None) -> CampaignLinkRow:
    return CampaignLinkRow(id, name, name == "storyteller", token)
