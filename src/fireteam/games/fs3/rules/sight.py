"""Section 20.10: lines of sight."""

from __future__ import annotations

from ....core.engine.compiled import rule
from ..terrain import SIGHT, Terrain
from .geometry import crosses


@rule("FS3-20.10", "FS3-20.9", "FS3-20.18")
def has_sight(terrain: Terrain, ax: int, ay: int, bx: int, by: int) -> bool:
    """Whether no feature that blocks sight is crossed between two points. Nobody's base is in the way."""
    if terrain.effects & SIGHT:
        for k in range(terrain.n):
            feature = terrain.features[k]
            if feature.effects & SIGHT and crosses(feature, ax, ay, bx, by):
                return False
    return True
