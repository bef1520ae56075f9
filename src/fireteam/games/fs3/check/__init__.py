"""Checking content: every finding of every file at once, with severity, code and place (FS3-24.1).

Codes are those of section 29 and of the clauses that they cite; `E_C_...` codes name what no game rule speaks of:
files, YAML, packs.
"""

from __future__ import annotations

from typing import Any

from ....content.index import ContentIndex
from ....content.option_files import given_fields
from ....content.problems import Problems
from ....content.read import Node
from ....content.type_text import hints_of
from ....content.value_checks import Checker, Terms, report_faults
from ..content import HUMANOID, UNARMED, Content, names
from ..entries import Armour, Character, Chart, Combat, CustomType, Force, GameFile, VehicleType, Weapon
from ..kinds import (
    ARMOUR,
    CHARACTERS,
    CHARTS,
    COMPARISONS,
    COVER,
    FIELD_CODE,
    FORCES,
    GAME,
    OPTIONS,
    SCENARIOS,
    TYPES,
    VEHICLES,
    WEAPONS,
)
from ..options import STANDARD
from ..scenario_entries import Scenario
from ..tables import ARMOURS as MOST_ARMOURS
from ..tables import BEINGS, COMBATANTS, LOCATIONS, VEHICLE_TYPES
from ..tables import CHARTS as MOST_CHARTS
from ..tables import FORCES as MOST_FORCES
from ..tables import WEAPONS as MOST_WEAPONS
from ..tables_build import force_sheets
from .charts import chart_faults
from .game import expectation_faults, game_faults, skill_faults
from .gear import armour_faults, vehicle_faults, weapon_faults
from .people import character_faults, force_faults, type_faults
from .scenarios import scenario_faults

MANY_WEAPONS = 40  # FS3-22.26
PARTS = ("abilities", "chargen", "xp", "special", "combat")  # what game.yaml must have; expectations may be missing


def read_content(shelf: ContentIndex, problems: Problems) -> Content | None:
    """The sound entries of the packs; each kind is checked against the kinds before it."""
    parts, nodes = read_game(shelf, problems)
    if any(name not in parts for name in PARTS):
        return None
    content = Content(**parts)
    if problems.count_errors() or report_game(content, nodes, problems):
        return None
    checker = Checker(problems, FIELD_CODE, terms=terms_of(content))
    for kind in (OPTIONS, CHARTS, WEAPONS, ARMOUR, VEHICLES, COVER, COMPARISONS, TYPES, CHARACTERS, FORCES):
        shelf.read(kind, content, checker)
    before = problems.count_errors()
    check_whole(content, nodes, shelf, problems)
    if problems.count_errors() > before:
        return None
    shelf.read(SCENARIOS, content, checker)
    return content


def read_game(shelf: ContentIndex, problems: Problems) -> tuple[dict[str, Any], dict[str, Node]]:
    """The parts of `game.yaml`, later packs over earlier ones, and where each stands (FS3-D.1)."""
    parts: dict[str, Any] = {}
    nodes: dict[str, Node] = {}
    checker = Checker(problems, FIELD_CODE)
    for pack in shelf.packs:
        for document in pack.documents[GAME.name]:
            entry = checker.read(document.root, GameFile)
            for name, part in given_fields(entry).items() if entry else ():
                parts[name] = {**parts.get(name, {}), **given_fields(part)} if name == "combat" else part
                nodes[name] = document.root
    missing = [name for name in PARTS if name not in parts]
    missing += [f"combat.{name}" for name in hints_of(Combat) if name not in parts.get("combat", {})]
    if missing and not problems.count_errors():
        problems.add(FIELD_CODE, shelf.packs[0].place, f"game.yaml gives no {', '.join(missing)} (FS3-D.1)")
    return parts, nodes


def report_game(content: Content, nodes: dict[str, Node], problems: Problems) -> bool:
    """Tell what is wrong with the parts of `game.yaml`; whether it is too much to go on."""
    before = problems.count_errors()
    for fault in game_faults(content):
        report_faults(nodes[str(fault.path[0])], [fault], problems)
    return problems.count_errors() > before


def terms_of(content: Content) -> Terms:
    """The names that entries may use once those before them are read, and what entries must be as a whole."""
    return Terms(
        names=names(content),
        faults={
            Chart: chart_faults,
            Weapon: lambda entry: weapon_faults(entry, content),
            Armour: lambda entry: armour_faults(entry, content),
            VehicleType: lambda entry: vehicle_faults(entry, content),
            CustomType: lambda entry: type_faults(entry, content),
            Character: lambda entry: character_faults(entry, content),
            Force: lambda entry: force_faults(entry, content),
            Scenario: lambda entry: scenario_faults(entry, content),
        },
    )


def check_whole(content: Content, nodes: dict[str, Node], shelf: ContentIndex, problems: Problems) -> None:
    """What the lists together must hold: names that rules need, no more than there is room for, and advice."""
    for what, id, known in (
        ("weapon", UNARMED, content.weapons),
        ("weapon", content.combat["default_weapon"], content.weapons),
        ("chart", HUMANOID, content.charts),
        ("configuration", STANDARD, content.configurations),
    ):
        if id not in known:
            reason = f"there is no {what} {id}; the rules need it (FS3-24.11, FS3-6.30)"
            problems.add("E-CFG-REF", shelf.packs[-1].place, reason)
    own = len(list(force_sheets(content)))
    for what, count, most in (
        ("charts", len(content.charts), MOST_CHARTS),
        ("locations", len(content.location_names), LOCATIONS),
        ("weapons", len(content.weapons), MOST_WEAPONS),
        ("armours", len(content.armours), MOST_ARMOURS),
        ("vehicles", len(content.vehicles), VEHICLE_TYPES),
        ("forces", len(content.forces), MOST_FORCES),
        ("types, and members of forces unlike them", len(content.types) + own, BEINGS - COMBATANTS),
    ):
        if count > most:
            problems.add("E-CFG-LIMIT", shelf.packs[-1].place, f"{count} {what}; at most {most} are allowed")
    if len(content.weapons) > MANY_WEAPONS:
        reason = f"{len(content.weapons)} weapons; generic classes may do (FS3-22.26)"
        problems.add("I-WEAPONS-MANY", shelf.packs[-1].place, reason)
    for fault in skill_faults(content):
        report_faults(nodes["abilities"], [fault], problems)
    for fault in expectation_faults(content):
        report_faults(nodes["expectations"], [fault], problems)
