"""Who is let in, and how often they may ask: by password, by cookie, by token, by address."""

from __future__ import annotations

import pytest

from fireteam.server.env import Env
from fireteam.server.errors import ApiError
from fireteam.server.http import rate_limit
from fireteam.server.http.access import Limits
from fireteam.server.http.rate_limit import RateLimiter
from fireteam.server.validation import clean_text, new_id
from tests.chance import drawn
from tests.server.databases import as_many_as_wanted
from tests.server.service import ANY_PACE, TTT, Visit, served

FREE, SLOW = ANY_PACE.asks, 0.001


def asks(visit: Visit, path: str = "/api/games", **headers: str) -> int:
    return int(
        visit.http.get(path, headers={name.replace("_", "-"): value for name, value in headers.items()}).status_code
    )


def test_a_password_is_guessed_a_few_times_and_no_more_whichever_way_it_is_said(database):
    with served(database, password="sesame", limits=Limits(FREE, FREE, (SLOW, 3))) as visit:
        assert [asks(visit, X_Fireteam_Password="guess") for _ in range(4)] == [401, 401, 401, 429]
        assert asks(visit, X_Fireteam_Password="sesame") == 429, "not even rightly"
    with served(database, password="sesame", limits=Limits(FREE, FREE, (SLOW, 3))) as visit:
        enters = [visit.http.post("/api/enter", json={"password": "guess"}).status_code for _ in range(4)]
        assert enters == [401, 401, 401, 429]


def test_no_other_cookie_than_the_servers_lets_anybody_in(database):
    with served(database, password="sesame") as visit:
        for cookie in ("fireteam=", "fireteam=sesame", "other=1"):
            assert asks(visit, Cookie=cookie) == 401
        entered = visit.http.post("/api/enter", json={"password": "sesame"}).headers["set-cookie"].partition(";")[0]
        visit.http.cookies.clear()
        assert asks(visit, Cookie=entered) == 200
    with served(database, password="sesame") as visit:
        shared = database.startswith("postgresql")
        assert asks(visit, Cookie=entered) == (200 if shared else 401), "another start, another cookie"


def test_who_has_entered_at_one_of_several_servers_has_at_all_with_its_password(postgresql):
    with as_many_as_wanted(postgresql) as made:
        database = made()
        with served(database, password="sesame") as one, served(database, password="sesame") as two:
            entered = one.http.post("/api/enter", json={"password": "sesame"}).headers["set-cookie"].partition(";")[0]
            assert asks(two, Cookie=entered) == 200
        with served(database, password="another") as three:
            assert asks(three, Cookie=entered) == 401


@pytest.mark.parametrize("through", ["X-Forwarded-For", "Forwarded", "Via"])
def test_what_the_server_counts_is_told_to_this_computer_and_to_nobody_behind_another(database, through):
    with served(database) as visit:
        assert asks(visit, "/metrics") == 200
        assert asks(visit, "/metrics", **{through: "10.0.0.7"}) == 403


def test_who_makes_tables_has_a_pace_for_that_besides(database):
    with served(database, limits=Limits(FREE, (SLOW, 2), FREE)) as visit:
        made = [visit.http.post("/api/tables", json=TTT).status_code for _ in range(3)]
        assert made == [201, 201, 429] and asks(visit) == 200


def test_everybody_with_a_link_has_a_pace_of_their_own(database):
    with served(database, limits=Limits((SLOW, 5), FREE, FREE)) as visit:
        made = visit.make()
        path = f"/api/tables/{made['table']}"
        for seat in ("anna", "ben"):
            bearer = f"Bearer {made['seats'][seat]}"
            assert [asks(visit, path, Authorization=bearer) for _ in range(6)] == [200] * 5 + [429]


@pytest.mark.both_carriers
def test_a_thousand_made_up_words_have_one_pace_and_hold_up_nobody_who_is_known(database, monkeypatch):
    with served(database, limits=Limits((SLOW, 20), FREE, FREE)) as visit:
        made = visit.make()
        path, bearer = f"/api/tables/{made['table']}", f"Bearer {made['seats']['anna']}"
        assert asks(visit, path, Authorization=bearer) == 200
        looked, whose = [], visit.server.registry.store.whose
        monkeypatch.setattr(visit.server.registry.store, "whose", lambda hash: looked.append(hash) or whose(hash))
        answers = [asks(visit, path, Authorization=f"Bearer word-{number}") for number in range(1_000)]
        assert answers == [401] * 18 + [429] * 982 and len(looked) == 18, "who is paced costs no look into the store"
        with visit.connect(f"{path}/socket") as session:
            session.send_text('{"frame":"hello","token":"one-more-word"}')
            assert '"E_TOO_OFTEN"' in session.receive_text()
        assert [asks(visit, path, Authorization=bearer) for _ in range(20)] == [200] * 19 + [429]


@pytest.mark.both_carriers
def test_who_comes_by_a_socket_is_known_from_then_on(database):
    with served(database, limits=Limits((SLOW, 3), FREE, FREE)) as visit:
        guest = visit.guests(visit.make())["anna"]
        with guest.listening() as socket:
            socket.hears("now")
        assert [asks(visit) for _ in range(3)][-1] == 429 and guest.now["seq"] == 1


def test_however_many_ask_the_one_who_asked_last_is_paced(monkeypatch):
    monkeypatch.setattr(rate_limit, "MOST_BUCKETS", 2)
    paced = RateLimiter(lambda: 0.0, SLOW, 1)
    for who in ("anna", "ben", "carl"):
        paced.take(who)
    for who in ("ben", "carl"):
        with pytest.raises(ApiError, match="too often"):
            paced.take(who)
    paced.take("anna")  # asked least recently, and so forgotten


def test_who_asks_again_is_remembered_and_the_one_not_asked_for_longest_is_forgotten(monkeypatch):
    monkeypatch.setattr(rate_limit, "MOST_BUCKETS", 2)
    paced = RateLimiter(lambda: 0.0, SLOW, 2)
    for who in ("anna", "ben", "anna", "carl"):
        paced.take(who)
    assert [who in paced for who in ("anna", "ben", "carl")] == [True, False, True]
    with pytest.raises(ApiError, match="too often"):
        paced.take("anna")


def test_words_are_kept_as_they_read_and_families_stay_together():
    assert clean_text(" A\u030angstro\u0308m ") == "\u00c5ngstr\u00f6m"
    family = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
    assert clean_text(f"we are {family}") == f"we are {family}"


def test_an_id_begins_with_the_hour_so_that_what_is_played_now_stands_together():
    hours = [490_000.0, 490_000.9, 490_001.0, 500_000.0]
    ids = [new_id(Env(lambda hour=hour: hour * 3600, drawn(f"{k}"))) for k, hour in enumerate(hours)]
    assert ids[0][:5] == ids[1][:5] < ids[2][:5] < ids[3][:5], "in the order in which they were made"
    assert len({one[5:] for one in ids}) == 4 and all(one.isalnum() and len(one) == 21 for one in ids)
