"""What is not kept has not happened: after every act that fails, all of the table stands as it stood before it."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from functools import partial

import pytest

from fireteam.core.errors import StoreUnavailable
from fireteam.match.quick_play import QuickPlay
from fireteam.server.env import Env
from fireteam.server.store.receipt import Receipt
from fireteam.server.store.rows import Change
from fireteam.server.tables.acts import do
from fireteam.server.tables.creation import PackFolders, create_table, setup_and_seats
from fireteam.server.tables.seats import Caller
from fireteam.server.tables.table import Table, TableRecord
from fireteam.server.tables.view import SeatViews
from fireteam.server.wire.messages import (
    Act,
    Answer,
    Choose,
    Clock,
    Hand,
    NewSeat,
    NewTable,
    OfferDraw,
    Pause,
    Plan,
    Redo,
    Resign,
    Retract,
    Rewind,
    Say,
    StandIn,
    Undo,
    Unpause,
    Walk,
    Withdraw,
)
from tests.server.simulation import NOW, for_now


class Disk:
    """A store that keeps nothing and says that it has, or that it has not."""

    full = False

    def write_new(self, table: str, *changes: Change) -> None:
        self.write(*changes)

    def write(self, *changes: Change) -> None:
        assert changes

    def send(self, *changes: Change) -> Receipt:
        kept = Receipt()
        kept.end(StoreUnavailable("the disk is full") if self.full else None)
        return kept


def table_of(game: str, scenario: str, options: dict[str, str], *slots: str) -> Table:
    """A table with a clock and a person on every slot."""
    seats = tuple(NewSeat(slot, (slot,), "person") for slot in slots)
    new = NewTable(game, scenario, options, seats=seats, clock=Clock("each", 60))
    setup, found, seat_states = setup_and_seats(new, PackFolders())
    numbers = itertools.count()
    env = Env(lambda: 1_000_000.0, lambda count: bytes((next(numbers) + k) % 256 for k in range(count)))
    return create_table(TableRecord("friday", 0.0, setup, ""), found, seat_states, "host", Disk(), env)  # type: ignore[arg-type]


def standing(table: Table) -> dict[str, str]:
    """All of a table that an act may change."""
    match, line = table.match, table.match.timeline
    parts: dict[str, object] = {
        "records": line.records,
        "steps": [step.record for step in line.moments],
        "state": match.state.tobytes(),
        "taken back": [(by, [step.record for step in steps]) for by, steps in line.redo_stack],
        "stopped": line.pause_record,
        "sealed": match.mailbox.all(),
        "plans": match.ledger.plans.all(),
        "asked": match.ledger.proposals,
        "secret": match.ledger.is_secret_revealed,
        "seqs": table.last,
        "acts": table.acts,
        "chairs": table.seat_states,
        "ended": table.ended,
        "walks": table.afoot.paths,
        "ends of walks": table.afoot.ends,
        "clock": (table.timer.state, table.timer.awaited, table.timer.deadline),
    }
    return {name: repr(part) for name, part in parts.items()}


class Broke(Exception):
    """Something of the server's own broke."""


def fails_at_first(table: Table, does: Callable[[], None]) -> set[str]:
    """Let something happen that first breaks, then is not kept, then is kept: what of the table it has changed."""
    before, may_be_sealed = standing(table), table.journal.may_be_sealed

    def breaks() -> None:
        does()
        raise Broke

    with pytest.raises(Broke):
        table.change(breaks)
    assert standing(table) == before, "it broke when all was done"
    table.store.full = True  # type: ignore[attr-defined]
    pending = table.change(does)
    with pytest.raises(StoreUnavailable):
        pending.settle()
    assert standing(table) == before, "it could not be kept"
    assert table.journal.may_be_sealed >= may_be_sealed, "what was sealed is still in the store, and to be removed"
    table.store.full = False  # type: ignore[attr-defined]
    table.change(does).settle()
    after = standing(table)
    return {name for name in before if before[name] != after[name]}


def played(table: Table, acts: list[tuple[str, Act]]) -> set[str]:
    """Acts of some seats, one after another, each of which fails at first: what they changed between them."""
    found = set()
    for seat, act in acts:
        changed = fails_at_first(table, partial(do, table, Caller(seat), for_now(table, Caller(seat), act)))
        assert changed, f"{act} changes nothing"
        found |= changed
    return found


COUNTS: list[tuple[str, Act]] = [
    ("U1", Choose("buy flash", NOW)),
    ("U1", Withdraw(NOW, "U1")),
    ("U1", Choose("buy -", NOW)),
    ("U2", Choose("buy -", NOW)),
    ("U1", Choose("call sidearm", NOW)),
    ("U2", Choose("call sidearm", NOW)),
    ("U1", Plan(("move 1,0", "move 1,0"), NOW, "U1")),
    ("U2", Choose("stay", NOW)),
    ("U2", Walk("U2", 44.5, 15.0, NOW)),  # not far: ways take long where rules run plain
    ("U2", Choose("stay", NOW)),  # and so the walk ends before its goal
    ("U1", Choose("move 1,0", NOW)),
    ("admin", Pause("somebody is at the door")),
    ("U1", Say("who is it?")),
    ("admin", Unpause()),
    ("U1", Undo(NOW)),
    ("U2", Answer(1, True)),
    ("U1", Redo(NOW)),
    ("U2", Hand("open")),
    ("U2", Hand("person")),
    ("admin", StandIn(NOW, "U2")),
    ("admin", Rewind(2, "we counted wrongly")),
    ("U1", OfferDraw()),
    ("U1", Retract(2)),
    ("U1", OfferDraw()),
    ("U2", Answer(3, True)),
]


def test_every_act_that_fails_leaves_all_of_the_table_as_it_was():
    counts = table_of("tps", "de_depot", {"teams": "1v1", "sv_admin": "1"}, "U1", "U2", "admin")
    duel = table_of("ttt", "besiege_the_bunker", {"force": "preset", "seats": "fixed"}, "red", "blue")
    changed = played(counts, COUNTS) | played(duel, [("red", Resign())])
    assert changed == set(standing(duel)), "each part of a table is changed by something here"


def test_a_quick_choice_that_cannot_be_kept_leaves_all_of_the_table_as_it_was():
    table = table_of("ttt", "besiege_the_bunker", {"force": "preset", "seats": "fixed"}, "red", "blue")
    play = QuickPlay(table.match)
    seat = table.setting.slots[play.look()]
    (menu,) = SeatViews(table).for_seat(seat).decisions
    act, before = Choose(menu.options[0].notation, table.match.question, seat), standing(table)
    for table.store.full in (True, False):  # type: ignore[attr-defined]
        assert standing(table) == before
        play.look()
        quick = play.choose(act.line)
        assert quick is not None
        play.commit(quick)
        sent = table.send_choice(Caller(seat).principal, "the-choice", act, quick.moment.record, 1_000_000.0)
        if table.store.full:  # type: ignore[attr-defined]
            with pytest.raises(StoreUnavailable):
                table.settle_choice(sent, play.roll_back)
    table.settle_choice(sent, play.roll_back)
    after = standing(table)
    assert {name for name in before if before[name] != after[name]} == {"records", "steps", "state", "seqs", "acts"}


def test_time_that_runs_out_and_cannot_be_kept_has_not_run_out():
    table = table_of("ttt", "besiege_the_bunker", {"force": "preset", "seats": "fixed"}, "red", "blue")
    for _ in range(31):
        table.timer.advance(2.0, 1_000_000.0)
    assert table.timer.is_expired
    assert fails_at_first(table, table.expire_clock) >= {"records", "state", "clock"}
    assert not table.timer.is_expired
