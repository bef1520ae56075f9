"""Packs that change during a match: what is sound goes on the table, what is broken is told and changes nothing."""

from __future__ import annotations

import itertools
import os
from pathlib import Path

import pytest

from fireteam.content.library import find_library
from fireteam.content.starter_pack import write_starter
from fireteam.match.dice import secret_of_seed
from fireteam.match.hot_reload import HotReload, ReloadReport
from fireteam.match.match import Match
from fireteam.match.record import Seat
from fireteam.registry import find_game

RANGER = "move: 3, range: 3, th: 1, tbh: 2"
SEATS = (Seat("red", 1, "person"), Seat("blue", 2, "person"))


class Table:
    """A match of the starter pack, watched."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "mypack"
        write_starter(find_library("ttt"), self.folder)
        secrets = itertools.count()
        options = {"seats": "fixed"}
        setting = find_game("ttt").make_setting("mypack_duel", options, (str(self.folder),))
        self.match = Match(setting, SEATS, secret_of_seed("first"))
        self.hot_reload = HotReload("ttt", (self.folder,), lambda: secret_of_seed(next(secrets)))

    def change(self, file: str, old: str, new: str) -> None:
        path = self.folder / file
        text = path.read_text()
        assert old in text
        path.write_text(text.replace(old, new))
        at = path.stat().st_mtime_ns + 1_000_000  # two writes within one tick of a coarse clock are two changes
        os.utime(path, ns=(at, at))

    def poll(self) -> ReloadReport:
        news = self.hot_reload.poll(self.match)
        assert news is not None and self.hot_reload.poll(self.match) is None
        return news

    def position(self, match: Match) -> str:
        return match.setting.game.write_position(match.setting, match.state)


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(tmp_path)


def test_as_long_as_nothing_changes_nothing_is_told(table: Table) -> None:
    assert table.hot_reload.poll(table.match) is None


def test_a_changed_piece_is_on_the_table_at_the_same_position(table: Table) -> None:
    table.match.act("red", "place 1.ranger.1 a1")
    table.change("pieces.yaml", RANGER, "move: 4, range: 2, th: 1, tbh: 2")
    news = table.poll()
    assert news.lines == ("Changed: pieces.yaml: sheet standard, piece ranger. The match goes on from here.",)
    assert news.match and table.position(news.match) == table.position(table.match)
    assert news.match.setting.content.sheet["ranger"].move == 4
    assert news.match.commitment != table.match.commitment and news.match.seats == table.match.seats


def test_every_new_changed_and_missing_entry_is_told(table: Table) -> None:
    table.change("boards.yaml", "The Yard", "A Yard")
    (table.folder / "more_boards.yaml").write_text("- {id: twin, name: Twin, same_as: mypack_yard}\n")
    assert (
        table.poll().lines[0].startswith("Changed: boards.yaml, more_boards.yaml: board mypack_yard, new board twin.")
    )
    (table.folder / "more_boards.yaml").unlink()
    assert table.poll().lines[0].startswith("Changed: more_boards.yaml: no more board twin.")


def test_what_is_broken_is_told_with_its_place_and_the_old_content_stays(table: Table) -> None:
    table.change("pieces.yaml", RANGER, "move: 9, range: 3, th: 1, tbh: 2")
    news = table.poll()
    assert news.match is None and news.lines[0].startswith("Changed: pieces.yaml. It cannot be used; what was there")
    assert any("pieces.yaml:" in line and "E_P_LIMIT ranger: move 9 is outside 1-6" in line for line in news.lines)
    table.match.act("red", "place 1.ranger.1 a1")
    table.change("pieces.yaml", "move: 9", "move: 4")
    news = table.poll()
    assert news.match and "piece ranger. The match goes on from here." in news.lines[0]
    assert "W_P_POINTS ranger: 10 points instead of 9" in news.lines[1]


def test_a_comment_or_the_same_text_again_changes_nothing(table: Table) -> None:
    table.change("pieces.yaml", "# Pieces", "# The pieces")
    assert table.poll() == ReloadReport(("Changed: pieces.yaml. Nothing in it is different.",), None)


def test_a_position_that_the_new_content_does_not_allow_begins_anew(table: Table) -> None:
    table.match.act("red", "place 1.ranger.1 c2")
    table.change("boards.yaml", "..r....ww.", "..#....ww.")
    news = table.poll()
    assert news.match and "It begins anew, for it cannot go on from here: c2 is no open square" in news.lines[0]
    assert table.position(news.match).endswith("ranger:u,ranger:u,rifleman:u,medic:u -")


def test_a_mission_that_is_gone_leaves_the_match_as_it_is(table: Table) -> None:
    (table.folder / "missions.yaml").unlink()
    news = table.poll()
    assert news.match is None and "no mission named 'mypack_duel'" in news.lines[0]
    (table.folder / "pack.yaml").unlink()
    assert "has no pack.yaml" in table.poll().lines[1]
