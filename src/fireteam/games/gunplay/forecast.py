"""What forecasts of Gunplay count, and how a scenario is made easier for a side: by fewer characters of the other."""

from __future__ import annotations

from functools import partial

from ...core.engine.record import Array, blank, copy_of
from ...core.game import Dial, Setting
from .rules.characters import first_of
from .setup import PLAYERS, names
from .state import CHOOSE, DEPLOY, DOWN, ROLL_INITIATIVE, TURN_START, Character
from .tables import SIDE

EARLY = (DEPLOY, TURN_START, ROLL_INITIATIVE, CHOOSE)  # phases in which nobody is in the middle of something


def turn_number(setting: Setting, states: Array) -> int:
    """The turn (GUN-6.1)."""
    return int(states[0].turn)


def figures(setting: Setting, states: Array) -> dict[str, dict[str, float]]:
    """Who is Down, with how many wounds, and the victory points (GUN-23.1)."""
    called, state = names(setting, states), states[0]
    there = {called.unit(i): character for i, character in enumerate(state.characters) if character.status}
    return {
        "down": {unit: bool(character.status == DOWN) for unit, character in there.items()},
        "wounds": {unit: float(character.wounds) for unit, character in there.items()},
        "victory points": {player: float(state.points[side]) for side, player in enumerate(PLAYERS)},
    }


def dials(setting: Setting, states: Array) -> tuple[Dial, ...]:
    """How many of the last characters of a band stay at home; nobody does once somebody has been activated."""
    state = states[0]
    if state.turn > 1 or state.phase not in EARLY or any(character.activated for character in state.characters):
        return ()
    return tuple(
        Dial(
            f"fewer_{player}",
            f"how many of the last characters of {player} stay at home",
            tuple(range(len(_members(states, side)))),
            partial(leave_home, side),
        )
        for side, player in enumerate(PLAYERS)
    )


def leave_home(side: int, setting: Setting, states: Array, count: int) -> tuple[Setting, Array]:
    """The match without the last so many characters of a side."""
    tables, states = copy_of(setting.tables), copy_of(states)
    members = _members(states, side)
    for i in members[len(members) - count :]:
        tables[0].members[i].id = 0
        states[0].characters[i] = blank(Character)[0]
    return setting._replace(tables=tables), states


def _members(states: Array, side: int) -> list[int]:
    """The characters that a side has in the match."""
    return [i for i in range(first_of(side), first_of(side) + SIDE) if states[0].characters[i].status]
