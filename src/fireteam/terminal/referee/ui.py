"""A real table run from one screen, in lines: people, tokens and perhaps dice are there, one person keeps the match."""

from __future__ import annotations

import shlex
import time
from collections.abc import Callable

from ...core.errors import BadNotation, FireteamError, Forbidden, IllegalChoice
from ...core.slot_choices import default_choice_of, read_choice, refusal_of
from ...match.autowalk.path import Aim
from ...match.record import Seat
from ...program_name import program_name
from ..console import Console
from ..input.dice import RewindRequest
from ..input.shorthand import expand_line, parse_choice
from ..line.acts import ACTS, apply_ruling, is_ruling
from ..line.commands import COMMANDS
from ..line.match_loop import run_match
from ..local_match import LocalMatch
from .commands import READ_COMMANDS, REFEREE_COMMANDS, RULING_WORDS, TABLE, short_counts
from .session import PACE, RefereeSession

DEFAULT = "default"
READ_WORDS = {word.split()[0] for word in READ_COMMANDS}


class RefereeUI:
    """A match whose people sit at a real table: every decision is called aloud, typed in for all, and carried out."""

    def __init__(
        self,
        local_match: LocalMatch,
        console: Console,
        read: Callable[[str], str] = input,
        pace: float = PACE,
        wait: Callable[[float], None] = time.sleep,
    ) -> None:
        commands = {word: COMMANDS[word] for word in READ_WORDS}
        self.session = RefereeSession(local_match, console, read, commands, pace, wait)

    def play(self) -> int:
        """Play to the end, or until somebody leaves. The exit code."""
        return run_match(self.session.line, self._play_decision, self._show_end, self._show_leave)

    # The course of a decision

    def _play_decision(self, seat: Seat, slot: int) -> None:
        """Something is to be decided: it is called aloud, typed in for everybody, and carried out."""
        session = self.session
        session.show_events()
        if session.shown_decision != session.decision_number:
            self._open_decision()
        while session.match.pause_record is None and session.shown_decision == session.decision_number:
            try:
                if not session.counts and not session.missing_slots():
                    self._apply_choices()
                else:
                    self._run_line(session.read_line(self._prompt()))
            except RewindRequest as back:
                session.match.rewind(session.local_match.referee, session.decision_events[-1], str(back))
            except IllegalChoice as refused:
                session.console.write_prose(f"No: {refused}.", style="yellow", hang="  ")
            except FireteamError as error:
                session.console.write_prose(str(error), hang="  ")
            session.show_events()

    def _open_decision(self) -> None:
        """A decision opens, and everybody hears what to decide."""
        session = self.session
        setting, state = session.match.setting, session.match.state
        session.open_decision()
        session.console.write("")
        if session.tabletop is None:
            if len(owing := session.match.slots_to_act()) == 1:
                session.console.write_prose(session.menu(owing[0]).decision.prompt)
            return
        if setting.referee in session.match.slots_to_act():
            session.show_score()
        session.console.write((session.tabletop.call(setting, state), "bold"))
        for line in self._count_lines():
            session.console.write_prose(line, "  ", "    ")

    def _count_lines(self) -> list[str]:
        """Which counts each may use, those with the same ones together."""
        alike: dict[tuple[str, ...], list[str]] = {}
        for slot in self.session.awaited_slots if self.session.counts else ():
            mine = tuple(count.call for count in self.session.counts if slot in count.slots)
            alike.setdefault(mine, []).append(self.session.match.setting.slot_name(slot))
        return [f"{' '.join(names)}: {short_counts(mine)}" for mine, names in alike.items()]

    def _prompt(self) -> str:
        """What is waited for, in a few words."""
        if not self.session.counts:
            return f"{self.session.slot_names(self.session.missing_slots())}> "
        done = self.session.slot_names(sorted(self.session.aims))
        return f"where they stand{f' ({done} in)' if done else ''}> "

    # What is typed

    def _run_line(self, line: str) -> None:
        """Do what a line says."""
        session = self.session
        if not (words := line.split()):
            return
        first, rest = "help" if words[0] == "?" else words[0].lower(), words[1:]
        slots = self._parse_slots(first)
        if slots and rest:
            for slot in slots:
                self._enter_choice(slot, rest)
        elif first in REFEREE_COMMANDS:
            REFEREE_COMMANDS[first].run(session, rest)
        elif first in RULING_WORDS:
            ACTS[first](session.line, rest)
        elif first in session.line.commands:
            slot = session.match.slots_to_act()[0]
            session.line.commands[first].run(session.line, rest, session.menu(slot), session.seat_of(slot))
        elif is_ruling(session.line.game, first):
            apply_ruling(session.line, words)
        elif len(missing := session.missing_slots()) == 1:
            self._enter_choice(missing[0], words)
        else:
            names = session.slot_names(session.awaited_slots)
            raise BadNotation(f"for whom? begin with a name: {names}; help tells the rest")

    def _parse_slots(self, word: str) -> list[int]:
        """The slots of a name, of several joined by commas, or of a group; none for any other word."""
        setting = self.session.match.setting
        names = {name.casefold(): [slot] for slot, name in enumerate(setting.slots)}
        groups = {name.casefold(): [setting.slots.index(one) for one in many] for name, many in setting.groups.items()}
        parts = [(groups | names).get(part) for part in word.rstrip(":,").split(",")]
        if not all(parts):
            return []
        several = len(parts) > 1 or word in groups
        due = set(self.session.awaited_slots) - set(self.session.substitutes)
        return [slot for part in parts for slot in part or () if not several or slot in due]

    def _enter_choice(self, slot: int, words: list[str]) -> None:
        """What a slot chooses, or where its token stands; what was typed for it before is forgotten."""
        name = self.session.match.setting.slot_name(slot)
        if slot in self.session.substitutes:
            raise Forbidden(f"{self.session.substitutes[slot].name} plays {name}; write: hand {name} {TABLE}")
        if words == [DEFAULT]:
            if self.session.counts:
                self.session.aims[slot] = []
            else:
                self.session.choices[slot] = self.session.substitute_choice(self.session.match.state, slot)
            return
        if self.session.counts and slot in self.session.awaited_slots:
            self.session.aims[slot] = [
                self._parse_aim(slot, part.split()) for part in " ".join(words).split(";") if part.strip()
            ]
            return
        menu = self.session.menu(slot)
        aliases = (
            self.session.tabletop.phrases(self.session.match.setting, self.session.match.state, slot)
            if self.session.tabletop
            else {}
        )
        usual = (
            default_choice_of(self.session.match.setting, self.session.match.state, slot)
            if slot in self.session.match.slots_to_act()
            else None
        )
        value = parse_choice(
            self.session.match.setting,
            self.session.match.state,
            menu,
            expand_line(menu, " ".join(words), aliases, usual),
        )
        if value.free:
            self.session.choose(slot, value)
            return
        if slot not in self.session.match.slots_to_act():
            raise Forbidden(
                f"{name} has nothing to decide now; awaited: {self.session.slot_names(self.session.awaited_slots)}"
            )
        if refused := refusal_of(self.session.match.setting, self.session.match.state, slot, value):
            raise refused
        self.session.choices[slot] = value

    def _parse_aim(self, slot: int, words: list[str]) -> Aim:
        """A place where a token stands, or what its slot did on a count instead of going."""
        menu = self.session.menu(slot)
        if len(words) == 1 and (spot := menu.places.find(words[0])):
            return spot
        return read_choice(self.session.match.setting, expand_line(menu, " ".join(words), {}))

    # What is carried out

    def _apply_choices(self) -> None:
        """Everybody's choice is in: it takes effect, and typed dice are asked for."""
        session, match = self.session, self.session.match
        for slot, value in session.choices.items():  # a ruling may have come in between
            if slot in match.slots_to_act() and (refused := refusal_of(match.setting, match.state, slot, value)):
                del session.choices[slot]
                raise refused
        for slot, value in sorted(session.choices.items()):
            if slot in match.slots_to_act():
                session.choose(slot, value)

    # How it ends

    def _show_leave(self) -> None:
        """How to go on with the same table."""
        session = self.session
        session.console.write("")
        file = session.match.file
        session.console.write(
            f"To go on from here: {program_name()} referee {shlex.quote(str(file))}"
            if file
            else session.local_match.resume_hint()
        )

    def _show_end(self) -> None:
        """The sheet once more, and the result."""
        if self.session.tabletop is not None:
            self.session.show_score()
        self.session.line.show_news(self.session.local_match.default_viewer)
        self.session.line.show_result()
