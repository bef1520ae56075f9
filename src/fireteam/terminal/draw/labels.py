"""Where the letters of units and things stand on a map, so that none hides another without a word."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from .rasterize import CharCell

MAX_ASIDE, MAX_ABOVE = 4, 1  # columns and rows that letters may be moved from their place, at the most


class Label(NamedTuple):
    """Letters that stand for something: the character cell where it lies, and where the letters begin."""

    text: str
    at: CharCell
    start: CharCell | None

    @property
    def cells(self) -> list[CharCell]:
        """The squares that the letters take."""
        return [] if self.start is None else [(self.start[0] + k, self.start[1]) for k in range(len(self.text))]

    @property
    def is_moved(self) -> bool:
        """Whether the letters do not stand where it lies."""
        return self.at not in self.cells


def place_labels(
    texts: Sequence[tuple[str, CharCell]],
    size: CharCell,
    occupied: Collection[CharCell] = (),
    avoid: Collection[CharCell] = (),
) -> list[Label]:
    """Every text as near to its place as there is room: never over what is taken, nor if it can be over `avoid`.

    `size` are the columns and rows of characters. What finds no room stands nowhere.
    """
    found: dict[int, Label] = {}
    full = set(occupied)
    for k, (text, at) in sorted(enumerate(texts), key=lambda one: (one[1][1][1], one[1][1][0], one[0])):
        found[k] = label = Label(text, at, _start(text, at, size, full, avoid))
        full |= set(label.cells)
    return [found[k] for k in range(len(texts))]


def _start(
    text: str, at: CharCell, size: CharCell, full: set[CharCell], avoid: Collection[CharCell]
) -> CharCell | None:
    """Where a text begins at the least cost: of going aside, of touching letters, of hiding what it should not."""
    middle, best, least = at[0] - (len(text) - 1) // 2, None, 0
    for down in range(-MAX_ABOVE, MAX_ABOVE + 1):
        for aside in range(-MAX_ASIDE, MAX_ASIDE + 1):
            start = (middle + aside, at[1] + down)
            cells = [(start[0] + k, start[1]) for k in range(len(text))]
            if not (0 <= start[0] <= size[0] - len(text) and 0 <= start[1] < size[1]) or not full.isdisjoint(cells):
                continue
            touching = ((start[0] - 1, start[1]) in full) + ((start[0] + len(text), start[1]) in full)
            cost = 2 * abs(aside) + 7 * abs(down) + 3 * touching + 2 * sum(cell in avoid for cell in cells)
            if best is None or cost < least:
                best, least = start, cost
    return best
