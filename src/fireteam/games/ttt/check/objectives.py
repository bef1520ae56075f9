"""Checks of objectives: those that could never be met, or would be met from the start (TTT-9.5 to 9.11, TTT-12.7)."""

from __future__ import annotations

from collections.abc import Iterator

from ....content.problems import did_you_mean
from ....content.value_checks import Fault
from ..content import force_of
from ..entries import Mission, Sheet


def objective_faults(mission: Mission, sheet: Sheet) -> Iterator[Fault]:
    """What the objective of either side asks of the forces, of the other objective and of the rounds."""
    for n in (1, 2):
        own, other = mission.sides[n - 1], mission.sides[2 - n]
        objective, sure = own.objective, force_of(mission, 3 - n, sheet, ())
        size = len(force_of(mission, n, sheet))
        field, reason, hint = "", "", ""
        if objective.type == "eliminate_type" and objective.piece not in sure:
            field, reason = "piece", f"the other side is not certain to have a {objective.piece}"
            hint = did_you_mean(objective.piece, sorted(set(sure)))
        if objective.type == "exit" and objective.count > size:
            field, reason = "count", f"{objective.count} pieces must exit, the side has {size}"
        if objective.type == "prevent_exit" and other.objective.type != "exit":
            field, reason = "type", "the other side's objective is not exit"
        if objective.type == "survive" and objective.rounds > mission.round_limit:
            field, reason = "rounds", f"{objective.rounds} rounds, the limit is {mission.round_limit}"
        if reason:
            yield Fault(("sides", n - 1, "objective", field), f"side {n}: {reason}", hint, "E_M_OBJECTIVE")
