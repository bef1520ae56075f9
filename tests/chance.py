"""Chance in tests: bytes that are the same in every run, for whatever server a test starts.

Each test has a stream of its own, seeded by its name, and all its servers draw from it: no id comes twice. A server in
a process of its own reads in a file, at every draw, which stream it has.
"""

from __future__ import annotations

import hashlib
import itertools
import os
from collections.abc import Callable
from pathlib import Path

Draw = Callable[[int], bytes]
"""Gives so many bytes."""
FILE = "FIRETEAM_TESTS_CHANCE"
"""The variable that names the file."""
SERVE = (
    "from tests.chance import follow_file; follow_file(); from tests.plain_rules import choose_quickly; "
    "choose_quickly(); from fireteam.cli import main; raise SystemExit(main())"
)
"""What Python runs to be `fireteam serve` in a process of its own, with the chance of that file."""


def drawn(seed: str) -> Draw:
    """Chance that is the same whenever the seed is; from any thread."""
    numbers = itertools.count()

    def entropy(count: int) -> bytes:
        return hashlib.shake_256(f"{seed} {next(numbers)}".encode()).digest(count)

    return entropy


class Streams:
    """The stream of the test that runs now."""

    def __init__(self) -> None:
        self._draw = drawn("no test")

    def begin(self, test: str) -> None:
        """From now on it is this test that runs."""
        self._draw = drawn(test)

    def entropy(self, count: int) -> bytes:
        """Draw so many bytes."""
        return self._draw(count)


STREAMS = Streams()


class ChanceFile:
    """A file that tells a process which stream it has."""

    def __init__(self, path: Path) -> None:
        self.path, self._seed, self._draw = path, "", drawn("")

    def begin(self) -> None:
        """Begin another stream, which is the same whenever it is begun at this point of the test that runs now."""
        beside = self.path.with_suffix(".new")
        beside.write_text(STREAMS.entropy(16).hex())
        beside.replace(self.path)

    def entropy(self, count: int) -> bytes:
        """Draw so many bytes of the stream that is told there."""
        seed = self.path.read_text()
        if seed != self._seed:
            self._seed, self._draw = seed, drawn(seed)
        return self._draw(count)

    @property
    def environment(self) -> dict[str, str]:
        """What a process needs in its environment to run SERVE."""
        root = Path(__file__).parents[1]
        return {FILE: str(self.path), "PYTHONPATH": f"{root / 'src'}{os.pathsep}{root}"}


def follow_file() -> None:
    """Let the server of this process have the chance that a file tells."""
    from fireteam.server import app
    from fireteam.server.env import Env

    file = ChanceFile(Path(os.environ[FILE]))
    app.Env = lambda: Env(entropy=file.entropy)  # type: ignore[misc, assignment]
