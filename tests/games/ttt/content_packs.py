"""Small packs written for one test, and what the checks say of them."""

from __future__ import annotations

from pathlib import Path

from fireteam.content.library import read_packs
from fireteam.content.problems import BadContent, Problem
from fireteam.games.ttt.content import Content, load
from fireteam.games.ttt.library import LIBRARY

HEAD = "id: mine\ngame: ttt\nname: Mine\nschema: 1\n"


def pack(folder: Path, **files: str) -> Path:
    """A pack folder with the files `boards=...`, `missions=...` and so on."""
    (folder / "pack.yaml").write_text(HEAD)
    for kind, text in files.items():
        (folder / f"{kind}.yaml").write_text(text.lstrip("\n"), encoding="utf-8")
    return folder


def problems(folder: Path, **files: str) -> list[Problem]:
    """Every problem of such a pack."""
    return problems_of(pack(folder, **files))


def problems_of(*folders: Path) -> list[Problem]:
    """Every problem of some packs laid over the game's own, errors and warnings."""
    try:
        return list(read_packs(LIBRARY, (LIBRARY.base, *folders)).warnings)
    except BadContent as refused:
        return list(refused.problems)


def told(folder: Path, **files: str) -> list[str]:
    """The same as people read them, without the name of the file."""
    found = problems(folder, **files)
    hints = [f"; {problem.hint}" if problem.hint else "" for problem in found]
    return [f"{p.line}:{p.column}: {p.code} {p.message}{hint}" for p, hint in zip(found, hints, strict=True)]


def loaded(folder: Path, **files: str) -> Content:
    """The base pack with such a pack over it."""
    return load(pack(folder, **files))


def at(text: str, part: str) -> str:
    """`line:column` of the first place where a part of a file stands."""
    before = text.lstrip("\n").split(part, 1)[0].split("\n")
    return f"{len(before)}:{len(before[-1]) + 1}"
