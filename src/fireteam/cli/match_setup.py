"""What the commands that play have in common: laying a table, seating people and bots, and letting them play."""

from __future__ import annotations

import contextlib
import itertools
import os
import secrets
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ..data_home import data_home
from ..durable_files import make_folders
from .conventions import PERSON, NamedSeat, Usage, colour, parse_pairs, seats_from_flags

if TYPE_CHECKING:
    from ..core.engine.record import Array
    from ..core.game import Game, Setting
    from ..match.dice import Secret
    from ..match.hot_reload import HotReload
    from ..match.match import Match
    from ..match.record import Seat

DEFAULT_BOT = "greedy"


def build_setting(
    game: Game, mission: str | None, options: Mapping[str, str], position: str | None, packs: tuple[str, ...]
) -> tuple[Setting, Array | None]:
    """What a match is played with, and where it begins if not at the opening.

    Raises:
        Usage: a position, and beside it what a position names itself.
    """
    if position is not None and (mission or options):
        raise Usage("--position names its own mission and options: leave out --mission and --option")
    if position is not None:
        return game.read_position(position, packs)
    return game.make_setting(mission or next(iter(game.scenarios(packs))), options, packs), None


def read_options(game: Game, words: Sequence[str] | None, packs: tuple[str, ...]) -> dict[str, str]:
    """The options of a command line; `name=@FILE` is the sheet of a file.

    Raises:
        Usage: a word that is no option, or a file for an option that takes no sheet.
        BadContent: a sheet that is not sound: file, line, and clause.
    """
    options = parse_pairs(words, "--option")
    for name, value in options.items():
        if value.startswith("@"):
            sheet = next((sheet for sheet in game.sheets.values() if name in sheet.options), None)
            if sheet is None:
                taking = [option for each in game.sheets.values() for option in each.options]
                there = f"; {' and '.join(taking)} do" if taking else ""
                raise Usage(f"the option {name} of {game.id} takes no file{there}")
            options[name] = sheet.read_file(Path(value[1:]), packs)
    return options


def secret_of(seed: str | None) -> Secret:
    """The secret of a new match's dice: drawn by chance, or made from a seed."""
    from ..match.dice import SECRET_BYTES, Secret, secret_of_seed

    return Secret(secrets.token_bytes(SECRET_BYTES)) if seed is None else secret_of_seed(seed)


def start_match(
    setting: Setting, states: Array | None, who: list[Seat], seed: str | None, typed: bool, read: Callable[[str], str]
) -> Match:
    """A new match; typed dice that fall before the first choice are asked for."""
    from ..match.match import Match
    from ..terminal.line.session import ask_face
    from ..terminal.local_match import answer_questions, begin_match

    secret = secret_of(seed)
    beginnings = begin_match(lambda faces: Match(setting, who, secret, states, faces), typed)
    return answer_questions(beginnings, lambda wanted: ask_face(wanted, read))


def run_match(match: Match, typed: bool, plain: bool, again: list[str], watching: HotReload | None = None) -> int:
    """Let people and bots play a match to its end, or until somebody leaves."""
    from ..bots import find_bot
    from ..terminal.console import Console
    from ..terminal.line.ui import LineUI
    from ..terminal.local_match import LocalMatch

    bots = {seat.name: find_bot(seat.controller) for seat in match.seats.values() if not seat.is_person}
    course, at_terminal = LocalMatch(match, bots, typed, again, watching), sys.stdin.isatty()
    try:
        if has_screen() and not plain:
            from ..terminal.screen.app import play_match

            return play_match(course)
        return LineUI(
            course, Console(colour=colour(sys.stdout)), reader(at_terminal), is_interactive=at_terminal
        ).play()
    finally:
        match.leave()


def hot_reload_for(match: Match, packs: tuple[Path, ...], seed: str | None) -> HotReload:
    """What looks after the packs of a match; a seed gives the same dice every time, also after each change."""
    from ..match.hot_reload import HotReload

    number = itertools.count(1)
    return HotReload(match.setting.game.id, packs, lambda: secret_of(seed and f"{seed} {next(number)}"))


def has_screen() -> bool:
    """Whether there is a terminal at every end that can be drawn on; Textual draws on stderr."""
    ends = (sys.stdin, sys.stdout, sys.stderr)
    return all(end.isatty() for end in ends) and os.environ.get("TERM") != "dumb"


def seats_from_options(setting: Setting, named: Mapping[str, str], flags: Mapping[str, str]) -> list[Seat]:
    """A seat for every slot of the match, and who decides for it.

    Without more, a person plays the first slot against bots; a referee is always a person.

    Raises:
        Usage: a seat that the match does not have, one that is named twice, or a referee who is not one alone.
    """
    chosen = seats_from_flags(setting, named, flags)
    players = {slot: chosen[slot].controller for slot in setting.players if slot in chosen}
    rest = DEFAULT_BOT if PERSON in players.values() or not players else PERSON
    usual = {slot: NamedSeat(slot, rest) for slot in setting.players}
    if not players:
        usual[setting.players[0]] = NamedSeat(setting.players[0], PERSON)
    if setting.referee >= 0:
        referee = setting.slots[setting.referee]
        usual[referee] = NamedSeat(referee, PERSON)
    return assign_seats(setting, (), {**usual, **chosen})


def assign_seats(setting: Setting, seats: Sequence[Seat], placed: Mapping[str, NamedSeat]) -> list[Seat]:
    """The seats at a table once some slots are seated anew; who has lost every slot has left it.

    Raises:
        Usage: a bot would be the referee, or a player.
        UnknownName: there is no such bot.
        BotFailure: its file cannot be loaded.
    """
    from ..bots import find_bot
    from ..match.record import Seat

    found = {seat.name: seat for seat in seats}
    onlookers = {seat.name for seat in seats if not seat.slots}
    for name, (seat, controller) in placed.items():
        if controller != PERSON:
            find_bot(controller)  # who is no bot is told so before rules are compiled or a match is begun
        slot = setting.slots.index(name)
        before = next((one for one in found.values() if one.holds(slot)), None)
        if before and before.slots == 1 << slot and seat == name:
            found[before.name] = before._replace(controller=controller)
            continue
        if before:
            found[before.name] = before._replace(slots=before.slots & ~(1 << slot))
        there = found.get(seat, Seat(seat))
        found[seat] = there._replace(slots=there.slots | 1 << slot, controller=controller)
    table = [one for one in found.values() if one.slots or one.name in onlookers]
    referee = 1 << setting.referee if setting.referee >= 0 else 0
    for one in table:
        plays = one.slots != referee and not setting.referee_commands
        if one.slots & referee and (plays or not one.is_person):
            reason = "a person, who plays for nobody" if plays else "a person"
            raise Usage(f"{setting.slots[setting.referee]} is {reason}")
    return [one._replace(referee=one.referee or bool(one.slots & referee)) for one in table]


def seat_words(setting: Setting, seat: Seat) -> list[str]:
    """What to write on a command line to have such a seat."""
    held = [name for slot, name in enumerate(setting.slots) if seat.holds(slot)]
    if seat.is_person and held != [seat.name]:
        return ["--seat", f"{seat.name}={'+'.join(held)}"]
    return [word for name in held for word in (f"--{name}", seat.controller)]


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


def pick_one(what: str, ways: list[str], read: Callable[[str], str]) -> int:
    """Which of some ways: asked until it is clear; Enter takes the first."""
    from ..terminal.input.words import small_number

    if len(ways) == 1:
        print(f"{what}: {ways[0]}")
        return 0
    print(f"{what}:")
    for number, way in enumerate(ways, 1):
        print(f"  {number}) {way}")
    while True:
        word = read(f"1 to {len(ways)} [1]: ").strip() or "1"
        number = small_number(word)
        if 1 <= number <= len(ways):
            return number - 1
        print(f"a number from 1 to {len(ways)}, please; Ctrl-C leaves")


def saved_matches() -> Path:
    """The folder of matches that were played at a terminal without -o."""
    return data_home() / "matches"


def new_file(game: str) -> Path | None:
    """Where a match at a terminal is written when nobody says where; nowhere, when that folder cannot be made."""
    folder = saved_matches()
    try:
        make_folders(folder)
    except OSError:
        return None
    stem = time.strftime(f"%Y-%m-%d-%H%M%S-{game}")
    names = (f"{stem}{n or ''}.match" for n in range(100))
    return next((path for name in names if not (path := folder / name).exists()), None)
