"""How the match may end, for a referee and for who plays bots alone, by what their seat may see."""

from __future__ import annotations

from ...core.engine.swap import is_compiled
from ...core.errors import BadNotation, Forbidden
from ...match.record import Seat
from ...sim.forecast import USUAL_BOT, bots_for, forecast
from ...sim.forecast_text import forecast_lines
from ..input.menu import Menu
from ..input.words import small_number
from .session import Command, LineSession

USUAL_GAMES, USUAL_PLAIN_GAMES = 50, 5  # rules that run as plain Python take their time
SEED = 1


def show_forecast(session: LineSession, words: list[str], menu: Menu, seat: Seat) -> None:
    """Bots play on to the end so many times; what comes of it.

    Raises:
        Forbidden: somebody else plays whom it would help.
        BadNotation: no number of endings.
        UnknownName: no such bot.
    """
    if session.local_match.people != [seat.name] and not seat.referee:
        raise Forbidden("a forecast is for the referee, or for one person who plays against bots")
    usual = USUAL_GAMES if is_compiled() else USUAL_PLAIN_GAMES
    games = small_number(words[0]) if words else usual
    if games < 2:
        raise BadNotation("how many endings? write: forecast 100")
    match, chosen = session.match, words[1] if words[1:] else USUAL_BOT
    states, bots = match.view(seat.name), bots_for(match.setting, dict.fromkeys(match.setting.players, chosen))
    result = session.run_with_notice(lambda: forecast(match.setting, states, bots, games, SEED))
    session.console.write(f"{games} endings, as you see the match:")
    for line in forecast_lines(result):
        session.console.write(f"  {line}")


FORECAST_COMMANDS = {"forecast": Command("[N] [BOT]", "how it may end: bots play on N times from here", show_forecast)}
"""What may be typed besides by a referee, and by who plays bots alone."""
