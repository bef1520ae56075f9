"""A whole server in this process, spoken to as over the network, with chance and clock of its own."""

from __future__ import annotations

import hashlib
import itertools
import json
import os
import signal
import socket
import threading
import time
import warnings
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from typing import Any

import msgspec
import uvicorn
from starlette.websockets import WebSocketDisconnect
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from fireteam.server.app import Server, build_server
from fireteam.server.env import Env
from fireteam.server.http.access import Limits
from fireteam.server.store.store import open_store
from fireteam.server.tables.creation import PackFolders
from fireteam.server.uvicorn_server import socket_protocol
from fireteam.server.validation import MAX_BODY
from fireteam.server.wire.decoder import Decoder
from fireteam.server.wire.messages import PROTOCOL
from fireteam.server.workers.bots import BotPool
from fireteam.server.workers.compilation import Compilation
from tests.chance import STREAMS, drawn
from tests.processes import ROOT

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # it would rather have another edition of httpx
    from starlette.testclient import TestClient, WebSocketTestSession

ASGI, PICOWS = "asgi", "picows"
CARRIERS = [ASGI]
"""What carries sockets: the last one. Tests marked `both_carriers` run with each."""
ANY_PACE = Limits((1e9, 10**9), (1e9, 10**9), (1e9, 10**9))
KEYS = itertools.count()
TTT = {"game": "ttt", "scenario": "besiege_the_bunker", "options": {"force": "preset", "seats": "fixed"}}
DUEL = [{"name": "anna", "slots": ["red"]}, {"name": "ben", "slots": ["blue"]}]


@contextmanager
def patience(seconds: int = 60) -> Iterator[None]:
    """Nothing is waited for longer than this."""

    def over(*_: object) -> None:
        raise TimeoutError(f"nothing was heard for {seconds} seconds")

    before = signal.signal(signal.SIGALRM, over)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


ANSWERS = {
    **dict.fromkeys(("choose", "withdraw", "plan", "walk", "stand_in"), ("question", "question")),
    **{name: ("event", name) for name in ("undo", "redo")},
}
"""What acts say that they are meant for, and what that is called in a view."""


class Guest:
    """Somebody at a table, over HTTP and on a socket."""

    def __init__(self, server: Visit, table: str, token: str = "") -> None:
        self.server, self.table, self.token = server, table, token

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"} if self.token else {}

    def act(self, key: str = "", **act: Any) -> Any:
        """Do something, for what is asked now unless it says otherwise; the answer, whatever it is."""
        act = self.for_now(**act)
        headers = {**self.headers, "Idempotency-Key": key or f"guest-key-{next(KEYS):06}"}
        return self.server.http.post(f"/api/tables/{self.table}/acts", json=act, headers=headers)

    def for_now(self, **act: Any) -> dict[str, Any]:
        """An act with the number of what is asked, or may be taken back, if it has none."""
        name, of_view = ANSWERS.get(act["do"], ("", ""))
        return {**act, name: self.now[of_view]} if name and name not in act else act

    def does(self, **act: Any) -> dict[str, Any]:
        """Do something that is allowed."""
        answer = self.act(**act)
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found

    def ask(self, **ask: Any) -> Any:
        return self.server.http.post(f"/api/tables/{self.table}/asks", json=ask, headers=self.headers)

    def get(self, what: str, **query: Any) -> Any:
        answer = self.server.http.get(f"/api/tables/{self.table}{what}", params=query, headers=self.headers)
        assert answer.status_code == 200, answer.text
        return answer.json()

    @property
    def now(self) -> dict[str, Any]:
        found: dict[str, Any] = self.get("/now")
        return found

    def chooses(self, choice: int = 0) -> dict[str, Any]:
        """Make one of the choices that are offered."""
        decision = self.now["decisions"][0]
        return self.does(do="choose", line=decision["options"][choice % len(decision["options"])]["notation"])

    @contextmanager
    def listening(self, **since: int) -> Iterator[Socket]:
        """On a socket."""
        with self.server.connect(f"/api/tables/{self.table}/socket") as session:
            socket = Socket(session, self)
            socket.says(frame="hello", token=self.token, since=since, protocol=PROTOCOL)
            yield socket


TOLD = ("change", "choice")
"""Frames that tell what has happened."""


class Socket:
    """A socket of a table. What a frame tells is heard as `done`, `news` and `now`, whichever of them are in it."""

    def __init__(self, session: WebSocketTestSession | NetworkSession, guest: Guest) -> None:
        self.session, self.guest = session, guest
        self.raw: list[str] = []
        self.decoder: Decoder | None = None
        self.told: deque[dict[str, Any]] = deque()

    def says(self, **frame: Any) -> None:
        self.session.send_text(json.dumps(frame))

    def hears(self, *kinds: str) -> dict[str, Any]:
        """The next that is told, or the next of some kinds."""
        while True:
            while not self.told:
                self._read()
            frame = self.told.popleft()
            if not kinds or frame["frame"] in kinds:
                return frame

    def _read(self) -> None:
        """Read one frame."""
        with patience():
            self.raw.append(self.session.receive_text())
        frame: dict[str, Any] = json.loads(self.raw[-1])
        if frame["frame"] == "welcome":
            address = frame["terms"]["board"]["address"]
            board = self.guest.server.http.get(address, headers=self.guest.headers)
            assert board.headers["cache-control"].endswith("immutable"), "it is fetched once"
            assert hashlib.sha256(board.content).hexdigest() == frame["terms"]["board"]["hash"]
            self.decoder = Decoder(frame, board.json())
        if frame["frame"] not in TOLD:
            self.told.append(frame)
            return
        assert self.decoder is not None
        items, now = self.decoder.read(frame)
        if key := frame.get("key"):
            self.told.append({"frame": "done", "key": key, "seq": self.decoder.seq})
        if items:
            self.told.append({"frame": "news", "items": json.loads(msgspec.json.encode(items))})
        if now is not None:
            self.told.append(json.loads(msgspec.json.encode(now)))


class NetworkSession:
    """A socket over the network, with the face of one of Starlette's test client."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection

    def send_in_parts(self, parts: list[str]) -> None:
        """One message in several frames."""
        self.connection.send(parts)

    def send_text(self, text: str) -> None:
        self.connection.send(text)

    def send_bytes(self, data: bytes) -> None:
        self.connection.send(data)

    def receive_text(self) -> str:
        try:
            return str(self.connection.recv())
        except ConnectionClosed as closed:
            raise WebSocketDisconnect(closed.rcvd.code if closed.rcvd else 1006) from None


class Visit:
    """A server that is up; `port` is where uvicorn serves it as well, so that picows carries sockets, if it does."""

    def __init__(self, server: Server, http: TestClient, port: int = 0) -> None:
        self.server, self.http, self.port = server, http, port

    @contextmanager
    def connect(
        self, path: str, headers: dict[str, str] | None = None
    ) -> Iterator[WebSocketTestSession | NetworkSession]:
        """A socket, by what carries sockets in this test."""
        if not self.port:
            with self.http.websocket_connect(path, headers=headers or {}) as session:
                yield session
            return
        try:
            address = f"ws://127.0.0.1:{self.port}{path}"
            with connect(address, additional_headers=headers, max_size=2**24, proxy=None) as connection:
                yield NetworkSession(connection)
        except InvalidStatus as refused:
            assert refused.response.status_code == 403
            raise WebSocketDisconnect(1000) from None

    def make(self, seats: list[dict[str, Any]] | None = None, **more: Any) -> dict[str, Any]:
        answer = self.http.post("/api/tables", json={**TTT, "seats": DUEL if seats is None else seats, **more})
        assert answer.status_code == 201, answer.text
        made: dict[str, Any] = answer.json()
        return made

    def guests(self, made: dict[str, Any]) -> dict[str, Guest]:
        """Everybody with a link, the host, and somebody who looks on."""
        tokens = {**made["seats"], "host": made["host"], "": ""}
        return {name: Guest(self, made["table"], token) for name, token in tokens.items()}

    def duel(self, **more: Any) -> tuple[Guest, Guest]:
        """Two people at a new table: who chooses first, and the other."""
        guests = self.guests(self.make(**more))
        one, other = guests["anna"], guests["ben"]
        return (one, other) if one.now["decisions"] else (other, one)


@contextmanager
def served(database: str, seed: str = "", clock: Callable[[], float] | None = None, **more: Any) -> Iterator[Visit]:
    """A server on a database, until the test is done with it."""
    env = Env(clock or (lambda: 1_000_000.0), drawn(seed) if seed else STREAMS.entropy)
    os.environ["PYTHONPATH"] = f"{ROOT / 'src'}{os.pathsep}{ROOT}"  # for the processes in which bots think
    store = open_store(database)
    more = {"limits": ANY_PACE, "packs": PackFolders(), **more}
    server = build_server(store, env, bots=BotPool(1), compilation=Compilation(needed=False), **more)
    try:
        with (
            TestClient(server.app, base_url="http://localhost", client=("127.0.0.1", 50_000)) as http,
            by_uvicorn(server, http, PICOWS) if CARRIERS[-1] == PICOWS else nullcontext(0) as port,
        ):
            yield Visit(server, http, port)
    finally:
        store.close()


@contextmanager
def by_uvicorn(server: Server, http: TestClient, carrier: str) -> Iterator[int]:
    """Serve an application that is up by uvicorn too, on the same loop, with sockets by a carrier: the port."""
    listening = socket.create_server(("127.0.0.1", 0))
    protocol = socket_protocol(server.sockets) if carrier == PICOWS else "auto"
    assert (protocol == "auto") == (carrier == ASGI), "picows is not there"
    config = uvicorn.Config(
        server.app,
        log_level="critical",
        lifespan="off",
        ws=protocol,
        ws_max_size=MAX_BODY,
        ws_ping_interval=None,  # whoever reads late in a test is not gone
        timeout_graceful_shutdown=1,
    )
    running = uvicorn.Server(config)
    assert http.portal is not None
    done = http.portal.start_task_soon(running.serve, [listening])
    try:
        while not running.started:
            time.sleep(0.01)
        yield int(listening.getsockname()[1])
    finally:
        running.should_exit = True
        done.result(20)


@contextmanager
def on_the_network(database: str) -> Iterator[str]:
    """A server that listens at an address of this computer."""
    store = open_store(database)
    env = Env(entropy=STREAMS.entropy)
    server = build_server(store, env, bots=BotPool(1), compilation=Compilation(needed=False), limits=ANY_PACE)
    listening = socket.create_server(("127.0.0.1", 0))
    running = uvicorn.Server(uvicorn.Config(server.app, log_level="critical", timeout_graceful_shutdown=1))
    thread = threading.Thread(target=running.run, args=([listening],))
    thread.start()
    try:
        while not running.started:
            time.sleep(0.05)
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
    finally:
        running.should_exit = True
        thread.join(20)
        store.close()
