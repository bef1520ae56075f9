"""Sections 1 and 2.1: sides, dice, squares, names and distance."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from fireteam.core.engine.dispatch import redact, to_act
from fireteam.core.errors import TapeEnd
from fireteam.core.space.squares import square_name
from fireteam.games.ttt import content
from fireteam.games.ttt.game import GAME
from fireteam.games.ttt.lookup import allowance, allows_attack, terrain_bonus
from fireteam.games.ttt.tables import ABILITIES
from tests import naive
from tests.games.ttt.table import a_piece, choices, do, ends, refused, rolled, table, unit

RULES = (Path(content.__file__).parent / "RULES.md").read_text(encoding="utf-8")


def rulebook_map(title: str) -> list[str]:
    """The rows of a map drawn in the rulebook."""
    drawing = re.search(rf"\*\*{re.escape(title)}.*?```\n(.*?)```", RULES, re.S)
    assert drawing
    return [line.split()[1] for line in drawing[1].splitlines() if line.split()[0].isdecimal()]


@pytest.mark.clause("TTT-1.1", "TTT-1.8")
def test_two_sides_and_only_the_acting_one_decides() -> None:
    at = table("plain_10", "recon a1", "recon j10")
    assert at[0].slots == ("red", "blue")
    for side, other in ((0, 1), (1, 0)):
        assert to_act(at[1][0]) == 1 << side
        for line in (f"move {other + 1}.recon.1 b1", "end_move", "end_turn", f"command {other + 1}.recon.1"):
            assert refused(*at, line, slot=other) == "E_NOT_YOUR_TURN"
        assert refused(*at, "resign", slot=other) == "ok"
        do(*at, "end_turn")


@pytest.mark.clause("TTT-1.8", "TTT-6.9")
def test_the_side_that_waits_may_resign() -> None:
    at = table("plain_10", "recon a1", "recon j10")
    do(*at, "resign", slot=1)
    assert GAME.result(*at).winners == (0,)


@pytest.mark.clause("TTT-1.2")
def test_every_die_has_six_faces() -> None:
    at = table("plain_10", "rifleman a1", "rifleman a2, medic a3", phase="attack")
    told = do(*at, "attack 1.rifleman.1 2.rifleman.1", dice=[6, 6])
    assert rolled(told) == [("attack", 6, 6), ("save", 6, 6)]
    for face in (0, 7):
        at = table("plain_10", "rifleman a1", "rifleman a2, medic a3", phase="attack")
        with pytest.raises(TapeEnd):
            do(*at, "attack 1.rifleman.1 2.rifleman.1", dice=[face])


@pytest.mark.clause("TTT-1.3")
def test_dice_are_asked_for_one_at_a_time_and_only_when_a_clause_asks() -> None:
    faces: list[int] = []
    wanted = []
    while len(faces) < 4:
        at = table("plain_10", "grenadier a1", "rifleman a4, rifleman a5, medic b5", phase="attack")
        with pytest.raises(TapeEnd):
            do(*at, "attack 1.grenadier.1 2.rifleman.1", dice=faces)
        wanted.append(len(faces))
        faces.append(5)
        if len(faces) == 4:
            told = do(*at, "attack 1.grenadier.1 2.rifleman.1", dice=faces)
            assert [purpose for purpose, *_ in rolled(told)] == ["attack", "save", "attack", "save"]
    at = table("plain_10", "grenadier a1", "rifleman a4, rifleman a5, medic b5", phase="attack")
    told = do(*at, "attack 1.grenadier.1 2.rifleman.1", dice=[1, 1])
    assert [purpose for purpose, *_ in rolled(told)] == ["attack", "attack"]


@pytest.mark.clause("TTT-1.5")
def test_a_side_cannot_use_the_other_sides_pieces() -> None:
    at = table("plain_10", "captain a1, recon b1", "captain a3, recon b3")
    assert refused(*at, "move 2.recon.1 b4") == "E_NOT_YOURS"
    assert refused(*at, "aim 2.recon.1 1.recon.1") == "E_NOT_YOURS"
    assert refused(*at, "command 2.captain.1") == "E_NOT_YOURS"
    do(*at, "end_move")
    assert refused(*at, "attack 2.recon.1 1.recon.1") == "E_NOT_YOURS"
    assert refused(*at, "attack 1.recon.1 2.recon.1") == "ok"


@pytest.mark.clause("TTT-1.6", "TTT-13.4")
def test_a_square_holds_one_piece_and_a_piece_one_square() -> None:
    at = table("plain_10", "recon a1, recon c1", "recon b1")
    assert refused(*at, "move 1.recon.1 b1") == "E_OCCUPIED"
    assert refused(*at, "move 1.recon.1 c1") == "E_OCCUPIED"
    assert refused(*at, "move 1.recon.1 a1") == "E_OCCUPIED"
    do(*at, "move 1.recon.1 b2")
    do(*at, "end_turn")
    assert refused(*at, "move 2.recon.1 b2") == "E_OCCUPIED"
    assert refused(*at, "move 2.recon.1 a1") == "ok"


@pytest.mark.clause("TTT-1.7")
@pytest.mark.parametrize("slots", [0, 1, 2, 3])
def test_whoever_looks_sees_everything(slots: int) -> None:
    setting, states = table("plain_10", "recon a1, captain c1", "recon b1")
    before = states.tobytes()
    redact(states[0], setting.tables[0], slots)
    assert states.tobytes() == before


@pytest.mark.clause("TTT-2.1", "TTT-2.2", "TTT-2.3")
def test_squares_count_from_the_south_west_and_are_named_by_column_and_row() -> None:
    at = table(
        """
        3 ..K.
        2 #...
        1 R...
        """,
        "recon R",
        "recon K",
    )
    assert (unit(*at, "1.recon.1").x, unit(*at, "1.recon.1").y) == (0, 0)
    assert (unit(*at, "2.recon.1").x, unit(*at, "2.recon.1").y) == (2, 2)
    assert refused(*at, "move 1.recon.1 a2") == "E_IMPASSABLE"
    assert refused(*at, "move 1.recon.1 c3") == "E_OCCUPIED"
    assert refused(*at, "move 1.recon.1 e1") == refused(*at, "move 1.recon.1 a4") == "E_OFF_BOARD"
    assert square_name((4, 6)) == "e7" and square_name((26, 0)) == "aa1"


@pytest.mark.clause("TTT-2.2", "TTT-2.9")
def test_columns_past_z_have_two_letters() -> None:
    at = table("2+4r+3", "recon z5", "recon ad1")
    assert {"aa4", "aa5", "aa6", "y5"} <= ends(*at, "1.recon.1")
    do(*at, "move 1.recon.1 aa6")
    assert (unit(*at, "1.recon.1").x, unit(*at, "1.recon.1").y) == (26, 5)


@pytest.mark.clause("TTT-2.9", "TTT-2.10", "TTT-2.21", "TTT-3.1", "TTT-3.20", "TTT-3.21", "TTT-3.22", "TTT-11.1")
@pytest.mark.parametrize(
    ("board", "title"),
    [
        ("1", "Board 1"),
        ("2", "Board 2"),
        ("3", "Board 3"),
        ("4", "Board 4"),
        ("5", "Board 5"),
        ("6", "Board 6"),
        ("2+3", "Joined map 2+3"),
        ("5+6", "Joined map 5+6"),
        ("2+4r+3", "Joined map 2+4(90)+3"),
    ],
)
def test_the_tables_hold_what_the_rulebook_draws(board: str, title: str) -> None:
    (setting, _), drawn = table(board), naive.drawn(rulebook_map(title))
    row = setting.tables[0]
    assert {(x, y) for x in range(row.width) for y in range(row.height)} == set(drawn)
    for (x, y), letter in drawn.items():
        bit = 1 << x
        assert bool(int(row.walls.rows[y]) & bit) == (letter == "#") != bool(int(row.open.rows[y]) & bit)
        for side in (1, 2):
            assert bool(int(row.bunkers[side - 1].rows[y]) & bit) == (letter == str(side))
        ground = row.grounds[row.ground[y, x]]
        expected = naive.allowance(letter, 6), naive.bonus(letter), naive.may_attack_from(letter)
        assert (allowance(row, ground, 6), terrain_bonus(row, ground), allows_attack(row, ground)) == expected, (x, y)


@pytest.mark.clause("TTT-2.9")
def test_an_edge_inside_a_joined_map_has_no_effect() -> None:
    at = table("2+3", "rifleman j1", "rifleman l1")
    assert {"k1", "k2"} <= ends(*at, "1.rifleman.1")
    assert refused(*at, "aim 1.rifleman.1 2.rifleman.1") == "ok"


@pytest.mark.clause("TTT-2.4", "TTT-2.5", "TTT-2.6", "TTT-2.7", "TTT-2.8", "TTT-8.1", "TTT-8.6")
@pytest.mark.parametrize(
    ("range_1", "range_2", "range_3", "beyond"),
    [("e4", "f4", "g4", "h4"), ("e6", "e7", "e8", "e9"), ("f5", "f6", "f7", "g7"), ("d5", "c5", "c4", "c3")],
)
def test_range_counts_squares_and_never_diagonally(range_1: str, range_2: str, range_3: str, beyond: str) -> None:
    at = table("plain_10", "rifleman e5", f"recon {range_1}, recon {range_2}, recon {range_3}, recon {beyond}")
    for number, verdict in enumerate(("ok", "ok", "ok", "E_OUT_OF_RANGE"), 1):
        assert refused(*at, f"aim 1.rifleman.1 2.recon.{number}") == verdict


@pytest.mark.clause("TTT-2.5")
def test_walls_and_pieces_do_not_make_a_target_more_distant() -> None:
    at = table(
        """
        .####
        .#.##
        ...T.
        .#.#.
        OK.L.
        """,
        "mortar O, recon K, recon L",
        "rifleman T, rifleman c1",
    )
    assert choices(*at, "aim 1.mortar.1") == [["aim", "1.mortar.1", "2.rifleman.2"]]  # 2 squares; T is 5 away
    assert refused(*at, "aim 1.mortar.1 2.rifleman.1") == "E_OUT_OF_RANGE"


@pytest.mark.clause("TTT-2.7", "TTT-7.2")
def test_a_diagonal_neighbour_is_not_adjacent() -> None:
    at = table("plain_10", "guard e5, berserker c3", "guard f6, recon d4, recon d3")
    assert ends(*at, "1.guard.1") == {"d5", "e4", "e6", "f5"}
    assert refused(*at, "aim 1.berserker.1 2.recon.1") == "E_OUT_OF_RANGE"
    assert refused(*at, "aim 1.berserker.1 2.recon.2") == "ok"


@pytest.mark.clause("TTT-4.6")
def test_a_piece_of_range_0_never_attacks() -> None:
    at = table("plain_10", "porter e5", "recon e6", pieces=[a_piece("porter", range=0)], phase="attack")
    assert refused(*at, "attack 1.porter.1 2.recon.1") == "E_OUT_OF_RANGE"
    assert choices(*at) == [["end_turn"]]


@pytest.mark.clause("TTT-4.7")
def test_both_sides_have_the_same_squad_sheet() -> None:
    for mission in GAME.scenarios([]):
        (setting, _) = table(mission)
        for type, piece in enumerate(setting.content.sheet.pieces):
            row = setting.tables[0].pieces[type]
            assert (row.move, row.range, row.th, row.tbh) == (piece.move, piece.range, piece.th, piece.tbh)
            assert int(row.abilities) == sum(1 << ABILITIES.index(ability) for ability in piece.abilities)
