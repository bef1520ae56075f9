"""The server is killed again and again while people play: nothing acknowledged is lost, doubled or told otherwise."""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import socket
import sys
from contextlib import suppress
from typing import Any

import httpx
import msgspec
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from fireteam.server.wire.decoder import Decoder
from fireteam.server.wire.messages import PROTOCOL
from tests.chance import SERVE, ChanceFile
from tests.heavy.settings import many
from tests.server.databases import ON_BOTH
from tests.server.service import DUEL, TOLD, TTT
from tests.server.simulation import until

pytestmark = ON_BOTH
KILLS = many(2, 8)  # on either kind of database
TABLES = 3


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        return int(listening.getsockname()[1])


class Serving:
    """A server in a process that can be killed."""

    def __init__(self, database: str, chance: ChanceFile, *options: str) -> None:
        self.port, self.database, self.chance, self.options = free_port(), database, chance, options
        self.up = asyncio.Event()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def is_running(self) -> bool:
        """Whether the process has been started and not ended."""
        return hasattr(self, "process") and self.process.returncode is None

    def send(self, number: signal.Signals) -> None:
        """Send the process a signal."""
        self.process.send_signal(number)

    async def start(self) -> None:
        words = ("serve", "--port", str(self.port), "--database", self.database, *self.options)
        known = {**os.environ, **self.chance.environment, "FIRETEAM_JIT": "0"}
        self.chance.begin()
        nowhere = asyncio.subprocess.DEVNULL
        self.process = await asyncio.create_subprocess_exec(
            sys.executable, "-c", SERVE, *words, env=known, stdout=nowhere, stderr=nowhere
        )
        async with asyncio.timeout(90), httpx.AsyncClient() as http:
            while True:
                with suppress(httpx.TransportError):
                    if (await http.get(f"{self.address}/readyz")).status_code == 200:
                        break
                assert self.process.returncode is None
                await asyncio.sleep(0.1)
        self.up.set()

    async def kill(self) -> None:
        self.up.clear()
        self.process.send_signal(signal.SIGKILL)
        await self.process.wait()


class Player:
    """Somebody who speaks and chooses as fast as they are answered, and writes down what was acknowledged."""

    def __init__(self, serving: Serving, table: str, name: str, token: str) -> None:
        self.serving, self.table, self.name, self.token = serving, table, name, token
        self.acknowledged: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {}
        self.count, self.luck = 0, random.Random(f"{name} {table}")

    async def play(self, http: httpx.AsyncClient) -> None:
        while True:
            await self.serving.up.wait()
            self.count += 1
            key, act = f"{self.name}-{self.count:08}", {"do": "say", "text": f"{self.name} {self.count}"}
            if self.count % 3 == 0:
                act = await self.choice(http) or act
            await self.send(http, key, act)

    async def choice(self, http: httpx.AsyncClient) -> dict[str, Any] | None:
        with suppress(httpx.TransportError):
            now = (await http.get(self.at("/now"), headers=self.headers)).json()
            if now.get("decisions"):
                line = self.luck.choice(now["decisions"][0]["options"])["notation"]
                return {"do": "choose", "line": line, "question": now["question"]}
        return None

    async def send(self, http: httpx.AsyncClient, key: str, act: dict[str, Any]) -> None:
        """Until it is answered, however often the server goes down meanwhile."""
        while True:
            await self.serving.up.wait()
            with suppress(httpx.TransportError):
                headers = {**self.headers, "Idempotency-Key": key}
                answer = await http.post(self.at("/acts"), json=act, headers=headers)
                if answer.status_code == 200:
                    self.acknowledged[key] = act, answer.json()
                assert answer.status_code in (200, 403, 409, 422, 429, 503), answer.text
                return
            await asyncio.sleep(0.05)

    def at(self, path: str) -> str:
        return f"{self.serving.address}/api/tables/{self.table}{path}"

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"}


class Talker(Player):
    """The same by a socket, as the page does it: `done` is heard on it, and it is opened anew after every kill."""

    session: ClientConnection | None = None
    seq = 0  # of the last item of the table's stream

    async def send(self, http: httpx.AsyncClient, key: str, act: dict[str, Any]) -> None:
        """Until it is answered, however often the server goes down meanwhile."""
        while True:
            await self.serving.up.wait()
            with suppress(OSError, WebSocketException, TimeoutError):
                answer = await self.answer(key, act)
                if answer["frame"] == "done":
                    self.acknowledged[key] = act, answer
                assert answer.get("code") not in ("E_FAULT", "E_KEY", "E_MESSAGE", "E_TOKEN"), answer
                return
            self.session = None
            await asyncio.sleep(0.05)

    async def answer(self, key: str, act: dict[str, Any]) -> dict[str, Any]:
        """What the socket says to an act."""
        if self.session is None:
            self.session = await connect(f"{self.at('/socket').replace('http', 'ws', 1)}", max_size=2**24)
            await self.session.send(
                json.dumps({"frame": "hello", "token": self.token, "since": {}, "protocol": PROTOCOL})
            )
        await self.session.send(json.dumps({"frame": "doing", "key": key, "act": act}))
        while True:
            frame: dict[str, Any] = json.loads(await self.session.recv())
            if frame["frame"] in ("done", "refusal") and frame.get("key") == key:
                return frame
            if frame["frame"] in TOLD:
                quick = frame["frame"] == "choice"
                self.seq = max([self.seq + quick, *(item[1] for item in frame.get("items", ()) if item[0] == 0)])
                if frame.get("key") == key:
                    return {"frame": "done", "key": key, "seq": self.seq}


class Watcher:
    """Somebody who looks on, comes back after every kill, and says where they stopped reading."""

    def __init__(self, serving: Serving, table: str) -> None:
        self.serving, self.table = serving, table
        self.heard: list[dict[str, Any]] = []

    async def watch(self) -> None:
        address = f"ws://127.0.0.1:{self.serving.port}/api/tables/{self.table}/socket"
        while True:
            await self.serving.up.wait()
            with suppress(OSError, WebSocketException, TimeoutError, httpx.HTTPError):
                async with connect(address, max_size=2**24) as session:
                    since = {"table": self.heard[-1]["seq"] if self.heard else 0}
                    await session.send(json.dumps({"frame": "hello", "since": since, "protocol": PROTOCOL}))
                    welcome = json.loads(await session.recv())
                    while welcome["frame"] != "welcome":
                        welcome = json.loads(await session.recv())
                    async with httpx.AsyncClient(timeout=60) as http:
                        board = await http.get(f"{self.serving.address}{welcome['terms']['board']['address']}")
                    decoder = Decoder(welcome, board.json())
                    async for raw in session:
                        frame = json.loads(raw)
                        if frame["frame"] in TOLD:
                            self.heard += json.loads(msgspec.json.encode(decoder.read(frame)[0]))
            await asyncio.sleep(0.05)


@pytest.mark.heavy
def test_kills_lose_nothing_and_double_nothing(database, tmp_path):
    asyncio.run(killed_again_and_again(Serving(database, ChanceFile(tmp_path / "chance"))))


async def killed_again_and_again(serving: Serving) -> None:
    chance = random.Random(11)
    await serving.start()
    async with httpx.AsyncClient(timeout=60) as http:
        made = [await a_table(http, serving) for _ in range(TABLES)]
        kinds = {"anna": Player, "ben": Talker}
        players = [
            kind(serving, one["table"], name, one["seats"][name]) for one in made for name, kind in kinds.items()
        ]
        watchers = [Watcher(serving, one["table"]) for one in made]
        tasks = [asyncio.ensure_future(player.play(http)) for player in players]
        tasks += [asyncio.ensure_future(watcher.watch()) for watcher in watchers]
        try:
            for _ in range(KILLS):
                await much_is_done(players, chance.randint(3, 40))
                await asyncio.sleep(chance.uniform(0.0, 0.05))
                await serving.kill()
                await serving.start()
            await much_is_done(players, 10)
            await until(lambda: all(len(player.acknowledged) > 3 for player in players), 90)
            await until(lambda: all(len(watcher.heard) > KILLS for watcher in watchers), 90)
            assert not [task for task in tasks if task.done()]
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        await nothing_is_lost(http, players, watchers)
    await serving.kill()


async def much_is_done(players: list[Player], more: int) -> None:
    """Wait until so many more acts have been acknowledged."""
    done = sum(len(player.acknowledged) for player in players)
    await until(lambda: sum(len(player.acknowledged) for player in players) >= done + more, 90, each=0.005)


async def a_table(http: httpx.AsyncClient, serving: Serving) -> dict[str, Any]:
    answer = await http.post(f"{serving.address}/api/tables", json={**TTT, "seats": DUEL})
    found: dict[str, Any] = answer.json()
    return found


async def nothing_is_lost(http: httpx.AsyncClient, players: list[Player], watchers: list[Watcher]) -> None:
    """Every acknowledged act stands once in the story, in its place; every story that was heard begins the true one."""
    for watcher in watchers:
        mine = [player for player in players if player.table == watcher.table]
        items = (await http.get(mine[0].at("/items"))).json()
        assert [item["seq"] for item in items] == list(range(1, len(items) + 1))
        assert watcher.heard == items[: len(watcher.heard)]
        said = [item["what"]["text"] for item in items if item["what"]["item"] == "spoken"]
        assert len(set(said)) == len(said)
        for player in mine:
            for act, done in player.acknowledged.values():
                what = items[done["seq"] - 1]["what"]
                assert what["text"] == act["text"] if act["do"] == "say" else what["item"] in ("happened", "ended")
            key, (act, done) = next(iter(player.acknowledged.items()))
            again = await http.post(player.at("/acts"), json=act, headers={**player.headers, "Idempotency-Key": key})
            assert again.json() == done
            lines = [act for act, _ in player.acknowledged.values() if act["do"] == "choose"]
            happened = [one for one in items if one["what"]["item"] == "happened" and one["what"]["kind"] == "choice"]
            assert len(lines) <= len(happened)
