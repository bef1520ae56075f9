"""A real table that is run from one screen: what has been typed and is not carried out, and what may be typed now."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping

from ...bots import Bot
from ...core.engine.record import Array
from ...core.errors import BadNotation
from ...core.game import CountCall, Tabletop
from ...core.protocol.choices import Verb, decode
from ...core.protocol.scene import Spot
from ...core.slot_choices import default_choice_of
from ...match.autowalk.path import Aim
from ...match.match import Match
from ...match.record import FREE, PAUSE, RESUME, REWIND, UNDO, Seat
from ..console import Console
from ..event_text import event_lines
from ..input.dice import TypedDice
from ..input.menu import Menu
from ..line.session import Command, LineSession
from ..local_match import LocalMatch, menu_of

PACE = 1.5  # seconds between two counts
NON_DECISION_KINDS = (FREE, PAUSE, RESUME)


class RefereeSession:
    """A match whose people sit at a real table: `wait` lets so many seconds, `pace`, go by between two counts.

    What is typed is kept here until it is in for everybody, so that a slip is mended by typing the line again:
    `choices` and `aims` by slot, `rulings` where tokens stand although the counts do not allow it. `substitutes` are
    who plays for whom, and `decision_events` the events after which there was something to type: the way back.
    """

    def __init__(
        self,
        local_match: LocalMatch,
        console: Console,
        read: Callable[[str], str],
        commands: Mapping[str, Command],
        pace: float = PACE,
        wait: Callable[[float], None] = time.sleep,
    ) -> None:
        self.dice = TypedDice(console, read)
        self.line = LineSession(local_match, console, read, commands, face_of=self.dice.face_of)
        self.local_match, self.console = local_match, console
        self.pace, self.wait = pace, wait
        self.choices: dict[int, Verb] = {}
        self.aims: dict[int, list[Aim]] = {}
        self.rulings: dict[int, Spot] = {}
        self.substitutes: dict[int, Bot] = {}
        self.decision_events: list[int] = []
        self.shown_decision = -1  # the decision that was called aloud
        self.counts: tuple[CountCall, ...] = ()
        self._line_ahead = ""

    @property
    def match(self) -> Match:
        """The match that lies on the table."""
        return self.local_match.match

    @property
    def tabletop(self) -> Tabletop | None:
        """What the game has to say to who runs a real table; None, if nothing."""
        return self.local_match.game.tabletop

    # The decision

    @property
    def decision_number(self) -> int:
        """The number of the event that opened the decision; stops and rulings leave it open."""
        return next(record.number for record in reversed(self.match.records) if record.kind not in NON_DECISION_KINDS)

    @property
    def has_ruling(self) -> bool:
        """Whether something was ruled since the decision opened."""
        return any(record.kind == FREE for record in self.match.records[self.shown_decision + 1 :])

    def open_decision(self) -> None:
        """A decision opens: nothing is typed yet, and the way back to it is kept."""
        self.shown_decision = self.decision_number
        self.choices, self.aims, self.rulings = {}, {}, {}
        self.counts = self.tabletop.counts(self.match.setting, self.match.state) if self.tabletop else ()
        last = self.match.records[self.shown_decision]
        stands = last.of if last.kind in (UNDO, REWIND) else last.number
        self.decision_events = [*(number for number in self.decision_events if number < stands), stands]

    @property
    def awaited_slots(self) -> list[int]:
        """The slots for which something may be typed now."""
        return sorted({slot for count in self.counts for slot in count.slots}) or self.match.slots_to_act()

    def missing_slots(self) -> list[int]:
        """The slots that owe a choice and have none yet; a bot's choice is made at once."""
        owing = self.match.slots_to_act()
        for slot in owing:
            if slot in self.substitutes and slot not in self.choices:
                self.choices[slot] = self.substitute_choice(self.match.state, slot)
        return [slot for slot in owing if slot not in self.choices]

    def substitute_choice(self, states: Array, slot: int) -> Verb:
        """What a slot chooses for whom nothing is typed: a bot's choice, or what is stated for who does not answer."""
        setting = self.match.setting
        if slot not in self.substitutes:
            return default_choice_of(setting, states, slot)
        chosen = self.substitutes[slot].choose(
            setting, self.match.redact(states, 1 << slot), slot, self.match.key_for_bot(slot)
        )
        return decode(chosen[0], setting.game.verbs, setting.game.names(setting, states))

    def choose(self, slot: int, value: Verb) -> None:
        """A slot chooses; dice that people throw are asked for."""
        self.line.act(self.seat_of(slot), value, slot)
        self.dice.discard_unused()

    # Who sits where, and what they may choose

    def seat_of(self, slot: int) -> Seat:
        """Who holds a slot: the table, or who runs it."""
        seat = self.match.seat_of(slot)
        assert seat is not None
        return seat

    def slot_names(self, slots: Iterable[int]) -> str:
        """The names of slots, in one line."""
        return " ".join(map(self.match.setting.slot_name, slots))

    def menu(self, slot: int) -> Menu:
        """What a slot may choose, without odds."""
        return menu_of(self.match.setting, self.match.view(self.seat_of(slot).name), slot, odds=False)

    def usage(self) -> list[str]:
        """How the choices of the first slot that is awaited are written."""
        menu = self.menu(self.match.slots_to_act()[0])
        return menu.usage()[: len(menu.options_by_verb)]

    # What is typed

    def read_line(self, prompt: str) -> str:
        """The next line for the prompt: one that was typed in place of an answer goes first."""
        line, self._line_ahead = self._line_ahead, ""
        return line or self.line.read(prompt)

    def put_line_back(self, line: str) -> None:
        """Let a line that is no answer be the next one that the prompt reads."""
        self._line_ahead = line

    # What is shown

    def show_events(self) -> None:
        """What happened since it was told last."""
        seen = self.tabletop.visible_events if self.tabletop else ()
        accounts = [
            account._replace(events=tuple(one for one in account.events if not isinstance(one.event, seen)))
            for account in self.local_match.news(self.local_match.default_viewer)
        ]
        lines = list(event_lines(accounts, self.console.width, with_closing=not self.match.is_over))
        for line in ["", *lines] if lines else ():
            self.console.write(line)

    def show_score(self) -> None:
        """The sheet: rounds, frags, deaths, money.

        Raises:
            BadNotation: the game keeps none.
        """
        if self.tabletop is None:
            raise BadNotation("there is no score sheet; write: board")
        for row in self.tabletop.score_sheet(self.match.setting, self.match.state):
            self.console.write(f"  {row.label:<6}  {row.text}")
