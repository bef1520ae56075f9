"""An open table: its match, its seats and what was said. One act at a time, kept whole before anybody hears of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import Future
from typing import NamedTuple

import msgspec

from ..core.errors import Conflict, StoreRefused
from ..core.game import Setting
from ..match.afoot import Afoot
from ..match.files import AGREED
from ..match.match import Match
from ..match.memory import Memory
from .clocks import Hourglass
from .env import Env
from .guard import digest_of
from .messages import OPEN, PERSON, Clock, Done, Ended, Item, Late, NewTable, Sat
from .proposals import Draw, Proposals
from .seating import Chair, Who
from .snapshots import Snapshots
from .store.changes import AnswerRow, Change, ClockRow
from .store.store import Store
from .turning import Turned, not_yours
from .unit import TABLE, TableJournal, Unit, end_with


class Setup(msgspec.Struct, frozen=True):
    """What a table was made with, as it is kept beside it: what was asked for, and what came of that."""

    asked: NewTable
    scenario: str
    scenario_title: str
    seats: tuple[str, ...]  # in their order
    begins: str = ""  # a position line; empty for the scenario's opening


SETUP, DONE = msgspec.json.Decoder(Setup), msgspec.json.Decoder(Done)


class Kept(NamedTuple):
    """What is kept of a table for good: its id, when it was made, what with, and the head of its match file."""

    id: str
    made: float
    setup: Setup
    head: str
    listed: bool = False


class Pending(NamedTuple):
    """Something that has happened at a table and is not kept yet: nobody hears of it before `kept` is done.

    `settle` is called after that, before anything else happens there: where it could not be kept, it has not happened.
    """

    items: list[Item]
    kept: Future[None]
    settle: Callable[[], None]


class Table:
    """A table. Whatever fails leaves it as it was, in memory and in the store."""

    def __init__(
        self,
        kept: Kept,
        match: Match,
        chairs: Iterable[Chair],
        last: Mapping[str, int],
        store: Store,
        env: Env,
        clock: bytes | None = None,
    ) -> None:
        self.kept, self.match, self.store, self.env = kept, match, store, env
        self.chairs: dict[str, Chair] = {chair.name: chair for chair in chairs}
        self.last: Mapping[str, int] = last
        self.afoot = Afoot(match)
        self.draw: Draw | None = None
        self.ended = ""  # how it ended, in words
        self.stale = False
        self.snapshots = Snapshots(kept.id, match.setting)
        self.glass = Hourglass(self.clock, clock)
        self.journal = TableJournal(match.setting)
        self._keys: set[int] | None = None  # hashes of the keys under which something was done here
        match.paced = True  # what is planned follows step by step, so that who is stopped does not walk on
        match.write_to(self.journal)

    @property
    def id(self) -> str:
        """Its name in addresses."""
        return self.kept.id

    @property
    def setting(self) -> Setting:
        """What the match is played with."""
        return self.match.setting

    @property
    def seq(self) -> int:
        """The number of the last item that everybody reads."""
        return self.last.get(TABLE, 0)

    @property
    def clock(self) -> Clock:
        """How long a decision may take."""
        return self.kept.setup.asked.clock

    @property
    def over(self) -> bool:
        """Whether nothing more will happen, by the rules or because all agreed."""
        return bool(self.ended) or self.match.over

    @property
    def proposals(self) -> Proposals:
        """What waits for answers."""
        return Proposals(self.draw, self.match.asked)

    @property
    def unit(self) -> Unit:
        """What the act changes that is being carried out."""
        assert self.journal.unit is not None, "only an act changes a table"
        return self.journal.unit

    # Who is who

    def chair(self, who: Who) -> Chair:
        """The seat of who acts.

        Raises:
            Turned: who looks on has none.
        """
        if who.seat not in self.chairs:
            raise not_yours("Only who holds a seat may do that.")
        return self.chairs[who.seat]

    def slot(self, chair: Chair, name: str) -> int | None:
        """The number of a slot of a seat; none where none is named.

        Raises:
            Turned: it is not this seat's.
        """
        if name and name not in chair.slots:
            raise not_yours(f"{chair.name} does not hold {name[:40]!r}.")
        return self.setting.slots.index(name) if name else None

    def people(self) -> frozenset[str]:
        """The seats that a person decides for and that play."""
        return frozenset(c.name for c in self.chairs.values() if c.by == PERSON and c.slots and not c.referee)

    @property
    def only_bots(self) -> bool:
        """Whether nobody decides any more but bots."""
        return all(chair.is_bot or chair.referee for chair in self.chairs.values() if chair.slots)

    def seat(self, chair: Chair, by: str, person: str | None = None, why: str = "") -> None:
        """Somebody else decides for a seat from now on."""
        chair.by = by
        if by == OPEN:
            chair.person = ""
        chair.person = chair.person if person is None else person
        self.unit.rows.append(chair.row(self.id))
        self.unit.tell(Sat(chair.name, by, chair.person, why))

    # Acting

    def once(self, who: Who, key: str, act: object, does: Callable[[], None]) -> tuple[Done, Pending | None]:
        """Do something under a key: what happens, and what it is answered with, is kept in one piece.

        By the same key again nothing happens, and it is answered the same.

        Raises:
            Turned: the key was used for something else.
            FireteamError: it is not done, and nothing has changed.
        """
        digest = digest_of(act)
        before = self._answered(who, key)
        if before is not None:
            if before.digest != digest:
                raise Turned("E_KEY", "Something else was done under this key before.", 409)
            return DONE.decode(before.answer), None

        def answered() -> list[Change]:
            done = Done(key, self.unit.last.get(TABLE, 0))
            return [AnswerRow(self.id, who.principal, key, digest, msgspec.json.encode(done))]

        pending = self.change(does, answered)
        self._known_keys().add(hash((who.principal, key)))
        return Done(key, self.seq), pending

    def _answered(self, who: Who, key: str) -> AnswerRow | None:
        """What was answered under a key. The store is asked only where the key is one that was used here."""
        used = hash((who.principal, key)) in self._known_keys()
        return self.store.answer(self.id, who.principal, key) if used else None

    def _known_keys(self) -> set[int]:
        if self._keys is None:
            self._keys = set(map(hash, self.store.keys(self.id)))
        return self._keys

    def change(self, does: Callable[[], None], more: Callable[[], list[Change]] = list) -> Pending:
        """Let something happen with all that follows at once. It is on its way to the store when this returns.

        Raises:
            FireteamError: it is not done, and nothing has changed.
        """
        back, proposals = self._way_back(), self.proposals
        unit = self.journal.unit = Unit(self.id, self.env.clock(), self.last)
        try:
            does()
            self._follow()
            self._turn_glass()
            unit.rows += [*self.proposals.since(proposals, self.id), *self.snapshots.due(self.match)]
            kept = self.store.send(*unit.rows, *more())
        except BaseException:
            back()
            raise
        finally:
            self.journal.unit = None
        self.last = unit.last

        def settle() -> None:
            try:
                kept.result()
            except BaseException as error:
                self.stale = self.stale or isinstance(
                    error, (StoreRefused, Conflict)
                )  # it is not sure what the store has
                back()
                raise

        return Pending(unit.items, kept, settle)

    def _way_back(self) -> Callable[[], None]:
        """What lets the table stand again as it stands now."""
        memory, last = Memory(self.match), self.last
        chairs = {chair.name: msgspec.structs.replace(chair) for chair in self.chairs.values()}
        paths, endings, draw = dict(self.afoot.paths), dict(self.afoot.endings), self.draw
        ended, glass = self.ended, self.glass.copy()

        def back() -> None:
            memory.recall()
            self.last = last
            self.chairs, self.draw, self.ended, self.glass = chairs, draw, ended, glass
            self.afoot.paths, self.afoot.endings = paths, endings

        return back

    def _follow(self) -> None:
        """What was planned happens; a match that is over tells its secret."""
        going = True
        while going and not self.match.over:
            self.afoot.mind()
            going = bool(self.match.follow_plans())
            self.afoot.mind()
        if self.draw and not self.draw.waiting and not self.over:
            self.agree()
        if self.match.over and not self.ended:
            self.tell_end()
        if self.over:
            self.draw = None

    def look_at_glass(self) -> bool:
        """See whose time runs: that of people who sit here; whether that is to be kept."""
        untimed = (c.slots for c in self.chairs.values() if c.by != PERSON)
        mask = sum(1 << self.setting.slots.index(slot) for slots in untimed for slot in slots)
        return self.glass.look(self.match, -1 if self.over or self.gathering else mask, self.env.clock())

    @property
    def gathering(self) -> bool:
        """Whether nobody has chosen yet, and somebody who is to play has still to come."""
        return self.match.number == 1 and any(c.by == OPEN and c.slots and not c.referee for c in self.chairs.values())

    def _turn_glass(self) -> None:
        """The time of a decision that has come begins to run."""
        if self.look_at_glass():
            self.keep_glass()

    def run_out(self) -> None:
        """The time is over of those who are awaited: they do what the game states for that."""
        if self.glass.has_run_out and not self.over:
            late = self.match.late(self.glass.awaited)
            self.unit.tell(Late(tuple(self.setting.slots[slot] for slot in late)))  # the reason comes before the act
            self.match.time_out(late)

    def keep_glass(self) -> None:
        """Keep how much time is left."""
        if self.glass.sand is not None:
            self.unit.rows.append(ClockRow(self.id, self.glass.body()))

    def agree(self) -> None:
        """The table is over, and nobody has won, as all people wanted it."""
        self.ended = AGREED.sentence
        end_with(self.unit, Ended((), AGREED.sentence, AGREED.clause, self.match.secret_to_keep.value.hex()))

    def tell_end(self) -> None:
        """The match is over by the rules: how it ended is told, and its secret."""
        self.match.reveal()
        self.ended = self.match.result.sentence
