"""Words and other values that are said once to a reader: from then on their number stands for them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import compress
from operator import ne
from typing import Any, NamedTuple, TypeAlias

import msgspec
from msgspec.structs import astuple

from ...core.protocol.briefing import Role
from ...core.protocol.scene import Badge, Interaction, Preset, Thing, VerbUse
from .messages import FreeAct

SAID_ONCE = frozenset({Interaction, VerbUse, Thing, Preset, Role, FreeAct, Badge})
"""What comes back as it was, time and again."""
KNOWN, NEW = "=", "+"
PLAIN_KINDS = frozenset({int, float, bool, type(None)})
"""What JSON has as it is."""
LONG = 32  # letters of a text that is said once
LONG_PUBLIC = 12  # the same of what everybody is told: there it is said more often
MOST = 2_000  # entries; what is said after that is always said whole


class WordTable:
    """What a reader has been told, by number. Both sides keep it alike, without a word more than the entries.

    Entries of the public table have negative numbers, -1 the first: `public_number`.
    """

    def __init__(self, entries: Iterable[Any] = (), numbers: dict[Any, int] | None = None) -> None:
        self.entries = list(entries)
        self._numbers = {entry: k for k, entry in enumerate(self.entries)} if numbers is None else numbers
        self.number_of: Callable[[Any], int | None] = self._numbers.get
        """The number of an entry; None if it has none. It is asked so often that nothing stands around it."""
        self.has_none_of: Callable[[Iterable[Any]], bool] = self._numbers.keys().isdisjoint
        """Whether none of some entries has a number."""

    def copy(self) -> WordTable:
        """Return a table with the same entries."""
        return WordTable(self.entries, self._numbers.copy())

    def add(self, entry: Any) -> bool:
        """Give an entry the next number; False if there is no room for it."""
        if len(self.entries) >= MOST:
            return False
        self._numbers[entry] = len(self.entries)
        self.entries.append(entry)
        return True


def public_number(k: int) -> int:
    """Return the number by which entry k of the public table is told; and k by that number."""
    return -1 - k


NOTHING = WordTable()
"""The table of who knows no word."""


SharedPatches: TypeAlias = dict[tuple[int, int], tuple[Any, Any, dict[str, Any]]]
"""Patches in public words alone, by the `id` of what was and of what is, which are held so that the ids stay theirs."""


class Writer:
    """Writes words and values for a reader, by number where the reader knows them.

    With `grows`, what is said for the first time gets a number by that. `table` is copied before it grows: whoever
    began with it may go on with it. The words of `public` are known as well, and `shared` is what others with these
    have written of the same change.
    """

    long = LONG

    def __init__(
        self,
        table: WordTable,
        grows: bool = True,
        public: WordTable | None = None,
        shared: SharedPatches | None = None,
    ) -> None:
        self.table, self.grows, self.shared, self._is_own = table, grows, shared, False
        self.asked = 0
        """How often the reader's own words were asked for what is not public: what is written without is for all."""
        self._own_number_of = table.number_of
        known_to_all = NOTHING if public is None else public
        self._public_number_of, self._public_has_none_of = known_to_all.number_of, known_to_all.has_none_of

    def number_of(self, entry: Any) -> int | None:
        """Return the number by which the reader knows an entry; None if it does not."""
        number = self._public_number_of(entry)
        if number is not None:
            return -1 - number
        self.asked += 1
        return self._own_number_of(entry)

    def add(self, entry: Any) -> bool:
        """Give an entry the next number; False if there is no room for it."""
        if not self._is_own:
            self.table, self._is_own = self.table.copy(), True
            self._own_number_of = self.table.number_of
        return self.table.add(entry)

    def new(self, entry: Any, value: Any) -> Any:
        """Return what stands for an entry that the reader does not know, written as `value`."""
        return {NEW: value} if self.grows and self.add(entry) else value

    def word(self, word: str) -> int | str | list[str]:
        """Return what stands for a word: its number, the word, or in a list the word that gets the next number."""
        if (number := self._public_number_of(word)) is not None:
            return -1 - number
        if (number := self._own_number_of(word)) is not None:
            return number
        return [word] if self.grows and self.add(word) else word

    def words(self, words: Sequence[str]) -> list[Any]:
        """Return what stands for each of several words, in the order in which they are read."""
        found: list[Any] = list(map(self._own_number_of, words))
        return found if None not in found and self._public_has_none_of(words) else list(map(self.word, words))

    def value(self, value: Any) -> Any:
        """Return a value as JSON has it, with `{"=": number}` for what the reader knows.

        `{"+": value}` is a value that gets the next number.
        """
        kind: Any = type(value)
        if kind is str:
            return self.text(value)
        if kind is tuple or kind is list:
            return [one if type(one) in PLAIN_KINDS else self.value(one) for one in value]
        if (form := _form(kind)) is not None:
            said_once = kind in SAID_ONCE
            if said_once and (number := self.number_of(value)) is not None:
                return {KNOWN: number}
            fields, values = dict(form.tag), astuple(value)
            for name, one in compress(zip(form.names, values, strict=True), map(ne, values, form.usual)):
                fields[name] = one if type(one) in PLAIN_KINDS else self.value(one)
            return self.new(value, fields) if said_once else fields
        if kind is dict:
            return {name: self.value(one) for name, one in value.items()}
        return value

    def text(self, text: str) -> str | dict[str, Any]:
        """Return a text: a long one as a value that is said once."""
        if len(text) < self.long:
            return text
        if (number := self.number_of(text)) is not None:
            return {KNOWN: number}
        value: str | dict[str, Any] = self.new(text, text)
        return value


class Form(NamedTuple):
    """How JSON has a Struct: the tag it begins with, its fields, and the value of each that is left out."""

    tag: dict[str, Any]
    names: tuple[str, ...]
    usual: tuple[Any, ...]


NEVER = object()
"""What no field of a Struct is."""


@cache
def _form(kind: type) -> Form | None:
    """Return the form of a class of Structs; None for any other."""
    if not issubclass(kind, msgspec.Struct):
        return None
    config, names, defaults = kind.__struct_config__, kind.__struct_fields__, kind.__struct_defaults__
    tag = {str(config.tag_field): config.tag} if config.tag else {}
    usual = defaults if config.omit_defaults else ()
    return Form(tag, names, (*[NEVER] * (len(names) - len(usual)), *usual))


class PublicWriter(Writer):
    """Writes what everybody is told alike: by numbers of the public table, to which it adds what is not there."""

    long = LONG_PUBLIC

    def number_of(self, entry: Any) -> int | None:
        """Return the number of an entry of the public table."""
        number = self.table.number_of(entry)
        return None if number is None else public_number(number)

    def new(self, entry: Any, value: Any) -> Any:
        """Return the number of an entry from now on: new entries are told beside what is written."""
        return {KNOWN: self.number_of(entry)} if self.add(entry) else value

    def word(self, word: str) -> int | str | list[str]:
        """Return the number of a word, which it has from now on if it had none."""
        number = self.table.number_of(word)
        if number is None and self.add(word):
            number = self.table.number_of(word)
        return word if number is None else public_number(number)

    def words(self, words: Sequence[str]) -> list[Any]:
        """Return the number of each of several words."""
        return list(map(self.word, words))


PLAIN = Writer(WordTable(), grows=False)
"""Writes everything as it is."""
