"""Whatever is sent, however broken, gets a refusal with a code and a sentence, and changes nothing."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from starlette.websockets import WebSocketDisconnect

from fireteam.server.tables.seats import Caller
from fireteam.server.tables.subscriber import MOST_BYTES, TOO_SLOW, Subscriber
from fireteam.server.validation import MAX_BODY
from tests.heavy.settings import many
from tests.server.service import TTT, served

MANY = many(1_000, 3_000)
ACTS: list[dict[str, Any]] = [
    {"do": "choose", "line": "place 1.recon.1 a1", "question": 0, "slot": "red", "reason": ""},
    {"do": "plan", "question": 0, "lines": ["end_turn", "move 1.recon.1 b2"], "slot": "red"},
    {"do": "walk", "slot": "red", "x": 1.5, "y": 2, "question": 0},
    {"do": "answer", "proposal": 1, "agrees": True},
    {"do": "say", "text": "hello", "side": True},
    {"do": "hand", "to": "nobody", "seat": "blue"},
    {"do": "rewind", "event": 3, "reason": "why"},
    {"do": "stand_in", "question": 0, "slot": "red"},
]
ASKS: list[dict[str, Any]] = [
    {"ask": "may", "line": "end_turn", "slot": "red"},
    {"ask": "sight", "unit": "1.recon.1", "x": 1, "y": 2},
    {"ask": "threats", "slot": "red", "unit": ""},
    {"ask": "way", "slot": "red", "x": 1, "y": 1},
    {"ask": "route", "slot": "red", "unit": "1.recon.1", "x": 1, "y": 1, "verb": ""},
    {"ask": "decision", "slot": "blue"},
    {"ask": "odds", "slot": "blue", "options": [0, 1]},
]
STRANGE: list[Any] = [None, True, -1, 0, 2**63, 2**70, 1e308, 1.5, "", " ", "red", "\x00", "\u202e", "x" * 3_000, []]
STRANGE += [
    {},
    [[[]]],
    {"a": {"b": []}},
    ["red"] * 100,
    "../../etc/passwd",
    "' or 1=1 --",
    "{slot}",
    "%s",
    "\ud7ff",
    "é",
]

PIECES = (b"NaN", b"\\ud800", b'{"a":1,"a":1}', b"\xff\xfe", b"[" * 50, b"1e999", b"\x00")


def altered(value: Any, chance: random.Random) -> Any:
    """A message with something in it that does not belong there."""
    found = json.loads(json.dumps(value))
    for _ in range(chance.randint(1, 3)):
        name = chance.choice([*found, "extra", "frame"])
        way = chance.random()
        if way < 0.2:
            found.pop(name, None)
        else:
            found[name] = chance.choice(STRANGE)
    return found


def broken(text: bytes, chance: random.Random) -> bytes:
    """Bytes of which some are others, missing or twice."""
    data = bytearray(text)
    for _ in range(chance.randint(1, 4)):
        at = chance.randrange(len(data) + 1)
        way = chance.random()
        if way < 0.3:
            data[at:at] = bytes([chance.randrange(256)])
        elif way < 0.6:
            del data[at : at + chance.randint(1, 5)]
        else:
            data[at:at] = chance.choice(PIECES)
    return bytes(data)


def hostile(chance: random.Random) -> tuple[str, bytes]:
    """Where to, and what."""
    to, message = ("acts", chance.choice(ACTS)) if chance.random() < 0.6 else ("asks", chance.choice(ASKS))
    if chance.random() < 0.5:
        return to, json.dumps(altered(message, chance)).encode()
    return to, broken(json.dumps(message).encode(), chance)


def must_be_refusal(answer: dict[str, Any]) -> None:
    assert answer["frame"] == "refusal" and answer["code"].startswith("E_") and answer["sentence"], answer


@pytest.mark.parametrize("who", ["anna", "ben", ""])
def test_hostile_requests_are_refused_and_change_nothing(database, who):
    chance = random.Random(who)
    with served(database) as visit:
        guests = visit.guests(visit.make())
        guest, accepted = guests[who], 0
        before = guests["anna"].get("/items")
        for number in range(MANY // 3):
            to, body = hostile(chance)
            headers = {**guest.headers, "Content-Type": "application/json", "Idempotency-Key": f"hostile-{number}"}
            answer = visit.http.post(f"/api/tables/{guest.table}/{to}", content=body, headers=headers)
            assert answer.status_code < 500, (body, answer.text)
            if answer.status_code == 200:
                accepted += to == "acts"
            else:
                must_be_refusal(answer.json())
        after = guests["anna"].get("/items")
        assert after[: len(before)] == before and len(after) <= len(before) + 2 * accepted


@pytest.mark.both_carriers
def test_hostile_frames_are_refused_and_the_socket_goes_on(database):
    chance = random.Random(7)
    with served(database) as visit:
        guest = visit.guests(visit.make())["anna"]
        with guest.listening() as socket:
            socket.hears("now")
            for number in range(MANY // 5):
                to, body = hostile(chance)
                frame = body.decode(errors="replace")
                if chance.random() < 0.5 and "\ufffd" not in frame:
                    inner = "act" if to == "acts" else "ask"
                    kind = "doing" if to == "acts" else "asking"
                    frame = f'{{"frame":"{kind}","key":"hostile-{number:04}","{inner}":{frame}}}'
                socket.session.send_text(frame)
                answer = socket.hears("refusal", "done", "answered")
                if answer["frame"] == "refusal":
                    must_be_refusal(answer)
            socket.says(frame="doing", key="still-here-1", act={"do": "say", "text": "still here"})
            assert socket.hears("done")["key"] == "still-here-1"


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b'{"do":"say","text":"a","text":"b"}', "E_MESSAGE"),
        (b'{"do":"say","text":NaN}', "E_MESSAGE"),
        (b'{"do":"walk","question":0,"slot":"red","x":Infinity,"y":1}', "E_MESSAGE"),
        (b'{"do":"say","text":"\\ud800"}', "E_MESSAGE"),
        (b'{"do":"say","text":"\xff"}', "E_MESSAGE"),
        (b'{"do":"say","text":"a","colour":"red"}', "E_MESSAGE"),
        (b"[" * 3_000 + b"]" * 3_000, "E_MESSAGE"),
        (b"[" * 100_000, "E_TOO_LARGE"),
        (b'{"do":"say","text":"' + b"a" * 501 + b'"}', "E_MESSAGE"),
        (b" " * (MAX_BODY + 1), "E_TOO_LARGE"),
        (b"", "E_MESSAGE"),
        (b'\xef\xbb\xbf{"do":"undo","event":1}', "E_MESSAGE"),
        (b'{"do":"walk","question":0,"slot":"red","x":1e999,"y":1}', "E_MESSAGE"),
        (b'{"do":"walk","question":0,"slot":"red","x":1e308,"y":1}', "E_MESSAGE"),
        (b'{"do":"walk","question":0,"slot":"red","x":1,"y":-1000.5}', "E_MESSAGE"),
    ],
)
def test_what_is_no_message_to_the_letter_is_refused(database, body, code):
    with served(database) as visit:
        guest = visit.guests(visit.make())["anna"]
        headers = {**guest.headers, "Content-Type": "application/json", "Idempotency-Key": "strictly-1"}
        answer = visit.http.post(f"/api/tables/{guest.table}/acts", content=body, headers=headers)
        assert answer.json()["code"] == code and answer.status_code in (400, 413)


SIMPLE = ("", "text/plain", "text/plain; application/json", "application/x-www-form-urlencoded", "multipart/form-data")
"""What any page of any server may send to this one without asking whether it may."""


@pytest.mark.parametrize("media", SIMPLE)
def test_json_that_another_servers_page_could_have_sent_is_not_read(database, media):
    with served(database) as visit:
        guest = visit.guests(visit.make())["anna"]
        seq, many = guest.now["seq"], len(visit.server.registry.open)
        for path, body in (("/api/tables", TTT), (f"/api/tables/{guest.table}/acts", {"do": "say", "text": "hello"})):
            headers = {**guest.headers, "Content-Type": media, "Idempotency-Key": "as-a-form-1"}
            answer = visit.http.post(path, content=json.dumps(body), headers=headers)
            assert (answer.status_code, answer.json()["code"]) == (415, "E_MESSAGE")
        assert (len(visit.server.registry.open), guest.now["seq"]) == (many, seq)


def test_a_frame_that_is_too_large_is_refused(database):
    with served(database) as visit, visit.guests(visit.make())["anna"].listening() as socket:
        socket.hears("now")
        socket.session.send_text(" " * (MAX_BODY + 1))
        assert socket.hears("refusal")["code"] == "E_TOO_LARGE"
        socket.session.send_bytes(b"{}")
        assert socket.hears("refusal")["code"] == "E_MESSAGE"


@pytest.mark.parametrize(
    "first",
    [
        '{"frame":"doing","key":"12345678","act":{"do":"undo","event":1}}',
        "{}",
        "hello",
        '{"frame":"hello","token":"wrong"}',
    ],
)
@pytest.mark.both_carriers
def test_who_does_not_say_hello_rightly_is_told_why_and_sent_away(database, first):
    with served(database) as visit:
        made = visit.make()
        with visit.connect(f"/api/tables/{made['table']}/socket") as session:
            session.send_text(first)
            must_be_refusal(json.loads(session.receive_text()))
            with pytest.raises(WebSocketDisconnect):
                session.receive_text()


class Reader:
    """Somebody who is sent frames, and reads them or not."""

    def __init__(self) -> None:
        self.reads, self.heard, self.closed = False, [], None

    def send(self, frame):
        if self.reads:
            self.heard.append(frame)
        return self.reads

    def close(self, code, why):
        self.closed = code


def test_who_reads_too_slowly_is_sent_away_and_told_to_come_back():
    reader = Reader()
    subscriber = Subscriber(Caller(), reader, most_frames=3, most_bytes=100)
    for _ in range(3):
        subscriber.send(b"news")
    assert subscriber.closing is None and reader.closed is None
    subscriber.send(b"more news")
    assert subscriber.closing is not None and subscriber.closing[0] == reader.closed == TOO_SLOW
    reader.reads = True
    subscriber.flush()
    assert reader.heard == []
    heavy = Subscriber(Caller(), Reader(), most_bytes=10)
    heavy.send(b"x" * 11)
    assert heavy.closing is not None


def test_who_reads_in_time_is_told_as_much_as_there_is():
    reader, frame = Reader(), b"x" * 2**20
    subscriber = Subscriber(Caller(), reader)
    for _ in range(2 * MOST_BYTES // len(frame)):
        reader.reads = False
        subscriber.send(frame)
        reader.reads = True
        subscriber.flush()
        assert reader.heard.pop() == frame and subscriber.closing is None
    reader.reads = False
    for _ in range(MOST_BYTES // len(frame)):
        subscriber.send(frame)
    assert subscriber.closing is None
    subscriber.send(b"x")
    assert subscriber.closing is not None


def test_what_waits_is_sent_in_order_before_the_socket_is_closed():
    reader = Reader()
    subscriber = Subscriber(Caller(), reader)
    for frame in (b"one", b"two"):
        subscriber.send(frame)
    subscriber.close(1012, "")
    subscriber.send(b"three")
    assert reader.closed is None
    reader.reads = True
    subscriber.flush()
    assert (reader.heard, reader.closed) == ([b"one", b"two"], 1012)


@pytest.mark.both_carriers
def test_nobody_is_held_up_by_who_does_not_read(database):
    with served(database) as visit:
        first, other = visit.duel()
        session = visit.server.registry.open[first.table]
        with other.listening() as sleeper:
            sleeper.hears("now")
            for subscriber in session.subscribers:
                subscriber.most_frames = 4
            for k in range(20):
                first.does(do="say", text=f"line {k}")
            seq = first.now["seq"]
        with other.listening(table=seq - 2) as back:
            assert [item["seq"] for item in back.hears("news")["items"]] == [seq - 1, seq]


def test_a_name_that_is_another_servers_is_not_answered_to(database):
    with served(database, hosts=("localhost",)) as visit:
        assert visit.http.get("/api/games").status_code == 200
        assert visit.http.get("/api/games", headers={"Host": "127.0.0.1:8420"}).status_code == 200
        refused = visit.http.get("/api/games", headers={"Host": "evil.example"})
        assert (refused.status_code, refused.json()["code"]) == (421, "E_HOST")
        assert visit.http.get("/", headers={"Host": "evil.example"}).status_code == 421


@pytest.mark.both_carriers
def test_a_page_of_another_server_opens_no_socket(database):
    with served(database) as visit:
        table = visit.make()["table"]
        socket = visit.connect(f"/api/tables/{table}/socket", headers={"Origin": "https://evil.example"})
        with pytest.raises(WebSocketDisconnect), socket:
            pass


@pytest.mark.both_carriers
def test_a_server_with_a_password_lets_nobody_in_without_it(database):
    with served(database, password="open sesame") as visit:
        assert visit.http.get("/healthz").status_code == 200
        assert visit.http.get("/api/games").json()["code"] == "E_PASSWORD"
        assert visit.http.post("/api/enter", json={"password": "sesame"}).status_code == 401
        by_header = visit.http.get("/api/games", headers={"X-Fireteam-Password": "open sesame"})
        assert by_header.status_code == 200
        entered = visit.http.post("/api/enter", json={"password": "open sesame"})
        assert entered.status_code == 204 and "httponly" in entered.headers["set-cookie"].lower()
        assert visit.http.get("/api/games").status_code == 200  # the cookie is sent from now on
        visit.http.cookies.clear()
        with pytest.raises(WebSocketDisconnect), visit.connect("/api/tables/any/socket"):
            pass


def test_who_asks_too_often_is_told_to_wait(database):
    from fireteam.server.http.access import Limits

    with served(database, limits=Limits((1.0, 5), (1.0, 2), (1.0, 2))) as visit:
        answers = [visit.http.get("/api/games").status_code for _ in range(7)]
        assert answers == [200] * 5 + [429] * 2


def test_every_answer_tells_browsers_to_load_nothing_from_elsewhere(database):
    with served(database) as visit:
        for path in ("/", "/api/games", "/nowhere/at/all", "/api/nowhere", "/healthz"):
            headers = visit.http.get(path).headers
            assert "default-src 'none'" in headers["content-security-policy"]
            assert headers["x-content-type-options"] == "nosniff" and headers["referrer-policy"] == "no-referrer"


def test_no_browser_keeps_an_answer_in_which_links_may_stand(database):
    with served(database) as visit:
        answers = [visit.http.post("/api/tables", json=TTT), visit.http.post("/api/tables", json={"game": "no such"})]
        answers += [visit.http.get("/api/tables"), visit.http.get("/api/nowhere"), visit.http.put("/api/tables")]
        assert [answer.status_code for answer in answers] == [201, 422, 200, 404, 405]
        assert [answer.headers["cache-control"] for answer in answers] == ["no-store"] * len(answers)
