"""Every route of the server, declared once; what is declared here is what there is."""

from __future__ import annotations

import msgspec
from starlette.responses import Response

from ..core.scene import Scene
from . import matches, offers
from .declared import HOST, PRINCIPALS, SEAT, Asked, Plain, Query, Route
from .gate import COOKIE
from .messages import (
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
from .openapi import openapi
from .turning import Turned
from .view import welcome

TEXT = Plain("text/plain")
FILE = Plain("text/plain", matches.LARGEST)
FAR = 2**53


def options_of(words: list[str]) -> dict[str, str]:
    """`name=value` words as options.

    Raises:
        Turned: one is none.
    """
    found = dict(word.partition("=")[::2] for word in words)
    if "" in found or len(found) < len(words) or not all("=" in word for word in words):
        raise Turned("E_MESSAGE", "Options are written name=value, each once.", 400)
    return found


# What can be played


async def games(asked: Asked) -> tuple[GameOffer, ...]:
    """The games, with what can be played of them."""
    return await asked.house.run(offers.offered)


async def offer(asked: Asked) -> TableOffer:
    """What a scenario asks for: slots, referee, options."""
    game = offers.game_named(asked.request.path_params["game"])
    query = asked.query
    await asked.house.readying.ready(game.id)
    options, packs = options_of(query["option"]), tuple(query["pack"])
    return await asked.house.run(offers.table_offer, game.id, query["scenario"], options, asked.house.packs, packs)


async def preview(asked: Asked) -> Scene:
    """The table of a scenario as it lies before the match."""
    game = offers.game_named(asked.request.path_params["game"])
    await asked.house.readying.ready(game.id)
    options, packs = options_of(asked.query["option"]), tuple(asked.query["pack"])
    return await asked.house.run(offers.preview, game.id, asked.query["scenario"], options, asked.house.packs, packs)


async def rulebook(asked: Asked) -> Rulebook:
    """A game's rulebook, whole."""
    return await asked.house.run(offers.rulebook, asked.request.path_params["game"])


async def clause(asked: Asked) -> ClauseText:
    """A clause of a rulebook."""
    return await asked.house.run(offers.clause_text, asked.request.path_params["clause"])


async def packs(asked: Asked) -> tuple[str, ...]:
    """The packs that this server offers."""
    return await asked.house.run(asked.house.packs.names)


# Tables


async def make_table(asked: Asked) -> Made:
    """Make a table. Its tokens are told once, here."""
    return await asked.house.make(asked.said, asked.making)


async def lobby(asked: Asked) -> tuple[TableCard, ...]:
    """The tables that are listed and not over."""
    return await asked.house.lobby()


async def see_table(asked: Asked) -> Welcome:
    """A table, and who asks."""
    company = await asked.house.company(asked.table)
    return welcome(company.table, asked.who, company.cards())


async def see_now(asked: Asked) -> Now:
    """How things stand for who asks."""
    company = await asked.house.company(asked.table)
    return await company.stand(asked.who)


async def join_table(asked: Asked) -> Joined:
    """Take an open seat, or put a name to one's own."""
    return await asked.house.join(asked.table, asked.said, asked.who, asked.making)


async def act(asked: Asked) -> Done:
    """Do something at a table."""
    company = await asked.house.company(asked.table)
    return await company.act(asked.who, asked.key, asked.said)


async def ask(asked: Asked) -> Answered:
    """Ask something of a table; nothing changes."""
    company = await asked.house.company(asked.table)
    return await company.ask(asked.who, "", asked.said)


async def items(asked: Asked) -> tuple[Item, ...]:
    """What happened, from an item on."""
    company = await asked.house.company(asked.table)
    return await company.read(asked.who, asked.query["stream"], asked.query["since"])


async def moments(asked: Asked) -> tuple[Moment, ...]:
    """The match event by event, as who asks may see it; at most 500 of them at once."""
    company = await asked.house.company(asked.table)
    last = asked.query["to"] if "to" in asked.request.query_params else FAR
    return await company.moments(asked.who, asked.query["from"], last)


async def match_file(asked: Asked) -> str:
    """The match file, as at a terminal. Where a match hides things, once it is over."""
    company = await asked.house.company(asked.table)
    matches.must_hide_nothing(company.table, asked.who.seat)
    return await asked.house.run(matches.written, company.table)


async def import_match(asked: Asked) -> Made:
    """A match file becomes a table; what stood beside it may follow in the same text."""
    try:
        text = asked.said.decode()
    except UnicodeDecodeError:
        raise Turned("E_FILE", "This is no match file: it is no text.") from None
    await asked.house.readying.ready(game_of(text))
    made, table = await asked.house.run(matches.brought, asked.house, text, asked.making)
    asked.house.gather(table)
    return made


def game_of(text: str) -> str:
    """The game that a match file speaks of.

    Raises:
        Turned: it speaks of none.
    """
    second = text[:200].split("\n")[1:2]
    return offers.game_named("".join(second).removeprefix("game: ")).id


async def fork_match(asked: Asked) -> Made:
    """Go on from any event of a match that is over, with new dice, at a table of one's own."""
    company = await asked.house.company(asked.table)
    made, table = await asked.house.run(matches.fork_of, asked.house, company.table, asked.said, asked.making)
    asked.house.gather(table)
    return made


# Lessons


async def begin_lesson(asked: Asked) -> LessonStep:
    """Begin a game's lesson, at a step."""
    game = offers.game_named(asked.request.path_params["game"])
    await asked.house.readying.ready(game.id)
    return await asked.house.run(asked.house.lessons.begin, game, asked.query["step"] or 1)


async def go_on_learning(asked: Asked) -> LessonStep:
    """Choose in a lesson; or `again`, `next`, `back`, `hint`."""
    course = asked.house.lessons.course(asked.request.path_params["game"], asked.request.path_params["lesson"])
    return await asked.house.run(course.do, asked.said)


async def ask_in_lesson(asked: Asked) -> Answered:
    """Ask what a table would be asked: whether a choice is lawful, what is seen, threats, a way, odds."""
    course = asked.house.lessons.course(asked.request.path_params["game"], asked.request.path_params["lesson"])
    return await asked.house.ask_in_lesson(course, asked.said.ask)


# The server itself


async def enter(asked: Asked) -> Response:
    """Say the server's password: a cookie lets this browser in."""
    cookie = asked.gate.opened(asked.request, asked.said.password)
    answer = Response(status_code=204)
    secure = asked.request.url.scheme == "https"
    if cookie:
        answer.set_cookie(COOKIE, cookie, httponly=True, samesite="strict", secure=secure, path="/")
    return answer


async def reach(asked: Asked) -> Reach:
    """Whether others in the network can come, and by which address; told on the computer of the server alone."""
    asked.gate.must_be_here_in_person(asked.request)
    return await asked.house.run(asked.gate.reaching.reach)


async def let_in(asked: Asked) -> Reach:
    """Let others in the network in; from the computer of the server alone."""
    asked.gate.must_be_here_in_person(asked.request)
    asked.gate.must_be_own(asked.request.headers)  # no other page's button
    return await asked.gate.reaching.let_in()


async def numbers(asked: Asked) -> str:
    """What the server counts, for Prometheus on the same computer."""
    asked.gate.must_be_here_in_person(asked.request)
    return asked.house.metrics.text(asked.house)


async def description(asked: Asked) -> Response:
    """What can be asked, as OpenAPI 3.1."""
    return Response(msgspec.json.encode(openapi(ROUTES)), media_type="application/json")


async def health(asked: Asked) -> str:
    """Whether the server lives."""
    return "alive\n"


async def readiness(asked: Asked) -> str:
    """Whether the server can be asked: its store answers."""
    if asked.house.closing:
        raise Turned("E_CLOSING", "The server is closing.", 503)
    await asked.house.run(asked.house.store.whose, "")
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
"""All of them."""
