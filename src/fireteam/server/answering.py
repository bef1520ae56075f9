"""A request over HTTP is let in, carried out and answered here, by what its route declares."""

from __future__ import annotations

import logging
import re
from collections.abc import Awaitable, Callable
from time import perf_counter
from typing import Any

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from ..core.errors import FireteamError
from .declared import ANYBODY, HOST, SEAT, Asked, Plain, Query, Route
from .gate import Gate
from .guard import LARGEST, decoder_of, digest_of, hash_of, read_strictly
from .house import House
from .making import without_key
from .messages import Joined
from .repeats import Repeats
from .seating import Who
from .turning import Turned, refusal_of, status_of

LOG = logging.getLogger("fireteam.requests")
HIGHEST = 2**53
KEY = re.compile(r"[A-Za-z0-9_-]{8,64}")


def answering(route: Route, house: House, gate: Gate) -> Callable[[Request], Awaitable[Response]]:
    """What Starlette calls for a route."""

    if route.says is not None and not isinstance(route.says, Plain):
        decoder_of(route.says)
    repeats = Repeats(house.env.clock)

    async def answer(request: Request) -> Response:
        begun = perf_counter()
        try:
            gate.enter(request)
            asked = await let_in(route, house, gate, request)
            if words := asked.making.words:
                made = await repeats.once(hash_of(words), asked.making.digest, lambda: made_once(route, asked))
                found = told(route, made)
            else:
                found = told(route, await route.does(asked))
        except FireteamError as error:
            found = turned_down(error)
        house.metrics.requests.labels(route.name, str(found.status_code)).inc()
        took = round((perf_counter() - begun) * 1000, 1)
        LOG.info("asked", extra={"fields": {"route": route.name, "status": found.status_code, "ms": took}})
        return found

    return answer


async def made_once(route: Route, asked: Asked) -> Any:
    """What a route makes; what was made under the same key before, however long ago, is answered again.

    Raises:
        FireteamError: it cannot be made, or something else was under this key.
    """
    before = await asked.house.run(asked.house.store.made, hash_of(asked.making.words))
    return asked.making.again(before, route.answer is Joined) if before else await route.does(asked)


def key_of(request: Request, needed: bool = False) -> str:
    """The key under which something is done.

    Raises:
        Turned: it is none, or missing where it is needed.
    """
    key = request.headers.get("idempotency-key", "")
    if (key or needed) and not KEY.fullmatch(key):
        raise Turned("E_KEY", "Say under which key, of 8 to 64 letters and digits, in the header Idempotency-Key.", 400)
    return key


async def let_in(route: Route, house: House, gate: Gate, request: Request) -> Asked:
    """Who asks, and what is said, if they may.

    Raises:
        Turned: they may not, or what is said cannot be read.
    """
    token = token_of(request)
    gate.pace(request, token)
    if route.made:
        gate.pace_of_making(request)
    table = request.path_params.get("table", "")
    who = await house.who(table, token) if table else Who()
    if table:
        gate.know(token)
    principal = HOST if who.host else SEAT if who.seat else ANYBODY
    if principal not in route.who:
        raise Turned("E_TOKEN", "Say who you are: Authorization: Bearer TOKEN.", 401)
    query = {one.name: value_of(request, one) for one in route.query}
    key = key_of(request, needed=route.keyed) if route.keyed or route.made else ""
    what = await said(route, request)
    making = without_key(house.env)._replace(own=token)
    if route.made and key:
        making = making._replace(words=f"{key} {request.url.path} {token}", digest=digest_of(what))
    return Asked(house, gate, request, who, what, query, key, making)


def token_of(request: Request) -> str:
    """The token of who asks; empty without one.

    Raises:
        Turned: there is something else in its place.
    """
    words = request.headers.get("authorization", "")
    if not words:
        return ""
    kind, _, token = words.partition(" ")
    if kind.lower() != "bearer" or not token or len(token) > 64:
        raise Turned("E_TOKEN", "Say who you are as: Authorization: Bearer TOKEN.", 401)
    return token


def value_of(request: Request, query: Query) -> Any:
    """A value of the address.

    Raises:
        Turned: it is not of its kind.
    """
    words = request.query_params.getlist(query.name)
    if query.kind is list:
        return words
    if len(words) > 1:
        raise Turned("E_MESSAGE", f"{query.name} stands in the address twice.", 400)
    if not words and query.needed:
        raise Turned("E_MESSAGE", f"{query.name} is missing in the address.", 400)
    if query.kind is not int:
        return words[0] if words else ""
    if words and not (
        words[0].isascii() and words[0].isdecimal() and int(words[0][:17]) < HIGHEST and len(words[0]) < 17
    ):
        raise Turned("E_MESSAGE", f"{query.name} is a whole number.", 400)
    return int(words[0]) if words else 0


async def said(route: Route, request: Request) -> Any:
    """What is said with a request.

    Raises:
        Turned: it is too large, or cannot be read.
    """
    if route.says is None:
        return None
    body = await body_of(request, route.says.largest if isinstance(route.says, Plain) else LARGEST)
    if isinstance(route.says, Plain):
        return body
    media = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if media != "application/json":
        raise Turned("E_MESSAGE", "Say it as application/json.", 415)
    return read_strictly(body, route.says)


async def body_of(request: Request, largest: int) -> bytes:
    """The body, as far as anybody needs.

    Raises:
        Turned: it is too large.
    """
    body = b""
    try:
        async for piece in request.stream():
            body += piece
            if len(body) > largest:
                raise Turned("E_TOO_LARGE", f"This is too large: {largest >> 10} KiB are enough.", 413)
    except ClientDisconnect:
        raise Turned("E_MESSAGE", "It broke off.", 400) from None
    return body


def told(route: Route, answer: Any) -> Response:
    """What is answered."""
    status = 201 if route.made else 200
    if isinstance(answer, Response):
        return answer
    if isinstance(route.answer, Plain):
        return Response(answer, status, media_type=route.answer.media)
    return Response(msgspec.json.encode(answer), status, media_type="application/json")


def turned_down(error: FireteamError) -> Response:
    """A refusal."""
    status = status_of(error)
    headers = {"WWW-Authenticate": "Bearer"} if status == 401 else {}
    return Response(msgspec.json.encode(refusal_of(error)), status, headers, media_type="application/json")
