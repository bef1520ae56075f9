"""What quick choices tell in numbers, as the messages that HTTP answers with. The page has the same in `quick.ts`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from ...core.protocol.drawing import PLACE, ROLE, STANDING
from ...core.protocol.sentences import fill
from .event_texts import event_texts
from .lexicon import ITSELF, SQUARE, with_gaps
from .messages import Dictionary, Lexicon, Menu

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
        return now["role"] if row == self._units + ROLE else now["scene"]["standing"]

    def view(self, rows: Sequence[Sequence[int]], now: Mapping[str, Any]) -> dict[str, Any]:
        """Return the Scene and the Role after a frame with these rows."""
        scene, role = now["scene"], now["role"]
        names = self._texts[self._words.units]
        units = {names.index(token["unit"]) - 1: token for token in _tokens(scene)}
        for row in rows:
            value = self._values.get(self._key(row), UNKNOWN)
            if row[0] < self._units:
                x, y = (*row[1 : 1 + PLACE], 0, 0)[:PLACE]
                units[row[0]] = value and {**value, "x": float(x), "y": float(y)}
            elif row[0] == self._units + STANDING:
                scene = {**scene, "standing": value}
            elif value is not UNKNOWN:
                role = value
        tokens = [units[k] for k in sorted(units) if units[k]]
        there, beside = ([one for one in tokens if (one["x"] >= 0) == on] for on in (True, False))
        return {"scene": {**scene, "tokens": there, "waiting": beside}, "role": role}

    def menu(self, menu: Sequence[Sequence[int]], columns: Sequence[str]) -> tuple[int, Any, list[dict[str, Any]]]:
        """Return the slot of a menu, the menu without its options, and these. `columns` are those of the board."""
        asked, *groups = menu
        options = [one for group in groups for one in self._options(group, columns)]
        return asked[0], self._values["menu", *asked], options

    def _options(self, group: Sequence[int], columns: Sequence[str]) -> Iterator[dict[str, Any]]:
        verb, *numbers = group
        form = self._words.verbs[verb - 1]
        assert form is not None, "a verb that numbers tell"
        if form.lists:
            listed = [self._text(form.forms[0], number) for number in numbers[1:]]
            yield _option(form.label, [form.verb, ",".join(listed) or "-"], {})
            return
        if is_in_runs(form.forms):
            numbers = [*numbers[:1], *squares_of(numbers[1:])]
        width = sum(2 if one == SQUARE else 1 for one in form.forms)
        shared = numbers[:1] if width > 1 else []
        step = width - len(shared)
        for begin in range(len(shared), len(numbers), step) if step else [0]:
            words = list(self._cells(form.forms, [*shared, *numbers[begin : begin + step]], columns))
            place = next((word for one, word in zip(form.forms, words, strict=True) if one == SQUARE), "")
            yield _option(form.label, [form.verb, *words], {"note": self._words.notes.get(place, "")})

    def events(self, log: Sequence[Any], dictionary: Dictionary, columns: Sequence[str]) -> list[dict[str, Any]]:
        """Return the rows of a log in words."""
        forms = self._words.events
        return event_texts(log, dictionary, lambda kind, cells: self._cells(forms[kind] or (), cells, columns))

    def _cells(self, forms: Sequence[int], numbers: Sequence[int], columns: Sequence[str]) -> Iterator[str]:
        """Yield a text for each field."""
        at = 0
        for form in forms:
            if form == SQUARE:
                yield f"{columns[numbers[at]]}{numbers[at + 1] + 1}"
                at += 2
            else:
                yield self._text(form, numbers[at])
                at += 1

    def _text(self, form: int, number: int) -> str:
        if form == ITSELF:
            return str(number)
        texts = self._texts[form]
        return texts[number + 1 if number + 1 < len(texts) else 0]


def is_in_runs(forms: Sequence[int]) -> bool:
    """Whether the squares of a verb with these fields are told in runs: it is of something and a square."""
    return len(forms) == 2 and forms[0] != SQUARE and forms[1] == SQUARE


def squares_of(runs: Sequence[int]) -> list[int]:
    """Return column and row of each square of some runs: column and row of the first, and how many lie to the right."""
    triples = (runs[k : k + 3] for k in range(0, len(runs), 3))
    return [number for x, y, count in triples for k in range(count) for number in (x + k, y)]


def _tokens(scene: Mapping[str, Any]) -> list[Any]:
    return [*scene["tokens"], *scene["waiting"]]


def _option(label: str, words: Sequence[str], more: Mapping[str, str]) -> dict[str, Any]:
    """Return an option by the words of its notation; without a label where it is called as it is written."""
    notation = " ".join(words)
    title = fill(label, {f"w{k}": word for k, word in enumerate(words)} | dict(more)) if label else ""
    found = {"notation": notation, "label": title}
    return found if title and title != notation.replace("_", " ") else {"notation": notation}
