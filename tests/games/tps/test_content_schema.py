"""The schemas that editors get agree with the reader about the game's own content, and about mistakes in it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml

from fireteam.content.packs import content_files
from fireteam.content.starter_pack import schemas, write_starter
from fireteam.games.tps.content import load
from fireteam.games.tps.library import LIBRARY
from fireteam.games.tps.setup import setting
from tests.games.tps.content_packs import problem_lines
from tests.games.tps.test_content_catalogue import GUN, WRONG
from tests.games.tps.test_content_maps import RESCUE, YARD, alter
from tests.games.tps.test_content_mods import ABILITIES, SAS

SCHEMAS = schemas(LIBRARY)
OF_ONE_FIELD = (": field ", " must be ")


def valid(kind: str, value: Any) -> bool:
    return jsonschema.Draft202012Validator(SCHEMAS[kind]).is_valid(value)


@pytest.mark.clause("TPS-23.1")
@pytest.mark.parametrize(
    "path", [*content_files(LIBRARY.base), *content_files(LIBRARY.starter)], ids=lambda path: path.stem
)
def test_the_games_own_content_is_what_the_schemas_say(path: Path) -> None:
    value = yaml.safe_load(path.read_text(encoding="utf-8").replace("${id}", "my").replace("$", ""))
    errors = jsonschema.Draft202012Validator(SCHEMAS[path.stem]).iter_errors(value)
    assert [error.message for error in errors] == []


@pytest.mark.parametrize("kind", SCHEMAS)
def test_every_schema_is_one_of_draft_2020_12(kind: str) -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMAS[kind])


@pytest.mark.clause("TPS-23.1")
@pytest.mark.parametrize(("entry", "says"), WRONG, ids=[says.split("E_CONTENT ")[1][:60] for _, says in WRONG])
def test_what_is_wrong_with_one_field_an_editor_can_tell(entry: dict[str, Any], says: str) -> None:
    assert valid("catalogue", [entry]) != any(part in says for part in OF_ONE_FIELD)


@pytest.mark.clause("TPS-23.1", "TPS-23.4")
@pytest.mark.parametrize(
    ("kind", "entry", "sound"),
    [
        ("catalogue", GUN, True),
        ("maps", YARD, True),
        ("maps", RESCUE, True),
        ("maps", alter(YARD, mode="hostage"), False),
        ("maps", alter(YARD, walls=[[1, 2, 3]]), False),
        ("maps", alter(YARD, size=[20]), False),
        ("abilities", ABILITIES[0], True),
        ("abilities", alter(ABILITIES[0], to_hit={"rifel": 1}), False),
        ("clans", alter(SAS, abilities=[]), True),
        ("clans", alter(SAS, abilities=[], catalogue=[alter(GUN, reach=3)]), False),
        ("options", {"id": "ours", "name": "Ours", "options": {"mp_maxrounds": 9}}, True),
        ("options", {"id": "ours", "name": "Ours", "options": {"mp_maxrounds": 31}}, False),
        ("options", {"id": "ours", "name": "Ours", "options": {"mp_maxronds": 3}}, False),
        ("constants", {"won": 30}, True),
        ("constants", {"wun": 30}, False),
        ("loadouts", {"id": "ours", "name": "Ours", "side": "T", "gear": ["mp5"]}, True),
        ("loadouts", {"id": "ours", "name": "Ours", "side": "T", "gear": []}, False),
    ],
)
def test_schema_and_reader_agree(tmp_path: Path, kind: str, entry: dict[str, Any], sound: bool) -> None:
    assert valid(kind, entry) == sound == (problem_lines(tmp_path, **{kind: entry}) == [])


@pytest.mark.clause("TPS-1.2", "TPS-23.1")
def test_the_starter_pack_is_sound_and_can_be_played(tmp_path: Path) -> None:
    folder = tmp_path / "mypack"
    write_starter(LIBRARY, folder)
    files = {path.stem: path.read_text() for path in content_files(folder) if path.stem != "pack"}
    assert set(files) == {"catalogue", "maps", "options"} and problem_lines(tmp_path / "copy", **files) == []
    for teams in (None, "1v1", "2v2"):
        options = {"config": "mypack_quick", **({"teams": teams} if teams else {})}
        at = setting(None, "mypack_alley", options, [str(folder)])  # type: ignore[arg-type]
        assert at.content.gear[-1] == "mypack_carbine" and at.tables[0].options.mp_maxrounds == 3


@pytest.mark.parametrize("name", list(LIBRARY.entries(load())), ids="/".join)
def test_every_entry_is_told_in_lines(name: tuple[str, str]) -> None:
    lines = LIBRARY.describe(load(), name)
    assert LIBRARY.entries(load())[name].name in lines[0]  # type: ignore[attr-defined]


def test_a_map_is_drawn_a_character_for_each_mu_across_and_two_up() -> None:
    lines = LIBRARY.describe(load(), ("map", "cs_clinic"))
    picture = lines[1:17]
    assert [len(row) for row in picture] == [42] * 16
    assert "".join(picture).count("t") >= 5 and "".join(picture).count("h") == 4
    assert picture[1][16:42] == "############.#######===###" and picture[7][:5] == "VcVcV"
