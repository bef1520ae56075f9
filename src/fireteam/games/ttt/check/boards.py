"""Checks of boards: the codes E_B_ and W_B_ (TTT-12.5, TTT-12.6)."""

from __future__ import annotations

from msgspec.structs import replace

from ....content.field_checks import check_entry, id_field, is_mapping, text_field
from ....content.problems import Problems, did_you_mean
from ....content.read import Node
from ....content.square_map import SquareMap
from ....core.space.squares import Square, read_square, square_name
from ..board import draw_board
from ..content import Content
from ..entries import TURNS, Board, BoardLimits, lines_of
from ..tables import OVERLAP
from .ground import check_ground, place_of

MAX_LINKS = 8  # of boards that are the same as others


def check_board(node: Node, content: Content, problems: Problems) -> Board | None:
    """A board that is drawn, or is another one turned (TTT-12.5)."""
    before = problems.count_errors()
    sample = is_sample(node, problems)
    board = Board(id=id_field(node, problems) or "", name=text_field(node, "name", problems) or "", sample=sample)
    board = check_same_as(node, board, problems) if "same_as" in node else check_drawing(node, board, content, problems)
    return board if problems.count_errors() == before else None


def is_sample(node: Node, problems: Problems) -> bool:
    """Boards for examples and tests say `sample: true`, themselves or their whole file (appendix B)."""
    for holder in (node, node.document.root):
        if "sample" in holder and not isinstance(holder["sample"].value, bool):
            problems.add("E_C_TYPE", holder["sample"].place, "sample must be true or false")
        elif "sample" in holder:
            return bool(holder["sample"].value)
    return False


def check_same_as(node: Node, board: Board, problems: Problems) -> Board:
    """Another board turned clockwise by 0, 90, 180 or 270 degrees."""
    check_entry(node, Board, problems, form="same_as")
    rot = node["rot"].value if "rot" in node else 0
    if isinstance(rot, bool) or rot not in TURNS:
        problems.add("E_C_TYPE", node["rot"].place, f"rot is {rot}; 0, 90, 180 or 270 are allowed")
        rot = 0
    return replace(board, same_as=text_field(node, "same_as", problems) or "", rot=rot)


def check_rotations(boards: dict[str, Board], nodes: dict[str, Node], problems: Problems) -> None:
    """Whatever `same_as` names exists and leads to a drawn board; boards that stand on a broken one are dropped."""
    lost = []
    for id, board in boards.items():
        links = 0
        while board.same_as in boards and links < MAX_LINKS:
            board, links = boards[board.same_as], links + 1
        if not board.same_as:
            continue
        lost.append(id)
        if links == MAX_LINKS:
            place = nodes[id]["same_as"].place
            problems.add("E_C_FIELD", place, f"{id}: same_as leads to no drawn board", "name a board that has rows")
        elif board.same_as not in nodes and not links:
            hint = did_you_mean(board.same_as, nodes)
            place = nodes[id]["same_as"].place
            problems.add("E_C_FIELD", place, f"{id}: same_as: no board named '{board.same_as}'", hint)
    for id in lost:
        del boards[id]


def check_drawing(node: Node, board: Board, content: Content, problems: Problems) -> Board:
    """Rows, characters, legend and zones; then, if the rows make a rectangle, the ground."""
    check_entry(node, Board, problems, form="rows")
    legend = check_legend(node, content, problems)
    board = replace(board, legend=legend)
    rows = rows_of(node, problems)
    if not rows:
        return board
    board = replace(board, rows=tuple(rows))
    check_characters(node, rows, content.legend.characters | name_at(node, "legend"), problems)
    limits = content.constants.board
    if check_rows(node, rows, problems) and check_size(node, board, limits, problems):
        board = replace(board, zones=check_zones(node, draw_board(content, board), problems))
        check_ground(node, draw_board(content, board), board.sample, limits, problems)
    return board


def rows_of(node: Node, problems: Problems) -> list[str]:
    """The rows, north first: a list of texts, or one text of several lines. None if they are not drawn at all."""
    if "rows" not in node:
        return []
    rows = node["rows"]
    if isinstance(rows.value, str):
        drawn = list(lines_of(rows.value))
    elif isinstance(rows.value, list):
        drawn = [row.value for row in rows if isinstance(row.value, str)]
        for row in (row for row in rows if not isinstance(row.value, str)):
            problems.add("E_C_TYPE", row.place, "a row must be text", "put it in quotes")
        if len(drawn) < len(rows.value):
            return []
    else:
        problems.add("E_C_TYPE", rows.place, "rows must be a list of texts, or a text of several lines")
        return []
    if not drawn:
        problems.add("E_B_ROWS", rows.place, "row 1 has 0 squares, expected 10", "draw the rows from north to south")
    return drawn


def check_rows(node: Node, rows: list[str], problems: Problems) -> bool:
    """All rows have the length that most of them have; they are numbered from the south."""
    lengths = [len(row) for row in rows]
    want = max(lengths, key=lambda length: (lengths.count(length), length))
    for at, got in enumerate(lengths):
        if got != want or not got:
            place = place_of(node["rows"], at, 0)
            problems.add("E_B_ROWS", place, f"row {len(rows) - at} has {got} squares, expected {want or 10}")
    return set(lengths) == {want} and want > 0


def check_characters(node: Node, rows: list[str], known: set[str], problems: Problems) -> None:
    """Every character is in the standard legend or in the board's own."""
    for at, row in enumerate(rows):
        for x, character in enumerate(row):
            if character not in known:
                name = square_name((x, len(rows) - 1 - at))
                problems.add("E_B_CHAR", place_of(node["rows"], at, x), f"{name}: no legend entry for {character}")


def name_at(node: Node, field: str) -> set[str]:
    """The keys of a mapping, if it is one."""
    return set(node[field].value) if field in node and isinstance(node[field].value, dict) else set()


def check_legend(node: Node, content: Content, problems: Problems) -> dict[str, tuple[str, ...]]:
    """The board's own legend: new characters, each with known terrains, or with `#` alone; its sound entries."""
    sound: dict[str, tuple[str, ...]] = {}
    if "legend" not in node or not is_mapping(node["legend"], "legend", problems):
        return sound
    for entry in node["legend"]:
        reason, hint = legend_fault(entry, content)
        if reason:
            problems.add("E_B_LEGEND", entry.key_place, f"legend {entry.key}: {reason}", hint)
        else:
            sound[entry.key] = tuple(entry.value)
    return sound


def legend_fault(entry: Node, content: Content) -> tuple[str, str]:
    """The reason why a legend entry is refused, and what to do; empty if there is none (TTT-12.6)."""
    standard = content.legend
    if len(entry.key) != 1 or entry.key.isspace():
        return "must be one character", ""
    if entry.key in standard.characters:
        return "a standard character cannot be redefined", "choose another character"
    if not isinstance(entry.value, list):
        return "must be a list of terrain ids", ""
    if entry.value == [standard.wall]:
        return "", ""
    if standard.wall in entry.value:
        return f"{standard.wall} cannot be combined with terrain", ""
    for terrain in entry.value:
        if not isinstance(terrain, str) or terrain not in content.terrain:
            return f"no terrain named {terrain}", did_you_mean(terrain, content.terrain)
    return (f"more than {OVERLAP} terrains", "") if len(set(entry.value)) > OVERLAP else ("", "")


def check_size(node: Node, board: Board, limits: BoardLimits, problems: Problems) -> bool:
    """3 to 40 squares wide and high; a sample may be smaller, but nothing is larger than a map can be."""
    width, height = len(board.drawn[0]), len(board.drawn)
    low, high = (1, limits.map_size) if board.sample else limits.size
    if not (low <= width <= high and low <= height <= high):
        message = f"board is {width} by {height}; {low} to {high} are allowed"
        problems.add("E_B_SIZE", node["rows"].place, message)
    elif not board.sample and (width, height) != (limits.standard_size, limits.standard_size):
        size = limits.standard_size
        message = f"board is {width} by {height}; standard boards are {size} by {size}"
        problems.add("W_B_SIZE", node["rows"].place, message)
    return max(width, height) <= limits.map_size


def check_zones(node: Node, map: SquareMap, problems: Problems) -> dict[str, tuple[str, ...]]:
    """The board's own zones: lists of open squares; the sound ones of them."""
    sound: dict[str, tuple[str, ...]] = {}
    if "zones" not in node or not is_mapping(node["zones"], "zones", problems):
        return sound
    for zone in node["zones"]:
        if not isinstance(zone.value, list) or not zone.value:
            problems.add("E_C_TYPE", zone.place, f"zone {zone.key} must be a list of squares")
            continue
        for entry in zone:
            square: Square | None = read_square(entry.value)
            if square is None or not map.is_open(square):
                message = f"zone {zone.key}: {entry.value} is not an open square"
                problems.add("E_B_ZONE", entry.place, message)
        good = (each for each in zone.value if (square := read_square(each)) and map.is_open(square))
        sound[zone.key] = tuple(good)
    return sound
