"""What a run of matches counts: how rounds end and how long they take, what is bought, and what it kills."""

from __future__ import annotations

from ...core.compiled import compiled
from ...core.events import Log
from ...core.game import Setting
from ...core.record import Array
from .events.words import BY_BOMB, BY_DEFUSE, BY_ELIMINATING, BY_HOSTAGES, BY_RESCUE, BY_TIME
from .saying.numbers import ARMED, BOUGHT, BURST, CALLED, ELIMINATED, ROUND_ENDED, STEPPED, TURN_BEGUN
from .tables import GEAR, SIDES, UNITS, Tables

WAYS = 8  # of ending a round
TURNS, PLANTED, WON = 0, 1, 2  # where counts begin; rounds by side and way
BUYS = WON + len(SIDES) * WAYS
KILLS = BUYS + GEAR
HAND = KILLS + GEAR  # no count: what each unit has in hand in this turn, plus one
BURSTING = HAND + UNITS  # nor is this: the grenade that goes off in this step, plus one
ENDS = {
    BY_BOMB: "by the bomb",
    BY_DEFUSE: "by defusing",
    BY_ELIMINATING: "by elimination",
    BY_RESCUE: "by rescue",
    BY_HOSTAGES: "by hostages lost",
    BY_TIME: "by time",
}


@compiled
def tally(tables: Tables, log: Log, counts: Array) -> None:
    """Read the log of one round of choices."""
    rows = log.rows
    for n in range(log.count):
        kind, a, b, c = rows[n, 0], rows[n, 1], rows[n, 2], rows[n, 3]
        if kind == ROUND_ENDED:
            counts[WON + b * WAYS + c] += 1
        elif kind == TURN_BEGUN:
            counts[TURNS] += 1
        elif kind == ARMED:
            counts[PLANTED] += 1
        elif kind == BOUGHT:
            counts[BUYS + b] += 1
        elif kind == CALLED:
            counts[HAND + a] = b + 1
        elif kind == STEPPED:
            counts[BURSTING] = 0
        elif kind == BURST:
            counts[BURSTING] = b + 1
        elif kind == ELIMINATED and 0 <= b < UNITS and a < UNITS:
            gear = counts[BURSTING] if counts[BURSTING] else counts[HAND + b]
            if gear:
                counts[KILLS + gear - 1] += 1


def tallies(setting: Setting, counts: Array) -> dict[str, dict[str, float]]:
    """The counts of a run in words, by the round."""
    wins = counts[WON:BUYS].reshape(len(SIDES), WAYS)
    rounds = int(wins.sum())
    if rounds == 0:
        return {}
    names = setting.content.gear
    found = {
        f"rounds won by {side}, in %": {"in all": 100 * float(wins[k].sum()) / rounds} for k, side in enumerate(SIDES)
    }
    for k, side in enumerate(SIDES):
        found[f"rounds won by {side}, in %"] |= {
            ENDS[why]: 100 * float(wins[k, why]) / rounds for why in ENDS if wins[k, why]
        }
    found["in a round"] = {"turns": int(counts[TURNS]) / rounds, "bombs planted": int(counts[PLANTED]) / rounds}
    for heading, start in (("bought in a round", BUYS), ("eliminated in a round", KILLS)):
        found[heading] = {id: int(counts[start + n]) / rounds for n, id in enumerate(names) if counts[start + n]}
    return found
