"""What people at a real table say, as notation: words may be left out where the game has a usual one."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress

from msgspec import NODEFAULT

from ..core.choices import Verb, defaults, kinds, name_of, parse
from ..core.errors import BadNotation, Refused
from ..core.fields import Word
from ..core.game import Setting, read_choice, refusal
from ..core.record import Array
from .menu import Menu
from .short import called, fits


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


def meant(setting: Setting, states: Array, menu: Menu, line: str) -> Verb:
    """The choice of a line of notation, whose verb may be left out.

    Raises:
        Refused: it cannot be made; of the verbs that it could mean, the reason of the one that is nearest to lawful.
        BadNotation: it could mean none.
    """
    words = line.split()
    if words and words[0].lower() in map(name_of, menu.verbs):
        return read_choice(setting, line)
    codes = [one.code for one in setting.game.refusals]
    known = {name.lower() for token in menu.known.values() for name in (token.unit, token.letters)}
    named = {part.partition(":")[0].lower() for word in words for part in word.split(",")}
    found: list[Refused] = []
    for verb in [verb for verb in menu.verbs if not verb.free and named <= known]:
        with suppress(BadNotation):
            value = parse(menu.understand(" ".join([name_of(verb), *words])), menu.verbs)
            if refused := why_not(setting, states, menu.decision.slot, value):
                found.append(refused)
    if not found:
        raise BadNotation(f"{line!r} is nothing to choose now; there is {', '.join(menu.by_verb)}")
    raise max(found, key=lambda refused: codes.index(refused.code))


def why_not(setting: Setting, states: Array, slot: int, value: Verb) -> Refused | None:
    """Why a choice cannot be made, where it is one at all."""
    try:
        refused = refusal(setting, states, slot, value)
    except Refused:
        return None
    return refused if refused and refused.code != setting.game.unreadable.code else None


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
