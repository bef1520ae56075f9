"""The content of FS3, small packs written for one test, and what the checks say of them."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

from fireteam.content.library import read_packs
from fireteam.content.problems import BadContent, Problem
from fireteam.games.fs3 import content as fs3
from fireteam.games.fs3.content import Content
from fireteam.games.fs3.library import LIBRARY

HEAD = "id: mine\ngame: fs3\nname: Mine\nschema: 1\n"
FOLDER = Path(fs3.__file__).parent
RULES = (FOLDER / "RULES.md").read_text(encoding="utf-8")
YARD: dict[str, Any] = {
    "id": "mine",
    "name": "Mine",
    "about": "Open ground.",
    "map": {"w": 40, "h": 30},
    "team1": {"rating": 5, "weapons": ["rifle"], "units": [{"name": "Anna", "at": [5, 5]}]},
    "team2": {"rating": 4, "units": [{"name": "Ben", "at": [30, 20]}]},
}
"""A scenario without terrain."""


@cache
def content() -> Content:
    """What the game itself holds."""
    found: Content = read_packs(LIBRARY, (LIBRARY.base,)).content
    return found


@cache
def own_findings() -> tuple[Problem, ...]:
    """What the check says of the game's own content."""
    return read_packs(LIBRARY, (LIBRARY.base,)).warnings


def table_rows(first: str, section: str) -> list[list[str]]:
    """The cells of each row of the rulebook's table whose heading begins with a word, under a clause."""
    lines = RULES[RULES.index(section) :].splitlines()
    start = next(n for n, line in enumerate(lines) if line.startswith(f"| {first} "))
    rows = []
    for line in lines[start + 2 :]:
        if not line.startswith("|"):
            break
        rows.append([cell.strip() for cell in line.strip("|").split("|")])
    return rows


def number(text: str) -> int:
    """A number of the rulebook without the letter that says where it comes from."""
    return int(re.sub(r"[a-z]$", "", text) or 0)


def load_pack(folder: Path, **files: Any) -> Content:
    """The content with a pack of the files `weapons=...`, `scenarios=...` and so on: text, or values to write down."""
    write_pack(folder, **files)
    found: Content = read_packs(LIBRARY, (LIBRARY.base, folder)).content
    return found


def write_pack(folder: Path, **files: Any) -> Path:
    """Write such a pack."""
    (folder / "pack.yaml").write_text(HEAD)
    for kind, value in files.items():
        text = value if isinstance(value, str) else json.dumps(value, indent=1)
        (folder / f"{kind}.yaml").write_text(text, encoding="utf-8")
    return folder


def problems(folder: Path, **files: Any) -> list[Problem]:
    """What the check says of such a pack."""
    write_pack(folder, **files)
    try:
        return list(read_packs(LIBRARY, (LIBRARY.base, folder)).warnings)
    except BadContent as error:
        return list(error.problems)


def codes(folder: Path, **files: Any) -> list[str]:
    """The codes of that, each once, in the order of their places."""
    return list(dict.fromkeys(problem.code for problem in problems(folder, **files)))


def game_with(**parts: Any) -> dict[str, Any]:
    """A game.yaml with some parts changed: `special={"repair": ""}` changes one name of the part."""
    import yaml

    whole = yaml.safe_load((FOLDER / "content" / "game.yaml").read_text(encoding="utf-8"))
    return {
        part: {**whole[part], **changed} if isinstance(changed, dict) else changed for part, changed in parts.items()
    }
