"""`fireteam serve`: how its own process runs the rules."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest

from fireteam.cli.conventions import Usage
from fireteam.cli.serve import bound, reached
from fireteam.core import code_cache
from fireteam.core.rooms import games
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


def test_a_server_is_compiled_from_its_start_once_every_game_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before that it is plain, so that a table is there at once."""
    monkeypatch.setattr(code_cache, "code_folder", lambda: tmp_path)
    *some, last = games()
    for game in some:
        code_cache.is_now_compiled(game)
    assert not is_compiled(tmp_path)
    code_cache.is_now_compiled(last)
    assert is_compiled(tmp_path)


def test_an_address_that_is_not_this_computers_is_told_as_that():
    with pytest.raises(Usage, match=r"cannot listen at nowhere\.invalid, port 8420: "):
        bound("nowhere.invalid", None)


def test_an_address_is_told_as_others_write_it():
    assert reached("192.0.2.7") == "192.0.2.7" and reached("2001:db8::7") == "[2001:db8::7]"


def test_who_cannot_serve_names_no_address(tmp_path: Path):
    (tmp_path / "odd.db").write_text("no database")
    words = ("serve", "--database", str(tmp_path / "odd.db"))
    known = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "FIRETEAM_JIT": "0"}
    done = subprocess.run([sys.executable, "-c", SERVE, *words], env=known, capture_output=True, text=True, check=False)
    assert done.returncode == 1 and "is no database, or is damaged" in done.stderr
    assert "The table is at" not in done.stdout + done.stderr
