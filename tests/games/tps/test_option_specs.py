"""What players are told of each option: the clause that the rulebook gives it, and what that clause says."""

from __future__ import annotations

import re

import pytest

from fireteam.registry import find_game
from tests.games.tps.positions import section

GAME = find_game("tps")
NOT_OPTIONS = {"sv_seed"}  # the dice of a match are no option of it


def rulebook_clauses() -> dict[str, str]:
    """Every option of section 25 with its clause, as `TPS-22.1`."""
    found = {}
    for line in section(25).splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if cells[0].startswith("`"):
            names, clauses = re.findall(r"`(\w+)`", cells[0]), cells[2].split(", ")
            clauses *= len(names) if len(clauses) == 1 else 1
            if names[0] == "mp_planttime":
                clauses = ["19.21", "19.21", "19.21", "19.24"]
            found |= {name: f"TPS-{clause}" for name, clause in zip(names, clauses, strict=True)}
    return found


@pytest.mark.clause("TPS-25.1")
def test_each_option_names_the_clause_that_the_rulebook_gives_it() -> None:
    named = {
        name: re.findall(r"TPS-[\d.]+", said)[-1].rstrip(".")
        for name, said, *_ in GAME.options(GAME.make_setting("de_depot"))
        if name[:3] in ("mp_", "sv_") and name != "sv_admin"
    }
    assert named == {name: clause for name, clause in rulebook_clauses().items() if name not in NOT_OPTIONS}


@pytest.mark.clause("TPS-12.10", "TPS-12.12", "TPS-21.6", "TPS-19.21", "TPS-13.6")
@pytest.mark.parametrize(
    ("option", "words", "not_words"),
    [
        ("mp_ffradius", ["MU", "called target"], ["line of fire"]),
        ("sv_ffempty", ["nobody near", "keep", "miss"], ["friends"]),
        ("mp_keepkit", ["defuse kits"], ["keep what they carry"]),
        ("mp_planttime", ["turns"], ["actions"]),
        ("mp_defusetime", ["turns", "without a kit"], ["actions"]),
        ("mp_defusetimekit", ["turns", "with a kit"], ["actions"]),
        ("sv_headshot", ["defends", "helmet and health", "the helmet only"], ["deadly"]),
    ],
)
def test_an_option_is_told_as_its_clause_has_it(option: str, words: list[str], not_words: list[str]) -> None:
    said = next(wish.meaning for wish in GAME.options(GAME.make_setting("de_depot")) if wish.name == option)
    assert all(word in said for word in words) and not any(word in said for word in not_words), said
