"""The schemas that editors get agree with the reader about the game's own content, and about mistakes in it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from fireteam.content.packs import content_files
from fireteam.content.problems import Problems
from fireteam.content.read import read_document
from fireteam.content.starter_pack import schemas
from fireteam.games.ttt.library import LIBRARY
from tests.games.ttt.content_packs import told

SCHEMAS = schemas(LIBRARY)


def value(path: Path) -> Any:
    document = read_document(path, Problems())
    assert document
    return document.value


def valid(kind: str, value: Any) -> bool:
    return jsonschema.Draft202012Validator(SCHEMAS[kind]).is_valid(value)


def wrongs(path: Path) -> list[str]:
    validator = jsonschema.Draft202012Validator(SCHEMAS[path.stem.rpartition("_")[2]])
    return [error.message for error in validator.iter_errors(value(path))]


@pytest.mark.parametrize(
    "path", [*content_files(LIBRARY.base), *content_files(LIBRARY.starter)], ids=lambda path: path.stem
)
def test_the_games_own_content_is_what_the_schemas_say(path: Path, tmp_path: Path) -> None:
    copy = tmp_path / path.name
    copy.write_text(path.read_text(encoding="utf-8").replace("$", "").replace("{id}", "my"), encoding="utf-8")
    assert wrongs(copy) == []


@pytest.mark.parametrize("kind", SCHEMAS)
def test_every_schema_is_one_of_draft_2020_12(kind: str) -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMAS[kind])


PIECE = {"id": "scout", "name": "Scout", "code": "SC", "move": 4, "range": 2, "th": 0, "tbh": 3, "ability": None}


@pytest.mark.clause("TTT-12.2", "TTT-12.3", "TTT-4.6")
@pytest.mark.parametrize(
    ("changed", "sound"),
    [
        ({"count": 2}, True),
        ({"count": 2, "ability": "medic", "move": 1}, True),
        ({}, False),
        ({"count": 2, "move": 7}, False),
        ({"count": 2, "th": -1}, False),
        ({"count": 2, "ability": "fly"}, False),
        ({"count": 2, "code": "SCT"}, False),
        ({"count": 2, "id": "Scout"}, False),
        ({"count": 2, "speed": 3}, False),
        ({"count": "2"}, False),
    ],
)
def test_schema_and_reader_agree_about_a_piece(tmp_path: Path, changed: dict[str, Any], sound: bool) -> None:
    added = {"add_to": "standard", "pieces": [{**PIECE, **changed}]}
    assert valid("pieces", added) == sound
    errors = [line for line in told(tmp_path, pieces=json.dumps(added)) if ": E_" in line]
    assert not errors if sound else errors


@pytest.mark.clause("TTT-12.7", "TTT-12.8", "TTT-12.9")
@pytest.mark.parametrize(
    ("part", "wrong"),
    [
        ("force", {"fixed": {"recon": 1}, "pick": 1, "preset": ["recon"]}),
        ("force", {"pick": 1}),
        ("force", {"all": False}),
        ("place", {"*": {"near": "captain"}}),
        ("place", {"*": {"ring": True, "rows": [1]}}),
        ("objective", {"type": "hold", "zone": "bridge"}),
        ("objective", {"type": "eliminate_all", "zone": "bridge"}),
        ("objective", {"type": "win"}),
    ],
)
def test_schema_and_reader_agree_about_a_mission(tmp_path: Path, part: str, wrong: dict[str, Any]) -> None:
    mission = next(each for each in value(LIBRARY.base / "missions.yaml") if each["id"] == "capture_the_crossing")
    assert valid("missions", mission) and told(tmp_path, missions=json.dumps(mission)) == []
    mission["sides"][0][part] = wrong
    assert not valid("missions", mission)
    assert [line for line in told(tmp_path, missions=json.dumps(mission)) if ": E_" in line]
