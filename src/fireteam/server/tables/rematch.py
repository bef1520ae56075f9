"""A rematch: the one table that follows from another. Who sat there comes to it with the token that they have."""

from __future__ import annotations

import base64
import hashlib
import hmac

from msgspec.structs import replace

from ...core.errors import Conflict
from ...match.file.parse import parse_head
from ..errors import ApiError, forbidden
from ..store.rows import HOST, CreationRow, Holder
from ..validation import TOKEN_BYTES, hash_token, new_id
from ..wire.messages import PERSON, NewSeat, NewTable, RematchItem, TableTokens
from .creation import create_table, setup_and_seats
from .idempotency import SALT
from .match_files import YOURS
from .registry import TableRegistry, require_no_members
from .seats import Caller, SeatState
from .stored_items import stored_items
from .table import Table, TableRecord


async def come_to_rematch(registry: TableRegistry, table: str, who: Caller, token: str) -> TableTokens:
    """Return the rematch of a table with the caller's tokens there; who asks first makes it, and is its host.

    A token there follows from the caller's own, so that it is the same however often it is asked for.

    Raises:
        ApiError: the match is not over, or somebody else has the seat there.
        FireteamError: the table cannot be made.
    """
    session = await registry.session(table)
    await registry.compilation.ensure_ready(session.table.setting.game.id)
    row, made = await session.read(lambda found: find_or_create(registry, found, token))
    if made is not None:
        registry.begin(made)
    if not await session.read(lambda found: is_told(found, row.table)):

        def tell(found: Table) -> None:
            if not is_told(found, row.table):
                found.unit.tell(RematchItem(who.seat, row.table))

        await session.change(tell)
    host = derived(row, token, HOST)
    is_host = await registry.run(registry.store.whose, hash_token(host)) == Holder(row.table, HOST)
    seats = {}
    if who.seat:
        seats = {who.seat: await _sit(registry, row, who.seat, token)}
    return TableTokens(row.table, host if is_host else "", seats)


def is_told(table: Table, rematch: str) -> bool:
    """Return whether those at a table have been told of its rematch."""
    items = stored_items(table, "table", 0, "")
    return any(isinstance(item.what, RematchItem) and item.what.table == rematch for item in items)


def find_or_create(registry: TableRegistry, table: Table, token: str) -> tuple[CreationRow, Table | None]:
    """Return the row of a table's rematch, and the new table if it is made by this.

    Raises:
        ApiError: the match is not over.
    """
    if not table.over:
        raise ApiError("E_NOT_OVER", "A rematch begins once the match is over.", 409)
    key = hash_token(f"rematch of {table.id}")
    if before := registry.store.find_creation(key):
        return before, None
    try:
        return _create(registry, table, key, token)
    except Conflict:  # another server has made it at the same time
        before = registry.store.find_creation(key)
        if before is None:
            raise
        return before, None


def _create(registry: TableRegistry, table: Table, key: str, token: str) -> tuple[CreationRow, Table]:
    env = registry.env
    row = CreationRow(key, new_id(env), "", env.entropy(SALT), ())
    new, names = same_again(table), tuple(table.seat_states)
    plain = tuple(replace(seat, name=f"seat {k}") for k, seat in enumerate(new.seats))  # old names are as they are
    setup, found, seat_states = setup_and_seats(replace(new, seats=plain), registry.packs)
    require_no_members(found.setting)
    setup = replace(setup, asked=new, seats=names)
    for seat_state, name in zip(seat_states, names, strict=True):
        seat_state.name = name
        seat_state.person = table.seat_states[name].person if seat_state.by == PERSON else ""
    record = TableRecord(row.table, env.clock(), setup, "", new.listed)
    host_hash = hash_token(derived(row, token, HOST))
    return row, create_table(record, found, seat_states, host_hash, registry.store, env, [row])


def same_again(table: Table) -> NewTable:
    """Return what makes a table like another one, with everybody in their seat.

    Where a bot has taken over from a person, as from one who resigned, it is the person's again.
    """
    asked = table.record.setup.asked
    people = {seat.name for seat in parse_head(table.record.head, YOURS).seats if seat.is_person}

    def decider(seat_state: SeatState) -> str:
        return PERSON if seat_state.is_bot and seat_state.name in people else seat_state.by

    seats = tuple(NewSeat(one.name, one.slots, decider(one)) for one in table.seat_states.values())
    return replace(asked, scenario=table.record.setup.scenario, seats=seats)


def derived(row: CreationRow, token: str, whose: str) -> str:
    """Return the token of a seat, or of the HOST, at a rematch, for who has a token at the table before it."""
    made = hmac.digest(row.salt, f"{token}\n{whose}".encode(), hashlib.sha256)
    return base64.urlsafe_b64encode(made[:TOKEN_BYTES]).decode()


async def _sit(registry: TableRegistry, row: CreationRow, seat: str, token: str) -> str:
    """Give a seat of the rematch to who had it, and return its token there.

    Raises:
        ApiError: somebody else has it.
    """
    found = derived(row, token, seat)
    session = await registry.session(row.table)

    def sit(table: Table) -> None:
        seat_state = table.seat_states[seat]
        if seat_state.token_hash == hash_token(found):  # by another press of the same button
            return
        if seat_state.token_hash is not None:
            raise forbidden(f"{seat} is taken.")
        seat_state.token_hash = hash_token(found)
        table.unit.rows.append(seat_state.row(table.id))

    if session.table.seat_states[seat].token_hash != hash_token(found):
        await session.change(sit)
    return found
