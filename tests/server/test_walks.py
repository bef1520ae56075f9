"""A walk that ends before its goal is told to whoever walks, until they choose again, and to nobody else."""

from __future__ import annotations

from fireteam.core.space.units import STEPS
from fireteam.server.tables.registry import TableRegistry
from fireteam.server.tables.seats import Caller
from fireteam.server.wire.messages import Choose, NewSeat, NewTable, Plan, Walk
from tests.server.simulation import World, with_server

SLOTS = ONE, TWO, THREE = tuple(Caller(f"U{k}") for k in (1, 2, 3))


def test_who_walks_is_told_who_was_in_the_way(database):
    async def play(registry: TableRegistry, world: World) -> None:
        seats = tuple(NewSeat(who.seat, (who.seat,), "person") for who in SLOTS)
        made = await registry.make(NewTable("tps", "de_depot", {"teams": "2v1"}, seats=seats))
        session = await registry.session(made.table)
        for number, line in enumerate(("buy -", "call sidearm")):
            for who in SLOTS:
                await session.act(who, f"{line[:4]}-of-{who.seat}-{number}", Choose(line, session.table.match.question))
        one, two = session.table.match.state[0].units[0], session.table.match.state[0].units[1]
        one.x, one.y, two.x, two.y = 9 * STEPS, 15 * STEPS, 12 * STEPS, 16_800_000
        await session.act(ONE, "walk-of-u1", Walk("U1", 17.0, 15.0, session.table.match.question))
        await session.act(THREE, "plan-of-u3", Plan(("stay",) * 10, session.table.match.question))
        await session.act(
            TWO, "plan-of-u2", Plan(("move 0,-1", "move 0,-1", *("stay",) * 8), session.table.match.question)
        )
        (said,) = (await session.now(ONE)).lapsed
        assert said == "The walk of U1 to 17,15 ends at 11.02,15: U2 is in the way."
        assert (await session.now(TWO)).lapsed == (await session.now(Caller())).lapsed == ()
        await session.act(ONE, "stay-of-u1", Choose("stay", session.table.match.question))
        assert (await session.now(ONE)).lapsed == ()

    with_server(database, play)
