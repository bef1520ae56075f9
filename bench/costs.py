"""What records weigh, and what a copy costs."""

from __future__ import annotations

from breakthrough import game as breakthrough

from fireteam.core.dice import Dice
from fireteam.core.engine.compiled import compiled
from fireteam.core.engine.record import Array, layout
from fireteam.core.protocol.choices import Choice
from fireteam.core.protocol.events import Log
from fireteam.games.ttt.state import State
from fireteam.games.ttt.tables import Tables

from .measure import Answer, nanoseconds, rates
from .playouts import troopers


@compiled
def copies(states: Array, other: Array, times: int) -> int:
    """Copy a record, now one, now another."""
    for n in range(times):
        other[0] = states[n % len(states)]
    return times


def records(quick: bool) -> Answer:
    """Bytes of records, and nanoseconds of their copies."""
    times = 10 if quick else 100_000
    states = {"ttt": troopers().opening, "small": breakthrough.GAME.make_setting("8x8").opening}
    pairs = {name: (state.repeat(2), state.copy()) for name, state in states.items()}
    works = {name: lambda ab=ab: copies(*ab, times) for name, ab in pairs.items()}
    found = rates(2 if quick else 11, **works)
    rows = [("State of Table Top Troopers", f"{layout(State).itemsize:,}", nanoseconds(found["ttt"]))]
    rows.append(("State of breakthrough", f"{layout(breakthrough.State).itemsize:,}", nanoseconds(found["small"])))
    for record in (Tables, Choice, Dice, Log):
        rows.append((f"{record.__name__}{' of Table Top Troopers' * (record is Tables)}", size(record), ""))
    return Answer(
        "Records", "Bytes of a record, and a copy of it in compiled code.", ("record", "bytes", "ns a copy"), rows, []
    )


def size(record: type) -> str:
    """The bytes of a record."""
    return f"{layout(record).itemsize:,}"
