"""Measure and write bench/results.md.

python -m bench                 everything; the machine should have nothing else to do
python -m bench playouts odds   only these
python -m bench --quick         a little of each, to see that it runs: no figures, and nothing is written
"""

from __future__ import annotations

import sys
from pathlib import Path

from . import (
    calls,
    costs,
    fights,
    frames,
    gunplay,
    kernel,
    odds,
    playouts,
    report,
    seat_frames,
    server,
    shooter,
    starts,
    store,
)

QUESTIONS = {
    "playouts": playouts.against_open_spiel,
    "kernel": kernel.answer,
    "threads": playouts.two_threads,
    "shooter": shooter.against_backgammon,
    "gunplay": gunplay.against_backgammon,
    "fights": fights.against_plain_python,
    "odds": odds.answer,
    "shots": shooter.odds_of_shots,
    "attacks": fights.odds_of_an_attack,
    "sight": shooter.against_shapely,
    "buildings": gunplay.against_shapely,
    "calls": calls.answer,
    "records": costs.records,
    "starts": starts.starts,
    "balance": playouts.balance,
    "server": server.against_peers,
    "deliveries": server.deliveries,
    "tables": server.at_rest,
    "frames": frames.frames,
    "seats": seat_frames.seat_frames,
    "store": store.commits,
}
RESULTS = Path(__file__).with_name("results.md")


def main(words: list[str]) -> int:
    """Ask the questions named, or all; results are written only when all were asked."""
    quick = "--quick" in words
    names = [word for word in words if word != "--quick"]
    unknown = [name for name in names if name not in QUESTIONS]
    if unknown:
        print(f"the bench has no {unknown[0]}; it has {', '.join(QUESTIONS)} and --quick", file=sys.stderr)
        return 2
    answers = []
    for name in names or QUESTIONS:
        answer = QUESTIONS[name](quick)
        answers.append(answer._replace(figures=[]) if quick else answer)
        print(report.section(answers[-1]), flush=True)
    if not quick and not names:
        RESULTS.write_text(report.page(answers), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
