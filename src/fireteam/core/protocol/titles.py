"""Titles: when two read alike, how the second is numbered, and which id a typed title means."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable


def fold(title: str) -> str:
    """A title without what nobody reads: forms of the same letter, capitals, spaces beside spaces."""
    plain = unicodedata.normalize("NFKC", title).casefold()
    return " ".join(unicodedata.normalize("NFKC", plain).split())


def numbered(title: str, taken: Iterable[str], most: int = 1000, form: Callable[[str], str] = fold) -> str:
    """The title, or `Ben 2`, `Ben 3` where others read like it by `form`, of at most `most` letters."""
    others = set(map(form, taken))
    ends = (f" {n}" if n > 1 else "" for n in range(1, len(others) + 2))  # one of them is free
    tries = (title[: most - len(end)].rstrip() + end for end in ends)
    return next(one for one in tries if form(one) not in others)


def ids_by_title(titled: Iterable[tuple[str, str]], reserved: Iterable[str]) -> dict[str, str]:
    """The ids that titles mean, by folded title, from pairs of id and title.

    Of several that bear a title it means the one that spells it, `glock18` for `Glock 18`, or else none. A title that
    is `reserved`, such as the id of another, means none.
    """
    bearers: dict[str, set[str]] = {}
    for id, title in titled:
        bearers.setdefault(fold(title), set()).add(id)
    for title in {"", *map(fold, reserved)}:
        bearers.pop(title, None)
    spelt = {title: {id for id in ids if _letters(id) == _letters(title)} for title, ids in bearers.items()}
    meant = {title: spelt[title] if len(ids) > 1 else ids for title, ids in bearers.items()}
    return {title: next(iter(ids)) for title, ids in meant.items() if len(ids) == 1}


def _letters(name: str) -> str:
    return "".join(letter for letter in fold(name) if letter.isalnum())
