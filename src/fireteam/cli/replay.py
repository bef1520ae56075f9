"""`fireteam replay`: matches that were played."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import App, Parameter

from ..program_name import program_name
from .conventions import (
    Json,
    Packs,
    Plain,
    Seats,
    Seed,
    Usage,
    colour,
    parse_pairs,
    prepare,
    print_data,
    print_note,
    seats_from_flags,
)
from .match_setup import assign_seats, has_screen, reader, secret_of

if TYPE_CHECKING:
    from ..match.load import Replay

replay = App(name="replay", help="Watch, verify and fork a match that was played.", help_format="plaintext")

Number = Annotated[int | None, Parameter(name="--at")]


@replay.command
def show(
    file: Path,
    *,
    at: Number = None,
    side: Annotated[str, Parameter(name="--as")] = "",
    json: Json = False,
    plain: Plain = False,
    pack: Packs = None,
) -> int:
    """Walk through a match: forward, back, to any event. Into a pipe, or with --plain, the whole of it.

    Parameters
    ----------
    file
        A match file.
    at
        The event to begin at; into a pipe, or with --plain, only this one with its board.
    side
        The seat whose view it is, as red; without it, everything of a match that has ended.
    json
        One JSON object an event.
    """
    from ..match.file.parse import read_match_file
    from ..match.load import replay as replayed
    from ..terminal.console import Console
    from ..terminal.replay import ReplayUI

    found, packs = read_match_file(file), tuple(map(str, pack or ()))
    prepare(found.head.game, "replay")
    walk = ReplayUI(replayed(found, packs), side, Console(colour=colour(sys.stdout)))
    if at is not None and not 0 <= at <= walk.last_number:
        raise Usage(f"--at {at}: {file} has events 0 to {walk.last_number}")
    if json:
        for event in walk.as_data():
            if at in (None, event["number"]):
                print_data(event)
    elif has_screen() and not plain:
        return _watch(walk.replay, side, at or 0, packs)
    elif sys.stdin.isatty() and sys.stdout.isatty() and not plain:
        walk.step_through(reader(True), at or 0)
    elif at is not None:
        walk.write_event(at)
        walk.write_board(at)
    else:
        walk.write_all()
    return 0


def _watch(replayed: Replay, side: str, at: int, packs: tuple[str, ...]) -> int:
    """Watch it on a whole screen, and play on where it was forked, if it was."""
    from ..match.file.journal import must_be_new
    from ..match.load import fork
    from ..terminal.screen.app import show_replay
    from ..terminal.screen.replay import ReplayScreen
    from .match import resume

    def go_on(number: int, path: Path) -> None:
        must_be_new(path)
        fork(replayed, number, path, replayed.file.head.seats, secret_of(None), packs).leave()

    forked = show_replay(ReplayScreen(replayed, side, at, go_on))
    return resume(forked, pack=list(map(Path, packs))) if forked else 0


@replay.command
def verify(file: Path, *, json: Json = False, pack: Packs = None) -> int:
    """Check a match: every die by the revealed secret, every state and the result by the rules.

    Parameters
    ----------
    file
        A match file.
    json
        The findings as one JSON object.
    """
    from ..match.file.parse import read_match_file
    from ..match.load import verify as verified

    found = read_match_file(file)
    prepare(found.head.game, "replay")
    true = verified(found, tuple(map(str, pack or ())))
    if json:
        print_data(true._asdict())
        return 0
    typed = f", {true.typed} dice were typed in or came with a fork, and are taken as told" if true.typed else ""
    if true.ended:
        dice = f"{true.dice} dice are those of the announced secret"
        print(f"{file}: true. {true.events} events follow from the rules; {dice}{typed}.")
    else:
        print(f"{file}: true so far. {true.events} events follow from the rules{typed}.")
        print("The match has not ended: its dice can be checked when their secret is told.")
    return 0


@replay.command
def fork(
    file: Path,
    *,
    at: Annotated[int, Parameter(name="--at")],
    output: Annotated[Path, Parameter(name=["-o", "--output"])],
    seat: Seats = None,
    seed: Seed = None,
    pack: Packs = None,
    **seats: str,
) -> int:
    """Go on from any event of a match with new dice, in a new file. What happened before goes along.

    Example: fireteam replay fork friday.match --at 30 -o again.match --blue person

    Parameters
    ----------
    file
        A match file; it stays as it is.
    at
        The event after which the new match goes on.
    output
        The file to write; it must be new.
    seat
        Who decides for a seat from now on, as red=greedy; otherwise who did before.
    seed
        The same seed gives the same dice.
    seats
        The same as --seat, after the game's own names: --red greedy.
    """
    from ..match.file.journal import must_be_new
    from ..match.file.parse import read_match_file
    from ..match.load import fork as forked
    from ..match.load import replay as replayed

    must_be_new(output)
    found = read_match_file(file)
    prepare(found.head.game, "replay")
    packs = tuple(map(str, pack or ()))
    walked = replayed(found, packs)
    chosen = seats_from_flags(walked.setting, parse_pairs(seat, "--seat"), seats, found.head.seats)
    who = assign_seats(walked.setting, found.head.seats, chosen)
    forked(walked, at, output, who, secret_of(seed), packs).leave()
    print_note(f"{output}: goes on after event {at} of {file}. Play it with: {program_name()} match resume {output}")
    return 0
