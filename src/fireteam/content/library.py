"""A game's library: what it tells of its content, so that packs are read, checked and shown the same in every game."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from threading import RLock
from typing import Any, NamedTuple, TypeVar

import msgspec

from ..core.errors import UnknownName
from ..registry import game_part, games_with_part
from .content_cache import read_cached
from .entry import Entry
from .file_watch import stamps
from .index import ContentIndex, Name
from .pack_order import ORDER, id_of, sort_packs
from .packs import Kind, Pack, read_pack
from .problems import BadContent, Problem, Problems
from .value_checks import Limits

T = TypeVar("T")
MAX_LOADED = 8  # sets of packs whose content is kept, so that it need not be read again


class Library(NamedTuple):
    """A game's content. `LIBRARY` in the module `library` of the game's package is one.

    `read` checks all entries of a shelf and gives the game's content of the sound ones, None if there is too little for
    that; it holds the entries of a kind by id, under the name of the kind's section. `lines` tell an entry of a class,
    with a picture where it has one, for those who write content. `starter` is a folder with the files of a small pack,
    `{id}` and `{name}` standing for the pack's. `names` are the names that a `Reference` may say, by its kind, and
    `limits` the numbers of a `Limit`, by class and field: what schemas take from content.
    """

    game: str
    base: Path
    kinds: tuple[Kind, ...]
    read: Callable[[ContentIndex, Problems], Any]
    lines: Mapping[type[Entry], Callable[[Any, Any], list[str]]]
    starter: Path
    names: Callable[[Any], Mapping[str, Collection[str]]]
    limits: Callable[[Any], Limits] = lambda content: {}

    def entries(self, content: Any) -> dict[Name, Entry]:
        """Every entry that a content of the game holds, those inside others too, by what it is and its id."""
        found: dict[Name, Entry] = {}
        for kind in self.kinds:
            for id, entry in {} if kind.is_single else getattr(content, kind.section).items():
                found |= {(kind.singular, id): entry, **entry.parts()}
        return found

    def describe(self, content: Any, name: Name) -> list[str]:
        """An entry in lines."""
        entry = self.entries(content)[name]
        return self.lines[type(entry)](entry, content)


class LoadedContent(msgspec.Struct, frozen=True):
    """What packs hold: the game's content, the packs in their order, every entry with its sources, and the warnings."""

    content: Any
    packs: tuple[Pack, ...]
    index: ContentIndex
    warnings: tuple[Problem, ...]


def find_library(game: str) -> Library:
    """The library of a game.

    Raises:
        UnknownName: there is no such game, or it has no content.
    """
    if game not in games_with_part("library"):
        raise UnknownName("game", game, games_with_part("library"))
    library: Library = game_part(game, "library").LIBRARY
    return library


def find_entry(kind: str, id: str, known: Mapping[str, T]) -> T:
    """An entry by its id.

    Raises:
        UnknownName: there is none; it says which there are.
    """
    if id not in known:
        raise UnknownName(kind, id, known)
    return known[id]


def loader(game: str, content: type[T], base: Path) -> Callable[..., T]:
    """The function that gives a game's content: of the class named, from the game's own pack and those it is given.

    Entries of later packs replace those of the same id. It raises BadContent, like `load`. The content of the game's
    own pack alone, at `base`, is kept on the disk, so that a start need not read and check it again.
    """

    @cache
    def load_own() -> T:
        return read_cached(base, content, lambda: load(game).content)

    def load_content(*packs: str | Path) -> T:
        if not packs:
            return load_own()
        loaded: T = load(game, [Path(pack) for pack in packs]).content
        return loaded

    return load_content


def load(game: str, packs: Sequence[Path] = ()) -> LoadedContent:
    """The game's own pack and further packs, all of it checked; read again when a file has changed.

    Raises:
        BadContent: errors, with the warnings besides.
    """
    with _LOAD_LOCK:
        return _load(game, tuple(packs), stamps(packs))


_LOAD_LOCK = RLock()
"""Threads wait for one another: what msgspec learns of a class when it first makes one, two may not learn at once."""


@lru_cache(MAX_LOADED)
def _load(game: str, packs: tuple[Path, ...], stamps: Any) -> LoadedContent:
    library = find_library(game)
    return read_packs(library, (library.base, *packs))


def read_packs(library: Library, folders: Sequence[Path]) -> LoadedContent:
    """Read and check packs, the game's own first.

    Raises:
        BadContent: errors, with the warnings besides.
    """
    index, content, problems = _read(library, folders)
    report = sorted(set(_problems_to_report(library, index, problems)))
    if content is None or any(problem.severity == "error" for problem in report):
        raise BadContent(report)
    return LoadedContent(content, tuple(pack.pack for pack in index.packs if pack.pack), index, tuple(report))


def read_valid_content(game: str, packs: Sequence[Path]) -> Any:
    """The game's content with whatever is sound of some packs; None if there is too little for that."""
    library = find_library(game)
    return _read(library, (library.base, *packs))[1]


def _read(library: Library, folders: Sequence[Path]) -> tuple[ContentIndex, Any, Problems]:
    problems = Problems()
    kinds = [kind.name for kind in library.kinds]
    index = ContentIndex(sort_packs([read_pack(folder, library.game, kinds, problems) for folder in folders], problems))
    return index, library.read(index, problems), problems


def _problems_to_report(library: Library, index: ContentIndex, problems: Problems) -> Iterator[Problem]:
    """What the authors of packs are told: errors where they were made, and no warnings of the game's own pack.

    A pack that was sound before a later one came is not to blame for what the later one changed; nor is a later one for
    what packs say of their order.
    """
    last = len(index.packs) - 1
    cache: dict[int, set[Problem]] = {}
    blamed: set[tuple[Name | None, int]] = set()
    for problem in problems:
        holder = index.holder(problem.file)
        is_of_order = problem.code == ORDER and Path(problem.file).stem == "pack"
        if holder is None or holder == last or is_of_order or (problem.severity != "error" and holder > 0):
            yield problem
        elif problem.severity == "error":
            guilty = next(
                n for n in range(holder, last + 1) if n == last or problem in _problems_up_to(library, index, n, cache)
            )
            name = index.entry_at(problem)
            if guilty == holder:
                yield problem
            elif (name, guilty) not in blamed:
                blamed.add((name, guilty))
                yield _blame(index, problem, name, guilty)


def _problems_up_to(library: Library, index: ContentIndex, number: int, cache: dict[int, set[Problem]]) -> set[Problem]:
    """The problems there are with the packs up to a number."""
    if number not in cache:
        cache[number] = set(_read(library, [Path(pack.folder) for pack in index.packs[: number + 1]])[2])
    return cache[number]


def _blame(index: ContentIndex, problem: Problem, name: Name | None, number: int) -> Problem:
    """A problem of an earlier pack, at the entry of a later one that made it."""
    pack = index.packs[number]
    node = index.find_cause(name, number)
    place = pack.place if node is None else node["id"].place if "id" in node else node.place
    subject = node.value["id"] if node and "id" in node else id_of(pack)
    holder = id_of(index.packs[index.holder(problem.file) or 0])
    broken = f"the {name[0]} '{name[1]}'" if name else "an entry"
    message = f"{subject}: breaks {broken} of the pack '{holder}': {problem.message}"
    hint = f"replace that {name[0]} too, or take this back" if name else ""
    return Problem(place.file, place.line, place.column, problem.code, place.path, message, hint)
