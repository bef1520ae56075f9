"""TTT-12.7 to 12.10 in play: what a mission says, and every value of every option."""

from __future__ import annotations

from typing import Any

import pytest

from fireteam.core.errors import UnknownName
from fireteam.core.game import Setting
from fireteam.games.ttt.game import GAME
from fireteam.games.ttt.state import PHASES
from tests.games.ttt.matches import begin, mission, now, outcome, play
from tests.games.ttt.table import a_piece, choices, do, ends, names, refused, table, unit

OPTIONS = {each.name: each.choices for each in GAME.options(GAME.make_setting("hold_the_hill"))}
FLAGS = ("open_picks", "fixed_seats", "through_friends", "every_target", "terrain_entered")


def flags(setting: Setting) -> dict[str, int]:
    """The options as the rules read them."""
    return {name: int(setting.tables[0][name]) for name in FLAGS}


@pytest.mark.clause("TTT-12.10")
def test_the_options_and_their_values_are_those_of_the_rulebook_default_first() -> None:
    assert {name: values for name, values in OPTIONS.items() if name != "force"} == {
        "force_pick": ("secret", "open"),
        "seats": ("roll", "fixed"),
        "pass_through": ("none", "friends"),
        "attack_mode": ("one_each", "every_target"),
        "terrain_move": ("start", "enter"),
    }


@pytest.mark.clause("TTT-12.10")
@pytest.mark.parametrize(
    ("option", "flag"),
    list(zip(("force_pick", "seats", "pass_through", "attack_mode", "terrain_move"), FLAGS, strict=True)),
)
def test_each_option_changes_its_own_rule_and_no_other(option: str, flag: str) -> None:
    default, other = OPTIONS[option]
    usual = GAME.make_setting("hold_the_hill")
    assert flags(usual) == flags(GAME.make_setting("hold_the_hill", {option: default})) == dict.fromkeys(FLAGS, 0)
    assert flags(GAME.make_setting("hold_the_hill", {option: other})) == {**dict.fromkeys(FLAGS, 0), flag: 1}


@pytest.mark.clause("TTT-12.10")
def test_unknown_options_and_values_are_refused_with_a_hint() -> None:
    with pytest.raises(UnknownName, match="no option named 'seat'; did you mean seats"):
        GAME.make_setting("hold_the_hill", {"seat": "roll"})
    with pytest.raises(UnknownName, match="no value of option seats named 'rol'; did you mean roll"):
        GAME.make_setting("hold_the_hill", {"seats": "rol"})


@pytest.mark.clause("TTT-12.8", "TTT-5.3")
def test_the_preset_is_a_lawful_pick_and_can_be_taken_for_quick_games() -> None:
    for id in GAME.scenarios([]):
        quick = GAME.make_setting(id, {"force": "preset", "seats": "fixed"})
        assert PHASES[quick.opening[0].phase] == "place"
        asked = begin(GAME.make_setting(id, {"seats": "fixed"}))
        if PHASES[asked[1][0].phase] == "force":
            force = asked[0].content.mission.sides[0].force
            line = f"pick {','.join(force.preset)}"
            play(*asked, f"{line} & {line}")
        assert sorted(GAME.names(*asked).units) == sorted(GAME.names(quick, quick.opening).units)


@pytest.mark.clause("TTT-12.7", "TTT-5.1")
def test_a_mission_gives_its_map_its_sides_and_its_end() -> None:
    setting = GAME.make_setting("run_the_gauntlet")
    tables = setting.tables[0]
    assert (tables.width, tables.height, tables.round_limit) == (10, 10, 15)
    assert (tables.sides[0].pieces, tables.sides[1].pieces) == (7, 4)
    joined = GAME.make_setting("the_art_of_war").tables[0]
    assert (joined.width, joined.height) == (30, 10)


@pytest.mark.clause("TTT-12.9", "TTT-12.7")
def test_a_type_without_its_own_zone_takes_that_of_all_others() -> None:
    place = {"captain": {"squares": ["e5"]}, "*": {"rows": [1]}}
    at = begin(mission(one={"force": {"fixed": {"captain": 1, "recon": 1}}, "place": place}))
    assert {words[2] for words in choices(*at, "place 1.captain.1")} == {"e5"}
    assert {words[2][1:] for words in choices(*at, "place 1.recon.1")} == {"1"}


@pytest.mark.clause("TTT-12.10", "TTT-7.3")
@pytest.mark.parametrize(("value", "reached"), [("none", False), ("friends", True)])
def test_pass_through(value: str, reached: bool) -> None:
    at = table("mini_a", "recon a2, guard a1", "guard a3", pass_through=value)
    assert ("b1" in ends(*at, "1.recon.1")) is reached


@pytest.mark.clause("TTT-12.10", "TTT-3.12", "TTT-3.23")
@pytest.mark.parametrize(("value", "reached"), [("start", True), ("enter", False)])
def test_terrain_move(value: str, reached: bool) -> None:
    at = table("4", "recon c7", "guard j10", terrain_move=value)
    assert ("c4" in ends(*at, "1.recon.1")) is reached and "e5" in ends(*at, "1.recon.1")


@pytest.mark.clause("TTT-12.10", "TTT-8.3", "TTT-8.9")
def test_attack_mode() -> None:
    forces = ("rifleman a1, m_gunner b1, berserker c1", "guard a2, guard b2, rifleman c2, sniper d1")
    once = table("plain_10", *forces, phase="attack")
    play(*once, "attack 1.rifleman.1 2.guard.1 : 1")
    assert refused(*once, "attack 1.rifleman.1 2.guard.2") == "E_NO_ATTACK_LEFT"
    assert not unit(*once, "1.rifleman.1").fired  # targets are remembered only where they are counted
    each = table("plain_10", *forces, phase="attack", attack_mode="every_target")
    play(*each, "attack 1.rifleman.1 2.guard.1 : 1")
    assert refused(*each, "attack 1.rifleman.1 2.guard.1") == "E_NO_ATTACK_LEFT"
    assert refused(*each, "attack 1.rifleman.1 2.guard.2") == "ok"
    assert unit(*each, "1.rifleman.1").fired and unit(*each, "1.rifleman.1").attacks == 1
    play(*each, "attack 1.m_gunner.1 2.guard.1 : 1", "attack 1.m_gunner.1 2.guard.2 : 1")
    assert refused(*each, "attack 1.m_gunner.1 2.guard.1") == "ok"  # burst: twice each
    play(*each, "attack 1.m_gunner.1 2.guard.1 : 1")
    assert refused(*each, "attack 1.m_gunner.1 2.guard.1") == "E_NO_ATTACK_LEFT"
    assert refused(*each, "attack 1.m_gunner.1 2.guard.2") == "ok"
    told = do(*each, "attack 1.berserker.1 2.rifleman.1", dice=[6])
    assert "frenzied" not in names(told) and unit(*each, "1.berserker.1").attacks == 1
    play(*each, "end_turn", "end_turn", "end_move")
    assert refused(*each, "attack 1.rifleman.1 2.guard.1") == "ok"  # a new turn


@pytest.mark.clause("TTT-12.10", "TTT-9.8")
@pytest.mark.parametrize(("check", "turns"), [(None, 2), ("own_turn_start", 2), ("own_turn_end", 1)])
def test_check_in_a_hold_objective(check: str | None, turns: int) -> None:
    objective: dict[str, Any] = {"type": "hold", "zone": "gate", "turns": 1, **({"check": check} if check else {})}
    at = begin(mission(one={"objective": objective}, zones={"gate": ["a1"]}))
    play(*at, "place 1.rifleman.1 a1", "place 2.rifleman.1 j10")
    play(*at, *["end_turn"] * turns)
    assert outcome(*at) == "Red wins: held the gate for 1 turn"


@pytest.mark.clause("TTT-12.10", "TTT-9.12")
@pytest.mark.parametrize("rounds", [1, 3])
@pytest.mark.parametrize("result", ["draw", "side_1", "side_2"])
def test_round_limit_and_limit_result(rounds: int, result: str) -> None:
    at = begin(mission(round_limit=rounds, limit_result=result))
    play(*at, "place 1.rifleman.1 a1", "place 2.rifleman.1 j10", *["end_turn"] * (2 * rounds - 1))
    assert now(*at) == "move 2"
    play(*at, "end_turn")
    assert outcome(*at).startswith({"draw": "a draw", "side_1": "Red wins", "side_2": "Blue wins"}[result])


@pytest.mark.clause("TTT-12.10", "TTT-4.4", "TTT-4.27")
def test_max_abilities_above_1_lets_a_piece_have_several() -> None:
    both = a_piece("both", "burst", "spotter", "command")
    at = table("plain_10", "both a1, recon b1", "guard a3", pieces=[both])
    assert refused(*at, "command 1.both.1") == "ok" and unit(*at, "1.both.1").attacks == 2


@pytest.mark.clause("TTT-12.1", "TTT-12.2", "TTT-12.5")
def test_new_pieces_play_on_new_boards() -> None:
    scout = a_piece("scout", move=5, range=1, th=0, tbh=3)
    at = table(
        """
        3 S.w..#
        2 .####.
        1 ......
        """,
        "scout S",
        "guard f1",
        pieces=[scout],
    )
    assert ends(*at, "1.scout.1") == {"b3", "c3", "d3", "e3", "a2", "a1", "b1", "c1", "d1"}
    play(*at, "move 1.scout.1 d1", "end_turn", "end_turn", "move 1.scout.1 e1")
    assert names(play(*at, "attack 1.scout.1 2.guard.1 : 6")) == ["attacked", "eliminated", "ended"]
