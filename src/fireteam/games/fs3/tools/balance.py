"""`fireteam fs3 balance`: how even a scenario is, and what would make it even (FS3-22.27a)."""

from __future__ import annotations

from importlib import import_module
from typing import Annotated

from cyclopts import Parameter

from ....content.new_entries import Packs

Several = Annotated[list[str] | None, Parameter(negative="", consume_multiple=False)]
Flag = Annotated[bool, Parameter(negative="")]
COMMANDS = "fireteam.cli"  # above the games, so that it is asked for only when it is wanted


def balance(
    scenario: str,
    *,
    number: Annotated[int, Parameter(name=["-n", "--number"])] = 2_000,
    suggest: Flag = False,
    dial: Several = None,
    seed: Annotated[str | None, Parameter(negative="")] = None,
    jobs: Annotated[int, Parameter(name=["-j", "--jobs"])] = 0,
    option: Several = None,
    pack: Packs = None,
    json: Flag = False,
) -> int:
    """Play a scenario many times by the default behaviours: wins with 95 % intervals, turns, knockouts.

    Example: fireteam fs3 balance roadblock --suggest.

    Parameters
    ----------
    scenario
        Which scenario, such as loading_yard.
    number
        How many fights.
    suggest
        Try situational modifiers of -40 to +40 on team 2, and name the one nearest to even.
    dial
        With --suggest: turn something else, such as team2_rating.
    seed
        The same seed, the same fights.
    jobs
        How many threads; 0 is one for each processor.
    option
        An option of the game, as name=value.
    pack
        A folder of content.
    json
        The answer as JSON.
    """
    words = ["forecast", "fs3", "--mission", scenario, "--number", str(number), "--jobs", str(jobs)]
    words += ["--suggest"] * suggest + ["--json"] * json + (["--seed", seed] if seed is not None else [])
    for name, given in (("--dial", dial), ("--option", option), ("--pack", pack)):
        words += [word for each in given or () for word in (name, str(each))]
    return int(import_module(COMMANDS).run(words))
