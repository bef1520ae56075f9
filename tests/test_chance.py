"""Servers of tests draw the same chance in every run, and none of it twice."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tests.chance import STREAMS, ChanceFile, Streams
from tests.server.service import served


def test_a_test_has_the_same_stream_in_every_run_and_another_test_another():
    streams, drawn = Streams(), []
    for name in ("one", "another", "one"):
        streams.begin(name)
        drawn.append([streams.entropy(16) for _ in range(3)])
    assert drawn[0] == drawn[2] != drawn[1] and len({*drawn[0], *drawn[1]}) == 6


def test_threads_draw_nothing_twice():
    with ThreadPoolExecutor(4) as threads:
        drawn = list(threads.map(STREAMS.entropy, [16] * 400))
    assert len(set(drawn)) == 400


def test_servers_of_one_test_make_the_same_tables_in_every_run_and_no_two_alike(tmp_path: Path):
    made = []
    for run in range(2):
        STREAMS.begin("a test")
        for server in "ab":
            with served(str(tmp_path / f"{run}{server}.db")) as visit:
                made.append([visit.make() for _ in range(2)])
    assert made[:2] == made[2:] and made[0] != made[1]


def test_a_process_follows_the_stream_that_its_file_tells(tmp_path: Path):
    told, process = ChanceFile(tmp_path / "chance"), ChanceFile(tmp_path / "chance")
    drawn = []
    for _ in range(2):
        STREAMS.begin("a test")
        for _ in range(2):
            told.begin()
            drawn += [process.entropy(16), process.entropy(16)]
    assert drawn[:4] == drawn[4:] and len(set(drawn)) == 4
