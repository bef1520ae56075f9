"""What quick choices tell in numbers, as the messages that HTTP answers with. The page has the same in `quick.ts`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import accumulate
from typing import Any

import msgspec

from ...core.protocol.drawing import MARKS, PLACE, ROLE, TRAILS
from ...core.protocol.sentences import fill
from .event_texts import event_texts
from .lexicon import ITSELF, LENGTH, PLACES, POINT, SIGNED, SQUARE, TENTHS, with_gaps
from .messages import Dictionary, FieldNumbers, Lexicon, Menu, VerbNumbers

OF_GROUND = {MARKS: "marks", TRAILS: "trails"}
"""What of the Scene's ground has a row, by its section."""
UNKNOWN = object()
BLANK = msgspec.to_builtins(Menu())


class QuickDecoder:
    """What a reader has been told of rows: values by row and what stands in it, and the headers of menus."""

    def __init__(self) -> None:
        self.lexicon: Lexicon | None = None
        self._texts: list[list[str]] = []
        self._values: dict[tuple[Any, ...], Any] = {}

    def take(
        self,
        frame: Mapping[str, Any],
        rows: Sequence[Sequence[int]],
        now: Mapping[str, Any],
        menus: Mapping[str, Any],
        patched: Callable[[Any, Any], Any],
    ) -> None:
        """Take in what a frame says for the first time.

        Args:
            frame: a QuickChoice as JSON has it.
            rows: its rows.
            now: the view before it.
            menus: the menus of slots before it, without their options.
            patched: returns a value as a patch makes it.
        """
        if lexicon := frame.get("lexicon"):
            self.lexicon = msgspec.convert(lexicon, Lexicon)
            self._texts = list(map(with_gaps, self.lexicon.texts))
            self._values = {}
        for row, patch in frame.get("said", ()):
            if isinstance(row, list):
                self._values["menu", *row] = patched(menus.get(str(row[0]), BLANK), patch)
            else:
                key = next(self._key(one) for one in rows if one[0] == row)
                self._values[key] = patched(self._before(row, now), patch)

    @property
    def _words(self) -> Lexicon:
        assert self.lexicon is not None, "the first frame brings it"
        return self.lexicon

    def _key(self, row: Sequence[int]) -> tuple[Any, ...]:
        """Return by what the value of a row is found again."""
        return (row[0], *row[1 + PLACE :]) if row[0] < self._units else tuple(row)

    @property
    def _units(self) -> int:
        return self._words.rows

    def _before(self, row: int, now: Mapping[str, Any]) -> Any:
        """Return what the value of a row was in a view."""
        if row < self._units:
            name = self._text(self._words.units, row)
            return next((one for one in _tokens(now["scene"]) if one["unit"] == name), None)
        scene, section = now["scene"], row - self._units - self._words.lines
        if section < 0:
            return scene["standing"][row - self._units]
        return now["role"] if section == ROLE else scene["ground"][OF_GROUND[section]]

    def view(self, rows: Sequence[Sequence[int]], now: Mapping[str, Any]) -> dict[str, Any]:
        """Return the Scene and the Role after a frame with these rows."""
        scene, role = now["scene"], now["role"]
        names = self._texts[self._words.units]
        units = {names.index(token["unit"]) - 1: token for token in _tokens(scene)}
        standing = list(scene["standing"])
        for row in rows:
            value = self._values.get(self._key(row), UNKNOWN)
            section = row[0] - self._units - self._words.lines
            if row[0] < self._units:
                x, y = (*row[1 : 1 + PLACE], 0, 0)[:PLACE]
                steps = self._words.steps
                units[row[0]] = value and {**value, "x": x / steps, "y": y / steps}
            elif section < 0:
                standing[row[0] - self._units] = value
            elif section in OF_GROUND:
                scene = {**scene, "ground": {**scene["ground"], OF_GROUND[section]: value}}
            elif value is not UNKNOWN:
                role = value
        tokens = [units[k] for k in sorted(units) if units[k]]
        there, beside = ([one for one in tokens if (one["x"] >= 0) == on] for on in (True, False))
        return {"scene": {**scene, "standing": standing, "tokens": there, "waiting": beside}, "role": role}

    def menu(self, menu: Sequence[Sequence[Any]], columns: Sequence[str]) -> tuple[int, Any, list[dict[str, Any]]]:
        """Return the slot of a menu, the menu without its options, and these. `columns` are those of the board."""
        asked, *groups = menu
        options = [one for group in groups for one in self._options(group, columns)]
        return asked[0], self._values["menu", *asked], options

    def _options(self, group: Sequence[Any], columns: Sequence[str]) -> Iterator[dict[str, Any]]:
        verb, *numbers = group
        form = self._words.verbs[verb - 1]
        assert form is not None, "a verb that numbers tell"
        if is_in_runs(form):
            numbers = [*numbers[:1], *squares_of(numbers[1:])]
        fixed = sum(map(_width, (one.form for one in form.fields if not one.between)))
        if form.facts or any(one.between for one in form.fields):
            parts = [number for number in numbers if isinstance(number, list)]
            for part in parts:
                yield from self._part(form, fixed, numbers[: len(numbers) - len(parts)], part, columns)
            return
        shared = min(1, max(fixed - 1, 0))
        step = fixed - shared
        for at in range(shared, len(numbers), step) if step else [0]:
            yield self._option(form, [*numbers[:shared], *numbers[at : at + step]], (), (), columns)

    def _part(
        self, form: VerbNumbers, fixed: int, shared: Sequence[int], part: Sequence[int], columns: Sequence[str]
    ) -> Iterator[dict[str, Any]]:
        """Yield the options of a part of a group: with the same last fact, and as many entries in their lists."""
        last = part[: 1 if form.facts else 0]
        facts = [*shared[fixed:], *last]
        entry = next((_width(one.form) for one in form.fields if one.between), 0)
        size, *entries = part[len(last) :] if entry else (0,)
        if entry == 2:
            pairs = [accumulate(entries[k::2]) for k in range(2)]
            entries = [number for pair in zip(*pairs, strict=True) for number in pair]
        width = entry * size
        for at in range(0, len(entries), width) if width else [0]:
            yield self._option(form, shared[:fixed], entries[at : at + width], facts, columns)

    def _option(
        self,
        form: VerbNumbers,
        fixed: Sequence[int],
        entries: Sequence[int],
        facts: Sequence[int],
        columns: Sequence[str],
    ) -> dict[str, Any]:
        """Return an option by its fixed numbers, those of its list and of its facts."""
        single = self._cells([one.form for one in form.fields if not one.between], fixed, columns)
        words, point, end = [], "", ""
        for one in form.fields:
            if one.between:
                width = _width(one.form)
                listed = list(self._cells([one.form] * (len(entries) // width), entries, columns))
                end = listed[-1] if listed and one.form in PLACES else ""
                words.append(one.between.join(listed) or "-")
            else:
                words.append(next(single))
                point = point or (words[-1] if one.form in PLACES else "")
        values = {"note": self._words.notes.get(point, ""), "point": end or point}
        values |= {f"f{k}": text for k, text in enumerate(self._cells(form.facts, facts, columns), 1)}
        return _option(form, words, values, end)

    def events(self, log: Sequence[Any], dictionary: Dictionary, columns: Sequence[str]) -> list[dict[str, Any]]:
        """Return the rows of a log in words."""
        forms = self._words.events
        return event_texts(log, dictionary, lambda kind, cells: self._cells(forms[kind] or (), cells, columns))

    def _cells(self, forms: Sequence[int], numbers: Sequence[int], columns: Sequence[str]) -> Iterator[str]:
        """Yield a text for each form."""
        at = 0
        for form in forms:
            if form == SQUARE:
                yield f"{columns[numbers[at]]}{numbers[at + 1] + 1}"
            elif form == POINT:
                yield f"{self._text(LENGTH, numbers[at])},{self._text(LENGTH, numbers[at + 1])}"
            else:
                yield self._text(form, numbers[at])
            at += _width(form)

    def _text(self, form: int, number: int) -> str:
        if form == ITSELF:
            return str(number)
        if form == SIGNED:
            return f"{number:+d}" if number else ""
        if form == TENTHS:
            return f"{number / 10:.1f}"
        if form == LENGTH:
            return repr(number / self._words.steps).removesuffix(".0")
        texts = self._texts[form]
        return texts[number + 1 if number + 1 < len(texts) else 0]


def _width(form: int) -> int:
    """Return how many numbers are of a form."""
    return 2 if form in PLACES else 1


def is_in_runs(form: VerbNumbers) -> bool:
    """Whether the places of a verb are told in runs: it is of something and a place."""
    return not form.facts and _are_in_runs(form.fields)


def _are_in_runs(fields: Sequence[FieldNumbers]) -> bool:
    is_pair = len(fields) == 2 and not (fields[0].between or fields[1].between)
    return is_pair and fields[0].form not in PLACES and fields[1].form in PLACES


def squares_of(runs: Sequence[int]) -> list[int]:
    """Return the x and y of each place of some runs: those of the first, and how many lie to the right."""
    triples = (runs[k : k + 3] for k in range(0, len(runs), 3))
    return [number for x, y, count in triples for k in range(count) for number in (x + k, y)]


def _tokens(scene: Mapping[str, Any]) -> list[Any]:
    return [*scene["tokens"], *scene["waiting"]]


def _option(form: VerbNumbers, words: Sequence[str], values: Mapping[str, str], end: str) -> dict[str, Any]:
    """Return an option by the words of its fields; without a label where it is called as it is written."""
    count = len(words)
    while count and form.fields[count - 1].usual == words[count - 1]:
        count -= 1
    notation = " ".join((form.verb, *words[:count]))
    there = {f"w{k}": word if k <= count else "" for k, word in enumerate(words, 1)}
    label = fill(form.label, there | dict(values)) if form.label else ""
    found = {"notation": notation, "label": label} if label else {"notation": notation}
    if label == notation.replace("_", " "):
        del found["label"]
    return found | {"point": end} if end else found
