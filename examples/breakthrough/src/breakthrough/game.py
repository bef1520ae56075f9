"""The game's record: what its numbers are called, where it begins, what is drawn of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from fireteam.content.open_board import OpenBoard
from fireteam.core.engine.record import Array, NoTables, blank
from fireteam.core.game import Game, Result, Setting
from fireteam.core.game_modules import game_of
from fireteam.core.protocol.listed_names import SquareNames
from fireteam.core.protocol.scene import Scene
from fireteam.core.space.grid import board_row

from . import rules
from .choices import VERBS
from .events import EVENTS, SIDES
from .rules import BAD_ACTION, NOT_NOW, REFUSALS, SIZE, State

BOARD = OpenBoard(SIZE, SIZE)
SENTENCES = ("the game goes on", "red wins", "blue wins")


def scenarios(packs: Sequence[str] = ()) -> dict[str, str]:
    """The boards that there are: the one of BT-1.1."""
    return {"8x8": "Eight by eight"}


def setting(game: Game, scenario: str, options: Mapping[str, Any], packs: Sequence[str]) -> Setting:
    """The board with both sides' men on their home rows (BT-1.2)."""
    states = blank(State)
    states[0].men[:] = board_row(0) | board_row(1), board_row(SIZE - 2) | board_row(SIZE - 1)
    return Setting(game, scenario, dict(options), blank(NoTables), states, None, SIDES)


def names(setting: Setting, states: Array) -> SquareNames:
    """A man is called by its square (BT-1.3)."""
    return BOARD.names


def scene(setting: Setting, states: Array) -> Scene:
    """The board with the men on it."""
    return BOARD.scene("Breakthrough", states[0].men, SIDES)


def result(setting: Setting, states: Array) -> Result:
    """Who has won."""
    winner = int(states[0].winner)
    return Result(winner != 0, (winner - 1,) if winner else (), SENTENCES[winner], "BT-3.1")


GAME = game_of(
    rules,
    id="breakthrough",
    title="Breakthrough",
    rulebook="BT",
    state=State,
    verbs=VERBS,
    events=EVENTS,
    refusals=REFUSALS,
    bad_notation=REFUSALS[BAD_ACTION],
    already_decided=REFUSALS[NOT_NOW],
    scenarios=scenarios,
    setting=setting,
    names=names,
    scene=scene,
    result=result,
)
