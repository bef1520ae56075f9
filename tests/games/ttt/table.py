"""A table to try rules on: pieces on a drawn board or a named one, choices in notation, dice from a list.

    at = table("plain_10", "recon g3, guard e1", "rifleman f4", phase="attack")
    told = do(*at, "attack 1.recon.1 2.rifleman.1", dice=[4])
    assert refused(*at, "attack 1.recon.1 2.rifleman.1") == "E_NO_ATTACK_LEFT"

The forces are side 1's and side 2's in force order: a type and a square, or a capital drawn on the board (plain ground
lies under it), or `:u`, `:x`, `:o` for a piece that is unplaced, eliminated or gone; after the square may stand what
position notation allows (`!m`, `>32`, `+2`). Pieces of the side to move get a turn's attacks unless `+` says otherwise.
The player listed first has slot 0 and side 1, unless `swapped`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from fireteam.core.dice import tape
from fireteam.core.engine.dispatch import to_act
from fireteam.core.engine.record import Array
from fireteam.core.game import Setting
from fireteam.core.logged_events import read_events
from fireteam.core.protocol.choices import new_choices, notation, put_choice
from fireteam.core.protocol.events import LoggedEvent, new_log
from fireteam.core.run import apply, apply_free, run_to_decision
from fireteam.core.slot_choices import encode_choice, menu, read_choice, refusal_of
from fireteam.core.space.grid import squares
from fireteam.core.space.squares import square_name
from fireteam.games.ttt.content import Content, load
from fireteam.games.ttt.entries import Piece
from fireteam.games.ttt.game import GAME
from fireteam.games.ttt.position import arrange
from fireteam.games.ttt.rules.movement import reach
from fireteam.games.ttt.setup import bare_mission, fill_content
from fireteam.games.ttt.state import PHASES
from fireteam.games.ttt.tables import ABILITIES, BURST, SIDE

At = tuple[Setting, Array]


def table(
    board: str,
    side_1: str = "",
    side_2: str = "",
    *,
    turn: int = 1,
    phase: str = "move",
    round: int = 1,
    budget: str = "",
    swapped: bool = False,
    rest: str = "-",
    pieces: Iterable[Piece] = (),
    objective: Mapping[str, Any] | None = None,
    **options: str,
) -> At:
    """The match and the State: on a mission, a board reference or a drawing.

    `pieces` are further piece types; `objective` changes fields of both sides' objectives of a mission.
    """
    content, drawn = load(), {}
    if "\n" in board:
        content, board, drawn = with_board(content, board)
    if pieces:
        sheet = content.sheet()
        sheet = msgspec.structs.replace(sheet, pieces=(*sheet.pieces, *pieces))
        content = msgspec.structs.replace(content, sheets={**content.sheets, sheet.id: sheet})
    forces = [[standing(word, drawn) for word in force.split(",") if word.strip()] for force in (side_1, side_2)]
    if board in content.missions:
        made = GAME.make_setting(board, options)
        if objective:
            made = with_objective(made, objective)
    else:
        types = [[piece.partition("@")[0].partition(":")[0] for piece in force] for force in forces]
        mission = bare_mission(*types, options)
        made = fill_content(GAME, content, mission, content.sheet(), content.board_set.find(board), options)
    rest = "winner=1" if phase == "over" and rest == "-" else rest
    words = [",".join(force) or "-" for force in forces]
    side = f"{turn}{'~' if swapped else ''}"
    states = arrange(made, phase, side, str(round), budget or str(int(phase == "move")), words, rest)
    give_attacks(made, states, turn - 1, forces)
    return made, states


def with_objective(made: Setting, objective: Mapping[str, Any]) -> Setting:
    """A mission with other objectives."""
    laid, change = made.content, msgspec.structs.replace
    sides = tuple(change(side, objective=change(side.objective, **objective)) for side in laid.mission.sides)
    return fill_content(GAME, laid.files, change(laid.mission, sides=sides), laid.sheet, laid.map, made.options)


def with_board(content: Content, drawing: str) -> tuple[Content, str, dict[str, str]]:
    """The content with a drawn board in it, the board's id, and where the pieces drawn by capitals stand."""
    rows = [line.split()[-1] for line in drawing.strip().splitlines()]
    pieces = {
        letter: square_name((x, len(rows) - 1 - y))
        for y, row in enumerate(rows)
        for x, letter in enumerate(row)
        if letter not in content.legend.characters
    }
    for letter in pieces:
        rows = [row.replace(letter, ".") for row in rows]
    some = next(iter(content.boards.values()))
    board = msgspec.structs.replace(some, id="drawn", rows=tuple(rows), legend={}, zones={}, same_as="", sample=True)
    assert content.board_set.palette.draw(rows).rows() == tuple(rows)
    return msgspec.structs.replace(content, boards={**content.boards, "drawn": board}), "drawn", pieces


def standing(word: str, drawn: Mapping[str, str]) -> str:
    """`recon g3` as `recon@g3`; a capital of the drawing stands for its square."""
    type, where = word.split()
    return f"{type}{where}" if where[0] == ":" else f"{type}@{drawn.get(where[0], where[0])}{where[1:]}"


def give_attacks(made: Setting, states: Array, side: int, forces: list[list[str]]) -> None:
    """A turn's attacks for the pieces in play of a side, but for those whose word gives a number."""
    if states[0].phase not in (PHASES.index("move"), PHASES.index("attack")):
        return
    for k, word in enumerate(forces[side]):
        unit = states[0].units[side * SIDE + k]
        if "@" in word and "+" not in word:
            unit.attacks = 2 if made.tables[0].pieces[unit.piece].abilities & BURST else 1


def do(
    setting: Setting, states: Array, *lines: str, dice: Iterable[int] = (), slot: int | None = None
) -> list[LoggedEvent]:
    """Make a choice, or one of each slot that owes one, with dice that show these faces, and tell what happened.

    Without a choice, go on to where somebody must decide: seats are rolled for, the first turn begins.

    Raises:
        IllegalChoice: the choice is unlawful.
    """
    owing = [k for k in range(2) if to_act(states[0]) >> k & 1]
    slots = (owing or [0][: len(lines)]) if slot is None else [slot]
    choices, after, log, faces = new_choices(), states.copy(), new_log(), tape(list(dice))
    value = None
    for at, line in zip(slots, lines, strict=True):
        value = read_choice(setting, line)
        if no := refusal_of(setting, states, at, value):
            raise no
        put_choice(choices, at, encode_choice(setting, states, value))
        if value.free:
            apply_free(after[0], setting.tables[0], at, choices[at], faces[0], log[0])
    if value is None:
        run_to_decision(after[0], setting.tables[0], faces[0], log[0])
    elif not value.free:
        apply(after[0], setting.tables[0], choices, faces[0], log[0])
    assert faces[0].used == faces[0].have, f"only {faces[0].used} of {faces[0].have} dice fell"
    states[:] = after
    return read_events(setting, states, log)


def refused(setting: Setting, states: Array, line: str, slot: int | None = None) -> str:
    """The code that refuses a choice, or "ok"; whichever it is, asking changes nothing (TTT-13.4)."""
    before = states.tobytes()
    owing = next((k for k in range(2) if to_act(states[0]) >> k & 1), 0)
    no = refusal_of(setting, states, owing if slot is None else slot, read_choice(setting, line))
    assert states.tobytes() == before
    return no.code if no else "ok"


def ends(setting: Setting, states: Array, piece: str) -> set[str]:
    """The squares on which a move of a piece may end."""
    i = GAME.names(setting, states).find_unit(piece)
    unit = states[0].units[i]
    return {square_name(square) for square in squares(reach(states[0], setting.tables[0], i), unit.x, unit.y)}


def choices(setting: Setting, states: Array, start: str = "") -> list[list[str]]:
    """The menu of the side to act, as words of notation; only what starts like this."""
    slot = next((k for k in range(2) if to_act(states[0]) >> k & 1), 0)
    lines = [notation(value) for value in menu(setting, states, slot)]
    return [line.split() for line in lines if f"{line} ".startswith(f"{start} " if start else "")]


def unit(setting: Setting, states: Array, piece: str) -> Any:
    """The record of a piece."""
    return states[0].units[GAME.names(setting, states).find_unit(piece)]


def names(told: Iterable[LoggedEvent]) -> list[str]:
    """What kinds of events happened: `["attacked", "eliminated"]`."""
    return [str(one.event.__struct_config__.tag) for one in told]


def shown(told: Iterable[LoggedEvent]) -> list[list[str]]:
    """Each event as words: its name and its fields."""
    fields = (event.__struct_fields__ for event in (one.event for one in told))
    return [
        f"{name} {' '.join(str(getattr(one.event, field)) for field in of)}".split()
        for name, of, one in zip(names(told), fields, told, strict=True)
    ]


def why(told: Iterable[LoggedEvent], attack: int = 0) -> dict[str, int]:
    """The modifiers of an attack, by their reasons."""
    rows = [one.modifiers for one in told if one.event.__struct_config__.tag == "attacked"][attack]
    assert len({row.label for row in rows}) == len(rows)
    return {row.label: row.amount for row in rows}


def shots(told: Iterable[LoggedEvent]) -> list[str]:
    """Each attack in a line: `1.recon.1 at 2.guard.1 on 5: hit`, with the lowest face that hits."""
    attacks = [one.event for one in told if one.event.__struct_config__.tag == "attacked"]
    return [f"{e.piece} at {e.target} on {e.needs}: {e.result}" for e in attacks]  # type: ignore[attr-defined]


def rolled(told: Iterable[LoggedEvent]) -> list[tuple[str, int, int]]:
    """Every die in the order it fell: what for, its sides and its face."""
    return [tuple(die) for one in told for die in one.dice]  # type: ignore[misc]


def gone(told: Iterable[LoggedEvent]) -> list[str]:
    """The pieces eliminated, in order."""
    return [one.event.piece for one in told if one.event.__struct_config__.tag == "eliminated"]  # type: ignore[attr-defined]


def a_piece(id: str = "special", *abilities: str, **statistics: int) -> Piece:
    """A piece type of one's own: Move 2, Range 3, TH 0, TBH 3, unless said otherwise."""
    assert set(abilities) <= set(ABILITIES)
    numbers = {"move": 2, "range": 3, "th": 0, "tbh": 3, "count": 9, **statistics}
    return Piece(id=id, name=id, code="XX", ability=abilities, **numbers)
