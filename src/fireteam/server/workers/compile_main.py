"""The program that compiles the rules of a game: it plays a few moves, and the compiled code is cached on disk.

It calls what the worker processes for bots, odds and forecasts call, and what a server process that is itself compiled
calls.
"""

from __future__ import annotations

import os
import sys

from ...bots import BOTS
from ...core.engine.code_cache import mark_compiled
from ...core.protocol.choices import decode
from ...match.dice import secret_of_seed
from ...match.match import Match
from ...match.record import Seat
from ...match.timeline import Timeline
from ...registry import find_game
from ...sim.forecast import play_part

CHOICES = 60
WEIGHED = 20  # options of a menu
POLITE = 10  # who serves people comes before


def compile_game(name: str) -> None:
    """Play the beginning of a match with random choices, and call everything that shows it or computes odds."""
    game = find_game(name)
    setting = game.make_setting(next(iter(game.scenarios(()))), dict(game.quick_options), ())
    seats = [Seat(slot, 1 << k) for k, slot in enumerate(setting.slots) if k != setting.referee]
    match = Match(setting, seats, secret_of_seed(name))
    for _ in range(CHOICES):
        if match.is_over:
            break
        slot = match.slots_to_act()[0]
        view = match.view(setting.slots[slot])
        game.scene(setting, view)
        game.decision(setting, view, slot, WEIGHED, True)
        match.may_undo(setting.slots[slot])
        key = match.key_for_bot(slot)
        chosen = [bot.choose(setting, view, slot, key) for bot in BOTS.values()]
        values = [decode(one[0], game.verbs, game.names(setting, view)) for one in chosen]
        if game.explain_option is not None:
            game.explain_option(setting, view, slot, values[-1])
        match.act(setting.slots[slot], values[0], slot)
    if game.threats is not None:
        game.threats(setting, match.state, 0)
    game.scene(setting, match.redact(match.state, 0))
    play_part(setting, match.state, [BOTS["absent"]] * len(setting.slots), 1, 0, 1)
    line = Timeline(setting, match.start)
    for made in match.records:
        line.rerun(made)


if __name__ == "__main__":
    if hasattr(os, "nice"):
        os.nice(POLITE)
    compile_game(sys.argv[1])
    mark_compiled(sys.argv[1])
