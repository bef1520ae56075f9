"""A forecast in lines, for every face that writes lines."""

from __future__ import annotations

from ..core.percent import percent
from .forecast import Figure, Forecast
from .run import Share


def forecast_lines(forecast: Forecast) -> list[str]:
    """What a forecast says, a line for each number."""
    rows = {**{f"{side} wins": one for side, one in forecast.wins.items()}, "draws": forecast.draws}
    lines = [f"{label:12} {share_text(one)}" for label, one in rows.items()]
    if forecast.turns is not None:
        lines.append(f"{'turns':12} {figure_text(forecast.turns)}")
    lines.append(f"{'choices':12} {figure_text(forecast.choices)}")
    for heading, figures in forecast.figures.items():
        lines.append(f"{heading}:")
        are_shares = all(one.is_share for one in figures.values())
        lines += [f"  {unit:12} {figure_text(one, are_shares)}" for unit, one in figures.items()]
    if forecast.unfinished:
        lines.append(f"{forecast.unfinished} games came to no end within the declared cap")
    return lines


def figure_text(one: Figure, is_share: bool = False) -> str:
    """A mean, or a chance, with its interval."""
    if is_share:
        return _chance_text(one.mean, one.low, one.high)
    return f"{one.mean:7.2f}  ({one.low:.2f} to {one.high:.2f})"


def share_text(one: Share) -> str:
    """A share of games, with its interval."""
    return _chance_text(one.share, one.low, one.high)


def _chance_text(chance: float, low: float, high: float) -> str:
    return f"{percent(chance):>7}  ({percent(low)} to {percent(high)})"
