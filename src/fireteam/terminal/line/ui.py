"""The whole game as lines: for people, screen readers and scripts, hot seat and bots."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TypeVar

from ...core.errors import BadNotation, BotFailure, DieNeeded, FireteamError, IllegalChoice
from ...core.protocol.briefing import Role
from ...core.protocol.choices import Verb, name_of
from ...core.protocol.scene import Scene, Spot
from ...match.record import Record, Seat
from ..busy_notice import BusyNotice, discard_input
from ..console import Console
from ..draw.board import catalogue_lines, preset_lines, table_lines
from ..draw.glyphs import colour_style
from ..event_text import event_lines, panel_lines, role_lines
from ..input.menu import Menu, small_number
from ..local_match import LocalMatch, answer_questions
from ..rulebook import clause_text, find_clause
from .acts import ACTS, apply_ruling
from .commands import ACT_COMMANDS, COMMANDS, WALK_COMMANDS, Leave

Outcome = TypeVar("Outcome")
EXIT_OK, EXIT_INTERRUPTED, EXIT_FAILED = 0, 130, 1
WALK_WORDS = ("go", "goto")  # what people write who want to walk


class LineUI:
    """A match at one keyboard. `read` shows a prompt and gives a line, or raises EOFError.

    Where `is_interactive`, for people at a terminal, nobody is asked where all that is left is to go on, and nobody
    waits without being told so; `drop` forgets what has been typed and not been read.
    """

    def __init__(
        self,
        local_match: LocalMatch,
        console: Console,
        read: Callable[[str], str] = input,
        is_interactive: bool = False,
        drop: Callable[[], None] = discard_input,
    ) -> None:
        self.local_match, self.match, self.game, self.console = (
            local_match,
            local_match.match,
            local_match.game,
            console,
        )
        self.read, self.is_interactive, self.drop = read, is_interactive, drop
        self.commands = {
            **COMMANDS,
            **(WALK_COMMANDS if self.game.tabletop else {}),
            **(ACT_COMMANDS if local_match.referee else {}),
        }
        self.shown_scene: Scene | None = None
        self.known_things: set[str] = set()  # things that have been read about

    # The course of the match

    def play(self) -> int:
        """Play to the end, or until somebody leaves. The exit code."""
        if announced := self.local_match.announcement():
            self.console.write_prose(announced, hang="  ")
        try:
            while not self.match.is_over:
                if self._reload_packs():
                    continue
                if self.match.pause_record:
                    self._wait_for_referee()
                    continue
                seat, slot = self.local_match.turn()
                if seat.is_person:
                    self._play_person(seat, slot)
                else:
                    self._play_bot(seat, slot)
            self._end()
            return EXIT_OK
        except (EOFError, Leave):
            self._leave()
            return EXIT_OK
        except KeyboardInterrupt:
            self._leave()
            return EXIT_INTERRUPTED
        except BotFailure as error:
            print(error, file=sys.stderr)
            self._leave()
            return EXIT_FAILED

    def _reload_packs(self) -> bool:
        """Whether another match lies on the table, because content has changed. What is told of a change is shown."""
        for line in self.local_match.reload_packs():
            self.console.write_prose(line, hang="  ", style="yellow")
        if self.local_match.match is self.match:
            return False
        self.match, self.shown_scene, self.known_things = self.local_match.match, None, set()
        return True

    def _leave(self) -> None:
        self.console.write("")
        self.console.write(self.local_match.resume_hint())

    def _end(self) -> None:
        """The last board, the result, and the secret of the dice."""
        self._show_news(self.local_match.default_viewer)
        self.show_board(self.local_match.scene(self.local_match.default_viewer))
        self.console.write_prose(self.local_match.result_text(), style="bold")
        if revealed := self.local_match.secret_text():
            self.console.write_prose(revealed, hang="  ")

    def _play_bot(self, seat: Seat, slot: int) -> None:
        """A bot chooses."""
        value = self._run_with_notice(lambda: self.local_match.bot_choice(seat, slot))
        happened = self._act(seat, value, slot)
        if happened and not self.local_match.people:
            self._show_news("")

    def _run_with_notice(self, work: Callable[[], Outcome]) -> Outcome:
        """Work something out: who sits at a terminal is told if that takes its time, and what they type is dropped."""
        if not self.is_interactive:
            return work()
        with BusyNotice(lambda line: self.console.write((line, "dim"))) as patience:
            found = work()
        if patience.was_shown:
            self.drop()
        return found

    def _act(self, seat: Seat, choice: str | Verb, slot: int) -> Record | None:
        """Let a seat choose; typed dice are asked for until there are enough."""
        return answer_questions(self.local_match.act(seat, choice, slot), self.face_of)

    def face_of(self, die: DieNeeded) -> int:
        """The face of a die that somebody rolled."""
        return face_of(die, self.read)

    def _wait_for_referee(self) -> None:
        """Nobody chooses until the referee lets the table go on; nothing that is anybody's own is shown."""
        for line in event_lines(self.match.public_history(self.match.next_number - 1), self.console.width):
            self.console.write(line)
        if not self.local_match.referee:
            raise Leave
        words = self.read(f"{self.local_match.referee}, the table is stopped> ").split() or [""]
        command = words[0].lower()
        try:
            if command in ACTS:
                ACTS[command](self, words[1:])
            elif command in ("quit", "q"):
                raise Leave
            elif self._referee_verb(command):
                apply_ruling(self, words)
            else:
                self.console.write(f"there is: {', '.join(ACTS)}, quit")
        except FireteamError as error:
            self.console.write_prose(str(error), hang="  ")

    def _referee_verb(self, word: str) -> type[Verb] | None:
        """The referee's verb of a name: one that wants a reason."""
        return next((verb for verb in self.game.verbs if verb.reasoned and name_of(verb) == word.lower()), None)

    # A person's decision

    def _play_person(self, seat: Seat, slot: int) -> None:
        """A person reads what happened and what may be done, and chooses."""
        came = self._hand_over(seat)
        if planned := self.local_match.planned_choice(seat, slot):
            self._act(seat, planned, slot)
            return
        menu = self._run_with_notice(lambda: self.local_match.menu(seat, slot))
        self._show_news(seat.name)
        if role := self.local_match.new_role(seat.name):
            self.show_role(role)
        if ended := self.local_match.walks.end_sentence(slot):
            self.console.write(f"* {ended}")
        if self.is_interactive and (line := self.local_match.forced_choice(menu, came)):
            self.console.write(
                f"{self.local_match.slot_title(slot)}: {line.replace('_', ' ')}, since nothing else is left to choose"
            )
            self._choose(line, seat, slot)
            return
        if menu.scene != self.shown_scene:
            self.show_board(menu.scene, legend=self.shown_scene is None)
        self._show_decision(menu, slot)
        if self.match.mailbox.slots & ~seat.slots and self.match.slots_to_act() == [slot]:
            self.console.write("* Everybody else has chosen.")
        while True:
            line = self.read(f"{self.local_match.slot_title(slot)}> ").strip()
            if self._reload_packs():
                return
            if not line and menu.decision.count == 1:
                line = "1"
            if line and self._run_line(line, menu, seat, slot):
                return

    def _show_decision(self, menu: Menu, slot: int) -> None:
        """The question, and the choices in short."""
        self.console.write_prose(menu.decision.prompt, style=colour_style(slot))
        for line in (*preset_lines(menu.decision, self.console.width), *menu.lines(self.console.width)):
            self.console.write(line)
        unknown = [thing for thing in menu.decision.things if thing.name not in self.known_things]
        for line in catalogue_lines(unknown, self.console.width):
            self.console.write(line)
        self.known_things |= {thing.name for thing in unknown}
        if menu.decision.count == 1:
            self.console.write("  Enter takes it: there is no other choice.")

    def _run_line(self, line: str, menu: Menu, seat: Seat, slot: int) -> bool:
        """Do what a line says; whether the decision has changed by it."""
        words = line.split()
        try:
            command = self._find_command(words[0], menu)
            if command:
                before = self.match.next_number, self.match.slots_to_act()
                self.commands[command].run(self, words[1:], menu, seat)
                changed = (self.match.next_number, self.match.slots_to_act()) != before
                return changed or self.shown_scene is None or self.local_match.planned_choice(seat, slot) is not None
            if self.local_match.referee and self._referee_verb(words[0]):
                apply_ruling(self, words)
                return True
            return self._choose_checked(menu.to_notation(line), seat, slot)
        except IllegalChoice as refused:
            self.show_refusal(refused, menu)
        except BotFailure:
            raise
        except FireteamError as error:
            self.console.write_prose(str(error), hang="  ")
        return self.shown_scene is None

    def confirm(self, question: str) -> bool:
        """Whether whoever sits at the keyboard says yes."""
        return self.read(f"{question} y/n ").strip().lower() in ("y", "yes")

    def _choose_checked(self, line: str, seat: Seat, slot: int) -> bool:
        """Make a choice; whether it is made, where something of it would come to nothing."""
        if (why := self.local_match.warning(seat, line, slot)) and not self.confirm(f"{why}. Choose it all the same?"):
            self.console.write("Nothing is chosen.")
            return False
        self._choose(line, seat, slot)
        return True

    def _choose(self, line: str, seat: Seat, slot: int) -> None:
        if self._act(seat, line, slot) is None:
            self.console.write(f"{self.local_match.slot_title(slot)} has chosen; it stays sealed until all have.")

    def _find_command(self, word: str, menu: Menu) -> str | None:
        """The command that a word means; a verb goes before a command that is left short."""
        small = "help" if word == "?" else word.lower()
        if small in self.commands:
            return small
        if walk := self._walk_command(small, menu):
            return walk
        if (
            small[:1].isdecimal()
            or small in map(name_of, self.game.verbs)
            or any(name_of(verb).startswith(small) for verb in self.game.verbs if not verb.free)
        ):
            return None
        near = [command for command in self.commands if command.startswith(small)]
        if len(near) > 1:
            raise BadNotation(f"{word!r} may be {' or '.join(near)}")
        return near[0] if near else None

    def _walk_command(self, small: str, menu: Menu) -> str | None:
        """What `go` means where no choice on the menu begins so."""
        walks = (
            small in WALK_WORDS
            and "walk" in self.commands
            and not any(verb.startswith(small) for verb in menu.options_by_verb)
        )
        return "walk" if walks else None

    def show_refusal(self, refused: IllegalChoice, menu: Menu) -> None:
        """Why not, and what the clause says, or what may be done instead. Nothing has changed."""
        self.console.write_prose(f"No: {refused}.", style="yellow", hang="  ")
        if refused.code == self.game.bad_notation.code:
            return
        if refused.code == self.game.already_decided.code:
            self.console.write_prose(
                f"possible now: {', '.join(menu.options_by_verb)} (rules {refused.clause})", "  ", style="dim"
            )
            return
        try:
            first, _, more = clause_text(find_clause(self.game.id, refused.clause)).partition("\n")
            self.console.write_prose(f"{first} (rules {refused.clause})" if more.strip() else first, "  ", style="dim")
        except FireteamError:
            pass

    # Who sits at the keyboard

    def _hand_over(self, seat: Seat) -> bool:
        """Let the next person come to the keyboard, with nothing on the screen that is not theirs; whether one did."""
        before = self.local_match.hand_over(seat)
        if not before:
            return False
        self.hide()
        self.read(f"--- {seat.name}, it is your turn; {before} looks away. Press Enter. ")
        return True

    def hide(self) -> None:
        """Take from the screen, and from the lines that can be brought back, what is not for the next reader."""
        clear_history()
        self.console.clear()
        self.shown_scene, self.known_things = None, set()

    # What is shown

    def show_board(self, scene: Scene, legend: bool = True, centre: Spot | None = None) -> None:
        """The board with its standing."""
        self.shown_scene = scene
        self.console.write("")
        self.console.write((scene.title, "bold"))
        for line in table_lines(scene, self.console.width, legend=legend, centre=centre):
            self.console.write(*line)

    def _show_news(self, name: str) -> None:
        """What happened since somebody last read."""
        accounts = self.local_match.news(name)
        if accounts and self.local_match.people:
            self.console.write("")
        for line in event_lines(accounts, self.console.width, with_closing=not self.match.is_over):
            self.console.write(line)
        for panel in self.local_match.panels(name):
            self.console.write("")
            for line in panel_lines(panel, self.console.width):
                self.console.write((line, "bold yellow"))

    def show_role(self, role: Role) -> None:
        """Who somebody is, and what they are after."""
        self.console.write("")
        title, *lines = role_lines(role, self.console.width)
        self.console.write((title, "bold"))
        for line in lines:
            self.console.write(line)


def face_of(die: DieNeeded, read: Callable[[str], str]) -> int:
    """The face of a die that somebody rolled: asked until it is one of the die's."""
    while True:
        word = read(f"d{die.sides} for {die.purpose}: ").strip()
        face = small_number(word)
        if 1 <= face <= die.sides:
            return face
        print(f"the face it shows, please: 1 to {die.sides}")


def clear_history() -> None:
    """Forget the lines typed so far: arrow-up must not bring back another player's choice."""
    try:
        import readline
    except ImportError:
        return
    readline.clear_history()
