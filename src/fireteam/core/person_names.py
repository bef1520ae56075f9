"""Names that people give to themselves, to seats and to characters: one form of each, readable, no two alike.

Scripts are read off the standard names of letters, which needs no library.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from .errors import BadNotation
from .protocol.titles import fold, numbered

UNPRINTABLE = frozenset(["Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"])
"""Categories of characters that change how others are shown, break lines, or are not assigned."""
JOINER = "\u200d"  # families and flags are made with it
BLANK = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0"
)  # letters that show nothing
MOST_MARKS = 4  # on one letter: as many as Hebrew with points needs
MOST_LETTERS = 40
TOGETHER = (
    frozenset(["LATIN", "CJK", "HIRAGANA", "KATAKANA"]),
    frozenset(["LATIN", "CJK", "HANGUL"]),
    frozenset(["LATIN", "CJK", "BOPOMOFO"]),
)
"""Scripts that are written together (UTS 39, "highly restrictive")."""
LOOKALIKES = str.maketrans("авекмнорстухпьгіјѕԁԛԝαβεηικμνορτυχζ", "abekmhopctyxnbrijsdqwabehikmnoptyxz")
"""Small letters of other scripts by the Latin ones that they, or their capitals, look like."""


def person_name(text: str, what: str, taken: Iterable[str] = (), most: int = MOST_LETTERS) -> str:
    """A name as it is stored; numbered, `Ben 2`, if it reads like one that is taken.

    Raises:
        BadNotation: it is empty, too long, of letters of several scripts, or has characters that hide or pile up.
    """
    name = unicodedata.normalize("NFKC", text).strip()
    if fault := text_fault(name) or _name_fault(name, most):
        raise BadNotation(f"{what} {fault}.")
    name = " ".join(name.split())
    return numbered(name, taken, most, looks)


def looks(name: str) -> str:
    """What a name looks like: two that look alike are one name to who reads them."""
    letters = [c for c in fold(name) if c != JOINER and not _is_selector(c)]
    return "".join(letters).translate(LOOKALIKES)


def text_fault(text: str) -> str:
    """What is wrong with the characters of a text, as the end of a sentence; empty if nothing is."""
    if not text:
        return "says nothing"
    marks = 0
    for c in text:
        category = unicodedata.category(c)
        if c in BLANK or (category in UNPRINTABLE and c != JOINER):
            return "holds characters that do not print"
        marks = marks + 1 if category in ("Mn", "Me") else 0
        if marks > MOST_MARKS:
            return f"piles up marks on one letter; at most {MOST_MARKS} are allowed"
    return ""


def _name_fault(name: str, most: int) -> str:
    if len(name) > most:
        return f"has {len(name)} letters; at most {most} are allowed"
    if unicodedata.category(name[0])[0] == "M" or not any(unicodedata.category(c)[0] in "LNSP" for c in name):
        return "has no letter to begin with"
    if any(c == JOINER and not _is_picture(name[:k]) for k, c in enumerate(name)):
        return "holds characters that do not print"
    scripts = {unicodedata.name(c, "?").split()[0] for c in name if unicodedata.category(c) in ("Lu", "Ll", "Lt", "Lo")}
    if len(scripts) > 1 and not any(scripts <= together for together in TOGETHER):
        listed = " and ".join(sorted(script.capitalize() for script in scripts))
        return f"mixes letters of several scripts ({listed}); write it in one"
    return ""


def _is_picture(before: str) -> bool:
    """Whether a text ends with a picture, which others may be joined to."""
    shown = [c for c in before if not _is_selector(c)]
    return bool(shown) and unicodedata.category(shown[-1]) in ("So", "Sk")


def _is_selector(c: str) -> bool:
    return "\ufe00" <= c <= "\ufe0f"
