"""The ability-roll tool: simple and opposed rolls with everything section 2 knows (FS3-22.28)."""

from __future__ import annotations

import pytest

from fireteam.cli import run
from fireteam.games.fs3.ability_rolls import RollRequest, opposed_text, read_request, result_at, roll_tables
from fireteam.games.fs3.rules.rolls import result_of


def lines_of(capsys: pytest.CaptureFixture[str], *words: str) -> list[str]:
    assert run(["fs3", "roll", *words]) == 0
    return capsys.readouterr().out.splitlines()


@pytest.mark.clause("FS3-22.28", "FS3-2.7", "FS3-2.20")
def test_a_roll_is_told_with_every_modifier(capsys: pytest.CaptureFixture[str]) -> None:
    lines = lines_of(capsys, "Firearms+15", "--rating", "5", "--attribute", "7", "--die", "37")
    assert lines == [
        "Firearms, rating 5: die 37 +4 ruling attribute +15 modifier = 56: +2 Good Success",
        "Firearms succeeds",
    ]


@pytest.mark.clause("FS3-22.28", "FS3-2.2", "FS3-2.3")
def test_tasks_have_their_modifiers(capsys: pytest.CaptureFixture[str]) -> None:
    lines = lines_of(capsys, "Singing", "--rating", "5", "--relation", "loose", "--difficulty", "easy", "--die", "50")
    assert "-30 loosely related skill +30 easy = 50" in lines[0]
    assert "+20 unhurried" in lines_of(capsys, "Singing", "--rating", "5", "--unhurried", "--die", "9")[0]
    assert "rating 0" in lines_of(capsys, "Singing", "--rating", "5", "--relation", "untrained")[0]


@pytest.mark.clause("FS3-22.28", "FS3-2.6", "FS3-2.14")
def test_a_character_brings_its_sheet(capsys: pytest.CaptureFixture[str]) -> None:
    assert "rating 4: die 20 = " not in lines_of(capsys, "First Aid", "--who", "sample_marine", "--die", "20")[0]
    assert "rating 8: die 20 +6 ruling" in lines_of(capsys, "firearms", "--who", "sample_marine", "--die", "20")[0]
    other = lines_of(capsys, "Firearms", "--who", "sample_marine", "--ruling", "Academic", "--die", "20")
    assert "die 20 -2 ruling" in other[0]
    assert "rating 0: die 20 +0" not in lines_of(capsys, "Gunnery", "--who", "sample_marine", "--die", "20")[0]


@pytest.mark.clause("FS3-22.28", "FS3-17.1", "FS3-17.2", "FS3-17.3", "FS3-2.18")
def test_luck_helps_before_or_after(capsys: pytest.CaptureFixture[str]) -> None:
    assert "+50 luck" in lines_of(capsys, "Melee", "--rating", "5", "--luck", "+50", "--die", "1")[0]
    assert "-50 luck" in lines_of(capsys, "Melee", "--rating", "5", "--luck=-50", "--die", "90")[0]
    lines = lines_of(capsys, "Melee", "--rating", "5", "--luck", "reroll", "--die", "10", "--die", "40")
    assert lines[-2].endswith("+1 Success") and lines[-1] == "Melee succeeds after the reroll"
    assert "-25 wounds" in lines_of(capsys, "Melee", "--rating", "5", "--wounds", "25", "--die", "90")[0]


@pytest.mark.clause("FS3-22.28", "FS3-2.15", "FS3-2.16", "FS3-2.17")
def test_opposed_rolls_have_a_winner(capsys: pytest.CaptureFixture[str]) -> None:
    dice = ["--die", "90", "--die", "10"]
    assert (
        lines_of(capsys, "Stealth", "--rating", "5", "--against", "Alertness=5", *dice)[-1] == "Stealth wins by a lot"
    )
    common = lines_of(capsys, "Stealth", "--rating", "5", "--common", "--against", "Reactive=5", *dice)
    assert "+20 against common knowledge" in common[0]
    three = ["--against", "Alertness=5", "--against", "Melee-10=5", "--die", "90", "--die", "90", "--die", "90"]
    assert lines_of(capsys, "Stealth", "--rating", "5", *three)[-1] == "a draw between Stealth and Alertness"


@pytest.mark.clause("FS3-2.15")
def test_the_ends_of_an_opposed_roll() -> None:
    from fireteam.games.fs3.ability_rolls import RollRecord

    def sides(*results: int) -> list[RollRecord]:
        return [RollRecord(RollRequest("AB"[n], 5), (), 1, 1, result) for n, result in enumerate(results)]

    assert opposed_text(sides(3, 0)) == opposed_text(sides(1, -2)) == "A wins by a lot"
    assert opposed_text(sides(1, 0)) == "A wins by a little"
    assert opposed_text(sides(0, 0)) == opposed_text(sides(0, -2)) == "both fail"
    assert opposed_text(sides(2, 2)) == "a draw" and opposed_text(sides(0, 1)) == "B wins by a little"


@pytest.mark.clause("FS3-2.8", "FS3-2.19", "FS3-2.1")
def test_the_tool_reads_the_rules_table(capsys: pytest.CaptureFixture[str]) -> None:
    plain, natural = roll_tables(False), roll_tables(True)
    for modifier in (-80, -30, 0, 40, 120):
        for die in (1, 2, 20, 53, 99, 100):
            asked = RollRequest("Melee", 5, modifier=modifier)
            assert result_at(plain, asked, die) == result_of(5, die + modifier)
    assert result_at(natural, RollRequest("Melee", 5, modifier=60), 1) == -2
    assert "die 100" in lines_of(capsys, "Melee", "--rating", "5", "--die", "0")[0]


def test_a_seed_rolls_the_same_again(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("Melee", "--rating", "5", "--seed", "7")
    assert lines_of(capsys, *words) == lines_of(capsys, *words)


@pytest.mark.parametrize(
    "words",
    [
        ("Melee",),
        ("Melee", "--rating", "13"),
        ("Melee", "--rating", "5", "--die", "101"),
        ("Melee", "--rating", "5", "--luck", "much"),
        ("Melee", "--rating", "5", "--against", "Alertness"),
    ],
)
def test_what_makes_no_sense_is_refused(words: tuple[str, ...]) -> None:
    assert run(["fs3", "roll", *words]) == 2


def test_modifiers_stand_behind_the_name() -> None:
    assert read_request("First Aid - 20") == ("First Aid", -20) and read_request("Melee") == ("Melee", 0)
