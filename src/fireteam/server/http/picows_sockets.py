"""Sockets by picows: uvicorn keeps the port and HTTP, and at the upgrade picows takes the connection over.

picows has no public way to do so: its protocol is made here as its own server makes it. `SUPPORTED` of `uvicorn_server`
names the versions for which that is right.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from http import HTTPStatus
from typing import Any
from urllib.parse import unquote

from picows import (
    WSCloseCode,
    WSFrame,
    WSListener,
    WSMsgType,
    WSProtocolError,
    WSTransport,
    WSUpgradeRequest,
    WSUpgradeResponse,
    WSUpgradeResponseWithListener,
)
from picows.picows import WSAutoPingStrategy, WSProtocol  # type: ignore[attr-defined]
from starlette.requests import HTTPConnection
from starlette.routing import compile_path
from uvicorn.config import Config
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.server import ServerState

from ...core.errors import FireteamError
from ..validation import MAX_BODY
from .websockets import PATH, SocketProtocol, WebSockets

HANDSHAKE = 5.0  # seconds for the request, which uvicorn has read already
IDLE = ANSWER = 20.0  # seconds of silence until a ping, and then until the connection counts as lost
CLOSING = 5.0  # seconds that a client has to close a connection that is closed here
BUFFER = 4 * 1024  # bytes of a socket's buffer, which grows with what comes
SMALL = 1_000  # bytes of a frame that finds room in the buffer from which picows sends
HEADER = 14  # bytes before a frame for what picows writes there
NORMAL, BREACH, NO_TEXT = 1000, 1002, 1007  # codes with which a connection is closed
MOST_PARTS = 1_000  # frames of a message
CONTINUATION, TEXT, CLOSE, PONG = WSMsgType.CONTINUATION, WSMsgType.TEXT, WSMsgType.CLOSE, WSMsgType.PONG
PATTERN = compile_path(PATH)[0]
LOG = logging.getLogger(__name__)
SILENT = logging.LoggerAdapter(logging.Logger("picows", logging.CRITICAL), {})
"""The log of picows: it would tell of every connection, and of every client that breaks the protocol."""


class UpgradedSocket(WSProtocol):  # type: ignore[misc]
    """A connection that uvicorn hands over with the request that it has read."""

    def __init__(self, sockets: WebSockets, config: Config, server_state: ServerState, app_state: object) -> None:
        super().__init__(
            None,
            None,
            False,  # it is the server's side
            self._link_for,
            SILENT,
            True,
            HANDSHAKE,
            True,
            IDLE,
            ANSWER,
            WSAutoPingStrategy.PING_WHEN_IDLE,
            True,
            MAX_BODY,
            None,
            BUFFER,
        )
        self._sockets, self._config, self._connections = sockets, config, server_state.connections
        self._carrier: Any = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Take the connection over; the server waits for it when it ends."""
        self._carrier = transport
        self._connections.add(self)
        super().connection_made(transport)

    def data_received(self, data: bytes) -> None:
        """Take the request."""
        rest = memoryview(data)
        while rest and not self._carrier.is_closing():
            room = self.get_buffer(len(rest))
            some = rest[: len(room)]
            room[: len(some)] = some
            self.buffer_updated(len(some))
            rest = rest[len(some) :]

    def connection_lost(self, exc: Exception | None) -> None:
        """End what was carried; the server need not wait any more."""
        self._connections.discard(self)
        super().connection_lost(exc)

    def shutdown(self) -> None:
        """Close the connection because the server ends."""
        if isinstance(self.listener, PicowsLink) and self.listener.protocol is not None:
            self.listener.protocol.close()
        else:
            self._carrier.close()

    def _link_for(self, request: WSUpgradeRequest) -> WSListener | WSUpgradeResponseWithListener:
        """Return what listens on a socket, or the answer that there is none: 403, as over ASGI."""
        connection = self._connection(request)
        found = PATTERN.match(connection.scope["path"])
        try:
            self._sockets.admit(connection)
        except FireteamError:
            found = None
        if found is None:
            response = WSUpgradeResponse.create_error_response(HTTPStatus.FORBIDDEN, b"", {"Connection": "close"})
            return WSUpgradeResponseWithListener(response, None)
        return PicowsLink(self._sockets, connection, found["table"])

    def _connection(self, request: WSUpgradeRequest) -> HTTPConnection:
        """Return a request as the application's checks take it, with the client's address that a proxy tells."""
        path, _, query = request.path.partition(b"?")
        client = self._carrier.get_extra_info("peername")
        scope: dict[str, Any] = {
            "type": "websocket",
            "scheme": "ws",
            "path": unquote(path.decode("latin-1")),
            "query_string": query,
            "headers": [(name.lower().encode(), value.encode()) for name, value in request.headers.items()],
            "client": tuple(client[:2]) if isinstance(client, tuple) else None,
        }
        if self._config.proxy_headers:
            scope = behind_proxy(scope, self._config.forwarded_allow_ips or "127.0.0.1")
        return HTTPConnection(scope)


def behind_proxy(scope: dict[str, Any], trusted: list[str] | str) -> dict[str, Any]:
    """Return a scope with the client's address that a trusted proxy tells, as uvicorn does for requests."""
    found: list[Any] = []

    async def keep(new_scope: Any, *_: object) -> None:
        found.append(new_scope)

    passing = ProxyHeadersMiddleware(keep, trusted)(scope, None, None)  # type: ignore[arg-type]
    with suppress(StopIteration):
        passing.send(None)  # it waits for nothing
    return dict(found[0])


def close_code(payload: bytes) -> int:
    """Return the code that answers the close frame of a client: its own, unless it is none (RFC 6455, 7.4)."""
    code = int.from_bytes(payload[:2]) if payload else NORMAL
    is_known = code in (*range(1000, 1004), *range(1007, 1015)) or 3000 <= code < 5000
    if len(payload) == 1 or not is_known:
        return BREACH
    try:
        payload[2:].decode()
    except UnicodeDecodeError:
        return NO_TEXT
    return code


def too_large() -> WSProtocolError:
    """Return why a message is not taken that is larger than any may be."""
    return WSProtocolError(WSCloseCode.MESSAGE_TOO_BIG, f"No frame has more than {MAX_BODY >> 10} KiB.")


class PicowsLink(WSListener):
    """The frames of one socket, carried by picows: each is handed on as it comes, and sent at once."""

    def __init__(self, sockets: WebSockets, connection: HTTPConnection, table: str) -> None:
        self._sockets, self._connection, self._table = sockets, connection, table
        self.protocol: SocketProtocol | None = None
        self._transport: WSTransport  # once it is connected: nobody sends before
        self._parts: list[bytes] | None = None  # of a message of which more is to come
        self._size = 0  # bytes of those
        self._is_text = self._is_full = self._is_paused = False
        self._abort: asyncio.TimerHandle | None = None

    # What picows calls

    def on_ws_connected(self, transport: WSTransport) -> None:
        """Begin the conversation."""
        self._transport = transport
        self.protocol = self._sockets.begin(self, self._connection, self._table)

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        """Hand a message on; answer the close of a client."""
        kind, protocol = frame.msg_type, self.protocol
        try:
            if (
                kind == TEXT
                and frame.fin
                and protocol is not None
                and self._parts is None
                and not (frame.rsv1 or frame.rsv2 or frame.rsv3)
                and len(message := frame.get_payload_as_bytes()) <= MAX_BODY
            ):
                protocol.receive(message.decode())  # as of nearly every frame
            elif kind == CLOSE:
                self.close(close_code(frame.get_payload_as_bytes()), "")
                transport.disconnect()
            elif kind != PONG and protocol is not None:
                self._take(protocol, frame, kind)
        except WSProtocolError:
            raise
        except UnicodeDecodeError:
            raise WSProtocolError(WSCloseCode.INVALID_TEXT, "Text is UTF-8.") from None
        except Exception:
            LOG.exception("a socket broke")
            raise WSProtocolError(
                WSCloseCode.INTERNAL_ERROR, "Something broke here; it has been written down."
            ) from None

    def _take(self, protocol: SocketProtocol, frame: WSFrame, kind: WSMsgType) -> None:
        """Take a frame, and hand its message on when that is whole.

        Raises:
            WSProtocolError: it breaks the protocol, or the message has become too large.
            UnicodeDecodeError: it is no text in UTF-8.
        """
        is_new = self._parts is None
        if (kind == CONTINUATION) == is_new or frame.rsv1 or frame.rsv2 or frame.rsv3:
            raise WSProtocolError(WSCloseCode.PROTOCOL_ERROR, "The frame has no place here.")
        message = frame.get_payload_as_bytes()
        if is_new:
            self._is_text = kind == TEXT
        if not frame.fin or not is_new:
            whole = self._collect(message, frame.fin)
            if whole is None:
                return
            message = whole
        elif len(message) > MAX_BODY:
            raise too_large()
        protocol.receive(message.decode() if self._is_text else message)

    def _collect(self, part: bytes, is_last: bool) -> bytes | None:
        """Return a message whose last part has come; None while more is to come.

        Raises:
            WSProtocolError: it has become too large.
        """
        if self._parts is None:
            self._parts, self._size = [], 0
        self._size += len(part)
        if self._size > MAX_BODY or len(self._parts) >= MOST_PARTS:
            raise too_large()
        self._parts.append(part)
        if not is_last:
            return None
        message, self._parts = b"".join(self._parts), None
        return message

    def on_ws_disconnected(self, transport: WSTransport) -> None:
        """End the conversation."""
        if self._abort is not None:
            self._abort.cancel()
        if self.protocol is not None:
            self.protocol.disconnect()

    def pause_writing(self) -> None:
        """Send nothing more: the client has not read what was sent."""
        self._is_full = True

    def resume_writing(self) -> None:
        """Send what waits."""
        self._is_full = False
        if self.protocol is not None:
            self.protocol.resume()

    # What the conversation calls

    def send(self, frame: bytes) -> bool:
        """Send a frame; False while the client has much to read."""
        if self._is_full:
            return False
        if len(frame) <= SMALL:
            self._transport.send(TEXT, frame)
        else:  # the buffer of picows would stay as large as the largest frame that was sent from it
            self._transport.send_reuse_external_bytearray(TEXT, bytearray(HEADER) + frame, HEADER)
        return True

    def close(self, code: int, why: str) -> None:
        """Close the connection after all that was sent; who does not close it as well is cut off."""
        transport = self._transport
        if not (transport.is_close_frame_sent or transport.is_disconnected):
            transport.send_close(code, why)  # type: ignore[arg-type]
            self._abort = asyncio.get_running_loop().call_later(CLOSING, transport.disconnect, False)

    def pause_reading(self) -> None:
        """Take in no more than has come, until `resume_reading`."""
        if not self._is_paused:
            self._is_paused = True
            self._transport.underlying_transport.pause_reading()

    def resume_reading(self) -> None:
        """Take in frames again."""
        if self._is_paused and not self._transport.is_disconnected:
            self._is_paused = False
            self._transport.underlying_transport.resume_reading()
