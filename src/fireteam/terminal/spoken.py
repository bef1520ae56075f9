"""What people at a real table say, as notation: words may be left out where the game has a usual one."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import NODEFAULT

from ..core.choices import Verb, defaults, kinds, name_of
from ..core.errors import BadNotation
from ..core.fields import Word
from .menu import Menu
from .short import fits


def understood(menu: Menu, line: str, words: Mapping[str, str], usual: Verb | None = None) -> str:
    """What is meant by a line, with `words` for what people call things and the `usual` choice, as notation.

    Raises:
        BadNotation: a number that is not on the menu, or a word that could mean several things.
    """
    said = [called(word, words) for word in line.split()]
    verbs = [verb for verb in menu.verbs if name_of(verb) in menu.by_verb]
    if "_".join(said[:2]).lower() in map(name_of, verbs):
        said[:2] = ["_".join(said[:2])]
    first = said[0].lower() if said else ""
    if len(said) == 1 and first.isdecimal():
        raise BadNotation(f"{first} is no choice here: write it in words")
    named = [verb for verb in verbs if name_of(verb) == first] or [
        verb for verb in verbs if name_of(verb).startswith(first)
    ]
    if len(named) == 1:
        said = [name_of(named[0]), *spread(menu, named[0], said[1:], usual)]
    elif len(verbs) == 1 and kinds(verbs[0]) and first and not first[0].isdecimal():
        said = [name_of(verbs[0]), *spread(menu, verbs[0], said, usual)]
    return menu.understand(" ".join(said))


def called(word: str, words: Mapping[str, str]) -> str:
    """What people call a thing, perhaps short, as the game does; any other word as it is."""
    small = word.lower()
    near = {words[name] for name in ([small] if small in words else words) if len(small) > 1 and name.startswith(small)}
    return near.pop() if len(near) == 1 else word


def spread(menu: Menu, verb: type[Verb], words: list[str], usual: Verb | None) -> list[str]:
    """Words over the fields of a verb: one that has a usual word gets the first that is its own, else the usual one."""
    left, done = list(words), []
    for (field, kind), default in zip(kinds(verb).items(), defaults(verb), strict=True):
        names = list(kind.words) if isinstance(kind, Word) else list(menu.offered(verb).get(field, ()))
        if not left:
            break
        if default is NODEFAULT and isinstance(kind, Word) and type(usual) is verb:
            default = getattr(usual, field)
        own = (word for word in left if word == "-" or fits(word, names, menu.letters))
        word = next(own, default) if isinstance(default, str) else left[0]
        done.append(word)
        if word in left:
            left.remove(word)
    return words if left else done
