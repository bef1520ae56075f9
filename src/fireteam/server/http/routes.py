"""All routes of the server. `ROUTES` is the single source for Starlette, OpenAPI and the page's types."""

from __future__ import annotations

import msgspec
from starlette.responses import Response

from ...core.protocol.scene import Scene
from ...core.protocol.sheets import SheetForm, SheetReport
from ..errors import ApiError, ClosedTable
from ..tables import closed_tables, match_files
from ..tables.rematch import come_to_rematch
from ..wire.messages import (
    Act,
    ActCommitted,
    Ask,
    AskReply,
    ClauseText,
    Fork,
    GameOffer,
    Item,
    Join,
    LessonAsk,
    LessonChoice,
    LessonStep,
    Moment,
    NewTable,
    Now,
    Password,
    Reach,
    Rulebook,
    SeatToken,
    SheetQuestion,
    TableCard,
    TableOffer,
    TableTokens,
    Welcome,
)
from . import catalogue
from .access import COOKIE, bearer_token
from .campaign_routes import CAMPAIGN_ROUTES
from .openapi import openapi
from .page_files import IMMUTABLE
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


async def games(request: RouteRequest) -> tuple[GameOffer, ...]:
    """List all games with their scenarios and bots; those with a lesson come first."""
    return await request.registry.run(catalogue.list_games)


async def offer(request: RouteRequest) -> TableOffer:
    """Return the slots, referee and options of a scenario, given the options that are already set."""
    game = catalogue.game_by_id(request.request.path_params["game"])
    query = request.query
    await request.registry.compilation.ensure_ready(game.id)
    options, packs = options_of(query["option"]), tuple(query["pack"])
    return await request.registry.run(
        catalogue.table_offer, game.id, query["scenario"], options, request.registry.packs, packs
    )


async def preview(request: RouteRequest) -> Scene:
    """Return the Scene in which a scenario begins, as a spectator may see it."""
    game = catalogue.game_by_id(request.request.path_params["game"])
    await request.registry.compilation.ensure_ready(game.id)
    options, packs = options_of(request.query["option"]), tuple(request.query["pack"])
    return await request.registry.run(
        catalogue.preview, game.id, request.query["scenario"], options, request.registry.packs, packs
    )


async def sheet_form(request: RouteRequest) -> SheetForm:
    """Return what a sheet of a game may say: its fields with limits and lawful choices, and sheets to begin with."""
    path, names = request.request.path_params, tuple(request.query["pack"])
    return await request.registry.run(catalogue.sheet_form, path["game"], path["sheet"], request.registry.packs, names)


async def check_sheet(request: RouteRequest) -> SheetReport:
    """Return what a sheet costs, and what is wrong with it by which clause; nothing changes."""
    path, asked = request.request.path_params, request.body
    game, sheet = path["game"], catalogue.sheet_by_id(path["game"], path["sheet"])
    if asked.scenario:
        await request.registry.compilation.ensure_ready(game)  # for places on its map the rules are asked
    return await request.registry.run(catalogue.check_sheet, game, sheet.id, asked, request.registry.packs)


async def rulebook(request: RouteRequest) -> Rulebook:
    """Return the whole rulebook of a game."""
    return await request.registry.run(catalogue.rulebook, request.request.path_params["game"])


async def clause(request: RouteRequest) -> ClauseText:
    """Return one clause of a rulebook by its id."""
    return await request.registry.run(catalogue.clause_text, request.request.path_params["clause"])


async def packs(request: RouteRequest) -> tuple[str, ...]:
    """List the names of the packs that tables on this server may use."""
    return await request.registry.run(request.registry.packs.names)


# Tables


async def make_table(request: RouteRequest) -> TableTokens:
    """Create a table. Its tokens are in this response alone, so store them.
    A repeat under the same Idempotency-Key returns the same table and tokens.
    """
    return await request.registry.make(request.body, request.creation)


async def lobby(request: RouteRequest) -> tuple[TableCard, ...]:
    """List the tables that are listed and whose match is not over, newest first."""
    return await request.registry.lobby()


async def see_table(request: RouteRequest) -> Welcome:
    """Return a table with its seats, slots, verbs and streams, and whether the caller is a seat or the host."""
    session = await request.registry.session(request.table)
    return await session.welcome(request.caller)


async def see_now(request: RouteRequest) -> Now:
    """Return the present view of the match for the caller: Scene, decisions, seats, proposals, deadline."""
    session = await request.registry.session(request.table)
    return await session.now(request.caller)


async def see_board(request: RouteRequest) -> Response:
    """Return the part of all Scenes of a table that does not change, by the hash that its welcome names.

    It may be kept for ever. Units, marks and the like are not in it.
    """
    session = await request.registry.session(request.table)
    board = await session.board()
    if request.request.path_params["hash"] != board.hash:
        raise ApiError("E_NO_BOARD", "There is no such board at this table.", 404)
    return Response(board.body, media_type="application/json", headers={"Cache-Control": IMMUTABLE})


async def join_table(request: RouteRequest) -> SeatToken:
    """Take an open seat, or set the name of the person in the caller's own seat.
    An open seat gets a new token, and its old one is no longer valid.
    A repeat under the same Idempotency-Key returns the same token.
    """
    return await request.registry.join(request.table, request.body, request.caller, request.creation)


async def act(request: RouteRequest) -> ActCommitted:
    """Carry out an act at a table; the response comes once it is committed.
    The same act under the same Idempotency-Key is carried out once, and answered alike.
    """
    session = await request.registry.session(request.table)
    return await session.act(request.caller, request.key, request.body)


async def ask(request: RouteRequest) -> AskReply:
    """Answer a question about a table from what the caller may see; nothing changes."""
    session = await request.registry.session(request.table)
    return await session.ask(request.caller, "", request.body)


async def items(request: RouteRequest) -> tuple[Item, ...]:
    """Return the items of a stream after item number `since`, redacted for the caller.
    Without `stream`, they are those of `table`. A stream that the caller may not read is answered with 404.
    """
    session = await request.registry.session(request.table)
    return await session.read_items(request.caller, request.query["stream"], request.query["since"])


async def moments(request: RouteRequest) -> tuple[Moment, ...]:
    """Return the events `from` to `to` of a match (without `to`: to the last), each with the Scene after it.
    They are redacted for the caller until the match is over. A response has at most 500.
    """
    session = await request.registry.session(request.table)
    last = request.query["to"] if "to" in request.request.query_params else FAR
    return await session.moments(request.caller, request.query["from"], last)


async def match_file(request: RouteRequest) -> str:
    """Return the match file, as the terminal writes it.
    While a match with hidden information is not over, only its referee may read it, or if its table is closed the host,
    and that of a fight of a campaign only who runs it.
    """
    registry, table, caller = request.registry, request.table, request.caller
    try:
        session = await registry.session(table)
    except ClosedTable:
        return await registry.run(closed_tables.file_of_closed, registry.store, table, caller)
    return await session.read(match_files.file_for, caller)


async def import_match(request: RouteRequest) -> TableTokens:
    """Create a table from a match file of at most 4 MiB. The text of its secret file may follow in the same body.
    An ended match can be replayed; one with its secret file is resumed; any other is forked after its last event.
    """
    try:
        text = request.body.decode()
    except UnicodeDecodeError:
        raise ApiError("E_FILE", "This is no match file: it is no text.") from None
    await request.registry.compilation.ensure_ready(game_of(text))
    made, table = await request.registry.run(match_files.import_match, request.registry, text, request.creation)
    request.registry.begin(table)
    return made


def game_of(text: str) -> str:
    """Return the id of the game that a match file names.

    Raises:
        ApiError: it names none that there is (404).
    """
    second = text[:200].split("\n")[1:2]
    return catalogue.game_by_id("".join(second).removeprefix("game: ")).id


async def fork_match(request: RouteRequest) -> TableTokens:
    """Fork a match that is over: create a table that goes on after any of its events, with new dice.
    One whose table is closed, since its rules or packs have changed, goes on by those of now.
    """
    registry, wish, making = request.registry, request.body, request.creation
    try:
        session = await registry.session(request.table)
    except ClosedTable:
        fork = closed_tables.fork_closed
        made, table = await registry.run(fork, registry, request.table, request.caller, wish, making)
    else:
        made, table = await session.read(
            lambda table: match_files.fork_table(registry, table, request.caller, wish, making)
        )
    registry.begin(table)
    return made


async def rematch(request: RouteRequest) -> TableTokens:
    """Return the rematch of a match that is over, with the caller's token there; who asks first makes it.
    It is one table, told at the old one as an item. Who makes it is its host, and alone gets a token as such.
    """
    return await come_to_rematch(request.registry, request.table, request.caller, bearer_token(request.request))


# Lessons


async def begin_lesson(request: RouteRequest) -> LessonStep:
    """Begin a game's lesson at a step; without `lesson`, the usual one, without `step`, at the first."""
    game, query = catalogue.game_by_id(request.request.path_params["game"]), request.query
    await request.registry.compilation.ensure_ready(game.id)
    return await request.registry.run(request.registry.lessons.begin, game, query["lesson"] or "", query["step"] or 1)


async def act_in_lesson(request: RouteRequest) -> LessonStep:
    """Choose, plan or walk in a lesson, or send `again`, `next`, `back` or `hint`; return its step as it is then."""
    course = request.registry.lessons.course(request.request.path_params["game"], request.request.path_params["lesson"])
    return await request.registry.run(course.do, request.body)


async def ask_in_lesson(request: RouteRequest) -> AskReply:
    """Answer a question in a lesson, as at a table: may a choice be made, sight, threats, a way, odds."""
    course = request.registry.lessons.course(request.request.path_params["game"], request.request.path_params["lesson"])
    return await request.registry.ask_in_lesson(course, request.body.ask)


# The server itself


async def enter(request: RouteRequest) -> Response:
    """Check the server's password, and set the cookie that admits this browser."""
    cookie = request.access.password_cookie(request.request, request.body.password)
    answer = Response(status_code=204)
    secure = request.request.url.scheme == "https"
    if cookie:
        answer.set_cookie(COOKIE, cookie, httponly=True, samesite="strict", secure=secure, path="/")
    return answer


async def reach(request: RouteRequest) -> Reach:
    """Return whether others in the network can reach the server, and by which URL; only for its own computer."""
    request.access.require_local(request.request)
    return await request.registry.run(request.access.reaching.reach)


async def open_to_network(request: RouteRequest) -> Reach:
    """Open the server to others in the network; only for its own computer, and in a browser for its own page."""
    request.access.require_local(request.request)
    request.access.require_same_origin(request.request.headers)  # no other page's button
    return await request.access.reaching.open_to_network()


async def numbers(request: RouteRequest) -> str:
    """Return the server's metrics in the Prometheus text format; only for its own computer."""
    request.access.require_local(request.request)
    sessions = request.registry.open.values()
    return request.registry.metrics.text(len(sessions), sum(len(session.subscribers) for session in sessions))


async def description(request: RouteRequest) -> Response:
    """Return this OpenAPI 3.1 document."""
    return Response(msgspec.json.encode(openapi(ROUTES)), media_type="application/json")


async def health(request: RouteRequest) -> str:
    """Return `alive` if the server answers at all."""
    return "alive\n"


async def readiness(request: RouteRequest) -> str:
    """Return `ready` if the server can serve; 503 with a sentence otherwise.

    That is while it closes, its database does not answer or has not heard of it, or something in its background is
    dead or stuck.
    """
    if request.registry.closing:
        raise ApiError("E_CLOSING", "The server is closing.", 503)
    if faults := request.registry.faults():
        raise ApiError("E_FAULT", " ".join(faults), 503)
    await request.registry.run(request.registry.store.whose, "")
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
    Route(
        "GET",
        "/api/games/{game}/sheets/{sheet}",
        "What a sheet may say",
        PRINCIPALS,
        SheetForm,
        sheet_form,
        query=(Query("pack", "a pack", list),),
    ),
    Route(
        "POST",
        "/api/games/{game}/sheets/{sheet}/check",
        "What is to be told of a sheet",
        PRINCIPALS,
        SheetReport,
        check_sheet,
        SheetQuestion,
    ),
    Route("GET", "/api/games/{game}/rules", "A rulebook, whole", PRINCIPALS, Rulebook, rulebook),
    Route("GET", "/api/rules/{clause}", "A clause of a rulebook", PRINCIPALS, ClauseText, clause),
    Route("GET", "/api/packs", "The packs offered", PRINCIPALS, tuple[str, ...], packs),
    Route("GET", "/api/tables", "The lobby", PRINCIPALS, tuple[TableCard, ...], lobby),
    Route("POST", "/api/tables", "Make a table", PRINCIPALS, TableTokens, make_table, NewTable, creates=True),
    Route("GET", TABLE_ID, "A table", PRINCIPALS, Welcome, see_table),
    Route("GET", TABLE_ID + "/board/{hash}", "What does not change of its Scenes", PRINCIPALS, Scene, see_board),
    Route("GET", TABLE_ID + "/now", "How things stand", PRINCIPALS, Now, see_now),
    Route("POST", TABLE_ID + "/join", "Take a seat", PRINCIPALS, SeatToken, join_table, Join, creates=True),
    Route("POST", TABLE_ID + "/acts", "Do something", (SEAT, HOST), ActCommitted, act, Act, needs_key=True),
    Route("POST", TABLE_ID + "/asks", "Ask something", PRINCIPALS, AskReply, ask, Ask),
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
    Route("POST", "/api/tables/import", "Bring a match", PRINCIPALS, TableTokens, import_match, FILE, creates=True),
    Route("POST", TABLE_ID + "/fork", "Go on from an event", PRINCIPALS, TableTokens, fork_match, Fork, creates=True),
    Route("POST", TABLE_ID + "/rematch", "Play again", (SEAT, HOST), TableTokens, rematch, creates=True),
    Route(
        "POST",
        "/api/lessons/{game}",
        "Begin a lesson",
        PRINCIPALS,
        LessonStep,
        begin_lesson,
        query=(Query("lesson", "which lesson, by its name"), Query("step", "at which step", int)),
        creates=True,
    ),
    Route("POST", "/api/lessons/{game}/{lesson}", "Go on with it", PRINCIPALS, LessonStep, act_in_lesson, LessonChoice),
    Route("POST", "/api/lessons/{game}/{lesson}/ask", "Ask about it", PRINCIPALS, AskReply, ask_in_lesson, LessonAsk),
    *CAMPAIGN_ROUTES,
    Route("POST", "/api/enter", "Say the password", PRINCIPALS, None, enter, Password),
    Route("GET", "/api/reach", "Whether others can come", PRINCIPALS, Reach, reach),
    Route("POST", "/api/reach", "Let others in", PRINCIPALS, Reach, open_to_network),
    Route("GET", "/metrics", "What the server counts", PRINCIPALS, TEXT, numbers),
    Route("GET", "/openapi.json", "What can be asked", PRINCIPALS, dict, description),
    Route("GET", "/healthz", "Whether the server lives", PRINCIPALS, TEXT, health),
    Route("GET", "/readyz", "Whether it can be asked", PRINCIPALS, TEXT, readiness),
)
"""All routes, in the order in which Starlette tries them."""
