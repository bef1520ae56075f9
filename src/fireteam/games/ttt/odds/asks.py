"""`fireteam ask ttt`: verdicts of the rules on a board or a position."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

from ....core.errors import BadNotation, BadQuestion
from ....core.game import Game
from ....core.protocol.choices import notation, parse
from ....core.protocol.questions import ListPart, NumberPart, PartKind, question, verdict_answer
from ....core.slot_choices import menu, read_choice, refusal_of
from ....core.space.grid import squares
from ....core.space.squares import square_at, square_name
from ..content import load, piece_points
from ..lookup import allowance, distance
from ..position import parse_position
from ..rules.attack import renew_attacks
from ..rules.movement import reach
from ..rules.sight import line
from ..setup import bare_setting
from ..tables import SIDE
from .parts import YARD, Board, Choice, Piece, Position, TerrainPart
from .tables import Table, acting_slot, lay_ground, table_of

Square = Annotated[str, PartKind("a square")]


class PlacedPart(ListPart):
    """A piece and its square: `recon,g3` or `recon@g3`."""

    def parse(self, value: Any, name: str) -> tuple[str, str]:  # type: ignore[override]
        """The type of the piece, and the square's name."""
        words = super().parse(value, name)
        if len(words) == 1:
            words = words[0].split("@")
        if len(words) != 2:
            raise BadQuestion(f"{name} is a piece and a square, such as recon,g3")
        load().sheet()[words[0]]
        return words[0], words[1]


Placed = Annotated[tuple[str, str], PlacedPart("piece, square")]


def squares_of(board: str, *names: str) -> tuple[Any, list[tuple[int, int]]]:
    """A joined map and squares on it.

    Raises:
        BadQuestion: a square that is not on it.
    """
    map = load().board_set.find(board)
    found = []
    for name in names:
        try:
            square = square_at(name)
        except BadNotation as error:
            raise BadQuestion(str(error)) from None
        if square not in map:
            raise BadQuestion(f"{name} is not on board {board}, which is {map.width} by {map.height}")
        found.append(square)
    return map, found


@question("distance and line of sight, and what blocks it", example="board=5 from=a1 to=e1")
def los(
    game: Game,
    board: Annotated[str, PartKind("board or joined boards, such as 2+4r+3")],
    from_: Square,
    to: Square,
) -> dict[str, Any]:
    """Distance and line of sight between two squares; what blocks it: a wall, or the two that flank a corner."""
    map, (a, b) = squares_of(board, from_, to)
    for square in (a, b):
        if not map.is_open(square):
            raise BadQuestion(f"{square_name(square)} is impassable: nobody stands there")
    made = bare_setting(game, board, [], [])
    _, walls = line(made.tables[0], a, b)
    found = {"distance": distance(*a, *b), "los": not walls}
    return {**found, "blocker": "+".join(square_name(wall) for wall in walls)} if walls else found


def position_with(
    game: Game, board: str, pieces: Sequence[tuple[int, str, str]], options: str = "-", phase: str = "move"
) -> Table:
    """Pieces (side, type, square) on a board, side 1 to act."""
    squares_of(board, *(square for _, _, square in pieces))
    sides: list[list[str]] = [[], []]
    for side, type, square in pieces:
        load().sheet()[type]
        sides[side - 1].append(f"{type}@{square}")
    try:
        line = f"@{board} {options} {phase} 1 1 1 {','.join(sides[0]) or '-'} {','.join(sides[1]) or '-'} -"
        table = Table(*parse_position(game, line))
    except BadNotation as error:
        raise BadQuestion(str(error)) from None
    renew_attacks(table.states[0], table.setting.tables[0])
    return table


@question("the squares a move can end on", example="board=5 piece=recon start=a4 occupied=a5,c4", name="reach")
def reach_of(
    game: Game,
    board: Board,
    piece: Annotated[str, PartKind("piece type")],
    start: Square,
    occupied: Annotated[Sequence[str], ListPart("squares, or own pieces such as minesweeper@h7")] = (),
    terrain_move: Annotated[str, PartKind("start or enter")] = "start",
    side: Annotated[int, NumberPart("1 or 2", 1, 2)] = 1,
) -> dict[str, Any]:
    """The squares on which a piece can end a move. `occupied` are squares, or own pieces such as `minesweeper@h7`."""
    pieces = [(side, piece, start)]
    for word in occupied:
        type, sign, square = word.rpartition("@")
        pieces.append((side if sign else 3 - side, type or "rifleman", square))
    table = position_with(game, board, pieces, f"terrain_move={terrain_move}")
    i = (side - 1) * SIDE
    unit = table.states[0].units[i]
    found = squares(reach(table.states[0], table.setting.tables[0], i), int(unit.x), int(unit.y))
    return {"count": len(found), "squares": [square_name(square) for square in sorted(found)]}


@question("whether an attack is lawful", example="board=diagram_1 attacker=recon,g3 target=rifleman,f4")
def attack(game: Game, board: Board, attacker: Placed, target: Placed) -> dict[str, Any]:
    """Whether a piece on a square may attack another: `ok`, or the code that refuses it, with the sentence."""
    table = position_with(game, board, [(1, *attacker), (2, *target)], phase="attack")
    table.states[0].budget = 0
    made, states = table
    value = parse(f"attack {table.name(0)} {table.name(SIDE)}", made.game.verbs)
    return verdict_answer(refusal_of(made, states, 0, value))


@question("steps from a square", example="terrain=woods,swamp move=4", name="allowance")
def allowance_of(
    game: Game,
    terrain: Annotated[Sequence[str], TerrainPart("terrains of the square")],
    move: Annotated[int, NumberPart("the piece's Move", 0, 20)],
) -> dict[str, Any]:
    """The steps a piece may take from a square with these terrains."""
    made = bare_setting(game, "plain_10", [], [])
    lay_ground(made, (0, 0), terrain)
    tables = made.tables[0]
    ground = tables.grounds[tables.ground[0, 0]]
    return {"allowance": int(allowance(tables, ground, move))}


@question("the cost of a piece", example="piece=m_gunner", name="points")
def points_of(game: Game, piece: Piece) -> dict[str, Any]:
    """What a piece of the squad sheet costs by the formula, and how far that is from 9."""
    content = load()
    cost = piece_points(content.sheet()[piece], content.constants)
    return {"points": cost, "off": cost - content.constants.points}


@question("every lawful choice", example=YARD, name="menu")
def menu_of(game: Game, position: Position) -> dict[str, Any]:
    """Every lawful choice of a position."""
    table = table_of(game, position)
    slot = acting_slot(table.states)
    lines = [notation(choice) for choice in menu(table.setting, table.states, slot)]
    return {"count": len(lines), "choices": lines}


@question("why a choice is not lawful", example=f'{YARD} choice="move 1.rifleman.1 b2"')
def why(game: Game, position: Position, choice: Choice) -> dict[str, Any]:
    """Whether a choice is lawful in a position, and if not why."""
    table = table_of(game, position)
    slot = acting_slot(table.states)
    return verdict_answer(refusal_of(table.setting, table.states, slot, read_choice(table.setting, choice)))
