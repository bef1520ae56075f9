"""The versions of `constraints.txt` are for every Python that Fireteam is for."""

from __future__ import annotations

import tomllib
from importlib.metadata import PackageNotFoundError, metadata

from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet

from tests.processes import ROOT


def wanted_python(name: str) -> SpecifierSet:
    """Return for which versions of Python a library is; for all, where it is not installed."""
    try:
        return SpecifierSet(metadata(name)["Requires-Python"] or "")
    except PackageNotFoundError:
        return SpecifierSet()


def test_every_library_runs_on_the_oldest_python() -> None:
    """Debian's Python is 3.11.2: what wants 3.11.5 cannot be fetched there."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    oldest = project["requires-python"].removeprefix(">=") + ".0"
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    names = [Requirement(line).name for line in lines if line and not line.startswith("#")]
    assert len(names) > 50
    assert [name for name in names if not wanted_python(name).contains(oldest)] == []
