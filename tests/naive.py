"""Second implementations of rules, as plain as can be: the clauses word by word, with sets and fractions.

They share nothing with the engine, neither its code nor its way of doing it; tests compare the two.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import pairwise
from math import floor
from typing import NamedTuple

Square = tuple[int, int]
HALF = Fraction(1, 2)

TERRAIN = {  # TTT-3.1 and the legend of TTT-11.1
    "w": {"woods"},
    "r": {"rocky"},
    "s": {"swamp"},
    "~": {"river"},
    "A": {"woods", "rocky"},
    "B": {"woods", "swamp"},
    "C": {"woods", "river"},
    "D": {"rocky", "swamp"},
    "E": {"rocky", "river"},
    "F": {"swamp", "river"},
}
BONUS = {"woods": 2, "rocky": 1, "swamp": 0, "river": 0}


def drawn(rows: Iterable[str]) -> dict[Square, str]:
    """A text map as squares with their characters: rows from north to south (TTT-2.1, TTT-2.3)."""
    return {(x, y): letter for y, row in enumerate(reversed(list(rows))) for x, letter in enumerate(row)}


# Terrain


def move_after(terrain: str, move: int) -> int:
    """What one terrain leaves of a Move (TTT-3.1, TTT-3.9)."""
    return {"woods": move - 1, "rocky": move - 1, "swamp": move - 2, "river": floor(Fraction(move, 2))}[terrain]


def allowance(letter: str, move: int) -> int:
    """TTT-3.5, TTT-3.10."""
    terrains = TERRAIN.get(letter, set())
    worst = sorted([move, *(move_after(terrain, move) for terrain in terrains)])[0]
    return worst if worst > 1 else 1


def bonus(letter: str) -> int:
    """TTT-3.5, TTT-3.6."""
    return sorted([BONUS[terrain] for terrain in TERRAIN.get(letter, set())] or [0])[0]


def may_attack_from(letter: str) -> bool:
    """TTT-3.5, TTT-3.17."""
    return "river" not in TERRAIN.get(letter, set())


def single_worst(letter: str, move: int) -> tuple[int, int, bool]:
    """TTT-3.8: the whole of the one worst terrain, in the order woods, rocky, swamp, river."""
    terrains = TERRAIN.get(letter, set())
    for worst in ("river", "swamp", "rocky", "woods"):
        if worst in terrains:
            return max(1, move_after(worst, move)), BONUS[worst], worst != "river"
    return move, 0, True


# Distance and line of sight


def beside(square: Square) -> set[Square]:
    """The squares at distance 1 (TTT-2.7)."""
    x, y = square
    return {(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)}


def distance(a: Square, b: Square) -> int:
    """How many steps, never diagonal, lead from one square to the other when nothing is in the way (TTT-2.5)."""
    steps, ring, before = 0, {a}, set[Square]()
    while b not in ring:
        ring, before = {each for square in ring for each in beside(square)} - before, ring
        steps += 1
    return steps


def span(start: int, end: int, centre: int) -> tuple[Fraction, Fraction] | None:
    """For which part of the way from start to end one coordinate is inside the open interval of a square."""
    if start == end:
        return (Fraction(-1), Fraction(2)) if start == centre else None
    one, other = ((centre + half - start) / Fraction(end - start) for half in (-HALF, HALF))
    return min(one, other), max(one, other)


def enters(a: Square, b: Square, square: Square) -> bool:
    """Whether the segment between two centres meets the open interior of a square (TTT-2.14, TTT-2.16)."""
    across, up = span(a[0], b[0], square[0]), span(a[1], b[1], square[1])
    if across is None or up is None:
        return False
    low, high = max(across[0], up[0]), min(across[1], up[1])
    return low < high and low < 1 and high > 0


def corners(a: Square, b: Square) -> Iterator[tuple[Fraction, Fraction]]:
    """The grid corners through which the segment passes."""
    if a[0] != b[0]:
        for west in range(min(a[0], b[0]), max(a[0], b[0])):
            x = west + HALF
            y = a[1] + (x - a[0]) * Fraction(b[1] - a[1], b[0] - a[0])
            if (y - HALF).denominator == 1:
                yield x, y


def sees(walls: Collection[Square], a: Square, b: Square) -> bool:
    """TTT-2.14 to TTT-2.16 in exact fractions."""
    if any(enters(a, b, wall) for wall in walls):
        return False
    for x, y in corners(a, b):
        around = {(int(x + dx), int(y + dy)) for dx in (-HALF, HALF) for dy in (-HALF, HALF)}
        flanks = {square for square in around if not enters(a, b, square)}
        assert len(flanks) == 2
        if flanks <= set(walls):
            return False
    return True


# Movement


class Walk(NamedTuple):
    """A piece about to move, and all that its way depends on."""

    board: Mapping[Square, str]
    start: Square
    move: int
    side: int = 1
    own: frozenset[Square] = frozenset()
    enemies: frozenset[Square] = frozenset()
    clear: bool = False  # a Minesweeper is near (TTT-4.24)
    entered: bool = False  # terrain_move = enter
    friends: bool = False  # pass_through = friends

    def allowance(self, square: Square) -> int:
        """The piece's allowance on a square."""
        return self.move if self.clear else allowance(self.board[square], self.move)

    def is_legal(self, path: tuple[Square, ...]) -> bool:
        """Every sentence about paths, of TTT-3.12, TTT-3.23 and TTT-7.2 to TTT-7.8."""
        _, *entered = path
        suffered = path if self.entered else path[:1]
        return (
            path[0] == self.start
            and path[-1] != self.start
            and all(b in beside(a) for a, b in pairwise(path))
            and 1 <= len(entered) <= min(self.allowance(square) for square in suffered)
            and all(self.board.get(square, "#") != "#" for square in entered)
            and not any(square in self.enemies for square in entered)
            and not any(square in self.own for square in (entered[-1:] if self.friends else entered))
            and not any(self.board[square] == str(self.side) for square in entered)
            and not any(self.board[square] == str(3 - self.side) for square in entered[:-1])
        )

    def reach(self) -> set[Square]:
        """Every square to which some legal path leads: all paths are tried."""
        found, paths = set(), [(self.start,)]
        for _ in range(self.allowance(self.start)):
            paths = [(*path, square) for path in paths for square in beside(path[-1]) if square not in path]
            paths = [path for path in paths if self.board.get(path[-1], "#") != "#" and path[-1] not in self.enemies]
            found |= {path[-1] for path in paths if self.is_legal(path)}
        return found


# Attacks


class Shot(NamedTuple):
    """An attacker with an attack left, an enemy on the board, and what lies around them."""

    board: Mapping[Square, str]
    attacker: Square
    target: Square
    range: int
    indirect: bool = False
    low_profile: bool = False

    def verdict(self) -> str:
        """The first of the conditions of TTT-8.5 that fails, by the code of TTT-13.4; `ok` if none does."""
        away = distance(self.attacker, self.target)
        walls = [square for square, letter in self.board.items() if letter == "#"]
        conditions = {
            "E_NO_ATTACK_TERRAIN": may_attack_from(self.board[self.attacker]),
            "E_OUT_OF_RANGE": away <= self.range,
            "E_TOO_CLOSE": away >= 2 or not self.indirect,
            "E_LOW_PROFILE": away <= 2 or not self.low_profile,
            "E_NO_LOS": self.indirect or sees(walls, self.attacker, self.target),
        }
        return next((code for code, holds in conditions.items() if not holds), "ok")


def chance(tbh: int, bonus: int, modifiers: int) -> Fraction:
    """The chance of a hit, face by face (TTT-8.10, TTT-8.14)."""
    good = [die for die in range(1, 7) if die != 1 and (die == 6 or die + modifiers - bonus > tbh)]
    return Fraction(len(good), 6)


def n(k: int) -> Fraction:
    """TTT-8.13."""
    return Fraction(6 - min(5, max(1, k)), 6)
