"""Run the tests that a change concerns: those that enter what has changed since they last passed.

python -m tests.reach         the tests that know the change best, for about half a minute
python -m tests.reach --all   all of them; other words, such as -x, go to pytest

The first run records which tests enter what, and takes as long as all tests do; each later one writes down anew what
its tests enter. What is left out because it takes too long stays stale, and is named.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from tempfile import NamedTemporaryFile

from tests.reach.map import LEFT_OUT, Map, file_of, read_map

WORK = 36.0  # seconds of tests that a run does: with two processors some twenty seconds
NEW = 0.2  # seconds that a test is taken for which has not run yet
NOTHING = 5  # pytest's exit code where no test is left
SHOWN = 12


def main(words: Sequence[str]) -> int:
    """Choose, run, write down; the exit code of pytest."""
    known = read_map()
    changed = known.look()
    if known.is_empty:
        print("recording which tests enter what: this once, all tests run", flush=True)
        code = known.record([*workers(), *LEFT_OUT])
    else:
        chosen, left = choose(known, None if "--all" in words else WORK)
        tell(changed, len(chosen) + len(known.files), left)
        others = [word for word in words if word != "--all"]
        code = run(known, chosen, others) if chosen or known.files else 0
    known.save()
    return 0 if code == NOTHING else code


def bring_up_to_date() -> Map:
    """The map of the tree as it is now, all stale tests run.

    Raises:
        RuntimeError: no test has passed.
    """
    known = read_map()
    known.look()
    if known.is_empty:
        known.record([*workers(), *LEFT_OUT])
    elif known.stale or known.files:
        run(known, sorted(known.stale))
    known.save()
    if known.is_empty:
        raise RuntimeError("no test passes")
    return known


def choose(known: Map, work: float | None) -> tuple[list[str], int]:
    """The stale tests of so much work, those that enter least else first; and how many are left out."""
    ranked = sorted(known.stale, key=lambda test: (len(known.tests[test].entered), test))
    if work is None:
        return ranked, 0
    chosen: list[str] = []
    spent = sum(NEW for _ in known.files)
    for test in ranked:
        spent += known.tests[test].seconds or NEW
        if spent > work and chosen:
            break
        chosen.append(test)
    return chosen, len(ranked) - len(chosen)


def run(known: Map, chosen: list[str], words: Sequence[str] = ()) -> int:
    """Run the chosen tests, and the files of which all tests are to run, with these words for pytest."""
    files = list(dict.fromkeys([*known.files, *map(file_of, chosen)]))
    whole = sorted(known.files)
    with NamedTemporaryFile("w", suffix=".json", encoding="utf-8") as only:
        json.dump({"tests": chosen, "files": whole}, only)
        only.flush()
        os.environ["FIRETEAM_ONLY"] = only.name
        many = workers() if len(chosen) > 40 or whole else []
        return known.record([*many, *words, "-p", "tests.reach.only", *files])


def workers() -> list[str]:
    """The words for a worker on each processor."""
    return ["-n", str(os.cpu_count() or 1), "--dist", "worksteal"]


def tell(changed: Sequence[str], number: int, left: int) -> None:
    """Say what has changed and what runs."""
    more = f" and {len(changed) - SHOWN} more" if len(changed) > SHOWN else ""
    print(f"changed: {', '.join(changed[:SHOWN]) or 'nothing'}{more}", flush=True)
    if left:
        print(f"{left} more tests enter it on their way; they stay to be run: ./check, or python -m tests.reach --all")
    if not number:
        print("no test is concerned")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
