"""The whole game as lines: for people, screen readers and scripts, hot seat and bots."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ..bots import Bot
from ..core.choices import Verb, decode, name_of, new_choices
from ..core.entry import count, kth
from ..core.errors import BadNotation, BotFailed, DieWanted, FireteamError, Forbidden, Refused
from ..core.record import Array
from ..core.scene import Decision, Scene
from ..match.match import Match
from ..match.record import Record, Seat
from .board import style_of, table
from .clauses import clause, said
from .commands import COMMANDS, Leave
from .menu import Menu, small_number
from .paper import Paper
from .story import telling

MOST = 4_000  # choices of a menu that are read out
FIRST = 20  # what is read out of a longer one
SAMPLE = 60  # and how many more of it are looked at for names
LEFT, STOPPED, FAILED = 0, 130, 1


class Plain:
    """A match at one keyboard.

    `read` shows a prompt and gives a line, or raises EOFError; `again` are the words of the command line that would
    go on from a position. With `typed` dice, people roll and type every face.
    """

    def __init__(
        self,
        match: Match,
        bots: Mapping[str, Bot],
        paper: Paper,
        read: Callable[[str], str] = input,
        again: Sequence[str] = (),
        typed: bool = False,
    ) -> None:
        self.match, self.bots, self.paper, self.read, self.again, self.typed = match, bots, paper, read, again, typed
        self.game = match.setting.game
        self.people = [seat.name for seat in match.seats.values() if seat.is_person and seat.slots]
        self.heard = dict.fromkeys([*self.people, ""], 0)
        self.at_table = self.people[0] if self.people else ""
        self.drawn: Scene | None = None

    # The course of the match

    def play(self) -> int:
        """Play to the end, or until somebody leaves. The exit code."""
        if not self.typed:
            self.paper.prose(f"Dice: announced as {self.match.commitment}; their secret is told at the end.", hang="  ")
        try:
            while not self.match.over:
                slot = self.match.owing()[0]
                seat = self.match.seat_of(slot)
                if seat is None:
                    raise Forbidden(f"nobody decides for {self.game.slots[slot]}")
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

    def position(self) -> str:
        """The position in one line, as the people at this keyboard may know it."""
        slots = sum(self.match.seats[name].slots for name in self.people)
        return self.game.position(self.match.setting, self.match.masked(self.match.state, slots))

    def _leave(self) -> None:
        line = " ".join(["fireteam", "play", self.game.id, *map(shlex.quote, self.again)])
        self.paper.put("")
        self.paper.put(f"To go on from here: {line} --position {shlex.quote(self.position())}")

    def _end(self) -> None:
        """The last board, the result, and the secret of the dice."""
        match, view = self.match, self.people[0] if len(self.people) == 1 else ""
        self._tell(view)
        slots = match.seats[view].slots if view else 0
        self.show_board(self.game.scene(match.setting, match.masked(match.state, slots)))
        result = match.result
        names = " and ".join(self._call(slot) for slot in result.winners)
        won = f"{names} won: " if names else ""
        self.paper.prose(f"The end. {won}{result.sentence} ({result.clause}).", style="bold")
        if not self.typed:
            self.paper.prose(f"Dice: secret {match.reveal().value.hex()}, announced as {match.commitment}.", hang="  ")

    def _call(self, slot: int) -> str:
        """A slot by its name, and by its seat's where that is another."""
        seat, name = self.match.seat_of(slot), self.game.slots[slot]
        return name if seat is None or seat.name == name else f"{name} ({seat.name})"

    def _bot(self, seat: Seat, slot: int) -> None:
        """A bot chooses."""
        match, bot = self.match, self.bots[seat.name]
        view = match.view(seat.name)
        record = bot.choose(match.setting, view, slot, match.key_for_bot(slot))
        value = decode(record[0], self.game.verbs, self.game.names(match.setting, view))
        try:
            happened = self._act(seat.name, value, slot)
        except Refused as error:
            raise BotFailed(f"bot {bot.name} chose what the rules refuse: {error}; the match stands") from None
        if happened is None:
            self.paper.put(f"* {self._call(slot)} has chosen, sealed until all have")
        elif not self.people:
            self._tell("")

    def _act(self, seat: str, choice: Any, slot: int) -> Record | None:
        """Let a seat choose; typed dice are asked for until there are enough."""
        if not self.typed:
            return self.match.act(seat, choice, slot)
        faces: list[int] = []
        while True:
            try:
                return self.match.act(seat, choice, slot, faces=faces)
            except DieWanted as wanted:
                faces.append(face_of(wanted, self.read))

    # A person's decision

    def _person(self, seat: Seat, slot: int) -> None:
        """A person reads what happened and what may be done, and chooses."""
        self._hand_over(seat)
        view = self.match.view(seat.name)
        scene = self.game.scene(self.match.setting, view)
        whole = int(count(view[0], self.match.setting.tables[0], slot)) <= MOST
        decision = self.game.decision(self.match.setting, view, slot, MOST if whole else FIRST)
        menu = Menu(decision, scene, self.game.verbs, self._sample(view, decision))
        self._tell(seat.name)
        if scene != self.drawn:
            self.show_board(scene, legend=self.drawn is None)
        self._offer(menu, slot)
        while True:
            line = self.read(f"{self._call(slot)}> ").strip()
            if not line and menu.decision.count == 1:
                line = "1"
            if line and self._answer(line, menu, seat, slot):
                return

    def _sample(self, view: Array, decision: Decision) -> list[Verb]:
        """Choices from all over a menu that is too long to be read out."""
        if decision.count <= len(decision.options):
            return []
        setting, choice, found = self.match.setting, new_choices(1), []
        names = self.game.names(setting, view)
        for k in range(0, decision.count, -(-decision.count // SAMPLE)):
            kth(view[0], setting.tables[0], decision.slot, k, choice[0])
            found.append(decode(choice[0], self.game.verbs, names))
        return found

    def _offer(self, menu: Menu, slot: int) -> None:
        """The question, and the choices in short."""
        self.paper.prose(menu.decision.prompt, style=style_of(slot))
        for line in menu.lines(self.paper.width):
            self.paper.put(line)
        if menu.decision.count == 1:
            self.paper.put("  Enter takes it: there is no other choice.")

    def _answer(self, line: str, menu: Menu, seat: Seat, slot: int) -> bool:
        """Do what a line says; whether the decision has changed by it."""
        words = line.split()
        try:
            command = self._command(words[0], menu)
            if command:
                before = self.match.number
                COMMANDS[command].carry_out(self, words[1:], menu, seat)
                return self.match.number != before
            choice = menu.understand(line)
            if self._act(seat.name, choice, slot) is None:
                self._sealed(seat, slot)
            return True
        except Refused as refused:
            self.show_refusal(refused)
        except BotFailed:
            raise
        except FireteamError as error:
            self.paper.prose(str(error), hang="  ")
        return False

    def _command(self, word: str, menu: Menu) -> str | None:
        """The command that a word means; a verb goes before a command that is left short."""
        small = "help" if word == "?" else word.lower()
        if small in COMMANDS:
            return small
        if small[:1].isdecimal() or any(name_of(verb).startswith(small) for verb in self.game.verbs if not verb.free):
            return None
        near = [command for command in COMMANDS if command.startswith(small)]
        if len(near) > 1:
            raise BadNotation(f"{word!r} may be {' or '.join(near)}")
        return near[0] if near else None

    def show_refusal(self, refused: Refused) -> None:
        """Why not, and what the clause says. Nothing has changed."""
        self.paper.prose(f"No: {refused}.", style="yellow", hang="  ")
        if refused.code == self.game.unreadable.code:
            return
        try:
            first, _, more = said(clause(self.game.id, refused.clause)).partition("\n")
            self.paper.prose(f"{first} (rules {refused.clause})" if more.strip() else first, "  ", style="dim")
        except FireteamError:
            pass

    # Who sits at the keyboard

    def _hand_over(self, seat: Seat) -> None:
        """Let the next person come to the keyboard, with nothing on the screen that is not theirs."""
        before, self.at_table = self.at_table, seat.name
        if before == seat.name or not before:
            return
        match = self.match
        if not match.mailbox.slots and match.view(before).tobytes() == match.view(seat.name).tobytes():
            return
        forget()
        self.paper.clear()
        self.drawn = None
        self.read(f"--- {seat.name}, it is your turn; {before} looks away. Press Enter. ")

    def _sealed(self, seat: Seat, slot: int) -> None:
        self.paper.put(f"{self._call(slot)} has chosen; it stays sealed until all have.")

    # What is shown

    def show_board(self, scene: Scene, legend: bool = True) -> None:
        """The board with its standing."""
        self.drawn = scene
        self.paper.put("")
        self.paper.put((scene.title, "bold"))
        for line in table(scene, self.paper.width, legend=legend):
            self.paper.put(*line)

    def _tell(self, name: str) -> None:
        """What happened since somebody last read; everybody at this keyboard who may read just that has read it too."""
        accounts = self._accounts(name, self.heard[name])
        if accounts and self.people:
            self.paper.put("")
        for line in telling(accounts, self.paper.width):
            self.paper.put(line)
        for other, since in self.heard.items():
            if self._accounts(other, since) == accounts:
                self.heard[other] = self.match.number
        self.heard[name] = self.match.number

    def _accounts(self, name: str, since: int) -> list[Any]:
        return self.match.told(name, since) if name else self.match.overheard(since)


def opening_faces(begin: Callable[[list[int] | None], Match], read: Callable[[str], str], typed: bool) -> Match:
    """Begin a match; with typed dice, ask for those that fall before the first choice."""
    if not typed:
        return begin(None)
    faces: list[int] = []
    while True:
        try:
            return begin(faces)
        except DieWanted as wanted:
            faces.append(face_of(wanted, read))


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
