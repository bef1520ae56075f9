"""The course of a match in lines: everybody chooses in turn until it is over, or somebody leaves."""

from __future__ import annotations

import sys
from collections.abc import Callable

from ...core.errors import BotFailure, FireteamError
from ...match.record import Seat
from ..event_text import event_lines
from .acts import ACTS, apply_ruling, is_ruling
from .session import Leave, LineSession

EXIT_OK, EXIT_INTERRUPTED, EXIT_FAILED = 0, 130, 1


def run_match(
    session: LineSession,
    play_person: Callable[[Seat, int], None],
    show_end: Callable[[], None],
    show_leave: Callable[[], None],
) -> int:
    """Play to the end, or until somebody leaves.

    Args:
        session: the match at this keyboard.
        play_person: lets a person choose for a slot, once or more.
        show_end: tells how the match ended.
        show_leave: tells how to go on another time.

    Returns:
        the exit code.
    """

    def play() -> None:
        if announced := session.local_match.announcement():
            session.console.write_prose(announced, hang="  ")
        while not session.match.is_over:
            if session.reload_packs():
                continue
            if session.match.pause_record:
                wait_for_referee(session)
                continue
            seat, slot = session.local_match.turn()
            if seat.is_person:
                play_person(seat, slot)
            else:
                session.play_bot(seat, slot)
        show_end()

    try:
        return run_until_leave(play, show_leave)
    except BotFailure as error:
        print(error, file=sys.stderr)
        show_leave()
        return EXIT_FAILED


def run_until_leave(play: Callable[[], None], show_leave: Callable[[], None]) -> int:
    """Play until that ends or somebody leaves, which `show_leave` answers. The exit code."""
    try:
        play()
        return EXIT_OK
    except (EOFError, Leave):
        show_leave()
        return EXIT_OK
    except KeyboardInterrupt:
        show_leave()
        return EXIT_INTERRUPTED


def wait_for_referee(session: LineSession) -> None:
    """Nobody chooses until the referee lets the table go on; nothing that is anybody's own is shown.

    Raises:
        Leave: no referee sits here, or the referee leaves.
    """
    match, console, referee = session.match, session.console, session.local_match.referee
    for line in event_lines(match.public_history(match.next_number - 1), console.width):
        console.write(line)
    if not referee:
        raise Leave
    words = session.read(f"{referee}, the table is stopped> ").split() or [""]
    command = words[0].lower()
    try:
        if command in ACTS:
            ACTS[command](session, words[1:])
        elif command in ("quit", "q"):
            raise Leave
        elif is_ruling(session.game, command):
            apply_ruling(session, words)
        else:
            console.write(f"there is: {', '.join(ACTS)}, quit")
    except FireteamError as error:
        console.write_prose(str(error), hang="  ")
