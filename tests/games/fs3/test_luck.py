"""Section 17: luck that is declared, luck windows, rerolls, and moved injuries."""

from __future__ import annotations

from typing import Any

import pytest

from fireteam.games.fs3 import state
from fireteam.games.fs3.rules import luck
from tests.games.fs3.table import (
    At,
    act,
    choices_of,
    do,
    do_free,
    end_turn,
    of_kind,
    only,
    phase_of,
    refused,
    rolled,
    table,
    view_of,
    who,
    wound,
    wounds_of,
)

MISS = (1, 100)


def duel(*more: str, anna: str = "luck=2", ben: str = "team=2", **options: Any) -> At:
    return table(f"anna 5,5 rifle {anna}", f"ben 15,5 rifle {ben}", *more, **options)


def luck_of(told: list[Any], k: int = 0) -> int:
    """What luck added to the attack roll of a shot, and to the defence against it."""
    return sum(
        row.amount for row in of_kind(told, "attacked")[k].modifiers if row.label in ("attack: luck", "defence: luck")
    )


# Declared with the order


@pytest.mark.clause("FS3-17.1", "FS3-17.11", "FS3-17.12")
def test_declared_luck_goes_to_the_first_roll_of_its_kind() -> None:
    """Worked example X27."""
    at = duel()
    told = act(*at, "anna: attack ben burst=yes luck=attack", dice=MISS * 3)
    assert [luck_of(told, k) for k in range(3)] == [50, 0, 0]
    assert (who(*at, "anna").luck, only(told, "declared_luck").roll) == (1, "attack")


@pytest.mark.clause("FS3-17.12")
def test_declared_luck_may_last_for_the_turn() -> None:
    at = duel(luck_scope="turn")
    told = act(*at, "anna: attack ben burst=yes luck=attack", dice=(1, 100) * 3)
    assert [luck_of(told, k) for k in range(3)] == [50, 50, 50]
    end_turn(*at)
    assert who(*at, "anna").luck_kind == 0


@pytest.mark.clause("FS3-17.12", "FS3-17.5a")
def test_luck_in_defence_is_for_the_defence_roll() -> None:
    at = duel(anna="luck=0", ben="team=2 luck=1")
    told = act(*at, "anna: attack ben", "ben: pass luck=defence", dice=MISS)
    assert luck_of(told) == 50
    told = act(*at, "anna: attack ben", dice=MISS)
    assert luck_of(told) == 0


@pytest.mark.clause("FS3-17.12", "FS3-6.27")
def test_declared_luck_without_such_a_roll_is_lost() -> None:
    at = duel()
    act(*at, "anna: pass luck=attack")
    assert (who(*at, "anna").luck, who(*at, "anna").luck_kind) == (1, state.LUCK_ATTACK)
    end_turn(*at)
    assert (who(*at, "anna").luck, who(*at, "anna").luck_kind, who(*at, "anna").has_modified) == (1, 0, 0)


@pytest.mark.clause("FS3-17.10", "FS3-17.17")
def test_luck_takes_points_that_only_player_characters_have() -> None:
    at = duel(anna="luck=0", ben="team=2 npc=5 luck=3")
    assert refused(*at, "anna: pass luck=attack") == "E-LUCK"
    assert refused(*at, "ben: pass luck=attack") == "E-LUCK"
    assert refused(*duel(anna="luck=1 has_modified=1"), "anna: pass luck=attack") == "E-LUCK-TURN"


@pytest.mark.clause("FS3-6.11a")
def test_luck_is_spent_in_a_mock_fight_too() -> None:
    at = duel(mock=1)
    act(*at, "anna: pass luck=attack")
    assert who(*at, "anna").luck == 1


# Windows


def windows(*more: str, anna: str = "luck=2", ben: str = "team=2 luck=2", **options: Any) -> At:
    """A duel with windows, in which Anna is to shoot."""
    at = duel(*more, anna=anna, ben=ben, luck_mode="windows", **options)
    act(*at, "anna: attack ben")
    return at


def asked(at: At) -> list[str]:
    """Who is asked."""
    return [name for k, name in enumerate(at[0].slots) if int(at[1][0].owing) >> k & 1]


@pytest.mark.clause("FS3-17.13", "FS3-17.2")
def test_before_a_roll_the_roller_is_asked_and_then_the_others() -> None:
    at = windows("cora 5,9 luck=1", "dan 5,12 npc=4 team=1 luck=5")
    assert (phase_of(at[1]), asked(at)) == ("window", ["anna"])
    do(*at, "anna: decline")
    assert asked(at) == ["ben"]
    do(*at, "ben: decline")
    assert asked(at) == ["cora"], "NPCs have no luck"
    told = do(*at, "cora: push -50")
    assert asked(at) == ["anna"], "who is it against may cancel it"
    assert only(told, "pushed").effect == "-50"
    assert choices_of(*at, "anna") == ["decline", "cancel"]


@pytest.mark.clause("FS3-17.13", "FS3-17.5", "FS3-17.1")
def test_the_first_taker_closes_the_window() -> None:
    at = windows()
    told = do(*at, "anna: push +50", dice=[40])
    assert (asked(at), who(*at, "anna").luck) == (["ben"], 1), "it is about the defence roll now, without a reroll"
    told += do(*at, "ben: decline", dice=[40])
    assert asked(at) == ["ben"], "Ben may roll again; Anna has modified a roll"
    told += do(*at, "ben: decline", dice=[5, 5, 30, 99])
    assert only(told, "attacked").attack == "+3"


@pytest.mark.clause("FS3-17.13a", "FS3-17.4", "FS3-17.5")
def test_a_point_may_be_cancelled_and_then_none_affects_the_roll() -> None:
    at = windows()
    do(*at, "anna: decline")
    do(*at, "ben: push -50")
    assert refused(*at, "anna: reroll") != "ok"
    do(*at, "anna: cancel", dice=[60])
    assert (who(*at, "anna").luck, who(*at, "ben").luck, who(*at, "anna").has_modified) == (1, 1, 0)
    assert asked(at) == ["anna"], "about the defence roll: of the attack nobody may make another roll"
    told = do(*at, "anna: decline", dice=[40, 5, 5, 30, 99])
    assert luck_of(told) == 0
    assert only(told, "attacked").attack == "+2"


@pytest.mark.clause("FS3-17.3", "FS3-17.13b", "FS3-25.7")
def test_a_reroll_keeps_the_better() -> None:
    """Worked example X27."""
    at = windows(ben="team=2")
    told = do(*at, "anna: decline", dice=[10])
    assert (only(told, "made_roll").result, asked(at)) == ("-1", ["anna"])
    told = do(*at, "anna: reroll", dice=[30, 100])
    assert [what for what, _ in rolled(told)] == ["luck reroll", "defence"]
    assert only(told, "rerolled").result == "+1"
    assert only(told, "attacked").attack == "+1"


@pytest.mark.clause("FS3-17.3")
def test_a_reroll_that_is_worse_changes_nothing() -> None:
    at = windows(ben="team=2")
    do(*at, "anna: decline", dice=[40])
    told = do(*at, "anna: reroll", dice=[1, 100])
    assert (only(told, "rerolled").result, only(told, "attacked").attack) == ("+1", "+1")


@pytest.mark.clause("FS3-17.13a", "FS3-17.4", "FS3-17.17", "FS3-17.5")
def test_who_has_modified_a_roll_this_turn_may_still_cancel_and_nothing_else() -> None:
    at = windows()
    do(*at, "anna: decline")
    do(*at, "ben: push -50")
    assert [refused(*at, f"anna: {line}") for line in ("push +50", "reroll")] == ["E-LUCK-ROLL"] * 2
    who(*at, "anna").has_modified = 1
    assert [refused(*at, f"anna: {line}") for line in ("push +50", "reroll")] == ["E-LUCK-TURN"] * 2
    who(*at, "anna").luck = 0
    assert refused(*at, "anna: cancel") == "E-LUCK"
    at = windows(anna="luck=1 has_modified=1")
    do(*at, "ben: push -50")
    assert asked(at) == ["anna"]
    do(*at, "anna: cancel", dice=[60, 40, 5, 5, 30, 99])
    assert who(*at, "anna").luck == 0


@pytest.mark.clause("FS3-17.2", "FS3-17.10")
def test_the_knocked_out_may_spend_luck_on_rolls_but_not_those_who_are_gone() -> None:
    at = windows("down 5,9 out luck=1", "gone 5,12 status=5 luck=1", anna="luck=0", ben="team=2")
    assert asked(at) == ["down"]
    assert of_kind(do(*at, "down: push +50", dice=[1, 100]), "attacked")


@pytest.mark.clause("FS3-17.6", "FS3-17.17")
def test_one_roll_in_a_turn() -> None:
    at = windows("cora 5,9 rifle", ben="team=2")
    do(*at, "anna: push +50", dice=[1, 100])
    assert phase_of(at[1]) == "orders", "Anna is not asked again"
    assert who(*at, "anna").luck == 1
    at = windows()
    who(*at, "ben").has_modified = 1
    assert not luck.may_modify(at[1][0], 1)
    assert luck.may_modify(at[1][0], 0)


@pytest.mark.clause("FS3-17.13", "FS3-17.1")
def test_ones_own_roll_is_only_made_better() -> None:
    at = windows()
    assert choices_of(*at, "anna") == ["decline", "push +50"]
    assert refused(*at, "anna: push -50") == "E-STATE"
    assert refused(*at, "ben: push +50") == "E-STATE", "not asked yet"
    do(*at, "anna: decline")
    assert choices_of(*at, "ben") == ["decline", "push +50", "push -50"]


@pytest.mark.clause("FS3-17.13")
def test_initiative_and_first_aid_have_windows_too() -> None:
    at = duel("cora 6,5 luck=1", luck_mode="windows", anna="luck=1")
    wound(*at, "anna", "Light", "LA")
    do(*at, "cora: treat anna")
    assert (phase_of(at[1]), asked(at), int(at[1][0].window.kind)) == ("window", ["anna"], state.LUCK_INITIATIVE)
    do(*at, "anna: decline")
    told = do(*at, "cora: decline", dice=[60])
    assert asked(at) == ["anna"], "may roll again"
    told = do(*at, "anna: decline")
    assert of_kind(told, "rolled_initiative")


@pytest.mark.clause("FS3-17.13")
def test_others_are_asked_in_the_order_of_initiative() -> None:
    at = duel("cora 5,9 luck=1", "dan 5,12 luck=1", luck_mode="windows", anna="luck=0")
    for name, place in (("anna", 1), ("dan", 2), ("ben", 3), ("cora", 4)):
        who(*at, name).place = place
    at[1][0].window.roller = 1
    assert luck.next_to_ask(at[1][0]) == 3
    who(*at, "dan").has_modified = 1
    assert luck.next_to_ask(at[1][0]) == 2
    for name in ("cora", "dan"):
        who(*at, name).place = who(*at, name).has_modified = 0
    assert luck.next_to_ask(at[1][0]) == 2, "before initiative in the order of the roster"


@pytest.mark.clause("FS3-17.13c")
def test_nobody_is_asked_who_has_no_luck() -> None:
    at = duel(anna="luck=0", luck_mode="windows")
    assert only(act(*at, "anna: attack ben", dice=[*MISS]), "attacked")


@pytest.mark.clause("FS3-17.12")
def test_luck_is_not_declared_where_windows_or_nothing_is_played() -> None:
    for mode in ("windows", "off"):
        assert refused(*duel(luck_mode=mode), "anna: pass luck=attack") == "E-LUCK"


@pytest.mark.clause("FS3-17.13", "FS3-22.14", "FS3-2.20")
def test_who_is_asked_knows_how_the_roll_stands_but_for_the_organizers_modifier() -> None:
    at = windows("cora 5,9 npc=5", anna="luck=2 evade modifier=-70 Reactive=6")
    window = at[1][0].window
    assert (window.rating, window.modifier, window.die) == (5, -48 - 70, 0)
    assert view_of(*at, "anna")[0].window.modifier == -48
    do(*at, "anna: decline")
    told = do(*at, "ben: decline", dice=[98])
    assert (window.die, window.result) == (98, -2)
    assert [(row.label, row.amount) for row in of_kind(told, "made_roll")[0].modifiers] == [
        ("attack: ruling attribute", 2),
        ("attack: stance", -50),
        ("attack: organizer", -70),
    ]


@pytest.mark.clause("FS3-17.13", "FS3-22.14")
def test_nobody_can_tell_the_organizers_modifiers_in_any_window() -> None:
    """Before and after the die, of initiative, of an attack and of a defence, to who rolls and to who does not."""
    pair = [
        duel("cora 5,9 luck=1", anna=f"luck=2 modifier={a}", ben=f"team=2 luck=2 modifier={b}", luck_mode="windows")
        for a, b in ((0, 0), (1, 2))
    ]
    seen = []

    def compare() -> None:
        window = pair[0][1][0].window
        seen.append((int(window.kind), int(window.roller), bool(window.die)))
        for name in ("anna", "ben", "cora"):
            one, other = (view_of(*at, name).tobytes() for at in pair)
            assert one == other, (seen[-1], name)

    for at in pair:
        do(*at, "anna: attack ben")
    compare()
    for at in pair:
        at[1][:] = at[0].opening
        act(*at, "anna: attack ben")
    for name, dice in (
        ("anna", ()),
        ("ben", ()),
        ("cora", [40]),
        ("anna", ()),
        ("ben", ()),
        ("anna", ()),
        ("cora", [40]),
    ):
        compare()
        for at in pair:
            assert asked(at) == [name]
            do(*at, f"{name}: decline", dice=dice)
    compare()
    assert {seen[k] for k in (0, 1, 4, 5, 8)} == {
        (state.LUCK_INITIATIVE, 1, False),
        (state.LUCK_ATTACK, 1, False),
        (state.LUCK_ATTACK, 1, True),
        (state.LUCK_DEFENCE, 2, False),
        (state.LUCK_DEFENCE, 2, True),
    }


@pytest.mark.clause("FS3-17.13d")
def test_who_is_asked_about_fewer_rolls_by_a_standing_order() -> None:
    at = windows("cora 5,9 luck=1")
    told = do_free(*at, "ben: luck_windows own")
    assert only(told, "windows_set").rolls == "own" and do_free(*at, "cora: luck_windows none")
    do(*at, "anna: decline", dice=[40])
    assert asked(at) == ["anna"], "to roll again: Ben is asked about no attack of Anna's, Cora about none at all"
    do(*at, "anna: decline")
    assert asked(at) == ["ben"], "about the defence roll, which is his own"
    told = do_free(*at, "cora: luck_windows every")
    do(*at, "ben: decline")
    assert asked(at) == ["anna"]
    do(*at, "anna: decline")
    assert asked(at) == ["cora"]


@pytest.mark.clause("FS3-17.13d", "FS3-17.13b", "FS3-17.13a")
def test_a_standing_order_to_ask_about_nothing_declines_every_window_and_holds_on() -> None:
    at = windows(anna="luck=2 luck_kind=6", ben="team=2 luck=1")
    assert asked(at) == ["ben"]
    told = do(*at, "ben: push -50", dice=[60, 40])
    assert of_kind(told, "attacked") and not of_kind(told, "cancelled")
    end_turn(*at)
    assert (who(*at, "anna").luck, who(*at, "anna").luck_kind) == (2, state.NO_ROLLS)


@pytest.mark.clause("FS3-17.13d", "FS3-17.10")
def test_a_standing_order_is_for_player_characters_where_windows_are_played() -> None:
    assert refused(*duel(luck_mode="declared"), "anna: luck_windows own") == "E-LUCK"
    at = windows("dan 5,12 npc=4 team=1")
    assert refused(*at, "dan: luck_windows own") == "E-LUCK"
    assert refused(*at, "anna: luck_windows none") == "ok"


# Moving an injury


@pytest.mark.clause("FS3-17.8", "FS3-17.16", "FS3-17.17", "FS3-17.6")
def test_an_injury_is_moved() -> None:
    at = duel(anna="luck=1")
    act(*at, "ben: attack anna", dice=[60, 1, 5, 5, 70])
    end_turn(*at, dice=[99])
    assert wounds_of(*at, "anna") == [("CH", "Serious")]
    assert refused(*at, "ben: move_wound 1 LA") == "E-LUCK"
    assert refused(*at, "anna: move_wound 2 LA") == "E-NO-WOUND"
    assert refused(*at, "anna: move_wound 1 TL") == "E-LOCATION"
    assert refused(*at, "anna: move_wound 1 CH") == "E-LOCATION"
    told = do_free(*at, "anna: move_wound 1 LA")
    assert wounds_of(*at, "anna") == [("LA", "Serious")]
    assert (who(*at, "anna").luck, who(*at, "anna").has_modified) == (0, 0)
    assert (only(told, "moved_wound").before, only(told, "moved_wound").after) == ("CH", "LA")


@pytest.mark.clause("FS3-17.16")
def test_an_old_injury_stays_where_it_is() -> None:
    at = duel(anna="luck=1")
    wound(*at, "anna", "Light", "CH")
    end_turn(*at)
    assert refused(*at, "anna: move_wound 1 LA") == "ok"
    after_reveal = at[0], at[1].copy()
    after_reveal[1][0].phase = state.INITIATIVE
    assert refused(*after_reveal, "anna: move_wound 1 LA") == "E-NO-WOUND"
    do(*at, dice=[60, 40])
    assert refused(*at, "anna: move_wound 1 LA") == "E-NO-WOUND"


@pytest.mark.clause("FS3-17.8", "FS3-17.17", "FS3-18.3")
def test_no_healed_wound_is_moved_and_none_without_luck() -> None:
    at = duel(anna="luck=1")
    wound(*at, "anna", "healed", "CH")
    assert refused(*at, "anna: move_wound 1 LA") == "E-NO-WOUND"
    for options, points in (({}, 0), ({"luck_mode": "off"}, 1)):
        at = duel(anna=f"luck={points}", **options)
        wound(*at, "anna", "Light", "CH")
        assert refused(*at, "anna: move_wound 1 LA") == "E-LUCK"
