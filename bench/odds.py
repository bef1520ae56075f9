"""Odds: how many ways of the dice the exhauster sees in a second; a table of odds against icepool's one."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

from fireteam.core.chance.outcomes import Workspace, enumerate_outcomes, float_share, new_workspace
from fireteam.core.dice import EXHAUST
from fireteam.core.engine.compiled import compiled
from fireteam.core.engine.record import Array
from fireteam.core.protocol.choices import new_choices
from fireteam.games.ttt import choices as verbs
from fireteam.games.ttt.game import GAME
from fireteam.games.ttt.state import ELIMINATED
from fireteam.games.ttt.tables import SIDE

from . import peers
from .measure import Answer, at_least, nanoseconds, per_second, rates, ratio

TYPES, RIFLEMAN, GUARD = 13, 0, 3
LINE = "@plain_10 - attack 1 1 0 rifleman@c3+1 guard@c5,medic@c6 -"
MOST = 1_000


@compiled
def leaves_of(states: Array, tables: Array, choices: Array, desk: Workspace, times: int) -> int:
    """Exhaust both steps of an attack so often; returns the leaves."""
    seen, last = 0, len(desk.ends) - 1
    for _ in range(times):
        _, leaves = enumerate_outcomes(states, 0, tables, choices, True, desk, MOST)
        seen += leaves
        desk.ends[last] = desk.ends[0]
        _, leaves = enumerate_outcomes(desk.ends, last, tables, choices, False, desk, MOST)
        seen += leaves
    return seen


@compiled
def table_of_odds(states: Array, tables: Array, choices: Array, desk: Workspace, odds: Array) -> int:
    """The chance of every one of 13 types to eliminate each of 13 types, by the attack of the game itself."""
    shooter, target, last = states[0].units[0], states[0].units[SIDE], len(desk.ends) - 1
    for one in range(TYPES):
        for other in range(TYPES):
            shooter.piece, target.piece = one, other
            enumerate_outcomes(states, 0, tables, choices, True, desk, MOST)
            desk.ends[last] = desk.ends[0]
            found, _ = enumerate_outcomes(desk.ends, last, tables, choices, False, desk, MOST)
            odds[one, other] = 0.0
            for i in range(found):
                if desk.ends[i].units[SIDE].status == ELIMINATED:
                    odds[one, other] += float_share(desk, i)
    return 1


def answer(quick: bool) -> Answer:
    """(e)."""
    setting, states = GAME.read_position(LINE)
    choices, desk, odds = new_choices(), new_workspace(states), np.zeros((TYPES, TYPES))
    choices[0].verb, choices[0].unit, choices[0].target = verbs.ATTACK, 0, SIDE
    assert desk.dice[0].mode == EXHAUST
    times = 10 if quick else 20_000
    contenders = {
        "leaves": lambda: leaves_of(states, setting.tables, choices, desk, times),
        "table": lambda: sum(
            table_of_odds(states, setting.tables, choices, desk, odds) for _ in range(1 if quick else 100)
        ),
    }
    icepool = peers.find("icepool", "icepool")
    if icepool:
        table_of_odds(states, setting.tables, choices, desk, odds)
        assert abs(odds[RIFLEMAN, GUARD] - by_icepool(icepool)) < 1e-12, "icepool finds another chance"
        contenders["peer"] = lambda: sum(by_icepool(icepool) > 0 for _ in range(1 if quick else 100))
    found = rates(2 if quick else 11, **contenders)
    rows = [
        ("leaves of attacks under a Medic's eyes", per_second(found["leaves"]), nanoseconds(found["leaves"])),
        (f"tables of {TYPES} by {TYPES} attack odds", per_second(found["table"]), nanoseconds(found["table"])),
    ]
    figures = []
    if icepool:
        rows.append(("icepool: one of these odds", per_second(found["peer"]), nanoseconds(found["peer"])))
        figures = [at_least(f"{TYPES * TYPES} odds against icepool's one", ratio(found["table"], found["peer"]), 1)]
    return Answer(
        "Odds",
        "A leaf is one way that the dice of an attack fall: the whole step of the rules, run anew, its end merged with "
        "equal ends. The table asks the attack and the Medic's save of every one of 13 types against each of 13 types. "
        "icepool works out one such chance: a die that hits from a face on, and a second that saves.",
        ("what", "a second", "ns each"),
        rows,
        figures,
    )


def by_icepool(icepool: Any) -> Fraction:
    """The chance that a rifleman eliminates a guard beside a Medic, as a user of icepool writes it."""
    hits, saves = icepool.d6 >= 5, icepool.d6 >= 5
    return (hits & ~saves).probability(True)
