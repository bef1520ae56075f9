"""The content of FS3 is that of the rulebook's appendices, and the licence goes with it."""

from __future__ import annotations

from pathlib import Path

import pytest

from fireteam.cli import run
from fireteam.content.library import read_packs
from fireteam.content.schema import schema_of
from fireteam.content.value_checks import Terms
from fireteam.games.fs3.content import default_options, names
from fireteam.games.fs3.describe import LINES, band_name
from fireteam.games.fs3.kinds import KINDS
from fireteam.games.fs3.library import LIBRARY
from fireteam.games.fs3.notice import NOTICE
from fireteam.games.fs3.rules.hits import SHRAPNEL_PENETRATION
from fireteam.games.fs3.tables import CREW, PILOT, RAW

from .packs import FOLDER, RULES, YARD, codes, content, game_with, load_pack, number, own_findings, table_rows

PRINTED_WEAPONS = {row[0]: row for row in table_rows("id", "**FS3-B.2**")}
TYPES = {"P": "Personal", "V": "Vehicle"}
MODES = {"S": ("single",), "S B A": ("single", "burst", "auto")}


@pytest.mark.clause("FS3-0.1", "FS3-0.3")
def test_the_notice_stands_in_the_game_s_folder_and_is_that_of_the_rulebook() -> None:
    assert NOTICE in RULES and (FOLDER / "NOTICE").read_text(encoding="utf-8").strip() == NOTICE


@pytest.mark.clause("FS3-0.1", "FS3-0.3")
def test_a_command_shows_the_notice(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["fs3", "about"]) == 0
    assert capsys.readouterr().out.strip() == NOTICE


@pytest.mark.clause("FS3-0.2")
def test_the_content_says_that_it_is_given_away_only() -> None:
    assert "without charge" in read_packs(LIBRARY, (LIBRARY.base,)).packs[0].licence


@pytest.mark.clause("FS3-0.4")
def test_the_artefact_is_body() -> None:
    assert content().location_names["BD"] == "Body"
    assert content().armours["heavy_body"].name == "Heavy Body Armor"


@pytest.mark.clause("FS3-1.1", "FS3-1.2", "FS3-24.1")
def test_the_game_comes_whole_and_sound() -> None:
    assert [problem for problem in own_findings() if problem.severity == "error"] == []


@pytest.mark.clause("FS3-1.1")
def test_another_game_may_be_all_configuration(tmp_path: Path) -> None:
    abilities = {
        "abilities": {
            "attributes": {"Body": "", "Mind": ""},
            "action": {"Bows": {"ruling": "Body"}, "Lore": {"ruling": "Mind"}},
            "languages": ["Elvish"],
            "language_ruling": "Mind",
            "background_ruling": "Mind",
        }
    }
    special = dict.fromkeys(("initiative", "toughness", "first_aid", "medicine", "repair", "jury_rig"), "Body")
    game = {**game_with(**abilities), "special": special, "expectations": []}
    game["abilities"]["attributes"] = {"Body": "", "Mind": ""}
    game["abilities"]["action"] = {
        name: {"ruling": "Body"} for name in (*content().abilities.action, "Bows") if name != "Firearms"
    } | {"Firearms": {"ruling": "Mind"}}
    characters = [{"id": "sample_marine", "name": "A guard", "kind": "npc", "rating": 3}]
    weapons = [
        {"id": id, "name": "A bow", "type": "Explosive", "class": "Personal", "attack": "Body", "defence": 3}
        | {"lethality": 0, "penetration": 2, "effective": 30, "blast": 2, "ammunition": 5}
        for id in ("grenade_frag", "grenade_flash", "launcher_frag", "launcher_heat", "missile_he")
    ]
    scenarios = [
        {**YARD, "id": id, "name": id}
        for id in ("patrol", "shuttle_run")  # those that rate abilities which are gone
    ]
    found = load_pack(tmp_path, game=game, characters=characters, weapons=weapons, scenarios=scenarios)
    assert found.listed[:2] == ("Body", "Mind") and "Reactive" not in found.listed


@pytest.mark.clause("FS3-A.1", "FS3-3.1")
def test_attributes_are_those_of_the_sample_with_what_they_are_about() -> None:
    attributes = content().abilities.attributes
    assert list(attributes) == ["Academic", "Creative", "Technical", "Athletic", "Reactive", "Social"]
    assert all(attributes.values())


@pytest.mark.clause("FS3-A.2", "FS3-A.3", "FS3-3.4")
def test_action_skills_are_the_eleven_of_the_sample() -> None:
    assert list(content().abilities.action) == [
        *("Firearms", "Melee", "Alertness", "Stealth", "Interceptor Piloting", "Shuttle Piloting"),
        *("ECM", "Gunnery", "Repair", "First Aid", "Medicine"),
    ]


@pytest.mark.clause("FS3-A.4", "FS3-2.4")
def test_every_action_skill_has_its_ruling_attribute() -> None:
    ruled: dict[str, list[str]] = {}
    for name, skill in content().abilities.action.items():
        ruled.setdefault(skill.ruling, []).append(name)
    assert ruled == {
        "Reactive": ["Firearms", "Alertness", "Interceptor Piloting", "Shuttle Piloting"],
        "Athletic": ["Melee", "Stealth"],
        "Technical": ["ECM", "Gunnery", "Repair", "First Aid"],
        "Academic": ["Medicine"],
    }
    assert content().abilities.background_ruling == content().abilities.language_ruling == "Academic"


@pytest.mark.clause("FS3-A.5", "FS3-3.11", "FS3-3.12")
def test_there_are_ideas_for_background_skills_and_common_knowledge() -> None:
    abilities = content().abilities
    told = "; ".join(f"{topic} ({', '.join(ideas)})" for topic, ideas in abilities.background_ideas.items())
    assert told in RULES and abilities.quirk_ideas
    assert abilities.common_knowledge == ("everyday computers", "first-level mathematics", "ship etiquette")


@pytest.mark.clause("FS3-A.6", "FS3-A.7")
def test_limits_and_experience_are_those_of_the_sample() -> None:
    limits, xp = content().chargen, content().xp
    assert (limits.ability_points, limits.max_high, limits.high_rating) == (80, 4, 7)
    assert (limits.max_attribute_points, limits.max_action_points) == (32, 32)
    assert (limits.min_quirks, limits.max_quirks, limits.min_background) == (1, 4, 2)
    assert (xp.xp_per_week, xp.xp_cap, xp.raise_cooldown_s) == (2, 16, 3 * 86400)


@pytest.mark.clause("FS3-A.8", "FS3-24.2")
def test_special_abilities_are_those_of_the_sample() -> None:
    special = content().special
    assert (special.initiative, special.toughness, special.first_aid) == ("Reactive", "Athletic", "First Aid")
    assert (special.medicine, special.repair, special.jury_rig) == ("Medicine", "Repair", "Repair")


@pytest.mark.clause("FS3-A.9", "FS3-3.10")
def test_languages_are_a_plain_list() -> None:
    assert content().abilities.languages == ("Standard", "Fleet Cant", "Machine Code")


@pytest.mark.clause("FS3-A.9")
def test_options_of_a_combat_are_those_of_the_sample() -> None:
    import yaml

    block = RULES[RULES.index("```yaml\nabilities:") :].split("```yaml\n")[1].split("```")[0]
    printed = yaml.safe_load(block)["combat"]
    printed |= printed.pop("mismatch_lethality")
    printed["default_distance_cm"] = 100 * printed.pop("default_distance_m")
    assert {
        name: int(value) if isinstance(value, bool) else value for name, value in printed.items()
    } == content().combat
    assert default_options(content()).keys() == content().combat.keys() - {
        "default_weapon",
        "healing",
        "bounce_percent",
    }


@pytest.mark.clause("FS3-B.1", "FS3-B.2", "FS3-8.7", "FS3-24.4", "FS3-24.6")
@pytest.mark.parametrize("id", PRINTED_WEAPONS)
def test_weapons_have_the_numbers_of_the_rulebook(id: str) -> None:
    weapon = content().weapons[id]
    _, name, kind, skills, *cells = PRINTED_WEAPONS[id]
    lethality, penetration, damage, rounds, modes, recoil, effective, blast, shrapnel, reloads = cells
    attack, defence = (skill.strip() for skill in skills.split("/"))
    type, klass = kind.split()
    assert (weapon.name, weapon.type, weapon.klass, weapon.attack) == (name, type, TYPES[klass], attack)
    assert weapon.defence == (number(defence) if defence[0].isdigit() else defence)
    assert (weapon.lethality, weapon.penetration) == (int(lethality), number(penetration))
    assert weapon.damage == {"phys": "physical", "stun": "stun"}[damage]
    assert (weapon.ammunition, weapon.modes, weapon.recoil) == (number(rounds), MODES[modes], number(recoil or "0"))
    assert (weapon.effective or 0, weapon.blast or 0) == (number(effective or "0"), number(blast or "0"))
    assert weapon.shrapnel == (shrapnel == "yes") and weapon.accuracy == 0
    assert weapon.reloadable == (reloads != "no")


@pytest.mark.clause("FS3-B.1")
def test_there_are_no_other_weapons() -> None:
    assert list(content().weapons) == list(PRINTED_WEAPONS)


@pytest.mark.clause("FS3-B.3")
def test_shrapnel_is_no_weapon_of_the_list() -> None:
    assert "shrapnel" not in content().weapons and SHRAPNEL_PENETRATION == 3


@pytest.mark.clause("FS3-C.1", "FS3-10.3")
def test_armour_is_that_of_the_rulebook() -> None:
    people = "AB CH HD LA LF LH LL NK RA RF RH RL"
    for id, name, covers, protection, klass in table_rows("id", "**FS3-C.1**"):
        armour = content().armours[id]
        assert (armour.name, armour.protection, armour.klass) == (name, int(protection), TYPES[klass])
        assert set(armour.covers) == set((people if covers == "all 12" else covers).split())
    assert len(content().armours) == 10


@pytest.mark.clause("FS3-C.2", "FS3-19.2")
def test_vehicles_are_those_of_the_rulebook() -> None:
    for id, name, piloting, toughness, chart, weapons, dodge, speed, base in table_rows("id", "**FS3-C.2**"):
        vehicle = content().vehicles[id]
        assert (vehicle.name, vehicle.piloting, vehicle.toughness) == (name, piloting, int(toughness))
        assert vehicle.armour == vehicle.chart == chart and ", ".join(vehicle.weapons) == weapons
        assert (vehicle.dodge, vehicle.speed_cm, vehicle.base_cm) == (int(dodge), int(speed), int(base))


@pytest.mark.clause("FS3-C.3", "FS3-6.3")
def test_robots_are_types_to_join_as() -> None:
    trooper, fighter = content().types["robot_trooper"], content().types["robot_fighter"]
    assert (trooper.join, trooper.weapons, trooper.armour) == ("soldier", ("lmg_bipod",), "robot_trooper")
    assert (fighter.join, fighter.kind, fighter.vehicle) == ("pilot", "npc", "robot_fighter")


@pytest.mark.clause("FS3-C.4")
def test_cover_has_the_values_of_the_rulebook() -> None:
    assert {cover.name: cover.protection for cover in content().covers.values()} == {
        **{"Interior wall": 1, "Sofa": 1, "Solid wood": 2, "Crates": 2, "Car": 4},
        **{"Light truck": 5, "Brick wall": 5, "Steel door": 6},
    }


@pytest.mark.clause("FS3-D.1")
def test_unknown_keys_are_errors(tmp_path: Path) -> None:
    assert codes(tmp_path, game={"magic": {}}) == ["E-CFG-FIELD"]
    assert codes(tmp_path, game={}, types=[{"id": "x", "name": "X", "wings": 2}]) == ["E-CFG-FIELD"]


@pytest.mark.clause("FS3-D.1")
def test_a_pack_changes_single_options(tmp_path: Path) -> None:
    found = load_pack(tmp_path, game={"combat": {"cover_chance": 50}})
    assert found.combat == {**content().combat, "cover_chance": 50}


@pytest.mark.clause("FS3-D.3", "FS3-1.4", "FS3-1.5")
def test_a_character_file_holds_a_pc_or_an_npc(tmp_path: Path) -> None:
    sample = content().characters["sample_marine"]
    assert sample.kind == "pc" and sample.ratings["Firearms"] == 8 and sample.background["Chess"] == 2
    guard = {"id": "olga", "name": "Olga", "kind": "npc", "rating": 4, "notes": "Never sleeps.", "wounds": []}
    assert load_pack(tmp_path, characters=[guard]).characters["olga"].rating == 4
    assert codes(tmp_path, characters=[{**guard, "rating": 13}]) == ["E-CFG-FIELD"]
    assert codes(tmp_path, characters=[{**guard, "ratings": {"Firearms": 5}}]) == ["E-CFG-FIELD"]


@pytest.mark.clause("FS3-1.6")
def test_an_npc_s_rating_is_0_to_12(tmp_path: Path) -> None:
    assert codes(tmp_path, types=[{"id": "x", "name": "X", "rating": 0}]) == []
    assert codes(tmp_path, types=[{"id": "x", "name": "X", "rating": 13}]) == ["E-CFG-FIELD"]


@pytest.mark.clause("FS3-1.7", "FS3-3.13", "FS3-3.12")
def test_a_sheet_has_every_attribute_and_no_unknown_name(tmp_path: Path) -> None:
    ratings = dict.fromkeys(content().abilities.attributes, 4)
    who = {"id": "mia", "name": "Mia", "kind": "pc", "ratings": ratings}
    assert codes(tmp_path, characters=[who]) == []
    assert codes(tmp_path, characters=[{**who, "ratings": {**ratings, "Social": 0}}]) == ["E-CG-RANGE"]
    assert codes(tmp_path, characters=[{**who, "ratings": {**ratings, "Magic": 3}}]) == ["E-CG-UNKNOWN"]
    assert codes(tmp_path, characters=[{**who, "background": {"Firearms": 3}}]) == ["E-CFG-DUP"]
    assert codes(tmp_path, characters=[{**who, "background": {"Ship Etiquette": 3}}]) == ["I-BG-COMMON"]


@pytest.mark.clause("FS3-1.8")
def test_ratings_have_names(capsys: pytest.CaptureFixture[str]) -> None:
    skills, attributes = ([band_name(rating, is_attribute) for rating in range(13)] for is_attribute in (False, True))
    assert skills == ["Untrained", *["Rookie"] * 3, *["Professional"] * 3, *["Veteran"] * 3, *["Expert"] * 3]
    assert attributes[1:] == [*["Poor"] * 3, *["Average"] * 3, *["Good"] * 3, *["Exceptional"] * 3]
    assert run(["content", "show", "sample_marine", "--game", "fs3"]) == 0
    told = capsys.readouterr().out
    assert "Firearms 8 (Veteran)" in told and "Athletic 7 (Good)" in told


@pytest.mark.clause("FS3-8.8")
def test_skill_tokens_are_numbers_for_the_rules() -> None:
    names = content().ability_names
    assert content().token("Firearms") == names.index("Firearms")
    assert content().token(3) == RAW - 3 and content().token("@pilot") == PILOT
    assert content().token("@crew:ECM") == CREW + names.index("ECM")
    assert names[content().token("bg:Demolitions")] == "Demolitions"


@pytest.mark.clause("FS3-22.5")
@pytest.mark.parametrize("id", ["rifle", "heavy_body", "interceptor", "car", "soldier", "guard", "patrol", "cinematic"])
def test_gear_is_shown_with_details(id: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["content", "show", id, "--game", "fs3"]) == 0
    assert len(capsys.readouterr().out.splitlines()) > 1


def test_every_kind_of_entry_is_told_and_has_a_schema() -> None:
    assert {kind.entries[0] for kind in KINDS if not kind.is_single} == set(LINES)
    for kind in KINDS:
        assert schema_of(kind, Terms(names(content())))
