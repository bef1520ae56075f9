"""Small things about words: names of one word, letters for units, whole numbers."""

from __future__ import annotations

import re
from collections.abc import Mapping

from ...core.protocol.scene import UNIT


def replace_title(text: str, title: str, name: str) -> str:
    """A text in which what people call a thing, in whatever case, is its name in notation."""
    return re.sub(rf"(?<![\w.-]){re.escape(title)}(?![\w.-])", lambda _: name, text, flags=re.IGNORECASE)


def use_letters(text: str, letters: Mapping[str, str]) -> str:
    """A text with each name that has letters called by them."""
    return UNIT.sub(lambda found: letters.get(found[0], found[0]), text)


def small_number(word: str) -> int:
    """A whole number that could stand on a menu or on a die; 0 for anything else."""
    return int(word) if word.isdecimal() and len(word) < 10 else 0
