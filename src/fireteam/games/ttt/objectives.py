"""What a side of a mission is after, and how it came to that, in words (TTT-9.5 to TTT-9.11)."""

from __future__ import annotations

from collections.abc import Mapping

from ...core.protocol.sentences import amount_text
from .entries import Objective, Sheet
from .events import BY_OBJECTIVE, ENDS
from .tables import OBJECTIVES

WANTED = {
    "enter": "to bring a piece into {zone}",
    "eliminate_type": "to take out every {piece} of the enemy",
    "eliminate_all": "to take out the enemy's whole force",
    "hold": "to hold {zone} for {turns}",
    "score": "to score {points} on {zone}",
    "exit": "to bring {count} out by {zone}",
    "prevent_exit": "to keep the enemy from bringing its pieces out",
    "survive": "to survive {rounds}",
}
WANTED_AGAINST_YOU = WANTED | {
    "eliminate_type": "to take out every {piece} of yours",
    "eliminate_all": "to take out your whole force",
    "prevent_exit": "to keep you from bringing your pieces out",
}
ACHIEVED = {
    "enter": "brought a piece into {zone}",
    "eliminate_type": "took out every {piece} of the enemy",
    "hold": "held {zone} for {turns}",
    "score": "scored {points} on {zone}",
    "exit": "brought {count} out by {zone}",
    "survive": "survived {rounds}",
}
COUNTED = {"turns": "turn", "points": "point", "count": "piece", "rounds": "round"}


def objective_text(objective: Objective, sheet: Sheet, texts: Mapping[str, str] = WANTED) -> str:
    """An objective in words: as its own side reads it, as its enemy does, or as it was met."""
    words = {name: amount_text(getattr(objective, name), thing) for name, thing in COUNTED.items()}
    piece = sheet[objective.piece].name if objective.piece else ""
    return texts[objective.type].format(zone=zone_title(objective.zone), piece=piece, **words)


def zone_title(zone: str) -> str:
    """A zone in a sentence: `bunker 1`, `the far edge`."""
    words = zone.replace("_", " ")
    return words if words[-1:].isdigit() else f"the {words}"


def why_won(why: int, objective: Objective, sheet: Sheet) -> str:
    """Why the side with this objective won: what the mission asked for, or what else ended the game."""
    is_met = why == BY_OBJECTIVE + OBJECTIVES.index(objective.type) and objective.type in ACHIEVED
    return objective_text(objective, sheet, ACHIEVED) if is_met else ENDS[why][0]
