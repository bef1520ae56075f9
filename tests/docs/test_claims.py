"""What pages say of the sources: versions, samples of code, lists of games, and words with one meaning each."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from fireteam.core.game import Game
from fireteam.registry import find_game, games
from fireteam.server.wire.messages import PROTOCOL
from tests.docs.pages import ROOT, blocks, texts

SOURCES = [*sorted((ROOT / "src" / "fireteam").rglob("*.py")), *sorted((ROOT / "docs").glob("*.md"))]


def page(name: str) -> str:
    return texts()[name]


def test_frames_on_pages_speak_the_protocol_of_the_server():
    said = {name: re.findall(r'"protocol": ?(\d+)', text) for name, text in texts().items()}
    assert set().union(*said.values()) == {str(PROTOCOL)} and said["docs/serving.md"] and said["docs/protocol.md"]


def test_the_fields_that_pages_say_of_a_game_record_are_there():
    raised = re.findall(r"raise `(\w+)` in the game's `game.py`", page("CONTRIBUTING.md"))
    assert raised == ["rules_version"] and set(raised) <= set(Game._fields)


def test_what_the_record_of_a_game_says_of_its_fields_is_said_of_fields_that_it_has():
    said = re.findall(r"`(\w+)(?:\([^`]*\))?`:? (?:is|are|says)\b(?! empty)", Game.__doc__)
    assert len(said) > 10 and set(said) <= set(Game._fields)


def test_samples_of_tests_stand_in_the_tests():
    samples = re.findall(r"@pytest\.mark\.clause\(.*\)\ndef \w+\(\).*?:", "\n".join(blocks(page("CONTRIBUTING.md"))))
    tests = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "tests" / "games").rglob("test_*.py"))
    assert samples and [sample for sample in samples if sample not in tests] == []


def test_a_search_of_rulebooks_finds_the_clause_of_the_sample(fireteam):
    found = {line.split()[0] for line in fireteam("rules", "find", "six", "always")[1].splitlines() if line.strip()}
    assert "TTT-8.14" in found


@pytest.mark.parametrize("game", games())
def test_the_lists_of_games_have_every_game(game):
    assert f"{game}/" in re.search(r"^ +games/ .*", page("docs/architecture.md"), re.MULTILINE)[0]
    assert f"made/{game}/rules.md" in page("docs/index.md") and f"games/{game}/RULES.md" in page("README.md")


def test_pages_name_the_games_that_are_drawn_by_rows():
    drawn = [game.title for game in map(find_game, games()) if game.drawing is not None]
    architecture = " ".join(page("docs/architecture.md").split())
    named = re.search(r"drawn by rows \([^)]*?they are ([^)]*)\)", architecture)[1].split(" and ")
    assert sorted(named) == sorted(drawn)
    assert all(
        title in re.search(r"^.* say how all that readers see.*$", page("docs/protocol.md"), re.M)[0] for title in drawn
    )


def test_a_word_stands_in_the_glossary_once():
    words = re.findall(r"^\| (?!word \|)([^|]+?) \|", page("docs/glossary.md"), re.MULTILINE)
    each = Counter(word for row in words for word in row.split(", "))
    assert len(each) > 100 and [word for word, times in each.items() if times > 1] == []


def test_a_state_with_what_a_seat_may_not_know_left_out_is_called_redacted():
    said = {
        str(path.relative_to(ROOT)) for path in SOURCES if re.search(r"\bmasked\b", path.read_text(encoding="utf-8"))
    }
    assert said == set()
