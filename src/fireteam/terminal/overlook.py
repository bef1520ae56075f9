"""Looking before choosing: the line of sight to a square, and what the enemy can do next turn."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from ..core.errors import BadNotation
from ..core.scene import Spot, Threat
from ..match.record import Seat
from .board import table
from .menu import Menu
from .signs import Over
from .ways import place_named

if TYPE_CHECKING:
    from .plain import Plain


def look(plain: Plain, words: list[str], menu: Menu, seat: Seat) -> None:
    """Whether a unit sees a square, and what stands between."""
    if plain.game.sight is None:
        raise BadNotation(f"{plain.game.title} has no lines of sight to look along")
    if len(words) != 2:
        raise BadNotation("look from whom, and where to? write: look PIECE SQUARE")
    unit = unit_of(menu, words[0], menu.decision.slot)
    square = place_named(menu, words[1])
    if square is None:
        seen = unit_of(menu, words[1], menu.decision.slot, False)
        square = next(token.at for token in menu.scene.tokens if token.unit == seen)
    sight = plain.game.sight(plain.match.setting, plain.match.view(seat.name), unit, *square)
    if menu.scene.ground:
        own = next(token.at for token in menu.scene.tokens if token.unit == unit)
        over = Over(taken=own, rays=sight.rays, by=sight.by)
        for line in table(menu.scene, plain.paper.width, legend=False, over=over):
            plain.paper.put(*line)
    plain.paper.prose(f"{menu.title(unit)}, {sight.says}", hang="  ")


def tell_threats(plain: Plain, words: list[str], menu: Menu, seat: Seat) -> None:
    """Who can do what to a unit next turn: where it stands, on a square, or wherever it could be hit."""
    if plain.game.threats is None:
        raise BadNotation(f"{plain.game.title} cannot say what the enemy could do next turn")
    slot, unit = menu.decision.slot, ""
    at: Spot | None = None
    for word in words:
        square = place_named(menu, word)
        unit, at = (unit_of(menu, word, slot), at) if square is None else (unit, square)
    found = plain.game.threats(plain.match.setting, plain.match.view(seat.name), slot, unit)
    if at is not None:
        name = menu.scene.place(*at)
        _tell(plain, menu, [one for one in found if (one.x, one.y) == at], f"{name}: no enemy can hit it next turn")
        return
    if found:
        over = Over(threats=greatest(found))
        for line in table(menu.scene, plain.paper.width, worst(found), legend=False, over=over):
            plain.paper.put(*line)
        plain.paper.put("A digit: the greatest chance of an enemy there next turn, in tenths.")
    homes = {token.at for token in menu.scene.tokens if token.unit == unit or (not unit and token.slot == slot)}
    nothing = (
        f"no enemy can hit {menu.title(unit) if unit else 'any of yours'} where {'it stands' if unit else 'they stand'}"
    )
    _tell(plain, menu, [one for one in found if (one.x, one.y) in homes], nothing)


def worst(found: Iterable[Threat]) -> dict[Spot, str]:
    """For each square the greatest chance, in tenths as a digit."""
    return {square: str(min(9, int(chance * 10))) for square, chance in greatest(found).items()}


def greatest(found: Iterable[Threat]) -> dict[Spot, float]:
    """For each square the greatest chance of any enemy."""
    chances: dict[Spot, float] = {}
    for one in found:
        chances[one.x, one.y] = max(chances.get((one.x, one.y), 0.0), one.chance)
    return chances


def _tell(plain: Plain, menu: Menu, found: list[Threat], nothing: str) -> None:
    for one in found:
        plain.paper.put(f"  {menu.scene.place(one.x, one.y)}: {menu.scene.titled(str(one))}")
    if not found:
        plain.paper.put(nothing)


def unit_of(menu: Menu, word: str, slot: int, own: bool = True) -> str:
    """The unit on the board that a word means: one of the slot's `own` rather than another's, or the other way.

    Raises:
        BadNotation: none, or several.
    """
    if any(token.unit == word.lower() for token in menu.scene.tokens):
        return word.lower()
    for first in (True, False):
        names = [token.unit for token in menu.scene.tokens if ((token.slot == slot) == own) == first]
        if (unit := menu.name(word, names)) in names:
            return unit
    raise BadNotation(f"{word!r} is neither a square of this board nor a piece on it")
