"""Matches as fingerprints: `python -m tests.jit_parity` prints a line for each, the same plain and compiled."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterator

import numpy as np

from fireteam.core.dice import live
from fireteam.core.game import Game
from fireteam.core.protocol.choices import new_choices
from fireteam.core.protocol.events import new_log
from fireteam.core.run import playout
from fireteam.registry import find_game, games
from tests.conformance import raw, walk
from tests.games import gauntlet, stones

ROUNDS = 40
SEEDS = (1, 2)


def fingerprints(game: Game) -> Iterator[str]:
    """Every state and every log of some matches, and the end of a playout."""
    for scenario in game.scenarios(()):
        setting = game.make_setting(scenario)
        for seed in SEEDS:
            bytes = hashlib.sha256()
            for moment in walk(setting, seed, ROUNDS).moments:
                for part in (
                    moment.states.tobytes(),
                    moment.choices.tobytes(),
                    raw(moment.log),
                    moment.after.tobytes(),
                ):
                    bytes.update(part)
            states, log = setting.opening.copy(), new_log()
            made = playout(states, setting.tables, new_choices(), live(seed), log, np.uint64(seed), ROUNDS)
            bytes.update(states.tobytes() + raw(log))
            yield f"{game.id} {scenario} {seed} {made} {bytes.hexdigest()[:16]}"


if __name__ == "__main__":
    small = {game.id: game for game in (gauntlet.GAME, stones.GAME)}
    for game in (small.get(name) or find_game(name) for name in sys.argv[1:] or (*small, *games())):
        for line in fingerprints(game):
            print(line, flush=True)
