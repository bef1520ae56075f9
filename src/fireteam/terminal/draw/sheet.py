"""Sheets in lines: what one holds and costs, what is wrong with it, and what a field may be."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ...core.protocol.sheets import Path, SheetChoice, SheetCost, SheetField, SheetForm, SheetProblem, SheetReport
from ..console import pack_words, printable, wrap

HEADING = ("id", "name")  # what an entry of a list is called by
TITLE_WIDTH = 21  # columns


def sheet_lines(form: SheetForm, report: SheetReport, width: int) -> Iterator[str]:
    """A sheet with its points: its fields, and each entry of its lists in a line."""
    yield f"{form.title}: {printable(report.title)}, {report.summary}"
    value = report.value if isinstance(report.value, dict) else {}
    for field in form.fields:
        given = value.get(field.name)
        if field.kind == "record" and field.shape == "list":
            for n, each in enumerate(given if isinstance(given, list) else ()):
                points = points_at(report.costs, (field.name, n))
                text = f"{_heading(each, n)}: {_fields_text(field, each)}".removesuffix(": ")
                yield from wrap(printable(f"{text} = {points} {form.unit}"), width, "  ", "      ")
            if not given:
                yield f"  no {field.title} yet"
        elif given is not None:
            yield from wrap(printable(f"{field.title} {value_text(given)}"), width, "  ", "      ")


def points_at(costs: Sequence[SheetCost], path: Path) -> int:
    """What a part of a sheet costs with everything in it."""
    return sum(cost.points for cost in costs if cost.path[: len(path)] == path)


def cost_lines(report: SheetReport, unit: str) -> Iterator[str]:
    """What each entry costs, and what for."""
    groups: dict[Path, list[SheetCost]] = {}
    for cost in report.costs:
        end = next((n + 1 for n, step in enumerate(cost.path) if isinstance(step, int)), 0)
        groups.setdefault(cost.path[:end], []).append(cost)
    for costs in groups.values():
        total = sum(cost.points for cost in costs)
        parts = ", ".join(f"{cost.label} {cost.points}" for cost in costs[1:])
        yield printable(f"  {costs[0].label}: {total} {unit}{f' ({costs[0].points}, {parts})' if parts else ''}")


def problem_text(problem: SheetProblem) -> str:
    """What is wrong, with its clause."""
    return printable(f"{problem.sentence} (rules {problem.clause})" if problem.clause else problem.sentence)


def _heading(entry: Any, number: int) -> str:
    """What an entry of a list is called."""
    names = [str(entry[name]) for name in HEADING if entry.get(name)] if isinstance(entry, dict) else []
    return " ".join(names) or str(number + 1)


def _fields_text(field: SheetField, entry: Any) -> str:
    """What an entry of a list has besides, in the order of its fields."""
    if not isinstance(entry, dict):
        return value_text(entry)
    known = [each.name for each in field.fields]
    names = [*(name for name in known if name in entry), *(name for name in entry if name not in known)]
    return ", ".join(f"{name} {value_text(entry[name])}" for name in names if name not in HEADING and entry[name] != [])


def value_text(value: Any) -> str:
    """A value as it is typed."""
    if isinstance(value, list) and value:
        numbers = all(isinstance(each, int | float) for each in value)
        return (",".join if numbers else " ".join)(map(value_text, value))
    if isinstance(value, dict):
        return " ".join(f"{name} {value_text(each)}" for name, each in value.items())
    if value is None or value == []:
        return "none"
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def field_lines(field: SheetField, unit: str, width: int, is_short: bool = False) -> Iterator[str]:
    """What a field may be: its limits, and its choices with what they cost; in short, without what they do."""
    choices = (*field.keys, *field.choices)
    costs = f"; the numbers are {unit}" if any(choice.points is not None for choice in choices) else ""
    yield from wrap(f"{field.title}: {field_meaning(field)}{costs}", width, "  ", "      ")
    if is_short:
        points = ("" if choice.points is None else f" {choice.points}" for choice in choices)
        words = [f"{choice.value}{cost}" for choice, cost in zip(choices, points, strict=True)]
        yield from pack_words(words, width, "    ", ", ")
        return
    for choice in choices:
        yield from wrap(choice_text(choice), width, "    ", " " * (TITLE_WIDTH + 11))


def field_meaning(field: SheetField) -> str:
    """What a field is, in words."""
    if field.meaning:
        return field.meaning
    kinds = {"text": "text", "number": "a number", "flag": "yes or no", "choice": "one of these", "record": "fields"}
    meaning = kinds[field.kind]
    if field.kind == "number" and field.low is not None and field.high is not None:
        meaning = f"a {'whole ' if field.whole else ''}number from {field.low:g} to {field.high:g}"
    if field.kind == "text" and field.longest:
        meaning = f"text of at most {field.longest} characters"
    if field.shape == "list":
        meaning = "any of these" if field.choices else f"a list, each {meaning}"
    return "each name with its value" if field.shape == "map" else meaning


def choice_text(choice: SheetChoice) -> str:
    """A value that may be chosen: what it costs and does."""
    points = "" if choice.points is None else choice.points
    title = choice.title if choice.title.replace(" ", "_") != str(choice.value) else ""
    meaning = "; ".join(filter(None, (title, choice.meaning)))
    clause = f" (rules {choice.clause})" if choice.clause else ""
    return f"{choice.value:<{TITLE_WIDTH}} {points:>4}  {meaning}{clause}".rstrip()
