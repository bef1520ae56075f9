"""`fireteam play`: a match in the terminal."""

from __future__ import annotations

import contextlib
import secrets
import sys
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter

from .conventions import Options, Packs, Seed, Usage, chosen_seats, colour, pairs, prepare, say

if TYPE_CHECKING:
    from ..core.game import Game, Setting
    from ..core.record import Array
    from ..match.record import Seat

PERSON, RIVAL = "person", "greedy"


def play(
    game: str | None = None,
    *,
    mission: str | None = None,
    seat: Annotated[list[str] | None, Parameter(negative="", consume_multiple=False)] = None,
    seed: Seed = None,
    option: Options = None,
    pack: Packs = None,
    position: str | None = None,
    dice: Literal["thrown", "typed"] = "thrown",
    plain: Annotated[bool, Parameter(negative="")] = False,
    **seats: str,
) -> int:
    """Play a match: people and bots, at one keyboard.

    Without a game it asks. Who decides for a seat: person, random, greedy, or path/to/bot.py:function. Without more, a
    person plays the first seat against greedy. Choices may also be read from a file or a pipe, one a line.

    Examples: fireteam play ttt. fireteam play ttt --red greedy --blue random --seed 7. fireteam play ttt --mission
    hold_the_hill --red person --blue person --option force=preset.

    Parameters
    ----------
    game
        What to play: ttt.
    mission
        Which scenario; without it, the game's first.
    seat
        Who decides for a seat, as red=greedy.
    seed
        The same seed gives the same dice, and the same play of bots.
    option
        An option of the game, as name=value.
    pack
        A folder of content; later ones replace entries of earlier ones.
    position
        Where to begin: a line that `position` or leaving a match has told.
    dice
        Thrown by the program, or typed in by people who throw their own.
    plain
        Lines only.
    seats
        The same as --seat, after the game's own names: --red greedy.
    """
    from ..core.game import find

    if game is None:
        chosen = ask(input)
        game, mission = chosen.game, chosen.mission
        seats = {**chosen.seats, **seats}
    found = find(game)
    who = seating(found, pairs(seat, "--seat"), seats)
    words = [word for folder in pack or () for word in ("--pack", str(folder))]
    words += ["--dice", dice] if dice != "thrown" else []
    packs = tuple(str(folder) for folder in pack or ())
    options = pairs(option, "--option")
    if position is not None and (mission or options):
        raise Usage("--position names its own mission and options: leave out --mission and --option")
    prepare(game)
    if position is not None:
        setting, states = found.from_position(position, packs)
    else:
        scenario = mission or next(iter(found.scenarios(packs)))
        setting, states = found.setting(scenario, options, packs), None
    return sit_down(found, setting, states, who, seed, words, dice == "typed")


def sit_down(
    game: Game,
    setting: Setting,
    states: Array | None,
    who: list[Seat],
    seed: str | None,
    words: list[str],
    typed: bool,
) -> int:
    """Lay the table and play."""
    from ..bots import find as find_bot
    from ..match.dice import SECRET, Secret, seeded
    from ..match.match import Match
    from ..terminal.course import answered, beginning
    from ..terminal.paper import Paper
    from ..terminal.plain import Plain, face_of

    bots = {seat.name: find_bot(seat.controller) for seat in who if not seat.is_person}
    secret = Secret(secrets.token_bytes(SECRET)) if seed is None else seeded(seed)
    read = reader(sys.stdin.isatty())
    begun = beginning(lambda faces: Match(setting, who, secret, states, faces), typed)
    match = answered(begun, lambda wanted: face_of(wanted, read))
    again = [*words, *(word for seat in who for word in (f"--{seat.name}", seat.controller))]
    return Plain(match, bots, Paper(colour=colour(sys.stdout)), read, again, typed).play()


def seating(game: Game, named: Mapping[str, str], flags: Mapping[str, str]) -> list[Seat]:
    """A seat for each slot of the game, and who decides for it.

    Raises:
        Usage: a seat that the game does not have, or one that is named twice.
    """
    from ..match.record import Seat

    chosen = chosen_seats(game, named, flags)
    rest = RIVAL if PERSON in chosen.values() or not chosen else PERSON
    first = not chosen
    who = []
    for slot, name in enumerate(game.slots):
        controller = chosen.get(name) or (PERSON if first and slot == 0 else rest)
        who.append(Seat(name, 1 << slot, controller))
    return who


def reader(at_terminal: bool) -> Callable[[str], str]:
    """How lines are read: at a terminal with editing and history, else with prompt and line both shown."""
    if at_terminal:
        with contextlib.suppress(ImportError):
            import readline  # noqa: F401 - importing it is what gives `input` its editing
        return input

    def read(prompt: str) -> str:
        print(prompt, end="", flush=True)
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        print(line.rstrip("\n"), flush=True)
        return line

    return read


class Chosen:
    """What somebody chose from the menus."""

    def __init__(self, game: str, mission: str, seats: dict[str, str]) -> None:
        self.game, self.mission, self.seats = game, mission, seats


def ask(read: Callable[[str], str]) -> Chosen:
    """Ask, by numbered menus, for game, mission and players.

    Raises:
        Usage: nobody is there to be asked.
    """
    from ..core.game import find, games

    if not sys.stdin.isatty():
        raise Usage(f"which game? write: fireteam play {' | '.join(games())} (it asks only at a terminal)")
    ids = games()
    game = find(ids[pick("Game", [find(id).title for id in ids], read)])
    say(f"The rules stand in `fireteam rules {game.rulebook}`; help and rules work during play as well.")
    missions = game.scenarios(())
    mission = list(missions)[pick("Mission", list(missions.values()), read)]
    ways = player_ways(game)
    who = list(ways)[pick("Players", list(ways), read)]
    return Chosen(game.id, mission, ways[who])


def player_ways(game: Game) -> dict[str, dict[str, str]]:
    """The usual ways to fill the seats."""
    first, *others = game.slots

    def seats(one: str, rest: str) -> dict[str, str]:
        return {first: one, **dict.fromkeys(others, rest)}

    return {
        "you against greedy": seats(PERSON, "greedy"),
        "you against random, which is easy": seats(PERSON, "random"),
        "people at this keyboard": seats(PERSON, PERSON),
        "greedy against greedy, to look on": seats("greedy", "greedy"),
    }


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
