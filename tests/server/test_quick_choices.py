"""Choices that are made and told by one compiled call: what they tell whom, and what becomes of those that fail."""

from __future__ import annotations

import asyncio
import json
from collections import deque
from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from typing import Any

import pytest

from fireteam.core.errors import StoreUnavailable
from fireteam.match.decision import decision_of
from fireteam.match.quick_play import QuickPlay
from fireteam.match.timeline import RECENT
from fireteam.server.http.access import AccessControl
from fireteam.server.http.websockets import FAULT, WebSockets, decode_frame
from fireteam.server.store.receipt import Receipt
from fireteam.server.tables import quick_readers
from fireteam.server.tables.acts import do
from fireteam.server.tables.change import TableChange
from fireteam.server.tables.quick_readers import QuickFrame, QuickReaders
from fireteam.server.tables.registry import TableRegistry
from fireteam.server.tables.seats import Caller
from fireteam.server.tables.session import Session
from fireteam.server.tables.table import PendingChange, Table
from fireteam.server.wire import messages as m
from fireteam.server.wire.item_rows import milliseconds
from fireteam.server.wire.lexicon import with_gaps
from fireteam.server.wire.messages import PERSON, ActFrame, Choose, Hand, NewSeat, NewTable
from fireteam.server.wire.reader import Reader
from tests.server.direct_sockets import Client
from tests.server.played_tables import Everybody, Heard, table_at
from tests.server.service import ANY_PACE
from tests.server.simulation import World, with_server

OPTIONS = {"force": "preset"}


async def duel(registry: TableRegistry) -> tuple[Any, dict[str, Client]]:
    """A table at which both people and one who looks on are on sockets, in the middle of placing."""
    sockets = WebSockets(registry, AccessControl(registry.env, limits=ANY_PACE))
    seats = (NewSeat("red", ("red",)), NewSeat("blue", ("blue",)))
    made = await registry.make(NewTable("ttt", "besiege_the_bunker", OPTIONS, seats=seats))
    session = await registry.session(made.table)
    session.table.begin_keys()  # as of one that was made here, also where processes share the database
    clients = {seat: Client(sockets, made.table, seat, token) for seat, token in {**made.seats, "": ""}.items()}
    for client in clients.values():
        await client.hello()
    return session, clients


async def lines(session: Any, client: Client) -> list[str]:
    now = await session.now(client.protocol.subscriber.who)
    return [one.notation for decision in now.decisions for one in decision.options]


def choosing(session: Any, key: str, line: str, **more: Any) -> str:
    act = {"do": "choose", "line": line, "question": session.table.match.question, **more}
    return json.dumps({"frame": "doing", "key": key, "act": act})


async def turn(session: Any, clients: dict[str, Client]) -> Client:
    (slot,) = session.table.match.slots_to_act()
    return clients[session.table.setting.slots[slot]]


def frames(client: Client) -> deque[dict[str, Any]]:
    heard, client.wire.heard = client.wire.heard, deque()
    return deque(json.loads(frame) for frame in heard)


def test_everybody_is_told_of_a_choice_in_numbers_and_only_who_has_to_choose_of_the_menu(database):
    async def play(registry: TableRegistry, _: World) -> None:
        session, clients = await duel(registry)
        actor = await turn(session, clients)
        for client in clients.values():
            frames(client)
        answer = await actor.does(choosing(session, "key-00001", (await lines(session, actor))[0]))
        assert answer["frame"] == "choice" and answer["key"] == "key-00001"
        following = await turn(session, clients)
        others = {client.seat: frames(client) for client in clients.values() if client is not actor}
        told = {actor.seat: answer, **{seat: heard.popleft() for seat, heard in others.items()}}
        assert not any(others.values()), "one frame each"
        assert {seat for seat, frame in told.items() if "menu" in frame} == {following.seat}
        assert {frame["choice"][0] for frame in told.values()} == {session.table.match.next_number - 1}
        assert all("key" not in frame for seat, frame in told.items() if seat != actor.seat)

    with_server(database, play)


def test_a_choice_says_how_many_milliseconds_after_the_table_it_was_made(database):
    async def play(registry: TableRegistry, _: World) -> None:
        session, clients = await duel(registry)
        actor = await turn(session, clients)
        since = (await actor.does(choosing(session, "key-00001", (await lines(session, actor))[0])))["choice"][1]
        (item,) = await session.read_items(actor.protocol.subscriber.who, "table", session.table.seq - 1)
        assert isinstance(since, int) and item.at == (milliseconds(session.table.record.made) + since) / 1000

    with_server(database, play)


def test_units_that_there_are_not_take_no_room_among_the_names(database):
    async def play(registry: TableRegistry, _: World) -> None:
        session, clients = await duel(registry)
        actor = await turn(session, clients)
        lexicon = (await actor.does(choosing(session, "key-00001", (await lines(session, actor))[0])))["lexicon"]
        told, names = lexicon["texts"][lexicon["units"]], with_gaps(lexicon["texts"][lexicon["units"]])
        assert told.count("-") == 1 and [type(one) for one in told].count(int) == 1 and len(names) > 2 * len(told)
        setting = session.table.setting
        numbers = setting.game.names(setting, session.table.match.state).numbers
        assert {name: k - 1 for k, name in enumerate(names) if name != "-"} == numbers

    with_server(database, play)


def test_a_choice_that_cannot_be_kept_has_not_happened(database, monkeypatch):
    async def play(registry: TableRegistry, _: World) -> None:
        session, clients = await duel(registry)
        actor, before = await turn(session, clients), session.table.match.state.tobytes()
        line, number = (await lines(session, actor))[0], session.table.match.next_number

        def refuse(*changes: object) -> Receipt:
            receipt = Receipt()
            receipt.end(StoreUnavailable("the disk is full"))
            return receipt

        for client in clients.values():
            frames(client)
        with monkeypatch.context() as patch:
            patch.setattr(session.table.store, "send", refuse)
            answer = await actor.does(choosing(session, "key-00001", line))
        assert answer["frame"] == "refusal" and answer["code"] == "E_STORE", answer
        assert session.table.match.state.tobytes() == before and session.table.match.next_number == number
        assert not any(frames(client) for client in clients.values() if client is not actor)
        again = await actor.does(choosing(session, "key-00001", line))
        assert again["frame"] in ("choice", "change") and session.table.match.next_number == number + 1

    with_server(database, play)


def test_a_choice_that_was_kept_after_all_is_told_when_the_table_is_opened_again(database, monkeypatch):
    async def play(registry: TableRegistry, _: World) -> None:
        session, clients = await duel(registry)
        actor, store = await turn(session, clients), session.table.store
        line, number, send = (await lines(session, actor))[0], session.table.match.next_number, store.send

        def lose(*changes: Any) -> Receipt:
            send(*changes).result()
            receipt = Receipt()
            receipt.end(StoreUnavailable("the answer was lost"))
            return receipt

        frame = choosing(session, "key-00001", line)
        with monkeypatch.context() as patch:
            patch.setattr(store, "send", lose)
            answer = await actor.does(frame)
        assert answer["code"] == "E_STORE" and session.table.match.next_number == number
        for client in clients.values():
            frames(client)
        bots = asyncio.ensure_future(session.happened.wait())
        await asyncio.sleep(0)
        assert (await session.now(Caller())).event == number + 1
        for client in clients.values():
            (change,) = frames(client)
            (item,) = change["items"]
            assert item[1] == session.table.seq and item[3] == number and "scene" in change["view"]
        assert bots.done(), "it may be up to a bot now"
        assert (await actor.does(frame))["frame"] == "done"
        assert session.table.match.next_number == number + 1

    with_server(database, play)


def test_a_choice_of_which_nobody_can_be_told_has_not_happened(database, monkeypatch):
    async def play(registry: TableRegistry, _: World) -> None:
        session, clients = await duel(registry)
        actor, state = await turn(session, clients), session.table.match.state.tobytes()
        line, number = (await lines(session, actor))[0], session.table.match.next_number

        def broken(*_: object) -> list[QuickFrame]:
            raise RuntimeError("a fault of this test")

        with monkeypatch.context() as patch:
            patch.setattr(QuickReaders, "frames", broken)
            actor.says(choosing(session, "key-00001", line))
        assert actor.wire.closed is not None and actor.wire.closed[0] == FAULT
        assert session.table.match.state.tobytes() == state and session.table.match.next_number == number
        again = Client(actor.sockets, session.table.id, actor.seat, actor.token)
        await again.hello()
        assert (await again.does(choosing(session, "key-00001", line)))["frame"] == "choice"
        assert session.table.match.next_number == number + 1

    with_server(database, play)


@pytest.mark.parametrize(
    "broken", [(Session, "deliveries"), (Reader, "follow")], ids=["of a change", "of a quick choice"]
)
def test_where_telling_breaks_everybody_comes_back_and_is_told_of_what_was_kept(database, monkeypatch, broken):
    async def play(registry: TableRegistry, _: World) -> None:
        session, clients = await duel(registry)
        actor = await turn(session, clients)
        line, seq = (await lines(session, actor))[0], session.table.seq

        def fail(*_: object) -> None:
            raise RuntimeError("a fault of this test")

        bots = asyncio.ensure_future(session.happened.wait())
        await asyncio.sleep(0)
        with monkeypatch.context() as patch:
            patch.setattr(*broken, fail)
            if broken[0] is Session:
                with pytest.raises(RuntimeError, match="a fault of this test"):
                    await session.act(Caller(actor.seat), "key-00001", Choose(line, session.table.match.question))
            else:
                actor.says(choosing(session, "key-00001", line))
                await session.wait_until_idle()
        assert session.table.seq == seq + 1 and not session.table.stale
        assert all(client.wire.closed is not None for client in clients.values())
        again = {seat: Client(one.sockets, session.table.id, seat, one.token) for seat, one in clients.items()}
        for client in again.values():
            await client.hello()
            frames(client)
        assert bots.done(), "it may be up to a bot now"
        actor = await turn(session, again)
        answer = await actor.does(choosing(session, "key-00002", (await lines(session, actor))[0]))
        assert answer["frame"] == "choice" and "lexicon" in answer

    with_server(database, play)


async def almost_over(session: Any, clients: dict[str, Client]) -> tuple[Client, str]:
    """Play by lot to the choice that ends the match: who makes it, and the choice."""
    luck, play, number = Random(1), QuickPlay(session.table.match), 0
    while True:
        actor = await turn(session, clients)
        line, number = luck.choice(await lines(session, actor)), number + 1
        play.look()
        quick = play.choose(line)
        if quick is not None and quick.is_last:
            for client in clients.values():
                frames(client)
            return actor, line
        await actor.does(choosing(session, f"key-{number:05}", line))


def test_the_choice_that_ends_a_match_is_told_in_numbers_and_its_result_after_it(database):
    tables: list[str] = []

    async def play(registry: TableRegistry, _: World) -> None:
        session, clients = await duel(registry)
        tables.append(session.table.id)
        actor, line = await almost_over(session, clients)
        last = choosing(session, "key-ended", line)
        actor.says(last)
        while not session.table.over or session.turn.is_taken:
            await session.wait_until_idle()
        for client in clients.values():
            choice, change = frames(client)
            assert choice["frame"] == "choice" and choice["choice"][3] == -1 and "menu" not in choice
            assert (choice.get("key") == "key-ended") == (client is actor) and "key" not in change
            (result,) = change["items"]
            assert result[3]["item"] == "ended" and result[1] == session.table.seq
            view = change["view"]
            assert view["over"] is True and "result" in view and "scene" not in view
        assert session.table.match.is_over and not session.table.stale
        again = await actor.does(choosing(session, "key-again", line))
        assert again["code"] == "E_OVER"
        assert (await actor.does(last))["frame"] == "done"

    with_server(database, play)

    async def look(registry: TableRegistry, _: World) -> None:
        table = (await registry.session(tables[0])).table
        assert table.over and table.match.is_over and table.ended == table.match.result.sentence

    with_server(database, look)


def test_the_choice_that_ends_a_match_has_not_happened_if_it_cannot_be_kept(database, monkeypatch):
    async def play(registry: TableRegistry, _: World) -> None:
        session, clients = await duel(registry)
        actor, line = await almost_over(session, clients)
        before, number = session.table.match.state.tobytes(), session.table.match.next_number

        def refuse(*changes: object) -> Receipt:
            receipt = Receipt()
            receipt.end(StoreUnavailable("the disk is full"))
            return receipt

        with monkeypatch.context() as patch:
            patch.setattr(session.table.store, "send", refuse)
            answer = await actor.does(choosing(session, "key-ended", line))
        assert answer["code"] == "E_STORE", answer
        assert session.table.match.state.tobytes() == before and session.table.match.next_number == number
        assert not session.table.over and not session.table.ended
        assert not any(frames(client) for client in clients.values() if client is not actor)
        again = await actor.does(choosing(session, "key-ended", line))
        assert again["key"] == "key-ended" and session.table.over

    with_server(database, play)


def test_nobody_chooses_quickly_for_a_seat_that_is_not_theirs(database):
    async def play(registry: TableRegistry, _: World) -> None:
        session, clients = await duel(registry)
        actor = await turn(session, clients)
        answer = await actor.does(choosing(session, "key-00000", (await lines(session, actor))[0], slot=actor.seat))
        assert answer["frame"] == "choice"
        actor = await turn(session, clients)
        line, number = (await lines(session, actor))[0], session.table.match.next_number
        for client in clients.values():
            if client is not actor:
                assert (await client.does(choosing(session, "key-00001", line)))["frame"] == "refusal"
        assert (await actor.does(choosing(session, "key-00001", line, slot="nobody")))["frame"] == "refusal"
        assert session.table.match.next_number == number
        seat = session.table.seat_states[actor.seat]
        await session.act(Caller(host=True), "key-00002", Hand("open", actor.seat))
        await actor.does(choosing(session, "key-00003", line))
        assert session.table.match.next_number == number + 1 and seat.by == PERSON, "who acts sits down again"

    with_server(database, play)


def test_a_key_is_good_for_one_choice(database):
    async def play(registry: TableRegistry, _: World) -> None:
        session, clients = await duel(registry)
        actor = await turn(session, clients)
        line = (await lines(session, actor))[0]
        frame = choosing(session, "key-00001", line)
        first = await actor.does(frame)
        number = session.table.match.next_number
        second = await actor.does(frame)
        third = await actor.does(choosing(session, "key-00001", line + "9"))
        assert (first["frame"], second["frame"], third["code"]) == ("choice", "done", "E_KEY")
        assert second["seq"] == session.table.seq and session.table.match.next_number == number

    with_server(database, play)


@pytest.mark.parametrize(
    "act", [{"do": "undo", "event": 4}, {"do": "offer_draw"}, {"do": "say", "text": "well played"}]
)
def test_what_is_no_choice_is_told_as_a_change_of_what_quick_choices_have_told(database, act):
    async def play(registry: TableRegistry, _: World) -> None:
        session, clients = await duel(registry)
        for k in range(4):
            actor = await turn(session, clients)
            assert (await actor.does(choosing(session, f"key-0000{k}", (await lines(session, actor))[-1])))[
                "frame"
            ] == "choice"
        answer = await actor.does(json.dumps({"frame": "doing", "key": "key-again", "act": act}))
        assert answer["frame"] == "change", answer
        assert all(reader.is_behind is False for reader in session.readers.by_seat.values())

    with_server(database, play)


def test_what_was_told_without_a_view_is_shown_before_a_quick_choice(database):
    """As where a seat has just been handed to a person, and a choice of the last bot comes through behind that."""

    async def play(registry: TableRegistry, _: World) -> None:
        session, clients = await duel(registry)
        actor = await turn(session, clients)
        line = (await lines(session, actor))[0]

        def make(table: Table) -> tuple[PendingChange, PendingChange]:
            pending = table.change(lambda: do(table, Caller(actor.seat), Choose(line, table.match.question)))
            return pending, pending

        def end(*_: object) -> None:
            assert session.is_behind, "only the item has been told"
            (slot,) = session.table.match.slots_to_act()
            name = session.table.setting.slots[slot]
            (decision,) = session.views.for_seat(name).decisions
            clients[name].says(choosing(session, "key-00001", decision.options[0].notation))
            ended.set_result(None)

        for client in clients.values():
            frames(client)
        ended = asyncio.get_running_loop().create_future()
        TableChange(session, make, end, hurried=True).wait_turn()
        await ended
        await session.wait_until_idle()
        for client in clients.values():
            hurried, change = list(frames(client))[:2]
            assert "view" not in hurried and "scene" in change["view"]
        actor = await turn(session, clients)
        assert (await actor.does(choosing(session, "key-00002", (await lines(session, actor))[0])))["frame"] == "choice"

    with_server(database, play)


@pytest.mark.parametrize(
    ("frame", "is_read"),
    [
        ('{"frame":"doing","key":"key-00001","act":{"do":"choose","line":"move 1.recon.1 c4","question":7}}', True),
        (
            '{"frame":"doing","key":"key-00001","act":{"do":"choose","line":"pass","question":7,"slot":"red","reason":""}}',
            True,
        ),
        ('{"key":"key-00001","frame":"doing","act":{"line":"pass","do":"choose","question":7}}', True),
        ('{"frame":"doing","key":"key","act":{"do":"choose","line":"pass","question":7}}', False),
        ('{"frame":"doing","key":"key-00001","act":{"do":"choose","line":"pass","line":"pass","question":7}}', False),
        ('{"frame":"doing","key":"key-00001","act":{"do":"choose","line":"","question":7}}', False),
        ('{"frame":"doing","key":"key-00001","act":{"do":"choose","line":"pass"}}', False),
        ('{"frame":"doing","key":"key-00001","act":{"do":"choose","line":"pass","question":07}}', False),
    ],
)
def test_a_choice_is_read_alike_however_it_is_written(frame, is_read):
    if is_read:
        found = decode_frame(frame)
        assert isinstance(found, ActFrame) and isinstance(found.act, Choose) and found.key == "key-00001"
        assert found.act.question == 7
    else:
        with pytest.raises(Exception, match=r"twice|Expected|length|required|malformed|cannot be read"):
            decode_frame(frame)


def watched_by_orders(orders: str, most: int) -> list[list[Heard]]:
    """What is told at a table of Gunplay while a character is on Overwatch by some orders that never let it fire."""
    everybody, luck = Everybody(table_at("gunplay", "farm", {"config": "full"})), Random(most)
    match, slots, heard = everybody.table.match, everybody.table.setting.slots, list[list[Heard]]()
    declared = {"a": "overwatch_declare 1", "b": "overwatch_declare 0"}
    while len(heard) < most:
        slot = slots[match.slots_to_act()[0]]
        (menu,) = everybody.views.for_seat(slot).decisions
        lines = [one.notation for one in menu.options]
        line = luck.choice(lines)
        if declared[slot] in lines:
            line = declared[slot]
        elif "overwatch_mark" in line:
            line = f"overwatch_mark A1 {orders}"
        act = m.Choose(line, match.question, slot)
        told = everybody.choose_quickly(Caller(slot), act)
        if told is None:
            everybody.catch_up()
            pending = everybody.table.change(partial(do, everybody.table, Caller(slot), act))
            pending.settle()
            told = list(everybody.hear(pending.items))
        heard.append(told)
    return heard


def test_of_orders_nobody_is_told_but_who_gave_them():
    holding, firing = (watched_by_orders(orders, 14) for orders in ("hold", "auto 100"))
    assert sum(b'"own"' in one.frame for told in holding for one in told) >= 1
    for one, other in zip(holding, firing, strict=True):
        frames = [{told.seat: told.frame for told in heard} for heard in (one, other)]
        for seat in ("", "b"):
            assert frames[0][seat] == frames[1][seat]
            assert b'"own"' not in frames[0][seat]


def ways_with_two_ends(everybody: Everybody, lines: list[str]) -> Iterator[tuple[str, str]]:
    """For each straight walk among some lines two that begin alike, and turn to either side half way."""
    tokens = {one.unit: one for one in everybody.views.now("", everybody.cards(), None).scene.tokens}
    for line in lines:
        verb, *words = line.split()
        if verb == "move" and "," in words[1] and ">" not in words[1]:
            unit, (to_x, to_y) = words[0], map(float, words[1].split(","))
            x, y = tokens[unit].x, tokens[unit].y
            across, up = (to_x - x) / 2, (to_y - y) / 2
            ends = (x + across - up / 2, y + up + across / 2), (x + across + up / 2, y + up - across / 2)
            one, other = (f"move {unit} {x + across:.2f},{y + up:.2f}>{ex:.2f},{ey:.2f}" for ex, ey in ends)
            yield one, other


def begin_walk(end: int, seed: int) -> tuple[str, list[Heard]]:
    """Play until a walk, which could go to two ends, is seen on its first half; return who walks, and what all hear."""
    everybody, luck = Everybody(table_at("gunplay", "farm", {"config": "full"}, seed)), Random(seed)
    match, slots, play = everybody.table.match, everybody.table.setting.slots, everybody.play
    while not match.is_over:
        slot = match.slots_to_act()[0]
        (menu,) = everybody.views.for_seat(slots[slot]).decisions
        lines = [one.notation for one in menu.options]
        line = {"overwatch_declare": lines[-slot], "overwatch_mark": lines[0]}.get(
            lines[0].split()[0], luck.choice(lines)
        )
        act = m.Choose(line, match.question, slots[slot])
        for ways in ways_with_two_ends(everybody, lines):
            play.look()
            one, other = (play.choose(way) for way in ways)
            if one and other and one.outcome.owing != slot and one.outcome.log == other.outcome.log:
                told = everybody.choose_quickly(Caller(slots[slot]), m.Choose(ways[end], match.question, slots[slot]))
                assert told is not None
                return slots[slot], told
        if everybody.choose_quickly(Caller(slots[slot]), act) is None:
            everybody.catch_up()
            pending = everybody.table.change(partial(do, everybody.table, Caller(slots[slot]), act))
            pending.settle()
            list(everybody.hear(pending.items))
    raise AssertionError("nobody was seen on the way")


def test_of_the_rest_of_a_way_nobody_is_told_but_who_goes_it():
    (mover, told), (same, others) = (begin_walk(end, 3) for end in (0, 1))
    assert mover == same
    for one, other in zip(told, others, strict=True):
        assert (one.frame == other.frame) == (one.seat != mover), one.seat
        assert (b'"own"' in one.frame) == (one.seat == mover)


def test_a_menu_is_of_the_moment_in_which_it_was_told_however_late_it_is_made(monkeypatch):
    told: list[tuple[Callable[[], m.Menu], m.Menu]] = []
    follow = Reader.follow

    def note(reader: Reader, slot: int, question: bytes, menu: Callable[[], m.Menu] | None) -> None:
        told.extend([(menu, menu())] if menu else [])
        follow(reader, slot, question, menu)

    monkeypatch.setattr(Reader, "follow", note)
    everybody, luck = Everybody(table_at("ttt", "besiege_the_bunker", {})), Random(2)
    table = everybody.table
    for _ in range(3 * RECENT):
        (slot,) = table.match.slots_to_act()
        lines = [one.notation for one in decision_of(table.setting, table.match.state, slot).options]
        seat = table.setting.slots[slot]
        choices = (
            everybody.choose_quickly(Caller(seat), Choose(line, table.match.question, seat))
            for line in luck.sample(lines, len(lines))
        )
        assert any(heard is not None for heard in choices)
    assert len(told) > 2
    quick_readers.MENUS.clear()
    assert all(make() == menu for make, menu in told)
