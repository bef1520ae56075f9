"""A table over HTTP and its socket: who may do what, what everybody hears, what keys are for, what a restart keeps."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from fireteam.match.file.parse import parse_match_file
from fireteam.server.store.location import create_reader_engine, url_of
from fireteam.server.store.tables import METADATA
from tests.server.databases import ON_BOTH
from tests.server.service import DUEL, Visit, served

pytestmark = ON_BOTH


@pytest.fixture
def visit(database):
    with served(database) as visit:
        yield visit


# Sitting down


def test_without_seats_the_first_slot_is_a_persons_and_the_others_are_open(visit: Visit):
    made = visit.make(seats=[])
    assert set(made["seats"]) == {"red", "blue"}
    card = visit.http.get(f"/api/tables/{made['table']}").json()["card"]
    assert [(seat["name"], seat["by"]) for seat in card["seats"]] == [("red", "person"), ("blue", "open")]


def test_who_takes_an_open_seat_gets_a_token_and_the_link_to_it_is_used_up(visit: Visit):
    made = visit.make(seats=[], listed=True)
    table = made["table"]
    joined = visit.http.post(f"/api/tables/{table}/join", json={"seat": "blue", "person": "Ben"}).json()
    assert visit.http.get("/api/tables").json()[0]["seats"][1]["person"] == "Ben"
    again = visit.http.post(f"/api/tables/{table}/join", json={"seat": "blue", "person": "Eve"})
    assert (again.status_code, again.json()["code"]) == (403, "E_NOT_YOURS")
    for token, status in ((joined["token"], 200), (made["seats"]["blue"], 401), ("x" * 32, 401)):
        answer = visit.http.get(f"/api/tables/{table}/now", headers={"Authorization": f"Bearer {token}"})
        assert answer.status_code == status


def test_with_ones_own_link_one_puts_a_name_to_ones_seat(visit: Visit):
    made = visit.make()
    headers = {"Authorization": f"Bearer {made['seats']['anna']}"}
    answer = visit.http.post(
        f"/api/tables/{made['table']}/join", json={"seat": "anna", "person": " Anna\u0308 "}, headers=headers
    )
    assert answer.status_code == 201
    card = visit.http.get(f"/api/tables/{made['table']}").json()["card"]
    assert card["seats"][0]["person"] == "Ann\u00e4"


@pytest.mark.parametrize("seats", [[], DUEL], ids=["a seat that was open", "a seat of one's own"])
def test_a_link_outlives_every_name_and_every_bot_that_its_seat_has(visit: Visit, seats):
    made = visit.make(seats=seats)
    name = list(made["seats"])[1]
    guest = visit.guests(made)[name]
    for person in ("Ben", "Benjamin", "Benjamin"):
        answer = visit.http.post(
            f"/api/tables/{guest.table}/join", json={"seat": name, "person": person}, headers=guest.headers
        )
        assert answer.json()["token"] == guest.token
    guest.does(do="hand", to="absent")
    guest.does(do="hand", to="person")
    guest.does(do="hand", to="open")
    assert guest.now["you"] == name


@pytest.mark.both_carriers
def test_nobody_takes_the_open_seat_of_who_is_there_by_its_link(visit: Visit):
    made = visit.make(seats=[])
    guest, seat = visit.guests(made)["blue"], {"seat": "blue", "person": "Eve"}
    with guest.listening() as socket:
        socket.hears("now")
        refused = visit.http.post(f"/api/tables/{guest.table}/join", json=seat)
        assert (refused.status_code, refused.json()["code"]) == (403, "E_NOT_YOURS")
        assert guest.now["you"] == "blue"
    assert visit.http.post(f"/api/tables/{guest.table}/join", json=seat).status_code == 201


@pytest.mark.parametrize(
    ("seats", "code"),
    [
        ([{"name": "a", "slots": ["red"]}, {"name": "b", "slots": ["red"]}], "E_SEATS"),
        ([{"name": "a", "slots": ["green"]}], "E_SEATS"),
        ([{"name": "a", "slots": ["red"], "by": "bots/mine.py:choose"}], "E_SEATS"),
        ([{"name": "a\u202eb", "slots": ["red"]}], "E_TEXT"),
        ([{"name": "a" + "\u0301" * 30, "slots": ["red"]}], "E_TEXT"),
        ([{"name": "B\u0435n", "slots": ["red"]}], "E_TEXT"),
    ],
)
def test_seats_that_cannot_be_are_refused_and_no_table_is_made(visit: Visit, seats, code):
    answer = visit.http.post("/api/tables", json={"game": "ttt", "listed": True, "seats": seats})
    assert (answer.status_code, answer.json()["code"]) == (422, code)
    assert visit.http.get("/api/tables").json() == []


@pytest.mark.parametrize(
    ("names", "there"),
    [
        (("anna", "Anna"), ["anna", "Anna 2"]),
        (("a", "a"), ["a", "a 2"]),
        (("blue", "ben"), ["blue 2", "ben"]),  # `blue` is a slot that it does not hold
        (("Red", "BLUE"), ["Red", "BLUE"]),
    ],
)
def test_a_seat_whose_name_is_taken_is_numbered(visit: Visit, names, there):
    seats = [{"name": name, "slots": [slot]} for name, slot in zip(names, ("red", "blue"), strict=True)]
    assert list(visit.make(seats=seats)["seats"]) == there


def test_an_open_seat_has_the_name_of_its_slot_whatever_others_are_called(visit: Visit):
    assert list(visit.make(seats=[{"name": "blue", "slots": ["red"]}])["seats"]) == ["blue 2", "blue"]


def test_who_takes_the_name_of_somebody_at_the_table_is_numbered(visit: Visit):
    made = visit.make()
    guests = visit.guests(made)

    def join(seat: str, person: str, caller: str) -> str:
        sent = {"json": {"seat": seat, "person": person}, "headers": guests[caller].headers}
        answer = visit.http.post(f"/api/tables/{made['table']}/join", **sent)
        if answer.status_code != 201:
            return answer.json()["sentence"]
        seats = visit.http.get(f"/api/tables/{made['table']}").json()["card"]["seats"]
        return next(one["person"] for one in seats if one["name"] == seat)

    assert join("anna", "Kim", "anna") == "Kim"
    assert join("ben", "\uff2bIM", "ben") == "KIM 2"
    assert join("ben", "KIM 2", "ben") == "KIM 2", "one's own name is free"
    assert join("ben", "Anna", "ben") == "Anna 2", "a seat is called so"
    assert (
        join("ben", "K\u0456m", "ben")
        == "The name mixes letters of several scripts (Cyrillic and Latin); write it in one."
    )
    assert join("ben", "Kim" + "\u0489" * 30, "ben") == "The name piles up marks on one letter; at most 4 are allowed."


# Acting and hearing


@pytest.mark.both_carriers
def test_what_one_does_everybody_hears_and_then_sees(visit: Visit):
    first, other = visit.duel()
    with first.listening() as mine, other.listening() as theirs:
        for socket in (mine, theirs):
            welcome = socket.hears()
            assert (welcome["frame"], welcome["threats"]) == ("welcome", True)
            assert [socket.hears()["frame"] for _ in range(2)] == ["news", "now"]
        mine.says(frame="doing", key="my-first-key", act={"do": "choose", "line": choice(first), "question": 0})
        assert mine.hears("done") == {"frame": "done", "key": "my-first-key", "seq": 2}
        for socket in (mine, theirs):
            assert socket.hears("news")["items"][0]["what"]["event"] == 1
            assert socket.hears("now")["seq"] == 2


def choice(guest) -> str:
    return guest.now["decisions"][0]["options"][0]["notation"]


def test_the_same_key_twice_is_done_once_and_answered_alike(visit: Visit):
    first, _ = visit.duel()
    act = first.for_now(do="choose", line=choice(first))
    one, two = first.act("the-same-key", **act), first.act("the-same-key", **act)
    assert one.json() == two.json() and first.now["event"] == 2
    another = first.act("the-same-key", do="say", text="hello")
    assert (another.status_code, another.json()["code"]) == (409, "E_KEY")


def test_keys_of_two_seats_have_nothing_to_do_with_one_another(visit: Visit):
    first, other = visit.duel()
    assert first.act("the-same-key", do="say", text="hello").status_code == 200
    assert other.act("the-same-key", do="say", text="good day").status_code == 200
    assert other.now["seq"] == 3


def test_a_refusal_changes_nothing_and_its_key_may_be_used_again(visit: Visit):
    first, other = visit.duel()
    before = first.now
    refused = other.act("late-or-early", do="choose", line=choice(first), slot="blue")
    assert refused.status_code in (403, 422) and refused.json()["sentence"]
    unread = first.act("no-choice", do="choose", line="dance with me")
    assert unread.json()["code"] and unread.json()["clause"].startswith("TTT-")
    assert first.now == before
    assert first.act("no-choice", do="choose", line=choice(first)).status_code == 200


@pytest.mark.both_carriers
def test_two_tabs_on_one_seat_see_the_same_and_either_may_act(visit: Visit):
    first, _ = visit.duel()
    with first.listening() as one, first.listening() as two:
        shown = [socket.hears("now") for socket in (one, two)]
        assert shown[0] == shown[1]
        line = shown[0]["decisions"][0]["options"][0]["notation"]
        one.says(frame="doing", key="from-one-tab", act={"do": "choose", "line": line, "question": 0})
        two.says(frame="doing", key="from-one-tab", act={"do": "choose", "line": line, "question": 0})
        for socket in (one, two):
            heard = {frame["frame"]: frame for frame in (socket.hears("done", "refusal", "news") for _ in range(2))}
            assert set(heard) == {"done", "news"} and heard["done"]["seq"] == heard["news"]["items"][-1]["seq"] == 2
    assert first.now["event"] == 2


@pytest.mark.both_carriers
def test_who_is_here_is_seen_by_all(visit: Visit):
    first, other = visit.duel()
    with first.listening() as mine:
        mine.hears("now")
        with other.listening() as theirs:
            theirs.hears("now")
            assert all(seat["present"] for seat in mine.hears("now")["seats"])
        assert [seat["present"] for seat in mine.hears("now")["seats"]].count(True) == 1


@pytest.mark.both_carriers
def test_a_socket_may_begin_anywhere_in_the_stream(visit: Visit):
    first, other = visit.duel()
    for k in range(12):
        (first if first.now["decisions"] else other).chooses(k)
    whole = first.get("/items")
    assert [item["seq"] for item in whole] == list(range(1, 14))
    for since in range(14):
        with first.listening(table=since) as socket:
            frames = [socket.hears("news", "now")]
            if frames[-1]["frame"] == "news":
                frames.append(socket.hears("now"))
            heard = [item for frame in frames[:-1] for item in frame["items"]]
            assert heard == whole[since:] and frames[-1]["seq"] == 13


# Consent, bots, referee


def test_a_choice_is_taken_back_once_the_other_agrees(visit: Visit):
    first, other = visit.duel()
    first.chooses()
    before = first.now["event"]
    assert first.now["may_undo"] or first.now["must_ask_to_undo"]
    while first.now["may_undo"]:
        first.chooses()
    last = first.now["event"] - 1  # of this choice
    first.does(do="undo")
    asked = {"number": 1, "seat": seat_of(first), "what": "undo", "waiting": [seat_of(other)], "event": last - 1}
    assert first.now["proposals"] == [asked]
    other.does(do="answer", proposal=1, agrees=False)
    assert first.now["proposals"] == []
    first.does(do="undo")
    other.does(do="answer", proposal=2, agrees=True)
    assert first.now["event"] > before and first.now["redo"]
    first.does(do="redo")


def seat_of(guest) -> str:
    return guest.get("")["you"]


def test_a_draw_ends_the_match_when_everybody_agrees_and_tells_the_secret(visit: Visit):
    first, other = visit.duel()
    first.does(do="offer_draw")
    assert other.now["proposals"][0]["what"] == "draw"
    other.does(do="answer", proposal=1, agrees=True)
    assert other.now["over"] and "draw" in other.now["result"]
    ended = other.get("/items")[-1]["what"]
    assert ended["item"] == "ended" and len(ended["secret"]) == 64
    assert first.act(do="choose", line="end_turn").json()["code"] == "E_OVER"
    first.does(do="say", text="well played")


def test_nobody_agrees_with_a_bot_about_a_draw(visit: Visit):
    made = visit.make(seats=[DUEL[0], {"name": "bot", "slots": ["blue"], "by": "absent"}])
    anna = visit.guests(made)["anna"]
    assert anna.act(do="offer_draw").json()["code"] == "E_FORBIDDEN"


def test_who_resigns_has_lost_by_the_rules_and_the_file_is_true(visit: Visit, tmp_path):
    first, _ = visit.duel()
    first.does(do="resign")
    assert first.now["over"]
    text = visit.http.get(f"/api/tables/{first.table}/match").text
    file = parse_match_file(text, tmp_path)
    assert file.secret is not None and file.end is not None


def test_a_seat_is_handed_to_a_bot_and_back_by_its_holder_or_the_host(visit: Visit):
    guests = visit.guests(visit.make())
    anna, ben, host = guests["anna"], guests["ben"], guests["host"]
    anna.does(do="hand", to="absent")
    assert anna.act(do="choose", line="end_turn").json()["code"] == "E_NOT_YOURS"
    assert ben.act(do="hand", to="person", seat="anna").json()["code"] == "E_NOT_YOURS"
    host.does(do="hand", to="person", seat="anna")
    assert next(seat for seat in anna.now["seats"] if seat["name"] == "anna")["by"] == "person"


def test_chat_is_heard_by_all_and_holds_no_tricks(visit: Visit):
    guests = visit.guests(visit.make())
    guests["anna"].does(do="say", text="<b>hello</b> \U0001f600")
    guests["host"].does(do="say", text="welcome")
    said = [item["what"] for item in guests[""].get("/items") if item["what"]["item"] == "spoken"]
    assert [(one["seat"], one["person"], one["text"]) for one in said] == [
        ("anna", "", "<b>hello</b> \U0001f600"),
        ("", "host", "welcome"),
    ]
    for text in ("\u202edlrow", "a\nb", "a\x00b", "\u200b", "   "):
        assert guests["anna"].act(do="say", text=text).json()["code"] == "E_TEXT"
    assert guests["anna"].act(do="say", text="to my side", side=True).json()["code"] == "E_SIDE"
    assert guests[""].act(do="say", text="hello").status_code == 401


# Keeping


def test_after_a_restart_everything_is_as_it_was(database):
    with served(database) as visit:
        first, other = visit.duel(title="Friday", listed=True)
        for k in range(6):
            (first if first.now["decisions"] else other).chooses(k)
        first.does(do="say", text="back in a minute")
        first.act("an-old-key-1", do="say", text="brb")
        before = [(guest.table, guest.token, guest.now, guest.get("/items")) for guest in (first, other)]
    with served(database) as visit:
        for table, token, now, items in before:
            guest = type(first)(visit, table, token)
            assert (guest.now, guest.get("/items")) == (now, items)
        again = type(first)(visit, *before[0][:2])
        seq = again.now["seq"]
        assert again.act("an-old-key-1", do="say", text="brb").status_code == 200 and again.now["seq"] == seq
        assert visit.http.get("/api/tables").json()[0]["title"] == "Friday"


def test_what_was_proposed_still_waits_for_an_answer_after_a_restart(database):
    with served(database) as visit:
        first, other = visit.duel()
        first.chooses()
        while first.now["may_undo"]:
            first.chooses()
        first.does(do="undo")
        (undo,) = first.now["proposals"]
        other.does(do="offer_draw")
        draw = first.now["proposals"][1]
    with served(database) as visit:
        first, other = (type(first)(visit, guest.table, guest.token) for guest in (first, other))
        assert first.now["proposals"] == [undo, draw] and (undo["what"], draw["what"]) == ("undo", "draw")
        first.does(do="answer", proposal=draw["number"], agrees=False)
        event = first.now["event"]
    with served(database) as visit:
        first, other = (type(first)(visit, guest.table, guest.token) for guest in (first, other))
        assert first.now["proposals"] == [undo]
        other.does(do="offer_draw")
        assert first.now["proposals"][1]["number"] == 3, "no number comes twice"
        other.does(do="retract", proposal=3)
        other.does(do="answer", proposal=undo["number"], agrees=True)
        assert first.now["event"] == event + 1 and first.now["redo"]
    with served(database) as visit:
        assert type(first)(visit, first.table, first.token).now["proposals"] == []


def test_what_was_made_under_a_key_is_answered_alike_after_a_restart_and_no_token_is_kept(database):
    def asked(visit: Visit, path: str, key: str, token: str = "", **body) -> dict:
        headers = {"Idempotency-Key": key} | ({"Authorization": f"Bearer {token}"} if token else {})
        answer = visit.http.post(f"/api/tables{path}", json=body, headers=headers)
        return answer.json() | {"status": answer.status_code}

    def all_of_it(visit: Visit) -> list[dict]:
        made = asked(visit, "", "make-1234", game="ttt", scenario="besiege_the_bunker", listed=True)
        place, mine = f"/{made['table']}", made["seats"]["red"]
        taken = asked(visit, f"{place}/join", "join-1234", seat="blue", person="Ben")
        named = asked(visit, f"{place}/join", "name-1234", mine, seat="red", person="Anna")
        other = asked(visit, "", "make-5678", game="ttt", listed=True)
        return [made, taken, named, other]

    with served(database) as visit:
        answers = all_of_it(visit)
    tokens = [answers[0]["host"], *answers[0]["seats"].values(), answers[1]["token"]]
    assert len(set(tokens)) == 4 and answers[2]["token"] == answers[0]["seats"]["red"]
    kept = all_that_is_kept(database)
    assert answers[0]["table"] in kept and not [word for word in (*tokens, "make-1234") if word in kept]
    with served(database) as visit:
        assert all_of_it(visit) == answers and len(visit.http.get("/api/tables").json()) == 2
        items = visit.http.get(f"/api/tables/{answers[0]['table']}/items").json()
        assert [item["what"]["item"] for item in items].count("sat") == 2
        assert asked(visit, "", "make-1234", game="tps")["code"] == "E_KEY"
        ben = {"Authorization": f"Bearer {answers[1]['token']}"}
        assert visit.http.get(f"/api/tables/{answers[0]['table']}", headers=ben).json()["you"] == "blue"


def all_that_is_kept(database: str) -> str:
    engine = create_reader_engine(url_of(database))
    with engine.connect() as connection:
        rows = [tuple(row) for table in METADATA.sorted_tables for row in connection.execute(select(table))]
    engine.dispose()
    return repr(rows)


def test_a_file_that_was_brought_and_a_fork_are_made_once_as_well(database):
    with served(database) as visit:
        first, _ = visit.duel()
        first.chooses()
        first.does(do="resign")
        text = visit.http.get(f"/api/tables/{first.table}/match").text

    def asked(visit: Visit) -> list[dict]:
        key = {"Idempotency-Key": "once-1234"}
        file = {"content": text, "headers": {**key, "Content-Type": "text/plain"}}
        fork = visit.http.post(f"/api/tables/{first.table}/fork", json={"event": 1}, headers=key)
        return [visit.http.post("/api/tables/import", **file).json(), fork.json()]

    with served(database) as visit:
        answers = asked(visit)
    with served(database) as visit:
        assert asked(visit) == answers and len({one["table"] for one in answers}) == 2


def test_what_is_sealed_outlives_a_restart_and_nobody_else_reads_it(database):
    with served(database) as visit:
        guests = visit.guests(visit.make(scenario="hold_the_hill", options={}))
        first = guests["anna"]
        first.chooses()
        table, tokens = first.table, {name: guest.token for name, guest in guests.items()}
        assert first.now["sealed"] and not guests["ben"].now["sealed"]
    with served(database) as visit:
        first, other = (type(first)(visit, table, tokens[name]) for name in ("anna", "ben"))
        assert first.now["sealed"] and not other.now["sealed"] and other.now["owing"] == ["blue"]
        assert first.act(do="withdraw").json()["clause"].startswith("TTT-")  # a pick is final
        other.chooses()
        assert first.now["sealed"] == [] and first.now["event"] == 2
