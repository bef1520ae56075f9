"""Everything that can be asked of the server over HTTP, declared once: the routes, their OpenAPI, and who may."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple

from starlette.requests import Request

from .gate import Gate
from .house import House
from .making import Making
from .seating import Who

ANYBODY, SEAT, HOST = "anybody", "seat", "host"
PRINCIPALS = (ANYBODY, SEAT, HOST)
"""Who asks: with no token, with that of a seat, or with that of who made the table."""


class Query(NamedTuple):
    """A value in an address, after the question mark."""

    name: str
    about: str
    kind: type = str
    needed: bool = False


class Plain(NamedTuple):
    """An answer that is no JSON, or a body: of which kind."""

    media: str
    largest: int = 0


class Asked(NamedTuple):
    """A request that has been let in: the house and its gate, the address, who asks, and what was said under which key.

    `making` is for what a route makes.
    """

    house: House
    gate: Gate
    request: Request
    who: Who
    said: Any
    query: dict[str, Any]
    key: str
    making: Making

    @property
    def table(self) -> str:
        """The id of the table in the address."""
        return str(self.request.path_params.get("table", ""))


class Route(NamedTuple):
    """Something that can be asked: by whom, what is said with it, and what is answered.

    `keyed`: it changes something, and comes with an Idempotency-Key; `made`: it makes something, and may have one.
    """

    method: str
    path: str
    about: str
    who: tuple[str, ...]
    answer: Any
    does: Callable[[Asked], Awaitable[Any]]
    says: Any = None
    query: tuple[Query, ...] = ()
    keyed: bool = False
    made: bool = False

    @property
    def name(self) -> str:
        """What it is called in OpenAPI."""
        return self.does.__name__
