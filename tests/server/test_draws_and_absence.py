"""What is owed to one another at a table: who is away stands in nobody's way, and what is not done is told why."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from fireteam.core.errors import FireteamError
from fireteam.match.ledger import UndoRequest
from fireteam.server.errors import error_body, http_status
from fireteam.server.tables.acts import STAND_IN
from fireteam.server.tables.proposals import Draw, Proposals, load_proposals
from fireteam.server.tables.registry import TableRegistry
from fireteam.server.tables.seats import Caller
from fireteam.server.tables.session import Session
from fireteam.server.wire.messages import (
    Act,
    Answer,
    Choose,
    Clock,
    Hand,
    NewSeat,
    NewTable,
    OfferDraw,
    Pause,
    Plan,
    ProposalItem,
    Resign,
    ResultItem,
    Rewind,
    Say,
    SeatItem,
    Undo,
    Walk,
)
from tests.server.simulation import BLUE, RED, World, happened, items, next_choice, table_of, with_server

KEYS = iter(range(10_000))


async def does(session: Session, who: Caller, act: Act) -> None:
    await session.act(who, f"manners-{next(KEYS):04}", act)


async def refused(session: Session, who: Caller, act: Act) -> tuple[str, int, str]:
    """Why an act is not done: the code, the status, and the sentence. Nothing has changed by it."""
    before = await session.now(who)
    with pytest.raises(FireteamError) as caught:
        await does(session, who, act)
    assert await session.now(who) == before
    return error_body(caught.value).code, http_status(caught.value), str(caught.value)


async def chosen(session: Session, times: int) -> None:
    """So many choices, by whoever is to make them."""
    for _ in range(times):
        who, line = await next_choice(session)
        await does(session, who, Choose(line))


async def shooters(registry: TableRegistry, *seats: NewSeat, **options: str) -> Session:
    """One against one, who are to point at their targets; `admin` referees where the options say so."""
    asked = NewTable("tps", "de_depot", {"teams": "1v1", **options}, seats=seats)
    session = await registry.session((await registry.make(asked)).table)
    for name in ("U1", "U2"):
        await does(session, Caller(name), Plan(("buy -", "call sidearm", *["stay"] * 10)))
    return session


# Taking back


def test_where_nobody_sits_nobody_has_to_agree_to_what_is_taken_back(database):
    async def play(registry: TableRegistry, world: World) -> None:
        session = await table_of(registry)
        await chosen(session, 4)
        mine, other = (RED, BLUE) if (await session.now(RED)).must_ask_to_undo else (BLUE, RED)
        event = (await session.now(mine)).event
        await does(session, mine, Undo())
        assert (await session.now(mine)).proposal is not None, "a person is asked"
        await does(session, other, Hand("open"))
        now = await session.now(mine)
        assert now.proposal is None and now.event == event + 1, "who goes has agreed"
        await does(session, mine, Undo())
        now = await session.now(mine)
        assert now.proposal is None and now.event == event + 2, "nobody is asked at all"

    with_server(database, play)


def test_nobody_agrees_to_what_is_taken_back_by_being_replaced(database):
    async def play(registry: TableRegistry, world: World) -> None:
        session = await table_of(registry)
        await chosen(session, 4)
        mine, other = (RED, BLUE) if (await session.now(RED)).must_ask_to_undo else (BLUE, RED)
        await does(session, mine, Undo())
        await does(session, Caller(host=True), Hand("absent", other.seat))
        assert (await session.now(mine)).proposal is None
        assert "undo" not in [one.kind for one in happened(session)]

    with_server(database, play)


def test_everybody_hears_who_would_take_something_back_and_what_the_other_said(database):
    async def play(registry: TableRegistry, world: World) -> None:
        session = await table_of(registry)
        await chosen(session, 4)
        mine, other = (RED, BLUE) if (await session.now(RED)).must_ask_to_undo else (BLUE, RED)
        for agrees in (False, True):
            await does(session, mine, Undo())
            await does(session, other, Answer(agrees))
        said = [one for one in items(session) if isinstance(one, ProposalItem)]
        asked = ProposalItem(mine.seat, "undo")
        assert said == [asked, ProposalItem(other.seat, "undo", False), asked, ProposalItem(other.seat, "undo", True)]
        assert [one.kind for one in happened(session)].count("undo") == 1

    with_server(database, play)


def test_while_it_is_asked_whether_to_go_back_nobody_walks_on_into_what_may_be_undone(database):
    async def play(registry: TableRegistry, world: World) -> None:
        session = await registry.session((await registry.make(NewTable("tps", "de_depot", {"teams": "1v1"}))).table)
        walker, other = Caller("U1"), Caller("U2")
        for who in (walker, other):
            await does(session, who, Plan(("buy -", "call sidearm")))
        await does(session, walker, Walk("U1", 10.5, 15.0))
        await does(session, other, Choose("stay"))
        assert session.table.afoot.paths, "a count of it is gone, and one lies ahead"
        await does(session, other, Undo())
        assert session.table.afoot.paths == {} and session.table.match.plan_of("U1", 0) == ()
        assert (await session.now(other)).proposal is not None

    with_server(database, play)


def test_a_referee_who_goes_back_ends_all_walks_and_nobody_is_said_to_be_in_the_way(database):
    async def play(registry: TableRegistry, world: World) -> None:
        new = NewTable("tps", "de_depot", {"teams": "1v1", "sv_admin": "1"})
        session = await registry.session((await registry.make(new)).table)
        walker, other = Caller("U1"), Caller("U2")
        for who in (walker, other):
            await does(session, who, Plan(("buy -", "call sidearm")))
        await does(session, walker, Walk("U1", 10.5, 15.0))
        await does(session, other, Choose("stay"))
        assert session.table.afoot.paths, "a count of it is gone, and one lies ahead"
        await does(session, Caller("admin"), Rewind((await session.now(walker)).event - 1, "we counted wrongly"))
        now = await session.now(walker)
        assert (session.table.afoot.paths, now.walked, now.plans) == ({}, (), ())

    with_server(database, play)


# Draws


def test_a_draw_is_offered_once_at_a_time(database):
    async def play(registry: TableRegistry, world: World) -> None:
        session = await table_of(registry)
        await does(session, RED, OfferDraw())
        for who in (RED, BLUE):
            assert (await refused(session, who, OfferDraw()))[:2] == ("E_DRAW", 409)
        await does(session, BLUE, Answer(False))
        assert [one.agrees for one in items(session) if isinstance(one, ProposalItem)] == [None, False]
        assert not session.table.over
        await does(session, BLUE, OfferDraw())
        assert (await session.now(RED)).proposal is not None

    with_server(database, play)


def test_who_goes_stands_in_the_way_of_no_draw_and_takes_their_own_offer_along(database):
    async def play(registry: TableRegistry, world: World) -> None:
        session = await table_of(registry)
        await does(session, RED, OfferDraw())
        await does(session, RED, Hand("open"))
        assert (await session.now(BLUE)).proposal is None and not session.table.over
        await does(session, RED, Hand("person"))
        await does(session, RED, OfferDraw())
        await does(session, BLUE, Hand("open"))
        assert session.table.over and isinstance(items(session)[-1], ResultItem)

    with_server(database, play)


def test_nobody_agrees_to_a_draw_by_being_replaced(database):
    async def play(registry: TableRegistry, world: World) -> None:
        session = await table_of(registry)
        await does(session, RED, OfferDraw())
        await does(session, Caller(host=True), Hand("open", "blue"))
        assert not session.table.over and (await session.now(RED)).proposal is None

    with_server(database, play)


def test_once_a_draw_is_agreed_nobody_owes_or_may_do_anything(database):
    async def play(registry: TableRegistry, world: World) -> None:
        session = await table_of(registry)
        await chosen(session, 4)
        before = [await session.now(who) for who in (RED, BLUE)]
        assert any(now.decisions for now in before) and any(now.may_undo or now.must_ask_to_undo for now in before)
        assert all(now.free and now.owing for now in before)
        who, line = await next_choice(session)
        waits = BLUE if who == RED else RED
        await does(session, waits, Plan((line,)))
        assert (await session.now(waits)).plans
        await does(session, RED, OfferDraw())
        await does(session, BLUE, Answer(True))
        for who in (RED, BLUE, Caller()):
            now = await session.now(who)
            assert now.over and "agree" in now.result
            assert not (now.owing or now.decisions or now.free or now.still or now.walked or now.plans)
            assert not (now.may_undo or now.must_ask_to_undo or now.may_redo)
            assert now.proposal is None and now.deadline is None

    with_server(database, play)


DRAWS = (
    None,
    Draw("red", frozenset({"blue"})),
    Draw("red", frozenset({"blue", "green"})),
    Draw("blue", frozenset("a")),
)
UNDOS = (None, UndoRequest("red", 4, frozenset({"blue"})), UndoRequest("red", 5, frozenset({"blue"})))


def test_what_is_stored_of_proposals_is_what_is_proposed_now():
    """From any to any others: what is settled does not come back when the table is opened again."""
    each = [Proposals(*both) for both in product(DRAWS, UNDOS)]
    for before, now in product(each, each):
        stored = before.rows("friday") | {row.what: row for row in now.since(before, "friday")}
        assert load_proposals(stored.values()) == now


# Seats and referees


def test_a_referee_plays_for_nobody_and_nobody_for_a_referee(database):
    async def play(registry: TableRegistry, world: World) -> None:
        session = await shooters(registry, sv_admin="1")
        admin = Caller("admin")
        assert (await refused(session, admin, Resign()))[0] == "E_NOT_YOURS"
        assert (await refused(session, admin, Hand("absent")))[2] == "No bot is a referee."
        assert (await refused(session, Caller(host=True), Hand("absent", "admin")))[2] == "No bot is a referee."
        assert (await refused(session, admin, OfferDraw()))[0] == "E_DRAW"
        for act in (Pause("a call"), Rewind(1, "a slip")):
            assert (await refused(session, Caller("U1"), act))[:2] == ("E_FORBIDDEN", 403)

    with_server(database, play)


def test_where_the_rules_know_no_resigning_a_bot_plays_on(database):
    async def play(registry: TableRegistry, world: World) -> None:
        session = await shooters(registry)
        await does(session, Caller("U1"), Resign())
        sat = [one for one in items(session) if isinstance(one, SeatItem)][-1]
        assert (sat.seat, sat.by, sat.why) == ("U1", STAND_IN, "resigned") and not session.table.over

    with_server(database, play)


def test_a_seat_is_not_handed_to_who_has_it_and_one_that_is_left_forgets_its_persons_name(database):
    async def play(registry: TableRegistry, world: World) -> None:
        session = await table_of(registry)
        assert (await refused(session, RED, Hand("person")))[:2] == ("E_SEATS", 409)
        await does(session, RED, Hand("open"))
        table = session.table
        table.change(lambda: table.seat(table.seat_states["red"], "person", "Anna")).settle()
        await does(session, RED, Hand("absent"))
        assert table.seat_states["red"].person == "Anna", "they may come back"
        await does(session, RED, Hand("open"))
        assert table.seat_states["red"].person == "", "whoever comes is somebody else"

    with_server(database, play)


# Speaking


def test_while_the_rules_want_silence_nobody_speaks_and_afterwards_everybody_may(database):
    async def play(registry: TableRegistry, world: World) -> None:
        session = await shooters(registry, sv_chatlock="1")
        code, _, said = await refused(session, Caller("U1"), Say("behind the crate"))
        assert code.startswith("E_") and said, "silence is a rule of the game, in its words"
        for name in ("U1", "U2"):
            await does(session, Caller(name), Choose("hold"))
        await does(session, Caller("U1"), Say("that was close"))

    with_server(database, play)


@pytest.mark.parametrize("clock", [Clock(), Clock("each", 60)])
def test_people_who_play_are_asked_and_nobody_else(database, clock: Any):
    """A referee, who has a seat and no slot, a bot and an open seat need not agree to anything."""

    async def play(registry: TableRegistry, world: World) -> None:
        seats = (NewSeat("U1", ("U1",)), NewSeat("U2", ("U2",)), NewSeat("admin", ("admin",)), NewSeat("guest", ()))
        asked = NewTable("tps", "de_depot", {"teams": "1v1", "sv_admin": "1"}, seats=seats, clock=clock)
        session = await registry.session((await registry.make(asked)).table)
        await does(session, Caller("U1"), OfferDraw())
        proposal = (await session.now(Caller("U2"))).proposal
        assert proposal is not None and proposal.waiting == ("U2",)
        assert (await refused(session, Caller("guest"), OfferDraw()))[0] == "E_DRAW"

    with_server(database, play)
