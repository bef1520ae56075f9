"""Altered lines of the page: what they become, what is let alone, and that its unit tests judge them."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.heavy import page
from tests.heavy.kinds import KINDS
from tests.heavy.mutants import ROOT, Change
from tests.heavy.page import PageTree, drawn_of_page, page_changes, page_files, survivors_of_page

MODULE = Path("web/src/a.ts")
COMPONENT = Path("web/src/A.svelte")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A tree with a page that has packages and no source yet."""
    (tmp_path / "web" / "src").mkdir(parents=True)
    (tmp_path / "docs").mkdir()
    (tmp_path / "web" / "node_modules").symlink_to(ROOT / "web" / "node_modules")
    return tmp_path


class Altered:
    """What comes of the lines of a source."""

    def __init__(self, root: Path, source: str, path: Path = MODULE) -> None:
        (root / path).write_text(source, encoding="utf-8")
        self.source, self.changes = source, page_changes(root, [path])
        assert {one.kind for one in self.changes} <= set(KINDS)

    def line(self, number: int, *kinds: str) -> list[str]:
        """What a line becomes by changes of some kinds."""
        chosen = [one for one in self.changes if one.line == number and one.kind in (kinds or KINDS)]
        return sorted(one.made(self.source).splitlines()[number - 1].strip() for one in chosen)


def test_what_comparisons_numbers_and_signs_become(root):
    found = Altered(root, "function f(a: number, b = 2) {\n  if (a < 10) return [a + 1];\n  return -a;\n}\n")
    assert found.line(1, "default") == ["function f(a: number, b = 1) {", "function f(a: number, b = 3) {"]
    assert found.line(2, "comparison", "number", "sign") == [
        *["if (a < 10) return [a + 0];", "if (a < 10) return [a + 2];", "if (a < 10) return [a - 1];"],
        *["if (a < 11) return [a + 1];", "if (a < 9) return [a + 1];", "if (a <= 10) return [a + 1];"],
    ]
    assert found.line(3, "sign") == ["return a;"]


def test_a_condition_is_turned_round_left_out_or_loses_an_arm(root):
    found = Altered(
        root, "function f(a, b) {\n  if (a && !b) return;\n  return a ? b.c : 1;\n  while (a) b();\n  a ?? b;\n}\n"
    )
    assert set(found.line(2, "condition")) == {
        *["if ((!b)) return;", "if ((a || (!b))) return;", "if (a && b) return;", "if (a) return;"],
        *["if (false) return;", "if (true) return;", "if (!(a && !b)) return;"],
    }
    assert found.line(3, "condition") == ["return !(a) ? b.c : 1;", "return 1;", "return b.c;"]
    assert found.line(4, "condition") == ["while (!(a)) b();", "while (false) b();"]
    assert found.line(5, "condition") == ["a;", "b;"]


def test_statements_and_calls_are_left_out(root):
    found = Altered(
        root,
        "function f(a, b) {\n  g(a);\n  return g(b).filter((one) => one).trim();\n  return Math.max(a, 0) + c.d(b);\n"
        "  return null;\n}\n",
    )
    assert found.line(2, "statement", "call") == [";"]
    assert found.line(3, "call") == [
        *["return b.filter((one) => one).trim();", "return g(b).filter((one) => one);", "return g(b).trim();"]
    ]
    assert found.line(4, "call") == ["return a + c.d(b);"]
    assert found.line(5) == []


def test_orders_change_where_they_count(root):
    found = Altered(
        root,
        "function f(a, b) {\n  g();\n  h();\n  a.n = a.m; a.m = 2;\n  a.k = 1; b.l = 2;\n"
        "  return [g(a, b), a, a.sort(b)];\n  return [a, b].includes(c) || Math.hypot(a, b);\n}\n",
    )
    assert [one.text for one in found.changes if one.kind == "order" and one.line == 2] == ["h(); g();"]
    assert found.line(4, "order") == ["a.m = 2; a.n = a.m;"]
    assert found.line(5, "order") == []
    assert found.line(6, "order") == [
        *["return [a, g(a, b), a.sort(b)];", "return [g(a, b), a, a.sort()];", "return [g(a, b), a.sort(b), a];"],
        "return [g(b, a), a, a.sort(b)];",
    ]
    assert found.line(7, "order") == []


def test_a_key_loses_a_part(root):
    found = Altered(
        root,
        "function known(a, b) {\n  m.get(`${a} ${b}`);\n  const key = JSON.stringify([a, b]);\n"
        "  return `${a} and ${b}`;\n}\n",
    )
    assert found.line(2, "key") == ["m.get(` ${b}`);", "m.get(`${a} `);"]
    assert found.line(3, "key") == ["const key = JSON.stringify([a]);", "const key = JSON.stringify([b]);"]
    assert found.line(4, "key") == []


def test_a_thing_is_mistaken_for_its_neighbour_and_a_word_for_another_of_its_union(root):
    found = Altered(
        root,
        'interface A { x: number; y: number; name: string; way: "up" | "down" }\n'
        "function f(one: A, other: A, k: number) {\n  return [one.x, one.y, one.name, k];\n"
        '  const [p, q] = k;\n  return p;\n  return k.way === "up";\n}\n',
    )
    assert found.line(3, "neighbour") == [
        *["return [one.x, one.x, one.name, k];", "return [one.x, one.y, other.name, k];"],
        *["return [one.x, other.y, one.name, k];", "return [one.y, one.y, one.name, k];"],
        "return [other.x, one.y, one.name, k];",
    ]
    assert found.line(5, "neighbour") == ["return q;"]
    assert found.line(6, "constant") == ['return k.way === "down";']


def test_types_imports_texts_and_the_console_are_let_alone(root):
    found = Altered(
        root,
        'import a from "a";\ntype N = 1 | 2;\nconst n = 1;\n'
        "function f(b: 1) {\n  console.log(b + 1);\n  const t = `${b + 1}`;\n  const u: 1 = b as 1;\n}\n",
    )
    assert found.changes == []


def test_of_a_component_only_the_script_is_altered_and_columns_are_bytes(root):
    source = '<script lang="ts">\n  let n = "×" + 1;\n</script>\n\n<p>{1 + 1}</p>\n'
    found = Altered(root, source, COMPONENT)
    assert found.line(2) == ['let n = "×" + 0;', 'let n = "×" + 2;']
    assert {one.line for one in found.changes} == {2}


def test_the_unit_tests_judge_a_change(root, tmp_path_factory):
    (root / MODULE).write_text("export function f(a: number) {\n  return a < 3;\n}\n")
    (root / "web/src/a.test.ts").write_text(
        'import { expect, test } from "vitest";\nimport { f } from "./a";\n'
        'test("below", () => expect(f(1)).toBe(true));\n'
    )
    tree = PageTree(tmp_path_factory.mktemp("copy") / "tree", root)
    turned = Change(MODULE, "f", 2, 9, 2, 14, "a > 3", "comparison")
    assert tree.survives(turned) == (False, 0)
    assert tree.survives(turned._replace(text="a < 4")) == (True, 1)
    assert "a < 3" in (tree.root / MODULE).read_text()
    assert "a < 3" in (root / MODULE).read_text()


def test_what_takes_too_long_is_noticed_and_ended(root, tmp_path_factory, monkeypatch):
    (root / MODULE).write_text("export const a = 1;\n")
    tree = PageTree(tmp_path_factory.mktemp("copy") / "tree", root)
    monkeypatch.setattr(page, "TIME", 0)
    ended = []
    monkeypatch.setattr(os, "killpg", lambda group, how, real=os.killpg: (ended.append(group), real(group, how)))
    assert tree.passes(MODULE) == (False, 0)
    assert len(ended) == 1


def test_a_copy_in_which_tests_fail_anyway_says_so(root):
    (root / MODULE).write_text("export const a = 1;\n")
    (root / "web/src/a.test.ts").write_text(
        'import { expect, test } from "vitest";\nimport { a } from "./a";\ntest("two", () => expect(a).toBe(2));\n'
    )
    with pytest.raises(RuntimeError, match="nothing is altered"):
        list(survivors_of_page([Change(MODULE, "", 1, 17, 1, 18, "2", "number")], root=root))


@pytest.mark.heavy
def test_every_kind_is_drawn_of_the_page():
    assert {path.suffix for path in page_files(ROOT)} == {".ts", ".svelte"}
    assert {one.kind for one in drawn_of_page(ROOT, 22, 1, "", KINDS)} == set(KINDS)
    assert {one.kind for one in drawn_of_page(ROOT, 4, 1, "connection.ts", ("order",))} == {"order"}
