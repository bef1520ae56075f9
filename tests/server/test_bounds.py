"""Every bound of what clients may send: exactly at it a message is read, one beyond it is refused."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from typing import Any, NamedTuple

import msgspec
import pytest

from fireteam.server.errors import ApiError
from fireteam.server.http.handler import read_body
from fireteam.server.http.routes import ROUTES
from fireteam.server.http.websockets import decode_frame
from fireteam.server.validation import MAX_BODY, decode_strictly
from fireteam.server.wire import messages as m
from fireteam.server.wire.messages.asks import AimedGoal
from fireteam.server.wire.messages.tables import Clock, NewSeat
from fireteam.server.wire.messages.words import ClientMessage

NAME, LINE, REASON, TITLE = "n" * 40, "l" * 2_000, "r" * 1_000, "t" * 60
GOOD: dict[type, dict[str, Any]] = {
    m.Ping: {},
    m.Choose: {"line": "go", "question": 1},
    m.Withdraw: {"question": 1},
    m.Plan: {"lines": ["go"], "question": 1},
    m.Walk: {"slot": "red", "x": 1, "y": 1, "question": 1},
    m.Undo: {"event": 1},
    m.Redo: {"event": 1},
    m.Answer: {"proposal": 1, "agrees": True},
    m.Retract: {"proposal": 1},
    m.OfferDraw: {},
    m.Resign: {},
    m.Say: {"text": "hello"},
    m.Hand: {"to": "absent"},
    m.Pause: {"reason": "tea"},
    m.Unpause: {},
    m.Rewind: {"event": 0, "reason": "a slip"},
    m.StandIn: {"question": 1, "slot": "red"},
    m.AskMay: {"line": "go", "slot": "red"},
    m.AskSight: {"unit": "r1", "x": 1, "y": 1},
    m.AskThreats: {"slot": "red"},
    m.AskWay: {"slot": "red", "x": 1, "y": 1},
    m.AskRoute: {"slot": "red", "unit": "r1", "x": 1, "y": 1},
    m.AskDecision: {"slot": "red"},
    m.AskOdds: {"slot": "red", "options": [0]},
    m.AskForecast: {},
    AimedGoal: {"side": "red"},
    m.Hello: {},
    m.ActFrame: {"key": "key-1234", "act": {"do": "undo", "event": 1}},
    m.AskFrame: {"key": "k", "ask": {"ask": "decision", "slot": "red"}},
    m.NewTable: {"game": "ttt"},
    NewSeat: {"name": "anna", "slots": ["red"]},
    Clock: {},
    m.Join: {"seat": "red", "person": "Anna"},
    m.Fork: {"event": 0},
    m.Password: {"password": "sesame"},
    m.LessonChoice: {},
    m.LessonAsk: {"ask": {"ask": "decision", "slot": "red"}},
    m.SheetQuestion: {},
    m.NewCampaign: {"game": "fs3", "name": "Winter"},
    m.CampaignAct: {"command": {"command": "add_person", "id": "kim", "name": "Kim"}},
    m.AdvanceCampaign: {"days": 1},
    m.UndoEntry: {"number": 1},
    m.NewLink: {"name": "eve"},
    m.RevokeLink: {"name": "eve"},
    m.NewFight: {"scenario": "sparring", "people": []},
    m.FightSeat: {},
    m.RecordMatch: {},
}
"""A message of each kind that is read."""


class Bound(NamedTuple):
    """A field of a message, with values just within its bounds and just beyond them."""

    kind: type
    field: str
    within: tuple[Any, ...]
    beyond: tuple[Any, ...]


def text(kind: type, field: str, most: int, least: int = 1) -> Bound:
    """A text of so many letters."""
    return Bound(kind, field, ("x" * least, "x" * most), ("x" * (most + 1), *["x" * (least - 1)] * (least > 0)))


def point(kind: type) -> list[Bound]:
    """A place on a table."""
    return [Bound(kind, field, (-1_000, 1_000, 0.5), (-1_000.5, 1_000.5, "1", None)) for field in ("x", "y")]


def many(kind: type, field: str, one: Any, most: int) -> Bound:
    """So many of something."""
    return Bound(kind, field, ([], [one] * most), ([one] * (most + 1),))


def number(kind: type, field: str, least: int, most: int) -> Bound:
    """A whole number."""
    return Bound(kind, field, (least, most), (least - 1, most + 1, least + 0.5, "1"))


BIG = 2**53 - 1
BOUNDS = [
    text(m.Choose, "line", 2_000),
    text(m.Choose, "reason", 500, 0),
    many(m.Plan, "lines", "go", 64),
    Bound(m.Plan, "lines", ([LINE],), ([LINE + "l"], [""])),
    *point(m.Walk),
    text(m.Say, "text", 500),
    text(m.Hand, "to", 40),
    text(m.Pause, "reason", 500),
    text(m.Rewind, "reason", 500),
    Bound(m.Rewind, "event", (0,), (-1, 0.5)),
    text(m.AskMay, "line", 2_000),
    *point(m.AskSight),
    *point(m.AskWay),
    *point(m.AskRoute),
    many(m.AskOdds, "options", 1, 500),
    Bound(m.AskOdds, "options", ([0, 9_999],), ([-1], [10_000])),
    Bound(AimedGoal, "chance", (0, 1, None), (-0.01, 1.01)),
    Bound(AimedGoal, "turns", (0.01, 10_000), (0, 10_000.5)),
    Bound(AimedGoal, "limits", ({f"h{k}": 1 for k in range(8)},), ({f"h{k}": 1 for k in range(9)}, {NAME + "n": 1})),
    text(AimedGoal, "side", 40),
    number(m.AskForecast, "games", 2, 10_000),
    number(m.AskForecast, "seed", 0, 2**32 - 1),
    Bound(m.AskForecast, "bots", ({f"s{k}": "absent" for k in range(200)},), ({f"s{k}": "a" for k in range(201)},)),
    many(m.AskForecast, "dials", "d", 4),
    Bound(m.AskForecast, "what", ("begin", "look", "stop"), ("end", "")),
    text(m.Hello, "token", 64, 0),
    text(m.ActFrame, "key", 64, 8),
    Bound(m.ActFrame, "key", (), ("key\0-1234",)),
    text(m.AskFrame, "key", 64),
    text(m.NewTable, "game", 40),
    text(m.NewTable, "title", 60, 0),
    Bound(m.NewTable, "packs", ([NAME],), ([NAME + "n"], [""])),
    text(NewSeat, "name", 40),
    text(NewSeat, "by", 40),
    number(Clock, "seconds", 5, 2_592_000),
    Bound(Clock, "kind", ("none", "each"), ("", "both", "each ")),
    text(m.Join, "seat", 40),
    text(m.Join, "person", 40),
    *(Bound(kind, "question", (0,), (-1, 0.5)) for kind in (m.Choose, m.Withdraw, m.Plan, m.Walk, m.StandIn)),
    *(Bound(kind, "event", (0,), (-1, 0.5)) for kind in (m.Undo, m.Redo)),
    *(Bound(kind, "proposal", (0,), (-1, 0.5)) for kind in (m.Answer, m.Retract)),
    Bound(m.Fork, "event", (0,), (-1,)),
    text(m.Fork, "title", 60, 0),
    text(m.Password, "password", 200, 0),
    many(m.LessonChoice, "plan", "go", 64),
    Bound(m.LessonChoice, "walk", ([-1_000, 1_000],), ([0, 1_000.5], [-1_000.5, 0], [1], [1, 1, 1])),
    text(m.NewCampaign, "name", 60),
    number(m.NewCampaign, "start_day", 0, BIG),
    number(m.NewCampaign, "seed", 0, BIG),
    Bound(m.NewCampaign, "packs", ([NAME],), ([NAME + "n"],)),
    Bound(m.SheetQuestion, "packs", ([NAME],), ([NAME + "n"],)),
    Bound(m.AdvanceCampaign, "days", (0, BIG), (-1, BIG + 1)),
    *[number(kind, "last", 0, BIG) for kind in (m.CampaignAct, m.AdvanceCampaign, m.UndoEntry, m.RecordMatch)],
    text(m.SheetQuestion, "file", 32_768, 0),
    text(m.SheetQuestion, "option", 40, 0),
    text(m.SheetQuestion, "scenario", 200, 0),
    text(m.NewLink, "name", 60),
    text(m.RevokeLink, "name", 60),
    text(m.NewFight, "scenario", 200),
    many(m.NewFight, "people", "jo", 40),
    text(m.NewFight, "title", 60, 0),
    text(m.FightSeat, "seat", 40, 0),
    text(m.CampaignAct, "reason", 1_000, 0),
    text(m.AdvanceCampaign, "reason", 1_000, 0),
    text(m.UndoEntry, "reason", 1_000, 0),
    text(m.RecordMatch, "reason", 1_000, 0),
    Bound(m.UndoEntry, "number", (0, BIG), (-1, BIG + 1)),
]


def said(kind: type, /, **fields: Any) -> bytes:
    """A message with some fields otherwise."""
    tag = kind.__struct_config__  # type: ignore[attr-defined]
    return msgspec.json.encode(({tag.tag_field: tag.tag} if tag.tag_field else {}) | GOOD[kind] | fields)


def refused(kind: type, body: bytes) -> bool:
    """Whether a message is refused."""
    try:
        decode_strictly(body, kind)
        return False
    except ApiError as error:
        return (error.code, error.status) == ("E_MESSAGE", 400)


@pytest.mark.parametrize("bound", BOUNDS, ids=lambda one: f"{one.kind.__name__}.{one.field}")
def test_at_a_bound_a_message_is_read_and_beyond_it_refused(bound):
    for value in bound.within:
        assert not refused(bound.kind, said(bound.kind, **{bound.field: value})), value
    for value in bound.beyond:
        assert refused(bound.kind, said(bound.kind, **{bound.field: value})), value


def kinds_of(base: type) -> Iterator[type]:
    for kind in base.__subclasses__():
        yield kind
        yield from kinds_of(kind)


def test_every_message_of_clients_is_tried_and_no_field_that_it_does_not_have_is_read():
    assert set(GOOD) == set(kinds_of(ClientMessage))
    for kind in GOOD:
        assert not refused(kind, said(kind)), kind
        assert refused(kind, said(kind, strange=1)), kind


def bounded(kind: type) -> Iterator[str]:
    """The fields of a message whose own type has a bound."""
    for field in msgspec.json.schema_components([kind])[1][kind.__name__]["properties"].items():
        if any(word in str(field[1]) for word in ("'max", "'min", "'pattern", "'exclusive")):
            yield field[0]


def test_every_field_with_a_bound_stands_above():
    tried = {(one.kind, one.field) for one in BOUNDS}
    alike = {(m.Choose, "slot"), (m.LessonChoice, "line"), (m.NewCampaign, "game"), (m.NewCampaign, "by")}
    assert {(kind, field) for kind in GOOD for field in bounded(kind)} - tried - alike == set()


@pytest.mark.parametrize("size", [MAX_BODY, MAX_BODY + 1])
def test_a_frame_has_so_many_letters_and_no_more(size):
    frame = '{"frame":"hello","token":""}'
    try:
        assert decode_frame(frame + " " * (size - len(frame))) == m.Hello() and size == MAX_BODY == 65_536
    except ApiError as error:
        assert (error.code, error.status, size) == ("E_TOO_LARGE", 413, MAX_BODY + 1)


class Sender:
    """A request whose body comes in pieces."""

    def __init__(self, *pieces: int) -> None:
        self.pieces, self.read = pieces, 0

    async def stream(self) -> AsyncIterator[bytes]:
        for size in self.pieces:
            self.read += 1
            yield b"x" * size


def test_a_body_is_read_up_to_its_bound_and_nothing_after_that():
    assert len(asyncio.run(read_body(Sender(60, 40), 100))) == 100  # type: ignore[arg-type]
    sender = Sender(60, 41, 10)
    with pytest.raises(ApiError) as caught:
        asyncio.run(read_body(sender, 100))  # type: ignore[arg-type]
    assert (caught.value.code, caught.value.status, sender.read) == ("E_TOO_LARGE", 413, 2)


def test_files_that_are_brought_have_bounds_of_their_own():
    largest = {route.name: route.body.largest for route in ROUTES if hasattr(route.body, "largest")}
    assert largest == {"import_match": 4 << 20, "import_campaign": 4 << 20}
