"""Bots at the tables of a house: they play on while people look, and one that fails gives its seat to a simpler one."""

from __future__ import annotations

import os

import pytest

from fireteam.server.house import House
from fireteam.server.messages import Choose, Ended, Hand, Sat
from fireteam.server.store.backup import back_up, restore
from fireteam.server.store.place import url_of
from tests.processes import ROOT
from tests.server.databases import ON_BOTH
from tests.server.houses import BLUE, RED, World, at_a_house, happened, items, next_choice, table_of, until


@pytest.fixture(autouse=True)
def path_of_processes(monkeypatch):
    monkeypatch.setenv("PYTHONPATH", f"{ROOT / 'src'}{os.pathsep}{ROOT}")


def test_bots_alone_play_a_mission_to_its_end_and_others_can_read_it_all(database):
    async def play(house: House, world: World) -> None:
        company = await table_of(house, "random", "random")
        await until(lambda: any(isinstance(item, Ended) for item in items(company)[-2:]), 300)
        assert company.table.over and len(happened(company)) == company.table.match.number > 50

    at_a_house(database, play)


@pytest.mark.parametrize(("kind", "why"), [("crashes", "broke off"), ("cheats", "failed (BotFailed)")])
def test_a_bot_that_fails_gives_its_seat_to_a_simpler_one_and_everybody_hears_why(database, kind, why):
    async def play(house: House, world: World) -> None:
        company = await table_of(house, "greedy", "random")
        await until(lambda: len(happened(company)) > 5)
        assert [item for item in items(company) if isinstance(item, Sat)] == [
            Sat("red", "random", why=f"bot greedy {why}")
        ]
        card = (await company.stand(BLUE)).seats[0]
        assert (card.name, card.by) == ("red", "random")

    at_a_house(database, play, kind)


@pytest.mark.heavy
def test_a_bot_that_thinks_for_ever_holds_up_nobody_at_another_table(database):
    async def play(house: House, world: World) -> None:
        house.bots.first = house.bots.loading = 3.0
        slow = await table_of(house, "greedy", "greedy")
        quick = await table_of(house)
        who, line = await next_choice(quick)
        await quick.act(who, "my-first-choice", Choose(line))
        assert len(happened(quick)) == 2
        await until(lambda: any(isinstance(item, Sat) for item in items(slow)))
        said = next(item for item in items(slow) if isinstance(item, Sat))
        assert said.why == "bot greedy took longer than 3 seconds" and said.by != "greedy"

    at_a_house(database, play, "hangs")


def test_a_house_that_is_opened_again_lets_its_bots_play_on(database):
    ids: list[str] = []

    async def begin(house: House, world: World) -> None:
        company = await table_of(house, "random", "random")
        ids.append(company.table.id)
        await until(lambda: len(happened(company)) > 5)

    async def go_on(house: House, world: World) -> None:
        company = house.open[ids[0]]
        before = len(happened(company))
        await until(lambda: len(happened(company)) > before + 5)

    world = at_a_house(database, begin)
    at_a_house(database, go_on, world=world)


def test_a_seat_is_handed_to_a_bot_and_taken_back_in_the_middle(database):
    async def play(house: House, world: World) -> None:
        company = await table_of(house)
        who, line = await next_choice(company)
        other = BLUE if who == RED else RED
        await company.act(who, "my-first-choice", Choose(line))
        await company.act(RED, "hand-over-red", Hand("random"))
        await company.act(BLUE, "hand-over-blue", Hand("random"))
        await until(lambda: len(happened(company)) > 8)
        await company.act(who, "take-it-back", Hand("person"))
        await company.act(other, "take-mine-back", Hand("person"))
        who, line = await next_choice(company)
        number = company.table.match.number
        await company.act(who, "and-play-on-myself", Choose(line))
        assert company.table.match.number == number + 1

    at_a_house(database, play)


@ON_BOTH
def test_a_backup_taken_while_tables_play_is_gone_on_with_on_another_server(databases, tmp_path):
    database, another = databases(), databases()

    ids: list[str] = []
    told: dict[str, list[object]] = {}

    async def begin(house: House, world: World) -> None:
        companies = [await table_of(house, "random", "random") for _ in range(2)]
        ids.extend(company.table.id for company in companies)
        await until(lambda: all(len(happened(company)) > 5 for company in companies))
        await house.run(back_up, url_of(database), tmp_path / "backup")
        await until(lambda: all(len(happened(company)) > 20 for company in companies))
        told.update({company.table.id: items(company) for company in companies})

    async def go_on(house: House, world: World) -> None:
        assert sorted(house.open) == sorted(ids)
        for id in ids:
            company = house.open[id]
            before = items(company)
            assert len(before) > 5 and told[id][: len(before)] == before[: len(told[id])]
            many = len(before) + 5
            await until(lambda company=company, many=many: len(items(company)) > many)

    world = at_a_house(database, begin)
    restore(tmp_path / "backup", url_of(another))
    at_a_house(another, go_on, world=world)
