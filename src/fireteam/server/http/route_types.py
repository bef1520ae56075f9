"""The types that declare a route: method, path, callers, query, request and response."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple

from starlette.requests import Request

from ...core.protocol.campaign import PLAYER, STORYTELLER, Actor
from ..campaigns.registry import CampaignRegistry
from ..tables.idempotency import Creation
from ..tables.registry import TableRegistry
from ..tables.seats import Caller
from .access import AccessControl

ANYBODY, SEAT, HOST = "anybody", "seat", "host"
PRINCIPALS = (ANYBODY, SEAT, HOST)
"""Kinds of callers: without a token, with that of a seat, or with that of the host."""
MEMBERS = (PLAYER, STORYTELLER)
"""Kinds of callers of the routes of one campaign: with a player's link, or with its Storyteller's."""


class Query(NamedTuple):
    """A query parameter: its name, description, type, and whether it is required."""

    name: str
    about: str
    kind: type = str
    required: bool = False


class TextBody(NamedTuple):
    """A request or response body that is not JSON: its media type, and the most bytes of a request."""

    media: str
    largest: int = 0


class Tagged(NamedTuple):
    """An answer with the tag of what it tells; None: whoever asks named this tag, and has the answer."""

    tag: str
    answer: Any


class RouteRequest(NamedTuple):
    """An authorized request, as the function of a route gets it.

    `body` is decoded, `query` are the query parameters by name, and `key` is the idempotency key. `creation` is for a
    route that creates something. `actor` is who comes with a link of the campaign in the path.
    """

    registry: TableRegistry
    access: AccessControl
    request: Request
    caller: Caller
    body: Any
    query: dict[str, Any]
    key: str
    creation: Creation
    campaigns: CampaignRegistry
    member: Actor | None = None

    @property
    def table(self) -> str:
        """The id of the table in the path; empty without one."""
        return str(self.request.path_params.get("table", ""))

    @property
    def campaign(self) -> str:
        """The id of the campaign in the path; empty without one."""
        return str(self.request.path_params.get("campaign", ""))

    @property
    def known_tags(self) -> tuple[str, ...]:
        """The tags of the answers that the caller has; one may have been weakened on its way."""
        words = self.request.headers.get("if-none-match", "").split(",")
        return tuple(word.strip().removeprefix("W/").strip('"') for word in words)

    @property
    def actor(self) -> Actor:
        """Who comes with a link of the campaign in the path."""
        assert self.member is not None, "nobody else is let in"
        return self.member


class Route(NamedTuple):
    """A route: its callers, its handler, and the types of its query, request body and response (`answer`).

    `about` is its summary in OpenAPI. `needs_key`: it changes something, and needs an Idempotency-Key; `creates`: it
    creates something, and may have one. `has_tag`: its handler returns a `Tagged` answer, which is told again only
    when it is another one.
    """

    method: str
    path: str
    about: str
    callers: tuple[str, ...]
    answer: Any
    handler: Callable[[RouteRequest], Awaitable[Any]]
    body: Any = None
    query: tuple[Query, ...] = ()
    needs_key: bool = False
    creates: bool = False
    has_tag: bool = False

    @property
    def name(self) -> str:
        """The route's operation id in OpenAPI, and its name in the log and the metrics."""
        return self.handler.__name__
