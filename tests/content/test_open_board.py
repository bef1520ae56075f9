"""A board of open squares that needs no content files."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Annotated, Any

import pytest

from fireteam.content.open_board import OpenBoard
from fireteam.core.engine.record import Bits
from fireteam.core.errors import UnknownName


def test_squares_are_numbered_row_by_row_from_the_south_west_and_men_called_by_theirs() -> None:
    board = OpenBoard(3, 2)
    assert board.squares == [(0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (2, 1)]
    assert [board.names.unit(n) for n in range(7)] == ["a1", "b1", "c1", "a2", "b2", "c2", "-"]
    assert board.names.find_unit("c2") == 5 and board.names.find_unit("d1") == -1


def test_a_scene_has_the_men_of_every_slot_where_their_bits_are() -> None:
    scene = OpenBoard(3, 2).scene("A small board", [0b000011, 0b100000], ("red", "blue"), letter="p")
    assert (scene.title, scene.width, scene.height, scene.columns) == ("A small board", 3, 2, ("a", "b", "c"))
    assert [(cell.x, cell.y, cell.ground) for cell in scene.cells][-1] == (2, 1, "open ground")
    men = [(token.unit, token.slot, token.at, token.title, token.letters) for token in scene.tokens]
    assert men == [("a1", 0, (0, 0), "red", "p"), ("b1", 0, (1, 0), "red", "p"), ("c2", 1, (2, 1), "blue", "p")]


class Men:
    """Men on a board, by slot."""

    men: Annotated[list[Bits], 2]


GAME: Any = SimpleNamespace(title="A small game")


def small_parts() -> dict[str, Any]:
    """What a game on two by two squares declares, with a man of either side in a corner."""

    def set_up(state: Any) -> None:
        state.men[:] = [0b0001, 0b1000]

    return OpenBoard(2, 2).parts(Men, ("red", "blue"), set_up, men=lambda state: state.men)


def test_a_game_on_a_board_alone_has_its_parts_from_the_board() -> None:
    parts = small_parts()
    assert parts["state"] is Men and parts["scenarios"]() == {"2x2": "2 by 2 squares"}
    setting = parts["setting"](GAME, "2x2", {}, ())
    assert (setting.slots, setting.options, setting.opening[0].men.tolist()) == (("red", "blue"), {}, [1, 8])
    scene = parts["scene"](setting, setting.opening)
    assert (scene.title, [(token.unit, token.slot) for token in scene.tokens]) == (
        "A small game",
        [("a1", 0), ("b2", 1)],
    )
    assert parts["names"](setting, setting.opening).find_unit("b2") == 3


@pytest.mark.parametrize(
    ("scenario", "options", "message"),
    [("9x9", {}, "no board named '9x9'; there is 2x2"), ("2x2", {"fog": "1"}, "no option named 'fog'")],
)
def test_it_has_no_other_board_and_no_options(scenario: str, options: dict[str, str], message: str) -> None:
    with pytest.raises(UnknownName, match=message):
        small_parts()["setting"](GAME, scenario, options, ())
