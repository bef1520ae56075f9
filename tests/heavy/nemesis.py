"""Three servers over one PostgreSQL, with players, and somebody who kills, stops and cuts off one after another.

How long everything takes is left to chance and the machine; the verdict is not: whatever was acknowledged stands in the
table's log once and in order, all servers tell the same, who looks on hears no gap, and in the end all of it is there.
"""

from __future__ import annotations

import asyncio
import random
import signal
import tempfile
import time
from collections.abc import Awaitable, Callable
from contextlib import ExitStack, suppress
from pathlib import Path

import httpx

from fireteam.core.errors import FireteamError
from fireteam.match.file.parse import read_match_file
from fireteam.match.load import verify
from tests.chance import ChanceFile
from tests.server.databases import Postgresql
from tests.server.nomads import AT_MOST, MAY_BE, PAUSE, Nomad, SocketNomad, Spectator, all_is_there
from tests.server.service import DUEL, TTT
from tests.server.simulation import until
from tests.server.tcp_proxy import PASSES, STALLS, SWALLOWS_COMMITS, TcpProxy, proxied
from tests.server.test_crash_recovery import Serving

SERVERS, TABLES = 3, 4
MOST_ACTS = 4_000  # of one player, more than there is time for: all loops are bounded
BREATH = 0.05  # seconds between two acts of a player
CALM = (0.5, 2.5)  # seconds between two troubles
ASLEEP = (1.0, 7.0)  # seconds for which a process is stopped: a lease is taken over after 4
SILENT = (1.0, 13.0)  # seconds for which a connection is stalled: an answer is waited for 10
LIMIT = 200.0  # seconds after which no trouble is made any more: a slow machine sees fewer of them
HANGS = 1_200.0  # seconds after which what has not ended never will


class Host:
    """A server and the proxy between it and the database."""

    def __init__(self, name: int, proxy: TcpProxy, folder: Path) -> None:
        self.name, self.proxy = name, proxy
        self.serving = Serving(proxy.address, ChanceFile(folder / f"chance {name}"))

    @property
    def address(self) -> str:
        """Where browsers reach it."""
        return f"{self.serving.address}/"


class Nemesis:
    """What happens to the servers, one trouble after another, each at one of them; afterwards that is well again."""

    def __init__(self, hosts: list[Host], seed: int) -> None:
        self.hosts, self.luck = hosts, random.Random(f"nemesis {seed}")
        self.done: list[str] = []
        self.troubles: tuple[Callable[[Host], Awaitable[str]], ...] = (
            self._kill,
            self._stop,
            self._stop,
            self._cut,
            self._stall,
            self._stall,
            self._swallow,
        )

    async def rage(self, count: int) -> None:
        """Make so many troubles, or as many as there is time for."""
        begun = time.monotonic()
        for _ in range(count):
            if time.monotonic() - begun > LIMIT:
                return
            await asyncio.sleep(self.luck.uniform(*CALM))
            host = self.luck.choice(self.hosts)
            what = await self.luck.choice(self.troubles)(host)
            self.done.append(f"server {host.name} {what}")
            print(f"  {self.done[-1]}", flush=True)

    async def _kill(self, host: Host) -> str:
        await host.serving.kill()
        await asyncio.sleep(self.luck.uniform(0, 5))
        await host.serving.start()
        return "was killed and came back"

    async def _stop(self, host: Host) -> str:
        seconds = self.luck.uniform(*ASLEEP)
        host.serving.send(signal.SIGSTOP)
        try:
            await asyncio.sleep(seconds)
        finally:
            host.serving.send(signal.SIGCONT)
        return f"stood still for {seconds:.1f} s"

    async def _cut(self, host: Host) -> str:
        times = self.luck.randint(1, 8)
        for _ in range(times):
            host.proxy.cut()
            await asyncio.sleep(self.luck.uniform(0, 0.3))
        return f"lost its connections {times} times"

    async def _stall(self, host: Host) -> str:
        seconds = self.luck.uniform(*SILENT)
        host.proxy.set_mode(STALLS)
        try:
            await asyncio.sleep(seconds)
        finally:
            host.proxy.set_mode(PASSES)
            if self.luck.random() < 0.5:
                host.proxy.cut()
        return f"heard nothing of the database for {seconds:.1f} s"

    async def _swallow(self, host: Host) -> str:
        before = host.proxy.lost_commits
        host.proxy.set_mode(SWALLOWS_COMMITS)
        try:
            await asyncio.sleep(self.luck.uniform(0.5, 3))
        finally:
            host.proxy.set_mode(PASSES)
        return f"was not answered {host.proxy.lost_commits - before} commits"


def faults_of(troubles: int, seed: int) -> list[str]:
    """Return what is wrong after so many troubles, a sentence for each."""
    with Postgresql() as shared, shared.database(ready=True) as database, ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        hosts = [Host(k, stack.enter_context(proxied(database)), folder) for k in range(1, SERVERS + 1)]
        return asyncio.run(_bounded(hosts, troubles, seed))


async def _bounded(hosts: list[Host], troubles: int, seed: int) -> list[str]:
    try:
        async with asyncio.timeout(HANGS):
            await asyncio.gather(*(host.serving.start() for host in hosts))
            return await _play(hosts, troubles, seed)
    except TimeoutError:
        return [f"after {HANGS:g} seconds it had not ended"]
    finally:
        for host in hosts:
            if host.serving.is_running:
                host.serving.send(signal.SIGCONT)
                await host.serving.kill()


async def _play(hosts: list[Host], troubles: int, seed: int) -> list[str]:
    addresses, begun = [host.address for host in hosts], time.monotonic()
    faults: list[str] = []
    async with httpx.AsyncClient(timeout=15.0) as http:
        nomads: list[Nomad] = []
        for k in range(TABLES):
            made = (await http.post(f"{addresses[k % SERVERS]}api/tables", json={**TTT, "seats": DUEL})).json()
            for kind, (name, token) in zip((Nomad, SocketNomad), made["seats"].items(), strict=True):
                nomads.append(kind(addresses, made["table"], name, token))
        tables = sorted({nomad.table for nomad in nomads})
        spectators = {table: Spectator(addresses, table) for table in tables}
        watching = [asyncio.ensure_future(spectator.watch()) for spectator in spectators.values()]
        over = asyncio.Event()
        playing = [asyncio.ensure_future(_act_on(nomad, http, over)) for nomad in nomads]
        nemesis = Nemesis(hosts, seed)
        try:
            await nemesis.rage(troubles)
        finally:
            over.set()
        for nomad, end in zip(nomads, await asyncio.gather(*playing, return_exceptions=True), strict=True):
            if isinstance(end, BaseException):
                faults.append(f"{nomad.name} at table {nomad.table}: {type(end).__name__}: {end}")
        for host in hosts:
            if not await _becomes_ready(http, host):
                faults.append(f"server {host.name} is not ready though nothing is wrong any more")
        for table in tables:
            own = [nomad for nomad in nomads if nomad.table == table]
            faults += await _look_at(http, addresses, table, own, spectators[table])
        faults += [f"who looks on broke: {task.exception()!r}" for task in watching if task.done()]
        for task in watching:
            task.cancel()
        await asyncio.gather(*watching, return_exceptions=True)
    acts, away = sum(len(nomad.acknowledged) for nomad in nomads), sum(nomad.sent_away for nomad in nomads)
    print(
        f"{len(nemesis.done)} troubles for {SERVERS} servers in {time.monotonic() - begun:.0f} s (seed {seed}): "
        f"{acts} acts acknowledged, sent away {away} times",
        flush=True,
    )
    return faults


async def _act_on(nomad: Nomad, http: httpx.AsyncClient, over: asyncio.Event) -> None:
    """Act until it is over, each act until it is answered."""
    for _ in range(MOST_ACTS):
        if over.is_set():
            return
        await nomad.act(http, 1)
        await asyncio.sleep(BREATH)


async def _becomes_ready(http: httpx.AsyncClient, host: Host) -> bool:
    """Whether a server says within a minute that it is ready."""
    with suppress(TimeoutError):
        async with asyncio.timeout(AT_MOST):
            while True:
                with suppress(httpx.TransportError):
                    if (await http.get(f"{host.address}readyz")).status_code == 200:
                        return True
                await asyncio.sleep(PAUSE)
    return False


async def _get(http: httpx.AsyncClient, address: str, path: str) -> httpx.Response:
    """Ask a server, or the one to which it sends; again while the answer is that nobody knows yet."""
    at = address
    async with asyncio.timeout(AT_MOST):
        while True:
            with suppress(httpx.TransportError):
                answer = await http.get(f"{at}{path}")
                if answer.status_code not in MAY_BE:
                    return answer
                at = answer.json().get("address") or address if "json" in answer.headers["content-type"] else address
            await asyncio.sleep(PAUSE)


async def _look_at(
    http: httpx.AsyncClient, addresses: list[str], table: str, nomads: list[Nomad], spectator: Spectator
) -> list[str]:
    """Return what is wrong with a table, now that all is well."""
    try:
        told = [(await _get(http, at, f"api/tables/{table}/items?since=0")).json() for at in addresses]
        if any(one != told[0] for one in told):
            return [f"table {table} is told differently by two servers"]
        all_is_there(told[0], nomads, spectator)
        await until(lambda: len(spectator.heard) >= len(told[0]))
        all_is_there(told[0], nomads, spectator)
        text = (await _get(http, addresses[0], f"api/tables/{table}/match")).text
        await asyncio.to_thread(_verify, text)
        await nomads[0].act(http, 1)
    except TimeoutError:
        return [f"table {table} does not answer, or who looks on is not told all of it"]
    except (AssertionError, FireteamError) as error:
        return [f"table {table}: {error}"]
    return []


def _verify(text: str) -> None:
    """Verify a match file.

    Raises:
        BadFile: it is not true.
    """
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "table.match"
        path.write_text(text, encoding="utf-8")
        verify(read_match_file(path))


def holds(troubles: int, seed: int) -> bool:
    """Whether several servers over one database keep what they promise through so many troubles."""
    if not troubles:
        return True
    faults = faults_of(troubles, seed)
    print(f"{troubles} troubles for servers over one database: {len(faults)} faults", *faults, sep="\n", flush=True)
    return not faults
