"""A game put together from its modules: a function that is called like a hook or like a part of `Game` is that one."""

from __future__ import annotations

from types import ModuleType
from typing import Any

from .decision import menu_decision
from .engine.dispatch import OPTIONAL, REQUIRED, bind
from .game import Game


def game_of(*modules: ModuleType, **declared: Any) -> Game:
    """A game: what is declared by name, and the functions of its modules that are named like hooks and parts.

    Hooks (`core/engine/dispatch.py`) are bound to the game's State. A function counts in the module that defines it,
    not where it is imported; what is declared takes the place of what a module has. A game that says nothing of its
    decisions asks by its menu alone.

    Raises:
        TypeError: two modules define a function of one name, or a hook or a part is missing or unknown.
    """
    hooks = {*REQUIRED, *OPTIONAL}
    parts = {"decision": menu_decision} | {name: value for name, value in declared.items() if name not in hooks}
    bound = {name: value for name, value in declared.items() if name in hooks}
    found: dict[str, str] = {}
    for module in modules:
        for name, value in vars(module).items():
            if name not in (*hooks, *Game._fields) or name in declared:
                continue
            if not callable(value) or value.__module__ != module.__name__:
                continue
            if name in found:
                raise TypeError(f"{found[name]} and {module.__name__} both define {name}")
            found[name] = module.__name__
            (bound if name in hooks else parts)[name] = value
    bind(parts["state"], **bound)
    return Game(**parts)
