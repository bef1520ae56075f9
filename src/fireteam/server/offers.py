"""What can be played: games, their scenarios and options, and the clauses of their rulebooks."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from ..bots import BOTS
from ..core.entry import seen
from ..core.errors import UnknownName
from ..core.game import Game, find
from ..core.record import branch
from ..core.rooms import games
from ..core.rulebook import Clause, rulebook_of, rulebook_text
from ..core.scene import Scene
from ..learn.read import lesson_file
from .messages import ClauseText, GameOffer, GameOption, Rulebook, ScenarioOffer, TableOffer
from .opening import Packs, laid, scenario_of
from .turning import Turned


def game_named(id: str) -> Game:
    """A game by its id.

    Raises:
        Turned: there is none.
    """
    try:
        return find(id)
    except UnknownName as error:
        raise Turned("E_UNKNOWN", str(error), 404) from None


def offered() -> tuple[GameOffer, ...]:
    """Every game, those first that have a lesson."""
    known = sorted(map(find, games()), key=lambda game: (not lesson_file(game).exists(), game.title))
    return tuple(map(_offer, known))


def _offer(game: Game) -> GameOffer:
    scenarios = tuple(ScenarioOffer(id, title) for id, title in game.scenarios(()).items())
    lesson = lesson_file(game).exists()
    return GameOffer(game.id, game.title, game.rulebook, scenarios, tuple(BOTS), lesson, dict(game.alone))


def table_offer(
    game: str, scenario: str, options: Mapping[str, str], packs: Packs, names: tuple[str, ...]
) -> TableOffer:
    """What a scenario asks for with some options.

    Raises:
        FireteamError: there is no such scenario, or no such option.
    """
    found, paths = game_named(game), packs.paths(names)
    id, _ = scenario_of(game, scenario, paths)
    setting = laid(game, id, tuple(sorted(options.items())), paths, "").setting
    referee = setting.slots[setting.referee] if setting.referee >= 0 else ""
    wants = found.options(setting) if found.options else ()
    choosable = tuple(GameOption(one.name, one.about, one.default, one.choices, one.low, one.high) for one in wants)
    return TableOffer(game, id, setting.slots, referee, dict(setting.groups), choosable)


def preview(game: str, scenario: str, options: Mapping[str, str], packs: Packs, names: tuple[str, ...]) -> Scene:
    """The table of a scenario as everybody sees it before the match.

    Raises:
        FireteamError: there is no such scenario, or no such option.
    """
    found, paths = game_named(game), packs.paths(names)
    id, _ = scenario_of(game, scenario, paths)
    setting, start = laid(game, id, tuple(sorted(options.items())), paths, "")
    states = branch(start)
    seen(states[0], setting.tables[0], 0)
    return found.scene(setting, states)


def rulebook(game: str) -> Rulebook:
    """A game's rulebook, whole.

    Raises:
        Turned: there is no such game.
    """
    found = game_named(game)
    return Rulebook(found.id, found.rulebook, found.title, rulebook_text(found.id))


@cache
def _rulebooks() -> dict[str, Clause]:
    return {id: clause for game in games() for id, clause in rulebook_of(game).items()}


def clause_text(id: str) -> ClauseText:
    """A clause of any rulebook.

    Raises:
        Turned: there is none.
    """
    clause = _rulebooks().get(id)
    if clause is None:
        raise Turned("E_UNKNOWN", f"No rulebook has a clause {id[:40]!r}.", 404)
    return ClauseText(clause.id, clause.heading, clause.text)
