"""The chart designer: the steps of FS3-9.10 to FS3-9.15, each checked, and rows drafted from neighbours (FS3-9.22)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from ...content.pack_writer import NewEntry
from ...content.value_checks import Fault
from ...content.yaml_text import yaml_text
from ...core.percent import percent
from .chart_odds import DIFFERENCES, MISS, row_chances
from .check.charts import chart_faults, form_faults
from .entries import Chart
from .kinds import CHARTS
from .tables import COLUMNS

Fields = dict[str, Any]
CODE = re.compile("[A-Z][A-Z0-9]{0,2}")
BAND = COLUMNS // 3
DRAFTED_MISSES = 2  # FS3-9.22
FARTHER = "|"  # between nearest neighbours and what lies farther


class Step(NamedTuple):
    """A step of the designer: the field that it fills, what it asks, and whether an empty answer will do."""

    field: str
    question: str
    clause: str
    may_be_empty: bool = False


STEPS = (
    Step("locations", "1. Which locations has the target? Codes with names, like CP Cockpit, BD Body", "FS3-9.10"),
    Step("default", "2. Which is the default location, normally the centre of mass?", "FS3-9.11"),
    Step("critical", "3. Which are Critical?", "FS3-9.12", True),
    Step("vital", "3. Which are Vital? The rest are Normal", "FS3-9.12", True),
    Step("crew", "4. Where do people sit?", "FS3-9.13", True),
    Step("concussion", "   Which location takes concussion? Empty: the default", "FS3-9.9", True),
)
ROW_QUESTION = (
    "5. {code} {name}: 15 codes, green, yellow, red, -- for a Near Miss; or neighbours, nearest first, to draft the row"
)


def split_codes(text: str) -> list[str]:
    """The codes of an answer; commas and spaces part them."""
    return text.replace(",", " ").upper().split()


def read_locations(text: str) -> dict[str, str]:
    """Locations with their names: `CP Cockpit, BD Body`; a code alone is its own name."""
    parts = [part.split(None, 1) for part in text.split(",") if part.strip()]
    return {part[0].upper(): (part[1].strip() if len(part) > 1 else part[0].upper()) for part in parts}


def answer_fault(field: str, value: Any, fields: Fields) -> str:
    """What is wrong with an answer; nothing if it will do."""
    if field == "locations":
        bad = [code for code in value if not CODE.fullmatch(code)]
        return (
            f"{', '.join(bad)}: a code is up to three capitals or digits" if bad else "" if value else "none is named"
        )
    codes = value if isinstance(value, list) else [value] if value else []
    unknown = [code for code in codes if code not in fields["locations"]]
    known = ", ".join(fields["locations"])
    if field in ("default", "concussion") and not value:
        return f"name one of {known}"
    return f"{', '.join(unknown)} is none of {known}" if unknown else ""


def read_answer(field: str, text: str, fields: Fields) -> Any:
    """An answer as the value of its field."""
    if field == "locations":
        return read_locations(text)
    codes = split_codes(text)
    if field == "concussion":
        return codes[0] if codes else fields["default"]
    return (codes[0] if codes else "") if field == "default" else codes


def read_row(code: str, text: str, fields: Fields) -> tuple[list[str], str]:
    """A row: 15 codes as they are, or drafted from neighbours; with what is wrong with it."""
    codes = [MISS if each in ("-", MISS) else each for each in split_codes(text)]
    unknown = [each for each in codes if each not in (*fields["locations"], MISS, FARTHER)]
    if unknown:
        return codes, f"{', '.join(unknown)} is none of {', '.join(fields['locations'])}, {MISS} or {FARTHER}"
    if len(codes) == COLUMNS:
        return codes, ""
    if len(codes) > COLUMNS or MISS in codes:
        return codes, f"{len(codes)} codes; a row has {COLUMNS}, or give fewer neighbours to draft it (FS3-9.14)"
    return draft_row(code, codes, fields), ""


def draft_row(code: str, neighbours: Sequence[str], fields: Fields) -> list[str]:
    """A row drafted from neighbours, nearest first; what stands after | lies farther (FS3-9.22)."""
    at = list(neighbours).index(FARTHER) if FARTHER in neighbours else len(neighbours)
    others = [each for each in fields["locations"] if each != code]
    near = [each for each in neighbours[:at] if each != code] or others or [code]
    far = (
        [each for each in neighbours[at + 1 :] if each != code] or [each for each in others if each not in near] or near
    )
    misses = 0 if code == fields["default"] else DRAFTED_MISSES
    green = [MISS] * misses + [far[n % len(far)] for n in range(BAND - misses)]
    return green + [near[n % len(near)] for n in range(BAND)] + [code] * BAND


def make_chart(given: Fields, read: Callable[[str], str], tell: Callable[[str], None]) -> Fields:
    """A chart made step by step: what is given is taken, the rest is asked for until it will do.

    `read` shows a question and gives a line; `tell` shows a line.
    """
    fields = {name: value for name, value in given.items() if name in ("id", "name", "class")}
    for step in STEPS:
        text = given.get(step.field)
        while True:
            asked = text is None
            answer = read_answer(
                step.field, read(f"{step.question} ({step.clause}): ") if asked else text or "", fields
            )
            if not (fault := answer_fault(step.field, answer, fields)):
                break
            tell(f"   {fault} ({step.clause})")
            text = None
        fields[step.field] = answer
    fields["rows"] = {}
    for code, name in fields["locations"].items():
        fields["rows"][code] = make_row(code, name, given.get("rows", {}).get(code), fields, read, tell)
    return fields


def make_row(
    code: str, name: str, text: str | None, fields: Fields, read: Callable[[str], str], tell: Callable[[str], None]
) -> list[str]:
    """A row of the chart, asked for until it will do."""
    while True:
        row, fault = read_row(
            code, read(f"{ROW_QUESTION.format(code=code, name=name)}: ") if text is None else text, fields
        )
        if not fault:
            tell(f"   {code}: {' '.join(row)}")
            return row
        tell(f"   {fault}")
        text = None


def chart_of(fields: Fields) -> Chart:
    """The fields as a chart."""
    return msgspec.convert({name: value for name, value in fields.items() if value != []}, Chart)


def findings(chart: Chart) -> list[Fault]:
    """Everything that the checks say of a chart."""
    return list(chart_faults(chart))


def odds_lines(chart: Chart) -> Iterator[str]:
    """For each row and each difference the exact chance of every location and of a Near Miss (FS3-9.21)."""
    if any(form_faults(chart)):
        return
    for code, row in chart.rows.items():
        yield f"{code} {chart.locations[code]}:"
        for difference in DIFFERENCES:
            chances = sorted(row_chances(row, difference).items(), key=lambda each: (-each[1], each[0]))
            text = ", ".join(
                f"{'Near Miss' if entry == MISS else entry} {percent(chance)}" for entry, chance in chances
            )
            yield f"  difference {difference}: {text}"


def chart_yaml(fields: Mapping[str, Any]) -> str:
    """A chart as an item of a list, a line for each row."""
    lines = [f"- id: {fields['id']}", f"  name: {yaml_text(fields['name'])}", f"  class: {fields['class']}"]
    lines.append(f"  locations: {yaml_text(fields['locations'])}")
    lines.append(f"  default: {fields['default']}")
    lines += [f"  {name}: [{', '.join(fields[name])}]" for name in ("critical", "vital", "crew") if fields[name]]
    lines.append(f"  concussion: {fields['concussion']}")
    lines.append("  rows:")
    lines += [f"    {code}: [{', '.join(row)}]" for code, row in fields["rows"].items()]
    return "\n".join(lines)


def item_of(fields: Fields) -> NewEntry:
    """A chart as an entry for a pack."""
    return NewEntry(CHARTS, str(fields["id"]), chart_yaml(fields), {})
