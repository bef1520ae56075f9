"""The games there are: a package names the ones it brings as entry points of the group `fireteam.games`.

    [project.entry-points."fireteam.games"]
    breakthrough = "breakthrough.game:GAME"

The name is the id of the game, and the value is where its `Game` stands. The package of that module is the game's: its
rulebook (RULES.md), its lessons (lesson.yaml) and its other parts (`library`, `tools`) stand beside it. Nothing of a
game is imported until it is asked for.
"""

from __future__ import annotations

import importlib
import importlib.util
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

from .core.engine.code_cache import GAME_ENTRY_POINTS
from .core.errors import BadGame, UnknownName

if TYPE_CHECKING:
    from .core.game import Game


def find_game(id: str) -> Game:
    """Return the game of an id.

    Raises:
        UnknownName: no installed package brings it.
        BadGame: it cannot be loaded.
    """
    from .core.game import Game  # here, for it takes time: a list of games does without

    entry = _entry_point(id)
    try:
        game = entry.load()
    except Exception as error:
        raise BadGame(f"{_source(entry)} cannot be loaded: {type(error).__name__}: {error}") from error
    if not isinstance(game, Game) or game.id != id:
        raise BadGame(f"{_source(entry)}: {entry.value} is no Game with the id {id!r}")
    return game


def games() -> list[str]:
    """Return the ids of all games, sorted."""
    return sorted(game_entry_points())


def games_with_part(part: str) -> list[str]:
    """Return the ids of the games whose package has a module of this name."""
    return [id for id in games() if importlib.util.find_spec(module_name(id, part)) is not None]


def game_part(id: str, part: str) -> ModuleType:
    """Import a module of a game's package.

    Raises:
        UnknownName: no installed package brings the game.
    """
    return importlib.import_module(module_name(id, part))


def module_name(id: str, part: str) -> str:
    """Return the whole name of a module of a game's package.

    Raises:
        UnknownName: no installed package brings the game.
    """
    return f"{_entry_point(id).module.rpartition('.')[0]}.{part}"


def game_folder(id: str) -> Path:
    """Return the folder of a game's package, where its rulebook stands. Its game is not imported.

    Raises:
        UnknownName: no installed package brings the game.
        BadGame: its module cannot be found.
    """
    entry = _entry_point(id)
    try:
        spec = importlib.util.find_spec(entry.module)
    except Exception as error:
        raise BadGame(f"{_source(entry)} cannot be loaded: {type(error).__name__}: {error}") from error
    if spec is None or spec.origin is None:
        raise BadGame(f"{_source(entry)} cannot be loaded: there is no module {entry.module}")
    return Path(spec.origin).parent


def _entry_point(id: str) -> EntryPoint:
    if id not in game_entry_points():
        raise UnknownName("game", id, games())
    return game_entry_points()[id]


@cache
def game_entry_points() -> dict[str, EntryPoint]:
    """Return the entry point of each game.

    Raises:
        BadGame: two packages bring a game of the same id, or one names a module outside any package.
    """
    found: dict[str, EntryPoint] = {}
    for entry in entry_points(group=GAME_ENTRY_POINTS):
        other = found.setdefault(entry.name, entry)
        if other.value != entry.value:
            raise BadGame(f"{_source(other)} and {_source(entry)} have one id: uninstall one of them")
        if "." not in entry.module:
            raise BadGame(f"{_source(entry)}: {entry.value} stands in no package, so it can have no rulebook")
    return found


def _source(entry: EntryPoint) -> str:
    """Return which game of which package an entry point names."""
    return f"game {entry.name!r} of the package {entry.dist.name if entry.dist else 'unknown'}"
