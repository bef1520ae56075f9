"""The tests that may notice an altered line: those that enter its function, the ones that know it best first.

Tests of a face (terminal) are asked of that face alone: what the engine, the match and the server do is for quicker
ones to notice.
"""

from __future__ import annotations

from collections import defaultdict
from itertools import chain, pairwise
from pathlib import Path
from statistics import mean

from tests.heavy.mutants import Change
from tests.reach.__main__ import bring_up_to_date

FACES = ("terminal",)
STAGES = (3, 12)  # files of tests that are tried first, and then: not all are worth importing


class Reach:
    """The tests by the functions they enter."""

    def __init__(self, tests: dict[str, list[str]]) -> None:
        self._tests: dict[str, list[str]] = defaultdict(list)
        self._entered = {test: len(entered) for test, entered in tests.items()}
        self._all = list(tests)
        for test, entered in tests.items():
            for function in entered:
                self._tests[function].append(test)

    def stages(self, change: Change) -> list[list[str]]:
        """The tests of a change by files: first those that enter little else; of a function that no test enters here,
        as the compiler alone does, all tests of its room."""
        files: dict[str, list[str]] = defaultdict(list)
        for test in self._tests.get(name_of(change.path, change.function)) or self._of_room(change.path):
            if _is_asked(test, change.path):
                files[test.partition("::")[0]].append(test)
        ranked = sorted(files.values(), key=lambda tests: mean(self._entered[test] for test in tests))
        cuts = (0, *STAGES, len(ranked))
        stages = [list(chain.from_iterable(ranked[begin:end])) for begin, end in pairwise(cuts)]
        return [tests for tests in stages if tests]

    def _of_room(self, path: Path) -> list[str]:
        room = str(Path("tests", *path.parts[2:]).parent)
        return [test for test in self._all if test.startswith(f"{room}/")]


def _is_asked(test: str, path: Path) -> bool:
    """Whether a test is asked of a file: one of a face is not, unless the file is of that face."""
    room = Path(test).parts[1]
    return room not in FACES or room in path.parts


def name_of(path: Path, function: str) -> str:
    """How a function is named in the map."""
    return f"{path}::{function}"


def reach() -> Reach:
    """What is known of this tree: kept from an earlier run, as far as it still holds, else found anew."""
    known = bring_up_to_date()
    return Reach({test: [known.names[n] for n in entry.entered] for test, entry in known.tests.items()})
