"""Export and import of match files, byte for byte as the terminal writes them, and forks of matches."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from msgspec.structs import replace

from ...bots import BOTS
from ...core.engine.dispatch import has_secrets
from ...core.errors import BadFile, FireteamError
from ...core.game import Setting
from ...match.dice import Secret, matches_commitment
from ...match.file.format import (
    DRAW_BY_AGREEMENT,
    HASH_LENGTH,
    MatchFile,
    body_of,
    body_of_end,
    body_of_secret,
    start_of_chain,
)
from ...match.file.journal import FIRST_LINE as BESIDE
from ...match.file.journal import SideFile as Beside
from ...match.file.journal import chain_lines, parse_side_file
from ...match.file.parse import parse_match_file
from ...match.judge import MatchStart
from ...match.load import replay_onto, verify
from ...match.load import setting_of_file as laid_again
from ...match.match import Match
from ...match.record import Seat, has_private_part
from ...match.timeline import Timeline
from ..errors import ApiError, forbidden
from ..store.rows import Change, PlanRow, SealedRow
from ..validation import hash_token, new_id
from ..wire.messages import OPEN, PERSON, Fork, NewTable, TableTokens
from .creation import file_head, new_secret, save_table, scenario_of, shown_options
from .idempotency import Creation, issue_tokens
from .registry import TableRegistry
from .seats import Caller, SeatState
from .table import Setup, Table, TableRecord

YOURS = Path("this match")  # what a file is called that came over the network
MAX_FILE = 4 * 2**20  # bytes of a file that comes in


def file_for(table: Table, who: Caller) -> str:
    """Return the match file of a table for a caller.

    Raises:
        ApiError: it would tell the caller what they may not know.
    """
    require_no_secrets(table, who)
    return export_match(table)


def export_match(table: Table) -> str:
    """Return the match file of a table. Once the match is over it has the result and the secret of the dice."""
    match, slots = table.match, table.setting.slots
    bodies = [body_of(record, slots) for record in match.records]
    if table.over:
        result = match.result if match.is_over else DRAW_BY_AGREEMENT
        bodies += [body_of_end(result, slots), body_of_secret(match.secret_to_store.value)]
    return table.record.head + chain_lines(start_of_chain(table.record.head), bodies)[0]


def require_no_secrets(table: Table, who: Caller) -> None:
    """Refuse the match file where it would reveal what the caller may not know: it contains every choice.

    Raises:
        ApiError: the match goes on, its game hides something, and the seat is no referee's; or it has private acts of
            a referee, or options that not everybody may read, and the seat is none. Where there is no referee the host
            may read such options.
    """
    seat_state, options = table.seat_states.get(who.seat), table.record.setup.asked.options
    is_referee = bool(seat_state and seat_state.referee)
    runs_it = who.host if table.setting.referee < 0 else is_referee
    if shown_options(table.setting.game, options) != options and not runs_it:
        raise forbidden("This match begins with what others may not know; its file is for the referee.")
    if is_referee:
        return
    if not table.over and has_secrets(table.match.state[0]):  # it says nothing of what its referee does meanwhile
        raise forbidden("This match hides things while it goes on; its file is told when it is over.")
    if has_private_acts(table.match):
        raise forbidden("This match has private acts of its referee; its file is for the referee.")


def has_private_acts(match: Match) -> bool:
    """Whether a referee has done or noted something in private."""
    return any(map(has_private_part, match.records))


# Coming in


def import_match(registry: TableRegistry, text: str, making: Creation) -> tuple[TableTokens, Table]:
    """Create a table from a match file.

    A match that has ended can be replayed. One that comes with its secret goes on as it was; any other is forked after
    its last event, with new dice.

    Raises:
        FireteamError: this is no match file, or the rules do not confirm it.
    """
    file, beside = parse_upload(text)
    packs = registry.packs.paths(file.head.packs)
    setting, start = laid_again(file, packs)
    if file.secret is not None or file.end is not None:
        verify(file, packs)
    if file.secret is None and beside is None:
        return fork_file(registry, file, MatchStart(setting, start), Fork(len(file.records) - 1), making)
    line = Timeline(setting, start)
    for _ in replay_onto(file, setting, line):
        pass
    secret = beside.secret if beside else Secret(file.secret or b"")
    match = Match.resume(line, file.head.seats, secret, beside)
    setup = setup_of(file, setting, packs, "", False)
    rows = _sealed_and_plan_rows(match, beside)
    return save_match(registry, setup, match, file.head.text(), making, rows, agreed=file.end is not None)


def parse_upload(text: str) -> tuple[MatchFile, Beside | None]:
    """Parse a match file, and the secret with sealed choices and plans that may follow it in the same text.

    Raises:
        BadFile: one of them cannot be read, or they do not belong together.
    """
    first, mark, rest = text.partition(f"\n{BESIDE}\n")
    file = parse_match_file(f"{first}\n" if mark else text, YOURS)
    if not mark or file.secret is not None:
        return file, None
    beside = parse_side_file(f"{BESIDE}\n{rest}", YOURS)
    if not matches_commitment(beside.secret, file.head.dice):
        raise BadFile("The secret is not the one of this match.")
    if not all(0 <= slot < len(file.head.slots) for slot in (*beside.sealed, *beside.plans)):
        raise BadFile("What stands beside this match speaks of slots that it does not have.")
    return file, beside


def _sealed_and_plan_rows(match: Match, beside: Beside | None) -> list[Change]:
    """Return the rows of the sealed choices and plans that came with a match file, without the id of a table."""
    if beside is None:
        return []
    sealed = [(slot, beside.sealed[slot]) for slot in match.mailbox.all() if slot in beside.sealed]
    rows: list[Change] = [SealedRow("", one.number, slot, one.line) for slot, one in sealed]
    plans = [(slot, one) for slot, one in beside.plans.items() if one.lines]
    return rows + [PlanRow("", slot, one.number, one.waiting, one.lines) for slot, one in plans]


def setup_of(file: MatchFile, setting: Setting, packs: Sequence[str], title: str, listed: bool) -> Setup:
    """Return the Setup of a table for a match from a file."""
    head = file.head
    _, scenario_title = scenario_of(head.game, head.scenario, packs)
    asked = NewTable(head.game, head.scenario, dict(head.options), head.packs, title=title, listed=listed)
    return Setup(asked, head.scenario, scenario_title, tuple(seat.name for seat in head.seats), head.start_position)


def save_match(
    registry: TableRegistry,
    setup: Setup,
    match: Match,
    head: str,
    making: Creation,
    rows: Sequence[Change] = (),
    agreed: bool = False,
) -> tuple[TableTokens, Table]:
    """Create and store a table for a match. `agreed`: it is over, by the agreement of people if not by the rules.

    Raises:
        StoreUnavailable: the database stores nothing now.
        Conflict: the database has one of the rows already.
    """
    seat_states = [seat_from_file(match.setting, seat) for seat in match.seats.values()]
    made = issue_tokens(new_id(registry.env), seat_states, making)
    record = TableRecord(made.table, registry.env.clock(), setup, head, setup.asked.listed)
    table = Table(record, match, seat_states, {}, registry.store, registry.env)
    rows = [replace(row, table=table.id) for row in (*rows, *making.rows(made))]
    return made, save_table(table, hash_token(made.host), rows, agreed)


def seat_from_file(setting: Setting, seat: Seat) -> SeatState:
    """Return a seat of a match file as a table has it.

    Bots stay; every other seat has a link (a token): it is a person's, or open if it holds no slots.
    """
    slots = tuple(name for slot, name in enumerate(setting.slots) if seat.holds(slot))
    bot = seat.controller in BOTS and bool(slots) and not seat.referee
    return SeatState(seat.name, slots, seat.controller if bot else PERSON if slots else OPEN, referee=seat.referee)


# Going on from anywhere


def fork_table(
    registry: TableRegistry, table: Table, who: Caller, wish: Fork, making: Creation
) -> tuple[TableTokens, Table]:
    """Create a table that goes on after an event of a match that is over.

    Raises:
        ApiError: it is not over, or the caller may not have its file. Whoever forks a match can look at it from every
            seat and see all it hides.
    """
    if not table.over:
        raise ApiError("E_NOT_OVER", "A match can be gone on with from any point once it is over.", 409)
    require_no_secrets(table, who)
    file = parse_match_file(export_match(table), YOURS)
    packs = registry.packs.paths(file.head.packs)
    return fork_file(registry, file, MatchStart(*laid_again(file, packs)), wish, making)


def fork_file(
    registry: TableRegistry,
    file: MatchFile,
    found: MatchStart,
    wish: Fork,
    making: Creation,
    by_new_rules: bool = False,
) -> tuple[TableTokens, Table]:
    """Create a table that goes on after an event of a match file, with new dice. Dice up to it count as typed in.

    `by_new_rules`: those of now are others, and followed as far as they allow the events and do not end the match.

    Raises:
        ApiError: there is no such event, or the match is over after it.
    """
    at = len(file.records) - 1 if wish.event is None else wish.event
    if not 0 <= at < len(file.records):
        raise ApiError("E_UNKNOWN", f"There is no event {at}; they go from 0 to {len(file.records) - 1}.")
    if by_new_rules:
        at = last_allowed(file, found, at)
    line = Timeline(found.setting, found.start)
    for record in file.records[: at + 1]:
        line.rerun(replace(record, typed=True))
    secret = new_secret(registry.env)
    match = Match.resume(line, file.head.seats, secret)
    if match.is_over:
        raise ApiError("E_OVER", f"After event {at} the match is over; go on from an earlier one.", 409)
    title = wish.title or (f"From event {at}, by the rules of now" if by_new_rules else "")
    setup = setup_of(file, found.setting, registry.packs.paths(file.head.packs), title, wish.listed)
    head = file_head(setup, found, file.head.seats, secret, f"{file.chain[at][:HASH_LENGTH]} {at}")
    return save_match(registry, setup, match, head.text(), making)


def last_allowed(file: MatchFile, found: MatchStart, last: int) -> int:
    """Return the number of the last event, at most `last`, that rules and content allow and do not end the match."""
    line, allowed = Timeline(found.setting, found.start), -1
    with suppress(FireteamError):
        for record in file.records[: last + 1]:
            line.rerun(replace(record, typed=True))
            if not found.setting.game.result(found.setting, line.state).is_over:
                allowed = record.number
    if allowed < 0:
        raise ApiError("E_CLOSED", "This match cannot begin by the rules and packs of now.", 409)
    return allowed
