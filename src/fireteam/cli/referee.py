"""`fireteam referee`: a real table, with people, tokens and perhaps dice, run from one screen."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from ..program_name import program_name
from .conventions import Mission, Options, Packs, Seed, TypedDice, Usage, colour, prepare, warn
from .match_setup import build_setting, new_file, read_options, reader, start_match

if TYPE_CHECKING:
    from ..core.game import Setting
    from ..match.match import Match
    from ..match.record import Seat

REFEREE = "referee"


def referee(
    game: str,
    *,
    mission: Mission = None,
    map: Annotated[str | None, Parameter(help="The same as --mission.")] = None,
    teams: Annotated[str | None, Parameter(help="The same as --option teams=3v3.")] = None,
    option: Options = None,
    dice: TypedDice = "thrown",
    pace: float = 1.5,
    seed: Seed = None,
    pack: Packs = None,
    output: Annotated[Path | None, Parameter(name=["-o", "--output"])] = None,
) -> int:
    """Run a real table: you call the phases, count, type what people choose and where tokens stand, and rule.

    Everything is kept as in any match: `replay show` and `replay verify` read its file.

    Examples: fireteam referee tps. fireteam referee tps --map de_depot --teams 3v3 --dice typed -o friday.match.

    Parameters
    ----------
    game
        What is played: tps, ttt; or the file of such a match, to go on with it.
    pace
        Seconds between two counts that are called.
    seed
        The same seed gives the same dice.
    output
        The file to write the match to, as it happens. At a terminal it is kept among your matches without this, too.
    """
    from ..terminal.console import Console
    from ..terminal.local_match import LocalMatch
    from ..terminal.referee.ui import RefereeUI

    at_terminal, typed = sys.stdin.isatty(), dice == "typed"
    read = reader(at_terminal)
    if not 0 <= pace <= 60:
        raise Usage("--pace is from 0 to 60 seconds")
    if Path(game).is_file():
        if mission or map or teams or option or seed or output:
            raise Usage(f"{game} says itself how it is played: leave out all but --dice, --pace and --pack")
        match = resume_match(Path(game), pack)
    else:
        if mission and map:
            raise Usage("--map and --mission are the same: give one of them")
        match = new(game, mission or map, teams, option, pack, seed, output, typed, read)
    try:
        return RefereeUI(LocalMatch(match, {}, typed), Console(colour=colour(sys.stdout)), read, pace).play()
    finally:
        match.leave()


def new(
    game: str,
    mission: str | None,
    teams: str | None,
    option: list[str] | None,
    pack: list[Path] | None,
    seed: str | None,
    output: Path | None,
    typed: bool,
    read: Callable[[str], str],
) -> Match:
    """A new match with a referee, written to its file."""
    from ..match.file.journal import must_be_new
    from ..match.load import save
    from ..registry import find_game

    found, packs = find_game(game), tuple(str(folder) for folder in pack or ())
    options = ({"teams": teams} if teams else {}) | read_options(found, option, packs)
    if output is not None:
        must_be_new(output)
    setting, states = build_setting(
        found, mission, {**(found.tabletop.options if found.tabletop else {}), **options}, None, packs
    )
    warn(game, pack)
    prepare(game, "play")
    match = start_match(setting, states, seats(setting), seed, typed, read)
    file = output or (new_file(game) if sys.stdin.isatty() else None)
    if file is not None:
        save(match, file, packs)
    return match


def resume_match(path: Path, pack: list[Path] | None) -> Match:
    """The match of a file.

    Raises:
        Usage: it was not run by a referee from one screen.
    """
    from ..match.file.parse import read_match_file
    from ..match.load import resume
    from ..terminal.referee.commands import TABLE

    file = read_match_file(path)
    if TABLE not in {seat.name for seat in file.head.seats}:
        raise Usage(f"{path} is no match of a real table; go on with it by: {program_name()} match resume {path}")
    prepare(file.head.game, "play")
    return resume(file, tuple(map(str, pack or ())))


def seats(setting: Setting) -> list[Seat]:
    """One seat for everybody who plays, and one for who runs the table."""
    from ..match.record import Seat
    from ..terminal.referee.commands import TABLE

    players = sum(1 << slot for slot in range(len(setting.slots)) if slot != setting.referee)
    own = setting.slots[setting.referee] if setting.referee >= 0 else REFEREE
    return [Seat(TABLE, players), Seat(own, 1 << setting.referee if setting.referee >= 0 else 0, referee=True)]
