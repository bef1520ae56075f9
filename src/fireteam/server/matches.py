"""Match files that leave and enter the house: the same, to the byte, as at a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec

from ..bots import BOTS
from ..core.entry import hides
from ..core.errors import BadFile
from ..core.game import Setting
from ..match.dice import Secret, is_committed
from ..match.files import AGREED, SHORT, MatchFile, body_of, body_of_end, body_of_secret, start_of_chain
from ..match.journal import FIRST as BESIDE
from ..match.journal import Kept as Beside
from ..match.journal import kept_in, linked
from ..match.line import Line
from ..match.match import Match
from ..match.reading import read_text
from ..match.record import Seat
from ..match.saved import laid as laid_again
from ..match.saved import reruns, verify
from .guard import hash_of, new_id
from .house import House
from .making import Making, tokens_of
from .messages import OPEN, PERSON, Fork, Made, NewTable
from .opening import Laid, head_of, keep, new_secret, scenario_of
from .seating import Chair
from .store.changes import Change, PlanRow, SealedRow
from .table import Kept, Setup, Table
from .turning import Turned, not_yours

YOURS = Path("this match")  # what a file is called that came over the network
LARGEST = 4 * 2**20  # bytes of a file that comes in


def written(table: Table) -> str:
    """A table's match file. Once the match is over it tells how it ended, and the secret of the dice."""
    match, slots = table.match, table.setting.slots
    bodies = [body_of(record, slots) for record in match.records]
    if table.over:
        result = match.result if match.over else AGREED
        bodies += [body_of_end(result, slots), body_of_secret(match.secret_to_keep.value)]
    return table.kept.head + linked(start_of_chain(table.kept.head), bodies)[0]


def must_hide_nothing(table: Table, seat: str) -> None:
    """See to it that a match file gives nothing away: it tells every choice.

    Raises:
        Turned: the match goes on, and its choices are not everybody's.
    """
    chair = table.chairs.get(seat)
    if not table.over and hides(table.match.state[0]) and not (chair and chair.referee):
        raise not_yours("This match hides things while it goes on; its file is told when it is over.")


# Coming in


def brought(house: House, text: str, making: Making) -> tuple[Made, Table]:
    """A match file becomes a table. One that has ended can be replayed; one with its secret beside it goes on as it
    was; any other goes on from its last event, with new dice.

    Raises:
        FireteamError: it is none, or not true.
    """
    file, beside = taken_apart(text)
    packs = house.packs.paths(file.head.packs)
    setting, start = laid_again(file, packs)
    if file.secret is not None or file.end is not None:
        verify(file, packs)
    if file.secret is None and beside is None:
        return forked(house, file, Laid(setting, start), Fork(len(file.records) - 1), making)
    line = Line(setting, start)
    for _ in reruns(file, setting, line):
        pass
    secret = beside.secret if beside else Secret(file.secret or b"")
    match = Match.going_on(line, file.head.seats, secret, beside)
    setup = setup_of(file, setting, packs, "", False)
    rows = _waiting(match, beside)
    return placed(house, setup, match, file.head.text(), making, rows, agreed=file.end is not None)


def taken_apart(text: str) -> tuple[MatchFile, Beside | None]:
    """A match file, and what stood beside it if that follows.

    Raises:
        BadFile: one of them is none.
    """
    first, mark, rest = text.partition(f"\n{BESIDE}\n")
    file = read_text(f"{first}\n" if mark else text, YOURS)
    if not mark or file.secret is not None:
        return file, None
    beside = kept_in(f"{BESIDE}\n{rest}", YOURS)
    if not is_committed(beside.secret, file.head.dice):
        raise BadFile("The secret is not the one of this match.")
    if not all(0 <= slot < len(file.head.slots) for slot in (*beside.sealed, *beside.plans)):
        raise BadFile("What stands beside this match speaks of slots that it does not have.")
    return file, beside


def _waiting(match: Match, beside: Beside | None) -> list[Change]:
    """Sealed choices and plans that came along, as they are kept."""
    if beside is None:
        return []
    sealed = [(slot, beside.sealed[slot]) for slot in match.mailbox.all() if slot in beside.sealed]
    rows: list[Change] = [SealedRow("", one.number, slot, one.line) for slot, one in sealed]
    plans = [(slot, one) for slot, one in beside.plans.items() if one.lines]
    return rows + [PlanRow("", slot, one.number, one.waiting, one.lines) for slot, one in plans]


def setup_of(file: MatchFile, setting: Setting, packs: Sequence[str], title: str, listed: bool) -> Setup:
    """What a match was made with, as a table has it."""
    head = file.head
    _, scenario_title = scenario_of(head.game, head.scenario, packs)
    asked = NewTable(head.game, head.scenario, dict(head.options), head.packs, title=title, listed=listed)
    return Setup(asked, head.scenario, scenario_title, tuple(seat.name for seat in head.seats), head.begins)


def placed(
    house: House,
    setup: Setup,
    match: Match,
    head: str,
    making: Making,
    rows: Sequence[Change] = (),
    agreed: bool = False,
) -> tuple[Made, Table]:
    """A match becomes a table of this house; `agreed`: one that is over, if not by the rules then by consent."""
    chairs = [chair_of(match.setting, seat) for seat in match.seats.values()]
    made = tokens_of(new_id(house.env), chairs, making)
    kept = Kept(made.table, house.env.clock(), setup, head, setup.asked.listed)
    table = Table(kept, match, chairs, {}, house.store, house.env)
    rows = [msgspec.structs.replace(row, table=table.id) for row in (*rows, *making.rows(made))]
    return made, keep(table, hash_of(made.host), rows, agreed)


def chair_of(setting: Setting, seat: Seat) -> Chair:
    """A seat of a match file as a table has it: bots stay, and every other seat has a link."""
    slots = tuple(name for slot, name in enumerate(setting.slots) if seat.holds(slot))
    bot = seat.controller in BOTS and bool(slots) and not seat.referee
    return Chair(seat.name, slots, seat.controller if bot else PERSON if slots else OPEN, referee=seat.referee)


# Going on from anywhere


def fork_of(house: House, table: Table, wish: Fork, making: Making) -> tuple[Made, Table]:
    """A table of one's own that goes on after an event of a match that is over.

    Raises:
        Turned: it is not over: whoever could look at a match from every seat would know what is hidden.
    """
    if not table.over:
        raise Turned("E_NOT_OVER", "A match can be gone on with from any point once it is over.", 409)
    file = read_text(written(table), YOURS)
    packs = house.packs.paths(file.head.packs)
    return forked(house, file, Laid(*laid_again(file, packs)), wish, making)


def forked(house: House, file: MatchFile, found: Laid, wish: Fork, making: Making) -> tuple[Made, Table]:
    """A new match after an event, with new dice. What went before counts as typed in.

    Raises:
        Turned: there is no such event, or the match is over after it.
    """
    at = wish.event
    if not 0 <= at < len(file.records):
        raise Turned("E_UNKNOWN", f"There is no event {at}; they go from 0 to {len(file.records) - 1}.")
    line = Line(found.setting, found.start)
    for record in file.records[: at + 1]:
        line.rerun(record._replace(typed=True))
    secret = new_secret(house.env)
    match = Match.going_on(line, file.head.seats, secret)
    if match.over:
        raise Turned("E_OVER", f"After event {at} the match is over; go on from an earlier one.", 409)
    setup = setup_of(file, found.setting, house.packs.paths(file.head.packs), wish.title, wish.listed)
    head = head_of(setup, found, file.head.seats, secret, f"{file.chain[at][:SHORT]} {at}")
    return placed(house, setup, match, head.text(), making)
