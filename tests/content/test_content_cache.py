"""Content that is kept on the disk comes back as it was checked, and only while its files are the very ones."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import msgspec
import pytest

from fireteam.content.content_cache import flatten, read_cached, rebuild
from fireteam.content.library import load
from fireteam.registry import game_part, games_with_part


class Size(NamedTuple):
    width: int
    height: int


class Board(msgspec.Struct, frozen=True):
    name: str
    size: Size
    signs: frozenset[str]
    rows: tuple[list[int], ...] = ()
    note: str | msgspec.UnsetType = msgspec.UNSET


BOARD = Board("yard", Size(3, 2), frozenset("ab"), ([1, 2], [3]))


class Reader:
    """Reads a folder, and counts how often."""

    def __init__(self) -> None:
        self.times = 0

    def __call__(self) -> Board:
        self.times += 1
        return BOARD


@pytest.fixture
def base(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A game's package with one source and one file of content, and a cache folder of its own."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    folder = tmp_path / "game" / "content"
    folder.mkdir(parents=True)
    (folder / "boards.yaml").write_text("id: yard\n", encoding="utf-8")
    (folder.parent / "check.py").write_text("STRICT = True\n", encoding="utf-8")
    return folder


def cache_file(base: Path) -> Path:
    return next((base.parents[1] / "cache" / "fireteam" / "content").iterdir())


@pytest.mark.parametrize("game", games_with_part("library"))
def test_the_content_of_every_game_is_made_again_from_plain_data(game):
    content = load(game).content
    written = msgspec.msgpack.encode(flatten(content))
    again = rebuild(msgspec.msgpack.decode(written))
    assert again == content and type(again) is type(content)
    assert msgspec.msgpack.encode(flatten(again)) == written  # with every type inside it


@pytest.mark.parametrize("game", games_with_part("library"))
def test_what_a_game_loads_is_what_its_files_say(game):
    assert game_part(game, "content").load() == load(game).content


def test_a_second_start_reads_no_file_of_content(base):
    first, second = Reader(), Reader()
    assert read_cached(base, Board, first) == read_cached(base, Board, second) == BOARD
    assert (first.times, second.times) == (1, 0)


@pytest.mark.parametrize(
    "change",
    [
        lambda base: (base / "boards.yaml").write_text("id: another_yard\n", encoding="utf-8"),
        lambda base: os.utime(base / "boards.yaml", ns=(1, 1)),
        lambda base: (base / "more_boards.yaml").write_text("id: field\n", encoding="utf-8"),
        lambda base: (base / "boards.yaml").unlink(),
        lambda base: (base.parent / "check.py").write_text("STRICT = False\n", encoding="utf-8"),
    ],
)
def test_what_has_changed_is_read_again(base, change: Callable[[Path], object]):
    read = Reader()
    read_cached(base, Board, read)
    change(base)
    read_cached(base, Board, read)
    assert read.times == 2


@pytest.mark.parametrize(
    "damage", [lambda raw: b"", lambda raw: raw[:-9], lambda raw: raw.replace(b"yard", b"bard", 1)]
)
def test_a_damaged_file_is_read_past_and_written_anew(base, damage: Callable[[bytes], bytes]):
    read = Reader()
    read_cached(base, Board, read)
    file = cache_file(base)
    sound = file.read_bytes()
    file.write_bytes(damage(sound))
    assert read_cached(base, Board, read) == BOARD
    assert read.times == 2 and file.read_bytes() == sound


def test_a_cache_that_cannot_be_written_costs_nothing_but_time(base, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(base / "boards.yaml"))  # a file, where a folder is wanted
    read = Reader()
    assert read_cached(base, Board, read) == read_cached(base, Board, read) == BOARD
    assert read.times == 2


def test_nothing_but_entries_and_their_parts_is_made_of_a_file():
    with pytest.raises(LookupError):
        rebuild([0, "os", "system", "true"])
    with pytest.raises(LookupError):
        rebuild([0, "pathlib", "Path", "."])


def test_what_is_no_data_is_not_kept(base):
    with pytest.raises(TypeError):
        flatten({"file": base})
