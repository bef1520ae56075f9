"""`fireteam match`: matches in files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import App, Parameter

from ..called import called
from .conventions import Mission, Options, Packs, Plain, Position, Seats, Seed, TypedDice, colour, pairs, prepare, say
from .sitting import laid, saved_matches, seating, secret_of, sit_down

if TYPE_CHECKING:
    from ..match.files import MatchFile
    from ..match.saved import Replay

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
        What to play, such as ttt or tps.
    output
        The file to write; it must be new.
    seed
        The same seed gives the same dice.
    seats
        The same as --seat, after the game's own names: --red greedy.
    """
    from ..core.game import find
    from ..match.match import Match
    from ..match.saved import save

    found, packs = find(game), tuple(map(str, pack or ()))
    setting, states = laid(found, mission, pairs(option, "--option"), position, packs)
    who = seating(setting, pairs(seat, "--seat"), seats)
    prepare(game, "play")
    begun = Match(setting, who, secret_of(seed), states)
    save(begun, output, packs)
    begun.leave()
    say(f"{output}: {found.title}, {setting.scenario}. Play it with: {called()} match resume {output}")
    return 0


@match.command
def show(file: Path | None = None, *, pack: Packs = None) -> int:
    """Tell what a match file holds and how the match stands; without a file, list the matches kept for you.

    Parameters
    ----------
    file
        A match file.
    """
    from ..match.reading import read
    from ..match.saved import replay

    if file is None:
        return _list()
    found = read(file)
    prepare(found.head.game, "play")
    _summary(found)
    _board(replay(found, tuple(map(str, pack or ()))))
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
    from ..match.reading import read
    from ..match.saved import resume as go_on

    found = read(file)
    prepare(found.head.game, "play")
    going_on = go_on(found, tuple(map(str, pack or ())))
    if found.torn:
        say(f"{file}: its last line was cut short and has gone; the match goes on after event {going_on.number - 1}")
    return sit_down(going_on, dice == "typed", plain, [])


def _list() -> int:
    """The matches that were kept without being asked for."""
    from ..core.errors import BadFile
    from ..match.reading import read

    paths = sorted(saved_matches().glob("*.match"))
    for path in paths:
        try:
            print(f"{path}  {_standing(read(path))}")
        except BadFile as error:
            print(error)
    if not paths:
        say(f"no matches are kept in {saved_matches()} yet; a match played at a terminal is")
    return 0


def _standing(file: MatchFile) -> str:
    """A match in one line."""
    head = file.head
    who = ", ".join(f"{seat.name} ({seat.controller})" for seat in head.seats)
    won = f"{' and '.join(file.end.winners)} won" if file.end and file.end.winners else "a draw"
    how = f"ended: {won}" if file.end else f"goes on after event {len(file.records) - 1}"
    return f"{head.game}, {head.scenario}; {who}; {how}"


def _summary(file: MatchFile) -> None:
    """What stands in the head."""
    print(_standing(file))
    print(f"rules {file.head.rules}, written by Fireteam {file.head.fireteam}; dice announced as {file.head.dice}")
    if file.head.packs:
        print(f"packs: {', '.join(file.head.packs)}")
    if file.head.forked:
        parent, at = file.head.forked.split(" ")
        print(f"forked from another match after its event {at} (whose line ends in {parent})")


def _board(found: Replay) -> None:
    """The table as everybody may see it, and whose turn it is."""
    import sys

    from ..core.entry import over, to_act
    from ..match.saved import how_to_go_on
    from ..terminal.paper import Paper
    from ..terminal.replaying import Walk

    paper = Paper(colour=colour(sys.stdout))
    Walk(found, "", paper).board(len(found.moments) - 1)
    state, setting = found.moments[-1].state, found.setting
    if not over(state[0]):
        owing = int(to_act(state[0]))
        turn = " and ".join(name for slot, name in enumerate(setting.slots) if owing >> slot & 1)
        paper.put(f"It is {turn}'s turn; {how_to_go_on(found.file.path)}")
