"""The game's record: where it begins, and what it declares."""

from __future__ import annotations

from fireteam.content.open_board import OpenBoard
from fireteam.core import turns
from fireteam.core.game_modules import game_of
from fireteam.core.space.grid import board_row

from . import rules
from .declarations import EVENTS, SIDES, VERBS
from .rules import BAD_ACTION, FARTHEST, NOT_NOW, REFUSALS, SIZE, State


def set_up(state: State) -> None:
    """Both sides' men stand on their home rows (BT-1.2)."""
    state.men[:] = [board_row(0) | board_row(1), board_row(SIZE - 2) | board_row(SIZE - 1)]


def end_clause(state: State) -> str:
    """By which clause a match is over: a man on the farthest row, no enemy left, or else somebody has resigned."""
    winner = state.winner - 1
    if state.men[winner] & board_row(FARTHEST[winner]):
        return "BT-3.1"
    return "BT-3.3" if state.men[1 - winner] else "BT-3.2"


GAME = game_of(
    *(turns, rules),
    **OpenBoard(SIZE, SIZE).parts(State, SIDES, set_up, men=lambda state: state.men),
    id="breakthrough",
    title="Breakthrough",
    summary="Two rows of men each; whoever reaches the other side wins.",
    on_squares=True,
    rulebook="BT",
    verbs=VERBS,
    events=EVENTS,
    refusals=REFUSALS,
    bad_notation=REFUSALS[BAD_ACTION],
    already_decided=REFUSALS[NOT_NOW],
    result=turns.winner_result(end_clause),
)
