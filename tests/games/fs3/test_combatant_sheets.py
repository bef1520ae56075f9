"""Combatants that players write for one match: limits by clause, points as they grow, and fights that have them."""

from __future__ import annotations

from typing import Any

import pytest

from fireteam.core.errors import IllegalChoice, UnknownName
from fireteam.core.protocol.sheets import SheetMatch, SheetReport
from fireteam.games.fs3.combatant_sheet import SHEET
from fireteam.games.fs3.game import GAME
from fireteam.games.fs3.state import PILOT_ROLE

FIRST = SheetMatch("pc1", "depot_raid")
ATTRIBUTES = ("Academic", "Creative", "Technical", "Athletic", "Reactive", "Social")


def character(**more: Any) -> dict[str, Any]:
    """A sound character."""
    ratings = {**dict.fromkeys(ATTRIBUTES, 4), "Firearms": 6, "Alertness": 4, **more.pop("ratings", {})}
    sound = {"id": "kim", "name": "Kim", "kind": "pc", "ratings": ratings, "weapons": ["pistol"]}
    return sound | {"background": {"Chess": 2, "Cooking": 1}, "quirks": ["hums"]} | more


def check(value: Any, match: SheetMatch = FIRST) -> SheetReport:
    return SHEET.check(value, match)


def text(**more: Any) -> str:
    report = check(character(**more))
    assert report.fits, report.problems
    return report.text


@pytest.mark.clause("FS3-1.4", "FS3-D.3")
def test_form_says_what_may_be_written() -> None:
    """Abilities by name, weapons and armour, limits of numbers, and ready-made people to begin with."""
    fields = {field.name: field for field in SHEET.form().fields}
    assert set(ATTRIBUTES) <= {key.value for key in fields["ratings"].keys}
    assert (fields["ratings"].shape, fields["ratings"].low, fields["ratings"].high) == ("map", 0, 12)
    assert "rifle" in {choice.value for choice in fields["weapons"].choices}
    assert fields["kind"].choices[1].clause == "FS3-1.5"
    assert [choice.value for choice in fields["wounds"].fields[1].choices] == [
        "Light",
        "Moderate",
        "Serious",
        "Critical",
    ]
    assert fields["concept"].longest == 400
    assert "sample_marine" in {ready.id for ready in SHEET.form().ready}


def test_ready_made_people_fit() -> None:
    """Whoever comes with the game keeps its limits."""
    for ready in SHEET.form().ready:
        assert check(ready.value, SheetMatch("", "depot_raid")).fits, ready.id


@pytest.mark.clause("FS3-4.1", "FS3-4.11")
def test_points_are_counted_as_they_grow() -> None:
    """A point for each point of a rating of any kind; what is left is told."""
    report = check(character(languages={"Standard": 5}))
    assert report.total == 24 + 10 + 3 + 5
    assert report.limit == 80
    assert report.summary == "42 of 80 points: 38 left"
    assert sum(cost.points for cost in report.costs) == report.total


LIMITS = [
    ({"background": {f"Hobby {k}": 3 for k in range(17)}}, "E-CG-POINTS", "FS3-4.11", "85 ability points"),
    ({"ratings": dict.fromkeys(ATTRIBUTES, 6)}, "E-CG-ATTR", "FS3-4.8", "36 points in attributes; 32"),
    ({"ratings": {"Firearms": 12, "Melee": 12, "Stealth": 5}}, "E-CG-ACTION", "FS3-4.7", "33 points in action skills"),
    ({"background": {f"Art {k}": 7 for k in range(5)}}, "E-CG-HIGH", "FS3-4.5", "5 ratings of 7 or more; 4"),
    ({"background": {"Chess": 2}}, "E-CG-BACKGROUND", "FS3-4.6", "1 background skills; there are to be 2"),
    ({"quirks": []}, "E-CG-QUIRKS", "FS3-4.9", "0 quirks; there are to be 1 to 4"),
]


@pytest.mark.clause("FS3-4.5", "FS3-4.6", "FS3-4.7", "FS3-4.8", "FS3-4.9", "FS3-4.11", "FS3-4.13")
@pytest.mark.parametrize(("change", "code", "clause", "sentence"), LIMITS)
def test_limits_are_explained(change: dict[str, Any], code: str, clause: str, sentence: str) -> None:
    """Each broken limit has its code, its clause, what was found and what is allowed; a match refuses by it."""
    report = check(character(**change))
    found = [problem for problem in report.problems if problem.code == code]
    assert [problem.clause for problem in found] == [clause]
    assert sentence in found[0].sentence
    assert not report.fits
    with pytest.raises(IllegalChoice) as refused:
        GAME.make_setting("depot_raid", {"pc1": report.text})
    assert (refused.value.code, refused.value.clause) == (code, clause)


@pytest.mark.clause("FS3-4.13")
def test_all_violations_at_once() -> None:
    """Several limits are reported together."""
    report = check(character(ratings=dict.fromkeys(ATTRIBUTES, 7), quirks=[], background={}))
    assert {problem.code for problem in report.problems} >= {"E-CG-ATTR", "E-CG-HIGH", "E-CG-BACKGROUND", "E-CG-QUIRKS"}


@pytest.mark.clause("FS3-4.13", "FS3-4.10", "FS3-1.7")
@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"ratings": {"Dancing": 3}}, "E-CG-UNKNOWN"),
        ({"languages": {"Klatchian": 3}}, "E-CG-UNKNOWN"),
        ({"ratings": {"Social": 0}}, "E-CG-RANGE"),
        ({"ratings": {"Social": 13}}, "E-CG-RANGE"),
        ({"weapons": ["catapult"]}, "E-CFG-REF"),
    ],
)
def test_unsound_characters(change: dict[str, Any], code: str) -> None:
    """Names on no list, ratings out of range."""
    report = check(character(**change))
    assert [problem.code for problem in report.problems if problem.forbids] == [code]
    assert report.text == ""


@pytest.mark.clause("FS3-4.14", "FS3-4.15")
def test_advice_forbids_nothing() -> None:
    """A hobby at a professional level, a profession below one: pointed out, allowed."""
    report = check(character(background={"Chess": 5, "Cooking": 1}, profession="Chess"))
    assert {problem.code for problem in report.problems} == {"I-CG-HOBBY", "I-CG-PROFESSION"}
    assert report.fits


@pytest.mark.clause("FS3-6.8", "FS3-1.4", "FS3-12.4")
def test_character_plays_in_the_seat() -> None:
    """With own ratings, gear and wounds, in the place of the scenario's character; the match keeps the sheet."""
    said = text(wounds=[{"location": "LA", "severity": "Moderate"}], armour="heavy_body", luck=3)
    setting = GAME.make_setting("depot_raid", {"pc1": said})
    one = setting.opening[0].combatants[0]
    names = setting.game.names(setting, setting.opening)
    assert names.unit_title("anna") == "Kim"
    assert (names.find_unit("anna"), names.find_unit("kim")) == (0, -1), "notation has ids alone"
    assert (one.luck, one.n_weapons, one.is_pc) == (3, 1, 1)
    assert names.thing("weapon", int(one.weapons[0])) == "pistol"
    assert setting.opening[0].wounds[0].victim == 1
    assert setting.options["pc1"] == said
    being = setting.tables[0].beings[one.being]
    assert being.ratings[list(setting.content.ability_names).index("Firearms")] == 6


@pytest.mark.clause("FS3-6.8")
def test_pilot_keeps_the_scenarios_vehicle_and_its_weapons() -> None:
    """Role and vehicle are the seat's."""
    setting = GAME.make_setting("depot_raid", {"pc4": text()})
    one = setting.opening[0].combatants[3]
    names = setting.game.names(setting, setting.opening)
    assert (one.role, one.vehicle) == (PILOT_ROLE, 1)
    assert names.thing("weapon", int(one.weapons[0])) == "kinetic_cannon"


@pytest.mark.clause("FS3-6.2", "FS3-6.8")
def test_who_cannot_be_seated() -> None:
    """One character twice, an NPC, nobody of that name, or no seat."""
    for options, code in (
        ({"pc1": text(), "pc2": text()}, "E-IN-COMBAT"),
        ({"pc1": '{"id": "rob", "name": "Rob", "kind": "npc", "rating": 5}'}, "E-CG-RANGE"),
        ({"pc1": '{"id": "rob"'}, "E-CG-RANGE"),
    ):
        with pytest.raises(IllegalChoice) as refused:
            GAME.make_setting("depot_raid", options)
        assert refused.value.code == code
    with pytest.raises(IllegalChoice, match="has no seat"):
        GAME.make_setting("sparring", {"pc3": text()})
    with pytest.raises(UnknownName):
        GAME.make_setting("depot_raid", {"pc1": "nobody_known"})


@pytest.mark.clause("FS3-4.17", "FS3-4.18")
def test_beginners_and_quirks() -> None:
    """A character begins with one luck point, whatever its quirks; a concept of some sentences is kept."""
    said = text(quirks=["hums", "never lends a book"], concept="A marine of the first landing. " * 6 + "Plays chess.")
    plain = text()
    one, other = (GAME.make_setting("depot_raid", {"pc1": sheet}) for sheet in (said, plain))
    assert one.opening[0].combatants[0].luck == 1
    assert one.tables.tobytes() == other.tables.tobytes()
    assert "Plays chess." in one.options["pc1"]


@pytest.mark.clause("FS3-6.17", "FS3-6.8a")
def test_the_name_of_one_never_means_another_who_has_it_as_an_id() -> None:
    """Boris sits where the scenario has Anna, and Anna where it has Ben: notation names the seats."""
    setting = GAME.make_setting(
        "depot_raid", {"pc1": text(id="boris", name="Boris"), "pc2": text(id="anna", name="Anna")}
    )
    names = setting.game.names(setting, setting.opening)
    assert [names.unit_title(unit) for unit in ("anna", "ben")] == ["Boris", "Anna"]
    assert [names.find_unit(text) for text in ("anna", "Anna", "ben", "boris")] == [0, 0, 1, -1]


@pytest.mark.clause("FS3-6.8a")
def test_of_two_with_one_name_the_second_is_numbered() -> None:
    setting = GAME.make_setting("depot_raid", {"pc1": text(id="kim1", name="Kim"), "pc2": text(id="kim2", name="KIM")})
    names = setting.game.names(setting, setting.opening)
    assert [names.unit_title(unit) for unit in ("anna", "ben")] == ["Kim", "KIM 2"]
