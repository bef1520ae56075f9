"""The configuration check: what is wrong or odd with abilities, gear and limits, each located (section 24)."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from fireteam.cli import run
from fireteam.games.fs3.matrix import BOUNCES, IGNORED, cell, comparisons, matrix, stop_percent
from fireteam.games.fs3.setup import being_titles
from fireteam.games.fs3.tables_build import sheets_of

from .packs import codes, content, game_with, load_pack, own_findings, problems, write_pack

GUN: dict[str, Any] = {
    **{"id": "mine", "name": "Mine", "type": "Ranged", "class": "Personal", "attack": "Firearms", "defence": 3},
    **{"lethality": 0, "penetration": 4, "ammunition": 10, "effective": 100},
}
MELEE: dict[str, Any] = {
    **{"id": "mine", "name": "Mine", "type": "Melee", "class": "Personal", "attack": "Melee", "defence": "Melee"},
    **{"lethality": 0, "penetration": 0},
}
BOMB: dict[str, Any] = {**GUN, "type": "Explosive", "blast": 5}
PLATE: dict[str, Any] = {"id": "mine", "name": "Mine", "class": "Personal", "protection": 3, "covers": ["CH"]}


def weapon(folder: Path, base: dict[str, Any] = GUN, **fields: Any) -> list[str]:
    given = {name: value for name, value in {**base, **fields}.items() if value is not None}
    return codes(folder, weapons=[given])


def armour(folder: Path, **fields: Any) -> list[str]:
    return codes(folder, armour=[{**PLATE, **fields}])


def vehicle(folder: Path, **fields: Any) -> list[str]:
    base = {"id": "mine", "name": "Mine", "piloting": "Gunnery", "toughness": 3, "chart": "interceptor"}
    return codes(folder, vehicles=[{**base, "speed_cm": 500, "base_cm": 200, **fields}])


def game(folder: Path, **parts: Any) -> list[str]:
    return codes(folder, game=game_with(**parts))


def skills(**changed: Any) -> dict[str, Any]:
    return {"action": {**game_with(abilities={})["abilities"]["action"], **changed}}


@pytest.mark.clause("FS3-24.1")
def test_a_finding_has_severity_code_place_and_a_sentence_with_value_and_allowed(tmp_path: Path) -> None:
    (one,) = problems(tmp_path, weapons=[{**GUN, "attack": "Magic"}])
    assert (one.severity, one.code, one.path) == ("error", "E-CFG-REF", "[0].attack")
    assert one.file.endswith("weapons.yaml") and one.line == 7
    assert "attack is Magic" in one.message and "Firearms" in one.message
    assert {each.severity for each in own_findings()} <= {"warning", "info"}


@pytest.mark.clause("FS3-24.1")
def test_all_findings_are_told_at_once_and_errors_prevent_use(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    gun = {**GUN, "attack": "Magic", "defence": "@crew:Magic", "recoil": 60, "modes": ["single", "auto"]}
    pack = write_pack(tmp_path, weapons=[gun], armour=[{**PLATE, "covers": ["XX"]}])
    assert run(["fs3", "check", str(pack)]) == 1
    told = capsys.readouterr().out
    assert [told.count(code) for code in ("E-CFG-REF", "E-CFG-LOC", "I-RECOIL")] == [2, 1, 1]
    assert run(["play", "fs3", "--pack", str(pack), "--plain"]) == 1


@pytest.mark.clause("FS3-3.2", "FS3-3.3")
def test_attributes_that_change_or_are_many_are_warned_of(tmp_path: Path) -> None:
    attributes = game_with(abilities={})["abilities"]["attributes"]
    assert "W-ATTR-MALLEABLE" in game(tmp_path, abilities={"attributes": {**attributes, "Beauty": ""}})
    more = {**attributes, "Luck": "", "Faith": "", "Wits": ""}
    assert "W-ATTR-MANY" in game(tmp_path, abilities={"attributes": more})
    assert "W-ATTR-MANY" not in game(tmp_path, abilities={"attributes": more, "attr_warn": 9})


@pytest.mark.clause("FS3-3.5", "FS3-3.4")
def test_many_action_skills_are_warned_of(tmp_path: Path) -> None:
    vital = {"ruling": "Social", "tags": ["vital"]}
    assert game(tmp_path, abilities=skills(Diving=vital)) == []
    (one,) = problems(tmp_path, game=game_with(abilities=skills(Diving=vital, Farming=vital)))
    assert one.code == "W-SKILL-MANY" and "too narrow?" in one.hint and "needed at all" in one.hint


@pytest.mark.clause("FS3-3.6")
def test_narrow_skills_are_warned_of(tmp_path: Path) -> None:
    abilities = {"abilities": skills(Pistols={"ruling": "Reactive"})}
    guns = [{**GUN, "id": "mine", "attack": "Pistols"}]
    assert codes(tmp_path, game=game_with(**abilities), weapons=guns) == ["W-SKILL-NARROW"]  # with Firearms and Gunnery


@pytest.mark.clause("FS3-3.7", "FS3-3.9")
def test_skills_that_nothing_uses_are_told_unless_tagged(tmp_path: Path) -> None:
    assert game(tmp_path, abilities=skills(Dancing={"ruling": "Creative"})) == ["I-SKILL-UNUSED"]
    assert game(tmp_path, abilities=skills(Dancing={"ruling": "Creative", "tags": ["vital"]})) == []


@pytest.mark.clause("FS3-3.8")
def test_a_usual_group_without_a_skill_is_told(tmp_path: Path) -> None:
    (one,) = problems(tmp_path, game=game_with(abilities=skills(Alertness={"ruling": "Reactive", "tags": ["vital"]})))
    assert one.code == "I-SKILL-MISSING" and "perception" in one.message


@pytest.mark.clause("FS3-3.13")
def test_no_name_stands_in_two_categories(tmp_path: Path) -> None:
    assert game(tmp_path, abilities={"languages": ["Standard", "Melee"]}) == ["E-CFG-DUP"]


@pytest.mark.clause("FS3-3.13", "FS3-6.8a")
def test_no_two_abilities_are_one_word_in_notation(tmp_path: Path) -> None:
    assert game(tmp_path, abilities={"languages": ["Old Speech", "old-speech"]}) == ["E-CFG-DUP"]


@pytest.mark.clause("FS3-6.8a")
def test_every_sheet_has_an_id_of_its_own() -> None:
    """A combatant, a type and a character of one id, and a type that has the id which one of them would get."""
    one = sheets_of(content(), content().scenario("depot_raid"))[0]
    ids = list(being_titles([one._replace(id=id) for id in ("guard", "guard", "guard", "guard_here")]))
    assert ids == ["guard_here1", "guard_here2", "guard", "guard_here"]


@pytest.mark.clause("FS3-24.12", "FS3-2.5")
def test_every_skill_has_a_ruling_attribute(tmp_path: Path) -> None:
    assert game(tmp_path, abilities=skills(Melee={"tags": ["vital"]})) == ["E-CFG-RULING"]
    assert game(tmp_path, abilities={"language_ruling": ""}) == ["E-CFG-RULING"]
    assert game(tmp_path, abilities={"background_ruling": "Magic"}) == ["E-CFG-RULING"]


@pytest.mark.clause("FS3-24.2", "FS3-24.3")
def test_six_special_abilities_are_mapped_to_abilities_that_there_are(tmp_path: Path) -> None:
    assert game(tmp_path, special={"repair": ""}) == ["E-CFG-SPECIAL"]
    assert game(tmp_path, special={"repair": "Magic"}) == ["E-CFG-REF"]
    assert game(tmp_path, special={"repair": "Technical"}) == []


@pytest.mark.clause("FS3-24.13")
@pytest.mark.parametrize(
    "changed",
    [
        {"chargen": {"min_quirks": 5}},
        {"chargen": {"max_attribute_points": 5}},
        {"chargen": {"ability_points": 7}},
        {"xp": {"cost": [1, 2, 3]}},
    ],
)
def test_limits_that_contradict_one_another_are_errors(tmp_path: Path, changed: dict[str, Any]) -> None:
    assert [code for code in game(tmp_path, **changed) if code.startswith("E-")] == ["E-CFG-LIMIT"]


@pytest.mark.clause("FS3-24.5")
@pytest.mark.parametrize(
    "fields",
    [
        {"lethality": 201},
        {"lethality": -201},
        {"penetration": 1000},
        {"penetration": -1},
        {"accuracy": 101},
        {"ammunition": 1001},
        {"recoil": 100},
        {"effective": 0},
        {"attack": 13},
        {"short": 200},
        {"long": 50},
    ],
)
def test_numbers_of_weapons_have_ranges(tmp_path: Path, fields: dict[str, Any]) -> None:
    assert weapon(tmp_path, **fields) == ["E-CFG-RANGE"]


@pytest.mark.clause("FS3-24.4", "FS3-24.5")
@pytest.mark.parametrize(
    ("base", "fields"),
    [
        (GUN, {"effective": None}),
        (GUN, {"blast": 5}),
        (GUN, {"shrapnel": True}),
        (MELEE, {"effective": 5}),
        (MELEE, {"modes": ["single", "burst"]}),
        (BOMB, {"blast": None}),
        (BOMB, {"recoil": 5}),
        (GUN, {"defence": None}),
    ],
)
def test_each_type_of_weapon_has_its_fields(tmp_path: Path, base: dict[str, Any], fields: dict[str, Any]) -> None:
    assert set(weapon(tmp_path, base, **fields)) <= {"E-CFG-FIELD", "E-CFG-RANGE"} != set()
    assert weapon(tmp_path, base) == []


@pytest.mark.clause("FS3-24.5a", "FS3-24.6")
def test_optional_fields_of_weapons_have_defaults(tmp_path: Path) -> None:
    made = load_pack(tmp_path, weapons=[GUN]).weapons["mine"]
    assert (made.short, made.long, made.reload_turns, made.reloadable) == (None, None, 1, True)
    assert (made.accuracy, made.modes) == (0, ("single",))
    assert weapon(tmp_path, MELEE, ammunition=3) == []


@pytest.mark.clause("FS3-24.7", "FS3-8.8")
def test_skills_of_weapons_exist(tmp_path: Path) -> None:
    assert (
        weapon(tmp_path, attack="bg:Archery") == weapon(tmp_path, attack=4) == weapon(tmp_path, attack="Reactive") == []
    )
    assert weapon(tmp_path, attack="@pilot") == weapon(tmp_path, attack="Archery") == ["E-CFG-REF"]
    assert weapon(tmp_path, BOMB, defence="@pilot") == weapon(tmp_path, BOMB, defence="@crew:ECM") == []
    assert weapon(tmp_path, BOMB, defence="@crew:Archery") == ["E-CFG-REF"]


@pytest.mark.clause("FS3-24.8")
def test_a_firearm_is_dodged_with_a_raw_rating(tmp_path: Path) -> None:
    assert weapon(tmp_path, defence="Reactive") == ["W-FIREARM-DEFENCE"]
    assert weapon(tmp_path, **{"defence": "Reactive", "class": "Vehicle"}) == []


@pytest.mark.clause("FS3-15.18")
def test_anti_vehicle_warheads_have_no_shrapnel(tmp_path: Path) -> None:
    assert weapon(tmp_path, BOMB, shrapnel=True) == []
    assert weapon(tmp_path, BOMB, **{"shrapnel": True, "class": "Vehicle"}) == ["W-WEAPON-SHRAPNEL"]


@pytest.mark.clause("FS3-22.25")
def test_recoil_and_lethality_beyond_the_guides_are_told(tmp_path: Path) -> None:
    auto: dict[str, Any] = {"modes": ["single", "auto"]}
    assert (
        weapon(tmp_path, recoil=10, **auto) == weapon(tmp_path, recoil=40, **auto) == weapon(tmp_path, recoil=41) == []
    )
    assert weapon(tmp_path, recoil=9, **auto) == weapon(tmp_path, recoil=41, **auto) == ["I-RECOIL"]
    assert weapon(tmp_path, lethality=30) == [] and weapon(tmp_path, lethality=31) == ["W-LETHALITY"]


@pytest.mark.clause("FS3-22.26")
def test_many_weapons_are_told(tmp_path: Path) -> None:
    room = 40 - len(content().weapons)
    guns = [{**GUN, "id": f"gun_{n}"} for n in range(room + 1)]
    assert codes(tmp_path, weapons=guns[:room]) == [] and codes(tmp_path, weapons=guns) == ["I-WEAPONS-MANY"]


@pytest.mark.clause("FS3-24.9", "FS3-10.1")
def test_armour_covers_locations_of_its_class(tmp_path: Path) -> None:
    assert armour(tmp_path) == [] and armour(tmp_path, covers=["CH", "CH"]) == ["W-CFG-LOC"]
    assert armour(tmp_path, covers=["CP"]) == ["E-CFG-LOC"]
    assert armour(tmp_path, **{"covers": ["CP"], "class": "Vehicle"}) == []


@pytest.mark.clause("FS3-24.10", "FS3-19.2")
def test_vehicles_name_what_there_is(tmp_path: Path) -> None:
    assert vehicle(tmp_path) == vehicle(tmp_path, armour="interceptor") == []
    assert vehicle(tmp_path, piloting="Magic") == vehicle(tmp_path, chart="xx") == vehicle(tmp_path, armour="xx")
    assert vehicle(tmp_path, chart="xx") == ["E-CFG-REF"]
    assert vehicle(tmp_path, armour="command_shuttle") == ["E-CFG-LOC"]  # its cabin
    assert vehicle(tmp_path, toughness=13) == ["E-CFG-RANGE"]


@pytest.mark.clause("FS3-10.3a")
def test_armour_of_the_other_class_is_allowed_with_a_warning(tmp_path: Path) -> None:
    assert vehicle(tmp_path, armour="heavy_body") == ["W-ARMOUR-CLASS"]
    assert codes(tmp_path, types=[{"id": "x", "name": "X", "armour": "interceptor"}]) == ["W-ARMOUR-CLASS"]


@pytest.mark.clause("FS3-19.2", "FS3-19.22")
def test_other_weapons_of_a_vehicle_are_told_and_allowed(tmp_path: Path) -> None:
    pilot = {"id": "x", "name": "X", "join": "pilot", "vehicle": "interceptor", "weapons": ["nuke"]}
    assert codes(tmp_path, types=[pilot]) == ["I-LOADOUT"]
    assert codes(tmp_path, types=[{**pilot, "weapons": ["kinetic_cannon", "pistol"]}]) == []


@pytest.mark.clause("FS3-6.4")
def test_a_pilot_needs_a_vehicle(tmp_path: Path) -> None:
    assert codes(tmp_path, types=[{"id": "x", "name": "X", "join": "pilot"}]) == ["E-NO-VEHICLE"]


@pytest.mark.clause("FS3-24.11")
def test_there_is_a_chart_for_people(tmp_path: Path) -> None:
    from fireteam.content.library import read_packs
    from fireteam.content.problems import BadContent
    from fireteam.games.fs3.library import LIBRARY

    for path in (LIBRARY.base).glob("*.yaml"):
        text = path.read_text(encoding="utf-8")
        if path.stem == "charts":
            text = text.replace("- id: soldier\n", "- id: people\n")
        elif path.stem == "types":
            text = "[]\n"
        (tmp_path / path.name).write_text(text, encoding="utf-8")
    with pytest.raises(BadContent, match="no chart soldier"):
        read_packs(LIBRARY, (tmp_path,))


@pytest.mark.clause("FS3-22.23")
def test_expectations_are_checked(tmp_path: Path) -> None:
    wanted = {"weapon": "hmg", "armour": "robot_fighter"}
    assert game(tmp_path, expectations=[{**wanted, "min_stop": 16, "max_stop": 16}]) == []
    assert game(tmp_path, expectations=[{**wanted, "max_stop": 15}]) == ["E-CFG-EXPECT"]
    assert game(tmp_path, expectations=[{**wanted, "weapon": "bow"}]) == ["E-CFG-REF"]


@pytest.mark.clause("FS3-22.20", "FS3-22.21")
def test_the_matrix_is_exact() -> None:
    cells = {(each.weapon, each.layer): each for each in matrix(content())}
    assert cells["hmg", "robot_fighter"].stop == 16
    one = cells["rifle", "heavy_body"]
    assert (one.stop, one.stopped, one.full) == (35, Fraction(35, 100), Fraction(1, 100) + Fraction(64, 100 * 36))
    assert one.mean_cut == Fraction(224, 13)
    assert one.severities[3] == Fraction(97, 9000) and sum(one.severities) == 1 - one.stopped
    assert cells["shrapnel", "brick_wall"].stop == 50 * 5 // 3 - 15


@pytest.mark.clause("FS3-22.21")
def test_capped_reduction_has_its_own_mean() -> None:
    capped = cell("a", "b", 4, 4, 0, is_capped=True)
    faces = [min(die, 35) for die in range(1, 101)]
    assert capped.mean_cut == Fraction(64, 65) * Fraction(sum(faces), 100)


@pytest.mark.clause("FS3-22.22")
def test_flags_are_for_equal_classes() -> None:
    flags = {(each.weapon, each.layer): each.flag for each in matrix(content())}
    assert flags["pistol", "robot_trooper"] == BOUNCES and stop_percent(3, 5) == 68
    assert flags["missile_at", "command_shuttle"] == IGNORED
    assert flags["pistol", "interceptor"] == flags["rifle", "crates"] == ""


@pytest.mark.clause("FS3-22.24")
def test_the_modern_world_ships_as_a_data_set() -> None:
    values = {each.name: each.penetration or each.protection for each in content().comparisons.values()}
    assert len(values) == 21 and values["Heavy tank"] == 75 and values["Anti-tank missile"] == 70
    assert next(each.stop for each in comparisons(content()) if each.layer == "modern_heavy_tank") < 10_000


@pytest.mark.heavy
@pytest.mark.clause("FS3-22.21", "FS3-22.24")
def test_the_matrix_is_a_table_and_a_picture(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["fs3", "matrix", "--weapon", "pistol", "--layer", "robot_trooper"]) == 0
    assert capsys.readouterr().out.splitlines()[1].split()[2:4] == ["68", "68%"]
    assert run(["fs3", "matrix", "--picture"]) == 0
    assert "hmg" in capsys.readouterr().out
    assert run(["fs3", "matrix", "--modern", "--svg", str(tmp_path / "m.svg")]) == 0
    assert (tmp_path / "m.svg").read_text(encoding="utf-8").startswith("<svg")
    assert run(["fs3", "matrix", "--weapon", "bow"]) == 2


@pytest.mark.clause("FS3-22.2a")
@pytest.mark.parametrize(
    ("members", "found"),
    [
        ([{"type": "guard", "count": 3}, {"type": "guard", "name": "Chief", "rating": 7}], []),
        ([{"character": "sample_marine"}, {"type": "marine", "weapons": ["rifle"], "rounds": {"rifle": 5}}], []),
        ([{"type": "grenadier", "weapons": ["smg"]}], []),
        ([{"type": "nobody"}], ["E-CFG-REF"]),
        ([{"type": "guard", "character": "sample_marine"}], ["E-CFG-FIELD"]),
        ([{"character": "sample_marine", "rating": 3}], ["E-CFG-FIELD"]),
        ([{"count": 2}], ["E-CFG-FIELD"]),
        ([{"type": "guard", "count": 5}, {"type": "marine", "count": 4}], ["E-CFG-LIMIT"]),
        ([{"character": "sample_marine"}, {"character": "sample_marine"}], ["E-CFG-DUP"]),
        ([{"type": "guard", "weapons": ["club"], "rounds": {"rifle": 5}}], ["E-CFG-REF"]),
        ([{"type": "guard", "rounds": {"pistol": 99}}], ["E-CFG-RANGE"]),
        ([{"type": "gun_mate"}, {"type": "robot_fighter"}], ["E-NO-VEHICLE"]),
        ([{"type": "robot_fighter"}, {"type": "gun_mate"}], []),
    ],
)
def test_forces_are_checked(tmp_path: Path, members: list[dict[str, Any]], found: list[str]) -> None:
    mate = {"id": "gun_mate", "name": "Mate", "join": "passenger", "vehicle": "robot_fighter"}
    force = {"id": "mine", "name": "Mine", "about": "?", "team": 2, "members": members}
    assert codes(tmp_path, types=[mate], forces=[force]) == found


@pytest.mark.clause("FS3-22.2a")
def test_what_is_wrong_with_a_force_is_told_with_its_place(tmp_path: Path) -> None:
    force = {"id": "guard", "name": "Guard", "about": "?", "members": [{"type": "guard", "rounds": {"pistol": 99}}]}
    one, other = problems(tmp_path, forces=[force])
    assert one.code == "E_C_SHADOW", "join means one thing"
    assert (other.code, other.path) == ("E-CFG-RANGE", "[0].members[0].rounds.pistol")
