"""Section 2.2: line of sight."""

from __future__ import annotations

from itertools import permutations, product

import pytest

from tests.games.ttt.table import At, a_piece, refused, table

LOOKOUT = a_piece("lookout", range=8)


def sight(drawing: str, **more: str) -> bool:
    """Whether the pieces K and L of a drawing see each other; both ways must agree (TTT-2.17)."""
    verdicts = set()
    for one, other in permutations("KL"):
        at = table(drawing, f"lookout {one}", f"lookout {other}", pieces=[LOOKOUT], **more)
        verdicts.add(refused(*at, "aim 1.lookout.1 2.lookout.1"))
    assert verdicts in ({"ok"}, {"E_NO_LOS"})
    return verdicts == {"ok"}


@pytest.mark.clause("TTT-2.11", "TTT-2.17", "TTT-8.7")
@pytest.mark.parametrize("row", ["K#L", "K..#L", "K#...L", "K##L"])
def test_a_wall_between_blocks(row: str) -> None:
    other = "." * len(row)
    assert not sight(f"{other}\n{row}\n{other}")
    assert not sight("\n".join(f".{letter}." for letter in row))


@pytest.mark.clause("TTT-2.11", "TTT-2.14")
def test_walls_beside_and_behind_do_not_block() -> None:
    assert sight("#######\n#K...L#\n#######")


@pytest.mark.clause("TTT-2.12", "TTT-3.21", "TTT-3.22")
@pytest.mark.parametrize("letter", ".wrs~=12ABCDEF")
def test_no_other_square_blocks(letter: str) -> None:
    assert sight(f".....\nK{letter}{letter}{letter}L\n.....")
    assert sight(f"...L\n.{letter}{letter}.\n{letter}{letter}..\nK...")


@pytest.mark.clause("TTT-2.13")
@pytest.mark.parametrize("between", ["lookout c2", "guard c2"])
def test_pieces_of_neither_side_block(between: str) -> None:
    drawing = ".....\nK...L\n....."
    for side_1, side_2 in ((f"lookout K, {between}", "lookout L"), ("lookout K", f"lookout L, {between}")):
        at = table(drawing, side_1, side_2, pieces=[LOOKOUT])
        assert refused(*at, "aim 1.lookout.1 2.lookout.1") == "ok"


LANES = [
    """
    ##L
    #..
    ..#
    K##
    """,
    """
    L..##
    ##..K
    """,
    """
    ####.L
    #....#
    K.####
    """,
    """
    L#
    .#
    ..
    #.
    #K
    """,
]
"""Every square that the line between K and L enters is open, every other one is a wall."""


@pytest.mark.clause("TTT-2.14", "TTT-2.19")
@pytest.mark.parametrize("lane", LANES)
def test_the_squares_that_the_segment_enters_decide(lane: str) -> None:
    assert sight(lane)
    for k, letter in enumerate(lane):
        if letter == ".":
            assert not sight(f"{lane[:k]}#{lane[k + 1 :]}")


@pytest.mark.clause("TTT-2.15", "TTT-2.16")
@pytest.mark.parametrize("walls", list(product(".#", repeat=4)))
def test_at_every_corner_on_the_way_one_flank_must_be_open(walls: tuple[str, ...]) -> None:
    north, west, east, south = walls  # of the corners between K and the middle, and between the middle and L
    drawing = f"#{north}L\n{west}.{east}\nK{south}#"
    mirrored = f"L{north}#\n{east}.{west}\n#{south}K"
    assert sight(drawing) == sight(mirrored) == (("#", "#") not in ((west, south), (north, east)))


@pytest.mark.clause("TTT-2.15", "TTT-2.16")
@pytest.mark.parametrize("walls", list(product(".#", repeat=2)))
def test_a_corner_on_a_line_that_is_not_diagonal(walls: tuple[str, ...]) -> None:
    above, below = walls
    sees = walls != ("#", "#")
    assert sight(f"#{above}.L\nK.{below}#") == sees
    assert sight(f"#L\n{above}.\n.{below}\nK#") == sees


@pytest.mark.clause("TTT-2.14", "TTT-2.16")
def test_a_wall_entered_blocks_where_a_wall_touched_does_not() -> None:
    assert sight(
        """
        ..L
        #..
        K..
        """
    )
    assert not sight(
        """
        ..L
        .#.
        K..
        """
    )


@pytest.mark.clause("TTT-2.18")
@pytest.mark.parametrize("drawing", ["####\n#KL#\n####", "###\n#K#\n#L#\n###", "###\n#LK\n###", "#L#\n#K#\n###"])
def test_adjacent_squares_always_see_each_other(drawing: str) -> None:
    assert sight(drawing)


@pytest.mark.clause("TTT-2.19")
def test_board_gap_as_the_rulebook_reads_it() -> None:
    def gap(a: str, b: str) -> str:
        at = table("gap", f"lookout {a}", f"lookout {b}", pieces=[LOOKOUT])
        return refused(*at, "aim 1.lookout.1 2.lookout.1")

    assert gap("b4", "c3") == "E_NO_LOS"
    assert gap("b2", "c3") == "ok"
    assert gap("a2", "c3") == "E_NO_LOS"


@pytest.mark.clause("TTT-2.20")
@pytest.mark.parametrize("letter", ".wrs~=12ABCDEF")
def test_nothing_else_limits_an_attack(letter: str) -> None:
    def attack(at: At) -> str:
        return refused(*at, "attack 1.lookout.1 2.lookout.1")

    drawing = f"....\n....\n{letter}...\n...."
    for side_1, side_2 in (("lookout d4", "lookout a2"), ("lookout d4, guard a3", "lookout a2, guard b2, guard a1")):
        assert attack(table(drawing, side_1, side_2, pieces=[LOOKOUT], phase="attack")) == "ok"
    for did in ("", "!m", "!a"):
        at = table(drawing, f"lookout d4{did}", "lookout a2", pieces=[LOOKOUT], phase="attack")
        assert attack(at) == "ok"
    commanding = table(drawing, "captain a3!c, guard d4", "lookout a2", pieces=[LOOKOUT], phase="attack")
    assert refused(*commanding, "attack 1.captain.1 2.lookout.1") == "ok"
