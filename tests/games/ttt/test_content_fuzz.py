"""Whatever the files of a pack say, the checks answer with problems, never with a traceback."""

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
from fireteam.content.packs import content_files
from fireteam.content.problems import BadContent, Problems
from fireteam.content.read import read_document
from fireteam.games.ttt.content import Content, force_of
from fireteam.games.ttt.library import LIBRARY
from tests.games.ttt.content_packs import HEAD
from tests.heavy.settings import many

BASE = LIBRARY.base
FILES = ("terrain", "pieces", "boards", "missions")
SCALARS = st.sampled_from(
    [None, True, False, -1, 0, 1, 2, 3, 7, 41, 10**17, 1.5, "", "a", "*", "a1", "zz9", "woods", "#", "w", "captain"]
    + [
        "board_2",
        "any",
        "bunker_1",
        "hill",
        "opposite",
        "eliminate_all",
        "exit",
        "prevent_exit",
        "pick",
        "near",
        "rows",
    ]
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(SCALARS.map(str), inner, max_size=3),
    max_leaves=6,
)


def original(kind: str) -> Any:
    document = read_document(BASE / f"{kind}.yaml", Problems())
    assert document
    value = document.value
    return value["terrain"] if kind == "terrain" else value


ORIGINALS = {kind: original(kind) for kind in FILES}


def places(value: Any) -> list[tuple[Any, Any]]:
    """Every (container, key) inside a value."""
    items = (
        list(value.items()) if isinstance(value, dict) else list(enumerate(value)) if isinstance(value, list) else []
    )
    return [(value, key) for key, _ in items] + [place for _, inner in items for place in places(inner)]


@st.composite
def spoilt(draw: st.DrawFn) -> dict[str, str]:
    """The base pack's files with one to three values replaced, removed, doubled or renamed."""
    kinds = draw(st.lists(st.sampled_from(FILES), min_size=1, max_size=2, unique=True))
    files = {}
    for kind in kinds:
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


def sound_or_refused(*packs: dict[str, bytes]) -> None:
    """Packs of these files, `pack` and others, are refused with located problems, or can be played."""
    with TemporaryDirectory() as name:
        folders = [Path(name) / str(n) for n in range(len(packs))]
        for folder, files in zip(folders, packs, strict=True):
            folder.mkdir()
            for kind, data in {"pack": HEAD.encode(), **files}.items():
                (folder / f"{kind}.yaml").write_bytes(data)
        try:
            loaded = read_packs(LIBRARY, (BASE, *folders))
        except BadContent as refused:
            assert refused.problems and all(problem.line >= 1 and problem.column >= 1 for problem in refused.problems)
            assert any(problem.severity == "error" for problem in refused.problems) and str(refused)
            assert not any(Path(problem.file).is_relative_to(BASE) for problem in refused.problems)
            return
        content: Content = loaded.content
        for entry in LIBRARY.entries(content):
            assert LIBRARY.describe(content, entry) and loaded.index.sources(*entry)
        for mission in content.missions.values():
            assert content.map_of(mission).tiles
            for side in (1, 2):
                assert 1 <= len(force_of(mission, side, content.sheet())) <= 32


@pytest.mark.clause("TTT-12.4")
@settings(max_examples=many(10, 40), deadline=None)
@given(spoilt())
def test_spoilt_content_is_refused_with_located_problems_or_sound(files: dict[str, str]) -> None:
    sound_or_refused({kind: text.encode() for kind, text in files.items()})


@pytest.mark.clause("TTT-12.4")
@settings(max_examples=many(8, 25), deadline=None)
@given(st.sampled_from(FILES + ("constants", "pack")), st.binary(max_size=60), st.data())
def test_garbage_bytes_are_refused_with_located_problems_or_sound(
    kind: str, garbage: bytes, data: st.DataObject
) -> None:
    whole = HEAD.encode() if kind == "pack" else (BASE / f"{kind}.yaml").read_bytes()
    cut = data.draw(st.integers(0, len(whole)))
    sound_or_refused({kind: whole[:cut] + garbage + whole[cut:] if data.draw(st.booleans()) else garbage})


STARTER = {
    path.stem: path.read_text().replace("${id}", "my").replace("$id", "my") for path in content_files(LIBRARY.starter)
}
STARTER["pack"] = HEAD


@pytest.mark.clause("TTT-12.4")
@settings(max_examples=many(8, 25), deadline=None)
@given(st.data())
def test_a_pack_in_which_somebody_has_typed_anything_is_refused_or_sound(data: st.DataObject) -> None:
    files = dict(STARTER)
    for _ in range(data.draw(st.integers(1, 3))):
        kind = data.draw(st.sampled_from(sorted(files)))
        at = data.draw(st.integers(0, len(files[kind])))
        junk = data.draw(st.text("[]{}:,-#&*!|>'\"%@ \n\tab01~.wr", max_size=5))
        files[kind] = files[kind][:at] + junk + files[kind][at + data.draw(st.integers(0, 30)) :]
    sound_or_refused({kind: text.encode() for kind, text in files.items()})


IDS = st.sampled_from(["a", "b", "c", "ttt", "A", "", "woods"])
LISTS = st.lists(IDS, max_size=3) | SCALARS


@settings(max_examples=many(10, 40), deadline=None)
@given(st.lists(st.tuples(IDS, LISTS, LISTS, VALUES), min_size=1, max_size=3))
def test_heads_that_say_anything_of_one_another_are_refused_or_put_in_order(heads: list[tuple[Any, ...]]) -> None:
    packs = []
    for ident, requires, after, version in heads:
        head = {"id": ident, "game": "ttt", "name": "A", "schema": 1}
        head |= {"requires": requires, "after": after, "version": version}
        board = {"id": "yard", "name": "Yard", "same_as": "board_1"}
        packs.append({"pack": json.dumps(head).encode(), "boards": json.dumps(board).encode()})
    sound_or_refused(*packs)


@settings(max_examples=many(5, 20), deadline=None)
@given(spoilt(), spoilt())
def test_spoilt_packs_upon_one_another_are_refused_where_the_mistake_is(
    one: dict[str, str], two: dict[str, str]
) -> None:
    packs = [{kind: text.encode() for kind, text in files.items()} for files in (one, two)]
    heads = [HEAD.replace("id: mine", f"id: {id}").encode() for id in ("one", "two")]
    sound_or_refused(*({"pack": head, **files} for head, files in zip(heads, packs, strict=True)))
