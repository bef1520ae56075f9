"""What carries sockets over the network, picows or uvicorn's own over ASGI: it may not matter to anybody which."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from typing import Any

import pytest
from starlette.websockets import WebSocketDisconnect
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from fireteam.server.http.access import Limits
from fireteam.server.http.websockets import GOING, SocketProtocol
from fireteam.server.tables.subscriber import TOO_SLOW
from fireteam.server.validation import MAX_BODY
from fireteam.server.wire.messages import PROTOCOL
from tests.server.service import ANY_PACE, TOLD, NetworkSession, Visit, by_uvicorn, patience, served
from tests.server.simulation import until

pytestmark = pytest.mark.both_carriers


@contextmanager
def on_a_port(database: str, carrier: str, **more: Any) -> Iterator[Visit]:
    """A server that uvicorn serves, with sockets by a carrier."""
    with served(database, **more) as visit:
        if visit.port:
            yield visit
        else:
            with by_uvicorn(visit.server, visit.http, carrier) as port:
                visit.port = port
                yield visit


@contextmanager
def hello(visit: Visit, **how: Any) -> Iterator[tuple[ClientConnection, SocketProtocol]]:
    """A socket of a guest who has said hello, and the server's end of it."""
    guest = visit.guests(visit.make())["anna"]
    address = f"ws://127.0.0.1:{visit.port}/api/tables/{guest.table}/socket"
    with connect(address, max_size=2**26, proxy=None, **how) as connection:
        connection.send(json.dumps({"frame": "hello", "token": guest.token, "since": {}, "protocol": PROTOCOL}))
        assert json.loads(connection.recv(30))["frame"] == "welcome"
        (protocol,) = visit.server.sockets.open
        yield connection, protocol


def closed(connection: ClientConnection) -> int:
    """With which code a socket is closed, after all that was sent."""
    with patience(), pytest.raises(ConnectionClosed) as gone:
        while True:
            connection.recv()
    assert gone.value.rcvd is not None
    return gone.value.rcvd.code


def answer(connection: ClientConnection) -> dict[str, Any]:
    """The next frame that tells what has become of one's own."""
    while True:
        frame: dict[str, Any] = json.loads(connection.recv(30))
        if frame["frame"] == "refusal" or "key" in frame:
            return frame


def say(text: str) -> str:
    return json.dumps({"frame": "doing", "key": "a-key-of-its-own", "act": {"do": "say", "text": text}})


def test_a_message_in_several_frames_is_one(database, carrier):
    with on_a_port(database, carrier) as visit, hello(visit) as (connection, _):
        text = say("hello there")
        NetworkSession(connection).send_in_parts([text[:7], text[7:20], text[20:]])
        assert answer(connection)["frame"] in TOLD


@pytest.mark.parametrize(
    ("sends", "code"),
    [
        (lambda connection: connection.send(" " * (MAX_BODY + 1)), 1009),
        (lambda connection: connection.send([" " * (MAX_BODY // 2)] * 3), 1009),
        (lambda connection: connection.send(b"\xff\xfe", text=True), 1007),
        (lambda connection: connection.socket.sendall(bytes([0x81, 0x02]) + b"{}"), 1002),
        (lambda connection: connection.socket.sendall(bytes([0x80, 0x80, 0, 0, 0, 0])), 1002),
        (lambda connection: connection.socket.sendall(bytes([0xC1, 0x80, 0, 0, 0, 0])), 1002),
    ],
    ids=["large", "large in parts", "no text", "unmasked", "nothing to go on with", "reserved bit"],
)
def test_who_breaks_the_protocol_is_sent_away(database, carrier, sends: Callable[[ClientConnection], None], code: int):
    with on_a_port(database, carrier) as visit, hello(visit, compression=None) as (connection, _):
        with suppress(ConnectionClosed):  # it may be closed before all is sent
            sends(connection)
        assert closed(connection) == code
        visit.http.portal.call(until, lambda: not visit.server.sockets.open)


def test_frames_of_any_size_come_whole_and_in_order(database, carrier):
    frames = [b"." * size for size in (1, 999, 1_000, 1_001, 8_192, 8_193, 2**16, 2**20, 1_001, 2)]
    with on_a_port(database, carrier) as visit, hello(visit) as (connection, protocol):
        visit.http.portal.call(lambda: [protocol.subscriber.send(frame) for frame in frames])
        heard: list[str] = []
        while len(heard) < len(frames):
            heard += [frame for frame in [connection.recv(30)] if set(frame) == {"."}]
        assert [len(frame) for frame in heard] == [len(frame) for frame in frames]


def test_bytes_are_refused_and_the_socket_goes_on(database, carrier):
    with on_a_port(database, carrier) as visit, hello(visit) as (connection, _):
        connection.send(b"{}")
        assert answer(connection)["code"] == "E_MESSAGE"
        connection.send(say("still here"))
        assert answer(connection)["frame"] in TOLD


def test_what_a_reader_does_not_read_is_bounded_and_they_are_told_to_come_back(database, carrier):
    with on_a_port(database, carrier) as visit, hello(visit, max_queue=1, compression=None) as (connection, protocol):
        protocol.subscriber.most_bytes = 2**20

        def flood() -> int:
            sent = 0
            while protocol.subscriber.closing is None:
                protocol.subscriber.send(b" " * 2**17)
                sent += 1
            return sent

        assert 8 <= visit.http.portal.call(flood) < 1_000
        assert closed(connection) == TOO_SLOW
        visit.http.portal.call(until, lambda: not visit.server.sockets.open)


def test_a_server_that_ends_closes_its_sockets_so_that_they_come_back(database, carrier):
    with served(database) as visit, ExitStack() as sockets:
        with by_uvicorn(visit.server, visit.http, carrier) as visit.port:
            with hello(visit) as (connection, _):
                visit.http.portal.call(visit.server.sockets.close)
                assert closed(connection) == GOING
            connection, _ = sockets.enter_context(hello(visit))
        assert closed(connection) == GOING, "uvicorn itself ends it"


def test_a_client_that_closes_is_answered_and_leaves_nothing_behind(database, carrier):
    with on_a_port(database, carrier) as visit, hello(visit) as (connection, protocol):
        connection.close(4000, "enough")
        assert connection.close_code == 4000
        visit.http.portal.call(until, lambda: not visit.server.sockets.open)
        session = next(iter(visit.server.registry.open.values()))
        visit.http.portal.call(until, lambda: not session.subscribers)
        assert protocol.subscriber.closing is not None


@pytest.mark.parametrize("path", ["/api/tables", "/socket", "/api/tables/a/b/socket", "/"])
def test_there_are_sockets_of_tables_only(database, carrier, path):
    with on_a_port(database, carrier) as visit, pytest.raises(WebSocketDisconnect), visit.connect(path):
        pass


def test_long_headers_are_read(database, carrier):
    long = {"Cookie": "another=" + "x" * 7_000}
    with on_a_port(database, carrier) as visit, hello(visit, additional_headers=long) as (connection, _):
        connection.close()


def test_a_proxy_of_this_computer_tells_whose_the_request_is(database, carrier):
    """Callers behind one proxy do not share a pace."""
    pace = Limits((0.001, 1), ANY_PACE.makes, ANY_PACE.enters)
    with on_a_port(database, carrier) as visit:
        table = visit.make()["table"]
        visit.server.access._asks.each_second, visit.server.access._asks.at_once = pace.asks

        def first_word(client: str) -> str:
            headers = {"X-Forwarded-For": client, "Origin": f"http://127.0.0.1:{visit.port}"}
            with visit.connect(f"/api/tables/{table}/socket", headers) as session:
                session.send_text(json.dumps({"frame": "hello", "protocol": PROTOCOL}))
                frame = json.loads(session.receive_text())
            return str(frame.get("code", frame["frame"]))

        assert [first_word(client) for client in ("192.0.2.1", "192.0.2.1", "192.0.2.2")] == [
            "welcome",
            "E_TOO_OFTEN",
            "welcome",
        ]
