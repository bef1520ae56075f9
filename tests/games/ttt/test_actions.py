"""Section 13: names, actions, and the errors in their order."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from fireteam.core.engine.dispatch import menu_choice, verify
from fireteam.core.errors import IllegalChoice
from fireteam.core.protocol.choices import new_choices
from fireteam.core.slot_choices import encode_choice, menu, read_choice, refusal_of
from fireteam.games.ttt.choices import VERBS
from fireteam.games.ttt.game import GAME
from fireteam.games.ttt.refusals import REFUSALS
from tests.games.ttt.matches import arranged, begin, mission, now, play
from tests.games.ttt.table import At, a_piece, choices, names, refused, table

CODES = [refusal.code for refusal in REFUSALS]


def said(setting: Any, states: Any, line: str, slot: int = 0) -> str:
    """The code and sentence that a player reads."""
    try:
        no = refusal_of(setting, states, slot, read_choice(setting, line))
    except IllegalChoice as unreadable:
        no = unreadable
    assert no is not None
    return f"{no.code}: {no.sentence}"


def first(*codes: str) -> str:
    """Of the codes that apply, the one that the rulebook's table has first."""
    return min(codes, key=CODES.index) if codes else "ok"


# Names


@pytest.mark.clause("TTT-13.1")
def test_pieces_are_named_by_side_type_and_number_in_force_order() -> None:
    at = table("plain_10", "recon a1, guard b1, recon :x", "recon j10, recon :u, guard j9")
    names = GAME.names(*at)
    assert [name for name in names.units if name] == [
        "1.recon.1",
        "1.guard.1",
        "1.recon.2",
        "2.recon.1",
        "2.recon.2",
        "2.guard.1",
    ]
    assert [names.find_unit(name) for name in ("1.recon.1", "1.recon.2", "2.recon.1", "2.guard.1")] == [0, 2, 32, 34]
    assert names.find_unit("2.guard.2") == names.find_unit("3.recon.1") == names.find_unit("1.recon.0") == -1
    assert names.unit(1) == "1.guard.1" and names.unit(3) == names.unit(-1) == names.unit(64) == "-"


# Actions


@pytest.mark.clause("TTT-13.2", "TTT-13.3")
def test_each_action_does_what_the_table_says() -> None:
    force = {"pick": 3, "preset": ["rifleman", "recon", "sniper"]}
    at = begin(mission(one={"force": force}, two={"force": force}))
    assert names(play(*at, "pick captain,recon,sniper & pick recon,guard,medic"))[:3] == ["picked"] * 3
    assert names(play(*at, "place 1.captain.1 a1")) == ["placed"]
    play(*at, "place 2.recon.1 a9", "place 1.recon.1 c1", "place 2.guard.1 e4", "place 1.sniper.1 e1")
    play(*at, "place 2.medic.1 a10")
    assert names(play(*at, "command 1.captain.1")) == ["commanded"] and at[1][0].budget == 2
    assert names(play(*at, "move 1.recon.1 c2")) == ["moved"] and at[1][0].budget == 1
    assert names(play(*at, "aim 1.sniper.1 2.guard.1")) == ["aimed"] and now(*at) == "attack 1"
    assert names(play(*at, "attack 1.sniper.1 2.guard.1 : 1")) == ["attacked"]
    assert names(play(*at, "end_turn")) == ["turned"] and now(*at) == "move 2"
    assert names(play(*at, "end_move")) == ["ended_moves"] and now(*at) == "attack 2"
    assert names(play(*at, "resign")) == ["ended"] and now(*at).startswith("over")


@pytest.mark.clause("TTT-13.2")
def test_there_are_nine_actions() -> None:
    assert [verb.__struct_config__.tag for verb in VERBS] == [
        *("pick", "place", "command", "move", "aim", "end_move", "attack", "end_turn", "resign")
    ]


@pytest.mark.clause("TTT-13.3")
def test_the_last_movement_action_leads_to_the_attacks_by_itself() -> None:
    at = table("plain_10", "recon a1, rifleman c1", "guard j10", budget="2")
    play(*at, "move 1.recon.1 a2")
    assert now(*at) == "move 1"
    play(*at, "move 1.rifleman.1 c2")
    assert now(*at) == "attack 1"


# Errors


@pytest.mark.clause("TTT-13.4")
@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("", "not an action: nothing was said"),
        ("dance", "not an action: no action 'dance'"),
        ("move 1.recon.1", "not an action: 'to' is missing"),
        ("move", "not an action: 'piece' is missing"),
        ("move 1.recon.1 e5 e6", "not an action: 'e6' is too much"),
        ("end_turn now", "not an action: 'now' is too much"),
        ("command", "not an action: 'captains' is missing"),
        ("move 1.recon.1 5e", "not an action: '5e' is not a square"),
        ("move 1.recon.1 e0", "not an action: 'e0' is not a square"),
        ("place 1.recon.1 E5", "not an action: 'E5' is not a square"),
        ("move recon e5", "not an action: 'recon' is no piece"),
        ("attack 1.recon.1 2-guard-1", "not an action: '2-guard-1' is no piece"),
        ("command 1.captain.1,", "not an action: '' is no piece"),
        ("pick recon,guard-2", "not an action: 'guard-2' is no piece type"),
    ],
)
def test_what_is_no_action_is_refused_before_anything_else(line: str, sentence: str) -> None:
    over = table("plain_10", "recon a1", "guard a3", phase="over")
    for at in (table("plain_10", "recon a1", "guard a3"), over):
        for slot in (0, 1):
            assert said(*at, line, slot).startswith(f"E_BAD_ACTION: {sentence}")


@pytest.mark.clause("TTT-13.4")
def test_a_refusal_is_a_sentence_that_names_what_is_wrong() -> None:
    at = table("plain_10", "captain a1, recon c1, mortar g1, rifleman j1", "guard a3, crawler j4, recon g2")
    assert said(*at, "end_turn", slot=1) == "E_NOT_YOUR_TURN: it is Red's turn"
    assert said(*at, "attack 1.recon.1 2.guard.1") == "E_WRONG_STATE: attack is not possible now"
    assert said(*at, "move 1.medic.1 a2") == "E_NO_PIECE: no piece 1.medic.1 available"
    assert said(*at, "move 2.guard.1 a2") == "E_NOT_YOURS: Blue GD1 is not yours"
    assert said(*at, "move 1.recon.1 k1") == "E_OFF_BOARD: k1 is not on the board"
    assert said(*at, "move 1.recon.1 a1") == "E_OCCUPIED: a1 is occupied"
    assert said(*at, "move 1.recon.1 h1") == "E_UNREACHABLE: h1 is not within 4 steps"
    assert said(*at, "command 1.captain.1,1.recon.1") == "E_NOT_CAPTAIN: Red RC1 cannot command"
    assert said(*at, "command 1.captain.1,1.captain.1") == "E_NOT_CAPTAIN: Red CP1 cannot command"
    assert said(*at, "command -") == "E_NOT_CAPTAIN: nobody cannot command"
    assert said(*at, "command 1.captain.1,1.medic.3") == "E_NO_PIECE: no piece 1.medic.3 available"
    assert said(*at, "command 1.captain.1,2.guard.1") == "E_NOT_YOURS: Blue GD1 is not yours"
    assert said(*at, "aim 1.captain.1 2.medic.1") == "E_NO_TARGET: no target 2.medic.1"
    assert said(*at, "aim 1.captain.1 1.recon.1") == "E_FRIENDLY: Red RC1 is on your side"
    assert said(*at, "aim 1.captain.1 2.recon.1") == "E_OUT_OF_RANGE: distance 7, range 2"
    assert said(*at, "aim 1.mortar.1 2.recon.1") == "E_TOO_CLOSE: Red MO1 cannot attack at distance 1"
    assert said(*at, "aim 1.rifleman.1 2.crawler.1") == "E_LOW_PROFILE: Blue CR1 can only be attacked within 2"
    play(*at, "command 1.captain.1")
    assert said(*at, "command 1.captain.1") == "E_COMMAND_LATE: command must come first"
    assert said(*at, "move 1.captain.1 a2") == "E_COMMANDING: Red CP1 commands and stays"
    play(*at, "move 1.recon.1 c2")
    assert said(*at, "move 1.recon.1 c3") == "E_ALREADY_ACTED: Red RC1 has already moved or aimed"
    play(*at, "end_move", "attack 1.captain.1 2.guard.1 : 1")
    assert said(*at, "attack 1.captain.1 2.guard.1") == "E_NO_ATTACK_LEFT: Red CP1 has no attack left"
    play(*at, "resign")
    assert said(*at, "resign") == "E_GAME_OVER: the game is over"


@pytest.mark.clause("TTT-13.4")
def test_a_refusal_names_squares_types_and_terrain_too() -> None:
    wall = table("diagram_1", "m_gunner c4, captain a1", "rifleman f4")
    assert said(*wall, "move 1.m_gunner.1 d4") == "E_IMPASSABLE: d4 cannot be entered"
    assert said(*wall, "aim 1.m_gunner.1 2.rifleman.1") == "E_NO_LOS: no line of sight to f4"
    alone = table("plain_10", "captain a1", "guard a3")
    assert said(*alone, "command 1.captain.1") == "E_COMMAND_ALONE: nobody is left to be commanded"
    river = table("4", "rifleman b6, rifleman a5", "rifleman b7")
    assert said(*river, "aim 1.rifleman.1 2.rifleman.1") == "E_NO_ATTACK_TERRAIN: Red RF1 cannot attack from river"
    assert said(*river, "aim 1.rifleman.2 2.rifleman.1") == (
        "E_NO_ATTACK_TERRAIN: Red RF2 cannot attack from rocky and river"
    )
    bunker = table("besiege_the_bunker", "recon c2", "guard j1")
    assert said(*bunker, "move 1.recon.1 b2") == "E_OWN_BUNKER: b2 is your own bunker"
    picking = begin(GAME.make_setting("capture_the_crossing"))
    assert said(*picking, "pick recon,ghost,guard") == "E_FORCE_TYPE: no piece type ghost"
    assert said(*picking, "pick recon,guard") == "E_FORCE_SIZE: pick 6 pieces, got 2"
    assert said(*picking, "pick recon,captain,captain,guard,guard,medic") == "E_FORCE_COUNT: at most 1 Captain"
    assert said(*picking, "pick recon,recon,recon,guard,guard,medic") == "E_FORCE_COUNT: at most 2 Recon"
    placing = begin(GAME.make_setting("cap_the_capn", {"force": "preset", "seats": "fixed"}))
    assert said(*placing, "place 1.recon.1 a2") == "E_ORDER: place Captain first"
    assert said(*placing, "place 1.captain.1 b1") == "E_NOT_IN_ZONE: b1 is outside the placement zone"


# The order of the table: every combination of what can be wrong at once.


@pytest.mark.clause("TTT-13.4")
def test_the_codes_stand_in_the_order_of_the_rulebook() -> None:
    from fireteam.tools.clauses import clauses_of_game

    table_of_codes = [
        row.split("`")[1] for row in clauses_of_game("ttt")["TTT-13.4"].text.splitlines() if "| `E_" in row
    ]
    assert ["ok", *table_of_codes] == list(dict.fromkeys(CODES))


STATE_FAULTS = list(product((0, 1), (0, 1), (0, 1)))  # over, another's turn, another state


def state_faults(over: int, turn: int, state: int) -> list[str]:
    """The codes that the state of the game gives."""
    names = ("E_GAME_OVER", "E_NOT_YOUR_TURN", "E_WRONG_STATE")
    return [code for code, at_fault in zip(names, (over, turn, state), strict=True) if at_fault]


MOVERS = {
    "1.recon.1": [],
    "1.medic.1": ["E_NO_PIECE"],
    "1.recon.9": ["E_NO_PIECE"],
    "2.medic.1": ["E_NO_PIECE"],  # eliminated
    "2.guard.1": ["E_NOT_YOURS"],
    "1.captain.1": ["E_COMMANDING"],
    "1.rifleman.1": ["E_ALREADY_ACTED"],
    "1.sniper.1": ["E_ALREADY_ACTED"],
}
SQUARES = {
    "e8": [],
    "k1": ["E_OFF_BOARD"],
    "a11": ["E_OFF_BOARD"],
    "c4": ["E_IMPASSABLE"],
    "f10": ["E_OCCUPIED"],
    "b2": ["E_OWN_BUNKER", "E_UNREACHABLE"],
    "g1": ["E_UNREACHABLE"],
}


@pytest.mark.clause("TTT-13.4", "TTT-7.6", "TTT-7.17")
@pytest.mark.parametrize("faults", STATE_FAULTS)
def test_of_all_that_is_wrong_with_a_move_the_first_is_named(faults: tuple[int, int, int]) -> None:
    board = """
        10 ..........
        9 ..........
        8 ..........
        7 ..........
        6 ..........
        5 ..........
        4 ..#.......
        3 ..........
        2 .1........
        1 ..........
        """
    over, turn, state = faults
    at = table(
        board,
        "recon e7, captain d8!c, rifleman e9!m, sniper f8!a, guard f10",
        "guard j10, medic :x",
        phase="over" if over else "attack" if state else "move",
        budget="1" if not (over or state) else "0",
    )
    for (piece, wrong), (square, wrong_too) in product(MOVERS.items(), SQUARES.items()):
        expected = first(*state_faults(*faults), *wrong, *wrong_too)
        assert refused(*at, f"move {piece} {square}", slot=turn) == expected, (piece, square)


@pytest.mark.clause("TTT-13.4", "TTT-5.13", "TTT-5.14")
@pytest.mark.parametrize("faults", STATE_FAULTS)
def test_of_all_that_is_wrong_with_a_placement_the_first_is_named(faults: tuple[int, int, int]) -> None:
    over, turn, state = faults
    near = {"*": {"near": "captain", "max": 1}, "captain": {"tile": 0}, "guard": {"squares": ["a1", "b3", "e2"]}}
    force = {"fixed": {"recon": 1, "captain": 1, "guard": 2, "medic": 1}}
    made = mission("gap", one={"force": force, "place": near}, two={"force": {"fixed": {"guard": 2, "medic": 1}}})
    phase = "over" if over else "move" if state else "place"
    at = arranged(made, phase, 1, "recon:u,captain:u,guard:u,guard@d1,medic:x", "guard:u,guard@a3,medic:x")
    pieces = {
        "1.guard.1": [],
        "1.recon.1": ["E_ORDER", "E_NOT_IN_ZONE"],
        "1.sniper.1": ["E_NO_PIECE"],
        "1.guard.2": ["E_NO_PIECE"],
        "1.medic.1": ["E_NO_PIECE"],
        "2.guard.2": ["E_NO_PIECE"],
        "2.guard.1": ["E_NOT_YOURS"],
    }
    squares = {
        "a1": [],
        "f1": ["E_OFF_BOARD"],
        "b3": ["E_IMPASSABLE"],
        "d1": ["E_OCCUPIED", "E_NOT_IN_ZONE"],
        "a3": ["E_OCCUPIED", "E_NOT_IN_ZONE"],
        "a2": ["E_NOT_IN_ZONE"],
    }
    for (piece, wrong), (square, wrong_too) in product(pieces.items(), squares.items()):
        expected = first(*state_faults(*faults), *wrong, *wrong_too)
        assert refused(*at, f"place {piece} {square}", slot=turn) == expected, (piece, square)


@pytest.mark.clause("TTT-13.4", "TTT-7.16", "TTT-7.20")
@pytest.mark.parametrize("faults", STATE_FAULTS)
@pytest.mark.parametrize("late", [False, True])
@pytest.mark.parametrize("alone", [False, True])
def test_of_all_that_is_wrong_with_a_command_the_first_is_named(
    faults: tuple[int, int, int], late: bool, alone: bool
) -> None:
    over, turn, state = faults
    at = table(
        "plain_10",
        f"captain a1, recon {':x' if alone else 'b1'}",
        "captain j10, captain :x",
        phase="over" if over else "attack" if state else "move",
        budget=f"{int(not (over or state))}{'*' if late else ''}",
    )
    words = {
        "1.captain.1": [],
        "1.recon.1": ["E_NO_PIECE" if alone else "E_NOT_CAPTAIN"],
        "1.medic.1": ["E_NO_PIECE"],
        "2.captain.2": ["E_NO_PIECE"],
        "2.captain.1": ["E_NOT_YOURS"],
    }
    for many in range(4):
        for named in product(words, repeat=many):
            wrong = [code for word in named for code in words[word]]
            if not named or len(set(named)) < len(named):
                wrong.append("E_NOT_CAPTAIN")
            wrong += ["E_COMMAND_LATE"] * late + ["E_COMMAND_ALONE"] * alone
            expected = first(*state_faults(*faults), *wrong)
            assert refused(*at, f"command {','.join(named) or '-'}", slot=turn) == expected, named


BATTLEFIELD = """
    10 ..........
    9 ..........
    8 ..........
    7 ..........
    6 ..........
    5 ..........
    4 ..........
    3 #.........
    2 ..........
    1 .~........
    """
# target, what is wrong with it for the shooters on a1 (plain), b1 (river) and c1 (a Mortar), each of Range 4
TARGETS: dict[str, tuple[list[str], list[str], list[str]]] = {
    "2.recon.1": ([], [], []),  # c3
    "2.medic.1": (["E_NO_TARGET"],) * 3,
    "2.sniper.1": (["E_NO_TARGET"],) * 3,
    "1.guard.1": (["E_FRIENDLY"],) * 3,
    "1.medic.1": (["E_NO_TARGET"],) * 3,
    "2.guard.1": (["E_OUT_OF_RANGE"],) * 3,  # j10
    "2.rifleman.1": (["E_NO_LOS"], [], ["E_OUT_OF_RANGE"]),  # a4
    "2.crawler.1": (
        ["E_LOW_PROFILE", "E_NO_LOS"],
        ["E_LOW_PROFILE", "E_OUT_OF_RANGE"],
        ["E_LOW_PROFILE", "E_OUT_OF_RANGE"],
    ),
    "2.crawler.2": (["E_LOW_PROFILE", "E_OUT_OF_RANGE"], ["E_LOW_PROFILE"], ["E_LOW_PROFILE"]),  # d4
    "2.rifleman.2": ([], [], ["E_TOO_CLOSE"]),  # c2
    "2.crawler.3": (["E_LOW_PROFILE"], [], ["E_TOO_CLOSE"]),  # d1
}
ENEMIES = "recon c3, medic :x, guard j10, rifleman a4, crawler a5, crawler d4, rifleman c2, crawler d1"


@pytest.mark.clause("TTT-13.4", "TTT-8.5")
@pytest.mark.parametrize("faults", STATE_FAULTS)
@pytest.mark.parametrize("verb", ["aim", "attack"])
def test_of_all_that_is_wrong_with_an_aim_or_an_attack_the_first_is_named(
    faults: tuple[int, int, int], verb: str
) -> None:
    over, turn, state = faults
    right, wrong_phase = ("move", "attack") if verb == "aim" else ("attack", "move")
    spent = "E_ALREADY_ACTED" if verb == "aim" else "E_NO_ATTACK_LEFT"
    phase = "over" if over else wrong_phase if state else right
    pieces = [a_piece(id, *abilities, range=4) for id, abilities in (("rifle", ()), ("lobber", ("indirect",)))]
    shooters: dict[str, tuple[int, list[str]]] = {
        "1.rifle.1": (0, []),
        "1.rifle.2": (1, ["E_NO_ATTACK_TERRAIN"]),
        "1.lobber.1": (2, []),
        "1.medic.1": (0, ["E_NO_PIECE"]),
        "2.medic.1": (0, ["E_NO_PIECE"]),
        "2.guard.1": (0, ["E_NOT_YOURS"]),
    }
    for acted in ("", "!m", "!a", "!c"):
        used = acted + ("+0" if acted else "")
        at = table(
            BATTLEFIELD,
            f"rifle a1{used}, rifle b1{used}, lobber c1{used}, guard e1, medic :x",
            ENEMIES,
            pieces=pieces,
            phase=phase,
        )
        for (shooter, (column, wrong)), (target, wrong_target) in product(shooters.items(), TARGETS.items()):
            codes = [*wrong, *wrong_target[column]]
            if acted:
                codes.append("E_COMMANDING" if verb == "aim" and acted == "!c" else spent)
            expected = first(*state_faults(*faults), *codes)
            assert refused(*at, f"{verb} {shooter} {target}", slot=turn) == expected, (acted, shooter, target)


@pytest.mark.clause("TTT-13.4", "TTT-8.9")
def test_where_attacks_are_counted_for_each_target_they_are_tested_after_it() -> None:
    at = table(
        "plain_10", "rifleman a1, guard b1", "recon a3, medic :x, guard a9", phase="attack", attack_mode="every_target"
    )
    play(*at, "attack 1.rifleman.1 2.recon.1 : 1")
    assert refused(*at, "attack 1.rifleman.1 2.recon.1") == "E_NO_ATTACK_LEFT"
    assert refused(*at, "attack 1.rifleman.1 2.medic.1") == "E_NO_TARGET"
    assert refused(*at, "attack 1.rifleman.1 1.guard.1") == "E_FRIENDLY"
    assert refused(*at, "attack 1.rifleman.1 2.guard.1") == "E_OUT_OF_RANGE"
    # Spent on a target that is now out of range: the missing attack is named first.
    far = table("plain_10", "rifleman a1/4294967296", "recon a9", phase="attack", attack_mode="every_target")
    assert refused(*far, "attack 1.rifleman.1 2.recon.1") == "E_NO_ATTACK_LEFT"


@pytest.mark.clause("TTT-13.4", "TTT-5.5")
@pytest.mark.parametrize("turn", [0, 1])
def test_of_all_that_is_wrong_with_a_pick_the_first_is_named(turn: int) -> None:
    force = {"pick": 2, "max": {"recon": 1}, "preset": ["rifleman", "recon"]}
    at = begin(mission(one={"force": force}, two={"force": force}, force_pick="open"))
    for many in range(5):
        for named in product(("rifleman", "recon", "ghost"), repeat=many):
            wrong = [
                *["E_FORCE_TYPE"] * ("ghost" in named),
                *["E_FORCE_SIZE"] * (many != 2),
                *["E_FORCE_COUNT"] * (named.count("recon") > 1 or named.count("rifleman") > 3),
            ]
            expected = first(*["E_NOT_YOUR_TURN"] * turn, *wrong)
            assert refused(*at, f"pick {','.join(named) or '-'}", slot=turn) == expected, named
    play(*at, "pick recon,guard", "pick recon,guard")
    assert refused(*at, "pick ghost", slot=0) == "E_WRONG_STATE"


@pytest.mark.clause("TTT-13.4", "TTT-6.5")
@pytest.mark.parametrize("faults", STATE_FAULTS)
def test_of_all_that_is_wrong_with_an_end_the_first_is_named(faults: tuple[int, int, int]) -> None:
    over, turn, state = faults
    for verb, right, wrong in (
        ("end_move", "move", "attack"),
        ("end_turn", "attack", "place"),
        ("end_turn", "move", "place"),
    ):
        at = table(
            "plain_10",
            "recon :u" if wrong == "place" and state and not over else "recon a1",
            "guard c1",
            phase="over" if over else wrong if state else right,
        )
        assert refused(*at, verb, slot=turn) == first(*state_faults(*faults))


@pytest.mark.clause("TTT-13.4", "TTT-6.5")
def test_while_the_seats_are_rolled_for_nothing_is_possible() -> None:
    setting = mission(seats="roll")
    at: At = (setting, setting.opening.copy())
    for line in ("pick recon", "place 1.rifleman.1 a1", "end_turn", "move 1.medic.1 z9", "resign"):
        assert refused(*at, line, slot=0) == refused(*at, line, slot=1) == "E_WRONG_STATE"


@pytest.mark.clause("TTT-13.4")
def test_an_illegal_action_changes_nothing_and_rolls_nothing() -> None:
    at = table("plain_10", "recon a1", "guard a9", phase="attack")
    before = at[1].tobytes()
    with pytest.raises(IllegalChoice, match=r"distance 8, range 2 \(E_OUT_OF_RANGE, TTT-8.6\)"):
        play(*at, "attack 1.recon.1 2.guard.1 : 6")
    assert at[1].tobytes() == before


@pytest.mark.clause("TTT-13.4", "TTT-13.2")
@pytest.mark.parametrize("phase", ["place", "move", "attack"])
@pytest.mark.parametrize("side", [1, 2])
def test_the_menu_is_what_is_not_refused(phase: str, side: int) -> None:
    """Every piece, target and square is tried; what the rules let pass stands on the menu once, and nothing else."""
    board = """
        4 .1.#
        3 w...
        2 ...~
        1 .2..
        """
    where = {"place": (":u", ":u"), "move": ("", ""), "attack": ("", "")}[phase]
    one = ["captain a1", "rifleman c3", "mortar d2", "berserker c1", "minesweeper b3", "guard :x"]
    two = ["m_gunner a3", "recon d3", "crawler d1", "captain :x"]
    if phase == "place":
        one, two = [f"{word.split()[0]} {where[0]}" for word in one[:2]] + one[2:], [*two[:3], "captain :u"]
    forces = [", ".join(force) for force in ((one, two) if side == 1 else (two, one))]
    for option in ("one_each", "every_target"):
        at = table(board, *forces, turn=side, phase=phase, attack_mode=option)
        units = [f"{who}.{type}.1" for who in (1, 2) for type in at[0].content.sheet.types]
        squares = [f"{column}{row}" for column in "abcdef" for row in range(1, 6)]
        tried = [
            "end_move",
            "end_turn",
            f"command {side}.captain.1",
            *(f"{verb} {piece} {square}" for verb in ("place", "move") for piece in units for square in squares),
            *(f"{verb} {piece} {target}" for verb in ("aim", "attack") for piece in units for target in units),
        ]
        lawful = {line for line in tried if refused(*at, line) == "ok"}
        found = [" ".join(words) for words in choices(*at)]
        assert len(found) == len(set(found)) and set(found) == lawful
        for k, value in enumerate(menu(*at, side - 1)):
            choice = new_choices(1)
            menu_choice(at[1][0], at[0].tables[0], side - 1, k, choice[0])
            assert choice.tobytes() == encode_choice(*at, value).tobytes()


@pytest.mark.clause("TTT-6.10", "TTT-7.20")
def test_a_side_without_a_piece_as_a_position_may_have_it_can_only_end() -> None:
    for one in ("", "captain :x"):
        assert choices(*table("plain_10", one, "guard a1")) == [["end_move"], ["end_turn"]]


@pytest.mark.clause("TTT-13.4", "TTT-13.1")
def test_a_piece_that_does_not_exist_is_none_though_every_place_of_a_force_is_taken() -> None:
    two = (
        ", ".join(f"rifleman {column}{row}" for row in (8, 9, 10) for column in "abcdefghij") + ", captain a7, recon b7"
    )
    at = table("plain_10", "recon a1", two, turn=2)
    assert refused(*at, "move 2.recon.1 b6") == "ok" and refused(*at, "move 2.recon.2 b6") == "E_NO_PIECE"
    assert refused(*at, "command 2.captain.2") == "E_NO_PIECE"
    at = table("plain_10", "recon a1", two)
    assert refused(*at, "aim 1.recon.1 2.medic.1") == "E_NO_TARGET"


@pytest.mark.clause("TTT-13.4")
@pytest.mark.parametrize("number", [-1, 1, 31, 33, 63, 64, 1000])
def test_records_with_numbers_of_no_piece_and_no_square_are_refused(number: int) -> None:
    """A program may send what no name can say."""
    at = table("plain_10", "recon a1, captain :x", "guard a3")
    code = {"move": "E_NO_PIECE", "aim": "E_NO_PIECE", "command": "E_NO_PIECE"}
    for verb, line in (("move", "move 1.recon.1 a2"), ("aim", "aim 1.recon.1 2.guard.1")):
        choice = encode_choice(*at, read_choice(at[0], line))
        choice[0].unit = number
        assert judged(*at, choice) == code[verb]
    choice = encode_choice(*at, read_choice(at[0], "aim 1.recon.1 2.guard.1"))
    choice[0].target = number
    assert judged(*at, choice) == "E_NO_TARGET"
    choice = encode_choice(*at, read_choice(at[0], "command 1.recon.1"))
    choice[0].parts[0, 0] = number
    assert judged(*at, choice) == "E_NO_PIECE"


@pytest.mark.clause("TTT-13.4")
@pytest.mark.parametrize("square", [(-1, 0), (0, -1), (10, 0), (0, 10), (60, 0), (0, 60), (-64, 5), (5, 1000)])
def test_records_with_squares_off_the_board_are_refused(square: tuple[int, int]) -> None:
    at = table("plain_10", "recon a1", "guard a3")
    choice = encode_choice(*at, read_choice(at[0], "move 1.recon.1 a2"))
    choice[0].x, choice[0].y = square
    assert judged(*at, choice) == "E_OFF_BOARD"


@pytest.mark.clause("TTT-13.4", "TTT-5.3")
def test_records_that_pick_types_of_no_number_are_refused() -> None:
    force = {"pick": 2, "preset": ["rifleman", "recon"]}
    at = begin(mission(one={"force": force}, two={"force": force}))
    for number, code in ((0, "ok"), (15, "ok"), (16, "E_FORCE_TYPE"), (-1, "E_FORCE_TYPE"), (99, "E_FORCE_TYPE")):
        choice = encode_choice(*at, read_choice(at[0], "pick guard,guard"))
        choice[0].parts[0, 1] = number
        assert judged(*at, choice) == code


def judged(setting: Any, states: Any, choice: Any) -> str:
    """The code of a record."""
    return CODES[int(verify(states[0], setting.tables[0], 0, choice[0])[0])]
