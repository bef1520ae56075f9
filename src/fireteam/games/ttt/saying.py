"""What the rules write into the log: one function for each event, of the same name."""

from __future__ import annotations

from ...core.compiled import compiled
from ...core.events import Log, say

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
def picked(log: Log, player: int, piece: int) -> None:
    """A piece of a player's force is revealed (TTT-5.4)."""
    say(log, PICKED, player, piece)


@compiled
def seated(log: Log, player: int) -> None:
    """The players' sides are settled (TTT-5.7)."""
    say(log, SEATED, player)


@compiled
def tied(log: Log) -> None:
    """Equal rolls for the seats: both roll again (TTT-5.7)."""
    say(log, TIED)


@compiled
def placed(log: Log, unit: int, x: int, y: int) -> None:
    """A piece was placed (TTT-5.12)."""
    say(log, PLACED, unit, x, y)


@compiled
def skipped(log: Log, side: int) -> None:
    """A side that cannot place is passed over (TTT-5.18)."""
    say(log, SKIPPED, side)


@compiled
def turned(log: Log, side: int, round: int) -> None:
    """A side's turn begins (TTT-6.6)."""
    say(log, TURNED, side, round)


@compiled
def commanded(log: Log, unit: int, budget: int) -> None:
    """Captains stay put to move others (TTT-7.16)."""
    say(log, COMMANDED, unit, budget)


@compiled
def moved(log: Log, unit: int, x: int, y: int, to_x: int, to_y: int) -> None:
    """A piece went from one square to another (TTT-7.1)."""
    say(log, MOVED, unit, x, y, to_x, to_y)


@compiled
def aimed(log: Log, unit: int, target: int) -> None:
    """A piece took aim (TTT-7.9)."""
    say(log, AIMED, unit, target)


@compiled
def attacked(log: Log, unit: int, target: int, needs: int, hit: int) -> None:
    """An attack was resolved (TTT-8.10)."""
    say(log, ATTACKED, unit, target, needs, hit)


@compiled
def saved(log: Log, unit: int) -> None:
    """A Medic rolled for a piece that was hit (TTT-4.18)."""
    say(log, SAVED, unit)


@compiled
def eliminated(log: Log, unit: int) -> None:
    """A piece left the board for good (TTT-8.8)."""
    say(log, ELIMINATED, unit)


@compiled
def frenzied(log: Log, unit: int) -> None:
    """A frenzy gives a further attack (TTT-4.13)."""
    say(log, FRENZIED, unit)


@compiled
def exited(log: Log, unit: int, exits: int) -> None:
    """A piece left by the exit zone (TTT-9.10)."""
    say(log, EXITED, unit, exits)


@compiled
def held(log: Log, side: int, count: int) -> None:
    """A hold count rose (TTT-9.8)."""
    say(log, HELD, side, count)


@compiled
def scored(log: Log, side: int, points: int) -> None:
    """A side scored a point (TTT-9.9)."""
    say(log, SCORED, side, points)


@compiled
def ended(log: Log, winner: int, why: int) -> None:
    """The game is over (TTT-9.1)."""
    say(log, ENDED, winner, why)


@compiled
def ended_moves(log: Log, side: int) -> None:
    """A side goes on to its attacks (TTT-6.5)."""
    say(log, ENDED_MOVES, side)
