"""Boards of open squares that need no content files, with men of one kind that are called by their squares."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ..core.engine.record import Array, NoTables, blank
from ..core.errors import UnknownName
from ..core.game import Game, Setting
from ..core.protocol.listed_names import SquareNames
from ..core.protocol.scene import Cell, Row, Scene, Token
from ..core.space.squares import column_letters, square_name

OPEN_GROUND = "open ground"


class OpenBoard:
    """So many columns and rows of open squares, numbered row by row from the south-west.

    `squares` are the (x, y) of each number. `names` calls a man by the square on which it stands: its unit is the
    number of that square.
    """

    def __init__(self, columns: int, rows: int) -> None:
        self.columns, self.rows = columns, rows
        self.squares = [(x, y) for y in range(rows) for x in range(columns)]
        self.names = SquareNames([square_name(square) for square in self.squares])
        self._cells = tuple(Cell(x, y, ".", OPEN_GROUND) for x, y in self.squares)

    def scene(
        self, title: str, men: Sequence[int], sides: Sequence[str], letter: str = "m", standing: tuple[Row, ...] = ()
    ) -> Scene:
        """The board with the men on it.

        Args:
            title: what the table is called.
            men: for each slot the squares of its men, as the bits of their numbers.
            sides: what the men of each slot are called.
            letter: what a man is drawn with.
            standing: how it stands, in rows.
        """
        tokens = tuple(
            Token(name, slot, slot, letter, x, y, sides[slot])
            for at, (name, (x, y)) in enumerate(zip(self.names.units, self.squares, strict=True))
            for slot, bits in enumerate(men)
            if int(bits) >> at & 1
        )
        columns = tuple(map(column_letters, range(self.columns)))
        return Scene(title, self.columns, self.rows, columns, self._cells, tokens, standing)

    def parts(
        self, state: type, sides: Sequence[str], set_up: Callable[[Any], None], men: Callable[[Any], Sequence[int]]
    ) -> dict[str, Any]:
        """The parts of a game (`core.game.Game`) that is played on this board alone, without options and Tables.

        Args:
            state: the record class of its State.
            sides: what its slots are called.
            set_up: writes the opening into a State of zeros.
            men: for each slot the squares of its men in a State, as the bits of their numbers.
        """
        id = f"{self.columns}x{self.rows}"

        def setting(game: Game, scenario: str, options: Mapping[str, Any], packs: Sequence[str]) -> Setting:
            if scenario != id:
                raise UnknownName("board", scenario, (id,))
            for option in options:
                raise UnknownName("option", option, ())
            opening = blank(state)
            set_up(opening[0])
            return Setting(game, id, {}, blank(NoTables), opening, None, tuple(sides))

        def scene(setting: Setting, states: Array) -> Scene:
            return self.scene(setting.game.title, men(states[0]), sides)

        return {
            "state": state,
            "scenarios": lambda packs=(): {id: f"{self.columns} by {self.rows} squares"},
            "setting": setting,
            "names": lambda setting, states: self.names,
            "scene": scene,
        }
