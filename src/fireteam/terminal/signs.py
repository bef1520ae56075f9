"""What stands for units wherever they are drawn: letters, capitals and small, and the colours of the sides."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from ..core.scene import Area, Barrier, Ray, Scene, Spot, Token, Trail

SIDES = ("bold red", "bold blue", "bold magenta", "bold cyan")
REACH, LINE, WALL, AIMED, HELD, GONE = "+", "•", "X", "×", "▸", "∘"


def shown(token: Token) -> str:
    """A unit's letters: in capitals for every other side, small for the rest."""
    return token.letters.upper() if token.side % 2 == 0 else token.letters.lower()


def letters_of(scene: Scene) -> dict[str, str]:
    """The letters of every unit on the table or beside it."""
    return {token.unit: shown(token) for token in (*scene.tokens, *scene.waiting)}


def style_of(colour: int) -> str:
    """A colour of units, on paper."""
    return SIDES[colour % len(SIDES)]


class Circle(NamedTuple):
    """Everything on a free table that is not farther from a point than so much."""

    at: Spot
    radius: float


class Over(NamedTuple):
    """What lies over a Scene at the moment: of the unit taken up, of the line from it, of the enemy's reach.

    Boards and free tables alike are marked place by place; circles, rays and ways are those of a free table.
    """

    taken: Spot | None = None
    reach: frozenset[Spot] = frozenset()
    targets: frozenset[Spot] = frozenset()
    line: frozenset[Spot] = frozenset()
    blocker: Spot | None = None
    threats: Mapping[Spot, float] | None = None
    tired: frozenset[Spot] = frozenset()
    fresh: frozenset[Spot] = frozenset()
    circles: tuple[Circle, ...] = ()
    rays: tuple[Ray, ...] = ()
    by: tuple[Barrier | Area, ...] = ()
    ways: tuple[Trail, ...] = ()
    stops: Mapping[Spot, str] = {}  # the counts after which somebody will be there
