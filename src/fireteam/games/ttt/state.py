"""State: everything that changes during a match, and nothing else."""

from __future__ import annotations

from typing import Annotated

from ...core.engine.record import Bits, Ints, Short
from ...core.protocol.position import MAX_NUMBER
from ...core.protocol.ranges import FLAG, Range
from .tables import MAP, SIDE, Squares

FORCE, SEATS, PLACE, READY, MOVE, ATTACK, OVER = range(7)  # TTT-6.5; READY: all are placed, nobody decides
PHASES = ("force", "seats", "place", "ready", "move", "attack", "over")
UNITS = 2 * SIDE

UNPLACED, IN_PLAY, ELIMINATED, EXITED = range(1, 5)  # a unit's status; 0 is no unit
MOVED, AIMED, COMMANDING = range(1, 4)  # what a unit did with its turn; 0 is nothing
NOBODY, ONE, TWO, DRAWN = range(4)  # winner


class Unit:
    """A piece. Side 1 has units 0 to 31, side 2 has 32 to 63."""

    status: Short
    piece: Short
    x: Short
    y: Short
    did: Short
    aim: Annotated[Short, Range(0, UNITS)]  # the unit aimed at, plus one
    attacks: Annotated[Short, Range(0, MAX_NUMBER)]
    fired: Bits  # units attacked this turn (attack_mode = every_target)
    fired_twice: Bits


class Doing:
    """An attack under way: who attacks whom, and how far a blast has gone round its square."""

    unit: Annotated[int, Range(0, UNITS)]  # plus one; 0 is nothing under way
    target: Annotated[int, Range(0, UNITS)]  # plus one; 0 once the attack itself is resolved
    x: Annotated[int, Range(0, MAP - 1)]
    y: Annotated[int, Range(0, MAP - 1)]
    turn: Annotated[int, Range(0, 3)]  # neighbours of the square that a blast has dealt with


class State:
    """A match at a moment. `swapped`: the player listed second is side 1."""

    phase: int
    swapped: int
    picking: Annotated[int, Range(0, 3)]  # bits of the sides whose pick is awaited
    side: int  # the acting side, 0 or 1
    round_number: int
    budget: int
    acted: int  # a command or a movement action was made this turn; in `move` only
    winner: Annotated[int, Range(0, DRAWN)]
    why: Annotated[int, Range(0, "last_reason")]  # the reason of the end
    armed: Annotated[Ints, 2, FLAG]
    held: Annotated[Ints, 2, Range(0, MAX_NUMBER)]
    score: Annotated[Ints, 2, Range(0, MAX_NUMBER)]
    exits: Annotated[Ints, 2, Range(0, SIDE)]
    doing: Doing
    stand: Annotated[list[Squares], 2]  # the squares on which each side's pieces stand
    units: Annotated[list[Unit], UNITS]
