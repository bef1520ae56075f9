"""Several servers over one PostgreSQL: each table lives at one of them, and at another when that one is gone."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any

import httpx
import psycopg
import pytest

from tests.chance import ChanceFile
from tests.server.databases import Postgresql, as_many_as_wanted
from tests.server.nomads import AT_MOST, PAUSE, Nomad, SocketNomad, Spectator, all_is_there
from tests.server.proxies import PROXIES, addresses, behind, need
from tests.server.service import DUEL, TTT
from tests.server.simulation import until
from tests.server.test_crash_recovery import Serving, free_port

TABLES = 2  # at least, at each server
MOST_TABLES = 20  # that are made until each server has so many
BEFORE, AFTER = 8, 12  # acts of each player before it is known that one server will be killed, and around that
DAYS = 5  # that somebody lets pass in a campaign, at each server


@pytest.fixture
def database(postgresql: Postgresql) -> Any:
    with as_many_as_wanted(postgresql) as made:
        yield made()


@pytest.mark.heavy
def test_a_table_is_played_on_at_another_server_when_its_own_has_gone(database: str, tmp_path: Path) -> None:
    async def play() -> None:
        async with two_servers(database, tmp_path) as servers:
            addresses = [f"{server.address}/" for server in servers]
            nomads = await play_on(database, servers, addresses, addresses)
        assert any(nomad.sent_away for nomad in nomads), "who comes to the other server is sent away"

    asyncio.run(play())


def test_a_campaign_is_changed_at_several_servers_at_once(database: str, tmp_path: Path) -> None:
    async def play() -> None:
        async with two_servers(database, tmp_path) as servers, httpx.AsyncClient(timeout=AT_MOST) as http:
            begun = await http.post(f"{servers[0].address}/api/campaigns", json={"game": "fs3", "name": "Winter"})
            campaign, headers = begun.json()["campaign"], {"Authorization": f"Bearer {begun.json()['token']}"}
            at = [f"{server.address}/api/campaigns/{campaign}" for server in servers]

            async def passes(own: int) -> list[int]:
                return [await a_day_passes(http, at, own, k, headers) for k in range(DAYS)]

            meanwhile = asyncio.gather(passes(0), passes(1))
            await until(lambda: servers[0].process.returncode is not None or meanwhile.done() or bool(passed))
            await servers[0].kill()
            numbers = sorted(chain.from_iterable(await meanwhile))
            entries = (await http.get(f"{at[1]}/log?since=0", headers=headers)).json()
            assert numbers == [entry["number"] for entry in entries] == list(range(1, 2 * DAYS + 1))

    passed: list[int] = []

    async def a_day_passes(http: httpx.AsyncClient, at: list[str], own: int, k: int, headers: Any) -> int:
        """Let a day pass under one key, at whichever server answers; return the number of the entry."""
        headers = {**headers, "Idempotency-Key": f"day-{own}-of-{k:04}"}
        async with asyncio.timeout(AT_MOST):
            while True:
                with suppress(httpx.TransportError):
                    answer = await http.post(f"{at[own]}/advance", json={"days": 1}, headers=headers)
                    if answer.status_code == 200:
                        passed.append(answer.json()["number"])
                        return passed[-1]
                    assert answer.status_code in (409, 503), answer.text  # the other was quicker, again and again
                own = 1 - own
                await asyncio.sleep(PAUSE)

    asyncio.run(play())


@pytest.mark.heavy
@pytest.mark.parametrize("proxy", PROXIES)
def test_behind_a_proxy_nobody_need_know_how_many_servers_there_are(proxy: str, database: str, tmp_path: Path) -> None:
    need(proxy)

    async def play() -> None:
        port = free_port()
        here = f"http://127.0.0.1:{port}/"
        async with (
            two_servers(database, tmp_path, *addresses(port)) as servers,
            httpx.AsyncClient(timeout=AT_MOST) as http,
        ):
            with behind(proxy, port, [server.port for server in servers], tmp_path):
                await lessons_go_on(http, here)
                for path in ("metrics", "api/reach"):
                    assert (await http.get(f"{here}{path}")).status_code == 403, "that is for this computer alone"
                nomads = await play_on(database, servers, [here], [here, here])
                await servers[0].start()
                for nomad in nomads:  # whom the proxy sends to the server that is there again, and that to the other
                    await nomad.leave(here)
                await asyncio.gather(*(nomad.act(http, AFTER) for nomad in nomads))

    asyncio.run(play())


async def lessons_go_on(http: httpx.AsyncClient, here: str) -> None:
    """A lesson is at one server alone: whoever goes on with it comes to that one."""
    for _ in range(4):
        begun = await http.post(f"{here}api/lessons/ttt")
        assert begun.status_code == 201, begun.text
        lesson = f"{here}api/lessons/ttt/{begun.json()['lesson']}"
        for _ in range(3):
            answer = await http.post(lesson, json={"line": "no such choice"})
            assert answer.status_code == 422, answer.text


@asynccontextmanager
async def two_servers(database: str, folder: Path, *names: str) -> AsyncIterator[list[Serving]]:
    """Two servers over one database, perhaps with addresses that others are told."""
    told = [("--address", name) for name in names] or [(), ()]
    servers = [Serving(database, ChanceFile(folder / f"chance {k}"), *told[k]) for k in range(2)]
    await asyncio.gather(*(server.start() for server in servers))
    try:
        yield servers
    finally:
        for server in servers:
            if server.process.returncode is None:
                await server.kill()


async def play_on(database: str, servers: list[Serving], addresses: list[str], makers: list[str]) -> list[Nomad]:
    """People act at tables of both servers, one of which is killed meanwhile, and go on: nothing is lost or doubled.

    Args:
        addresses: where they come, not knowing which server has their table.
        makers: where tables are made and first asked for, in turn.
    """
    nomads: list[Nomad] = []
    async with httpx.AsyncClient(timeout=AT_MOST) as http:
        while min(at_each := [len(await tables_of(database, server)) for server in servers]) < TABLES:
            assert sum(at_each) < MOST_TABLES, at_each
            maker = makers[sum(at_each) % 2]
            made = (await http.post(f"{maker}api/tables", json={**TTT, "seats": DUEL})).json()
            first = await http.get(f"{maker}api/tables/{made['table']}/now")
            assert first.status_code == 200, first.text
            for kind, (name, token) in zip((Nomad, SocketNomad), made["seats"].items(), strict=True):
                nomads.append(kind(addresses, made["table"], name, token))
        print(f"tables at each server: {at_each}")
        spectators = {table: Spectator(addresses, table) for table in {nomad.table for nomad in nomads}}
        watching = [asyncio.ensure_future(spectator.watch()) for spectator in spectators.values()]
        try:
            await asyncio.gather(*(nomad.act(http, BEFORE) for nomad in nomads))
            if len(addresses) == 1:
                assert not any(nomad.sent_away for nomad in nomads), "a proxy knows where each table is"
            orphans = await tables_of(database, servers[0])
            acting = asyncio.gather(*(nomad.act(http, AFTER) for nomad in nomads))
            await until(lambda: sum(len(nomad.times) for nomad in nomads) >= (BEFORE + 2) * len(nomads), each=0.001)
            killed = time.monotonic()
            await servers[0].kill()
            await acting
            late = [next(at for at in nomad.times if at > killed) for nomad in nomads if nomad.table in orphans]
            print(f"{len(late)} who were at the server that was killed were back after {max(late) - killed:.1f} s")
            for table, spectator in spectators.items():
                got = (await http.get(f"{servers[1].address}/api/tables/{table}/items?since=0")).json()
                await until(partial(has_heard, spectator, len(got)))
                all_is_there(got, [nomad for nomad in nomads if nomad.table == table], spectator)
            assert not [task for task in watching if task.done()]
        finally:
            for task in watching:
                task.cancel()
            await asyncio.gather(*watching, return_exceptions=True)
    return nomads


def has_heard(spectator: Spectator, count: int) -> bool:
    """Whether somebody who looks on has been told so many items."""
    return len(spectator.heard) >= count


async def tables_of(database: str, server: Serving) -> set[str]:
    """Return the tables that a server has."""
    asked = 'SELECT "table" FROM leases JOIN processes USING (owner) WHERE address = %s'
    told = server.options[1] if server.options else server.address.replace("127.0.0.1", "localhost")
    async with await psycopg.AsyncConnection.connect(database) as connection:
        return {row[0] for row in await (await connection.execute(asked, (f"{told}/",))).fetchall()}
