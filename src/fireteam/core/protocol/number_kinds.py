"""Kinds of numbers that are said and never chosen: with a sign, in tenths, as a length."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .field_kinds import Kind, Names


class SignedNumber(Kind):
    """A number with its sign, in an event or a label: `+1`, `-2`, `0`; a sentence has nothing for 0."""

    def show(self, row: Sequence[int], names: Names) -> str:
        """The number with its sign."""
        return f"{row[0]:+d}" if row[0] else "0"

    def sentence_text(self, value: Any) -> str:
        """The number, where there is one."""
        return "" if value == "0" else str(value)


class Tenths(Kind):
    """A number of tenths, in a label: `3.0`."""

    def show(self, row: Sequence[int], names: Names) -> str:
        """The number with one decimal."""
        return f"{row[0] / 10:.1f}"


class Length(Kind):
    """A length on a free table, in a label: as a coordinate of a place is kept and written."""

    def show(self, row: Sequence[int], names: Names) -> str:
        """The length in units."""
        return names.point(row[0], 0).partition(",")[0]
