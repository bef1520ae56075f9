"""What differs between two states of a campaign, value by value, as its files name them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from ..content.yaml_text import yaml_text


class Difference(NamedTuple):
    """A value that changed: the file, the path in it, and the value before and after; None: it was not there."""

    file: str
    path: str
    before: Any
    after: Any

    def __str__(self) -> str:
        return f"{self.file}: {self.path}: {_text_of(self.before)} -> {_text_of(self.after)}"


def differences(before: Mapping[str, Any], after: Mapping[str, Any]) -> tuple[Difference, ...]:
    """Everything that differs between two states, given as plain files by path."""
    return tuple(
        Difference(file, path, *values)
        for file in sorted({*before, *after})
        for path, values in _changes("", before.get(file), after.get(file))
    )


def _changes(path: str, before: Any, after: Any) -> Iterator[tuple[str, tuple[Any, Any]]]:
    if before == after and type(before) is type(after):
        return
    if isinstance(before, dict) and isinstance(after, dict):
        for name in {**before, **after}:
            yield from _changes(f"{path}.{name}".removeprefix("."), before.get(name), after.get(name))
    elif isinstance(before, list) and isinstance(after, list):
        for index in range(max(len(before), len(after))):
            old, new = (each[index] if index < len(each) else None for each in (before, after))
            yield from _changes(f"{path}[{index}]", old, new)
    else:
        yield path or "all", (before, after)


def _text_of(value: Any) -> str:
    return "nothing" if value is None else yaml_text(value)
