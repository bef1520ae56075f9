"""The content of Gunplay, small packs written for one test, and what the checks say of them."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

from fireteam.content.library import read_packs
from fireteam.content.problems import BadContent, Problem
from fireteam.games.gunplay import content as gunplay
from fireteam.games.gunplay.content import Content
from fireteam.games.gunplay.library import LIBRARY

HEAD = "id: mine\ngame: gunplay\nname: Mine\nschema: 1\n"
RULES = (Path(gunplay.__file__).parent / "RULES.md").read_text(encoding="utf-8")
WEAPONS, *SCENARIOS = map(json.loads, re.findall(r"```json\n(.*?)```", RULES, re.S))
"""The weapons of section 20 and the scenarios of section 23, as the rulebook prints them."""
OPEN: dict[str, Any] = {
    "id": "mine",
    "name": "Mine",
    "about": "Open ground.",
    "size": [30, 20],
    "turns": 6,
    "zones": {"A": [0, 0, 3, 20], "B": [27, 0, 30, 20]},
    "victory": {"type": "break", "break_at": {"A": 4, "B": 4}},
    "bands": {"A": "marshals_posse", "B": "ridge_gang"},
}
"""A scenario without terrain."""


@cache
def content() -> Content:
    """What the game itself holds."""
    found: Content = read_packs(LIBRARY, (LIBRARY.base,)).content
    return found


def load_pack(folder: Path, **files: Any) -> Content:
    """The content with a pack of the files `bands=...`, `scenarios=...` and so on: text, or values to write down."""
    (folder / "pack.yaml").write_text(HEAD)
    for kind, value in files.items():
        text = value if isinstance(value, str) else json.dumps(value, indent=1)
        (folder / f"{kind}.yaml").write_text(text, encoding="utf-8")
    found: Content = read_packs(LIBRARY, (LIBRARY.base, folder)).content
    return found


def problems(folder: Path, **files: Any) -> list[Problem]:
    """What is wrong with such a pack."""
    try:
        load_pack(folder, **files)
    except BadContent as error:
        return list(error.problems)
    return []


def problem_codes(folder: Path, **files: Any) -> list[tuple[str, str]]:
    """The same as codes, each with its place."""
    return [(problem.code, problem.path) for problem in problems(folder, **files)]
