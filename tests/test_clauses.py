"""The clause gate: every clause of every rulebook has a test and a place, and nothing names a clause that is not there.

A clause that is advice, or tells of the rulebook itself, stands in `clauses_without_tests.yaml` with the reason.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest
import yaml

from fireteam.core.engine.compiled import CLAUSES
from fireteam.registry import find_game, games
from fireteam.tools import clauses as books

TESTS = Path(__file__).parent
SOURCES = TESTS.parent / "src" / "fireteam"
EXCUSED: dict[str, str] = yaml.safe_load((TESTS / "clauses_without_tests.yaml").read_text(encoding="utf-8"))


@cache
def proofs() -> dict[str, list[str]]:
    return books.tests_of(TESTS)


@cache
def mentioned() -> dict[str, list[str]]:
    return books.mentions(SOURCES)


@cache
def rulebook(game: str) -> dict[str, books.Clause]:
    return books.clauses_of_game(game)


def prefix(id: str) -> str:
    return id.partition("-")[0]


def section(id: str) -> str:
    return id.rpartition(".")[0]


def unknown(ids: dict[str, list[str]]) -> dict[str, list[str]]:
    """Of ids, with where they are named, those that are in no rulebook; other games' rulebooks may not be here yet."""
    known = {find_game(game).rulebook: {*rulebook(game), *map(section, rulebook(game))} for game in games()}
    return {id: places for id, places in ids.items() if prefix(id) in known and id not in known[prefix(id)]}


@pytest.mark.parametrize("game", games())
def test_every_clause_has_a_test_that_names_it(game: str) -> None:
    untested = [f"{game}/RULES.md:{each.line} {id}" for id, each in rulebook(game).items() if id not in proofs()]
    assert [line for line in untested if line.split()[-1] not in EXCUSED] == []


@pytest.mark.parametrize("game", games())
def test_every_clause_has_its_place_in_code_or_content(game: str) -> None:
    """Worked examples apart: they are tests and nothing else."""
    nowhere = [id for id in rulebook(game) if "-EX-" not in id and id not in mentioned() and id not in EXCUSED]
    assert nowhere == []


def test_what_is_excused_has_a_reason_and_no_test() -> None:
    assert [id for id, reason in EXCUSED.items() if not str(reason).strip()] == []
    assert {id: proofs()[id] for id in EXCUSED if id in proofs()} == {}
    assert unknown({id: ["clauses_without_tests.yaml"] for id in EXCUSED}) == {}


def test_tests_name_clauses_that_exist() -> None:
    assert unknown(proofs()) == {}


def test_code_and_content_name_clauses_that_exist() -> None:
    assert unknown(mentioned()) == {}


@pytest.mark.parametrize("game", games())
def test_rules_refusals_events_and_modifiers_are_filed_under_clauses_that_exist(game: str) -> None:
    words = find_game(game)
    filed = {id: [function.__qualname__ for function in functions] for id, functions in CLAUSES.items()}
    for name, clause in (
        *((each.code, each.clause) for each in words.refusals),
        *((each.__name__, each.clause) for each in words.events),
        *((each.label, each.clause) for each in words.reasons),
    ):
        filed.setdefault(clause, []).append(name)
    assert {id: names for id, names in filed.items() if prefix(id) == words.rulebook} and unknown(filed) == {}
    assert [id for id in filed if not id] == []


def test_the_core_cites_its_own_geometry_and_no_clause_of_a_game() -> None:
    core = SOURCES / "core"
    points = set(re.findall(r"^(\d+)\. ", (core / "space" / "GEOMETRY.md").read_text(encoding="utf-8"), re.MULTILINE))
    for path in core.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        assert not [game for game in games() if f"{find_game(game).rulebook}-" in text], path
        assert set(re.findall(r"GEOMETRY\.md (\d+)", text)) <= points, path
