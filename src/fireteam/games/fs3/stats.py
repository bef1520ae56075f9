"""What a run of fights counts: how they end and how long they take, and what attacks come to."""

from __future__ import annotations

from ...core.engine.compiled import compiled
from ...core.engine.record import Array
from ...core.game import Setting
from ...core.protocol.events import Log
from .events.shooting import Attacked
from .events.turn import ENDS
from .events.words import OUTCOMES
from .log import ATTACKED, FIGHT_ENDED, KNOCKED_OUT, REVIVED, SUPPRESSED, VEHICLE_OUT
from .state import State
from .tables import Tables

KNOCKOUT_COUNT, VEHICLE_COUNT, REVIVAL_COUNT, SUPPRESS_COUNT = range(4)  # where counts begin
END_COUNTS = SUPPRESS_COUNT + 1
ATTACK_COUNTS = END_COUNTS + len(ENDS)
TURN_COUNT = ATTACK_COUNTS + len(OUTCOMES)
OUTCOME_COLUMN = 1 + Attacked.__struct_fields__.index("outcome")  # of a row of the log
HEADINGS = {
    KNOCKOUT_COUNT: "knocked out",
    VEHICLE_COUNT: "vehicles knocked out",
    REVIVAL_COUNT: "back from a knockout",
    SUPPRESS_COUNT: "targets suppressed",
    TURN_COUNT: "turns",
}


@compiled
def collect_stats(state: State, tables: Tables, log: Log, counts: Array) -> None:
    """Read the log of one round of choices."""
    rows = log.rows
    for n in range(log.count):
        kind = rows[n, 0]
        if kind < 0:
            continue  # a die or a modifier, which most rows are
        if kind == KNOCKED_OUT:
            counts[KNOCKOUT_COUNT] += 1
        elif kind == VEHICLE_OUT:
            counts[VEHICLE_COUNT] += 1
        elif kind == REVIVED:
            counts[REVIVAL_COUNT] += 1
        elif kind == SUPPRESSED:
            counts[SUPPRESS_COUNT] += 1
        elif kind == ATTACKED:
            counts[ATTACK_COUNTS + rows[n, OUTCOME_COLUMN]] += 1
        elif kind == FIGHT_ENDED:
            counts[END_COUNTS + rows[n, 2]] += 1
            counts[TURN_COUNT] += rows[n, 1]


def describe_stats(setting: Setting, counts: Array) -> dict[str, dict[str, float]]:
    """The counts of a run in words, by the fight."""
    fights = int(counts[END_COUNTS : END_COUNTS + len(ENDS)].sum())
    if fights == 0:
        return {}
    attacks = int(counts[ATTACK_COUNTS : ATTACK_COUNTS + len(OUTCOMES)].sum())
    found = {
        "in a fight": {title: int(counts[k]) / fights for k, title in HEADINGS.items()} | {"attacks": attacks / fights},
        "ends, in %": {
            why or "stopped": 100 * int(counts[END_COUNTS + k]) / fights
            for k, why in enumerate(ENDS)
            if counts[END_COUNTS + k]
        },
    }
    if attacks:
        found["attacks, in %"] = {
            outcome: 100 * int(counts[ATTACK_COUNTS + k]) / attacks
            for k, outcome in enumerate(OUTCOMES)
            if counts[ATTACK_COUNTS + k]
        }
    return found
