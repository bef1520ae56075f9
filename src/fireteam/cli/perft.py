"""`fireteam perft`: how many ways a position can go on, to a depth. Two programs that count alike play alike."""

from __future__ import annotations

from typing import Annotated, Any

from cyclopts import Parameter

from .conventions import Json, Options, Packs, Usage, prepare, print_data
from .match_setup import read_options

MAX_DEPTH = 100


def perft(
    game: str,
    *,
    mission: str | None = None,
    position: str | None = None,
    depth: int = 1,
    divide: Annotated[bool, Parameter(negative="")] = False,
    option: Options = None,
    pack: Packs = None,
    json: Json = False,
) -> int:
    """Count the choices of a position to a depth, along every way the dice can fall.

    Example: fireteam perft ttt --mission besiege_the_bunker --option force=preset --depth 2 --divide.

    Parameters
    ----------
    game
        Which game, such as ttt, tps or gunplay.
    mission
        Which scenario; without it, the game's first.
    position
        A line of position notation instead of a mission's opening.
    depth
        How many choices deep.
    divide
        The count of each first choice.
    option
        An option of the game, as name=value.
    pack
        A folder of content.
    json
        Data as JSON.
    """
    from ..registry import find_game

    if not 0 <= depth <= MAX_DEPTH:
        raise Usage(f"--depth is a number of choices, from 0 to {MAX_DEPTH}")
    if position is not None and (mission or option):
        raise Usage("--position names its own mission and options: leave out --mission and --option")
    found = find_game(game)
    packs = tuple(map(str, pack or ()))
    setting: Any
    if position is not None:
        setting, states = found.read_position(position, packs)
    else:
        setting = found.make_setting(
            mission or next(iter(found.scenarios(packs))), read_options(found, option, packs), packs
        )
        states = setting.opening
    prepare(game, "perft")
    from ..sim.perft import divide as counts
    from ..sim.perft import perft as whole_count

    if divide:
        parts = dict(counts(setting, states, depth))
        total = sum(parts.values())
        if json:
            print_data({"depth": depth, "count": total, "choices": parts})
        else:
            for line, count in parts.items():
                print(f"{line}: {count}")
            print(total)
        return 0
    total = whole_count(setting, states, depth)
    if json:
        print_data({"depth": depth, "count": total})
    else:
        print(total)
    return 0
