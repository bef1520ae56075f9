"""Positions in one line: written, read back, and refused in one sentence when they make no sense."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from fireteam.core.dice import live
from fireteam.core.engine.dispatch import is_over, menu_choice, menu_size, to_act
from fireteam.core.engine.record import Array
from fireteam.core.engine.state_hash import SHA_256, hash_of
from fireteam.core.errors import BadNotation, FireteamError
from fireteam.core.game import Setting
from fireteam.core.protocol.choices import new_choices
from fireteam.core.protocol.events import new_log
from fireteam.core.run import apply, run_to_decision
from fireteam.core.slot_choices import menu
from fireteam.games.ttt.game import GAME
from tests.games.ttt.table import refused, table, unit
from tests.heavy.settings import many

LINE = "besiege_the_bunker - move 1 3 1 recon@a1,recon@c4+1,guard:x recon@i9,berserker@h8 -"
FIRING = LINE.replace("move 1 3 1", "attack 1 3 0")
PLACING = LINE.replace("move 1 3 1", "place 1 1 0").replace("+1", "")
PICKING = "capture_the_crossing - force 1 1 0 - - picking=3"
OVER = PLACING.replace("place", "over")[:-1]


def wandered(setting: Setting, seed: int, most: int) -> list[Array]:
    """Every state of a match played at random."""
    states, chance = setting.opening.copy(), Random(seed)
    dice, choices, log = live(seed), new_choices(), new_log()
    found = [states.copy()]
    run_to_decision(states[0], setting.tables[0], dice[0], log[0])
    for _ in range(most):
        found.append(states.copy())
        if is_over(states[0]):
            break
        for slot in range(2):
            if to_act(states[0]) >> slot & 1:
                ways = menu_size(states[0], setting.tables[0], slot)
                menu_choice(states[0], setting.tables[0], slot, chance.randrange(ways), choices[slot])
        log[0].count = 0
        apply(states[0], setting.tables[0], choices, dice[0], log[0])
    return found


@pytest.mark.parametrize("piece", ["sniper@c1/{}", "sniper@c1//{}"])
def test_all_64_pieces_may_have_been_fired_at(piece: str) -> None:
    line = f"@4 - move 1 1 1 {piece} recon@c3 -"
    setting, states = GAME.read_position(line.format(2**64 - 1))
    assert piece.format(2**64 - 1) in GAME.write_position(setting, states)
    with pytest.raises(BadNotation, match="18446744073709551616"):
        GAME.read_position(line.format(2**64))


@pytest.mark.heavy
@pytest.mark.clause("TTT-13.1")
@pytest.mark.parametrize("scenario", list(GAME.scenarios([])))
def test_every_state_of_a_match_is_written_and_read_back(scenario: str) -> None:
    options = {"force": "preset"} if scenario == "the_art_of_war" else {}
    setting = GAME.make_setting(
        scenario, options | {"attack_mode": "every_target"} if scenario == "last_stand" else options
    )
    for states in wandered(setting, seed=5, most=30 if scenario == "the_art_of_war" else 90):
        line = GAME.write_position(setting, states)
        again, read = GAME.read_position(line)
        assert read.tobytes() == states.tobytes(), line
        assert again.tables.tobytes() == setting.tables.tobytes() and again.options == setting.options
        assert GAME.write_position(again, read) == line


@pytest.mark.clause("TTT-13.1", "TTT-2.2")
def test_a_line_says_all_there_is_to_a_position() -> None:
    at = table(
        "4+2r",
        "sniper c1!a>33+1, m_gunner b1!m+2, medic :x, guard :x, captain a1!c+1",
        "recon c3, rifleman :o",
        round=7,
        budget="2*",
        swapped=True,
        rest="held=1/0;armed=1/0;exits=0/1",
        seats="fixed",
        attack_mode="every_target",
    )
    named = at[0]._replace(scenario="@4+2r")
    at[1][0].units[0].fired = np.uint64(1 << 63)
    at[1][0].units[0].fired_twice = np.uint64(5)
    assert GAME.write_position(named, at[1]) == (
        "@4+2r attack_mode=every_target,seats=fixed move 1~ 7 2* "
        "sniper@c1!a>33+1/9223372036854775808//5,m_gunner@b1!m+2,medic:x,guard:x,captain@a1!c+1 "
        "recon@c3,rifleman:o armed=1/0;held=1/0;exits=0/1"
    )
    again, read = GAME.read_position(GAME.write_position(named, at[1]))
    assert read.tobytes() == at[1].tobytes() and again.scenario == "@4+2r"


@pytest.mark.clause("TTT-13.1")
def test_a_state_has_the_hash_that_it_had_when_all_its_fields_were_of_64_bits() -> None:
    _, states = GAME.read_position("@plain_10 - attack 1 1 0 rifleman@c3!m+1/8589934592 guard@c5,medic:x,medic@c6 -")
    assert hash_of(states, SHA_256) == "da50daf91d7b030b7f851f0b2edac3fe5ba8a104ded0ee5e29525fc27acbb4b5"


def test_a_position_read_is_ready_to_play() -> None:
    at = GAME.read_position(LINE)
    assert unit(*at, "1.recon.2").attacks == 1 and at[1][0].round_number == 3
    assert refused(*at, "move 1.recon.1 b1") == "ok" and refused(*at, "move 1.guard.1 b1") == "E_NO_PIECE"
    assert len(menu(*at, 0)) > 10


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("", "a position has 9 parts, not 0"),
        (LINE + " more", "a position has 9 parts, not 10"),
        (LINE.replace("besiege_the_bunker", "besiege"), "no mission named 'besiege'"),
        (LINE.replace("besiege_the_bunker", "@9"), "no board named '9'"),
        (LINE.replace("besiege_the_bunker", "@1+1+1+1+1+1+1"), "'1+1+1+1+1+1+1' is 70 by 10 squares"),
        (LINE.replace("besiege_the_bunker", "@1+mini_a"), "'1+mini_a': boards of 3 and 10 rows"),
        (LINE.replace(" - move", " seats move"), "'seats' is no option; write name=value"),
        (LINE.replace(" - move", " chairs=fixed move"), "no option named 'chairs'"),
        (LINE.replace(" - move", " seats=stolen move"), "no value of option seats named 'stolen'"),
        ("@1 chairs=fixed move 1 1 1 recon@a1 recon@c1 -", "no option named 'chairs'"),
        ("@1 seats=stolen move 1 1 1 recon@a1 recon@c1 -", "no value of option seats named 'stolen'"),
        (LINE.replace("move", "moving"), "'moving' is no phase"),
        (LINE.replace(" 1 3 1 ", " 3 3 1 "), "side, round and budget are like"),
        (LINE.replace(" 1 3 1 ", " 1! 3 1 "), "side, round and budget are like"),
        (LINE.replace(" 1 3 1 ", " 1 x 1 "), "side, round and budget are like"),
        (LINE.replace(" 1 3 1 ", " 1 -3 1 "), "side, round and budget are like"),
        (LINE.replace(" 1 3 1 ", " 1 3 1** "), "side, round and budget are like"),
        (LINE.replace(" 1 3 1 ", " 1 3 -1 "), "side, round and budget are like"),
        (LINE.replace(" 1 3 1 ", f" 1 {2**30 + 1} 1 "), "1073741825 is too large"),
        (LINE.replace(" 1 3 1 ", f" 1 3 {10**30} "), "is too large"),
        (LINE.replace("recon@a1", "recon"), "'recon' is no piece; write type@square"),
        (LINE.replace("recon@a1", "recon@"), "'recon@' is no piece"),
        (LINE.replace("recon@a1", "recon@a1?m"), "'recon@a1?m' is no piece"),
        (LINE.replace("recon@a1", "recon@a1!x"), "'recon@a1!x' is no piece"),
        (LINE.replace("recon@a1", "recon@a1+-1"), "'recon@a1+-1' is no piece"),
        (LINE.replace("recon@a1,", "recon@a1,,"), "'' is no piece"),
        (LINE.replace("recon@a1", "ghost@a1"), "no piece type 'ghost' in the squad sheet"),
        ("@1 - move 1 1 1 ghost@a1 recon@c1 -", "no piece type named 'ghost'"),
        (LINE.replace("recon@a1", "recon@a0"), "'a0' is not a square"),
        (LINE.replace("recon@a1", "recon@aaaa1"), "'aaaa1' is not a square"),
        (LINE.replace("recon@a1", "recon@k1"), "k1 is no open square of this map"),
        ("@2 - move 1 1 1 recon@c6 recon@a1 -", "c6 is no open square of this map"),
        (LINE.replace("recon@c4", "recon@a1"), "two pieces on a1"),
        (LINE.replace("recon@i9", "recon@a1"), "two pieces on a1"),
        (LINE.replace("guard:x", "guard:x," * 3 + "guard:x"), "side 1 has 5 pieces, not 6"),
        (f"@1 - move 1 1 1 {','.join(['recon:x'] * 33)} recon@a1 -", "a side has at most 32 pieces, not 33"),
        (LINE.replace("recon@a1", "recon@a1>65"), "65 is too large; at most 64"),
        (LINE.replace("recon@a1", f"recon@a1+{2**64}"), "is too large"),
        (LINE.replace("recon@a1", f"recon@a1/{2**64}"), "is too large"),
        (LINE.replace("recon@a1", f"recon@a1//{2**64}"), "is too large"),
        (LINE[:-1] + "held", "'held' is no part; write name=value"),
        (LINE[:-1] + "hold=1/1", "hold=1/1 is no part of a position"),
        (LINE[:-1] + "held=1", "held does not take 1 numbers"),
        (LINE[:-1] + "winner=1/1", "winner does not take 2 numbers"),
        (LINE[:-1] + "doing=1/1/1", "doing does not take 3 numbers"),
        (LINE[:-1] + "held=1/x", "held=1/x is no part of a position"),
        (LINE[:-1] + "held=1/-1", "held=1/-1 is no part of a position"),
        (LINE[:-1] + "winner=4", "4 is too large; at most 3"),
        (LINE[:-1] + "why=12", "12 is too large; at most 11"),
        (LINE[:-1] + "armed=0/2", "2 is too large; at most 1"),
        (LINE[:-1] + "exits=0/33", "33 is too large; at most 32"),
        (LINE[:-1] + "doing=65/0/0/0/0", "65 is too large; at most 64"),
        (LINE[:-1] + "doing=1/0/60/0/0", "60 is too large; at most 59"),
        (LINE[:-1] + "doing=1/0/0/0/4", "4 is too large; at most 3"),
        (PLACING, "nobody could go on from here in phase place"),
        (PICKING[:-1] + "0", "nobody could go on from here in phase force"),
        (PICKING[:-9] + "-", "nobody could go on from here in phase force"),
        (PICKING.replace("- -", "guard:u -"), "nobody could go on from here in phase force"),
        ("besiege_the_bunker - force 1 1 0 guard:u guard:u picking=1", "nobody could go on from here in phase force"),
        (LINE[:-1] + "doing=1/33/0/0/0", "nobody could go on from here in phase move"),
        (FIRING[:-1] + "doing=9/33/0/0/0", "nobody could go on from here in phase attack"),
        (FIRING[:-1] + "doing=1/3/0/0/0", "nobody could go on from here in phase attack"),
    ],
)
def test_a_line_that_makes_no_sense_is_refused_in_one_sentence(line: str, sentence: str) -> None:
    with pytest.raises(FireteamError) as refusal:
        GAME.read_position(line)
    assert str(refusal.value).startswith(sentence) or sentence in str(refusal.value)
    assert "\n" not in str(refusal.value)


@pytest.mark.clause("TTT-13.1")
@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (LINE.replace(" 1 3 1 ", " 1 0 1 "), "there is no round 0: write 1 to 30"),
        (LINE.replace(" 1 3 1 ", " 1 31 1 "), "there is no round 31: write 1 to 30"),
        (LINE.replace(" 1 3 1 ", " 1 3 0 "), "a budget of 0 cannot be in phase move: write 1"),
        (LINE.replace(" 1 3 1 ", " 1 3 2 "), "a budget of 2 cannot be in phase move: write 1"),
        (LINE.replace(" 1 3 1 ", " 1 3 99999 "), "a budget of 99999 cannot be in phase move: write 1"),
        (
            "@1 - move 1 1 5 captain@a1,captain@a2,captain:x recon@a9 -",
            "a budget of 5 cannot be in phase move: write 1 to 4",
        ),
        (FIRING.replace(" 0 ", " 1 "), "a budget of 1 cannot be in phase attack: write 0"),
        (FIRING.replace(" 0 ", " 0* "), "a budget of 0* cannot be in phase attack: write 0"),
        (
            OVER + "-",
            "phase over needs who won and why in its last part: write winner=1 or winner=2 and why=1 to why=11",
        ),
        (OVER + "winner=1", "phase over needs who won and why in its last part"),
        (OVER + "why=10", "phase over needs who won and why in its last part"),
        (OVER + "winner=3;why=9", "phase over needs who won and why in its last part"),
        (LINE[:-1] + "winner=1;why=1", "nobody has won before the end: write phase over, or leave out winner and why"),
        (LINE[:-1] + "why=1", "nobody has won before the end"),
        ("@1 - move 1 1 1 - - -", "side 1 has no piece: write its force, each piece as type@square, or type:u, :x, :o"),
        ("@1 - place 1 1 0 recon:u - -", "side 2 has no piece"),
        ("besiege_the_bunker - seats 1 1 0 - - -", "side 1 has no piece"),
        (LINE.replace("guard:x", "guard:x,guard:x"), "side 1 has at most 1 guard in this match, not 2: write fewer"),
        (LINE.replace("berserker@h8", "captain@h8"), "side 2 has at most 0 captain in this match, not 1: write fewer"),
        (
            "cap_the_capn - move 1 1 1 captain@a1,captain@a2 captain@t9 -",
            "side 1 has at most 1 captain in this match, not 2: write fewer, or play on a bare board, such as @1",
        ),
        (LINE.replace("guard:x", "guard:u"), "in phase move no piece of side 1 is not placed yet: write type@square"),
        ("besiege_the_bunker - seats 1 1 0 recon:u recon@a1 -", "in phase seats no piece of side 2 is on the board"),
        (LINE.replace("c4+1", "c4+2"), "1.recon.2 cannot have 2 attacks left: write +1, or less"),
        ("@1 - attack 1 1 0 m_gunner@a1+3 recon@c3 -", "1.m_gunner.1 cannot have 3 attacks left: write +2, or less"),
        (LINE.replace("h8", "h8+1"), "2.berserker.1 has no turn now: leave out what follows its square"),
        (LINE.replace("h8", "h8!m"), "2.berserker.1 has no turn now"),
        (LINE.replace("guard:x", "guard:x+1"), "1.guard.1 has no turn now"),
        (PLACING.replace("c4", "c4/1"), "1.recon.2 has no turn now"),
        (LINE.replace("c4", "c4!c"), "1.recon.2 cannot command: leave out !c"),
        (LINE.replace("c4", "c4>33"), "1.recon.2 cannot aim so: write !a>n, where n is 33 for the enemy's first piece"),
        (LINE.replace("c4", "c4!a>1"), "1.recon.2 cannot aim so"),
        (LINE.replace("c4", "c4!a>35"), "1.recon.2 cannot aim so"),
        (
            "@1 - move 1 1 1 recon@a1 recon:x -",
            "side 1 has won already, took out the enemy's whole force (TTT-9.6): change",
        ),
        (
            "last_stand - move 2 1 1 guard:x recon@a1 -",
            "side 2 has won already, took out the enemy's whole force (TTT-9.6)",
        ),
        ("capture_the_crossing - move 1 1 1 recon@a1 guard@a9 held=3/0", "side 1 wins at held=3: write less"),
        ("hold_the_hill - move 1 1 1 recon@a1 guard@a9 score=0/99", "side 2 wins at score=8: write less"),
    ],
)
def test_what_no_match_can_come_to_is_refused_with_the_part_and_what_to_write(line: str, sentence: str) -> None:
    with pytest.raises(BadNotation) as refusal:
        GAME.read_position(line)
    assert str(refusal.value).startswith(sentence)
    assert "\n" not in str(refusal.value)


def test_lines_that_can_be_read_again() -> None:
    for line in (
        "capture_the_crossing - force 1 1 0 - - picking=3",
        "capture_the_crossing - force 1 1 0 guard:u,guard:u - picking=2",
        "besiege_the_bunker - seats 1 1 0 recon:u,recon:u recon:u -",
        "besiege_the_bunker - place 1 1 0 recon:u recon@a1 -",
        "@1 - attack 1 2 0 recon@a1,grenadier@a2 recon@a3 doing=2/0/4/4/2",
        "besiege_the_bunker - over 2~ 9 0 recon@a1 recon@a3 winner=3;why=10",
    ):
        assert GAME.write_position(*GAME.read_position(line)) == line


def test_a_damaged_line_is_read_or_refused_and_never_breaks_anything() -> None:
    """Letters are dropped, doubled and changed at random; whatever still reads can be asked for its menu."""
    chance, alphabet = Random(11), "a1@:;,/=-+>!x~* 0932mu_\u0663\u00b2"
    lines = (
        LINE,
        "@4+2r attack_mode=every_target move 1~ 7 2* sniper@c1!a>33+1/92//5,medic:x,captain@e1!c recon@c3 exits=0/1",
        "capture_the_crossing force_pick=open force 1 1 0 - - picking=1",
    )
    read = 0
    for _ in range(many(500, 1500)):
        line = chance.choice(lines)
        for _ in range(chance.randint(1, 3)):
            at = chance.randrange(len(line))
            line = line[:at] + chance.choice(("", line[at] * 2, chance.choice(alphabet))) + line[at + 1 :]
        try:
            setting, states = GAME.read_position(line)
        except FireteamError as error:
            assert "\n" not in str(error)
            continue
        read += 1
        assert GAME.write_position(*GAME.read_position(GAME.write_position(setting, states))) == GAME.write_position(
            setting, states
        )
        for slot in range(2):
            assert menu_size(states[0], setting.tables[0], slot) > 0 or not to_act(states[0]) >> slot & 1
    assert read > 10


def test_the_reader_says_bad_notation_where_the_line_itself_is_bad() -> None:
    with pytest.raises(BadNotation):
        GAME.read_position("nonsense")


def test_a_number_without_end_is_one_sentence() -> None:
    with pytest.raises(BadNotation) as caught:
        GAME.read_position(f"besiege_the_bunker - move 1 {'9' * 5000} 1 recon@c2 recon@j10 -")
    assert len(str(caught.value)) < 120
