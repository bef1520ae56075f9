"""The slow checks: processes that are killed as they write, power cuts, servers over one database that are killed,
stopped and cut off, random games of every mission, and lines altered at random that the tests must notice.

python -m tests.heavy                    all but altered lines of Python
FIRETEAM_HEAVY=20 python -m tests.heavy  twenty times as much, and altered lines
python -m tests.heavy troubles           one part of it: kills, cuts, troubles, games, page or lines
python -m tests.heavy lines -n 30 --only end.py        thirty altered lines of one file
python -m tests.heavy lines -n 30 --kinds key,order    thirty with keys and orders altered
python -m tests.heavy page -n 30 --only connection.ts  thirty of a file of the page
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Callable, Iterable, Sequence
from math import comb
from pathlib import Path
from typing import TYPE_CHECKING

from tests.heavy import nemesis, settings
from tests.heavy.kinds import KINDS

if TYPE_CHECKING:
    from tests.heavy.mutants import Change

MISSED = 0.05  # of all lines may go unnoticed
MISSED_OF_PAGE = 0.5  # of those of the page may: many components have no unit test; a dozen had four missed
SURE = 0.99  # that more do, before a few that were drawn say so
KILLS, CUTS, TROUBLES, GAMES, LINES = 20, 100, 12, 5_000, 12
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
    words.add_argument("parts", nargs="*", help="kills, cuts, troubles, games, page, lines; none named: all but lines")
    words.add_argument("-n", type=int, help="how many kills, cuts, troubles, games or lines")
    words.add_argument("--seed", type=int, default=1, help="which lines and troubles, and how")
    words.add_argument("--only", default="", help="alter only files whose path has this in it")
    words.add_argument("--kinds", type=kinds_of, default=KINDS, help=f"how to alter them: {','.join(KINDS)}")
    asked = words.parse_args()

    def count_of(usual: int) -> int:
        return round(usual * number) if asked.n is None else int(asked.n)

    parts: dict[str, Callable[[], bool]] = {
        "kills": lambda: lasting(count_of(KILLS), asked.seed),
        "cuts": lambda: durable(count_of(CUTS), asked.seed),
        "troubles": lambda: nemesis.holds(min(count_of(TROUBLES), MOST_TROUBLES), asked.seed),
        "games": lambda: sound(count_of(GAMES)),
        "page": lambda: mended_page(count_of(LINES), asked.seed, asked.only, asked.kinds),
        "lines": lambda: mended(count_of(LINES), asked.seed, asked.only, asked.kinds),
    }
    chosen = asked.parts or [part for part in parts if part != "lines" or number > 1]
    if unknown := [part for part in chosen if part not in parts]:
        words.error(f"no part {unknown[0]!r}: there are {', '.join(parts)}")
    return int(not all(parts[part]() for part in chosen))


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


def durable(cuts: int, seed: int) -> bool:
    """Whether nothing is lost that was acknowledged, and all opens, after so many power cuts of each kind of file."""
    if not cuts:
        return True
    from tests.heavy.power.cuts import lost
    from tests.heavy.power.work import WORKS

    faults = [fault for kind in WORKS for fault in lost(kind, cuts, seed)]
    kinds = ", ".join(WORKS)
    print(f"{cuts} power cuts each of {kinds}: {len(faults)} faults", *faults, sep="\n", flush=True)
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

    chosen = drawn(ROOT, number, seed, only, kinds)
    return noticed(survivors(chosen), len(chosen), f"altered lines (seed {seed})", MISSED)


def mended_page(number: int, seed: int, only: str, kinds: Sequence[str]) -> bool:
    """Whether the unit tests of the page notice as many of so many changes as they did; those they miss are shown."""
    if not number:
        return True
    from tests.heavy.mutants import ROOT
    from tests.heavy.page import drawn_of_page, survivors_of_page

    chosen = drawn_of_page(ROOT, number, seed, only, kinds)
    return noticed(survivors_of_page(chosen), len(chosen), f"altered lines of the page (seed {seed})", MISSED_OF_PAGE)


def noticed(tried: Iterable[tuple[Change, bool, int]], number: int, what: str, share: float) -> bool:
    """Whether no more of some changes survive than may by chance, where such a share of all does."""
    from tests.heavy.mutants import ROOT

    missed = 0
    for k, (change, survived, tests) in enumerate(tried, 1):
        if survived:
            missed += 1
            source = (ROOT / change.path).read_text(encoding="utf-8")
            place = f"{change.path}:{change.line}"
            print(f"{place} ({change.kind}) survived {tests} tests", change.shown(source), sep="\n", flush=True)
        print(f"{k} of {number} {what}, {missed} missed", file=sys.stderr, flush=True)
    most = by_chance(number, share)
    print(f"{number} {what}: {missed} missed, {most} may be", flush=True)
    return missed <= most


def by_chance(lines: int, share: float = MISSED) -> int:
    """How many of so many lines may be missed where such a share of all is: a few are drawn, and luck may be bad."""
    missed = [comb(lines, k) * share**k * (1 - share) ** (lines - k) for k in range(lines + 1)]
    return next(k for k in range(lines + 1) if sum(missed[: k + 1]) >= SURE or k == lines)


if __name__ == "__main__":
    sys.exit(main())
