"""Sections 7.1 and 7.2: moves and aims."""

from __future__ import annotations

from random import Random

import pytest

from fireteam.core.space.squares import square_at, square_name
from tests.games.ttt.matches import begin, mission, now, play, sentences
from tests.games.ttt.table import a_piece, choices, do, ends, names, refused, table, unit

# Moves


@pytest.mark.clause("TTT-7.1", "TTT-6.1")
def test_a_side_may_move_any_one_of_its_pieces() -> None:
    at = table("plain_10", "recon a1, guard e5", "rifleman j10")
    assert {piece for _, piece, _ in choices(*at, "move")} == {"1.recon.1", "1.guard.1"}
    told = play(*at, "move 1.guard.1 e6")
    assert sentences(told) == ["Red GD1 moves from e5 to e6"]
    assert (unit(*at, "1.guard.1").x, unit(*at, "1.guard.1").y) == (4, 5)
    assert (unit(*at, "1.recon.1").x, unit(*at, "1.recon.1").y) == (0, 0)


@pytest.mark.clause("TTT-7.2", "TTT-2.7")
def test_a_move_is_one_to_allowance_steps_and_never_diagonal() -> None:
    at = table("plain_10", "rifleman e5", "guard j10")
    assert ends(*at, "1.rifleman.1") == {"e6", "e7", "e4", "e3", "d5", "c5", "f5", "g5", "d4", "d6", "f4", "f6"}
    boxed = table("plain_10", "rifleman e5", "guard e6, guard d5, recon f5, recon e4")
    assert ends(*boxed, "1.rifleman.1") == set() and refused(*boxed, "move 1.rifleman.1 f6") == "E_UNREACHABLE"


@pytest.mark.clause("TTT-7.2", "TTT-4.6")
def test_the_greatest_move_reaches_six_squares_in_every_direction() -> None:
    runner = a_piece("runner", move=6)
    at = table("plain_10+plain_10", "runner k5", "guard a10", pieces=[runner])
    assert {"e5", "q5", "k1", "k10", "h2", "n8", "n2", "h8"} <= ends(*at, "1.runner.1")
    assert len(ends(*at, "1.runner.1")) == sum(0 < abs(x - 10) + abs(y - 4) <= 6 for x in range(20) for y in range(10))
    for square in ("d5", "r5", "e6", "m10", "e4"):
        assert refused(*at, f"move 1.runner.1 {square}") == "E_UNREACHABLE"
    assert refused(*at, "move 1.runner.1 a5") == refused(*at, "move 1.runner.1 t1") == "E_UNREACHABLE"


@pytest.mark.clause("TTT-7.2", "TTT-7.5")
@pytest.mark.parametrize("start", ["a1", "a10", "j1", "j10", "a5", "e1", "j5", "e10"])
def test_moves_stop_at_the_edges_of_the_board(start: str) -> None:
    at = table("plain_10", f"recon {start}", "guard e5")
    x, y = square_at(start)
    near = {
        square_name((across, up)) for across in range(10) for up in range(10) if 0 < abs(across - x) + abs(up - y) <= 4
    }
    assert ends(*at, "1.recon.1") == near - {"e5"}


@pytest.mark.clause("TTT-7.2", "TTT-7.5")
def test_far_rows_are_out_of_reach_though_they_wrap_no_window() -> None:
    tall = "\n".join("..." for _ in range(20))
    for start, row in (("b1", 20), ("b20", 1), ("b3", 16), ("b18", 5)):
        at = table(f"\n{tall}\n", f"recon {start}", "guard a10")
        assert refused(*at, f"move 1.recon.1 b{row}") == "E_UNREACHABLE"


@pytest.mark.clause("TTT-7.2", "TTT-7.5")
@pytest.mark.parametrize("option", ["start", "enter"])
def test_the_edges_of_the_largest_map_are_edges_too(option: str) -> None:
    largest = "\n".join(["." * 60] * 60)
    for start, near in (("a1", "e1 a5"), ("bh1", "bd1 bh5"), ("a60", "e60 a56"), ("bh60", "bd60 bh56")):
        at = table(f"\n{largest}\n", f"recon {start}", "guard ad30", terrain_move=option)
        found = ends(*at, "1.recon.1")
        assert len(found) == 14 and set(near.split()) <= found
        assert refused(*at, "move 1.recon.1 ad31") == "E_UNREACHABLE"


@pytest.mark.clause("TTT-7.3", "TTT-3.19")
def test_no_step_enters_a_square_that_is_impassable_off_the_board_or_taken() -> None:
    at = table(
        """
        5 .....
        4 .#...
        3 #R#..
        2 .G.K.
        1 .....
        """,
        "recon R, guard G",
        "guard K",
    )
    assert ends(*at, "1.recon.1") == set()  # walls around, the own Guard in the only gap
    assert refused(*at, "move 1.recon.1 b4") == refused(*at, "move 1.recon.1 a3") == "E_IMPASSABLE"
    assert refused(*at, "move 1.recon.1 b2") == refused(*at, "move 1.recon.1 d2") == "E_OCCUPIED"
    assert refused(*at, "move 1.recon.1 b6") == refused(*at, "move 1.recon.1 f3") == "E_OFF_BOARD"
    assert refused(*at, "move 1.recon.1 a2") == "E_UNREACHABLE"


CORRIDOR = """
    2 ####
    1 ....
    """


@pytest.mark.clause("TTT-7.3", "TTT-12.10")
def test_by_the_option_own_pieces_are_passed_but_not_stopped_on() -> None:
    for option, enemy, reached in (
        ("none", ":x", set()),
        ("friends", ":x", {"c1", "d1"}),
        ("friends", "c1", set()),  # an enemy stands beyond the own piece
        ("friends", "d1", {"c1"}),
    ):
        at = table(CORRIDOR, "recon a1, guard b1", f"guard {enemy}", pass_through=option)
        assert ends(*at, "1.recon.1") == reached
        assert refused(*at, "move 1.recon.1 b1") == "E_OCCUPIED"


@pytest.mark.clause("TTT-7.3")
def test_an_enemy_is_passed_under_neither_value() -> None:
    for option in ("none", "friends"):
        at = table(CORRIDOR, "recon a1", "guard b1", pass_through=option)
        assert ends(*at, "1.recon.1") == set()


@pytest.mark.clause("TTT-7.4", "TTT-13.4")
def test_a_piece_cannot_end_where_it_starts() -> None:
    at = table("plain_10", "recon e5", "guard j10")
    assert "e5" not in ends(*at, "1.recon.1") and refused(*at, "move 1.recon.1 e5") == "E_OCCUPIED"
    at = table("plain_10", "recon e5, minesweeper e6", "guard j10", pass_through="friends")
    assert "e5" not in ends(*at, "1.recon.1")
    at = table("plain_10", "recon e5", "guard j10", terrain_move="enter")
    assert "e5" not in ends(*at, "1.recon.1") and len(ends(*at, "1.recon.1")) == 40


@pytest.mark.clause("TTT-7.5")
def test_any_lawful_path_will_do_and_none_is_named() -> None:
    at = table(
        """
        4 ....
        3 .##.
        2 R#..
        1 ..#.
        """,
        "recon R",
        "guard d1",
    )
    assert ends(*at, "1.recon.1") == {"a1", "b1", "a3", "a4", "b4", "c4"}
    assert refused(*at, "move 1.recon.1 d4") == "E_UNREACHABLE"  # five steps
    assert refused(*at, "move 1.recon.1 c2") == "E_UNREACHABLE"


@pytest.mark.clause("TTT-7.5", "TTT-3.26", "TTT-7.3")
@pytest.mark.parametrize("option", ["start", "enter"])
@pytest.mark.parametrize("through", ["none", "friends"])
def test_moves_are_those_found_by_trying_every_path(option: str, through: str) -> None:
    """An independent count: a path is tried step by step, with the terrain of the squares it is on."""
    chance = Random(f"{option} {through}")
    for _ in range(12):
        rows = ["".join(chance.choices(".ws~r#ABCF", (40, 9, 9, 9, 9, 9, 4, 4, 4, 4), k=7)) for _ in range(6)]
        free = [square_name((x, 5 - y)) for y, row in enumerate(rows) for x, char in enumerate(row) if char != "#"]
        on = chance.sample(free, 7)
        move = chance.randint(1, 6)
        walker = a_piece("walker", move=move)
        at = table(
            "\n" + "\n".join(rows) + "\n",
            f"walker {on[0]}, guard {on[1]}, guard {on[2]}",
            f"guard {on[3]}, recon {on[4]}",
            pieces=[walker],
            terrain_move=option,
            pass_through=through,
        )
        char = {square_name((x, 5 - y)): char for y, row in enumerate(rows) for x, char in enumerate(row)}
        shut = {name for name, letter in char.items() if letter == "#"} | {on[3], on[4]}
        own = {on[1], on[2]}
        if through == "none":
            shut |= own
        assert ends(*at, "1.walker.1") == walked(on[0], move, char, shut, own, option), rows


def left(char: str, move: int) -> int:
    """The allowance on a square, from the table of section 3."""
    worst = {".": 0, "w": 1, "r": 1, "A": 1, "s": 2, "B": 2, "~": 9, "C": 9, "F": 9}[char]
    half = move // 2
    return max(1, half if worst == 9 and char != "F" else min(half, move - 2) if char == "F" else move - worst)


def walked(start: str, move: int, char: dict[str, str], shut: set[str], own: set[str], option: str) -> set[str]:
    """Every square where some path of lawful length ends."""
    found: set[str] = set()
    best: dict[tuple[str, int], int] = {}

    def walk(square: str, steps: int, least: int) -> None:
        if best.get((square, least), 99) <= steps:
            return
        best[square, least] = steps
        if steps and square != start and square not in own:
            found.add(square)
        x, y = square_at(square)
        for beside in ((x, y + 1), (x + 1, y), (x, y - 1), (x - 1, y)):
            if min(beside) < 0 or square_name(beside) not in char or square_name(beside) in shut:
                continue
            name = square_name(beside)
            bound = min(least, left(char[name], move)) if option == "enter" else least
            if steps + 1 <= bound:
                walk(name, steps + 1, bound)

    walk(start, 0, left(char[start], move))
    return found


@pytest.mark.clause("TTT-7.6", "TTT-13.4")
def test_a_piece_takes_one_movement_action_a_turn() -> None:
    at = table("plain_10", "captain a1, recon c1, sniper e1", "guard e3")
    play(*at, "command 1.captain.1", "move 1.recon.1 d1")
    assert refused(*at, "move 1.recon.1 e2") == refused(*at, "aim 1.recon.1 2.guard.1") == "E_ALREADY_ACTED"
    assert {line[1] for line in choices(*at) if line[0] in ("move", "aim")} == {"1.sniper.1"}


YARD = """
    4 ...
    3 .1.
    2 #2#
    1 ...
    """


@pytest.mark.clause("TTT-7.7", "TTT-13.4")
def test_nobody_enters_or_crosses_the_own_bunker() -> None:
    at = table(YARD, "recon b4", "recon :x")
    assert ends(*at, "1.recon.1") == {"a3", "a4", "c3", "c4"}  # not b3, nor through it to b2
    assert refused(*at, "move 1.recon.1 b3") == "E_OWN_BUNKER"
    assert refused(*at, "move 1.recon.1 b2") == "E_UNREACHABLE"
    at = table(YARD, "recon :x", "recon b1", turn=2)
    assert ends(*at, "2.recon.1") == {"a1", "c1"} and refused(*at, "move 2.recon.1 b2") == "E_OWN_BUNKER"


@pytest.mark.clause("TTT-7.8")
def test_a_path_enters_the_enemy_bunker_only_as_its_last_square() -> None:
    at = table(YARD, "recon b1", "recon :x")
    assert ends(*at, "1.recon.1") == {"a1", "c1", "b2"}  # b2 and not beyond
    at = table(YARD, "recon :x", "recon b4", turn=2)
    assert ends(*at, "2.recon.1") == {"a3", "a4", "c3", "c4", "b3"}
    for through in ("none", "friends"):
        deep = table("besiege_the_bunker", "guard j1", "recon b3, guard c3", turn=2, pass_through=through)
        assert {"a2", "b2"} <= ends(*deep, "2.recon.1")
        assert refused(*deep, "move 2.recon.1 b1") == ("E_UNREACHABLE" if through == "none" else "ok")


@pytest.mark.clause("TTT-7.7", "TTT-7.8", "TTT-3.23")
def test_bunkers_are_closed_the_same_way_where_terrain_is_entered() -> None:
    at = table(YARD, "recon b4", "recon b1", terrain_move="enter")
    assert ends(*at, "1.recon.1") == {"a3", "a4", "c3", "c4"}
    at = table(YARD, "recon b4", "recon b1", turn=2, terrain_move="enter")
    assert ends(*at, "2.recon.1") == {"a1", "c1"}


@pytest.mark.clause("TTT-7.22")
def test_a_move_is_one_event_that_passes_over_zones_without_touching_them() -> None:
    gate = {"gate": ["b1", "c1"]}
    enters = {"force": {"fixed": {"recon": 1}}, "objective": {"type": "enter", "zone": "gate"}}
    at = begin(mission(one=enters, zones=gate))
    play(*at, "place 1.recon.1 a1", "place 2.rifleman.1 j10")
    assert names(play(*at, "move 1.recon.1 d1")) == ["moved"] and now(*at) == "attack 1"
    leaves = {**enters, "objective": {"type": "exit", "zone": "gate", "count": 1}}
    at = begin(mission(one=leaves, zones=gate))
    play(*at, "place 1.recon.1 a1", "place 2.rifleman.1 j10")
    assert names(play(*at, "move 1.recon.1 d1")) == ["moved"] and unit(*at, "1.recon.1").status == 2


@pytest.mark.clause("TTT-7.22", "TTT-4.24")
def test_abilities_see_a_piece_where_it_starts_and_ends_not_between() -> None:
    # The Recon starts on a river (2 steps) and passes the Minesweeper on its way: that does not help it.
    at = table(
        """
        2 ..M.
        1 ~...
        """,
        "recon a1, minesweeper M",
        "guard :x",
    )
    assert "d1" not in ends(*at, "1.recon.1") and "c1" in ends(*at, "1.recon.1")


# Aims


@pytest.mark.clause("TTT-7.9", "TTT-6.1", "TTT-13.3")
def test_an_aim_counts_as_the_move() -> None:
    at = table("plain_10", "sniper a1, recon c1", "rifleman a5")
    told = play(*at, "aim 1.sniper.1 2.rifleman.1")
    assert sentences(told) == ["Red SN1 aims at Blue RF1"]
    assert now(*at) == "attack 1" and at[1][0].budget == 0
    assert refused(*at, "move 1.recon.1 c2") == "E_WRONG_STATE"


@pytest.mark.clause("TTT-7.10", "TTT-8.6")
def test_the_target_of_an_aim_is_in_range_at_that_moment() -> None:
    at = table("plain_10", "sniper a1", "rifleman a6, guard a7, recon d3")
    assert [line[2] for line in choices(*at, "aim")] == ["2.rifleman.1", "2.recon.1"]
    assert refused(*at, "aim 1.sniper.1 2.guard.1") == "E_OUT_OF_RANGE"


@pytest.mark.clause("TTT-7.11", "TTT-3.18", "TTT-4.17", "TTT-4.25", "TTT-13.4")
def test_the_target_of_an_aim_is_lawful_for_an_attack_in_every_respect() -> None:
    at = table("4", "rifleman c5, sniper c8", "rifleman c4, guard j9")
    assert refused(*at, "aim 1.rifleman.1 2.rifleman.1") == "E_NO_ATTACK_TERRAIN"
    assert refused(*at, "aim 1.sniper.1 1.rifleman.1") == "E_FRIENDLY"
    assert refused(*at, "aim 1.sniper.1 2.medic.1") == "E_NO_TARGET"
    at = table("plain_10", "mortar a1, sniper e1", "recon a2, crawler e4, rifleman :x")
    assert refused(*at, "aim 1.mortar.1 2.recon.1") == "E_TOO_CLOSE"
    assert refused(*at, "aim 1.sniper.1 2.crawler.1") == "E_LOW_PROFILE"
    assert refused(*at, "aim 1.sniper.1 2.rifleman.1") == "E_NO_TARGET"
    at = table("diagram_1", "m_gunner c4, mortar c3", "rifleman f4")
    assert refused(*at, "aim 1.m_gunner.1 2.rifleman.1") == "E_NO_LOS"
    assert refused(*at, "aim 1.mortar.1 2.rifleman.1") == "ok"


@pytest.mark.clause("TTT-7.12")
def test_an_aim_gives_1_against_its_target_only() -> None:
    at = table("plain_10", "m_gunner a1", "rifleman a3, guard c1")
    play(*at, "aim 1.m_gunner.1 2.guard.1")
    at_guard, at_other = at, (at[0], at[1].copy())
    (told,) = do(*at_guard, "attack 1.m_gunner.1 2.guard.1", dice=[3])
    assert [(why.label, why.amount) for why in told.modifiers] == [("to-hit bonus", 1), ("aimed", 1)]
    assert told.event.needs == 4 and told.event.result == "miss"  # type: ignore[attr-defined]
    (told,) = do(*at_other, "attack 1.m_gunner.1 2.rifleman.1", dice=[2])
    assert [(why.label, why.amount) for why in told.modifiers] == [("to-hit bonus", 1)]
    assert told.event.needs == 3  # type: ignore[attr-defined]


@pytest.mark.clause("TTT-7.13")
def test_the_bonus_serves_every_attack_on_that_target_until_the_turn_ends() -> None:
    at = table("plain_10", "m_gunner a1", "guard a3, rifleman c1")
    play(*at, "aim 1.m_gunner.1 2.guard.1")
    for _ in range(2):
        (told,) = do(*at, "attack 1.m_gunner.1 2.guard.1", dice=[3])
        assert ("aimed", 1) in [(why.label, why.amount) for why in told.modifiers]
    play(*at, "end_turn", "end_turn", "end_move")
    (told,) = do(*at, "attack 1.m_gunner.1 2.guard.1", dice=[3])
    assert [why.label for why in told.modifiers] == ["to-hit bonus"]


@pytest.mark.clause("TTT-7.13", "TTT-8.8")
def test_the_bonus_is_lost_with_its_target() -> None:
    at = table("plain_10", "sniper a1, rifleman b1, sniper c1", "guard a3, recon b3, rifleman j10", budget="3")
    play(*at, "aim 1.sniper.1 2.guard.1", "aim 1.rifleman.1 2.recon.1", "aim 1.sniper.2 2.guard.1")
    assert unit(*at, "1.sniper.1").aim == unit(*at, "1.sniper.2").aim == 32 + 1
    play(*at, "attack 1.sniper.1 2.guard.1 : 6")
    assert unit(*at, "1.sniper.1").aim == unit(*at, "1.sniper.2").aim == 0
    assert unit(*at, "1.rifleman.1").aim == 33 + 1


@pytest.mark.clause("TTT-7.14", "TTT-13.4")
def test_a_piece_that_moved_cannot_aim_and_one_that_aimed_cannot_move() -> None:
    at = table("plain_10", "rifleman a1, sniper b1, recon j1", "guard a3", budget="3")
    play(*at, "move 1.rifleman.1 a2", "aim 1.sniper.1 2.guard.1")
    assert refused(*at, "aim 1.rifleman.1 2.guard.1") == "E_ALREADY_ACTED"
    assert refused(*at, "move 1.sniper.1 c1") == refused(*at, "aim 1.sniper.1 2.guard.1") == "E_ALREADY_ACTED"
    assert (unit(*at, "1.sniper.1").x, unit(*at, "1.sniper.1").y) == (1, 0)
