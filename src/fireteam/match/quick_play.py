"""Choices that take effect at once, made by one compiled call (`core/quick_choice.py`)."""

from __future__ import annotations

import threading
from typing import Any, NamedTuple

from ..core.engine.dispatch import has_secrets
from ..core.engine.record import Array
from ..core.errors import FireteamError
from ..core.game import Setting, encode_choice, read_choice
from ..core.identity_cache import IdentityCache
from ..core.protocol.choices import notation
from ..core.protocol.events import DIE, decode_rows
from ..core.quick_choice import QuickOutcome, QuickRules
from ..core.scratch import scratch
from .apply import Moment, hash_of
from .match import Match
from .record import CHOICE, Record


class ReadLine(NamedTuple):
    """A line of notation: the record of the choice as bytes, and the line as it is written down."""

    choice: bytes
    notation: str


class QuickMoment(NamedTuple):
    """An event that stands, the State before it, the names that hold, and what of the event is told in numbers."""

    moment: Moment
    before: Array
    names: Any
    outcome: QuickOutcome


LINES: IdentityCache[ReadLine | None] = IdentityCache(20_000)
"""By the names of a match; None for a line that is none of a quick choice."""


class ThreadRules(threading.local):
    """The quick rules of games for one thread; None for a game that is not drawn by rows, or keeps secrets."""

    def __init__(self) -> None:
        self._found: IdentityCache[QuickRules | None] = IdentityCache()

    def of(self, setting: Setting) -> QuickRules | None:
        """Those of the game that a match is of."""
        game = setting.game
        is_open = not has_secrets(setting.opening) and not any(reason.is_private for reason in game.reasons)
        is_quick = game.drawing is not None and is_open
        return self._found.get((game,), "rules", lambda: QuickRules(game) if is_quick else None)


RULES = ThreadRules()


class QuickPlay:
    """The quick choices of a match."""

    def __init__(self, match: Match) -> None:
        self._match, self._setting = match, match.setting
        self._state: Array | None = None
        self._names: Any = None

    def choose(self, name: str, line: str) -> QuickMoment | None:
        """A seat chooses by notation, for the slot that owes a choice; what it came to, which does not count yet.

        None, if it is not quick: others have to choose too, something is sealed, planned or asked for, the table is
        stopped, the choice is refused, or has consequences beyond what numbers tell.
        """
        match, setting = self._match, self._setting
        rules = RULES.of(setting)
        pending, slot = match.timeline.pending, match.timeline.pending.slots.bit_length() - 1
        if rules is None or pending.slots != 1 << slot or pending.is_over or not match.ledger.is_plain:
            return None
        if not match.seat(name).holds(slot):
            return None
        names, before = self.names(), pending.state
        read = LINES.get((setting.tables, names), line, lambda: _read_line(setting, before, line))
        if read is None:
            return None
        number = match.next_number
        outcome = rules.choose(
            before, setting.tables, slot, scratch.choose(slot, read.choice), match.secret_to_store.key(number)
        )
        if not isinstance(outcome, QuickOutcome):
            return None
        rows = rules.log_rows()
        rolls = [(row[2], row[3]) for row in rows if row[0] == DIE]
        record = Record(
            number,
            CHOICE,
            ((slot, read.notation),),
            tuple([sides for sides, _ in rolls]),
            tuple([face for _, face in rolls]),
            tuple(decode_rows(rows, setting.game.events, setting.game.reasons, setting.game.purposes, names)),
            hash_of(outcome.state),
        )
        return QuickMoment(Moment(record, outcome.state), before, names, outcome)

    def commit(self, quick: QuickMoment) -> None:
        """From here on it counts."""
        self._match.ledger.commit(quick.moment)
        self._state = quick.moment.state

    def names(self) -> Any:
        """The names that hold: a quick choice alters none."""
        state = self._match.state
        if state is not self._state:
            self._state, self._names = state, self._setting.game.names(self._setting, state)
        return self._names


def _read_line(setting: Setting, state: Array, line: str) -> ReadLine | None:
    try:
        value = read_choice(setting, line)
        choice = encode_choice(setting, state, value)
    except FireteamError:
        return None
    is_owed = not (value.free or value.voids_plans or value.reopens)
    return ReadLine(choice.tobytes(), notation(value)) if is_owed else None
