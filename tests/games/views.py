"""What the miniature games show alike: names, positions in one line, a scene of one row or board, a plain decision."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fireteam.core.decision import DecisionSpec
from fireteam.core.engine.record import Array, as_words, blank
from fireteam.core.game import Game, Setting
from fireteam.core.protocol.scene import Cell, Scene, Token

COLUMNS = "abcdefghi"


def position(setting: Setting, state: Array) -> str:
    """Every word of the record that is not zero: `stones 0=1,7=4`."""
    row = as_words(state)[0].tolist()
    return f"{setting.scenario} {','.join(f'{i}={word}' for i, word in enumerate(row) if word) or '-'}"


def parse_position(game: Game, line: str, packs: Sequence[str] = ()) -> tuple[Setting, Array]:
    """The match and the State of a line."""
    scenario, _, numbers = line.partition(" ")
    state = blank(game.state)
    for pair in [] if numbers == "-" else numbers.split(","):
        i, _, word = pair.partition("=")
        as_words(state)[0, int(i)] = int(word)
    return game.make_setting(scenario), state


def scene(title: str, width: int, height: int, solid: Any, tokens: Sequence[Token]) -> Scene:
    """A board of squares, some of them solid, and what stands on it."""
    cells = [
        Cell(x, y, "#" if solid(x, y) else ".", "rock" if solid(x, y) else "open", solid=bool(solid(x, y)))
        for y in range(height)
        for x in range(width)
    ]
    return Scene(title, width, height, tuple(COLUMNS[:width]), tuple(cells), tuple(tokens))


decision = DecisionSpec(lambda moment: f"{moment.slot_name} to choose.").decision
"""The menu, and no odds."""
