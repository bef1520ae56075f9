"""What a run of matches counts: how rounds end and how long they take, what is bought, and what it kills."""

from __future__ import annotations

from ...core.dials import field_dial
from ...core.engine.compiled import compiled
from ...core.engine.record import Array
from ...core.game import Dial, Setting
from ...core.protocol.events import Log
from .events.words import END_BOMB, END_DEFUSE, END_ELIMINATION, END_HOSTAGES, END_RESCUE, END_TIME
from .log import ARMED, BOUGHT, BURST, CALLED, ELIMINATED, ROUND_ENDED, STEPPED, TURN_BEGUN
from .state import BUY, State
from .tables import GEAR, SIDES, UNITS, Tables

MAX_ENDS = 8  # of ending a round
TURN_COUNT, PLANT_COUNT, WIN_COUNTS = 0, 1, 2  # where counts begin; rounds by side and way
PURCHASE_COUNTS = WIN_COUNTS + len(SIDES) * MAX_ENDS
KILL_COUNTS = PURCHASE_COUNTS + GEAR
ACTIVE_WEAPONS = KILL_COUNTS + GEAR  # no count: what each unit has in hand in this turn, plus one
EXPLODING_GRENADE = ACTIVE_WEAPONS + UNITS  # nor is this: the grenade that goes off in this step, plus one
END_TEXTS = {
    END_BOMB: "by the bomb",
    END_DEFUSE: "by defusing",
    END_ELIMINATION: "by elimination",
    END_RESCUE: "by rescue",
    END_HOSTAGES: "by hostages lost",
    END_TIME: "by time",
}


@compiled
def collect_stats(state: State, tables: Tables, log: Log, counts: Array) -> None:
    """Read the log of one round of choices."""
    rows = log.rows
    for n in range(log.count):
        kind, a, b, c = rows[n, 0], rows[n, 1], rows[n, 2], rows[n, 3]
        if kind == ROUND_ENDED:
            counts[WIN_COUNTS + b * MAX_ENDS + c] += 1
        elif kind == TURN_BEGUN:
            counts[TURN_COUNT] += 1
        elif kind == ARMED:
            counts[PLANT_COUNT] += 1
        elif kind == BOUGHT:
            counts[PURCHASE_COUNTS + b] += 1
        elif kind == CALLED:
            counts[ACTIVE_WEAPONS + a] = b + 1
        elif kind == STEPPED:
            counts[EXPLODING_GRENADE] = 0
        elif kind == BURST:
            counts[EXPLODING_GRENADE] = b + 1
        elif kind == ELIMINATED and 0 <= b < UNITS and a < UNITS:
            gear = counts[EXPLODING_GRENADE] if counts[EXPLODING_GRENADE] else counts[ACTIVE_WEAPONS + b]
            if gear:
                counts[KILL_COUNTS + gear - 1] += 1


def describe_stats(setting: Setting, counts: Array) -> dict[str, dict[str, float]]:
    """The counts of a run in words, by the round."""
    wins = counts[WIN_COUNTS:PURCHASE_COUNTS].reshape(len(SIDES), MAX_ENDS)
    rounds = int(wins.sum())
    if rounds == 0:
        return {}
    names = setting.content.gear
    found = {
        f"rounds won by {side}, in %": {"in all": 100 * float(wins[k].sum()) / rounds} for k, side in enumerate(SIDES)
    }
    for k, side in enumerate(SIDES):
        found[f"rounds won by {side}, in %"] |= {
            END_TEXTS[why]: 100 * float(wins[k, why]) / rounds for why in END_TEXTS if wins[k, why]
        }
    found["in a round"] = {
        "turns": int(counts[TURN_COUNT]) / rounds,
        "bombs planted": int(counts[PLANT_COUNT]) / rounds,
    }
    for heading, start in (("bought in a round", PURCHASE_COUNTS), ("eliminated in a round", KILL_COUNTS)):
        found[heading] = {id: int(counts[start + n]) / rounds for n, id in enumerate(names) if counts[start + n]}
    return found


def figures(setting: Setting, states: Array) -> dict[str, dict[str, float]]:
    """What forecasts count: frags and deaths of every unit, and the rounds that each team has won (TPS-22.2)."""
    units = {f"U{i + 1}": states[0].units[i] for i in range(states[0].n_units)}
    found = {what: {name: float(unit[what]) for name, unit in units.items()} for what in ("frags", "deaths")}
    return found | {"rounds won": {f"team {team + 1}": float(won) for team, won in enumerate(states[0].score)}}


def dials(setting: Setting, states: Array) -> tuple[Dial, ...]:
    """The cash of a side's units, as long as it can be spent in this round."""
    state, cash = states[0], range(0, int(setting.tables[0].options.mp_maxmoney) + 1, 1_000)
    rows = [("units", [i for i in range(state.n_units) if state.units[i].side == side]) for side in range(len(SIDES))]
    about = ((side, f"the cash of every unit of side {side}", mine) for side, mine in zip(SIDES, rows, strict=True))
    dial = (field_dial(f"{side.lower()}_cash", meaning, cash, mine, "cash") for side, meaning, mine in about)
    return tuple(dial) if state.phase <= BUY else ()
