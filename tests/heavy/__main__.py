"""The slow checks: processes that are killed as they write, servers over one database that are killed, stopped and cut
off, random games of every mission, and lines altered at random that the tests must notice.

python -m tests.heavy                        kills, troubles and games
FIRETEAM_HEAVY=20 python -m tests.heavy      twenty times as much, and altered lines
python -m tests.heavy --kills 0 --troubles 0 --games 0 -n 30 --only end.py    thirty altered lines of one file
python -m tests.heavy --kills 0 --troubles 0 --games 0 -n 30 --kinds key,order    thirty with keys and orders altered
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Sequence
from math import comb
from pathlib import Path

from tests.heavy import nemesis, settings
from tests.heavy.kinds import KINDS

MISSED = 0.05  # of all lines may go unnoticed
SURE = 0.99  # that more do, before a few that were drawn say so
KILLS, TROUBLES, GAMES, LINES = 20, 12, 5_000, 12
MOST_TROUBLES = 18  # in one run, which takes five minutes at most


def main() -> int:
    """Run the slow checks; 1 if one of them fails."""
    os.environ.setdefault(settings.NAME, "1")
    words = argparse.ArgumentParser(
        prog="python -m tests.heavy", description=f"The slow checks. {settings.NAME} multiplies what is not said."
    )
    try:
        number = settings.factor()
    except ValueError as error:
        words.error(str(error))
    lines = (
        round(LINES * number) if number > 1 else 0
    )  # before the first, all tests are run once to see what they enter
    words.add_argument("-n", type=int, default=lines, help="lines to alter (0: none)")
    words.add_argument("--seed", type=int, default=1, help="which lines and troubles, and how")
    words.add_argument("--only", default="", help="alter only files whose path has this in it")
    words.add_argument("--kinds", type=kinds_of, default=KINDS, help=f"how to alter them: {','.join(KINDS)}")
    words.add_argument("--kills", type=int, default=round(KILLS * number), help="kills of who writes to a store")
    troubles = min(round(TROUBLES * number), MOST_TROUBLES)
    words.add_argument("--troubles", type=int, default=troubles, help="troubles of servers over one database")
    words.add_argument("--games", type=int, default=round(GAMES * number), help="random games of each mission")
    asked = words.parse_args()
    passes = lasting(asked.kills, asked.seed) and nemesis.holds(asked.troubles, asked.seed) and sound(asked.games)
    return int(not (passes and mended(asked.n, asked.seed, asked.only, asked.kinds)))


def kinds_of(text: str) -> tuple[str, ...]:
    """The kinds that a list names.

    Raises:
        ArgumentTypeError: there is no such kind.
    """
    asked = tuple(text.split(","))
    if unknown := [kind for kind in asked if kind not in KINDS]:
        raise argparse.ArgumentTypeError(f"no kind {unknown[0]!r}: there are {', '.join(KINDS)}")
    return asked


def lasting(kills: int, seed: int) -> bool:
    """Whether nothing is lost that was acknowledged by processes which are killed while they write."""
    if not kills:
        return True
    from tests.campaign import crash
    from tests.server.databases import Files, Postgresql
    from tests.server.store.crash import lost

    faults: list[str] = []
    with tempfile.TemporaryDirectory() as folder, Postgresql() as shared:
        for of_kind in (Files(Path(folder)), shared):
            with of_kind.database(ready=False) as address:
                faults += lost(address, kills, seed)
        crash.use_toy()
        faults += crash.lost(Path(folder) / "campaign", kills, seed)
    print(f"3 times {kills} processes killed while they wrote: {len(faults)} faults", *faults, sep="\n", flush=True)
    return not faults


def sound(games: int) -> bool:
    """Whether every State of so many random games of every mission is sound."""
    if not games:
        return True
    from fireteam.registry import find_game
    from tests.games.ttt.invariants import find_fault

    ttt = find_game("ttt")
    missions = list(ttt.scenarios(()))
    faults = [fault for id in missions if (fault := find_fault(ttt.make_setting(id), games, seed=2))]
    print(
        f"{games} random games of each of {len(missions)} missions: {len(faults)} missions with a fault",
        *faults,
        sep="\n",
        flush=True,
    )
    return not faults


def mended(number: int, seed: int, only: str, kinds: Sequence[str]) -> bool:
    """Whether the tests notice all but a few of so many changes; each that they miss is shown."""
    if not number:
        return True
    from tests.heavy.mutants import ROOT, drawn
    from tests.heavy.survivors import survivors

    chosen, missed = drawn(ROOT, number, seed, only, kinds), 0
    for k, (change, survived, tests) in enumerate(survivors(chosen), 1):
        if survived:
            missed += 1
            source = (ROOT / change.path).read_text(encoding="utf-8")
            print(
                f"{change.path}:{change.line} ({change.kind}) survived {tests} tests",
                change.shown(source),
                sep="\n",
                flush=True,
            )
        print(f"{k} of {len(chosen)} altered lines, {missed} missed", file=sys.stderr, flush=True)
    most = by_chance(len(chosen))
    print(f"{len(chosen)} altered lines (seed {seed}): {missed} missed, {most} may be", flush=True)
    return missed <= most


def by_chance(lines: int) -> int:
    """How many of so many lines may be missed where MISSED of all are: a few lines are drawn, and luck may be bad."""
    share = [comb(lines, k) * MISSED**k * (1 - MISSED) ** (lines - k) for k in range(lines + 1)]
    return next(k for k in range(lines + 1) if sum(share[: k + 1]) >= SURE or k == lines)


if __name__ == "__main__":
    sys.exit(main())
