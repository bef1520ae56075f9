"""Checking content: every problem of every file of the packs at once, with the codes of the rulebook where it has one.

`MAP_INVALID`, `BAND_INVALID` and `OPTION_INVALID` are those of GUN-4.9, GUN-3.13, GUN-5.7 and GUN-1.8; `E_CONTENT`
tells of fields and values that no clause speaks of.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ...content.index import ContentIndex, add_entries
from ...content.packs import Kind, PackFiles
from ...content.problems import Problems
from ...content.type_text import hints_of
from ...content.value_checks import Checker, Fault, Terms
from .bands import BAND_INVALID, band_terms, place_faults
from .content import DEFAULT, Content, side_of_band
from .entries import (
    Band,
    Constants,
    Firearm,
    MeleeArm,
    OptionNumbers,
    Points,
    Preset,
    Scenario,
    TerrainType,
    WeaponClass,
)
from .kinds import BANDS, CLASSES, CONSTANTS, MELEE, OPTIONS, POINTS, SCENARIOS, TERRAIN, WEAPONS
from .map_build import build_terrain, map_faults
from .options import MODULES, OPTION_INVALID, options_of
from .rules.room import hundredths
from .tables import CLASSES as CLASS_NAMES
from .tables import MELEES

CODE = "E_CONTENT"
SIDES = ("A", "B")
MOST_WEAPONS = 64


def read_content(index: ContentIndex, problems: Problems) -> Content | None:
    """The sound entries of the packs; each kind is checked against the kinds before it."""
    constants = read_single(index.packs, CONSTANTS, Constants, problems)
    points = read_single(index.packs, POINTS, Points, problems)
    if constants is None or points is None:
        return None
    content = Content(constants, points, {}, {}, {}, {}, {}, {}, {})
    checker = Checker(problems, CODE, terms=terms_of(content))
    for kind, entries, type in (
        (OPTIONS, content.presets, Preset),
        (TERRAIN, content.terrain, TerrainType),
        (CLASSES, content.classes, WeaponClass),
        (WEAPONS, content.weapons, Firearm),
        (MELEE, content.melees, MeleeArm),
        (BANDS, content.bands, Band),
    ):
        target: Any = entries
        add_entries(target, index.entries(kind, problems), checker.reader(type))
    if not check_complete(content, index, problems):
        return None
    add_entries(content.scenarios, index.entries(SCENARIOS, problems), checker.reader(Scenario))
    return content


def read_single(packs: Sequence[PackFiles], kind: Kind, type: Any, problems: Problems) -> Any:
    """The entry of a kind that there is once: that of the last pack which has one; None if it is missing or unsound."""
    documents = [document for pack in packs for document in pack.documents[kind.name]]
    if not documents:
        problems.add(CODE, packs[0].place, f"has no {kind.name}.yaml")
        return None
    return Checker(problems, CODE).read(documents[-1].root, type)


def terms_of(content: Content) -> Terms:
    """The names that entries may use once those before them are read, and what entries must be as a whole."""
    terms = band_terms(content)
    return terms._replace(
        faults={
            **terms.faults,
            WeaponClass: bands_in_order,
            Firearm: bands_in_order,
            Scenario: lambda scenario: scenario_faults(scenario, content),
        },
    )


def check_complete(content: Content, index: ContentIndex, problems: Problems) -> bool:
    """There is a preset that gives every option, and every class and melee weapon that the rulebook names."""
    missing = [("classes", name) for name in CLASS_NAMES if name not in content.classes]
    missing += [("melee weapons", name) for name in MELEES if name not in content.melees]
    given = options_of(content.presets[DEFAULT].options) if DEFAULT in content.presets else {}
    missing += [(f"options of the preset {DEFAULT}", name) for name in hints_of(OptionNumbers) if name not in given]
    for what, name in missing:
        problems.add(CODE, index.packs[0].place, f"{name} is missing among the {what}")
    if len(content.weapons) > MOST_WEAPONS:
        problems.add(CODE, index.packs[-1].place, f"{len(content.weapons)} weapons; at most {MOST_WEAPONS} are allowed")
    return not missing and len(content.weapons) <= MOST_WEAPONS


def bands_in_order(weapon: Any) -> Iterator[Fault]:
    """Range bands that do not follow one another (GUN-8.1)."""
    bands = [weapon.close, weapon.effective, *([] if weapon.extreme is None else [weapon.extreme])]
    if bands != sorted(bands):
        yield Fault(("effective",), "range bands must rise from close to effective to extreme (GUN-8.1)", code=CODE)


def scenario_faults(scenario: Scenario, content: Content) -> Iterator[Fault]:
    """What is wrong with a scenario: its parameters, its map, what is played for, and where the bands start."""
    for name in options_of(scenario.options):
        if name in MODULES:
            reason = f"{name} is a module, which a match chooses; a scenario may set parameters (GUN-1.8)"
            yield Fault(("options", name), reason, code=OPTION_INVALID, at_key=True)
    faults = [*map_faults(scenario), *goal_faults(scenario)]
    for side in SIDES:
        band = content.bands[getattr(scenario.bands, side)]
        if side_of_band(band) != side:
            reason = f"{band.id} is a band of side {side_of_band(band)} (GUN-3.14)"
            faults.append(Fault(("bands", side), reason, code=BAND_INVALID))
    yield from faults
    options = {**options_of(content.presets[DEFAULT].options), **options_of(scenario.options)}
    if not faults and options["deployment"] == "fixed":
        terrain = build_terrain(scenario, content.terrain, float(options["step"]))
        for n, fault in place_faults(terrain, [content.bands[getattr(scenario.bands, side)] for side in SIDES]):
            yield Fault(("bands", SIDES[n]), fault.reason, code=BAND_INVALID)


def goal_faults(scenario: Scenario) -> Iterator[Fault]:
    """Zones and points that are not on the table, and what a way to win lacks (GUN-23.6 to GUN-23.9)."""
    rectangles = {("zones", side): getattr(scenario.zones, side) for side in SIDES}
    if scenario.victory.zone is not None:
        rectangles["victory", "zone"] = scenario.victory.zone
    wide, high = map(hundredths, scenario.size)
    for path, rectangle in rectangles.items():
        x0, y0, x1, y1 = map(hundredths, rectangle)
        if not (0 <= x0 < x1 <= wide and 0 <= y0 < y1 <= high):
            yield Fault(path, "must be a rectangle [x0, y0, x1, y1] on the table", code=CODE)
    points = [(("objectives", n, "pos"), each.pos) for n, each in enumerate(scenario.objectives)]
    points += [(("item", "pos"), scenario.item.pos)] if scenario.item else []  # type: ignore[list-item]
    for place, (x, y) in points:
        if not (0 <= hundredths(x) <= wide and 0 <= hundredths(y) <= high):
            yield Fault(place, "lies outside the table", code=CODE)
    ids = [each.id for each in scenario.objectives]
    if len(set(ids)) < len(ids):
        yield Fault(("objectives",), "have an id twice", code=CODE)
    if scenario.victory.type == "hold" and not scenario.objectives:
        yield Fault(("victory",), "hold needs objectives (GUN-23.6)", code=CODE)
    if scenario.victory.type == "extract" and scenario.item is None:
        yield Fault(("victory",), "extract needs an item (GUN-23.7)", code=CODE)
    for name in ("break_at", "exit_edge"):
        if (given := getattr(scenario.victory, name)) and len(given) < len(SIDES):
            yield Fault(("victory", name), "must name both A and B", code=CODE)
