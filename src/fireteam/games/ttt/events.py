"""Events of Table Top Troopers, the reasons of its modifiers, and what its dice are for; `log` writes them."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from ...core.protocol.event_writers import event_kinds
from ...core.protocol.events import Event, Reason
from ...core.protocol.field_kinds import PointName, TargetName, Thing, UnitName, WholeNumber, Word

PLAYERS = ("red", "blue")  # as they are listed (TTT-5.7); either may be side 1
PURPOSES = ("attack", "save", "seats, red", "seats, blue")
FOR_ATTACK, FOR_SAVE, FOR_FIRST_SEAT, FOR_SECOND_SEAT = range(4)

REASONS = (
    Reason("to-hit bonus", "TTT-8.10"),
    Reason("aimed", "TTT-7.12"),
    Reason("spotted", "TTT-4.21"),
    Reason("blast", "TTT-4.14"),
    Reason("terrain of the target", "TTT-3.14"),
)
TO_HIT, BY_AIM, BY_SPOTTER, BY_BLAST, BY_TERRAIN = range(5)

ENDS = (
    ("", ""),
    ("reached the enemy's zone", "TTT-9.5"),
    ("took out the pieces the mission names", "TTT-9.6"),
    ("took out the enemy's whole force", "TTT-9.6"),
    ("held the zone long enough", "TTT-9.8"),
    ("scored enough points", "TTT-9.9"),
    ("brought enough pieces out", "TTT-9.10"),
    ("left the enemy too few pieces to bring out", "TTT-9.10"),
    ("survived", "TTT-9.11"),
    ("the other side has no piece on the board", "TTT-9.3"),
    ("the round limit was reached", "TTT-9.12"),
    ("the other side resigned", "TTT-6.9"),
)
BY_OBJECTIVE, BY_NO_PIECE, BY_LIMIT, BY_RESIGNATION, MANY_ENDS = 1, 9, 10, 11, len(ENDS)
"""Why a match is over, as match files say it; players are told what the mission asked for (`objectives`)."""

SIDES = ("side 1", "side 2")
WINNERS = ("nobody", "side 1 wins", "side 2 wins", "a draw")
SideName: TypeAlias = Annotated[str, Thing("side")]
PlayerName: TypeAlias = Annotated[str, Thing("player")]


class Picked(Event, frozen=True):
    """A piece of a player's force is revealed (TTT-5.4); which side the player has may not be known yet."""

    story = "{player} picked: {piece}"
    player: PlayerName
    piece: Annotated[str, Thing("piece")]


class Seated(Event, frozen=True):
    """The players' sides are settled (TTT-5.7)."""

    story = "{player} is side 1 of the mission, and goes first"
    player: PlayerName


class Tied(Event, frozen=True):
    """Equal rolls for the seats: both roll again (TTT-5.7)."""

    story = "equal rolls; both roll again"


class Placed(Event, frozen=True):
    """A piece was placed (TTT-5.12)."""

    story = "{piece} is placed on {square}"
    piece: UnitName
    square: PointName


class Skipped(Event, frozen=True):
    """A side that cannot place is passed over (TTT-5.18)."""

    story = "{side} has no piece that it can place"
    side: SideName


class Turned(Event, frozen=True):
    """A side's turn begins (TTT-6.6)."""

    story = "round {round}: {side}'s turn"
    side: SideName
    round: WholeNumber


class Commanded(Event, frozen=True):
    """Captains stay put to move others (TTT-7.16)."""

    story = "{captain} commands: {budget} movement actions"
    captain: UnitName
    budget: WholeNumber


class Moved(Event, frozen=True):
    """A piece went from one square to another (TTT-7.1)."""

    story = "{piece} moves from {start} to {end}"
    piece: UnitName
    start: PointName
    end: PointName


class Aimed(Event, frozen=True):
    """A piece took aim (TTT-7.9)."""

    story = "{piece} aims at {target}"
    piece: UnitName
    target: TargetName


class Attacked(Event, frozen=True):
    """An attack was resolved (TTT-8.10)."""

    story = "{piece} attacks {target}, needs {needs} or more: {result}"
    piece: UnitName
    target: TargetName
    needs: WholeNumber
    result: Annotated[str, Word("miss", "hit")]


class Saved(Event, frozen=True):
    """A Medic rolled for a piece that was hit (TTT-4.18)."""

    story = "a Medic tends {piece}: saved"
    piece: UnitName


class Eliminated(Event, frozen=True):
    """A piece left the board for good (TTT-8.8)."""

    story = "{piece} is eliminated"
    piece: UnitName


class Frenzied(Event, frozen=True):
    """A frenzy gives a further attack (TTT-4.13)."""

    story = "{piece} may attack once more"
    piece: UnitName


class Exited(Event, frozen=True):
    """A piece left by the exit zone (TTT-9.10)."""

    story = "{piece} leaves the board: {exits} of its side are out"
    piece: UnitName
    exits: WholeNumber


class Held(Event, frozen=True):
    """A hold count rose (TTT-9.8)."""

    story = "{side}: {count}"
    side: Annotated[str, Thing("holder")]
    count: WholeNumber


class Scored(Event, frozen=True):
    """A side scored a point (TTT-9.9)."""

    story = "{side} scores: {points}"
    side: SideName
    points: WholeNumber


class Ended(Event, frozen=True):
    """The game is over (TTT-9.1)."""

    closing = True
    story = "the game is over: {winner}, {why}"
    winner: Annotated[str, Thing("winner")]
    why: Annotated[str, Thing("end")]


class EndedMoves(Event, frozen=True):
    """A side goes on to its attacks (TTT-6.5)."""

    story = "{side} goes on to its attacks"
    side: SideName


KINDS = event_kinds(__name__)
