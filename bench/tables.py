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
from functools import cache, partial
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

from fireteam.registry import find_game
from fireteam.server.wire.board import board_of
from fireteam.server.wire.decoder import Decoder
from fireteam.server.wire.item_rows import PLAIN
from fireteam.server.wire.lexicon import with_gaps
from fireteam.server.wire.messages import (
    PROTOCOL,
    ActFrame,
    Choose,
    Hello,
    Lexicon,
    NewSeat,
    NewTable,
    TableTokens,
)

from .measure import cpu_seconds
from .menu_options import VerbOptions


@contextmanager
def server(database: Path, *options: str) -> Iterator[tuple[int, int]]:
    """A server on a database: its port, and the number of its process. `asgi`: without picows."""
    words = [sys.executable, "-m", "bench.serving", str(database), *options]
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


class Match(NamedTuple):
    """What is played at a table by so many people, a slot each."""

    game: str = "ttt"
    scenario: str = "besiege_the_bunker"
    slots: tuple[str, ...] = ("red", "blue")


BESIEGE, ART_OF_WAR = Match(), Match(scenario="the_art_of_war")
BOMB_ROUND = Match("tps", "de_depot", tuple(f"U{k}" for k in range(1, 11)))


def new_table(port: int, match: Match = BESIEGE) -> TableTokens:
    """A table for people."""
    seats = tuple(NewSeat(name, (name,)) for name in match.slots)
    new = NewTable(match.game, match.scenario, seats=seats)
    return msgspec.json.decode(send_request(port, "/api/tables", new), type=TableTokens)


@cache
def board(match: Match) -> Any:
    """The part of a match's Scenes that does not change, as JSON has it."""
    return msgspec.json.decode(board_of(find_game(match.game).make_setting(match.scenario)).body)


class Tally:
    """What was done and heard, while it is measured."""

    def __init__(self) -> None:
        self.counting = False
        self.begun: set[int] = set()  # the tables, by their seeds, at which all sit
        self.all_begun = asyncio.Event()
        self.made = 0
        self.cpu = 0.0  # seconds of the server
        self.own_cpu = 0.0  # seconds of those who play
        self.to_answer: list[float] = []
        self.to_all: list[float] = []
        self.after_answer: list[float] = []


class Heard(msgspec.Struct):
    """What a player reads of a frame."""

    frame: str
    choice: list[Any] = []
    menu: list[list[Any]] | None = None
    lexicon: msgspec.Raw = msgspec.Raw()
    items: list[Any] = []
    view: dict[str, Any] | None = None
    key: str = ""
    sentence: str = ""


READ = msgspec.json.Decoder(Heard).decode


class Player(WSListener):  # type: ignore[misc]
    """One socket at a table. It reads no more of a frame than who has to choose, of what, and whose act is kept."""

    def __init__(self, company: Company, token: str) -> None:
        self.company, self.token = company, token
        self.transport: WSTransport | None = None
        self.decoder: Decoder | None = None  # reads what is told before the first choice in numbers
        self.verbs: dict[int, VerbOptions] = {}  # those of the lexicon, by their numbers in menus
        self.menu: list[list[Any]] | None = None
        self.welcome: dict[str, Any] = {}
        self.last_event, self.question = -1, 0

    @property
    def has_to_choose(self) -> bool:
        """Whether it owes a choice."""
        return self.menu is not None or (self.decoder is not None and bool(self.decoder.open))

    def choice(self, chance: random.Random) -> str:
        """One of the choices that it has."""
        if self.menu is not None:
            return self._line(chance)
        assert self.decoder is not None
        options = [one for slot in self.decoder.open for one in self.decoder.decision(slot).options]
        return chance.choice(options).notation

    def _line(self, chance: random.Random) -> str:
        """A choice of a menu in numbers, each of its options as likely."""
        assert self.menu is not None
        groups = [(self.verbs[group[0]], group) for group in self.menu[1:]]
        counts = [verb.count(group) for verb, group in groups]
        k, number = int(chance.random() * sum(counts)), 0
        while k >= counts[number]:
            k -= counts[number]
            number += 1
        verb, group = groups[number]
        return verb.line(group, k)

    def _take_lexicon(self, lexicon: Lexicon) -> None:
        texts = [with_gaps(told) for told in lexicon.texts]
        self.verbs = {
            number: VerbOptions(verb, lambda form, number: texts[form][number + 1])
            for number, verb in enumerate(lexicon.verbs, 1)
            if verb is not None
        }

    # The socket

    def on_ws_connected(self, transport: WSTransport) -> None:
        """Say hello."""
        self.transport = transport
        self.send(Hello(self.token, protocol=PROTOCOL))

    def send(self, message: Any) -> None:
        """Say something."""
        assert self.transport is not None
        self.transport.send(WSMsgType.TEXT, msgspec.json.encode(message))

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        """Read a frame, and tell the others at the table that there is something new."""
        if frame.msg_type != WSMsgType.TEXT:
            return
        try:
            self._hear(frame.get_payload_as_bytes())
        except Exception as error:
            self.company.fail(error)
            raise

    def _hear(self, raw: bytes) -> None:
        heard = READ(raw)
        if heard.frame == "choice":
            if heard.lexicon:
                self._take_lexicon(msgspec.json.decode(heard.lexicon, type=Lexicon))
            self.decoder, self.menu = None, heard.menu
            self.last_event = self.question = heard.choice[0]
        elif heard.frame == "change":
            self._read_change(raw, heard)
        elif heard.frame == "welcome":
            self.welcome = msgspec.json.decode(raw)
            return
        elif heard.frame == "refusal":
            raise RuntimeError(heard.sentence)
        self.company.hear(self, heard.key)

    def _read_change(self, raw: bytes, heard: Heard) -> None:
        events = [item[3] for item in heard.items if len(item) > PLAIN]
        self.last_event = max(events, default=self.last_event)
        if heard.view:
            self.question = heard.view.get("question", self.question)
            self.company.is_over |= heard.view.get("over", False)
        if not self.verbs:
            if self.decoder is None:
                self.decoder = Decoder(self.welcome, self.company.board)
            self.decoder.follow(msgspec.json.decode(raw))
        self.menu = None


class Company:
    """Those at one table: whoever is to choose does so as soon as everybody has heard of the last choice."""

    def __init__(self, board: Any, tally: Tally, pause: float, chance: random.Random) -> None:
        self.board, self.tally, self.pause, self.chance = board, tally, pause, chance
        self.players: list[Player] = []
        self.has_begun = self.is_over = False
        self.ended = asyncio.get_running_loop().create_future()
        self._key, self._sent, self._answered, self._event = "", 0.0, 0.0, -1

    def hear(self, player: Player, key: str) -> None:
        """Somebody has read a frame."""
        if key and key == self._key:
            self._answered, self._event = time.perf_counter(), player.last_event
            self._key = ""
        if self._key or self.ended.done() or not self.has_begun:
            return
        if self._answered:
            if any(one.last_event < self._event for one in self.players) and not self.is_over:
                return
            self._note(time.perf_counter())
        if self.is_over:
            self.ended.set_result(None)
        elif self.pause:
            pause = self.pause * (0.5 + self.chance.random())
            asyncio.get_running_loop().call_later(pause, self.choose)
        else:
            self.choose()

    def begin(self) -> None:
        """Begin to choose; nobody does before."""
        self.has_begun = True
        self.choose()

    def fail(self, error: Exception) -> None:
        """One of them does not understand what it heard: whoever waits for the end hears of that."""
        if not self.ended.done():
            self.ended.set_exception(error)

    def leave(self) -> None:
        """Go away from the table."""
        for player in self.players:
            if player.transport is not None:
                player.transport.disconnect()

    def _note(self, now: float) -> None:
        tally, answered = self.tally, self._answered
        self._answered = 0.0
        if tally.counting:
            tally.made += 1
            tally.to_answer.append(answered - self._sent)
            tally.to_all.append(now - self._sent)
            tally.after_answer.append(now - answered)

    def choose(self) -> None:
        """Let somebody who has to choose do so."""
        turn = next((one for one in self.players if one.has_to_choose), None)
        if turn is None or self._key or self.ended.done():
            return
        self._key, self._sent = f"{self.chance.getrandbits(64):016x}", time.perf_counter()
        turn.send(ActFrame(self._key, Choose(turn.choice(self.chance), turn.question)))


HANDSHAKE = 60.0  # seconds: where many come at once, the last have to wait


async def play(port: int, looking_on: int, pause: float, tally: Tally, seed: int, match: Match, ahead: int = 0) -> None:
    """Play at one table after another at random, a choice every `pause` seconds, until somebody ends this.

    `ahead` tables are made and joined before that, so that no others need be while it is measured.
    """
    chance = random.Random(seed)

    async def gather() -> Company:
        made = await asyncio.to_thread(new_table, port, match)
        company = Company(board(match), tally, pause, chance)
        address = f"ws://127.0.0.1:{port}/api/tables/{made.table}/socket"
        for token in [*(made.seats[name] for name in match.slots), *[""] * looking_on]:
            _, player = await ws_connect(
                partial(Player, company, token), address, websocket_handshake_timeout=HANDSHAKE
            )
            company.players.append(player)
        return company

    await asyncio.sleep(chance.random() * pause)
    companies: list[Company] = []
    try:
        for _ in range(ahead):
            companies.append(await gather())
        if companies:
            tally.begun.add(seed)
            await tally.all_begun.wait()
        while True:
            if not companies:
                companies.append(await gather())
            tally.begun.add(seed)
            companies[-1].begin()
            await companies[-1].ended
            companies.pop().leave()
    finally:
        for company in companies:
            company.leave()


async def sit_idle(port: int, count: int) -> list[Player]:
    """Two sockets at each of so many tables at which nothing happens."""
    players = []
    for _ in range(count):
        made = await asyncio.to_thread(new_table, port)
        company = Company(board(BESIEGE), Tally(), 0.0, random.Random(0))
        address = f"ws://127.0.0.1:{port}/api/tables/{made.table}/socket"
        for token in made.seats.values():
            _, player = await ws_connect(partial(Player, company, token), address)
            players.append(player)
    await asyncio.sleep(1)
    return players


async def measure_tables(
    port: int,
    tables: int,
    looking_on: int,
    pause: float,
    seconds: float,
    process: int = 0,
    match: Match = BESIEGE,
    ahead: int = 0,
) -> tuple[Tally, float]:
    """So many tables at once, for so long once all have begun; `process` is the server's, whose CPU is noted."""
    tally = Tally()
    tasks = [asyncio.ensure_future(play(port, looking_on, pause, tally, seed, match, ahead)) for seed in range(tables)]
    try:
        await wait_until_all_begin(tally, tasks)
        await asyncio.sleep(1 + pause)
        began, before, own, tally.counting = time.perf_counter(), cpu_seconds(process), time.process_time(), True
        await asyncio.sleep(seconds)
        tally.counting, tally.cpu = False, cpu_seconds(process) - before
        tally.own_cpu = time.process_time() - own
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
    tally.all_begun.set()


def must_go_on(tasks: list[asyncio.Task[None]]) -> None:
    """See to it that nobody has given up."""
    for task in tasks:
        if task.done():
            task.result()
