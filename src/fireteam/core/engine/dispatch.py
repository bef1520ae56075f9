"""The hooks of a game: functions that shared machinery calls, each bound to the game's own function.

Which function runs follows from the type of `state`, compiled and plain alike: `bind(State, to_act=..., ...)` says so
once. A compiled caller reaches the game's function at full speed. In what follows `state` and `tables` are records,
`slot` is a number, `choice` a Choice record and `choices` one such row for each slot.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

from .compiled import JIT_OPTIONS, NO_REFCOUNT, compiled, compiled_into_callers, when_compiled
from .record import layout

REQUIRED: list[str] = []
OPTIONAL: list[str] = []
BOUND: dict[tuple[str, Any], Callable[..., Any]] = {}
STATES: dict[Any, type] = {}
FALLBACKS: dict[str, Callable[..., Any]] = {}
OPEN_POLICIES: set[Callable[..., Any]] = set()

FORWARD: dict[int, Callable[[Callable[..., Any]], Callable[..., Any]]] = {
    1: lambda f: lambda a: f(a),
    2: lambda f: lambda a, b: f(a, b),
    3: lambda f: lambda a, b, c: f(a, b, c),
    4: lambda f: lambda a, b, c, d: f(a, b, c, d),
    5: lambda f: lambda a, b, c, d, e: f(a, b, c, d, e),
    6: lambda f: lambda a, b, c, d, e, g: f(a, b, c, d, e, g),
}
"""By number of parameters: a function that calls `f` with its own arguments. Numba does not compile `*arguments`."""


def bind(state: type, **functions: Callable[..., Any]) -> None:
    """Bind the hooks of the game whose State is the record class `state`.

    Raises:
        TypeError: a hook is missing or unknown, or another game's State has the same fields, so that nothing
            would tell the two apart.
    """
    off = set(REQUIRED) ^ (set(functions) - set(OPTIONAL))
    if off:
        raise TypeError(f"a game binds {', '.join(REQUIRED)}; off by {', '.join(sorted(off))}")
    first = STATES.setdefault(layout(state), state)
    if (first.__module__, first.__qualname__) != (state.__module__, state.__qualname__):
        raise TypeError(f"{state.__module__}.{state.__qualname__} has the very fields of {first.__module__}'s")
    for name, function in functions.items():
        BOUND[name, layout(state)] = function


def function_for(name: str, dtype: Any) -> Callable[..., Any]:
    """The function that serves a hook for States of a NumPy type.

    Raises:
        KeyError: no game has such a State.
    """
    return BOUND.get((name, dtype)) or FALLBACKS.get(name) or BOUND[name, dtype]


def hook(function: Callable[..., Any], inline_call: bool = False, inline_bound: bool = False) -> Callable[..., Any]:
    """Make a function call what a game has bound under its name; its own body serves a game that binds nothing.

    A function without a body is one that every game must bind. Where a call costs something against what is done, it
    is made straight from the compiled caller, and what is bound can be compiled into that as well.
    """
    name, arity = function.__name__, len(inspect.signature(function).parameters)

    def call(*arguments: Any) -> Any:
        return function_for(name, arguments[0].dtype)(*arguments)

    def compile_call(*types: Any) -> Callable[..., Any] | None:
        dtype = state_dtype(types[0])
        if dtype is None:
            return None
        bound = function_for(name, dtype)
        return FORWARD[arity](compiled_into_callers(bound) if inline_bound else bound)

    when_compiled(lambda: _overload(call, compile_call, forceinline=inline_call))
    call.__name__, call.__qualname__, call.__doc__ = name, name, function.__doc__
    return call


def _overload(function: Callable[..., Any], compile: Callable[..., Any], **options: Any) -> None:
    """Let compiled code call a function of plain Python, by what `compile` gives for the types of its arguments."""
    from numba.extending import overload

    overload(function, strict=False, jit_options={**JIT_OPTIONS, **NO_REFCOUNT, **options})(compile)


def required(function: Callable[..., Any]) -> Callable[..., Any]:
    """Declare a hook that every game binds."""
    REQUIRED.append(function.__name__)
    return hook(function)


def walk(function: Callable[..., Any]) -> Callable[..., Any]:
    """Declare a hook that every game binds, and that is compiled into each caller: it counts in a record of theirs."""
    REQUIRED.append(function.__name__)
    return hook(function, inline_call=True, inline_bound=True)


def optional(function: Callable[..., Any]) -> Callable[..., Any]:
    """Declare a hook that a game may bind; the function itself serves where it does not."""
    OPTIONAL.append(function.__name__)
    FALLBACKS[function.__name__] = compiled(function)
    return hook(function)


def derived(function: Callable[..., Any]) -> Callable[..., Any]:
    """Declare a hook that a game may bind, though what it does follows from others: another module serves it."""
    OPTIONAL.append(function.__name__)
    return hook(function, inline_call=True)


def serve(name: str, function: Callable[..., Any]) -> None:
    """Let a compiled function serve a derived hook where a game binds nothing."""
    FALLBACKS[name] = function


def state_dtype(record: Any) -> Any:
    """The NumPy type of a State as compiled code knows it; None for anything else."""
    from numba import from_dtype

    return next((dtype for dtype in STATES if from_dtype(dtype) == record), None)


@required
def to_act(state: Any) -> Any:
    """A bit mask of the slots that owe a choice; 0: a step is to be taken."""


@required
def is_over(state: Any) -> Any:
    """Whether the match has ended."""


@required
def verify(state: Any, tables: Any, slot: Any, choice: Any) -> Any:
    """The refusal of a choice, (code, a, b, c); code 0 is lawful."""


@walk
def menu(state: Any, tables: Any, slot: Any, cursor: Any) -> Any:
    """Walk over a slot's menu, offering every choice to the cursor (`protocol/menu.py`)."""


@derived
def menu_size(state: Any, tables: Any, slot: Any) -> Any:
    """The number of choices on a slot's menu."""


@derived
def menu_choice(state: Any, tables: Any, slot: Any, k: Any, choice: Any) -> Any:
    """Write choice k of a slot's menu, counted from 0."""


@required
def apply_choices(state: Any, tables: Any, choices: Any, dice: Any, log: Any) -> Any:
    """Begin what was chosen: `choices` has a row for each slot that owed one."""


@optional
def advance(state: Any, tables: Any, dice: Any, log: Any) -> None:
    """Take the next step of what is under way; a game in which choices take effect at once has none."""


@optional
def apply_free_act(state: Any, tables: Any, slot: Any, choice: Any, dice: Any, log: Any) -> None:
    """Carry out a free act, such as to resign."""


@optional
def evaluate(state: Any, tables: Any, slot: Any) -> Any:
    """How good a position is for a slot, 0 to 1: what bots go by. All are alike where a game does not say."""
    return 0.5


@optional
def redact(state: Any, tables: Any, slots: Any) -> None:
    """Blank what the holder of these slots (a mask) may not know."""


@optional
def draw(state: Any, tables: Any, slot: Any, rows: Any) -> Any:
    """Write what readers see as rows of numbers (`protocol/drawing.py`); False where it does not follow from them.

    `slot` is the one that has to decide, -1 if none has. The rows come clear.
    """
    return False


@optional
def write_label_facts(state: Any, tables: Any, slot: Any, choice: Any, facts: Any) -> None:
    """Write all that the label of a choice says beside its words, as numbers (`Drawing.facts`)."""


@optional
def policy(state: Any, tables: Any, slot: Any, key: Any, choice: Any) -> None:
    """Write what the game's own bot would choose; it draws lots from the key.

    The state is a redacted copy to try things on, unless the policy is `reads_only`.
    """


@optional
def collect_stats(state: Any, tables: Any, log: Any, counts: Any) -> None:
    """Add to the counts of a simulation what the log of one round of choices says."""


@optional
def default_choice(state: Any, tables: Any, slot: Any, choice: Any) -> None:
    """Write the choice of a slot whose time is up, into a clear record: the first of its menu."""
    menu_choice(state, tables, slot, 0, choice)


@optional
def proposal_count(state: Any, tables: Any, slot: Any) -> Any:
    """The length of a list that holds every choice of the menu once, and others: quicker to draw from than a menu."""
    return menu_size(state, tables, slot)


@optional
def propose(state: Any, tables: Any, slot: Any, k: Any, choice: Any) -> Any:
    """Write entry k of that list; True if it is on the menu.

    `choice` comes clear, or with the unit, target, x and y of an earlier entry.
    """
    menu_choice(state, tables, slot, k, choice)
    return True


@optional
def outcome_float(state: Any, outcome_id: Any) -> Any:
    """The chance, as a float, of an outcome whose weight the game gave by id (`dice.set_weight_by_id`)."""
    return 0.0


@optional
def outcome_fraction(state: Any, outcome_id: Any) -> Any:
    """The same chance as a fraction. Asked between steps, never by compiled code."""
    return 0


def has_secrets(state: Any) -> bool:
    """Whether the game hides anything from anybody."""
    return ("redact", state.dtype) in BOUND


def has_proposals(state: Any) -> bool:
    """Whether there is a list that is quicker to draw from than the menu."""
    return ("propose", state.dtype) in BOUND


def has_policy(state: Any) -> bool:
    """Whether the game has a bot of its own."""
    return ("policy", state.dtype) in BOUND


def reads_only(function: Callable[..., Any]) -> Callable[..., Any]:
    """Declare that a policy writes nothing to the State, and reads nothing that is hidden from the slot it plays.

    It can be given the State itself: in bulk no copy is made, and nothing redacted.
    """
    OPEN_POLICIES.add(_source(function))
    return function


def has_open_policy(state: Any) -> bool:
    """Whether the game has a bot of its own that is `reads_only`."""
    return _source(BOUND.get(("policy", state.dtype))) in OPEN_POLICIES


def _source(function: Any) -> Any:
    """The plain form of a function, by which it is known whether it runs plain or compiled."""
    return getattr(function, "py_func", function)


def compile_is_bound(name: str) -> Callable[[Any], Callable[[Any], bool]]:
    """The compiled form of asking whether a game binds a hook: a constant."""
    return lambda state: (lambda state: True) if (name, state_dtype(state)) in BOUND else (lambda state: False)


def compile_has_open_policy(state: Any) -> Callable[[Any], bool]:
    """The compiled form of `has_open_policy`: a constant."""
    is_open = _source(BOUND.get(("policy", state_dtype(state)))) in OPEN_POLICIES
    return (lambda state: True) if is_open else (lambda state: False)


when_compiled(lambda: _overload(has_secrets, compile_is_bound("redact")))
when_compiled(lambda: _overload(has_proposals, compile_is_bound("propose")))
when_compiled(lambda: _overload(has_policy, compile_is_bound("policy")))
when_compiled(lambda: _overload(has_open_policy, compile_has_open_policy))
