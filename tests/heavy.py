"""The slow checks: processes that are killed as they write, 10,000 random games of every mission, and rules altered at
random that the tests must notice.

python -m tests.heavy                        all of it
python -m tests.heavy -n 30 --only end.py    thirty altered lines of one file
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from tests import mutants

SHARE = 0.95  # of the altered lines that must be noticed


def main() -> int:
    """Run the slow checks; 1 if one of them fails."""
    words = argparse.ArgumentParser(prog="python -m tests.heavy", description="The slow checks.")
    words.add_argument("-n", type=int, default=100, help="lines to alter (0: none)")
    words.add_argument("--seed", type=int, default=1, help="which lines, and how")
    words.add_argument("--only", default="", help="alter only files whose path has this in it")
    words.add_argument("--kills", type=int, default=300, help="processes that are killed while they write to a store")
    words.add_argument("--games", type=int, default=10_000, help="random games of each mission (0: none)")
    asked = words.parse_args()
    return int(
        not (
            lasting(asked.kills, asked.seed)
            and served()
            and sound(asked.games)
            and mended(asked.n, asked.seed, asked.only)
        )
    )


def served() -> bool:
    """Whether the server stands 100 kills, 10,000 hostile messages and long play, on databases of both kinds."""
    words = [sys.executable, "-m", "pytest", "-q", "tests/server"]
    return subprocess.run(words, env={**os.environ, "FIRETEAM_HEAVY": "1"}, check=False).returncode == 0


def lasting(kills: int, seed: int) -> bool:
    """Whether nothing is lost that was acknowledged by processes which are killed while they write."""
    if not kills:
        return True
    from tests.server.databases import Files, Postgresql
    from tests.server.store.killing import lost

    faults: list[str] = []
    with tempfile.TemporaryDirectory() as folder, Postgresql() as shared:
        for of_kind in (Files(Path(folder)), shared):
            with of_kind.database(ready=False) as address:
                faults += lost(address, kills, seed)
    print(f"2 times {kills} processes killed while they wrote: {len(faults)} faults", *faults, sep="\n", flush=True)
    return not faults


def sound(games: int) -> bool:
    """Whether every State of so many random games of every mission is sound."""
    if not games:
        return True
    from fireteam.core.game import find
    from tests.games.ttt.soundness import find_fault

    ttt = find("ttt")
    missions = list(ttt.scenarios(()))
    faults = [fault for id in missions if (fault := find_fault(ttt.setting(id), games, seed=2))]
    print(
        f"{games} random games of each of {len(missions)} missions: {len(faults)} missions with a fault",
        *faults,
        sep="\n",
        flush=True,
    )
    return not faults


def mended(number: int, seed: int, only: str) -> bool:
    """Whether the tests notice all but a few of so many changes; each that they miss is shown."""
    chosen = mutants.drawn(mutants.ROOT, number, seed, only)
    missed = 0
    for k, (change, survived) in enumerate(mutants.survivors(chosen), 1):
        if survived:
            missed += 1
            print(f"{change.path}:{change.line} survived\n{change.shown((mutants.ROOT / change.path).read_text())}")
        print(f"{k} of {len(chosen)} altered lines, {missed} missed", file=sys.stderr, flush=True)
    share = 1 - missed / max(1, len(chosen))
    print(f"{len(chosen)} altered lines (seed {seed}): {share:.0%} noticed, {SHARE:.0%} wanted", flush=True)
    return share >= SHARE


if __name__ == "__main__":
    sys.exit(main())
