"""`fireteam forecast`: how a match is likely to end, and how to set one up that ends as wanted."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from ..core.percent import percent
from .conventions import (
    Jobs,
    Json,
    Mission,
    Options,
    Packs,
    Position,
    Seats,
    Seed,
    Usage,
    parse_pairs,
    prepare,
    print_data,
    seats_from_flags,
    seed_number,
)
from .match_setup import build_setting, read_options
from .sim import Progress

if TYPE_CHECKING:
    from ..core.engine.record import Array
    from ..core.game import Dial, Game, Setting
    from ..sim.director import Goal, Trial
    from ..sim.forecast import Forecast

Repeated = Parameter(negative="", consume_multiple=False)
Flag = Parameter(negative="")


def forecast(
    game: str,
    *,
    mission: Mission = None,
    position: Position = None,
    file: Path | None = None,
    at: int | None = None,
    viewer: Annotated[str, Parameter(name="--as")] = "",
    until: Annotated[int, Parameter(name=["--until", "-n", "--number"])] = 1_000,
    seed: Seed = None,
    aim: str | None = None,
    side: str | None = None,
    turns: float | None = None,
    limit: Annotated[list[str] | None, Repeated] = None,
    dial: Annotated[list[str] | None, Repeated] = None,
    suggest: Annotated[bool, Flag] = False,
    seat: Seats = None,
    jobs: Jobs = 0,
    option: Options = None,
    pack: Packs = None,
    json: Json = False,
    **seats: str,
) -> int:
    """Let bots play a match on to its end many times: each side's chance, the length, and what the game counts.

    With --aim or --suggest it turns the dials of the game instead, such as the number of opponents, until a match comes
    near to what is wanted. Every number has its 95 % interval. The same seed gives the same answer on any number of
    processors.

    Example: fireteam forecast ttt --mission besiege_the_bunker --option force=preset --until 200 --seed 7.

    Parameters
    ----------
    game
        Which game, such as ttt, tps or gunplay.
    file
        Go on from where a match file stands, instead of an opening.
    at
        The event of the file after which to go on; without it, the last.
    viewer
        The seat of the file by whose view it goes; without it, by what everybody may know.
    until
        How many endings are played.
    seed
        The same seed, the same forecast.
    aim
        The chance that a side is to have, in per cent; `even` for as much as its strongest opponent.
    side
        Whose chance; without it, the first side's.
    turns
        How many turns the match is to last, about.
    limit
        The most that a figure of the forecast may come to for anyone of the side, as heading=number.
    dial
        What may be turned; may be repeated. Without it, the first dial of the game.
    suggest
        The same as --aim even.
    jobs
        How many threads; 0 is one for each processor.
    option
        An option of the game, as name=value.
    pack
        A folder of content.
    json
        The answer as JSON.
    seats
        Which bot plays a seat, after the game's own names: --red random; greedy if not said.
    """
    from ..registry import find_game
    from ..sim.director import dials_of, find_dials, reach_goal
    from ..sim.forecast import bots_for
    from ..sim.forecast import forecast as play_forecast

    if jobs < 0:
        raise Usage("-j is a number of threads, from 0")
    if suggest and aim is not None:
        raise Usage("--suggest is --aim even: leave one of them out")
    wanted = "even" if suggest else aim
    if wanted is None and (side is not None or turns is not None or limit or dial):
        raise Usage("--side, --turns, --limit and --dial say what --aim is to reach: add --aim PERCENT or --suggest")
    if file is not None and (mission or option or position is not None):
        raise Usage("--file names its own mission, options and position: leave those out")
    if file is None and (at is not None or viewer):
        raise Usage("--at and --as are about a match file: name it with --file")
    found, packs = find_game(game), tuple(map(str, pack or ()))
    if file is not None:
        setting, states = _state_of_file(found, file, at, viewer, packs)
    else:
        setting, begun = build_setting(found, mission, read_options(found, option, packs), position, packs)
        states = setting.opening if begun is None else begun
    chosen = seats_from_flags(setting, parse_pairs(seat, "--seat"), seats)
    bots = bots_for(setting, {name: one.controller for name, one in chosen.items()})
    number = seed_number(seed)
    if wanted is None:
        prepare(game, "forecast")
        with Progress(setting.scenario, until) as progress:
            answer = play_forecast(setting, states, bots, until, number, jobs, progress.add)
        if json:
            print_data(answer)
        else:
            print_forecast(answer)
        return 0
    goal = _goal(setting, states, wanted, side, turns, limit)
    names = dial or [one.name for one in dials_of(setting, states)[:1]]
    dials = find_dials(setting, states, names)
    prepare(game, "forecast")
    with Progress(setting.scenario, until) as progress:
        trials = reach_goal(setting, states, goal, dials, bots, until, number, jobs, progress.add)
    if json:
        print_data({"goal": goal, "trials": trials})
    else:
        print_trials(goal, dials, trials)
    return 0


def _state_of_file(
    game: Game, file: Path, at: int | None, viewer: str, packs: tuple[str, ...]
) -> tuple[Setting, Array]:
    """A match of a file after an event, as a seat may know it; of one that goes on, as everybody may, without a seat.

    Raises:
        Usage: the match has no such event.
        BadFile: it is no match file of this game.
        UnknownName: there is no such seat.
    """
    from ..core.errors import BadFile, UnknownName
    from ..match.apply import redacted
    from ..match.file.parse import read_match_file
    from ..match.load import replay
    from ..match.record import Seat

    played = replay(read_match_file(file), packs)
    if played.setting.game.id != game.id:
        raise BadFile(f"{file}: is a match of {played.setting.game.id}, not of {game.id}")
    last = len(played.moments) - 1
    if at is not None and not 0 <= at <= last:
        raise Usage(f"--at {at}: {file} has events 0 to {last}")
    if viewer and viewer not in played.seats:
        raise UnknownName("seat", viewer, played.seats)
    seat = played.seats[viewer] if viewer else Seat("", referee=played.file.end is not None)
    states = played.moments[last if at is None else at].state
    return played.setting, states if seat.referee else redacted(played.setting, states, seat.slots)


def _goal(
    setting: Setting, states: Array, aim: str, side: str | None, turns: float | None, limits: list[str] | None
) -> Goal:
    """What --aim and the words beside it ask for.

    Raises:
        Usage: they are no numbers.
    """
    from ..sim.director import Goal
    from ..sim.forecast import sides_of

    try:
        chance = None if aim == "even" else float(aim.removesuffix("%")) / 100
        most = {name: float(value) for name, value in parse_pairs(limits, "--limit").items()}
    except ValueError:
        raise Usage("--aim is a number of per cent, or even; --limit takes heading=number") from None
    return Goal(side or next(iter(sides_of(setting, states))), chance, turns, most)


def print_forecast(answer: Forecast) -> None:
    """A forecast for people."""
    from ..sim.forecast_text import forecast_lines

    bots = set(answer.bots.values())
    players = ", ".join(f"{slot} {bot}" for slot, bot in answer.bots.items()) if len(bots) > 1 else f"all {min(bots)}"
    print(f"{answer.scenario}: {answer.games} endings ({players}; seed {answer.seed})")
    for line in forecast_lines(answer):
        print(f"  {line}")


def print_trials(goal: Goal, dials: list[Dial], trials: list[Trial]) -> None:
    """What the director found, for people: the best setting in full, the next ones in a line each."""
    from ..sim.forecast_text import share_text

    best = trials[0]
    wanted = "an even match" if goal.chance is None else f"{percent(goal.chance)} for {goal.side}"
    print(f"wanted: {wanted}; turned: {', '.join(f'{dial.name} ({dial.meaning})' for dial in dials)}")
    print(f"best: {_dial_text(best)}, {'which meets the goal' if best.meets_goal else 'which misses the goal'}")
    print_forecast(best.forecast)
    for trial in trials[1:]:
        won = trial.forecast.wins[goal.side]
        print(f"next: {_dial_text(trial)}: {goal.side} wins {share_text(won).strip()}")


def _dial_text(trial: Trial) -> str:
    return ", ".join(f"{name} {value}" for name, value in trial.dials.items())
