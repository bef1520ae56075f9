"""The whole game as lines: for people, screen readers and scripts, hot seat and bots."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TypeVar

from ..core.briefing import Role
from ..core.choices import Verb, name_of
from ..core.errors import BadNotation, BotFailed, DieWanted, FireteamError, Refused
from ..core.scene import Scene, Spot
from ..match.record import Record, Seat
from .board import catalogue, presets, table
from .clauses import clause, said
from .commands import COMMANDS, REFEREES, WALKS, Leave
from .course import Course, answered
from .menu import Menu, small_number
from .paper import Paper
from .patience import Patience, drop_typed
from .refereeing import ACTS, rule
from .signs import style_of
from .story import briefing, telling, warning

Outcome = TypeVar("Outcome")
LEFT, STOPPED, FAILED = 0, 130, 1
GO = ("go", "goto")  # what people write who want to walk


class Plain:
    """A match at one keyboard. `read` shows a prompt and gives a line, or raises EOFError.

    With `hasten`, for people at a terminal, nobody is asked where all that is left is to go on, and nobody waits
    without being told so; `drop` forgets what has been typed and not been read.
    """

    def __init__(
        self,
        course: Course,
        paper: Paper,
        read: Callable[[str], str] = input,
        hasten: bool = False,
        drop: Callable[[], None] = drop_typed,
    ) -> None:
        self.course, self.match, self.game, self.paper = course, course.match, course.game, paper
        self.read, self.hasten, self.drop = read, hasten, drop
        self.commands = {**COMMANDS, **(WALKS if self.game.aloud else {}), **(REFEREES if course.referee else {})}
        self.drawn: Scene | None = None
        self.named: set[str] = set()  # things that have been read about

    # The course of the match

    def play(self) -> int:
        """Play to the end, or until somebody leaves. The exit code."""
        if announced := self.course.announced():
            self.paper.prose(announced, hang="  ")
        try:
            while not self.match.over:
                if self._renewed():
                    continue
                if self.match.paused:
                    self._stopped()
                    continue
                seat, slot = self.course.turn()
                if seat.is_person:
                    self._person(seat, slot)
                else:
                    self._bot(seat, slot)
            self._end()
            return LEFT
        except (EOFError, Leave):
            self._leave()
            return LEFT
        except KeyboardInterrupt:
            self._leave()
            return STOPPED
        except BotFailed as error:
            print(error, file=sys.stderr)
            self._leave()
            return FAILED

    def _renewed(self) -> bool:
        """Whether another match lies on the table, because content has changed. What is told of a change is shown."""
        for line in self.course.renew():
            self.paper.prose(line, hang="  ", style="yellow")
        if self.course.match is self.match:
            return False
        self.match, self.drawn, self.named = self.course.match, None, set()
        return True

    def _leave(self) -> None:
        self.paper.put("")
        self.paper.put(self.course.resumed())

    def _end(self) -> None:
        """The last board, the result, and the secret of the dice."""
        self._tell(self.course.onlooker)
        self.show_board(self.course.scene(self.course.onlooker))
        self.paper.prose(self.course.ending(), style="bold")
        if revealed := self.course.revealed():
            self.paper.prose(revealed, hang="  ")

    def _bot(self, seat: Seat, slot: int) -> None:
        """A bot chooses."""
        value = self._patiently(lambda: self.course.choice_of_bot(seat, slot))
        happened = self._act(seat, value, slot)
        if happened and not self.course.people:
            self._tell("")

    def _patiently(self, work: Callable[[], Outcome]) -> Outcome:
        """Work something out: who sits at a terminal is told if that takes its time, and what they type is dropped."""
        if not self.hasten:
            return work()
        with Patience(lambda line: self.paper.put((line, "dim"))) as patience:
            found = work()
        if patience.tried:
            self.drop()
        return found

    def _act(self, seat: Seat, choice: str | Verb, slot: int) -> Record | None:
        """Let a seat choose; typed dice are asked for until there are enough."""
        return answered(self.course.acting(seat, choice, slot), self.face_of)

    def face_of(self, wanted: DieWanted) -> int:
        """The face of a die that somebody rolled."""
        return face_of(wanted, self.read)

    def _stopped(self) -> None:
        """Nobody chooses until the referee lets the table go on; nothing that is anybody's own is shown."""
        for line in telling(self.match.overheard(self.match.number - 1), self.paper.width):
            self.paper.put(line)
        if not self.course.referee:
            raise Leave
        words = self.read(f"{self.course.referee}, the table is stopped> ").split() or [""]
        command = words[0].lower()
        try:
            if command in ACTS:
                ACTS[command](self, words[1:])
            elif command in ("quit", "q"):
                raise Leave
            elif self._verb(command):
                rule(self, words)
            else:
                self.paper.put(f"there is: {', '.join(ACTS)}, quit")
        except FireteamError as error:
            self.paper.prose(str(error), hang="  ")

    def _verb(self, word: str) -> type[Verb] | None:
        """The referee's verb of a name: one that wants a reason."""
        return next((verb for verb in self.game.verbs if verb.reasoned and name_of(verb) == word.lower()), None)

    # A person's decision

    def _person(self, seat: Seat, slot: int) -> None:
        """A person reads what happened and what may be done, and chooses."""
        came = self._hand_over(seat)
        if planned := self.course.planned(seat, slot):
            self._act(seat, planned, slot)
            return
        menu = self._patiently(lambda: self.course.menu(seat, slot))
        self._tell(seat.name)
        if role := self.course.new_role(seat.name):
            self.show_role(role)
        if ended := self.course.afoot.ended(slot):
            self.paper.put(f"* {ended}")
        if self.hasten and (line := self.course.unasked(menu, came)):
            self.paper.put(f"{self.course.call(slot)}: {line.replace('_', ' ')}, since nothing else is left to choose")
            self._choose(line, seat, slot)
            return
        if menu.scene != self.drawn:
            self.show_board(menu.scene, legend=self.drawn is None)
        self._offer(menu, slot)
        if self.match.mailbox.slots & ~seat.slots and self.match.owing() == [slot]:
            self.paper.put("* Everybody else has chosen.")
        while True:
            line = self.read(f"{self.course.call(slot)}> ").strip()
            if self._renewed():
                return
            if not line and menu.decision.count == 1:
                line = "1"
            if line and self._answer(line, menu, seat, slot):
                return

    def _offer(self, menu: Menu, slot: int) -> None:
        """The question, and the choices in short."""
        self.paper.prose(menu.decision.prompt, style=style_of(slot))
        for line in (*presets(menu.decision, self.paper.width), *menu.lines(self.paper.width)):
            self.paper.put(line)
        unknown = [thing for thing in menu.decision.things if thing.name not in self.named]
        for line in catalogue(unknown, self.paper.width):
            self.paper.put(line)
        self.named |= {thing.name for thing in unknown}
        if menu.decision.count == 1:
            self.paper.put("  Enter takes it: there is no other choice.")

    def _answer(self, line: str, menu: Menu, seat: Seat, slot: int) -> bool:
        """Do what a line says; whether the decision has changed by it."""
        words = line.split()
        try:
            command = self._command(words[0], menu)
            if command:
                before = self.match.number, self.match.owing()
                self.commands[command].carry_out(self, words[1:], menu, seat)
                changed = (self.match.number, self.match.owing()) != before
                return changed or self.drawn is None or self.course.planned(seat, slot) is not None
            if self.course.referee and self._verb(words[0]):
                rule(self, words)
                return True
            return self._made(menu.understand(line), seat, slot)
        except Refused as refused:
            self.show_refusal(refused, menu)
        except BotFailed:
            raise
        except FireteamError as error:
            self.paper.prose(str(error), hang="  ")
        return self.drawn is None

    def agrees(self, question: str) -> bool:
        """Whether whoever sits at the keyboard says yes."""
        return self.read(f"{question} y/n ").strip().lower() in ("y", "yes")

    def _made(self, line: str, seat: Seat, slot: int) -> bool:
        """Make a choice; whether it is made, where something of it would come to nothing."""
        if (why := self.course.warns(seat, line, slot)) and not self.agrees(f"{why}. Choose it all the same?"):
            self.paper.put("Nothing is chosen.")
            return False
        self._choose(line, seat, slot)
        return True

    def _choose(self, line: str, seat: Seat, slot: int) -> None:
        if self._act(seat, line, slot) is None:
            self.paper.put(f"{self.course.call(slot)} has chosen; it stays sealed until all have.")

    def _command(self, word: str, menu: Menu) -> str | None:
        """The command that a word means; a verb goes before a command that is left short."""
        small = "help" if word == "?" else word.lower()
        if small in self.commands:
            return small
        if walk := self._walk(small, menu):
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

    def _walk(self, small: str, menu: Menu) -> str | None:
        """What `go` means where no choice on the menu begins so."""
        walks = small in GO and "walk" in self.commands and not any(verb.startswith(small) for verb in menu.by_verb)
        return "walk" if walks else None

    def show_refusal(self, refused: Refused, menu: Menu) -> None:
        """Why not, and what the clause says, or what may be done instead. Nothing has changed."""
        self.paper.prose(f"No: {refused}.", style="yellow", hang="  ")
        if refused.code == self.game.unreadable.code:
            return
        if refused.code == self.game.settled.code:
            self.paper.prose(f"possible now: {', '.join(menu.by_verb)} (rules {refused.clause})", "  ", style="dim")
            return
        try:
            first, _, more = said(clause(self.game.id, refused.clause)).partition("\n")
            self.paper.prose(f"{first} (rules {refused.clause})" if more.strip() else first, "  ", style="dim")
        except FireteamError:
            pass

    # Who sits at the keyboard

    def _hand_over(self, seat: Seat) -> bool:
        """Let the next person come to the keyboard, with nothing on the screen that is not theirs; whether one did."""
        before = self.course.hand_over(seat)
        if not before:
            return False
        self.hide()
        self.read(f"--- {seat.name}, it is your turn; {before} looks away. Press Enter. ")
        return True

    def hide(self) -> None:
        """Take from the screen, and from the lines that can be brought back, what is not for the next reader."""
        forget()
        self.paper.clear()
        self.drawn, self.named = None, set()

    # What is shown

    def show_board(self, scene: Scene, legend: bool = True, around: Spot | None = None) -> None:
        """The board with its standing."""
        self.drawn = scene
        self.paper.put("")
        self.paper.put((scene.title, "bold"))
        for line in table(scene, self.paper.width, legend=legend, around=around):
            self.paper.put(*line)

    def _tell(self, name: str) -> None:
        """What happened since somebody last read."""
        accounts = self.course.news(name)
        if accounts and self.course.people:
            self.paper.put("")
        for line in telling(accounts, self.paper.width, closing=not self.match.over):
            self.paper.put(line)
        for panel in self.course.panels(name):
            self.paper.put("")
            for line in warning(panel, self.paper.width):
                self.paper.put((line, "bold yellow"))

    def show_role(self, role: Role) -> None:
        """Who somebody is, and what they are after."""
        self.paper.put("")
        title, *lines = briefing(role, self.paper.width)
        self.paper.put((title, "bold"))
        for line in lines:
            self.paper.put(line)


def face_of(wanted: DieWanted, read: Callable[[str], str]) -> int:
    """The face of a die that somebody rolled: asked until it is one of the die's."""
    while True:
        word = read(f"d{wanted.sides} for {wanted.purpose}: ").strip()
        face = small_number(word)
        if 1 <= face <= wanted.sides:
            return face
        print(f"the face it shows, please: 1 to {wanted.sides}")


def forget() -> None:
    """Forget the lines typed so far: arrow-up must not bring back another player's choice."""
    try:
        import readline
    except ImportError:
        return
    readline.clear_history()
