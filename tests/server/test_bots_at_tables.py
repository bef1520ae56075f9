"""Bots at tables: they play on while people look, and one that fails gives its seat to a simpler one."""

from __future__ import annotations

import os

import pytest

from fireteam.server.store.backup import back_up, restore
from fireteam.server.store.location import url_of
from fireteam.server.tables.registry import TableRegistry
from fireteam.server.wire.messages import Choose, Hand, ResultItem, SeatItem
from tests.processes import ROOT
from tests.server.databases import ON_BOTH
from tests.server.simulation import BLUE, RED, World, happened, items, next_choice, table_of, until, with_server


@pytest.fixture(autouse=True)
def path_of_processes(monkeypatch):
    monkeypatch.setenv("PYTHONPATH", f"{ROOT / 'src'}{os.pathsep}{ROOT}")


def test_bots_alone_play_a_mission_to_its_end_and_others_can_read_it_all(database):

    async def play(registry: TableRegistry, world: World) -> None:
        session = await table_of(registry, "random", "random")
        await until(lambda: any(isinstance(item, ResultItem) for item in items(session)[-2:]), 300)
        assert session.table.over and len(happened(session)) == session.table.match.next_number

    with_server(database, play)


@pytest.mark.parametrize(("kind", "why"), [("crashes", "broke off"), ("cheats", "failed (BotFailure)")])
def test_a_bot_that_fails_gives_its_seat_to_a_simpler_one_and_everybody_hears_why(database, kind, why):
    async def play(registry: TableRegistry, world: World) -> None:
        session = await table_of(registry, "greedy", "random")
        await until(lambda: len(happened(session)) > 5)
        assert [item for item in items(session) if isinstance(item, SeatItem)] == [
            SeatItem("red", "random", why=f"bot greedy {why}")
        ]
        card = (await session.now(BLUE)).seats[0]
        assert (card.name, card.by) == ("red", "random")

    with_server(database, play, kind)


@pytest.mark.heavy
def test_a_bot_that_thinks_for_ever_holds_up_nobody_at_another_table(database):
    async def play(registry: TableRegistry, world: World) -> None:
        registry.bots.first = registry.bots.loading = 3.0
        slow = await table_of(registry, "greedy", "greedy")
        quick = await table_of(registry)
        who, line = await next_choice(quick)
        await quick.act(who, "my-first-choice", Choose(line, quick.table.match.question))
        assert len(happened(quick)) == 2
        await until(lambda: any(isinstance(item, SeatItem) for item in items(slow)))
        said = next(item for item in items(slow) if isinstance(item, SeatItem))
        assert said.why == "bot greedy took longer than 3 seconds" and said.by != "greedy"

    with_server(database, play, "hangs")


def test_a_server_that_is_opened_again_lets_its_bots_play_on(database):
    ids: list[str] = []

    async def begin(registry: TableRegistry, world: World) -> None:
        session = await table_of(registry, "random", "random")
        ids.append(session.table.id)
        await until(lambda: len(happened(session)) > 5)

    async def go_on(registry: TableRegistry, world: World) -> None:
        session = registry.open[ids[0]]
        before = len(happened(session))
        await until(lambda: len(happened(session)) > before + 5)

    world = with_server(database, begin)
    with_server(database, go_on, world=world)


def test_a_seat_is_handed_to_a_bot_and_taken_back_in_the_middle(database):
    async def play(registry: TableRegistry, world: World) -> None:
        session = await table_of(registry)
        who, line = await next_choice(session)
        other = BLUE if who == RED else RED
        await session.act(who, "my-first-choice", Choose(line, session.table.match.question))
        await session.act(RED, "hand-over-red", Hand("random"))
        await session.act(BLUE, "hand-over-blue", Hand("random"))
        await until(lambda: len(happened(session)) > 8)
        await session.act(who, "take-it-back", Hand("person"))
        await session.act(other, "take-mine-back", Hand("person"))
        who, line = await next_choice(session)
        number = session.table.match.next_number
        await session.act(who, "and-play-on-myself", Choose(line, session.table.match.question))
        assert session.table.match.next_number == number + 1

    with_server(database, play)


@ON_BOTH
def test_a_backup_taken_while_tables_play_is_gone_on_with_on_another_server(databases, tmp_path):
    database, another = databases(), databases()

    ids: list[str] = []
    told: dict[str, list[object]] = {}

    async def begin(registry: TableRegistry, world: World) -> None:
        sessions = [await table_of(registry, "random", "random") for _ in range(2)]
        ids.extend(session.table.id for session in sessions)
        await until(lambda: all(len(happened(session)) > 5 for session in sessions))
        await registry.run(back_up, url_of(database), tmp_path / "backup")
        await until(lambda: all(len(happened(session)) > 20 for session in sessions))
        told.update({session.table.id: items(session) for session in sessions})

    async def go_on(registry: TableRegistry, world: World) -> None:
        assert sorted(registry.open) == sorted(ids)
        for id in ids:
            session = registry.open[id]
            before = items(session)
            assert len(before) > 5 and told[id][: len(before)] == before[: len(told[id])]
            many = len(before) + 5
            await until(lambda session=session, many=many: len(items(session)) > many)

    world = with_server(database, begin)
    restore(tmp_path / "backup", url_of(another))
    with_server(another, go_on, world=world)
