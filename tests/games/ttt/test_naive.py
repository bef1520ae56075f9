"""The engine against the naive second implementations, on random boards and on the standard ones."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fireteam.core.space.squares import square_name
from fireteam.games.ttt import lookup
from fireteam.games.ttt.rules.sight import sees
from tests import naive
from tests.games.ttt.table import At, a_piece, ends, refused, table
from tests.heavy.settings import many

LETTERS = ".wrs~=ABCDEF"
GROUND = ".....wrs~ABCDEF=##"
quick = settings(max_examples=many(50, 100), deadline=None, derandomize=True, print_blob=False)


def rows(letters: str, width: int = 9, height: int = 7) -> st.SearchStrategy[list[str]]:
    """Drawn boards of these characters."""
    return st.lists(st.text(st.sampled_from(letters), min_size=width, max_size=width), min_size=height, max_size=height)


def laid(drawing: list[str], side_1: str = "", side_2: str = "", **more: object) -> tuple[At, dict[naive.Square, str]]:
    """A drawing on the table, and as the naive rules see it."""
    return table("\n".join([*drawing, ""]), side_1, side_2, **more), naive.drawn(drawing)  # type: ignore[arg-type]


def on_map(at: At) -> dict[naive.Square, str]:
    """A standard board or joined map as the naive rules see it."""
    return naive.drawn(at[0].content.map.rows())


def engine_sees(at: At, a: naive.Square, b: naive.Square) -> bool:
    return sees(at[0].tables[0], *a, *b)


@pytest.mark.clause("TTT-3.1", "TTT-3.5", "TTT-3.6", "TTT-3.8", "TTT-3.9", "TTT-3.10")
@pytest.mark.parametrize("letter", LETTERS)
def test_every_overlap_resolves_as_the_clauses_say(letter: str) -> None:
    (setting, _), _ = laid([letter * 3] * 3)
    tables = setting.tables[0]
    ground = tables.grounds[tables.ground[1, 1]]
    for move in range(1, 7):
        mine = (
            lookup.allowance(tables, ground, move),
            lookup.terrain_bonus(tables, ground),
            lookup.allows_attack(tables, ground),
        )
        assert mine == (naive.allowance(letter, move), naive.bonus(letter), naive.may_attack_from(letter))
        assert mine == naive.single_worst(letter, move)


@pytest.mark.clause("TTT-2.4", "TTT-2.5", "TTT-2.8")
@quick
@given(*(st.integers(0, 12) for _ in range(4)))
def test_distance_is_the_number_of_steps_on_an_empty_plane(x: int, y: int, to_x: int, to_y: int) -> None:
    assert lookup.distance(x, y, to_x, to_y) == naive.distance((x, y), (to_x, to_y))


@pytest.mark.clause("TTT-2.11", "TTT-2.14", "TTT-2.15", "TTT-2.16", "TTT-2.17", "TTT-2.18", "TTT-2.19")
@quick
@given(rows("...#"), st.data())
def test_sight_is_the_geometry_of_segments_and_squares(drawing: list[str], data: st.DataObject) -> None:
    at, board = laid(drawing)
    walls = {square for square, letter in board.items() if letter == "#"}
    free = sorted(set(board) - walls)
    if not free:
        return
    a = data.draw(st.sampled_from(free))
    for b in free:
        if a != b:
            assert engine_sees(at, a, b) == engine_sees(at, b, a) == naive.sees(walls, a, b), (a, b)


@pytest.mark.clause("TTT-2.17", "TTT-2.19")
@pytest.mark.parametrize(("board", "pairs"), [("2", 856), ("4", 892), ("5", 316)])
def test_as_many_near_squares_see_each_other_as_the_rulebook_counts(board: str, pairs: int) -> None:
    at = table(board)
    walls = {square for square, letter in on_map(at).items() if letter == "#"}
    near = [(a, b) for a, b in combinations(sorted(set(on_map(at)) - walls), 2) if lookup.distance(*a, *b) <= 3]
    seen = [pair for pair in near if engine_sees(at, *pair)]
    assert len(seen) == pairs
    assert seen == [(a, b) for a, b in near if engine_sees(at, b, a)]
    assert seen == [(a, b) for a, b in near if naive.sees(walls, a, b)]


@st.composite
def walks(draw: st.DrawFn) -> tuple[list[str], list[naive.Square], int, int, int, int, bool, bool]:
    """A board with bunkers and pieces round a mover: rows, squares (the mover's first), how many are whose."""
    drawing = draw(rows(GROUND + "12"))
    free = sorted(square for square, letter in naive.drawn(drawing).items() if letter != "#")
    squares = draw(st.lists(st.sampled_from(free or [(0, 0)]), min_size=1, max_size=12, unique=True))
    own = draw(st.integers(0, len(squares) - 1))
    sweepers = draw(st.sampled_from((0, 0, 0, 1)))
    side, move = draw(st.integers(1, 2)), draw(st.integers(1, 6))
    return drawing, squares if free else [], own, sweepers, side, move, draw(st.booleans()), draw(st.booleans())


@pytest.mark.clause(
    "TTT-3.10", "TTT-3.11", "TTT-3.12", "TTT-3.13", "TTT-3.19", "TTT-3.23", "TTT-3.24", "TTT-3.25", "TTT-3.26",
    "TTT-3.27", "TTT-4.24", "TTT-7.2", "TTT-7.3", "TTT-7.4", "TTT-7.5", "TTT-7.7", "TTT-7.8",
)  # fmt: skip
@settings(quick, max_examples=many(100, 200))
@given(walks())
def test_a_piece_reaches_what_some_lawful_path_reaches(walk: tuple) -> None:  # type: ignore[type-arg]
    drawing, squares, own, sweepers, side, move, entered, friends = walk
    if not squares:
        return
    start, *others = squares
    mine, theirs = others[:own], others[own:]
    kinds = ["minesweeper"] * min(sweepers, own) + ["rifleman"] * own
    force = ", ".join(f"{kind} {square_name(at)}" for kind, at in zip(["mover", *kinds], [start, *mine], strict=False))
    enemies = ", ".join(f"minesweeper {square_name(square)}" for square in theirs)
    at, board = laid(
        drawing,
        *((force, enemies) if side == 1 else (enemies, force)),
        turn=side,
        pieces=[a_piece("mover", move=move)],
        terrain_move="enter" if entered else "start",
        pass_through="friends" if friends else "none",
    )
    naive_walk = naive.Walk(
        board,
        start,
        move,
        side=side,
        own=frozenset(mine),
        enemies=frozenset(theirs),
        clear=any(naive.distance(start, square) <= 1 for square in mine[: min(sweepers, own)]),
        entered=entered,
        friends=friends,
    )
    expected = {square_name(square) for square in naive_walk.reach()}
    piece = f"{side}.mover.1"
    assert ends(*at, piece) == expected
    for square in near(board, start, move + 1):
        assert (refused(*at, f"move {piece} {square}") == "ok") == (square in expected), square


def near(board: dict[naive.Square, str], start: naive.Square, steps: int) -> Iterator[str]:
    """The squares at exactly this distance and one less: where a move begins to be too long."""
    for x, y in board:
        if abs(x - start[0]) + abs(y - start[1]) in (steps, steps - 1):
            yield square_name((x, y))


@pytest.mark.clause("TTT-3.25")
@settings(quick, max_examples=many(20, 40))
@given(rows(GROUND), st.integers(1, 6), st.integers(0, 8), st.integers(0, 6))
def test_terrain_entered_never_allows_more_and_always_one_step(drawing: list[str], move: int, x: int, y: int) -> None:
    if drawing[6 - y][x] == "#":
        return
    reach = {}
    for option in ("start", "enter"):
        force = f"mover {square_name((x, y))}"
        at, board = laid(drawing, force, pieces=[a_piece("mover", move=move)], terrain_move=option)
        reach[option] = ends(*at, "1.mover.1")
    step = {square_name(square) for square in naive.beside((x, y)) if board.get(square, "#") != "#"}
    assert step <= reach["enter"] <= reach["start"]


@pytest.mark.clause("TTT-2.20", "TTT-8.5", "TTT-8.6", "TTT-8.7", "TTT-4.17", "TTT-4.25", "TTT-3.17", "TTT-3.18")
@quick
@given(rows(GROUND), st.integers(0, 8), st.sets(st.sampled_from(("indirect", "low_profile"))), st.data())
def test_an_attack_is_lawful_as_the_clause_lists_it(
    drawing: list[str], range: int, abilities: set[str], data: st.DataObject
) -> None:
    free = sorted(square for square, letter in naive.drawn(drawing).items() if letter != "#")
    squares = data.draw(st.lists(st.sampled_from(free), min_size=2, max_size=9, unique=True)) if len(free) > 1 else []
    if not squares:
        return
    attacker, *targets = squares
    for phase, verb in (("move", "aim"), ("attack", "attack")):
        at, board = laid(
            drawing,
            f"attacker {square_name(attacker)}",
            ", ".join(f"target {square_name(square)}" for square in targets),
            phase=phase,
            pieces=[
                a_piece("attacker", *(abilities & {"indirect"}), range=range),
                a_piece("target", *(abilities & {"low_profile"}), range=8),
            ],
        )
        for k, target in enumerate(targets, 1):
            shot = naive.Shot(board, attacker, target, range, "indirect" in abilities, "low_profile" in abilities)
            assert refused(*at, f"{verb} 1.attacker.1 2.target.{k}") == shot.verdict(), (attacker, target)


@pytest.mark.clause("TTT-8.10", "TTT-8.13", "TTT-8.14")
def test_the_lowest_face_that_hits_agrees_with_the_chance_of_the_clause() -> None:
    (setting, _) = table("plain_10")
    numbers = setting.tables[0].constants
    for tbh in range(1, 7):
        for modifiers in range(-4, 8):
            lowest = lookup.lowest_hit(modifiers, tbh, numbers)
            faces = [face for face in range(1, 7) if lookup.hits(face, modifiers, tbh, numbers)]
            assert faces == list(range(lowest, 7))
            assert naive.Fraction(len(faces), 6) == naive.chance(tbh, 0, modifiers) == naive.n(tbh - modifiers)
