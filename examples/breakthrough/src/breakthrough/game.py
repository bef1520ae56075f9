"""The game as Fireteam knows it: what its numbers are called, where it begins, what is drawn of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from fireteam.content.square_map import Palette, SquareLegend, cells_of
from fireteam.core.decision import menu_decision
from fireteam.core.engine.record import Array, blank
from fireteam.core.game import Game, Result, Setting
from fireteam.core.game_modules import game_of
from fireteam.core.protocol.listed_names import SquareNames
from fireteam.core.protocol.scene import Scene, Token
from fireteam.core.space.grid import has_bit
from fireteam.core.space.squares import column_letters, square_name

from . import rules
from .events import EVENTS, SIDES
from .rules import BAD_ACTION, BLUE, NOT_NOW, RED, REFUSALS, SIZE, VERBS, WAYS, State, Tables

SQUARES = [(x, y) for y in range(SIZE) for x in range(SIZE)]
NAMES = SquareNames(list(map(square_name, SQUARES)))  # BT-1.3
BOARD = cells_of(Palette(SquareLegend(terrain={".": ()}, wall="#", zones={}), ()).draw(["." * SIZE] * SIZE))
SENTENCES = ("the game goes on", "red wins", "blue wins")


def scenarios(packs: Sequence[str] = ()) -> dict[str, str]:
    """The boards that there are: the one of BT-1.1."""
    return {"8x8": "Eight by eight"}


def setting(game: Game, scenario: str, options: Mapping[str, Any], packs: Sequence[str]) -> Setting:
    """The board with both sides' men on their home rows (BT-1.2)."""
    tables, states = blank(Tables), blank(State)
    for way in WAYS:
        tables[0].may_step[way + 1] = sum(1 << SIZE * y + x for x, y in SQUARES if 0 <= x + way < SIZE)
    for side, homes in ((RED, (0, 1)), (BLUE, (SIZE - 1, SIZE - 2))):
        states[0].men[side] = sum(1 << SIZE * y + x for x, y in SQUARES if y in homes)
        tables[0].farthest[1 - side] = sum(1 << SIZE * y + x for x, y in SQUARES if y == homes[0])
    return Setting(game, scenario, dict(options), tables, states, None, SIDES)


def names(setting: Setting, states: Array) -> SquareNames:
    """The names of men and squares, which never change."""
    return NAMES


def scene(setting: Setting, states: Array) -> Scene:
    """The board with the men on it."""
    men = [
        Token(name, side, side, "m", x, y, SIDES[side])
        for at, (name, (x, y)) in enumerate(zip(NAMES.units, SQUARES, strict=True))
        for side in (RED, BLUE)
        if has_bit(states[0].men[side], at)
    ]
    return Scene("Breakthrough", SIZE, SIZE, tuple(map(column_letters, range(SIZE))), BOARD, tuple(men))


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
    decision=menu_decision,
    result=result,
)
