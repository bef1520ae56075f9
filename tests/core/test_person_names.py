"""Names of persons: one form of each, letters of one script, and no two that look alike."""

from __future__ import annotations

import pytest

from fireteam.core.errors import BadNotation
from fireteam.core.person_names import MOST_LETTERS, person_name


@pytest.mark.parametrize(
    "name",
    [
        *(
            "Ben",
            "O'Neil-Ä3",
            "Анна",
            "Nguyễn Văn",
            "李小龙 Bruce",
            "ひらカナ漢字ー",
            "김 Ben",
            "שָׁלוֹם",
            "हिन्दी",
            "ไทยแล้ว",
        ),
        *("👨\u200d👩\u200d👧 Fam", "☎\ufe0f", "x" * MOST_LETTERS),
    ],
)
def test_names_of_any_script_stay_as_they_are(name: str) -> None:
    assert person_name(name, "The name") == name


@pytest.mark.parametrize(
    ("text", "name"), [("  Ben   Lee ", "Ben Lee"), ("Ｂｅｎ", "Ben"), ("Anna\u0308", "Annä"), ("𝐁𝐞𝐧", "Ben")]
)
def test_every_name_has_one_form(text: str, name: str) -> None:
    assert person_name(text, "The name") == name


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "The name says nothing."),
        ("  ", "The name says nothing."),
        ("Be\nn", "The name holds characters that do not print."),
        ("Be\u200dn", "The name holds characters that do not print."),
        ("Be\u202en", "The name holds characters that do not print."),
        ("\u3164", "The name holds characters that do not print."),
        ("Ben" + "\u0301" * 40, "The name piles up marks on one letter; at most 4 are allowed."),
        ("\u0301Ben", "The name has no letter to begin with."),
        ("Веn", "The name mixes letters of several scripts (Cyrillic and Latin); write it in one."),
        ("x" * 41, "The name has 41 letters; at most 40 are allowed."),
        ("ﷺ" * 3, "The name has 54 letters; at most 40 are allowed."),
    ],
)
def test_what_hides_or_floods_is_refused_in_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(BadNotation) as refused:
        person_name(text, "The name")
    assert str(refused.value) == sentence


@pytest.mark.parametrize(
    ("text", "taken", "name"),
    [
        ("Ben", ["Ann"], "Ben"),
        ("ben", ["Ben"], "ben 2"),
        ("Ben", ["BEN", "Ben 2"], "Ben 3"),
        ("АВЕ", ["Abe"], "АВЕ 2"),  # Cyrillic
        ("☎\ufe0f", ["☎"], "☎\ufe0f 2"),
        ("x" * 40, ["x" * 40], "x" * 38 + " 2"),
    ],
)
def test_a_name_that_looks_like_one_that_is_taken_is_numbered(text: str, taken: list[str], name: str) -> None:
    assert person_name(text, "The name", taken) == name
