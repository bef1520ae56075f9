"""The server as one application: routes, sockets, the page, and what every answer says besides."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import NamedTuple

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, WebSocketRoute
from starlette.routing import Route as Path_
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .answering import answering, turned_down
from .bots import Bots
from .env import Env
from .gate import HEADERS, LIMITS, Gate, Limits
from .house import House
from .opening import Packs
from .page import Page
from .reaching import Reaching
from .readying import Readying
from .routes import ROUTES
from .sockets import PATH, Sockets
from .store.store import Store
from .turning import Turned

STATIC = Path(__file__).with_name("static")
ROUND = 30.0  # seconds between two looks for tables to be put away


class Server(NamedTuple):
    """The application, and what it is made of."""

    app: ASGIApp
    house: House
    sockets: Sockets
    gate: Gate


def serving(
    store: Store,
    env: Env | None = None,
    packs: Packs | None = None,
    bots: Bots | None = None,
    readying: Readying | None = None,
    password: str = "",
    hosts: tuple[str, ...] = (),
    limits: Limits = LIMITS,
    reaching: Reaching | None = None,
    static: Path = STATIC,
) -> Server:
    """A server on a store."""
    env = env or Env()
    readying = readying or Readying()
    house = House(store, env, packs or Packs(), bots or Bots(readying=readying), readying)
    gate = Gate(env, password, hosts, limits, reaching)
    sockets = Sockets(house, gate)
    routes: list[BaseRoute] = [Path_(one.path, answering(one, house, gate), methods=[one.method]) for one in ROUTES]
    routes.append(WebSocketRoute(PATH, sockets.serve))
    routes.append(Path_("/{path:path}", Page(static, gate), methods=["GET"]))

    @contextlib.asynccontextmanager
    async def living(app: Starlette) -> AsyncIterator[None]:
        minding = asyncio.ensure_future(mind(house))
        try:
            yield
        finally:
            minding.cancel()
            sockets.close()
            await house.close()

    app = Starlette(routes=routes, lifespan=living, exception_handlers={HTTPException: _unknown, Exception: _broken})
    return Server(Headers(app), house, sockets, gate)


async def mind(house: House) -> None:
    """Wake tables that go on by themselves; put those away at which nobody looks."""
    await house.wake()
    while True:
        await asyncio.sleep(ROUND)
        await house.put_away()


async def _unknown(request: Request, error: Exception) -> Response:
    """No such address, or not asked so."""
    status = error.status_code if isinstance(error, HTTPException) else 404
    said = "This address is not asked so." if status == 405 else "There is nothing at this address."
    answer = turned_down(Turned("E_UNKNOWN", said, status))
    if isinstance(error, HTTPException) and error.headers:
        answer.headers.update(error.headers)
    return answer


async def _broken(request: Request, error: Exception) -> Response:
    """A fault of ours; what it was stands in the log alone."""
    return turned_down(Turned("E_FAULT", "Something broke here; it has been written down.", 500))


class Headers:
    """Every answer says what browsers may do with it."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._headers = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on."""

        async def sends(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *self._headers]
                if scope["path"].startswith("/api/"):
                    message["headers"].append((b"cache-control", b"no-store"))
            await send(message)

        await self._app(scope, receive, sends if scope["type"] == "http" else send)
