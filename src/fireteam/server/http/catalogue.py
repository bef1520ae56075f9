"""The catalogue: the games, scenarios and options to play, and the clauses of rulebooks."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from ...bots import BOTS
from ...core.calls import redact_at
from ...core.engine.record import copy_of
from ...core.errors import UnknownName
from ...core.game import Game
from ...core.protocol.scene import Scene
from ...core.protocol.sheets import Sheet, SheetForm, SheetMatch, SheetReport
from ...learn.lesson_file import games_by_difficulty, lesson_titles
from ...registry import find_game, games
from ...tools.clauses import Clause, clauses_of_game, rulebook_text
from ..errors import ApiError
from ..tables.creation import PackFolders, match_start, scenario_of
from ..wire.messages import (
    ClauseText,
    GameOffer,
    GameOption,
    LessonOffer,
    Rulebook,
    ScenarioOffer,
    SheetQuestion,
    TableOffer,
)


def game_by_id(id: str) -> Game:
    """Return a game by its id.

    Raises:
        ApiError: there is no such game (404).
    """
    try:
        return find_game(id)
    except UnknownName as error:
        raise ApiError("E_UNKNOWN", str(error), 404) from None


def list_games() -> tuple[GameOffer, ...]:
    """List every game, those with a lesson first, the easiest first."""
    return tuple(map(_offer, games_by_difficulty()))


def _offer(game: Game) -> GameOffer:
    scenarios = tuple(ScenarioOffer(id, title) for id, title in game.scenarios(()).items())
    lessons = tuple(LessonOffer(name, title) for name, title in lesson_titles(game.id).items())
    return GameOffer(
        game.id,
        game.title,
        game.rulebook,
        scenarios,
        tuple(BOTS),
        bool(lessons),
        dict(game.solo_options),
        tuple(game.sheets),
        game.main_options,
        game.notice,
        lessons,
        game.campaign is not None,
        game.summary,
        game.on_squares,
    )


def table_offer(
    game: str, scenario: str, options: Mapping[str, str], packs: PackFolders, names: tuple[str, ...]
) -> TableOffer:
    """Return the slots, referee, groups and options of a scenario, with some options set.

    Args:
        scenario: the scenario's id; empty for the game's first.
        options: values by option; the others have their defaults.
        names: the packs to use.

    Raises:
        FireteamError: there is no such game, scenario, option or pack.
    """
    found, paths = game_by_id(game), packs.paths(names)
    id, _ = scenario_of(game, scenario, paths)
    setting = match_start(game, id, tuple(sorted(options.items())), paths, "").setting
    referee = setting.slots[setting.referee] if setting.referee >= 0 else ""
    wants = found.options(setting) if found.options else ()
    choosable = tuple(
        GameOption(one.name, one.meaning, one.default, one.choices, one.low, one.high, one.sheet) for one in wants
    )
    return TableOffer(game, id, setting.slots, referee, dict(setting.groups), choosable, setting.npcs)


def preview(game: str, scenario: str, options: Mapping[str, str], packs: PackFolders, names: tuple[str, ...]) -> Scene:
    """Return the Scene in which a scenario begins, as a spectator may see it. Arguments are those of `table_offer`.

    Raises:
        FireteamError: there is no such game, scenario, option or pack.
    """
    found, paths = game_by_id(game), packs.paths(names)
    id, _ = scenario_of(game, scenario, paths)
    setting, start = match_start(game, id, tuple(sorted(options.items())), paths, "")
    states = copy_of(start)
    redact_at(states, 0, setting.tables, 0)
    return found.scene(setting, states)


def sheet_by_id(game: str, id: str) -> Sheet:
    """Return a kind of sheet of a game by its id.

    Raises:
        ApiError: there is no such game, or it has no such sheet (404).
    """
    sheets = game_by_id(game).sheets
    if id not in sheets:
        there = ", ".join(sheets) or "none"
        raise ApiError("E_UNKNOWN", f"The game {game} has no sheet {id[:40]!r}; it has {there}.", 404)
    return sheets[id]


def sheet_form(game: str, id: str, packs: PackFolders, names: tuple[str, ...]) -> SheetForm:
    """Return what a sheet of a game may say, with packs.

    Raises:
        FireteamError: there is no such game, sheet or pack.
    """
    return sheet_by_id(game, id).form(packs.paths(names))


def check_sheet(game: str, id: str, asked: SheetQuestion, packs: PackFolders) -> SheetReport:
    """Return what is to be told of a sheet, whatever it holds.

    Raises:
        FireteamError: there is no such game, sheet or pack, or no such match.
    """
    sheet = sheet_by_id(game, id)
    if asked.option and asked.option not in sheet.options:
        raise UnknownName(f"option that takes a {id}", asked.option, sheet.options)
    match = SheetMatch(asked.option, asked.scenario, asked.options, packs.paths(asked.packs))
    if asked.file:
        return sheet.check_file(asked.file.encode(), "this file", match, asked.adapt)
    return sheet.check(asked.value, match, asked.adapt)


def rulebook(game: str) -> Rulebook:
    """Return the whole rulebook of a game.

    Raises:
        ApiError: there is no such game (404).
    """
    found = game_by_id(game)
    return Rulebook(found.id, found.rulebook, found.title, rulebook_text(found.id))


@cache
def _rulebooks() -> dict[str, Clause]:
    return {id: clause for game in games() for id, clause in clauses_of_game(game).items()}


def clause_text(id: str) -> ClauseText:
    """Return a clause of any rulebook by its id.

    Raises:
        ApiError: there is no such clause (404).
    """
    clause = _rulebooks().get(id)
    if clause is None:
        raise ApiError("E_UNKNOWN", f"No rulebook has a clause {id[:40]!r}.", 404)
    return ClauseText(clause.id, clause.heading, clause.text)
