"""What is kept of tables: each Struct is one row. Those who keep several at once keep all of them or none.

The truth of a table is its accepted events and what was told besides; the rest follows by running the rules. Numbers
of events are the match's; `seq` counts the items of a stream from 1; times are seconds since 1970. Tokens are never
kept, only their SHA-256 in hexadecimal.
"""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct

HOST = ""
"""Instead of a seat: who made the table."""


class NewTableRow(Struct, frozen=True):
    """A table that was made. Whoever keeps this row owns the table.

    `host_hash`: of the token of who made it. `setup` is what was asked for, as the server writes it; `head` is that
    of the match file.
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
    """A seat as it is now; it takes the place of the row of the same name. No `token_hash`: nobody has its token."""

    table: str
    name: str
    slots: tuple[str, ...]
    by: str
    person: str = ""
    referee: bool = False
    token_hash: str | None = None


class EventRow(Struct, frozen=True):
    """An accepted event: its line of the match file, and the whole Record."""

    table: str
    number: int
    body: str
    record: bytes


class ItemRow(Struct, frozen=True):
    """An item of a stream, as it is sent."""

    table: str
    stream: str
    seq: int
    at: float
    body: bytes


class SealedRow(Struct, frozen=True):
    """A slot's choice that waits for others; event `number` is the next."""

    table: str
    number: int
    slot: int
    line: str


class Unsealed(Struct, frozen=True):
    """A slot's sealed choice waits no longer; without slot, none of the table does."""

    table: str
    slot: int | None = None


class PlanRow(Struct, frozen=True):
    """What a slot will choose from event `number` on; it takes the place of an earlier plan, no lines end it.

    `waiting`: a sealed choice of the slot comes before.
    """

    table: str
    slot: int
    number: int
    waiting: bool
    lines: tuple[str, ...]


class ProposalRow(Struct, frozen=True):
    """What a seat proposes (`draw`, or `undo` to an event), and which seats have still to answer.

    It takes the place of an earlier one; where nobody is awaited it is settled.
    """

    table: str
    what: str
    seat: str
    event: int
    waiting: tuple[str, ...]


class MakingRow(Struct, frozen=True):
    """A table was made, or a seat taken, under a key: the SHA-256 of that, and the digest of what was asked for.

    `seats` are those whose tokens were told. `salt` and key make these tokens; it is empty where none was new.
    """

    key: str
    table: str
    digest: str
    salt: bytes
    seats: tuple[str, ...]


class AnswerRow(Struct, frozen=True):
    """What somebody was answered who did something under a key; `digest` is that of what they asked for."""

    table: str
    principal: str
    key: str
    digest: str
    answer: bytes


class ClockRow(Struct, frozen=True):
    """How the clocks of a table stand, in place of how they stood."""

    table: str
    body: bytes


class SnapshotRow(Struct, frozen=True):
    """The State after an event, packed. It makes opening a table quick, and is never the truth.

    `hash` is of the State and of the rules that made it.
    """

    table: str
    number: int
    state: bytes
    hash: str


class EndRow(Struct, frozen=True):
    """The match at a table is over."""

    table: str
    at: float
    result: str


Change: TypeAlias = (
    NewTableRow
    | SecretRow
    | SeatRow
    | EventRow
    | ItemRow
    | SealedRow
    | Unsealed
    | PlanRow
    | ProposalRow
    | MakingRow
    | AnswerRow
    | ClockRow
    | SnapshotRow
    | EndRow
)


class KeptTable(Struct, frozen=True):
    """All that is kept of a table but the items of its streams, of which `last` has each one's last `seq`.

    Seats stand by name, events in their order, sealed choices in that of their numbers: the last
    one of a slot counts.
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


class Listed(Struct, frozen=True):
    """A table with its seats, as the lobby shows it."""

    row: NewTableRow
    seats: tuple[SeatRow, ...]


class Holder(Struct, frozen=True):
    """Whose a token is: a seat of a table, or HOST."""

    table: str
    seat: str
