"""Fireteam's own tests are of Fireteam's own games: those that other packages have installed are left out."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from importlib.metadata import EntryPoint

OWN = "fireteam"  # the package whose games these tests are of

FindEntries = Callable[..., Iterable[EntryPoint]]


def without_other_packages(find: FindEntries, group: str) -> FindEntries:
    """What finds entry points as `find` does, but none of other packages that are installed now.

    A package that a test installs comes later, and its games are found.
    """
    others = {_place(entry) for entry in find(group=group)} - {
        _place(entry) for entry in find(group=group) if entry.dist and entry.dist.name == OWN
    }

    def found(**wanted: str) -> list[EntryPoint]:
        return [entry for entry in find(**wanted) if _place(entry) not in others]

    return found


def _place(entry: EntryPoint) -> str:
    """The folder in which the package of an entry point is installed, with its name."""
    return f"{entry.dist.locate_file('')}/{entry.dist.name}" if entry.dist else ""
