"""The games there are, found by folder, and the rooms they have; nothing of a game is imported for that."""

from __future__ import annotations

import importlib.util
import pkgutil


def games() -> list[str]:
    """The ids of the games there are: the folders of `fireteam.games` that have a `game.py`."""
    return games_with_part("game")


def games_with_part(room: str) -> list[str]:
    """The ids of the folders that have a room."""
    package = importlib.import_module("fireteam.games")
    folders = [found.name for found in pkgutil.iter_modules(package.__path__) if found.ispkg]
    return [id for id in folders if has_part(id, room)]


def has_part(game: str, room: str) -> bool:
    """Whether a game has a module of this name in its folder."""
    return importlib.util.find_spec(f"fireteam.games.{game}.{room}") is not None
