"""Sockets by picows: when they are, and what it does for them that uvicorn does not."""

from __future__ import annotations

import importlib.util
import socket

from fireteam.server import uvicorn_server
from fireteam.server.http import picows_sockets
from tests.server.service import PICOWS, by_uvicorn, served
from tests.server.simulation import until


def test_who_reads_nothing_at_all_is_cut_off(database, monkeypatch):
    monkeypatch.setattr(picows_sockets, "CLOSING", 0.05)
    with served(database) as visit, by_uvicorn(visit.server, visit.http, PICOWS) as port:
        table = visit.make()["table"]
        with socket.create_connection(("127.0.0.1", port)) as deaf:
            deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            deaf.sendall(
                f"GET /api/tables/{table}/socket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: "
                "Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
            )
            visit.http.portal.call(until, lambda: len(visit.server.sockets.open) == 1)
            (protocol,) = visit.server.sockets.open
            protocol.subscriber.most_bytes = 2**16

            def flood() -> None:
                while protocol.subscriber.closing is None:
                    protocol.subscriber.send(b" " * 2**17)

            visit.http.portal.call(flood)
            visit.http.portal.call(until, lambda: not visit.server.sockets.open)


def test_without_picows_or_with_another_version_sockets_are_carried_over_asgi(database, monkeypatch):
    with served(database) as visit:
        sockets = visit.server.sockets
        assert uvicorn_server.socket_protocol(sockets) != "auto"
        monkeypatch.setattr(uvicorn_server, "version", lambda name: "3.0.0")
        assert uvicorn_server.socket_protocol(sockets) == "auto"
        monkeypatch.undo()
        found = importlib.util.find_spec
        monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == "picows" else found(name))
        assert uvicorn_server.socket_protocol(sockets) == "auto"
