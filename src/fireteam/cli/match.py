"""`fireteam match`: matches in files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import App, Parameter

from ..program_name import program_name
from .conventions import (
    Mission,
    Options,
    Packs,
    Plain,
    Position,
    Seats,
    Seed,
    TypedDice,
    colour,
    parse_pairs,
    prepare,
    print_note,
)
from .match_setup import build_setting, read_options, run_match, saved_matches, seats_from_options, secret_of

if TYPE_CHECKING:
    from ..match.file.format import MatchFile
    from ..match.load import Replay

match = App(name="match", help="Matches in files: begin one, look at it, go on with it.", help_format="plaintext")

Output = Annotated[Path, Parameter(name=["-o", "--output"])]


@match.command
def new(
    game: str,
    *,
    output: Output,
    mission: Mission = None,
    seat: Seats = None,
    seed: Seed = None,
    option: Options = None,
    pack: Packs = None,
    position: Position = None,
    **seats: str,
) -> int:
    """Begin a match in a file, without playing yet.

    Example: fireteam match new ttt -o friday.match --red person --blue greedy

    Parameters
    ----------
    game
        What to play, such as ttt, tps or gunplay.
    output
        The file to write; it must be new.
    seed
        The same seed gives the same dice.
    seats
        The same as --seat, after the game's own names: --red greedy.
    """
    from ..match.load import save
    from ..match.match import Match
    from ..registry import find_game

    found, packs = find_game(game), tuple(map(str, pack or ()))
    setting, states = build_setting(found, mission, read_options(found, option, packs), position, packs)
    who = seats_from_options(setting, parse_pairs(seat, "--seat"), seats)
    prepare(game, "play")
    begun = Match(setting, who, secret_of(seed), states)
    save(begun, output, packs)
    begun.leave()
    print_note(f"{output}: {found.title}, {setting.scenario}. Play it with: {program_name()} match resume {output}")
    return 0


@match.command
def show(file: Path | None = None, *, pack: Packs = None) -> int:
    """Tell what a match file holds and how the match stands; without a file, list the matches kept for you.

    Parameters
    ----------
    file
        A match file.
    """
    from ..match.file.parse import read_match_file
    from ..match.load import replay

    if file is None:
        return _list()
    found = read_match_file(file)
    prepare(found.head.game, "play")
    _summary(found)
    _board_of(replay(found, tuple(map(str, pack or ()))))
    return 0


@match.command
def resume(
    file: Path,
    *,
    pack: Packs = None,
    dice: TypedDice = "thrown",
    plain: Plain = False,
) -> int:
    """Go on with a match, from the last choice that was accepted.

    Parameters
    ----------
    file
        A match file.
    """
    from ..match.file.parse import read_match_file
    from ..match.load import resume as go_on

    found = read_match_file(file)
    prepare(found.head.game, "play")
    going_on = go_on(found, tuple(map(str, pack or ())))
    if found.is_torn:
        print_note(
            f"{file}: its last line was cut short and is gone; play goes on after event {going_on.next_number - 1}"
        )
    return run_match(going_on, dice == "typed", plain, [])


def _list() -> int:
    """The matches that were kept without being asked for."""
    from ..core.errors import BadFile
    from ..match.file.parse import read_match_file

    paths = sorted(saved_matches().glob("*.match"))
    for path in paths:
        try:
            print(f"{path}  {_match_row(read_match_file(path))}")
        except BadFile as error:
            print(error)
    if not paths:
        print_note(f"no matches are kept in {saved_matches()} yet; a match played at a terminal is")
    return 0


def _match_row(file: MatchFile) -> str:
    """A match in one line."""
    head = file.head
    who = ", ".join(f"{seat.name} ({seat.controller})" for seat in head.seats)
    won = f"{' and '.join(file.end.winners)} won" if file.end and file.end.winners else "a draw"
    how = f"ended: {won}" if file.end else f"goes on after event {len(file.records) - 1}"
    return f"{head.game}, {head.scenario}; {who}; {how}"


def _summary(file: MatchFile) -> None:
    """What stands in the head."""
    print(_match_row(file))
    print(f"rules {file.head.rules}, written by Fireteam {file.head.fireteam}; dice announced as {file.head.dice}")
    if file.head.packs:
        print(f"packs: {', '.join(file.head.packs)}")
    if file.head.parent:
        parent, at = file.head.parent.split(" ")
        print(f"forked from another match after its event {at} (whose line ends in {parent})")


def _board_of(found: Replay) -> None:
    """The table as everybody may see it, and whose turn it is."""
    import sys

    from ..core.engine.dispatch import is_over, to_act
    from ..match.load import resume_hint
    from ..terminal.console import Console
    from ..terminal.replay import ReplayUI

    console = Console(colour=colour(sys.stdout))
    ReplayUI(found, "", console).write_board(len(found.moments) - 1)
    state, setting = found.moments[-1].state, found.setting
    if not is_over(state[0]):
        owing = int(to_act(state[0]))
        turn = " and ".join(name for slot, name in enumerate(setting.slots) if owing >> slot & 1)
        console.write(f"It is {turn}'s turn; {resume_hint(found.file.path)}")
