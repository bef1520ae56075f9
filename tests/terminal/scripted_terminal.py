"""A table for tests of the terminal: a match, lines that people type, and what they read."""

from __future__ import annotations

import io

from fireteam.bots import find_bot
from fireteam.match.dice import secret_of_seed
from fireteam.match.match import Match
from fireteam.match.record import Seat
from fireteam.registry import find_game
from fireteam.terminal.console import Console
from fireteam.terminal.line.ui import LineUI
from fireteam.terminal.local_match import LocalMatch

DUEL = "@2 - move 1 1 1 rifleman@e5+1,guard@a1+1 rifleman@e7,guard@i9 -"


class Terminal:
    """Lines typed one after another; what they brought to the screen stands in `screen`."""

    def __init__(self, *lines: str | type[BaseException]) -> None:
        self.lines = list(lines)
        self.screen = io.StringIO()

    def read(self, prompt: str) -> str:
        self.screen.write(prompt)
        if not self.lines:
            raise EOFError
        line = self.lines.pop(0)
        if not isinstance(line, str):
            raise line
        self.screen.write(line + "\n")
        return line

    def play(self, match: Match, width: int = 80, typed_dice: bool = False, is_interactive: bool = False) -> int:
        bots = {seat.name: find_bot(seat.controller) for seat in match.seats.values() if not seat.is_person}
        course = LocalMatch(match, bots, typed_dice, ("--red", "person"))
        return LineUI(course, Console(self.screen, width), self.read, is_interactive).play()

    @property
    def text(self) -> str:
        return self.screen.getvalue()


def duel(line: str = DUEL, red: str = "person", blue: str = "person", seed: int = 1) -> Match:
    setting, states = find_game("ttt").read_position(line)
    return Match(setting, (Seat("red", 1, red), Seat("blue", 2, blue)), secret_of_seed(seed), states)


def mission(name: str, red: str = "person", blue: str = "person", seed: int = 1, **options: str) -> Match:
    setting = find_game("ttt").make_setting(name, options)
    return Match(setting, (Seat("red", 1, red), Seat("blue", 2, blue)), secret_of_seed(seed))
