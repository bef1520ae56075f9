"""Section 3: what terrain does to the piece that stands on it, and to its moves."""

from __future__ import annotations

import pytest

from fireteam.core.errors import IllegalChoice
from tests.games.ttt.table import At, a_piece, do, ends, refused, shots, table, why

ALLOWANCE = {  # the table of section 3: allowance for Move 1 to 6, TBH bonus, may attack
    ".": ((1, 2, 3, 4, 5, 6), 0, True),
    "w": ((1, 1, 2, 3, 4, 5), 2, True),
    "r": ((1, 1, 2, 3, 4, 5), 1, True),
    "s": ((1, 1, 1, 2, 3, 4), 0, True),
    "~": ((1, 1, 1, 2, 2, 3), 0, False),
    "A": ((1, 1, 2, 3, 4, 5), 1, True),
    "B": ((1, 1, 1, 2, 3, 4), 0, True),
    "C": ((1, 1, 1, 2, 2, 3), 0, False),
    "D": ((1, 1, 1, 2, 3, 4), 0, True),
    "E": ((1, 1, 1, 2, 2, 3), 0, False),
    "F": ((1, 1, 1, 2, 2, 3), 0, False),
    "=": ((1, 2, 3, 4, 5, 6), 0, True),
    "1": ((1, 2, 3, 4, 5, 6), 0, True),
    "2": ((1, 2, 3, 4, 5, 6), 0, True),
}
NAMES = {"w": "woods", "r": "rocky", "s": "swamp", "~": "river"}
RIVERS = {"~": "river", "C": "woods and river", "E": "rocky and river", "F": "swamp and river"}
MOVES = [(letter, move) for letter in ALLOWANCE for move in range(1, 7)]


def island(letter: str, size: int = 15) -> str:
    """One square of a terrain in the middle of a plain: h8."""
    middle, plain = size // 2, "." * size
    rows = [plain] * size
    rows[middle] = plain[:middle] + letter + plain[middle + 1 :]
    return "\n".join(rows)


def compass(steps: int) -> list[str]:
    """The squares so many steps north, east, south and west of h8."""
    east, west = chr(ord("h") + steps), chr(ord("h") - steps)
    return [f"h{8 + steps}", f"{east}8", f"h{8 - steps}", f"{west}8"]


def mover(drawing: str, move: int, where: str, **options: str) -> At:
    return table(drawing, f"mover {where}", pieces=[a_piece("mover", move=move)], **options)


def says(at: At, line: str) -> str:
    """The sentence of a refusal."""
    with pytest.raises(IllegalChoice) as refusal:
        do(*at, line)
    return refusal.value.sentence


@pytest.mark.clause("TTT-3.1", "TTT-3.4", "TTT-3.5", "TTT-3.7", "TTT-3.9", "TTT-3.10", "TTT-3.12")
@pytest.mark.parametrize(("letter", "move"), MOVES)
def test_a_move_is_as_long_as_the_start_square_allows(letter: str, move: int) -> None:
    steps = ALLOWANCE[letter][0][move - 1]
    at = mover(island(letter), move, "h8")
    assert len(ends(*at, "1.mover.1")) == 2 * steps * (steps + 1)
    for far, farther in zip(compass(steps), compass(steps + 1), strict=True):
        assert refused(*at, f"move 1.mover.1 {far}") == "ok"
        assert says(at, f"move 1.mover.1 {farther}") == f"{farther} is not within {steps} steps"


@pytest.mark.clause("TTT-3.23", "TTT-3.24", "TTT-3.26", "TTT-3.27")
@pytest.mark.parametrize(("letter", "move"), MOVES)
def test_under_enter_an_even_field_limits_a_move_no_more_than_its_one_terrain(letter: str, move: int) -> None:
    steps = ALLOWANCE[letter if letter != "1" else "."][0][move - 1]
    field = "\n".join([("." if letter in "12" else letter) * 15] * 15)
    at = mover(field, move, "h8", terrain_move="enter")
    assert len(ends(*at, "1.mover.1")) == 2 * steps * (steps + 1)
    assert says(at, f"move 1.mover.1 h{9 + steps}") == f"h{9 + steps} is not within {steps} steps"


@pytest.mark.clause("TTT-3.1", "TTT-3.2", "TTT-3.3", "TTT-3.5", "TTT-3.6", "TTT-3.7", "TTT-3.14", "TTT-3.15")
@pytest.mark.parametrize("letter", ALLOWANCE)
def test_the_targets_terrain_is_subtracted_once(letter: str) -> None:
    bonus = ALLOWANCE[letter][1]
    at = table(f"...\n.{letter}.\nR..", "rifleman R", "captain b2", phase="attack")
    told = do(*at, "attack 1.rifleman.1 2.captain.1", dice=[3 + bonus])
    assert shots(told) == [f"1.rifleman.1 at 2.captain.1 on {3 + bonus}: hit"]
    assert why(told) == {"to-hit bonus": 1, **({"terrain of the target": -bonus} if bonus else {})}
    at = table(f"...\n.{letter}.\nR..", "rifleman R", "captain b2", phase="attack")
    assert shots(do(*at, "attack 1.rifleman.1 2.captain.1", dice=[2 + bonus]))[0].endswith("miss")


@pytest.mark.clause("TTT-3.16")
@pytest.mark.parametrize("letter", [letter for letter in ALLOWANCE if letter not in RIVERS])
def test_the_attackers_own_terrain_never_changes_the_roll(letter: str) -> None:
    at = table(f"...\n.{letter}.\n..K", "rifleman b2", "captain K", phase="attack")
    told = do(*at, "attack 1.rifleman.1 2.captain.1", dice=[3])
    assert shots(told) == ["1.rifleman.1 at 2.captain.1 on 3: hit"] and why(told) == {"to-hit bonus": 1}


@pytest.mark.clause("TTT-3.16")
def test_the_bonus_is_that_of_the_square_at_the_moment_of_the_attack() -> None:
    at = table("...\n.w.\n...", "rifleman a1", "captain b1", turn=2)
    do(*at, "move 2.captain.1 b2")
    do(*at, "end_turn")
    do(*at, "end_move")
    assert why(do(*at, "attack 1.rifleman.1 2.captain.1", dice=[1])) == {"to-hit bonus": 1, "terrain of the target": -2}


@pytest.mark.clause("TTT-3.1", "TTT-3.5", "TTT-3.17", "TTT-3.18")
@pytest.mark.parametrize("letter", ALLOWANCE)
def test_only_a_river_forbids_to_attack_and_to_aim(letter: str) -> None:
    for phase, verb in (("attack", "attack"), ("move", "aim")):
        at = table(f"...\n.{letter}.\n..K", "rifleman b2", "captain K", phase=phase)
        verdict = "E_NO_ATTACK_TERRAIN" if letter in RIVERS else "ok"
        assert refused(*at, f"{verb} 1.rifleman.1 2.captain.1") == verdict
        if letter in RIVERS:
            sentence = f"Red RF1 cannot attack from {RIVERS[letter]}"
            assert says(at, f"{verb} 1.rifleman.1 2.captain.1") == sentence


@pytest.mark.clause("TTT-3.18")
def test_a_piece_on_a_river_can_be_attacked_and_aimed_at() -> None:
    at = table("...\n.~.\n..K", "rifleman b2", "captain K", turn=2)
    do(*at, "aim 2.captain.1 1.rifleman.1")
    assert shots(do(*at, "attack 2.captain.1 1.rifleman.1", dice=[3])) == ["2.captain.1 at 1.rifleman.1 on 3: hit"]


@pytest.mark.clause("TTT-3.11")
@pytest.mark.parametrize("option", ["start", "enter"])
def test_a_piece_that_is_boxed_in_has_no_move(option: str) -> None:
    at = table(
        """
        .#.
        KR.
        .L.
        """,
        "recon R, guard L",
        "guard K, guard c2",
        terrain_move=option,
    )
    assert ends(*at, "1.recon.1") == set()
    for square in ("b3", "a2", "c2", "b1", "b2"):
        assert refused(*at, f"move 1.recon.1 {square}") in ("E_IMPASSABLE", "E_OCCUPIED")
    assert refused(*at, "move 1.recon.1 a1") == "E_UNREACHABLE"


@pytest.mark.clause("TTT-3.12", "TTT-3.13")
@pytest.mark.parametrize("letter", "wrs~ABCDEF")
def test_terrain_passed_through_or_ended_on_does_not_limit_the_move_that_enters_it(letter: str) -> None:
    row = f"#R{letter * 4}."
    at = table(f"#######\n{row}\n#######", "recon R")
    assert ends(*at, "1.recon.1") == {"c2", "d2", "e2", "f2"}


@pytest.mark.clause("TTT-3.23", "TTT-3.24", "TTT-3.26")
@pytest.mark.parametrize("letter", "wrs~ABCDEF")
def test_under_enter_every_square_of_the_path_limits_it(letter: str) -> None:
    steps = ALLOWANCE[letter][0][3]  # of a Move of 4
    along = table(f"#######\n#R{letter * 4}.\n#######", "recon R", terrain_move="enter")
    assert ends(*along, "1.recon.1") == {"c2", "d2", "e2", "f2"} - {"cdefg"[k] + "2" for k in range(steps, 5)}
    start = table(f"########\n#{letter}......\n########", "recon b2", terrain_move="enter")
    assert ends(*start, "1.recon.1") == {"cdefg"[k] + "2" for k in range(steps)}
    through = table(f"########\n#R{letter}.....\n########", "recon R", terrain_move="enter")
    assert ends(*through, "1.recon.1") == {"cdefg"[k] + "2" for k in range(steps)}
    end = table(f"########\n#R..{letter}...\n########", "recon R", terrain_move="enter")
    assert ends(*end, "1.recon.1") == {"cdefg"[k] + "2" for k in range(4 if steps == 4 else 3 if steps == 3 else 2)}


@pytest.mark.clause("TTT-3.26")
def test_under_enter_a_detour_may_be_legal_where_the_shortest_path_is_not() -> None:
    drawing = """
        ####
        R~K#
        ...#
        """
    at = table(drawing, "shot_gun R", terrain_move="enter")
    assert ends(*at, "1.shot_gun.1") == {"a1", "b1", "b2", "c1"}  # c2 over the river would be a second step of one
    at = table(drawing, "recon R", terrain_move="enter")
    assert ends(*at, "1.recon.1") == {"a1", "b1", "b2", "c1", "c2"}  # in four steps round the river
    at = table("####\nRs.#\n...#", "shot_gun R", terrain_move="start")
    assert "c2" in ends(*at, "1.shot_gun.1")


@pytest.mark.clause("TTT-3.24")
def test_under_enter_nothing_but_movement_changes() -> None:
    for option in ("start", "enter"):
        at = table("...\n.w.\nR.~", "rifleman R, rifleman c1", "captain b2", phase="attack", terrain_move=option)
        assert refused(*at, "attack 1.rifleman.2 2.captain.1") == "E_NO_ATTACK_TERRAIN"
        assert shots(do(*at, "attack 1.rifleman.1 2.captain.1", dice=[4])) == ["1.rifleman.1 at 2.captain.1 on 5: miss"]


@pytest.mark.clause("TTT-3.27", "TTT-4.24")
@pytest.mark.parametrize("letter", "wrs~ABCDEF")
def test_under_enter_a_clear_path_gives_the_full_move_on_every_square(letter: str) -> None:
    row = f"#{letter * 5}."
    at = table(f"#######\n{row}\n#######", "recon c2, minesweeper b2", terrain_move="enter")
    assert ends(*at, "1.recon.1") == {"d2", "e2", "f2", "g2"}
    at = table(f"#######\n{row}\n#######", "recon d2, minesweeper b2", terrain_move="enter")
    steps = ALLOWANCE[letter][0][3]
    assert ends(*at, "1.recon.1") == {"c2", *("efg"[k] + "2" for k in range(min(3, steps)))}
    assert says(at, "move 1.recon.1 a1") == "a1 cannot be entered"


@pytest.mark.clause("TTT-3.19", "TTT-7.3")
@pytest.mark.parametrize("options", [{}, {"terrain_move": "enter"}, {"pass_through": "friends"}])
def test_walls_are_gone_round_not_through(options: dict[str, str]) -> None:
    at = table(
        """
        ...#.
        R#...
        .#.#.
        """,
        "recon R",
        **options,
    )
    assert ends(*at, "1.recon.1") == {"a1", "a3", "b3", "c3", "c2"}
    assert refused(*at, "move 1.recon.1 b2") == "E_IMPASSABLE"


@pytest.mark.clause("TTT-3.19", "TTT-5.13")
def test_no_piece_is_placed_on_a_wall() -> None:
    at = table("sweep_the_settlement", "medic :u", "medic :u", phase="place", force="preset")
    assert refused(*at, "place 1.medic.1 b2") == "E_IMPASSABLE"
    assert refused(*at, "place 1.medic.1 a2") == "ok"


@pytest.mark.clause("TTT-3.20")
def test_a_wall_holds_no_terrain() -> None:
    (setting, _) = table("5")
    tables = setting.tables[0]
    walls = [square for square in setting.content.map if not setting.content.map.is_open(square)]
    assert walls and all(tables.grounds[tables.ground[y, x]].n == 0 for x, y in walls)


@pytest.mark.clause("TTT-3.21")
def test_a_bridge_replaces_the_river_under_it() -> None:
    at = table("~~~~~~~\n~~===~~\n~~~~~~~", "rifleman d2", "captain e2", phase="attack")
    assert shots(do(*at, "attack 1.rifleman.1 2.captain.1", dice=[2])) == ["1.rifleman.1 at 2.captain.1 on 3: miss"]
    at = mover("~~~~~~~~~\n~~~===~~~\n~~~~~~~~~", 4, "e2")
    assert {"a2", "i2"} <= ends(*at, "1.mover.1")


@pytest.mark.clause("TTT-3.22")
@pytest.mark.parametrize("letter", "12")
def test_a_bunker_is_open_ground(letter: str) -> None:
    at = table(f".....\n.{letter}{letter}..\n.....", "rifleman b2", "captain c2", phase="attack")
    assert why(do(*at, "attack 1.rifleman.1 2.captain.1", dice=[2])) == {"to-hit bonus": 1}
    assert len(ends(*mover(island(letter), 4, "h8"), "1.mover.1")) == 40
