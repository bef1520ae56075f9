"""Sections 9, 10 and 19: whether an order may be given."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from fireteam.core.errors import BadNotation
from fireteam.core.protocol.events import new_log
from fireteam.games.tps.refusals import REFUSALS
from fireteam.games.tps.rules.movement import take_orders
from fireteam.games.tps.rules.orders import may_have, may_order, same_place
from fireteam.games.tps.rules.units import lay_token
from fireteam.games.tps.state import DROP, KILLED, MOVE, PICK_UP, STAY, USE
from fireteam.games.tps.tables import CT, UNITS, T
from tests.games.tps.positions import Position, UnitSpec, number, unit
from tests.games.tps.turns import choice_record, count_position, menu, put_over, record_code, refusal_code


def lying(at: Position, id: str, x: float, y: float, mark: int = 0) -> Position:
    """A token on the ground."""
    was = at.unit(1).x, at.unit(1).y
    at.unit(1).x, at.unit(1).y = round(x * 1_000_000), round(y * 1_000_000)
    lay_token(at.state, new_log()[0], 0, number(id), mark)
    at.unit(1).x, at.unit(1).y = was
    return at


def one(side: str = "T", *gear: str, others: tuple[UnitSpec, ...] = (), **options: Any) -> Position:
    fields = {name: options.pop(name) for name in ("weapon", "armour", "crouch") if name in options}
    options.setdefault("count", 1 if "sv_movebatch" in options else 2)
    return count_position(unit(side, 20, 20, *gear, **fields), *others, **options)


# Steps


@pytest.mark.clause("TPS-9.4", "TPS-9.5", "TPS-9.14", "TPS-24.4", "TPS-3.26", "TPS-3.27")
@pytest.mark.parametrize(
    ("by", "answer"),
    [
        ("1,0", "ok"),
        ("1.000001,0", "ok"),
        ("1.000002,0", "E_STEP"),
        ("-0.6,0.8", "ok"),
        ("0.7071067812,0.7071067812", "ok"),
        ("0.707108,0.707108", "E_STEP"),
        ("0,0", "ok"),
        ("900,0", "E_STEP"),
    ],
)
def test_a_step_is_at_most_1_mu_long(by: str, answer: str) -> None:
    """Example 32."""
    assert refusal_code(one(), "U1", f"move {by}") == answer


@pytest.mark.clause("TPS-3.26")
def test_a_move_is_stored_in_steps() -> None:
    """Example 32."""
    choice = choice_record("move 0.7071067812,0.7071067812")[0]
    assert (choice.x, choice.y) == (707_107, 707_107)


@pytest.mark.clause("TPS-9.14")
def test_what_is_no_finite_vector_is_no_move() -> None:
    for by in ("nan,0", "inf,0", "1e3,0", "1", "x,y"):
        with pytest.raises(BadNotation):
            choice_record(f"move {by}")


@pytest.mark.clause("TPS-9.13", "TPS-28.1")
def test_an_order_is_one_of_five_and_names_what_there_is() -> None:
    at = one()
    for kind, a in ((5, 0), (-1, 0), (DROP, 99), (DROP, -3), (PICK_UP, 99), (PICK_UP, -3), (USE, 0), (USE, UNITS + 4)):
        assert REFUSALS[may_order(at.state, at.tables[0], 0, 1, kind, a, 0)[0]].code == "E_VALUE", (kind, a)
    assert may_order(at.state, at.tables[0], 0, 1, STAY, 0, 0)[0] == 0
    assert may_order(at.state, at.tables[0], 0, 1, MOVE, 0, 0)[0] == 0


# Dropping


@pytest.mark.clause("TPS-10.1", "TPS-10.4")
def test_what_is_in_hand_may_be_dropped_and_nothing_else() -> None:
    at = one("T", "ak47", "glock18", "flash", "frag", armour="1/1/3")
    put_over(at, "U1", "flash")
    things = ("ak47", "flash", "glock18", "frag", "vest", "helmet", "knife")
    assert [refusal_code(at, "U1", f"drop {id}") for id in things] == ["ok", "ok", *["E_NOT_ACTIVE"] * 5]


@pytest.mark.clause("TPS-10.4", "TPS-8.14")
def test_what_is_not_carried_or_not_known_is_no_item() -> None:
    assert refusal_code(one(), "U1", "drop awp") == refusal_code(one(), "U1", "drop nonsense") == "E_NO_ITEM"
    assert refusal_code(one(), "U1", "drop knife") == "E_NOT_ACTIVE"


@pytest.mark.clause("TPS-10.4", "TPS-10.7")
@pytest.mark.parametrize(
    ("gear", "there", "may"),
    [
        (("ak47", "glock18"), "usp", {"ak47", "glock18"}),
        (("ak47", "glock18"), "mp5", {"ak47"}),
        (("ak47", "flash", "frag", "smoke"), "flash", {"ak47", "flash", "frag", "smoke"}),
        (("ak47", "flash", "frag"), "flash", {"ak47"}),
        (("ak47", "kit"), "bomb", {"ak47", "kit"}),
        (("ak47",), "vest", {"ak47"}),
    ],
)
def test_a_token_in_the_slot_that_an_item_in_contact_needs_may_be_dropped(
    gear: tuple[str, ...], there: str, may: set[str]
) -> None:
    at = lying(one("T", *gear), there, 20, 21)
    assert {id for id in gear if refusal_code(at, "U1", f"drop {id}") == "ok"} == may
    far = lying(one("T", *gear), there, 20, 22)
    assert {id for id in gear if refusal_code(far, "U1", f"drop {id}") == "ok"} == {"ak47"}


@pytest.mark.clause("TPS-10.4", "TPS-10.10")
def test_nothing_makes_room_for_what_is_not_for_the_side() -> None:
    at = lying(one("T", "ak47", "bomb"), "kit", 20, 21)
    assert refusal_code(at, "U1", "drop bomb") == "E_NOT_ACTIVE"
    at = lying(one("CT", "m4a1", "kit"), "bomb", 20, 21)
    assert refusal_code(at, "U1", "drop kit") == "E_NOT_ACTIVE"
    assert refusal_code(lying(at, "kit", 20, 21), "U1", "drop kit") == "ok", "another kit makes the slot needed"


@pytest.mark.clause("TPS-10.4", "TPS-10.7")
def test_armour_may_be_dropped_for_armour() -> None:
    at = lying(one("T", "ak47", armour="1/1/3"), "vest", 20, 20, 1)
    assert [refusal_code(at, "U1", f"drop {id}") for id in ("vest", "helmet")] == ["ok", "E_NOT_ACTIVE"]


# Picking up


@pytest.mark.clause("TPS-10.6", "TPS-10.7")
@pytest.mark.parametrize(
    ("gear", "there", "answer"),
    [
        ((), "ak47", "ok"),
        (("mp5",), "ak47", "E_SLOT"),
        (("mp5",), "usp", "ok"),
        (("glock18",), "usp", "E_SLOT"),
        (("flash", "flash"), "frag", "ok"),
        (("flash", "flash", "frag"), "frag", "E_SLOT"),
        ((), "bomb", "ok"),
        (("kit",), "bomb", "E_SLOT"),
    ],
)
def test_an_item_in_contact_is_picked_up_if_its_slot_is_free(gear: tuple[str, ...], there: str, answer: str) -> None:
    assert refusal_code(lying(one("T", *gear), there, 21, 20), "U1", f"pickup {there}") == answer


@pytest.mark.clause("TPS-10.12", "TPS-3.5")
def test_out_of_contact_nothing_is_picked_up() -> None:
    assert refusal_code(lying(one(), "ak47", 21.05, 20), "U1", "pickup ak47") == "ok"
    assert refusal_code(lying(one(), "ak47", 21.050001, 20), "U1", "pickup ak47") == "E_NOT_CONTACT"
    assert refusal_code(one(), "U1", "pickup ak47") == refusal_code(one(), "U1", "pickup knife") == "E_NOT_CONTACT"
    assert refusal_code(one(), "U1", "pickup nonsense") == "E_NO_ITEM"


@pytest.mark.clause("TPS-10.10")
def test_the_bomb_is_for_t_the_kit_for_ct_and_all_else_for_both() -> None:
    at = one()
    for id in ("m4a1", "ak47", "usp", "glock18", "vest", "flash"):
        assert may_have(at.tables[0], T, number(id)) and may_have(at.tables[0], CT, number(id))
    assert refusal_code(lying(one("T"), "m4a1", 20, 20), "U1", "pickup m4a1") == "ok"
    assert refusal_code(lying(one("CT"), "bomb", 20, 20), "U1", "pickup bomb") == "E_SIDE"
    assert refusal_code(lying(one("T"), "kit", 20, 20), "U1", "pickup kit") == "E_SIDE"
    assert refusal_code(lying(one("CT"), "kit", 20, 20), "U1", "pickup kit") == "ok"
    assert refusal_code(lying(one("T"), "bomb", 20, 20), "U1", "pickup bomb") == "ok"


@pytest.mark.clause("TPS-2.6")
def test_which_things_share_a_slot() -> None:
    tables = one().tables[0]

    def share(id: str, other: str) -> bool:
        return bool(same_place(tables, number(id), number(other)))

    together = (("mac10", "m249"), ("ak47", "spas12"), ("glock18", "usp"), ("bomb", "kit"), ("flash", "frag"))
    assert all(share(*pair) and share(*pair[::-1]) for pair in together)
    apart = (("ak47", "usp"), ("vest", "helmet"), ("flash", "bomb"), ("knife", "usp"), ("knife", "ak47"))
    assert not any(share(*pair) for pair in apart)


# Hostages


@pytest.mark.clause("TPS-19.27", "TPS-3.5")
def test_a_ct_in_contact_may_use_a_free_hostage_or_its_own() -> None:
    at = one("CT", hostages=[(21, 20), (22, 20)])
    assert (refusal_code(at, "U1", "use H1"), refusal_code(at, "U1", "use H2")) == ("ok", "E_NOT_CONTACT")
    at.state.hostages[0].leader = 1
    assert refusal_code(at, "U1", "use H1") == "ok"


@pytest.mark.clause("TPS-19.27")
def test_a_hostage_led_by_another_living_unit_cannot_be_used() -> None:
    at = one("CT", others=(unit("CT", 40, 40),), hostages=[(21, 20)])
    at.state.hostages[0].leader = 2
    assert refusal_code(at, "U1", "use H1") == "E_HOSTAGE"
    at.unit(2).alive = 0
    assert refusal_code(at, "U1", "use H1") == "ok"


@pytest.mark.clause("TPS-19.27", "TPS-28.1")
def test_t_cannot_use_hostages_and_nobody_one_that_is_gone() -> None:
    assert refusal_code(one("T", hostages=[(21, 20)]), "U1", "use H1") == "E_SIDE"
    gone = one("CT", hostages=[(21, 20)])
    gone.state.hostages[0].status = KILLED
    assert (
        refusal_code(gone, "U1", "use H1")
        == refusal_code(gone, "U1", "use H2")
        == refusal_code(gone, "U1", "use U1")
        == "E_VALUE"
    )


# Which code comes first


@pytest.mark.clause("TPS-28.1", "TPS-9.12")
def test_an_order_is_refused_by_the_first_code_of_the_table() -> None:
    at = lying(
        count_position(unit("T", 20, 20, "m249", "glock18"), unit("CT", 50, 50), hostages=[(30, 30)]), "kit", 40, 40
    )
    assert refusal_code(at, "U1", "drop awp") == "E_NO_ITEM"
    assert refusal_code(at, "U1", "pickup kit") == refusal_code(at, "U1", "use H1") == "E_SIDE"
    assert refusal_code(at, "U1", "pickup ak47") == "E_SLOT"
    assert refusal_code(at, "U1", "move 9,9") == refusal_code(at, "U1", "drop glock18") == "E_NO_COUNT"
    assert refusal_code(at, "U1", "pickup flash") == "E_NO_COUNT"


@pytest.mark.clause("TPS-28.1", "TPS-5.9")
def test_of_several_orders_the_first_code_of_the_table_is_told() -> None:
    at = one("T", "mp5", crouch=1, sv_movebatch=3)
    assert refusal_code(at, "U1", "plot move:1:0,drop:awp,stay") == "E_NO_ITEM"
    assert refusal_code(at, "U1", "plot stay,move:2:0,pickup:ak47") == "E_SLOT"
    assert refusal_code(at, "U1", "plot stay,move:2:0,stay") == "E_STEP"
    assert refusal_code(at, "U1", "plot move:1:0,move:2:0,stay") == "E_NO_COUNT"


# The menu


@pytest.mark.clause("TPS-9.13")
def test_the_menu_is_standing_sixteen_steps_and_every_drop_pick_up_and_use() -> None:
    at = count_position(
        unit("CT", 20, 20, "m4a1", "usp", "flash", "flash"), hostages=[(21, 20), (19, 20), (30, 30)], count=2
    )
    put_over(at, "U1", "flash")
    for id in ("deagle", "vest", "vest", "ak47"):
        lying(at, id, 20, 20)
    lines = menu(at, "U1")
    assert lines[0] == "stay" and [line.split()[0] for line in lines[1:17]] == ["move"] * 16
    assert lines[17:] == ["drop flash", "drop m4a1", "drop usp", "pickup vest", "use H1", "use H2"]


def test_the_sixteen_headings_are_whole_steps_all_around() -> None:
    moves = [choice_record(line)[0] for line in menu(one(), "U1")[1:17]]
    lengths = [float(move.x) ** 2 + float(move.y) ** 2 for move in moves]
    assert all(0.99999e12 < length <= 1_000_001**2 for length in lengths)
    turns = np.unwrap([np.arctan2(move.y, move.x) for move in moves])
    assert np.allclose(np.diff(turns), np.pi / 8, atol=1e-5)


def test_numbers_that_an_order_does_not_need_do_nothing() -> None:
    at = one("T", "mp5", sv_movebatch=2)
    choice = choice_record("plot stay,drop:mp5")
    choice[0].parts[0] = STAY, 7, 7
    choice[0].parts[1, 2] = 7
    assert record_code(at, "U1", choice) == "ok"
    plain = at.copy()
    take_orders(at.state, 0, choice[0])
    take_orders(plain.state, 0, choice_record("plot stay,drop:mp5")[0])
    assert at.states.tobytes() == plain.states.tobytes()
