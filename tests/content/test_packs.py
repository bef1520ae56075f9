"""Packs: folders with a head and files by kind; later packs replace entries."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from fireteam.content.entry import Entry, Identifier
from fireteam.content.index import ContentIndex, entries_of_kind
from fireteam.content.library import find_library, load
from fireteam.content.pack_order import id_of, sort_packs
from fireteam.content.packs import Kind, content_files, read_pack
from fireteam.content.problems import BadContent, Problems
from fireteam.content.starter_pack import write_starter

HEAD = "{id: mine, game: chess, name: Mine, schema: 1}"


class Board(Entry, frozen=True, kw_only=True):
    id: Identifier
    n: int = 0


BOARDS = Kind("boards", "board", (Board,), "boards", {"sample": bool})
PIECES = Kind("pieces", "piece", (Board,), "pieces")


def lines(problems: Problems) -> list[str]:
    hints = {each: f"; {each.hint}" if each.hint else "" for each in problems}
    return [f"{Path(p.file).name}:{p.line}:{p.column}: {p.code} {p.message}{hint}" for p, hint in hints.items()]


def problem_lines(folder: Path, **files: str) -> list[str]:
    for name, text in files.items():
        (folder / name.replace("__", ".")).write_text(text)
    problems = Problems()
    read_pack(folder, "chess", ("boards", "pieces"), problems)
    return lines(problems)


def packs(folder: Path, **heads: str) -> tuple[list[str], list[str]]:
    """The order of packs whose heads say this besides what every head says, and the problems."""
    problems = Problems()
    read = []
    for name, more in heads.items():
        (folder / name).mkdir()
        text = f"id: {name}\ngame: chess\nname: A pack\nschema: 1\n"
        (folder / name / "pack.yaml").write_text(more if more.startswith("id:") else text + more)
        read.append(read_pack(folder / name, "chess", ("boards",), problems))
    return [id_of(pack) for pack in sort_packs(read, problems)], lines(problems)


def test_a_pack_is_a_folder_with_a_head_and_files_by_kind(tmp_path: Path) -> None:
    text = "[{id: a}]"
    files = {
        "boards__yaml": text,
        "more_boards__json": text,
        "pieces__yml": text,
        "README__md": "",
        "__hidden__yaml": "?",
    }
    assert problem_lines(tmp_path, pack__yaml=HEAD, **files) == []
    problems = Problems()
    found = read_pack(tmp_path, "chess", ("boards", "pieces"), problems)
    assert found.pack and (found.pack.id, found.pack.schema, found.pack.version) == ("mine", 1, "")
    assert {kind: len(documents) for kind, documents in found.documents.items()} == {"boards": 2, "pieces": 1}


def test_a_head_says_who_made_the_pack_and_what_it_builds_upon(tmp_path: Path) -> None:
    more = "version: '1.0'\nauthor: Jo\nlicence: CC0\ndescription: ''\nrequires: [town]\nafter: [river]"
    (tmp_path / "pack.yaml").write_text(f"id: mine\ngame: chess\nname: Mine\nschema: 1\n{more}")
    problems = Problems()
    pack = read_pack(tmp_path, "chess", (), problems).pack
    assert pack and (pack.version, pack.author, pack.requires, pack.after) == ("1.0", "Jo", ("town",), ("river",))
    assert problem_lines(tmp_path, pack__yaml=f"{HEAD[:-1]}, version: 1.0, requires: town, after: [Town]}}") == [
        "pack.yaml:1:57: E_C_TYPE version must be text, in quotes like '1.0'; put it in quotes",
        "pack.yaml:1:72: E_C_TYPE requires must be a list of the ids of packs without which it cannot be used;"
        " like [town]",
        "pack.yaml:1:86: E_C_TYPE after[0] must be small letters, digits and _; a letter first; like [town]",
    ]


def test_a_pack_without_a_head_or_of_another_game(tmp_path: Path) -> None:
    (line,) = problem_lines(tmp_path)
    assert line.endswith(":1:1: E_C_PACK has no pack.yaml; add id, game, name and schema: 1")
    assert problem_lines(tmp_path, pack__yaml="{id: Mine, game: go, schema: 2, auhtor: me}") == [
        "pack.yaml:1:1: E_C_FIELD field name is missing",
        "pack.yaml:1:6: E_C_ID bad id 'Mine'; use a-z, 0-9 and _, a letter first",
        "pack.yaml:1:18: E_C_PACK is a pack of the game 'go'; here is chess",
        "pack.yaml:1:30: E_C_PACK is written for schema 2; this is schema 1",
        "pack.yaml:1:33: E_C_FIELD field auhtor is not known; did you mean 'author'?",
    ]
    assert problem_lines(tmp_path, pack__yaml="[1]") == [
        "pack.yaml:1:1: E_C_TYPE pack must be a mapping of fields to values"
    ]
    (line,) = problem_lines(tmp_path / "none")
    assert "E_C_PACK is not a pack folder: No such file or directory" in line


def test_a_file_of_no_known_kind(tmp_path: Path) -> None:
    head = '{"id": "mine", "game": "chess", "name": "Mine", "schema": 1}'
    assert problem_lines(tmp_path, pack__yaml=HEAD, bords__yaml="[]", pack__json=head) == [
        "bords.yaml:1:1: E_C_PACK no kind of content is called 'bords'; did you mean 'boards'?",
        "pack.yaml:1:1: E_C_PACK is a second head beside pack.json; keep one",
    ]


def test_what_is_no_file_is_one_problem_and_nothing_waits_for_it(tmp_path: Path) -> None:
    (tmp_path / "boards.yaml").symlink_to("boards.yaml")
    (tmp_path / "a_boards.yaml").mkdir()
    os.mkfifo(tmp_path / "b_boards.yaml")
    (tmp_path / "c_boards.yaml").symlink_to("/dev/zero")
    (tmp_path / "d_boards.yaml").write_bytes(b"\x00\xff" * 99)
    (tmp_path / "e_boards.yaml").write_bytes(b"#" * 2_000_000)
    found = problem_lines(tmp_path, pack__yaml=HEAD)
    assert [line.split(": ", 1)[1] for line in found] == [
        "E_C_FILE is no file; a folder or a device cannot be read",
        "E_C_FILE is no file; a folder or a device cannot be read",
        "E_C_FILE cannot be read: Too many levels of symbolic links",
        "E_C_FILE is no file; a folder or a device cannot be read",
        "E_C_FILE is not UTF-8 text; save it as UTF-8",
        "E_C_FILE is larger than 1 MiB; split it into several files",
    ]
    (tmp_path / "loop").symlink_to("loop")
    (line,) = problem_lines(tmp_path / "loop")
    assert line == "loop:1:1: E_C_PACK is not a pack folder: Too many levels of symbolic links"


def test_a_folder_of_too_many_files_is_refused_before_they_are_read(tmp_path: Path) -> None:
    for n in range(501):
        (tmp_path / f"{n}_boards.yaml").touch()
    (line,) = problem_lines(tmp_path)
    assert line.endswith("E_C_PACK holds 501 content files; 500 are allowed; put several entries into one file")
    assert len(content_files(tmp_path)) == 501


def test_a_file_holds_one_entry_or_a_list_or_a_list_with_flags(tmp_path: Path) -> None:
    problems = Problems()
    texts = ["{id: a}", "[{id: b}, {id: c}]", "{sample: true, boards: [{id: d}]}", "{boards: 5}", "7"]
    for n, text in enumerate(texts):
        (tmp_path / f"{n}_boards.yaml").write_text(text)
    documents = read_pack(tmp_path, "chess", ("boards",), problems).documents["boards"]
    assert [node.value["id"] for node in entries_of_kind(documents, BOARDS, problems)] == ["a", "b", "c", "d"]
    assert [each.code for each in problems] == ["E_C_PACK", "E_C_TYPE", "E_C_TYPE"]


def test_a_later_pack_replaces_entries_of_the_same_id(tmp_path: Path) -> None:
    problems = Problems()
    read = []
    for name, text in (
        ("one", "[{id: a, n: 1}, {id: b, n: 1}]"),
        ("two", "[{id: b, n: 2}, {id: c}, {id: c}, {n: 1}, 5]"),
    ):
        (tmp_path / name).mkdir()
        (tmp_path / name / "pack.yaml").write_text(HEAD.replace("mine", name))
        (tmp_path / name / "boards.yaml").write_text(text)
        read.append(read_pack(tmp_path / name, "chess", ("boards",), problems))
    shelf = ContentIndex(read)
    merged = shelf.entries(BOARDS, problems)
    assert {id: node.value.get("n") for id, node in merged.items()} == {"a": 1, "b": 2, "c": None}
    assert [(source.pack, source.place.column) for source in shelf.sources("board", "b")] == [("one", 17), ("two", 2)]
    assert [each.message for each in problems] == [
        "c: bad or repeated id",
        "board: field id is missing",
        "a board must be a mapping of fields to values",
    ]


def test_an_entry_cannot_replace_one_of_another_kind(tmp_path: Path) -> None:
    problems = Problems()
    read = []
    for name, kind in (("one", "boards"), ("two", "pieces")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "pack.yaml").write_text(HEAD.replace("mine", name))
        (tmp_path / name / f"{kind}.yaml").write_text("- id: river\n")
        read.append(read_pack(tmp_path / name, "chess", ("boards", "pieces"), problems))
    shelf = ContentIndex(read)
    shelf.entries(BOARDS, problems)
    shelf.entries(PIECES, problems)
    assert lines(problems) == [
        "pieces.yaml:1:7: E_C_SHADOW 'river' is a board of the pack 'one'; a piece cannot replace it; "
        "call this piece otherwise"
    ]


def test_packs_come_in_the_order_given_but_after_those_they_build_upon(tmp_path: Path) -> None:
    heads = {"d": "", "c": "requires: [a]", "b": "after: [a, nobody]", "a": ""}
    assert packs(tmp_path, **heads) == (["d", "a", "c", "b"], [])


@pytest.mark.parametrize(
    ("heads", "says"),
    [
        (
            {"a": "requires: [b]", "b": "after: [c]", "c": "requires: [b]"},
            "pack.yaml:5:9: E_C_PACK packs lead in a circle: b after c after b; take one of these out of "
            "requires and after",
        ),
        (
            {"a": "after: [a]"},
            "pack.yaml:5:9: E_C_PACK packs lead in a circle: a after a; take one of these out of requires and after",
        ),
        (
            {"a": "requires: [town]"},
            "pack.yaml:5:12: E_C_PACK the pack 'town', which is required, is missing; give its folder too: --pack town",
        ),
        (
            {"a": "requires: [twon]", "town": ""},
            "pack.yaml:5:12: E_C_PACK the pack 'twon', which is required, is missing; did you mean 'town'?",
        ),
    ],
)
def test_packs_that_are_missing_or_lead_in_a_circle_get_one_error(tmp_path: Path, heads: dict, says: str) -> None:
    assert packs(tmp_path, **heads)[1] == [says]


def test_a_pack_that_is_given_twice_gets_one_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    order, (line,) = packs(tmp_path, a="", b="id: a\ngame: chess\nname: A pack\nschema: 1\n")
    assert order == ["a"]
    assert line == ("pack.yaml:1:5: E_C_PACK the pack 'a' stands in a as well; give one of them, or change its id")
    problems = Problems()
    sort_packs([read_pack(tmp_path / "a", "chess", (), problems) for _ in range(2)], problems)
    assert [each.message for each in problems] == ["the pack 'a' is given twice"]


def test_a_pack_without_a_sound_head_that_is_given_twice_is_told_at_its_folder_or_its_head(tmp_path: Path) -> None:
    for head, place in (("", f"{tmp_path.name}:1:1"), ("# mine\n\n{name: Mine}", "pack.yaml:3:1")):
        if head:
            (tmp_path / "pack.yaml").write_text(head)
        problems = Problems()
        sort_packs([read_pack(tmp_path, "chess", (), problems) for _ in range(2)], problems)
        (line,) = [line for line in lines(problems) if "is given twice" in line]
        assert line.startswith(f"{place}: E_C_PACK the pack '{tmp_path}' is given twice")


@pytest.mark.parametrize("order", [("c", "d"), ("d", "c")])
def test_a_circle_of_whole_packs_is_told_at_their_heads_and_nowhere_else(
    tmp_path: Path, order: tuple[str, str]
) -> None:
    for name, more in (("c", "requires: [d]"), ("d", "after: [c]")):
        write_starter(find_library("ttt"), tmp_path / name)
        head = tmp_path / name / "pack.yaml"
        head.write_text(f"{head.read_text()}\n{more}\n")
    with pytest.raises(BadContent) as refused:
        load("ttt", [tmp_path / name for name in order])
    (problem,) = refused.value.problems
    assert Path(problem.file).name == "pack.yaml" and problem.message.startswith("packs lead in a circle: ")
