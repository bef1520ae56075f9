"""The peers, each wanted by the bench alone (`pip install --group bench`): None where one is not installed."""

from __future__ import annotations

import sys
from typing import Any


def find(name: str, package: str) -> Any:
    """A peer's module; None, with a line on stderr, where it is not installed."""
    try:
        return __import__(name)
    except ImportError:
        print(f"skipped: {package} is not installed (pip install --group bench)", file=sys.stderr)
        return None


BREAKTHROUGH, BACKGAMMON = "breakthrough(rows=8,columns=8)", "backgammon"


def random_games(name: str = BREAKTHROUGH) -> Any:
    """Plays so many random games of one of OpenSpiel's, all in C++, and returns how many; None without OpenSpiel.

    A search by Monte Carlo that may look once asks its evaluator about the opening position once; the evaluator
    answers by so many random games. No Python runs between the first step and the last.
    """
    spiel = find("pyspiel", "open-spiel")
    if spiel is None:
        return None
    game = spiel.load_game(name)
    seeds = iter(range(1, 1_000_000))

    def play(games: int) -> int:
        evaluator = spiel.RandomRolloutEvaluator(games, next(seeds))
        state = game.new_initial_state()
        while state.is_chance_node():
            state.apply_action(state.legal_actions()[0])
        spiel.MCTSBot(game, evaluator, 1.0, 1, 1, False, 1, False).step(state)
        return games

    return play


def steps_of_a_game(games: int, name: str = BREAKTHROUGH) -> float:
    """The mean length of OpenSpiel's random games, dice included, from so many that its uniform random bots play."""
    spiel = find("pyspiel", "open-spiel")
    game = spiel.load_game(name)
    bots = [spiel.make_uniform_random_bot(player, player + 1) for player in range(2)]
    steps = 0
    for seed in range(games):
        state = game.new_initial_state()
        spiel.evaluate_bots(state, bots, seed)
        steps += len(state.history())
    return steps / games
