"""What the rules write into the log: one function for each event, of the same name."""

from __future__ import annotations

from ...core.engine.compiled import compiled
from ...core.protocol.events import Log, write_row

(
    PICKED,
    SEATED,
    TIED,
    PLACED,
    SKIPPED,
    TURNED,
    COMMANDED,
    MOVED,
    AIMED,
    ATTACKED,
    SAVED,
    ELIMINATED,
    FRENZIED,
    EXITED,
    HELD,
    SCORED,
    ENDED,
    ENDED_MOVES,
) = range(18)


@compiled
def log_picked(log: Log, player: int, piece: int) -> None:
    """A piece of a player's force is revealed (TTT-5.4)."""
    write_row(log, PICKED, player, piece)


@compiled
def log_seated(log: Log, player: int) -> None:
    """The players' sides are settled (TTT-5.7)."""
    write_row(log, SEATED, player)


@compiled
def log_tied(log: Log) -> None:
    """Equal rolls for the seats: both roll again (TTT-5.7)."""
    write_row(log, TIED)


@compiled
def log_placed(log: Log, unit: int, x: int, y: int) -> None:
    """A piece was placed (TTT-5.12)."""
    write_row(log, PLACED, unit, x, y)


@compiled
def log_skipped(log: Log, side: int) -> None:
    """A side that cannot place is passed over (TTT-5.18)."""
    write_row(log, SKIPPED, side)


@compiled
def log_turned(log: Log, side: int, round: int) -> None:
    """A side's turn begins (TTT-6.6)."""
    write_row(log, TURNED, side, round)


@compiled
def log_commanded(log: Log, unit: int, budget: int) -> None:
    """Captains stay put to move others (TTT-7.16)."""
    write_row(log, COMMANDED, unit, budget)


@compiled
def log_moved(log: Log, unit: int, x: int, y: int, to_x: int, to_y: int) -> None:
    """A piece went from one square to another (TTT-7.1)."""
    write_row(log, MOVED, unit, x, y, to_x, to_y)


@compiled
def log_aimed(log: Log, unit: int, target: int) -> None:
    """A piece took aim (TTT-7.9)."""
    write_row(log, AIMED, unit, target)


@compiled
def log_attacked(log: Log, unit: int, target: int, needs: int, hit: int) -> None:
    """An attack was resolved (TTT-8.10)."""
    write_row(log, ATTACKED, unit, target, needs, hit)


@compiled
def log_saved(log: Log, unit: int) -> None:
    """A Medic rolled for a piece that was hit (TTT-4.18)."""
    write_row(log, SAVED, unit)


@compiled
def log_eliminated(log: Log, unit: int) -> None:
    """A piece left the board for good (TTT-8.8)."""
    write_row(log, ELIMINATED, unit)


@compiled
def log_frenzied(log: Log, unit: int) -> None:
    """A frenzy gives a further attack (TTT-4.13)."""
    write_row(log, FRENZIED, unit)


@compiled
def log_exited(log: Log, unit: int, exits: int) -> None:
    """A piece left by the exit zone (TTT-9.10)."""
    write_row(log, EXITED, unit, exits)


@compiled
def log_held(log: Log, side: int, count: int) -> None:
    """A hold count rose (TTT-9.8)."""
    write_row(log, HELD, side, count)


@compiled
def log_scored(log: Log, side: int, points: int) -> None:
    """A side scored a point (TTT-9.9)."""
    write_row(log, SCORED, side, points)


@compiled
def log_ended(log: Log, winner: int, why: int) -> None:
    """The game is over (TTT-9.1)."""
    write_row(log, ENDED, winner, why)


@compiled
def log_ended_moves(log: Log, side: int) -> None:
    """A side goes on to its attacks (TTT-6.5)."""
    write_row(log, ENDED_MOVES, side)
