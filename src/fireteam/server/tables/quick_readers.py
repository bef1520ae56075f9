"""`QuickReaders`: the frames of quick choices, and what each seat has been told of the numbers in them."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import partial
from typing import Any, TypeAlias

import msgspec
from msgspec.structs import replace

from ...core.briefing import panels_for, role_for
from ...core.decision import Moment
from ...core.engine.record import Array
from ...core.identity_cache import IdentityCache, SharedValues
from ...core.protocol.briefing import Panel
from ...core.protocol.drawing import MARKS, PLACE, ROLE
from ...core.protocol.scene import Token
from ...core.quick_choice import NOBODY, NUMBER
from ...match.apply import redacted
from ...match.decision import decision_of, heading_of
from ...match.quick_play import QuickMoment, QuickPlay
from ...match.record import Seat
from ..wire.decoder import MAY_UNDO, MUST_ASK
from ..wire.events import SPECTATOR
from ..wire.item_rows import milliseconds
from ..wire.lexicon import lexicon_of
from ..wire.menu_groups import menu_of
from ..wire.menus import decision_message
from ..wire.messages import Lexicon, Menu
from ..wire.patches import fields_patch, patch
from ..wire.reader import Reader
from ..wire.word_table import PLAIN
from .readers import Readers
from .subscriber import Subscriber
from .table import Table

MOST_ROWS = 5_000  # values of rows that a reader is taken to have
MENUS: IdentityCache[Menu] = IdentityCache(5_000)
PATCHES: IdentityCache[bytes] = IdentityCache(5_000)
"""What makes a menu of the one before."""
WORDS: SharedValues[bytes] = SharedValues(20_000)
"""What makes the words of a row of those before, by the numbers of both."""
VALUES: IdentityCache[Any] = IdentityCache(20_000)
"""What a row stands for."""
RIGHTS = {(True, False): b"%d" % MAY_UNDO, (False, True): b"%d" % MUST_ASK, (False, False): b"0"}
"""How a frame has what `QuickPlay.undo_rights` says."""
Row: TypeAlias = tuple[int, bytes]
"""Its number, with the numbers from which its words follow."""
Drawn: TypeAlias = tuple[list[bytes], list[bytes]]
"""All rows but that of the decision, before a choice and after it."""
NOTHING: tuple[Sequence[Row], Sequence[bytes], bytes] = (), (), b""
"""No new rows, no words of them, and no new roles."""
NOT_DRAWN: Drawn = [], []
encode = msgspec.json.Encoder().encode


class Audience(msgspec.Struct, frozen=True):
    """A seat with those who listen there, what they have been told, and how quick choices have asked them.

    `own` are rows that it alone was told the words of, `missed` those of which the others were.
    """

    seat: Seat
    slots: int
    reader: Reader
    subscribers: Sequence[Subscriber]
    questions: set[bytes]
    own: set[Row]
    missed: set[Row]


QuickFrame: TypeAlias = tuple[Audience, bytes, Callable[[], Menu] | None]
"""The frame of a quick choice for a seat, but for its end: the key of the act may stand there. Then what its reader
learns of a menu by it: what makes that of the slot that has to decide, if the seat is told of it and it is asked
otherwise than before."""


class QuickReaders:
    """Makes the frames of quick choices for the readers of a table.

    What is told is taken to be heard, so that all seats have heard the same, but for their roles, menus and what not
    everybody may know. Where it was not, or somebody new is among the readers: `forget`.
    """

    def __init__(self, table: Table, play: QuickPlay, readers: Readers) -> None:
        self._table, self._play, self._readers = table, play, readers
        self._tables, self._made = table.setting.tables, milliseconds(table.record.made)
        self._names: Any = None  # to which the lexicon belongs that was told
        self._words_of_rows: dict[Hashable, bytes] = {}  # by those names
        self._rows: set[Row] = set()
        self._may_differ = False  # whether some may not have heard of those what others have
        self._by_seat: Mapping[str, Sequence[Subscriber]] = {}
        self._audiences: list[Audience] = []  # of those seats
        drawing = table.setting.game.drawing
        self._units = drawing.units if drawing else 0
        self._role = drawing.sections + ROLE if drawing else 0
        self._drawn: dict[int, tuple[Array, list[bytes]]] = {}  # the last State, and how holders of slots see it

    def forget(self) -> None:
        """Take all readers to know nothing."""
        self._names = None

    def frames(self, quick: QuickMoment, at: int, by_seat: Mapping[str, Sequence[Subscriber]]) -> list[QuickFrame]:
        """Return the frame for each seat; `at` is when the choice was made, in milliseconds since 1970."""
        if by_seat is not self._by_seat:
            self._look_round(by_seat)
        record, outcome = quick.moment.record, quick.outcome
        owing, question = outcome.owing, outcome.question
        deciding, undo_rights = (0, _no_rights) if owing == NOBODY else (1 << owing, self._play.undo_rights)
        chose, since = record.choices[0][0], at - self._made
        head = b'{"frame":"choice","choice":[%d,%d,%d,%d,' % (record.number, since, chose, owing)
        tail = b",%b]" % outcome.rows
        if quick.names is not self._names:
            tail += b',"lexicon":%b' % encode(self._begin_anew(quick.names))
        new, new_words, role = NOTHING if self._rows.issuperset(outcome.changed) else self._say_new(quick)
        drawn = NOT_DRAWN
        if outcome.has_secrets:
            drawn, self._may_differ = quick.rules.drawn_for_all(), True
        frames: list[QuickFrame] = []
        may_differ, has_panels = self._may_differ, outcome.has_panels
        for one in self._audiences:
            slots, words, menu = one.slots, new_words, None
            frame = head + RIGHTS[undo_rights(one.seat)] + tail
            if may_differ:
                seen = self._drawn_for(slots, quick) if outcome.has_secrets and slots else drawn
                if one.missed or seen != drawn:
                    words, own = self._said_to(one, quick, new, drawn, seen)
                    frame += own
            if role and slots and (of_role := self._words(quick, self._role, role, slots)):
                words = [*words, of_role]
            if slots & deciding:
                frame += b',"menu":' + outcome.menu
                if one.reader.question(owing) != question:
                    menu = partial(self._menu, quick, slots, owing, question)
                    if question not in one.questions:
                        one.questions.add(question)
                        words = [*words, b"[%b,%b]" % (question, _menu_patch(one.reader.menu(owing), menu()))]
            if words:
                frame += b',"said":[%b]' % b",".join(words)
            if has_panels and slots and (panels := self._panels(quick, slots)):
                frame += b',"panels":' + encode(panels)
            frames.append((one, frame, menu))
        return frames

    def _say_new(self, quick: QuickMoment) -> tuple[list[Row], list[bytes], bytes]:
        """Return the rows of which nobody has been told, their words, and apart from those the numbers of the roles."""
        new, role = [], b""
        for changed in quick.outcome.changed:
            if changed not in self._rows:
                self._rows.add(changed)
                if changed[0] == self._role:
                    role = changed[1]
                else:
                    new.append(changed)
        if len(self._rows) > MOST_ROWS:
            self.forget()
        return new, [self._words(quick, *changed) for changed in new], role

    def _said_to(
        self,
        one: Audience,
        quick: QuickMoment,
        new: Sequence[Row],
        drawn: Drawn,
        seen: Drawn,
    ) -> tuple[Sequence[bytes], bytes]:
        """Return what is said of rows to a seat, and what its frame has of the rows that it alone sees so.

        `new` are the rows that are said to everybody; `drawn` are those that everybody may know, if anybody may know
        more, and `seen` those that the seat may.
        """
        slots, outcome, role = one.slots, quick.outcome, self._role
        had, has = seen
        rows = zip(*drawn, had, has, strict=True)
        own = [
            k
            for k, (before, after, knew, knows) in enumerate(rows)
            if knows != (knew if before == after else after) and k != role
        ]
        found = []
        for changed in outcome.changed:
            if changed[0] == self._role or not (changed in new or changed in one.missed):
                continue
            if changed[0] in own:
                one.missed.add(changed)
            else:
                one.missed.discard(changed)
                old = self._shown(changed[0], had[changed[0]]) if had else quick.rules.row_before(changed[0])
                found.append(self._words(quick, *changed, slots, old))
        for k in own:
            changed = k, self._shown(k, has[k])
            if changed in one.own or (changed in self._rows and changed not in one.missed):
                continue
            one.own.add(changed)
            found.append(self._words(quick, *changed, slots, self._shown(k, had[k])))
        return found, b',"own":[%b]' % b",".join(b"[%d%b]" % (k, _numbers_text(has[k])) for k in own) if own else b""

    def _drawn_for(self, slots: int, quick: QuickMoment) -> Drawn:
        """Return the rows that the holder of some slots may know."""
        draw = quick.rules.draw_for
        known, had = self._drawn.get(slots, (None, []))
        if known is not quick.before:
            had = draw(quick.before, self._tables, slots)
        has = draw(quick.moment.state, self._tables, slots)
        self._drawn[slots] = quick.moment.state, has
        return had, has

    def _shown(self, row: int, numbers: bytes) -> bytes:
        """Return of the numbers of a row those from which its words follow."""
        return numbers[PLACE * NUMBER :] if row < self._units else numbers

    def _look_round(self, by_seat: Mapping[str, Sequence[Subscriber]]) -> None:
        """See who listens. If a seat is among them that was not, nothing is taken to have been told."""
        if not self._by_seat.keys() >= by_seat.keys():
            self.forget()
        before = {seat: one for seat, one in zip(self._by_seat, self._audiences, strict=True)}
        seats, reader = self._table.match.seats, self._readers.reader
        self._by_seat = by_seat
        self._audiences = [
            Audience(
                held := seats[seat] if seat else SPECTATOR,
                held.slots,
                reader(seat),
                listening,
                *((one.questions, one.own, one.missed) if (one := before.get(seat)) else (set(), set(), set())),
            )
            for seat, listening in by_seat.items()
        ]

    def _begin_anew(self, names: Any) -> Lexicon:
        """Take all readers to know nothing, and return the lexicon that is told first."""
        self._names, self._rows, self._may_differ = names, set(), False
        self._words_of_rows = WORDS.of((self._tables, names))
        for one in self._audiences:
            for known in (one.questions, one.own, one.missed):
                known.clear()
        return lexicon_of(self._table.setting, names)

    def _panels(self, quick: QuickMoment, slots: int) -> tuple[Panel, ...]:
        """Return what the holder of these slots must not overlook."""
        state = self._seen(quick, quick.moment.state, slots)
        return panels_for(self._table.setting, state, quick.moment.record.events, slots)

    def _seen(self, quick: QuickMoment, state: Array, slots: int) -> Array:
        """Return the State before or after a choice as the holder of some slots may know it."""
        return redacted(self._table.setting, state, slots) if quick.outcome.has_secrets else state

    def _words(self, quick: QuickMoment, row: int, after: bytes, slots: int = 0, before: bytes | None = None) -> bytes:
        """Return the value of a row, by what makes it of the one before; nothing if the holder of `slots` has none."""
        old = quick.rules.row_before(row) if before is None else before
        follows_from = row, old, after, self._whose(row, slots)
        found = self._words_of_rows.get(follows_from)
        if found is not None:
            return found
        return WORDS.add(self._words_of_rows, follows_from, self._make_words(quick, row, old, after, slots))

    def _whose(self, row: int, slots: int) -> int:
        """Return for whom a row stands for something of their own: for the holder of `slots`, or 0 for nobody."""
        return slots if row == self._role else 0

    def _make_words(self, quick: QuickMoment, row: int, before: bytes, after: bytes, slots: int) -> bytes:
        old = self._value(quick, quick.before, row, before, slots)
        new = self._value(quick, quick.moment.state, row, after, slots)
        if row != self._role:
            found = patch(old, new, PLAIN) if row >= self._units else _token_patch(old, new)
        elif new is None:
            return b""
        else:
            found = fields_patch(old, new, PLAIN) if old else [PLAIN.value(new)]
        return b"[%d,%b]" % (row, encode(found))

    def _value(self, quick: QuickMoment, state: Array, row: int, numbers: bytes, slots: int) -> Any:
        """Return what a row stands for: a Token of any place, a line, marks, the Role of the holder of `slots`."""
        setting = self._table.setting
        drawing = setting.game.drawing
        assert drawing is not None, "who chooses quickly is drawn by rows"

        def make() -> Any:
            seen = self._seen(quick, state, slots)
            if row == self._role:
                return role_for(setting, seen, slots)
            moment = Moment(setting, seen)
            if row < self._units:
                return drawing.token(moment, row)
            if row < self._role:
                return drawing.line(moment, row - self._units)
            return (drawing.marks if row == self._role - ROLE + MARKS else drawing.trails)(moment)

        return VALUES.get((self._tables, quick.names), (row, numbers, self._whose(row, slots)), make)

    def _menu(self, quick: QuickMoment, slots: int, slot: int, question: bytes) -> Menu:
        """Return the menu of a slot that has to decide, without its options: it goes by how the slot is asked."""
        setting = self._table.setting

        def make() -> Menu:
            seen = self._seen(quick, quick.moment.state, slots)
            if found := heading_of(setting, seen, slot):
                prompt, things, interaction = found.prompt, found.things, found.interaction
                return Menu(prompt, things=things, presets=found.presets, legend=found.legend, interaction=interaction)
            whole = decision_message(decision_of(setting, seen, slot), setting.game.verbs)
            return menu_of(whole, self._readers.numbers.dictionary.clauses).menu

        return MENUS.get((self._tables, quick.names), question, make)


def _no_rights(_: Seat) -> tuple[bool, bool]:
    """Return what a seat may take back once the match is over."""
    return False, False


def _numbers_text(numbers: bytes) -> bytes:
    """Return the numbers of a row as JSON, each behind a comma, without the zeros at the end."""
    found = memoryview(numbers).cast("q").tolist()
    while found and not found[-1]:
        found.pop()
    return b"".join(b",%d" % number for number in found)


def _token_patch(old: Token | None, new: Token | None) -> Any:
    """Return what makes a Token of another one, but for where they are."""
    return patch(old and replace(old, x=new.x, y=new.y), new, PLAIN) if new else None


def _menu_patch(before: Menu, menu: Menu) -> bytes:
    """Return what makes a menu of the one that the slot had, as JSON, in words: they are the same for everybody."""
    return PATCHES.get((before, menu), "menu", lambda: encode(patch(before, menu, PLAIN)))
