"""Section 4.3: special abilities, each present and absent, on both sides of its limits."""

from __future__ import annotations

import pytest

from fireteam.core.errors import TapeEnd
from tests.games.ttt.table import At, a_piece, choices, do, ends, gone, names, refused, rolled, shots, table, unit, why

PLAIN = "plain_10"


# command


@pytest.mark.clause("TTT-4.11", "TTT-7.15")
def test_a_captain_that_stays_put_moves_two_others() -> None:
    at = table(PLAIN, "captain a1, recon c1, rifleman e1, guard g1", "guard j10")
    do(*at, "command 1.captain.1")
    do(*at, "move 1.recon.1 c2")
    do(*at, "move 1.rifleman.1 e2")
    assert refused(*at, "move 1.guard.1 g2") == "E_WRONG_STATE"
    assert refused(*table(PLAIN, "recon c1, rifleman e1", "guard j10"), "command 1.recon.1") == "E_NOT_CAPTAIN"


# burst


@pytest.mark.clause("TTT-4.12", "TTT-8.3")
@pytest.mark.parametrize(
    "targets", [("2.guard.1", "2.guard.1"), ("2.guard.1", "2.guard.2"), ("2.guard.2", "2.guard.1")]
)
@pytest.mark.parametrize("opening", ["end_move", "move 1.m_gunner.1 c4"])
def test_burst_gives_two_attacks_a_turn_moved_or_not(targets: tuple[str, str], opening: str) -> None:
    at = table(PLAIN, "m_gunner c3, rifleman d3", "guard c5, guard d4")
    for _ in range(2):
        do(*at, opening)
        for target in targets:
            do(*at, f"attack 1.m_gunner.1 {target}", dice=[2])
        for target in targets:
            assert refused(*at, f"attack 1.m_gunner.1 {target}") == "E_NO_ATTACK_LEFT"
        do(*at, f"attack 1.rifleman.1 {targets[0]}", dice=[2])
        assert refused(*at, f"attack 1.rifleman.1 {targets[1]}") == "E_NO_ATTACK_LEFT"
        do(*at, "end_turn")
        do(*at, "end_turn")
        opening = "end_move"


@pytest.mark.clause("TTT-4.12", "TTT-8.3")
def test_burst_gives_two_attacks_on_the_first_turn_of_all() -> None:
    at = table(PLAIN, "m_gunner c3", "m_gunner c5, m_gunner c7", phase="ready")
    assert names(do(*at)) == ["turned"]
    do(*at, "end_move")
    for _ in range(2):
        do(*at, "attack 1.m_gunner.1 2.m_gunner.1", dice=[1])
    do(*at, "end_turn")
    do(*at, "end_move")
    for _ in range(2):
        do(*at, "attack 2.m_gunner.1 1.m_gunner.1", dice=[1])
    assert refused(*at, "attack 2.m_gunner.1 1.m_gunner.1") == "E_NO_ATTACK_LEFT"


# frenzy

SWARM = "rifleman c4, rifleman d3, rifleman c2, rifleman b3, rifleman c5"


@pytest.mark.clause("TTT-4.13", "TTT-8.3")
def test_each_elimination_gives_frenzy_one_further_attack() -> None:
    at = table(PLAIN, "berserker c3", SWARM, phase="attack")
    for number in (1, 2, 3, 4):
        told = do(*at, f"attack 1.berserker.1 2.rifleman.{number}", dice=[3])
        assert names(told) == ["attacked", "eliminated", "frenzied"]
    assert refused(*at, "attack 1.berserker.1 2.rifleman.5") == "E_OUT_OF_RANGE"  # an attack is left


@pytest.mark.clause("TTT-4.13")
@pytest.mark.parametrize("hits", [0, 1, 2, 3])
def test_frenzy_ends_with_the_first_miss(hits: int) -> None:
    at = table(PLAIN, "berserker c3", SWARM, phase="attack")
    for number in range(1, hits + 1):
        do(*at, f"attack 1.berserker.1 2.rifleman.{number}", dice=[3])
    assert names(do(*at, "attack 1.berserker.1 2.rifleman.4", dice=[2])) == ["attacked"]
    assert refused(*at, "attack 1.berserker.1 2.rifleman.4") == "E_NO_ATTACK_LEFT"


@pytest.mark.clause("TTT-4.13")
def test_frenzy_has_no_upper_limit_and_is_not_carried_over() -> None:
    raider = a_piece("raider", "frenzy", range=8)
    at = table(PLAIN, "raider e5", ", ".join(f"guard {x}{y}" for x in "def" for y in (3, 7, 8)), pieces=[raider])
    do(*at, "end_move")
    for number in range(1, 9):
        do(*at, f"attack 1.raider.1 2.guard.{number}", dice=[6])
    assert unit(*at, "1.raider.1").attacks == 1
    do(*at, "end_turn")
    do(*at, "end_turn")
    assert unit(*at, "1.raider.1").attacks == 1


@pytest.mark.clause("TTT-4.13", "TTT-9.2")
def test_the_elimination_that_ends_the_game_gives_no_further_attack() -> None:
    at = table(PLAIN, "berserker c3", "rifleman c4", phase="attack")
    assert names(do(*at, "attack 1.berserker.1 2.rifleman.1", dice=[3])) == ["attacked", "eliminated", "ended"]


@pytest.mark.clause("TTT-4.13")
def test_without_frenzy_an_elimination_gives_nothing() -> None:
    at = table(PLAIN, "rifleman c3", SWARM, phase="attack")
    assert names(do(*at, "attack 1.rifleman.1 2.rifleman.1", dice=[6])) == ["attacked", "eliminated"]
    assert refused(*at, "attack 1.rifleman.1 2.rifleman.2") == "E_NO_ATTACK_LEFT"


@pytest.mark.clause("TTT-4.13", "TTT-4.20")
def test_another_pieces_elimination_gives_frenzy_nothing() -> None:
    at = table(PLAIN, "berserker c3, rifleman d4", SWARM, phase="attack")
    do(*at, "attack 1.berserker.1 2.rifleman.1", dice=[1])
    do(*at, "attack 1.rifleman.1 2.rifleman.1", dice=[6])
    assert refused(*at, "attack 1.berserker.1 2.rifleman.2") == "E_NO_ATTACK_LEFT"


# blast

CROSS = """
    7 .......
    6 .......
    5 ...N...
    4 ..WTK..
    3 ...S...
    2 .......
    1 ...G...
    """


def blast(side_1: str, side_2: str, dice: list[int], target: str = "2.rifleman.1", **more: object) -> list[str]:
    """What a blast does, attack by attack."""
    at = table(CROSS, side_1, side_2, phase="attack", **more)  # type: ignore[arg-type]
    return shots(do(*at, f"attack 1.grenadier.1 {target}", dice=dice))


@pytest.mark.clause("TTT-4.14", "TTT-8.16")
@pytest.mark.parametrize(("die", "result"), [(3, "miss"), (4, "hit")])
def test_a_blast_attacks_what_is_beside_the_target_hit_or_miss_clockwise_from_the_north(die: int, result: str) -> None:
    forces = "grenadier G", "guard W, captain S, rifleman T, recon K, rifleman N, guard a1"
    assert blast(*forces, [die, 2, 2, 2, 2]) == [
        f"1.grenadier.1 at 2.rifleman.1 on 4: {result}",
        "1.grenadier.1 at 2.rifleman.2 on 5: miss",
        "1.grenadier.1 at 2.recon.1 on 5: miss",
        "1.grenadier.1 at 2.captain.1 on 5: miss",
        "1.grenadier.1 at 2.guard.1 on 6: miss",
    ]


@pytest.mark.clause("TTT-4.14")
def test_a_blast_attacks_own_pieces_too() -> None:
    forces = "recon N, grenadier G, recon S, guard K, guard c5", "rifleman T, recon W, recon e5"
    assert blast(*forces, [1, 5, 5, 5, 5]) == [
        "1.grenadier.1 at 2.rifleman.1 on 4: miss",
        "1.grenadier.1 at 1.recon.1 on 5: hit",
        "1.grenadier.1 at 1.guard.1 on 6: miss",
        "1.grenadier.1 at 1.recon.2 on 5: hit",
        "1.grenadier.1 at 2.recon.1 on 5: hit",
    ]


@pytest.mark.clause("TTT-4.14", "TTT-4.16")
@pytest.mark.parametrize("own", "NKSW")
def test_a_grenadier_beside_the_target_attacks_itself_and_the_blast_goes_on(own: str) -> None:
    others = [square for square in "NKSW" if square != own]
    enemies = ", ".join(f"recon {square}" for square in others)
    told = blast(f"grenadier {own}, guard a1", f"rifleman T, {enemies}, guard g7", [4, 5, 5, 5, 5])
    order = [f"2.recon.{others.index(square) + 1}" if square != own else "1.grenadier.1" for square in "NKSW"]
    needs = [5 if name.startswith("2") else 4 for name in order]
    assert told[1:] == [f"1.grenadier.1 at {name} on {n}: hit" for name, n in zip(order, needs, strict=True)]


@pytest.mark.clause("TTT-4.14")
def test_neither_diagonal_squares_nor_the_target_again_nor_farther_ones() -> None:
    enemies = "rifleman T, recon c5, recon e5, recon c3, recon e3, recon d6, recon b4, recon f4, recon d2"
    assert len(blast("grenadier G", enemies, [1])) == 1


@pytest.mark.clause("TTT-4.14")
@pytest.mark.parametrize(("target", "victims"), [("a1", {"a2", "b1"}), ("a7", {"a6", "b7"}), ("g1", {"g2", "f1"})])
def test_a_blast_stops_at_the_edge_of_the_board(target: str, victims: set[str]) -> None:
    recons = ", ".join(f"recon {square}" for square in sorted(victims | {"g7"}))
    far = a_piece("bomber", "blast", range=8)
    at = table(CROSS, "bomber d4", f"rifleman {target}, {recons}", phase="attack", pieces=[far])
    assert len(shots(do(*at, "attack 1.bomber.1 2.rifleman.1", dice=[1, 1, 1]))) == 3


@pytest.mark.clause("TTT-4.14", "TTT-8.8")
def test_a_blast_finds_nobody_who_has_left_the_board_not_even_in_its_first_square() -> None:
    at = table(CROSS, "grenadier a4, recon :x", "rifleman a2, recon :x, recon :o, recon g7", phase="attack")
    assert len(shots(do(*at, "attack 1.grenadier.1 2.rifleman.1", dice=[1]))) == 1


@pytest.mark.clause("TTT-4.14")
def test_without_blast_only_the_target_is_attacked() -> None:
    at = table(CROSS, "rifleman G", "rifleman T, recon N, recon K", phase="attack")
    assert len(shots(do(*at, "attack 1.rifleman.1 2.rifleman.1", dice=[6]))) == 1


@pytest.mark.clause("TTT-4.14", "TTT-4.15", "TTT-8.11")
def test_a_secondary_attack_uses_th_terrain_and_minus_one_but_no_aim_and_no_spotter() -> None:
    bomber = a_piece("bomber", "blast", th=2)
    at = table(
        """
        ..K
        .wT
        ..P
        """,
        "bomber P, radio_operator a2",
        "captain T, captain K, captain b2",
        pieces=[bomber],
    )
    do(*at, "aim 1.bomber.1 2.captain.1")
    told = do(*at, "attack 1.bomber.1 2.captain.1", dice=[1, 1, 1, 1])
    assert why(told, 0) == {"to-hit bonus": 2, "aimed": 1, "spotted": 1}
    assert why(told, 1) == {"to-hit bonus": 2, "blast": -1}
    assert why(told, 2) == {"to-hit bonus": 2, "blast": -1}  # the bomber itself, south
    assert why(told, 3) == {"to-hit bonus": 2, "blast": -1, "terrain of the target": -2}
    assert [line.split(" on ")[1] for line in shots(told)] == ["2: miss", "3: miss", "3: miss", "5: miss"]


@pytest.mark.clause("TTT-4.15", "TTT-7.12")
def test_an_aim_at_a_neighbour_does_not_help_its_secondary_attack() -> None:
    at = table(CROSS, "grenadier G", "rifleman T, captain S")
    do(*at, "aim 1.grenadier.1 2.captain.1")
    told = do(*at, "attack 1.grenadier.1 2.rifleman.1", dice=[1, 4])
    assert why(told, 0) == {} and why(told, 1) == {"blast": -1} and not gone(told)


@pytest.mark.clause("TTT-4.15")
def test_range_sight_and_low_profile_are_not_checked_for_secondary_attacks() -> None:
    drawing = """
        ..K..
        .#T..
        .....
        ..G..
        """
    at = table(drawing, "grenadier G", "rifleman T, crawler K", phase="attack")
    assert refused(*at, "attack 1.grenadier.1 2.crawler.1") == "E_LOW_PROFILE"
    assert shots(do(*at, "attack 1.grenadier.1 2.rifleman.1", dice=[1, 4]))[1:] == [
        "1.grenadier.1 at 2.crawler.1 on 4: hit"
    ]
    thrower = a_piece("thrower", "blast", "indirect", range=2)
    wall = """
        L..
        K..
        #..
        O..
        """
    at = table(wall, "thrower O", "rifleman K, recon L", phase="attack", pieces=[thrower])
    told = do(*at, "attack 1.thrower.1 2.rifleman.1", dice=[1, 5])
    assert shots(told)[1:] == ["1.thrower.1 at 2.recon.1 on 5: hit"]  # at distance 3, behind a wall


@pytest.mark.clause("TTT-4.15", "TTT-8.14")
def test_a_natural_6_hits_and_a_natural_1_misses_in_secondary_attacks() -> None:
    pieces = [a_piece("soft", tbh=1), a_piece("hard", tbh=6), a_piece("bomber", "blast", th=4)]
    at = table(CROSS.replace("N", "w"), "grenadier G", "rifleman T, hard d5", phase="attack", pieces=pieces)
    assert shots(do(*at, "attack 1.grenadier.1 2.rifleman.1", dice=[1, 6]))[1].endswith("on 6: hit")
    at = table(CROSS, "bomber G", "rifleman T, soft N", phase="attack", pieces=pieces)
    assert shots(do(*at, "attack 1.bomber.1 2.rifleman.1", dice=[2, 1]))[1].endswith("on 2: miss")


@pytest.mark.clause("TTT-4.15", "TTT-8.9")
@pytest.mark.parametrize("mode", ["one_each", "every_target"])
def test_secondary_attacks_use_up_no_attack(mode: str) -> None:
    at = table(CROSS, "grenadier G", "rifleman T, recon S, recon g7", phase="attack", attack_mode=mode)
    assert len(do(*at, "attack 1.grenadier.1 2.rifleman.1", dice=[1, 1])) == 2
    assert refused(*at, "attack 1.grenadier.1 2.rifleman.1") == "E_NO_ATTACK_LEFT"
    after = "ok" if mode == "every_target" else "E_NO_ATTACK_LEFT"
    assert refused(*at, "attack 1.grenadier.1 2.recon.1") == after


@pytest.mark.clause("TTT-4.15", "TTT-4.27")
@pytest.mark.parametrize(("die", "left"), [(3, 0), (4, 1)])
def test_secondary_eliminations_give_no_frenzy_attack(die: int, left: int) -> None:
    mad = a_piece("mad", "blast", "frenzy")
    at = table(CROSS, "mad G", "rifleman T, recon S, recon N, guard a1", phase="attack", pieces=[mad])
    told = do(*at, "attack 1.mad.1 2.rifleman.1", dice=[die, 5, 5])
    assert gone(told)[-2:] == ["2.recon.2", "2.recon.1"]
    assert unit(*at, "1.mad.1").attacks == left
    assert names(told).count("frenzied") == left


@pytest.mark.clause("TTT-4.16", "TTT-8.17")
def test_a_blast_stops_when_the_game_ends() -> None:
    at = table(CROSS, "grenadier N, recon K, recon S", "rifleman T", phase="attack")
    told = do(*at, "attack 1.grenadier.1 2.rifleman.1", dice=[4])
    assert names(told) == ["attacked", "eliminated", "ended"]
    at = table(CROSS, "recon N, grenadier G", "rifleman T, recon K", phase="attack")
    told = do(*at, "attack 1.grenadier.1 2.rifleman.1", dice=[4, 4, 5])
    assert names(told) == ["attacked", "eliminated", "attacked", "attacked", "eliminated", "ended"]
    at = table(CROSS, "grenadier N", "rifleman T, recon K, recon S", phase="attack")
    told = do(*at, "attack 1.grenadier.1 2.rifleman.1", dice=[4, 4])  # the last piece of its side
    assert gone(told) == ["2.rifleman.1", "1.grenadier.1"] and names(told)[-1] == "ended"


@pytest.mark.clause("TTT-4.14", "TTT-6.5")
def test_nothing_stays_under_way_after_a_blast() -> None:
    at = table(CROSS, "grenadier G", "rifleman T, recon K", phase="attack")
    do(*at, "attack 1.grenadier.1 2.rifleman.1", dice=[1, 1])
    assert not any(at[1][0].doing.item())
    at = table(CROSS, "grenadier G", "rifleman T", phase="attack")
    do(*at, "attack 1.grenadier.1 2.rifleman.1", dice=[6])
    assert not any(at[1][0].doing.item())


# indirect


@pytest.mark.clause("TTT-4.17", "TTT-8.5")
@pytest.mark.parametrize(
    ("square", "verdict"),
    [("c4", "E_TOO_CLOSE"), ("c5", "ok"), ("d4", "ok"), ("c7", "ok"), ("c8", "E_OUT_OF_RANGE")],
)
@pytest.mark.parametrize(("phase", "verb"), [("attack", "attack"), ("move", "aim")])
def test_indirect_fire_has_a_least_distance(square: str, verdict: str, phase: str, verb: str) -> None:
    at = table(PLAIN, "mortar c3, rifleman b2", f"recon {square}", phase=phase)
    assert refused(*at, f"{verb} 1.mortar.1 2.recon.1") == verdict
    assert choices(*at, f"{verb} 1.mortar.1") == ([[verb, "1.mortar.1", "2.recon.1"]] if verdict == "ok" else [])


@pytest.mark.clause("TTT-4.17", "TTT-8.7")
def test_indirect_fire_needs_no_line_of_sight_and_other_fire_does() -> None:
    drawing = "...\nP#K\nL#."
    for phase, verb in (("attack", "attack"), ("move", "aim")):
        at = table(drawing, "mortar P, sniper L", "recon K", phase=phase)
        assert refused(*at, f"{verb} 1.mortar.1 2.recon.1") == "ok"
        assert refused(*at, f"{verb} 1.sniper.1 2.recon.1") == "E_NO_LOS"
    assert refused(*table(PLAIN, "rifleman c3", "mortar c4"), "aim 1.rifleman.1 2.mortar.1") == "ok"


# medic


def hit(side_1: str, side_2: str, dice: list[int], board: str = PLAIN, **more: object) -> list[str]:
    """What becomes of a hit by a Rifleman on 2.recon.1."""
    at = table(board, side_1, side_2, phase="attack", **more)  # type: ignore[arg-type]
    return names(do(*at, "attack 1.rifleman.1 2.recon.1", dice=dice))


@pytest.mark.clause("TTT-4.18", "TTT-4.19")
@pytest.mark.parametrize(("die", "last"), [(1, "eliminated"), (4, "eliminated"), (5, "saved"), (6, "saved")])
def test_a_medic_saves_on_5_or_6(die: int, last: str) -> None:
    at = table(PLAIN, "rifleman c3", "recon c5, medic c7", phase="attack")
    told = do(*at, "attack 1.rifleman.1 2.recon.1", dice=[3, die])
    assert names(told) == ["attacked", last]
    assert rolled(told) == [("attack", 6, 3), ("save", 6, die)]
    assert refused(*at, "attack 1.rifleman.1 2.recon.1") == "E_NO_ATTACK_LEFT"
    assert bool(unit(*at, "2.recon.1").x) == (last == "saved")


@pytest.mark.clause("TTT-4.18")
@pytest.mark.parametrize("near", ["c6", "c7", "d6", "b4", "d4", "e5"])
@pytest.mark.parametrize("far", ["c8", "d7", "f5", "e6", "b3", "e4"])
def test_a_medic_helps_within_2_spaces(near: str, far: str) -> None:
    assert hit("rifleman c3", f"recon c5, medic {near}", [3, 5]) == ["attacked", "saved"]
    assert hit("rifleman c3", f"recon c5, medic {far}", [3]) == ["attacked", "eliminated"]


@pytest.mark.clause("TTT-4.18")
def test_a_medic_does_not_save_itself_but_another_medic_does() -> None:
    at = table(PLAIN, "rifleman c3", "medic c5, recon j9", phase="attack")
    assert names(do(*at, "attack 1.rifleman.1 2.medic.1", dice=[3])) == ["attacked", "eliminated"]
    at = table(PLAIN, "rifleman c3", "medic c5, medic c6, recon j9", phase="attack")
    assert names(do(*at, "attack 1.rifleman.1 2.medic.1", dice=[3, 5])) == ["attacked", "saved"]


@pytest.mark.clause("TTT-4.18")
def test_the_attackers_medic_does_not_save_the_target() -> None:
    assert hit("rifleman c3, medic c4", "recon c5, guard j10", [3]) == ["attacked", "eliminated"]
    assert hit("medic c4, rifleman c3", "recon c5, guard j10", [3]) == ["attacked", "eliminated"]
    at = table(PLAIN, "recon c5, guard j10", "medic c4, rifleman c3", turn=2, phase="attack")
    assert names(do(*at, "attack 2.rifleman.1 1.recon.1", dice=[3])) == ["attacked", "eliminated"]
    at = table(PLAIN, "recon c5, medic c6", "rifleman c3, guard j10", turn=2, phase="attack")
    assert names(do(*at, "attack 2.rifleman.1 1.recon.1", dice=[3, 5])) == ["attacked", "saved"]


@pytest.mark.clause("TTT-4.18", "TTT-4.26", "TTT-8.8")
@pytest.mark.parametrize("gone_how", [":x", ":o", ":u"])
def test_a_medic_that_is_not_on_the_board_saves_nobody(gone_how: str) -> None:
    assert hit("rifleman a3", f"recon a1, medic {gone_how}, guard j10", [3]) == ["attacked", "eliminated"]


@pytest.mark.clause("TTT-4.18")
def test_a_miss_needs_no_save() -> None:
    assert hit("rifleman c3", "recon c5, medic c6", [2]) == ["attacked"]


@pytest.mark.clause("TTT-4.19")
def test_a_save_needs_no_line_of_sight() -> None:
    drawing = """
        K#L
        ...
        R..
        """
    assert hit("rifleman R", "recon K, medic L", [3, 5], drawing) == ["attacked", "saved"]


@pytest.mark.clause("TTT-4.19")
@pytest.mark.parametrize("die", [4, 5])
def test_several_medics_give_one_die(die: int) -> None:
    last = "saved" if die == 5 else "eliminated"
    assert hit("rifleman c3", "recon c5, medic c6, medic d5, medic b5", [3, die]) == ["attacked", last]


@pytest.mark.clause("TTT-4.19")
def test_a_medic_saves_any_number_of_times_a_turn() -> None:
    at = table(PLAIN, "rifleman c3, rifleman c2, m_gunner b4", "recon c5, medic c6", phase="attack")
    for piece in ("1.rifleman.1", "1.rifleman.2", "1.m_gunner.1", "1.m_gunner.1"):
        assert names(do(*at, f"attack {piece} 2.recon.1", dice=[6, 6])) == ["attacked", "saved"]


@pytest.mark.clause("TTT-4.19", "TTT-4.14")
def test_a_hit_by_the_victims_own_side_is_saved_too() -> None:
    at = table(CROSS, "grenadier G, recon S, medic c3", "rifleman T, medic e7", phase="attack")
    told = do(*at, "attack 1.grenadier.1 2.rifleman.1", dice=[1, 5, 5])
    assert names(told) == ["attacked", "attacked", "saved"]
    at = table(CROSS, "grenadier S, medic c3, recon a1", "rifleman T, guard a7", phase="attack")
    assert names(do(*at, "attack 1.grenadier.1 2.rifleman.1", dice=[1, 6, 6]))[-1] == "saved"


@pytest.mark.clause("TTT-4.19", "TTT-8.16", "TTT-4.26")
def test_each_save_follows_its_hit_and_a_medic_gone_saves_no_more() -> None:
    at = table(CROSS, "grenadier G", "rifleman T, recon N, medic K, recon S, guard a7", phase="attack")
    told = do(*at, "attack 1.grenadier.1 2.rifleman.1", dice=[4, 5, 5, 4, 5, 5])
    assert [f"{purpose} {face}" for purpose, _, face in rolled(told)] == [
        "attack 4", "save 5",  # the target
        "attack 5", "save 4",  # north
        "attack 5",  # east: the Medic itself
        "attack 5",  # south: no Medic any more
    ]  # fmt: skip
    assert gone(told) == ["2.recon.1", "2.medic.1", "2.recon.2"]


@pytest.mark.clause("TTT-4.20")
def test_a_saved_hit_gives_no_frenzy_attack() -> None:
    at = table(PLAIN, "berserker c3", "rifleman c4, medic c5", phase="attack")
    assert names(do(*at, "attack 1.berserker.1 2.rifleman.1", dice=[6, 5])) == ["attacked", "saved"]
    assert refused(*at, "attack 1.berserker.1 2.rifleman.1") == "E_NO_ATTACK_LEFT"
    at = table(PLAIN, "berserker c3", "rifleman c4, medic c5", phase="attack")
    do(*at, "attack 1.berserker.1 2.rifleman.1", dice=[6, 4])
    assert refused(*at, "attack 1.berserker.1 2.medic.1") == "E_OUT_OF_RANGE"


@pytest.mark.clause("TTT-4.20")
@pytest.mark.parametrize(("die", "over"), [(5, False), (4, True)])
def test_a_saved_hit_meets_no_objective(die: int, over: bool) -> None:
    at = table("cap_the_capn", "captain a1, rifleman t8", "captain t10, medic s10", phase="attack", force="preset")
    told = do(*at, "attack 1.rifleman.1 2.captain.1", dice=[6, die])
    assert ("ended" in names(told)) == over
    at = table(PLAIN, "rifleman a1", "recon a2, medic :x", phase="attack")
    assert names(do(*at, "attack 1.rifleman.1 2.recon.1", dice=[6])) == ["attacked", "eliminated", "ended"]


# spotter


def spots(
    side_1: str, side_2: str, board: str = PLAIN, attack: str = "1.rifleman.1 2.captain.1", **more: object
) -> int:
    """What spotting adds to the attack of a Rifleman on 2.captain.1."""
    at = table(board, side_1, side_2, phase="attack", **more)  # type: ignore[arg-type]
    return why(do(*at, f"attack {attack}", dice=[1])).get("spotted", 0)


@pytest.mark.clause("TTT-4.21")
@pytest.mark.parametrize(
    ("square", "bonus"), [("c6", 1), ("c8", 1), ("d7", 1), ("f5", 1), ("c9", 0), ("d8", 0), ("g5", 0)]
)
def test_a_target_within_a_spotters_range_is_easier_to_hit(square: str, bonus: int) -> None:
    assert spots(f"rifleman c3, radio_operator {square}", "captain c5") == bonus
    assert spots(f"radio_operator {square}, rifleman c3", "captain c5") == bonus


@pytest.mark.clause("TTT-4.21")
def test_spotting_is_added_to_the_roll() -> None:
    at = table(PLAIN, "rifleman c3, radio_operator c4", "captain c5", phase="attack")
    told = do(*at, "attack 1.rifleman.1 2.captain.1", dice=[2])
    assert shots(told) == ["1.rifleman.1 at 2.captain.1 on 2: hit"]
    assert why(told) == {"to-hit bonus": 1, "spotted": 1}


@pytest.mark.clause("TTT-4.21")
@pytest.mark.parametrize(("wall", "bonus"), [(".", 1), ("#", 0)])
def test_a_spotter_needs_line_of_sight(wall: str, bonus: int) -> None:
    assert spots("rifleman R, radio_operator L", "captain K", f"R.K\n..{wall}\n..L") == bonus
    assert spots("rifleman R, radio_operator L", "captain K", f"R.K\nL{wall}.\n...") == bonus


@pytest.mark.clause("TTT-4.21", "TTT-4.17")
def test_a_spotter_helps_indirect_fire() -> None:
    drawing = """
        P#K
        ..L
        ...
        """
    assert spots("mortar P, radio_operator L", "captain K", drawing, "1.mortar.1 2.captain.1") == 1


@pytest.mark.clause("TTT-4.21")
def test_a_spotter_does_not_spot_for_itself_but_for_other_spotters() -> None:
    attack = "1.radio_operator.1 2.captain.1"
    assert spots("radio_operator c3", "captain c5", attack=attack) == 0
    assert spots("radio_operator c3, radio_operator d5", "captain c5", attack=attack) == 1
    assert spots("radio_operator c3, radio_operator j10", "captain c5", attack=attack) == 0


@pytest.mark.clause("TTT-4.21")
def test_several_spotters_give_plus_1_only() -> None:
    assert spots("rifleman c3, radio_operator c4, radio_operator d5, radio_operator b5", "captain c5") == 1
    assert spots("rifleman c3, radio_operator j10, radio_operator d5", "captain c5") == 1
    assert spots("rifleman c3, radio_operator d5, radio_operator j10", "captain c5") == 1


@pytest.mark.clause("TTT-4.21")
def test_the_enemys_spotter_does_not_help() -> None:
    assert spots("rifleman c3", "captain c5, radio_operator c6") == 0
    assert spots("rifleman c3, guard a1", "radio_operator c6, captain c5") == 0
    at = table(PLAIN, "radio_operator c6, captain c5", "rifleman c3, guard a1", turn=2, phase="attack")
    assert why(do(*at, "attack 2.rifleman.1 1.captain.1", dice=[1])) == {"to-hit bonus": 1}
    at = table(PLAIN, "captain c5, radio_operator j10", "rifleman c3, radio_operator c4", turn=2, phase="attack")
    assert why(do(*at, "attack 2.rifleman.1 1.captain.1", dice=[1]))["spotted"] == 1


@pytest.mark.clause("TTT-4.21")
def test_pieces_without_the_ability_do_not_spot() -> None:
    assert spots("rifleman c3, rifleman c4, sniper d5", "captain c5") == 0


@pytest.mark.clause("TTT-4.21", "TTT-7.12")
def test_spotting_stacks_with_aim() -> None:
    at = table(PLAIN, "rifleman c3, radio_operator c4", "guard c5")
    do(*at, "aim 1.rifleman.1 2.guard.1")
    told = do(*at, "attack 1.rifleman.1 2.guard.1", dice=[3])
    assert shots(told) == ["1.rifleman.1 at 2.guard.1 on 3: hit"]
    assert why(told) == {"to-hit bonus": 1, "aimed": 1, "spotted": 1}


@pytest.mark.clause("TTT-4.21", "TTT-4.22")
@pytest.mark.parametrize("did", ["", "!m", "!a>33", "!c", "+0", "!m+0"])
@pytest.mark.parametrize("letter", ".wrs~B")
def test_a_spotter_works_wherever_it_stands_and_whatever_it_did(did: str, letter: str) -> None:
    drawing = f"...\n.{letter}.\nR.K"
    assert spots(f"rifleman R, radio_operator b2{did}", "captain K", drawing) == 1


@pytest.mark.clause("TTT-4.22", "TTT-4.25")
@pytest.mark.parametrize(("square", "bonus"), [("c6", 1), ("c7", 1), ("c8", 1), ("c9", 0)])
def test_a_low_profile_piece_is_spotted_from_any_distance_in_range(square: str, bonus: int) -> None:
    assert spots(f"rifleman c3, radio_operator {square}", "crawler c5", attack="1.rifleman.1 2.crawler.1") == bonus


@pytest.mark.clause("TTT-4.21", "TTT-4.26")
@pytest.mark.parametrize("gone_how", [":x", ":o", ":u"])
def test_a_spotter_that_is_not_on_the_board_spots_nothing(gone_how: str) -> None:
    assert spots(f"rifleman a3, radio_operator {gone_how}", "captain a1") == 0


# flame


@pytest.mark.clause("TTT-4.23")
@pytest.mark.parametrize(("letter", "bonus"), [(".", 0), ("r", 1), ("w", 2), ("A", 1), ("B", 0)])
def test_flame_ignores_the_targets_terrain(letter: str, bonus: int) -> None:
    drawing = f"...\n.{letter}.\nR.L"
    at = table(drawing, "flamethrower R, rifleman L", "captain b2", phase="attack")
    told = do(*at, "attack 1.flamethrower.1 2.captain.1", dice=[2])
    assert shots(told) == ["1.flamethrower.1 at 2.captain.1 on 3: miss"] and why(told) == {"to-hit bonus": 1}
    told = do(*at, "attack 1.rifleman.1 2.captain.1", dice=[2])
    assert why(told).get("terrain of the target", 0) == -bonus


@pytest.mark.clause("TTT-4.23")
def test_flame_does_not_make_its_own_target_worse_off_against_others() -> None:
    at = table("...\n.w.\nR.L", "rifleman R", "flamethrower b2", phase="attack")
    told = do(*at, "attack 1.rifleman.1 2.flamethrower.1", dice=[4])
    assert shots(told) == ["1.rifleman.1 at 2.flamethrower.1 on 4: hit"]


# clear_path

MARSH = "\n".join(["sssssssss"] * 9)


def steps(at: At, piece: str) -> int:
    """How far a piece that stands on e5 gets."""
    return max(abs(ord(square[0]) - ord("e")) + abs(int(square[1:]) - 5) for square in ends(*at, piece))


@pytest.mark.clause("TTT-4.24")
@pytest.mark.parametrize("option", ["start", "enter"])
@pytest.mark.parametrize(
    ("square", "allowance"), [("e6", 4), ("f5", 4), ("e4", 4), ("d5", 4), ("e7", 2), ("f6", 2), ("d4", 2), ("a1", 2)]
)
def test_a_clear_path_helps_pieces_within_1_space(square: str, allowance: int, option: str) -> None:
    at = table(MARSH, f"recon e5, minesweeper {square}", "guard a9", terrain_move=option)
    assert steps(at, "1.recon.1") == allowance
    at = table(MARSH, f"minesweeper {square}, recon e5", "guard a9", terrain_move=option)
    assert steps(at, "1.recon.1") == allowance


@pytest.mark.clause("TTT-4.24")
def test_a_minesweeper_clears_its_own_path() -> None:
    assert steps(table(MARSH, "minesweeper e5", "guard a9"), "1.minesweeper.1") == 2
    assert steps(table(MARSH, "rifleman e5", "guard a9"), "1.rifleman.1") == 1


@pytest.mark.clause("TTT-4.24")
def test_the_enemys_minesweeper_clears_no_path() -> None:
    assert steps(table(MARSH, "recon e5", "minesweeper e6"), "1.recon.1") == 2
    assert steps(table(MARSH, "minesweeper e6", "recon e5", turn=2), "2.recon.1") == 2
    assert steps(table(MARSH, "recon e5, guard a1", "minesweeper e6, guard a9"), "1.recon.1") == 2
    assert steps(table(MARSH, "minesweeper e6, guard a1", "recon e5, guard a9", turn=2), "2.recon.1") == 2
    assert steps(table(MARSH, "guard a9", "recon e5, minesweeper e6", turn=2), "2.recon.1") == 4


@pytest.mark.clause("TTT-4.24", "TTT-4.26")
@pytest.mark.parametrize("gone_how", [":x", ":o", ":u"])
def test_a_minesweeper_that_is_not_on_the_board_clears_no_path(gone_how: str) -> None:
    at = table(MARSH, f"recon a1, minesweeper {gone_how}", "guard a9")
    assert ends(*at, "1.recon.1") == {"a2", "a3", "b1", "b2", "c1"}


@pytest.mark.clause("TTT-4.24")
def test_what_counts_is_the_moment_at_which_the_move_starts() -> None:
    at = table(MARSH, "recon e5, minesweeper e7, captain a1", "guard a9")
    do(*at, "command 1.captain.1")
    assert refused(*at, "move 1.recon.1 e1") == "E_UNREACHABLE"
    do(*at, "move 1.minesweeper.1 e6")
    do(*at, "move 1.recon.1 e1")
    at = table(MARSH, "recon e5, minesweeper e6, captain a1", "guard a9")
    do(*at, "command 1.captain.1")
    do(*at, "move 1.minesweeper.1 e7")
    assert refused(*at, "move 1.recon.1 e1") == "E_UNREACHABLE"


# low_profile


@pytest.mark.clause("TTT-4.25", "TTT-8.5")
@pytest.mark.parametrize(
    ("square", "verdict"),
    [
        ("c4", "ok"),
        ("c5", "ok"),
        ("d4", "ok"),
        ("c6", "E_LOW_PROFILE"),
        ("d5", "E_LOW_PROFILE"),
        ("c7", "E_OUT_OF_RANGE"),
    ],
)
@pytest.mark.parametrize(("phase", "verb"), [("attack", "attack"), ("move", "aim")])
def test_a_low_profile_is_attacked_from_within_2_only(square: str, verdict: str, phase: str, verb: str) -> None:
    at = table(PLAIN, "rifleman c3", f"crawler {square}", phase=phase)
    assert refused(*at, f"{verb} 1.rifleman.1 2.crawler.1") == verdict
    at = table(PLAIN, "crawler c3", f"rifleman {square}", phase=phase)
    assert refused(*at, f"{verb} 1.crawler.1 2.rifleman.1") == verdict.replace("E_LOW_PROFILE", "ok")


@pytest.mark.clause("TTT-4.25")
def test_indirect_fire_does_not_get_round_a_low_profile() -> None:
    at = table(PLAIN, "mortar c3", "crawler c6, crawler c5, crawler c4", phase="attack")
    verdicts = [refused(*at, f"attack 1.mortar.1 2.crawler.{number}") for number in (1, 2, 3)]
    assert verdicts == ["E_LOW_PROFILE", "ok", "E_TOO_CLOSE"]


# the end of abilities, and several of them


@pytest.mark.clause("TTT-4.26")
def test_abilities_stop_with_the_elimination_itself() -> None:
    at = table(PLAIN, "rifleman c3, rifleman d3", "recon c5, medic c6, guard j1", phase="attack")
    do(*at, "attack 1.rifleman.1 2.medic.1", dice=[6])
    assert names(do(*at, "attack 1.rifleman.2 2.recon.1", dice=[6])) == ["attacked", "eliminated"]


@pytest.mark.clause("TTT-4.26", "TTT-9.10")
def test_abilities_stop_with_the_exit() -> None:
    at = table("run_the_gauntlet", "medic a9, recon b10, recon b7", "rifleman d10, guard j5")
    do(*at, "move 1.medic.1 a10")
    do(*at, "end_turn")
    do(*at, "end_move")
    assert names(do(*at, "attack 2.rifleman.1 1.recon.1", dice=[6]))[:2] == ["attacked", "eliminated"]


@pytest.mark.clause("TTT-4.27")
@pytest.mark.parametrize("hits", [0, 1, 2])
def test_burst_with_frenzy_gives_two_attacks_and_one_more_for_each_elimination(hits: int) -> None:
    at = table(PLAIN, "fury c3", SWARM, phase="attack", pieces=[a_piece("fury", "burst", "frenzy")])
    for number in range(1, hits + 1):
        do(*at, f"attack 1.fury.1 2.rifleman.{number}", dice=[6])
    for _ in range(2):
        do(*at, "attack 1.fury.1 2.rifleman.5", dice=[1])
    assert refused(*at, "attack 1.fury.1 2.rifleman.5") == "E_NO_ATTACK_LEFT"


@pytest.mark.clause("TTT-4.27")
def test_indirect_with_blast_checks_distance_1_for_the_target_only() -> None:
    thrower = a_piece("thrower", "blast", "indirect")
    at = table(PLAIN, "thrower c3", "recon c4, rifleman c5", phase="attack", pieces=[thrower])
    assert refused(*at, "attack 1.thrower.1 2.recon.1") == "E_TOO_CLOSE"
    assert shots(do(*at, "attack 1.thrower.1 2.rifleman.1", dice=[1, 5])) == [
        "1.thrower.1 at 2.rifleman.1 on 4: miss",
        "1.thrower.1 at 2.recon.1 on 5: hit",
    ]


@pytest.mark.clause("TTT-4.27")
def test_every_ability_of_a_piece_counts() -> None:
    both = a_piece("both", "medic", "spotter", "clear_path")
    at = table(MARSH, "rifleman e5, both e6", "captain e8, guard a9", turn=1, pieces=[both])
    assert steps(at, "1.rifleman.1") == 2
    do(*at, "end_move")
    assert why(do(*at, "attack 1.rifleman.1 2.captain.1", dice=[1])) == {"to-hit bonus": 1, "spotted": 1}
    at = table(MARSH, "rifleman e5", "captain e8, both e9, guard a9", phase="attack", pieces=[both])
    assert names(do(*at, "attack 1.rifleman.1 2.captain.1", dice=[6, 6])) == ["attacked", "saved"]


@pytest.mark.clause("TTT-4.18", "TTT-8.16")
def test_the_save_die_is_asked_for_by_name() -> None:
    at = table(PLAIN, "rifleman c3", "recon c5, medic c6", phase="attack")
    with pytest.raises(TapeEnd):
        do(*at, "attack 1.rifleman.1 2.recon.1", dice=[6])
