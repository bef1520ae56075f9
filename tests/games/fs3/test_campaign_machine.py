"""Days, wounds, care, awards, raises and undoing in any order: what must always hold of a campaign of FS3."""

from __future__ import annotations

import contextlib
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

from fireteam.campaign.campaign import Campaign, begin
from fireteam.campaign.entry import undone
from fireteam.campaign.exchange import read_files, write_files
from fireteam.campaign.journal import Journal
from fireteam.core.errors import BadNotation, IllegalChoice
from fireteam.core.protocol.campaign import Command
from fireteam.games.fs3.campaign import commands as c
from fireteam.games.fs3.campaign.calendar import HOUR, AdvanceCalendar
from fireteam.games.fs3.campaign.healing import (
    AssignCare,
    EndCare,
    EnterHospital,
    InflictWound,
    LeaveHospital,
    open_wound,
)
from fireteam.games.fs3.campaign.homecoming import Aftermath, Ammunition, RecordFight, WoundChange
from fireteam.games.fs3.campaign.state import DAY, WEEK, WoundRecord, is_open
from fireteam.games.fs3.rules.care import level_tenths

from .campaign_desk import SAM, SOUND

PEOPLE = st.sampled_from(["jo", "kim"])
SEVERITY = st.sampled_from(["Light", "Moderate", "Serious", "Critical"])
TEXT = st.sampled_from(["", "rifle", "a bridge", "\x1b[2J", "x" * 5000])
WOUND = st.builds(
    lambda at, location, level, weapon: WoundRecord(
        number=1, location=location, initial=level, severity=level, at=at, weapon=weapon
    ),
    st.integers(0, 2_000_000),
    st.sampled_from(["CH", "LA", "XX"]),
    SEVERITY,
    TEXT,
)
BY = st.integers(-300, 300)
AFTERMATH = st.builds(
    lambda changes, new, gone, luck, weapon, rounds, clips: Aftermath(
        changed=tuple(WoundChange(number=number, tenths=by) for number, by in changes.items()),
        new=tuple(new),
        gone=tuple(gone),
        luck=luck,
        ammunition={weapon: Ammunition(rounds=rounds, clips=clips)} if weapon else {},
    ),
    st.dictionaries(st.integers(1, 3), BY, max_size=2),
    st.lists(WOUND, max_size=2),
    st.sets(st.integers(1, 3), max_size=2),
    st.integers(-9999, 9999),
    st.sampled_from(["", "rifle", "pistol", "nonesuch"]),
    BY,
    BY,
)
OPENING: tuple[Command, ...] = (
    *(
        command
        for id in ("jo", "kim")
        for command in (c.AddPerson(id, id.title()), c.EditSheet(id, **SOUND), c.ApproveSheet(id))
    ),
    c.AddPerson("doc", "Doc", "npc", 1),
)


class Machine(RuleBasedStateMachine):
    """A campaign with two PCs, and a doctor who may have one patient."""

    def __init__(self) -> None:
        super().__init__()
        self.campaign = Campaign(Journal(begin("fs3", "War", SAM)))
        for command in OPENING:
            self.campaign.do(command, SAM, seed=1)

    def give(self, command: Command) -> None:
        """Give a command; refused, it changes nothing."""
        before = self.campaign.state
        try:
            self.campaign.do(command, SAM, seed=self.campaign.number)
        except IllegalChoice as refused:
            assert refused.code
            assert refused.clause.startswith("FS3-")
            assert self.campaign.state == before

    @rule(hours=st.integers(-5, 300))
    def advance(self, hours: int) -> None:
        """Time passes."""
        self.give(AdvanceCalendar(hours=hours))

    @rule(who=PEOPLE, severity=SEVERITY, stun=st.booleans())
    def hurt(self, who: str, severity: Any, stun: bool) -> None:
        """Somebody is hurt."""
        self.give(InflictWound(who, "CH", severity, "stun" if stun else "physical"))

    @rule(who=PEOPLE, kind=st.sampled_from([AssignCare, EndCare]))
    def care(self, who: str, kind: Any) -> None:
        """Care begins or ends."""
        self.give(kind("doc", who))

    @rule(who=PEOPLE, kind=st.sampled_from([EnterHospital, LeaveHospital]))
    def hospital(self, who: str, kind: Any) -> None:
        """Into the hospital, and out."""
        self.give(kind(who))

    @rule(healing=st.sampled_from(["simple", "advanced"]))
    def system(self, healing: Any) -> None:
        """The other system of healing."""
        self.give(c.SetOptions(healing=healing))

    @rule(who=PEOPLE, xp=st.integers(0, 20))
    def award(self, who: str, xp: int) -> None:
        """Experience."""
        self.give(c.AwardXp(xp, "a siege", (who,)))

    @rule(who=PEOPLE, skill=st.sampled_from(["Firearms", "Melee", "Reactive"]))
    def rise(self, who: str, skill: str) -> None:
        """A skill rises."""
        self.give(c.RaiseSkill(who, skill))

    @rule(who=PEOPLE, late=st.integers(0, 40), found=AFTERMATH, seconds=st.integers(-1, 200_000))
    def fight(self, who: str, late: int, found: Any, seconds: int) -> None:
        """A fight comes home, be it nonsense, perhaps after days."""
        start = self.campaign.state.clock - late * HOUR
        with contextlib.suppress(BadNotation):  # a number that no command may have
            self.give(RecordFight("The yard", start, seconds, {who: found}, outcome="won"))

    @rule(back=st.integers(0, 4))
    def undo(self, back: int) -> None:
        """One of the last entries never was."""
        number = self.campaign.number - back
        if number <= len(OPENING):
            return
        with contextlib.suppress(IllegalChoice, BadNotation):
            self.campaign.undo(number, SAM)

    @invariant()
    def time_is_what_passed(self) -> None:
        """The clock goes on by the hours that stand, and to the end of each fight (FS3-1.10)."""
        entries, clock = self.campaign.timeline.entries, 0
        gone = undone(entries)
        for each in (each.command or {} for each in entries if each.number not in gone):
            clock += each.get("hours", 0) * HOUR
            clock = max(clock, each.get("start", 0) + each.get("seconds", 0))
        assert self.campaign.state.clock == clock

    @invariant()
    def nobody_is_in_two_fights(self) -> None:
        """Of two fights of somebody one is over when the other begins (FS3-6.2)."""
        for n, one in enumerate(self.campaign.state.fights):
            for other in self.campaign.state.fights[:n]:
                at_once = one.at < other.until and other.at < one.until
                assert not (at_once and {*one.people} & {*other.people})

    @invariant()
    def its_files_are_the_campaign(self) -> None:
        """Whatever a campaign has come to, what its files say can be read, and is that."""
        rules, state = self.campaign.rules, self.campaign.state
        assert rules.read(rules.files(state)) == state

    @invariant()
    def wounds_are_in_order(self) -> None:
        """Never below 0, never enough for another level; a healed wound keeps nothing (FS3-18.2, FS3-18.14)."""
        for person in self.campaign.state.people.values():
            for wound in person.wounds:
                found = open_wound(wound, False)
                need = level_tenths(found.severity, int(found.is_fifth)) if found.severity else 1
                assert 0 <= wound.tenths < need
                assert wound.at <= self.campaign.state.clock

    @invariant()
    def care_is_for_the_hurt(self) -> None:
        """One patient for a rating of 1, who has a wound (FS3-18.11, FS3-18.13)."""
        state = self.campaign.state
        assert len(state.care) <= 1
        assert all(any(map(is_open, state.people[id].wounds)) for id in state.care)

    @invariant()
    def experience_adds_up(self) -> None:
        """The balance is the log's, within the cap, with a week's award for every week (FS3-5.1, FS3-5.9)."""
        state = self.campaign.state
        for person in state.people.values():
            assert person.xp == sum(entry.xp for entry in person.xp_log)
            assert 0 <= person.xp <= 16
            weeks = [entry.at for entry in person.xp_log if entry.reason == "a week has passed"]
            if person.kind == "pc":
                assert weeks == [week * WEEK for week in range(1, state.clock // DAY // 7 + 1)]

    def teardown(self) -> None:
        """Carried elsewhere it is the same."""
        arrived = read_files(write_files(self.campaign), SAM)
        assert arrived.edit is None
        assert arrived.campaign.state == self.campaign.state


@pytest.mark.clause("FS3-6.2", "FS3-21.6a", "FS3-21.8", "FS3-18.13", "FS3-18.14", "FS3-5.9", "FS3-1.9")
def test_whatever_is_done_the_campaign_holds_together() -> None:
    checks = [HealthCheck.too_slow, HealthCheck.data_too_large]
    run_state_machine_as_test(
        Machine, settings=settings(max_examples=12, stateful_step_count=20, deadline=None, suppress_health_check=checks)
    )
