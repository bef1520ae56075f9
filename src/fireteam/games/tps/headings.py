"""Sixteen headings of a step, in whole steps of 1 MU, from east counter-clockwise: what menus and bots choose from."""

from __future__ import annotations

EAST_BY = (1000000, 923880, 707107, 382683, 0, -382683, -707107, -923880)
NORTH_BY = (0, 382683, 707107, 923880, 1000000, 923880, 707107, 382683)
HEADINGS_X = EAST_BY + tuple(-x for x in EAST_BY)
HEADINGS_Y = NORTH_BY + tuple(-y for y in NORTH_BY)
HEADINGS = 16
