"""A person's decision in lines: what happened is read, the choices are shown, and lines are typed until it is made."""

from __future__ import annotations

from collections.abc import Callable

from ...core.errors import BadNotation, BotFailure, FireteamError, IllegalChoice
from ...core.protocol.choices import Verb, name_of
from ...match.record import Record, Seat
from ..draw.board import catalogue_lines, preset_lines
from ..draw.glyphs import colour_style
from ..input.choice_reader import to_notation
from ..input.menu import Menu
from .acts import apply_ruling, is_ruling
from .session import LineSession

WALK_WORDS = ("go", "goto")  # what people write who want to walk


class DecisionPrompt:
    """Where a person decides. `act` carries a choice out, and gives None if it stays sealed; `menu` was shown last."""

    def __init__(self, session: LineSession, act: Callable[[Seat, str | Verb, int], Record | None]) -> None:
        self.session, self.act = session, act
        self.menu: Menu | None = None

    def play_person(self, seat: Seat, slot: int) -> None:
        """A person reads what happened and what may be done, and chooses."""
        session, local_match = self.session, self.session.local_match
        came = session.hand_over(seat)
        if planned := local_match.planned_choice(seat, slot):
            self.act(seat, planned, slot)
            return
        menu = self.menu = session.run_with_notice(lambda: local_match.menu(seat, slot))
        session.show_news(seat.name)
        if role := local_match.new_role(seat.name):
            session.show_role(role)
        for sentence in local_match.lapses(slot):
            session.console.write_prose(f"* {sentence}", hang="  ")
        if session.is_interactive and (line := local_match.forced_choice(seat, menu, came)):
            session.console.write(
                f"{local_match.slot_title(slot)}: {line.replace('_', ' ')}, since nothing else is left to choose"
            )
            self._choose(line, seat, slot)
            return
        if menu.scene != session.shown_scene:
            session.show_board(menu.scene, legend=session.shown_scene is None)
        self._show_decision(menu, slot)
        if session.match.mailbox.slots & ~seat.slots and session.match.slots_to_act() == [slot]:
            session.console.write("* Everybody else has chosen.")
        while True:
            line = session.read(f"{local_match.slot_title(slot)}> ").strip()
            if session.reload_packs():
                return
            if not line and menu.decision.count == 1:
                line = "1"
            if line and self._run_line(line, menu, seat, slot):
                return

    def _show_decision(self, menu: Menu, slot: int) -> None:
        """The question, and the choices in short."""
        session = self.session
        session.console.write_prose(menu.decision.prompt, style=colour_style(slot))
        for line in (*preset_lines(menu.decision, session.console.width), *menu.lines(session.console.width)):
            session.console.write(line)
        unknown = [thing for thing in menu.decision.things if thing.name not in session.known_things]
        for line in catalogue_lines(unknown, session.console.width):
            session.console.write(line)
        session.known_things |= {thing.name for thing in unknown}
        if menu.decision.count == 1:
            session.console.write("  Enter takes it: there is no other choice.")

    def _run_line(self, line: str, menu: Menu, seat: Seat, slot: int) -> bool:
        """Do what a line says; whether the decision has changed by it."""
        session, match = self.session, self.session.match
        words = line.split()
        try:
            if choices := session.local_match.addressed(seat, line):
                return any([self._choose_checked(choice, seat, slot) for slot, choice in choices.items()])
            if command := self._find_command(words[0], menu):
                before = match.next_number, match.slots_to_act()
                session.commands[command].run(session, words[1:], menu, seat)
                changed = (match.next_number, match.slots_to_act()) != before
                planned = session.local_match.planned_choice(seat, slot)
                return changed or session.shown_scene is None or planned is not None
            if session.local_match.referee and is_ruling(session.game, words[0]):
                apply_ruling(session, words)
                return True
            return self._choose_checked(to_notation(menu, line), seat, slot)
        except IllegalChoice as refused:
            session.show_refusal(refused, menu)
        except BotFailure:
            raise
        except FireteamError as error:
            session.console.write_prose(str(error), hang="  ")
        return session.shown_scene is None

    def _choose_checked(self, line: str, seat: Seat, slot: int) -> bool:
        """Make a choice; whether it is made, where something of it would come to nothing."""
        why = self.session.local_match.warning(seat, line, slot)
        if why and not self.session.confirm(f"{why}. Choose it all the same?"):
            self.session.console.write("Nothing is chosen.")
            return False
        self._choose(line, seat, slot)
        return True

    def _choose(self, line: str, seat: Seat, slot: int) -> None:
        if self.act(seat, line, slot) is None:
            name = self.session.local_match.slot_title(slot)
            self.session.console.write(f"{name} has chosen; it stays sealed until all have.")

    def _find_command(self, word: str, menu: Menu) -> str | None:
        """The command that a word means; a verb goes before a command that is left short."""
        commands, verbs = self.session.commands, self.session.game.verbs
        small = "help" if word == "?" else word.lower()
        if small in commands:
            return small
        if (
            small in WALK_WORDS
            and "walk" in commands
            and not any(verb.startswith(small) for verb in menu.options_by_verb)
        ):
            return "walk"
        if (
            small[:1].isdecimal()
            or small in map(name_of, verbs)
            or any(name_of(verb).startswith(small) for verb in verbs if not verb.free)
        ):
            return None
        near = [command for command in commands if command.startswith(small)]
        if len(near) > 1:
            raise BadNotation(f"{word!r} may be {' or '.join(near)}")
        return near[0] if near else None
