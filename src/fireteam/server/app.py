"""The ASGI application: routes, sockets, static page, security headers and maintenance."""

from __future__ import annotations

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

from .background import Loop
from .campaigns.registry import CampaignRegistry
from .env import Env
from .errors import ApiError
from .http.access import HEADERS, LIMITS, AccessControl, Limits
from .http.asgi_sockets import AsgiSockets
from .http.handler import endpoint, error_response
from .http.page_files import PageFiles
from .http.reachability import Reachability
from .http.routes import ROUTES
from .http.websockets import PATH, WebSockets
from .store.store import Store
from .tables.creation import PackFolders
from .tables.registry import TableRegistry
from .workers.bots import BotPool
from .workers.compilation import Compilation

STATIC = Path(__file__).with_name("static")
WATCH = 0.5  # seconds between two looks whether the database still hears that this process lives
LATE = 60.0  # seconds, beside its pause, after which a task in the background counts as stuck
VERY_LATE = 1_800.0  # the same where rules may have to be compiled on the way
LOOK = 2.0  # seconds between two looks for tables that other processes have left or taken
ROUND = 15  # such looks from one for tables to be put away to the next


class Server(NamedTuple):
    """The ASGI application and its parts."""

    app: ASGIApp
    registry: TableRegistry
    campaigns: CampaignRegistry
    sockets: WebSockets
    access: AccessControl


def build_server(
    store: Store,
    env: Env | None = None,
    packs: PackFolders | None = None,
    bots: BotPool | None = None,
    compilation: Compilation | None = None,
    password: str = "",
    hosts: tuple[str, ...] = (),
    limits: Limits = LIMITS,
    reaching: Reachability | None = None,
    static: Path = STATIC,
    apart: bool = False,
) -> Server:
    """Build the server on an open store.

    The lifespan of the application resumes and evicts tables and closes the registry at its end. The store stays open.

    Args:
        store: the open database.
        env: clocks, entropy and sleep; by default those of the process.
        packs: the folders of packs that tables may use; by default none.
        bots: the pool of bots.
        compilation: which games are compiled.
        password: what callers need; empty for none.
        hosts: host names that are accepted besides IP addresses; empty accepts every name.
        limits: the rate limits.
        reaching: where the server listens, and the switch that opens it to the network.
        static: the folder of the built page.
        apart: whether a process of its own writes to the store while the application runs.
    """
    env = env or Env()
    compilation = compilation or Compilation()
    registry = TableRegistry(store, env, packs or PackFolders(), bots or BotPool(compilation=compilation), compilation)
    campaigns = CampaignRegistry(registry)
    access = AccessControl(env, password, hosts, limits, reaching, shared=store.is_shared)
    sockets = WebSockets(registry, access)
    routes: list[BaseRoute] = [
        Path_(one.path, endpoint(one, registry, campaigns, access), methods=[one.method]) for one in ROUTES
    ]
    routes.append(WebSocketRoute(PATH, AsgiSockets(sockets)))
    routes.append(Path_("/{path:path}", PageFiles(static, access), methods=["GET"]))

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        if apart:
            store.write_apart()
        maintenance = begin_maintenance(registry, campaigns)
        try:
            yield
        finally:
            await registry.background.close(*maintenance)
            sockets.close()
            await campaigns.close()
            await registry.close()
            store.write_here()

    app = Starlette(
        routes=routes,
        lifespan=lifespan,
        exception_handlers={HTTPException: _method_not_allowed, Exception: _internal_error},
    )
    return Server(HeadersMiddleware(app), registry, campaigns, sockets, access)


def begin_maintenance(registry: TableRegistry, campaigns: CampaignRegistry) -> list[Loop]:
    """Begin what goes on in the background of a server, until these loops are closed.

    Tables that go on by themselves are opened, those of processes that have gone as well where several share a
    database; those that are not this process's any more are left, and what is idle is put away.
    """
    begin = registry.background.loop
    return [
        begin("standing", [registry.stand_down, registry.end_stuck_writer], WATCH, LATE),
        begin("leases", [registry.leave_lost, registry.tell_uncertain], LOOK, LATE),
        begin("resuming", [registry.resume, registry.resume_orphans], LOOK, VERY_LATE),
        begin("eviction", [registry.evict_idle, campaigns.evict_idle], LOOK * ROUND, LATE),
    ]


async def _method_not_allowed(request: Request, error: Exception) -> Response:
    """Answer a method that the address does not have; unknown addresses are answered with the page."""
    assert isinstance(error, HTTPException), "Starlette asks for nothing else here"
    answer = error_response(ApiError("E_UNKNOWN", "This address is not asked so.", error.status_code))
    answer.headers.update(error.headers or {})
    return answer


async def _internal_error(request: Request, error: Exception) -> Response:
    """Answer an unexpected exception with an E_FAULT refusal (500). Its cause is only in the log."""
    return error_response(ApiError("E_FAULT", "Something broke here; it has been written down.", 500))


class HeadersMiddleware:
    """Middleware that adds the security headers to every HTTP response.

    What is under /api/ is not to be stored, unless it says otherwise itself.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._headers = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and add the headers when its response starts."""

        async def sends(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *self._headers]
                is_said = any(name.lower() == b"cache-control" for name, _ in message["headers"])
                if scope["path"].startswith("/api/") and not is_said:
                    message["headers"].append((b"cache-control", b"no-store"))
            await send(message)

        await self._app(scope, receive, sends if scope["type"] == "http" else send)
