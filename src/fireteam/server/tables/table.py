"""`Table`: a match with its seats and chat. A change is stored whole before it is broadcast, or rolled back."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

import msgspec

from ...core.errors import Conflict, StoreUnavailable
from ...match.autowalk.walks import Walks
from ...match.file.format import DRAW_BY_AGREEMENT
from ...match.match import Match
from ...match.record import Record
from ..env import Env
from ..errors import ApiError, forbidden
from ..store.acts import NO_ANSWER, encode_body
from ..store.receipt import Receipt
from ..store.rows import ActItem, ActRow, AnswerRow, ClockRow
from ..store.store import Store
from ..validation import message_digest
from ..wire.messages import OPEN, PERSON, ActCommitted, Choose, Clock, Item, NewTable, ResultItem, SeatItem, TimeoutItem
from .clocks import NONE, TableClock
from .proposals import changed_rows
from .seats import Caller, SeatState, groups_now
from .seen_states import SeenStates
from .snapshots import Snapshots
from .unit_of_work import TABLE, TableJournal, UnitOfWork, end_table, event_row


class Setup(msgspec.Struct, frozen=True):
    """What a table was made with, as it is stored: the request, and what was derived from it."""

    asked: NewTable
    scenario: str
    scenario_title: str
    seats: tuple[str, ...]  # in their order
    begins: str = ""  # a position line; empty for the scenario's opening


SETUP, DONE = msgspec.json.Decoder(Setup), msgspec.json.Decoder(int | ActCommitted)


class TableRecord(NamedTuple):
    """What never changes of a table: id, time of creation (seconds since 1970), Setup, head of the match file."""

    id: str
    made: float
    setup: Setup
    head: str
    listed: bool = False


class PendingChange(NamedTuple):
    """A change that is made in memory and not committed yet. It is not broadcast before `committed` is done.

    `settle` is called after that, before anything else happens at the table: it raises and rolls back a change that was
    not committed.
    """

    items: list[Item]
    committed: Receipt
    settle: Callable[[], None]


class PendingChoice(msgspec.Struct, frozen=True):
    """A choice that is made in memory and not committed yet: its answer, and how the table was before it.

    `Table.settle_choice` is called when `committed` is done, before anything else happens at the table.
    """

    answer: ActCommitted
    committed: Receipt
    last: Mapping[str, int]
    acts: int


class Table:
    """A match with its seats and chat. A change that fails leaves it as it was, in memory and in the store.

    `id` is that of its address, `setting` what is played.
    `stale`: a write failed, and it is uncertain what the store has; open the table again before the next change.
    `changes`: how many there have been that were no quick choices.
    """

    def __init__(
        self,
        record: TableRecord,
        match: Match,
        seat_states: Iterable[SeatState],
        last: Mapping[str, int],
        store: Store,
        env: Env,
        clock: bytes | None = None,
    ) -> None:
        self.record, self.match, self.store, self.env = record, match, store, env
        self.id, self.setting = record.id, match.setting
        self.seat_states: dict[str, SeatState] = {seat_state.name: seat_state for seat_state in seat_states}
        self.last: Mapping[str, int] = last
        self.afoot, self.seen = Walks(match), SeenStates(match)
        self.ended = ""  # how it ended, in words
        self.stale = False
        self.snapshots = Snapshots(record.id, match.setting)
        self.timer = TableClock(self.clock, clock, record.setup.asked.clock.kind == NONE)
        self.journal = TableJournal(match.setting)
        self.acts = 0  # the number of the last act in the log
        self.changes = 0
        self._groups: tuple[Record | None, Mapping[str, tuple[str, ...]]] | None = None  # after an event
        self._keys: dict[int, int] | None = None  # acts by the hash of the key under which they were done here
        match.is_paced = True  # what is planned follows step by step, so that who is stopped does not walk on
        match.write_to(self.journal)
        match.consent.people = self.people

    @property
    def groups(self) -> Mapping[str, tuple[str, ...]]:
        """Who is together now, slots by the name of the side."""
        last = self.match.records[-1] if self.match.records else None
        if self._groups is None or self._groups[0] is not last:
            self._groups = last, groups_now(self.setting, self.match.state)
        return self._groups[1]

    @property
    def seq(self) -> int:
        """The number of the last item of the table's stream."""
        return self.last.get(TABLE, 0)

    @property
    def clock(self) -> Clock:
        """How long a decision may take: as the host has it, else as the match asks for."""
        asked, seconds = self.record.setup.asked.clock, self.setting.seconds
        return Clock("each", seconds) if seconds and asked.kind == "none" else asked

    @property
    def over(self) -> bool:
        """Whether the match has ended, by the rules or by agreement."""
        return bool(self.ended) or self.match.is_over

    @property
    def unit(self) -> UnitOfWork:
        """The unit of work of the change under way."""
        assert self.journal.unit is not None, "only an act changes a table"
        return self.journal.unit

    # Who is who

    def seat_state(self, who: Caller) -> SeatState:
        """Return the seat of a caller.

        Raises:
            ApiError: the caller holds none.
        """
        if who.seat not in self.seat_states:
            raise forbidden("Only who holds a seat may do that.")
        return self.seat_states[who.seat]

    def slot(self, seat_state: SeatState, name: str) -> int | None:
        """Return the number of a slot that a seat may choose for; None without a name.

        Raises:
            ApiError: the seat does not hold it, nor command it.
        """
        commands = seat_state.referee and self.setting.referee_commands and name in self.setting.slots
        if name and name not in seat_state.slots and not commands:
            raise forbidden(f"{seat_state.name} does not hold {name[:40]!r}.")
        return self.setting.slots.index(name) if name else None

    def people(self) -> frozenset[str]:
        """Return the names of the seats that play and that a person decides for."""
        return frozenset(c.name for c in self.seat_states.values() if c.by == PERSON and c.slots and not c.referee)

    @property
    def only_bots(self) -> bool:
        """Whether bots decide for all seats that play."""
        return all(
            seat_state.is_bot or seat_state.referee for seat_state in self.seat_states.values() if seat_state.slots
        )

    def seat(self, seat_state: SeatState, by: str, person: str | None = None, why: str = "") -> None:
        """Change who decides for a seat.

        Args:
            by: `person`, `open` or the name of a bot.
            person: the name of the person; None leaves it as it is. An open seat has none unless one is given.
            why: the reason, where the seat did not ask for it.
        """
        seat_state.by = by
        if by == OPEN:
            seat_state.person = ""
        seat_state.person = seat_state.person if person is None else person
        self.unit.rows.append(seat_state.row(self.id))
        self.unit.tell(SeatItem(seat_state.name, by, seat_state.person, why))

    # Acting

    def do_once(
        self, who: Caller, key: str, act: object, does: Callable[[], None]
    ) -> tuple[ActCommitted, PendingChange | None]:
        """Carry out an act once per idempotency key, and store its answer in the same unit of work.

        A repeated key changes nothing: the stored answer is returned, and no Pending.

        Raises:
            ApiError: the key was used for a different act.
            FireteamError: the act is refused, and nothing has changed.
        """
        digest = act_digest(act)
        before = self._stored_answer(who, key)
        if before is not None:
            if before.digest not in (digest, message_digest(act)):  # as earlier versions of Fireteam stored it
                raise ApiError("E_KEY", "Something else was done under this key before.", 409)
            return answer_of(before), None

        def answer_row() -> AnswerRow:
            return AnswerRow(who.principal, key, digest, b"%d" % self.unit.last.get(TABLE, 0))

        pending = self.change(does, answer_row)
        self._known_keys()[hash((who.principal, key))] = self.acts
        return ActCommitted(key, self.seq), pending

    def _stored_answer(self, who: Caller, key: str) -> AnswerRow | None:
        """Return the answer stored under a key, if any. The store is read only if the key was used at this table."""
        number = self._known_keys().get(hash((who.principal, key)))
        found = None if number is None else self.store.answer(self.id, number)
        return found if found and (found.principal, found.key) == (who.principal, key) else None

    def is_known(self, principal: str, key: str) -> bool:
        """Whether something may have been done under a key here: who does not read the store for it cannot be sure."""
        return self._keys is None or hash((principal, key)) in self._keys

    def begin_keys(self) -> None:
        """Take note that nothing has been done under any key: the table is a new one."""
        self._keys = {}

    def _known_keys(self) -> dict[int, int]:
        if self._keys is None:
            self._keys = {hash(who): number for who, number in self.store.keys(self.id).items()}
        return self._keys

    def change(self, does: Callable[[], None], answer: Callable[[], AnswerRow] = lambda: NO_ANSWER) -> PendingChange:
        """Make a change with all that follows from it, and send it to the store. It is committed later: see Pending.

        Args:
            answer: returns the answer to store with the act; called after the change is made.

        Raises:
            FireteamError: the change is refused, and nothing has changed.
        """
        proposals = self.match.ledger.proposals
        self.changes += 1

        def change() -> None:
            does()
            self._follow()
            self._start_clock()
            self.unit.rows += changed_rows(proposals, self.match.ledger.proposals, self.id)

        return self._send(change, answer, self._rollback())

    @property
    def is_plain(self) -> bool:
        """Whether nothing is under way but the match, and a choice alters nothing else that is stored."""
        is_busy = self.match.consent.open or self.ended or self.stale or self.afoot.paths or self.afoot.ends
        return not is_busy and not self.journal.may_be_sealed and self.timer.clock.kind == NONE

    def send_choice(self, principal: str, key: str, act: Choose, record: Record, at: float) -> PendingChoice:
        """Send a choice to the store that the match has made already, and from which nothing else follows.

        The table `is_plain`, and the key is a new one. Whoever made the choice rolls it back if this fails. `at` is
        when it was made, in seconds since 1970.
        """
        last, acts = self.last, self.acts
        number, seq = acts + 1, last[TABLE] + 1
        body = encode_body(((event_row(record),), (ActItem(seq),)))
        row = ActRow(self.id, number, at, principal, key, choice_digest(act), b"%d" % seq, 1, body)
        if record.number < self.snapshots.due:
            receipt = self.store.send(row)
        else:
            receipt = self.store.send(*self.snapshots.rows_due(record.number, self.match), row)
        self.last, self.acts = {**last, TABLE: seq}, number
        self._known_keys()[hash((principal, key))] = number
        return PendingChoice(ActCommitted(key, seq), receipt, last, acts)

    def settle_choice(self, sent: PendingChoice, roll_back: Callable[[], None]) -> None:
        """Raise why a choice was not committed, if so, once `roll_back` has undone it in the match."""

        if sent.committed.exception() is None:
            return

        def back() -> None:
            roll_back()
            self.last, self.acts = sent.last, sent.acts

        self._settle(sent.committed, back)

    def _send(
        self, change: Callable[[], None], answer: Callable[[], AnswerRow], back: Callable[[], None]
    ) -> PendingChange:
        """Make a change within a unit of work, and send that to the store; `back` undoes it."""
        unit = self.journal.unit = UnitOfWork(self.id, self.env.clock(), self.last, self.acts)
        try:
            change()
            unit.rows += self.snapshots.rows_due(self.match.timeline.moments[-1].record.number, self.match)
            receipt = self.store.send(*unit.changes(answer()))
        except BaseException:
            back()
            raise
        finally:
            self.journal.unit = None
        self.last, self.acts = unit.last, unit.acts

        return PendingChange(unit.items, receipt, lambda: self._settle(receipt, back))

    def _settle(self, receipt: Receipt, back: Callable[[], None]) -> None:
        """Raise why a change was not committed, if so, once `back` has undone it."""
        try:
            receipt.result()
        except BaseException as error:
            # it is not sure what the store has
            self.stale = self.stale or isinstance(error, (StoreUnavailable, Conflict))
            back()
            raise

    def _rollback(self) -> Callable[[], None]:
        """Return a function that restores the table as it is now."""
        snapshot, last, acts = self.match.snapshot(), self.last, self.acts
        seat_states = {seat_state.name: msgspec.structs.replace(seat_state) for seat_state in self.seat_states.values()}
        paths, endings = dict(self.afoot.paths), dict(self.afoot.ends)
        ended, timer = self.ended, self.timer.copy()

        def back() -> None:
            self.match.restore(snapshot)
            self.last, self.acts = last, acts
            self.journal.may_be_sealed = True
            self.seat_states, self.ended, self.timer = seat_states, ended, timer
            self.afoot.paths, self.afoot.ends = paths, endings

        return back

    def _follow(self) -> None:
        """Carry out what is agreed and the plans that are due, then end the table if the match is over."""
        self._carry_out_proposals()
        going = True
        while going and not self.over:
            self.afoot.update()
            going = bool(self.match.carry_on())
            self.afoot.update()
        if self.match.is_over and not self.ended:
            self.announce_end()

    def _carry_out_proposals(self) -> None:
        """End without a winner, or take back, if everybody has agreed who is asked now."""
        if self.over:
            return
        if self.match.consent.is_draw_agreed:
            self.end_by_agreement()
        elif self.match.consent.carry_out():
            self.afoot.cut_short()

    def update_clock(self) -> bool:
        """Update the clock from the match; return whether it has to be stored.

        Time runs for the slots of seats that a person decides for, and for none while `is_gathering` or after the end.
        """
        untimed = (c.slots for c in self.seat_states.values() if c.by != PERSON)
        mask = sum(1 << self.setting.slots.index(slot) for slots in untimed for slot in slots)
        return self.timer.observe(self.match, -1 if self.over or self.is_gathering else mask, self.env.clock())

    @property
    def is_gathering(self) -> bool:
        """Whether nobody has chosen yet and a seat that plays is still open."""
        return self.match.next_number == 1 and any(
            c.by == OPEN and c.slots and not c.referee for c in self.seat_states.values()
        )

    def _start_clock(self) -> None:
        """Update the clock, and save it if a decision has just opened."""
        if self.update_clock():
            self.save_clock()

    def expire_clock(self) -> None:
        """If the time is up, make the game's default choice for the awaited slots that have planned nothing."""
        if self.timer.is_expired and not self.over:
            late = self.match.late_slots(self.timer.awaited)
            self.unit.tell(
                TimeoutItem(tuple(self.setting.slots[slot] for slot in late))
            )  # the reason comes before the act
            self.match.time_out(late)

    def save_clock(self) -> None:
        """Store how much time is left."""
        if self.timer.state is not None:
            self.unit.rows.append(ClockRow(self.id, self.timer.body()))

    def end_by_agreement(self) -> None:
        """End the match without a winner, as all people have agreed."""
        self.ended = DRAW_BY_AGREEMENT.sentence
        self.match.consent.end()
        end_table(
            self.unit,
            ResultItem(
                (), DRAW_BY_AGREEMENT.sentence, DRAW_BY_AGREEMENT.clause, self.match.secret_to_store.value.hex()
            ),
        )

    def announce_end(self) -> None:
        """Announce the end of a match that is over by the rules: its result and the secret of the dice."""
        self.match.reveal_secret()
        self.ended = self.match.result.sentence


def act_digest(act: object) -> str:
    """Return what acts under one idempotency key must agree in."""
    return choice_digest(act) if type(act) is Choose and not act.reason else message_digest(act)


def choice_digest(act: Choose) -> str:
    """The same of a choice without a reason: itself, which is shorter than a hash."""
    return f"{act.question} {act.slot}: {act.line}"


def answer_of(row: AnswerRow) -> ActCommitted:
    """Return the answer that is stored under a key."""
    found = DONE.decode(row.answer)
    return ActCommitted(row.key, found) if isinstance(found, int) else found
