"""The table in a real terminal: a tmux session of its own, with keys typed into it and its screen read back."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

PATIENCE = 60
START = "import sys; from fireteam.cli import main; sys.argv[0] = 'fireteam'; main()"

pytestmark = pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is not installed")


class Session:
    """A terminal of 80 by 24, in a tmux server that is nobody else's."""

    def __init__(self, folder: Path) -> None:
        self.server = ["tmux", "-S", str(folder / "tmux"), "-f", os.devnull]
        fixed = ("COLUMNS", "LINES", "NO_COLOR", "TMUX")  # the terminal's own size shall count
        self.env = {name: value for name, value in os.environ.items() if name not in fixed}
        self.env["XDG_DATA_HOME"] = str(folder)

    def tmux(self, *words: str) -> str:
        command = [*self.server, *words]
        return subprocess.run(command, capture_output=True, text=True, check=True, env=self.env).stdout

    def start(self, *words: str) -> None:
        command = shlex.join([sys.executable, "-c", START, *words])
        self.tmux("new-session", "-d", "-x", "80", "-y", "24", f"{command}; echo left with $?; read wait")

    def screen(self) -> str:
        return self.tmux("capture-pane", "-p")

    def keys(self, *keys: str) -> None:
        self.tmux("send-keys", *keys)

    def until(self, words: str) -> str:
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if words in (shown := self.screen()):
                return shown
            time.sleep(0.1)
        raise AssertionError(f"{words!r} does not come; there stands:\n{shown}")


@pytest.fixture
def session(tmp_path):
    found = Session(tmp_path)
    yield found
    subprocess.run([*found.server, "kill-server"], capture_output=True, check=False)


def test_a_match_is_played_in_a_real_terminal_that_changes_its_size(session):
    session.start(
        "play", "ttt", "--blue", "random", "--seed", "1", "--option", "force=preset", "--option", "seats=fixed"
    )
    shown = session.until("Place a piece")
    assert "Besiege the Bunker" in shown and "RC1 Recon" in shown and "Enter: place RC1" in shown
    session.keys("Enter")
    session.until("Enter: place RC2")
    session.tmux("resize-window", "-x", "60", "-y", "15")
    session.until("please enlarge")
    session.tmux("resize-window", "-x", "120", "-y", "40")
    assert "Enter: place RC2" in session.until("▲RC1")
    session.keys("?")
    session.until("Take up the next piece")
    session.keys("Enter")
    session.keys("q")
    session.until("Leave the table?")
    session.keys("y")
    shown = session.until("left with 0")
    assert "To go on from here: fireteam match resume" in shown and "Traceback" not in shown


def test_ctrl_c_leaves_the_whole_screen_with_130(session):
    session.start("play", "ttt", "--option", "force=preset", "--option", "seats=fixed")
    session.until("Place a piece")
    session.keys("C-c")
    assert "To go on from here" in session.until("left with 130")
