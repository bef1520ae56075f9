"""Whatever is done to a campaign, in whatever order, it is what a naive reading of its entries says."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

from fireteam.campaign.campaign import Campaign, begin
from fireteam.campaign.exchange import read_files, write_files
from fireteam.campaign.journal import Journal
from fireteam.core.errors import BadNotation, FireteamError, IllegalChoice
from fireteam.core.protocol.campaign import Actor
from tests.campaign.toy import Earn, Join, Spend, Wait

ANNA = Actor("anna")
HEROES = st.sampled_from(["a", "b"])
GOLD = st.integers(0, 4)


class Machine(RuleBasedStateMachine):
    """A campaign, and beside it a list of what was done, each with whether it counts."""

    def __init__(self) -> None:
        super().__init__()
        self.campaign = Campaign(Journal(begin("toy", "Winter", ANNA)))
        self.done: list[tuple[str, Any]] = []

    @rule(hero=HEROES)
    def join(self, hero: str) -> None:
        """Somebody joins."""
        self.carry_out("join", hero, Join(hero))

    @rule(hero=HEROES, gold=GOLD)
    def earn(self, hero: str, gold: int) -> None:
        """Somebody earns."""
        self.carry_out("gold", (hero, gold), Earn(hero, gold))

    @rule(hero=HEROES, gold=GOLD)
    def spend(self, hero: str, gold: int) -> None:
        """Somebody spends."""
        self.carry_out("gold", (hero, -gold), Spend(hero, gold))

    @rule()
    def wait(self) -> None:
        """A day passes."""
        self.carry_out("wait", 1, Wait())

    @rule(back=st.integers(1, 6))
    def undo(self, back: int) -> None:
        """One of the last entries is undone, an undoing too."""
        number = len(self.done) + 1 - back
        allowed = number >= 1 and number not in gone(self.done) and naive([*self.done, ("undo", number)]) is not None
        try:
            self.campaign.undo(number, ANNA)
        except (IllegalChoice, BadNotation):
            assert not allowed
        else:
            assert allowed
            self.done.append(("undo", number))

    @rule()
    def carry(self) -> None:
        """The campaign goes on from its files."""
        arrived = read_files(write_files(self.campaign), ANNA)
        assert arrived.edit is None
        self.campaign = arrived.campaign

    @rule(day=st.integers(0, 5))
    def edit(self, day: int) -> None:
        """Somebody edits the day by hand."""
        files = write_files(self.campaign)
        now = f"day: {self.campaign.state.day}".encode()
        arrived = read_files(
            {**files, "campaign.yaml": files["campaign.yaml"].replace(now, f"day: {day}".encode())}, ANNA
        )
        if arrived.edit is not None:
            state = naive(self.done)
            assert state is not None
            self.done.append(("set", {**state, "day": day}))
        self.campaign = arrived.campaign

    def carry_out(self, word: str, value: Any, command: Any) -> None:
        """Give a command; it is refused exactly if the naive reading refuses it."""
        allowed = naive([*self.done, (word, value)]) is not None
        try:
            self.campaign.do(command, ANNA)
        except FireteamError:
            assert not allowed
        else:
            assert allowed
            self.done.append((word, value))

    @invariant()
    def agrees(self) -> None:
        """The campaign is what the naive reading says."""
        state = self.campaign.state
        assert {"day": state.day, **{id: hero.gold for id, hero in state.heroes.items()}} == naive(self.done)


def gone(done: list[tuple[str, Any]]) -> set[int]:
    """The numbers that do not count: an undoing reaches what it names, unless a later one reaches it first."""
    found: set[int] = set()
    for number in range(len(done), 0, -1):
        word, value = done[number - 1]
        if word == "undo" and number not in found:
            found.add(value)
    return found


def naive(done: list[tuple[str, Any]]) -> dict[str, int] | None:
    """What was done, all of it from the beginning; None if something is refused."""
    state, without = {"day": 0}, gone(done)
    for number, (word, value) in enumerate(done, 1):
        if word == "undo" or number in without:
            continue
        if word == "set":
            state = dict(value)
        elif word == "wait":
            state["day"] += 1
        elif word == "join":
            if value in state:
                return None
            state[value] = 0
        else:
            hero, gold = value
            if hero not in state or state[hero] + gold < 0:
                return None
            state[hero] += gold
    return state


@pytest.mark.usefixtures("toy")
def test_a_campaign_is_what_a_naive_reading_of_its_entries_says() -> None:
    quick = settings(
        max_examples=30, stateful_step_count=20, derandomize=True, deadline=None, database=None,
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    run_state_machine_as_test(Machine, settings=quick)
