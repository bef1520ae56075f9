"""What is owed to one another at a table: who is away stands in nobody's way, and what is not done is told why."""

from __future__ import annotations

from typing import Any

import pytest

from fireteam.core.errors import FireteamError
from fireteam.server.acts import STAND_IN
from fireteam.server.company import Company
from fireteam.server.house import House
from fireteam.server.messages import (
    Act,
    Answer,
    Choose,
    Clock,
    Ended,
    Hand,
    NewSeat,
    NewTable,
    OfferDraw,
    Pause,
    Plan,
    Proposed,
    Resign,
    Rewind,
    Sat,
    Say,
    Undo,
)
from fireteam.server.seating import Who
from fireteam.server.turning import refusal_of, status_of
from tests.server.houses import BLUE, RED, World, at_a_house, happened, items, next_choice, table_of

KEYS = iter(range(10_000))


async def does(company: Company, who: Who, act: Act) -> None:
    await company.act(who, f"manners-{next(KEYS):04}", act)


async def refused(company: Company, who: Who, act: Act) -> tuple[str, int, str]:
    """Why an act is not done: the code, the status, and the sentence. Nothing has changed by it."""
    before = await company.stand(who)
    with pytest.raises(FireteamError) as caught:
        await does(company, who, act)
    assert await company.stand(who) == before
    return refusal_of(caught.value).code, status_of(caught.value), str(caught.value)


async def chosen(company: Company, times: int) -> None:
    """So many choices, by whoever is to make them."""
    for _ in range(times):
        who, line = await next_choice(company)
        await does(company, who, Choose(line))


async def shooters(house: House, *seats: NewSeat, **options: str) -> Company:
    """One against one, who are to point at their targets; `admin` referees where the options say so."""
    asked = NewTable("tps", "de_depot", {"teams": "1v1", **options}, seats=seats)
    company = await house.company((await house.make(asked)).table)
    for name in ("U1", "U2"):
        await does(company, Who(name), Plan(("buy -", "call sidearm", *["stay"] * 10)))
    return company


# Taking back


def test_where_nobody_sits_nobody_has_to_agree_to_what_is_taken_back(database):
    async def play(house: House, world: World) -> None:
        company = await table_of(house)
        await chosen(company, 4)
        mine, other = (RED, BLUE) if (await company.stand(RED)).must_ask_to_undo else (BLUE, RED)
        event = (await company.stand(mine)).event
        await does(company, mine, Undo())
        assert (await company.stand(mine)).proposal is not None, "a person is asked"
        await does(company, other, Hand("open"))
        now = await company.stand(mine)
        assert now.proposal is None and now.event == event + 1, "who goes has agreed"
        await does(company, mine, Undo())
        now = await company.stand(mine)
        assert now.proposal is None and now.event == event + 2, "nobody is asked at all"

    at_a_house(database, play)


def test_nobody_agrees_to_what_is_taken_back_by_being_replaced(database):
    async def play(house: House, world: World) -> None:
        company = await table_of(house)
        await chosen(company, 4)
        mine, other = (RED, BLUE) if (await company.stand(RED)).must_ask_to_undo else (BLUE, RED)
        await does(company, mine, Undo())
        await does(company, Who(host=True), Hand("absent", other.seat))
        assert (await company.stand(mine)).proposal is None
        assert "undo" not in [one.kind for one in happened(company)]

    at_a_house(database, play)


# Draws


def test_a_draw_is_offered_once_at_a_time(database):
    async def play(house: House, world: World) -> None:
        company = await table_of(house)
        await does(company, RED, OfferDraw())
        for who in (RED, BLUE):
            assert (await refused(company, who, OfferDraw()))[:2] == ("E_DRAW", 409)
        await does(company, BLUE, Answer(False))
        assert [one.agrees for one in items(company) if isinstance(one, Proposed)] == [None, False]
        assert not company.table.over
        await does(company, BLUE, OfferDraw())
        assert (await company.stand(RED)).proposal is not None

    at_a_house(database, play)


def test_who_goes_stands_in_the_way_of_no_draw_and_takes_their_own_offer_along(database):
    async def play(house: House, world: World) -> None:
        company = await table_of(house)
        await does(company, RED, OfferDraw())
        await does(company, RED, Hand("open"))
        assert (await company.stand(BLUE)).proposal is None and not company.table.over
        await does(company, RED, Hand("person"))
        await does(company, RED, OfferDraw())
        await does(company, BLUE, Hand("open"))
        assert company.table.over and isinstance(items(company)[-1], Ended)

    at_a_house(database, play)


def test_nobody_agrees_to_a_draw_by_being_replaced(database):
    async def play(house: House, world: World) -> None:
        company = await table_of(house)
        await does(company, RED, OfferDraw())
        await does(company, Who(host=True), Hand("open", "blue"))
        assert not company.table.over and (await company.stand(RED)).proposal is None

    at_a_house(database, play)


# Seats and referees


def test_a_referee_plays_for_nobody_and_nobody_for_a_referee(database):
    async def play(house: House, world: World) -> None:
        company = await shooters(house, sv_admin="1")
        admin = Who("admin")
        assert (await refused(company, admin, Resign()))[0] == "E_NOT_YOURS"
        assert (await refused(company, admin, Hand("absent")))[2] == "No bot is a referee."
        assert (await refused(company, Who(host=True), Hand("absent", "admin")))[2] == "No bot is a referee."
        assert (await refused(company, admin, OfferDraw()))[0] == "E_DRAW"
        for act in (Pause("a call"), Rewind(1, "a slip")):
            assert (await refused(company, Who("U1"), act))[:2] == ("E_FORBIDDEN", 403)

    at_a_house(database, play)


def test_where_the_rules_know_no_resigning_a_bot_plays_on(database):
    async def play(house: House, world: World) -> None:
        company = await shooters(house)
        await does(company, Who("U1"), Resign())
        sat = [one for one in items(company) if isinstance(one, Sat)][-1]
        assert (sat.seat, sat.by, sat.why) == ("U1", STAND_IN, "resigned") and not company.table.over

    at_a_house(database, play)


def test_a_seat_is_not_handed_to_who_has_it_and_one_that_is_left_forgets_its_persons_name(database):
    async def play(house: House, world: World) -> None:
        company = await table_of(house)
        assert (await refused(company, RED, Hand("person")))[:2] == ("E_SEATS", 409)
        await does(company, RED, Hand("open"))
        table = company.table
        table.change(lambda: table.seat(table.chairs["red"], "person", "Anna")).settle()
        await does(company, RED, Hand("absent"))
        assert table.chairs["red"].person == "Anna", "they may come back"
        await does(company, RED, Hand("open"))
        assert table.chairs["red"].person == "", "whoever comes is somebody else"

    at_a_house(database, play)


# Speaking


def test_while_the_rules_want_silence_nobody_speaks_and_afterwards_everybody_may(database):
    async def play(house: House, world: World) -> None:
        company = await shooters(house, sv_chatlock="1")
        code, _, said = await refused(company, Who("U1"), Say("behind the crate"))
        assert code.startswith("E_") and said, "silence is a rule of the game, in its words"
        for name in ("U1", "U2"):
            await does(company, Who(name), Choose("hold"))
        await does(company, Who("U1"), Say("that was close"))

    at_a_house(database, play)


@pytest.mark.parametrize("clock", [Clock(), Clock("each", 60)])
def test_people_who_play_are_asked_and_nobody_else(database, clock: Any):
    """A referee, a bot and an open seat need not agree to anything."""

    async def play(house: House, world: World) -> None:
        seats = (NewSeat("U1", ("U1",)), NewSeat("U2", ("U2",)), NewSeat("admin", ("admin",)))
        asked = NewTable("tps", "de_depot", {"teams": "1v1", "sv_admin": "1"}, seats=seats, clock=clock)
        company = await house.company((await house.make(asked)).table)
        await does(company, Who("U1"), OfferDraw())
        proposal = (await company.stand(Who("U2"))).proposal
        assert proposal is not None and proposal.waiting == ("U2",)

    at_a_house(database, play)
