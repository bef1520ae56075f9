"""The Scene drawn in letters: who stands where, readable without colour."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping

from ...core.protocol.scene import Cell, Decision, Scene, Spot, Thing, Token
from ...core.protocol.scene_query import rounded_point
from ..console import Line, Span, length, pack_words, wrap
from .glyphs import REACH_MARK, Overlay, token_letters, token_style
from .map import Map

GROUND_STYLES = ("green", "yellow", "cyan", "magenta", "bright_blue")
ZONE_MARKS = "'\"`"
MIN_SIDE = 28  # columns of text that are worth standing beside a board
GAP = 2
MIN_SQUARE = 3  # columns of a square, at the least: so that the board keeps its width when units come
MAX_BANDS = 3

PlaceMarks = Collection[Spot] | Mapping[Spot, str]


class Board:
    """A Scene ready to be drawn, some places with a mark: those within reach, or others each with its own."""

    def __init__(self, scene: Scene, reach: PlaceMarks = ()) -> None:
        self.scene = scene
        self.reach = reach if isinstance(reach, Mapping) else dict.fromkeys(reach, REACH_MARK)
        self.tokens = {token.at: token for token in scene.tokens}
        self.cells = {(cell.x, cell.y): cell for cell in scene.cells}
        self.token_width = max([MIN_SQUARE, *(len(token.letters) for token in scene.tokens)])
        self.plain_letter = Counter(cell.letter for cell in scene.cells).most_common(1)[0][0] if scene.cells else "."
        grounds = dict.fromkeys(
            cell.letter for cell in scene.cells if cell.letter != self.plain_letter and not cell.solid
        )
        self.styles = {letter: GROUND_STYLES[k % len(GROUND_STYLES)] for k, letter in enumerate(grounds)}
        self.marks = self._zone_marks()

    def _zone_marks(self) -> dict[str, str]:
        """Zones that letters of their own do not show, each with a mark."""
        marked: dict[str, str] = {}
        for cell in self.scene.cells:
            for zone in cell.zones:
                if zone not in marked and not self._is_zone_letter(cell.letter, zone):
                    marked[zone] = ZONE_MARKS[len(marked) % len(ZONE_MARKS)]
        return marked

    def _is_zone_letter(self, letter: str, zone: str) -> bool:
        """Whether a letter stands for nothing but a zone."""
        return all(zone in cell.zones for cell in self.scene.cells if cell.letter == letter)

    def draw(self, width: int) -> list[Line]:
        """The board in lines: in one piece if it fits into so many columns, in bands of columns if not."""
        edge = len(str(self.scene.height)) + 1
        least, best = max(2, self.token_width), self.token_width + 2
        for bands in range(1, MAX_BANDS + 1):
            columns = -(-self.scene.width // bands)
            size = min(best, (width - edge) // columns)
            if size >= least or bands == MAX_BANDS:
                break
        lines: list[Line] = []
        for first in range(0, self.scene.width, columns):
            lines += [[""]] if first else []
            lines += self._band(range(first, min(first + columns, self.scene.width)), max(size, least), edge)
        return lines

    def height(self, width: int) -> int:
        """How many lines that takes."""
        return len(self.draw(width))

    def _band(self, columns: range, size: int, edge: int) -> Iterator[Line]:
        lead = " " * (size == self.token_width)  # where units fill their squares, all else stands off from them
        for y in reversed(range(self.scene.height)):
            line: list[Span] = [(f"{y + 1:>{edge - 1}} ", "dim")]
            for x in columns:
                line += self._square(x, y, size, lead)
            yield line
        names = "".join(f"{lead + self.scene.columns[x]:<{size}}" for x in columns)
        yield [(" " * edge + names, "dim")]

    def _square(self, x: int, y: int, size: int, lead: str) -> list[Span]:
        """A square, `size` columns wide: the unit on it, or the ground with the mark of a zone or of what is asked."""
        cell, spare = self.cells[x, y], size - len(lead)
        mark = next((self.marks[zone] for zone in cell.zones if zone in self.marks), "")
        if token := self.tokens.get((x, y)):
            return [(f"{token_letters(token):<{size}}", token_style(token))]
        if (x, y) in self.reach:
            ground = (cell.letter if cell.letter != self.plain_letter else "") + mark
            rest = f"{ground[: spare - 1]:<{spare - 1}}"
            return [lead, (self.reach[x, y], "bold green"), (rest, self._style(cell))]
        return [lead, (f"{cell.letter + mark:<{spare}}", self._style(cell))]

    def _style(self, cell: Cell) -> str:
        return "bold" if cell.solid else self.styles.get(cell.letter, "dim")

    def meaning(self, cell: Cell) -> str:
        """What the letter of a square means."""
        return ", ".join(zone.replace("_", " ") for zone in cell.zones if zone not in self.marks) or cell.ground

    def hidden_notes(self) -> list[str]:
        """The ground that units hide by standing on it."""
        found: dict[str, list[str]] = {}
        for token in self.scene.tokens:
            for ground in self.ground_notes(token):
                found.setdefault(ground, []).append(token_letters(token))
        return [f"{ground}: {' '.join(units)}" for ground, units in found.items()]

    def ground_notes(self, token: Token) -> list[str]:
        """What a unit stands on, where it is not the plain ground of this board."""
        cell = self.cells[token.square]
        grounds = [self.meaning(cell)] if cell.letter != self.plain_letter else []
        return [
            f"on {name}" for name in grounds + [zone.replace("_", " ") for zone in cell.zones if zone in self.marks]
        ]

    def legend(self) -> list[str]:
        """What each letter of this board means."""
        found: dict[str, str] = {}
        for cell in self.scene.cells:
            if cell.letter != self.plain_letter:
                found.setdefault(cell.letter, self.meaning(cell))
        found |= {f"{self.plain_letter}{mark}": zone.replace("_", " ") for zone, mark in self.marks.items()}
        units = (*self.scene.tokens, *self.scene.waiting)
        codes = {token.letters.rstrip("0123456789"): token.title for token in units}
        return [f"{letter} {meaning}" for letter, meaning in (found | codes).items()]


def table_lines(
    scene: Scene,
    width: int,
    reach: PlaceMarks = (),
    legend: bool = True,
    overlay: Overlay | None = None,
    centre: Spot | None = None,
) -> list[Line]:
    """The table with its standing: beside it where there is room, else below, the legend then only if asked for.

    What lies `over` a free table is shown on it; the part round a point is drawn where `around` says which.
    """
    board = (
        scene_drawing(scene, overlay or Overlay(reach=frozenset(reach)), centre)
        if scene.ground
        else Board(scene, reach)
    )
    narrow = width - MIN_SIDE - GAP
    drawn = board.draw(narrow if 0 < board.height(narrow) == board.height(width) else width)
    wide = max(map(length, drawn))
    beside = width - wide - GAP
    if beside >= MIN_SIDE:
        text = [""] + [
            part for row in [*standing_lines(scene), *board.hidden_notes()] for part in wrap(row, beside, "", "  ")
        ]
        legend_lines = pack_words(board.legend(), beside, "", "  ")
        text += ["", *(part for line in legend_lines for part in wrap(line, beside, "", "  "))]
        return _side_by_side(drawn, text, wide)
    below = pack_words(board.legend(), width, "", "  ") if legend else []
    below += [part for row in standing_lines(scene) for part in wrap(row, width, "", "  ")]
    below += pack_words(board.hidden_notes(), width)
    return [*drawn, *([line] for line in below)]


def scene_drawing(scene: Scene, overlay: Overlay | None = None, centre: Spot | None = None) -> Board | Map:
    """A Scene ready to be drawn: squares, or a free table."""
    return Map(scene, overlay, centre) if scene.ground else Board(scene)


def standing_lines(scene: Scene) -> list[str]:
    """How it stands, a row to a line."""
    return [f"{row.label}: {row.text}" for row in scene.standing]


def _side_by_side(left: list[Line], right: list[str], width: int) -> list[Line]:
    """Text beside a drawing."""
    lines: list[Line] = []
    for k in range(max(len(left), len(right))):
        line = list(left[k]) if k < len(left) else []
        if k < len(right) and right[k]:
            line += [" " * (width + GAP - length(line)), right[k]]
        lines.append(line)
    return lines


def roster_lines(scene: Scene, slot: int | None = None) -> list[Line]:
    """Every unit on the table: letters, name, place, and what is to be known of it."""
    lines: list[Line] = []
    board = scene_drawing(scene)
    for token in sorted(scene.tokens, key=lambda token: (token.slot, token.unit)):
        if slot is None or token.slot == slot:
            notes = ", ".join([*board.ground_notes(token), *token.notes])
            place = rounded_point(token.at) if scene.ground else scene.place(*token.at)
            plain = token.name_on_board.lower() == token.letters.lower()
            title = token.title if plain else f"{token.name_on_board} {token.title}"
            text = f"{title:<20} {place:<4} {notes}"
            lines.append([(f"{token_letters(token):<5}", token_style(token)), text])
    return lines


def preset_lines(decision: Decision, width: int) -> list[str]:
    """The choices that are put together beforehand, as they are typed, with what they come to or why they cannot be."""
    lines = []
    for one in decision.presets:
        typed = f"{one.notation.partition(' ')[0]} {one.name}"
        against = f". Not now: {one.against}" if one.against else ""
        lines += wrap(f"{typed:<12} {one.label} ({one.about}){against}", width, "  ", " " * 15)
    return lines


def catalogue_lines(things: Collection[Thing], width: int, with_details: bool = False) -> list[str]:
    """What choices name that is on no board, a line to each, by groups; with `about`, also what is to be said of it."""
    shown = [thing for thing in things if thing.letters]
    wide = max((len(thing.name) for thing in shown), default=0)
    lines, group = list[str](), ""
    for thing in shown:
        if thing.group not in ("", group):
            lines.append(f"  {thing.group}:")
            group = thing.group
        lines += wrap(f"{thing.name:<{wide}}  {', '.join(thing.notes)}", width, "  ", " " * (wide + 4))
        for text in thing.about if with_details else ():
            lines += wrap(text, width, " " * (wide + 4))
    return lines
