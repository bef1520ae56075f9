"""What stands for units wherever they are drawn: letters, capitals and small, and the colours of the sides."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from ...core.protocol.scene import Area, Barrier, Ray, Scene, Spot, Token, Trail

SIDE_STYLES = ("bold red", "bold blue", "bold magenta", "bold cyan")
REACH_MARK, SIGHT_MARK, BLOCK_MARK, TARGET_MARK, SELECTED_MARK, CHANGED_MARK = "+", "•", "X", "×", "▸", "∘"
DOWN_MARK = "_"  # before the letters of who lies on the table and takes no part


def token_letters(token: Token) -> str:
    """A unit's letters: in capitals for every other side, small for the rest."""
    return token.letters.upper() if token.side % 2 == 0 else token.letters.lower()


def scene_letters(scene: Scene) -> dict[str, str]:
    """The letters of every unit on the table or beside it."""
    return {token.unit: token_letters(token) for token in (*scene.tokens, *scene.waiting)}


def colour_style(colour: int) -> str:
    """A colour of units, in lines."""
    return SIDE_STYLES[colour % len(SIDE_STYLES)]


def token_style(token: Token) -> str:
    """How a unit's letters are coloured; dim where it takes no part."""
    return "dim" if token.is_down else colour_style(token.colour)


class Circle(NamedTuple):
    """Everything on a free table that is not farther from a point than so much."""

    at: Spot
    radius: float


class Overlay(NamedTuple):
    """What lies over a Scene at the moment: of the unit taken up, of the line from it, of the enemy's reach.

    Boards and free tables alike are marked place by place; circles, rays and ways are those of a free table.
    """

    selection: Spot | None = None
    reach: frozenset[Spot] = frozenset()
    targets: frozenset[Spot] = frozenset()
    sight_line: frozenset[Spot] = frozenset()
    blocker: Spot | None = None
    threats: Mapping[Spot, float] | None = None
    idle: frozenset[Spot] = frozenset()
    changes: frozenset[Spot] = frozenset()
    circles: tuple[Circle, ...] = ()
    rays: tuple[Ray, ...] = ()
    obstacles: tuple[Barrier | Area, ...] = ()
    trails: tuple[Trail, ...] = ()
    stops: Mapping[Spot, str] = {}  # the counts after which somebody will be there
