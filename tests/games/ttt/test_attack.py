"""Section 8 and the aim it uses (7.9 to 7.14): who may attack what, and what comes of it."""

from __future__ import annotations

from itertools import combinations

import pytest

from fireteam.core.errors import IllegalChoice
from tests.games.ttt.table import At, a_piece, choices, do, ends, gone, names, refused, rolled, shots, table, unit, why

PLAIN = "plain_10"
BOTH_MODES = pytest.mark.parametrize("attack_mode", ["one_each", "every_target"])


# 8.1 Who may attack what


@pytest.mark.clause("TTT-8.1", "TTT-6.2")
def test_any_enemy_in_range_of_any_own_piece_may_be_attacked() -> None:
    at = table(PLAIN, "recon a1, sniper j1, guard e5", "guard a3, guard j5, guard e7, guard g9")
    do(*at, "move 1.recon.1 a2")
    lawful = [
        ["attack", "1.recon.1", "2.guard.1"],
        ["attack", "1.sniper.1", "2.guard.2"],
        ["attack", "1.guard.1", "2.guard.3"],
        ["end_turn"],
    ]
    assert choices(*at) == lawful
    for _, *names_of in lawful[:3]:
        do(*at, f"attack {' '.join(names_of)}", dice=[1])
    assert choices(*at) == [["end_turn"]]


@pytest.mark.clause("TTT-8.2", "TTT-6.4")
def test_attacks_are_chosen_one_by_one_and_may_stop_at_any_time() -> None:
    for made in range(3):
        at = table(PLAIN, "recon a1, recon b1", "guard a3, guard b3", phase="attack")
        for number in range(1, made + 1):
            do(*at, f"attack 1.recon.{number} 2.guard.{number}", dice=[1])
        assert refused(*at, "end_turn") == "ok"
        do(*at, "end_turn")


@pytest.mark.clause("TTT-8.3")
def test_a_piece_makes_one_attack_a_turn() -> None:
    at = table(PLAIN, "rifleman c3, rifleman d3", "guard c5, guard d5")
    for _ in range(3):
        do(*at, "end_move")
        assert len(choices(*at, "attack")) == 4
        do(*at, "attack 1.rifleman.1 2.guard.1", dice=[1])
        assert choices(*at, "attack 1.rifleman.1") == []
        assert refused(*at, "attack 1.rifleman.1 2.guard.1") == "E_NO_ATTACK_LEFT"
        assert refused(*at, "attack 1.rifleman.1 2.guard.2") == "E_NO_ATTACK_LEFT"
        assert refused(*at, "attack 1.rifleman.2 2.guard.2") == "ok"
        do(*at, "end_turn")
        do(*at, "end_turn")


@pytest.mark.clause("TTT-8.3")
def test_attacks_not_made_are_not_saved_up() -> None:
    at = table(PLAIN, "rifleman c3", "guard c5, guard d5")
    for _ in range(4):
        do(*at, "end_turn")
    do(*at, "end_move")
    do(*at, "attack 1.rifleman.1 2.guard.1", dice=[1])
    assert refused(*at, "attack 1.rifleman.1 2.guard.1") == "E_NO_ATTACK_LEFT"


@pytest.mark.clause("TTT-8.4")
@BOTH_MODES
def test_several_pieces_may_attack_the_same_enemy(attack_mode: str) -> None:
    at = table(PLAIN, "rifleman c3, rifleman d3, recon b4", "guard c5", phase="attack", attack_mode=attack_mode)
    for piece in ("rifleman.1", "rifleman.2", "recon.1"):
        assert names(do(*at, f"attack 1.{piece} 2.guard.1", dice=[1])) == ["attacked"]


ORDER = {  # the conditions of TTT-8.5 in order: each flaw with the code that refuses it
    "spent": "E_NO_ATTACK_LEFT",
    "absent": "E_NO_TARGET",
    "friend": "E_FRIENDLY",
    "river": "E_NO_ATTACK_TERRAIN",
    "far": "E_OUT_OF_RANGE",
    "close": "E_TOO_CLOSE",
    "low": "E_LOW_PROFILE",
    "wall": "E_NO_LOS",
}
IMPOSSIBLE = [{"absent", "friend"}, {"far", "close"}, {"close", "low"}, {"close", "wall"}, {"friend", "wall"}]


def attack_with(flaws: set[str], attack_mode: str = "one_each", attempt: str = "attack") -> str:
    """The code that refuses an attack with some flaws: the attacker on a3, its target along the row."""
    row = list("..........")
    row[0] = "~" if "river" in flaws else "."
    row[1] = "#" if "wall" in flaws else "."
    target = "b2" if "close" in flaws else "g2" if "far" in flaws else "d2"
    attacker = a_piece("attacker", *(["indirect"] if "close" in flaws else []), range=4)
    mark = a_piece("mark", *(["low_profile"] if "low" in flaws else []), range=8)
    spent = {"one_each": "+0", "every_target": "/4294967298//4294967298"}[attack_mode] if "spent" in flaws else ""
    here, there = f"attacker a2{spent}", f"mark {target}"
    if "absent" in flaws:
        there = "mark :x"
    own, theirs = (f"{here}, {there}", "guard j1") if "friend" in flaws else (here, f"{there}, guard j1")
    phase = "move" if attempt == "aim" else "attack"
    at = table(
        f"..........\n{''.join(row)}\n..........",
        own,
        theirs,
        phase=phase,
        pieces=[attacker, mark],
        attack_mode=attack_mode,
    )
    return refused(*at, f"{attempt} 1.attacker.1 {1 if 'friend' in flaws else 2}.mark.1")


@pytest.mark.clause("TTT-8.5", "TTT-13.4")
def test_an_attack_without_a_flaw_is_lawful() -> None:
    assert attack_with(set()) == attack_with(set(), "every_target") == attack_with(set(), attempt="aim") == "ok"


@pytest.mark.clause("TTT-8.5", "TTT-8.6", "TTT-8.7", "TTT-13.4")
@pytest.mark.parametrize("flaw", ORDER)
def test_every_flaw_forbids_an_attack(flaw: str) -> None:
    assert attack_with({flaw}) == ORDER[flaw]
    if flaw != "spent":
        assert attack_with({flaw}, attempt="aim") == ORDER[flaw]


@pytest.mark.clause("TTT-8.5", "TTT-13.4")
@pytest.mark.parametrize("flaws", [pair for pair in combinations(ORDER, 2) if set(pair) not in IMPOSSIBLE])
def test_of_two_flaws_the_first_is_named(flaws: tuple[str, str]) -> None:
    assert attack_with(set(flaws)) == ORDER[flaws[0]]
    if "spent" not in flaws:
        assert attack_with(set(flaws), attempt="aim") == ORDER[flaws[0]]


@pytest.mark.clause("TTT-8.9", "TTT-8.5", "TTT-13.4")
@pytest.mark.parametrize("flaw", [flaw for flaw in ORDER if flaw != "spent"])
def test_with_every_target_the_attacks_left_are_tested_after_friends(flaw: str) -> None:
    named_first = flaw in ("absent", "friend")
    assert attack_with({"spent", flaw}, "every_target") == (ORDER[flaw] if named_first else "E_NO_ATTACK_LEFT")


@pytest.mark.clause("TTT-8.5", "TTT-13.4")
def test_a_target_must_be_a_piece_that_is_there() -> None:
    at = table(PLAIN, "rifleman c3, rifleman c4", "guard c5, recon :u, recon :o, recon :x", phase="attack")
    for target in ("2.mortar.1", "2.guard.2", "2.recon.1", "2.recon.2", "2.recon.3", "1.recon.1"):
        assert refused(*at, f"attack 1.rifleman.1 {target}") == "E_NO_TARGET"
    for target in ("1.rifleman.2", "1.rifleman.1"):
        assert refused(*at, f"attack 1.rifleman.1 {target}") == "E_FRIENDLY"
    for piece in ("1.guard.1", "1.rifleman.3"):
        assert refused(*at, f"attack {piece} 2.guard.1") == "E_NO_PIECE"


@pytest.mark.clause("TTT-8.6", "TTT-13.4")
def test_the_refusals_of_an_attack_say_why() -> None:
    def says(line: str) -> str:
        with pytest.raises(IllegalChoice) as refusal:
            do(*at, line)
        return refusal.value.sentence

    drawing = """
        8 ....
        7 C...
        6 ....
        5 .#..
        4 ....
        3 ....
        2 ....
        1 ....
        """
    forces = (
        "rifleman a4, mortar c1, rifleman a7, rifleman d1+0",
        "guard c6, crawler c2, crawler a1, guard d8, recon :x",
    )
    at = table(drawing, *forces, phase="attack")
    assert says("attack 1.rifleman.1 2.guard.1") == "distance 4, range 3"
    assert says("attack 1.mortar.1 2.crawler.1") == "Red MO1 cannot attack at distance 1"
    assert says("attack 1.rifleman.1 2.crawler.2") == "Blue CR2 can only be attacked within 2"
    assert says("attack 1.rifleman.2 2.guard.1") == "Red RF2 cannot attack from woods and river"
    assert says("attack 1.rifleman.3 2.guard.1") == "Red RF3 has no attack left"
    assert says("attack 1.mortar.1 2.recon.1") == "no target Blue RC1"
    assert says("attack 1.mortar.1 1.rifleman.1") == "Red RF1 is on your side"
    at = table(drawing, "rifleman a5", "guard c5", phase="attack")
    assert says("attack 1.rifleman.1 2.guard.1") == "no line of sight to c5"


@pytest.mark.clause("TTT-8.8", "TTT-1.6")
def test_an_eliminated_piece_is_removed_at_once() -> None:
    at = table(PLAIN, "rifleman c3, recon d3", "guard c4, guard j10", phase="attack")
    told = do(*at, "attack 1.rifleman.1 2.guard.1", dice=[6])
    assert names(told) == ["attacked", "eliminated"] and gone(told) == ["2.guard.1"]
    assert refused(*at, "attack 1.recon.1 2.guard.1") == "E_NO_TARGET"
    do(*at, "end_turn")
    assert refused(*at, "move 2.guard.1 c5") == "E_NO_PIECE"
    do(*at, "end_turn")
    assert {"c4", "c5"} <= ends(*at, "1.recon.1")
    do(*at, "move 1.recon.1 c4")


@pytest.mark.clause("TTT-8.8")
def test_nothing_is_left_of_an_eliminated_piece() -> None:
    at = table(PLAIN, "m_gunner c3, rifleman d4", "guard c4, guard d3, guard j10", phase="attack", turn=2)
    do(*at, "attack 2.guard.1 1.m_gunner.1", dice=[6])
    at_once = unit(*at, "1.m_gunner.1").item()
    other = table(PLAIN, "m_gunner :x, rifleman d4", "guard c4, guard d3, guard j10", phase="attack", turn=2)
    assert at_once == unit(*other, "1.m_gunner.1").item()


@pytest.mark.clause("TTT-8.8", "TTT-4.26")
@BOTH_MODES
def test_nothing_is_left_of_a_piece_that_its_own_blast_eliminates(attack_mode: str) -> None:
    mad = a_piece("mad", "blast", "burst", "frenzy")
    forces = "guard j1, mad c3", "guard c4, recon c5, guard j10"
    at = table(PLAIN, *forces, pieces=[mad], attack_mode=attack_mode)
    do(*at, "aim 1.mad.1 2.recon.1")
    do(*at, "attack 1.mad.1 2.guard.1", dice=[1, 1, 1])
    do(*at, "attack 1.mad.1 2.guard.1", dice=[6, 1, 6])
    other = table(PLAIN, "guard j1, mad :x", forces[1], pieces=[mad])
    assert unit(*at, "1.mad.1").item() == unit(*other, "1.mad.1").item()


# attack_mode = every_target


@pytest.mark.clause("TTT-8.9")
def test_with_every_target_each_enemy_is_attacked_once_a_turn() -> None:
    at = table(PLAIN, "rifleman c3, rifleman d3", "guard c5, guard d5, guard c4", attack_mode="every_target")
    for _ in range(2):
        do(*at, "end_move")
        for target in (1, 2, 3):
            assert refused(*at, f"attack 1.rifleman.1 2.guard.{target}") == "ok"
            do(*at, f"attack 1.rifleman.1 2.guard.{target}", dice=[1])
            assert refused(*at, f"attack 1.rifleman.1 2.guard.{target}") == "E_NO_ATTACK_LEFT"
        assert choices(*at, "attack 1.rifleman.1") == [] and len(choices(*at, "attack 1.rifleman.2")) == 3
        do(*at, "end_turn")
        do(*at, "end_turn")


@pytest.mark.clause("TTT-8.9", "TTT-8.8")
def test_with_every_target_who_fired_at_a_piece_that_is_gone_does_not_matter() -> None:
    after = []
    for others in ((), ("1.m_gunner.1", "1.m_gunner.1")):
        at = table(PLAIN, "m_gunner c3, recon c4", "guard c5, guard d5", phase="attack", attack_mode="every_target")
        for piece in others:
            do(*at, f"attack {piece} 2.guard.1", dice=[1])
        do(*at, "attack 1.recon.1 2.guard.1", dice=[6])
        after.append(at[1].tobytes())
    assert after[0] == after[1]


@pytest.mark.clause("TTT-8.9", "TTT-4.12")
def test_with_every_target_burst_attacks_each_enemy_twice() -> None:
    at = table(PLAIN, "m_gunner c3", "guard c5, guard d4", attack_mode="every_target")
    for _ in range(2):
        do(*at, "end_move")
        for target in (1, 2, 1, 2):
            do(*at, f"attack 1.m_gunner.1 2.guard.{target}", dice=[1])
        for target in (1, 2):
            assert refused(*at, f"attack 1.m_gunner.1 2.guard.{target}") == "E_NO_ATTACK_LEFT"
        do(*at, "end_turn")
        do(*at, "end_turn")
    do(*at, "end_move")
    for _ in range(2):
        do(*at, "attack 1.m_gunner.1 2.guard.1", dice=[1])
    assert choices(*at, "attack") == [["attack", "1.m_gunner.1", "2.guard.2"]]


@pytest.mark.clause("TTT-8.9", "TTT-4.13")
def test_with_every_target_frenzy_has_no_effect() -> None:
    at = table(PLAIN, "berserker c3", "recon c4, medic c2, guard d3", phase="attack", attack_mode="every_target")
    assert names(do(*at, "attack 1.berserker.1 2.recon.1", dice=[6, 1])) == ["attacked", "eliminated"]
    do(*at, "attack 1.berserker.1 2.guard.1", dice=[4])
    assert refused(*at, "attack 1.berserker.1 2.guard.1") == "E_NO_ATTACK_LEFT"


@pytest.mark.clause("TTT-8.9")
def test_with_every_target_all_else_is_unchanged() -> None:
    at = table("~....\n.....", "rifleman a2, rifleman b1", "guard d2, guard e1", attack_mode="every_target")
    do(*at, "aim 1.rifleman.2 2.guard.1")
    assert refused(*at, "attack 1.rifleman.1 2.guard.1") == "E_NO_ATTACK_TERRAIN"
    assert why(do(*at, "attack 1.rifleman.2 2.guard.1", dice=[1])) == {"to-hit bonus": 1, "aimed": 1}
    assert why(do(*at, "attack 1.rifleman.2 2.guard.2", dice=[1])) == {"to-hit bonus": 1}


# 8.2 Resolving an attack


@pytest.mark.clause("TTT-8.10", "TTT-8.11", "TTT-8.12", "TTT-8.13", "TTT-8.14", "TTT-8.15")
@pytest.mark.parametrize("th", range(5))
@pytest.mark.parametrize("tbh", range(1, 7))
def test_the_die_with_its_modifiers_must_exceed_the_tbh(th: int, tbh: int) -> None:
    pieces = [a_piece("one", th=th), a_piece("two", tbh=tbh)]
    for bonus, letter in ((0, "."), (1, "r"), (2, "w")):
        k = tbh + bonus - th
        lowest = min(6, max(2, k + 1))
        for die in (lowest - 1, lowest):
            at = table(f"...\n.{letter}.\nR..", "one R", "two b2", phase="attack", pieces=pieces)
            told = do(*at, "attack 1.one.1 2.two.1", dice=[die])
            hits = die != 1 and (die == 6 or die + th - bonus > tbh)
            assert hits == (die == lowest)
            assert shots(told) == [f"1.one.1 at 2.two.1 on {lowest}: {'hit' if hits else 'miss'}"]
            assert (gone(told) == ["2.two.1"]) == hits
            rows = {"to-hit bonus": th, "terrain of the target": -bonus}
            assert why(told) == {label: amount for label, amount in rows.items() if amount}


@pytest.mark.clause("TTT-8.10", "TTT-8.12")
@pytest.mark.parametrize(("die", "result"), [(1, "miss"), (2, "miss"), (3, "hit"), (4, "hit"), (5, "hit"), (6, "hit")])
def test_higher_hits_equal_or_lower_has_no_effect(die: int, result: str) -> None:
    at = table(PLAIN, "rifleman c3", "rifleman c5, guard j1", phase="attack")
    told = do(*at, "attack 1.rifleman.1 2.rifleman.1", dice=[die])
    assert shots(told) == [f"1.rifleman.1 at 2.rifleman.1 on 3: {result}"]
    assert names(told) == (["attacked", "eliminated"] if result == "hit" else ["attacked"])


@pytest.mark.clause("TTT-8.14", "TTT-8.15")
def test_a_1_always_misses_and_a_6_always_hits() -> None:
    pieces = [a_piece("strong", th=4), a_piece("soft", tbh=1), a_piece("weak", th=0), a_piece("hard", tbh=6)]
    drawing = "...\nRL.\n.w."
    at = table(drawing, "strong R, radio_operator L", "soft a1, guard c3", pieces=pieces)
    do(*at, "aim 1.strong.1 2.soft.1")
    told = do(*at, "attack 1.strong.1 2.soft.1", dice=[1])
    assert shots(told) == ["1.strong.1 at 2.soft.1 on 2: miss"]
    assert why(told) == {"to-hit bonus": 4, "aimed": 1, "spotted": 1}
    at = table(drawing, "weak R", "hard b1, guard c3", phase="attack", pieces=pieces)
    told = do(*at, "attack 1.weak.1 2.hard.1", dice=[6])
    assert shots(told) == ["1.weak.1 at 2.hard.1 on 6: hit"] and why(told) == {"terrain of the target": -2}


@pytest.mark.clause("TTT-8.15", "TTT-13.4")
def test_no_die_falls_for_an_unlawful_attack() -> None:
    at = table(PLAIN, "rifleman c3", "guard c7", phase="attack")
    with pytest.raises(IllegalChoice):
        do(*at, "attack 1.rifleman.1 2.guard.1", dice=[6])
    assert unit(*at, "1.rifleman.1").attacks == 1


@pytest.mark.clause("TTT-8.11", "TTT-1.3")
def test_every_modifier_is_told_with_its_clause_in_order() -> None:
    at = table("...\nR.w\n.L.", "rifleman R, radio_operator L", "guard c2, guard c3")
    do(*at, "aim 1.rifleman.1 2.guard.1")
    (told,) = do(*at, "attack 1.rifleman.1 2.guard.1", dice=[4])
    assert [row[:3] for row in told.modifiers] == [
        ("to-hit bonus", "TTT-8.10", 1),
        ("aimed", "TTT-7.12", 1),
        ("spotted", "TTT-4.21", 1),
        ("terrain of the target", "TTT-3.14", -2),
    ]
    assert [tuple(die) for die in told.dice] == [("attack", 6, 4)]
    at = table("...\n..w\nR.T", "grenadier R", "rifleman T, guard c2", phase="attack")
    _, told = do(*at, "attack 1.grenadier.1 2.rifleman.1", dice=[1, 1])
    assert [row[:3] for row in told.modifiers] == [
        ("blast", "TTT-4.14", -1),
        ("terrain of the target", "TTT-3.14", -2),
    ]


@pytest.mark.clause("TTT-8.16")
def test_the_order_of_dice() -> None:
    at = table(
        """
        .M.
        KTL
        .R.
        """,
        "grenadier R, recon a1",
        "rifleman T, recon K, recon L, medic M",
        phase="attack",
    )
    told = do(*at, "attack 1.grenadier.1 2.rifleman.1", dice=[4, 4, 4, 6, 5, 4, 6, 5])
    assert [(purpose, face) for purpose, _, face in rolled(told)] == [
        ("attack", 4), ("save", 4),  # the target: eliminated
        ("attack", 4),  # north: the Medic, missed
        ("attack", 6), ("save", 5),  # east: saved
        ("attack", 4),  # south: the Grenadier itself
        ("attack", 6), ("save", 5),  # west: saved
    ]  # fmt: skip
    assert names(told) == [
        "attacked",
        "eliminated",
        "attacked",
        "attacked",
        "saved",
        "attacked",
        "eliminated",
        "attacked",
        "saved",
    ]


@pytest.mark.clause("TTT-8.17", "TTT-9.2")
def test_the_end_is_judged_before_any_further_die() -> None:
    at = table(PLAIN, "grenadier c3, recon c5", "rifleman c6", phase="attack")
    told = do(*at, "attack 1.grenadier.1 2.rifleman.1", dice=[4])
    assert names(told) == ["attacked", "eliminated", "ended"]
    forces = "grenadier f1, recon f5, recon e4", "captain f3, rifleman f4"
    at = table("cap_the_capn", *forces, phase="attack", force="preset")
    told = do(*at, "attack 1.grenadier.1 2.rifleman.1", dice=[1, 1, 5])
    assert gone(told) == ["2.captain.1"] and names(told)[-1] == "ended"
    assert refused(*at, "end_turn") == "E_GAME_OVER"


# Aim


@pytest.mark.clause("TTT-7.9", "TTT-7.12", "TTT-7.13")
@pytest.mark.parametrize(("target", "bonus"), [(1, {"aimed": 1}), (2, {})])
def test_an_aim_helps_against_its_target_only(target: int, bonus: dict[str, int]) -> None:
    at = table(PLAIN, "sniper c3, sniper d3", "guard c5, guard d5")
    assert names(do(*at, "aim 1.sniper.1 2.guard.1")) == ["aimed"]
    assert why(do(*at, f"attack 1.sniper.1 2.guard.{target}", dice=[1])) == bonus
    assert why(do(*at, "attack 1.sniper.2 2.guard.1", dice=[1])) == {}


@pytest.mark.clause("TTT-7.12", "TTT-7.13", "TTT-4.12")
def test_an_aim_helps_each_attack_on_its_target() -> None:
    at = table(PLAIN, "m_gunner c3", "guard c5, medic c6, guard d5")
    do(*at, "aim 1.m_gunner.1 2.guard.1")
    assert why(do(*at, "attack 1.m_gunner.1 2.guard.1", dice=[6, 6])) == {"to-hit bonus": 1, "aimed": 1}
    assert why(do(*at, "attack 1.m_gunner.1 2.guard.1", dice=[1])) == {"to-hit bonus": 1, "aimed": 1}


@pytest.mark.clause("TTT-7.13")
def test_an_aim_lapses_at_the_end_of_the_turn() -> None:
    at = table(PLAIN, "sniper c3, sniper d4", "guard c5, guard d5")
    do(*at, "aim 1.sniper.1 2.guard.1")
    assert unit(*at, "1.sniper.1").aim
    do(*at, "end_turn")
    assert not unit(*at, "1.sniper.1").aim
    do(*at, "end_turn")
    do(*at, "end_move")
    assert why(do(*at, "attack 1.sniper.1 2.guard.1", dice=[1])) == {}


@pytest.mark.clause("TTT-7.13", "TTT-8.8")
def test_an_aim_is_lost_with_its_target() -> None:
    at = table(PLAIN, "sniper c3, rifleman d4", "guard c5, guard d5")
    do(*at, "aim 1.sniper.1 2.guard.1")
    do(*at, "attack 1.rifleman.1 2.guard.2", dice=[6])
    assert unit(*at, "1.sniper.1").aim
    at = table(PLAIN, "sniper c3, rifleman d4", "guard c5, guard d5")
    do(*at, "aim 1.sniper.1 2.guard.1")
    do(*at, "attack 1.rifleman.1 2.guard.1", dice=[6])
    assert not unit(*at, "1.sniper.1").aim
    assert why(do(*at, "attack 1.sniper.1 2.guard.2", dice=[1])) == {}


@pytest.mark.clause("TTT-7.10", "TTT-7.11", "TTT-7.14")
def test_only_what_could_be_attacked_can_be_aimed_at() -> None:
    at = table("....\nR#K.\nL...\n....", "rifleman R, captain L", "guard K, guard d4, guard a4, crawler d2")
    assert refused(*at, "aim 1.rifleman.1 2.guard.1") == "E_NO_LOS"
    assert refused(*at, "aim 1.rifleman.1 2.guard.2") == "E_OUT_OF_RANGE"
    assert refused(*at, "aim 1.rifleman.1 2.guard.3") == "ok"
    assert refused(*at, "aim 1.captain.1 2.crawler.1") == "E_OUT_OF_RANGE"
    assert choices(*at, "aim") == [
        ["aim", "1.rifleman.1", "2.guard.3"],
        ["aim", "1.captain.1", "2.guard.3"],
    ]


def moved_or_aimed(line: str) -> At:
    at = table(PLAIN, "captain a1, rifleman c3, rifleman e3, guard j1", "guard c5")
    do(*at, "command 1.captain.1")
    do(*at, line)
    return at


@pytest.mark.clause("TTT-7.14", "TTT-7.6")
@pytest.mark.parametrize("line", ["move 1.rifleman.1 c4", "aim 1.rifleman.1 2.guard.1"])
def test_a_piece_that_moved_or_aimed_does_neither_again(line: str) -> None:
    at = moved_or_aimed(line)
    assert refused(*at, "aim 1.rifleman.1 2.guard.1") == "E_ALREADY_ACTED"
    assert refused(*at, "move 1.rifleman.1 d3") == "E_ALREADY_ACTED"
    assert choices(*at, "aim 1.rifleman.1") == choices(*at, "move 1.rifleman.1") == []
    assert refused(*at, "move 1.rifleman.2 e4") == "ok"
    assert unit(*at, "1.rifleman.1").did == (1 if line.startswith("move") else 2)
