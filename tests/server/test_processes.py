"""Two servers over one PostgreSQL: a table lives at one of them, and at the other when that is gone."""

from __future__ import annotations

import asyncio
import os
import random
import shutil
import subprocess
import time
from asyncio.subprocess import DEVNULL
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.chance import ChanceFile
from tests.processes import ROOT
from tests.server.databases import Postgresql, as_many_as_wanted
from tests.server.service import DUEL, TTT
from tests.server.test_crash_recovery import Serving, free_port

DOCS = ROOT / "docs" / "proxies"
PROXIES = {"haproxy": ("-f", "haproxy.cfg"), "caddy": ("run", "--config", "Caddyfile", "--adapter", "caddyfile")}
TABLES = 4
BEFORE, AFTER = 8, 6  # acts of each player before one server is killed, and after it
AT_MOST = 60.0  # seconds that anybody waits


class Nomad:
    """Somebody who speaks at a table, at whatever server has it, until each act is acknowledged."""

    def __init__(self, addresses: list[str], table: str, name: str, token: str) -> None:
        self.addresses, self.table, self.name, self.token = addresses, table, name, token
        self.acknowledged: dict[str, int] = {}
        self.times: list[float] = []
        self.sent_away = 0
        self.luck = random.Random(f"{table} {name}")

    async def speak(self, http: httpx.AsyncClient, count: int) -> None:
        for _ in range(count):
            text = f"{self.name} {len(self.acknowledged)}"
            async with asyncio.timeout(AT_MOST):
                self.acknowledged[text] = await self._say(http, text)
            self.times.append(time.monotonic())

    async def _say(self, http: httpx.AsyncClient, text: str) -> int:
        """Until it is answered: the number of its item."""
        at = self.luck.choice(self.addresses)
        while True:
            headers = {"Authorization": f"Bearer {self.token}", "Idempotency-Key": text.replace(" ", "-") + "-" * 8}
            answer: dict[str, Any] = {}
            with suppress(httpx.TransportError):
                said = {"do": "say", "text": text}
                got = await http.post(f"{at}api/tables/{self.table}/acts", json=said, headers=headers)
                answer = got.json() if "json" in got.headers.get("content-type", "") else {}
                if got.status_code == 200:
                    return int(answer["seq"])
                assert got.status_code in (421, 502, 503), got.text
                assert got.status_code != 421 or answer["code"] == "E_ELSEWHERE", answer
                self.sent_away += got.status_code == 421
            at = answer.get("address") or self.luck.choice(self.addresses)
            await asyncio.sleep(0.1)


@pytest.fixture
def database(postgresql: Postgresql) -> Any:
    with as_many_as_wanted(postgresql) as made:
        yield made()


def test_a_table_is_played_on_at_another_server_when_its_own_has_gone(database: str, tmp_path: Path) -> None:
    async def play() -> None:
        async with two_servers(database, tmp_path) as servers:
            nomads = await play_on(servers, [f"{server.address}/" for server in servers])
        assert all(nomad.sent_away for nomad in nomads), "who comes to the other server is sent away"

    asyncio.run(play())


@pytest.mark.heavy
@pytest.mark.parametrize("proxy", PROXIES)
def test_behind_a_proxy_nobody_need_know_how_many_servers_there_are(proxy: str, database: str, tmp_path: Path) -> None:
    program = installed(proxy)

    async def play() -> None:
        async with two_servers(database, tmp_path) as servers:
            here = f"127.0.0.1:{free_port()}"
            one, two = (f"127.0.0.1:{server.port}" for server in servers)
            site = here if proxy == "haproxy" else f"http://{here}"
            environment = {**os.environ, "HERE": site, "ONE": one, "TWO": two, "HOME": str(tmp_path)}
            running = await asyncio.create_subprocess_exec(
                program, *PROXIES[proxy], env=environment, cwd=DOCS, stderr=DEVNULL
            )
            try:
                await is_ready(f"http://{here}/readyz")
                await play_on(servers, [f"http://{here}/"])
            finally:
                if running.returncode is None:
                    running.kill()
                await running.wait()

    asyncio.run(play())


def installed(proxy: str) -> str:
    """Where a proxy's program is; as root it is installed from Debian's package."""
    if shutil.which(proxy) is None and os.geteuid() == 0 and shutil.which("apt-get"):
        for words in (["update"], ["-y", "install", proxy]):
            subprocess.run(["apt-get", "-qq", *words], stdin=subprocess.DEVNULL, capture_output=True, check=False)
    found = shutil.which(proxy)
    if found is None:
        pytest.skip(f"{proxy} is not installed")
    return found


async def is_ready(address: str) -> None:
    async with asyncio.timeout(AT_MOST), httpx.AsyncClient() as http:
        while True:
            with suppress(httpx.TransportError):
                if (await http.get(address)).status_code == 200:
                    return
            await asyncio.sleep(0.1)


@asynccontextmanager
async def two_servers(database: str, folder: Path) -> AsyncIterator[list[Serving]]:
    """Two servers over one database."""
    servers = [Serving(database, ChanceFile(folder / f"chance {k}")) for k in range(2)]
    await asyncio.gather(*(server.start() for server in servers))
    try:
        yield servers
    finally:
        for server in servers:
            if server.process.returncode is None:
                await server.kill()


async def play_on(servers: list[Serving], addresses: list[str]) -> list[Nomad]:
    """People speak at several tables, a server is killed meanwhile, and they speak on: nothing is lost or doubled."""
    dead, alive = servers
    nomads: list[Nomad] = []
    async with httpx.AsyncClient(timeout=AT_MOST) as http:
        for k in range(TABLES):
            made = (await http.post(f"{servers[k % 2].address}/api/tables", json={**TTT, "seats": DUEL})).json()
            nomads += [Nomad(addresses, made["table"], name, token) for name, token in made["seats"].items()]
        await asyncio.gather(*(nomad.speak(http, BEFORE) for nomad in nomads))
        talking = asyncio.gather(*(nomad.speak(http, AFTER) for nomad in nomads))
        await dead.kill()
        killed = time.monotonic()
        await talking
        print(f"everybody was back after {max(nomad.times[BEFORE] for nomad in nomads) - killed:.1f} s")
        for table in {nomad.table for nomad in nomads}:
            mine = [nomad for nomad in nomads if nomad.table == table]
            headers = {"Authorization": f"Bearer {mine[0].token}"}
            got = await http.get(f"{alive.address}/api/tables/{table}/items?since=0", headers=headers)
            all_is_there(got.json(), mine)
    return nomads


def all_is_there(found: Any, mine: list[Nomad]) -> None:
    """What a table's people were told is done stands there once, under the number that they were told."""
    items = found["items"] if isinstance(found, dict) else found
    spoken = [(item["what"]["text"], item["seq"]) for item in items if item["what"]["item"] == "spoken"]
    assert [item["seq"] for item in items] == list(range(1, len(items) + 1)), "no number is missing or twice there"
    assert sorted(spoken) == sorted(one for nomad in mine for one in nomad.acknowledged.items())
