"""A match at one keyboard, in lines: what every face in lines and every command has to do with."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple, TypeVar

from ...core.errors import DieNeeded, FireteamError, IllegalChoice
from ...core.game import Game
from ...core.protocol.briefing import Role
from ...core.protocol.choices import Verb
from ...core.protocol.scene import Scene, Spot
from ...match.match import Match
from ...match.record import Record, Seat
from ..busy_notice import BusyNotice, discard_input
from ..console import Console
from ..draw.board import table_lines
from ..event_text import event_lines, panel_lines, role_lines
from ..input.menu import Menu
from ..input.words import small_number
from ..local_match import LocalMatch, answer_questions
from ..rulebook import clause_text, find_clause

Outcome = TypeVar("Outcome")


class Leave(Exception):
    """Somebody leaves the table."""


class Command(NamedTuple):
    """Something to type: what it takes, what it is for, and what it does for a person with a menu.

    `needs` is what a game may leave out of its Game record: there is nothing to do then.
    """

    arguments: str
    help: str
    run: Callable[[LineSession, list[str], Menu, Seat], None]
    needs: str = ""

    def is_for(self, game: Game) -> bool:
        """Whether there is anything to do in a game."""
        return bool(getattr(game, self.needs or "id"))


class LineSession:
    """A match at one keyboard. `read` shows a prompt and gives a line, or raises EOFError.

    Where `is_interactive`, for people at a terminal, nobody is asked where all that is left is to go on, and nobody
    waits without being told so; `drop` forgets what has been typed and not been read. `commands` are what may be typed
    besides choices, by word. `face_of` asks for the face of a die that somebody rolled, in place of `read`.
    """

    def __init__(
        self,
        local_match: LocalMatch,
        console: Console,
        read: Callable[[str], str] = input,
        commands: Mapping[str, Command] | None = None,
        is_interactive: bool = False,
        drop: Callable[[], None] = discard_input,
        face_of: Callable[[DieNeeded], int] | None = None,
    ) -> None:
        self.local_match, self.console, self.read = local_match, console, read
        self.commands: Mapping[str, Command] = commands or {}
        self.is_interactive, self.drop = is_interactive, drop
        self.face_of = face_of or (lambda die: ask_face(die, self.read))
        self.shown_scene: Scene | None = None
        self.known_things: set[str] = set()  # things that have been read about

    @property
    def match(self) -> Match:
        """The match that lies on the table."""
        return self.local_match.match

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.local_match.game

    def begin(self, local_match: LocalMatch) -> None:
        """Lay another match on the table, of which nothing has been shown."""
        self.local_match, self.shown_scene, self.known_things = local_match, None, set()

    def reload_packs(self) -> bool:
        """Whether another match lies on the table, because content has changed. What is told of a change is shown."""
        before = self.match
        for line in self.local_match.reload_packs():
            self.console.write_prose(line, hang="  ", style="yellow")
        if self.match is before:
            return False
        self.begin(self.local_match)
        return True

    # What is done for somebody

    def act(self, seat: Seat, choice: str | Verb, slot: int) -> Record | None:
        """Let a seat choose; typed dice are asked for until there are enough. None if the choice stays sealed."""
        return answer_questions(self.local_match.act(seat, choice, slot), self.face_of)

    def play_bot(self, seat: Seat, slot: int) -> None:
        """A bot chooses; what comes of it is shown at once where only bots play."""
        self.refresh_rules(for_bot=True)
        value = self.run_with_notice(lambda: self.local_match.bot_choice(seat, slot))
        if self.act(seat, value, slot) and not self.local_match.people:
            self.show_news("")

    def run_with_notice(self, work: Callable[[], Outcome]) -> Outcome:
        """Work something out: who sits at a terminal is told if that takes its time, and what they type is dropped.

        Afterwards compiled rules take the place of plain ones, if there are any that pay.
        """
        rules = self.local_match.rules
        if not self.is_interactive:
            result = rules.run(work)
            self.refresh_rules()
            return result
        with BusyNotice(lambda line: self.console.write((line, "dim")), lambda: rules.notice) as notice:
            result = rules.run(work)
        if notice.was_shown:
            self.drop()
        self.refresh_rules()
        return result

    def refresh_rules(self, for_bot: bool = False) -> None:
        """Between two calls of the rules: let them be compiled, and use compiled ones that are there and pay."""
        reason = self.local_match.rules.refresh(for_bot)
        if reason and self.is_interactive:
            self.console.write_prose(reason, hang="  ", style="yellow")

    def confirm(self, question: str) -> bool:
        """Whether whoever sits at the keyboard says yes."""
        return self.read(f"{question} y/n ").strip().lower() in ("y", "yes")

    def hand_over(self, seat: Seat) -> bool:
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

    def show_news(self, name: str) -> None:
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

    def show_result(self) -> None:
        """The last board, the result, and the secret of the dice."""
        self.show_board(self.local_match.scene(self.local_match.default_viewer))
        self.console.write_prose(self.local_match.result_text(), style="bold")
        if revealed := self.local_match.secret_text():
            self.console.write_prose(revealed, hang="  ")

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

    def show_role(self, role: Role) -> None:
        """Who somebody is, and what they are after."""
        self.console.write("")
        title, *lines = role_lines(role, self.console.width)
        self.console.write((title, "bold"))
        for line in lines:
            self.console.write(line)


def ask_face(die: DieNeeded, read: Callable[[str], str]) -> int:
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
