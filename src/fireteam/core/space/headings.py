"""Sixteen headings on a free table, from east counter-clockwise: what menus and bots choose ways from."""

from __future__ import annotations

from .units import STEPS

COS, SIN, HALF = 0.9238795325112867, 0.3826834323650898, 0.7071067811865476  # of 22.5 degrees, and of 45

EAST = (1.0, COS, HALF, SIN, 0.0, -SIN, -HALF, -COS, -1.0, -COS, -HALF, -SIN, 0.0, SIN, HALF, COS)
"""How far east each heading goes in a unit of length."""
HEADINGS = len(EAST)
QUARTER = HEADINGS // 4
NORTH = (*EAST[-QUARTER:], *EAST[:-QUARTER])
"""How far north each goes: so far as the one a quarter turn before it goes east."""
EAST_STEPS, NORTH_STEPS = (tuple(round(STEPS * share) for share in shares) for shares in (EAST, NORTH))
"""The same in steps."""
