"""`fireteam serve`: how its own process runs the rules."""

from __future__ import annotations

import inspect
import os
import runpy
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from fireteam.cli.conventions import Usage
from fireteam.cli.serve import LOOPBACK, bind_port, names, reachable_address, serve, start_lines
from fireteam.core.engine import code_cache
from fireteam.core.errors import BadGame
from fireteam.core.game import Game
from fireteam.registry import games
from fireteam.server.http.network import address_url, network_address
from tests.processes import ROOT

SERVE = "from fireteam.cli import main; main()"
PATIENCE = 90  # seconds


def is_compiled(folder: Path) -> bool:
    """Whether a server is a compiled one that starts with a folder of compiled code, as it says itself."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = str(listening.getsockname()[1])
    known = {key: value for key, value in os.environ.items() if key != "FIRETEAM_JIT"}
    known |= {"PYTHONPATH": str(ROOT / "src"), "NUMBA_CACHE_DIR": str(folder)}
    words = ("serve", "--port", port, "--database", str(folder / "table.db"))
    nowhere = subprocess.DEVNULL
    with subprocess.Popen([sys.executable, "-c", SERVE, *words], env=known, stdout=nowhere, stderr=nowhere) as server:
        try:
            for _ in range(PATIENCE * 10):
                try:
                    return "fireteam_compiled 1.0" in httpx.get(f"http://127.0.0.1:{port}/metrics").text
                except httpx.TransportError:
                    assert server.poll() is None
                    time.sleep(0.1)
            raise TimeoutError
        finally:
            server.terminate()


def test_a_server_starts_with_plain_rules_whatever_has_been_compiled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So that it is there at once; compiled ones take their place while people play."""
    monkeypatch.setattr(code_cache, "code_folder", lambda: tmp_path)
    for game in games():
        code_cache.mark_compiled(game)
    assert not is_compiled(tmp_path)


def test_a_game_that_cannot_be_loaded_is_told_before_anybody_comes(
    fireteam: Callable[..., tuple[int, str, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(id: str) -> Game:
        raise BadGame(f"game {id!r} cannot be loaded: no rules")

    monkeypatch.setattr("fireteam.cli.serve.find_game", refuse)
    code, out, err = fireteam("serve", "--port", "0")
    assert code == 1 and err == f"game {games()[0]!r} cannot be loaded: no rules\n" and out == ""


def test_an_address_that_is_not_this_computers_is_told_as_that():
    with pytest.raises(Usage, match=r"cannot listen at nowhere\.invalid, port 8420: "):
        bind_port("nowhere.invalid", None)


def test_a_server_answers_to_the_name_of_its_address_wherever_it_asks_for_names():
    one = "https://one.example.org"
    assert names("127.0.0.1", False, [], one) == (*LOOPBACK, "one.example.org")
    assert names("0.0.0.0", False, ["table.example.org"], one) == (*LOOPBACK, "table.example.org", "one.example.org")
    assert names("0.0.0.0", False, [], one) == (), "by any name"
    assert names("0.0.0.0", False, []) == () and names("127.0.0.1", False, []) == LOOPBACK


def test_an_address_is_told_as_others_write_it():
    assert address_url(reachable_address("192.0.2.7"), 8420) == "http://192.0.2.7:8420/"
    assert address_url(reachable_address("2001:db8::7"), 8420) == "http://[2001:db8::7]:8420/"


def test_play_hands_the_options_of_serve_on_and_everything_else_to_the_terminal():
    play = runpy.run_path(str(ROOT / "play"))
    assert play["program_args"]([]) == ["serve", "--open"]
    assert play["program_args"](["--lan", "--port", "9000"]) == ["serve", "--open", "--lan", "--port", "9000"]
    assert play["program_args"](["--port=9000"]) == ["serve", "--open", "--port=9000"]
    assert play["program_args"](["ttt", "--red", "greedy"]) == ["play", "ttt", "--red", "greedy"]
    assert {f"--{name}" for name in inspect.signature(serve).parameters} - {"--open"} == set(play["SERVE_OPTIONS"])


def test_a_host_beside_lan_is_refused_in_a_sentence():
    with pytest.raises(Usage, match="--lan listens at every address of this computer; leave --host away"):
        serve(lan=True, host="127.0.0.1")


def test_who_lets_others_in_is_told_where_they_come_or_that_there_is_no_network():
    here = "http://localhost:8420/"
    assert start_lines(here, 8420, "", lan=False, others=False, password="") == [
        f"The table is at {here} (Ctrl-C ends it)"
    ]
    some = start_lines(here, 8420, "2001:db8::7", lan=True, others=True, password="")
    assert "http://[2001:db8::7]:8420/" in some[1] and "--password keeps others out" in some[2]
    none = start_lines(here, 8420, "", lan=True, others=True, password="sesame")
    assert none[1].startswith("This computer is on no network by which others could come.") and len(none) == 2


@contextmanager
def serving(folder: Path, *words: str) -> Iterator[tuple[int, list[str]]]:
    """A server in a process of its own: its port, and what it says once it can be asked."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    known = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "FIRETEAM_JIT": "0", "PYTHONUNBUFFERED": "1"}
    command = [sys.executable, "-c", SERVE, "serve", "--port", str(port), "--database", str(folder / "a.db"), *words]
    with (folder / "said").open("wb") as said, subprocess.Popen(command, env=known, stdout=said, stderr=said) as server:
        try:
            for _ in range(PATIENCE * 10):
                if "The table is at" in (folder / "said").read_text():
                    break
                assert server.poll() is None, (folder / "said").read_text()
                time.sleep(0.1)
            httpx.get(f"http://127.0.0.1:{port}/readyz").raise_for_status()
            yield port, (folder / "said").read_text().splitlines()
        finally:
            server.terminate()


@pytest.mark.skipif(not network_address(), reason="this computer is on no network")
def test_with_lan_others_come_by_the_address_that_is_said_and_by_no_foreign_name(tmp_path: Path):
    with serving(tmp_path, "--lan") as (port, said):
        link = address_url(network_address(), port)
        assert any(f"Others on your network come by {link}" in line for line in said)
        assert httpx.get(f"{link}api/games").status_code == 200
        assert httpx.get(f"{link}api/games", headers={"Host": f"table.example.org:{port}"}).status_code == 421
        assert httpx.get(f"http://127.0.0.1:{port}/api/reach").json() == {"link": link, "open": True, "password": False}


@pytest.mark.skipif(not network_address(), reason="this computer is on no network")
def test_a_server_that_is_up_lets_others_in_when_it_is_told_to(tmp_path: Path):
    with serving(tmp_path) as (port, _):
        link, here = address_url(network_address(), port), f"http://127.0.0.1:{port}/api/reach"
        with pytest.raises(httpx.ConnectError):
            httpx.get(f"{link}api/games")
        assert httpx.get(here).json()["open"] is False
        assert httpx.post(here).json() == {"link": link, "open": True, "password": False} == httpx.post(here).json()
        assert httpx.get(f"{link}api/games").status_code == 200
        assert httpx.get(f"{link}api/reach").status_code == 403


def test_who_cannot_serve_names_no_address(tmp_path: Path):
    (tmp_path / "odd.db").write_text("no database")
    words = ("serve", "--database", str(tmp_path / "odd.db"))
    known = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "FIRETEAM_JIT": "0"}
    done = subprocess.run([sys.executable, "-c", SERVE, *words], env=known, capture_output=True, text=True, check=False)
    assert done.returncode == 1 and "is no database, or is damaged" in done.stderr
    assert "The table is at" not in done.stdout + done.stderr
