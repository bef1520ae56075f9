"""Choices that take effect at once, made by one compiled call (`core/quick_choice.py`)."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

from msgspec import Struct

from ..core.engine.record import Array
from ..core.errors import FireteamError
from ..core.game import Setting
from ..core.identity_cache import IdentityCache
from ..core.protocol.choices import notation
from ..core.protocol.events import decode_rows
from ..core.quick_choice import NOBODY, QuickOutcome, QuickRules
from ..core.slot_choices import encode_choice, read_choice
from .apply import UNKNOWN_STATE, Moment
from .event_rows import EventRows
from .match import Match
from .record import CHOICE, Record, Seat
from .undo import slots_to_take_back

MOST_LINES = 20_000
EVERY_SLOT = -1  # as a mask, with slots that no match has: no seat holds them all


class ReadLine(NamedTuple):
    """A line of notation that a slot chose by: the record of the choice as bytes, and the choice as a Record has it."""

    choice: bytes
    made: tuple[tuple[int, str], ...]


class QuickMoment(Struct, frozen=True, gc=False):
    """An event that stands, the State before it, the names that hold, and what of the event is told in numbers.

    The `rules` may be asked about it until the next choice.
    """

    moment: Moment
    before: Array
    names: Any
    outcome: QuickOutcome
    rules: QuickRules

    @property
    def is_last(self) -> bool:
        """Whether the match is over after it."""
        return self.outcome.owing == NOBODY


LINES: IdentityCache[dict[str, ReadLine | None]] = IdentityCache()
"""By the names of a match and a slot; None for a line that is none of a quick choice."""


class ThreadRules(threading.local):
    """The quick rules of games for one thread; None for a game that is not drawn by rows, or has private reasons."""

    def __init__(self) -> None:
        self._found: IdentityCache[QuickRules | None] = IdentityCache()

    def of(self, setting: Setting) -> QuickRules | None:
        """Those of the game that a match is of."""
        game = setting.game
        is_quick = game.drawing is not None and not any(reason.is_private for reason in game.reasons)
        version = setting.hash_version
        return self._found.get((game,), version, lambda: QuickRules(game, version) if is_quick else None)


RULES = ThreadRules()


class QuickPlay:
    """The quick choices of a match, for one thread. After anything but a quick choice has happened there: `look`.

    `slot` is the one whose choices may be quick; NOBODY where others have to choose too, something is sealed, planned
    or asked for, the table is stopped or the match is over.
    """

    def __init__(self, match: Match) -> None:
        self._match, self._setting = match, match.setting
        self._timeline, self._secret = match.timeline, match.ledger.secret
        self._rules = RULES.of(match.setting)
        self._redo: list[tuple[str, list[Moment]]] = []
        self._state = UNKNOWN_STATE
        self._names: Any = None
        self._lines: list[dict[str, ReadLine | None]] = []  # of each slot
        self._read: Callable[[list[list[int]]], list[Any]] = list
        self._needed = EVERY_SLOT  # to take the last choice back freely; a bit for each slot, as in what follows
        self._choosers = 0  # with a choice that stands
        self._has_secrets = False  # about the last choice
        self.slot = NOBODY

    def look(self) -> int:
        """See how the match stands, and return whose choices may be quick."""
        match = self._match
        now, self._choosers = self._timeline.pending, 0
        is_single = now.slots & (now.slots - 1) == 0
        is_quick = self._rules is not None and match.ledger.is_plain and not now.is_over and is_single
        self.slot = now.slots.bit_length() - 1 if is_quick else NOBODY
        if self.slot != NOBODY and now.state is not self._state:
            self._look_for_names(now.state)
        return self.slot

    def choose(self, line: str) -> QuickMoment | None:
        """The slot chooses by notation; what it came to, which does not count yet.

        None, if it is not quick: the choice is refused, or has consequences beyond what numbers tell.
        """
        rules, before, slot = self._rules, self._state, self.slot
        try:
            read = self._lines[slot][line]
        except KeyError:
            read = self._read_line(before, line)
        if read is None or rules is None:
            return None
        choice, made = read
        number = len(self._timeline.records)
        outcome = rules.choose(before, self._setting.tables, slot, choice, self._secret.key, number)
        if outcome is None:
            return None
        events = EventRows(outcome.log, self._read)
        record = Record(number, CHOICE, made, outcome.sides, outcome.faces, events, outcome.state_hash)
        return QuickMoment(Moment(record, outcome.state), before, self._names, outcome, rules)

    def commit(self, quick: QuickMoment) -> None:
        """Let a choice count after which the match goes on. It is not written down."""
        outcome, chose = quick.outcome, 1 << self.slot
        owing = 1 << outcome.owing
        self._redo = self._timeline.commit_choice(quick.moment, owing)
        self._needed = slots_to_take_back(quick.moment.record, chose, owing) or EVERY_SLOT
        self._choosers |= chose
        self._state, self.slot, self._has_secrets = outcome.state, outcome.owing, outcome.has_secrets

    def commit_last(self, quick: QuickMoment) -> None:
        """Let a choice count after which the match is over; it is written down, and undone as any other change."""
        self._match.ledger.commit(quick.moment)
        self.slot = NOBODY

    def undo_rights(self, seat: Seat) -> tuple[bool, bool]:
        """Whether a seat may take the last choice back, and whether others would have to agree: `Match.undo_rights`.

        It is asked after a quick choice. Where there are no secrets, nobody learns by one what others know.
        """
        slots = seat.slots
        if not slots:
            return False, False
        if self._has_secrets:
            return self._match.undo_rights(seat.name)
        if not self._needed & ~slots:
            return True, False
        if not self._choosers & slots:
            if not self._match.has_choice(seat.name):
                return False, False
            self._choosers |= slots
        return False, True

    def roll_back(self) -> None:
        """Let the last choice that counted not have been, if nothing has happened since."""
        self._timeline.uncommit(self._redo)
        self.look()

    def _look_for_names(self, state: Array) -> None:
        """Find the names that hold, and what goes by them: a quick choice alters none."""
        setting = self._setting
        names = setting.game.names(setting, state)
        if names is not self._names:
            self._lines = [LINES.get((setting.tables, names), slot, dict) for slot in range(len(setting.slots))]
            self._read = reader_of(setting, names)
        self._state, self._names = state, names

    def _read_line(self, state: Array, line: str) -> ReadLine | None:
        lines = self._lines[self.slot]
        if len(lines) >= MOST_LINES:
            lines.clear()
        lines[line] = found = _read_line(self._setting, state, self.slot, line)
        return found


def reader_of(setting: Setting, names: Any) -> Callable[[list[list[int]]], list[Any]]:
    """Return what makes events of the rows of a log, by the names that hold."""
    game = setting.game
    return partial(decode_rows, kinds=game.events, reasons=game.reasons, purposes=game.purposes, names=names)


def _read_line(setting: Setting, state: Array, slot: int, line: str) -> ReadLine | None:
    try:
        value = read_choice(setting, line)
        choice = encode_choice(setting, state, value)
    except FireteamError:
        return None
    is_owed = not (value.free or value.voids_plans or value.reopens)
    return ReadLine(choice.tobytes(), ((slot, notation(value)),)) if is_owed else None
