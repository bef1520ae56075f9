"""A table goes on as soon as nobody is awaited, whatever made it so, and who loses a sealed choice by it is told."""

from __future__ import annotations

import pytest

from fireteam.match.decisions import Decisions
from fireteam.server.tables.registry import TableRegistry
from fireteam.server.tables.seats import Caller
from fireteam.server.tables.session import Session
from fireteam.server.wire.messages import Choose, Hand, NewSeat, NewTable, Pause, Unpause
from tests.server.simulation import World, until, with_server

ADMIN, ONE, TWO = Caller("admin"), Caller("U1"), Caller("U2")


def choosing(session: Session, line: str, reason: str = "") -> Choose:
    """A choice that answers what is asked now."""
    return Choose(line, session.table.match.question, reason=reason)


def kick(session: Session) -> Choose:
    return choosing(session, "kick U2", "shouts again")


async def awaits_two(registry: TableRegistry) -> Session:
    """A table where U2 alone is awaited, who has been warned."""
    seats = (*(NewSeat(who.seat, (who.seat,), "person") for who in (ONE, TWO)), NewSeat("admin", ("admin",), "person"))
    made = await registry.make(NewTable("tps", "de_depot", {"teams": "1v1", "sv_admin": "1"}, seats=seats))
    session = await registry.session(made.table)
    await session.act(ADMIN, "warning", choosing(session, "warn U2", "shouts"))
    for who, line in ((ONE, "buy -"), (TWO, "buy -"), (ONE, "call sidearm")):
        await session.act(who, f"{who.seat} {line}", choosing(session, line))
    assert (await session.now(ONE)).owing == ("U2",)
    return session


@pytest.mark.clause("TPS-24.3")
def test_the_table_goes_on_without_who_was_kicked(database):
    async def play(registry: TableRegistry, world: World) -> None:
        session = await awaits_two(registry)
        await session.act(ADMIN, "kick", kick(session))
        now = await session.now(ONE)
        assert (now.over or now.owing) and not now.sealed

    with_server(database, play)


def test_a_seat_that_is_handed_over_or_a_stop_leaves_nobody_waiting(database):
    async def play(registry: TableRegistry, world: World) -> None:
        session = await awaits_two(registry)
        await session.act(ADMIN, "stop", Pause("a word with U2"))
        await session.act(ADMIN, "kick", kick(session))
        assert (await session.now(ONE)).owing == () and not (await session.now(ONE)).over
        await session.act(TWO, "hand", Hand("greedy"))
        await session.act(ADMIN, "go on", Unpause())
        now = await session.now(ONE)
        assert (now.over or now.owing) and not now.sealed

    with_server(database, play)


def test_a_table_that_an_earlier_version_left_so_goes_on_once_it_is_opened(database, monkeypatch):
    table = ""

    async def earlier(registry: TableRegistry, world: World) -> None:
        nonlocal table
        session = await awaits_two(registry)
        table = session.table.id
        for name in ("settle", "carry_on"):
            monkeypatch.setattr(Decisions, name, lambda _: [])
        monkeypatch.setattr("fireteam.server.tables.tasks.TableTasks._play", session.happened.wait)
        await session.act(ADMIN, "kick", kick(session))
        assert (await session.now(ONE)).owing == ()

    async def later(registry: TableRegistry, world: World) -> None:
        session = await registry.session(table)
        await until(lambda: session.table.over or bool(session.table.match.slots_to_act()))

    with_server(database, earlier)
    monkeypatch.undo()
    with_server(database, later)


def test_who_loses_a_sealed_choice_is_told_and_nobody_else(database):
    async def play(registry: TableRegistry, world: World) -> None:
        seats = tuple(NewSeat(name, (name,), "person") for name in ("anna", "ben", "storyteller"))
        made = await registry.make(NewTable("fs3", "depot_raid", {"desk": "storyteller"}, seats=seats))
        session = await registry.session(made.table)
        desk, anna, ben = Caller("storyteller"), Caller("anna"), Caller("ben")
        await session.act(desk, "begin", choosing(session, "begin_fight"))
        await session.act(anna, "attack", choosing(session, "attack guard1"))
        await session.act(desk, "leave", choosing(session, "leave guard1"))
        (sentence,) = (await session.now(anna)).lapsed
        assert sentence.startswith("The sealed choice of anna is void (attack guard1): ")
        assert "anna" in (await session.now(ben)).owing
        assert (await session.now(ben)).lapsed == (await session.now(Caller())).lapsed == ()
        await session.act(anna, "pass", choosing(session, "pass"))
        assert (await session.now(anna)).lapsed == ()

    with_server(database, play)
