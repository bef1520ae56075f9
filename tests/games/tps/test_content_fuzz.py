"""Whatever the files of a pack say, the checks answer with located problems, never with a traceback."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fireteam.content.library import read_packs
from fireteam.content.problems import BadContent
from fireteam.games.tps.content import Content
from fireteam.games.tps.library import LIBRARY
from fireteam.games.tps.options import resolve_options
from fireteam.games.tps.setup import opening_states, tables_of
from tests.games.tps.content_packs import HEAD, base_file, base_without_maps
from tests.games.tps.test_content_maps import RESCUE, YARD
from tests.games.tps.test_content_mods import ABILITIES, SAS
from tests.heavy.settings import many

ORIGINALS: dict[str, Any] = {
    **{kind: base_file(kind) for kind in ("catalogue", "options", "constants", "loadouts", "outfits")},
    "maps": [YARD, {**RESCUE, "id": "clinic"}],
    "abilities": ABILITIES,
    "clans": [SAS],
}
SCALARS = st.sampled_from(
    [None, True, False, -1, 0, 1, 2, 3, 7, 41, 10**17, 1.5, 0.1234567, "", "a", "T", "CT", "any", "1W+3D", "16D"]
    + ["bomb", "knife", "rifle", "grenade", "frag", "mp5", "sharp", "hostage", "west", "id", "shape", "split"]
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(SCALARS.map(str), inner, max_size=3),
    max_leaves=8,
)


def places(value: Any) -> list[tuple[Any, Any]]:
    """Every (container, key) inside a value."""
    items = (
        list(value.items()) if isinstance(value, dict) else list(enumerate(value)) if isinstance(value, list) else []
    )
    return [(value, key) for key, _ in items] + [place for _, inner in items for place in places(inner)]


@st.composite
def broken_files(draw: st.DrawFn) -> dict[str, str]:
    """Sound files with one to three values replaced, removed, doubled or renamed."""
    files = {}
    for kind in draw(st.lists(st.sampled_from(sorted(ORIGINALS)), min_size=1, max_size=2, unique=True)):
        value = copy.deepcopy(ORIGINALS[kind])
        for _ in range(draw(st.integers(1, 3))):
            found = places(value)
            if not found:
                break
            container, key = draw(st.sampled_from(found))
            how = draw(st.sampled_from(["replace", "remove", "double", "rename"]))
            if how == "remove":
                del container[key]
            elif how == "double" and isinstance(container, list):
                container.append(copy.deepcopy(container[key]))
            elif how == "rename" and isinstance(container, dict):
                container[str(draw(SCALARS))] = container.pop(key)
            else:
                container[key] = draw(VALUES)
        files[kind] = json.dumps(value)
    return files


def check_files(files: dict[str, bytes]) -> None:
    """A pack of these files is refused with located problems, or all its maps can be played."""
    own = base_without_maps()
    with TemporaryDirectory() as name:
        for kind, text in {"pack": HEAD.encode(), **files}.items():
            (Path(name) / f"{kind}.yaml").write_bytes(text)
        try:
            loaded = read_packs(LIBRARY._replace(base=own), (own, Path(name)))
        except BadContent as refused:
            assert refused.problems and all(problem.line >= 1 and problem.column >= 1 for problem in refused.problems)
            assert not any(Path(problem.file).is_relative_to(own) for problem in refused.problems)
            return
        content: Content = loaded.content
        for entry in LIBRARY.entries(content):
            assert LIBRARY.describe(content, entry) and loaded.index.sources(*entry)
        for map in content.maps.values():
            assert opening_states(tables_of(content, map, resolve_options(content, map, {})))[0].n_units >= 2


@pytest.mark.clause("TPS-23.1", "TPS-3.15")
@settings(max_examples=many(15, 80), deadline=None)
@given(broken_files())
def test_spoilt_content_is_refused_with_located_problems_or_sound(files: dict[str, str]) -> None:
    check_files({kind: text.encode() for kind, text in files.items()})


@pytest.mark.clause("TPS-23.1")
@settings(max_examples=many(8, 40), deadline=None)
@given(st.sampled_from(sorted(ORIGINALS)), st.data())
def test_files_in_which_somebody_has_typed_anything_are_refused_or_sound(kind: str, data: st.DataObject) -> None:
    folder = LIBRARY.starter if (LIBRARY.starter / f"{kind}.yaml").exists() else LIBRARY.base
    text = (folder / f"{kind}.yaml").read_text(encoding="utf-8").replace("${id}", "my")
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(text)))
        junk = data.draw(st.text("[]{}:,-#&*!|>'\"%@ \n\tab01~.WD+", max_size=5))
        text = text[:at] + junk + text[at + data.draw(st.integers(0, 30)) :]
    check_files({kind: text.encode()})
