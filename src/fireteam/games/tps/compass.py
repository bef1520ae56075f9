"""Sixteen headings of a step, in whole steps of 1 MU, from east counter-clockwise: what menus and bots choose from."""

from __future__ import annotations

EAST_STEPS = (1000000, 923880, 707107, 382683, 0, -382683, -707107, -923880)
NORTH_STEPS = (0, 382683, 707107, 923880, 1000000, 923880, 707107, 382683)
HEADINGS_X = EAST_STEPS + tuple(-x for x in EAST_STEPS)
HEADINGS_Y = NORTH_STEPS + tuple(-y for y in NORTH_STEPS)
HEADINGS = 16
