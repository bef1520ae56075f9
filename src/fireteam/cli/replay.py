"""`fireteam replay`: matches that were played."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import App, Parameter

from ..called import called
from .conventions import Json, Packs, Plain, Seats, Seed, Usage, chosen_seats, colour, give, pairs, prepare, say
from .sitting import has_screen, reader, seated, secret_of

if TYPE_CHECKING:
    from ..match.saved import Replay

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
    from ..match.reading import read
    from ..match.saved import replay as replayed
    from ..terminal.paper import Paper
    from ..terminal.replaying import Walk

    found, packs = read(file), tuple(map(str, pack or ()))
    prepare(found.head.game, "replay")
    walk = Walk(replayed(found, packs), side, Paper(colour=colour(sys.stdout)))
    if at is not None and not 0 <= at <= walk.last:
        raise Usage(f"--at {at}: {file} has events 0 to {walk.last}")
    if json:
        for event in walk.as_data():
            if at in (None, event["number"]):
                give(event)
    elif has_screen() and not plain:
        return _watched(walk.replay, side, at or 0, packs)
    elif sys.stdin.isatty() and sys.stdout.isatty() and not plain:
        walk.walk(reader(True), at or 0)
    elif at is not None:
        walk.tell(at)
        walk.board(at)
    else:
        walk.whole()
    return 0


def _watched(replayed: Replay, side: str, at: int, packs: tuple[str, ...]) -> int:
    """Watch it on a whole screen, and play on where it was forked, if it was."""
    from ..match.journal import must_be_new
    from ..match.saved import fork
    from ..terminal.table.app import watch
    from ..terminal.table.watch import WatchScreen
    from .match import resume

    def go_on(number: int, path: Path) -> None:
        must_be_new(path)
        fork(replayed, number, path, replayed.file.head.seats, secret_of(None), packs).leave()

    forked = watch(WatchScreen(replayed, side, at, go_on))
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
    from ..match.reading import read
    from ..match.saved import verify as verified

    found = read(file)
    prepare(found.head.game, "replay")
    true = verified(found, tuple(map(str, pack or ())))
    if json:
        give(true._asdict())
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
    from ..match.journal import must_be_new
    from ..match.reading import read
    from ..match.saved import fork as forked
    from ..match.saved import replay as replayed

    must_be_new(output)
    found = read(file)
    prepare(found.head.game, "replay")
    packs = tuple(map(str, pack or ()))
    walked = replayed(found, packs)
    chosen = chosen_seats(walked.setting, pairs(seat, "--seat"), seats, found.head.seats)
    who = seated(walked.setting, found.head.seats, chosen)
    forked(walked, at, output, who, secret_of(seed), packs).leave()
    say(f"{output}: goes on after event {at} of {file}. Play it with: {called()} match resume {output}")
    return 0
