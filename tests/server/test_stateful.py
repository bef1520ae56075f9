"""A table beside a model of it so small that it is plainly right, through everything that two people and a host do."""

from __future__ import annotations

from contextlib import ExitStack
from typing import Any

from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from hypothesis.strategies import integers, sampled_from

from tests.heavy.settings import factor, many
from tests.server.databases import ON_BOTH
from tests.server.service import Guest, served

PEOPLE = sampled_from(["anna", "ben"])
OTHER = {"anna": "ben", "ben": "anna"}


class Table(RuleBasedStateMachine):
    """What has happened here: how many items and events, who sits, what is proposed, what each key was answered."""

    def __init__(self, database: str) -> None:
        super().__init__()
        self.database = database
        self.seq = self.events = 1
        self.sits = {"anna": "person", "ben": "person"}
        self.draw, self.proposed = "", 0
        self.over = False
        self.answers: dict[tuple[str, str], tuple[dict[str, Any], Any]] = {}
        self.guests: dict[str, Guest] = {}
        self.server = ExitStack()

    @initialize()
    def sit_down(self) -> None:
        self.visit = self.server.enter_context(served(self.database))
        self.guests = self.visit.guests(self.visit.make())

    def teardown(self) -> None:
        self.server.close()

    def does(self, name: str, items: int = 1, events: int = 0, **act: Any) -> None:
        """Something that must be allowed; so many items and events come of it."""
        if self.sits.get(name) == "open" and act["do"] in ("choose", "undo"):
            items, self.sits[name] = items + 1, "person"  # who acts on an open seat sits on it from then on
        key = f"key-{len(self.answers):06}"
        act = self.guests[name].for_now(**act)
        answer = self.guests[name].act(key, **act)
        assert answer.status_code == 200, answer.text
        self.seq, self.events = self.seq + items, self.events + events
        assert answer.json() == {"frame": "done", "key": key, "seq": self.seq}
        self.answers[name, key] = act, answer.json()

    def refused(self, name: str, **act: Any) -> None:
        answer = self.guests[name].act(**act)
        assert 400 <= answer.status_code < 500 and answer.json()["sentence"], answer.text

    # What people do

    @precondition(lambda self: not self.over)
    @rule(which=integers(0, 50))
    def whose_turn_it_is_chooses(self, which: int) -> None:
        name = next(name for name in PEOPLE_NAMES if self.guests[name].now["decisions"])
        option = self.guests[name].now["decisions"][0]["options"]
        act = {"do": "choose", "line": option[which % len(option)]["notation"]}
        self.does(name, events=1, **act)
        self.draw = ""  # an offer lapses with it
        self.see_the_end()

    def see_the_end(self) -> None:
        """The rules may have ended the match."""
        if self.guests["anna"].now["over"]:
            self.over, self.seq, self.draw = True, self.seq + 1, ""

    @precondition(lambda self: not self.over)
    @rule()
    def whose_turn_it_is_not_cannot_choose(self) -> None:
        name = next(name for name in PEOPLE_NAMES if not self.guests[name].now["decisions"])
        self.refused(name, do="choose", line="end_turn")

    @rule(name=sampled_from(["anna", "ben", "host"]))
    def somebody_speaks(self, name: str) -> None:
        self.does(name, do="say", text="hello")

    @rule()
    def who_looks_on_changes_nothing(self) -> None:
        self.refused("", do="say", text="hello")
        self.refused("host", do="undo")

    @precondition(lambda self: self.answers)
    @rule(which=integers(0, 1000))
    def something_is_sent_once_more(self, which: int) -> None:
        (name, key), (act, answer) = list(self.answers.items())[which % len(self.answers)]
        assert self.guests[name].act(key, **act).json() == answer
        assert self.guests[name].act(key, do="say", text="something else").json()["code"] == "E_KEY"

    @precondition(lambda self: not self.over and not self.draw and set(self.sits.values()) == {"person"})
    @rule(name=PEOPLE)
    def somebody_offers_a_draw(self, name: str) -> None:
        self.proposed += 1
        self.does(name, do="offer_draw")
        self.draw = name

    @precondition(lambda self: self.draw)
    @rule(agrees=sampled_from([False, False, True]))
    def the_other_answers(self, agrees: bool) -> None:
        self.does(OTHER[self.draw], items=1 + agrees, do="answer", proposal=self.proposed, agrees=agrees)
        self.draw, self.over = "", agrees

    @precondition(lambda self: not self.over and not self.draw and self.sits == {"anna": "person", "ben": "person"})
    @rule(name=PEOPLE, agrees=sampled_from([True, False]))
    def somebody_takes_back(self, name: str, agrees: bool) -> None:
        now = self.guests[name].now
        if now["may_undo"]:
            self.does(name, events=1, do="undo")
        elif now["must_ask_to_undo"]:
            self.proposed += 1
            self.does(name, do="undo")
            self.refused(name, do="answer", proposal=self.proposed, agrees=True)
            self.does(
                OTHER[name], items=1 + agrees, events=int(agrees), do="answer", proposal=self.proposed, agrees=agrees
            )
        else:
            self.refused(name, do="undo")

    @precondition(lambda self: not self.over and not self.draw)
    @rule(name=PEOPLE, to=sampled_from(["person", "open"]), by=sampled_from(["own", "host", "other"]))
    def a_seat_is_handed_on(self, name: str, to: str, by: str) -> None:
        who = {"own": name, "host": "host", "other": OTHER[name]}[by]
        if by == "other" or self.sits[name] == to:
            self.refused(who, do="hand", to=to, seat=name)
            return
        self.does(who, do="hand", to=to, seat=name)
        self.sits[name] = to

    @rule()
    def the_server_is_started_again(self) -> None:
        self.server.close()
        self.server = ExitStack()
        visit = self.server.enter_context(served(self.database))
        self.guests = {name: Guest(visit, guest.table, guest.token) for name, guest in self.guests.items()}

    # What always holds

    @invariant()
    def everybody_reads_the_same_and_all_of_it(self) -> None:
        if not self.guests:
            return
        now = {name: guest.now for name, guest in self.guests.items()}
        assert {one["seq"] for one in now.values()} == {self.seq}
        assert {one["event"] for one in now.values()} == {self.events}
        assert {one["over"] for one in now.values()} == {self.over}
        assert not now[""]["decisions"] and not now["host"]["decisions"]
        items = self.guests[""].get("/items")
        assert [item["seq"] for item in items] == list(range(1, self.seq + 1))
        happened = [item["what"]["event"] for item in items if item["what"]["item"] == "happened"]
        assert happened == list(range(self.events))


PEOPLE_NAMES = ("anna", "ben")
AS_LONG = settings(
    max_examples=many(3, 12),
    stateful_step_count=25,
    deadline=None,
    database=None,
    derandomize=factor() <= 1,
    suppress_health_check=list(HealthCheck),
    phases=[Phase.generate],
)


@ON_BOTH
def test_a_table_is_what_its_model_says(databases):
    run_state_machine_as_test(lambda: Table(databases()), settings=AS_LONG)
