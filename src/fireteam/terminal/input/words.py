"""Small things about words: names of one word, letters for units, whole numbers."""

from __future__ import annotations

import re
from collections.abc import Mapping

from ...core.protocol.scene import UNIT
from ...core.protocol.titles import fold


def replace_titles(text: str, ids: Mapping[str, str]) -> str:
    """A text in which what people call things, in whatever case, are their ids; `ids` are by folded title."""
    longest = sorted(ids, key=len, reverse=True)  # "Ann Lee" before "Ann"
    pattern = rf"(?<![\w.-])(?:{'|'.join(map(re.escape, longest))})(?![\w.-])"
    return re.sub(pattern, lambda found: ids.get(fold(found[0]), found[0]), text, flags=re.IGNORECASE) if ids else text


def use_letters(text: str, letters: Mapping[str, str]) -> str:
    """A text with each name that has letters called by them."""
    return UNIT.sub(lambda found: letters.get(found[0], found[0]), text)


def small_number(word: str) -> int:
    """A whole number that could stand on a menu or on a die; 0 for anything else."""
    return int(word) if word.isdecimal() and len(word) < 10 else 0
