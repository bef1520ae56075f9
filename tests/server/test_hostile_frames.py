"""Frames with bytes and values that do not belong there: each gets one typed refusal, and the table stays as it was."""

from __future__ import annotations

import json
import logging
import math
import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from fireteam.core.errors import FireteamError
from fireteam.registry import find_game
from fireteam.server.errors import ApiError
from fireteam.server.http.access import AccessControl
from fireteam.server.http.websockets import MOST_DOING, REFUSED, WebSockets, decode_frame
from fireteam.server.tables.registry import TableRegistry
from fireteam.server.tables.session import Session
from fireteam.server.tables.table import Table
from fireteam.server.validation import MAX_BODY
from fireteam.server.wire.messages import PROTOCOL, ActFrame, Choose, NewSeat, NewTable
from fireteam.server.workers.odds import OddsPool
from tests.heavy.settings import many
from tests.server.direct_sockets import Client, Closed
from tests.server.hostile_frames import NUMBERS, STRANGE, Frame, HostileFrames, Message, put, text_of
from tests.server.service import ANY_PACE
from tests.server.simulation import World, with_server

AT_EACH_TABLE, AT_A_TIME = 300, 75  # frames, and frames after which a choice is made as it may be
GREETINGS = many(300, 3_000)
GAMES: dict[str, tuple[str, dict[str, str], int, int]] = {
    "ttt": ("besiege_the_bunker", {"force": "preset", "seats": "fixed"}, 40, 7_600),
    "tps": ("de_depot", {"teams": "2v2", "mp_maxrounds": "1", "sv_admin": "1"}, 40, 1_600),
    "gunplay": ("crossroads", {"config": "full"}, 40, 500),
    "fs3": ("depot_raid", {"desk": "storyteller"}, 10, 300),
}
"""Scenario, options, how many choices are made before the first frame, at most, and how many frames are sent."""
ACTS: list[Message] = [
    {"do": "plan", "question": 0, "lines": ["end_turn", "pass"], "slot": "red"},
    {"do": "walk", "question": 3, "slot": "U1", "x": 12.5, "y": 7},
    {"do": "answer", "proposal": 1, "agrees": True},
    {"do": "say", "text": "hello there", "side": True},
    {"do": "rewind", "event": 3, "reason": "that was wrong"},
    {"do": "stand_in", "question": 3, "slot": "U1"},
    {"do": "pause", "reason": "tea"},
    {"do": "unpause"},
    {"do": "withdraw", "question": 3, "slot": "anna"},
    {"do": "undo", "event": 1},
    {"do": "redo", "event": 1},
]
ASKS: list[Message] = [
    {"ask": "sight", "unit": "1.recon.1", "x": 1, "y": 2},
    {"ask": "threats", "slot": "red", "unit": ""},
    {"ask": "way", "slot": "U1", "x": 9.5, "y": 1},
    {"ask": "route", "slot": "red", "unit": "A1", "x": 1, "y": 1, "verb": ""},
    {"ask": "decision", "slot": "blue", "odds": False},
    {"ask": "odds", "slot": "blue", "options": [0, 1]},
    {"ask": "forecast", "what": "look", "games": 100, "seed": 1, "bots": {"red": "greedy"}, "aim": None, "dials": []},
]


def doing(act: Message) -> Message:
    return {"frame": "doing", "key": "", "act": act}


def asking(ask: Message) -> Message:
    return {"frame": "asking", "key": "", "ask": ask}


def standing(table: Table) -> tuple[object, ...]:
    """All of a table that an act may change."""
    match, seats = table.match, table.seat_states.values()
    return (
        match.state.tobytes(),
        match.next_number,
        dict(table.last),
        table.acts,
        repr((match.mailbox.all(), match.ledger.plans.all(), match.ledger.proposals, table.ended)),
        repr((list(seats), table.afoot.paths, match.pause_record)),
    )


def must_be_typed(answer: dict[str, Any]) -> None:
    """A refusal has a code, and a sentence that people can read."""
    if answer["frame"] == "refusal":
        sentence = answer["sentence"]
        assert re.fullmatch(r"[A-Z][A-Z0-9_-]+", answer["code"]), answer
        assert sentence.strip() and sentence.isprintable() and len(sentence) < 3_000, answer


def is_strict(frame: Frame) -> bool:
    """Whether a frame is JSON to the letter: characters only, finite numbers, no field twice, and not too long."""

    def fields_once(pairs: list[tuple[str, Any]]) -> None:
        if len(dict(pairs)) < len(pairs):
            raise ValueError

    def finite(word: str) -> None:
        if not math.isfinite(float(word)):
            raise ValueError

    try:
        assert isinstance(frame, str)
        frame.encode()
        json.loads(frame, object_pairs_hook=fields_once, parse_constant=finite, parse_float=finite)
    except (AssertionError, ValueError, RecursionError):
        return False
    return len(frame) <= MAX_BODY


class NoOdds(OddsPool):
    """Worker processes that are too busy."""

    async def answer(self, *_: object) -> Any:
        raise ApiError("E_LATE", "That could not be weighed.", 503)


class Fuzz:
    """Clients of one table, what they may say lawfully, and hostile frames made of that."""

    def __init__(self, session: Session, clients: list[Client], luck: Random) -> None:
        self.session, self.clients, self.luck = session, clients, luck
        self.by_seat = {client.seat: client for client in clients}
        self.keys, self.under_way = 0, ("", "")
        self.done: set[tuple[str, str]] = set()  # who has done something, and under which keys
        self.real = [*map(doing, ACTS), *map(asking, ASKS)]
        self.foreign = [*self.table.setting.slots, *self.table.seat_states, "end_turn", "resign"]
        self.frames = HostileFrames(luck, self.real, self.foreign)

    @property
    def table(self) -> Table:
        return self.session.table

    def keyed(self, message: Message) -> str:
        """A message under a key of its own."""
        self.keys += 1
        return text_of({**message, "key": f"lawful-{self.keys:06}"})

    async def learn(self) -> list[tuple[str, str, str]]:
        """Some of what may be chosen now, by seat and slot; from then on it is among what is said."""
        found, slots = list[tuple[str, str, str]](), self.table.setting.slots
        for client in self.clients:
            now = await self.session.now(client.protocol.subscriber.who)
            for decision in now.decisions:
                options = self.luck.sample(decision.options, min(6, len(decision.options)))
                found += [(client.seat, slots[decision.slot], one.notation) for one in options]
            units = {token.unit for token in now.scene.tokens}.difference(self.foreign)
            self.foreign += sorted(units)
        question = self.session.table.match.question
        for _, slot, line in found:
            self.real += [doing({"do": "choose", "line": line, "question": question, "slot": slot, "reason": ""})]
            self.real += [asking({"ask": "may", "line": line, "slot": slot})]
        if found:
            lines = [line for *_, line in found][:4]
            self.real += [doing({"do": "plan", "lines": lines, "question": question, "slot": found[0][1]})]
        self.real += [asking({**ask, "slot": self.luck.choice(slots)}) for ask in ASKS[1:6]]
        self.real += [doing(act) for act in self.luck.sample(ACTS, 3)]
        del self.real[:-300]
        return found

    async def plays_on(self, most: int) -> None:
        """Choices are made, as they may be."""
        if (stopped := self.table.match.pause_record) is not None:
            await self.by_seat[stopped.by].does(self.keyed(doing({"do": "unpause"})))
        for _ in range(most):
            found = await self.learn()
            if not found or self.table.over:
                return
            seat, slot, line = self.luck.choice(found)
            question = self.session.table.match.question
            answer = await self.by_seat[seat].does(
                self.keyed(doing({"do": "choose", "line": line, "question": question, "slot": slot}))
            )
            assert answer["frame"] in ("change", "choice"), (line, answer)

    def may(self, seat: str, frame: Frame) -> bool | None:
        """Whether a frame is an act that its sender may do; None where only the table itself can say that."""
        try:
            message = decode_frame(frame)
        except FireteamError:
            return False
        if not isinstance(message, ActFrame) or not seat:
            return False
        act, state, slots = message.act, self.table.seat_states[seat], self.table.setting.slots
        is_new = (seat, message.key) not in self.done
        self.under_way = seat, message.key
        if not isinstance(act, Choose) or act.reason or not act.slot or state.referee or not is_new:
            return None
        if act.question != self.table.match.question:
            return None
        if self.table.over or self.table.match.pause_record or act.slot not in state.slots:
            return False
        return self.table.match.refusal_of(seat, act.line, slots.index(act.slot)) is None

    def asked_now(self, message: Message) -> Message:
        """A message with the number of what is asked now, if it names what it answers."""
        act = message.get("act", {})
        return {**message, "act": {**act, "question": self.table.match.question}} if "question" in act else message

    def sender(self, message: Message) -> Client:
        """Whoever such a message is for, as a rule; else anybody."""
        slot = (message.get("act") or message["ask"]).get("slot")
        seats = [seat for seat, one in self.table.seat_states.items() if slot in one.slots]
        return self.by_seat[seats[0]] if seats and self.luck.random() < 0.8 else self.luck.choice(self.clients)

    async def sends(self) -> int:
        """A hostile frame is sent and answered, or now and then several at once; how many."""
        message, before = self.asked_now(self.luck.choice(self.real)), standing(self.table)
        client, frame = self.sender(message), self.frames.next(message)
        if self.luck.random() < 0.002:
            return await self.sends_at_once(client)
        lawful = self.may(client.seat, frame)
        answer = await client.does(frame)
        must_be_typed(answer)
        if answer["frame"] == "refusal":
            assert lawful is not True, (client.seat, frame, answer)
        if answer["frame"] in ("refusal", "answered", "done"):
            assert standing(self.table) == before, (client.seat, frame, answer)
        else:
            assert lawful is not False and is_strict(frame), (client.seat, frame, answer)
            self.done.add(self.under_way)
        return 1

    async def sends_at_once(self, client: Client) -> int:
        """More frames than are dealt with at a time: each is answered."""
        frames = [self.frames.next(self.luck.choice(self.real)) for _ in range(MOST_DOING + 4)]
        for frame in frames:
            client.says(frame)
        for _ in frames:
            answer = await client.answer()
            must_be_typed(answer)
            if answer["frame"] in ("change", "choice"):
                self.done.add((client.seat, answer["key"]))
        return len(frames)

    async def is_answered(self) -> None:
        """Everybody's next lawful frame is answered, and nothing else has been said to them."""
        for client in self.clients:
            ask = asking({"ask": "may", "line": "nothing at all", "slot": self.table.setting.slots[0]})
            answer = await client.does(self.keyed(ask))
            assert answer["key"] == f"lawful-{self.keys:06}" and client.wire.closed is None


async def at_a_table(registry: TableRegistry, sockets: WebSockets, game: str, luck: Random) -> Fuzz:
    """A table of a game with a person on each slot and one who looks on, all on sockets, somewhere in a match."""
    scenario, options, most, _ = GAMES[game]
    slots = (await registry.run(find_game(game).make_setting, scenario, options, ())).slots
    made = await registry.make(NewTable(game, scenario, options, seats=tuple(NewSeat(slot, (slot,)) for slot in slots)))
    clients = [Client(sockets, made.table, seat, token) for seat, token in {**made.seats, "": ""}.items()]
    for client in clients:
        await client.hello()
    found = Fuzz(await registry.session(made.table), clients, luck)
    await found.plays_on(luck.randint(1, most))
    return found


@pytest.fixture
def quiet(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Nothing is logged: what clients send is no fault of the server."""
    caplog.set_level(logging.WARNING)
    yield
    assert not caplog.records


@pytest.mark.usefixtures("quiet")
@pytest.mark.parametrize("game", GAMES)
def test_hostile_frames_get_a_typed_refusal_and_leave_the_table_as_it_was(kind_of_database, database, game):
    """Odds would be a matter of other processes; they are weighed in `test_hostile_bytes.py`.

    To a shared database go as few as in a quick run: nearly all are refused before anything is stored.
    """
    quick = GAMES[game][3]
    luck, count = Random(game), quick if kind_of_database == "postgresql" else many(quick, 10 * quick)

    async def play(registry: TableRegistry, world: World) -> None:
        await registry.odds.close()
        registry.odds = NoOdds(registry.compilation)
        sockets, sent, accepted = WebSockets(registry, AccessControl(registry.env, limits=ANY_PACE)), 0, 0
        while sent < count:
            at = await at_a_table(registry, sockets, game, luck)
            for number in range(1, AT_EACH_TABLE + 1):
                sent += await at.sends()
                if number % AT_A_TIME == 0:
                    await at.is_answered()
                    await at.plays_on(1)
                if at.table.over:
                    break
            accepted += len(at.done)
            for client in at.clients:
                await client.leaves()
        assert 0 < accepted < sent / 5, "some were lawful, but few"

    with_server(database, play)


@pytest.mark.usefixtures("quiet")
def test_hostile_greetings_are_refused_and_the_socket_is_closed(database):
    luck = Random("greetings")

    async def play(registry: TableRegistry, world: World) -> None:
        sockets = WebSockets(registry, AccessControl(registry.env, limits=ANY_PACE))
        at = await at_a_table(registry, sockets, "ttt", luck)
        seat, token = next((client.seat, client.token) for client in at.clients if client.seat)
        hello: Message = {"frame": "hello", "token": token, "since": {"table": 3}, "protocol": PROTOCOL}
        before, refused = standing(at.table), 0
        for number in range(GREETINGS):
            table = at.table.id if number % 10 else luck.choice(("", "nowhere", "\ufffd", "x" * 999))
            client = Client(sockets, table, seat, token)
            frame: Frame = at.frames.next(hello)
            if number % 3 == 0:
                path = luck.choice([("token",), ("since",), ("since", "table"), ("since", "side red"), ("protocol",)])
                frame = text_of(put(hello, path, luck.choice((*NUMBERS, *STRANGE))))
            client.says(frame)
            try:
                answer = await client.next()
                if answer["frame"] == "refusal":
                    refused += 1
                    must_be_typed(answer)
                    with pytest.raises(Closed) as closed:
                        await client.next()
                    assert closed.value.args == (REFUSED, answer["code"])
                else:
                    assert answer["frame"] == "welcome" and (await client.next())["frame"] == "change"
            finally:
                await client.leaves()
        assert standing(at.table) == before and refused > GREETINGS / 2
        await at.is_answered()

    with_server(database, play)
