"""People at tables of several servers: each goes where the table is, and comes back when that server has gone."""

from __future__ import annotations

import asyncio
import json
import random
import time
from contextlib import suppress
from typing import Any, NamedTuple

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from fireteam.server.wire.decoder import Decoder
from fireteam.server.wire.messages import PROTOCOL
from tests.server.service import TOLD

AT_MOST = 60.0  # seconds that anybody waits
PAUSE = 0.1  # seconds before somebody tries again
MAX_FRAME = 2**24
MAY_BE = (421, 429, 502, 503, 504)  # the statuses after which something is asked again
AGAIN = ("E_STORE", "E_ELSEWHERE", "E_TOO_OFTEN")  # the codes after which it is
FAULTS = ("E_FAULT", "E_KEY", "E_MESSAGE", "E_TOKEN", "E_NO_TABLE", "E_PROTOCOL")


class TableSocket(NamedTuple):
    """A socket at which a table has welcomed somebody, and what reads its frames."""

    socket: ClientConnection
    decoder: Decoder


class Nomad:
    """Somebody who speaks and chooses by HTTP, at whatever server has the table, until each act is answered.

    `acknowledged` has the acts that were, by key, each with the number of its item; `times` when they were. `refused`
    has why choices were not made that were not lawful any more.
    """

    def __init__(self, addresses: list[str], table: str, name: str, token: str) -> None:
        self.addresses, self.table, self.name, self.token = addresses, table, name, token
        self.acknowledged: dict[str, tuple[dict[str, Any], int]] = {}
        self.refused: dict[str, dict[str, Any]] = {}
        self.times: list[float] = []
        self.sent_away = self.count = 0
        self.luck = random.Random(f"{table} {name}")
        self.at = self.luck.choice(addresses)

    async def act(self, http: httpx.AsyncClient, count: int) -> None:
        """Do so many things that are acknowledged: every third is a choice, if one is to be made."""
        end = len(self.acknowledged) + count
        while len(self.acknowledged) < end:
            self.count += 1
            act = {"do": "say", "text": f"{self.name} {self.count}"}
            async with asyncio.timeout(AT_MOST):
                if self.count % 3 == 0:
                    act = await self._choice(http) or act
                await self._send(http, f"{self.name}-{self.count:08}", act)

    async def leave(self, address: str) -> None:
        """Come anew the next time, to this address."""
        self.at = address

    async def _choice(self, http: httpx.AsyncClient) -> dict[str, Any] | None:
        while True:
            with suppress(httpx.TransportError):
                answer = await http.get(self._address("/now"), headers=self._headers)
                if answer.status_code == 200:
                    found = answer.json().get("decisions")
                    line = self.luck.choice(found[0]["options"])["notation"] if found else ""
                    return {"do": "choose", "line": line, "question": answer.json()["question"]} if line else None
                assert answer.status_code in MAY_BE, answer.text
                await self._move(answer.json() if "json" in answer.headers.get("content-type", "") else {})
                continue
            await self._move({})

    async def _send(self, http: httpx.AsyncClient, key: str, act: dict[str, Any]) -> None:
        """Send an act under its key until it is answered: kept, or not lawful any more."""
        while True:
            with suppress(httpx.TransportError, OSError, WebSocketException, TimeoutError):
                answer = await self._answer(http, key, act)
                if "seq" in answer:
                    self.acknowledged[key] = act, answer["seq"]
                    self.times.append(time.monotonic())
                    return
                if answer.get("code", AGAIN[0]) not in AGAIN:
                    assert act["do"] == "choose" and answer["code"] not in FAULTS, answer
                    self.refused[key] = answer
                    return
                await self._move(answer)
                continue
            await self._move({})

    async def _answer(self, http: httpx.AsyncClient, key: str, act: dict[str, Any]) -> dict[str, Any]:
        """Return what the server says: with `seq`, or a refusal; empty if it was a proxy that answered."""
        answer = await http.post(self._address("/acts"), json=act, headers={**self._headers, "Idempotency-Key": key})
        assert answer.status_code == 200 or answer.status_code in (*MAY_BE, 403, 409, 422), answer.text
        found: dict[str, Any] = answer.json() if "json" in answer.headers.get("content-type", "") else {}
        return found

    async def _move(self, refusal: dict[str, Any]) -> None:
        """Go where the refusal says that the table is; anywhere if it says nothing."""
        self.sent_away += refusal.get("code") == "E_ELSEWHERE"
        self.at = refusal.get("address") or self.luck.choice(self.addresses)
        await asyncio.sleep(PAUSE)

    def _address(self, path: str) -> str:
        return f"{self.at}api/tables/{self.table}{path}"

    @property
    def _headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"}


class SocketNomad(Nomad):
    """The same by a socket, as the page does it."""

    table_socket: TableSocket | None = None

    async def _answer(self, http: httpx.AsyncClient, key: str, act: dict[str, Any]) -> dict[str, Any]:
        try:
            if self.table_socket is None:
                found = await open_socket(self._address(""), self.token, {})
                if not isinstance(found, TableSocket):
                    return found
                self.table_socket = found
            socket, decoder = self.table_socket
            await socket.send(json.dumps({"frame": "doing", "key": key, "act": act}))
            while True:
                frame: dict[str, Any] = json.loads(await socket.recv())
                if frame["frame"] in TOLD:
                    decoder.read(frame)
                if frame.get("key") == key:
                    return {"seq": decoder.seq} if frame["frame"] in TOLD else frame
        except (OSError, WebSocketException):
            self.table_socket = None
            raise

    async def leave(self, address: str) -> None:
        """Close the socket, and come anew the next time, to this address."""
        socket, self.table_socket = self.table_socket, None
        if socket is not None:
            await socket.socket.close()
        await super().leave(address)

    async def _move(self, refusal: dict[str, Any]) -> None:
        await self.leave(self.at)
        await super()._move(refusal)


class Spectator:
    """Somebody who looks on by a socket, and says where they stopped reading when they come back."""

    def __init__(self, addresses: list[str], table: str) -> None:
        self.addresses, self.table = addresses, table
        self.heard: list[dict[str, Any]] = []
        self.luck = random.Random(table)

    async def watch(self) -> None:
        at = self.luck.choice(self.addresses)
        while True:
            address = ""
            with suppress(OSError, WebSocketException, httpx.HTTPError):
                address = await self._watch(at)
            at = address or self.luck.choice(self.addresses)
            await asyncio.sleep(PAUSE)

    async def _watch(self, at: str) -> str:
        """Read until the socket is closed; return where the table is if it is not here."""
        since = {"table": self.heard[-1]["seq"] if self.heard else 0}
        found = await open_socket(f"{at}api/tables/{self.table}", "", since)
        if not isinstance(found, TableSocket):
            return str(found.get("address", ""))
        async with found.socket:
            async for raw in found.socket:
                frame = json.loads(raw)
                if frame["frame"] in TOLD:
                    self.heard += json.loads(msgspec.json.encode(found.decoder.read(frame)[0]))
        return ""


async def open_socket(table: str, token: str, since: dict[str, int]) -> TableSocket | dict[str, Any]:
    """Open the socket of a table, whose address is given, and say hello; return it, or the refusal."""
    socket = await connect(f"{table.replace('http', 'ws', 1)}/socket", max_size=MAX_FRAME)
    try:
        await socket.send(json.dumps({"frame": "hello", "token": token, "since": since, "protocol": PROTOCOL}))
        welcome: dict[str, Any] = {"frame": "wait"}
        while welcome["frame"] == "wait":
            welcome = json.loads(await socket.recv())
        if welcome["frame"] == "refusal":
            await socket.close()
            return welcome
        server = table.partition("/api/")[0]
        async with httpx.AsyncClient(timeout=AT_MOST) as http:
            headers = {"Authorization": f"Bearer {token}"} if token else {}
            board = await http.get(f"{server}{welcome['terms']['board']['address']}", headers=headers)
        if board.status_code != 200:  # the table has moved, or its server has gone, in between
            raise ConnectionError
        return TableSocket(socket, Decoder(welcome, board.json()))
    except BaseException:
        await socket.close()
        raise


def all_is_there(items: list[dict[str, Any]], nomads: list[Nomad], spectator: Spectator) -> None:
    """Check a table: what its people were told is done stands there once, under the number that they were told."""
    assert [item["seq"] for item in items] == list(range(1, len(items) + 1)), "no number is missing or twice there"
    spoken = [(item["seq"], item["what"]["text"]) for item in items if item["what"]["item"] == "spoken"]
    said = [(seq, act["text"]) for one in nomads for act, seq in one.acknowledged.values() if act["do"] == "say"]
    assert spoken == sorted(said), "each word was said once, and none that was acknowledged is lost"
    chosen = [
        choice_at(items, seq) for one in nomads for act, seq in one.acknowledged.values() if act["do"] == "choose"
    ]
    happened = [
        item["seq"] for item in items if item["what"]["item"] == "happened" and item["what"]["kind"] == "choice"
    ]
    assert sorted(chosen) == happened, (
        f"each choice was made once, and none that was acknowledged is lost: lost {set(chosen) - set(happened)}, "
        f"not acknowledged {set(happened) - set(chosen)}, refused {[one.refused for one in nomads]}"
    )
    assert spectator.heard == items[: len(spectator.heard)], "who looks on has been told the same"


def choice_at(items: list[dict[str, Any]], seq: int) -> int:
    """Return the number of a choice by that with which it was acknowledged: of the end after it, if it brought one."""
    return seq - (seq <= len(items) and items[seq - 1]["what"]["item"] == "ended")
