"""The matrix of Penetration and Protection in words, as a table, and as a picture (FS3-22.21, FS3-22.22)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from ...core.percent import percent
from .matrix import BOUNCES, IGNORED, Cell
from .rules.rolls import D100

SHADES = " .:-=+*#%@"  # from never stopped to always
NUMBERS = ("S", "stopped", "full", "cut", "Light", "Mod.", "Ser.", "Crit.")
SQUARE, LEFT, TOP = 26, 150, 130  # of the picture, in pixels
MARKS = {BOUNCES: "B", IGNORED: "I"}


def table_lines(cells: Sequence[Cell]) -> Iterator[str]:
    """A line for each weapon and layer: what S is, what is stopped, and the wounds on a Vital location."""
    wide = max(len(cell.weapon) for cell in cells)
    high = max(len(cell.layer) for cell in cells)
    yield f"{'weapon':<{wide}}  {'layer':<{high}}  " + " ".join(f"{name:>8}" for name in NUMBERS)
    for cell in cells:
        shares = (cell.stopped, cell.full)
        numbers = [str(cell.stop), *(percent(each) for each in shares), f"{float(cell.mean_cut):.2f}"]
        numbers += [percent(each) for each in cell.severities]
        line = f"{cell.weapon:<{wide}}  {cell.layer:<{high}}  " + " ".join(f"{number:>8}" for number in numbers)
        yield f"{line}  {cell.flag}".rstrip()


def picture_lines(cells: Sequence[Cell]) -> Iterator[str]:
    """Weapons down, layers across, the darker the more is stopped; B bounces, I ignores the layer."""
    layers = list(dict.fromkeys(cell.layer for cell in cells))
    weapons = list(dict.fromkeys(cell.weapon for cell in cells))
    wide = max(map(len, weapons))
    found = {(cell.weapon, cell.layer): cell for cell in cells}
    for n, layer in enumerate(layers):
        yield f"{'':<{wide}} {'  |' * n}  {layer}"
    for weapon in weapons:
        yield f"{weapon:<{wide}} " + "".join(shade_of(found[weapon, layer]) for layer in layers)
    yield f"{'':<{wide}}  {SHADES!r}: from never to always stopped; B {BOUNCES}, I {IGNORED}"


def shade_of(cell: Cell) -> str:
    """A square of the picture."""
    shade = SHADES[min(len(SHADES) - 1, int(cell.stopped * len(SHADES)))]
    return f" {MARKS.get(cell.flag, ' ')}{shade}"


def picture_svg(cells: Sequence[Cell]) -> str:
    """The same as a drawing: the stop chance in each square, flags as a frame."""
    layers = list(dict.fromkeys(cell.layer for cell in cells))
    weapons = list(dict.fromkeys(cell.weapon for cell in cells))
    wide, high = LEFT + SQUARE * len(layers) + 10, TOP + SQUARE * len(weapons) + 40
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high}" font-family="sans-serif">']
    parts.append(f'<rect width="{wide}" height="{high}" fill="white"/>')
    for n, layer in enumerate(layers):
        x = LEFT + SQUARE * n + SQUARE * 2 // 3
        parts.append(f'<text font-size="11" transform="translate({x} {TOP - 6}) rotate(-60)">{escape(layer)}</text>')
    for n, weapon in enumerate(weapons):
        y = TOP + SQUARE * n + SQUARE * 2 // 3
        parts.append(f'<text font-size="11" x="{LEFT - 6}" y="{y}" text-anchor="end">{escape(weapon)}</text>')
    parts += [_square(cell, layers.index(cell.layer), weapons.index(cell.weapon)) for cell in cells]
    legend = f"percent stopped; red frame: {BOUNCES}, green frame: {IGNORED}"
    parts.append(f'<text font-size="11" x="{LEFT}" y="{high - 14}">{legend}</text></svg>')
    return "\n".join(parts)


def _square(cell: Cell, column: int, row: int) -> str:
    percent = round(float(cell.stopped) * D100)
    light = D100 - percent * 6 // 10
    frame = {BOUNCES: "#c00", IGNORED: "#080"}.get(cell.flag, "#ccc")
    x, y, size = LEFT + SQUARE * column, TOP + SQUARE * row, SQUARE - 3
    ink = "white" if percent > D100 * 6 // 10 else "black"
    box = f'<rect x="{x}" y="{y}" width="{size}" height="{size}" fill="hsl(215 70% {light}%)"'
    middle = f'x="{x + size // 2}" y="{y + size // 2 + 4}" font-size="10" text-anchor="middle"'
    return f'{box} stroke="{frame}" stroke-width="2"/><text {middle} fill="{ink}">{percent}</text>'
