"""What the commands that play have in common: laying a table, seating people and bots, and letting them play."""

from __future__ import annotations

import contextlib
import itertools
import os
import secrets
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from .conventions import Usage, chosen_seats, colour

if TYPE_CHECKING:
    from ..core.game import Game, Setting
    from ..core.record import Array
    from ..match.dice import Secret
    from ..match.match import Match
    from ..match.record import Seat
    from ..match.watching import Watching

PERSON, RIVAL = "person", "greedy"


def laid(
    game: Game, mission: str | None, options: Mapping[str, str], position: str | None, packs: tuple[str, ...]
) -> tuple[Setting, Array | None]:
    """What a match is played with, and where it begins if not at the opening.

    Raises:
        Usage: a position, and beside it what a position names itself.
    """
    if position is not None and (mission or options):
        raise Usage("--position names its own mission and options: leave out --mission and --option")
    if position is not None:
        return game.from_position(position, packs)
    return game.setting(mission or next(iter(game.scenarios(packs))), options, packs), None


def secret_of(seed: str | None) -> Secret:
    """The secret of a new match's dice: drawn by chance, or made from a seed."""
    from ..match.dice import SECRET, Secret, seeded

    return Secret(secrets.token_bytes(SECRET)) if seed is None else seeded(seed)


def begun(
    setting: Setting, states: Array | None, who: list[Seat], seed: str | None, typed: bool, read: Callable[[str], str]
) -> Match:
    """A new match; typed dice that fall before the first choice are asked for."""
    from ..match.match import Match
    from ..terminal.course import answered, beginning
    from ..terminal.plain import face_of

    secret = secret_of(seed)
    beginnings = beginning(lambda faces: Match(setting, who, secret, states, faces), typed)
    return answered(beginnings, lambda wanted: face_of(wanted, read))


def sit_down(match: Match, typed: bool, plain: bool, again: list[str], watching: Watching | None = None) -> int:
    """Let people and bots play a match to its end, or until somebody leaves."""
    from ..bots import find
    from ..terminal.course import Course
    from ..terminal.paper import Paper
    from ..terminal.plain import Plain

    bots = {seat.name: find(seat.controller) for seat in match.seats.values() if not seat.is_person}
    course, at_terminal = Course(match, bots, typed, again, watching), sys.stdin.isatty()
    try:
        if has_screen() and not plain:
            from ..terminal.table.app import play

            return play(course)
        return Plain(course, Paper(colour=colour(sys.stdout)), reader(at_terminal), hasten=at_terminal).play()
    finally:
        match.leave()


def watching_for(match: Match, packs: tuple[Path, ...], seed: str | None) -> Watching:
    """What looks after the packs of a match; a seed gives the same dice every time, also after each change."""
    from ..match.watching import Watching

    number = itertools.count(1)
    return Watching(match.setting.game.id, packs, lambda: secret_of(seed and f"{seed} {next(number)}"))


def has_screen() -> bool:
    """Whether there is a terminal at every end that can be drawn on; Textual draws on stderr."""
    ends = (sys.stdin, sys.stdout, sys.stderr)
    return all(end.isatty() for end in ends) and os.environ.get("TERM") != "dumb"


def seating(game: Game, named: Mapping[str, str], flags: Mapping[str, str]) -> list[Seat]:
    """A seat for each slot of the game, and who decides for it.

    Raises:
        Usage: a seat that the game does not have, or one that is named twice.
    """
    from ..match.record import Seat

    chosen = chosen_seats(game, named, flags)
    rest = RIVAL if PERSON in chosen.values() or not chosen else PERSON
    first = not chosen
    who = []
    for slot, name in enumerate(game.slots):
        controller = chosen.get(name) or (PERSON if first and slot == 0 else rest)
        who.append(Seat(name, 1 << slot, controller))
    return who


def reader(at_terminal: bool) -> Callable[[str], str]:
    """How lines are read: at a terminal with editing and history, else with prompt and line both shown."""
    if at_terminal:
        with contextlib.suppress(ImportError):
            import readline  # noqa: F401 - importing it is what gives `input` its editing
        return input

    def read(prompt: str) -> str:
        print(prompt, end="", flush=True)
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        print(line.rstrip("\n"), flush=True)
        return line

    return read


def saved_matches() -> Path:
    """The folder of matches that were played at a terminal without -o."""
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(home) / "fireteam" / "matches"


def new_file(game: str) -> Path | None:
    """Where a match at a terminal is written when nobody says where; nowhere, when that folder cannot be made."""
    folder = saved_matches()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return None
    stem = time.strftime(f"%Y-%m-%d-%H%M%S-{game}")
    names = (f"{stem}{n or ''}.match" for n in range(100))
    return next((path for name in names if not (path := folder / name).exists()), None)
