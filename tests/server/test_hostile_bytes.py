"""Bytes on the network that no client should send, by whatever carries sockets: nothing breaks, and nothing changes."""

from __future__ import annotations

import json
import logging
import socket
import struct
from collections.abc import Iterator
from contextlib import closing, contextmanager
from random import Random
from typing import Any

import pytest

from fireteam.server.http import picows_sockets
from fireteam.server.http.picows_sockets import MOST_PARTS
from fireteam.server.validation import MAX_BODY
from fireteam.server.wire.messages import PROTOCOL
from tests.heavy.settings import many
from tests.server.hostile_frames import BROKEN, HostileFrames, text_of
from tests.server.service import TOLD, Guest, Visit
from tests.server.simulation import until
from tests.server.test_carriers import on_a_port
from tests.server.test_hostile_frames import ACTS, ASKS, asking, doing, must_be_typed, standing

pytestmark = pytest.mark.both_carriers
TEXTS, BYTES = many(60, 600), many(40, 300)  # messages, and bytes that are no frames, by each carrier
TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10
ALLOWED = {1000, 1001, 1002, 1003, 1005, 1007, 1009, 4000, 4003}
"""With which codes a socket may be closed on who breaks the protocol: 1005 is none, 4000 the client's own."""
UPGRADE = ("Connection: Upgrade", "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: eHh4eHh4eHh4eHh4eHh4eA==")
MASK = b"\x0f\xf0\x55\xaa"


def framed(payload: bytes, kind: int = TEXT, fin: bool = True, mask: bytes = MASK, length: int | None = None) -> bytes:
    """A frame of a client, with whatever length it says that it has."""
    size = len(payload) if length is None else length
    head = bytes([fin << 7 | kind])
    if size < 126:
        head += bytes([0x80 | size])
    elif size < 2**16:
        head += bytes([0x80 | 126]) + struct.pack("!H", size)
    else:
        head += bytes([0x80 | 127]) + struct.pack("!Q", size)
    masks = (mask * (len(payload) // 4 + 1))[: len(payload)]
    hidden = int.from_bytes(payload, "big") ^ int.from_bytes(masks, "big")
    return head + mask + hidden.to_bytes(len(payload), "big")


class RawSocket:
    """A socket of a table, byte by byte."""

    def __init__(self, visit: Visit, guest: Guest) -> None:
        self.connection = socket.create_connection(("127.0.0.1", visit.port), 60)
        asks = (f"GET /api/tables/{guest.table}/socket HTTP/1.1", "Host: 127.0.0.1", "Upgrade: websocket", *UPGRADE)
        self.connection.sendall("\r\n".join((*asks, "", "")).encode())
        self.got = b""
        while b"\r\n\r\n" not in self.got:
            self.receive()
        head, _, self.got = self.got.partition(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 101"), head
        self.sends(
            framed(text_of({"frame": "hello", "token": guest.token, "since": {}, "protocol": PROTOCOL}).encode())
        )
        while "view" not in json.loads(self.frame()[1]):
            pass

    def sends(self, data: bytes) -> None:
        self.connection.sendall(data)

    def receive(self) -> bool:
        """Read more; False: there is no more."""
        more = self.connection.recv(2**16)
        self.got += more
        return bool(more)

    def frame(self) -> tuple[int, bytes]:
        """The next frame of the server: kind and payload; CLOSE and nothing, if the connection just ends."""
        while (found := self._frame()) is None:
            if not self.receive():
                return CLOSE, b""
        return found

    def _frame(self) -> tuple[int, bytes] | None:
        if len(self.got) < 2:
            return None
        size, at = self.got[1] & 0x7F, 2
        if size > 125:
            form, at = ("!H", 4) if size == 126 else ("!Q", 10)
            if len(self.got) < at:
                return None
            (size,) = struct.unpack(form, self.got[2:at])
        if len(self.got) < at + size:
            return None
        kind, payload, self.got = self.got[0] & 0xF, self.got[at : at + size], self.got[at + size :]
        return kind, payload

    def answer(self) -> dict[str, Any] | int:
        """What becomes of a message, or the code with which the socket is closed."""
        while True:
            kind, payload = self.frame()
            if kind == CLOSE:
                return int.from_bytes(payload[:2]) if payload else 1005
            told = json.loads(payload) if kind == TEXT else {"frame": ""}
            if told["frame"] in ("refusal", "answered", "done") or "key" in told:
                return dict(told)

    def end(self) -> int:
        """Say nothing more, and read until the server has closed: the code."""
        with closing(self.connection):
            return self._end()

    def _end(self) -> int:
        try:
            self.connection.shutdown(socket.SHUT_WR)
            while (kind := self.frame())[0] != CLOSE:
                pass
            code = int.from_bytes(kind[1][:2]) if kind[1] else 1005
            while self.receive():
                pass
        except OSError:
            return 1005  # it was cut off with something still on the way
        return code


@pytest.fixture
def quiet(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Nobody logs a traceback, neither this server nor the one that runs it."""
    caplog.set_level(logging.WARNING)
    yield
    told = {record.getMessage() for record in caplog.records if record.exc_info or record.levelno >= logging.ERROR}
    assert told <= {"Invalid UTF-8 sequence received from client."}, "uvicorn says that, in one line, and nothing more"


@contextmanager
def at_a_table(
    database: str, carrier: str, game: str, monkeypatch: pytest.MonkeyPatch
) -> Iterator[tuple[Visit, list[Guest]]]:
    """Two who play and one who looks on; they answer no pings, and are sent none however long it takes."""
    monkeypatch.setattr(picows_sockets, "IDLE", 3_600.0)
    with on_a_port(database, carrier) as visit:
        logging.getLogger("uvicorn.error").setLevel(logging.WARNING)
        monkeypatch.setattr(logging.getLogger("uvicorn"), "propagate", True)
        tps = {"game": "tps", "scenario": "de_depot", "options": {"teams": "1v1", "sv_admin": "1"}}
        seats = [{"name": slot, "slots": [slot]} for slot in ("U1", "U2", "admin")]
        made = visit.make(seats, **tps) if game == "tps" else visit.make()
        guests = visit.guests(made)
        del guests["host"]
        yield visit, list(guests.values())


@pytest.mark.usefixtures("quiet")
@pytest.mark.parametrize("game", ["ttt", "tps"])
def test_hostile_messages_are_answered_one_by_one_or_the_socket_is_closed(database, carrier, game, monkeypatch):
    luck = Random(f"messages {game}")
    with at_a_table(database, carrier, game, monkeypatch) as (visit, guests):
        table = visit.http.portal.call(visit.server.registry.session, guests[0].table).table
        real = [*map(doing, ACTS), *map(asking, ASKS)]
        for guest in guests:
            for decision in guest.now.get("decisions", ()):
                slot = table.setting.slots[decision["slot"]]
                lines = [one["notation"] for one in luck.sample(decision["options"], min(8, len(decision["options"])))]
                real += [
                    doing({"do": "choose", "line": line, "question": table.match.question, "slot": slot})
                    for line in lines
                ]
        frames = HostileFrames(luck, real, [*table.setting.slots, *table.seat_states])
        sockets: dict[str, RawSocket] = {}
        for _ in range(TEXTS // 2):
            guest, before = luck.choice(guests), standing(table)
            if guest.token not in sockets:
                sockets[guest.token] = RawSocket(visit, guest)
            frame = frames.next(luck.choice(real))
            is_text = isinstance(frame, str)
            data = frame.encode(errors="surrogatepass") if isinstance(frame, str) else frame
            sockets[guest.token].sends(framed(data, TEXT if is_text else BINARY))
            answer = sockets[guest.token].answer()
            if isinstance(answer, int):
                code = 1009 if len(data) > MAX_BODY else 1007
                assert answer == code, (frame, answer)
                sockets.pop(guest.token).end()
            else:
                must_be_typed(answer)
            if isinstance(answer, int) or answer["frame"] not in TOLD:
                assert standing(table) == before
        for each in sockets.values():
            each.end()
        visit.http.portal.call(until, lambda: not visit.server.sockets.open)
        assert guests[0].does(do="say", text="still here")


def hostile_bytes(luck: Random, text: bytes) -> bytes:
    """Bytes that are no frames, or frames where none may be."""
    odd = luck.randbytes(luck.choice((1, 2, 125)))
    parts = [framed(text[:5], fin=False), framed(text[5:9], 0, fin=False), framed(text[9:], 0)]
    codes = (
        b"\x03",
        b"\x00\x00",
        b"\x03\xec",
        b"\x03\xe7",
        b"\xff\xff",
        b"\x03\xe8" + luck.choice(BROKEN),
        b"\x0f\xa0bye",
    )
    whole = bytearray(framed(text))
    for _ in range(luck.randint(1, 3)):
        whole[luck.choice((0, 0, 1, 1, 2, 3, luck.randrange(len(whole))))] ^= 1 << luck.randrange(8)
    return luck.choice(
        (
            bytes(whole),
            bytes(whole),
            bytes(whole),
            luck.randbytes(luck.choice((1, 2, 14, 500))),
            framed(text)[: luck.randrange(len(text))],
            framed(text, luck.choice((3, 4, 7, 11, 15))),
            framed(
                text,
                length=luck.choice((0, 1, len(text) - 1, len(text) + 1, 2**16, 2**31, 2**63 - 1, 2**63, 2**64 - 1)),
            ),
            bytes([0x81, len(text) & 0x7F]) + text,
            framed(text, mask=b"\x00" * 4)[:1] + b"\x00" * 9,
            framed(odd, PING) * luck.choice((1, 300)) + framed(odd, PONG) + framed(text),
            framed(text * 3, luck.choice((PING, PONG, CLOSE))),
            framed(odd, luck.choice((PING, PONG, CLOSE)), fin=False) + framed(odd, 0),
            framed(luck.choice(codes), CLOSE) + framed(text),
            b"".join(parts),
            parts[0] + framed(b"", PING) + parts[1] + framed(odd, PONG) + parts[2],
            parts[0] + framed(text),
            parts[1] + parts[2],
            parts[0] + parts[1],
            framed(b"", fin=False) + framed(b"", 0, fin=False) * luck.choice((10, MOST_PARTS + 1)) + framed(b"", 0),
            framed(b" " * MAX_BODY, fin=False) + framed(b" " * MAX_BODY, 0),
            framed(luck.choice(BROKEN)),
            framed(text[:9], fin=False) + framed(luck.choice(BROKEN), 0),
            framed(b"[" * 60_000) + framed(text),
            b"GET / HTTP/1.1\r\nHost: a\r\n\r\n",
            b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
            b"",
        )
    )


@pytest.mark.usefixtures("quiet")
def test_hostile_bytes_end_a_socket_and_nothing_else(database, carrier, monkeypatch):
    luck, acted = Random("bytes"), 0
    with at_a_table(database, carrier, "ttt", monkeypatch) as (visit, guests):
        session = visit.http.portal.call(visit.server.registry.session, guests[0].table)
        table = session.table
        for number in range(BYTES):
            guest, before, seq = luck.choice(guests), standing(table), table.seq
            text = text_of({**doing({"do": "say", "text": "hello"}), "key": f"hostile-{number:06}"}).encode()
            raw = RawSocket(visit, guest)
            raw.sends(hostile_bytes(luck, text))
            assert raw.end() in ALLOWED
            visit.http.portal.call(until, lambda: not visit.server.sockets.open, 60.0, 0.001)
            visit.http.portal.call(session.wait_until_idle)
            assert standing(table) == before or (guest.token and table.seq > seq)
            acted += table.seq > seq
        assert acted < BYTES / 2
        onlooker = RawSocket(visit, guests[-1])
        onlooker.sends(framed(text_of({**asking(ASKS[2]), "key": "still-here"}).encode()))
        answer = onlooker.answer()
        assert isinstance(answer, dict) and answer["key"] == "still-here"
        onlooker.end()
        assert guests[0].does(do="say", text="still here")
