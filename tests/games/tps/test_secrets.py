"""Nobody notices what another unit has chosen before all choices are in; the order in which they come is nothing."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

from fireteam.core.dice import live
from fireteam.core.engine.dispatch import is_over, to_act
from fireteam.core.engine.record import Array
from fireteam.core.game import Setting
from fireteam.core.protocol.choices import new_choices
from fireteam.core.protocol.events import new_log
from fireteam.core.run import apply, choose_at_random, run_to_decision
from fireteam.core.slot_choices import menu
from fireteam.games.tps.state import BUY, CALL, COUNT, TARGET
from fireteam.match.dice import secret_of_seed
from fireteam.match.match import Match
from fireteam.match.record import Record, RecordView, Seat
from fireteam.registry import find_game
from tests.heavy.settings import heavy, many
from tests.noninterference import interference, watched

PAIRS = many(1_000, 5_000)
OWNERS = (0, 3) if heavy() else (0,)
PHASE_NAMES = {BUY: "buying", CALL: "calls", COUNT: "counts", TARGET: "targets"}
OPTIONS = {"teams": "2v2", "mp_startmoney": "40", "mp_maxrounds": "1"}


@cache
def new_setting() -> Setting:
    return find_game("tps").make_setting("de_depot", OPTIONS)


@cache
def sample_states() -> tuple[Array, ...]:
    """A few moments of a match of random choices: the first of each phase, and one with everybody in sight."""
    setting = new_setting()
    states, found = setting.opening.copy(), {}
    run_to_decision(states[0], setting.tables[0], live(3)[0], new_log()[0])
    for number in range(60):
        if is_over(states[0]):
            break
        key = int(states[0].phase), int(states[0].count) > 1
        found.setdefault(key, states.copy())
        play_on(setting, states, number)
    return tuple(found.values())


def play_on(setting: Setting, states: Array, number: int) -> None:
    choices, log = new_choices(), new_log()
    owing = int(to_act(states[0]))
    for slot in range(owing.bit_length()):
        if owing >> slot & 1:
            choose_at_random(states[0], setting.tables[0], slot, choices[slot], np.uint64(7), number * 16 + slot)
    apply(states[0], setting.tables[0], choices, live(number)[0], log[0])


@pytest.mark.clause("TPS-5.3", "TPS-5.1")
@pytest.mark.parametrize("phase", list(PHASE_NAMES), ids=list(PHASE_NAMES.values()))
def test_nobody_notices_a_sealed_or_planned_choice(phase: int) -> None:
    moment = next(states for states in sample_states() if states[0].phase == phase)
    assert interference(new_setting(), moment, owners=OWNERS) == []


@pytest.mark.clause("TPS-5.3")
def test_thousands_of_pairs_that_differ_in_one_hidden_choice_are_the_same_to_all_others() -> None:
    setting, pairs = new_setting(), 0
    who = [Seat(name, 1 << slot) for slot, name in enumerate(setting.slots)]
    moments = [states for states in sample_states() if bits(to_act(states[0])) > 1]
    while pairs < PAIRS:
        moment = moments[pairs % len(moments)]
        match = Match(setting, who, secret_of_seed(1), moment)
        owner, other, *_ = match.slots_to_act()
        before = None
        for value in menu(setting, match.state, owner):
            match.act(who[owner].name, value, owner)
            name = who[other].name
            now = match.view(name).tobytes(), match.history(name), match.slots_to_act(), match.key_for_bot(other)
            assert before is None or before == now
            before, pairs = now, pairs + 1
            if value.final:
                match = Match(setting, who, secret_of_seed(1), moment)


def bits(mask: int) -> int:
    return int(mask).bit_count()


@pytest.mark.clause("TPS-5.1", "TPS-5.3")
def test_the_order_in_which_sealed_choices_arrive_never_matters() -> None:
    setting = new_setting()
    who = [Seat(name, 1 << slot) for slot, name in enumerate(setting.slots)]
    for moment in sample_states():
        ends = set()
        for turned in range(4):
            match = Match(setting, who, secret_of_seed(5), moment)
            slots = match.slots_to_act()
            for slot in slots[turned % len(slots) :] + slots[: turned % len(slots)]:
                choices = menu(setting, moment, slot)
                match.act(who[slot].name, choices[slot % len(choices)], slot)
            ends.add((match.state.tobytes(), match.records[-1].faces))
        assert len(ends) == 1


class LeakyAccounts(Match):
    """A table that tells in the accounts what is planned."""

    def history(self, name: str, since: int = 0) -> list[RecordView]:
        return [one._replace(reason=str(self.ledger.plans.all())) for one in super().history(name, since)]


class LeakyPublicHistory(Match):
    """A table that tells onlookers what is planned."""

    def public_history(self, since: int = 0) -> list[RecordView]:
        return [one._replace(reason=str(self.ledger.plans.all())) for one in super().public_history(since)]


class LeakyFile(Match):
    """A table that writes plans into the match file."""

    def plan(self, name: str, choices: Any = (), slot: int | None = None, typed: bool = False) -> list[Record]:
        made = super().plan(name, choices, slot, typed)
        with open(str(self.file), "a", encoding="utf-8") as file:
            file.write(str(self.ledger.plans.all()))
        return made


class LeakyCash(Match):
    """A table that takes what is planned off the cash that everybody sees."""

    def redact(self, states: Array, slots: int) -> Array:
        known = super().redact(states, slots)
        known[0].units[OUT].cash -= 5 * len(str(self.ledger.plans.all()))
        return known


class LeakyMatch(LeakyAccounts, LeakyPublicHistory, LeakyFile, LeakyCash):
    """A table that does all of this."""


OUT = 1
LISTS = ("", "buy vest", "buy flash,flash", "buy nonsense")


def target_states() -> Array:
    """Somebody is eliminated, and the others call their targets."""
    states = next(states for states in sample_states() if states[0].phase == TARGET).copy()
    unit = states[0].units[OUT]
    unit.alive = unit.health = unit.x = unit.y = unit.weapon = 0
    states[0].owing &= ~(1 << OUT)
    return states


def find_leaks(table: type[Match]) -> set[str]:
    """What tells others that an eliminated unit has planned to buy one thing and not another, or nothing."""
    setting, states = new_setting(), target_states()
    who = [Seat(name, 1 << slot) for slot, name in enumerate(setting.slots)]

    def known(line: str) -> dict[str, object]:
        def plans(match: Match, name: str, slot: int, lines: Any) -> None:
            match.plan(name, lines, slot)

        match = table(setting, who, secret_of_seed(1), states)
        return watched(match, who[OUT].name, OUT, [line] if line else [], plans)

    first, *others = map(known, LISTS)
    return {what for other in others for what in other if other[what] != first[what]}


@pytest.mark.clause("TPS-7.8", "TPS-7.10")
def test_nobody_notices_what_the_eliminated_plan_to_buy() -> None:
    assert find_leaks(Match) == set()


@pytest.mark.clause("TPS-7.10")
def test_whatever_gives_away_what_the_eliminated_plan_is_found_out() -> None:
    found = find_leaks(LeakyMatch)
    assert found >= {"U1: told", "what an onlooker reads", "the match file", "an onlooker: state"}
