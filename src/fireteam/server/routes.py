"""Every route of the server, declared once; what is declared here is what there is."""

from __future__ import annotations

from . import offers
from .declared import HOST, PRINCIPALS, SEAT, Asked, Plain, Query, Route
from .messages import (
    Act,
    Answered,
    Ask,
    ClauseText,
    Done,
    GameOffer,
    Item,
    Join,
    Joined,
    Made,
    NewTable,
    Now,
    TableCard,
    TableOffer,
    Welcome,
)
from .turning import Turned
from .view import welcome

TEXT = Plain("text/plain; charset=utf-8")


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


async def clause(asked: Asked) -> ClauseText:
    """A clause of a rulebook."""
    return await asked.house.run(offers.clause_text, asked.request.path_params["clause"])


async def packs(asked: Asked) -> tuple[str, ...]:
    """The packs that this server offers."""
    return await asked.house.run(asked.house.packs.names)


# Tables


async def make_table(asked: Asked) -> Made:
    """Make a table. Its tokens are told once, here."""
    return await asked.house.make(asked.said)


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
    return await asked.house.join(asked.table, asked.said, asked.who)


async def act(asked: Asked) -> Done:
    """Do something at a table."""
    key = asked.request.headers.get("idempotency-key", "")
    if not 8 <= len(key) <= 64 or not key.isprintable():
        raise Turned("E_KEY", "Say under which key, of 8 to 64 letters, in the header Idempotency-Key.", 400)
    company = await asked.house.company(asked.table)
    return await company.act(asked.who, key, asked.said)


async def ask(asked: Asked) -> Answered:
    """Ask something of a table; nothing changes."""
    company = await asked.house.company(asked.table)
    return await company.ask(asked.who, "", asked.said)


async def items(asked: Asked) -> tuple[Item, ...]:
    """What happened, from an item on."""
    company = await asked.house.company(asked.table)
    return await company.read(asked.who, asked.query["stream"], asked.query["since"])


# The server itself


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

ROUTES: tuple[Route, ...] = (
    Route("GET", "/api/games", "What can be played", PRINCIPALS, tuple[GameOffer, ...], games),
    Route(
        "GET",
        "/api/games/{game}/offer",
        "What a scenario asks for",
        PRINCIPALS,
        TableOffer,
        offer,
        query=(
            Query("scenario", "its id; without, the game's first"),
            Query("option", "an option as name=value", list),
            Query("pack", "a pack", list),
        ),
    ),
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
    Route("GET", "/healthz", "Whether the server lives", PRINCIPALS, TEXT, health),
    Route("GET", "/readyz", "Whether it can be asked", PRINCIPALS, TEXT, readiness),
)
"""All of them."""
