"""Sentences with places to be filled, and the clause that a docstring names: how declarations speak."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

NOTHING = ("", "-")
"""What stands in a field where there is nothing."""
CLAUSE = re.compile(r"\(([A-Z][A-Z0-9]*(?:-[A-Z0-9]+)+(?:\.\d+[a-z]?)?)\b")
_OPTIONAL_PART, _FIELD = re.compile(r"\[([^]]*)\]"), re.compile(r"\{(\w+)")


def fill(sentence: str, words: Mapping[str, Any]) -> str:
    """A sentence with words for what stands in braces; a part in brackets is said where all of its words are there.

    `{target} is out[, by {unit}]` is `B2 is out` where nobody did it.
    """

    def part_text(part: re.Match[str]) -> str:
        return "" if any(words[field] in NOTHING for field in _FIELD.findall(part[1])) else part[1]

    return _OPTIONAL_PART.sub(part_text, sentence).format(**words)


def amount_text(number: int, what: str) -> str:
    """`1 turn`, `2 turns`."""
    return f"{number} {what}{'' if number == 1 else 's'}"


def join_words(words: Sequence[str], before_last: str = "and") -> str:
    """Words with commas and a last "and", or another such word."""
    *first, last = words
    return f"{', '.join(first)} {before_last} {last}" if first else last


def clause_of(declared: type) -> str:
    """The clause that the docstring of a class names first, in parentheses; empty where it names none."""
    found = CLAUSE.search(declared.__doc__ or "")
    return found[1] if found else ""
