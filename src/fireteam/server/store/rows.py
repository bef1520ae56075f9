"""Rows of the store as Structs, and what is loaded of a table.

The truth of a table is its log of acts, with the events and items that each of them made; the rest follows by running
the rules. Acts are numbered from 1 in each table. Event numbers are those of the match; `seq` counts the items of a
stream from 1; times are seconds since 1970. Tokens are never stored, only their SHA-256 in hexadecimal.
"""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct

HOST = ""
"""The name of the host where otherwise the name of a seat stands."""

TABLE = "table"
"""The stream that everybody at a table may read. Its items stand in the log of acts."""


class NewTableRow(Struct, frozen=True):
    """A table that was created. The process that stores this row holds the table's lease.

    `host_hash` is the hash of the host's token, `setup` what was requested and what came of it, as JSON, and `head` the
    head of the match file.
    """

    table: str
    made: float
    listed: bool
    host_hash: str
    setup: bytes
    head: str


class SecretRow(Struct, frozen=True):
    """The secret of a table's dice."""

    table: str
    secret: bytes


class SeatRow(Struct, frozen=True):
    """A seat as it is now; it replaces the row of the same name. Without `token_hash`, nobody has its token."""

    table: str
    name: str
    slots: tuple[str, ...]
    by: str
    person: str = ""
    referee: bool = False
    token_hash: str | None = None


class EventRow(Struct, frozen=True, array_like=True, gc=False):
    """An accepted event: `record` is its Record in MessagePack, from which its line in a match file follows.

    `body` is empty; earlier versions of Fireteam kept that line in it.
    """

    number: int
    body: str
    record: bytes


class ActItem(Struct, frozen=True, array_like=True, gc=False):
    """An item of the stream TABLE: `body` is its content as JSON; empty for an event of the act, from which it follows.

    The events of an act that have such items have them in their order. Earlier versions of Fireteam wrote them out.
    """

    seq: int
    body: bytes = b""


class AnswerRow(Struct, frozen=True, gc=False):
    """The answer to an act of a principal (a seat or the host) under an idempotency key, with the digest of the act.

    `answer` is the number of the last item of the act, in digits; earlier versions of Fireteam stored the message.
    """

    principal: str
    key: str
    digest: str
    answer: bytes


class ActRow(Struct, frozen=True, array_like=True, gc=False):
    """A row of the log of acts: all that one act made (`acts.act_row`).

    `number` is one more than that of the table's act before. Who builds on what is not the last act any more takes a
    number that is taken, and stores nothing: so no event, item or key can be stored twice.

    Attributes:
        principal: who was answered under which `key`; both empty without a key.
        events: how many there are.
        body: events and items of the stream TABLE, encoded.
    """

    table: str
    number: int
    at: float
    principal: str
    key: str
    digest: str
    answer: bytes
    events: int
    body: bytes


class ItemRow(Struct, frozen=True):
    """An item of a stream; it is written by itself where not everybody may read the stream.

    `body` is its content as JSON, or the Record of an event in MessagePack.
    """

    table: str
    stream: str
    seq: int
    at: float
    body: bytes


class SealedRow(Struct, frozen=True):
    """A slot's sealed choice, which waits for others; `number` is that of the next event, `line` the notation."""

    table: str
    number: int
    slot: int
    line: str


class SealedRemoval(Struct, frozen=True):
    """The removal of a slot's sealed choice; without a slot, of all sealed choices of the table."""

    table: str
    slot: int | None = None


class PlanRow(Struct, frozen=True):
    """The choices that a slot plans from event `number` on. It replaces an earlier plan; with no lines, it removes it.

    `waiting`: a sealed choice of the slot comes before the plan.
    """

    table: str
    slot: int
    number: int
    waiting: bool
    lines: tuple[str, ...]


class ProposalRow(Struct, frozen=True):
    """What a seat proposes (`draw`, or `undo` back to an event), and which seats have agreed.

    It replaces the row of its number. One that `is_open` no more is settled.
    """

    table: str
    number: int
    what: str
    seat: str
    event: int
    agreed: tuple[str, ...]
    is_open: bool


class CreationRow(Struct, frozen=True):
    """A table that was created, or a seat that was taken, under an idempotency key.

    `key` is the SHA-256 of the idempotency key with the path of the request and the caller's token, `digest` that of
    the message, and `seats` are the seats whose tokens were in the answer. `salt` and what `key` is the hash of
    together yield these tokens; `salt` is empty if no token was new.
    """

    key: str
    table: str
    digest: str
    salt: bytes
    seats: tuple[str, ...]


class ClockRow(Struct, frozen=True):
    """The clock of a table's decisions as it stands; it replaces the earlier row."""

    table: str
    body: bytes


class SnapshotRow(Struct, frozen=True):
    """The State after an event, compressed. It makes opening a table fast, and is never the truth.

    `hash` is of the State and of the rules and content that made it.
    """

    table: str
    number: int
    state: bytes
    hash: str


class EndRow(Struct, frozen=True):
    """The end of a table's match: when, and the result as a sentence."""

    table: str
    at: float
    result: str


class CampaignRow(Struct, frozen=True):
    """A campaign that was begun: its game and name, and `head`, that of its journal, as JSON."""

    campaign: str
    made: float
    game: str
    name: str
    head: bytes


class CampaignEntryRow(Struct, frozen=True):
    """An entry of a campaign's journal, counted from 1; `body` is the entry as JSON."""

    campaign: str
    number: int
    at: float
    body: bytes


class CampaignLinkRow(Struct, frozen=True):
    """Who may open a campaign by a token, as it is now; it replaces the row of the same name.

    Without `token_hash`, nobody has its token.
    """

    campaign: str
    name: str
    storyteller: bool
    token_hash: str | None = None


class CampaignStateRow(Struct, frozen=True):
    """What a campaign is after an entry, as files in JSON, whatever later rules say; it replaces the earlier row."""

    campaign: str
    number: int
    files: bytes


class CampaignCreationRow(Struct, frozen=True):
    """A link that was made under an idempotency key, with its campaign or for it; see `CreationRow`."""

    key: str
    campaign: str
    name: str
    storyteller: bool
    digest: str
    salt: bytes


class CampaignFightRow(Struct, frozen=True):
    """A match that characters of a campaign fight, at a table: which of them, by seats (`anna=pia`)."""

    campaign: str
    table: str
    made: float
    people: tuple[str, ...]


CampaignChange: TypeAlias = (
    CampaignRow | CampaignEntryRow | CampaignLinkRow | CampaignStateRow | CampaignCreationRow | CampaignFightRow
)
"""Changes of campaigns. They need no lease: the number of an entry is taken once, by whoever comes first."""

Change: TypeAlias = (
    NewTableRow
    | SecretRow
    | SeatRow
    | ActRow
    | ItemRow
    | SealedRow
    | SealedRemoval
    | PlanRow
    | ProposalRow
    | CreationRow
    | ClockRow
    | SnapshotRow
    | EndRow
    | CampaignChange
)


class StoredTable(Struct, frozen=True):
    """All that is stored of a table except the items of its streams; `last` has the last `seq` of each stream.

    `acts` is the number of the last act. Seats are sorted by name, events and sealed choices by number: of several
    sealed choices of a slot, the last one counts.
    """

    row: NewTableRow
    secret: bytes
    seats: tuple[SeatRow, ...]
    events: tuple[EventRow, ...]
    sealed: tuple[SealedRow, ...]
    plans: tuple[PlanRow, ...]
    proposals: tuple[ProposalRow, ...]
    last: dict[str, int]
    clock: bytes | None
    snapshots: tuple[SnapshotRow, ...]
    end: EndRow | None
    acts: int


class LobbyTable(Struct, frozen=True):
    """A table with its seats, as the lobby shows it; `has_time`, where that is asked: a clock has run at it."""

    row: NewTableRow
    seats: tuple[SeatRow, ...]
    has_time: bool = False


class CampaignFight(Struct, frozen=True):
    """A match that characters of a campaign fight, with its table, and its end if it has ended."""

    row: CampaignFightRow
    table: NewTableRow
    end: EndRow | None


class Holder(Struct, frozen=True):
    """The holder of a token: a seat of a table, or HOST."""

    table: str
    seat: str
