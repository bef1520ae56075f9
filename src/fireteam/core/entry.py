"""The entry points of a game: a handful of names that shared machinery calls, bound to each game's own functions.

Which function runs follows from the type of `state`, both compiled and plain: `bind(State, to_act=..., ...)` says so
once. Compiled callers get the game's function at full speed.

    to_act(state)                                  mask of the slots that owe a choice; 0: a step is to be taken
    over(state)                                    True when nothing more will happen
    verify(state, tables, slot, choice)            (code, a, b, c): code 0 is lawful
    count(state, tables, slot)                     how many choices stand on the slot's menu
    kth(state, tables, slot, k, choice)            write the k-th of them, from 0
    start(state, tables, choices, dice, log)       begin what was chosen: a row for each slot of the mask
    advance(state, tables, dice, log)              take the next step of what is being done
    free(state, tables, slot, choice, dice, log)   a free act: resign
    worth(state, tables, slot)                     how good a position is for a slot, 0 to 1 (for bots)

Where a game has secrets:

    seen(state, tables, slots)                     blank what a holder of these slots may not know

Where the best choice is beyond trying every one of a menu:

    suggest(state, tables, slot, key, choice)      write what a player of the game's own would choose, by what the state
                                                   shows, with lots from the key; the state is its own, to try things on

Where a run of games shall count more than how they end:

    tally(tables, log, counts)                     add what the log of one round of choices tells to a run's counts

Where a slot may run out of time, and what it then does is not the first choice of its menu:

    default(state, tables, slot, choice)           write the choice of a slot that does not answer; it comes clear

Where to count a menu costs more than to try what might be on it, for choices at random:

    guesses(state, tables, slot)                   how long a list is that holds every choice of the menu once, and more
    guess(state, tables, slot, k, choice)          write the k-th of that list; True if it is on the menu. The choice
                                                   comes clear, or with the unit, target, x and y of another guess
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .compiled import JIT, OPTIONS, UNCOUNTED, compiled
from .record import layout

BOUND: dict[tuple[str, Any], Callable[..., Any]] = {}
STATES: dict[Any, type] = {}
POINTS = ("to_act", "over", "verify", "count", "kth", "start", "advance", "free", "worth")
OPTIONAL = ("seen", "suggest", "tally", "default", "guesses", "guess")


def bind(state: type, **functions: Callable[..., Any]) -> None:
    """Say which functions serve a record class as its entry points.

    Raises:
        TypeError: an entry point is missing, or there is none of that name; or another game's State has the same
            fields, so that nothing would tell the two apart.
    """
    off = set(POINTS) ^ (set(functions) - set(OPTIONAL))
    if off:
        raise TypeError(f"a game binds {', '.join(POINTS)}; off by {', '.join(sorted(off))}")
    first = STATES.setdefault(layout(state), state)
    if (first.__module__, first.__qualname__) != (state.__module__, state.__qualname__):
        raise TypeError(f"{state.__module__}.{state.__qualname__} has the very fields of {first.__module__}'s")
    for name, function in functions.items():
        BOUND[name, layout(state)] = function


def to_act(state: Any) -> Any:
    """A bit mask of the slots that owe a choice."""
    return BOUND["to_act", state.dtype](state)


def over(state: Any) -> Any:
    """Whether the match has ended."""
    return BOUND["over", state.dtype](state)


def verify(state: Any, tables: Any, slot: Any, choice: Any) -> Any:
    """The refusal of a choice, (code, a, b, c); code 0 is lawful."""
    return BOUND["verify", state.dtype](state, tables, slot, choice)


def count(state: Any, tables: Any, slot: Any) -> Any:
    """How many choices stand on a slot's menu."""
    return BOUND["count", state.dtype](state, tables, slot)


def kth(state: Any, tables: Any, slot: Any, k: Any, choice: Any) -> Any:
    """Write the k-th choice of a slot's menu."""
    return BOUND["kth", state.dtype](state, tables, slot, k, choice)


def start(state: Any, tables: Any, choices: Any, dice: Any, log: Any) -> Any:
    """Begin what the slots of the mask have chosen."""
    return BOUND["start", state.dtype](state, tables, choices, dice, log)


def advance(state: Any, tables: Any, dice: Any, log: Any) -> Any:
    """Take the next step."""
    return BOUND["advance", state.dtype](state, tables, dice, log)


def free(state: Any, tables: Any, slot: Any, choice: Any, dice: Any, log: Any) -> Any:
    """Carry out a free act."""
    return BOUND["free", state.dtype](state, tables, slot, choice, dice, log)


def worth(state: Any, tables: Any, slot: Any) -> Any:
    """How good a position is for a slot."""
    return BOUND["worth", state.dtype](state, tables, slot)


def hides(state: Any) -> bool:
    """Whether the game has secrets at all."""
    return ("seen", state.dtype) in BOUND


def seen(state: Any, tables: Any, slots: Any) -> Any:
    """Blank what a holder of these slots may not know."""
    if hides(state):
        BOUND["seen", state.dtype](state, tables, slots)


def suggests(state: Any) -> bool:
    """Whether the game has a player of its own."""
    return ("suggest", state.dtype) in BOUND


def suggest(state: Any, tables: Any, slot: Any, key: Any, choice: Any) -> Any:
    """Write what the game's own player would choose."""
    if suggests(state):
        BOUND["suggest", state.dtype](state, tables, slot, key, choice)


def tally(state: Any, tables: Any, log: Any, counts: Any) -> Any:
    """Add what the log tells to a run's counts; of the state only its kind matters."""
    if ("tally", state.dtype) in BOUND:
        BOUND["tally", state.dtype](tables, log, counts)


def default(state: Any, tables: Any, slot: Any, choice: Any) -> Any:
    """Write the choice of a slot that does not answer; the first of its menu, if the game says nothing else."""
    serves = BOUND.get(("default", state.dtype)) or first
    return serves(state, tables, slot, choice)


@compiled
def first(state: Any, tables: Any, slot: Any, choice: Any) -> None:
    """The first choice of a menu."""
    kth(state, tables, slot, 0, choice)


def guesses(state: Any, tables: Any, slot: Any) -> Any:
    """How long the list is that `guess` writes from; the menu, if the game has no other."""
    serves = BOUND.get(("guesses", state.dtype)) or BOUND["count", state.dtype]
    return serves(state, tables, slot)


def guess(state: Any, tables: Any, slot: Any, k: Any, choice: Any) -> Any:
    """Write the k-th choice of that list; True if it is on the menu."""
    serves = BOUND.get(("guess", state.dtype)) or sure
    return serves(state, tables, slot, k, choice)


@compiled
def sure(state: Any, tables: Any, slot: Any, k: Any, choice: Any) -> bool:
    """A guess from the menu itself."""
    kth(state, tables, slot, k, choice)
    return True


if JIT:
    from numba import from_dtype
    from numba.extending import overload

    PLAINLY = {**OPTIONS, **UNCOUNTED}

    def _bound(name: str, state: Any) -> Callable[..., Any] | None:
        """The function bound for a compiled record type."""
        return next((f for (point, dtype), f in BOUND.items() if point == name and from_dtype(dtype) == state), None)

    @overload(to_act, strict=False, jit_options=PLAINLY)
    def _to_act(state: Any) -> Any:
        if (serves := _bound("to_act", state)) is not None:
            return lambda state: serves(state)

    @overload(over, strict=False, jit_options=PLAINLY)
    def _over(state: Any) -> Any:
        if (serves := _bound("over", state)) is not None:
            return lambda state: serves(state)

    @overload(verify, strict=False, jit_options=PLAINLY)
    def _verify(state: Any, tables: Any, slot: Any, choice: Any) -> Any:
        if (serves := _bound("verify", state)) is not None:
            return lambda state, tables, slot, choice: serves(state, tables, slot, choice)

    @overload(count, strict=False, jit_options=PLAINLY)
    def _count(state: Any, tables: Any, slot: Any) -> Any:
        if (serves := _bound("count", state)) is not None:
            return lambda state, tables, slot: serves(state, tables, slot)

    @overload(kth, strict=False, jit_options=PLAINLY)
    def _kth(state: Any, tables: Any, slot: Any, k: Any, choice: Any) -> Any:
        if (serves := _bound("kth", state)) is not None:
            return lambda state, tables, slot, k, choice: serves(state, tables, slot, k, choice)

    @overload(start, strict=False, jit_options=PLAINLY)
    def _start(state: Any, tables: Any, choices: Any, dice: Any, log: Any) -> Any:
        if (serves := _bound("start", state)) is not None:
            return lambda state, tables, choices, dice, log: serves(state, tables, choices, dice, log)

    @overload(advance, strict=False, jit_options=PLAINLY)
    def _advance(state: Any, tables: Any, dice: Any, log: Any) -> Any:
        if (serves := _bound("advance", state)) is not None:
            return lambda state, tables, dice, log: serves(state, tables, dice, log)

    @overload(free, strict=False, jit_options=PLAINLY)
    def _free(state: Any, tables: Any, slot: Any, choice: Any, dice: Any, log: Any) -> Any:
        if (serves := _bound("free", state)) is not None:
            return lambda state, tables, slot, choice, dice, log: serves(state, tables, slot, choice, dice, log)

    @overload(worth, strict=False, jit_options=PLAINLY)
    def _worth(state: Any, tables: Any, slot: Any) -> Any:
        if (serves := _bound("worth", state)) is not None:
            return lambda state, tables, slot: serves(state, tables, slot)

    @overload(hides, strict=False, jit_options=PLAINLY)
    def _hides(state: Any) -> Any:
        if _bound("seen", state) is not None:
            return lambda state: True
        return lambda state: False

    @overload(seen, strict=False, jit_options=PLAINLY)
    def _seen(state: Any, tables: Any, slots: Any) -> Any:
        if (serves := _bound("seen", state)) is not None:
            return lambda state, tables, slots: serves(state, tables, slots)
        return lambda state, tables, slots: None

    @overload(suggests, strict=False, jit_options=PLAINLY)
    def _suggests(state: Any) -> Any:
        if _bound("suggest", state) is not None:
            return lambda state: True
        return lambda state: False

    @overload(suggest, strict=False, jit_options=PLAINLY)
    def _suggest(state: Any, tables: Any, slot: Any, key: Any, choice: Any) -> Any:
        if (serves := _bound("suggest", state)) is not None:
            return lambda state, tables, slot, key, choice: serves(state, tables, slot, key, choice)
        return lambda state, tables, slot, key, choice: None

    @overload(tally, strict=False, jit_options=PLAINLY)
    def _tally(state: Any, tables: Any, log: Any, counts: Any) -> Any:
        if (serves := _bound("tally", state)) is not None:
            return lambda state, tables, log, counts: serves(tables, log, counts)
        return lambda state, tables, log, counts: None

    @overload(default, strict=False, jit_options=PLAINLY)
    def _default(state: Any, tables: Any, slot: Any, choice: Any) -> Any:
        serves = _bound("default", state) or first
        return lambda state, tables, slot, choice: serves(state, tables, slot, choice)

    @overload(guesses, strict=False, jit_options=PLAINLY)
    def _guesses(state: Any, tables: Any, slot: Any) -> Any:
        if (serves := _bound("guesses", state) or _bound("count", state)) is not None:
            return lambda state, tables, slot: serves(state, tables, slot)

    @overload(guess, strict=False, jit_options=PLAINLY)
    def _guess(state: Any, tables: Any, slot: Any, k: Any, choice: Any) -> Any:
        serves = _bound("guess", state) or sure
        return lambda state, tables, slot, k, choice: serves(state, tables, slot, k, choice)
