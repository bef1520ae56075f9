"""The handler of one HTTP request, driven by its route: authorize, parse, run, respond."""

from __future__ import annotations

import logging
import re
from collections.abc import Awaitable, Callable
from time import perf_counter
from typing import Any

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from ...core.errors import Conflict, FireteamError
from ...core.protocol.campaign import PLAYER, STORYTELLER
from ..campaigns.registry import CampaignRegistry
from ..errors import ApiError, error_body, forbidden, http_status
from ..tables.answer_cache import AnswerCache
from ..tables.idempotency import without_key
from ..tables.registry import TableRegistry
from ..tables.seats import Caller
from ..validation import MAX_BODY, decode_strictly, decoder_of, hash_token, message_digest
from ..wire.messages import SeatToken, TableTokens
from .access import AccessControl, bearer_token
from .route_types import ANYBODY, HOST, MEMBERS, SEAT, Query, Route, RouteRequest, Tagged, TextBody

LOG = logging.getLogger("fireteam.requests")
HIGHEST = 2**53
KEY = re.compile(r"[A-Za-z0-9_-]{8,64}")


def endpoint(
    route: Route, registry: TableRegistry, campaigns: CampaignRegistry, access: AccessControl
) -> Callable[[Request], Awaitable[Response]]:
    """Return the Starlette endpoint of a route.

    It turns every FireteamError into a refusal, counts and logs the request, and runs a creation once per key.
    """

    if route.body is not None and not isinstance(route.body, TextBody):
        decoder_of(route.body)
    repeats = AnswerCache(registry.env.clock)

    async def answer(request: Request) -> Response:
        begun = perf_counter()
        try:
            access.admit(request)
            asked = await authorize(route, registry, campaigns, access, request)
            if words := asked.creation.words:
                made = await repeats.once(hash_token(words), asked.creation.digest, lambda: make_once(route, asked))
                found = build_response(route, made)
            else:
                found = build_response(route, await route.handler(asked))
        except FireteamError as error:
            found = error_response(error)
        registry.metrics.requests.labels(route.name, str(found.status_code)).inc()
        took = round((perf_counter() - begun) * 1000, 1)
        LOG.info("asked", extra={"fields": {"route": route.name, "status": found.status_code, "ms": took}})
        return found

    return answer


async def make_once(route: Route, asked: RouteRequest) -> Any:
    """Run a route that creates something; return the earlier answer if its key was used before, however long ago.

    Raises:
        FireteamError: it cannot be created, or the key was used for something else.
    """
    try:
        return await make_or_repeat(route, asked)
    except Conflict:  # another server has made it under this key at the same time: it is found now
        return await make_or_repeat(route, asked)


async def make_or_repeat(route: Route, asked: RouteRequest) -> Any:
    """Run a route that creates something, unless the store has what was made under its key.

    Raises:
        FireteamError: it cannot be created, or the key was used for something else.
    """
    if route.answer not in (SeatToken, TableTokens):
        return await route.handler(asked)  # what it makes, it finds again itself
    before = await asked.registry.run(asked.registry.store.find_creation, hash_token(asked.creation.words))
    return asked.creation.repeat_answer(before, route.answer is SeatToken) if before else await route.handler(asked)


def idempotency_key(request: Request, needed: bool = False) -> str:
    """Return the idempotency key of a request; empty without one.

    Raises:
        ApiError: it is malformed, or missing where it is needed (400).
    """
    key = request.headers.get("idempotency-key", "")
    if (key or needed) and not KEY.fullmatch(key):
        raise ApiError(
            "E_KEY", "Say under which key, of 8 to 64 letters and digits, in the header Idempotency-Key.", 400
        )
    return key


async def authorize(
    route: Route, registry: TableRegistry, campaigns: CampaignRegistry, access: AccessControl, request: Request
) -> RouteRequest:
    """Check the rate limits, identify the caller, and parse the query and the body of a request.

    Raises:
        ApiError: there were too many requests (429), the token is not valid for this route (401), a player asks for
            what is the Storyteller's (403), or the request cannot be read (400, 413, 415).
    """
    token = bearer_token(request)
    access.limit_rate(request, token)
    if route.creates:
        access.limit_creation(request)
    table = request.path_params.get("table", "")
    campaign = request.path_params.get("campaign", "")
    who = await registry.identify(table, token) if table and not campaign else Caller()
    member = await campaigns.identify(campaign, token) if campaign else None
    if table or campaign:
        access.register_token(token)
    principal = HOST if who.host else SEAT if who.seat else ANYBODY
    if member is not None:
        principal = STORYTELLER if member.is_storyteller else PLAYER
    if principal in MEMBERS and principal not in route.callers:
        raise forbidden("Only the Storyteller may do that.")
    if principal not in route.callers:
        raise ApiError("E_TOKEN", "Say who you are: Authorization: Bearer TOKEN.", 401)
    query = {one.name: query_value(request, one) for one in route.query}
    key = idempotency_key(request, needed=route.needs_key) if route.needs_key or route.creates else ""
    what = await parse_message(route, request)
    making = without_key(registry.env)._replace(own=token)
    if route.creates and key:
        message = (what, query) if query else what
        making = making._replace(words=f"{key} {request.url.path} {token}", digest=message_digest(message))
    return RouteRequest(registry, access, request, who, what, query, key, making, campaigns, member)


def query_value(request: Request, query: Query) -> Any:
    """Return a query parameter: all values of a list, else its only value; `""` or 0 where it is absent.

    Raises:
        ApiError: it is missing though needed, given twice, or no whole number below `HIGHEST` (400).
    """
    words = request.query_params.getlist(query.name)
    if query.kind is list:
        return words
    if len(words) > 1:
        raise ApiError("E_MESSAGE", f"{query.name} stands in the address twice.", 400)
    if not words and query.required:
        raise ApiError("E_MESSAGE", f"{query.name} is missing in the address.", 400)
    if query.kind is not int:
        return words[0] if words else ""
    if words and not (
        words[0].isascii() and words[0].isdecimal() and int(words[0][:17]) < HIGHEST and len(words[0]) < 17
    ):
        raise ApiError("E_MESSAGE", f"{query.name} is a whole number.", 400)
    return int(words[0]) if words else 0


async def parse_message(route: Route, request: Request) -> Any:
    """Return the decoded body of a request: bytes for a `TextBody`, None where the route takes no body.

    Raises:
        ApiError: it is too large (413), not JSON by its media type (415), or cannot be decoded (400).
    """
    if route.body is None:
        return None
    body = await read_body(request, route.body.largest if isinstance(route.body, TextBody) else MAX_BODY)
    if isinstance(route.body, TextBody):
        return body
    media = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if media != "application/json":
        raise ApiError("E_MESSAGE", "Say it as application/json.", 415)
    return decode_strictly(body, route.body)


async def read_body(request: Request, largest: int) -> bytes:
    """Return the body of a request; reading stops as soon as it exceeds `largest` bytes.

    Raises:
        ApiError: it is larger (413), or the client disconnected (400).
    """
    body = b""
    try:
        async for piece in request.stream():
            body += piece
            if len(body) > largest:
                raise ApiError("E_TOO_LARGE", f"This is too large: {largest >> 10} KiB are enough.", 413)
    except ClientDisconnect:
        raise ApiError("E_MESSAGE", "It broke off.", 400) from None
    return body


def build_response(route: Route, answer: Any) -> Response:
    """Return a route's answer as an HTTP response: 201 if it creates something, else 200; a Response stays as it is.

    A tagged answer that the caller has is 304.
    """
    status = 201 if route.creates else 200
    if isinstance(answer, Response):
        return answer
    if isinstance(answer, Tagged):
        headers = {"ETag": f'"{answer.tag}"'}
        if answer.answer is None:
            return Response(status_code=304, headers=headers)
        return Response(msgspec.json.encode(answer.answer), status, headers, media_type="application/json")
    if isinstance(route.answer, TextBody):
        return Response(answer, status, media_type=route.answer.media)
    return Response(msgspec.json.encode(answer), status, media_type="application/json")


def error_response(error: FireteamError) -> Response:
    """Return an error as an HTTP response with a refusal as its body."""
    status = http_status(error)
    headers = {"WWW-Authenticate": "Bearer"} if status == 401 else {}
    return Response(msgspec.json.encode(error_body(error)), status, headers, media_type="application/json")
