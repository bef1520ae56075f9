"""Time at the tables of a server, in a simulated world: it runs out, is kept, and goes on where it was."""

from __future__ import annotations

import asyncio
from functools import partial

import pytest
from sqlalchemy.exc import TimeoutError as PoolTimeout

from fireteam.core.errors import StoreUnavailable
from fireteam.registry import find_game
from fireteam.server.app import LOOK, ROUND, begin_maintenance
from fireteam.server.background import Background
from fireteam.server.store.receipt import Receipt
from fireteam.server.store.rows import Change, ClockRow
from fireteam.server.store.store import Store
from fireteam.server.tables.acts import do
from fireteam.server.tables.registry import TableRegistry
from fireteam.server.tables.seats import Caller
from fireteam.server.tables.session import Session
from fireteam.server.tables.table import Table
from fireteam.server.wire.messages import (
    Answer,
    Choose,
    Clock,
    EventItem,
    Hand,
    Join,
    NewSeat,
    NewTable,
    OfferDraw,
    ResultItem,
    TimeoutItem,
)
from tests.server.databases import ON_BOTH
from tests.server.simulation import BLUE, RED, World, happened, items, next_choice, table_of, with_server
from tests.server.test_rollback import table_of as table_on_no_disk

pytestmark = ON_BOTH


async def timed(registry: TableRegistry, seconds: int = 60) -> Session:
    """A table at which time runs: somebody has made the first choice."""
    session = await table_of(registry, seconds=seconds)
    who, line = await next_choice(session)
    await session.act(who, "the-first-choice", Choose(line, session.table.match.question))
    return session


def test_whoever_does_not_answer_in_time_does_what_the_game_states_and_everybody_hears_it(database):
    async def play(registry: TableRegistry, world: World) -> None:
        session = await timed(registry)
        await world.passes(58)
        assert (await session.now(RED)).deadline == 1_000_060.0 and len(items(session)) == 2
        await world.passes(4)
        late, made = items(session)[2:4]
        assert isinstance(late, TimeoutItem) and isinstance(made, EventItem) and late.slots == made.slots

    with_server(database, play)


def test_at_a_new_table_the_first_decision_has_its_time_as_well(database):
    async def play(registry: TableRegistry, world: World) -> None:
        session = await table_of(registry, seconds=60)
        assert (await session.now(RED)).deadline == 1_000_060.0
        await world.passes(58)
        assert len(items(session)) == 1
        await world.passes(4)
        assert isinstance(items(session)[1], TimeoutItem)

    with_server(database, play)


@pytest.mark.parametrize(("bot", "awaited"), [("U1", (1,)), ("U2", (0,))])
def test_time_runs_for_people_alone_whichever_seat_a_bot_has(bot, awaited):
    table = table_on_no_disk("tps", "de_depot", {"teams": "1v1"}, "U1", "U2")
    assert table.timer.awaited == (0, 1)
    table.change(lambda: do(table, Caller(bot), Hand("greedy"))).settle()
    assert table.timer.awaited == awaited


def test_no_time_waits_for_a_referee_and_where_people_only_referee_bots_play_alone():
    table = table_on_no_disk("tps", "de_depot", {"teams": "1v1", "sv_admin": "1"}, "U1", "U2")
    assert table.seat_states["admin"].by == "open" and table.timer.awaited == (0, 1)
    table.change(lambda: do(table, Caller("U1"), Hand("greedy"))).settle()
    assert not table.only_bots
    table.change(lambda: do(table, Caller("U2"), Hand("greedy"))).settle()
    assert table.only_bots and table.timer.awaited == ()


def test_the_first_decisions_time_begins_once_no_seat_is_open_and_downtime_moves_it(database):
    ids: list[str] = []

    async def gather(registry: TableRegistry, world: World) -> None:
        session = await table_of(registry, blue="open", seconds=60)
        ids.append(session.table.id)
        await world.passes(70)
        assert (await session.now(RED)).deadline is None and len(items(session)) == 1

    async def be_whole(registry: TableRegistry, world: World) -> None:
        session = await registry.session(ids[0])
        await world.passes(10)
        assert (await session.now(RED)).deadline is None
        await registry.join(ids[0], Join("blue", "Ben"), Caller())
        assert (await session.now(RED)).deadline == world.now + 60
        await world.passes(30)

    async def go_on(registry: TableRegistry, world: World) -> None:
        session = await registry.session(ids[0])
        assert session.table.timer.deadline == pytest.approx(world.now + 30, abs=1.5)
        await world.passes(33)
        assert [type(one) for one in items(session)[-2:]] == [TimeoutItem, EventItem]

    world = with_server(database, gather)
    with_server(database, be_whole, world=world)
    world.now += 90_000
    with_server(database, go_on, world=world)


@pytest.mark.parametrize("of_game", [True, False])
def test_after_a_restart_a_table_with_time_goes_on_by_itself_whether_the_host_or_the_game_gives_it(database, of_game):
    """A minute for each turn of FS3: thirty seconds run, the server restarts, nobody comes, and the default is made."""
    ids: list[str] = []

    async def begin(registry: TableRegistry, world: World) -> None:
        setting = find_game("fs3").make_setting("sparring")
        seats = tuple(NewSeat(slot, (slot,)) for slot in setting.slots)
        options, clock = ({"order_timer_s": "60"}, Clock()) if of_game else ({}, Clock("each", 60))
        ids.append((await registry.make(NewTable("fs3", "sparring", options, seats=seats, clock=clock))).table)
        await registry.session(ids[0])
        await world.passes(30)

    async def go_on(registry: TableRegistry, world: World) -> None:
        assert list(registry.open) == ids
        await world.passes(25)
        assert len(happened(registry.open[ids[0]])) == 1
        await world.passes(10)
        assert len(happened(registry.open[ids[0]])) > 1

    with_server(database, go_on, world=with_server(database, begin))


def test_while_the_server_is_closed_or_gone_no_time_runs(database):
    ids: list[str] = []

    async def begin(registry: TableRegistry, world: World) -> None:
        ids.append((await timed(registry)).table.id)
        await world.passes(40)

    async def go_on(registry: TableRegistry, world: World) -> None:
        assert list(registry.open) == ids, "a table with a clock is opened when the server is"
        session = await registry.session(ids[0])
        assert session.table.timer.deadline == pytest.approx(world.now + 20, abs=1.5)
        await world.passes(15)
        assert len(items(session)) == 2
        await world.passes(8)
        assert isinstance(items(session)[2], TimeoutItem)

    world = with_server(database, begin)
    world.now, world.went = world.now + 90_000, 7.0
    with_server(database, go_on, world=world)


@pytest.mark.parametrize("leap", [120.0, 40_000.0])
def test_a_server_that_slept_forfeits_nobodys_match(database, leap):
    async def play(registry: TableRegistry, world: World) -> None:
        session = await timed(registry)
        await world.passes(10)
        await world.passes(leap, at_once=leap)
        assert len(items(session)) == 2
        assert session.table.timer.deadline == pytest.approx(world.now + 48)

    with_server(database, play)


def test_a_clock_that_is_set_forfeits_nobodys_match_and_the_new_deadline_is_shown(database):
    async def play(registry: TableRegistry, world: World) -> None:
        session = await timed(registry)
        await world.passes(10)
        for now in (5.0, 2_000_000_000.0):
            world.now = now
            await world.passes(5)
            assert session.table.timer.deadline == pytest.approx(now + 5 + session.table.timer.state.left)
        assert len(items(session)) == 2

    with_server(database, play)


class Full:
    """A disk with no room: the store refuses whatever is to be kept."""

    def __init__(self, store: Store) -> None:
        self.store, self.send = store, store.send
        store.send = self.refuse  # type: ignore[method-assign]

    def refuse(self, *changes: object) -> Receipt:
        refused = Receipt()
        refused.end(StoreUnavailable("the disk is full; nothing was kept"))
        return refused

    def has_room(self) -> None:
        self.store.send = self.send  # type: ignore[method-assign]


def test_a_full_disk_refuses_politely_loses_nothing_and_play_goes_on_once_there_is_room(database):
    async def play(registry: TableRegistry, world: World) -> None:
        session = await timed(registry)
        now = await session.now(RED)
        who, line = await next_choice(session)
        full = Full(registry.store)
        with pytest.raises(StoreUnavailable, match="the disk is full"):
            await session.act(who, "a-key-of-mine", Choose(line, session.table.match.question))
        assert (await session.now(who)).event == now.event and len(items(session)) == 2
        await world.passes(70)
        assert len(items(session)) == 2, "while nothing can be kept nobody's time runs out"
        full.has_room()
        await world.passes(63)
        assert [type(one) for one in items(session)[2:4]] == [TimeoutItem, EventItem]
        who, line = await next_choice(session)
        await session.act(who, "a-key-of-mine", Choose(line, session.table.match.question))
        assert len(registry.store.load(session.table.id).events) == session.table.match.next_number == 4

    with_server(database, play)


def test_a_table_at_which_time_runs_is_not_put_away(database):
    async def play(registry: TableRegistry, world: World) -> None:
        session = await timed(registry, 86_400)
        await world.passes(2000, at_once=500)
        await registry.evict_idle()
        assert session.table.id in registry.open

    with_server(database, play)


def test_at_a_table_that_is_over_no_time_runs(database):
    async def play(registry: TableRegistry, world: World) -> None:
        session = await timed(registry)
        await session.act(RED, "a-draw-is-offered", OfferDraw())
        await session.act(BLUE, "a-draw-is-agreed", Answer(1, True))
        await world.passes(100)
        assert isinstance(items(session)[-1], ResultItem) and len(happened(session)) == 2
        playing = registry._playing[session.table.id]
        await registry.evict_idle(50)
        assert not registry.open and not playing.is_needed

    with_server(database, play)


def test_what_fails_in_the_background_keeps_nothing_else_from_its_turn(monkeypatch):
    """One step after the other is tried again and again, whatever each of them raises."""
    done: list[str] = []

    class Tables:
        def __init__(self, world: World) -> None:
            self.background = Background(world.env)
            self.faults: list[Exception] = [
                StoreUnavailable("the database does not answer"),
                PoolTimeout("no connection"),
                OSError("the network is down"),
                asyncio.CancelledError(),  # type: ignore[list-item]
            ]

        async def breaks(self, name: str) -> None:
            done.append(name)
            if self.faults:
                raise self.faults.pop(0)

        def __getattr__(self, name: str) -> object:
            return partial(self.breaks, name)

    async def play() -> None:
        world = World()
        tables = Tables(world)
        loops = begin_maintenance(tables, tables)  # type: ignore[arg-type]
        await world.passes(2 * LOOK * ROUND + 2)
        assert not tables.faults and not tables.background.faults()
        await tables.background.close(*loops)

    asyncio.run(play())
    assert {name: done.count(name) > 1 for name in done} == dict.fromkeys(
        ("stand_down", "end_stuck_writer", "leave_lost", "tell_uncertain", "resume", "resume_orphans", "evict_idle"),
        True,
    )


def test_how_often_a_clock_is_kept_is_bounded(database):
    async def play(registry: TableRegistry, world: World) -> None:
        session = await timed(registry)
        kept: list[object] = []
        send = registry.store.send

        def counted(*changes: Change) -> Receipt:
            kept.extend(one for one in changes if isinstance(one, ClockRow))
            return send(*changes)

        registry.store.send = counted  # type: ignore[method-assign]
        await world.passes(55)
        assert 5 <= len(kept) <= 12 and len(items(session)) == 2

    with_server(database, play)


def test_a_seat_that_is_left_later_stops_nobodys_time_but_its_own(database):
    async def play(registry: TableRegistry, world: World) -> None:
        session = await timed(registry)
        who, _ = await next_choice(session)
        other = BLUE if who == RED else RED
        await session.act(other, "somebody-leaves", Hand("open"))
        assert (await session.now(who)).deadline is not None, "who is to choose still has so much time"
        await session.act(other, "and-comes-back", Hand("person"))
        await session.act(who, "the-other-leaves", Hand("open"))
        assert (await session.now(who)).deadline is None

    with_server(database, play)


def test_a_choice_that_comes_just_before_its_time_is_over_is_not_late(database):
    async def play(registry: TableRegistry, world: World) -> None:
        session = await timed(registry)
        before = items(session)
        await session.change(Table.expire_clock)  # as where the choice was being made when time was looked at
        assert items(session) == before and session.table.match.next_number == 2

    with_server(database, play)
