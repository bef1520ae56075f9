"""Small packs written for one test, and what the checks say of them."""

from __future__ import annotations

import atexit
import json
import re
import shutil
import tempfile
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from fireteam.content.library import read_packs
from fireteam.content.problems import BadContent, Problem
from fireteam.games.tps import content as tps
from fireteam.games.tps.content import Content, load
from fireteam.games.tps.library import LIBRARY

HEAD = "id: mine\ngame: tps\nname: Mine\nschema: 1\n"
RULES = (Path(tps.__file__).parent / "RULES.md").read_text(encoding="utf-8")
MAPS: dict[str, dict[str, Any]] = {
    each["id"]: each for each in map(json.loads, re.findall(r"```json\n(.*?)```", RULES, re.S))
}
"""The maps of section 27, as the rulebook prints them."""


def write_pack(folder: Path, **files: Any) -> Path:
    """A pack folder with the files `maps=...`, `clans=...` and so on: text, or values to be written down."""
    folder.mkdir(exist_ok=True)
    (folder / "pack.yaml").write_text(HEAD)
    for kind, text in files.items():
        text = text if isinstance(text, str) else json.dumps(text)
        (folder / f"{kind}.yaml").write_text(text, encoding="utf-8")
    return folder


@cache
def base_without_maps() -> Path:
    """The game's own pack, without the maps, which take most of the time to check."""
    folder = Path(tempfile.mkdtemp())
    atexit.register(shutil.rmtree, folder)
    for path in LIBRARY.base.iterdir():
        if path.stem != "maps":
            shutil.copyfile(path, folder / path.name)
    return folder


def problems(folder: Path, **files: Any) -> list[Problem]:
    """Every problem of such a pack over the game's own, errors and warnings."""
    own = base_without_maps()
    try:
        return list(read_packs(LIBRARY._replace(base=own), (own, write_pack(folder, **files))).warnings)
    except BadContent as refused:
        return list(refused.problems)


def problem_lines(folder: Path, **files: Any) -> list[str]:
    """The same as people read them, each with the path to the value instead of the name of the file."""
    found = problems(folder, **files)
    hints = [f"; {problem.hint}" if problem.hint else "" for problem in found]
    return [f"{p.path}: {p.code} {p.message}{hint}" for p, hint in zip(found, hints, strict=True)]


def load_pack(folder: Path, **files: Any) -> Content:
    """The base pack with such a pack over it."""
    return load(write_pack(folder, **files))


def base_file(kind: str) -> Any:
    """What a file of the game's own pack says."""
    return yaml.safe_load((LIBRARY.base / f"{kind}.yaml").read_text(encoding="utf-8"))


def alter(entry: Mapping[str, Any], **changes: Any) -> dict[str, Any]:
    """An entry with some fields changed; `...` takes one away."""
    return {name: value for name, value in {**entry, **changes}.items() if value is not ...}
