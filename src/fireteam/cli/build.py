"""`fireteam build`: a sheet of your own for one match, such as a band, with points and refusals as it grows."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from ..program_name import program_name
from .conventions import EXIT_ERROR, EXIT_OK, Json, Mission, Options, Packs, Usage, colour, print_data, print_note
from .match_setup import pick_one, read_options, reader

if TYPE_CHECKING:
    from ..core.game import Game
    from ..core.protocol.sheets import Sheet, SheetMatch

For = Annotated[
    str | None, Parameter(name="--for", negative="", help="The option of the match that takes it: band_a, or b alone.")
]


def build(
    game: str,
    file: Path | None = None,
    *,
    sheet: str | None = None,
    side: For = None,
    mission: Mission = None,
    option: Options = None,
    pack: Packs = None,
    check: Annotated[Path | None, Parameter(negative="")] = None,
    json: Json = False,
) -> int:
    """Write a sheet of your own for one match, such as a band, with its points after each change.

    It begins with nothing, with a ready-made one, or with a file; `help` tells what can be typed. What may not be is
    refused by its clause, and nothing has changed. Lines may also be read from a file or a pipe. A match takes the
    saved file as an option: --option band_a=@my_band.yaml.

    Examples: fireteam build gunplay. fireteam build gunplay my_band.yaml --for band_b --mission farm --option
    points=120. fireteam build gunplay --check my_band.yaml.

    Parameters
    ----------
    game
        For which game, such as gunplay.
    file
        A sheet to go on with; one that is not there yet is begun.
    sheet
        Which kind of sheet, where a game has several.
    option
        An option of the match, as name=value: points=120.
    check
        Tell what this file costs and what is wrong with it, and nothing else; the exit code is 1 if it cannot be used.
    json
        With --check, the report as one JSON object.
    """
    from ..core.protocol.sheets import SheetMatch
    from ..registry import find_game

    found = find_game(game)
    kind = _sheet_of(found, sheet)
    packs = tuple(map(str, pack or ()))
    match = SheetMatch(_option_of(kind, side), mission or "", read_options(found, option, packs), packs)
    if check is not None:
        if file is not None:
            raise Usage(f"--check {check} looks at one file: leave out {file}")
        return check_file(kind, check, match, json)
    if json:
        raise Usage("--json goes with --check")
    edit(found, kind, file, match)
    return EXIT_OK


def _sheet_of(game: Game, id: str | None) -> Sheet:
    """A kind of sheet of a game, the only one if none is named."""
    from ..core.errors import UnknownName

    if not game.sheets:
        raise Usage(f"{game.title} has no sheets: its matches are played with what its content holds")
    if id is not None and id not in game.sheets:
        raise UnknownName("sheet", id, game.sheets)
    if id is None and len(game.sheets) > 1:
        raise Usage(f"which sheet? add {' or '.join(f'--sheet {each}' for each in game.sheets)}")
    return game.sheets[id or next(iter(game.sheets))]


def _option_of(sheet: Sheet, word: str | None) -> str:
    """The option that a word means, by itself or its end: `band_b` or `b`."""
    from ..core.errors import UnknownName

    if not word:
        return ""
    near = [name for name in sheet.options if name == word or name.endswith(f"_{word.lower()}")]
    if len(near) != 1:
        raise UnknownName(f"option that takes a {sheet.id}", word, sheet.options)
    return near[0]


def check_file(sheet: Sheet, file: Path, match: SheetMatch, json: bool) -> int:
    """Tell what a file costs and what is wrong with it; the exit code."""
    from ..content.problems import display_path
    from ..terminal.console import printable
    from ..terminal.draw.sheet import cost_lines

    report = sheet.check_file(bytes_of(file), str(file), match)
    if json:
        print_data(report)
        return EXIT_OK if report.fits else EXIT_ERROR
    for line in cost_lines(report, sheet.form(match.packs).unit):
        print(line)
    for problem in report.problems:
        code = f"{problem.code}, {problem.clause}" if problem.forbids else f"notice, {problem.clause}"
        print(printable(f"{display_path(str(file))}:{problem.line}: {problem.sentence} ({code})"))
    print_note(f"{file}: {printable(report.title)}, {report.summary}")
    return EXIT_OK if report.fits else EXIT_ERROR


def bytes_of(file: Path) -> bytes:
    """The bytes of a file.

    Raises:
        BadContent: it cannot be read.
    """
    from ..content.problems import BadContent, Problems
    from ..content.read import read_bytes

    problems = Problems()
    data = read_bytes(file, problems)
    if data is None:
        raise BadContent(problems)
    return data


def edit(game: Game, sheet: Sheet, file: Path | None, match: SheetMatch) -> None:
    """Let somebody write a sheet."""
    import msgspec

    from ..core.errors import BadFile
    from ..terminal.console import Console
    from ..terminal.line.sheet_editor import SheetEditor

    read = reader(sys.stdin.isatty())
    asked = match
    if file is None or not file.exists():
        asked = ask_for_match(game, sheet, match, read)
        value = ask_for_beginning(sheet, asked, read)
    else:
        report = sheet.check_file(bytes_of(file), str(file), match)
        value = report.value
        if not isinstance(value, dict):
            raise BadFile(f"{file}:{report.problems[0].line}: {report.problems[0].sentence}")
        asked = msgspec.structs.replace(match, option=match.option or report.option)
    console = Console(colour=colour(sys.stdout))
    SheetEditor(sheet, asked, value, read, console, lambda path: play_line(game, asked, path), file).run()


def ask_for_match(game: Game, sheet: Sheet, match: SheetMatch, read: Callable[[str], str]) -> SheetMatch:
    """For whom it is, and for which mission, where the command line does not say."""
    import msgspec

    option, scenario = match.option, match.scenario
    if not option:
        option = list(sheet.options)[pick_one("For", list(sheet.options.values()), read)]
    if not scenario:
        missions = game.scenarios(match.packs)
        scenario = list(missions)[pick_one("Mission", list(missions.values()), read)]
    return msgspec.structs.replace(match, option=option, scenario=scenario)


def ask_for_beginning(sheet: Sheet, match: SheetMatch, read: Callable[[str], str]) -> dict[str, Any]:
    """What to begin with: nothing, or a ready-made sheet that suits the match; those made for it come first."""
    form = sheet.form(match.packs)
    ready = form.ready_for(match.option)
    ways = [f"an empty {form.title.lower()}", *map(form.ready_title, ready)]
    chosen = pick_one("Begin with", ways, read)
    value = dict(form.empty) if chosen == 0 else ready[chosen - 1].value
    found: dict[str, Any] = sheet.check(value, match, adapt=True).value
    return found


def play_line(game: Game, match: SheetMatch, file: Path) -> str:
    """The command that plays a match with a sheet."""
    words = [program_name(), "play", game.id, "--option", f"{match.option}=@{file}"]
    words += ["--mission", match.scenario] if match.scenario else []
    words += [word for name, value in match.options.items() for word in ("--option", f"{name}={value}")]
    words += [word for pack in match.packs for word in ("--pack", pack)]
    return " ".join([words[0], *map(shlex.quote, words[1:])])
