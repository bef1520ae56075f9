"""The Scene drawn in letters, and the words that stand for units."""

from __future__ import annotations

import pytest

from fireteam.core.errors import BadNotation
from fireteam.core.protocol.scene import Cell, Decision, Option, Scene, Token
from fireteam.registry import find_game
from fireteam.terminal.console import Console, pack_words, text_of, wrap
from fireteam.terminal.draw.board import table_lines
from fireteam.terminal.input.choice_reader import to_notation
from fireteam.terminal.input.menu import Menu


def scene(
    width: int = 3, height: int = 2, tokens: tuple[Token, ...] = (), zone: tuple[int, int] | None = None
) -> Scene:
    cells = tuple(
        Cell(
            x,
            y,
            "w" if (x, y) == (1, 1) else ".",
            "woods" if (x, y) == (1, 1) else "grass",
            ("hill",) * ((x, y) == zone),
        )
        for y in range(height)
        for x in range(width)
    )
    return Scene("A field", width, height, tuple("abcdefghijklmnopqrstuvwxyz"[:width]), cells, tokens)


def board_text(scene: Scene, width: int = 40, reach=()) -> list[str]:
    return [text_of(line).rstrip() for line in table_lines(scene, width, reach)]


def test_capitals_and_small_letters_tell_the_sides_apart_and_the_ground_stands_beside():
    tokens = (Token("1.a.1", 1, 0, "RC1", 0, 0, "Recon"), Token("2.b.1", 0, 1, "GD1", 1, 1, "Guard"))
    assert board_text(scene(tokens=tokens)) == [
        "2 .    gd1  .",
        "1 RC1  .    .",
        "  a    b    c",
        "w woods  RC Recon  GD Guard",
        "on woods: gd1",
    ]


def test_a_zone_without_a_letter_of_its_own_is_marked():
    assert board_text(scene(zone=(2, 0))) == ["2 .    w    .", "1 .    .    .'", "  a    b    c", "w woods  .' hill"]


def test_places_within_reach_are_marked():
    assert board_text(scene(), reach=[(1, 1), (0, 0)])[:2] == ["2 .    +w   .", "1 +    .    ."]


def test_a_board_too_wide_is_drawn_in_bands():
    lines = board_text(scene(width=20), width=40)
    assert lines[0] == "2  .  w  .  .  .  .  .  .  .  ." and lines[4].startswith("2 ") and lines[3] == ""
    assert all(len(line) <= 40 for line in lines)


def test_where_units_fill_their_squares_the_ground_beside_them_stands_off():
    tokens = tuple(Token(f"1.a.{x}", 0, 0, f"RC{x}", x, 1, "Recon") for x in (0, 2, 3))
    lines = board_text(scene(width=20, tokens=tokens, zone=(5, 1)), width=64, reach=[(4, 1)])
    assert lines[:3] == [
        "2 RC0 w RC2RC3 +  .' " + "  ".join("." * 14),
        "1  " + "  ".join("." * 20),
        "   " + "  ".join("abcdefghijklmnopqrst"),
    ]


def test_the_ground_and_the_zone_that_units_hide_is_told():
    tokens = (Token("1.a.1", 0, 0, "RC1", 1, 1, "Recon"), Token("2.b.1", 1, 1, "GD1", 0, 0, "Guard"))
    assert board_text(scene(tokens=tokens, zone=(0, 0)))[-1] == "on woods: RC1   on hill: gd1"


def test_every_mission_fits_into_80_columns():
    game = find_game("ttt")
    for mission in game.scenarios(()):
        setting = game.make_setting(mission, {"force": "preset"})
        lines = [text_of(line) for line in table_lines(game.scene(setting, setting.opening), 80)]
        assert max(map(len, lines)) <= 80, mission


def test_colour_is_for_terminals_only():
    import io

    plain, colour = io.StringIO(), io.StringIO()
    Console(plain, 80).write(("RF1", "bold red"))
    Console(colour, 80, colour=True).write(("RF1", "bold red"))
    assert plain.getvalue() == "RF1\n" and "\x1b[" in colour.getvalue() and "RF1" in colour.getvalue()


def test_words_are_packed_and_wrapped():
    assert pack_words(["one", "two", "three"], 12, "  ") == ["  one   two", "  three"]
    assert wrap("a bb ccc", 5, "* ", "  ") == ["* a", "  bb", "  ccc"]


# Words for units


def menu(*units: str) -> Menu:
    options = tuple(Option(f"move {unit} a1", "", "move", "TTT-7.1", unit, "", "a1") for unit in units)
    return Menu(Decision(0, "", len(options), options, ("move",)), scene(), find_game("ttt").verbs)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("move recon.1 A1", "move 1.recon.1 a1"),
        ("m rec.1 a1", "move 1.recon.1 a1"),
        ("m recon1 a1", "move 1.recon.1 a1"),
        ("m r.10 a1", "move 1.recon.10 a1"),
        ("m gd1 a1", "move 1.guard.1 a1"),
        ("guard a1", "move 1.guard.1 a1"),
        ("move nobody a1", "move nobody a1"),
        ("move recon.1 a10", "move 1.recon.1 a10"),
    ],
)
def test_short_words_are_completed(typed, meant):
    assert to_notation(menu("1.recon.1", "1.recon.10", "1.guard.1"), typed) == meant


def test_a_word_for_two_is_asked_about():
    with pytest.raises(BadNotation, match=r"'recon' may be 1.recon.1 or 1.recon.10"):
        to_notation(menu("1.recon.1", "1.recon.10"), "move recon a1")


def test_a_longer_number_is_not_meant_by_a_shorter():
    assert to_notation(menu("1.recon.10"), "move recon.1 a1") == "move recon.1 a1"
