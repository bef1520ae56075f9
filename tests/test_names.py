"""One word, one meaning (docs/glossary.md): packages that speak the field's words keep to them."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import fireteam

ROOT = Path(fireteam.__file__).parent
GLOSSARY = Path(__file__).parents[1] / "docs" / "glossary.md"
NAME = re.compile(r"^ *(?:async )?(?:class|def) (\w+)\b(?!\(\w*Event\b)", re.MULTILINE)  # events stand in match files
PACKAGES = (
    "bots",
    "campaign",
    "cli",
    "content",
    "core",
    "games",
    "learn",
    "match",
    "server",
    "sim",
    "terminal",
    "tools",
)
BANNED = frozenset(GLOSSARY.read_text(encoding="utf-8").partition("## Not used")[2].partition("\n\n    ")[2].split())


PARTICIPLES = {"told", "laid", "kept", "said", "heard"}
"""The names of variables, parameters and attributes that hide most often what something is."""


def sources() -> list[Path]:
    return sorted(path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))


def names_of(path: Path) -> set[str]:
    """The names that a module brings: its own, and those of its classes, functions and methods."""
    return {path.stem, *NAME.findall(path.read_text(encoding="utf-8"))}


def variables_of(path: Path) -> set[str]:
    """The variables, parameters and attributes of `self` in a module, but no fields of classes: they may be stored."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    fields = {
        id(line.target)
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef)
        for line in node.body
        if isinstance(line, ast.AnnAssign)
    }
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.arg):
            found.add(node.arg)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and id(node) not in fields:
            found.add(node.id)
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store) and ast.unparse(node.value) == "self":
            found.add(node.attr)
    return {name.strip("_") for name in found}


def test_no_public_name_is_a_participle_or_a_metaphor() -> None:
    found = {
        str(path.relative_to(ROOT)): {name for name in names_of(path) if name.lower() in BANNED} for path in sources()
    }
    assert {path: names for path, names in found.items() if names} == {}


def test_no_variable_is_named_by_a_participle_alone() -> None:
    found = {str(path.relative_to(ROOT)): variables_of(path) & PARTICIPLES for path in sources()}
    assert {path: names for path, names in found.items() if names} == {}


def test_a_variable_named_by_a_participle_is_found(tmp_path: Path) -> None:
    text = "class Row:\n    told: str\n    def f(self, laid):\n        self._kept = [said for said in laid]\n"
    (tmp_path / "rows.py").write_text(text, encoding="utf-8")
    assert variables_of(tmp_path / "rows.py") == {"self", "laid", "kept", "said"}


def test_a_banned_name_is_found(tmp_path: Path) -> None:
    (tmp_path / "house.py").write_text("class Chair:\n    def told(self): ...\n", encoding="utf-8")
    assert names_of(tmp_path / "house.py") == {"house", "Chair", "told"} and {"house", "chair", "told"} <= BANNED
