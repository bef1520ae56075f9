"""What is owed to one another at a table: who is away stands in nobody's way, and what is not done is told why."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from fireteam.core.errors import FireteamError
from fireteam.match.proposals import Proposal, Proposals
from fireteam.server.errors import error_body, http_status
from fireteam.server.tables.acts import STAND_IN
from fireteam.server.tables.proposals import changed_rows, load_proposals
from fireteam.server.tables.registry import TableRegistry
from fireteam.server.tables.seats import Caller
from fireteam.server.tables.session import Session
from fireteam.server.wire.messages import (
    PERSON,
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
    Retract,
    Rewind,
    Say,
    SeatItem,
    Undo,
    Unpause,
    Walk,
)
from tests.server.simulation import (
    BLUE,
    NOW,
    RED,
    World,
    for_now,
    happened,
    items,
    next_choice,
    table_of,
    with_server,
)

KEYS = iter(range(10_000))


async def does(session: Session, who: Caller, act: Act) -> None:
    await session.act(who, f"manners-{next(KEYS):04}", for_now(session.table, who, act))


async def answers(session: Session, who: Caller, agrees: bool) -> None:
    """Answer what was proposed last."""
    await does(session, who, Answer(session.table.match.ledger.proposals.last, agrees))


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
        await does(session, who, Choose(line, NOW))


async def shooters(registry: TableRegistry, *seats: NewSeat, **options: str) -> Session:
    """One against one, who are to point at their targets; `admin` referees where the options say so."""
    asked = NewTable("tps", "de_depot", {"teams": "1v1", **options}, seats=seats)
    session = await registry.session((await registry.make(asked)).table)
    for name in ("U1", "U2"):
        await does(session, Caller(name), Plan(("buy -", "call sidearm", *["stay"] * 10), NOW))
    return session


# Taking back


def test_where_nobody_sits_nobody_has_to_agree_to_what_is_taken_back(database):
    async def play(registry: TableRegistry, world: World) -> None:
        session = await table_of(registry)
        await chosen(session, 4)
        mine, other = (RED, BLUE) if (await session.now(RED)).must_ask_to_undo else (BLUE, RED)
        event = (await session.now(mine)).event
        await does(session, mine, Undo(NOW))
        assert (await session.now(mine)).proposals, "a person is asked"
        await does(session, other, Hand("open"))
        now = await session.now(mine)
        assert now.proposals == () and now.event == event + 1, "who goes has agreed"
        await does(session, mine, Undo(NOW))
        now = await session.now(mine)
        assert now.proposals == () and now.event == event + 2, "nobody is asked at all"

    with_server(database, play)


def test_nobody_agrees_to_what_is_taken_back_by_being_replaced(database):
    async def play(registry: TableRegistry, world: World) -> None:
        session = await table_of(registry)
        await chosen(session, 4)
        mine, other = (RED, BLUE) if (await session.now(RED)).must_ask_to_undo else (BLUE, RED)
        await does(session, mine, Undo(NOW))
        await does(session, Caller(host=True), Hand("absent", other.seat))
        assert (await session.now(mine)).proposals == ()
        assert "undo" not in [one.kind for one in happened(session)]

    with_server(database, play)


def test_everybody_hears_who_would_take_something_back_and_what_the_other_said(database):
    async def play(registry: TableRegistry, world: World) -> None:
        session = await table_of(registry)
        await chosen(session, 4)
        mine, other = (RED, BLUE) if (await session.now(RED)).must_ask_to_undo else (BLUE, RED)
        for agrees in (False, True):
            await does(session, mine, Undo(NOW))
            await answers(session, other, agrees)
        said = [one for one in items(session) if isinstance(one, ProposalItem)]
        assert said == [
            item
            for number, agrees in ((1, False), (2, True))
            for item in (
                ProposalItem(mine.seat, "undo", number=number),
                ProposalItem(other.seat, "undo", agrees, number),
            )
        ]
        assert [one.kind for one in happened(session)].count("undo") == 1

    with_server(database, play)


def test_while_it_is_asked_whether_to_go_back_nobody_walks_on_into_what_may_be_undone(database):
    async def play(registry: TableRegistry, world: World) -> None:
        session = await registry.session((await registry.make(NewTable("tps", "de_depot", {"teams": "1v1"}))).table)
        walker, other = Caller("U1"), Caller("U2")
        for who in (walker, other):
            await does(session, who, Plan(("buy -", "call sidearm"), NOW))
        await does(session, walker, Walk("U1", 10.5, 15.0, NOW))
        await does(session, other, Choose("stay", NOW))
        assert session.table.afoot.paths, "a count of it is gone, and one lies ahead"
        await does(session, other, Undo(NOW))
        assert session.table.afoot.paths == {} and session.table.match.plan_of("U1", 0) == ()
        assert (await session.now(other)).proposals

    with_server(database, play)


def test_a_referee_who_goes_back_ends_all_walks_and_nobody_is_said_to_be_in_the_way(database):
    async def play(registry: TableRegistry, world: World) -> None:
        new = NewTable("tps", "de_depot", {"teams": "1v1", "sv_admin": "1"})
        session = await registry.session((await registry.make(new)).table)
        walker, other = Caller("U1"), Caller("U2")
        for who in (walker, other):
            await does(session, who, Plan(("buy -", "call sidearm"), NOW))
        await does(session, walker, Walk("U1", 10.5, 15.0, NOW))
        await does(session, other, Choose("stay", NOW))
        assert session.table.afoot.paths, "a count of it is gone, and one lies ahead"
        await does(session, Caller("admin"), Rewind((await session.now(walker)).event - 1, "we counted wrongly"))
        now = await session.now(walker)
        assert (session.table.afoot.paths, now.plans) == ({}, ())
        assert now.lapsed == ("The sealed choice of U1 is void (move 1,0): admin went back to event 3.",)

    with_server(database, play)


# Draws


def test_a_draw_is_offered_once_at_a_time(database):
    async def play(registry: TableRegistry, world: World) -> None:
        session = await table_of(registry)
        await does(session, RED, OfferDraw())
        for who in (RED, BLUE):
            assert (await refused(session, who, OfferDraw()))[:2] == ("E_OUTDATED", 409)
        await answers(session, BLUE, False)
        assert [one.agrees for one in items(session) if isinstance(one, ProposalItem)] == [None, False]
        assert not session.table.over
        await does(session, BLUE, OfferDraw())
        assert (await session.now(RED)).proposals

    with_server(database, play)


def test_who_goes_stands_in_the_way_of_no_draw_and_takes_their_own_offer_along(database):
    async def play(registry: TableRegistry, world: World) -> None:
        session = await table_of(registry)
        await does(session, RED, OfferDraw())
        await does(session, RED, Hand("open"))
        assert (await session.now(BLUE)).proposals == () and not session.table.over
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
        assert not session.table.over and (await session.now(RED)).proposals == ()

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
        await does(session, waits, Plan((line,), NOW))
        assert (await session.now(waits)).plans
        await does(session, RED, OfferDraw())
        await answers(session, BLUE, True)
        for who in (RED, BLUE, Caller()):
            now = await session.now(who)
            assert now.over and "agree" in now.result
            assert not (now.owing or now.decisions or now.free or now.still or now.lapsed or now.plans)
            assert not (now.may_undo or now.must_ask_to_undo or now.redo)
            assert now.proposals == () and now.deadline is None

    with_server(database, play)


# Several proposals


def test_an_answer_is_for_the_proposal_that_it_names_and_for_no_other(database):
    """An undo, then a draw, read by who is asked: each is agreed to by itself."""

    async def play(registry: TableRegistry, world: World) -> None:
        session = await table_of(registry)
        await chosen(session, 4)
        mine, other = (RED, BLUE) if (await session.now(RED)).must_ask_to_undo else (BLUE, RED)
        await does(session, mine, Undo(NOW))
        await does(session, mine, OfferDraw())
        undo, draw = (await session.now(other)).proposals
        assert (undo.what, draw.what) == ("undo", "draw") and undo.waiting == draw.waiting == (other.seat,)
        await does(session, other, Answer(undo.number, True))
        assert not session.table.over and [one.kind for one in happened(session)][-1] == "undo"
        assert (await session.now(other)).proposals == (), "what was offered before is not meant for how it stands now"
        code, status, says = await refused(session, other, Answer(draw.number, True))
        assert (code, status) == ("E_OUTDATED", 409) and says.endswith("nothing was done.")

    with_server(database, play)


def test_a_choice_that_is_carried_out_ends_what_was_offered_before_it_and_a_restart_brings_it_not_back(database):
    opened: list[str] = []

    async def play(registry: TableRegistry, world: World) -> None:
        session = await table_of(registry)
        opened.append(session.table.id)
        await chosen(session, 2)
        await does(session, RED, OfferDraw())
        await chosen(session, 1)
        assert (await session.now(BLUE)).proposals == ()

    async def come_back(registry: TableRegistry, world: World) -> None:
        session = await registry.session(opened[0])
        assert (await session.now(BLUE)).proposals == ()
        assert (await refused(session, BLUE, Answer(1, True)))[0] == "E_OUTDATED"
        await does(session, RED, OfferDraw())
        assert [one.number for one in (await session.now(BLUE)).proposals] == [2]

    with_server(database, play)
    with_server(database, come_back)


def test_what_is_undone_or_gone_back_from_takes_all_proposals_along(database):
    async def play(registry: TableRegistry, world: World) -> None:
        session = await shooters(registry, sv_admin="1")
        for act in (Undo(NOW), Rewind(0, "a slip")):
            await does(session, Caller("U1"), OfferDraw())
            if isinstance(act, Undo):
                await does(session, Caller("U2"), Undo(NOW))
                await does(session, Caller("U1"), Answer(2, True))
            else:
                await does(session, Caller("admin"), act)
            assert (await session.now(Caller("U2"))).proposals == ()

    with_server(database, play)


def test_a_choice_that_is_sealed_ends_no_proposal(database):
    async def play(registry: TableRegistry, world: World) -> None:
        session = await registry.session((await registry.make(NewTable("tps", "de_depot", {"teams": "1v1"}))).table)
        await does(session, Caller("U2"), Hand("person"))
        await does(session, Caller("U1"), OfferDraw())
        await does(session, Caller("U1"), Choose("buy -", NOW))
        (draw,) = (await session.now(Caller("U2"))).proposals
        await does(session, Caller("U2"), Answer(draw.number, True))
        assert session.table.over

    with_server(database, play)


def test_who_proposed_something_can_withdraw_it_and_nobody_else(database):
    async def play(registry: TableRegistry, world: World) -> None:
        session = await table_of(registry)
        await does(session, RED, OfferDraw())
        assert (await refused(session, BLUE, Retract(1)))[0] == "E_FORBIDDEN"
        assert (await refused(session, RED, Answer(1, True)))[0] == "E_FORBIDDEN"
        await does(session, RED, Retract(1))
        assert (await session.now(BLUE)).proposals == ()
        assert items(session)[-1] == ProposalItem("red", "draw", number=1, retracts=True)
        for who, act in ((RED, Retract(1)), (BLUE, Answer(1, True))):
            assert (await refused(session, who, act))[0] == "E_OUTDATED"
        await does(session, BLUE, OfferDraw())

    with_server(database, play)


def test_whoever_comes_while_something_is_proposed_is_asked_as_well(database):
    """Three play; the third was a bot when the draw was offered."""

    async def play(registry: TableRegistry, world: World) -> None:
        seats = tuple(NewSeat(name, (name,), by) for name, by in (("U1", PERSON), ("U2", PERSON), ("U3", "absent")))
        new = NewTable("tps", "de_depot", {"teams": "2v2"}, seats=(*seats, NewSeat("U4", ("U4",), "absent")))
        session = await registry.session((await registry.make(new)).table)
        await does(session, Caller("U1"), OfferDraw())
        await does(session, Caller(host=True), Hand(PERSON, "U3"))
        assert (await session.now(Caller("U3"))).proposals[0].waiting == ("U2", "U3")
        await does(session, Caller("U2"), Answer(1, True))
        assert not session.table.over
        await does(session, Caller("U3"), Answer(1, True))
        assert session.table.over

    with_server(database, play)


def test_what_all_have_agreed_to_while_the_table_is_stopped_is_done_when_it_goes_on(database):
    async def play(registry: TableRegistry, world: World) -> None:
        session = await shooters(registry, sv_admin="1")
        await does(session, Caller("U1"), Undo(NOW))
        await does(session, Caller("admin"), Pause("tea"))
        await does(session, Caller("U2"), Hand("open"))
        assert [one.kind for one in happened(session)][-1] == "pause"
        await does(session, Caller("admin"), Unpause())
        assert [one.kind for one in happened(session)][-1] == "undo"

    with_server(database, play)


def test_each_seat_may_ask_to_take_back_at_once_but_once(database):
    async def play(registry: TableRegistry, world: World) -> None:
        session = await shooters(registry)
        for name in ("U1", "U2"):
            await does(session, Caller(name), Undo(NOW))
        assert [(one.seat, one.waiting) for one in (await session.now(Caller("U1"))).proposals] == [
            ("U1", ("U2",)),
            ("U2", ("U1",)),
        ]
        assert (await refused(session, Caller("U1"), Undo(NOW)))[0] == "E_OUTDATED"

    with_server(database, play)


EACH = (
    Proposals(),
    Proposals((Proposal(1, "draw", "red"),), 1),
    Proposals((Proposal(1, "draw", "red", agreed=frozenset({"blue"})),), 1),
    Proposals((Proposal(1, "draw", "red"), Proposal(2, "undo", "blue", 4)), 2),
    Proposals((Proposal(2, "undo", "blue", 4, frozenset({"red", "green"})),), 2),
    Proposals((), 2),
)


@pytest.mark.parametrize("last", [1, 2])
def test_what_is_stored_of_proposals_is_what_is_proposed_now(last: int):
    """From any to any others: what is settled does not come back when the table is opened again."""
    for before, now in product(EACH, EACH):
        if before.last != last or now.last < last:
            continue
        stored = {row.number: row for row in changed_rows(Proposals(), before, "friday")}
        stored |= {row.number: row for row in changed_rows(before, now, "friday")}
        found = load_proposals(stored[number] for number in sorted(stored))
        assert found.open == now.open


# Seats and referees


def test_a_referee_plays_for_nobody_and_nobody_for_a_referee(database):
    async def play(registry: TableRegistry, world: World) -> None:
        session = await shooters(registry, sv_admin="1")
        admin = Caller("admin")
        assert (await refused(session, admin, Resign()))[0] == "E_NOT_YOURS"
        assert (await refused(session, admin, Hand("absent")))[2] == "No bot is a referee."
        assert (await refused(session, Caller(host=True), Hand("absent", "admin")))[2] == "No bot is a referee."
        assert (await refused(session, admin, OfferDraw()))[0] == "E_FORBIDDEN"
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


@pytest.mark.clause("GUN-22.4")
def test_who_resigns_gives_up_by_the_word_that_the_game_has_for_it(database):
    """In Gunplay that is to concede; no bot plays on."""

    async def play(registry: TableRegistry, world: World) -> None:
        seats = (NewSeat("anna", ("a",)), NewSeat("ben", ("b",)))
        session = await registry.session((await registry.make(NewTable("gunplay", "farm", seats=seats))).table)
        await does(session, Caller("anna"), Resign())
        assert session.table.over and (await session.now(Caller("anna"))).seats[0].by == "person"
        ended = items(session)[-1]
        assert isinstance(ended, ResultItem) and ended.winners == ("b",)

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
            await does(session, Caller(name), Choose("hold", NOW))
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
        (proposal,) = (await session.now(Caller("U2"))).proposals
        assert proposal.waiting == ("U2",)
        assert (await refused(session, Caller("guest"), OfferDraw()))[0] == "E_FORBIDDEN"

    with_server(database, play)
