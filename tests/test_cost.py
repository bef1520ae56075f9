"""What a game costs in code: lines of Python for each clause of its rulebook, tactics of bots included."""

from __future__ import annotations

import pytest

from fireteam.registry import game_folder, games
from fireteam.tools.clauses import clauses_of_game

MOST = 27.0
"""Lines a clause that a new game may cost."""
TODAY = {"tps": 33.0, "fs3": 45.1}
"""What a game costs that is over the figure: it may not rise but for what is said here.

FS3 has a campaign, a desk and its own tools besides, and says whom a command could be about. Its verbs are a folder of
four modules, so that nobody need read those of the desk to find those of a combatant.
Of both, `menu_facts.py` writes menus as numbers, and words are found again by what they follow from, for speed; so
are combatants of FS3, once for all seats, how they look whatever they do, and its options, which all seats share.
"""


@pytest.mark.parametrize("game", games())
def test_a_clause_costs_no_more_lines_than_it_may(game: str) -> None:
    lines = sum(len(path.read_text(encoding="utf-8").splitlines()) for path in game_folder(game).glob("**/*.py"))
    cost = lines / len(clauses_of_game(game))
    assert cost <= TODAY.get(game, MOST), f"{lines} lines for {len(clauses_of_game(game))} clauses"
    assert game not in TODAY or cost > TODAY[game] - 1, "it costs less by now: lower the figure"
