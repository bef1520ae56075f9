"""Two servers over one PostgreSQL: a table lives at one of them, and at the other when that is gone."""

from __future__ import annotations

import asyncio
import random
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.chance import ChanceFile
from tests.server.databases import Postgresql, as_many_as_wanted
from tests.server.service import DUEL, TTT
from tests.server.test_crash_recovery import Serving

TABLES = 4
BEFORE, AFTER = 8, 6  # acts of each player before one server is killed, and after it
AT_MOST = 60.0  # seconds that anybody waits


class Nomad:
    """Somebody who speaks at a table, at whatever server has it, until each act is acknowledged."""

    def __init__(self, servers: list[Serving], table: str, name: str, token: str) -> None:
        self.servers, self.table, self.name, self.token = servers, table, name, token
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
        at = f"{self.luck.choice(self.servers).address}/"
        while True:
            headers = {"Authorization": f"Bearer {self.token}", "Idempotency-Key": text.replace(" ", "-") + "-" * 8}
            answer: dict[str, Any] = {}
            with suppress(httpx.TransportError):
                said = {"do": "say", "text": text}
                got = await http.post(f"{at}api/tables/{self.table}/acts", json=said, headers=headers)
                answer = got.json()
                if got.status_code == 200:
                    return int(answer["seq"])
                assert got.status_code in (421, 503), got.text
                assert got.status_code != 421 or answer["code"] == "E_ELSEWHERE", answer
                self.sent_away += got.status_code == 421
            at = answer.get("address") or f"{self.luck.choice(self.servers).address}/"
            await asyncio.sleep(0.1)


@pytest.fixture
def database(postgresql: Postgresql) -> Any:
    with as_many_as_wanted(postgresql) as made:
        yield made()


def test_a_table_is_played_on_at_another_server_when_its_own_has_gone(database: str, tmp_path: Path) -> None:
    async def play() -> None:
        servers = [Serving(database, ChanceFile(tmp_path / f"chance {k}")) for k in range(2)]
        await asyncio.gather(*(server.start() for server in servers))
        try:
            async with httpx.AsyncClient(timeout=AT_MOST) as http:
                await at_both(servers, http)
        finally:
            for server in servers:
                if server.process.returncode is None:
                    await server.kill()

    asyncio.run(play())


async def at_both(servers: list[Serving], http: httpx.AsyncClient) -> None:
    nomads, homes = [], {}
    for k in range(TABLES):
        made = (await http.post(f"{servers[k % 2].address}/api/tables", json={**TTT, "seats": DUEL})).json()
        homes[made["table"]] = servers[k % 2]
        nomads += [Nomad(servers, made["table"], name, token) for name, token in made["seats"].items()]
    await asyncio.gather(*(nomad.speak(http, BEFORE) for nomad in nomads))
    assert all(nomad.sent_away for nomad in nomads), "who comes to the other server is sent away"

    dead, alive = servers
    talking = asyncio.gather(*(nomad.speak(http, AFTER) for nomad in nomads))
    await dead.kill()
    killed = time.monotonic()
    await talking
    back = max(nomad.times[BEFORE] - killed for nomad in nomads if homes[nomad.table] is dead)
    print(f"everybody was back after {back:.1f} s")

    for table in homes:
        mine = [nomad for nomad in nomads if nomad.table == table]
        headers = {"Authorization": f"Bearer {mine[0].token}"}
        items = (await http.get(f"{alive.address}/api/tables/{table}/items?since=0", headers=headers)).json()
        items = items["items"] if isinstance(items, dict) else items
        spoken = {item["what"]["text"]: item["seq"] for item in items if item["what"]["item"] == "spoken"}
        assert [item["seq"] for item in items] == list(range(1, len(items) + 1)), "no number is missing or twice there"
        for nomad in mine:
            assert {text: spoken.get(text) for text in nomad.acknowledged} == nomad.acknowledged
        assert len(spoken) == sum(len(nomad.acknowledged) for nomad in mine), "nothing is doubled"
