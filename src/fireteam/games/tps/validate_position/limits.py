"""How great every number of a State can be."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ....core.protocol.position import MAX_NUMBER
from ..choices import RULED, WARN
from ..rules.admin import MAX_HEALTH
from ..rules.count_limits import last_count
from ..rules.end import DRAW
from ..rules.orders import STEP
from ..state import DEFUSE, DEFUSED, FLIGHTS, GROUND, KILLED, KNIFE_SLOT, OVER, RULINGS, TRAIL
from ..tables import UNITS
from .units import SLOTS

Limits = Mapping[str, tuple[int, int]]


def field_limits(tables: Any) -> Limits:
    """The least and the greatest value of every field where somebody decides, lists written with #."""
    options, wide, high = tables.options, int(tables.field.width), int(tables.field.height)
    gear, units = int(tables.n_gear), int(tables.n_units)
    turns = int(options.mp_roundturns) or MAX_NUMBER
    one = (0, 1)
    place = {"x": (0, wide), "y": (0, high)}
    token = {"gear": (0, gear), "mark": (0, 9)}
    unit = {
        **place,
        **dict.fromkeys(("side", "alive", "scope", "crouch", "busy", "changed", "warned", "leaving", "kicked"), one),
        "health": (0, MAX_HEALTH),
        "cash": (0, int(options.mp_maxmoney)),
        "earned": (-MAX_NUMBER, MAX_NUMBER),
        "frags": (-MAX_NUMBER, MAX_NUMBER),
        "deaths": (0, MAX_NUMBER),
        "called": (0, KNIFE_SLOT),
        "weapon": (0, KNIFE_SLOT),
        "over": (0, gear),
        "action": (0, DEFUSE),
        "moves": (0, last_count(tables)),
        "unarmed": (0, int(options.mp_movecounts)),
        "progress": (0, 999),
        "n_orders": (0, int(options.sv_movebatch) - 1),
        "orders.#.#": (-STEP, STEP),
        **{f"{part}.{name}": token[name] for part in SLOTS for name in token},
        "grenades.#.gear": token["gear"],
    }
    hostage = {
        **place,
        "status": (0, KILLED),
        "health": (0, MAX_HEALTH),
        "leader": (0, units),
        "used": one,
        "n_trail": (0, TRAIL),
        "trail_x.#": place["x"],
        "trail_y.#": place["y"],
    }
    flight = {**place, "gear": (1, gear), "thrower": (0, units - 1), "to_hit": (0, 15), "turn": (1, turns)}
    ruling = {"verb": (WARN, WARN + 3), "unit": (0, units - 1), "what": (0, len(RULED) - 1), "to": (0, 999), **place}
    parts: dict[str, dict[str, tuple[int, int]]] = {
        "units.#": unit,
        "hostages.#": hostage,
        "flights.#": flight,
        "rulings.#": ruling,
        "ground.#": {**place, **token},
        "bomb": {**place, "status": (0, DEFUSED), "turn": (1, turns)},
    }
    return {
        "phase": (0, OVER),
        "owing": (0, 2 ** (UNITS + 1) - 1),
        "admin": (0, units + 1),
        "n_units": (units, units),
        "round_number": (0, int(options.mp_maxrounds)),
        "turn": (0, turns),
        "count": (0, last_count(tables)),
        "swapped": one,
        "score.#": (0, 999),
        "losses.#": (0, int(options.mp_maxrounds)),
        "won": (0, 2),
        "why": (0, 6),
        "winner": (0, DRAW),
        "switched": one,
        "n_ground": (0, GROUND),
        "n_flights": (0, FLIGHTS),
        "n_rulings": (0, RULINGS),
        "smoke.#": (1, turns + int(options.mp_smoketurns)),
        **{f"{path}.{name}": bound for path, fields in parts.items() for name, bound in fields.items()},
    }
