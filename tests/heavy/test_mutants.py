"""Altered lines: each is Python that does something else, and texts, types and log lines are let alone."""

from __future__ import annotations

import ast
from collections import Counter
from pathlib import Path

import pytest

from tests.heavy.__main__ import by_chance
from tests.heavy.mutants import ROOMS, ROOT, SOURCE, Change, changes, drawn, source_files
from tests.heavy.reach import Reach, name_of

PATH = Path("a.py")
LEFT_ALONE = '''
def f(a: int = 1) -> "1":
    """In 1 or 2."""
    b: dict[int, 3]
    LOG.info("asked", extra={"n": 1 + 1})
    if TYPE_CHECKING:
        import c
    return f"{a + 1}"

class C:
    n = 1

    def __repr__(self):
        return 1 + 1

if JIT:
    def g(a, b):
        return a + b
'''


def altered(body: str) -> list[str]:
    """The lines that come of a body's last line."""
    source = "def f(a, b):\n" + "".join(f"    {line}\n" for line in body.splitlines())
    last = source.count("\n")
    return [one.made(source).splitlines()[-1].strip() for one in changes(PATH, source) if one.line == last]


def test_what_a_line_becomes():
    assert altered("return a <= b") == ["pass", "return (a < b)"]
    assert altered("a += 2") == ["pass", "a -= 2", "a += 3", "a += 1"]
    assert altered("if a and b: return") == [
        *["if not (a and b): return", "if (a or b): return", "if b: return", "if a: return"]
    ]
    assert altered("x = [c for c in b if c is a]")[1:] == [
        "x = [c for c in b if not c is a]",
        "x = [c for c in b if (c is not a)]",
    ]
    assert altered('s = "×" if f(a, b) else 1.5') == [
        *["pass", 's = "×" if not f(a, b) else 1.5', 's = "×" if f(b, a) else 1.5']
    ]
    assert altered("return min(a, 1 - b)") == [
        *["pass", "return max(a, 1 - b)", "return min(a, (1 + b))", "return min(a, b)"],
        *["return min(a, 2 - b)", "return min(a, 0 - b)"],
    ]
    assert altered("try: raise\nexcept E: a(g(b, key=True), -1)") == [
        *["except E: pass", "except E: a(g(b, key=False), -1)", "except E: a(g(b, key=True), 1)"]
    ]


def test_nothing_is_altered_that_changes_nothing():
    assert {one.text for one in changes(PATH, LEFT_ALONE)} == {"pass"}
    assert [one.line for one in changes(PATH, LEFT_ALONE)] == [8]


def test_the_first_of_one_is_the_last():
    assert altered("return a[0].b[2]") == ["pass", "return a[1].b[2]", "return a[0].b[3]", "return a[0].b[1]"]


def test_what_may_change_places_is_not_swapped():
    assert altered("return apart(a, b)") == ["pass"]
    assert altered("return max(a, b)") == ["pass", "return min(a, b)"]
    assert altered("return g(a, b)") == ["pass", "return g(b, a)"]


def test_a_function_in_a_method_is_altered_once_and_known_by_its_name():
    source = "class C:\n    async def m(self):\n        def inner(): return 1\n        return inner\n"
    assert Counter(one.function for one in changes(PATH, source)) == {"C.m.inner": 3, "C.m": 1}


@pytest.mark.heavy
def test_every_change_of_every_room_can_be_read():
    files = source_files(ROOT)
    assert {path.relative_to(SOURCE).parts[0] for path in files} == set(ROOMS)
    for change in drawn(ROOT, 300, 1, ""):
        source = (ROOT / change.path).read_text(encoding="utf-8")
        assert ast.dump(ast.parse(change.made(source))) != ast.dump(ast.parse(source)), change


def test_more_may_be_missed_of_few_lines_than_of_many():
    assert [by_chance(lines) for lines in (0, 1, 12, 100, 1000)] == [0, 1, 3, 11, 67]


def test_the_same_seed_draws_the_same_lines():
    assert drawn(ROOT, 5, 1, "bots/") == drawn(ROOT, 5, 1, "bots/") != drawn(ROOT, 5, 2, "bots/")


def test_tests_that_enter_little_else_come_first_and_without_any_those_of_the_room():
    change = Change(SOURCE / "core" / "grid.py", "bits", 1, 0, 1, 0, "")
    here, there = name_of(change.path, "bits"), "elsewhere"
    wide, near, one = "tests/match/test_a.py::w", "tests/core/test_grid.py::n", "tests/core/test_grid.py::[a::b]"
    known = Reach({wide: [here, there], near: [here], one: [there]})
    assert known.stages(change) == [[near, wide]]
    assert known.stages(change._replace(function="other")) == [[near, one]]


def test_an_edit_elsewhere_draws_no_other_lines(tmp_path):
    file = tmp_path / SOURCE / "core" / "a.py"
    file.parent.mkdir(parents=True)
    old = "".join(f"def f{n}(a, b):\n    return a < {n}\n" for n in range(40))
    file.write_text(old)
    before = [(one.function, one.text) for one in drawn(tmp_path, 5, 1, "")]
    file.write_text("def new(a):\n    pass\n\n\n" + old)
    assert [(one.function, one.text) for one in drawn(tmp_path, 5, 1, "")] == before
