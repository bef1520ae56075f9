"""What seats find together of a State is what each would find alone of the State as it may know it."""

from __future__ import annotations

from collections.abc import Hashable
from functools import partial
from random import Random
from typing import Any

import pytest

from fireteam.core import decision as decisions
from fireteam.core.briefing import role_for
from fireteam.core.decision import Moment
from fireteam.core.engine.record import Array, copy_of
from fireteam.core.game import Setting
from fireteam.core.identity_cache import LastingFacts, SharedValues
from fireteam.match.decision import decision_of
from fireteam.server.tables.acts import do
from fireteam.server.tables.seats import Caller
from fireteam.server.tables.table import Table
from fireteam.server.tables.view import SeatViews
from fireteam.server.wire.messages import Choose
from tests.games import bidding, stones
from tests.heavy.settings import many
from tests.server.played_tables import Everybody, changes, table_at, table_of

MATCHES = {
    "fs3 with a storyteller": ("fs3", "sparring", {"desk": "storyteller"}),
    "fs3 with what others do not see": ("fs3", "shuttle_run", {"desk": "storyteller"}),
    "tps": ("tps", "de_depot", {"teams": "2v2"}),
}


class SharedByAll(LastingFacts):
    """Facts of one object are taken for those of every other."""

    def __init__(self) -> None:
        super().__init__()
        self.facts: dict[Hashable, Any] = {}

    def of(self, one: object) -> dict[Hashable, Any]:
        return self.facts


def alone(setting: Setting, view: Array, slots: int, owed: tuple[int, ...]) -> tuple[object, ...]:
    """What one seat is shown if nothing was ever found before, of a State that nobody else has."""
    view, known = copy_of(view), (decisions.WORDS, decisions.SEEN)
    decisions.WORDS, decisions.SEEN = SharedValues(10_000), LastingFacts()
    try:
        menus = [decision_of(setting, view, slot) for slot in owed]
        return setting.game.scene(setting, view), role_for(setting, view, slots) if slots else None, menus
    finally:
        decisions.WORDS, decisions.SEEN = known


def wrong_views(table: Table, views: SeatViews) -> list[str]:
    """The seats that are shown anything else than what follows from the State as they may know it."""
    match, setting, wrong = table.match, table.setting, []
    for name in ("", *table.seat_states):
        seen, slots = views.for_seat(name), match.seat(name).slots if name else 0
        view = match.view(name) if name else match.redact(match.state, 0)
        shown = seen.scene, seen.role, [decision_of(setting, seen.state, slot) for slot in seen.owed]
        if shown != alone(setting, view, slots, seen.owed):
            wrong.append(name or "an onlooker")
    return wrong


def played(match: tuple[str, str, dict[str, str]], most: int) -> list[str]:
    """Play by lot, with secrets at the desk where there is one; the seats that are ever shown what is not so."""
    table = table_at(*match, 5)
    views, luck, wrong = SeatViews(table), Random(5), list[str]()

    def act(name: str, line: str, slot: str) -> None:
        table.change(partial(do, table, Caller(name), Choose(line, table.match.question, slot))).settle()
        wrong.extend(wrong_views(table, views))

    for _ in range(most):
        owing = table.match.slots_to_act()
        if table.over or not owing:
            break
        for slot in owing:
            name = table.setting.slots[slot]
            if slot in table.match.slots_to_act() and not table.over:
                (menu,) = [one for one in views.for_seat(name).decisions if one.slot == slot]
                act(name, luck.choice(menu.options).notation, name)
        if table.setting.referee >= 0 and not table.over:
            act("storyteller", f"set_modifier {table.setting.slots[0]} {luck.randint(-90, 90)}", "storyteller")
    return wrong


@pytest.mark.parametrize("match", MATCHES.values(), ids=list(MATCHES))
def test_each_seat_is_shown_what_follows_from_what_it_may_know(match):
    assert not played(match, many(1, 40))


@pytest.mark.parametrize("game", [bidding.GAME, stones.GAME], ids=lambda game: game.id)
def test_no_seat_is_handed_what_another_may_know(game):
    """In these games every seat has secrets of its own."""
    table, own = table_of(game, next(iter(game.scenarios(())))), 0
    match = table.match
    for _ in changes(Everybody(table), Random(5), many(8, 80)):
        for_all = match.redact(match.state, 0).tobytes()
        views = {name: match.view(name).tobytes() for name in table.seat_states} | {"": for_all}
        assert {name: table.seen.for_seat(name).tobytes() for name in views} == views
        own += sum(view != for_all for view in views.values())
    assert own > 5


def test_what_is_shared_where_it_may_not_be_is_noticed(monkeypatch):
    """What was found of one seat's State is handed to all who ask: the test above would fail."""
    monkeypatch.setattr(decisions, "SEEN", SharedByAll())
    assert played(MATCHES["fs3 with a storyteller"], 2)


def test_of_a_state_that_may_still_be_altered_nothing_is_shared():
    table = table_at(*MATCHES["fs3 with a storyteller"], 5)
    view = copy_of(table.match.state)
    assert Moment(table.setting, view).entry("combatants", 0).status == 1
    view["combatants"]["status"][0, 0] = 2
    assert Moment(table.setting, view).entry("combatants", 0).status == 2
    seen = table.seen.for_seat("")
    first = Moment(table.setting, seen).entry("combatants", 0)
    assert Moment(table.setting, seen).entry("combatants", 0) is first, "of what stays as it is all is"
