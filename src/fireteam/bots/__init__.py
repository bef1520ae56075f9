"""Bots: they see what their seat sees and choose from the menu. Written once, over any game."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from ..core.calls import to_act_at, verify_at
from ..core.engine.record import Array, copy_of
from ..core.errors import BotFailure, UnknownName
from ..core.game import Setting
from .absent import choose as choose_nothing
from .greedy import choose as choose_greedily
from .random import choose as choose_randomly

ChooseFunction = Callable[[Setting, Array, int, int], Array]


class Bot(NamedTuple):
    """A bot: `chooses(setting, states, slot, key)` gives a Choice record; the same key gives the same choice."""

    name: str
    function: ChooseFunction
    policy: int = -1
    """The number by which compiled play knows this bot; -1 for a bot from a file."""

    def choose(self, setting: Setting, states: Array, slot: int, key: int) -> Array:
        """A lawful choice of a slot that owes one, on a copy of the redacted State.

        Raises:
            BotFailure: the bot raised, or chose what the rules refuse.
        """
        try:
            choice = self.function(setting, copy_of(states), slot, key)
            code = verify_at(states, 0, setting.tables, slot, choice, 0)[0]
        except (Exception, SystemExit) as error:
            raise BotFailure(f"bot {self.name} failed: {type(error).__name__}: {error}; the match stands") from error
        if code or not to_act_at(states, 0) >> slot & 1:
            refusal = setting.game.refusals[code].code
            raise BotFailure(f"bot {self.name} chose what the rules refuse ({refusal}); the match stands")
        return choice


BOTS = {
    bot.name: bot
    for bot in (
        Bot("random", choose_randomly, 0),
        Bot("greedy", choose_greedily, 1),
        Bot("absent", choose_nothing, 2),
    )
}


def find_bot(name: str) -> Bot:
    """A bot by name, or from a file as `path/to/bot.py:function`.

    Raises:
        UnknownName: there is none of that name.
        BotFailure: the file cannot be loaded.
    """
    path, sign, function = name.rpartition(":")
    if not sign or not path.endswith(".py"):
        if name not in BOTS:
            raise UnknownName("bot", name, [*BOTS, "path/to/bot.py:function"])
        return BOTS[name]
    try:
        spec = importlib.util.spec_from_file_location(Path(path).stem, path)
        assert spec is not None and spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return Bot(name, getattr(module, function))
    except (Exception, SystemExit) as error:
        raise BotFailure(f"bot {name} cannot be loaded: {type(error).__name__}: {error}") from error
