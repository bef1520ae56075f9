"""The map of a tree: every test with the functions it entered when it last passed, and what is stale by now."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

from tests.reach.sources import ROOT, SOURCE, Source, digest, module_of, read_source

KEPT = ROOT / ".pytest_cache" / "reach.msgpack"
CODE = ROOT / ".pytest_cache" / "marked"  # compiled sources with marks
START = Path(__file__).parent / "start"
ELSEWHERE = ("web", "docs", "bench", "heavy")  # folders of tests that are chosen by their inputs: tests/inputs.py
COMPILED = ("tests/core/test_jit_parity.py", "tests/core/test_cache.py", "tests/core/test_numba_setup.py")
LEFT_OUT = [f"--ignore=tests/{room}" for room in ELSEWHERE] + [f"--ignore={path}" for path in COMPILED]


class Entry(msgspec.Struct):
    """A test: how long it took (seconds), the clauses it proves, and the numbers of the functions it entered."""

    seconds: float
    clauses: tuple[str, ...]
    entered: tuple[int, ...]


class Map(msgspec.Struct):
    """What is known: sources of Python and files of other kinds as they were, functions by number, tests by id.

    `stale` are the tests that have not passed since something they enter has changed; `files` are test files that no
    test is known of yet, or that have changed.
    """

    sources: dict[str, Source] = {}
    others: dict[str, str] = {}
    names: list[str] = []
    tests: dict[str, Entry] = {}
    stale: set[str] = set()
    files: set[str] = set()

    @property
    def is_empty(self) -> bool:
        """Whether no run was recorded yet."""
        return not self.tests

    def look(self) -> list[str]:
        """Compare the tree with what is known, and note which tests are stale; returns what has changed, in words."""
        sources = {name: read_source(ROOT / name, self.sources.get(name)) for name in python_files()}
        others = other_files()
        changed = Changed(self, sources, others) if self.sources else None
        self.sources, self.others = sources, others
        if changed is None:
            self.files = {name for name in sources if is_test_file(name)}
            return ["everything"]
        self.stale |= changed.tests
        self.files |= changed.files
        gone = {test for test in self.tests if not (ROOT / file_of(test)).exists()}
        for test in gone:
            del self.tests[test]
        self.stale -= gone
        self.files = {name for name in self.files if (ROOT / name).exists()}
        return changed.words

    def record(self, words: Sequence[str]) -> int:
        """Run pytest with these words, among them all stale files, write down what is entered, return the exit code."""
        CODE.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory() as name:
            folder = Path(name)
            names = self._write_table(folder)
            environment = {**os.environ, "FIRETEAM_MARKS": name, "FIRETEAM_MARKED_CODE": str(CODE), "FIRETEAM_JIT": "0"}
            environment.pop("FIRETEAM_MARKED", None)  # of a run that is itself recorded
            python_path = [str(START), *filter(None, [os.environ.get("PYTHONPATH")])]
            environment["PYTHONPATH"] = os.pathsep.join(python_path)
            command = [sys.executable, "-m", "pytest", "-p", "tests.reach.marks", *words]
            code = subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode
            self._take(folder.glob("*.tests"), names, is_whole=code == 0 or (code == 1 and "-x" not in words))
        return code

    def save(self) -> None:
        """Keep the map for the next run."""
        KEPT.parent.mkdir(exist_ok=True)
        fresh = KEPT.with_suffix(".new")
        fresh.write_bytes(msgspec.msgpack.encode(self))
        fresh.replace(KEPT)

    def _write_table(self, folder: Path) -> list[str]:
        """Write where the marks of each file begin; the names of the functions by the numbers of their marks."""
        names: list[str] = []
        table = {}
        for path, source in self.sources.items():
            if path.startswith("src/"):
                table[str(ROOT / path)] = (len(names), len(source.order))
                names += [f"{path}::{name}" for name in source.order]
        (folder / "table.json").write_text(json.dumps(table))
        return names

    def _take(self, written: Iterable[Path], names: list[str], is_whole: bool) -> None:
        """Take in what the tests of a run entered; who passed is stale no more, nor is a file that ran to its end."""
        numbers = {name: number for number, name in enumerate(self.names)}
        for name in names:
            if numbers.setdefault(name, len(self.names)) == len(self.names):
                self.names.append(name)
        failed = set()
        for path in written:
            for line in path.read_text(encoding="utf-8").splitlines():
                test, passed, seconds, clauses, entered = json.loads(line)
                if passed:
                    marks = tuple(sorted({numbers[names[mark]] for mark in entered}))
                    self.tests[test] = Entry(seconds, tuple(clauses), marks)
                    self.stale.discard(test)
                else:
                    failed.add(test)
        for test in failed:
            self.tests.setdefault(test, Entry(0.0, (), ()))
        self.stale |= failed
        if is_whole:  # a file of slow tests alone is one of them too
            self.files.clear()


class Changed:
    """What differs between a map and the tree, and the tests and test files that this makes stale."""

    def __init__(self, known: Map, sources: dict[str, Source], others: dict[str, str]) -> None:
        self.tests: set[str] = set()
        self.files: set[str] = set()
        self.words: list[str] = []
        self._known = known
        self._entering: dict[str, list[str]] = defaultdict(list)
        for test, entry in known.tests.items():
            for number in entry.entered:
                self._entering[known.names[number]].append(test)
        importers: dict[str, list[str]] = defaultdict(list)
        for name, source in sources.items():
            for module in source.imports:
                importers[module].append(name)
        self._importers, self._sources = importers, sources
        for name in sorted({*sources, *known.sources}):
            old, new = known.sources.get(name), sources.get(name)
            if old != new:
                self._note(name, old, new)
        for name in sorted({*others, *known.others}):
            if others.get(name) != known.others.get(name):
                self.words.append(name)
                self._note_other(name)

    def _note(self, name: str, old: Source | None, new: Source | None) -> None:
        """Note a file of Python that has changed, is new, or has gone."""
        if not name.startswith("src/"):
            self.words.append(name)
            self._note_test_code(name, set())
            return
        before, after = old.functions if old else {}, new.functions if new else {}
        functions = [one for one in {**before, **after} if before.get(one) != after.get(one)]
        self.words += [f"{name}::{one}" for one in sorted(functions)]
        for one in functions:
            self.tests.update(self._entering[f"{name}::{one}"])
            for source in (old, new):
                self._add_clauses(source.clauses.get(one, ()) if source else ())
        if (old.rest if old else "") != (new.rest if new else ""):
            self.words.append(name)
            self._note_rest(name, {name})

    def _note_rest(self, name: str, seen: set[str]) -> None:
        """Note what stands outside of functions: tests that enter any in the file, or in those that import it."""
        found = [
            test for function, tests in self._entering.items() if function.startswith(f"{name}::") for test in tests
        ]
        self.tests.update(found)
        for importer in self._importers[module_of(ROOT / name)]:
            if importer.startswith("tests/"):
                self._note_test_code(importer, seen)
            elif not found and importer not in seen and len(seen) < len(self._sources):
                seen.add(importer)
                self._note_rest(importer, seen)

    def _note_test_code(self, name: str, seen: set[str]) -> None:
        """Note a file of tests, or one that such files import."""
        path = Path(name)
        if is_test_file(name):
            self.files.add(name)
        elif path.name == "conftest.py":
            self.files |= {
                file for file in self._sources if is_test_file(file) and Path(file).is_relative_to(path.parent)
            }
        else:
            for importer in self._importers[module_of(ROOT / name)]:
                if importer not in seen and importer.startswith("tests/"):
                    seen.add(importer)
                    self._note_test_code(importer, seen)

    def _note_other(self, name: str) -> None:
        """Note a file that is no Python: content and rulebooks concern the tests of their game or folder."""
        parts = Path(name).parts
        room = Path("tests", *parts[2:4]) if parts[:3] == ("src", "fireteam", "games") else Path(*parts[:2])
        self.files |= {file for file in self._sources if is_test_file(file) and Path(file).is_relative_to(room)}

    def _add_clauses(self, clauses: Sequence[str]) -> None:
        """Add the tests that prove clauses: they may have entered the function in an earlier test's place."""
        wanted = set(clauses)
        self.tests.update(test for test, entry in self._known.tests.items() if wanted.intersection(entry.clauses))


def read_map() -> Map:
    """The map as an earlier run left it; an empty one where there is none, or none that can be read."""
    try:
        return msgspec.msgpack.decode(KEPT.read_bytes(), type=Map)
    except (OSError, msgspec.MsgspecError):
        return Map()


def python_files() -> Iterator[str]:
    """The sources and tests by their paths below the root."""
    for folder in (SOURCE, ROOT / "tests", ROOT / "examples"):
        for path in sorted(folder.rglob("*.py")):
            yield path.relative_to(ROOT).as_posix()


def other_files() -> dict[str, str]:
    """Digests of the files that are no Python, but for the page: content, rulebooks, goldens."""
    found = {}
    for folder in (SOURCE / "games", SOURCE / "content", ROOT / "tests"):
        for path in sorted(folder.rglob("*")):
            if path.is_file() and path.suffix not in (".py", ".pyc"):
                found[path.relative_to(ROOT).as_posix()] = digest(path.read_bytes())
    return found


def is_test_file(name: str) -> bool:
    """Whether a path is that of a file of tests that are chosen by what they enter."""
    path = Path(name)
    is_elsewhere = path.parts[1] in ELSEWHERE or name in COMPILED
    return path.parts[0] == "tests" and path.name.startswith("test_") and path.suffix == ".py" and not is_elsewhere


def file_of(test: str) -> str:
    """The file of a test."""
    return test.partition("::")[0]
