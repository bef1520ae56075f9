"""One word, one meaning (docs/glossary.md): packages that speak the field's words keep to them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

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


def sources() -> list[Path]:
    return sorted(path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))


def names_of(path: Path) -> set[str]:
    """The names that a module brings: its own, and those of its classes, functions and methods."""
    return {path.stem, *NAME.findall(path.read_text(encoding="utf-8"))}


@pytest.mark.parametrize("path", sources(), ids=lambda path: str(path.relative_to(ROOT)))
def test_no_public_name_is_a_participle_or_a_metaphor(path: Path) -> None:
    assert {name for name in names_of(path) if name.lower() in BANNED} == set()


def test_a_banned_name_is_found(tmp_path: Path) -> None:
    (tmp_path / "house.py").write_text("class Chair:\n    def told(self): ...\n", encoding="utf-8")
    assert names_of(tmp_path / "house.py") == {"house", "Chair", "told"} and {"house", "chair", "told"} <= BANNED
