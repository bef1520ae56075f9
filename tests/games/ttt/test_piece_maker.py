"""The piece maker: what a piece costs as it grows, and by which clause it is refused."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fireteam.content.problems import Problems
from fireteam.content.read import parse_document
from fireteam.games.ttt.content import load
from fireteam.games.ttt.piece_maker import bill, id_of, letter_code, make_piece, verdicts, yaml_of

SCOUT = {"id": "scout", "name": "Scout", "code": "SC", "move": 4, "range": 2, "th": 0, "tbh": 3, "ability": None}
SCOUT |= {"count": 2}


def made(answers: Iterable[str]) -> tuple[dict, str]:
    """The piece that these answers make, and everything that was said and asked."""
    said: list[str] = []
    left = iter(answers)

    def read(prompt: str) -> str:
        said.append(prompt)
        line = next(left, None)
        if line is None:
            raise EOFError
        return line

    fields = make_piece(load(), read, said.append, {})
    assert next(left, None) is None
    return fields, "\n".join(said)


@pytest.mark.clause("TTT-4.2", "TTT-12.1")
def test_a_piece_is_made_in_answers_and_each_shows_what_it_costs() -> None:
    fields, said = made(["Wild Cat", "", "4", "1", "1", "3", "", "", ""])
    assert fields == SCOUT | {"id": "wild_cat", "name": "Wild Cat", "code": "WI", "range": 1, "th": 1}
    assert "Move 4 = 4 of 9: 5 left" in said
    assert "Move 4 + Range 1 = 5 of 9: 4 left" in said
    assert "Move 4 + Range 1 + TH 1 + TBH 3 = 9 of 9: just right" in said
    assert "medic        may save pieces near it" in said


@pytest.mark.clause("TTT-4.3", "TTT-4.6", "TTT-12.3")
def test_an_answer_beyond_its_limit_is_asked_for_again_with_its_clause() -> None:
    answers = ["", "Cat", "RF", "?", "", "7", "many", "4", "-1", "1", "1", "3", "fly", "medic", "10", "2"]
    fields, said = made([*answers, "move", "1", ""])
    assert (fields["code"], fields["move"], fields["ability"], fields["count"]) == ("CA", 1, "medic", 2)
    for sentence in (
        "it cannot be left out",
        "bad or repeated code RF; use 1 or 2 letters (rules TTT-12.4)",
        "bad or repeated code ?; use 1 or 2 letters (rules TTT-12.4)",
        "move 7 is outside 1-6 (rules TTT-4.6)",
        "move must be a whole number (rules TTT-4.1)",
        "no ability named fly; there is command, burst",
        "count 10 is outside 0-9 (rules TTT-4.6)",
        "12 points; 7 to 11 are allowed (rules TTT-4.3)",
    ):
        assert sentence in said


@pytest.mark.clause("TTT-4.3")
def test_a_piece_that_breaks_a_rule_is_not_taken_as_it_is() -> None:
    answers = ["Cat", "", "6", "8", "0", "3", "", ""]
    with pytest.raises(EOFError):
        made([*answers, "", "speed"])
    fields, said = made([*answers, "", "range", "1", "name", "Big Cat", ""])
    assert "17 points; 7 to 11 are allowed (rules TTT-4.3)" in said
    assert "it cannot be used like this" in said and "10 points instead of 9 (rules TTT-4.2)" in said
    assert (fields["name"], fields["id"], fields["range"]) == ("Big Cat", "cat", 1)


@pytest.mark.clause("TTT-4.2", "TTT-4.4", "TTT-4.6")
@pytest.mark.parametrize(
    ("changed", "clauses"),
    [
        ({}, []),
        ({"move": 5}, ["TTT-4.2"]),
        ({"move": 6, "range": 4}, ["TTT-4.3"]),
        ({"move": 0, "tbh": 7}, ["TTT-4.6", "TTT-4.6"]),
        ({"move": 1, "range": 0, "th": 1, "tbh": 1, "ability": ["burst", "medic"]}, ["TTT-4.4"]),
        ({"ability": "fly", "move": 1}, ["TTT-12.3"]),
        ({"id": "rifleman", "code": "RF"}, []),
        ({"id": "Rifle"}, ["TTT-12.4"]),
    ],
)
def test_a_verdict_names_its_clause(changed: dict, clauses: list[str]) -> None:
    assert [verdict.clause for verdict in verdicts(SCOUT | changed, load())] == clauses


def test_ids_and_letters_are_made_from_the_name() -> None:
    assert [id_of(name) for name in ("Wild Cat", "2nd Lt.", "Ünal", "!")] == [
        "wild_cat",
        "piece_2nd_lt",
        "nal",
        "piece",
    ]
    assert letter_code("Recon", load(), "recon") == "RE"
    assert letter_code("Rocco", load(), "x") == "RA" and letter_code("", load(), "x") == "PA"
    assert bill({}, load()) == "nothing yet = 0 of 9: 9 left"


NAMES = st.text(max_size=12) | st.sampled_from(["null", "true", "12", "a: b", "# x", "- y", "it's", '"q"', " a "])


@given(NAMES.filter(str.isprintable), st.lists(st.sampled_from(["medic", "burst", "null", "a, b"]), max_size=3))
def test_whatever_a_piece_is_called_its_line_is_read_back_as_it_was(name: str, abilities: list[str]) -> None:
    problems = Problems()
    fields = SCOUT | {"name": name, "ability": abilities}
    document = parse_document(yaml_of(fields).encode(), "x", problems)
    assert document and not len(problems) and document.value == [fields]
