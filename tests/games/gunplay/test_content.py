"""Content: terrain, weapons, points, bands and scenarios as the rulebook has them, and what is wrong with others."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from fireteam.content.library import read_packs
from fireteam.content.schema import schema_of
from fireteam.content.value_checks import Terms
from fireteam.games.gunplay.bands import place_faults
from fireteam.games.gunplay.content import names
from fireteam.games.gunplay.describe import LINES
from fireteam.games.gunplay.game import GAME
from fireteam.games.gunplay.kinds import KINDS
from fireteam.games.gunplay.library import LIBRARY
from fireteam.games.gunplay.map_build import build_terrain, effects_of, pieces_of
from fireteam.games.gunplay.terrain import AREA, BLOCKS_MOVE, BLOCKS_SIGHT, DIFFICULT, LOW

from .packs import OPEN, RULES, SCENARIOS, WEAPONS, content, load_pack, problem_codes, problems

Fields = dict[str, Any]


def scenario(**fields: Any) -> Fields:
    return {**OPEN, **fields}


def members(*members: Fields) -> list[Fields]:
    return [{"id": "mine", "name": "Mine", "characters": list(members)}]


@pytest.mark.clause("GUN-4.10")
def test_types_of_terrain_have_the_flags_of_the_rulebook() -> None:
    flags = {id: effects_of(kind) for id, kind in content().terrain.items()}
    assert flags == {
        "tall": BLOCKS_MOVE | BLOCKS_SIGHT,
        "window": BLOCKS_MOVE | LOW,
        "low": LOW,
        "woods": AREA | DIFFICULT,
        "rough": DIFFICULT,
        "water": BLOCKS_MOVE,
    }


@pytest.mark.clause("GUN-4.10")
def test_new_types_are_data(tmp_path: Path) -> None:
    types = [{"id": "hedge", "name": "Hedge", "blocks_sight": True, "difficult": True}]
    found = load_pack(tmp_path, terrain=types, scenarios=scenario(terrain={"hedge": [[9, 9, 12, 10]]}))
    terrain = build_terrain(found.scenario("mine"), found.terrain, 0.5)
    assert terrain.n_pieces == 1 and terrain.pieces[0].effects == BLOCKS_SIGHT | DIFFICULT


@pytest.mark.clause("GUN-20.1")
@pytest.mark.clause("GUN-20.14")
@pytest.mark.clause("GUN-24.3")
@pytest.mark.parametrize("id", WEAPONS)
def test_firearms_have_the_numbers_and_points_of_the_rulebook(id: str) -> None:
    firearm, printed = content().weapons[id], WEAPONS[id]
    numbers = {name: getattr(firearm, "kind" if name == "class" else name) for name in printed if name != "points"}
    assert {**numbers, "rof": str(firearm.rof)} == {name: printed[name] for name in numbers}
    assert firearm.reload_after_shot == printed.get("reload_after_shot", False)
    assert content().firearm_points(firearm) == printed["points"]


@pytest.mark.clause("GUN-3.11")
def test_classes_have_the_bands_of_the_rulebook() -> None:
    bands = {id: (each.close, each.effective, each.extreme) for id, each in content().classes.items()}
    assert bands == {
        "pistol": (6, 18, None),
        "rifle": (6, 36, 72),
        "bolt": (6, 36, 72),
        "shotgun": (6, 18, 36),
        "carbine": (6, 24, 36),
        "smg": (6, 24, 36),
    }


@pytest.mark.clause("GUN-3.12")
@pytest.mark.clause("GUN-24.4")
def test_melee_weapons_are_those_of_the_rulebook() -> None:
    arms = {id: (each.damage, each.strong, each.points) for id, each in content().melees.items()}
    assert arms == {"unarmed": (0, False, 0), "blade": (1, False, 1), "heavy_blade": (2, True, 2)}


@pytest.mark.clause("GUN-24.2")
def test_traits_cost_what_the_rulebook_says() -> None:
    line = next(line for line in RULES.splitlines() if "GUN-24.2" in line)
    for trait, points in content().points.traits.items():
        assert f"{trait} {points}".replace("-", "−") in line
    assert len(content().points.traits) == 16


@pytest.mark.clause("GUN-23.11")
@pytest.mark.clause("GUN-24.1")
@pytest.mark.clause("GUN-24.5")
@pytest.mark.parametrize("printed", SCENARIOS, ids=[each["id"] for each in SCENARIOS])
def test_scenarios_and_their_bands_are_those_of_the_rulebook(printed: Fields) -> None:
    found = content().scenario(printed["id"])
    assert (found.name, list(found.size), found.turns) == (printed["title"], printed["size"], printed["turns"])
    assert found.first_initiative == printed.get("first_initiative")
    pieces = [[kind, list(shape)] for kind, shapes in found.terrain.items() for shape in shapes]
    assert sorted(pieces) == sorted(printed["terrain"])
    assert [(each.id, list(each.pos)) for each in found.objectives] == [
        (each["id"], each["pos"]) for each in printed.get("objectives", ())
    ]
    for name, value in printed["victory"].items():
        given = getattr(found.victory, name)
        if name == "vp":
            assert {key: getattr(given, key) for key in value} == value
        else:
            assert (list(given) if isinstance(given, tuple) else given) == value
    for side, band in printed["bands"].items():
        own = content().bands[getattr(found.bands, side)]
        assert list(getattr(found.zones, side)) == printed["zones"][side]
        assert own.name == band["name"] and content().band_points(own) == band["points"]
        for member, each in zip(own.characters, band["chars"], strict=True):
            assert content().member_points(member) == each["points"]
            for name in ("id", "name", "melee"):
                assert getattr(member, name) == each[name]
            for name in ("traits", "weapons", "pos"):
                assert list(getattr(member, name)) == each[name]


@pytest.mark.clause("GUN-23.12")
@pytest.mark.parametrize("id", ["main_street", "crossroads", "cash_box"])
def test_three_maps_are_symmetric_under_a_half_turn(id: str) -> None:
    found = content().scenario(id)
    wide, high = (round(100 * side) for side in found.size)
    pieces = {(place[1], frozenset(corners)) for place, corners in pieces_of(found).items()}
    assert {(kind, frozenset((wide - x, high - y) for x, y in corners)) for kind, corners in pieces} == pieces


@pytest.mark.clause("GUN-24.1")
def test_further_firearms_cost_half_rounded_up(tmp_path: Path) -> None:
    """A heavy shotgun and double-barrelled one: 9, and half of 8; a pistol of 5 costs 3."""
    two = members(
        {"id": "A1", "name": "One", "weapons": ["shotgun_heavy", "shotgun_heavy_double"]},
        {"id": "A2", "name": "Two", "weapons": ["pistol_medium", "rifle_heavy"], "melee": "blade"},
        {"id": "A3", "name": "Three"},
    )
    found = load_pack(tmp_path, bands=two)
    assert [found.member_points(each) for each in found.bands["mine"].characters] == [23, 24, 10]


@pytest.mark.clause("GUN-4.9")
@pytest.mark.parametrize(
    ("pieces", "where"),
    [
        ({"tall": [[5, 5, 5, 8]]}, "terrain.tall[0]"),
        ({"tall": [[5, 5, 4, 8]]}, "terrain.tall[0]"),
        ({"low": [[1, 1, 2, 2], [[5, 5], [5, 8], [8, 5]]]}, "terrain.low[1]"),
        ({"low": [[[5, 5], [8, 5], [11, 5], [8, 8]]]}, "terrain.low[0]"),
        ({"low": [[[5, 5], [8, 5], [6, 6], [5, 8]]]}, "terrain.low[0]"),
        ({"low": [[28, 18, 30.01, 19]]}, "terrain.low[0]"),
        ({"low": [[5, 5, 8]]}, "terrain.low[0]"),
        ({"low": [[5, 5, 8, 8]], "tall": [[7.99, 7.99, 9, 9]]}, "terrain.tall[0]"),
        ({"low": [[5, 5, 9, 9], [6, 6, 7, 7]]}, "terrain.low[1]"),
        ({"low": [[5, 5, 9, 6]], "tall": [[[6, 5.5], [7, 4], [8, 5.5]]]}, "terrain.tall[0]"),
    ],
)
def test_a_bad_map_is_refused_at_its_piece(tmp_path: Path, pieces: Fields, where: str) -> None:
    assert problem_codes(tmp_path, scenarios=scenario(terrain=pieces)) == [("MAP_INVALID", where)]


@pytest.mark.clause("GUN-4.8")
@pytest.mark.clause("GUN-4.9")
@pytest.mark.parametrize(
    "pieces",
    [
        {"low": [[5, 5, 8, 8]], "tall": [[8, 8, 9, 9], [8, 6, 9, 8]]},
        {"low": [[5, 5, 9, 6]], "tall": [[[6, 5], [7, 4], [8, 5]]]},
        {"low": [[0, 0, 30, 0.4]], "woods": [[[5, 5], [8, 5], [9, 7], [6, 8], [4, 6]]]},
    ],
)
def test_pieces_may_touch(tmp_path: Path, pieces: Fields) -> None:
    assert problem_codes(tmp_path, scenarios=scenario(terrain=pieces)) == []


@pytest.mark.clause("GUN-4.2")
def test_what_overlaps_by_less_than_a_hundredth_touches(tmp_path: Path) -> None:
    assert problem_codes(tmp_path, scenarios=scenario(terrain={"low": [[5, 5, 8.004, 8], [8, 5, 9, 8]]})) == []


@pytest.mark.clause("GUN-3.13")
@pytest.mark.clause("GUN-3.14")
@pytest.mark.clause("GUN-15.18")
@pytest.mark.parametrize(
    ("characters", "where"),
    [
        ([{"id": "A1", "name": "One"}, {"id": "A1", "name": "Two"}], "[0].characters[1].id"),
        ([{"id": "A1", "name": "One"}, {"id": "B2", "name": "Two"}], "[0].characters[1].id"),
        ([{"id": "A01", "name": "One"}], "[0].characters[0].id"),
        ([{"id": "A100", "name": "One"}], "[0].characters[0].id"),
        ([{"id": "C1", "name": "One"}], "[0].characters[0].id"),
        ([], "[0].characters"),
        ([{"id": f"A{n}", "name": "One"} for n in range(1, 14)], "[0].characters"),
        ([{"id": "A1", "name": "One", "traits": ["Fats"]}], "[0].characters[0].traits[0]"),
        ([{"id": "A1", "name": "One", "traits": ["Fast", "Fast"]}], "[0].characters[0].traits[1]"),
        ([{"id": "A1", "name": "One", "traits": ["Slow", "Fast"]}], "[0].characters[0].traits"),
        ([{"id": "A1", "name": "One", "weapons": ["bow"]}], "[0].characters[0].weapons[0]"),
        ([{"id": "A1", "name": "One", "weapons": ["pistol_light"] * 3}], "[0].characters[0].weapons"),
        ([{"id": "A1", "name": "One", "melee": "axe"}], "[0].characters[0].melee"),
        ([{"id": "A1", "name": "One", "posture": "flying"}], "[0].characters[0].posture"),
        ([{"id": "A1", "name": "One", "armour": 2}], "[0].characters[0].armour"),
    ],
)
def test_a_bad_band_is_refused_where_it_is_bad(tmp_path: Path, characters: list[Fields], where: str) -> None:
    assert problem_codes(tmp_path, bands=members(*characters)) == [("BAND_INVALID", where)]


@pytest.mark.clause("GUN-5.7")
@pytest.mark.parametrize(
    ("pos", "reason"),
    [([1.5, 0.4], "cannot stand"), ([5, 5], "cannot stand"), ([1.5, 8.9], "less than 0.99"), (None, "no pos")],
)
def test_with_fixed_deployment_everybody_needs_a_place_to_stand(tmp_path: Path, pos: Any, reason: str) -> None:
    band = members(
        {"id": "A1", "name": "One", "pos": pos}, {"id": "A2", "name": "Two", "pos": [1.5, 8], "weapons": ["bolt_light"]}
    )
    map = scenario(terrain={"low": [[4, 4, 6, 6]]}, bands={"A": "mine", "B": "ridge_gang"})
    found = problems(tmp_path, bands=band, scenarios=map)
    assert [(each.code, each.path) for each in found] == [("BAND_INVALID", "bands.A")] and reason in found[0].message
    assert problem_codes(tmp_path, bands=band, scenarios={**map, "options": {"deployment": "alternate"}}) == []


@pytest.mark.clause("GUN-15.18")
def test_five_pairs_of_traits_exclude_each_other_and_no_others() -> None:
    line = next(line for line in RULES.splitlines() if "GUN-15.18" in line)
    pairs = {frozenset(pair) for pair in re.findall(r"([A-Z][A-Za-z]+)/([A-Z][A-Za-z]+)", line)}
    assert len(pairs) == 5 and {frozenset(pair) for pair in content().points.excludes} == pairs


@pytest.mark.clause("GUN-5.7")
def test_two_of_different_bands_may_not_start_on_one_another_either(tmp_path: Path) -> None:
    bands = [
        {"id": f"mine_{side.lower()}", "name": "Mine", "characters": [{"id": f"{side}1", "name": "One", "pos": pos}]}
        for side, pos in (("A", [5, 5]), ("B", [5.98, 5]))
    ]
    map = scenario(bands={"A": "mine_a", "B": "mine_b"})
    found = problems(tmp_path, bands=bands, scenarios=map)
    assert [(each.code, each.path) for each in found] == [("BAND_INVALID", "bands.B")]
    bands[1]["characters"][0]["pos"] = [5.99, 5]  # type: ignore[index]
    assert problem_codes(tmp_path, bands=bands, scenarios=map) == []


@pytest.mark.clause("GUN-5.7")
def test_every_band_of_the_rulebook_can_stand_where_it_starts() -> None:
    for each in content().scenarios.values():
        terrain = build_terrain(each, content().terrain, 0.5)
        assert list(place_faults(terrain, [content().bands[each.bands.A], content().bands[each.bands.B]])) == []


@pytest.mark.clause("GUN-1.8")
@pytest.mark.parametrize(
    ("options", "where"),
    [
        ({"brace_modifier": 4}, "options.brace_modifier"),
        ({"moved_modifier": 1}, "options.moved_modifier"),
        ({"step": "0.3"}, "options.step"),
        ({"toughness_base": "Trivial"}, "options.toughness_base"),
        ({"bravery": 1}, "options.bravery"),
        ({"flinch": 1}, "options.flinch"),
    ],
)
def test_a_scenario_sets_parameters_within_their_domains(tmp_path: Path, options: Fields, where: str) -> None:
    assert problem_codes(tmp_path, scenarios=scenario(options=options)) == [("OPTION_INVALID", where)]


@pytest.mark.parametrize(
    ("fields", "code", "where"),
    [
        ({"zones": {"A": [3, 0, 3, 20], "B": [27, 0, 30, 20]}}, "E_CONTENT", "zones.A"),
        ({"victory": {"type": "hold", "radius": 3, "from_turn": 2}}, "E_CONTENT", "victory"),
        ({"victory": {"type": "extract", "exit_edge": {"A": "south", "B": "north"}}}, "E_CONTENT", "victory"),
        ({"victory": {"type": "break", "break_at": {"A": 4}}}, "E_CONTENT", "victory.break_at"),
        ({"victory": {"type": "assault", "attacker": "B"}}, "E_CONTENT", "victory"),
        ({"victory": {"type": "assault", "attacker": "B", "zone": [9, 9, 31, 18]}}, "E_CONTENT", "victory.zone"),
        ({"victory": {"type": "race"}}, "E_CONTENT", "victory.type"),
        ({"item": {"id": "box", "pos": [31, 5]}}, "E_CONTENT", "item.pos"),
        ({"objectives": [{"id": "M", "pos": [3, 5]}, {"id": "M", "pos": [9, 5]}]}, "E_CONTENT", "objectives"),
        ({"terrain": {"lava": [[1, 1, 2, 2]]}}, "E_CONTENT", "terrain.lava"),
        ({"bands": {"A": "ridge_gang", "B": "ridge_gang"}}, "BAND_INVALID", "bands.A"),
        ({"bands": {"A": "nobody", "B": "ridge_gang"}}, "E_CONTENT", "bands.A"),
    ],
)
def test_other_mistakes_of_a_scenario_are_told_at_their_place(
    tmp_path: Path, fields: Fields, code: str, where: str
) -> None:
    assert problem_codes(tmp_path, scenarios=scenario(**fields)) == [(code, where)]


@pytest.mark.clause("GUN-1.8", "GUN-3.13", "GUN-4.9")
@pytest.mark.parametrize(
    ("files", "sentence"),
    [
        ({"bands": members({"id": "A1", "name": "One", "traits": ["Fats"]})}, r"^A1: traits\[0\] .* \(GUN-3.13\)$"),
        ({"bands": members({"id": "A1", "name": "One", "weapons": ["bow"]})}, r"^A1: no weapon .* \(GUN-3.13\)$"),
        ({"scenarios": scenario(terrain={"tall": [[[5, 5], [8, 5]]]})}, r"^mine: tall\[0\] must .* \(GUN-4.9\)$"),
        ({"scenarios": scenario(options={"brace_modifier": 9})}, r"^mine: brace_modifier .* \(GUN-1.8\)$"),
        ({"scenarios": scenario(options={"bravery": 1})}, r"^mine: field bravery is not known \(GUN-1.8\)$"),
    ],
)
def test_what_is_wrong_with_a_field_names_its_clause(tmp_path: Path, files: Fields, sentence: str) -> None:
    (found,) = problems(tmp_path, **files)
    assert re.match(sentence, found.message), found.message


def test_what_the_rules_need_must_be_there(tmp_path: Path) -> None:
    weapon = {"id": "gun", "name": "Gun", "class": "rifle", "weight": "light", "rof": 1, "close": 9, "effective": 6}
    assert problem_codes(tmp_path, weapons=[{**weapon, "damage": 1}]) == [("E_CONTENT", "[0].effective")]
    (tmp_path / "weapons.yaml").unlink()
    basic = {"id": "basic", "name": "Mine", "options": {"flinch": 1}}
    assert {code for code, _ in problem_codes(tmp_path, options=[basic])} == {"E_CONTENT"}


def test_every_entry_can_be_shown_and_editors_have_schemas() -> None:
    shown = [LINES[type(entry)](entry, content()) for entry in LIBRARY.entries(content()).values()]
    assert all(lines and all(lines) for lines in shown)
    assert all(schema_of(kind, Terms(names=names(content())))["title"] == kind.name for kind in KINDS)
    assert LINES[type(content().bands["guards"])](content().bands["guards"], content())[0] == (
        "Guards: 5 characters, 88 points"
    )


def test_the_starter_pack_is_sound(tmp_path: Path) -> None:
    for path in LIBRARY.starter.iterdir():
        text = path.read_text(encoding="utf-8").replace("${id}", "mine").replace("$id", "mine").replace("$name", "Mine")
        (tmp_path / path.name).write_text(text, encoding="utf-8")
    assert "mine_pass" in read_packs(LIBRARY, (LIBRARY.base, tmp_path)).content.scenarios


def test_a_weapon_in_hand_is_called_as_people_call_it() -> None:
    setting = GAME.make_setting("main_street", {})
    notes = {token.unit: token.notes for token in GAME.scene(setting, setting.opening).tokens}
    assert notes["A3"][1] == "heavy double-barrelled shotgun"
