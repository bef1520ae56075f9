"""Those who sit at tables of a server and look on, over real sockets, from the bench's own process."""

from __future__ import annotations

import asyncio
import random
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect

from fireteam.server.wire.decoder import Decoder
from fireteam.server.wire.messages import PROTOCOL, ActFrame, Choose, Hello, NewSeat, NewTable, TableTokens

from .measure import cpu_seconds

MISSION = "besiege_the_bunker"
HOLDERS = ("red", "blue")


@contextmanager
def server(database: Path) -> Iterator[tuple[int, int]]:
    """A server on a database: its port, and the number of its process."""
    words = [sys.executable, "-m", "bench.serving", str(database)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            port = int(process.stdout.readline())
            send_request(port, "/readyz")
            yield port, process.pid
        finally:
            process.terminate()


def send_request(port: int, path: str, message: Any = None) -> bytes:
    """What the server answers."""
    body = None if message is None else msgspec.json.encode(message)
    request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", body, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=600) as answer:  # the first may wait for rules to be compiled
        return bytes(answer.read())


def new_table(port: int) -> TableTokens:
    """A table for two people."""
    seats = tuple(NewSeat(name, (name,)) for name in HOLDERS)
    return msgspec.json.decode(
        send_request(port, "/api/tables", NewTable("ttt", MISSION, seats=seats)), type=TableTokens
    )


class Tally:
    """What was done and heard, while it is measured."""

    def __init__(self) -> None:
        self.counting = False
        self.begun: set[int] = set()  # the tables, by their seeds, at which all sit
        self.made = 0
        self.cpu = 0.0  # seconds of the server
        self.to_answer: list[float] = []
        self.to_all: list[float] = []
        self.after_answer: list[float] = []


class TableClient:
    """One socket at a table: it notes when it has heard what, and what it is to choose from."""

    def __init__(self, socket: ClientConnection, decoder: Decoder, news: asyncio.Event) -> None:
        self.socket, self.decoder, self._news = socket, decoder, news
        self.heard: dict[int, float] = {}
        self.done: dict[str, tuple[float, int]] = {}
        self.is_over = False
        self.reading = asyncio.ensure_future(self._read())

    @classmethod
    async def down(cls, port: int, table: str, token: str, news: asyncio.Event) -> TableClient:
        """Come to a table; without token, to look on."""
        socket = await connect(f"ws://127.0.0.1:{port}/api/tables/{table}/socket", max_size=2**24, compression=None)
        await socket.send(msgspec.json.encode(Hello(token, protocol=PROTOCOL)).decode())
        welcome = msgspec.json.decode(await socket.recv())
        board = await asyncio.to_thread(send_request, port, welcome["terms"]["board"]["address"])
        return cls(socket, Decoder(welcome, msgspec.json.decode(board)), news)

    @property
    def lines(self) -> list[str]:
        """What it may choose now."""
        return [one.notation for slot in self.decoder.open for one in self.decoder.decision(slot).options]

    async def _read(self) -> None:
        async for text in self.socket:
            at, frame = time.perf_counter(), msgspec.json.decode(text)
            if frame["frame"] == "refusal":
                raise RuntimeError(frame["sentence"])
            if frame["frame"] != "change":
                continue
            items = self.decoder.follow(frame)
            self.heard.update((item["seq"], at) for item in items)
            self.is_over = self.is_over or any(item["what"]["item"] == "ended" for item in items)
            if key := frame.get("key"):
                self.done[key] = (at, self.decoder.seq)
            self._news.set()

    async def leave(self) -> None:
        """Go."""
        self.reading.cancel()
        await self.socket.close()


async def sit(port: int, looking_on: int, pause: float, tally: Tally, seed: int) -> None:
    """Play at one table after another at random, a choice every `pause` seconds, until somebody ends this."""
    chance = random.Random(seed)
    await asyncio.sleep(chance.random() * pause)
    while True:
        made, news = await asyncio.to_thread(new_table, port), asyncio.Event()
        tokens = [*(made.seats[name] for name in HOLDERS), *[""] * looking_on]
        company = [await TableClient.down(port, made.table, token, news) for token in tokens]
        tally.begun.add(seed)
        try:
            await play(company, pause, tally, chance)
        finally:
            for one in company:
                await one.leave()


async def play(company: list[TableClient], pause: float, tally: Tally, chance: random.Random) -> None:
    """Choose for whoever is to choose, to the end of a match."""
    news = company[0]._news
    while True:
        turn = next((one for one in company if one.decoder.open), None)
        if turn is None or company[0].is_over:
            if any(one.is_over for one in company):
                return
            news.clear()
            await news.wait()
            continue
        await act(turn, chance.choice(turn.lines), company, tally, chance)
        if pause:
            await asyncio.sleep(pause * (0.5 + chance.random()))


async def act(turn: TableClient, line: str, company: list[TableClient], tally: Tally, chance: random.Random) -> None:
    """Choose, and wait until everybody has heard of it."""
    key, sent = f"{chance.getrandbits(64):016x}", time.perf_counter()
    await turn.socket.send(msgspec.json.encode(ActFrame(key, Choose(line))).decode())
    while key not in turn.done:
        await wait_for_frame(company)
    answered, seq = turn.done.pop(key)
    while any(seq not in one.heard for one in company):
        await wait_for_frame(company)
    all_heard = max(one.heard[seq] for one in company)
    for one in company:
        one.heard.clear()
    if tally.counting:
        tally.made += 1
        tally.to_answer.append(answered - sent)
        tally.to_all.append(all_heard - sent)
        tally.after_answer.append(max(0.0, all_heard - answered))


async def wait_for_frame(company: list[TableClient]) -> None:
    """Wait for the next frame to anybody at the table."""
    news = company[0]._news
    news.clear()
    await news.wait()
    for one in company:
        if one.reading.done():
            one.reading.result()


async def measure_tables(
    port: int, tables: int, looking_on: int, pause: float, seconds: float, process: int = 0
) -> tuple[Tally, float]:
    """So many tables at once, for so long once all have begun; `process` is the server's, whose CPU is noted."""
    tally = Tally()
    tasks = [asyncio.ensure_future(sit(port, looking_on, pause, tally, seed)) for seed in range(tables)]
    try:
        await wait_until_all_begin(tally, tasks)
        await asyncio.sleep(1 + pause)
        began, before, tally.counting = time.perf_counter(), cpu_seconds(process), True
        await asyncio.sleep(seconds)
        tally.counting, tally.cpu = False, cpu_seconds(process) - before
        must_go_on(tasks)
        return tally, time.perf_counter() - began
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def wait_until_all_begin(tally: Tally, tasks: list[asyncio.Task[None]]) -> None:
    """Wait until everybody sits: what a server does meanwhile is not what is measured."""
    async with asyncio.timeout(300):
        while len(tally.begun) < len(tasks):
            must_go_on(tasks)
            await asyncio.sleep(0.1)


def must_go_on(tasks: list[asyncio.Task[None]]) -> None:
    """See to it that nobody has given up."""
    for task in tasks:
        if task.done():
            task.result()
