"""The catalogue: section 26 of the rulebook, and what things of other packs must be."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from fireteam.games.tps.content import load
from fireteam.games.tps.entries import Gear, dice_of, dice_of_class
from fireteam.games.tps.tables import GEAR
from tests.games.tps.content_packs import RULES, alter, load_pack, problem_lines, problems, write_pack

GUN = {"id": "gun", "name": "Gun", "class": "rifle", "side": "any", "price": 9, "to_hit": "1W+3D", "damage": "1W+3D"}
PISTOL = alter(GUN, **{"class": "pistol"})
SHOTGUN = alter(GUN, **{"class": "shotgun", "split": 6}, to_hit=..., damage=...)
BOMB = {"id": "gun", "name": "Gun", "class": "grenade", "side": "any", "price": 3, "effect": "frag", "split": 6}
KNIFE = {"id": "knife", "name": "Knife", "class": "knife", "side": "any", "damage": "1W+3D", "reach": 1.5}
ARMOUR = {"id": "gun", "name": "Gun", "class": "vest", "side": "any", "price": 9, "defence": 1}


def rulebook_rows() -> list[list[str]]:
    """The rows of the table of section 26."""
    section = RULES.split("\n## 26.")[1].split("\n## 27.")[0]
    found = re.findall(r"^\| `(\w+)` \|(.*)\|$", section, re.M)
    return [[id, *(cell.strip() for cell in rest.split("|"))] for id, rest in found]


def row(gear: Gear) -> list[str]:
    """A thing as the rulebook prints it."""
    to_hit = "automatic" if gear.kind == "knife" else f"split {gear.split}" if gear.split else gear.to_hit or "–"
    damage = f"+{gear.defence}D Defense" if gear.defence else "" if gear.split else gear.damage or "–"
    traits = {
        "knife": f"reach {gear.reach}",
        "pistol": f"free pistol {gear.free}" if gear.free else "",
        "rifle": "sniper" if gear.sniper else "",
        "grenade": "" if gear.effect == "frag" else "zone",
        "bomb": "issued",
    }
    return [
        gear.id,
        gear.name,
        "special" if gear.kind in ("kit", "bomb") else gear.kind,
        gear.side,
        "–" if gear.price is None else str(gear.price),
        to_hit,
        damage,
        str(gear.footprints),
        "yes" if gear.scope else "–",
        "yes" if gear.auto else "–",
        traits.get(gear.kind, ""),
    ]


@pytest.mark.clause("TPS-26.1", "TPS-26.2", "TPS-26.3", "TPS-26.4", "TPS-26.5", "TPS-1.2")
def test_the_catalogue_is_that_of_the_rulebook() -> None:
    catalogue = load().catalogue
    assert [row(gear) for gear in catalogue.values()] == rulebook_rows() and len(catalogue) == 30
    assert catalogue["mp5"].damage == "1W+3D"
    assert catalogue["m249"].footprints == 3
    assert catalogue["spas12"].split == 7


@pytest.mark.clause("TPS-7.9", "TPS-2.6", "TPS-18.3", "TPS-11.11")
def test_the_bomb_and_the_knife_are_not_sold() -> None:
    catalogue = load().catalogue
    assert [id for id, gear in catalogue.items() if gear.price is None] == ["knife", "bomb"]
    assert (catalogue["knife"].damage, catalogue["knife"].reach) == ("1W+3D", 1.5)


@pytest.mark.parametrize(("pool", "dice"), [("1W+3D", (1, 3)), ("2W", (2, 0)), ("4D", (0, 4)), ("12W+3D", (12, 3))])
def test_a_pool_is_written_as_the_rulebook_writes_it(pool: str, dice: tuple[int, int]) -> None:
    assert dice_of(pool) == dice


WRONG: list[tuple[dict[str, Any], str]] = [
    # fields
    (alter(GUN, damage=...), "[0].id: E_CONTENT gun: a rifle needs damage; or dice to split: 7"),
    (alter(GUN, damage=..., to_hit=...), "[0].id: E_CONTENT gun: a rifle needs to_hit and damage; or dice to split: 7"),
    (alter(GUN, cost=3), "[0].cost: E_CONTENT gun: field cost is not known"),
    (alter(GUN, pirce=3), "[0].pirce: E_CONTENT gun: field pirce is not known; did you mean 'price'?"),
    (alter(GUN, reach=1.5), "[0].reach: E_CONTENT gun: field reach is not for rifle"),
    (alter(GUN, free="T"), "[0].free: E_CONTENT gun: field free is not for rifle"),
    (alter(GUN, name=...), "[0]: E_CONTENT gun: field name is missing"),
    (alter(GUN, side=...), "[0]: E_CONTENT gun: field side is missing"),
    (alter(GUN, **{"class": ...}), "[0]: E_CONTENT gun: field class is missing"),
    (alter(GUN, **{"class": "rifel"}), "[0].class: E_CONTENT gun: class must be one of knife, pistol, smg, "),
    (alter(ARMOUR, defence=...), "[0]: E_CONTENT gun: field defence is missing"),
    (alter(BOMB, effect=...), "[0]: E_CONTENT gun: field effect is missing"),
    (alter(KNIFE, reach=...), "[0]: E_CONTENT knife: field reach is missing"),
    (alter(KNIFE, price=4), "[0].price: E_CONTENT knife: field price is not for knife"),
    # values
    (alter(GUN, name=""), "[0].name: E_CONTENT gun: name must be text"),
    (alter(GUN, side="ANY"), "[0].side: E_CONTENT gun: side must be one of T, CT, any"),
    (alter(GUN, price=-1), "[0].price: E_CONTENT gun: price must be a whole number from 0 to 999"),
    (alter(GUN, price=1.5), "[0].price: E_CONTENT gun: price must be a whole number from 0 to 999"),
    (alter(GUN, footprints=21), "[0].footprints: E_CONTENT gun: footprints must be a whole number from 0 to 20"),
    (alter(GUN, scope="yes"), "[0].scope: E_CONTENT gun: scope must be true or false"),
    (alter(BOMB, effect="fire"), "[0].effect: E_CONTENT gun: effect must be one of flash, smoke, frag"),
    (alter(ARMOUR, defence=0), "[0].defence: E_CONTENT gun: defence must be a whole number from 1 to 5"),
    (alter(KNIFE, reach=0), "[0].reach: E_CONTENT knife: reach must be a number"),
    (alter(KNIFE, reach=1.2345678), "[0].reach: E_CONTENT knife: reach must have at most 6 decimals"),
    # dice
    (alter(GUN, to_hit="0W+3D"), "[0].to_hit: E_CONTENT gun: to_hit must be dice like 1W+3D, 2W or 4D"),
    (alter(GUN, to_hit="3"), "[0].to_hit: E_CONTENT gun: to_hit must be dice like 1W+3D"),
    (alter(GUN, to_hit=3), "[0].to_hit: E_CONTENT gun: to_hit must be dice like 1W+3D"),
    (alter(GUN, damage="1W + 3D"), "[0].damage: E_CONTENT gun: damage must be dice like 1W+3D"),
    (alter(GUN, damage="0D"), "[0].damage: E_CONTENT gun: damage must be dice like 1W+3D"),
    (alter(GUN, damage=""), "[0].damage: E_CONTENT gun: damage must be dice like 1W+3D"),
    (alter(GUN, to_hit="4D"), "[0].to_hit: E_CONTENT gun: to_hit 4D has no wild die (TPS-4.15)"),
    (alter(GUN, damage="2W+14D"), "[0].damage: E_CONTENT gun: damage 2W+14D is 16 dice; 15 are allowed"),
    (alter(GUN, to_hit="16W"), "[0].to_hit: E_CONTENT gun: to_hit 16W is 16 dice; 15 are allowed"),
    (alter(SHOTGUN, split=1), "[0].split: E_CONTENT gun: split must be a whole number from 2 to 15"),
    (alter(SHOTGUN, split=16), "[0].split: E_CONTENT gun: split must be a whole number from 2 to 15"),
    # what goes together
    (alter(SHOTGUN, damage="1W"), "[0].damage: E_CONTENT gun: has both split and damage; keep one of them"),
    (alter(SHOTGUN, auto=True), "[0].auto: E_CONTENT gun: dice to split cannot be shared among targets too"),
    (alter(GUN, sniper=True), "[0].sniper: E_CONTENT gun: sniper needs a scope (TPS-17.2); add scope: true"),
    (alter(BOMB, split=...), "[0].effect: E_CONTENT gun: frag needs split dice"),
    (alter(BOMB, effect="smoke"), "[0].split: E_CONTENT gun: smoke has no split dice"),
    (alter(PISTOL, free="T", side="CT"), "[0].free: E_CONTENT gun: is free for T, but for side CT"),
    (alter(PISTOL, free="T"), "[0].free: E_CONTENT gun: is a second free pistol of T; glock18 is one already"),
    (alter(KNIFE, id="gun"), "[0].class: E_CONTENT gun: is a second knife; knife is one already"),
    ({"id": "gun", "name": "G", "class": "bomb", "side": "T"}, "[0].class: E_CONTENT gun: is a second bomb"),
    ({"id": "bomb", "name": "B", "class": "bomb", "side": "CT"}, "[0].side: E_CONTENT bomb: a bomb is for T"),
    ({"id": "gun", "name": "K", "class": "kit", "side": "any"}, "[0].side: E_CONTENT gun: a kit is for CT"),
    (alter(GUN, id="knife"), "[0]: E_CONTENT no knife is left in the catalogue; give one thing class: knife"),
    (alter(GUN, id="bomb"), "[0]: E_CONTENT no bomb is left in the catalogue; give one thing class: bomb"),
]


@pytest.mark.clause("TPS-23.1", "TPS-28.1", "TPS-4.15", "TPS-15.1", "TPS-16.1")
@pytest.mark.parametrize(("entry", "says"), WRONG, ids=[says.split("E_CONTENT ")[1][:60] for _, says in WRONG])
def test_a_thing_that_cannot_be_is_refused_where_it_says_so(tmp_path: Path, entry: dict[str, Any], says: str) -> None:
    lines = problem_lines(tmp_path, catalogue=[entry])
    assert any(line.startswith(says) for line in lines), lines
    assert not any("E_C_" in line for line in lines)


@pytest.mark.clause("TPS-23.1")
def test_every_problem_of_every_file_is_told_with_line_and_column(tmp_path: Path) -> None:
    catalogue = "- {id: gun, name: Gun, class: rifle, side: any, price: -1,\n   to_hit: 4D, damage: 1W}\n- {id: gun}\n"
    found = problems(tmp_path, catalogue=catalogue, clans="- {id: us, name: Us, sdie: T}\n", bords="[]")
    assert [(Path(p.file).name, p.line, p.column, p.code) for p in found] == [
        ("bords.yaml", 1, 1, "E_C_PACK"),
        ("catalogue.yaml", 1, 56, "E_CONTENT"),
        ("catalogue.yaml", 3, 8, "E_CONTENT"),
        ("clans.yaml", 1, 3, "E_CONTENT"),
        ("clans.yaml", 1, 22, "E_CONTENT"),
    ]


@pytest.mark.clause("TPS-1.2", "TPS-23.1", "TPS-17.4")
@pytest.mark.parametrize(
    "entry",
    [
        GUN,
        SHOTGUN,
        alter(GUN, damage="4D"),
        alter(GUN, damage="1W+14D"),
        alter(GUN, price=...),
        alter(GUN, **{"class": "smg"}, scope=True, sniper=True, auto=True),
        alter(GUN, split=8, to_hit=..., damage=...),
        BOMB,
        alter(BOMB, effect="smoke", split=...),
        alter(ARMOUR, defence=2),
        alter(PISTOL, id="glock18", side="T", free="T"),
        alter(KNIFE, reach=3, footprints=1),
    ],
)
def test_things_of_ones_own_join_the_catalogue_or_replace_what_is_there(tmp_path: Path, entry: dict[str, Any]) -> None:
    assert problem_lines(tmp_path, catalogue={"catalogue": [entry]}) == []
    catalogue = load_pack(tmp_path, catalogue=[entry]).catalogue
    assert len(catalogue) == 30 + (entry["id"] == "gun") and catalogue[entry["id"]].name == entry["name"]
    if entry["id"] == "gun":
        assert list(catalogue)[-1] == "gun"


@pytest.mark.clause("TPS-23.1")
def test_there_is_room_for_so_many_things(tmp_path: Path) -> None:
    many = [alter(GUN, id=f"gun_{n}") for n in range(GEAR - 29)]
    last = f"[{GEAR - 30}]: E_CONTENT gun_{GEAR - 30}: is thing number {GEAR + 1}; {GEAR} are allowed (TPS-23.5)"
    assert problem_lines(tmp_path, catalogue=many) == [last]
    assert problem_lines(tmp_path, catalogue=many[:-1]) == []


def test_a_thing_that_others_build_upon_cannot_be_replaced_by_what_breaks_them(tmp_path: Path) -> None:
    loadout, outfit = problem_lines(tmp_path, catalogue=[alter(GUN, id="mp5", side="T")])
    broken = "[0].id: E_CONTENT mp5: breaks the"
    assert loadout.startswith(f"{broken} loadout 'mp5_armour' of the pack 'tps': mp5_armour: mp5 is")
    assert outfit.startswith(f"{broken} outfit 'rush' of the pack 'tps': rush: mp5 is")
    free = write_pack(tmp_path / "more", catalogue=[alter(GUN, id="mp5", price=...)])
    assert "mp5 is not sold" in problem_lines(free, catalogue=[alter(GUN, id="mp5", price=...)])[0]


def test_dice_of_an_ability_are_for_every_class_or_for_some() -> None:
    assert (dice_of_class(2, "smg"), dice_of_class({"smg": 1}, "smg"), dice_of_class({"smg": 1}, "rifle")) == (2, 1, 0)
