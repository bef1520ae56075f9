"""An act says what it answers: where that is over by the time it comes, it is refused, and nothing is done."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from itertools import count

import pytest

from fireteam.core.errors import Outdated
from fireteam.server.tables.registry import TableRegistry
from fireteam.server.tables.seats import Caller
from fireteam.server.tables.session import Session
from fireteam.server.wire.messages import (
    Act,
    Choose,
    NewSeat,
    NewTable,
    Pause,
    Plan,
    Redo,
    Say,
    StandIn,
    Undo,
    Unpause,
    Walk,
    Withdraw,
)
from tests.server.service import Visit, served
from tests.server.simulation import BLUE, RED, World, happened, next_choice, table_of, with_server

KEYS = count()


@pytest.fixture
def visit(database) -> Iterator[Visit]:
    with served(database) as visit:
        yield visit


ONE, TWO, ADMIN = Caller("U1"), Caller("U2"), Caller("admin")


async def does(session: Session, who: Caller, act: Act) -> None:
    await session.act(who, f"outdated-{next(KEYS):04}", act)


async def outdated(session: Session, who: Caller, act: Act) -> str:
    """Why an act is refused that is meant for what is over; nothing has changed by it."""
    before = await session.now(who)
    with pytest.raises(Outdated) as caught:
        await does(session, who, act)
    assert await session.now(who) == before
    assert str(caught.value).endswith("; nothing was done.")
    return str(caught.value)


async def asked(session: Session) -> int:
    return (await session.now(ONE)).question


async def counts(registry: TableRegistry, **options: str) -> Session:
    """One against one, who have to say where they go, count by count."""
    session = await registry.session(
        (await registry.make(NewTable("tps", "de_depot", options | {"teams": "1v1"}))).table
    )
    for line in ("buy -", "call sidearm"):
        for who in (ONE, TWO):
            await does(session, who, Choose(line, await asked(session)))
    return session


def test_ten_who_choose_at_once_are_all_heard(database):
    async def play(registry: TableRegistry, world: World) -> None:
        seats = tuple(NewSeat(f"U{k}", (f"U{k}",)) for k in range(1, 11))
        session = await registry.session((await registry.make(NewTable("tps", "de_depot", seats=seats))).table)
        for line in ("buy -", "call sidearm", "stay", "stay"):
            question = await asked(session)
            await asyncio.gather(*(does(session, Caller(seat.name), Choose(line, question)) for seat in seats))
            assert await asked(session) > question

    with_server(database, play)


def test_a_choice_that_comes_twice_counts_once_though_the_same_line_would_be_lawful_again(database):
    """As from two tabs, each with a key of its own, while the other has planned and so is not waited for."""

    async def play(registry: TableRegistry, world: World) -> None:
        session = await counts(registry)
        question = await asked(session)
        await does(session, TWO, Plan(("stay",) * 5, question))
        await does(session, ONE, Choose("move 0,1", question))
        event = (await session.now(ONE)).event
        assert "earlier decision" in await outdated(session, ONE, Choose("move 0,1", question))
        assert (await session.now(ONE)).event == event

    with_server(database, play)


def test_what_comes_after_time_has_run_out_is_not_taken_for_the_next_decision(database):
    async def play(registry: TableRegistry, world: World) -> None:
        session = await counts(registry)
        question = await asked(session)
        await session.change(lambda table: table.match.time_out((0, 1)))
        late = (
            Choose("stay", question),
            Withdraw(question),
            Plan(("stay",), question),
            Walk("U1", 17.0, 15.0, question),
        )
        for act in late:
            await outdated(session, ONE, act)
        assert "has not come yet" in await outdated(session, ONE, Choose("stay", 999))

    with_server(database, play)


def test_what_others_seal_or_say_and_a_stop_leave_the_question_as_it_is(database):
    async def play(registry: TableRegistry, world: World) -> None:
        session = await counts(registry, sv_admin="1")
        question = await asked(session)
        await does(session, TWO, Choose("stay", question))
        await does(session, TWO, Withdraw(question))
        await does(session, TWO, Say("a moment"))
        await does(session, ADMIN, Choose("warn U2", 0, reason="slow"))
        await does(session, ADMIN, Pause("tea"))
        await does(session, ADMIN, Unpause())
        assert await asked(session) == question
        await does(session, ONE, Choose("stay", question))

    with_server(database, play)


def test_a_referee_stands_in_for_who_is_awaited_now_and_not_at_the_next_decision(database):
    async def play(registry: TableRegistry, world: World) -> None:
        session = await counts(registry, sv_admin="1")
        question = await asked(session)
        await does(session, ADMIN, StandIn(question))
        for slot in ("", "U1"):
            await outdated(session, ADMIN, StandIn(question, slot))

    with_server(database, play)


def test_a_plan_waits_through_what_others_choose_and_is_void_once_its_slot_has_chosen(database):
    async def play(registry: TableRegistry, world: World) -> None:
        session = await table_of(registry)
        who, line = await next_choice(session)
        waits = BLUE if who == RED else RED
        question = (await session.now(waits)).question
        await does(session, who, Choose(line, question))
        await does(session, waits, Plan((), question))
        while (await next_choice(session))[0] != waits:
            who, line = await next_choice(session)
            await does(session, who, Choose(line, (await session.now(who)).question))
        _, line = await next_choice(session)
        await does(session, waits, Choose(line, (await session.now(waits)).question))
        await outdated(session, waits, Plan(("end_turn",), question))

    with_server(database, play)


def test_who_takes_back_says_which_choice_so_that_no_other_goes(database):
    async def play(registry: TableRegistry, world: World) -> None:
        session = await table_of(registry)
        for _ in range(40):
            who, line = await next_choice(session)
            await does(session, who, Choose(line, (await session.now(who)).question))
            if (await session.now(who)).may_undo:
                break
        now = await session.now(who)
        assert now.may_undo and now.undo == now.event - 1
        await does(session, who, Undo(now.undo))
        after = await session.now(who)
        assert after.redo == now.undo and after.question == now.event, "it is asked anew"
        await outdated(session, who, Undo(now.undo))
        assert [one.kind for one in happened(session)].count("undo") == 1
        await outdated(session, who, Choose(line, now.question))
        await does(session, who, Redo(after.redo))
        with pytest.raises(Exception, match="nothing was taken back"):
            await does(session, who, Redo(after.redo))
        await does(session, who, Undo((await session.now(who)).undo))
        await outdated(session, who, Redo(after.redo))

    with_server(database, play)


def test_of_a_free_act_it_does_not_matter_what_is_asked(database):
    async def play(registry: TableRegistry, world: World) -> None:
        session = await table_of(registry)
        await does(session, RED, Choose("resign", 999))
        assert session.table.over

    with_server(database, play)


@pytest.mark.parametrize(
    "act",
    [
        {"do": "choose", "line": "end_turn"},
        {"do": "withdraw"},
        {"do": "plan", "lines": []},
        {"do": "walk", "slot": "red", "x": 1, "y": 1},
        {"do": "stand_in"},
        {"do": "undo"},
        {"do": "redo"},
        {"do": "answer", "agrees": True},
        {"do": "retract"},
    ],
)
def test_an_act_that_does_not_say_what_it_answers_is_not_read(visit: Visit, act: dict[str, object]):
    first, _ = visit.duel()
    headers = {**first.headers, "Idempotency-Key": "no-number-1"}
    answer = visit.http.post(f"/api/tables/{first.table}/acts", json=act, headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (400, "E_MESSAGE")
    assert "missing required field" in answer.json()["sentence"]
    with first.listening() as socket:
        socket.hears("now")
        socket.says(frame="doing", key="no-number-2", act=act)
        assert socket.hears("refusal")["code"] == "E_MESSAGE"
