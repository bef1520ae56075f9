"""Matches as fingerprints: `python -m tests.jit_parity` prints a line for each, the same plain and compiled."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterator
from random import Random

import numpy as np

from fireteam.core.dice import live
from fireteam.core.game import Game, Setting
from fireteam.core.protocol.choices import new_choices
from fireteam.core.protocol.events import new_log
from fireteam.core.run import playout
from fireteam.match.decision import decision_of
from fireteam.match.dice import secret_of_seed
from fireteam.match.match import Match
from fireteam.match.quick_play import QuickPlay
from fireteam.match.record import Seat
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
        if game.drawing is not None:
            yield f"{game.id} {scenario} quickly {quick_fingerprint(setting)}"


def quick_fingerprint(setting: Setting) -> str:
    """What quick choices come to, and all that is told of them."""
    seats = [Seat(slot, 1 << k) for k, slot in enumerate(setting.slots) if k != setting.referee]
    match, luck, bytes = Match(setting, seats, secret_of_seed("quick")), Random(1), hashlib.sha256()
    play, made = QuickPlay(match), 0
    for _ in range(ROUNDS):
        slot = match.slots_to_act()[0]
        line = luck.choice(decision_of(setting, match.state, slot).options).notation
        quick = play.choose(line) if play.look() == slot else None
        if quick is None or quick.is_last:
            match.act(setting.slots[slot], line, slot)
        else:
            play.commit(quick)
            outcome, made = quick.outcome, made + 1
            bytes.update(outcome.rows + outcome.menu + outcome.state_hash.encode() + outcome.state.tobytes())
        if match.is_over:
            break
    return f"{made} {bytes.hexdigest()[:16]}"


if __name__ == "__main__":
    small = {game.id: game for game in (gauntlet.GAME, stones.GAME)}
    for game in (small.get(name) or find_game(name) for name in sys.argv[1:] or (*small, *games())):
        for line in fingerprints(game):
            print(line, flush=True)
