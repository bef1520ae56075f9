"""Section 6: the turn."""

from __future__ import annotations

import pytest

from fireteam.core.engine.dispatch import is_over, to_act
from fireteam.core.engine.record import Array
from fireteam.core.game import Setting
from fireteam.core.protocol.choices import notation
from fireteam.core.slot_choices import default_choice_of
from fireteam.games.ttt.state import PHASES
from tests.games.ttt.matches import SIDES, begin, mission, now, outcome, play, sentences
from tests.games.ttt.table import choices, do, names, refused, table, unit

FAR = "plain_10", "recon a1, rifleman b1", "rifleman j10, guard i10"
CLOSE = "plain_10", "recon c3, m_gunner c5", "rifleman e3, guard e5"


@pytest.mark.clause("TTT-6.1", "TTT-6.2", "TTT-13.3")
def test_a_side_moves_one_piece_and_then_attacks_with_all_moved_or_not() -> None:
    at = table(*CLOSE)
    play(*at, "move 1.recon.1 d3")
    assert now(*at) == "attack 1"
    assert refused(*at, "attack 1.recon.1 2.rifleman.1") == refused(*at, "attack 1.m_gunner.1 2.guard.1") == "ok"
    told = play(*at, "attack 1.recon.1 2.rifleman.1 : 1", "attack 1.m_gunner.1 2.guard.1 : 1")
    assert names(told) == ["attacked", "attacked"] and now(*at) == "attack 1"


@pytest.mark.clause("TTT-6.1", "TTT-6.6")
def test_one_movement_action_is_all_a_side_has() -> None:
    at = table(*FAR)
    play(*at, "move 1.recon.1 a2")
    assert at[1][0].budget == 0
    assert refused(*at, "move 1.rifleman.1 b2") == "E_WRONG_STATE"


@pytest.mark.clause("TTT-6.3", "TTT-6.5")
def test_there_is_no_attack_before_the_moves_end_and_no_movement_after() -> None:
    at = table(*CLOSE)
    assert refused(*at, "attack 1.recon.1 2.rifleman.1") == "E_WRONG_STATE"
    play(*at, "end_move", "attack 1.recon.1 2.rifleman.1 : 1")
    for line in ("move 1.recon.1 d3", "aim 1.m_gunner.1 2.guard.1", "end_move", "command 1.recon.1"):
        assert refused(*at, line) == "E_WRONG_STATE"


@pytest.mark.clause("TTT-6.4")
def test_a_side_may_pass_its_move_its_attacks_or_both() -> None:
    without_move, without_attack, without_both = table(*CLOSE), table(*CLOSE), table(*CLOSE)
    play(*without_move, "end_move", "attack 1.recon.1 2.rifleman.1 : 1", "end_turn")
    play(*without_attack, "move 1.recon.1 d3", "end_turn")
    play(*without_both, "end_turn")
    assert now(*without_move) == now(*without_attack) == now(*without_both) == "move 2"


@pytest.mark.clause("TTT-6.5", "TTT-13.2")
def test_each_state_has_its_decisions() -> None:
    phases = {}
    at = begin(mission(one={"force": {"fixed": {"captain": 1, "recon": 1}}}))
    for lines in ((), ("place 1.captain.1 a1", "place 2.rifleman.1 b2", "place 1.recon.1 b1"), ("end_move",)):
        play(*at, *lines)
        phases[PHASES[at[1][0].phase]] = {line[0] for line in choices(*at)}
    assert phases == {
        "place": {"place"},
        "move": {"command", "move", "aim", "end_move", "end_turn"},
        "attack": {"attack", "end_turn"},
    }
    # What is not on the menu does not belong to the state either.
    every = {
        "pick": "pick recon",
        "place": "place 1.recon.1 e5",
        "command": "command 1.captain.1",
        "move": "move 1.recon.1 c1",
        "aim": "aim 1.recon.1 2.rifleman.1",
        "attack": "attack 1.recon.1 2.rifleman.1",
        "end_move": "end_move",
        "end_turn": "end_turn",
    }
    for phase, belong in phases.items():
        at = table("plain_10", *FIELDS[phase], phase=phase, budget=str(int(phase == "move")))
        for verb, line in every.items():
            assert (refused(*at, line) == "E_WRONG_STATE") == (verb not in belong), (phase, verb)


FIELDS = {
    "place": ("captain :u, recon :u", "rifleman :u"),
    "move": ("captain a1, recon b1", "rifleman b2"),
    "attack": ("captain a1, recon b1", "rifleman b2"),
}


@pytest.mark.clause("TTT-6.5")
def test_end_move_leads_to_the_attacks_and_end_turn_to_the_other_side() -> None:
    at = table(*CLOSE)
    told = play(*at, "end_move")
    assert now(*at) == "attack 1" and at[1][0].budget == 0
    assert sentences(told) == ["Red goes on to its attacks"]
    told = play(*at, "end_turn")
    assert now(*at) == "move 2" and sentences(told) == ["round 1: Blue's turn"]
    play(*at, "end_turn")
    assert now(*at) == "move 1"


@pytest.mark.clause("TTT-6.5", "TTT-13.4")
def test_when_the_game_is_over_nobody_decides_anything() -> None:
    at = table("plain_10", "recon a1", "rifleman a2", phase="attack")
    told = play(*at, "attack 1.recon.1 2.rifleman.1 : 6")
    assert names(told) == ["attacked", "eliminated", "ended"] and now(*at)[:4] == "over"
    assert is_over(at[1][0]) and to_act(at[1][0]) == 0
    assert not is_over(table(*CLOSE)[1][0])
    for line in ("end_turn", "resign", "pick recon", "move 1.recon.1 b1", "attack 1.recon.1 2.rifleman.1"):
        assert refused(*at, line, slot=0) == refused(*at, line, slot=1) == "E_GAME_OVER"


@pytest.mark.clause("TTT-6.5", "TTT-1.8", "TTT-6.9")
def test_the_other_side_makes_no_choice_but_to_resign() -> None:
    for phase, lines in (("move", ("move 2.rifleman.1 e4", "end_turn", "end_move")), ("attack", ("end_turn",))):
        at = table(*CLOSE, phase=phase)
        assert to_act(at[1][0]) == 0b01
        assert {refused(*at, line, slot=1) for line in lines} == {"E_NOT_YOUR_TURN"}
        assert refused(*at, "resign", slot=1) == "ok"


@pytest.mark.clause("TTT-6.6")
def test_a_turn_starts_with_every_own_piece_unmoved_unaimed_and_with_its_attacks() -> None:
    at = table("plain_10", "captain a1, recon c1, rifleman e1, m_gunner g1, guard :x", "m_gunner g3, rifleman e3")
    play(*at, "command 1.captain.1", "move 1.recon.1 d1", "aim 1.rifleman.1 2.rifleman.1")
    assert [unit(*at, f"1.{name}.1").did for name in ("captain", "recon", "rifleman")] == [3, 1, 2]
    play(*at, "attack 1.rifleman.1 2.rifleman.1 : 1", "attack 1.m_gunner.1 2.m_gunner.1 : 1", "end_turn", "end_turn")
    assert now(*at) == "move 1" and at[1][0].budget == 1 and not at[1][0].acted
    own = {name: unit(*at, f"1.{name}.1") for name in ("captain", "recon", "rifleman", "m_gunner", "guard")}
    assert [(record.did, record.aim) for record in own.values()] == [(0, 0)] * 5
    assert [record.attacks for record in own.values()] == [1, 1, 1, 2, 0]  # M-Gunner: burst; the Guard is out
    assert unit(*at, "2.rifleman.1").attacks == unit(*at, "2.m_gunner.1").attacks == 0
    assert refused(*at, "command 1.captain.1") == refused(*at, "move 1.recon.1 e2") == "ok"


@pytest.mark.clause("TTT-6.6")
def test_attacks_that_were_not_made_do_not_add_up() -> None:
    at = table(*CLOSE)
    play(*at, "end_turn", "end_turn", "end_turn", "end_turn")
    assert [unit(*at, name).attacks for name in ("1.recon.1", "1.m_gunner.1")] == [1, 2]


@pytest.mark.clause("TTT-6.6", "TTT-9.8")
def test_holds_tick_before_anything_else_of_the_turn() -> None:
    hold = {"objective": {"type": "hold", "zone": "gate", "turns": 1}}
    at = begin(mission(one=hold, zones={"gate": ["a1"]}))
    play(*at, "place 1.rifleman.1 a1", "place 2.rifleman.1 j10", "end_turn")
    told = play(*at, "end_turn")
    assert sentences(told) == [
        "round 2: Red's turn",
        "Red holds the gate: 1",
        "the game is over: Red wins, held the gate for 1 turn (TTT-9.8)",
    ]
    assert at[1][0].budget == 0 and unit(*at, "1.rifleman.1").attacks == 0


@pytest.mark.clause("TTT-6.7", "TTT-7.13")
def test_aims_lapse_at_the_end_of_the_turn() -> None:
    at = table("plain_10", "recon a1, sniper c1", "rifleman c3, guard j10")
    play(*at, "aim 1.sniper.1 2.rifleman.1")
    assert unit(*at, "1.sniper.1").aim
    play(*at, "end_turn")
    assert unit(*at, "1.sniper.1").aim == unit(*at, "1.sniper.1").did == unit(*at, "1.sniper.1").attacks == 0
    play(*at, "end_turn", "end_move")
    told = do(*at, "attack 1.sniper.1 2.rifleman.1", dice=[3])
    assert names(told) == ["attacked"]  # 3 is not above 3; with the aim it would be


@pytest.mark.clause("TTT-6.7")
def test_what_the_other_side_did_is_left_alone_at_the_end_of_a_turn() -> None:
    at = table("plain_10", "recon a1", "rifleman j10!m", rest="-")
    play(*at, "end_turn")
    assert unit(*at, "2.rifleman.1").did == 1  # only the side whose turn ends is cleared


@pytest.mark.clause("TTT-6.7")
def test_the_round_number_rises_after_the_turn_of_side_2() -> None:
    at = table(*FAR, round=4)
    assert sentences(play(*at, "end_turn")) == ["round 4: Blue's turn"] and at[1][0].round_number == 4
    assert sentences(play(*at, "end_turn")) == ["round 5: Red's turn"] and at[1][0].round_number == 5


@pytest.mark.clause("TTT-6.7", "TTT-9.8", "TTT-9.12")
def test_the_acting_sides_objective_comes_before_the_round_limit() -> None:
    hold = {"objective": {"type": "hold", "zone": "gate", "turns": 1, "check": "own_turn_end"}}
    at = begin(mission(two=hold, zones={"gate": ["j10"]}, round_limit=1, limit_result="side_1"))
    play(*at, "place 1.rifleman.1 a1", "place 2.rifleman.1 j10", "end_turn", "end_turn")
    assert outcome(*at) == "Blue wins: held the gate for 1 turn" and at[1][0].round_number == 1


@pytest.mark.clause("TTT-6.7", "TTT-9.11", "TTT-9.12")
def test_survival_comes_before_the_round_limit_and_only_after_the_turn_of_side_2() -> None:
    survive = {"objective": {"type": "survive", "rounds": 1}}
    at = begin(mission(one=survive, round_limit=1, limit_result="side_2"))
    play(*at, "place 1.rifleman.1 a1", "place 2.rifleman.1 j10", "end_turn")
    assert now(*at) == "move 2"
    play(*at, "end_turn")
    assert outcome(*at) == "Red wins: survived 1 round" and at[1][0].round_number == 1


@pytest.mark.clause("TTT-6.8")
def test_a_turn_goes_on_though_no_attack_is_possible() -> None:
    at = table(*FAR)
    play(*at, "move 1.recon.1 a2")
    assert now(*at) == "attack 1" and choices(*at) == [["end_turn"]]
    assert to_act(at[1][0]) == 0b01


@pytest.mark.clause("TTT-6.9", "TTT-13.2")
@pytest.mark.parametrize("phase", ["place", "move", "attack"])
@pytest.mark.parametrize("turn", [1, 2])
@pytest.mark.parametrize("slot", [0, 1])
@pytest.mark.parametrize("swapped", [False, True])
def test_either_side_may_resign_from_placement_on_and_the_other_wins(
    phase: str, turn: int, slot: int, swapped: bool
) -> None:
    where = ":u" if phase == "place" else "{}"
    forces = ("recon " + where.format("a1"), "guard " + where.format("c1"))
    at = table("plain_10", *forces, phase=phase, turn=turn, swapped=swapped)
    told = do(*at, "resign", slot=slot)
    assert sentences(told) == [f"the game is over: {SIDES[1 - slot]} wins, the other side resigned (TTT-6.9)"]
    assert at[0].game.result(*at).winners == (1 - slot,)


@pytest.mark.clause("TTT-6.9", "TTT-13.2")
def test_nobody_resigns_before_placement() -> None:
    force = {"pick": 1, "preset": ["recon"]}
    picking = begin(mission(one={"force": force}, two={"force": force}))
    setting = mission(seats="roll")
    seats = (setting, setting.opening.copy())
    for slot in (0, 1):
        assert refused(*picking, "resign", slot=slot) == refused(*seats, "resign", slot=slot) == "E_WRONG_STATE"
    assert refused(*table("plain_10", "recon a1", "guard c1", phase="over"), "resign") == "E_GAME_OVER"


@pytest.mark.clause("TTT-6.10")
def test_actions_that_nobody_can_use_leave_the_side_its_move_state() -> None:
    at = table("plain_10", "captain a1, recon c1", "guard j10")
    play(*at, "command 1.captain.1", "move 1.recon.1 d1")
    assert now(*at) == "move 1" and at[1][0].budget == 1
    assert choices(*at) == [["end_move"], ["end_turn"]]
    left, ended = (at[0], at[1].copy()), at
    play(*left, "end_move")
    assert now(*left) == "attack 1" and left[1][0].budget == 0
    play(*ended, "end_turn")
    assert now(*ended) == "move 2" and ended[1][0].budget == 1


def stands_in(setting: Setting, states: Array) -> str:
    """What the player whose turn it is does without answering."""
    return notation(default_choice_of(setting, states, int(to_act(states[0])).bit_length() - 1))


@pytest.mark.clause("TTT-6.11", "TTT-6.4")
def test_who_does_not_answer_passes_where_that_is_allowed() -> None:
    at = table("plain_10", "recon a1", "guard a2")
    assert stands_in(*at) == "end_move"
    play(*at, "end_move")
    assert choices(*at, "attack") and stands_in(*at) == "end_turn"
    assert refused(*at, "end_turn") == "ok"


@pytest.mark.clause("TTT-6.11")
def test_who_does_not_answer_picks_and_places_what_the_menu_has_first() -> None:
    at = begin(mission())
    assert now(*at).startswith("place") and stands_in(*at).split() == choices(*at)[0]


@pytest.mark.clause("TTT-6.10", "TTT-3.11")
def test_a_side_that_is_boxed_in_ends_its_move_itself() -> None:
    at = table("plain_10", "recon a1", "rifleman a2, guard b1")
    assert now(*at) == "move 1" and choices(*at, "move") == []
    play(*at, "end_move")
    assert now(*at) == "attack 1"
