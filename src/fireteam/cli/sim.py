"""`fireteam sim`: bots against bots, many times."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from ..core.percent import percent
from .conventions import (
    Jobs,
    Json,
    NamedSeat,
    Number,
    Options,
    Packs,
    Seed,
    Usage,
    parse_pairs,
    prepare,
    print_data,
    seats_from_flags,
    seed_number,
)
from .match_setup import read_options

if TYPE_CHECKING:
    from ..bots import Bot
    from ..core.game import Setting
    from ..sim.run import Report


def sim(
    game: str,
    *,
    mission: Annotated[list[str] | None, Parameter(negative="", consume_multiple=False)] = None,
    number: Number = 1_000,
    seat: Annotated[list[str] | None, Parameter(negative="", consume_multiple=False)] = None,
    seed: Seed = None,
    jobs: Jobs = 0,
    option: Options = None,
    pack: Packs = None,
    json: Json = False,
    **seats: str,
) -> int:
    """Play many games between bots and count how they end.

    Picks are the mission's presets unless --option force=pick. The same seed gives the same report on any number of
    processors.

    Example: fireteam sim ttt --mission capture_the_crossing --red greedy --blue random -n 2000.

    Parameters
    ----------
    game
        What to play, such as ttt, tps or gunplay.
    mission
        Which scenario; may be repeated; `all` is every one. Without it, the game's first.
    number
        Games of each mission.
    seat
        Which bot plays a seat, as red=greedy; random if not said.
    seed
        The same seed, the same games.
    jobs
        How many threads; 0 is one for each processor.
    option
        An option of the game, as name=value.
    pack
        A folder of content.
    json
        One JSON object a mission, one a line.
    seats
        The same as --seat, after the game's own names: --red greedy.
    """
    from ..registry import find_game
    from ..sim.run import run

    if number < 1:
        raise Usage("-n is a number of games, from 1")
    if jobs < 0:
        raise Usage("-j is a number of threads, from 0")
    found = find_game(game)
    packs = tuple(map(str, pack or ()))
    named = parse_pairs(seat, "--seat")
    chosen = read_options(found, option, packs)
    known = found.scenarios(packs)
    missions = list(known) if mission == ["all"] else (mission or [next(iter(known))])
    settings = [found.make_setting(each, {**found.quick_options, **chosen}, packs) for each in missions]
    players = [_bots(setting, seats_from_flags(setting, named, seats)) for setting in settings]
    prepare(game, "sim")
    for setting, bots in zip(settings, players, strict=True):
        with Progress(setting.scenario, number) as progress:
            report = run(setting, bots, number, seed_number(seed), jobs, progress.add)
        if json:
            print_data(report)
        else:
            print_report(report)
    return 0


def _bots(setting: Setting, chosen: dict[str, NamedSeat]) -> list[Bot]:
    """A bot for each slot; a referee is never in the way."""
    from ..bots import find_bot

    referee = "" if setting.referee < 0 else setting.slots[setting.referee]
    if referee in chosen:
        raise Usage(f"a run of games has no {referee}: leave --{referee} out")
    usual = {**dict.fromkeys(setting.players, "random"), **({referee: "absent"} if referee else {})}
    return [find_bot(chosen[slot].controller if slot in chosen else usual[slot]) for slot in setting.slots]


class Progress:
    """How far a run is, on stderr if somebody watches."""

    def __init__(self, label: str, total: int) -> None:
        self.label, self.total, self.done = label, total, 0
        self.is_shown = sys.stderr.isatty()

    def __enter__(self) -> Progress:
        return self

    def add(self, games: int) -> None:
        """So many games more have ended."""
        self.done += games
        if self.is_shown:
            print(f"\r{self.label}: {self.done} of {self.total} games", end="", file=sys.stderr, flush=True)

    def __exit__(self, *_: object) -> None:
        if self.is_shown:
            print(f"\r{' ' * (len(self.label) + 30)}\r", end="", file=sys.stderr, flush=True)


def print_report(report: Report) -> None:
    """A report for people."""
    from ..sim.forecast_text import share_text

    players = ", ".join(f"{slot} {bot}" for slot, bot in report.bots.items())
    print(f"{report.scenario}: {report.games} games ({players}; seed {report.seed}), {report.choices} choices")
    rows = {**{f"{slot} wins": share for slot, share in report.wins.items()}, "draws": report.draws}
    for label, share in rows.items():
        print(f"  {label:12} {share_text(share)}")
    for sentence, share in report.ends.items():
        print(f"    {percent(share.share):>7}  {sentence}")
    for heading, numbers in report.tallies.items():
        print(f"  {heading}: {', '.join(f'{label} {number:.4g}' for label, number in numbers.items())}")
    if report.unfinished:
        print(f"  {report.unfinished} games came to no end within the declared cap")
