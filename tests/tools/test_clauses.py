"""Rulebooks are read in the style of every game, and tests are found by what they name."""

from __future__ import annotations

from pathlib import Path

import pytest

from fireteam.tools import clauses as module
from fireteam.tools.clauses import Clause, carriers, clauses, mentions

BOOK = """\
# A rulebook

Words before the first clause, with `TOY-1.1` named in passing.

## 1. Moving

- `TOY-1.1` [seed] A piece moves.
- **TOY-1.2** [default, public] It moves so far:

| Piece | Move |
|---|---|
| `TOY-9.9` | 1 |

A paragraph of its own.

- `TOY-1.2a` It may also stand.

```
- `TOY-8.8` [seed] a drawing, no clause
```

### 1.1 Examples

12. `TOY-EX-12` (seed) A piece on a1.

    ```
    R..
    ```

- **TOY-C.2** [default] In an appendix.
"""


def test_clauses_of_every_style_are_read() -> None:
    assert list(clauses(BOOK).values()) == [
        Clause("TOY-1.1", ("seed",), "A piece moves.", 7, "1. Moving"),
        Clause(
            "TOY-1.2",
            ("default", "public"),
            "It moves so far:\n\n| Piece | Move |\n|---|---|\n| `TOY-9.9` | 1 |",
            8,
            "1. Moving",
        ),
        Clause(
            "TOY-1.2a",
            (),
            "It may also stand.\n\n```\n- `TOY-8.8` [seed] a drawing, no clause\n```",
            16,
            "1. Moving",
        ),
        Clause("TOY-EX-12", ("seed",), "A piece on a1.\n\n    ```\n    R..\n    ```", 24, "1.1 Examples"),
        Clause("TOY-C.2", ("default",), "In an appendix.", 30, "1.1 Examples"),
    ]


def test_a_clause_that_stands_twice_is_an_error() -> None:
    with pytest.raises(ValueError, match=r"line 32: TOY-1\.1 stands on line 7 already"):
        clauses(BOOK + "\n- `TOY-1.1` again")


def test_tests_are_found_by_their_marks_and_examples_by_their_ids(tmp_path: Path) -> None:
    (tmp_path / "examples").mkdir()
    (tmp_path / "test_toy.py").write_text(
        'import pytest\n\n@pytest.mark.clause(\n    "TOY-1.1",\n    "TOY-1.2",\n)\ndef test_it_moves(): ...\n\n'
        'MANY = [pytest.param(1, marks=pytest.mark.clause("TOY-1.3"))]\n\n'
        '@pytest.mark.clause("TOY-1.2")\nclass TestStanding: ...\n'
    )
    (tmp_path / "examples" / "toy.yaml").write_text(
        "TOY-EX-1:\n  clauses: [TOY-1.1]\n  do: move\n---\n"
        "- {id: TOY-EX-2, name: second}\n- name: third\n  clauses: TOY-1.4\n"
    )
    assert module.tests_of(tmp_path) == {
        "TOY-1.1": ["test_toy.py:4 test_it_moves", "examples/toy.yaml:2 TOY-EX-1"],
        "TOY-1.2": ["test_toy.py:5 test_it_moves", "test_toy.py:11 TestStanding"],
        "TOY-1.3": ["test_toy.py:9 module"],
        "TOY-EX-1": ["examples/toy.yaml:1 TOY-EX-1"],
        "TOY-EX-2": ["examples/toy.yaml:5 TOY-EX-2"],
        "TOY-1.4": ["examples/toy.yaml:7 third"],
    }
    of_one = module.tests_of(tmp_path, "TOY-1.3")  # files that do not hold it are not looked at
    assert of_one["TOY-1.3"] == ["test_toy.py:9 module"] and "TOY-1.4" not in of_one


def test_code_and_content_mention_clauses_and_ranges_of_them(tmp_path: Path) -> None:
    (tmp_path / "toy.py").write_text('"""TOY-1.2 and TOY-1.8 to 1.10."""\n# TOY-C.1 to TOY-C.2, TOY-1.5a\n')
    (tmp_path / "toy.yaml").write_text("# TOY-1.2\n")
    assert mentions(tmp_path) == {
        "TOY-1.2": ["toy.py:1", "toy.yaml:1"],
        "TOY-1.8": ["toy.py:1"],
        "TOY-1.9": ["toy.py:1"],
        "TOY-1.10": ["toy.py:1"],
        "TOY-C.1": ["toy.py:2"],
        "TOY-C.2": ["toy.py:2"],
        "TOY-1.5a": ["toy.py:2"],
    }


def test_a_clause_knows_the_rules_that_carry_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "CLAUSES", {"TOY-1.1": [clauses, mentions]})
    (name, path, line), (other, _, _) = carriers("TOY-1.1")
    assert (name, other) == ("fireteam.tools.clauses.clauses", "fireteam.tools.clauses.mentions")
    assert path.read_text().splitlines()[line - 1].startswith("def clauses(")
    assert carriers("TOY-1.2") == []
