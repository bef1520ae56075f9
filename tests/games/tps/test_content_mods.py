"""Options, numbers, abilities, clans and loadouts: what the game gives, and what packs may make of them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import fields

from fireteam.games.tps import tables
from fireteam.games.tps.content import load
from fireteam.games.tps.entries import ServerOptions
from fireteam.games.tps.setup import setting
from fireteam.games.tps.tables import CLASSES, CT, LOADOUTS, SIDES, T
from tests.games.tps.content_packs import RULES, alter, base_file, load_pack, problem_lines, write_pack

AWARDS = RULES.split("\n## 21.")[1].split("\n## 22.")[0]
OPTIONS = RULES.split("\n## 25.")[1].split("\n## 26.")[0]
GUN = {"id": "charge", "name": "Charge", "class": "smg", "side": "CT", "price": 9, "to_hit": "1W+3D", "damage": "1W"}


# Options


def rulebook_options() -> dict[str, Any]:
    """Every option of the table of section 25 with its default, as the table says it."""
    found: dict[str, Any] = {}
    for names, default in re.findall(r"^\| (`\w+`(?:, `\w+`)*) \| ([^|]+) \|", OPTIONS, re.M):
        words = re.findall(r"`(\w+)`", names)
        values = [default.split()[0]] * len(words) if default.endswith("each") else default.split(", ")
        found |= {word: value.strip("`") for word, value in zip(words, values, strict=True)}
    return found


@pytest.mark.clause("TPS-25.1", "TPS-23.1", "TPS-1.16", "TPS-1.7", "TPS-5.5")
def test_the_defaults_are_those_of_the_rulebook() -> None:
    mine = {
        name: format(value, "g") if isinstance(value, float) else str(value)
        for name, value in default_options().items()
    }
    assert rulebook_options() == mine | {"mp_roundturns": "map value", "sv_seed": "from the clock"}


def default_options() -> dict[str, Any]:
    return {name: value for name, value in load().options().items() if name != "sv_admin"}


@pytest.mark.clause("TPS-5.5", "TPS-5.6")
def test_the_set_named_live_has_the_timers_of_a_live_table() -> None:
    live = load().options("live")
    assert list(live.values()) == [60, 20, 1.5, 5] and list(live) == [
        f"sv_{phase}seconds" for phase in ("buy", "call", "count", "target")
    ]


@pytest.mark.clause("TPS-25.4", "TPS-25.1")
def test_the_ranges_are_those_of_the_rulebook(tmp_path: Path) -> None:
    (clause,) = (line for line in OPTIONS.splitlines() if "TPS-25.4" in line)
    ranges = {
        name: (int(low), int(high))
        for names, low, high in re.findall(r"((?:`mp_\w+`(?:, )?)+) (\d+)-(\d+)", clause)
        for name in re.findall(r"`(\w+)`", names)
    }
    assert len(ranges) == 15
    switches = [name for name, value in default_options().items() if name not in ranges and value in (0, 1)]
    switches = [
        name for name in switches if "seconds" not in name and name not in ("sv_movebatch", "sv_units_per_player")
    ]
    ranges |= dict.fromkeys((name for name in switches if name != "mp_hostagequota"), (0, 1))
    ranges |= {"sv_units_per_player": (1, 6), "sv_movebatch": (1, 10), "mp_hostages": (1, 4)}
    ranges |= {name: (0, 600) for name in default_options() if name.endswith("seconds")}
    for name, (low, high) in ranges.items():
        for value, sound in ((low, True), (high, True), (low - 1, False), (high + 1, False)):
            lines = problem_lines(tmp_path, options=[{"id": "mine", "name": "Mine", "options": {name: value}}])
            assert bool(lines) != sound, (name, value, lines)
            assert sound or lines[0].startswith(f"[0].options.{name}: E_CONTENT mine: {name} must be a ")
    words = {field.name for field in fields(ServerOptions)} - set(ranges) - {"mp_hostagequota", "sv_admin"}
    assert words == {"mp_bombassign", "sv_wildone", "sv_headshot", "sv_ffempty", "sv_interrupt"}


@pytest.mark.clause("TPS-23.1", "TPS-25.2", "TPS-25.4")
@pytest.mark.parametrize(
    ("options", "says"),
    [
        (
            {"mp_maxronds": 3},
            "[0].options.mp_maxronds: E_CONTENT mine: field mp_maxronds is not known; did you mean 'mp_maxrou",
        ),
        ({"sv_wildone": "no"}, "[0].options.sv_wildone: E_CONTENT mine: sv_wildone must be one of check, replace, add"),
        (
            {"sv_ffempty": "miss "},
            "[0].options.sv_ffempty: E_CONTENT mine: sv_ffempty must be one of keep, miss; did you",
        ),
        (
            {"sv_countseconds": 1.55},
            "[0].options.sv_countseconds: E_CONTENT mine: sv_countseconds must be a number of seconds",
        ),
        (
            {"mp_halftime": True},
            "[0].options.mp_halftime: E_CONTENT mine: mp_halftime must be a whole number from 0 to 1",
        ),
        ([], "[0].options: E_CONTENT mine: options must be a mapping"),
    ],
)
def test_an_option_that_cannot_be_is_refused(tmp_path: Path, options: Any, says: str) -> None:
    (line,) = problem_lines(tmp_path, options=[{"id": "mine", "name": "Mine", "options": options}])
    assert line.startswith(says)


def test_the_default_set_gives_every_option(tmp_path: Path) -> None:
    (line,) = problem_lines(tmp_path, options=[{"id": "default", "name": "Mine", "options": {"mp_maxrounds": 3}}])
    assert line.startswith("[0]: E_CONTENT default: gives no mp_halftime, mp_startmoney,")


@pytest.mark.clause("TPS-23.1", "TPS-25.1")
def test_a_pack_brings_its_own_set_of_options(tmp_path: Path) -> None:
    text = "id: ours\nname: Our server\noptions:\n  mp_maxrounds: 9\n  sv_wildone: add\n"
    assert problem_lines(tmp_path, options=text) == []
    options = setting(None, "de_depot", {"config": "ours"}, [str(tmp_path)]).tables[0].options  # type: ignore[arg-type]
    assert (options.mp_maxrounds, options.sv_wildone, options.mp_halftime) == (9, 2, 1)


# Numbers


@pytest.mark.clause(
    "TPS-25.3", "TPS-2.3", "TPS-6.8", "TPS-12.6", "TPS-17.2", "TPS-17.3", "TPS-19.2", "TPS-19.25", "TPS-21.4"
)
def test_the_numbers_are_those_of_the_rulebook() -> None:
    constants = load().constants
    assert list(constants) == [name for name, _ in tables.Constants.__annotations__.items()]
    signs = {"+": 1, "−": -1}
    modifiers = re.search(r"scope in use ([+−])(\d)D; crouching ([+−])(\d)D; target in half cover ([+−])(\d)D", RULES)
    assert modifiers
    said = [signs[sign] * int(n) for sign, n in zip(modifiers.groups()[::2], modifiers.groups()[1::2], strict=True)]
    assert [constants[name] for name in ("scope", "crouch", "cover")] == said
    awards = [row.replace("−", "-") for row in re.findall(r"^\| .* \| .* \| ([+−]\d.*) \|$", AWARDS, re.M)]
    numbers = [int(n) for row in awards for n in re.findall(r"-?\d+", row.split(", frag")[0])]
    names = "kill team_kill hostage_kill planted defused used rescued won_mission won lost lost_again lost_most"
    assert [constants[name] for name in names.split()] == numbers
    assert (constants["health"], constants["hostage_health"], constants["throw"]) == (3, 2, 3)
    assert (constants["blast_near"], constants["blast_far"]) == (4, 2)
    assert (constants["smoke"], constants["unscoped"], constants["steady"]) == (-1, -2, 1)


@pytest.mark.clause("TPS-25.3", "TPS-1.2", "TPS-23.1")
def test_a_pack_changes_the_numbers_it_names(tmp_path: Path) -> None:
    assert problem_lines(tmp_path, constants="won: 30\n") == []
    constants = load_pack(tmp_path, constants="won: 30\n").constants
    assert constants == {**load().constants, "won": 30}
    assert setting(None, "de_depot", {}, [str(tmp_path)]).tables[0].constants.won == 30  # type: ignore[arg-type]


@pytest.mark.clause("TPS-23.1")
@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("wun: 30", "wun: E_CONTENT field wun is not known; did you mean 'won'?"),
        ("won: much", "won: E_CONTENT won must be a whole number from -999 to 999"),
        ("health: 0", "health: E_CONTENT health must be a whole number from 1 to 9"),
        ("[1]", ": E_CONTENT constants must be a mapping of fields to values"),
    ],
)
def test_numbers_that_cannot_be_are_refused(tmp_path: Path, text: str, says: str) -> None:
    assert problem_lines(tmp_path, constants=text) == [says]


# Abilities and clans


@pytest.mark.clause("TPS-23.2", "TPS-23.4", "TPS-23.3")
def test_the_game_itself_has_a_clan_a_side_and_no_abilities() -> None:
    content = load()
    assert base_file("abilities") == [] == list(content.abilities)
    assert [(clan.side, clan.abilities, clan.catalogue) for clan in content.clans.values()] == [
        ("T", (), ()),
        ("CT", (), ()),
    ]


ABILITIES = [
    {"id": "sharp", "name": "Sharp", "to_hit": {"rifle": 2, "pistol": -1}, "footprints": -1, "money": 5},
    {"id": "tough", "name": "Tough", "health": 1, "counts": 2, "damage": 1, "to_hit": 1},
]
SAS = {"id": "sas", "name": "SAS", "side": "CT", "abilities": ["sharp", "tough"], "catalogue": [GUN]}


@pytest.mark.clause("TPS-23.2", "TPS-23.3", "TPS-23.4", "TPS-1.2")
def test_a_clan_adds_its_abilities_up_and_brings_things_that_only_it_may_buy(tmp_path: Path) -> None:
    assert problem_lines(tmp_path, abilities=ABILITIES, clans=[SAS]) == []
    folder = [str(tmp_path)]
    plain = setting(None, "de_depot", {}, folder).tables[0]  # type: ignore[arg-type]
    made = setting(None, "de_depot", {"clan_ct": "sas"}, folder)  # type: ignore[arg-type]
    clan, table = made.tables[0].sides[CT].clan, made.tables[0]
    hits = {kind: int(clan.hit[n]) for n, kind in enumerate(CLASSES)}
    assert hits == dict.fromkeys(CLASSES, 1) | {"rifle": 3, "pistol": 0}
    assert set(clan.harm[: len(CLASSES)].tolist()) == {1}
    assert (clan.health, clan.footprints, clan.counts, clan.money) == (1, -1, 2, 5)
    assert made.content.gear[-1] == "charge" and made.content.clans[CT].id == "sas"
    assert table.gear[30].clan == clan.number + 1 == 3 and table.n_gear == 31
    assert not any(table.gear[n].clan for n in range(30))
    assert plain.sides[CT].clan.number == 1 and not plain.sides[CT].clan.hit.any()
    assert [made.opening[0].units[i].cash for i in (0, 5)] == [8, 13]


@pytest.mark.clause("TPS-23.4", "TPS-23.2", "TPS-23.1")
@pytest.mark.parametrize(
    ("clan", "says"),
    [
        (alter(SAS, side=...), "[0]: E_CONTENT sas: field side is missing"),
        (alter(SAS, side="any"), "[0].side: E_CONTENT sas: side must be one of T, CT"),
        (alter(SAS, motto="?"), "[0].motto: E_CONTENT sas: field motto is not known"),
        (
            alter(SAS, abilities=["sharpe"]),
            "[0].abilities[0]: E_CONTENT sas: no ability named sharpe; did you mean 'sharp'?",
        ),
        (alter(SAS, abilities=["tough"] * 13), "[0].abilities: E_CONTENT sas: its units would have 16 health dice"),
        (
            alter(SAS, abilities=["tough"] * 5),
            "[0].abilities: E_CONTENT sas: awp would have 16 dice of damage; 1 to 15",
        ),
        (
            alter(SAS, abilities=["sharp"] * 3),
            "[0].abilities: E_CONTENT sas: glock18 would have 0 dice of to_hit; 1 to 15",
        ),
        (
            alter(SAS, catalogue=[alter(GUN, damage="x")]),
            "[0].catalogue[0].damage: E_CONTENT charge: damage must be dice",
        ),
        (
            alter(SAS, catalogue=[alter(GUN, id="mp5")]),
            "[0].catalogue[0].id: E_CONTENT mp5: there is a thing of this id",
        ),
        (alter(SAS, catalogue=[GUN, GUN]), "[0].catalogue[1].id: E_CONTENT charge: bad or repeated id"),
        (alter(SAS, catalogue=[5]), "[0].catalogue[0]: E_C_TYPE a gear must be a mapping"),
        (alter(SAS, catalogue={"id": 3}), "[0].catalogue: E_CONTENT catalogue must be a list of things"),
    ],
)
def test_a_clan_that_cannot_be_is_refused(tmp_path: Path, clan: dict[str, Any], says: str) -> None:
    lines = problem_lines(tmp_path, abilities=ABILITIES, clans=[clan])
    assert any(line.startswith(says) for line in lines), lines


@pytest.mark.clause("TPS-23.2", "TPS-23.1")
@pytest.mark.parametrize(
    ("ability", "says"),
    [
        (
            {"to_hit": {"rifel": 1}},
            "[0].to_hit: E_CONTENT a: to_hit must be dice for every class, or by class: {smg: 1}",
        ),
        ({"to_hit": {"rifle": 10}}, "[0].to_hit.rifle: E_CONTENT a: rifle must be a whole number from -9 to 9"),
        ({"damage": "1D"}, "[0].damage: E_CONTENT a: damage must be dice for every class"),
        ({"counts": 6}, "[0].counts: E_CONTENT a: counts must be a whole number from 0 to 5"),
        ({"speed": 1}, "[0].speed: E_CONTENT a: field speed is not known"),
    ],
)
def test_an_ability_that_cannot_be_is_refused(tmp_path: Path, ability: dict[str, Any], says: str) -> None:
    (line,) = problem_lines(tmp_path, abilities=[{"id": "a", "name": "A", **ability}])
    assert line.startswith(says)


# Loadouts


@pytest.mark.parametrize("side", [T, CT])
def test_the_loadouts_of_a_side_cover_every_weapon_from_the_cheapest_to_the_dearest(side: int) -> None:
    content, table = load(), setting(None, "de_depot").tables[0]  # type: ignore[arg-type]
    mine = table.sides[side]
    bought = [[int(n) for n in each.gear[: each.n]] for each in mine.loadouts[: mine.n_loadouts]]
    prices = [sum(int(table.gear[n].price) for n in each) for each in bought]
    assert prices == sorted(prices) and prices[0] == 2 and 75 < prices[-1] <= 99
    assert sum(price <= 8 for price in prices) >= 4  # what the first round's cash buys
    sold = {n for n, gear in enumerate(content.catalogue.values()) if gear.price and gear.side in ("any", SIDES[side])}
    assert {n for each in bought for n in each} == sold


@pytest.mark.clause("TPS-23.1", "TPS-2.6")
@pytest.mark.parametrize(
    ("gear", "says"),
    [
        (["mp5", "vst"], "[0].gear[1]: E_CONTENT mine: no gear named vst; did you mean 'vest'?"),
        (["bomb"], "[0].gear[0]: E_CONTENT mine: bomb is not sold"),
        (["ak47"], "[0].gear[0]: E_CONTENT mine: ak47 is for T"),
        (["mp5", "m4a1"], "[0].gear[1]: E_CONTENT mine: m4a1 would take the place of another primary"),
        (["usp", "deagle"], "[0].gear[1]: E_CONTENT mine: deagle would take the place of another sidearm"),
        (["vest", "vest"], "[0].gear[1]: E_CONTENT mine: vest would take the place of another vest"),
        (["frag"] * 7, "[0].gear[6]: E_CONTENT mine: frag would take the place of another grenade"),
        ([], "[0].gear: E_CONTENT mine: gear must be a list with at least 1"),
        (["flash"] * 17, "[0].gear: E_CONTENT mine: gear must be a list with at"),
    ],
)
def test_a_loadout_that_cannot_be_bought_is_refused(tmp_path: Path, gear: list[str], says: str) -> None:
    lines = problem_lines(tmp_path, loadouts=[{"id": "mine", "name": "Mine", "side": "CT", "gear": gear}])
    assert any(line.startswith(says) for line in lines), lines


def test_a_side_has_room_for_so_many_loadouts(tmp_path: Path) -> None:
    many = [{"id": f"l_{n}", "name": "L", "side": "CT", "gear": ["vest"]} for n in range(LOADOUTS - 18)]
    (line,) = problem_lines(tmp_path, loadouts=many)
    assert line == f"[5]: E_CONTENT l_5: CT would have {LOADOUTS + 1} loadouts; {LOADOUTS} are allowed (TPS-23.5)"
    assert problem_lines(tmp_path, loadouts=many[:-1]) == []


def test_what_only_a_clan_may_buy_is_in_the_loadouts_of_that_clan_alone(tmp_path: Path) -> None:
    mine = {"id": "mine", "name": "Mine", "side": "CT", "gear": ["charge"]}
    folder = [str(write_pack(tmp_path, abilities=ABILITIES, clans=[SAS], loadouts=[mine]))]
    numbers = [
        int(setting(None, "de_depot", clan, folder).tables[0].sides[CT].n_loadouts)  # type: ignore[arg-type]
        for clan in ({}, {"clan_ct": "sas"})
    ]
    assert numbers == [19, 20]


# Files


@pytest.mark.clause("TPS-23.1")
@pytest.mark.parametrize("kind", ["catalogue", "abilities", "clans", "loadouts", "outfits", "maps"])
def test_a_key_beside_the_list_of_a_file_is_refused(tmp_path: Path, kind: str) -> None:
    assert problem_lines(tmp_path, **{kind: {kind: [], "more": 1}}) == [
        f"more: E_CONTENT field more is not known; there is {kind}"
    ]
