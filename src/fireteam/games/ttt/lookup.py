"""Lookups: numbers in, result out, no state. Play, simulation and odds all call these."""

from __future__ import annotations

from ...core.engine.compiled import rule
from .tables import Constants, Ground, Tables, Terrain


@rule("TTT-2.4", "TTT-2.5", "TTT-2.6", "TTT-2.8")
def distance(x: int, y: int, to_x: int, to_y: int) -> int:
    """Distance is counted along rows and columns, never diagonally; what stands between does not change it."""
    return abs(to_x - x) + abs(to_y - y)


@rule("TTT-3.1", "TTT-3.9")
def slowed(terrain: Terrain, move: int) -> int:
    """What one terrain leaves of a Move; half is rounded down."""
    return move // 2 if terrain.half else move + terrain.move


@rule("TTT-3.4", "TTT-3.5", "TTT-3.7", "TTT-3.8", "TTT-3.10")
def allowance(tables: Tables, ground: Ground, move: int) -> int:
    """The Move left by the worst of a square's terrains, but never below 1."""
    least = move
    for k in range(ground.n):
        least = min(least, slowed(tables.terrains[ground.terrains[k]], move))
    return max(tables.constants.least_allowance, least)


@rule("TTT-3.1", "TTT-3.2", "TTT-3.3", "TTT-3.5", "TTT-3.6", "TTT-3.7")
def terrain_bonus(tables: Tables, ground: Ground) -> int:
    """The TBH bonus of a square: the smallest of its terrains; 0 on plain ground."""
    if ground.n == 0:
        return 0
    least = tables.terrains[ground.terrains[0]].bonus
    for k in range(1, ground.n):
        least = min(least, tables.terrains[ground.terrains[k]].bonus)
    return least


@rule("TTT-3.1", "TTT-3.5", "TTT-3.17")
def allows_attack(tables: Tables, ground: Ground) -> bool:
    """No attack from a square if any of its terrains forbids it."""
    for k in range(ground.n):
        if tables.terrains[ground.terrains[k]].no_attack:
            return False
    return True


@rule("TTT-8.10", "TTT-8.12", "TTT-8.14", "TTT-8.15")
def hits(face: int, modifiers: int, tbh: int, constants: Constants) -> bool:
    """The modified die must exceed the target's TBH; a 1 always misses, a 6 always hits."""
    if face <= constants.natural_miss:
        return False
    return face >= constants.natural_hit or face + modifiers > tbh


@rule("TTT-8.13")
def lowest_hit(modifiers: int, tbh: int, constants: Constants) -> int:
    """The lowest face that hits: of two faces the higher is never worse."""
    face = 1
    while not hits(face, modifiers, tbh, constants):
        face += 1
    return face
