"""A match that is not over waits for somebody, or is stopped: after whatever anybody did, in whatever order."""

from __future__ import annotations

import random
from collections import Counter
from contextlib import suppress

import pytest

from fireteam.core.errors import BadNotation, DieNeeded, FireteamError
from fireteam.core.game import Setting
from fireteam.core.protocol.choices import Verb, decode, new_choices, notation, numbers_of
from fireteam.core.slot_choices import menu_choices
from fireteam.match.decisions import Decisions
from fireteam.match.dice import secret_of_seed
from fireteam.match.file.journal import PlannedLines, SealedLine, SideFile
from fireteam.match.match import Match
from fireteam.match.record import CHOICE, FREE, Seat
from fireteam.match.timeline import Timeline
from fireteam.registry import find_game, games
from tests.games import bidding
from tests.heavy.settings import many
from tests.match.consenting import answer_last

AT_ONCE = 4  # matches in one test: by plain rules one takes some seconds
REFEREE = "the referee"
WITH_REFEREE = {"tps": {"sv_admin": "1"}, "fs3": {"desk": "storyteller"}}
GAMES = (*games(), "bidding")
STEPS = 40
MENU = 400  # choices of a menu that are drawn from
NUMBERS = (0, 0, 0, 1, 1, 2, 3, 4, 5, 8, 20)
TRIED = 8  # free acts that are drawn until one is lawful


class RandomMatch:
    """A match in which people, bots and the referee do at random what they may, and often what they may not."""

    def __init__(self, game: str, seed: int) -> None:
        self.random = random.Random(f"{game} {seed}")
        self.setting = setting = self._setting(game)
        players = [slot for slot in range(len(setting.slots)) if slot != setting.referee]
        seats, rest = [], players
        while rest:
            count = self.random.randint(1, 3)
            held, rest = rest[:count], rest[count:]
            controller = self.random.choice(("person", "person", "greedy"))
            seats.append(Seat(setting.slots[held[0]], sum(1 << slot for slot in held), controller))
        referee = Seat(REFEREE, 1 << setting.referee if setting.referee >= 0 else 0, referee=True)
        self.match = Match(setting, (*seats, referee), secret_of_seed(seed))
        self.match.is_paced = self.random.random() < 0.3
        self.free = [number for number, verb in enumerate(setting.game.verbs, 1) if verb.free]
        self.done: Counter[str] = Counter()

    def _setting(self, game: str) -> Setting:
        found = bidding.GAME if game == "bidding" else find_game(game)
        options = WITH_REFEREE.get(game, {}) if self.random.random() < 0.8 else {}
        return found.make_setting(self.random.choice(list(found.scenarios(()))), options, ())

    def play(self, steps: int) -> None:
        """Do so many things, and look after each who is waited for."""
        self.carry_on()
        self.must_wait_for_somebody("the opening")
        for _ in range(steps):
            if self.match.is_over:
                break
            act = self.random.choices(list(ACTS), ACTS.values())[0]
            with suppress(FireteamError):
                act(self)
                self.done[act.__name__] += 1
            self.carry_on()
            self.must_wait_for_somebody(act.__name__)

    def carry_on(self) -> None:
        """Whoever sets the pace shows what was planned."""
        while self.match.is_paced and self.match.carry_on():
            continue

    def must_wait_for_somebody(self, after: str) -> None:
        match = self.match
        assert match.is_over or match.pause_record or match.slots_to_act(), f"nobody is waited for after {after}"
        assert not match.is_due

    # What is done

    def awaited(self) -> int:
        return self.random.choice(self.match.slots_to_act() or [0])

    def from_menu(self, slot: int) -> Verb:
        choices, size = menu_choices(self.setting, self.match.state, slot, MENU)
        names = self.setting.game.names(self.setting, self.match.state)
        numbers = numbers_of(choices)[self.random.randrange(min(size, MENU))]
        return decode(numbers, self.setting.game.verbs, names)

    def name_at(self, slot: int) -> str:
        seat = self.match.seat_of(slot)
        return seat.name if seat else REFEREE

    def choose(self) -> None:
        for _ in range(self.random.randint(1, 12)):
            if self.match.slots_to_act():
                slot = self.awaited()
                self.match.act(self.name_at(slot), self.from_menu(slot), slot)
                self.carry_on()

    def leave_one(self) -> None:
        """Everybody but one has chosen, when others have their say."""
        last = self.awaited()
        for slot in self.match.slots_to_act():
            if slot != last and len(self.match.slots_to_act()) > 1:
                self.match.act(self.name_at(slot), self.from_menu(slot), slot)
        for _ in range(self.random.randint(1, 4)):
            self.act_freely()

    def act_freely(self) -> None:
        """A free act of some slot, mostly the referee's; one that ends the match is mostly gone back from."""
        names = self.setting.game.names(self.setting, self.match.state)
        for _ in range(TRIED if self.free else 0):
            choice = new_choices(1)
            one = choice[0]
            one.verb = self.random.choice(self.free)
            verb = self.setting.game.verbs[int(one.verb) - 1]
            one.unit, one.target = (self.random.randrange(len(self.setting.slots)) for _ in "ut")
            if self.random.random() < 0.7:  # mostly somebody who is waited for
                one.unit = self.awaited()
            one.x, one.y, one.n = (self.random.choice(NUMBERS) for _ in "xyn")
            rules = self.setting.referee >= 0 and (verb.refereed or verb.reasoned)
            slot = self.setting.referee if rules else self.random.randrange(len(self.setting.slots))
            with suppress(FireteamError, BadNotation, IndexError):
                value = decode(numbers_of(choice)[0], self.setting.game.verbs, names)
                self.match.act(self.name_at(slot), value, slot, reason="so it is" if verb.reasoned else "")
                self.done[notation(value).split()[0]] += 1
                if self.match.is_over and self.random.random() < 0.95:
                    self.match.rewind(REFEREE, self.match.moments[-2].record.number, "not yet")
                return

    def withdraw(self) -> None:
        slot = self.random.choice([*self.match.mailbox.all(), self.awaited()])
        self.match.withdraw(self.name_at(slot), slot)

    def plan(self) -> None:
        if self.match.slots_to_act():
            slot = self.awaited()
            first, later = self.from_menu(slot), self.from_menu(self.awaited())
            self.match.plan(self.name_at(slot), [first, later, first][: self.random.randint(0, 3)], slot)

    def undo(self) -> None:
        self.match.undo(self.name_at(self.random.randrange(len(self.setting.slots))))
        while self.match.consent.open:
            asked = self.match.consent.waiting(self.match.consent.open[-1])
            answer_last(self.match, min(asked), self.random.random() < 0.7)

    def redo(self) -> None:
        self.match.redo(self.match.redo_seat)

    def pause(self) -> None:
        self.match.pause(REFEREE, "the door bell")
        for _ in range(self.random.randrange(3)):
            self.act_freely()

    def unpause(self) -> None:
        self.match.unpause(REFEREE)

    def rewind(self) -> None:
        last = self.match.moments[-12:]
        self.match.rewind(REFEREE, self.random.choice(last).record.number, "a die lay askew")

    def stand_in(self) -> None:
        self.match.stand_in(REFEREE, self.random.choice((None, self.awaited())))

    def time_out(self) -> None:
        self.match.time_out([slot for slot in self.match.slots_to_act() if self.random.random() < 0.5])

    def resume(self) -> None:
        """The match is left, and found again as it was written down."""
        was, timeline = self.match, Timeline(self.setting, self.match.start)
        for record in was.records:
            timeline.rerun(record)
        lines = {slot: SealedLine(was.next_number, notation(value)) for slot, value in was.mailbox.all().items()}
        plans = {
            slot: PlannedLines(was.next_number, slot in lines, tuple(map(notation, values)))
            for slot, values in was.ledger.plans.all().items()
        }
        beside = SideFile(was.secret_to_store, (), lines, plans)
        self.match = Match.resume(timeline, was.seats.values(), was.secret_to_store, beside)
        self.match.is_paced = was.is_paced
        self.match.carry_on()


ACTS = {
    RandomMatch.choose: 30,
    RandomMatch.leave_one: 20,
    RandomMatch.act_freely: 10,
    RandomMatch.withdraw: 3,
    RandomMatch.plan: 6,
    RandomMatch.undo: 4,
    RandomMatch.redo: 3,
    RandomMatch.pause: 4,
    RandomMatch.unpause: 8,
    RandomMatch.rewind: 2,
    RandomMatch.stand_in: 4,
    RandomMatch.time_out: 3,
    RandomMatch.resume: 1,
}


@pytest.mark.parametrize("first", range(0, many(AT_ONCE, 3 * AT_ONCE), AT_ONCE))
@pytest.mark.parametrize("game", GAMES)
def test_a_match_that_is_not_over_waits_for_somebody_or_is_stopped(game, first):
    """Random choices, free acts, withdrawals, plans, ways back, stops and restarts, in any order."""
    done: Counter[str] = Counter()
    for seed in range(first, first + AT_ONCE):
        match = RandomMatch(game, seed)
        match.play(STEPS)
        done += match.done
    assert {"choose", "leave_one"} <= set(done), "all of it was tried"


# Each of the ways there


def shooters(*, paced: bool = False) -> Match:
    """One against one with an Admin; U1 has bought and called, and U2 alone is awaited."""
    setting = find_game("tps").make_setting("de_depot", {"teams": "1v1", "sv_admin": "1"})
    seats = [Seat("U1", 1), Seat("U2", 2), Seat("admin", 1 << setting.referee, referee=True)]
    match = Match(setting, seats, secret_of_seed(1))
    match.is_paced = paced
    match.act("U1", "buy -")
    match.act("admin", "warn U2", reason="shouts")
    match.act("U2", "buy -")
    match.act("U1", "call sidearm")
    assert match.slots_to_act() == [1] and match.mailbox.slots == 1
    return match


def raiders() -> Match:
    """Everybody has ordered and the desk would go on; Ben alone is awaited."""
    setting = find_game("fs3").make_setting("depot_raid", {"desk": "storyteller"})
    players = [Seat(name, 1 << slot) for slot, name in enumerate(setting.slots) if slot != setting.referee]
    match = Match(setting, [*players, Seat("desk", 1 << setting.referee, referee=True)], secret_of_seed(1))
    match.act("desk", "begin_fight")
    for slot in match.slots_to_act():
        name = setting.slots[slot]
        if name != "ben":
            match.act("desk" if slot == setting.referee else name, "next_turn" if slot == setting.referee else "pass")
    assert [setting.slots[slot] for slot in match.slots_to_act()] == ["ben"]
    return match


@pytest.mark.clause("TPS-24.3")
@pytest.mark.parametrize("paced", [False, True])
def test_who_is_kicked_is_waited_for_no_more(paced):
    match = shooters(paced=paced)
    kick = match.act("admin", "kick U2", reason="shouts again")
    assert kick is not None and match.records[-1].choices == ((0, "call sidearm"),)
    assert match.is_over or match.slots_to_act()


@pytest.mark.clause("FS3-22.2", "FS3-6.18")
@pytest.mark.parametrize("act", ["leave ben", "set_role ben observer"])
def test_a_turn_goes_on_without_who_has_left_it(act):
    match = raiders()
    match.act("desk", act)
    assert match.records[-1].kind == CHOICE and match.slots_to_act() and match.mailbox.is_empty
    assert "ben" not in [match.setting.slots[slot] for slot in match.slots_to_act()]


def test_while_the_table_is_stopped_nothing_happens_and_once_it_goes_on_it_does():
    match = shooters()
    match.pause("admin", "a word with U2")
    match.act("admin", "kick U2", reason="shouts again")
    assert match.records[-1].kind == FREE and match.mailbox.slots == 1 and match.slots_to_act() == []
    match.unpause("admin")
    assert match.records[-1].kind == CHOICE and (match.is_over or match.slots_to_act())


def test_where_people_throw_the_dice_the_last_to_choose_is_asked_for_them():
    """What is sealed is chosen still: it waits for its die as what was planned does."""
    match = raiders()
    match.has_typed_dice = True
    match.act("desk", "leave ben", faces=[])
    (slot,) = match.slots_to_act()
    assert match.records[-1].kind == FREE and match.plan_of("desk", slot)[0].__class__.__name__ == "NextTurn"
    with pytest.raises(DieNeeded):
        match.act("desk", "next_turn", slot, faces=[])


def test_a_match_that_is_found_with_all_choices_in_goes_on(monkeypatch):
    """As an earlier version left it."""
    match = shooters()
    with monkeypatch.context() as earlier:
        earlier.setattr(Decisions, "settle", lambda self: [])
        match.act("admin", "kick U2", reason="shouts again")
    timeline = Timeline(match.setting, match.start)
    for record in match.records:
        timeline.rerun(record)
    beside = SideFile(match.secret_to_store, (), {0: SealedLine(3, "call sidearm")}, {})
    found = Match.resume(timeline, match.seats.values(), match.secret_to_store, beside)
    assert found.is_due and found.slots_to_act() == []
    assert [record.kind for record in found.carry_on()] == [CHOICE] and not found.is_due


# What becomes of a sealed choice


def lapse(match: Match, name: str) -> str:
    return match.lapse_of(match.setting.slots.index(name))


def test_whose_sealed_choice_falls_away_is_told_why_until_they_choose_again():
    match = raiders()
    match.withdraw("anna")
    match.act("anna", "attack guard1")
    match.act("desk", "leave guard1")
    assert lapse(match, "anna") == (
        "The sealed choice of anna is void (attack guard1): anna names a target that is not in this fight."
    )
    assert lapse(match, "ben") == lapse(match, "cara") == ""
    snapshot = match.snapshot()
    match.act("anna", "pass")
    assert lapse(match, "anna") == ""
    match.restore(snapshot)
    assert "is void" in lapse(match, "anna")


def test_who_had_chosen_is_told_when_somebody_goes_back():
    match = raiders()
    match.rewind("desk", 0, "the wrong fight")
    assert lapse(match, "anna") == "The sealed choice of anna is void (pass): desk went back to event 0."
    match.act("desk", "begin_fight")
    match.act("anna", "pass")
    match.undo("desk")
    while match.consent.open:
        answer_last(match, min(match.consent.waiting(match.consent.open[-1])), True)
    assert lapse(match, "anna") == "The sealed choice of anna is void (pass): desk took a choice back."
