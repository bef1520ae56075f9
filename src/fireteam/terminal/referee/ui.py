"""A real table run from one screen, in lines: people, tokens and perhaps dice are there, one person keeps the match."""

from __future__ import annotations

import shlex
import time
from collections.abc import Callable, Iterable

from ...bots import Bot
from ...core.engine.record import Array
from ...core.errors import BadNotation, DieNeeded, FireteamError, Forbidden, IllegalChoice
from ...core.game import CountCall, Tabletop, default_choice_of, read_choice, refusal_of
from ...core.protocol.choices import Verb, decode
from ...core.protocol.scene import Spot
from ...match.autowalk.path import Aim
from ...match.record import FREE, PAUSE, RESUME, REWIND, UNDO, Seat
from ...program_name import program_name
from ..console import Console
from ..event_text import event_lines
from ..input.dice import RewindRequest, TypedDice
from ..input.menu import Menu
from ..input.shorthand import expand_line, parse_choice
from ..line.acts import ACTS, apply_ruling
from ..line.commands import COMMANDS
from ..line.ui import LineUI
from ..local_match import LocalMatch, menu_of
from .arrivals import apply_arrivals
from .commands import READ_COMMANDS, REFEREE_COMMANDS, RULING_WORDS, TABLE, short_counts

DEFAULT = "default"
PACE = 1.5  # seconds between two counts
NON_DECISION_KINDS = (FREE, PAUSE, RESUME)


class RefereeUI(LineUI):
    """A match whose people sit at a real table: `wait` lets so many seconds go by between two counts.

    What is typed is kept here until it is in for everybody, so that a slip is mended by typing the line again.
    """

    def __init__(
        self,
        local_match: LocalMatch,
        console: Console,
        read: Callable[[str], str] = input,
        pace: float = PACE,
        wait: Callable[[float], None] = time.sleep,
    ) -> None:
        super().__init__(local_match, console, read)
        self.pace, self.wait = pace, wait
        self.choices: dict[int, Verb] = {}
        self.aims: dict[int, list[Aim]] = {}
        self.rulings: dict[int, Spot] = {}  # where a token may stand though the counts do not allow it
        self.substitutes: dict[int, Bot] = {}
        self.dice = TypedDice(console, read)
        self.decision_events: list[int] = []  # the events after which there was something to type: the way back
        self.shown_decision = -1  # the decision that was called aloud
        self.counts: tuple[CountCall, ...] = ()

    @property
    def tabletop(self) -> Tabletop | None:
        """What the game has to say to who runs a real table; None, if nothing."""
        return self.game.tabletop

    # The course of a decision

    def _play_person(self, seat: Seat, slot: int) -> None:
        """Something is to be decided: it is called aloud, typed in for everybody, and carried out."""
        self.show_events()
        if self.shown_decision != self._decision_number():
            self._open_decision()
        while self.match.pause_record is None and self.shown_decision == self._decision_number():
            try:
                if not self.counts and not self._missing_slots():
                    self._apply_choices()
                else:
                    self.run_input(self.read(self._prompt()))
            except RewindRequest as back:
                self.match.rewind(self.local_match.referee, self.decision_events[-1], str(back))
            except IllegalChoice as refused:
                self.console.write_prose(f"No: {refused}.", style="yellow", hang="  ")
            except FireteamError as error:
                self.console.write_prose(str(error), hang="  ")
            self.show_events()

    def show_events(self) -> None:
        """What happened since it was told last."""
        seen = self.tabletop.visible_events if self.tabletop else ()
        accounts = [
            account._replace(events=tuple(told for told in account.events if not isinstance(told.event, seen)))
            for account in self.local_match.news(self.local_match.default_viewer)
        ]
        lines = list(event_lines(accounts, self.console.width, with_closing=not self.match.is_over))
        for line in ["", *lines] if lines else ():
            self.console.write(line)

    def _decision_number(self) -> int:
        """The number of the event that opened the decision; stops and rulings leave it open."""
        return next(record.number for record in reversed(self.match.records) if record.kind not in NON_DECISION_KINDS)

    def _open_decision(self) -> None:
        """A decision opens: nothing is typed yet, and everybody hears what to decide."""
        self.shown_decision, self.counts = self._decision_number(), ()
        self.choices, self.aims, self.rulings = {}, {}, {}
        setting, state = self.match.setting, self.match.state
        self._mark_decision()
        self.console.write("")
        if self.tabletop is None:
            if len(owing := self.match.slots_to_act()) == 1:
                self.console.write_prose(self.menu(owing[0]).decision.prompt)
            return
        self.counts = self.tabletop.counts(setting, state)
        if setting.referee in self.match.slots_to_act():
            self.show_score()
        self.console.write((self.tabletop.call(setting, state), "bold"))
        for line in self._count_lines():
            self.console.write_prose(line, "  ", "    ")

    @property
    def has_ruling(self) -> bool:
        """Whether something was ruled since the decision opened."""
        return any(record.kind == FREE for record in self.match.records[self.shown_decision + 1 :])

    def usage(self) -> list[str]:
        """How the choices of the first slot that is awaited are written."""
        menu = self.menu(self.match.slots_to_act()[0])
        return menu.usage()[: len(menu.options_by_verb)]

    def _mark_decision(self) -> None:
        """Remember the way back: the event that stands last, the later ones forgotten."""
        last = self.match.records[self.shown_decision]
        stands = last.of if last.kind in (UNDO, REWIND) else last.number
        self.decision_events = [*(number for number in self.decision_events if number < stands), stands]

    def _count_lines(self) -> list[str]:
        """Which counts each may use, those with the same ones together."""
        alike: dict[tuple[str, ...], list[str]] = {}
        for slot in self.awaited_slots if self.counts else ():
            mine = tuple(count.call for count in self.counts if slot in count.slots)
            alike.setdefault(mine, []).append(self.match.setting.slot_name(slot))
        return [f"{' '.join(names)}: {short_counts(mine)}" for mine, names in alike.items()]

    def _missing_slots(self) -> list[int]:
        """The slots that owe a choice and have none yet; a bot's choice is made at once."""
        owing = self.match.slots_to_act()
        for slot in owing:
            if slot in self.substitutes and slot not in self.choices:
                self.choices[slot] = self.substitute_choice(self.match.state, slot)
        return [slot for slot in owing if slot not in self.choices]

    def _prompt(self) -> str:
        """What is waited for, in a few words."""
        if not self.counts:
            return f"{self._slot_names(self._missing_slots())}> "
        done = self._slot_names(sorted(self.aims))
        return f"where they stand{f' ({done} in)' if done else ''}> "

    def substitute_choice(self, states: Array, slot: int) -> Verb:
        """What a slot chooses for whom nothing is typed: a bot's choice, or what is stated for who does not answer."""
        setting = self.match.setting
        if slot not in self.substitutes:
            return default_choice_of(setting, states, slot)
        chosen = self.substitutes[slot].choose(
            setting, self.match.redact(states, 1 << slot), slot, self.match.key_for_bot(slot)
        )
        return decode(chosen[0], self.game.verbs, self.game.names(setting, states))

    # What is typed

    def run_input(self, line: str) -> None:
        """Do what a line says."""
        if not (words := line.split()):
            return
        first, rest = "help" if words[0] == "?" else words[0].lower(), words[1:]
        slots = self._parse_slots(first)
        if slots and rest:
            for slot in slots:
                self._enter_choice(slot, rest)
        elif first in REFEREE_COMMANDS:
            REFEREE_COMMANDS[first].run(self, rest)
        elif first in RULING_WORDS:
            ACTS[first](self, rest)
        elif first in {word.split()[0] for word in READ_COMMANDS}:
            slot = self.match.slots_to_act()[0]
            COMMANDS[first].run(self, rest, self.menu(slot), self.seat_of(slot))
        elif self._referee_verb(first):
            apply_ruling(self, words)
        elif len(missing := self._missing_slots()) == 1:
            self._enter_choice(missing[0], words)
        else:
            raise BadNotation(
                f"for whom? begin with a name: {self._slot_names(self.awaited_slots)}; help tells the rest"
            )

    def _parse_slots(self, word: str) -> list[int]:
        """The slots of a name, of several joined by commas, or of a group; none for any other word."""
        setting = self.match.setting
        names = {name.casefold(): [slot] for slot, name in enumerate(setting.slots)}
        groups = {name.casefold(): [setting.slots.index(one) for one in many] for name, many in setting.groups.items()}
        parts = [(groups | names).get(part) for part in word.rstrip(":,").split(",")]
        if not all(parts):
            return []
        several = len(parts) > 1 or word in groups
        due = set(self.awaited_slots) - set(self.substitutes)
        return [slot for part in parts for slot in part or () if not several or slot in due]

    @property
    def awaited_slots(self) -> list[int]:
        """The slots for which something may be typed now."""
        return sorted({slot for count in self.counts for slot in count.slots}) or self.match.slots_to_act()

    def _slot_names(self, slots: Iterable[int]) -> str:
        return " ".join(map(self.match.setting.slot_name, slots))

    def seat_of(self, slot: int) -> Seat:
        """Who holds a slot: the table, or who runs it."""
        seat = self.match.seat_of(slot)
        assert seat is not None
        return seat

    def menu(self, slot: int) -> Menu:
        """What a slot may choose, without odds."""
        return menu_of(self.match.setting, self.match.view(self.seat_of(slot).name), slot, odds=False)

    def _enter_choice(self, slot: int, words: list[str]) -> None:
        """What a slot chooses, or where its token stands; what was typed for it before is forgotten."""
        name = self.match.setting.slot_name(slot)
        if slot in self.substitutes:
            raise Forbidden(f"{self.substitutes[slot].name} plays {name}; write: hand {name} {TABLE}")
        if words == [DEFAULT]:
            if self.counts:
                self.aims[slot] = []
            else:
                self.choices[slot] = self.substitute_choice(self.match.state, slot)
            return
        if self.counts and slot in self.awaited_slots:
            self.aims[slot] = [
                self._parse_aim(slot, part.split()) for part in " ".join(words).split(";") if part.strip()
            ]
            return
        menu = self.menu(slot)
        said = self.tabletop.phrases(self.match.setting, self.match.state, slot) if self.tabletop else {}
        usual = (
            default_choice_of(self.match.setting, self.match.state, slot) if slot in self.match.slots_to_act() else None
        )
        value = parse_choice(
            self.match.setting, self.match.state, menu, expand_line(menu, " ".join(words), said, usual)
        )
        if value.free:
            self.choose(slot, value)
            return
        if slot not in self.match.slots_to_act():
            raise Forbidden(f"{name} has nothing to decide now; awaited: {self._slot_names(self.awaited_slots)}")
        if refused := refusal_of(self.match.setting, self.match.state, slot, value):
            raise refused
        self.choices[slot] = value

    def _parse_aim(self, slot: int, words: list[str]) -> Aim:
        """A place where a token stands, or what its slot did on a count instead of going."""
        menu = self.menu(slot)
        if len(words) == 1 and (spot := menu.places.find(words[0])):
            return spot
        return read_choice(self.match.setting, expand_line(menu, " ".join(words), {}))

    # What is carried out

    def _apply_choices(self) -> None:
        """Everybody's choice is in: it takes effect, and typed dice are asked for."""
        match = self.match
        for slot, value in self.choices.items():  # a ruling may have come in between
            if slot in match.slots_to_act() and (refused := refusal_of(match.setting, match.state, slot, value)):
                del self.choices[slot]
                raise refused
        for slot, value in sorted(self.choices.items()):
            if slot in match.slots_to_act():
                self.choose(slot, value)

    def choose(self, slot: int, value: Verb) -> None:
        """A slot chooses; dice that people throw are asked for."""
        self._act(self.seat_of(slot), value, slot)
        self.dice.discard_unused()

    def finish(self) -> None:
        """The rest does what is stated for who does not answer; tokens that were not named stand still."""
        if not self.counts:
            for slot in self._missing_slots():
                self.choices[slot] = self.substitute_choice(self.match.state, slot)
            return
        apply_arrivals(self)

    # Dice

    def face_of(self, die: DieNeeded) -> int:
        """The face of a die that somebody threw."""
        return self.dice.face_of(die)

    def show_score(self) -> None:
        """The sheet: rounds, frags, deaths, money."""
        if self.tabletop is None:
            raise BadNotation("there is no score sheet; write: board")
        for row in self.tabletop.score_sheet(self.match.setting, self.match.state):
            self.console.write(f"  {row.label:<6}  {row.text}")

    def _leave(self) -> None:
        """How to go on with the same table."""
        self.console.write("")
        file = self.match.file
        self.console.write(
            f"To go on from here: {program_name()} referee {shlex.quote(str(file))}"
            if file
            else self.local_match.resume_hint()
        )

    def _end(self) -> None:
        """The sheet once more, and the result."""
        if self.tabletop is not None:
            self.show_score()
        super()._end()
