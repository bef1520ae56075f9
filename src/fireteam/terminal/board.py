"""The Scene drawn in letters: who stands where, readable without colour."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping

from ..core.scene import Cell, Decision, Scene, Spot, Thing, Token
from ..core.spots import near
from .map import Map
from .paper import Line, Piece, length, packed, wrapped
from .signs import REACH, Over, shown, style_of

GROUNDS = ("green", "yellow", "cyan", "magenta", "bright_blue")
MARKS = "'\"`"
BESIDE = 28  # columns of text that are worth standing beside a board
GAP = 2
LETTERS = 3  # columns of a square, at the least: so that the board keeps its width when units come
BANDS = 3

Places = Collection[Spot] | Mapping[Spot, str]


class Board:
    """A Scene ready to be drawn, some places with a mark: those within reach, or others each with its own."""

    def __init__(self, scene: Scene, reach: Places = ()) -> None:
        self.scene = scene
        self.reach = reach if isinstance(reach, Mapping) else dict.fromkeys(reach, REACH)
        self.tokens = {token.at: token for token in scene.tokens}
        self.cells = {(cell.x, cell.y): cell for cell in scene.cells}
        self.token_width = max([LETTERS, *(len(token.letters) for token in scene.tokens)])
        self.plain = Counter(cell.letter for cell in scene.cells).most_common(1)[0][0] if scene.cells else "."
        grounds = dict.fromkeys(cell.letter for cell in scene.cells if cell.letter != self.plain and not cell.solid)
        self.styles = {letter: GROUNDS[k % len(GROUNDS)] for k, letter in enumerate(grounds)}
        self.marks = self._zones_to_mark()

    def _zones_to_mark(self) -> dict[str, str]:
        """Zones that letters of their own do not show, each with a mark."""
        marked: dict[str, str] = {}
        for cell in self.scene.cells:
            for zone in cell.zones:
                if zone not in marked and not self._speaks(cell.letter, zone):
                    marked[zone] = MARKS[len(marked) % len(MARKS)]
        return marked

    def _speaks(self, letter: str, zone: str) -> bool:
        """Whether a letter stands for nothing but a zone."""
        return all(zone in cell.zones for cell in self.scene.cells if cell.letter == letter)

    def draw(self, room: int) -> list[Line]:
        """The board in lines: in one piece if it fits into so many columns, in bands of columns if not."""
        edge = len(str(self.scene.height)) + 1
        least, best = max(2, self.token_width), self.token_width + 2
        for bands in range(1, BANDS + 1):
            columns = -(-self.scene.width // bands)
            size = min(best, (room - edge) // columns)
            if size >= least or bands == BANDS:
                break
        lines: list[Line] = []
        for first in range(0, self.scene.width, columns):
            lines += [[""]] if first else []
            lines += self._band(range(first, min(first + columns, self.scene.width)), max(size, least), edge)
        return lines

    def height(self, room: int) -> int:
        """How many lines that takes."""
        return len(self.draw(room))

    def _band(self, columns: range, size: int, edge: int) -> Iterator[Line]:
        lead = " " * (size == self.token_width)  # where units fill their squares, all else stands off from them
        for y in reversed(range(self.scene.height)):
            line: list[Piece] = [(f"{y + 1:>{edge - 1}} ", "dim")]
            for x in columns:
                line += self._square(x, y, size, lead)
            yield line
        names = "".join(f"{lead + self.scene.columns[x]:<{size}}" for x in columns)
        yield [(" " * edge + names, "dim")]

    def _square(self, x: int, y: int, size: int, lead: str) -> list[Piece]:
        """A square, `size` columns wide: the unit on it, or the ground with the mark of a zone or of what is asked."""
        cell, spare = self.cells[x, y], size - len(lead)
        mark = next((self.marks[zone] for zone in cell.zones if zone in self.marks), "")
        if token := self.tokens.get((x, y)):
            return [(f"{shown(token):<{size}}", style_of(token.colour))]
        if (x, y) in self.reach:
            ground = (cell.letter if cell.letter != self.plain else "") + mark
            rest = f"{ground[: spare - 1]:<{spare - 1}}"
            return [lead, (self.reach[x, y], "bold green"), (rest, self._style(cell))]
        return [lead, (f"{cell.letter + mark:<{spare}}", self._style(cell))]

    def _style(self, cell: Cell) -> str:
        return "bold" if cell.solid else self.styles.get(cell.letter, "dim")

    def means(self, cell: Cell) -> str:
        """What the letter of a square means."""
        return ", ".join(zone.replace("_", " ") for zone in cell.zones if zone not in self.marks) or cell.ground

    def hidden(self) -> list[str]:
        """The ground that units hide by standing on it."""
        found: dict[str, list[str]] = {}
        for token in self.scene.tokens:
            for ground in self.beneath(token):
                found.setdefault(ground, []).append(shown(token))
        return [f"{ground}: {' '.join(units)}" for ground, units in found.items()]

    def beneath(self, token: Token) -> list[str]:
        """What a unit stands on, where it is not the plain ground of this board."""
        cell = self.cells[token.square]
        grounds = [self.means(cell)] if cell.letter != self.plain else []
        return [
            f"on {name}" for name in grounds + [zone.replace("_", " ") for zone in cell.zones if zone in self.marks]
        ]

    def legend(self) -> list[str]:
        """What each letter of this board means."""
        found: dict[str, str] = {}
        for cell in self.scene.cells:
            if cell.letter != self.plain:
                found.setdefault(cell.letter, self.means(cell))
        found |= {f"{self.plain}{mark}": zone.replace("_", " ") for zone, mark in self.marks.items()}
        units = (*self.scene.tokens, *self.scene.waiting)
        codes = {token.letters.rstrip("0123456789"): token.title for token in units}
        return [f"{letter} {meaning}" for letter, meaning in (found | codes).items()]


def table(
    scene: Scene,
    width: int,
    reach: Places = (),
    legend: bool = True,
    over: Over | None = None,
    around: Spot | None = None,
) -> list[Line]:
    """The table with its standing: beside it where there is room, else below, the legend then only if asked for.

    What lies `over` a free table is shown on it; the part round a point is drawn where `around` says which.
    """
    board = drawing(scene, over or Over(reach=frozenset(reach)), around) if scene.ground else Board(scene, reach)
    narrow = width - BESIDE - GAP
    drawn = board.draw(narrow if 0 < board.height(narrow) == board.height(width) else width)
    wide = max(map(length, drawn))
    beside = width - wide - GAP
    if beside >= BESIDE:
        text = [""] + [part for row in [*standing(scene), *board.hidden()] for part in wrapped(row, beside, "", "  ")]
        legend_lines = packed(board.legend(), beside, "", "  ")
        text += ["", *(part for line in legend_lines for part in wrapped(line, beside, "", "  "))]
        return _joined(drawn, text, wide)
    below = packed(board.legend(), width, "", "  ") if legend else []
    below += [part for row in standing(scene) for part in wrapped(row, width, "", "  ")]
    below += packed(board.hidden(), width)
    return [*drawn, *([line] for line in below)]


def drawing(scene: Scene, over: Over | None = None, around: Spot | None = None) -> Board | Map:
    """A Scene ready to be drawn: squares, or a free table."""
    return Map(scene, over, around) if scene.ground else Board(scene)


def standing(scene: Scene) -> list[str]:
    """How it stands, a row to a line."""
    return [f"{row.label}: {row.text}" for row in scene.standing]


def _joined(left: list[Line], right: list[str], wide: int) -> list[Line]:
    """Text beside a drawing."""
    lines: list[Line] = []
    for k in range(max(len(left), len(right))):
        line = list(left[k]) if k < len(left) else []
        if k < len(right) and right[k]:
            line += [" " * (wide + GAP - length(line)), right[k]]
        lines.append(line)
    return lines


def roster(scene: Scene, slot: int | None = None) -> list[Line]:
    """Every unit on the table: letters, name, place, and what is to be known of it."""
    lines: list[Line] = []
    board = drawing(scene)
    for token in sorted(scene.tokens, key=lambda token: (token.slot, token.unit)):
        if slot is None or token.slot == slot:
            notes = ", ".join([*board.beneath(token), *token.notes])
            place = near(token.at) if scene.ground else scene.place(*token.at)
            plain = token.called.lower() == token.letters.lower()
            title = token.title if plain else f"{token.called} {token.title}"
            text = f"{title:<20} {place:<4} {notes}"
            lines.append([(f"{shown(token):<5}", style_of(token.colour)), text])
    return lines


def presets(decision: Decision, width: int) -> list[str]:
    """The choices that are put together beforehand, as they are typed, with what they come to or why they cannot be."""
    lines = []
    for one in decision.presets:
        typed = f"{one.notation.partition(' ')[0]} {one.name}"
        against = f". Not now: {one.against}" if one.against else ""
        lines += wrapped(f"{typed:<12} {one.label} ({one.about}){against}", width, "  ", " " * 15)
    return lines


def catalogue(things: Collection[Thing], width: int, about: bool = False) -> list[str]:
    """What choices name that is on no board, a line to each, by groups; with `about`, also what is to be said of it."""
    shown = [thing for thing in things if thing.letters]
    wide = max((len(thing.name) for thing in shown), default=0)
    lines, group = list[str](), ""
    for thing in shown:
        if thing.group not in ("", group):
            lines.append(f"  {thing.group}:")
            group = thing.group
        lines += wrapped(f"{thing.name:<{wide}}  {', '.join(thing.notes)}", width, "  ", " " * (wide + 4))
        for text in thing.about if about else ():
            lines += wrapped(text, width, " " * (wide + 4))
    return lines
