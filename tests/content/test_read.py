"""Reading YAML: plain values with their places, and located problems instead of tracebacks."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fireteam.content.problems import BadContent, Place, Problem, Problems, did_you_mean
from fireteam.content.read import MAX_BYTES, parse_document, read_document
from fireteam.core.errors import FireteamError


def value(text: str) -> Any:
    problems = Problems()
    document = parse_document(text.encode(), "x.yaml", problems)
    assert document and not len(problems)
    return document.value


def problem_lines(data: bytes | str) -> list[str]:
    problems = Problems()
    parse_document(data.encode() if isinstance(data, str) else data, "x.yaml", problems)
    return [str(problem).removeprefix("x.yaml:") for problem in problems]


def test_only_json_values_are_read_everything_else_stays_text() -> None:
    assert value("[1, -2, 0, 1.5, 2e3, true, false, null, ]") == [1, -2, 0, 1.5, 2000.0, True, False, None]
    words = ["on", "no", "yes", "off", "True", "NULL", "~", "1_0", "010", "0x1f", "+1", ".5", ".inf", ".nan", "1:30"]
    words += ["2001-12-14", "9" * 30, "<<", "="]
    assert value("\n".join(f"- {word}" for word in words)) == words
    assert value("- '1'\n- \"true\"\n- |\n  1\n") == ["1", "true", "1\n"]
    assert value("a:\nb: ''") == {"a": None, "b": ""}
    assert value('{1: a, null: b, "x y": c, no: d}') == {"1": "a", "null": "b", "x y": "c", "no": "d"}
    assert value("") is None and value("# nothing\n") is None and value("\ufeffa: 1") == {"a": 1}


def test_every_value_and_key_knows_its_place() -> None:
    document = parse_document(b"one: 1\ntwo:\n  - a\n  - {b: 2,\n     c: 3}\n", "x.yaml", Problems())
    assert document
    root = document.root
    assert root["one"].place == Place("x.yaml", 1, 6, "one")
    assert root["two"][1]["c"].place == Place("x.yaml", 5, 9, "two[1].c")
    assert root["two"][1]["c"].key_place[1:3] == (5, 6)
    assert [node.value for node in root["two"]] == ["a", {"b": 2, "c": 3}]
    assert "b" in root["two"][1] and "b" not in root["two"][0] and list(root["one"]) == []


def test_characters_of_drawn_rows_know_their_place() -> None:
    document = parse_document(b"rows: |\n   abc\n   def\nlist:\n  - abc\n  - 'abc'\n", "x.yaml", Problems())
    assert document
    assert document.root["rows"].character_place(1, 2)[1:3] == (3, 6)
    assert document.root["list"][0].character_place(0, 2)[1:3] == (5, 7)
    assert document.root["list"][1].character_place(0, 2)[1:3] == (6, 8)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("a: 1\nb: 2\na: 3\n", "3:1: E_C_KEY the key 'a' is given twice, first in line 1; keep one"),
        ("a: &x 1\nb: *x\n", "1:4: E_C_SYNTAX uses an anchor or an alias; write the value out"),
        ("- *x\n", "1:3: E_C_SYNTAX uses an anchor or an alias; write the value out"),
        ("a: !!python/object:os.system x", "1:4: E_C_SYNTAX uses the tag tag:yaml.org,2002:python/object:os.system"),
        ("a: !mine x", "1:4: E_C_SYNTAX uses the tag !mine; remove it; put text in quotes"),
        ("[1]: a", "1:1: E_C_SYNTAX a key is not plain text"),
        ("a: 1\n---\nb: 2", "2:1: E_C_SYNTAX holds a second document; keep one document in a file"),
        ("a: 1e999", "1:4: E_C_SYNTAX the number 1e999 is too large"),
        ("[" * 30, "1:22: E_C_FILE is nested more than 20 deep"),
        ("a: [1, 2", "E_C_SYNTAX is not YAML"),
        ("a:\n\t- b", "indent with spaces, not with tabs"),
        ("a: b: c", "1:5: E_C_SYNTAX is not YAML: mapping values are not allowed in this context"),
        (b"name: caf\xe9", "1:10: E_C_FILE is not UTF-8 text; save it as UTF-8"),
        ("a: \x07", "1:4: E_C_FILE holds the control character '\\x07'; remove it"),
    ],
)
def test_what_cannot_be_read_is_a_located_problem(text: str | bytes, says: str) -> None:
    (line,) = problem_lines(text)
    assert says in line


def test_files_that_are_too_large_are_refused() -> None:
    assert problem_lines(b"#" * (MAX_BYTES + 1)) == ["1:1: E_C_FILE is larger than 1 MiB; split it into several files"]
    (line,) = problem_lines("[" + "1," * 100_001 + "]")
    assert "E_C_FILE holds more than 100000 values" in line


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    problems = Problems()
    assert read_document(tmp_path / "none.yaml", problems) is None
    (problem,) = problems
    assert (problem.code, problem.message) == ("E_C_FILE", "cannot be read: No such file or directory")


def test_problems_are_sorted_counted_and_refused_together() -> None:
    problems = Problems()
    problems.add("W_X", Place("b.yaml", 1, 1, ""), "odd")
    for line in (10, 9):
        problems.add("E_X", Place("a.yaml", line, 2, "p"), f"wrong in {line}", "mend it")
    assert (problems.count_errors(), len(problems)) == (2, 3)
    assert [each.severity for each in problems] == ["error", "error", "warning"]
    refused = BadContent(problems)
    assert isinstance(refused, FireteamError)
    assert str(refused).split("\n") == [
        "a.yaml:9:2: E_X wrong in 9; mend it",
        "a.yaml:10:2: E_X wrong in 10; mend it",
        "b.yaml:1:1: W_X odd",
    ]


def test_files_are_shown_relative_to_the_current_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    problem = Problem(str(tmp_path / "sub" / "a.yaml"), 1, 2, "E_X", "", "wrong")
    assert str(problem) == "sub/a.yaml:1:2: E_X wrong"


def test_a_suggestion_or_a_list_of_what_there_is() -> None:
    assert did_you_mean("wods", ["woods", "rocky"]) == "did you mean 'woods'?"
    assert did_you_mean("x", ["woods", "rocky"]) == "there is woods, rocky"
    assert did_you_mean("x", []) == "" == did_you_mean("x", map(str, range(99)))


@given(st.binary(max_size=200) | st.text("[]{}:,-?&*!|>'\"%@` \n\t#ab01~.", max_size=60).map(str.encode))
def test_no_bytes_are_more_than_a_problem(data: bytes) -> None:
    problems = Problems()
    document = parse_document(data, "x.yaml", problems)
    assert document is not None or len(problems) == 1
