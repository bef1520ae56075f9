"""A roster in lines: every unit at a glance, who is awaited, and the choices that are sealed."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import groupby

from ...core.percent import percent
from ...core.protocol.scene import Odds, RosterRow, Scene
from ..console import wrap

AWAITED, GAP = "?", "  "
NARROWEST = 6  # of a column that does not fit


def status_lines(scene: Scene, awaited: Collection[int], sealed: Mapping[int, str], width: int) -> list[str]:
    """The roster of a Scene as a table, in groups; `awaited` are slots that have not chosen, marked with a `?`.

    `sealed` are choices that wait, as far as the reader may know them; they stand in the column of what is planned.
    """
    roster = scene.roster
    if roster is None:
        return []
    table = [("", "who", *map(str.lower, roster.columns))]
    groups: list[str] = []
    for group, rows in groupby(roster.rows, key=lambda row: row.group):
        for row in rows:
            table.append((AWAITED if row.slot in awaited else "", row.name, *_cells(row, roster.planned, sealed)))
            groups.append(group)
    wide = _widths(table, width)
    lines = [GAP.join(_cut(cell, size) for cell, size in zip(line, wide, strict=True)).rstrip() for line in table]
    found, last = [lines[0]], ""
    for group, line in zip(groups, lines[1:], strict=True):
        if group != last:
            found.append(f"{group}:")
        found.append(line)
        last = group
    return [*found, *(line for text in scene.legend for line in wrap(text, width))]


def odds_lines(scene: Scene, odds: Mapping[int, Sequence[Odds]], width: int) -> list[str]:
    """The odds of choices that wait, by slot, in the order of the roster; no line where dice decide nothing."""
    lines: list[str] = []
    for row in roster_rows(scene):
        if chances := ", ".join(f"{one.of} {percent(one.chance)}" for one in odds.get(row.slot, ())):
            lines += wrap(f"{row.name}: {chances}", width, "  ", "    ")
    return ["odds of what waits:", *lines] if lines else []


def roster_rows(scene: Scene) -> tuple[RosterRow, ...]:
    """The units of a roster; none where there is no roster."""
    return scene.roster.rows if scene.roster else ()


def _widths(table: Sequence[Sequence[str]], width: int) -> list[int]:
    """How wide each column is: as its longest cell, and the widest ones less where all do not fit."""
    wide = [max(len(line[k]) for line in table) for k in range(len(table[0]))]
    while sum(wide) + len(GAP) * (len(wide) - 1) > width and max(wide) > NARROWEST:
        wide[wide.index(max(wide))] -= 1
    return wide


def _cut(cell: str, size: int) -> str:
    """A cell in a column of a width."""
    return (cell if len(cell) <= size else f"{cell[: size - 1]}…").ljust(size)


def _cells(row: RosterRow, planned: int, sealed: Mapping[int, str]) -> tuple[str, ...]:
    """The columns of a unit, with what it has sealed in place of what it does."""
    return tuple(sealed.get(row.slot, cell) if k == planned else cell for k, cell in enumerate(row.cells))
