"""Closed tables, whose rules or content have changed: their match files, and new tables that begin from them.

No rule runs here that the match was played with: everything is read as it is stored.
"""

from __future__ import annotations

import msgspec

from ...core.engine.dispatch import has_secrets
from ...core.engine.record import blank
from ...core.errors import BadFile
from ...core.game import Result
from ...match.file.format import Head, body_of, body_of_end, body_of_secret, start_of_chain
from ...match.file.journal import chain_lines
from ...match.file.parse import parse_head, parse_match_file
from ...match.judge import MatchStart
from ...match.record import has_private_part
from ...registry import find_game
from ..errors import forbidden
from ..store.rows import StoredTable
from ..store.store import Store
from ..wire.messages import Fork, ResultItem, TableTokens
from .creation import match_start, shown_options
from .idempotency import Creation
from .match_files import YOURS, fork_file
from .registry import TableRegistry
from .restoration import decode_record, decode_records
from .seats import Caller
from .table import SETUP, Table
from .unit_of_work import TABLE, WHAT


def file_of_closed(store: Store, id: str, caller: Caller) -> str:
    """Return the match file of a closed table, as it would be if the table were open.

    Raises:
        ApiError: the file could reveal what the caller may not know.
    """
    there = store.load(id)
    assert there is not None, "a table is closed as it is loaded"
    head = parse_head(there.row.head, YOURS)
    _require_no_secrets(there, head, caller)
    bodies = [body_of(decode_record(row.record), head.slots) for row in there.events]
    if there.end is not None:
        bodies += [body_of_end(_result_of(store, id, head), head.slots), body_of_secret(there.secret)]
    return there.row.head + chain_lines(start_of_chain(there.row.head), bodies)[0]


def _require_no_secrets(there: StoredTable, head: Head, caller: Caller) -> None:
    """Refuse the file where it could reveal something: to all but the referee, or without one the host.

    Raises:
        ApiError: the match goes on and its game hides something, its referee may have acted in private, or not
            everybody may read its options.
    """
    game, options = find_game(head.game), SETUP.decode(there.row.setup).asked.options
    referees = {row.name for row in there.seats if row.referee}
    hides = there.end is None and has_secrets(blank(game.state)[0])
    hides |= shown_options(game, options) != options
    if (hides or (referees and _has_private_acts(there, head))) and not (
        caller.seat in referees if referees else caller.host
    ):
        who = "its referee" if referees else "whoever made the table"
        raise forbidden(f"This match hides things; its file is for {who}.")


def _has_private_acts(there: StoredTable, head: Head) -> bool:
    """Whether a referee has acted in private, or may have: the stories of another Fireteam may not be readable."""
    try:
        records = decode_records(there.events, find_game(head.game).events)
    except msgspec.DecodeError:
        return True
    return any(has_private_part(record) for record in records if not isinstance(record.events, bytes))


def _result_of(store: Store, id: str, head: Head) -> Result:
    """Return how the match of a closed table ended, as everybody was told."""
    items = (WHAT.decode(row.body) for row in store.items(id, TABLE) if row.body.startswith(b"{"))
    ended = next((one for one in items if isinstance(one, ResultItem)), None)
    if ended is None:
        raise BadFile(f"table {id} ended, and nothing says how; its file cannot be made")
    winners = tuple(head.slots.index(name) for name in ended.winners)
    return Result(True, winners, ended.says, ended.clause, ended.record)


def fork_closed(
    registry: TableRegistry, id: str, caller: Caller, wish: Fork, making: Creation
) -> tuple[TableTokens, Table]:
    """Create a table that goes on from a closed one, by the rules and packs of now.

    They run over the choices and dice of the match up to the event that is wished, or to the last that they allow.

    Raises:
        ApiError: the caller may not have the file, or the match cannot begin by the rules and packs of now.
    """
    file = parse_match_file(file_of_closed(registry.store, id, caller), YOURS)
    head, packs = file.head, registry.packs.paths(file.head.packs)
    options = tuple(sorted(head.options.items()))
    found: MatchStart = match_start(head.game, head.scenario, options, packs, head.start_position)
    return fork_file(registry, file, found, wish, making, by_new_rules=True)
