"""`fireteam play`: a match in the terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from ..called import called
from .conventions import (
    DONE,
    PERSON,
    Mission,
    Options,
    Packs,
    Plain,
    Position,
    Seats,
    Seed,
    TypedDice,
    Usage,
    pairs,
    prepare,
    say,
    warn,
)
from .sitting import begun, has_screen, laid, new_file, reader, seat_words, seating, sit_down, watching_for

if TYPE_CHECKING:
    from ..core.game import Game, Setting


def play(
    game: str | None = None,
    *,
    mission: Mission = None,
    seat: Seats = None,
    seed: Seed = None,
    option: Options = None,
    pack: Packs = None,
    position: Position = None,
    dice: TypedDice = "thrown",
    plain: Plain = False,
    output: Annotated[Path | None, Parameter(name=["-o", "--output"])] = None,
    watch: Annotated[bool, Parameter(negative="")] = False,
    **seats: str,
) -> int:
    """Play a match: people and bots, at one keyboard.

    Without a game it asks. Who decides for a seat: person, random, greedy, absent, or path/to/bot.py:function. Without
    more, a person plays the first seat against greedy. --seat anna=u1+u3 gives one person two seats. Choices may also
    be read from a file or a pipe, one a line.

    Examples: fireteam play ttt. fireteam play ttt --red greedy --blue random --seed 7. fireteam play ttt --mission
    hold_the_hill --red person --blue person --option force=preset.

    Parameters
    ----------
    game
        What to play, such as ttt or tps.
    seed
        The same seed gives the same dice, and the same play of bots.
    output
        The file to write the match to, as it happens. At a terminal it is kept among your matches without this, too.
    watch
        Read the packs again when their files change: what is sound is on the table at the next prompt, and mistakes are
        told. Such a match is kept in no file.
    seats
        The same as --seat, after the game's own names: --red greedy.
    """
    from ..core.game import find
    from ..match.journal import must_be_new
    from ..match.saved import save

    if game is None:
        chosen = choose() if has_screen() and not plain else ask(input)
        if chosen is None:
            return DONE
        if chosen.lesson:
            from .learn import learn

            return learn(chosen.game, seed=seed)
        game, mission = chosen.game, chosen.mission
        seats = {**chosen.seats, **seats}
    found = find(game)
    words = [word for folder in pack or () for word in ("--pack", str(folder))]
    words += ["--dice", dice] if dice != "thrown" else []
    words += ["--watch"] if watch else []
    packs = tuple(str(folder) for folder in pack or ())
    if watch and (not pack or output is not None or dice == "typed"):
        raise Usage("--watch looks after packs: give --pack, and leave out --output and --dice typed")
    if output is not None:
        must_be_new(output)
    asked, named = pairs(option, "--option"), pairs(seat, "--seat")
    setting, states = laid(found, mission, asked, position, packs)
    who = seating(setting, named, seats)
    if position is None and sum(seat.is_person for seat in who) == 1:
        setting, states = laid(found, mission, {**found.alone, **asked}, None, packs)
    words += [word for seat in who for word in seat_words(setting, seat)]
    warn(game, pack)
    prepare(game, "play")
    at_terminal = sys.stdin.isatty()
    match = begun(setting, states, who, seed, dice == "typed", reader(at_terminal))
    file = output or (new_file(game) if at_terminal and not watch else None)
    if file is not None:
        save(match, file, packs)
    watching = watching_for(match, tuple(pack or ()), seed) if watch else None
    return sit_down(match, dice == "typed", plain, words, watching)


class Chosen:
    """What somebody chose from the menus."""

    def __init__(self, game: str, mission: str, seats: dict[str, str], lesson: bool = False) -> None:
        self.game, self.mission, self.seats, self.lesson = game, mission, seats, lesson


def choose() -> Chosen | None:
    """Let somebody choose on a whole screen; nothing for who leaves."""
    from ..learn.read import lesson_file
    from ..terminal.table.app import choose
    from ..terminal.table.start import StartScreen

    known = offered()
    chosen = choose(StartScreen(known, player_ways, [game.id for game in known if lesson_file(game).exists()]))
    return Chosen(chosen.game.id, chosen.mission, dict(chosen.seats), not chosen.mission) if chosen else None


def ask(read: Callable[[str], str]) -> Chosen:
    """Ask, by numbered menus, for game, lesson or match, mission and players.

    Raises:
        Usage: nobody is there to be asked.
    """
    from ..core.rooms import games
    from ..learn.read import lesson_file

    if not sys.stdin.isatty():
        raise Usage(f"which game? write: fireteam play {' | '.join(games())} (it asks only at a terminal)")
    known = offered()
    game = known[pick("Game", [game.title for game in known], read)]
    say(f"The rules stand in `{called()} rules {game.rulebook}`; help and rules work during play as well.")
    if lesson_file(game).exists() and pick("What", ["learn it by playing, in a few steps", "a match"], read) == 0:
        return Chosen(game.id, "", {}, lesson=True)
    missions = game.scenarios(())
    mission = list(missions)[pick("Mission", list(missions.values()), read)]
    ways = player_ways(game.setting(mission, {}, ()))
    who = list(ways)[pick("Players", list(ways), read)]
    return Chosen(game.id, mission, ways[who])


NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven")


def offered() -> list[Game]:
    """The games to choose from by their titles, those first that have a lesson."""
    from ..core.game import find
    from ..core.rooms import games
    from ..learn.read import lesson_file

    return sorted(map(find, games()), key=lambda game: (not lesson_file(game).exists(), game.title))


def player_ways(setting: Setting) -> dict[str, dict[str, str]]:
    """The usual ways to fill the seats, by what the menus call them."""
    first, *others = setting.players

    def against(bot: str) -> dict[str, str]:
        return {first: PERSON, **dict.fromkeys(others, bot)}

    ways = {"greedy against greedy, to look on": dict.fromkeys(setting.players, "greedy")}
    if len(others) == 1:
        usual = {"you against greedy": against("greedy"), "you against random, which is easy": against("random")}
    else:
        bots = f"{NUMBERS[len(others)] if len(others) < len(NUMBERS) else len(others)} bots"
        usual = {f"you ({first}) and {bots}": against("greedy"), f"you ({first}) and {bots}, easy": against("random")}
        for name, slots in setting.groups.items():
            rest = [slot for slot in setting.players if slot not in slots]
            if len(slots) > 1 and rest:
                usual[f"you for all of {name}, against bots"] = {"you": name, **dict.fromkeys(rest, "greedy")}
        ways = {"bots only, to look on": dict.fromkeys(setting.players, "greedy")}
    return {**usual, "people at this keyboard": dict.fromkeys(setting.players, PERSON), **ways}


def pick(what: str, ways: list[str], read: Callable[[str], str]) -> int:
    """Which of some ways: asked until it is clear; Enter takes the first."""
    from ..terminal.menu import small_number

    if len(ways) == 1:
        print(f"{what}: {ways[0]}")
        return 0
    print(f"{what}:")
    for number, way in enumerate(ways, 1):
        print(f"  {number}) {way}")
    while True:
        word = read(f"1 to {len(ways)} [1]: ").strip() or "1"
        number = small_number(word)
        if 1 <= number <= len(ways):
            return number - 1
        print(f"a number from 1 to {len(ways)}, please; Ctrl-C leaves")
