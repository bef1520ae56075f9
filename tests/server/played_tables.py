"""Tables at which everybody chooses by lot, and what is told of it on sockets, beside what it should be."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from itertools import accumulate, repeat
from random import Random
from typing import Any, NamedTuple

import msgspec

from fireteam.core.errors import FireteamError
from fireteam.core.game import Game
from fireteam.match.quick_play import QuickMoment, QuickPlay
from fireteam.match.record import PERSON
from fireteam.server.env import Env
from fireteam.server.store.receipt import Receipt
from fireteam.server.tables.acts import do
from fireteam.server.tables.creation import MatchStart, PackFolders, create_table, setup_and_seats
from fireteam.server.tables.quick_readers import QuickReaders
from fireteam.server.tables.readers import Readers, reader_of
from fireteam.server.tables.seats import Caller, SeatState, streams_of
from fireteam.server.tables.table import Setup, Table, TableRecord
from fireteam.server.tables.unit_of_work import TABLE, event_placeholder
from fireteam.server.tables.view import SeatViews
from fireteam.server.wire import messages as m
from fireteam.server.wire.decoder import Decoder
from fireteam.server.wire.events import redact_item
from fireteam.server.wire.item_rows import milliseconds
from fireteam.server.wire.view_changes import GroupedView
from tests.chance import drawn

MADE = 1_764_097_965.2535  # when tables were made: between two milliseconds


class NoStore:
    """A store that keeps nothing, at once."""

    def send(self, *changes: object) -> Receipt:
        kept = Receipt()
        kept.end()
        return kept

    write = write_new = send

    def items(self, table: str, stream: str, since: int) -> list[Any]:
        return []


class Heard(NamedTuple):
    """What one reader is sent by one change, and what they are to make of it."""

    seat: str
    frame: bytes
    items: tuple[m.Item, ...]
    now: m.Now


def table_at(game: str, scenario: str, options: Mapping[str, str], seed: int = 1) -> Table:
    """A table at which every slot has a person."""
    asked = m.NewTable(game, scenario, dict(options))
    setup, found, _ = setup_and_seats(asked, PackFolders())
    return seated(setup, found, seed)


def table_of(game: Game, scenario: str, seed: int = 1) -> Table:
    """A table of a game that is nowhere installed."""
    setting = game.make_setting(scenario, {}, ())
    setup = Setup(m.NewTable(game.id, scenario), scenario, scenario, setting.slots)
    return seated(setup, MatchStart(setting, setting.opening), seed)


def seated(setup: Setup, found: MatchStart, seed: int) -> Table:
    setting = found.setting
    seats = [SeatState(slot, (slot,), PERSON, referee=k == setting.referee) for k, slot in enumerate(setting.slots)]
    setup = msgspec.structs.replace(setup, seats=setting.slots)
    moments = accumulate(repeat(0.0377), initial=MADE)
    env = Env(lambda: next(moments), drawn(f"{setup.asked.game} {seed}"))
    record = TableRecord("table", MADE, setup, "")
    return create_table(record, found, seats, "", NoStore(), env)  # type: ignore[arg-type]


class Everybody:
    """All readers of a table, each with a socket from the beginning."""

    def __init__(self, table: Table) -> None:
        self.table, self.readers, self.views = table, Readers(table), SeatViews(table)
        self.play = QuickPlay(table.match)
        self.quick_readers = QuickReaders(table, self.play, self.readers)
        self.seats = ("", *table.seat_states)
        self.by_seat: Any = {seat: [seat] for seat in self.seats}  # in place of subscribers
        self.decoders: dict[str, Decoder] = {}
        self.shown: dict[str, m.Now] = {}
        self.first: dict[str, list[Heard]] = {seat: self.comes(seat) for seat in self.seats}

    def cards(self) -> tuple[m.SeatCard, ...]:
        return tuple(seat.card(True) for seat in self.table.seat_states.values())

    def now(self, seat: str) -> m.Now:
        return self.views.now(seat, self.cards(), self.table.timer.deadline)

    def in_groups(self, seat: str) -> GroupedView:
        return self.views.in_groups(self.cards(), self.table.timer.deadline)(seat)

    def catch_up(self) -> None:
        self.readers.catch_up(partial(self.views.without_menus, cards=self.cards(), deadline=self.table.timer.deadline))

    def comes(self, seat: str) -> list[Heard]:
        """Somebody opens a socket; the others of the seat go on as they were."""
        self.catch_up()
        self.quick_readers.forget()
        now = self.now(seat)
        for delivery in self.readers.deliveries([seat], (), self.in_groups):
            self.readers.take(delivery)
        frames = self.readers.introduction(Caller(seat), self.cards(), [])
        welcome = json.loads(frames[0])
        self.decoders[seat] = Decoder(welcome, json.loads(self.readers.board.body))
        return [Heard(seat, frames[0], (), now), *(Heard(seat, frame, (), now) for frame in frames[1:])]

    def hear(self, items: list[m.Item]) -> Iterator[Heard]:
        """What everybody is sent of a change."""
        for seat, delivery in zip(self.seats, self.readers.deliveries(self.seats, items, self.in_groups), strict=True):
            self.readers.take(delivery)
            yield Heard(seat, delivery.frame, self.readable(seat, items), self.now(seat))

    def readable(self, seat: str, items: list[m.Item]) -> tuple[m.Item, ...]:
        """The items of a change that a seat may read, as it may know them."""
        table = self.table
        by, panels = reader_of(table, seat)
        mine = [item for item in items if item.stream in streams_of(table.groups, table.seat_states.get(seat))]
        return tuple(redact_item(by, item, table.match.records, table.setting.slots, panels) for item in mine)

    def choose_quickly(self, who: Caller, act: m.Act) -> list[Heard] | None:
        """What everybody is sent of a choice in numbers; None for what is told otherwise, and has not happened yet."""
        if not isinstance(act, m.Choose) or self.table.afoot.paths or self.table.match.consent.open:
            return None
        slot, match = self.play.look(), self.table.match
        quick = self.play.choose(act.line) if slot >= 0 and match.seat(who.seat).holds(slot) else None
        if quick is None:
            return None
        if quick.is_last:
            return self.make_last(who, act, quick)
        table, record, at = self.table, quick.moment.record, round(self.table.env.clock(), 3)
        self.play.commit(quick)
        sent = table.send_choice(who.principal, f"key {table.acts}", act, record, at)
        table.settle_choice(sent, self.play.roll_back)
        items = [m.Item(TABLE, sent.answer.seq, at, event_placeholder(record, table.setting.slots))]
        return list(self.hear_quickly(quick, items))

    def make_last(self, who: Caller, act: m.Act, quick: QuickMoment) -> list[Heard]:
        """What everybody is sent of the choice that ends the match, and then of its end."""
        before = {seat: self.now(seat) for seat in self.seats}
        pending = self.table.do_once(who, "last key", act, partial(self.play.commit_last, quick))[1]
        assert pending is not None
        pending.settle()
        choice, *rest = pending.items
        fields = self.views.beside_quick_choices(self.cards(), self.table.timer.deadline)
        heard = []
        for one in self.hear_quickly(quick, [choice]):
            still = {name: getattr(before[one.seat], name) for name in fields} | {"seq": choice.seq}
            heard.append(one._replace(now=msgspec.structs.replace(one.now, **still)))
        for seat, delivery in zip(self.seats, self.readers.deliveries_beside(self.seats, rest, fields), strict=True):
            self.readers.take(delivery)
            heard.append(Heard(seat, delivery.frame, self.readable(seat, rest), self.now(seat)))
        return heard

    def hear_quickly(self, quick: QuickMoment, items: list[m.Item]) -> Iterator[Heard]:
        """What everybody is sent of a quick choice."""
        for one, frame, menu in self.quick_readers.frames(quick, milliseconds(items[0].at), self.by_seat):
            one.reader.follow(quick.outcome.owing, quick.outcome.question, menu)
            (seat,) = one.subscribers
            yield Heard(seat, frame + b"}", self.readable(seat, items), self.now(seat))


def changes(everybody: Everybody, luck: Random, most: int, quick: float = 0.8) -> Iterator[Iterable[Heard]]:
    """What everybody hears while all choose by lot, talk, and take back; `quick` is the share of quick choices."""
    made, table = 0, everybody.table
    while made < most and not table.over:
        for who, act in deeds(table, luck):
            heard: Iterable[Heard] | None = None
            if luck.random() < quick:
                heard = everybody.choose_quickly(who, act)
            if heard is None:
                everybody.catch_up()
                try:
                    pending = table.change(partial(do, table, who, act))
                except FireteamError:
                    continue
                pending.settle()
                heard = everybody.hear(pending.items)
            made += isinstance(act, m.Choose)
            yield heard
            if table.over or made >= most:
                return


def deeds(table: Table, luck: Random) -> Iterator[tuple[Caller, m.Act]]:
    """One round: each slot that owes something chooses, and now and then somebody does something else."""
    slots = table.setting.slots
    for slot in list(table.match.slots_to_act()):
        seat = next(name for name, one in table.seat_states.items() if slots[slot] in one.slots)
        if slot not in table.match.slots_to_act():
            return
        if luck.random() < 0.08:
            side = luck.random() < 0.5
            question, undo = table.match.question, m.Undo(table.match.last_choice(seat))
            others = m.Redo(table.match.redo_event), m.OfferDraw(), m.Withdraw(question)
            yield Caller(seat), luck.choice((m.Say("what now?", side), undo, *others))
            yield (
                Caller(luck.choice(list(table.seat_states))),
                m.Answer(table.match.ledger.proposals.last, luck.random() < 0.6),
            )
        if slot not in table.match.slots_to_act() or table.over:
            return
        menu = SeatViews(table).for_seat(seat).decisions
        options = next((one.options for one in menu if one.slot == slot), ())
        if options:
            yield Caller(seat), m.Choose(luck.choice(options).notation, table.match.question, slots[slot])
