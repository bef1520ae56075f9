"""A table for tests of the terminal: a match, lines that people type, and what they read."""

from __future__ import annotations

import io

from fireteam.bots import find as find_bot
from fireteam.core.game import find
from fireteam.match.dice import seeded
from fireteam.match.match import Match
from fireteam.match.record import Seat
from fireteam.terminal.course import Course
from fireteam.terminal.paper import Paper
from fireteam.terminal.plain import Plain

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

    def play(self, match: Match, width: int = 80, dice_typed: bool = False, hasten: bool = False) -> int:
        bots = {seat.name: find_bot(seat.controller) for seat in match.seats.values() if not seat.is_person}
        course = Course(match, bots, dice_typed, ("--red", "person"))
        return Plain(course, Paper(self.screen, width), self.read, hasten).play()

    @property
    def text(self) -> str:
        return self.screen.getvalue()


def duel(line: str = DUEL, red: str = "person", blue: str = "person", seed: int = 1) -> Match:
    setting, states = find("ttt").from_position(line)
    return Match(setting, (Seat("red", 1, red), Seat("blue", 2, blue)), seeded(seed), states)


def mission(name: str, red: str = "person", blue: str = "person", seed: int = 1, **options: str) -> Match:
    setting = find("ttt").setting(name, options)
    return Match(setting, (Seat("red", 1, red), Seat("blue", 2, blue)), seeded(seed))
