"""Bands that players write for one match: refusals by clause, points as they grow, and matches that are played so."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from fireteam.core.errors import BadNotation, FireteamError, IllegalChoice
from fireteam.core.game import Setting
from fireteam.core.protocol.sheets import SheetMatch, SheetReport
from fireteam.core.slot_choices import menu
from fireteam.games.gunplay.band_sheet import SHEET
from fireteam.games.gunplay.game import GAME
from fireteam.match.dice import secret_of_seed
from fireteam.match.file.format import content_hash
from fireteam.match.file.parse import read_match_file
from fireteam.match.load import replay, resume, save, verify
from fireteam.match.match import Match
from fireteam.match.record import Seat

from .packs import content

MAIN = SheetMatch("band_a", "main_street", {"config": "full"})


def character(number: int = 1, **more: Any) -> dict[str, Any]:
    """A character of side A with a place of its own on the Main Street."""
    return {"id": f"A{number}", "name": f"C{number}", "pos": [1.5, number + 0.5]} | more


def band(*characters: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"id": "mine", "name": "Mine", "characters": list(characters) or [character()]} | more


def check(value: Any, match: SheetMatch = MAIN, **more: Any) -> SheetReport:
    return SHEET.check(value, match, **more)


def problems_of(value: Any, match: SheetMatch = MAIN) -> list[tuple[str, str]]:
    """Code and clause of whatever forbids a band."""
    return [(each.code, each.clause) for each in check(value, match).problems if each.forbids]


def text(*characters: dict[str, Any], **more: Any) -> str:
    said = check(band(*characters, **more)).text
    assert said
    return said


# What is wrong


@pytest.mark.clause("GUN-3.13")
@pytest.mark.parametrize(
    ("value", "path", "sentence"),
    [
        (band(character(traits=["Tuogh"])), ("characters", 0, "traits", 0), "did you mean 'Tough'?"),
        (band(character(weapons=["rifle"])), ("characters", 0, "weapons", 0), "no weapon named rifle"),
        (band(character(melee="chair")), ("characters", 0, "melee"), "no melee weapon named chair"),
        (band(character(), character()), ("characters", 1, "id"), "A1 is used twice"),
        (band(*map(character, range(1, 14))), ("characters",), "a list of 1 to 12 characters"),
        ({**band(), "characters": []}, ("characters",), "a list of 1 to 12 characters"),
        (band(character(posture="flying")), ("characters", 0, "posture"), "standing, prone, hiding"),
        (band(name=""), ("name",), "name must be"),
        (band(colour="red"), ("colour",), "field colour is not known"),
        (band(character(pos=[1e300, 3])), ("characters", 0, "pos"), "each from 0 to 200"),
    ],
)
def test_a_band_is_known_characters_with_known_things(value: Any, path: tuple[Any, ...], sentence: str):
    (problem,) = [each for each in check(value).problems if each.path == path]
    assert (problem.code, problem.clause) == ("BAND_INVALID", "GUN-3.13") and sentence in problem.sentence


@pytest.mark.clause("GUN-3.14")
def test_an_id_is_a_side_and_a_number():
    for id in ("C1", "A0", "A01", "A100", "1", ""):
        assert ("BAND_INVALID", "GUN-3.14") in problems_of(band(character(id=id)))
    assert problems_of(band(character(), character(2, id="B2"))) == [("BAND_INVALID", "GUN-3.14")]
    assert problems_of(band(), SheetMatch("band_b")) == [("BAND_INVALID", "GUN-3.14")]


@pytest.mark.clause("GUN-3.5")
def test_a_character_has_at_most_two_firearms():
    assert problems_of(band(character(weapons=["pistol_light"] * 3))) == [("BAND_INVALID", "GUN-3.5")]


@pytest.mark.clause("GUN-15.18")
def test_traits_exclude_each_other_and_are_listed_once():
    for traits in (["Fast", "Slow"], ["PoorShot", "Marksman"], ["Tough", "Tough"]):
        assert problems_of(band(character(traits=traits))) == [("BAND_INVALID", "GUN-15.18")]


@pytest.mark.clause("GUN-24.1")
@pytest.mark.clause("GUN-24.2")
@pytest.mark.clause("GUN-24.3")
@pytest.mark.clause("GUN-24.4")
@pytest.mark.clause("GUN-24.5")
def test_points_are_told_part_by_part():
    report = check(band(character(traits=["Tough"], weapons=["pistol_light", "rifle_medium"], melee="blade")))
    assert [(cost.path[2:], cost.points, cost.clause) for cost in report.costs] == [
        ((), 10, "GUN-24.1"),
        (("traits", 0), 5, "GUN-24.2"),
        (("weapons", 0), 1, "GUN-24.1"),  # half of 2
        (("weapons", 1), 9, "GUN-24.3"),
        (("melee",), 1, "GUN-24.4"),
    ]
    assert report.total == 26 and report.summary == "26 points"
    plain = check(band(character(traits=["Tough"])), SheetMatch("band_a", "main_street"))
    assert plain.total == 15  # whatever options are in force
    for id, ready in content().bands.items():
        (sheet,) = [each for each in SHEET.form().ready if each.id == id]
        assert sheet.total == content().band_points(ready)


def test_a_band_keeps_its_points_while_it_is_unsound():
    assert check(band(character(traits=["Fast", "Slwo"], name=""), character(2, id=""))).total == 22
    assert check({"characters": [5, {"weapons": ["rifle_medium", 7]}]}).total == 19


@pytest.mark.clause("GUN-24.6")
def test_a_band_costs_no_more_than_the_limit():
    match = SheetMatch("band_a", "", {"config": "full", "points": "10"})
    assert problems_of(band(), match) == []
    report = check(band(character(traits=["Scout"])), match)
    (problem,) = report.problems
    assert problem.sentence == "Mine costs 11 points; the limit is 10" and problem.for_match
    assert (problem.code, problem.clause) == ("POINTS_EXCEEDED", "GUN-24.6")
    other = check(band(), SheetMatch("band_a", "main_street", {"config": "full", "points": "113"}))
    assert other.fits and [each.sentence for each in other.problems] == [
        "the other band: Ridge Gang costs 114 points; the limit is 113"
    ]
    assert (report.limit, report.summary) == (10, "11 of 10 points: 1 too many") and report.text and not report.fits


@pytest.mark.clause("GUN-5.3")
@pytest.mark.clause("GUN-5.7")
def test_everybody_starts_where_one_can_stand_if_the_match_has_fixed_places():
    assert problems_of(band(character(pos=None))) == [("BAND_INVALID", "GUN-5.3")]
    assert problems_of(band(character(pos=[0, 0]))) == [("BAND_INVALID", "GUN-5.7")]
    assert problems_of(band(character(), character(2, pos=[1.5, 1.6]))) == [("BAND_INVALID", "GUN-5.7")]
    report = check(band(character(), character(2, pos=[0, 0])))
    assert [each.path for each in report.problems] == [("characters", 1, "pos")] and report.text
    by_hand = {"config": "full", "deployment": "alternate"}
    assert problems_of(band(character(pos=None)), SheetMatch("band_a", "main_street", by_hand)) == []
    assert problems_of(band(character(pos=None)), SheetMatch("band_a")) == []  # whichever scenario


@pytest.mark.clause("GUN-15.19")
@pytest.mark.clause("GUN-3.11")
def test_what_has_no_effect_is_a_notice():
    value = band(character(traits=["Fast"], weapons=["rifle_medium"]))
    report = check(value, SheetMatch("band_a", "main_street"))
    assert [each.clause for each in report.problems] == ["GUN-15.19", "GUN-3.11"] and report.fits
    assert check(value).problems == ()


# What suits a match


def test_any_ready_made_band_suits_either_side_of_every_scenario():
    for scenario in GAME.scenarios(()):
        for ready in SHEET.form().ready:
            for option in SHEET.options:
                match = SheetMatch(option, scenario)
                report = check(ready.value, match, adapt=True)
                assert report.fits, (scenario, ready.id, option, report.problems)
                assert check(report.value, match, adapt=True).value == report.value
                GAME.make_setting(scenario, {option: report.text})


def test_whoever_has_no_id_name_or_place_gets_one():
    value = band({"id": "B7", "name": "Ann"}, {}, {"id": "A7", "traits": ["Fast"]}, character(4, pos=[2.5, 9]))
    report = check(value, SheetMatch("band_b", "main_street"), adapt=True)
    assert [each["id"] for each in report.value["characters"]] == ["B7", "B1", "B2", "B4"] and report.fits
    assert [each["name"] for each in report.value["characters"]] == ["Ann", "Character 1", "Character 2", "C4"]
    assert report.value["characters"][2]["traits"] == ["Fast"]
    full = check(band(*[{}] * 12), adapt=True)
    assert full.fits and len({tuple(each["pos"]) for each in full.value["characters"]}) == 12


def test_nothing_is_made_of_what_is_no_band():
    for value in (None, [], "x", {}, {"characters": "x"}, {"characters": [1, None]}, {"characters": [{}] * 3_000}):
        assert not check(value, adapt=True).fits
    places = [["a", 1], [1], {}, [float(2**60), 1], [True, 1], None, [-5, 3]]
    report = check(band(*({"pos": pos} for pos in places)), adapt=True)
    assert report.fits


# Matches


def setting_with(**options: str) -> Setting:
    return GAME.make_setting("main_street", {"config": "full", **options})


def test_a_match_takes_a_band_as_text():
    mine = text(character(traits=["Tough"], name="Ann"), character(12, pos=[1.5, 8]))
    setting = setting_with(band_a=mine)
    assert setting.content.members["A1"].name == "Ann" and "A2" not in setting.content.members
    assert setting.options["band_a"] == mine
    spaced = json.dumps(json.loads(mine), indent=1)
    assert setting_with(band_a=spaced).options["band_a"] == mine  # one line, however it was written
    specs = {spec.name: spec for spec in GAME.options(setting)} if GAME.options else {}
    assert specs["band_a"].sheet == "band" and specs["points"].sheet == ""


@pytest.mark.clause("GUN-15.18")
@pytest.mark.clause("GUN-24.6")
def test_a_match_refuses_an_unsound_band_by_its_clause():
    both = json.dumps(band(character(traits=["Fast", "Slow"])))
    for options, code, clause in (
        ({"band_a": both}, "BAND_INVALID", "GUN-15.18"),
        ({"band_b": text()}, "BAND_INVALID", "GUN-3.14"),
        ({"band_a": text(), "points": "9"}, "POINTS_EXCEEDED", "GUN-24.6"),
        ({"band_a": text(character(pos=[0, 0]))}, "BAND_INVALID", "GUN-5.7"),
        ({"band_a": '{"id":'}, "BAND_INVALID", "GUN-3.13"),
        ({"band_a": "{}"}, "BAND_INVALID", "GUN-3.13"),
    ):
        with pytest.raises(IllegalChoice) as error:
            setting_with(**options)
        assert (error.value.code, error.value.clause) == (code, clause) and "(" not in error.value.sentence


NAME = 'Ann, O\'Neil & 50% = "half" | é 射'


def test_a_position_has_the_whole_band_in_its_line():
    setting = setting_with(band_a=text(character(name=NAME)), points="199")
    line = GAME.write_position(setting, setting.opening)
    assert line.isascii() and len(line.split()) > 2 and "%2C" in line
    again, states = GAME.read_position(line)
    assert again.options == setting.options and states.tobytes() == setting.opening.tobytes()
    assert again.content.members["A1"].name == NAME and GAME.write_position(again, states) == line
    with pytest.raises((BadNotation, FireteamError)):
        GAME.read_position(line.replace("%5C", "%").replace("%2C", ",", 1))


def test_a_match_file_has_the_whole_band_and_verifies(tmp_path: Path):
    setting = setting_with(band_a=text(character(name=NAME), character(2)))
    match = Match(setting, [Seat("a", 1), Seat("b", 2)], secret_of_seed(3))
    save(match, tmp_path / "mine.match")
    for n in range(12):
        slot = match.slots_to_act()[0]
        choices = menu(setting, match.state, slot)
        match.act("ab"[slot], choices[n % len(choices)])
    state = match.state.tobytes()
    match.leave()
    file = read_match_file(tmp_path / "mine.match")
    found = replay(file)
    assert content_hash(found.setting) == content_hash(setting) and found.moments[-1].state.tobytes() == state
    assert found.setting.content.members["A1"].name == NAME
    going_on = resume(read_match_file(tmp_path / "mine.match"))
    assert going_on.state.tobytes() == state
    going_on.leave()
    verify(read_match_file(tmp_path / "mine.match"))
