"""Clauses of a rulebook as people look them up."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from difflib import get_close_matches
from functools import cache

from ..core.errors import BadNotation, UnknownName
from ..registry import find_game, games
from ..tools.clauses import Clause, clauses_of_game, rulebook_letters

MAX_ECHO = 40  # letters of an unknown clause that are repeated
NUMBERS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]


@cache
def rulebook(game: str) -> Mapping[str, Clause]:
    """The clauses of a game, by id; none for a game that brings no rulebook."""
    try:
        return clauses_of_game(game)
    except (UnknownName, FileNotFoundError):
        return {}


def rulebooks() -> dict[str, str]:
    """Every rulebook, by the letters its clauses begin with, with the id of its game."""
    return {_letters(game): game for game in games()}


def _letters(game: str) -> str:
    """What the clauses of a game begin with, by its rulebook, else as the game declares it."""
    with suppress(FileNotFoundError):
        if letters := rulebook_letters(game):
            return letters
    return find_game(game).rulebook


def find_clause(game: str, word: str) -> Clause:
    """A clause by its id; letters may be small or capital, and the rulebook's own may be left out.

    Raises:
        UnknownName: there is none, but one much like it.
        BadNotation: there is none.
    """
    known = rulebook(game)
    id = word.casefold()
    for name in known:
        if id in (name.casefold(), name.casefold().partition("-")[2]):
            return known[name]
    near = get_close_matches(word.upper(), known, n=1)
    if near:
        raise UnknownName("clause", word, near)
    raise BadNotation(f"no clause named {word[:MAX_ECHO]!r}; to look for words: rules find ...")


def clause_text(clause: Clause) -> str:
    """A clause in one paragraph: its id, where it comes from, and what it says."""
    tags = f"[{', '.join(clause.tags)}] " if clause.tags else ""
    return f"{clause.id} {tags}{clause.text}"


def search_clauses(game: str, words: list[str]) -> list[Clause]:
    """The clauses that hold all these words; a number counts in words and in figures alike."""
    wanted = [_pattern(word.lower()) for word in words]
    return [one for one in rulebook(game).values() if all(word.search(clause_text(one).lower()) for word in wanted)]


def _pattern(word: str) -> re.Pattern[str]:
    """What finds a word in a clause: any part of a word, but of a number the whole, `six` or `6`."""
    if word in NUMBERS:
        return re.compile(rf"\b(?:{word}|{NUMBERS.index(word)})\b")
    if word.isascii() and word.isdecimal() and int(word) < len(NUMBERS):
        return re.compile(rf"{word}|\b{NUMBERS[int(word)]}\b")
    return re.compile(re.escape(word))
