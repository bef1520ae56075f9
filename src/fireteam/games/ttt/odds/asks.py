"""`fireteam ask ttt`: verdicts of the rules on a board or a position."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ....core.engine.dispatch import verify
from ....core.errors import BadNotation, BadQuestion
from ....core.game import Game, menu, read_choice, refusal_of
from ....core.protocol.choices import encode, notation, parse
from ....core.protocol.odds_args import as_list, read_number
from ....core.protocol.refusals import LAWFUL
from ....core.space.grid import squares
from ....core.space.squares import square_at, square_name
from ..board import map_from
from ..content import load, piece_points
from ..lookup import allowance, distance
from ..position import read_description
from ..rules.attack import renew_attacks
from ..rules.movement import reach
from ..rules.sight import line
from ..setup import bare_setting
from ..tables import SIDE
from .tables import Table, acting_slot, lay_ground, table_of
from .words import terrains


def squares_of(board: Any, *names: Any) -> tuple[Any, list[tuple[int, int]]]:
    """A joined map and squares on it.

    Raises:
        BadQuestion: a square that is not on it.
    """
    map = map_from(load(), str(board))
    found = []
    for name in names:
        try:
            square = square_at(str(name))
        except BadNotation as error:
            raise BadQuestion(str(error)) from None
        if square not in map:
            raise BadQuestion(f"{name} is not on board {board}, which is {map.width} by {map.height}")
        found.append(square)
    return map, found


def los(game: Game, board: Any, from_: Any, to: Any) -> dict[str, Any]:
    """Distance and line of sight between two squares; what blocks it: a wall, or the two that flank a corner."""
    map, (a, b) = squares_of(board, from_, to)
    for square in (a, b):
        if not map.is_open(square):
            raise BadQuestion(f"{square_name(square)} is impassable: nobody stands there")
    made = bare_setting(game, str(board), [], [])
    _, walls = line(made.tables[0], a, b)
    found = {"distance": distance(*a, *b), "los": not walls}
    return {**found, "blocker": "+".join(square_name(wall) for wall in walls)} if walls else found


def position_with(
    game: Game, board: Any, pieces: Sequence[tuple[int, str, Any]], options: str = "-", phase: str = "move"
) -> Table:
    """Pieces (side, type, square) on a board, side 1 to act."""
    squares_of(board, *(square for _, _, square in pieces))
    sides: list[list[str]] = [[], []]
    for side, type, square in pieces:
        load().sheet()[type]
        sides[side - 1].append(f"{type}@{square}")
    try:
        line = f"@{board} {options} {phase} 1 1 1 {','.join(sides[0]) or '-'} {','.join(sides[1]) or '-'} -"
        table = Table(*read_description(game, line))
    except BadNotation as error:
        raise BadQuestion(str(error)) from None
    renew_attacks(table.states[0], table.setting.tables[0])
    return table


def reach_of(
    game: Game, board: Any, piece: Any, start: Any, occupied: Any = (), terrain_move: Any = "start", side: Any = 1
) -> dict[str, Any]:
    """The squares on which a piece can end a move. `occupied` are squares, or own pieces such as `minesweeper@h7`."""
    mine = read_number(side, "side", 1, 2)
    pieces: list[tuple[int, str, Any]] = [(mine, str(piece), start)]
    for word in as_list(occupied):
        type, sign, square = word.rpartition("@")
        pieces.append((mine if sign else 3 - mine, type or "rifleman", square))
    table = position_with(game, board, pieces, f"terrain_move={terrain_move}")
    i = (mine - 1) * SIDE
    unit = table.states[0].units[i]
    found = squares(reach(table.states[0], table.setting.tables[0], i), int(unit.x), int(unit.y))
    return {"count": len(found), "squares": [square_name(square) for square in sorted(found)]}


def attack(game: Game, board: Any, attacker: Any, target: Any) -> dict[str, Any]:
    """Whether a piece on a square may attack another: `ok`, or the code that refuses it, with the sentence."""
    (mine, at), (theirs, there) = _pair(attacker, "attacker"), _pair(target, "target")
    table = position_with(game, board, [(1, mine, at), (2, theirs, there)], phase="attack")
    table.states[0].budget = 0
    made, states = table
    value = parse(f"attack {table.name(0)} {table.name(SIDE)}", made.game.verbs)
    choice = encode(value, made.game.verbs, made.game.names(made, states))
    if tuple(verify(states[0], made.tables[0], 0, choice[0])) == LAWFUL:
        return {"verdict": "ok"}
    reason = refusal_of(made, states, 0, value)
    assert reason is not None
    return {"verdict": reason.code, "why": reason.sentence, "clause": reason.clause}


def _pair(value: Any, name: str) -> tuple[str, str]:
    words = as_list(value)
    if len(words) == 1:
        words = words[0].split("@")
    if len(words) != 2:
        raise BadQuestion(f"{name} is a piece and a square, such as recon,g3")
    load().sheet()[words[0]]
    return words[0], words[1]


def allowance_of(game: Game, terrain: Any, move: Any) -> dict[str, Any]:
    """The steps a piece may take from a square with these terrains."""
    made = bare_setting(game, "plain_10", [], [])
    lay_ground(made, (0, 0), terrains(terrain))
    tables = made.tables[0]
    ground = tables.grounds[tables.ground[0, 0]]
    return {"allowance": int(allowance(tables, ground, read_number(move, "move", 0, 20)))}


def points_of(game: Game, piece: Any) -> dict[str, Any]:
    """What a piece of the squad sheet costs by the formula, and how far that is from 9."""
    content = load()
    cost = piece_points(content.sheet()[str(piece)], content.constants)
    return {"points": cost, "off": cost - content.constants.points}


def menu_of(game: Game, position: Any) -> dict[str, Any]:
    """Every lawful choice of a position."""
    table = table_of(game, str(position))
    slot = acting_slot(table.states)
    lines = [notation(choice) for choice in menu(table.setting, table.states, slot)]
    return {"count": len(lines), "choices": lines}


def why(game: Game, position: Any, choice: Any) -> dict[str, Any]:
    """Whether a choice is lawful in a position, and if not why."""
    table = table_of(game, str(position))
    slot = acting_slot(table.states)
    reason = refusal_of(table.setting, table.states, slot, read_choice(table.setting, str(choice)))
    if reason is None:
        return {"verdict": "ok"}
    return {"verdict": reason.code, "why": reason.sentence, "clause": reason.clause}
