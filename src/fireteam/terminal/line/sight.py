"""Looking before choosing: the line of sight to a square, and what the enemy can do next turn."""

from __future__ import annotations

from collections.abc import Iterable

from ...core.errors import BadNotation
from ...core.protocol.scene import Spot, Threat
from ...match.record import Seat
from ..draw.board import table_lines
from ..draw.glyphs import Overlay
from ..input.menu import Menu
from .session import LineSession


def show_sight(session: LineSession, words: list[str], menu: Menu, seat: Seat) -> None:
    """Whether a unit sees a square, and what stands between."""
    if session.game.sight is None:
        raise BadNotation(f"{session.game.title} has no lines of sight to look along")
    if len(words) != 2:
        raise BadNotation("look from whom, and where to? write: look PIECE SQUARE")
    unit = find_unit(menu, words[0], menu.decision.slot)
    square = menu.places.parse(words[1])
    if square is None:
        seen = find_unit(menu, words[1], menu.decision.slot, False)
        square = next(token.at for token in menu.scene.tokens if token.unit == seen)
    sight = session.game.sight(session.match.setting, session.match.view(seat.name), unit, *square)
    if menu.scene.ground:
        own = next(token.at for token in menu.scene.tokens if token.unit == unit)
        over = Overlay(selection=own, rays=sight.rays, obstacles=sight.by)
        for line in table_lines(menu.scene, session.console.width, legend=False, overlay=over):
            session.console.write(*line)
    session.console.write_prose(sight.says, hang="  ")


def show_threats(session: LineSession, words: list[str], menu: Menu, seat: Seat) -> None:
    """Who can do what to a unit next turn: where it stands, on a square, or wherever it could be hit."""
    if session.game.threats is None:
        raise BadNotation(f"{session.game.title} cannot say what the enemy could do next turn")
    slot, unit = menu.decision.slot, ""
    at: Spot | None = None
    for word in words:
        square = menu.places.parse(word)
        unit, at = (find_unit(menu, word, slot), at) if square is None else (unit, square)
    found = session.game.threats(session.match.setting, session.match.view(seat.name), slot, unit)
    if at is not None:
        name = menu.scene.place(*at)
        _write_threats(
            session, menu, [one for one in found if (one.x, one.y) == at], f"{name}: no enemy can hit it next turn"
        )
        return
    if found:
        over = Overlay(threats=greatest_chances(found))
        for line in table_lines(menu.scene, session.console.width, threat_digits(found), legend=False, overlay=over):
            session.console.write(*line)
        session.console.write("A digit: the greatest chance of an enemy there next turn, in tenths.")
    homes = {token.at for token in menu.scene.tokens if token.unit == unit or (not unit and token.slot == slot)}
    nothing = (
        f"no enemy can hit {menu.title(unit) if unit else 'any of yours'} where {'it stands' if unit else 'they stand'}"
    )
    _write_threats(session, menu, [one for one in found if (one.x, one.y) in homes], nothing)


def threat_digits(threats: Iterable[Threat]) -> dict[Spot, str]:
    """For each square the greatest chance, in tenths as a digit."""
    return {square: str(min(9, int(chance * 10))) for square, chance in greatest_chances(threats).items()}


def greatest_chances(threats: Iterable[Threat]) -> dict[Spot, float]:
    """For each square the greatest chance of any enemy."""
    chances: dict[Spot, float] = {}
    for one in threats:
        chances[one.x, one.y] = max(chances.get((one.x, one.y), 0.0), one.chance)
    return chances


def _write_threats(session: LineSession, menu: Menu, threats: list[Threat], nothing: str) -> None:
    for one in threats:
        session.console.write(f"  {menu.scene.place(one.x, one.y)}: {menu.scene.titled(str(one))}")
    if not threats:
        session.console.write(nothing)


def find_unit(menu: Menu, word: str, slot: int, own: bool = True) -> str:
    """The unit on the board that a word means: one of the slot's `own` rather than another's, or the other way.

    Raises:
        BadNotation: none, or several.
    """
    for first in (True, False):
        names = [token.unit for token in menu.scene.tokens if ((token.slot == slot) == own) == first]
        if (unit := menu.resolve_name(word, names)) in names:
            return unit
    raise BadNotation(f"{word!r} is neither a square of this board nor a piece on it")
