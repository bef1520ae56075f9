"""What stands beside the board: the square pointed at and whoever is on it, odds with what makes them, why not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...core.briefing import Role
from ...core.errors import FireteamError, Refused
from ...core.scene import Option, Scene, Spot, Token
from ...core.spots import marks_at, near, parts, unit_at
from ..clauses import clause, said
from ..paper import Line
from ..signs import shown
from .look import SHAPES, TINTS

QUIET, WARN, GOOD = "#9aa4af", "#ffcf5c", "#7ee2a8"
LONGEST = 300  # letters of a clause that are read out beside the board


def square(scene: Scene, at: Spot) -> Line:
    """A square: its name, its ground, its zones; a point of a free table: where it is."""
    if scene.ground:
        return [(near(at), "bold"), f"  {', '.join(parts(scene.ground, at))}"]
    cell = next(cell for cell in scene.cells if (cell.x, cell.y) == at)
    zones = "".join(f", {zone.replace('_', ' ')}" for zone in cell.zones)
    return [(scene.place(*at), "bold"), f"  {cell.ground}{zones}"]


def pointed(scene: Scene, at: Spot) -> Iterator[Line]:
    """A square, and whoever stands on it."""
    yield square(scene, at)
    if token := unit_at(scene, at):
        yield from unit(token)
    for mark in marks_at(scene.ground, at) if scene.ground else ():
        yield [(mark.letters, f"bold {WARN}"), f" {'; '.join([mark.title, *mark.notes])}"]


def unit(token: Token) -> Iterator[Line]:
    """A unit: letters, name, and what is to be known of it."""
    tint = TINTS[token.colour % len(TINTS)]
    yield [(f"{SHAPES[token.side % len(SHAPES)]}{shown(token)} {token.title}", f"bold {tint}")]
    yield ["; ".join(token.notes)]


def odds(option: Option) -> Iterator[Line]:
    """The odds of a choice, with what makes them."""
    called = option.verb.replace("_", " ")
    for one in option.odds:
        sampled = ", sampled" if one.sampled else ""
        yield [f"{called} ", (f"{one.chance:.1%}", f"bold {GOOD}"), f" = {one.exact}{sampled}", (f" {one.of}", QUIET)]
        for row in one.modifiers:
            yield [f"  {row.amount:+d} {row.label}", (f" {row.clause}", QUIET)]
        called = "and"


def role(known: Role) -> Iterator[Line]:
    """Who somebody is and what they are after; the rest is for who asks."""
    yield [(f"{known.title}.", f"bold {GOOD}")]
    yield [known.goal, (" (i: more)", QUIET)]


def refusals(game: str, found: Sequence[Refused]) -> Iterator[Line]:
    """Why not, and what the clause says."""
    for refused in found:
        yield [(f"No: {refused}.", f"bold {WARN}")]
    for id in dict.fromkeys(refused.clause for refused in found):
        try:
            words = said(clause(game, id)).partition("\n")[0]
        except FireteamError:
            continue
        yield [(words if len(words) <= LONGEST else f"{words[:LONGEST]}…", QUIET)]
