"""A real server for browsers to come to: it can be killed, and comes back at the same address with the same tables."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

from tests.chance import SERVE, ChanceFile

START = "from fireteam.cli import main; raise SystemExit(main())"
PATIENCE = 60.0


class Served:
    """`fireteam serve` in a process of its own."""

    def __init__(self, folder: Path, password: str = "", database: str = "", options: tuple[str, ...] = ()) -> None:
        self.database, self.log, self.password = database or folder / "tables.db", folder / "server.log", password
        self.options = options
        self.chance = ChanceFile(folder / "chance")
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]
        self.process: subprocess.Popen[bytes] | None = None
        self.start()

    @property
    def address(self) -> str:
        """Where its page is."""
        return f"http://127.0.0.1:{self.port}/"

    def start(self) -> None:
        """Let it run, and wait until it can be asked."""
        words = [sys.executable, "-c", SERVE, "serve", "--port", str(self.port), "--database", str(self.database)]
        words += self.options
        known = {**os.environ, **self.chance.environment}
        environment = {**known, "FIRETEAM_JIT": "0", "FIRETEAM_PASSWORD": self.password}
        self.chance.begin()
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                words, env=environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True
            )
        end = time.monotonic() + PATIENCE
        while not self._answers():
            assert self.process.poll() is None, self.log.read_text()
            assert time.monotonic() < end, f"the server does not come up: {self.log.read_text()}"
            time.sleep(0.1)

    def kill(self) -> None:
        """Take it away in the middle of whatever it does, with all its workers: kill -9."""
        if self.process is not None:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
            self.process = None

    def _answers(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.address}readyz", timeout=1) as answer:
                return bool(answer.status == 200)
        except (OSError, urllib.error.URLError):
            return False
