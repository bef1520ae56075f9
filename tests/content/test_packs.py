"""Packs: folders with a head and files by kind; later packs replace entries."""

from __future__ import annotations

from pathlib import Path

from fireteam.content.packs import by_id, entries, read_pack
from fireteam.content.problems import Problems

HEAD = "{id: mine, game: chess, name: Mine, schema: 1}"


def told(folder: Path, **files: str) -> list[str]:
    for name, text in files.items():
        (folder / name.replace("__", ".")).write_text(text)
    problems = Problems()
    read_pack(folder, "chess", ("boards", "pieces"), problems)
    return [f"{Path(each.file).name}:{each.line}:{each.column}: {each.code} {each.message}" for each in problems]


def test_a_pack_is_a_folder_with_a_head_and_files_by_kind(tmp_path: Path) -> None:
    text = "[{id: a}]"
    assert (
        told(tmp_path, pack__yaml=HEAD, boards__yaml=text, more_boards__json=text, pieces__yml=text, README__md="")
        == []
    )
    problems = Problems()
    found = read_pack(tmp_path, "chess", ("boards", "pieces"), problems)
    assert found.pack and (found.pack.id, found.pack.schema) == ("mine", 1)
    assert {kind: len(documents) for kind, documents in found.documents.items()} == {"boards": 2, "pieces": 1}


def test_a_pack_without_a_head_or_of_another_game(tmp_path: Path) -> None:
    (line,) = told(tmp_path)
    assert line.endswith(":1:1: E_C_PACK has no pack.yaml")
    assert told(tmp_path, pack__yaml="{id: Mine, game: go, schema: 2, author: me}") == [
        "pack.yaml:1:1: E_C_FIELD field name is missing",
        "pack.yaml:1:6: E_C_ID bad id 'Mine'",
        "pack.yaml:1:18: E_C_PACK is a pack of the game 'go'",
        "pack.yaml:1:30: E_C_PACK is written for schema 2",
        "pack.yaml:1:33: E_C_FIELD field author is not known",
    ]
    (line,) = told(tmp_path / "none")
    assert "E_C_PACK is not a pack folder: No such file or directory" in line


def test_a_file_of_no_known_kind(tmp_path: Path) -> None:
    problems = Problems()
    assert told(tmp_path, pack__yaml=HEAD, bords__yaml="[]") == [
        "bords.yaml:1:1: E_C_PACK no kind of content is called 'bords'"
    ]
    read_pack(tmp_path, "chess", ("boards",), problems)
    assert [each.hint for each in problems] == ["did you mean 'boards'?"]


def test_a_file_holds_one_entry_or_a_list_or_a_list_with_flags(tmp_path: Path) -> None:
    problems = Problems()
    for n, text in enumerate(
        ["{id: a}", "[{id: b}, {id: c}]", "{sample: true, boards: [{id: d}]}", "{boards: 5}", "7"]
    ):
        (tmp_path / f"{n}_boards.yaml").write_text(text)
    documents = read_pack(tmp_path, "chess", ("boards",), problems).documents["boards"]
    assert [node.value["id"] for node in entries(documents, "boards", ("sample",), problems)] == ["a", "b", "c", "d"]
    assert [each.code for each in problems] == ["E_C_PACK", "E_C_TYPE", "E_C_TYPE"]


def test_a_later_pack_replaces_entries_of_the_same_id(tmp_path: Path) -> None:
    problems = Problems()
    packs = []
    for name, text in (
        ("one", "[{id: a, n: 1}, {id: b, n: 1}]"),
        ("two", "[{id: b, n: 2}, {id: c}, {id: c}, {n: 1}, 5]"),
    ):
        (tmp_path / name).mkdir()
        (tmp_path / name / "pack.yaml").write_text(HEAD)
        (tmp_path / name / "boards.yaml").write_text(text)
        found = read_pack(tmp_path / name, "chess", ("boards",), problems)
        packs.append(entries(found.documents["boards"], "boards", (), problems))
    merged = by_id(packs, "E_C_ID", "board", problems)
    assert {id: node.value.get("n") for id, node in merged.items()} == {"a": 1, "b": 2, "c": None}
    assert [each.message for each in problems] == [
        "c: bad or repeated id",
        "board: field id is missing",
        "a board must be a mapping of fields to values",
    ]
