"""`fireteam play`: a match in the terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from ..program_name import program_name
from .conventions import (
    EXIT_OK,
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
    parse_pairs,
    prepare,
    print_note,
    warn,
)
from .match_setup import (
    build_setting,
    has_screen,
    hot_reload_for,
    new_file,
    pick_one,
    read_options,
    reader,
    run_match,
    seat_words,
    seats_from_options,
    start_match,
)

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
        What to play, such as ttt, tps or gunplay.
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
    from ..match.file.journal import must_be_new
    from ..match.load import save
    from ..registry import find_game

    chosen_options: dict[str, str] = {}
    if game is None:
        chosen = ask_for_match() if has_screen() and not plain else ask_line(input)
        if chosen is None:
            return EXIT_OK
        if chosen.lesson:
            from .learn import learn

            return learn(chosen.game, chosen.mission, seed=seed)
        game, mission, chosen_options = chosen.game, chosen.mission, chosen.options
        seats = {**chosen.seats, **seats}
    found = find_game(game)
    words = [word for folder in pack or () for word in ("--pack", str(folder))]
    words += ["--dice", dice] if dice != "thrown" else []
    words += ["--watch"] if watch else []
    packs = tuple(str(folder) for folder in pack or ())
    if watch and (not pack or output is not None or dice == "typed"):
        raise Usage("--watch looks after packs: give --pack, and leave out --output and --dice typed")
    if output is not None:
        must_be_new(output)
    asked = {**chosen_options, **read_options(found, option, packs)}
    named = parse_pairs(seat, "--seat")
    alone = {**found.solo_options, **asked} if position is None else asked
    likely = asked if named or seats else alone  # who names nobody mostly plays alone: tables are made once then
    setting, states = build_setting(found, mission, likely, position, packs)
    who = seats_from_options(setting, named, seats)
    fitting = alone if sum(seat.is_person for seat in who) == 1 else asked
    if fitting != likely:
        setting, states = build_setting(found, mission, fitting, position, packs)
    words += [word for seat in who for word in seat_words(setting, seat)]
    warn(game, pack)
    prepare(game, "play")
    at_terminal = sys.stdin.isatty()
    match = start_match(setting, states, who, seed, dice == "typed", reader(at_terminal))
    file = output or (new_file(game) if at_terminal and not watch else None)
    if file is not None:
        save(match, file, packs)
    watching = hot_reload_for(match, tuple(pack or ()), seed) if watch else None
    return run_match(match, dice == "typed", plain, words, watching)


class Answers:
    """What somebody chose from the menus; of a `lesson` the mission is its name."""

    def __init__(
        self, game: str, mission: str, seats: dict[str, str], options: dict[str, str], lesson: bool = False
    ) -> None:
        self.game, self.mission, self.seats, self.options, self.lesson = game, mission, seats, options, lesson


def ask_for_match() -> Answers | None:
    """Let somebody choose on a whole screen; nothing for who leaves."""
    from ..learn.lesson_file import games_by_difficulty, lesson_titles
    from ..terminal.screen.app import choose_match
    from ..terminal.screen.start import StartScreen

    known = games_by_difficulty()
    chosen = choose_match(StartScreen(known, player_ways, {game.id: lesson_titles(game.id) for game in known}))
    if chosen is None:
        return None
    is_lesson, mission = not chosen.mission, chosen.mission or chosen.lesson
    return Answers(chosen.game.id, mission, dict(chosen.seats), dict(chosen.options), is_lesson)


def ask_line(read: Callable[[str], str]) -> Answers:
    """Ask, by numbered menus, for game, lesson or match, mission and players.

    Raises:
        Usage: nobody is there to be asked.
    """
    from ..learn.lesson_file import games_by_difficulty, lesson_titles
    from ..registry import games

    if not sys.stdin.isatty():
        raise Usage(f"which game? write: fireteam play {' | '.join(games())} (it asks only at a terminal)")
    known = games_by_difficulty()
    game = known[pick_one("Game", [game.title for game in known], read)]
    if game.notice:
        print_note(game.notice)
    print_note(f"The rules stand in `{program_name()} rules {game.rulebook}`; help and rules work during play as well.")
    lessons = lesson_titles(game.id)
    ways_to_learn = [f"learn it by playing: {title}" for title in lessons.values()]
    if lessons and (number := pick_one("What", [*ways_to_learn, "a match"], read)) < len(lessons):
        return Answers(game.id, list(lessons)[number], {}, {}, lesson=True)
    missions = game.scenarios(())
    mission = list(missions)[pick_one("Mission", list(missions.values()), read)]
    options = ask_for_sheets(game, mission, read)
    ways = player_ways(game.make_setting(mission, options, ()))
    who = list(ways)[pick_one("Players", list(ways), read)]
    return Answers(game.id, mission, ways[who], options)


def ask_for_sheets(game: Game, mission: str, read: Callable[[str], str]) -> dict[str, str]:
    """Which ready-made sheets are played with, where a game has any: the options that take them."""
    from ..core.protocol.sheets import SheetMatch

    options: dict[str, str] = {}
    for sheet in game.sheets.values():
        form = sheet.form()
        if pick_one(form.title, ["as the mission has it", "another one"], read) == 0:
            continue
        for use in form.uses:
            ready = form.ready_for(use.option)
            chosen = pick_one(use.title, ["as the mission has it", *map(form.ready_title, ready)], read)
            if chosen:
                match = SheetMatch(use.option, mission, options)
                options[use.option] = sheet.check(ready[chosen - 1].value, match, adapt=True).text
    return options


NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven")


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
