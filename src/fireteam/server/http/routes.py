"""All routes of the server. `ROUTES` is the single source for Starlette, OpenAPI and the page's types."""

from __future__ import annotations

import msgspec
from starlette.responses import Response

from ...core.protocol.scene import Scene
from ..tables import match_files
from ..tables.view import welcome
from ..wire.messages import (
    Act,
    Answered,
    Ask,
    ClauseText,
    Done,
    Fork,
    GameOffer,
    Item,
    Join,
    Joined,
    LessonAsk,
    LessonChoice,
    LessonStep,
    Made,
    Moment,
    NewTable,
    Now,
    Password,
    Reach,
    Rulebook,
    TableCard,
    TableOffer,
    Welcome,
)
from . import catalogue
from .access import COOKIE
from .errors import ApiError
from .openapi import openapi
from .route_types import HOST, PRINCIPALS, SEAT, Query, Route, RouteRequest, TextBody

TEXT = TextBody("text/plain")
FILE = TextBody("text/plain", match_files.MAX_FILE)
FAR = 2**53


def options_of(words: list[str]) -> dict[str, str]:
    """Parse options, each written `name=value`.

    Raises:
        ApiError: one is not written so, or is given twice (400).
    """
    found = dict(word.partition("=")[::2] for word in words)
    if "" in found or len(found) < len(words) or not all("=" in word for word in words):
        raise ApiError("E_MESSAGE", "Options are written name=value, each once.", 400)
    return found


# What can be played


async def games(asked: RouteRequest) -> tuple[GameOffer, ...]:
    """List all games with their scenarios and bots; those with a lesson come first."""
    return await asked.registry.run(catalogue.list_games)


async def offer(asked: RouteRequest) -> TableOffer:
    """Return the slots, referee and options of a scenario, given the options that are already set."""
    game = catalogue.game_by_id(asked.request.path_params["game"])
    query = asked.query
    await asked.registry.compilation.ensure_ready(game.id)
    options, packs = options_of(query["option"]), tuple(query["pack"])
    return await asked.registry.run(
        catalogue.table_offer, game.id, query["scenario"], options, asked.registry.packs, packs
    )


async def preview(asked: RouteRequest) -> Scene:
    """Return the Scene in which a scenario begins, as a spectator may see it."""
    game = catalogue.game_by_id(asked.request.path_params["game"])
    await asked.registry.compilation.ensure_ready(game.id)
    options, packs = options_of(asked.query["option"]), tuple(asked.query["pack"])
    return await asked.registry.run(
        catalogue.preview, game.id, asked.query["scenario"], options, asked.registry.packs, packs
    )


async def rulebook(asked: RouteRequest) -> Rulebook:
    """Return the whole rulebook of a game."""
    return await asked.registry.run(catalogue.rulebook, asked.request.path_params["game"])


async def clause(asked: RouteRequest) -> ClauseText:
    """Return one clause of a rulebook by its id."""
    return await asked.registry.run(catalogue.clause_text, asked.request.path_params["clause"])


async def packs(asked: RouteRequest) -> tuple[str, ...]:
    """List the names of the packs that tables on this server may use."""
    return await asked.registry.run(asked.registry.packs.names)


# Tables


async def make_table(asked: RouteRequest) -> Made:
    """Create a table. Its tokens are in this response alone, so store them.
    A repeat under the same Idempotency-Key returns the same table and tokens.
    """
    return await asked.registry.make(asked.said, asked.making)


async def lobby(asked: RouteRequest) -> tuple[TableCard, ...]:
    """List the tables that are listed and whose match is not over, newest first."""
    return await asked.registry.lobby()


async def see_table(asked: RouteRequest) -> Welcome:
    """Return a table with its seats, slots, verbs and streams, and whether the caller is a seat or the host."""
    session = await asked.registry.session(asked.table)
    return welcome(session.table, asked.who, session.cards())


async def see_now(asked: RouteRequest) -> Now:
    """Return the present view of the match for the caller: Scene, decisions, seats, proposals, deadline."""
    session = await asked.registry.session(asked.table)
    return await session.now(asked.who)


async def join_table(asked: RouteRequest) -> Joined:
    """Take an open seat, or set the name of the person in the caller's own seat.
    An open seat gets a new token, and its old one is no longer valid.
    A repeat under the same Idempotency-Key returns the same token.
    """
    return await asked.registry.join(asked.table, asked.said, asked.who, asked.making)


async def act(asked: RouteRequest) -> Done:
    """Carry out an act at a table; the response comes once it is committed.
    The same act under the same Idempotency-Key is carried out once, and answered alike.
    """
    session = await asked.registry.session(asked.table)
    return await session.act(asked.who, asked.key, asked.said)


async def ask(asked: RouteRequest) -> Answered:
    """Answer a question about a table from what the caller may see; nothing changes."""
    session = await asked.registry.session(asked.table)
    return await session.ask(asked.who, "", asked.said)


async def items(asked: RouteRequest) -> tuple[Item, ...]:
    """Return the items of a stream after item number `since`, redacted for the caller.
    Without `stream`, they are those of `table`. A stream that the caller may not read is answered with 404.
    """
    session = await asked.registry.session(asked.table)
    return await session.read_items(asked.who, asked.query["stream"], asked.query["since"])


async def moments(asked: RouteRequest) -> tuple[Moment, ...]:
    """Return the events `from` to `to` of a match (without `to`: to the last), each with the Scene after it.
    They are redacted for the caller until the match is over. A response has at most 500.
    """
    session = await asked.registry.session(asked.table)
    last = asked.query["to"] if "to" in asked.request.query_params else FAR
    return await session.moments(asked.who, asked.query["from"], last)


async def match_file(asked: RouteRequest) -> str:
    """Return the match file, as the terminal writes it.
    While a match with hidden information is not over, only its referee may read it.
    """
    session = await asked.registry.session(asked.table)
    return await session.read(match_files.file_for, asked.who.seat)


async def import_match(asked: RouteRequest) -> Made:
    """Create a table from a match file of at most 4 MiB. The text of its secret file may follow in the same body.
    An ended match can be replayed; one with its secret file is resumed; any other is forked after its last event.
    """
    try:
        text = asked.said.decode()
    except UnicodeDecodeError:
        raise ApiError("E_FILE", "This is no match file: it is no text.") from None
    await asked.registry.compilation.ensure_ready(game_of(text))
    made, table = await asked.registry.run(match_files.import_match, asked.registry, text, asked.making)
    asked.registry.add(table)
    return made


def game_of(text: str) -> str:
    """Return the id of the game that a match file names.

    Raises:
        ApiError: it names none that there is (404).
    """
    second = text[:200].split("\n")[1:2]
    return catalogue.game_by_id("".join(second).removeprefix("game: ")).id


async def fork_match(asked: RouteRequest) -> Made:
    """Fork a match that is over: create a table that goes on after any of its events, with new dice."""
    session = await asked.registry.session(asked.table)
    made, table = await session.read(
        lambda table: match_files.fork_table(asked.registry, table, asked.said, asked.making)
    )
    asked.registry.add(table)
    return made


# Lessons


async def begin_lesson(asked: RouteRequest) -> LessonStep:
    """Begin a game's lesson at a step; without `step`, at the first."""
    game = catalogue.game_by_id(asked.request.path_params["game"])
    await asked.registry.compilation.ensure_ready(game.id)
    return await asked.registry.run(asked.registry.lessons.begin, game, asked.query["step"] or 1)


async def go_on_learning(asked: RouteRequest) -> LessonStep:
    """Choose, plan or walk in a lesson, or send `again`, `next`, `back` or `hint`; return its step as it is then."""
    course = asked.registry.lessons.course(asked.request.path_params["game"], asked.request.path_params["lesson"])
    return await asked.registry.run(course.do, asked.said)


async def ask_in_lesson(asked: RouteRequest) -> Answered:
    """Answer a question in a lesson, as at a table: may a choice be made, sight, threats, a way, odds."""
    course = asked.registry.lessons.course(asked.request.path_params["game"], asked.request.path_params["lesson"])
    return await asked.registry.ask_in_lesson(course, asked.said.ask)


# The server itself


async def enter(asked: RouteRequest) -> Response:
    """Check the server's password, and set the cookie that admits this browser."""
    cookie = asked.access.password_cookie(asked.request, asked.said.password)
    answer = Response(status_code=204)
    secure = asked.request.url.scheme == "https"
    if cookie:
        answer.set_cookie(COOKIE, cookie, httponly=True, samesite="strict", secure=secure, path="/")
    return answer


async def reach(asked: RouteRequest) -> Reach:
    """Return whether others in the network can reach the server, and by which URL; only for its own computer."""
    asked.access.require_local(asked.request)
    return await asked.registry.run(asked.access.reaching.reach)


async def let_in(asked: RouteRequest) -> Reach:
    """Open the server to others in the network; only for its own computer, and in a browser for its own page."""
    asked.access.require_local(asked.request)
    asked.access.require_same_origin(asked.request.headers)  # no other page's button
    return await asked.access.reaching.open_to_network()


async def numbers(asked: RouteRequest) -> str:
    """Return the server's metrics in the Prometheus text format; only for its own computer."""
    asked.access.require_local(asked.request)
    return asked.registry.metrics.text(asked.registry)


async def description(asked: RouteRequest) -> Response:
    """Return this OpenAPI 3.1 document."""
    return Response(msgspec.json.encode(openapi(ROUTES)), media_type="application/json")


async def health(asked: RouteRequest) -> str:
    """Return `alive` if the server answers at all."""
    return "alive\n"


async def readiness(asked: RouteRequest) -> str:
    """Return `ready` if the store answers and the server is not closing; 503 otherwise."""
    if asked.registry.closing:
        raise ApiError("E_CLOSING", "The server is closing.", 503)
    await asked.registry.run(asked.registry.store.whose, "")
    return "ready\n"


TABLE_ID = "/api/tables/{table}"
OFFERED = (
    Query("scenario", "its id; without, the game's first"),
    Query("option", "an option as name=value", list),
    Query("pack", "a pack", list),
)

ROUTES: tuple[Route, ...] = (
    Route("GET", "/api/games", "What can be played", PRINCIPALS, tuple[GameOffer, ...], games),
    Route(
        "GET",
        "/api/games/{game}/offer",
        "What a scenario asks for",
        PRINCIPALS,
        TableOffer,
        offer,
        query=OFFERED,
    ),
    Route("GET", "/api/games/{game}/preview", "The table before a match", PRINCIPALS, Scene, preview, query=OFFERED),
    Route("GET", "/api/games/{game}/rules", "A rulebook, whole", PRINCIPALS, Rulebook, rulebook),
    Route("GET", "/api/rules/{clause}", "A clause of a rulebook", PRINCIPALS, ClauseText, clause),
    Route("GET", "/api/packs", "The packs offered", PRINCIPALS, tuple[str, ...], packs),
    Route("GET", "/api/tables", "The lobby", PRINCIPALS, tuple[TableCard, ...], lobby),
    Route("POST", "/api/tables", "Make a table", PRINCIPALS, Made, make_table, NewTable, made=True),
    Route("GET", TABLE_ID, "A table", PRINCIPALS, Welcome, see_table),
    Route("GET", TABLE_ID + "/now", "How things stand", PRINCIPALS, Now, see_now),
    Route("POST", TABLE_ID + "/join", "Take a seat", PRINCIPALS, Joined, join_table, Join, made=True),
    Route("POST", TABLE_ID + "/acts", "Do something", (SEAT, HOST), Done, act, Act, keyed=True),
    Route("POST", TABLE_ID + "/asks", "Ask something", PRINCIPALS, Answered, ask, Ask),
    Route(
        "GET",
        TABLE_ID + "/items",
        "What happened",
        PRINCIPALS,
        tuple[Item, ...],
        items,
        query=(Query("stream", "table, or `side NAME`"), Query("since", "after which item", int)),
    ),
    Route(
        "GET",
        TABLE_ID + "/moments",
        "The match event by event",
        PRINCIPALS,
        tuple[Moment, ...],
        moments,
        query=(Query("from", "the first event", int), Query("to", "the last", int)),
    ),
    Route("GET", TABLE_ID + "/match", "The match file", PRINCIPALS, TEXT, match_file),
    Route("POST", "/api/tables/import", "Bring a match", PRINCIPALS, Made, import_match, FILE, made=True),
    Route("POST", TABLE_ID + "/fork", "Go on from an event", PRINCIPALS, Made, fork_match, Fork, made=True),
    Route(
        "POST",
        "/api/lessons/{game}",
        "Begin a lesson",
        PRINCIPALS,
        LessonStep,
        begin_lesson,
        query=(Query("step", "at which step", int),),
        made=True,
    ),
    Route(
        "POST", "/api/lessons/{game}/{lesson}", "Go on with it", PRINCIPALS, LessonStep, go_on_learning, LessonChoice
    ),
    Route("POST", "/api/lessons/{game}/{lesson}/ask", "Ask about it", PRINCIPALS, Answered, ask_in_lesson, LessonAsk),
    Route("POST", "/api/enter", "Say the password", PRINCIPALS, None, enter, Password),
    Route("GET", "/api/reach", "Whether others can come", PRINCIPALS, Reach, reach),
    Route("POST", "/api/reach", "Let others in", PRINCIPALS, Reach, let_in),
    Route("GET", "/metrics", "What the server counts", PRINCIPALS, TEXT, numbers),
    Route("GET", "/openapi.json", "What can be asked", PRINCIPALS, dict, description),
    Route("GET", "/healthz", "Whether the server lives", PRINCIPALS, TEXT, health),
    Route("GET", "/readyz", "Whether it can be asked", PRINCIPALS, TEXT, readiness),
)
"""All routes, in the order in which Starlette tries them."""
