"""Options of a menu in numbers: how many there are, and one of them, without a list of all.

Of verbs without facts or paths. Whoever plays in the bench takes one option in so many, and should take little time
from the server that is measured.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from fireteam.core.space.squares import square_name
from fireteam.server.wire.lexicon import SQUARE
from fireteam.server.wire.messages import VerbNumbers
from fireteam.server.wire.quick_decoder import is_in_runs

Text = Callable[[int, int], str]
"""Returns the word of a form by its number."""


class VerbOptions:
    """How the options of a verb stand in a group of a menu, and how each is written."""

    def __init__(self, form: VerbNumbers, text: Text) -> None:
        self._form, self._text = form, text
        self._is_of_lists = any(one.between for one in form.fields)
        self._is_in_runs = is_in_runs(form)
        self._step = sum(2 if one.form == SQUARE else 1 for one in form.fields) - 1  # beside the first number

    def count(self, group: Sequence[Any]) -> int:
        """Return how many options a group has."""
        if self._is_of_lists:
            return len(_lists(group))
        if self._is_in_runs:
            return sum(group[4::3])
        return max(1, len(group) - 1) if self._step < 1 else (len(group) - 2) // self._step

    def line(self, group: Sequence[Any], k: int) -> str:
        """Return option `k` of a group as it is written."""
        verb, fields = self._form.verb, self._form.fields
        if self._is_of_lists:
            words = [self._text(fields[0].form, one) for one in _lists(group)[k]]
            return f"{verb} {','.join(words) or '-'}"
        numbers = iter(self._numbers(group, k))
        words = [
            square_name((next(numbers), next(numbers))) if one.form == SQUARE else self._text(one.form, next(numbers))
            for one in fields
        ]
        return " ".join([verb, *words])

    def _numbers(self, group: Sequence[Any], k: int) -> Sequence[int]:
        if self._is_in_runs:
            run = 2
            while k >= group[run + 2]:
                k -= group[run + 2]
                run += 3
            return group[1], group[run] + k, group[run + 1]
        if self._step < 1:
            return group[1 + k : 2 + k]
        begin = 2 + k * self._step
        return [group[1], *group[begin : begin + self._step]]


def _lists(group: Sequence[Any]) -> list[Sequence[int]]:
    """Return the lists of a group: those of each part are as long."""
    parts = ((entries, max(size, 1)) for size, *entries in group[1:])
    return [of[at : at + size] for of, size in parts for at in range(0, max(len(of), 1), size)]
