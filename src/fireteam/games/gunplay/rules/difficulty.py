"""Sections 2 and 16: Difficulty Levels, and tests by one die."""

from __future__ import annotations

from ....core.dice import Dice, roll_band
from ....core.engine.compiled import rule
from ....core.protocol.events import Log
from ..tables import AUTOMATIC, EASY, HARD, IMPOSSIBLE, MODERATE, TRIVIAL, Tables

BASIC = (IMPOSSIBLE, HARD, MODERATE, EASY, AUTOMATIC)  # the basic ladder (GUN-2.1)
MISS, HIT, SOLID = range(3)


@rule("GUN-2.1", "GUN-2.9", "GUN-2.11", "GUN-2.12", "GUN-2.13", "GUN-2.14", "GUN-16.1", "GUN-16.3")
def shift_level(level: int, shift: int, is_extended: int) -> int:
    """A level moved once by the sum of all shifts, positive towards Automatic, as far as its ladder goes.

    Impossible and Automatic are never shifted.
    """
    if level == IMPOSSIBLE or level == AUTOMATIC:
        return level
    if is_extended:
        return min(max(level + shift, IMPOSSIBLE), AUTOMATIC)
    return BASIC[min(max(level - HARD + 1 + shift, 0), len(BASIC) - 1)]


@rule("GUN-19.2", "GUN-19.3")
def harder_level(level: int, is_extended: int) -> int:
    """The next level of the ladder above a final level, Automatic too."""
    if level == AUTOMATIC:
        return TRIVIAL if is_extended else EASY
    return shift_level(level, -1, is_extended)


@rule("GUN-2.3", "GUN-2.4", "GUN-2.5", "GUN-2.8", "GUN-2.15", "GUN-2.16", "GUN-16.2")
def least_face(tables: Tables, level: int, modifiers: int) -> int:
    """The least face that succeeds, below 1 or above the die where every face or none does.

    Face and modifiers must reach the level's number; at Impossible and Automatic modifiers have no effect.
    """
    if level == IMPOSSIBLE:
        return tables.constants.die + 1
    return 1 if level == AUTOMATIC else tables.constants.levels[level] - modifiers


@rule("GUN-2.17", "GUN-4.39", "GUN-12.3")
def good_faces(tables: Tables, level: int, modifiers: int) -> int:
    """How many faces succeed: the chance of a test in tenths; with none it could not succeed."""
    return min(max(tables.constants.die + 1 - least_face(tables, level, modifiers), 0), tables.constants.die)


@rule("GUN-2.3")
def last_failure(tables: Tables, level: int, modifiers: int) -> int:
    """The greatest face that fails, 0 to the die: the top of a band."""
    return tables.constants.die - good_faces(tables, level, modifiers)


@rule("GUN-2.2", "GUN-2.3", "GUN-2.4", "GUN-2.5", "GUN-2.6", "GUN-2.7", "GUN-2.18", "GUN-7.1")
def roll_test(tables: Tables, dice: Dice, log: Log, level: int, modifiers: int, purpose: int) -> bool:
    """A test: one die at a numbered level, whatever it may show; none at Impossible and at Automatic."""
    if level == IMPOSSIBLE or level == AUTOMATIC:
        return level == AUTOMATIC
    die = tables.constants.die
    return roll_band(dice, log, die, (last_failure(tables, level, modifiers), die), purpose) == 1


@rule("GUN-19.1", "GUN-19.2", "GUN-19.3", "GUN-19.6", "GUN-19.7", "GUN-8.16")
def roll_attack(tables: Tables, dice: Dice, log: Log, level: int, modifiers: int, purpose: int) -> int:
    """The die of an attack: MISS, HIT, or with `solid_hits` SOLID, when it would have hit one level harder too.

    Then it is drawn at Automatic as well, with its modifiers.
    """
    if level == IMPOSSIBLE:
        return MISS
    if not tables.options.solid_hits:
        return HIT if roll_test(tables, dice, log, level, modifiers, purpose) else MISS
    die = tables.constants.die
    harder = harder_level(level, tables.options.extra_difficulties)
    tops = (last_failure(tables, level, modifiers), last_failure(tables, harder, modifiers), die)
    return roll_band(dice, log, die, tops, purpose)
