"""What a seat is told at once: who they are with how things stand, and their losses with what happened."""

from __future__ import annotations

from random import Random

from fireteam.games.ttt.events import Eliminated
from fireteam.server.tables.registry import TableRegistry
from fireteam.server.tables.seats import Caller
from fireteam.server.tables.session import Session
from fireteam.server.wire.messages import Choose, EventItem
from tests.server.simulation import BLUE, RED, World, table_of, with_server

MOST = 400  # choices, until somebody has hit


async def lost_by(session: Session) -> str:
    """Both move about, and attack wherever they can, until a piece is taken out: whose it is."""
    luck, match = Random(7), session.table.match
    for number in range(MOST):
        who = Caller((await session.now(RED)).owing[0])
        lines = [one.notation for one in (await session.now(who)).decisions[0].options]
        attacks = [line for line in lines if line.startswith("attack")]
        await session.act(
            who, f"choice-number-{number}", Choose(luck.choice(attacks or lines), session.table.match.question)
        )
        for told in match.records[-1].events:
            if isinstance(told.event, Eliminated):
                return match.setting.slots[(int(told.event.piece[0]) - 1) ^ int(match.state[0].swapped)]
    raise AssertionError(f"nobody was hit in {MOST} choices")


def panels(session: Session, seat: str) -> list[str]:
    """What a seat must not overlook."""
    whole = [item.what for item in session.items(seat, "table", 0)]
    return [panel.title for what in whole if isinstance(what, EventItem) for panel in what.panels]


def test_a_loss_is_told_to_the_seat_that_has_it_and_to_nobody_else(database):
    async def play(registry: TableRegistry, world: World) -> None:
        session = await table_of(registry)
        loser = await lost_by(session)
        other = "blue" if loser == "red" else "red"
        (title,) = panels(session, loser)
        assert title.startswith("You lost ")
        assert panels(session, other) == panels(session, "") == []

    with_server(database, play)


def test_every_seat_is_told_its_own_role_and_who_looks_on_none(database):
    async def play(registry: TableRegistry, world: World) -> None:
        session = await table_of(registry)
        red, blue = (await session.now(RED)).role, (await session.now(BLUE)).role
        assert red.title.startswith("You are Red") and blue.title.startswith("You are Blue")
        assert red.goal and red.title != blue.title and (await session.now(Caller())).role is None

    with_server(database, play)
