"""Runs of a menu: neighbours that are put into words together, and found again together by their numbers."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple, TypeVar

import numpy as np
from msgspec.structs import replace

from .engine.compiled import compiled_short
from .engine.plain_records import WORD
from .engine.record import Array
from .once_property import once_property
from .protocol.choices import Verb, name_of
from .protocol.interaction import RunUse, plain_use, use_of
from .protocol.scene import Option, Preset, Thing
from .space.units import point_texts

Found = TypeVar("Found")
POINT = "{point}"
"""What stands in the label of an option for its point."""

WriteFacts = Callable[[Array, Array, int, Array, int, Array], None]


class Facts(NamedTuple):
    """What the words of a menu's options follow from, beside choice, slot, names and content: numbers for each choice.

    `write(states, tables, slot, choices, count, rows)`, which is compiled, writes a row of so many `columns` for each
    choice. The first says to which run it belongs: neighbours with another one are apart.
    """

    write: WriteFacts
    columns: int


class Texts(NamedTuple):
    """A text for each of some options: the most frequent one, and others, each with the numbers of those that have it.

    The others stand in the order of the first options that have them.
    """

    most: str
    others: tuple[tuple[str, tuple[int, ...]], ...] = ()

    def each(self, count: int) -> list[str]:
        """The text of each of so many options."""
        found = [self.most] * count
        for text, numbers in self.others:
            for k in numbers:
                found[k] = text
        return found


def texts_of(texts: Sequence[str]) -> Texts:
    """The texts of options, of which there is one at least; of those that are as frequent the first is called so."""
    if len({*texts}) == 1:
        return Texts(texts[0])
    options: dict[str, list[int]] = {}
    for k, text in enumerate(texts):
        options.setdefault(text, []).append(k)
    most = max(options, key=lambda text: len(options[text]))
    return Texts(most, tuple([(text, tuple(of)) for text, of in options.items() if text != most]))


class AlikeOptions(NamedTuple):
    """Options of one verb whose notation differs in one word, which stands in `form` as `{}`.

    Each has a place of a free table, a row of two numbers of steps in `places`; in a label `{point}` stands for it.
    `target` is who their notation names for all of them.
    """

    verb: type[Verb]
    form: str
    words: tuple[str, ...]
    labels: Texts
    unit: str
    places: Array
    target: str = ""

    def options(self) -> Iterator[Option]:
        """One after the other."""
        labels, points = self.labels.each(len(self.words)), point_texts(self.places)
        for word, label, point in zip(self.words, labels, points, strict=True):
            texts = self.form.replace("{}", word), label.replace(POINT, point)
            yield Option(*texts, name_of(self.verb), self.verb.clause, self.unit, self.target, point)


MINE = "{mine}"
"""What stands for the unit of whoever decides, in options that are the same for all of them."""


class MenuRun:
    """Neighbours on a menu: options, or such as are alike. Each cites the clause of its verb.

    Args:
        made: what it has been made of; in options `MINE` stands for a unit.
        verbs: those of the game.
        unit: that unit.
    """

    def __init__(self, made: Sequence[Option] | AlikeOptions, verbs: Mapping[str, type[Verb]], unit: str = "") -> None:
        self.alike = made if isinstance(made, AlikeOptions) else None
        self.unit = unit
        self._made = made
        self._verbs = verbs
        self._follows: dict[Any, Any] = {}

    @once_property
    def options(self) -> tuple[Option, ...]:
        """All of them."""
        return with_unit(self._made.options() if isinstance(self._made, AlikeOptions) else self._made, self.unit)

    @property
    def forms(self) -> Sequence[Option]:
        """Options that are not alike, with `MINE` in place of the unit: the same ones for whoever decides."""
        assert not isinstance(self._made, AlikeOptions)
        return self._made

    def of_it(self, make: Callable[..., Found], *more: Any) -> Found:
        """What `make(run, *more)` makes of it, made once; `more` are the same each time."""
        found = self._follows.get(make)
        if found is None:
            found = self._follows[make] = make(self, *more)
        return found

    @once_property
    def uses(self) -> tuple[RunUse, ...]:
        """How many of each verb there are of which kind: what their interaction follows from. Equal ones are one."""
        if isinstance(self._made, AlikeOptions):
            plain = plain_use(self._made.verb)
            return _same((plain,)) if plain else _alike_uses(self._made.verb, self._made.form, self._made.words)
        return _same(tuple([self._use(verb) for verb in dict.fromkeys([option.verb for option in self._made])]))

    @once_property
    def use_key(self) -> int:
        """What `uses` go by: equal ones are one, but where it matters how many options there are."""
        return id(self) if any([use.listed for use in self.uses]) else id(self.uses)

    def _use(self, verb: str) -> RunUse:
        kind = self._verbs[verb]
        if (plain := plain_use(kind)) is not None:
            return plain
        use = use_of(kind, [option for option in self.forms if option.verb == verb])
        if not use.listed:
            return use
        return use._replace(listed=tuple([(self.unit if unit == MINE else unit, count) for unit, count in use.listed]))


def with_unit(options: Iterable[Option], unit: str) -> tuple[Option, ...]:
    """Options with a unit where `MINE` stands for it."""
    return tuple([replace(option, unit=unit) if option.unit == MINE else option for option in options])


@lru_cache(2_000)
def _alike_uses(verb: type[Verb], form: str, words: tuple[str, ...]) -> tuple[RunUse, ...]:
    options = [Option(form.replace("{}", word), "", name_of(verb), "", "", "", "-") for word in words]
    return _same((use_of(verb, options),))


@lru_cache(5_000)
def _same(uses: tuple[RunUse, ...]) -> tuple[RunUse, ...]:
    """The same object for equal ones."""
    return uses


class Heading(NamedTuple):
    """What a slot is asked, but for the options."""

    prompt: str
    things: tuple[Thing, ...]
    presets: tuple[Preset, ...]
    legend: tuple[str, ...]


class RunMenu(NamedTuple):
    """A menu in runs: how the slot is asked, how many choices there are in all, and how many of them in the runs."""

    heading: Heading
    size: int
    length: int
    runs: tuple[MenuRun, ...]


class RunKeys(NamedTuple):
    """The runs of a menu: the bytes that the words of each follow from, and where its choices begin and end.

    `facts` are those of all choices.
    """

    keys: list[bytes]
    begins: list[int]
    ends: list[int]
    facts: Array


@compiled_short
def mark_runs(words: Array, facts: Array, count: int, keys: Array, ends: Array) -> int:
    """Write what the words of each choice follow from, one after the other. How many runs there are.

    Of each run that is where its choices begin and end, and where its numbers do, in bytes.

    Of a choice that is what is not zero in it, each with its place, then -1, then what is not zero in its facts, each
    with its place from -2 down.
    """
    runs, n = 0, 0
    for k in range(count):
        if k == 0 or facts[k, 0] != facts[k - 1, 0]:
            ends[runs, 0], ends[runs, 2] = k, n * WORD
            runs += 1
        for j in range(words.shape[1]):
            if words[k, j] != 0:
                keys[n], keys[n + 1] = j, words[k, j]
                n += 2
        keys[n] = -1
        n += 1
        for j in range(facts.shape[1]):
            if facts[k, j] != 0:
                keys[n], keys[n + 1] = -2 - j, facts[k, j]
                n += 2
        ends[runs - 1, 1], ends[runs - 1, 3] = k + 1, n * WORD
    return runs


class _Room:
    """Room for the facts and keys of menus of so many choices, of so many words each, with so many columns of facts."""

    def __init__(self, count: int = 0, width: int = 0, columns: int = 0) -> None:
        self.size = count, width, columns
        self.facts, self.ends = np.zeros((count, columns), np.int64), np.zeros((count, 4), np.int64)
        self.keys = np.zeros(count * (2 * width + 1 + 2 * columns), np.int64)
        # Of a few numbers, these take a fifth of the time that NumPy takes.
        self.fact_bytes, self.key_bytes = (memoryview(one.data).cast("B") for one in (self.facts.ravel(), self.keys))
        self.end_numbers = memoryview(self.ends.ravel().data)


class _Rooms(threading.local):
    """The room of each thread."""

    def __init__(self) -> None:
        self._room = _Room()

    def of(self, count: int, width: int, columns: int) -> _Room:
        """Room for a menu, with facts of zero."""
        room = self._room
        most, had_width, had_columns = room.size
        if most < count or had_width < width or had_columns != columns:
            self._room = room = _Room(1 << max(6, count.bit_length()), width, columns)
        size = count * columns * WORD
        room.fact_bytes[:size] = bytes(size)
        return room


ROOMS = _Rooms()


def run_keys(
    facts: Facts, states: Array, tables: Array, slot: int, choices: Array, words: Array, count: int
) -> RunKeys:
    """The runs of a menu, which has so many choices; their facts stand until the next call."""
    room = ROOMS.of(count, words.shape[1], facts.columns)
    facts.write(states, tables, slot, choices, count, room.facts)
    runs = mark_runs(words, room.facts, count, room.keys, room.ends)
    ends = room.end_numbers[: 4 * runs].tolist()
    raw = room.key_bytes[: ends[-1] if runs else 0].tobytes()
    keys = list(map(raw.__getitem__, map(slice, ends[2::4], ends[3::4])))
    return RunKeys(keys, ends[::4], ends[1::4], room.facts)
