"""Page and terminal know every clause of every rulebook by its id."""

from __future__ import annotations

import pytest

from fireteam.registry import games
from fireteam.terminal.screen.table import CLAUSE_PATTERN
from fireteam.tools.clauses import clauses_of_game
from tests.web.page_source import by_page

NO_CLAUSES = ("AK-47", "SPAS-12", "MAC-10")


@pytest.mark.parametrize("game", games())
def test_every_clause_is_found_whole_in_a_sentence(game: str) -> None:
    """Also those with a letter behind the number, of an appendix, and of an example; weapons are none."""
    ids = list(clauses_of_game(game))
    sentences = [f"It is so ({id}; with an {other}), by {id}." for id in ids for other in NO_CLAUSES]
    expected = [[id, id] for id in ids for _ in NO_CLAUSES]
    assert ids
    assert by_page("ui/clause.ts", "return page.clausesIn(JSON.parse(line));", sentences) == expected
    assert [CLAUSE_PATTERN.findall(sentence) for sentence in sentences] == expected


@pytest.mark.parametrize("game", games())
def test_a_clause_is_opened_however_it_is_typed(game: str) -> None:
    """Small letters or capital ones."""
    ids = list(clauses_of_game(game))
    for typed in (ids, [id.lower() for id in ids], [id.upper() for id in ids]):
        assert by_page("ui/clause.ts", "return page.clauseNamed(JSON.parse(line));", typed) == ids
