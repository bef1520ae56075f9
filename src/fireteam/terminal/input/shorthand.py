"""What people at a real table say, as notation: words may be left out where the game has a usual one."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress

from msgspec import NODEFAULT

from ...core.engine.record import Array
from ...core.errors import BadNotation, IllegalChoice
from ...core.game import Setting
from ...core.protocol.choices import NAMED_WORD, Verb, defaults, kinds, name_of, parse, unnamed_fields
from ...core.protocol.field_kinds import Word
from ...core.slot_choices import read_choice, refusal_of
from .abbreviations import matching_names, resolve_alias
from .choice_reader import to_notation
from .menu import Menu


def expand_line(menu: Menu, line: str, aliases: Mapping[str, str], usual: Verb | None = None) -> str:
    """What is meant by a line, with `aliases` for what people call things and the `usual` choice, as notation.

    Raises:
        BadNotation: a number that is not on the menu, or a word that could mean several things.
    """
    line, slash, tail = line.partition("/")
    words = [resolve_alias(word, aliases) for word in line.split()]
    verbs = [verb for verb in menu.verbs if name_of(verb) in menu.options_by_verb]
    if "_".join(words[:2]).lower() in map(name_of, verbs):
        words[:2] = ["_".join(words[:2])]
    first = words[0].lower() if words else ""
    if len(words) == 1 and first.isdecimal():
        raise BadNotation(f"{first} is no choice here: write it in words")
    named = [verb for verb in verbs if name_of(verb) == first] or [
        verb for verb in verbs if name_of(verb).startswith(first)
    ]
    if len(named) == 1:
        words = [name_of(named[0]), *fill_fields(menu, named[0], words[1:], usual)]
    elif len(verbs) == 1 and kinds(verbs[0]) and first and not first[0].isdecimal():
        words = [name_of(verbs[0]), *fill_fields(menu, verbs[0], words, usual)]
    return to_notation(menu, " ".join(words) + slash + tail)


def parse_choice(setting: Setting, states: Array, menu: Menu, line: str) -> Verb:
    """The choice of a line of notation, whose verb may be left out.

    Raises:
        IllegalChoice: it cannot be made; the reason of the verb nearest to lawful.
        BadNotation: it could mean none.
    """
    words = line.split()
    if words and words[0].lower() in map(name_of, menu.verbs):
        return read_choice(setting, line)
    codes = [one.code for one in setting.game.refusals]
    known = {name.lower() for token in menu.tokens.values() for name in (token.unit, token.letters)}
    named = {part.partition(":")[0].lower() for word in words for part in word.split(",")}
    found: list[IllegalChoice] = []
    for verb in [verb for verb in menu.verbs if not verb.free and named <= known]:
        with suppress(BadNotation):
            value = parse(to_notation(menu, " ".join([name_of(verb), *words])), menu.verbs)
            if refused := readable_refusal(setting, states, menu.decision.slot, value):
                found.append(refused)
    if not found:
        raise BadNotation(f"{line!r} is nothing to choose now; there is {', '.join(menu.options_by_verb)}")
    raise max(found, key=lambda refused: codes.index(refused.code))


def readable_refusal(setting: Setting, states: Array, slot: int, value: Verb) -> IllegalChoice | None:
    """Why a choice cannot be made, where it is one at all."""
    try:
        refused = refusal_of(setting, states, slot, value)
    except IllegalChoice:
        return None
    return refused if refused and refused.code != setting.game.bad_notation.code else None


def fill_fields(menu: Menu, verb: type[Verb], words: list[str], usual: Verb | None) -> list[str]:
    """Words over the fields of a verb: one that has a usual word gets the first that is its own, else the usual one."""
    left, done = [word for word in words if not NAMED_WORD.fullmatch(word)], []
    named = [word for word in words if NAMED_WORD.fullmatch(word)]
    usual_words = dict(zip(kinds(verb), defaults(verb), strict=True))
    for field in unnamed_fields(verb):
        kind, default = kinds(verb)[field], usual_words[field]
        names = list(kind.words) if isinstance(kind, Word) else list(menu.field_values(verb).get(field, ()))
        if not left:
            break
        if default is NODEFAULT and isinstance(kind, Word) and type(usual) is verb:
            default = getattr(usual, field)
        own = (word for word in left if word == "-" or matching_names(word, names, menu.letters))
        word = next(own, default) if isinstance(default, str) else left[0]
        done.append(word)
        if word in left:
            left.remove(word)
    if verb.named:
        return [*done, *left, *named]
    return words if left else [*done, *named]
