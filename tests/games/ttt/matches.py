"""Missions of one's own for tests, and matches played line by line.

    at = begin(mission("plain_10", two={"objective": {"type": "enter", "zone": "gate"}}, zones={"gate": ["a1"]}))
    play(*at, "place 1.rifleman.1 a1", "place 2.rifleman.1 a10", "end_turn", "attack 2.rifleman.1 1.rifleman.1 : 4")
    assert now(*at) == "attack 2"

Dice stand after `:`; the lines of two players who choose at once are joined by `&`, the player listed first first.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from fireteam.core.dice import tape
from fireteam.core.game import Setting
from fireteam.core.logged_events import read_events
from fireteam.core.protocol.events import LoggedEvent, new_log
from fireteam.core.run import run_to_decision
from fireteam.core.space.squares import square_at
from fireteam.games.ttt.content import load
from fireteam.games.ttt.entries import Mission, Options, Side
from fireteam.games.ttt.game import GAME
from fireteam.games.ttt.position import arrange
from fireteam.games.ttt.setup import fill_content
from fireteam.games.ttt.state import PHASES
from tests.games.ttt.table import At, do, give_attacks, with_board

SIDES = ("Red", "Blue")  # as people read them, where the player listed first is side 1
RIFLEMAN = {"fixed": {"rifleman": 1}}
ALL_OUT = {"type": "eliminate_all"}


def mission(
    board: str = "plain_10",
    one: Mapping[str, Any] | None = None,
    two: Mapping[str, Any] | None = None,
    *,
    zones: Mapping[str, Iterable[str]] | None = None,
    round_limit: int = 9,
    limit_result: str = "draw",
    **options: str,
) -> Setting:
    """A mission on a board or a drawing: a Rifleman a side, in any square, for elimination, unless said otherwise."""
    content = load()
    if "\n" in board:
        content, board, _ = with_board(content, board)
    ground = content.board_set.find(board)
    named = {name: frozenset(map(square_at, squares)) for name, squares in (zones or {}).items()}
    ground = msgspec.structs.replace(ground, zones={**ground.zones, **named})
    usual = {"force": RIFLEMAN, "place": {"*": {"tile": 0}}, "objective": ALL_OUT}
    sides = tuple(msgspec.convert({**usual, **(side or {})}, Side) for side in (one, two))
    made = Mission(
        id="mine",
        name="Mine",
        layout=(),
        sides=(sides[0], sides[1]),
        round_limit=round_limit,
        limit_result=limit_result,  # type: ignore[arg-type]
        options=Options(**{"seats": "fixed", **options}),  # type: ignore[arg-type]
    )
    return fill_content(GAME, content, made, content.sheet(), ground, {})


def begin(setting: Setting, dice: Iterable[int] = ()) -> At:
    """A match at its first decision; `dice` are those of the seats."""
    at = (setting, setting.opening.copy())
    go_on(*at, dice=dice)
    return at


def arranged(
    made: Setting, phase: str, turn: int, one: str, two: str, rest: str = "-", round: int = 1, budget: int = 1
) -> At:
    """A position of a mission; the side to move has a turn's attacks."""
    budget = budget if phase == "move" else 0
    rest = "winner=1" if phase == "over" and rest == "-" else rest
    states = arrange(made, phase, str(turn), str(round), str(budget), [one, two], rest)
    give_attacks(made, states, turn - 1, [one.split(","), two.split(",")])
    return made, states


def go_on(setting: Setting, states: Any, dice: Iterable[int] = ()) -> list[LoggedEvent]:
    """Take the steps that nobody decides, and tell what happened."""
    faces, log = tape(list(dice)), new_log()
    run_to_decision(states[0], setting.tables[0], faces[0], log[0])
    assert faces[0].used == faces[0].have
    return read_events(setting, states, log)


def play(setting: Setting, states: Any, *lines: str) -> list[LoggedEvent]:
    """Make choices one after another and tell all that happened."""
    told = []
    for line in lines:
        choices, _, dice = line.partition(" : ")
        told += do(setting, states, *choices.split(" & "), dice=map(int, dice.split()))
    return told


def now(setting: Setting, states: Any) -> str:
    """The phase and the side that acts: `move 1`."""
    return f"{PHASES[states[0].phase]} {states[0].side + 1}"


def outcome(setting: Setting, states: Any) -> str:
    """How the match stands or ended, in words."""
    return GAME.result(setting, states).sentence


def sentences(told: Iterable[LoggedEvent]) -> list[str]:
    """What happened, as players read it."""
    return [one.sentence() for one in told]
