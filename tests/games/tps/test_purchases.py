"""Section 7: buying before a round, and how many tokens there are."""

from __future__ import annotations

from typing import Any

import pytest

from fireteam.core.errors import Forbidden, IllegalChoice
from fireteam.core.protocol.choices import notation
from fireteam.core.protocol.events import new_log
from fireteam.games.tps.events.words import FAILURES
from fireteam.games.tps.rules.purchases import carried_count as tokens_of
from fireteam.games.tps.rules.purchases import issue, purchase_refusal, stock_left, tokens_in_use
from fireteam.games.tps.rules.units import lay_token, lift_token
from fireteam.games.tps.state import BUY, CALL, GROUND
from fireteam.games.tps.tables import UNITS
from fireteam.match.dice import secret_of_seed
from fireteam.match.match import Match
from fireteam.match.record import Seat
from tests.games.tps.matches import last_turn_match
from tests.games.tps.positions import Position, UnitSpec, catalogue, number, price, unit
from tests.games.tps.turns import buy_position, event_lines, gear_ids, ground_lines, play, refusal_code, unit_place

SPAWN = (3.0, 25.0)


def rich(side: str = "T", *gear: str, cash: int = 99, **fields: Any) -> UnitSpec:
    return unit(side, *SPAWN, *gear, cash=cash, **fields)


def bought(wants: str, *gear: str, side: str = "T", cash: int = 99, **options: Any) -> tuple[Position, list[str]]:
    at = buy_position(rich(side, *gear, cash=cash), unit("CT" if side == "T" else "T", 50, 25), **options)
    told = event_lines(play(at, U1=f"buy {wants}"), "bought", "not_bought", "laid")
    assert at.state.phase == CALL
    return at, told


@pytest.mark.clause("TPS-7.1", "TPS-7.4")
def test_what_is_bought_is_paid_and_carried() -> None:
    cost = price("ak47", "vest", "helmet", "flash", "flash")
    at, told = bought("ak47,vest,helmet,flash,flash", cash=cost + 2)
    assert gear_ids(at, "U1") == {"ak47", "vest", "helmet", "flash*2"}
    assert (at.unit(1).cash, at.armour(1)) == (2, "1/1/3")
    assert told[0] == f"bought U1 ak47 {price('ak47')} {cost + 2 - price('ak47')}"


def test_who_wants_nothing_buys_nothing() -> None:
    at, told = bought("-")
    assert (at.unit(1).cash, told) == (99, [])


@pytest.mark.clause("TPS-7.2", "TPS-7.3")
def test_what_is_dropped_while_buying_lies_at_the_spawn_point() -> None:
    at, told = bought("drop:ak47,drop:flash", "ak47!", "flash", "flash")
    assert gear_ids(at, "U1") == {"flash"}
    assert ground_lines(at) == ["ak47! 3,25", "flash 3,25"]
    assert told == ["laid U1 ak47 3,25", "laid U1 flash 3,25"]


@pytest.mark.clause("TPS-7.4", "TPS-5.1")
def test_lists_are_carried_out_in_seat_order_whatever_the_order_of_submission() -> None:
    at = buy_position(rich(), rich("CT"), rich("CT"), sv_tokenstock=1)
    for k in range(2):
        lay_token(at.state, new_log()[0], 0, number("p228"), 0)
        assert stock_left(at.state, at.tables[0], number("p228")) == 2 - k
    told = event_lines(play(at, U3="buy p228", U2="buy p228", U1="buy mp5"), "bought", "not_bought")
    mp5, p228 = price("mp5"), price("p228")
    assert told == [
        f"bought U1 mp5 {mp5} {99 - mp5}",
        f"bought U2 p228 {p228} {99 - p228}",
        "not_bought U3 p228 E_STOCK",
    ]


@pytest.mark.clause("TPS-7.4")
def test_entries_are_carried_out_in_the_order_of_the_list() -> None:
    at, told = bought("ak47,drop:ak47,mp5")
    left = 99 - price("ak47", "mp5")
    assert (gear_ids(at, "U1"), ground_lines(at), at.unit(1).cash) == ({"mp5"}, ["ak47 3,25"], left)
    assert [line.split()[0] for line in told] == ["bought", "laid", "bought"]


@pytest.mark.clause("TPS-7.5")
def test_a_purchase_for_a_full_slot_drops_what_is_in_it_first() -> None:
    at, told = bought("ak47,vest", "mp5!", "flash")
    assert "flash" in gear_ids(at, "U1")
    assert ground_lines(at) == ["mp5! 3,25"] and "ak47" in gear_ids(at, "U1")
    assert told[:2] == ["laid U1 mp5 3,25", f"bought U1 ak47 {price('ak47')} {99 - price('ak47')}"]


@pytest.mark.clause("TPS-7.5", "TPS-7.6")
def test_nothing_is_dropped_when_the_purchase_fails() -> None:
    cash = price("ak47") - 1
    at, told = bought("ak47", "mp5", cash=cash)
    assert (gear_ids(at, "U1"), ground_lines(at), at.unit(1).cash) == ({"mp5"}, [], cash)
    assert told == ["not_bought U1 ak47 E_CASH"]


@pytest.mark.clause("TPS-7.5", "TPS-7.6", "TPS-2.6")
def test_a_fourth_grenade_has_no_slot_and_drops_nothing() -> None:
    at, told = bought("flash", "frag", "frag", "smoke")
    assert told == ["not_bought U1 flash E_SLOT"] and ground_lines(at) == []


@pytest.mark.clause("TPS-7.6")
@pytest.mark.parametrize(
    ("wants", "code"),
    [
        ("m4a1", "E_SIDE"),
        ("kit", "E_SIDE"),
        ("awp", "E_CASH"),
        ("nonsense", "E_NO_ITEM"),
        ("knife", "E_NO_ITEM"),
        ("drop:awp", "E_NO_ITEM"),
        ("drop:knife", "E_NO_ITEM"),
        ("drop:nonsense", "E_NO_ITEM"),
    ],
)
def test_each_failure_has_its_code_and_the_rest_of_the_list_stands(wants: str, code: str) -> None:
    at, told = bought(f"{wants},flash", cash=30)
    assert told[0].split()[0] == "not_bought" and told[0].split()[-1] == code
    assert gear_ids(at, "U1") == {"flash"} and at.unit(1).cash == 28


@pytest.mark.clause("TPS-7.6")
@pytest.mark.parametrize(("cash", "told"), [(0, "bought U1 mp5 {price} 0"), (-1, "not_bought U1 mp5 E_CASH")])
def test_the_last_cash_buys_a_thing_of_just_that_price(cash: int, told: str) -> None:
    assert bought("mp5", cash=price("mp5") + cash)[1] == [told.format(price=price("mp5"))]


@pytest.mark.clause("TPS-7.6", "TPS-28.1")
def test_of_several_failures_the_first_of_the_table_is_told() -> None:
    at = buy_position(rich(cash=0), sv_tokenstock=1)
    assert FAILURES[purchase_refusal(at.state, at.tables[0], 0, number("bomb"))] == "E_NO_ITEM"
    assert FAILURES[purchase_refusal(at.state, at.tables[0], 0, number("m4a1"))] == "E_SIDE"
    lay_token(at.state, new_log()[0], 0, number("awp"), 0)
    assert FAILURES[purchase_refusal(at.state, at.tables[0], 0, number("awp"))] == "E_CASH"
    at.unit(1).cash = 99
    assert FAILURES[purchase_refusal(at.state, at.tables[0], 0, number("awp"))] == "E_STOCK"
    at.tables[0].options.mp_grenadeslots = 0
    assert FAILURES[purchase_refusal(at.state, at.tables[0], 0, number("flash"))] == "E_SLOT"
    lay_token(at.state, new_log()[0], 0, number("flash"), 0)
    assert FAILURES[purchase_refusal(at.state, at.tables[0], 0, number("flash"))] == "E_STOCK"


@pytest.mark.clause("TPS-26.1", "TPS-7.6")
def test_each_side_may_buy_its_own_and_what_is_anybodys() -> None:
    for side in ("T", "CT"):
        at = buy_position(rich(side))
        failing = {id for id in catalogue() if purchase_refusal(at.state, at.tables[0], 0, number(id)) != 0}
        other = "CT" if side == "T" else "T"
        assert failing == {id for id, thing in catalogue().items() if thing[0].side == ("T", "CT").index(other)} | {
            "knife",
            "bomb",
        }


@pytest.mark.clause("TPS-23.4")
def test_what_belongs_to_a_clan_is_sold_to_that_clan_only() -> None:
    at = buy_position(rich())
    at.tables[0].gear[number("ak47")].clan = 3
    at.tables[0].sides[0].clan.number = 1
    assert FAILURES[purchase_refusal(at.state, at.tables[0], 0, number("ak47"))] == "E_SIDE"
    at.tables[0].sides[0].clan.number = 2
    assert purchase_refusal(at.state, at.tables[0], 0, number("ak47")) == 0


@pytest.mark.clause("TPS-7.7")
def test_there_is_no_money_back() -> None:
    at, _ = bought("drop:ak47", "ak47", cash=5)
    assert at.unit(1).cash == 5 and at.unit(2).cash == 0


@pytest.mark.clause("TPS-7.9")
def test_the_bomb_cannot_be_bought() -> None:
    at, told = bought("bomb")
    assert told == ["not_bought U1 bomb E_NO_ITEM"] and gear_ids(at, "U1") == set()


@pytest.mark.clause("TPS-7.6", "TPS-7.4")
def test_a_list_is_not_judged_before_it_is_carried_out_but_must_be_a_list() -> None:
    at = buy_position(rich(cash=0), rich("CT"))
    assert refusal_code(at, "U1", "buy m249,m4a1,nonsense,drop:kit") == "ok"
    assert refusal_code(at, "U1", "buy " + ",".join(["flash"] * 16)) == "ok"


# What the eliminated plan to buy

CASH = 17


def waiting(**options: str) -> Match:
    """U2 is eliminated, and the others are to call the last targets of a round."""
    setting, states = last_turn_match(**options)
    states[0].units[1].cash, states[0].units[1].warned = CASH, 1
    seats = [Seat(name, 1 << slot) for slot, name in enumerate(setting.slots)]
    return Match(setting, seats, secret_of_seed(4), states)


def on(match: Match, line: str) -> list[str]:
    """All who are awaited choose the same; what U2 bought in the end, or could not buy, and its cash after."""
    for slot in match.slots_to_act():
        match.act(match.setting.slots[slot], line, slot)
    return [line for line in event_lines(match.records[-1].events, "bought", "not_bought") if "U2" in line]


@pytest.mark.clause("TPS-7.8")
def test_an_eliminated_player_plans_purchases_and_buys_nothing_yet() -> None:
    match = waiting()
    with pytest.raises(IllegalChoice, match="E_PHASE"):
        match.act("U2", "buy vest")
    assert match.plan("U2", ["buy m4a1,vest"]) == [] and match.next_number == 1
    assert match.slots_to_act() == [0, 2] and match.state[0].units[1].cash == CASH
    with pytest.raises(Forbidden, match="does not hold U2"):
        match.plan("U1", ["buy vest"], 1)


@pytest.mark.clause("TPS-7.8", "TPS-7.10")
def test_the_list_is_carried_out_in_the_next_buying_with_the_cash_then_held() -> None:
    match = waiting()
    match.plan("U2", ["buy m4a1,vest,helmet"])
    on(match, "hold")
    held = int(match.state[0].units[1].cash)
    assert match.state[0].phase == BUY and held > CASH
    assert match.slots_to_act() == [0, 2], "who has a list is not asked"
    told = on(match, "buy -")
    m4a1, vest = price("m4a1"), price("vest")
    assert told == [
        f"bought U2 m4a1 {m4a1} {held - m4a1}",
        f"bought U2 vest {vest} {held - m4a1 - vest}",
        "not_bought U2 helmet E_CASH",
    ]
    assert match.plan_of("U2", 1) == () and match.state[0].phase == CALL


@pytest.mark.clause("TPS-7.8", "TPS-7.10", "TPS-5.4")
def test_a_list_may_be_replaced_changed_and_withdrawn_until_all_choices_to_buy_are_in() -> None:
    match = waiting()
    match.plan("U2", ["buy m4a1,vest"])
    match.plan("U2", ["buy vest"])
    on(match, "hold")
    assert notation(match.mailbox.all()[1]) == "buy vest"
    match.act("U2", "buy helmet")
    match.act("U1", "buy -")
    match.act("U2", "buy flash")
    match.act("U3", "buy -")
    left = match.state[0].units[1].cash
    assert event_lines(match.records[-1].events, "bought") == [f"bought U2 flash 2 {left}"]


@pytest.mark.clause("TPS-7.10")
def test_a_list_that_is_withdrawn_leaves_the_decision_open() -> None:
    match = waiting()
    match.plan("U2", ["buy m4a1"])
    match.plan("U2")
    on(match, "hold")
    assert match.slots_to_act() == [0, 1, 2], "nothing was planned in the end"
    match = waiting()
    match.plan("U2", ["buy m4a1"])
    on(match, "hold")
    match.withdraw("U2")
    assert match.slots_to_act() == [0, 1, 2] and on(match, "buy -") == []


@pytest.mark.clause("TPS-7.10", "TPS-24.3")
def test_a_list_of_who_is_booted_is_void() -> None:
    for booted in (False, True):
        match = waiting(sv_admin="1")
        admin = match.setting.slots[match.setting.referee]
        match.plan("U2", ["buy vest"])
        if booted:
            match.act(admin, "kick U2", reason="late a third time")
        on(match, "hold")
        on(match, "go_on")
        assert match.state[0].phase == BUY and match.slots_to_act() == [0, 2]
        assert len(on(match, "buy -")) == (0 if booted else 1)
        assert match.state[0].phase == CALL


# How many tokens there are


@pytest.mark.clause("TPS-1.15", "TPS-1.16")
@pytest.mark.parametrize(("units", "most"), [(2, 2), (3, 3), (4, 4), (5, 4), (6, 5), (10, 8), (12, 10)])
def test_with_the_option_there_are_0_8_tokens_of_a_thing_for_each_unit_rounded_up(units: int, most: int) -> None:
    at = buy_position(*(rich() for _ in range(units)), sv_tokenstock=1)
    assert stock_left(at.state, at.tables[0], number("mp5")) == most
    at.unit(1).primary.gear = number("mp5") + 1
    lay_token(at.state, new_log()[0], 0, number("mp5"), 0)
    assert stock_left(at.state, at.tables[0], number("mp5")) == most - 2, "carried and on the ground"
    assert stock_left(at.state, at.tables[0], number("p90")) == most


@pytest.mark.clause("TPS-1.16")
def test_the_stock_is_unlimited_else() -> None:
    at = buy_position(*(rich() for _ in range(12)))
    told = event_lines(play(at, (), **{f"U{k}": "buy mp5" for k in range(1, 13)}), "bought")
    assert len(told) == 12


@pytest.mark.clause("TPS-1.20")
def test_the_table_never_holds_more_tokens_than_it_has_room_for() -> None:
    at, log = buy_position(rich(), rich("CT")), new_log()
    while stock_left(at.state, at.tables[0], number("flash")) > 2:
        log[0].count = 0
        lay_token(at.state, log[0], 0, number("vest"), 1)
    assert tokens_in_use(at.state, at.tables[0], -1) == GROUND - UNITS - 2
    told = event_lines(play(at, U1="buy flash,flash,flash", U2="buy flash"), "bought", "not_bought")
    assert [line.split()[-1] for line in told] == ["97", "95", "E_STOCK", "E_STOCK"]
    assert all(issue(at.state, at.tables[0], k, number("usp")) for k in range(2))


@pytest.mark.clause("TPS-1.20", "TPS-6.5")
def test_a_free_pistol_needs_its_place_and_room_on_the_table_beside_the_bombs() -> None:
    at, log = buy_position(rich(), rich("CT", "usp")), new_log()
    assert not issue(at.state, at.tables[0], 1, number("usp")), "its place is taken"
    while tokens_in_use(at.state, at.tables[0], -1) < GROUND - 1:
        log[0].count = 0
        lay_token(at.state, log[0], 0, number("vest"), 1)
    assert not issue(at.state, at.tables[0], 0, number("usp")), "the last place is the bomb's"
    lift_token(at.state, 0)
    assert issue(at.state, at.tables[0], 0, number("usp"))


def test_tokens_are_counted_wherever_they_are() -> None:
    at = buy_position(rich("T", "ak47", "flash", "flash", "bomb", armour="1/1/3"), rich("CT", "ak47"))
    lay_token(at.state, new_log()[0], 0, number("flash"), 0)
    assert tokens_in_use(at.state, at.tables[0], number("flash")) == 3
    assert tokens_in_use(at.state, at.tables[0], number("ak47")) == 2
    assert tokens_in_use(at.state, at.tables[0], -1) == 6 + 1 + 1
    assert tokens_of(at.unit(1), -1) == 6
    assert unit_place(at, "U1") == SPAWN
