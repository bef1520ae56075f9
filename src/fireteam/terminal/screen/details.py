"""What stands beside the board: the square pointed at and whoever is on it, odds with what makes them, why not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...core.errors import FireteamError, IllegalChoice
from ...core.percent import percent
from ...core.protocol.briefing import Role
from ...core.protocol.scene import Option, Scene, Spot, Token
from ...core.protocol.scene_query import marks_at, parts_at, rounded_point, unit_at
from ..console import Line
from ..draw.glyphs import token_letters
from ..rulebook import clause_text, find_clause
from .style import SIDE_SHAPES, SIDE_TINTS

QUIET, WARN, GOOD = "#9aa4af", "#ffcf5c", "#7ee2a8"
MAX_CLAUSE = 300  # letters of a clause that are read out beside the board


def square_line(scene: Scene, at: Spot) -> Line:
    """A square: its name, its ground, its zones; a point of a free table: where it is."""
    if scene.ground:
        return [(rounded_point(at), "bold"), f"  {', '.join(parts_at(scene.ground, at))}"]
    cell = next(cell for cell in scene.cells if (cell.x, cell.y) == at)
    zones = "".join(f", {zone.replace('_', ' ')}" for zone in cell.zones)
    return [(scene.place(*at), "bold"), f"  {cell.ground}{zones}"]


def place_lines(scene: Scene, at: Spot) -> Iterator[Line]:
    """A square, and whoever stands on it."""
    yield square_line(scene, at)
    if token := unit_at(scene, at):
        yield from unit_lines(token)
    for mark in marks_at(scene.ground, at) if scene.ground else ():
        yield [(mark.letters, f"bold {WARN}"), f" {'; '.join([mark.title, *mark.notes])}"]


def unit_lines(token: Token) -> Iterator[Line]:
    """A unit: letters, name, and what is to be known of it."""
    tint = SIDE_TINTS[token.colour % len(SIDE_TINTS)]
    yield [(f"{SIDE_SHAPES[token.side % len(SIDE_SHAPES)]}{token_letters(token)} {token.title}", f"bold {tint}")]
    yield ["; ".join(token.notes)]


def odds_lines(option: Option) -> Iterator[Line]:
    """The odds of a choice, with what makes them."""
    called = option.verb.replace("_", " ")
    for one in option.odds:
        sampled = ", sampled" if one.sampled else ""
        yield [f"{called} ", (percent(one.chance), f"bold {GOOD}"), f" = {one.exact}{sampled}", (f" {one.of}", QUIET)]
        for row in one.modifiers:
            yield [f"  {row.amount:+d} {row.label}", (f" {row.clause}", QUIET)]
        called = "and"


def role_lines(role: Role) -> Iterator[Line]:
    """Who somebody is and what they are after; the rest is for who asks."""
    yield [(f"{role.title}.", f"bold {GOOD}")]
    yield [role.goal, (" (i: more)", QUIET)]


def refusal_lines(game: str, refusals: Sequence[IllegalChoice]) -> Iterator[Line]:
    """Why not, and what the clause says."""
    for refused in refusals:
        yield [(f"No: {refused}.", f"bold {WARN}")]
    for id in dict.fromkeys(refused.clause for refused in refusals):
        try:
            words = clause_text(find_clause(game, id)).partition("\n")[0]
        except FireteamError:
            continue
        yield [(words if len(words) <= MAX_CLAUSE else f"{words[:MAX_CLAUSE]}…", QUIET)]
