"""A free table drawn in characters: walls and cover, zones, what lies about, and who stands where."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from ...core.protocol.scene import Area, Barrier, Ground, Mark, Scene, Spot, Token
from ...core.protocol.scene_query import PART_NAMES, area_name, outline, parts_at, rounded_point
from ...core.space.units import decimal_text, steps
from ..console import Line, Span, printable
from .glyphs import (
    BLOCK_MARK,
    CHANGED_MARK,
    DOWN_MARK,
    REACH_MARK,
    SELECTED_MARK,
    SIGHT_MARK,
    TARGET_MARK,
    Overlay,
    token_letters,
    token_style,
)
from .ground import (
    LOW_COVER,
    OPEN_TERRAIN,
    SITE,
    SMOKE,
    SOLID,
    TRAIL,
    Glyph,
    fit_scale,
    ground_glyphs,
    viewport_on,
)
from .labels import Label, place_labels
from .rasterize import DASHED, DOUBLE, HEAVY, CharCell, Viewport, area_cells, disc_cells, line_cells, stroke_cells

MAX_ROWS = 28  # rows of a map in lines
MIN_SCALE = 0.35  # columns to a step, below which only a part of the table is drawn
ZOOM = 2  # times the scale, where a part is asked for
TICKS = (1, 2, 5, 10, 20, 50, 100, 200)
ROLE_STYLES = {
    "wall": "bold",
    "window": "cyan",
    "low": "yellow",
    "zone": "dim red",
    "site": "green",
    "name": "dim",
    "frame": "dim",
    "ruler": "dim",
    "smoke": "dim",
    "woods": "green",
    "rough": "dim yellow",
    "water": "blue",
    "opening": "cyan",
    "reach": "bold green",
    "ray": "yellow",
    "blocked": "bold red",
    "by": "bold red",
    "threat": "bold green",
    "trail": "dim",
    "gone": "dim",
    "way": "bold green",
    "mark": "bold yellow",
}


class Map:
    """A Scene with a ground, ready to be drawn, and what lies over it. `around` is what a part of it is drawn round."""

    def __init__(self, scene: Scene, overlay: Overlay | None = None, centre: Spot | None = None) -> None:
        assert scene.ground is not None
        self.scene, self.ground, self.overlay = scene, scene.ground, overlay or Overlay()
        self.centre = centre
        self.labels: list[tuple[Token | Mark, Label]] = []
        self.viewport: Viewport | None = None

    # The drawing

    def glyphs(self, viewport: Viewport) -> dict[CharCell, Glyph]:
        """Every character cell that is not empty."""
        self.viewport = viewport
        found = dict(ground_glyphs(self.ground, viewport))
        self._draw_overlay(found, viewport)
        self._draw_things(found, viewport)
        for area in self.ground.areas:
            self._draw_name(found, viewport, area)
        return found

    def _draw_overlay(self, glyphs: dict[CharCell, Glyph], viewport: Viewport) -> None:
        """Reach, trails, lines of sight and threats."""
        over = self.overlay

        def put(at: CharCell, letter: str, role: str, ground: str = "", onto: Sequence[str] | None = None) -> None:
            before = glyphs.get(at, Glyph())
            if viewport.contains(at) and (onto is None or before.role in onto):
                glyphs[at] = Glyph(letter, role, ground or before.ground)

        open_ground = ("", "zone", "site", "smoke", "woods", "rough", "trail", "gone")
        for trail in (*self.ground.trails, *over.trails):
            for start, end in zip(trail.points, trail.points[1:], strict=False):
                for at in line_cells(viewport.cell_of(start), viewport.cell_of(end)):
                    put(at, TRAIL, "way" if trail.planned else "trail", onto=open_ground)
        for spot in over.changes:
            put(viewport.cell_of(spot), CHANGED_MARK, "gone", onto=open_ground)
        for circle in over.circles:
            for at in disc_cells(circle.at, circle.radius, viewport):
                put(at, REACH_MARK, "reach", "reach", onto=open_ground)
        for spot in over.reach:
            put(viewport.cell_of(spot), REACH_MARK, "reach", "reach")
        for spot, chance in (over.threats or {}).items():
            put(viewport.cell_of(spot), str(min(9, int(chance * 10))), "threat", "threat", onto=open_ground)
        for barrier in (one for one in over.obstacles if isinstance(one, Barrier)):
            for at in stroke_cells([((barrier.x1, barrier.y1), (barrier.x2, barrier.y2))], viewport):
                put(at, glyphs.get(at, Glyph(BLOCK_MARK)).letter, "by")
        for ray in over.rays:
            for at in line_cells(viewport.cell_of(ray.start), viewport.cell_of(ray.blocked or ray.end)):
                put(at, SIGHT_MARK, "ray", "ray")
        for ray in over.rays:
            if ray.blocked:
                put(viewport.cell_of(ray.blocked), BLOCK_MARK, "blocked", "blocked")
        for spot, count in over.stops.items():
            column, row = viewport.cell_of(spot)
            for k, letter in enumerate(printable(count)):
                put((column + k, row), letter, "way", onto=(*open_ground, "reach", "way", "ray"))

    def _draw_things(self, glyphs: dict[CharCell, Glyph], viewport: Viewport) -> None:
        """Units, then what lies about: beside them where it lies under them."""
        size, over = (viewport.columns, viewport.rows), self.overlay
        solid = {
            at for at, sign in glyphs.items() if sign.role in ("wall", "window", "low", "block", "opening", "blocked")
        }
        units = [token for token in self.scene.tokens if viewport.contains(viewport.cell_of(token.at))]
        texts = []
        for token in units:
            mark = SELECTED_MARK if token.at == over.selection else TARGET_MARK if token.at in over.targets else ""
            mark += DOWN_MARK * token.is_down
            texts.append((mark + printable(token_letters(token)), viewport.cell_of(token.at)))
        marks = [mark for mark in self.ground.marks if viewport.contains(viewport.cell_of((mark.x, mark.y)))]
        labels = place_labels(texts, size, (), solid)
        taken = {at for label in labels for at in label.cells}
        wanted = [(printable(mark.letters), viewport.cell_of((mark.x, mark.y))) for mark in marks]
        labels += place_labels(wanted, size, taken, solid)
        self.labels = list(zip((*units, *marks), labels, strict=True))
        for of, label in self.labels:
            for at, letter in zip(label.cells, label.text, strict=True):
                role = "unit" if isinstance(of, Token) else "mark"
                glyphs[at] = Glyph(letter, role, glyphs.get(at, Glyph()).ground, of)

    def _draw_name(self, glyphs: dict[CharCell, Glyph], viewport: Viewport, area: Area) -> None:
        """The name of an area, or at least its letters, where there is room in it."""
        if area.kind in ("low", "block", "smoke"):
            return
        inside = area_cells(area.points, viewport) - set(stroke_cells(outline(area.points), viewport))
        free = {at for at in inside if glyphs.get(at, Glyph()).role in ("", "smoke")}
        name = printable(area.name.replace("_", " "))
        for text in (area.letters,) if area.letters else (name,):
            middle = (
                sum(at[0] for at in inside) / max(1, len(inside)),
                sum(at[1] for at in inside) / max(1, len(inside)),
            )
            fits = [at for at in free if all((at[0] + k, at[1]) in free for k in range(-1, len(text) + 1))]
            if fits and area.letters:
                at = min(fits, key=lambda at: (abs(at[0] - middle[0]) + 2 * abs(at[1] - middle[1]), at))
            elif fits:
                at = min(fits, key=lambda at: (at[1], at[0]))
            else:
                continue
            for k, letter in enumerate(text):
                place = (at[0] + k, at[1])
                role = "site" if area.letters else "name"
                glyphs[place] = Glyph(letter, role, glyphs.get(place, Glyph()).ground)
            return

    # As lines

    def fit_viewport(self, columns: int, rows: int) -> Viewport:
        """All of the table where it can be read in so much room, else a part of it; near what it is drawn round."""
        scale = max(least_scale(self.ground), fit_scale(self.ground, columns, rows) * (ZOOM if self.centre else 1))
        middle = (self.ground.width / 2, self.ground.height / 2)
        return viewport_on(self.ground, scale, columns, rows, self.centre or self.overlay.selection or middle)

    def draw(self, width: int) -> list[Line]:
        """The map in lines, with its rulers."""
        edge = self.ruler_width
        window = self.fit_viewport(width - edge, MAX_ROWS)
        return [_spans(row) for row in self.rows(window)]

    def height(self, width: int) -> int:
        """How many lines that takes; 0 where only a part of the table is drawn."""
        window = self.fit_viewport(width - self.ruler_width, MAX_ROWS)
        return window.rows + 1 if window.cell_of((self.ground.width, 0))[0] == window.columns - 1 else 0

    @property
    def ruler_width(self) -> int:
        """The columns that the ruler at the left takes."""
        return len(str(math.ceil(self.ground.height))) + 1

    def rows(self, viewport: Viewport, cursor: Spot | None = None) -> Iterator[list[Glyph]]:
        """Every row of the map with its part of the ruler, and the ruler below; the cursor's place stands on both."""
        glyphs, edge = self.glyphs(viewport), self.ruler_width
        marked = _ticks(viewport, False, 2)
        at = viewport.cell_of(cursor) if cursor else None
        for row in range(viewport.rows):
            lit = at is not None and cursor is not None and row == at[1]
            text = marked.get(row, "")
            if lit and cursor:
                exact = decimal_text(steps(round(cursor[1], 1)))
                text = exact if len(exact) < edge else str(round(cursor[1]))
            line = [Glyph(letter, "lit" if lit else "ruler") for letter in f"{text:>{edge - 1}} "]
            yield line + [glyphs.get((column, row), Glyph()) for column in range(viewport.columns)]
        yield self._ruler(viewport, cursor)

    def _ruler(self, viewport: Viewport, cursor: Spot | None) -> list[Glyph]:
        """The ruler below."""
        edge = self.ruler_width
        line = [Glyph(" ", "ruler")] * (edge + viewport.columns)
        labels = [(column, text, "ruler") for column, text in _ticks(viewport, True, 5).items()]
        if cursor is not None:
            labels.insert(0, (viewport.cell_of(cursor)[0], decimal_text(steps(round(cursor[0], 1))), "lit"))
        for column, text, role in labels:
            start = max(0, min(edge + column - (len(text) - 1) // 2, len(line) - len(text)))
            if all(sign.letter == " " for sign in line[max(0, start - 1) : start + len(text) + 1]):
                line[start : start + len(text)] = [Glyph(letter, role) for letter in text]
        return line

    # In words

    def hidden_notes(self) -> list[str]:
        """Letters that do not stand where they should, for want of room, and what is beyond what is drawn."""
        moved = [(of, label) for of, label in self.labels if label.is_moved]
        shifted = [f"{label.text} is at {self.place_text(of)}" for of, label in moved if label.start]
        unseen = [f"{label.text} at {self.place_text(of)} has no room" for of, label in moved if not label.start]
        drawn = [of for of, _ in self.labels]
        everything: tuple[Token | Mark, ...] = (*self.scene.tokens, *self.ground.marks)
        beyond = [
            f"{token_letters(of) if isinstance(of, Token) else of.letters} at {self.place_text(of)} is beyond"
            for of in everything
            if not any(of is one for one in drawn)
        ]
        return shifted + unseen + beyond

    def place_text(self, subject: Token | Mark) -> str:
        """Where something is, to be read."""
        return rounded_point((subject.x, subject.y))

    def ground_notes(self, token: Token) -> list[str]:
        """The parts of the table that a unit is in."""
        return [f"in {name}" for name in parts_at(self.ground, token.at)]

    def legend(self) -> list[str]:
        """What the signs of this map mean: those that stand on it, and no others."""
        kinds = {barrier.kind for barrier in self.ground.barriers}
        kinds |= {area.kind for area in self.ground.areas}
        sample = {
            "wall": HEAVY[10] + HEAVY[5],
            "window": DOUBLE[10] + DOUBLE[5],
            "low": LOW_COVER,
            "zone": DASHED[10] + DASHED[5],
            **OPEN_TERRAIN,
            **SOLID,
        }
        found = [f"{sample[kind]} {meaning}" for kind, meaning in PART_NAMES.items() if kind in kinds]
        for area in self.ground.areas:
            if area.kind == "smoke":
                found.append(f"{SMOKE} {', '.join([area_name(area), *area.notes])}")
            elif area.kind not in PART_NAMES:
                found.append(f"{area.letters or SITE} {area_name(area)}")
        units = (*self.scene.tokens, *self.scene.waiting)
        found += dict.fromkeys(f"{token_letters(token).rstrip('0123456789')} {token.title}" for token in units)
        found += [f"{DOWN_MARK} lies there"] * any(token.is_down for token in units)
        things: dict[str, list[str]] = {}
        for mark in self.ground.marks:
            things.setdefault(f"{mark.letters} {mark.title}", []).append(self.place_text(mark))
        found += [f"{thing} {' '.join(places)}" for thing, places in things.items()]
        return found + [self.ground.measure] * bool(self.ground.measure)


def least_scale(ground: Ground) -> float:
    """Columns to a unit, below which only a part of a table is drawn."""
    return MIN_SCALE / ground.step


def _ticks(viewport: Viewport, across: bool, least: int) -> dict[int, str]:
    """Columns or rows at which the ruler has a number, as many as keep so far apart."""
    scale = viewport.scale if across else viewport.scale / 2
    step = next((tick for tick in TICKS if tick * scale >= least), TICKS[-1])
    count, first = (viewport.columns, viewport.x) if across else (viewport.rows, viewport.y)
    found = {}
    for k in range(math.ceil(first / step), math.floor(first / step + count / scale / step) + 1):
        place = viewport.cell_of((k * step, k * step))[0 if across else 1]
        if 0 <= place < count:
            found[place] = str(k * step)
    return found


def _spans(row: Sequence[Glyph]) -> Line:
    """A row as pieces of a line."""
    pieces: list[Span] = []
    for sign in row:
        style = token_style(sign.subject) if isinstance(sign.subject, Token) else ROLE_STYLES.get(sign.role, "")
        if pieces and pieces[-1][1] == style:
            pieces[-1] = (pieces[-1][0] + sign.letter, style)
        else:
            pieces.append((sign.letter, style))
    return pieces
