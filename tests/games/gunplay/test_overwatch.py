"""Section 13a and 13e: the Overwatch phase, and standing orders."""

from __future__ import annotations

import pytest

from fireteam.core.errors import IllegalChoice
from fireteam.core.slot_choices import read_choice
from fireteam.games.gunplay.decision import DECISION
from tests.games.gunplay.table import (
    At,
    decider,
    do,
    phase_of,
    refused,
    table,
    who,
)


def phase(*characters: str, modules: str = "overwatch") -> At:
    at = table(*characters, modules=modules, scenario={"first_initiative": 1})
    do(*at)
    return at


@pytest.mark.clause("GUN-13.1", "GUN-13.2", "GUN-13.3")
def test_each_player_declares_as_many_as_could_be_marked() -> None:
    at = phase("A1 5,5", "A2 5,8 unarmed", "A3 5,11 down", "B1 25,5")
    assert (phase_of(at[1]), decider(at[1])) == ("ow_declare", 0)
    assert refused(*at, "overwatch_declare 2") == "OW_COUNT_RANGE" and refused(*at, "overwatch_declare 1") == "ok"
    do(*at, "overwatch_declare 0")
    assert decider(at[1]) == 1
    do(*at, "overwatch_declare 0")
    assert phase_of(at[1]) == "choose"


@pytest.mark.clause("GUN-13.30")
@pytest.mark.parametrize(
    ("orders", "said"),
    [
        ("", "ask me"),
        ("ask 60", "ask me"),
        ("hold", "hold your fire"),
        ("auto", "fire at any enemy, from 20 % on"),
        ("auto 60 move", "fire at any enemy who moves, from 60 % on"),
        ("auto 0", "fire at any enemy, at any chance"),
        ("auto 100 fire auto", "fire at any enemy who fires, from 100 % on, on autofire"),
        ("auto 0 move+fire auto", "fire at any enemy, at any chance, on autofire"),
    ],
)
def test_orders_are_called_by_what_they_let_a_character_do(orders: str, said: str) -> None:
    setting, states = phase("A1 5,5", "B1 25,5")
    do(setting, states, "overwatch_declare 1", "overwatch_declare 0")
    value = read_choice(setting, f"overwatch_mark A1 {orders}")
    assert DECISION.explain_option(setting, states, 0, value).label == f"A1: {said}"


@pytest.mark.clause("GUN-13.4", "GUN-13.5", "GUN-13.6")
def test_marks_alternate_and_wrong_ones_are_refused() -> None:
    at = phase("A1 5,5", "A2 5,8", "A3 5,11 unarmed", "A4 7,7 down", "B1 25,5", "B2 25,8")
    do(*at, "overwatch_declare 2", "overwatch_declare 1")
    for name in ("A9", "B1", "A3", "A4"):
        assert refused(*at, f"overwatch_mark {name}") == "OW_NOT_ELIGIBLE"
    do(*at, "overwatch_mark A1", "overwatch_mark B2")
    assert decider(at[1]) == 0 and refused(*at, "overwatch_mark A1") == "OW_ALREADY_MARKED"
    do(*at, "overwatch_mark A2")
    assert phase_of(at[1]) == "choose" and refused(*at, "activate A1") == "CHAR_ON_OVERWATCH"


@pytest.mark.clause("GUN-13.2", "GUN-13.4", "GUN-13.5")
@pytest.mark.parametrize(
    ("holder", "numbers", "names"),
    (
        (1, (2, 2), "A1 B1 A2 B2"),
        (2, (2, 2), "B1 A1 B2 A2"),
        (1, (1, 3), "A1 B1 B2 B3"),
        (2, (3, 1), "B1 A1 B2 B3"),
        (1, (0, 2), "B1 B2"),
        (2, (0, 2), "A1 A2"),
        (2, (3, 0), "B1 B2 B3"),
    ),
)
def test_marks_alternate_from_the_holder_and_who_has_none_left_is_skipped(
    holder: int, numbers: tuple[int, int], names: str
) -> None:
    """`numbers` are those of the holder and of the other."""
    band = [f"{side}{k} {x},{3 * k}" for side, x in (("A", 5), ("B", 25)) for k in (1, 2, 3, 4)]
    at = table(*band, modules="overwatch", scenario={"first_initiative": holder})
    do(*at)
    for number in numbers:
        do(*at, f"overwatch_declare {number}")
    for name in names.split():
        assert (phase_of(at[1]), "AB"[decider(at[1])]) == ("ow_mark", name[0])
        do(*at, f"overwatch_mark {name}")
    assert (phase_of(at[1]), decider(at[1])) == ("choose", holder - 1)


@pytest.mark.clause("GUN-13.30", "GUN-13.35", "GUN-13.49", "GUN-13.51")
def test_orders_are_taken_as_given_or_refused() -> None:
    at = phase("A1 5,5 smg_medium", "A2 5,8", "B1 25,5", modules="overwatch weapon_charts")
    do(*at, "overwatch_declare 2", "overwatch_declare 0")
    for orders in ("A2", "B9", "- 5,5:4,9", "- 5,9:9,5", "- 41,5:45,9", "- 5,31:9,35", "- -4,5:-1,9", "- 4,-9:5,-1"):
        assert refused(*at, f"overwatch_mark A1 auto 20 move single {orders}") == "ORDERS_INVALID", orders
    assert refused(*at, "overwatch_mark A1 auto 20 move single - -4,-4:0,0") == "ok", "a corner of it is on the table"
    for region in ("40,5:45,9", "5,30:9,35", "-5,5:0,9", "5,-5:9,0"):
        assert refused(*at, f"overwatch_mark A1 auto 20 move single - {region}") == "ok", "it touches the table"
    assert refused(*at, "overwatch_mark A2 auto 20 move auto") == "ORDERS_INVALID", "a rifle has no autofire"
    do(*at, "overwatch_mark A1 auto 50 fire auto B1 4,1:12.5,8")
    orders = who(at[1], "A1").orders
    assert (orders.policy, orders.min_chance, orders.on, orders.mode, orders.targets) == (1, 50, 2, 1, 1 << 12)
    assert (orders.in_region, orders.x0, orders.y0, orders.x1, orders.y1) == (1, 400, 100, 1250, 800)
    do(*at, "overwatch_mark A2")
    orders = who(at[1], "A2").orders
    assert (orders.policy, orders.min_chance, orders.on, orders.mode, orders.in_region) == (0, 20, 3, 0, 0)


@pytest.mark.clause("GUN-13.51")
@pytest.mark.parametrize(("name", "targets"), (("A1", ("B2", "A1", "A2", "B9")), ("B1", ("A2", "B1", "B2", "A9"))))
def test_targets_are_enemies_of_this_match(name: str, targets: tuple[str, ...]) -> None:
    at = table("A1 5,5 ask", "A2 5,8", "B1 25,5 ask", "B2 25,8", choose="A", modules="overwatch")
    slot = "AB".index(name[0])
    codes = [refused(*at, f"set_orders {name} auto 20 move single {target}", slot=slot) for target in targets]
    assert codes == ["ok", *["ORDERS_INVALID"] * 3]


@pytest.mark.clause("GUN-13.30", "GUN-22.3")
@pytest.mark.parametrize("orders", ("ask", "hold", "auto 20 move single B2", "auto 0 fire single - 1,1:9,9"))
def test_of_older_orders_nothing_is_left_in_new_ones(orders: str) -> None:
    """Neither a target nor a region."""
    first, again = (table("A1 5,5 ask", "B1 25,5", "B2 25,9", choose="A", modules="overwatch") for _ in range(2))
    do(*again, "set_orders A1 auto 50 fire single B1 4,0:12.5,8")
    for at in (first, again):
        do(*at, f"set_orders A1 {orders}")
    assert again[1].tobytes() == first[1].tobytes()


@pytest.mark.clause("GUN-13.35", "GUN-13.49", "GUN-13.51", "GUN-22.3")
@pytest.mark.parametrize(
    ("line", "sentence"),
    (
        ("set_orders A2 hold", "A2 is not on Overwatch and takes no orders (ORDERS_INVALID, GUN-22.3)"),
        ("set_orders A1 auto 20 move auto", "A1 has no weapon in hand that can autofire (ORDERS_INVALID, GUN-13.49)"),
        (
            "set_orders A1 auto 20 move single A2",
            "A1 can have enemies alone as its targets (ORDERS_INVALID, GUN-13.51)",
        ),
        (
            "set_orders A1 auto 20 move single - 50,5:60,9",
            "a region is its low corner and its high corner, and lies on the table (ORDERS_INVALID, GUN-13.51)",
        ),
    ),
)
def test_orders_that_could_never_fire_are_refused_in_a_sentence_and_the_old_ones_stay(line: str, sentence: str) -> None:
    at = table("A1 5,5 auto min=60", "A2 5,8", "B1 25,5", choose="A", modules="overwatch weapon_charts")
    before = at[1].tobytes()
    with pytest.raises(IllegalChoice) as error:
        do(*at, line)
    assert str(error.value) == sentence and at[1].tobytes() == before
    with pytest.raises(IllegalChoice, match=r"200 is outside 0 to 100 \(UNKNOWN_ACTION, GUN-7.3\)"):
        do(*at, "set_orders A1 auto 200")
