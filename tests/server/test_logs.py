"""What the log of a server tells: what broke and where, who asked for what, how long it took; nobody's secrets."""

from __future__ import annotations

import json
import logging
import sys
from typing import Any

import pytest

from fireteam.server.logs import configure_logging
from tests.server.service import TestClient, served

SECRET = "the-bomb-is-under-the-stairs"
KINDS = pytest.mark.parametrize("as_json", [True, False], ids=["json", "text"])


def written(record: logging.LogRecord, as_json: bool) -> str:
    """A line, as a server writes it that is told to log so."""
    formatter: logging.Formatter = configure_logging(as_json)["formatters"]["line"]["()"]()
    return formatter.format(record)


def looks_up(where: dict[str, str], what: str) -> str:
    try:
        return where[what]
    except KeyError as error:
        error.add_note(f"there are {where}")
        raise RuntimeError(f"no {what} among {where}", where) from error


def broken() -> logging.LogRecord:
    """What uvicorn logs of a fault whose words, cause, note and values hold a secret."""
    try:
        looks_up({"key": SECRET}, f"wire of {SECRET}")
    except RuntimeError:
        info = sys.exc_info()
    return logging.LogRecord("uvicorn.error", logging.ERROR, "", 0, "Exception in ASGI application\n", (), info)


@KINDS
def test_a_fault_is_told_with_its_kind_and_place_and_never_with_its_values(as_json):
    line = written(broken(), as_json)
    assert "RuntimeError at server/test_logs.py:" in line and "Exception in ASGI application" in line
    assert SECRET not in line and "KeyError" not in line and "\n" not in line


@KINDS
def test_what_is_asked_is_told_by_its_route_and_not_by_what_is_said(database, caplog, as_json):
    caplog.set_level(logging.DEBUG)
    with served(database, password="open sesame") as visit:
        visit.http.headers["X-Fireteam-Password"] = "open sesame"
        made = visit.make()
        guest = visit.guests(made)["anna"]
        guest.does(do="say", text=SECRET)
        guest.ask(ask="may", line=SECRET, slot="red")
        visit.http.get(f"/api/tables/{guest.table}?{SECRET}={SECRET}", headers={"Authorization": f"Bearer {SECRET}"})
    told = [record for record in caplog.records if record.name.startswith("fireteam")]
    lines = [written(record, as_json) for record in told]
    assert [record.fields["route"] for record in told] == ["make_table", "act", "ask", "see_table"]
    hidden = (SECRET, "open sesame", made["host"], *made["seats"].values())
    assert not [line for line in lines if any(word in line for word in hidden)]


def test_whoever_asks_for_what_breaks_is_told_no_more_than_that(database, monkeypatch):
    def breaks() -> None:
        raise RuntimeError(SECRET)

    with served(database) as visit:
        monkeypatch.setattr(visit.server.registry.store, "lobby_tables", breaks)
        http = TestClient(visit.server.app, "http://localhost", False, client=("127.0.0.1", 50_000))
        answer = http.get("/api/tables")
    said = "Something broke here; it has been written down."
    assert (answer.status_code, answer.json()["code"], answer.json()["sentence"]) == (500, "E_FAULT", said)
    assert SECRET not in answer.text and answer.headers["cache-control"] == "no-store"


def test_lines_for_machines_are_json_with_all_that_is_known_of_a_request(database, caplog):
    caplog.set_level(logging.INFO, "fireteam.requests")
    with served(database) as visit:
        visit.http.get("/api/games")
    said: dict[str, Any] = json.loads(written(caplog.records[-1], True))
    assert said.pop("at").endswith("Z") and said.pop("ms") >= 0
    assert said == {"level": "info", "says": "asked", "route": "games", "status": 200}


def test_of_a_servers_own_log_people_see_what_they_should_mend_and_machines_all():
    levels = {as_json: configure_logging(as_json)["loggers"]["fireteam"]["level"] for as_json in (True, False)}
    assert levels == {True: "INFO", False: "WARNING"}
    for as_json in (True, False):
        assert all(one["handlers"] == ["stderr"] for one in configure_logging(as_json)["loggers"].values())
