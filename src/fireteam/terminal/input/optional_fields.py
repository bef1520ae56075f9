"""The optional parts of a choice as people say them: `burst, called=head`, in any order and left short.

A bare word means a field of yes and no by its name, or the one field that has the word. A name and a word beside each
other, `stance evade`, are read like `stance=evade`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from difflib import get_close_matches
from typing import NamedTuple

from ...core.errors import BadNotation
from ...core.protocol.choices import NAMED_WORD, Verb, kinds, name_of, needed_fields, unknown_field
from ...core.protocol.field_kinds import YES_NO, Kind, Word
from ...core.protocol.list_kinds import ListKind

COMMA_FORMS = ("point", "vector", "region")  # places may have a comma within


class FieldWord(NamedTuple):
    """A field and its word."""

    field: str
    word: str


def optional_kinds(verb: type[Verb]) -> dict[str, Kind]:
    """The fields of a verb that may be left out, in order."""
    return {field: kind for field, kind in kinds(verb).items() if field not in needed_fields(verb)}


def bare_words(verb: type[Verb]) -> dict[str, list[FieldWord]]:
    """The words that mean an optional field with its value, and what they mean."""
    found: dict[str, list[FieldWord]] = {}
    for field, kind in optional_kinds(verb).items():
        if isinstance(kind, Word) and set(kind.words) == set(YES_NO):
            found.setdefault(field, []).append(FieldWord(field, YES_NO[1]))
        elif isinstance(kind, Word):
            for word in kind.words:
                found.setdefault(word.lower(), []).append(FieldWord(field, word))
    return found


def read_options(
    verb: type[Verb], text: str, complete: Callable[[Kind, str], str] = lambda kind, word: word
) -> dict[str, str]:
    """What a text says of fields of a verb, each word completed.

    Raises:
        BadNotation: a word means nothing, or several things.
    """
    found: dict[str, str] = {}
    for field, word in _pairs(verb, text):
        if field in found:
            raise BadNotation(f"{field} is said twice")
        found[field] = _complete(field, kinds(verb)[field], word, complete)
    return found


def is_option(verb: type[Verb], word: str) -> bool:
    """Whether a word is, whole, the name of an optional field, a bare word, or `name=word` of such a field."""
    small = word.lower().strip(",")
    name = match[1] if (match := NAMED_WORD.fullmatch(small)) else small
    return name in optional_kinds(verb) or (match is None and small in bare_words(verb))


def _pairs(verb: type[Verb], text: str) -> list[FieldWord]:
    """The fields that a text says, with their words as they stand there."""
    found: list[FieldWord] = []
    pieces = [(piece, k) for word in text.split() for k, piece in enumerate(word.split(","))]
    joined = name = ""  # a comma goes on; a field whose word comes next
    for n, (piece, k) in enumerate(pieces):
        goes_on = k > 0 or joined == ","
        joined = "," if k > 0 and not piece else ""
        if not piece:
            continue
        following = pieces[n + 1][0] if n + 1 < len(pieces) else ""
        if name:
            found.append(FieldWord(name, piece))
            name = ""
        elif match := NAMED_WORD.fullmatch(piece):
            field = field_called(verb, match[1])
            if not match[2]:
                raise BadNotation(f"{field}= is without a value")
            found.append(FieldWord(field, match[2]))
        elif goes_on and found and _takes_commas(verb, found[-1].field) and not is_option(verb, piece):
            found[-1] = FieldWord(found[-1].field, f"{found[-1].word},{piece}")
        elif (field := piece.lower()) in kinds(verb) and _may_follow(verb, field, following):
            name = field
        else:
            try:
                found.append(_bare(verb, piece))
            except BadNotation:
                near = [field for field in kinds(verb) if field.startswith(piece.lower())]
                if len(near) != 1 or not _may_follow(verb, near[0], following):
                    raise
                name = near[0]
    return found


def _takes_commas(verb: type[Verb], field: str) -> bool:
    kind = kinds(verb)[field]
    return isinstance(kind, ListKind) or kind.form in COMMA_FORMS


def _may_follow(verb: type[Verb], field: str, word: str) -> bool:
    """Whether a word may be what the field before it is to have."""
    kind = kinds(verb)[field]
    if not word or "=" in word:
        return False
    return not (isinstance(kind, Word) and set(kind.words) == set(YES_NO)) or word.lower() in YES_NO


def field_called(verb: type[Verb], name: str) -> str:
    """The field that a name means, perhaps left short.

    Raises:
        BadNotation: none, or several.
    """
    small, fields = name.lower(), kinds(verb)
    if small in fields:
        return small
    near = [field for field in fields if field.startswith(small)]
    if len(near) > 1:
        raise BadNotation(f"{name!r} may be {' or '.join(near)}")
    if not near:
        raise unknown_field(verb, name)
    return near[0]


def _bare(verb: type[Verb], word: str) -> FieldWord:
    """What a bare word means."""
    small, words = word.lower(), bare_words(verb)
    near = [small] if small in words else [one for one in words if one.startswith(small)]
    meant = {field_word: None for one in near for field_word in words[one]}
    if len(meant) == 1:
        return next(iter(meant))
    if not meant:
        raise BadNotation(f"{word!r} is no option of {name_of(verb)}{hint(word, [*words, *optional_kinds(verb)])}")
    shown = near if len(near) > 1 else [f"{field}={value}" for field, value in meant]
    raise BadNotation(f"{word!r} may be {' or '.join(shown)}")


def _complete(field: str, kind: Kind, word: str, complete: Callable[[Kind, str], str]) -> str:
    """A field's word, completed."""
    if not isinstance(kind, Word):
        return complete(kind, word)
    small = word.lower()
    near = [one for one in kind.words if one.lower() == small] or [
        one for one in kind.words if one.lower().startswith(small)
    ]
    if len(near) > 1:
        raise BadNotation(f"{field}: {word!r} may be {' or '.join(near)}")
    if not near:
        raise BadNotation(f"{word!r} is no {field}{hint(word, kind.words)}; there is {', '.join(kind.words)}")
    return near[0]


def hint(word: str, names: Iterable[str]) -> str:
    """The name that is nearest to a word, as a question; nothing if none is near."""
    small = {name.lower(): name for name in names}
    near = get_close_matches(word.lower(), small, 1)
    return f", did you mean {small[near[0]]}?" if near else ""


def option_words(fields: Mapping[str, str]) -> list[str]:
    """Fields as words of notation."""
    return [f"{field}={word}" for field, word in fields.items()]
