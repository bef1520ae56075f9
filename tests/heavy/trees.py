"""Copies of the tree, in which sources may be altered, and pytest runs in them."""

from __future__ import annotations

import contextlib
import json
import os
import resource
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from tests.heavy.mutants import ROOT, Change
from tests.heavy.settings import NAME as HEAVY

TIME = 120  # seconds that one test may take: what never ends is noticed too
MEMORY = 4 << 30  # bytes that a process may ask for: what never stops growing is noticed too
LEFT = shutil.ignore_patterns(".*", "__pycache__", "node_modules")
NOT_FAILED = (0, 5)  # 5: none of the tests is there


class Tree:
    """A copy in a folder of its own."""

    def __init__(self, folder: Path) -> None:
        self.root, self._scratch, self._writes = folder / "tree", folder / "scratch", 1
        folder.mkdir(exist_ok=True)
        shutil.copytree(ROOT, self.root, ignore=LEFT)
        self._scratch.mkdir()
        where = self._run([sys.executable, "-c", "import fireteam, tests; print(fireteam.__file__, tests.__path__[0])"])
        if [Path(word).is_relative_to(self.root) for word in where.stdout.split()] != [True, True]:
            raise RuntimeError(f"not the copy in {self.root} is imported:\n{where.stdout}")

    def write(self, path: Path, source: str) -> None:
        """Write a file of the copy, dated so that no bytecode of an earlier text fits it."""
        (self.root / path).write_text(source, encoding="utf-8")
        self._writes += 2  # seconds since 1970: no file of the tree is so old
        os.utime(self.root / path, (self._writes, self._writes))

    @contextlib.contextmanager
    def altered(self, change: Change) -> Iterator[None]:
        """The copy with a change, for as long as it is wanted."""
        source = (self.root / change.path).read_text(encoding="utf-8")
        self.write(change.path, change.made(source))
        try:
            yield
        finally:
            self.write(change.path, source)

    def test(self, *words: str, **environment: str) -> subprocess.CompletedProcess[str]:
        """Run pytest with these words."""
        quiet = ("-q", "-p", "no:cacheprovider", "--hypothesis-seed=0")
        limit = ("-o", f"faulthandler_timeout={TIME}", "-o", "faulthandler_exit_on_timeout=true")
        return self._run([sys.executable, "-m", "pytest", *quiet, *limit, *words], **environment)

    def fails(self, tests: Sequence[str]) -> bool:
        """Whether one of some tests fails."""
        chosen = self._scratch / "only.json"
        chosen.write_text(json.dumps({"tests": list(tests), "files": []}))
        files = dict.fromkeys(test.partition("::")[0] for test in tests)
        done = self.test("-x", "-p", "tests.reach.only", *files, FIRETEAM_ONLY=str(chosen))
        return done.returncode not in NOT_FAILED

    def _run(self, words: Sequence[str], **environment: str) -> subprocess.CompletedProcess[str]:
        """Run a program in the copy; whatever it has started ends with it."""
        known = {**os.environ, "FIRETEAM_JIT": "0", "TMPDIR": str(self._scratch), **environment}
        known["PYTHONPATH"] = os.pathsep.join((str(self.root / "src"), str(self.root)))
        known.pop(HEAVY, None)
        with subprocess.Popen(
            words,
            cwd=self.root,
            env=known,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
            preexec_fn=_limit,
        ) as process:
            try:
                said, _ = process.communicate()
            finally:
                self._end(process.pid)
        return subprocess.CompletedProcess(words, process.returncode, said)

    def _end(self, group: int) -> None:
        """End what is left of a run: its group of processes, databases, which leave every group, and file systems."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(group, signal.SIGKILL)
        for number in databases_in(self._scratch):
            with contextlib.suppress(ProcessLookupError):
                os.kill(number, signal.SIGQUIT)
        for folder in mounted_in(self._scratch):
            subprocess.run(["umount", "-l", folder], check=False)
        for path in self._scratch.iterdir():
            shutil.rmtree(path, ignore_errors=True) if path.is_dir() else path.unlink()


def databases_in(folder: Path) -> list[int]:
    """The processes of PostgreSQL whose data lies in a folder: they say so when they are started."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        with contextlib.suppress(OSError):
            program, *words = path.read_text().split("\0")
            if program.endswith("postgres") and any(Path(word).is_relative_to(folder) for word in words):
                found.append(int(path.parent.name))
    return found


def mounted_in(folder: Path) -> list[str]:
    """The file systems that are mounted in a folder, as one test does."""
    known = Path("/proc/mounts")
    places = [line.split()[1] for line in known.read_text().splitlines()] if known.exists() else []
    return [place for place in places if Path(place).is_relative_to(folder)]


def _limit() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
