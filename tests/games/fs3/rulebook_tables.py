"""What the appendices of the rulebook list, read from it: weapons, armour, vehicles and charts."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

import fireteam.games.fs3.state
from fireteam.games.fs3 import tables

RULES = (Path(fireteam.games.fs3.state.__file__).parent / "RULES.md").read_text(encoding="utf-8")
ATTRIBUTES = ("Academic", "Creative", "Technical", "Athletic", "Reactive", "Social")
SKILLS = {
    "Firearms": "Reactive",
    "Melee": "Athletic",
    "Alertness": "Reactive",
    "Stealth": "Athletic",
    "Interceptor_Piloting": "Reactive",
    "Shuttle_Piloting": "Reactive",
    "ECM": "Technical",
    "Gunnery": "Technical",
    "Repair": "Technical",
    "First_Aid": "Technical",
    "Medicine": "Academic",
    "bg:Demolitions": "Academic",
}
ABILITIES = (*ATTRIBUTES, *SKILLS)
CREW = {"interceptor": "CP", "robot_fighter": "CP", "robot_gunship": "CP", "command_shuttle": "CP CB"}


class WeaponRow(NamedTuple):
    id: str
    name: str
    type: str
    skills: str
    lethality: str
    penetration: str
    damage: str
    ammunition: str
    modes: str
    recoil: str
    range: str
    blast: str
    shrapnel: str
    reload: str


class ChartRow(NamedTuple):
    chart: str
    aim: str
    codes: tuple[str, ...]


def rows_after(heading: str) -> list[list[str]]:
    """The cells of the first table of the rulebook whose line of titles begins so."""
    lines = RULES[RULES.index(f"| {heading}") :].splitlines()
    end = next(i for i, line in enumerate(lines) if not line.startswith("|"))
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:end]]


def number(text: str) -> int:
    """A number without the mark of where it comes from."""
    return int(re.sub("[sd]$", "", text) or 0)


def metres(text: str) -> int:
    """Metres as centimetres."""
    return round(100 * float(text or 0))


WEAPONS = [WeaponRow(*row) for row in rows_after("id | Name | Type / class")]
ARMOURS = rows_after("id | Name | Locations")
VEHICLES = rows_after("id | Name | Piloting skill")
CHART_ROWS = [ChartRow("soldier", row[0], tuple(row[1:])) for row in rows_after("Aim | <=1 | 2")] + [
    ChartRow(row[0], row[1].strip("*"), tuple(row[2:])) for row in rows_after("Chart | Aim")
]
CHARTS = tuple(dict.fromkeys(row.chart for row in CHART_ROWS))
LOCATIONS = tuple(dict.fromkeys(row.aim for row in CHART_ROWS))
WEAPON_IDS = tuple(row.id for row in WEAPONS)
ARMOUR_IDS = tuple(row[0] for row in ARMOURS)
TYPE_IDS = tuple(row[0] for row in VEHICLES)


def skill_token(text: str) -> int:
    """A skill token as rules read it (FS3-8.8)."""
    name = re.sub("(?<=[0-9])s$", "", text.strip()).replace(" ", "_")
    if name.isdecimal():
        return tables.RAW - int(name)
    if name == "@pilot":
        return tables.PILOT
    if name.startswith("@crew:"):
        return tables.CREW + ABILITIES.index(name.removeprefix("@crew:"))
    return ABILITIES.index(name)


def bits(codes: str) -> int:
    """A bit for each location."""
    return sum(1 << LOCATIONS.index(code) for code in codes.split())


def kind_of(chart: str, code: str) -> int:
    """Whether a location is Critical or Vital (FS3-9.7, FS3-C.5)."""
    if chart == "aa_battery":
        return {"WP": tables.CRITICAL, "CT": tables.VITAL, "BD": tables.VITAL}[code]
    if code in ("HD", "NK", "CP", "CT"):
        return tables.CRITICAL
    return tables.VITAL if code in ("CH", "AB", "BD", "EN") else tables.NORMAL_LOCATION


def put_weapons(table: tables.Tables) -> None:
    """Write the weapons of appendix B."""
    table.n_weapons = len(WEAPONS)
    for weapon, row in zip(table.weapons, WEAPONS, strict=False):
        kind, klass = row.type.split()
        attack, defence = row.skills.split("/")
        weapon.type, weapon.klass = tables.TYPES.index(kind), "PV".index(klass)
        weapon.attack, weapon.defence = skill_token(attack), skill_token(defence)
        weapon.lethality, weapon.penetration = number(row.lethality), number(row.penetration)
        weapon.stun = int(row.damage == "stun")
        weapon.ammunition, weapon.recoil = number(row.ammunition), number(row.recoil)
        weapon.modes = tables.BURST * ("B" in row.modes) + tables.AUTO * ("A" in row.modes)
        weapon.short, weapon.medium, weapon.long = (metres(row.range) * k // 2 for k in (1, 2, 4))
        weapon.blast, weapon.shrapnel = metres(row.blast), int(row.shrapnel == "yes")
        weapon.reloadable, weapon.reload_turns = int(row.reload == "yes"), 1
        weapon.subdues = int(row.id == "club")


def put_armours(table: tables.Tables) -> None:
    """Write the armour of appendix C."""
    table.n_armours = len(ARMOURS)
    for armour, (_, _, codes, protection, klass) in zip(table.armours, ARMOURS, strict=False):
        armour.covers = (1 << 12) - 1 if codes.startswith("all") else bits(codes)
        armour.protection, armour.klass = int(protection), "PV".index(klass)


def put_charts(table: tables.Tables) -> None:
    """Write the charts of section 9 and appendix C."""
    table.n_charts = len(CHARTS)
    for chart, id in zip(table.charts, CHARTS, strict=False):
        chart.default, chart.concussion = (
            LOCATIONS.index(c) for c in (("CH", "HD") if id == "soldier" else ("BD",) * 2)
        )
        chart.crew = bits(CREW.get(id, ""))
        for row in CHART_ROWS:
            if row.chart == id:
                at = LOCATIONS.index(row.aim)
                chart.locations[chart.n], chart.n = at, chart.n + 1
                chart.has |= 1 << at
                chart.kinds[at] = kind_of(id, row.aim)
                codes = [tables.NEAR_MISS if code == "--" else LOCATIONS.index(code) for code in row.codes]
                chart.rows[at, :] = codes  # type: ignore[index, assignment]  # a row of an array


def put_types(table: tables.Tables) -> None:
    """Write the vehicles of appendix C."""
    table.n_types = len(VEHICLES)
    for type, (id, _, skill, toughness, _, weapons, dodge, speed, base) in zip(table.types, VEHICLES, strict=False):
        type.piloting, type.toughness = ABILITIES.index(skill.replace(" ", "_")), int(toughness)
        type.armour, type.chart = ARMOUR_IDS.index(id) + 1, CHARTS.index(id)
        type.dodge, type.speed, type.radius = int(dodge), int(speed), int(base)
        for k, weapon in enumerate(weapons.split(", ")):
            type.weapons[k], type.n_weapons = WEAPON_IDS.index(weapon), k + 1
