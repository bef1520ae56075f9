"""A game's library: what it tells of its content, so that packs are read, checked and shown the same in every game."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from threading import RLock
from typing import Any, NamedTuple, TypeVar

import msgspec

from ..core.errors import UnknownName
from ..core.rooms import games_with
from .entry import Entry
from .order import id_of, in_order
from .packs import Kind, Pack, read_pack
from .problems import BadContent, Problem, Problems
from .shelf import Name, Shelf
from .watch import stamps

T = TypeVar("T")
KEPT = 8  # sets of packs whose content is kept, so that it need not be read again


class Library(NamedTuple):
    """A game's content. `fireteam.games.<id>.library.LIBRARY` is one.

    `read` checks all entries of a shelf and gives the game's content of the sound ones, None if there is too little for
    that; `entries` lists what a content holds, and `describe` tells one of them in lines, with a picture where it has
    one; `limits` are the numbers that a schema takes from content, by
    class and field; `starter` is a folder with the files of a small pack, `{id}` and `{name}` standing for the pack's.
    """

    game: str
    base: Path
    kinds: tuple[Kind, ...]
    read: Callable[[Shelf, Problems], Any]
    entries: Callable[[Any], Mapping[Name, Entry]]
    describe: Callable[[Any, Name], list[str]]
    limits: Callable[[Any], Mapping[str, Mapping[str, Any]]]
    starter: Path


class Loaded(msgspec.Struct, frozen=True):
    """What packs hold: the game's content, the packs in their order, every entry with its sources, and the warnings."""

    content: Any
    packs: tuple[Pack, ...]
    shelf: Shelf
    warnings: tuple[Problem, ...]


def find(game: str) -> Library:
    """The library of a game.

    Raises:
        UnknownName: there is no such game, or it has no content.
    """
    if game not in games_with("library"):
        raise UnknownName("game", game, games_with("library"))
    library: Library = importlib.import_module(f"fireteam.games.{game}.library").LIBRARY
    return library


def found(kind: str, id: str, known: Mapping[str, T]) -> T:
    """An entry by its id.

    Raises:
        UnknownName: there is none; it says which there are.
    """
    if id not in known:
        raise UnknownName(kind, id, known)
    return known[id]


def load(game: str, packs: Sequence[Path] = ()) -> Loaded:
    """The game's own pack and further packs, all of it checked; read again when a file has changed.

    Raises:
        BadContent: errors, with the warnings besides.
    """
    with _ONE_AT_A_TIME:
        return _load(game, tuple(packs), stamps(packs))


_ONE_AT_A_TIME = RLock()
"""Threads wait for one another: what msgspec learns of a class when it first makes one, two may not learn at once."""


@lru_cache(KEPT)
def _load(game: str, packs: tuple[Path, ...], stamps: Any) -> Loaded:
    library = find(game)
    return read_packs(library, (library.base, *packs))


def read_packs(library: Library, folders: Sequence[Path]) -> Loaded:
    """Read and check packs, the game's own first.

    Raises:
        BadContent: errors, with the warnings besides.
    """
    shelf, content, problems = _read(library, folders)
    told = sorted(set(_told(library, shelf, problems)))
    if content is None or any(problem.severity == "error" for problem in told):
        raise BadContent(told)
    return Loaded(content, tuple(pack.pack for pack in shelf.packs if pack.pack), shelf, tuple(told))


def read_sound(game: str, packs: Sequence[Path]) -> Any:
    """The game's content with whatever is sound of some packs; None if there is too little for that."""
    library = find(game)
    return _read(library, (library.base, *packs))[1]


def _read(library: Library, folders: Sequence[Path]) -> tuple[Shelf, Any, Problems]:
    problems = Problems()
    kinds = [kind.name for kind in library.kinds]
    shelf = Shelf(in_order([read_pack(folder, library.game, kinds, problems) for folder in folders], problems))
    return shelf, library.read(shelf, problems), problems


def _told(library: Library, shelf: Shelf, problems: Problems) -> Iterator[Problem]:
    """What the authors of packs are told: errors where they were made, and no warnings of the game's own pack.

    A pack that was sound before a later one came is not to blame for what the later one changed.
    """
    last = len(shelf.packs) - 1
    known: dict[int, set[Problem]] = {}
    blamed: set[tuple[Name | None, int]] = set()
    for problem in problems:
        holder = shelf.holder(problem.file)
        if holder is None or holder == last or (problem.severity == "warning" and holder > 0):
            yield problem
        elif problem.severity == "error":
            guilty = next(n for n in range(holder, last + 1) if n == last or problem in _with(library, shelf, n, known))
            name = shelf.holding(problem)
            if guilty == holder:
                yield problem
            elif (name, guilty) not in blamed:
                blamed.add((name, guilty))
                yield _blame(shelf, problem, name, guilty)


def _with(library: Library, shelf: Shelf, number: int, known: dict[int, set[Problem]]) -> set[Problem]:
    """The problems there are with the packs up to a number."""
    if number not in known:
        known[number] = set(_read(library, [Path(pack.folder) for pack in shelf.packs[: number + 1]])[2])
    return known[number]


def _blame(shelf: Shelf, problem: Problem, name: Name | None, number: int) -> Problem:
    """A problem of an earlier pack, at the entry of a later one that made it."""
    pack = shelf.packs[number]
    node = shelf.behind(name, number)
    place = pack.place if node is None else node["id"].place if "id" in node else node.place
    who = node.value["id"] if node and "id" in node else id_of(pack)
    holder = id_of(shelf.packs[shelf.holder(problem.file) or 0])
    broken = f"the {name[0]} '{name[1]}'" if name else "an entry"
    message = f"{who}: breaks {broken} of the pack '{holder}': {problem.message}"
    hint = f"replace that {name[0]} too, or take this back" if name else ""
    return Problem(place.file, place.line, place.column, problem.code, place.path, message, hint)
