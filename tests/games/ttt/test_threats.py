"""Looking over the table: the line to a square with what blocks it, and where the enemy can hit next turn."""

from __future__ import annotations

from fractions import Fraction

import pytest

from fireteam.core.chance.distribution import certain, chance
from fireteam.core.errors import BadNotation, UnknownName
from fireteam.core.protocol.scene import Threat
from fireteam.core.space.squares import square_at, square_name
from fireteam.games.ttt.game import GAME
from fireteam.games.ttt.odds.tables import apply_to_all, is_eliminated
from fireteam.games.ttt.threats import sight, threats
from tests.games.ttt.matches import begin, mission
from tests.games.ttt.table import At, a_piece, choices, table

FIELD = """
    ....#...
    .w..#.M.
    .ws.....
    ...r.#..
    G....#.N
    """


def named(squares: tuple[tuple[int, int], ...]) -> str:
    return " ".join(map(square_name, squares))


def at_square(found: tuple[Threat, ...], square: str) -> dict[str, str]:
    return {one.unit: one.exact for one in found if (one.x, one.y) == square_at(square)}


@pytest.mark.clause("TTT-2.11", "TTT-2.12", "TTT-2.14")
def test_a_line_names_its_squares_and_the_wall_that_blocks_it() -> None:
    at = table("....\n.#..\nK...", "rifleman K")
    blocked = sight(*at, "1.rifleman.1", 2, 2)
    assert (blocked.clear, named(blocked.cells), blocked.blocker) == (False, "a1", (1, 1))
    assert blocked.says == "Red RF1, a1 to c3: blocked by the wall at b2, distance 4, Range 3 (TTT-2.14)"
    clear = sight(*at, "1.rifleman.1", 3, 1)
    assert (clear.clear, named(clear.cells), clear.blocker) == (True, "a1 b1 c2 d2", None)
    assert clear.says == "Red RF1, a1 to d2: clear, distance 4, Range 3 (TTT-2.11)" and clear.clause == "TTT-2.11"


@pytest.mark.clause("TTT-2.15")
def test_two_walls_at_a_corner_are_both_named() -> None:
    at = table("...\n#..\nK#.", "rifleman K")
    blocked = sight(*at, "1.rifleman.1", 2, 2)
    assert not blocked.clear and blocked.clause == "TTT-2.15"
    assert "blocked at a corner by the walls at b1 and a2" in blocked.says
    assert sight(*table("...\n#..\nK..", "rifleman K"), "1.rifleman.1", 2, 2).clear


@pytest.mark.clause("TTT-4.17")
def test_a_mortar_is_told_that_it_needs_no_line() -> None:
    at = table("K#..\n....", "mortar K")
    assert "it fires without line of sight (TTT-4.17)" in sight(*at, "1.mortar.1", 3, 1).says
    assert "without" not in sight(*table("K...\n....", "mortar K"), "1.mortar.1", 3, 1).says


def test_a_wall_is_nothing_to_stand_on() -> None:
    found = sight(*table("...#\nK...", "rifleman K"), "1.rifleman.1", 3, 1)
    assert not found.clear and found.blocker == (3, 1) and "the wall at d2" in found.says


def test_what_is_not_on_the_board_is_said() -> None:
    at = table("K..\n...", "rifleman K, guard :x")
    with pytest.raises(UnknownName, match=r"no piece on the board named '1\.guard\.1'"):
        sight(*at, "1.guard.1", 0, 0)
    with pytest.raises(BadNotation, match="d1 is not on the board, which is 3 by 2"):
        sight(*at, "1.rifleman.1", 3, 0)
    with pytest.raises(UnknownName, match=r"did you mean 2\.rifleman\.1"):
        threats(*table("K..L\n....", "rifleman K", "rifleman L"), 0, "2.rifleman.1x")


# Threats


def by_hand(at: At, foe: str, target: str) -> Fraction:
    """The best a piece can do: every choice of its turn tried, then all its attacks on one target."""
    made, states = at
    j = made.game.names(made, states).find_unit(target)
    mine = [f"{kind} {foe} {rest[0]}" for kind, who, *rest in map(pad, choices(*at)) if who == foe]
    best = Fraction(0)
    for line in (*mine, "end_move"):
        front = certain(states)
        for each in (line, "end_move", *[f"attack {foe} {target}"] * 2):
            front = apply_to_all(made, front, each, states)
        best = max(best, chance(front, states, lambda now: is_eliminated(now, j)))
    return best


def pad(words: list[str]) -> list[str]:
    return [*words, "", ""]


@pytest.mark.clause("TTT-7.1", "TTT-7.9", "TTT-8.1")
@pytest.mark.parametrize(
    ("guest", "side_1", "side_2"),
    [
        ("guard", "guard G", "rifleman M, sniper N"),
        ("crawler", "crawler G", "rifleman M, m_gunner N"),
        ("rifleman", "rifleman G, medic d4", "recon M, mortar N"),
        ("medic", "medic G, rifleman d4", "berserker M, shot_gun N, radio_operator g5"),
    ],
)
def test_threats_are_what_trying_every_choice_of_the_enemy_finds(guest: str, side_1: str, side_2: str) -> None:
    at = table(FIELD, side_1, side_2)
    name, found = f"1.{guest}.1", threats(*at, 0, f"1.{guest}.1")
    taken = {(int(u.x), int(u.y)) for u in at[1][0].units if u.status == 2} - {(0, 0)}
    for square in set(at[0].content.map.open_squares()) - taken:
        there = table(FIELD, side_1.replace("G", square_name(square)), side_2, turn=2)
        told = {one.unit: one.exact for one in found if (one.x, one.y) == square}
        for foe in [word.split()[0] for word in side_2.split(", ")]:
            p = by_hand(there, f"2.{foe}.1", name)
            assert told.get(f"2.{foe}.1", "0") == str(p), (square_name(square), foe)
    title = GAME.names(*at).unit_title(name)
    assert found and all(f"takes out {title}" == one.of for one in found if (one.x, one.y) not in taken)


def test_a_square_with_a_piece_is_about_that_piece_and_a_free_one_about_the_easiest() -> None:
    at = table("K..\nG..\n...\nM..", "rifleman K, guard G", "rifleman M")
    found = threats(*at, 0)
    told = {square_name((one.x, one.y)): one.of for one in found}
    assert told["a4"] == "takes out Red RF1" and told["a3"] == "takes out Red GD1"
    assert told["b3"] == "takes out Red RF1"
    assert {one.of for one in threats(*at, 0, "1.guard.1") if (one.x, one.y) == (1, 2)} == {"takes out Red GD1"}
    assert str(found[0]) == "2.rifleman.1 takes out Red RF1 5/6 = 83.3%"


@pytest.mark.clause("TTT-7.2", "TTT-7.3")
def test_a_piece_that_stands_in_the_way_stops_the_enemy() -> None:
    drawing = "#######\nG.#...M\n#.....#\n#######"
    behind = threats(*table(drawing, "rifleman G", "recon M"), 0, "1.rifleman.1")
    assert at_square(behind, "a3") == {}
    beside = threats(*table("K#M\n...", "rifleman K", "berserker M"), 0, "1.rifleman.1")
    assert at_square(beside, "a2") == {"2.berserker.1": "2/3"} == at_square(beside, "b1")


@pytest.mark.clause("TTT-7.2", "TTT-7.3")
def test_where_the_piece_stands_now_does_not_stop_the_enemy_once_it_stands_elsewhere() -> None:
    corridor = "M.G....\n#######"
    found = threats(*table(corridor, "guard G", "recon M"), 0, "1.guard.1")
    there = table(corridor, "guard f2", "recon M", turn=2)
    assert at_square(found, "f2") == {"2.recon.1": str(by_hand(there, "2.recon.1", "1.guard.1"))}


@pytest.mark.clause("TTT-6.6")
def test_what_is_left_of_the_enemys_turn_counts_while_it_lasts() -> None:
    moving = table("K.....M\n.......", "rifleman K", "recon M", turn=2)
    assert at_square(threats(*moving, 0), "a2") == {"2.recon.1": "1/2"}
    attacking = table("K.....M\n.......", "rifleman K", "recon M", turn=2, phase="attack")
    assert threats(*attacking, 0, "1.rifleman.1")[-1].x == 5 and not at_square(threats(*attacking, 0), "a2")
    spent = table("K.....M\n.......", "rifleman K", "recon M+0", turn=2, phase="attack")
    assert threats(*spent, 0) == ()


@pytest.mark.clause("TTT-9.10", "TTT-9.12")
def test_who_leaves_the_board_does_not_attack_and_after_the_last_turn_nobody_does() -> None:
    exit = {"type": "exit", "zone": "gate", "count": 1}
    made = mission("plain_10", two={"objective": exit}, zones={"gate": ["a5", "b5"]}, round_limit=2)
    at = begin(made)
    assert threats(*at, 0) == ()  # nobody is placed yet
    made, states = at
    bare, states[:] = GAME.read_position("@plain_10 - move 1 1 1 rifleman@a1 rifleman@a7 -")
    assert at_square(threats(bare, states, 0), "a2") == {"2.rifleman.1": "2/3"}  # from a5
    assert at_square(threats(made, states, 0), "a3") == {"2.rifleman.1": "2/3"}
    assert at_square(threats(made, states, 0), "a2") == {}
    last = table("K..M\n....", "rifleman K", "rifleman M", turn=2, round=999, phase="attack")
    assert threats(*last, 1) == ()


def test_a_player_with_nobody_on_the_board_is_threatened_nowhere() -> None:
    assert threats(*table("K..M\n....", "rifleman :x", "rifleman M", phase="over"), 0) == ()


@pytest.mark.clause("TTT-4.12", "TTT-4.14", "TTT-4.18")
def test_a_blast_that_may_take_the_medic_first_is_reckoned_square_by_square() -> None:
    both = a_piece("mauler", "burst", "blast", range=3, th=0)
    drawing, foes = "KL..M\n.....", "mauler M"
    found = threats(*table(drawing, "rifleman K, medic L", foes, pieces=[both]), 0, "1.rifleman.1")
    told = {}
    for square in ("a2", "a1", "c2", "b1", "d1"):
        there = table(drawing, f"rifleman {square}, medic L", foes, pieces=[both], turn=2)
        told[square] = at_square(found, square)
        assert told[square] == {"2.mauler.1": str(by_hand(there, "2.mauler.1", "1.rifleman.1"))}
    assert told["c2"] != told["a1"]  # beside the Medic, and two squares from it


@pytest.mark.clause("TTT-4.17", "TTT-7.3")
def test_who_cannot_get_past_the_piece_does_not_fire_from_behind_it() -> None:
    lobber = a_piece("lobber", "indirect", move=4, range=3)
    found = threats(*table("M...#\n####K", "rifleman K", "lobber M", pieces=[lobber]), 0)
    assert at_square(found, "b2") == {} and at_square(found, "c2") and at_square(found, "d2")
    past = threats(*table("M.G.K\n#####", "guard G, medic K", "berserker M"), 0, "1.guard.1")
    assert at_square(past, "e2") == {} and at_square(past, "c2")


@pytest.mark.clause("TTT-9.5", "TTT-9.10")
@pytest.mark.parametrize("objective", [{"type": "enter", "zone": "gate"}, {"type": "exit", "zone": "gate", "count": 2}])
def test_a_square_that_ends_the_game_or_leads_off_the_board_is_none_to_fire_from(objective: dict[str, object]) -> None:
    two = {"objective": objective, "force": {"fixed": {"rifleman": 2}}}
    made = mission("plain_10", two=two, zones={"gate": ["a5", "b5"]})
    _, states = GAME.read_position("@plain_10 - move 1 1 1 rifleman@a1 rifleman@a7,rifleman@j10 -")
    assert at_square(threats(made, states, 0), "a3") == {"2.rifleman.1": "2/3"}  # from a6
    assert at_square(threats(made, states, 0), "a2") == {}


def test_the_piece_most_easily_hit_is_the_one_that_stands_where_nobody_does() -> None:
    found = threats(*table("plain_10", "crawler a1, guard b1, shot_gun c1", "rifleman e5"), 0)
    assert {one.of for one in found if one.y > 0} == {"takes out Red SG1"}


@pytest.mark.clause("TTT-6.6")
@pytest.mark.parametrize("turn", [1, 2])
def test_during_placement_either_side_may_come_first(turn: int) -> None:
    at = table("plain_10", "rifleman a1, guard :u", "rifleman a4, guard :u", phase="place", turn=turn)
    assert at_square(threats(*at, 0), "a1") == {"2.rifleman.1": "5/6"}
    assert at_square(threats(*at, 1), "a4") == {"1.rifleman.1": "5/6"}
