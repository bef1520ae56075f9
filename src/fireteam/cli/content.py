"""`fireteam content`: make a pack, check it, show what packs hold, and tell editors what files may say."""

from __future__ import annotations

import contextlib
import os
import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import App, Parameter

from ..program_name import program_name
from .conventions import EXIT_ERROR, EXIT_OK, Json, Packs, Usage, plural, print_data, print_note

if TYPE_CHECKING:
    from ..content.index import Name
    from ..content.library import Library, LoadedContent

GameName = Annotated[str | None, Parameter(name="--game", negative="")]
"""Whose content, where it cannot be told from a pack."""

content = App("content", help="Make packs of pieces and boards, weapons and maps; check and show them.")


@content.command
def new(folder: Path, *, game: GameName = None, name: str | None = None) -> int:
    """Write a small pack that works, with comments that teach: change it to what you want.

    Example: fireteam content new mypack --game ttt. Then: fireteam play ttt --pack mypack --mission mypack_duel.

    Parameters
    ----------
    folder
        Where to; its last part becomes the id of the pack.
    game
        For which game: ttt, tps, gunplay, fs3.
    name
        What people call the pack.
    """
    from ..content.library import find_library
    from ..content.starter_pack import write_starter

    library = find_library(game or only_game())
    written = write_starter(library, folder, name)
    for path in written:
        print(path)
    print_note(f"play it: {program_name()} play {library.game} --pack {shlex.quote(str(folder))}")
    print_note(f"check it after each change: {program_name()} content check {shlex.quote(str(folder))}")
    return EXIT_OK


@content.command
def check(*folders: Path, game: GameName = None, json: Json = False) -> int:
    """Tell every problem of some packs, with file, line and column.

    Without a folder it checks the one you are in; the game's own content is checked by its folder, too. Packs that
    build upon one another are given together. The exit code is 1 if there are errors; warnings do not count.

    Example: fireteam content check mypack.

    Parameters
    ----------
    folders
        The packs.
    game
        The game they are for, if their pack.yaml does not say it.
    json
        One JSON object a line, for programs.
    """
    from ..content.library import find_library, read_packs
    from ..content.problems import BadContent

    packs = folders or (Path("."),)
    library = find_library(game or game_to_check(packs))
    others = () if [os.path.realpath(pack) for pack in packs] == [os.path.realpath(library.base)] else packs
    try:
        problems = read_packs(library, (library.base, *others)).warnings
    except BadContent as refused:
        problems = refused.problems
    counts = {each: sum(problem.severity == each for problem in problems) for each in ("error", "warning", "info")}
    totals = [plural(n, severity) for severity, n in counts.items() if n or severity != "info"]
    for problem in problems:
        if json:
            print_data({"severity": problem.severity, **{f: getattr(problem, f) for f in problem.__struct_fields__}})
        else:
            print(f"{problem} ({problem.severity})")
    what = " and ".join(map(str, packs))
    print_note(f"{what}: {', '.join(totals)}")
    return EXIT_ERROR if counts["error"] else EXIT_OK


@content.command
def schema(kind: str | None = None, *, game: GameName = None, into: Path | None = None) -> int:
    """Tell editors what a file may say: JSON Schema (draft 2020-12) of every kind of content file, or of one.

    Example: fireteam content schema boards. Into a pack, for editors: fireteam content schema --into mypack.

    Parameters
    ----------
    kind
        Of one kind of file: pack, or a kind of the game's.
    game
        Of which game's files.
    into
        Write them into this pack's folder .schema instead, where the first line of a file names them.
    """
    from ..content.library import find_library
    from ..content.starter_pack import schemas, write_schemas
    from ..core.errors import UnknownName

    if into is not None:
        for path in write_schemas(find_library(game or game_to_check((into,))), into):
            print(path)
        return EXIT_OK
    library = find_library(game or game_with_kind(kind))
    found: dict[str, Any] = schemas(library)
    if kind is not None and kind not in found:
        raise UnknownName("kind of content", kind, found)
    print_data(found if kind is None else found[kind])
    return EXIT_OK


@content.command
def show(id: str | None = None, *, pack: Packs = None, game: GameName = None, json: Json = False) -> int:
    """Show what packs hold, laid over the game's own: every entry with its pack and what it replaces, or one entry.

    Example: fireteam content show board_4. All of a pack: fireteam content show --pack mypack.

    Parameters
    ----------
    id
        One entry: a board or map as a picture, a piece with its sum of points, a mission with its map.
    pack
        A folder of content; later ones replace entries of earlier ones.
    game
        Of which game.
    json
        One JSON object a line.
    """
    from ..content.library import find_library, load
    from ..core.errors import UnknownName
    from ..registry import games_with_part

    packs = tuple(pack or ())
    shown = [game] if game else [game_to_check(packs)] if packs else games_with_part("library")
    libraries = [find_library(each) for each in shown]
    loaded = [load(library.game, packs) for library in libraries]
    entries = [library.entries(each.content) for library, each in zip(libraries, loaded, strict=True)]
    if not any(id in (None, name[1]) for names in entries for name in names):
        raise UnknownName("entry", id or "", (name[1] for names in entries for name in names))
    for library, each, names in zip(libraries, loaded, entries, strict=True):
        show_entries(library, each, [name for name in names if id in (None, name[1])], id is None, json)
    return EXIT_OK


def show_entries(library: Library, loaded: LoadedContent, names: list[Name], whole: bool, json: bool) -> None:
    """Entries of a game: for programs, or a line each if they are all there are, else in full."""
    if json:
        for name in names:
            print_data(as_data(library, loaded, name))
    elif whole:
        show_names(library, loaded, names)
    else:
        for name in names:
            print(f"{name[0]} {name[1]}: {origin(loaded, name)}")
            print(*library.describe(loaded.content, name), sep="\n")


def show_names(library: Library, loaded: LoadedContent, names: list[Name]) -> None:
    """The packs, and their entries, a line each."""
    for pack in loaded.packs:
        version = f" {pack.version}" if pack.version else ""
        by = f", by {pack.author}" if pack.author else ""
        licence = f", {pack.licence}" if pack.licence else ""
        print(f"pack {pack.id}{version}: {pack.name}{by}{licence}")
        if pack.description:
            print(f"  {pack.description}")
    entries, kind = library.entries(loaded.content), ""
    for name in names:
        if name[0] != kind:
            kind = name[0]
            print(f"{kind}:")
        print(f"  {name[1]:<22} {getattr(entries[name], 'name', ''):<24} {origin(loaded, name)}")


def origin(loaded: LoadedContent, name: Name) -> str:
    """Where an entry comes from, and whose it replaces."""
    from ..content.problems import display_path

    *before, last = loaded.index.sources(*name)
    base = loaded.packs[0].id
    where = "" if last.pack == base else f" ({display_path(last.place.file)}:{last.place.line})"
    instead = f", in place of {' and '.join(f'that of {source.pack}' for source in before)}" if before else ""
    return f"{last.pack}{where}{instead}"


def as_data(library: Library, loaded: LoadedContent, name: Name) -> dict[str, Any]:
    """An entry for programs."""
    sources = [
        {"pack": source.pack, "file": source.place.file, "line": source.place.line}
        for source in loaded.index.sources(*name)
    ]
    entry = library.entries(loaded.content)[name]
    return {"kind": name[0], "id": name[1], "sources": sources, "entry": entry}


def game_to_check(packs: tuple[Path, ...]) -> str:
    """The game that the first pack.yaml names which names one that there is; else the one whose files these are."""
    from ..content.packs import game_of
    from ..registry import games_with_part

    named = (game for folder in packs for game in game_of(folder))
    known = games_with_part("library")
    return next((game for game in named if game in known), max(known, key=lambda game: files_of(game, packs)))


def files_of(game: str, packs: tuple[Path, ...]) -> int:
    """How many files of some packs are of a kind that a game has."""
    from ..content.library import find_library
    from ..content.packs import content_files

    kinds = {kind.name for kind in find_library(game).kinds}
    found = 0
    for folder in packs:
        with contextlib.suppress(OSError):  # what cannot be read is told when it is checked
            found += sum(path.stem.rpartition("_")[2] in kinds for path in content_files(folder))
    return found


def only_game() -> str:
    """The game with content, if there is only one."""
    from ..registry import games_with_part

    known = games_with_part("library")
    if len(known) > 1:
        raise Usage(f"for which game? add {' or '.join(f'--game {game}' for game in known)}")
    return known[0]


def game_with_kind(kind: str | None) -> str:
    """The game that alone has files of a kind; the head of a pack is the same in all."""
    from ..content.library import find_library
    from ..content.packs import PACK_STEM
    from ..core.errors import UnknownName
    from ..registry import games_with_part

    kinds = {game: {each.name for each in find_library(game).kinds} for game in games_with_part("library")}
    having = [game for game in kinds if kind == PACK_STEM or kind in kinds[game]]
    if kind is not None and not having:
        raise UnknownName("kind of content", kind, {PACK_STEM}.union(*kinds.values()))
    return having[0] if len(having) == 1 or kind == PACK_STEM else only_game()
