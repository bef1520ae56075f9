"""Clauses are found by their ids, in small letters or capitals."""

from __future__ import annotations

import re

import pytest

from fireteam.cli import run
from fireteam.registry import find_game, games
from fireteam.terminal.rulebook import clause_text, find_clause, rulebooks, search_clauses


@pytest.mark.parametrize("word", ["FS3-22.27a", "fs3-22.27A", "22.27a"])
def test_a_clause_whose_id_ends_in_a_letter_is_found(word: str) -> None:
    assert find_clause("fs3", word).id == "FS3-22.27a"


def test_the_command_finds_it_too(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rules", "fs3-22.27a"]) == 0
    assert "FS3-22.27a" in capsys.readouterr().out
    assert run(["rules", "22.27a"]) == 2
    assert "write: fireteam rules FS3-22.27A" in capsys.readouterr().err


def test_rulebooks_are_known_by_the_letters_that_their_games_declare() -> None:
    assert rulebooks() == {find_game(game).rulebook: game for game in games()}


def test_a_clause_is_told_with_its_code_and_its_tests(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rules", "TTT-6.3"]) == 0
    told = capsys.readouterr().out
    assert told.startswith("TTT-6.3 ") and "src/fireteam/games/ttt/rules/" in told
    assert told.partition("Tests:\n")[2].startswith("  tests/games/ttt/")


@pytest.mark.parametrize("words", [("six", "always"), ("6", "always"), ("SIX", "hits")])
def test_numbers_are_found_in_words_and_in_figures(words: tuple[str, ...]) -> None:
    assert "TTT-8.14" in [clause.id for clause in search_clauses("ttt", list(words))]


def test_a_number_in_words_is_no_part_of_another_word() -> None:
    """Neither `alone` nor `done` holds a number."""
    texts = [clause_text(clause).lower() for clause in search_clauses("ttt", ["one"])]
    assert texts and all(re.search(r"\b(one|1)\b", text) for text in texts)
