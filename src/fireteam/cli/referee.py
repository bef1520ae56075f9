"""`fireteam referee`: a real table, with people, tokens and perhaps dice, run from one screen."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from ..called import called
from .conventions import Mission, Options, Packs, Seed, TypedDice, Usage, colour, pairs, prepare, warn
from .sitting import begun, laid, new_file, reader

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
    from ..terminal.course import Course
    from ..terminal.paper import Paper
    from ..terminal.real_table import RealTable

    at_terminal, typed = sys.stdin.isatty(), dice == "typed"
    read = reader(at_terminal)
    if not 0 <= pace <= 60:
        raise Usage("--pace is from 0 to 60 seconds")
    if Path(game).is_file():
        if mission or map or teams or option or seed or output:
            raise Usage(f"{game} says itself how it is played: leave out all but --dice, --pace and --pack")
        match = gone_on(Path(game), pack)
    else:
        if mission and map:
            raise Usage("--map and --mission are the same: give one of them")
        options = ({"teams": teams} if teams else {}) | pairs(option, "--option")
        match = new(game, mission or map, options, pack, seed, output, typed, read)
    try:
        return RealTable(Course(match, {}, typed), Paper(colour=colour(sys.stdout)), read, pace).play()
    finally:
        match.leave()


def new(
    game: str,
    mission: str | None,
    options: dict[str, str],
    pack: list[Path] | None,
    seed: str | None,
    output: Path | None,
    typed: bool,
    read: Callable[[str], str],
) -> Match:
    """A new match with a referee, written to its file."""
    from ..core.game import find
    from ..match.journal import must_be_new
    from ..match.saved import save

    found, packs = find(game), tuple(str(folder) for folder in pack or ())
    if output is not None:
        must_be_new(output)
    setting, states = laid(found, mission, {**(found.aloud.options if found.aloud else {}), **options}, None, packs)
    warn(game, pack)
    prepare(game, "play")
    match = begun(setting, states, seats(setting), seed, typed, read)
    file = output or (new_file(game) if sys.stdin.isatty() else None)
    if file is not None:
        save(match, file, packs)
    return match


def gone_on(path: Path, pack: list[Path] | None) -> Match:
    """The match of a file.

    Raises:
        Usage: it was not run by a referee from one screen.
    """
    from ..match.reading import read
    from ..match.saved import resume
    from ..terminal.real_commands import TABLE

    file = read(path)
    if TABLE not in {seat.name for seat in file.head.seats}:
        raise Usage(f"{path} is no match of a real table; go on with it by: {called()} match resume {path}")
    prepare(file.head.game, "play")
    return resume(file, tuple(map(str, pack or ())))


def seats(setting: Setting) -> list[Seat]:
    """One seat for everybody who plays, and one for who runs the table."""
    from ..match.record import Seat
    from ..terminal.real_commands import TABLE

    players = sum(1 << slot for slot in range(len(setting.slots)) if slot != setting.referee)
    own = setting.slots[setting.referee] if setting.referee >= 0 else REFEREE
    return [Seat(TABLE, players), Seat(own, 1 << setting.referee if setting.referee >= 0 else 0, referee=True)]
