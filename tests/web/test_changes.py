"""The page reads what sockets are told as the server means it: to the very JSON that HTTP answers with."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import msgspec
import pytest

from tests.heavy.settings import many
from tests.server.played_tables import Everybody, Heard, changes, table_at
from tests.web.page_source import by_page

BEFORE = "const readers = new Map();"
EACH = """
  const { seat, welcome, board, frame } = JSON.parse(line);
  if (welcome) readers.set(seat, new page.ChangeReader(welcome, welcome.terms, board));
  return welcome ? null : readers.get(seat).read(frame);
"""
MATCHES = [
    ("ttt", "besiege_the_bunker", {}, many(24, 300)),
    ("tps", "de_depot", {"teams": "2v2"}, many(12, 100)),
    ("gunplay", "main_street", {}, many(12, 300)),
    ("gunplay", "cash_box", {"config": "full", "overwatch": "0", "deployment": "alternate"}, many(12, 300)),
    ("gunplay", "farm", {"config": "full"}, many(30, 300)),
    ("fs3", "loading_yard", {}, many(6, 60)),
]


@pytest.mark.parametrize(("game", "scenario", "options", "most"), MATCHES, ids=[" ".join(one[:2]) for one in MATCHES])
def test_the_page_makes_the_same_of_every_frame(game: str, scenario: str, options: dict[str, str], most: int) -> None:
    everybody = Everybody(table_at(game, scenario, options))
    board = json.loads(everybody.readers.board.body)
    lines: list[dict[str, Any]] = []
    should: list[Any] = []

    def note(heard: Heard) -> None:
        frame = json.loads(heard.frame)
        if frame["frame"] == "welcome":
            lines.append({"seat": heard.seat, "welcome": frame, "board": board})
            should.append(None)
        else:
            lines.append({"seat": heard.seat, "frame": frame})
            should.append({"items": as_json(heard.items), "now": as_json(heard.now) if shows(frame) else None})

    for frames in everybody.first.values():
        for heard in frames:
            note(heard)
    for told in changes(everybody, Random(5), most):
        for heard in told:
            if heard.frame:
                note(heard)
    assert by_page("api/changes.ts", EACH, lines, BEFORE) == should


def shows(frame: dict[str, Any]) -> bool:
    return "view" in frame or frame["frame"] == "choice"


def as_json(value: Any) -> Any:
    return json.loads(msgspec.json.encode(value))
