"""Section 28: whether a choice is lawful, and which code of the table is told."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import fireteam.games.tps
from fireteam.core.protocol.choices import MAX_NUMBER, name_of, new_choices
from fireteam.core.protocol.refusals import LAWFUL, refuse
from fireteam.games.tps.choices import VERBS
from fireteam.games.tps.refusals import NO_WEAPON, REFUSALS
from fireteam.games.tps.rules.verify import phase_of, verify
from fireteam.games.tps.state import BETWEEN, BUY, CALL, COUNT, OVER, TARGET
from tests.games.tps.positions import Position, unit
from tests.games.tps.turns import (
    buy_position,
    call_position,
    choice_record,
    count_position,
    menu,
    names_to_act,
    play,
    refusal_code,
)

RULES = (Path(fireteam.games.tps.__file__).parent / "RULES.md").read_text(encoding="utf-8")


def moment(phase: int) -> Position:
    """Three units, one of them eliminated, at some state of a turn."""
    units = (unit("T", 10, 20, "mp5!", "flash"), unit("CT", 14, 20, "m4a1"), unit("CT", 50, 20, alive=0))
    if phase == BUY:
        return buy_position(*units)
    if phase == CALL:
        return call_position(*units)
    at = count_position(*units, count=2 if phase == COUNT else 11)
    if phase == TARGET:
        play(at)
    at.state.admin = 4
    if phase == BETWEEN:
        at.state.phase, at.state.owing = BETWEEN, 0b1000
    return at


@pytest.mark.clause("TPS-28.1")
def test_the_codes_stand_in_the_order_of_the_rulebooks_table() -> None:
    table = RULES.partition("\n## 28.")[2].partition("\n## 29.")[0]
    printed = [code for line in table.splitlines() if line.startswith("|") for code in re.findall(r"`(E_\w+)`", line)]
    ours = list(dict.fromkeys(each.code for each in REFUSALS[1:]))
    loading = {"E_MAP", "E_CONTENT"}
    assert [code for code in ours if code in printed] == [code for code in printed if code not in loading]
    assert set(ours) <= set(printed)


@pytest.mark.clause("TPS-28.1")
@pytest.mark.parametrize(
    ("phase", "who", "line", "answer"),
    [
        (CALL, "U3", "stay", "E_PHASE"),
        (CALL, "U3", "call primary", "E_ELIMINATED"),
        (CALL, "U1", "call - standing awp", "E_VALUE"),
        (COUNT, "U3", "move 9,9", "E_ELIMINATED"),
        (COUNT, "U1", "call -", "E_PHASE"),
        (TARGET, "U3", "fire U9", "E_ELIMINATED"),
        (TARGET, "U1", "fire U9", "E_TARGET"),
        (TARGET, "U1", "fire U2", "E_OUT_OF_AMMO"),
        (BUY, "U3", "buy -", "E_ELIMINATED"),
        (BUY, "U3", "hold", "E_PHASE"),
    ],
)
def test_the_state_and_the_unit_are_judged_before_the_choice(phase: int, who: str, line: str, answer: str) -> None:
    assert refusal_code(moment(phase), who, line) == answer


@pytest.mark.clause("TPS-28.1")
def test_a_refusal_changes_nothing_and_has_its_numbers() -> None:
    at = moment(CALL)
    before = at.states.tobytes()
    assert tuple(verify(at.state, at.tables[0], 0, choice_record("call sidearm")[0])) == refuse(NO_WEAPON, 2)
    assert tuple(verify(at.state, at.tables[0], 1, choice_record("call primary")[0])) == LAWFUL
    assert at.states.tobytes() == before
    assert tuple(refuse(4)) == (4, 0, 0, 0)


@pytest.mark.clause("TPS-28.1", "TPS-5.2")
def test_every_verb_has_its_state() -> None:
    states = {"buy": BUY, "call": CALL, "go_on": BETWEEN, "switch": BETWEEN, "hold": TARGET, "fire": TARGET}
    states |= {
        "throw": TARGET,
        "stay": COUNT,
        "move": COUNT,
        "drop": COUNT,
        "pickup": COUNT,
        "use": COUNT,
        "plot": COUNT,
    }
    names = [name_of(verb) for verb in VERBS]
    assert {name: phase_of(names.index(name) + 1) for name in states} == states


@pytest.mark.clause("TPS-28.1")
def test_there_are_no_other_verbs() -> None:
    choice = new_choices(1)
    for number in (-1, 0, len(VERBS) + 1, MAX_NUMBER):
        choice[0].verb = number
        for phase in (BUY, CALL, COUNT, TARGET, BETWEEN):
            at = moment(phase)
            code = verify(at.state, at.tables[0], 0, choice[0])[0]
            assert REFUSALS[code].code == "E_VALUE"


@pytest.mark.clause("TPS-28.1", "TPS-7.4")
@pytest.mark.parametrize("n", [-1, 17, 1000, MAX_NUMBER])
def test_a_list_has_a_length_that_can_be(n: int) -> None:
    for phase, line in ((BUY, "buy flash"), (TARGET, "fire U2"), (COUNT, "plot stay")):
        at, choice = moment(phase), choice_record(line)
        choice[0].n = n
        assert REFUSALS[verify(at.state, at.tables[0], 1, choice[0])[0]].code == "E_VALUE", phase


@pytest.mark.clause("TPS-28.1", "TPS-7.4")
@pytest.mark.parametrize("entry", [(0, 5), (3, 5), (-1, 5), (1, -3), (1, 64), (2, MAX_NUMBER)])
def test_an_entry_of_a_list_buys_or_drops_something(entry: tuple[int, int]) -> None:
    at, choice = moment(BUY), choice_record("buy flash,mp5")
    choice[0].parts[1, 0], choice[0].parts[1, 1] = entry
    assert REFUSALS[verify(at.state, at.tables[0], 0, choice[0])[0]].code == "E_VALUE"


NUMBERS = st.one_of(st.integers(-3, 20), st.sampled_from((31, 63, 64, 1000, -MAX_NUMBER, MAX_NUMBER)))


@pytest.mark.clause("TPS-28.1")
@settings(max_examples=150, derandomize=True)
@given(
    phase=st.sampled_from((BUY, CALL, COUNT, TARGET, BETWEEN, OVER)),
    slot=st.integers(0, 3),
    numbers=st.lists(NUMBERS, min_size=6, max_size=6),
    parts=st.lists(NUMBERS, min_size=12, max_size=12),
)
def test_whatever_numbers_a_choice_holds_it_is_judged(
    phase: int, slot: int, numbers: list[int], parts: list[int]
) -> None:
    at, choice = moment(phase if phase != OVER else BETWEEN), new_choices(1)
    at.state.phase = phase
    fields: Any = choice.view(np.int64)
    fields[:6], fields[6:18] = numbers, parts
    before = at.states.tobytes()
    code = verify(at.state, at.tables[0], slot, choice[0])[0]
    assert 0 <= code < len(REFUSALS) and at.states.tobytes() == before


@pytest.mark.clause("TPS-28.1", "TPS-5.3")
@pytest.mark.parametrize("phase", [BUY, CALL, COUNT, TARGET])
def test_what_is_on_a_menu_is_lawful_for_who_owes_and_for_nobody_else(phase: int) -> None:
    at = moment(phase)
    assert names_to_act(at) == ["U1", "U2"]
    for who in names_to_act(at):
        for line in menu(at, who):
            assert refusal_code(at, "U3", line) == "E_ELIMINATED"
            assert not at.state.admin or refusal_code(at, "admin", line) == "E_PHASE"
