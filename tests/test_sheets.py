"""Every sheet of every game keeps what a sheet must keep, whatever is written into it."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

from fireteam.core.game import Game
from fireteam.core.protocol.sheets import Sheet, SheetField, SheetMatch
from fireteam.registry import find_game, games

SHEETS = [(game, id) for game in games() for id in find_game(game).sheets]
ODD: list[Any] = [
    None,
    True,
    -1,
    0,
    1.5,
    2**70,
    1e308,
    "",
    " ",
    "x" * 60,
    "a\x00b",
    "a\u202eb",
    [],
    {},
    [[]],
    [{}],
    {"": 1},
]
KINDS = {("text", str), ("choice", str), ("choice", int), ("number", int), ("number", float), ("flag", bool)}


def sheet_of(game: str, id: str) -> tuple[Game, Sheet]:
    found = find_game(game)
    return found, found.sheets[id]


def parts(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every path in a value."""
    yield path
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for step, each in items:
        yield from parts(each, (*path, step))


def altered(value: Any, chance: random.Random) -> Any:
    """A value with something odd in it, something left out, or something twice."""
    found = copy.deepcopy(value)
    for _ in range(chance.randint(1, 3)):
        path = chance.choice(list(parts(found)))
        if not path:
            continue
        holder = found
        for step in path[:-1]:
            holder = holder[step]
        way = chance.random()
        if way < 0.6:
            holder[path[-1]] = copy.deepcopy(chance.choice(ODD))
        elif way < 0.8:
            del holder[path[-1]]
        elif isinstance(holder, list):
            holder.append(copy.deepcopy(holder[path[-1]]))
    return found


def check_fields(fields: tuple[SheetField, ...], value: dict[str, Any]) -> None:
    """What stands in a sound value is as its form says."""
    known = {field.name: field for field in fields}
    assert {field.name for field in fields if field.required} <= set(value) <= set(known)
    for name, each in value.items():
        field = known[name]
        items = each if field.shape == "list" else list(each.values()) if field.shape == "map" else [each]
        for item in items:
            if field.kind == "record":
                check_fields(field.fields, item)
            elif item is not None:
                assert (field.kind, type(item)) in KINDS
                assert not field.choices or item in [choice.value for choice in field.choices]


@pytest.mark.parametrize(("game", "id"), SHEETS)
def test_its_options_are_those_of_the_game_and_ready_made_sheets_are_sound(game: str, id: str) -> None:
    found, sheet = sheet_of(game, id)
    form = sheet.form()
    assert form.id == sheet.id == id and form.ready and [use.option for use in form.uses] == list(sheet.options)
    setting = found.make_setting(next(iter(found.scenarios(()))))
    specs = {spec.name: spec for spec in found.options(setting)} if found.options else {}
    assert {name for name, spec in specs.items() if spec.sheet == id} == set(sheet.options)
    for ready in form.ready:
        report = sheet.check(ready.value, SheetMatch())
        assert report.fits and report.option == ready.option and report.total == ready.total
        assert json.loads(report.text) == ready.value
        assert sheet.check_file(report.file.encode(), "it.yaml", SheetMatch()).value == ready.value
        check_fields(form.fields, ready.value)
    grown = sheet.check(form.empty, SheetMatch())
    assert isinstance(grown.value, dict) and grown.total == 0


@pytest.mark.parametrize(("game", "id"), SHEETS)
def test_whatever_is_written_is_told_and_a_match_takes_what_fits_and_nothing_else(game: str, id: str) -> None:
    found, sheet = sheet_of(game, id)
    scenario, chance = next(iter(found.scenarios(()))), random.Random(id)
    ready = sheet.form().ready
    sound = 0
    for n in range(150):
        one = chance.choice(ready)
        match = SheetMatch(one.option, scenario)
        start = sheet.check(one.value, match, adapt=True).value if n % 2 else one.value
        report = sheet.check(altered(start, chance), match, adapt=n % 3 == 0)
        own = [problem for problem in report.problems if problem.forbids and not problem.for_match]
        assert bool(report.text) == (not own) and all(each.clause and each.code and each.sentence for each in own)
        assert report.total == sum(cost.points for cost in report.costs)
        json.dumps(report.value)
        said = report.text or json.dumps(report.value)
        if report.fits:
            sound += 1
            assert found.make_setting(scenario, {one.option: said}).options[one.option] == said
        elif said.startswith("{"):
            with pytest.raises(Exception, match=r"\([A-Z_-]+, [A-Z0-9]+-[A-Z0-9.]+[a-z]?\)"):
                found.make_setting(scenario, {one.option: said})
    assert 5 < sound < 145
