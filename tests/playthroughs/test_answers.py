"""Golden answers: what every question to the rules of a game answers to its example, and to a few more."""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable, Iterator

import pytest

from fireteam.core.errors import BadQuestion
from fireteam.core.game import Game
from fireteam.registry import find_game, games
from fireteam.sim.solve import answer

MORE = {
    "tps odds": {"shot": ("weapon=xm1014 distance=12 crouch=true", "weapon=awp distance=30 cover=true")},
    "tps ask": {
        "throw": ("map=de_depot from=14,28 aim=16,26 distance=4", "map=cs_clinic from=20,16 aim=22,18 distance=14"),
        "sight": ("map=de_depot from=6,15 to=9,15", "map=cs_clinic from=20,16 to=26,18"),
        "move": ("map=de_depot from=6,15 by=-0.6,0.8", "map=cs_clinic from=2,16 by=-1,0"),
        "counts": ("weapon=ak47", "weapon=awp scope=true", "weapon=glock18 over=frag", "weapon=usp over=kit"),
        "zone": ("map=cs_clinic at=20,16", "map=de_harbour at=30.5,20", "map=de_depot at=900,900"),
    },
}


@pytest.mark.parametrize("name", games())
def test_questions_are_answered_as_they_were(name: str, golden: Callable[[str, str], None]) -> None:
    golden(f"{name}_answers", "\n".join(answers(find_game(name))) + "\n")


def answers(game: Game) -> Iterator[str]:
    """Each question with its answer, or why it has none."""
    for kind, asked in (("odds", game.odds_questions), ("ask", game.questions)):
        for name, question in asked.items():
            for line in (question.example, *MORE.get(f"{game.id} {kind}", {}).get(name, ())):
                yield f"{kind} {name} {line}".rstrip()
                try:
                    parts = dict(part.split("=", 1) for part in shlex.split(line))
                    yield f"  {json.dumps(answer(game, asked, name, parts), default=str)}"
                except BadQuestion as error:
                    yield f"  {error}"
