"""A free table drawn in characters: walls and cover, zones, what lies about, and who stands where."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from ..core.scene import Area, Barrier, Mark, Scene, Spot, Token
from ..core.spots import MEANS, called, near, outline, parts
from ..core.steps import steps, written
from .ground import BLOCK, LOW, SITE, SMOKE, TRAIL, Sign, base, whole, window_on
from .labels import Label, placed
from .paper import Line, Piece, printable
from .signs import AIMED, GONE, HELD, LINE, REACH, WALL, Over, shown, style_of
from .strokes import DASHED, DOUBLE, HEAVY, Place, Window, disc, dotted, filled, joined

TALLEST = 28  # rows of a map on paper
COARSEST = 0.7  # columns to a unit, below which only a part of the table is drawn
NEARER = 2  # times the scale, where a part is asked for
TICKS = (1, 2, 5, 10, 20, 50, 100, 200)
STYLES = {
    "wall": "bold",
    "window": "cyan",
    "low": "yellow",
    "zone": "dim red",
    "site": "green",
    "name": "dim",
    "frame": "dim",
    "ruler": "dim",
    "smoke": "dim",
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

    def __init__(self, scene: Scene, over: Over | None = None, around: Spot | None = None) -> None:
        assert scene.ground is not None
        self.scene, self.ground, self.over = scene, scene.ground, over or Over()
        self.around = around
        self.labels: list[tuple[Token | Mark, Label]] = []
        self.window: Window | None = None

    # The drawing

    def laid(self, window: Window) -> dict[Place, Sign]:
        """Every square of the paper that is not empty."""
        self.window = window
        found = dict(base(self.ground, window))
        self._lay_over(found, window)
        self._lay_things(found, window)
        for area in self.ground.areas:
            self._name(found, window, area)
        return found

    def _lay_over(self, found: dict[Place, Sign], window: Window) -> None:
        """Reach, trails, lines of sight and threats."""
        over = self.over

        def put(at: Place, letter: str, role: str, ground: str = "", onto: Sequence[str] | None = None) -> None:
            before = found.get(at, Sign())
            if window.holds(at) and (onto is None or before.role in onto):
                found[at] = Sign(letter, role, ground or before.ground)

        open_ground = ("", "zone", "site", "smoke", "trail", "gone")
        for trail in (*self.ground.trails, *over.ways):
            for start, end in zip(trail.points, trail.points[1:], strict=False):
                for at in dotted(window.place(start), window.place(end)):
                    put(at, TRAIL, "way" if trail.planned else "trail", onto=open_ground)
        for spot in over.fresh:
            put(window.place(spot), GONE, "gone", onto=open_ground)
        for circle in over.circles:
            for at in disc(circle.at, circle.radius, window):
                put(at, REACH, "reach", "reach", onto=open_ground)
        for spot in over.reach:
            put(window.place(spot), REACH, "reach", "reach")
        for spot, chance in (over.threats or {}).items():
            put(window.place(spot), str(min(9, int(chance * 10))), "threat", "threat", onto=open_ground)
        for barrier in (one for one in over.by if isinstance(one, Barrier)):
            for at in joined([((barrier.x1, barrier.y1), (barrier.x2, barrier.y2))], window):
                put(at, found.get(at, Sign(WALL)).letter, "by")
        for ray in over.rays:
            for at in dotted(window.place(ray.start), window.place(ray.blocked or ray.end)):
                put(at, LINE, "ray", "ray")
        for ray in over.rays:
            if ray.blocked:
                put(window.place(ray.blocked), WALL, "blocked", "blocked")
        for spot, count in over.stops.items():
            column, row = window.place(spot)
            for k, letter in enumerate(printable(count)):
                put((column + k, row), letter, "way", onto=(*open_ground, "reach", "way", "ray"))

    def _lay_things(self, found: dict[Place, Sign], window: Window) -> None:
        """Units, then what lies about: beside them where it lies under them."""
        size, over = (window.columns, window.rows), self.over
        solid = {at for at, sign in found.items() if sign.role in ("wall", "window", "low", "block", "blocked")}
        units = [token for token in self.scene.tokens if window.holds(window.place(token.at))]
        texts = []
        for token in units:
            mark = HELD if token.at == over.taken else AIMED if token.at in over.targets else ""
            texts.append((mark + printable(shown(token)), window.place(token.at)))
        marks = [mark for mark in self.ground.marks if window.holds(window.place((mark.x, mark.y)))]
        labels = placed(texts, size, (), solid)
        taken = {at for label in labels for at in label.cells}
        wanted = [(printable(mark.letters), window.place((mark.x, mark.y))) for mark in marks]
        labels += placed(wanted, size, taken, solid)
        self.labels = list(zip((*units, *marks), labels, strict=True))
        for of, label in self.labels:
            for at, letter in zip(label.cells, label.text, strict=True):
                role = "unit" if isinstance(of, Token) else "mark"
                found[at] = Sign(letter, role, found.get(at, Sign()).ground, of)

    def _name(self, found: dict[Place, Sign], window: Window, area: Area) -> None:
        """The name of an area, or at least its letters, where there is room in it."""
        if area.kind in ("low", "block", "smoke"):
            return
        inside = filled(area.points, window) - set(joined(outline(area.points), window))
        free = {at for at in inside if found.get(at, Sign()).role in ("", "smoke")}
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
                found[place] = Sign(letter, role, found.get(place, Sign()).ground)
            return

    # On paper

    def fit(self, columns: int, rows: int) -> Window:
        """All of the table where it can be read in so much room, else a part of it; near what it is drawn round."""
        scale = max(COARSEST, whole(self.ground, columns, rows) * (NEARER if self.around else 1))
        middle = (self.ground.width / 2, self.ground.height / 2)
        return window_on(self.ground, scale, columns, rows, self.around or self.over.taken or middle)

    def draw(self, room: int) -> list[Line]:
        """The map in lines, with its rulers."""
        edge = self.edge
        window = self.fit(room - edge, TALLEST)
        return [_pieces(row) for row in self.rows(window)]

    def height(self, room: int) -> int:
        """How many lines that takes; 0 where only a part of the table is drawn."""
        window = self.fit(room - self.edge, TALLEST)
        return window.rows + 1 if window.place((self.ground.width, 0))[0] == window.columns - 1 else 0

    @property
    def edge(self) -> int:
        """The columns that the ruler at the left takes."""
        return len(str(math.ceil(self.ground.height))) + 1

    def rows(self, window: Window, cursor: Spot | None = None) -> Iterator[list[Sign]]:
        """Every row of the map with its part of the ruler, and the ruler below; the cursor's place stands on both."""
        laid, edge = self.laid(window), self.edge
        marked = _ticks(window, False, 2)
        at = window.place(cursor) if cursor else None
        for row in range(window.rows):
            lit = at is not None and cursor is not None and row == at[1]
            text = marked.get(row, "")
            if lit and cursor:
                exact = written(steps(round(cursor[1], 1)))
                text = exact if len(exact) < edge else str(round(cursor[1]))
            line = [Sign(letter, "lit" if lit else "ruler") for letter in f"{text:>{edge - 1}} "]
            yield line + [laid.get((column, row), Sign()) for column in range(window.columns)]
        yield self._ruler(window, cursor)

    def _ruler(self, window: Window, cursor: Spot | None) -> list[Sign]:
        """The ruler below."""
        edge = self.edge
        line = [Sign(" ", "ruler")] * (edge + window.columns)
        said = [(column, text, "ruler") for column, text in _ticks(window, True, 5).items()]
        if cursor is not None:
            said.insert(0, (window.place(cursor)[0], written(steps(round(cursor[0], 1))), "lit"))
        for column, text, role in said:
            start = max(0, min(edge + column - (len(text) - 1) // 2, len(line) - len(text)))
            if all(sign.letter == " " for sign in line[max(0, start - 1) : start + len(text) + 1]):
                line[start : start + len(text)] = [Sign(letter, role) for letter in text]
        return line

    # In words

    def hidden(self) -> list[str]:
        """Letters that do not stand where they should, for want of room, and what is beyond what is drawn."""
        moved = [(of, label) for of, label in self.labels if label.moved]
        shifted = [f"{label.text} is at {self.told(of)}" for of, label in moved if label.start]
        unseen = [f"{label.text} at {self.told(of)} has no room" for of, label in moved if not label.start]
        drawn = [of for of, _ in self.labels]
        everything: tuple[Token | Mark, ...] = (*self.scene.tokens, *self.ground.marks)
        beyond = [
            f"{shown(of) if isinstance(of, Token) else of.letters} at {self.told(of)} is beyond"
            for of in everything
            if not any(of is one for one in drawn)
        ]
        return shifted + unseen + beyond

    def told(self, of: Token | Mark) -> str:
        """Where something is, to be read."""
        return near((of.x, of.y))

    def beneath(self, token: Token) -> list[str]:
        """The parts of the table that a unit is in."""
        return [f"in {name}" for name in parts(self.ground, token.at)]

    def legend(self) -> list[str]:
        """What the signs of this map mean: those that stand on it, and no others."""
        kinds = {barrier.kind for barrier in self.ground.barriers}
        kinds |= {area.kind for area in self.ground.areas}
        sample = {
            "wall": HEAVY[10] + HEAVY[5],
            "window": DOUBLE[10] + DOUBLE[5],
            "low": LOW,
            "block": BLOCK,
            "zone": DASHED[10] + DASHED[5],
        }
        found = [f"{sample[kind]} {meaning}" for kind, meaning in MEANS.items() if kind in kinds]
        for area in self.ground.areas:
            if area.kind == "smoke":
                found.append(f"{SMOKE} {', '.join([called(area), *area.notes])}")
            elif area.kind not in MEANS:
                found.append(f"{area.letters or SITE} {called(area)}")
        units = (*self.scene.tokens, *self.scene.waiting)
        found += dict.fromkeys(f"{shown(token).rstrip('0123456789')} {token.title}" for token in units)
        things: dict[str, list[str]] = {}
        for mark in self.ground.marks:
            things.setdefault(f"{mark.letters} {mark.title}", []).append(self.told(mark))
        found += [f"{thing} {' '.join(places)}" for thing, places in things.items()]
        return found + [self.ground.measure] * bool(self.ground.measure)


def _ticks(window: Window, across: bool, least: int) -> dict[int, str]:
    """Columns or rows at which the ruler has a number, as many as keep so far apart."""
    scale = window.scale if across else window.scale / 2
    step = next((tick for tick in TICKS if tick * scale >= least), TICKS[-1])
    count, first = (window.columns, window.x) if across else (window.rows, window.y)
    found = {}
    for k in range(math.ceil(first / step), math.floor(first / step + count / scale / step) + 1):
        place = window.place((k * step, k * step))[0 if across else 1]
        if 0 <= place < count:
            found[place] = str(k * step)
    return found


def _pieces(row: Sequence[Sign]) -> Line:
    """A row as pieces of paper."""
    pieces: list[Piece] = []
    for sign in row:
        style = style_of(sign.of.colour) if isinstance(sign.of, Token) else STYLES.get(sign.role, "")
        if pieces and pieces[-1][1] == style:
            pieces[-1] = (pieces[-1][0] + sign.letter, style)
        else:
            pieces.append((sign.letter, style))
    return pieces
