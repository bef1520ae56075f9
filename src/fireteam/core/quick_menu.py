"""The options of a menu in numbers, as JSON: in groups, and in those by runs of points, parts or numbers on end.

Everywhere `options` are records of choices as words, of which the first is the verb, `facts` what their labels say
besides, and `forms` how the choices of each verb are told (`protocol/number_forms.py`). What writes text returns the
byte behind it.
"""

from __future__ import annotations

from typing import Any

from .engine.compiled import compiled
from .engine.dispatch import write_label_facts
from .engine.json_text import put_close, put_number, put_open
from .engine.record import Array
from .protocol.number_forms import FACTS, FIXED, LIST, LISTED, NO_FORM, PLACES, RUNS, SHARED, UNTOLD, X, Y, entry_stride

NOT_TOLD = -1


@compiled
def write_facts(state: Any, tables: Any, slot: int, choices: Array, count: int, forms: Array, facts: Array) -> None:
    """Write what the label of each option says beside its words."""
    for k in range(count):
        fact_count = forms[choices[k].verb, FACTS]
        for j in range(fact_count):
            facts[k, j] = 0
        if fact_count:
            write_label_facts(state, tables, slot, choices[k], facts[k])


@compiled
def number_of(options: Array, facts: Array, forms: Array, k: int, j: int) -> int:
    """The j-th of what tells an option: its fixed numbers, then its facts."""
    verb = options[k, 0]
    fixed = forms[verb, FIXED]
    return int(options[k, forms[verb, PLACES + j]] if j < fixed else facts[k, j - fixed])


@compiled
def end_of_group(options: Array, facts: Array, forms: Array, k: int, count: int) -> int:
    """The first option after k that is not told with it: one of another verb, or with other first numbers."""
    verb, end = options[k, 0], k + 1
    while end < count and options[end, 0] == verb:
        for j in range(forms[verb, SHARED]):
            if number_of(options, facts, forms, end, j) != number_of(options, facts, forms, k, j):
                return end
        end += 1
    return end


@compiled
def are_told(options: Array, forms: Array, k: int, end: int) -> bool:
    """Whether numbers tell all that options of one verb say: nothing stands where they tell nothing."""
    verb = options[k, 0]
    first = PLACES + forms[verb, FIXED]
    for j in range(first, first + forms[verb, UNTOLD]):
        for i in range(k, end):
            if options[i, forms[verb, j]] != 0:
                return False
    return True


@compiled
def put_groups(options: Array, facts: Array, count: int, forms: Array, counts: Array, text: Array) -> int:
    """Write options in groups, neighbours of one verb with the same first numbers, and count those of each verb.

    Returns how many bytes that took; NOT_TOLD if numbers cannot tell them. Of a group the verb and what is the same
    stand first, then of each option what is not: points in runs, parts of lists and facts, or the rest of its numbers.
    """
    counts[:] = 0
    k = n = 0
    while k < count:
        verb = options[k, 0]
        fixed, shared, entry = forms[verb, FIXED], forms[verb, SHARED], forms[verb, LIST]
        if fixed == NO_FORM:
            return NOT_TOLD
        end = end_of_group(options, facts, forms, k, count)
        if not are_told(options, forms, k, end):
            return NOT_TOLD
        n = put_number(text, put_open(text, n), verb)
        for j in range(shared):
            n = put_number(text, n, number_of(options, facts, forms, k, j))
        if entry == RUNS:
            n = put_runs(options, k, end, text, n)
        elif entry > 0 or forms[verb, FACTS]:
            n = put_parts(options, facts, forms, k, end, text, n)
        else:
            for i in range(k, end):
                for j in range(shared, fixed):
                    n = put_number(text, n, number_of(options, facts, forms, i, j))
        counts[verb] += end - k
        n, k = put_close(text, n), end
    return n


@compiled
def put_runs(options: Array, k: int, end: int, text: Array, n: int) -> int:
    """Write the points of options: where each run begins, and how many stand side by side."""
    while k < end:
        x, y, run = options[k, X], options[k, Y], 1
        while k + run < end and options[k + run, X] == x + run and options[k + run, Y] == y:
            run += 1
        n = put_number(text, put_number(text, put_number(text, n, x), y), run)
        k += run
    return n


@compiled
def put_parts(options: Array, facts: Array, forms: Array, k: int, end: int, text: Array, n: int) -> int:
    """Write options in parts: neighbours with the same last fact and as many entries. These two, then all entries."""
    verb = options[k, 0]
    entry, fact_count = forms[verb, LIST], forms[verb, FACTS]
    last = max(fact_count - 1, 0)
    while k < end:
        length, fact, x, y = options[k, LISTED], facts[k, last], 0, 0
        n = put_open(text, n)
        if fact_count:
            n = put_number(text, n, fact)
        if entry > 0:
            n = put_number(text, n, length)
        while k < end and options[k, LISTED] == length and (not fact_count or facts[k, last] == fact):
            n, x, y = put_entries(options[k], entry, x, y, text, n)
            k += 1
        n = put_close(text, n)
    return n


@compiled
def put_entries(option: Array, entry: int, x: int, y: int, text: Array, n: int) -> tuple[int, int, int]:
    """Write the entries of a list, points by their way from x and y; the last point is returned with the byte."""
    for j in range(option[LISTED] if entry > 0 else 0):
        at = LISTED + 1 + j * entry_stride(entry)
        if entry == 1:
            n = put_number(text, n, option[at])
        else:
            n = put_number(text, put_number(text, n, option[at] - x), option[at + 1] - y)
            x, y = option[at], option[at + 1]
    return n, x, y
