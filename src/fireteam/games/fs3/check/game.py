"""Checks of `game.yaml`: lists of abilities (section 3), special abilities, limits, and expectations (section 24)."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from ....content.value_checks import Fault
from ....core.percent import percent
from ..budget import budget_faults
from ..content import AT_CREW, AT_PILOT, SPECIALS, Content
from ..matrix import stop_percent
from ..names import ability_word
from ..rules.rolls import D100
from ..tables import ABILITIES

MALLEABLE = {"strength", "beauty", "appearance", "wealth", "weight", "fame", "looks", "money", "rank"}  # FS3-3.2
MANY_SKILLS = 12  # FS3-3.5
NARROW = 3  # FS3-3.6
COSTS = 12  # FS3-24.13


def game_faults(content: Content) -> Iterator[Fault]:
    """Everything that is wrong or odd with the configuration of the game."""
    yield from attribute_faults(content)
    yield from name_faults(content)
    yield from ruling_faults(content)
    yield from special_faults(content)
    yield from limit_faults(content)
    yield from budget_faults(content)


def attribute_faults(content: Content) -> Iterator[Fault]:
    """Attributes that change too easily, or are too many (FS3-3.2, FS3-3.3)."""
    attributes, at = content.abilities.attributes, ("abilities", "attributes")
    for name in attributes:
        if name.lower() in MALLEABLE:
            reason = f"{name} changes easily, but attributes never change through experience (FS3-3.2)"
            yield Fault((*at, name), reason, code="W-ATTR-MALLEABLE", at_key=True)
    if len(attributes) > content.abilities.attr_warn:
        reason = f"{len(attributes)} attributes; more than {content.abilities.attr_warn} are hard to balance (FS3-3.3)"
        yield Fault(at, reason, code="W-ATTR-MANY")


def name_faults(content: Content) -> Iterator[Fault]:
    """A name in two categories, and too many abilities (FS3-3.13)."""
    lists: dict[str, Collection[str]] = {
        "attributes": content.abilities.attributes,
        "action": content.abilities.action,
        "languages": content.abilities.languages,
    }
    seen: dict[str, str] = {}
    for field, names in lists.items():
        for n, name in enumerate(names):
            word = ability_word(name)
            if word in seen:
                reason = f"{name} stands among {seen[word]} too (FS3-3.13)"
                path = ("abilities", field, n if field == "languages" else name)
                yield Fault(path, reason, code="E-CFG-DUP", at_key=True)
            seen.setdefault(word, field)
    if len(content.listed) > ABILITIES - 8:
        reason = f"{len(content.listed)} attributes and action skills; at most {ABILITIES - 8} are allowed (FS3-3.4)"
        yield Fault(("abilities", "action"), reason, code="E-CFG-LIMIT")


def ruling_faults(content: Content) -> Iterator[Fault]:
    """Every action and language skill has a ruling attribute (FS3-24.12, FS3-2.4)."""
    attributes = content.abilities.attributes
    given = {("action", name): skill.ruling for name, skill in content.abilities.action.items()}
    given["background_ruling",] = content.abilities.background_ruling  # type: ignore[index]
    if content.abilities.languages:
        given["language_ruling",] = content.abilities.language_ruling  # type: ignore[index]
    for path, ruling in given.items():
        if ruling not in attributes:
            reason = f"the ruling attribute is {ruling or 'not given'}; it must be one of {', '.join(attributes)}"
            yield Fault(("abilities", *path), f"{path[-1]}: {reason} (FS3-24.12)", code="E-CFG-RULING")


def special_faults(content: Content) -> Iterator[Fault]:
    """All six special abilities are mapped to abilities that there are (FS3-24.2, FS3-24.3)."""
    for name in SPECIALS:
        ability = getattr(content.special, name)
        if not ability:
            yield Fault(("special",), f"{name} is mapped to no ability (FS3-24.2)", code="E-CFG-SPECIAL")
        elif ability not in content.listed:
            reason = f"{name} is {ability}; it must be one of {', '.join(content.listed)} (FS3-24.3)"
            yield Fault(("special", name), reason, code="E-CFG-REF")


def limit_faults(content: Content) -> Iterator[Fault]:
    """Limits that contradict one another (FS3-24.13)."""
    limits, attributes = content.chargen, len(content.abilities.attributes)
    least = attributes + limits.min_background
    for field, found, is_sound, must in (
        ("min_quirks", limits.min_quirks, limits.min_quirks <= limits.max_quirks, f"at most {limits.max_quirks}"),
        (
            "max_attribute_points",
            limits.max_attribute_points,
            limits.max_attribute_points >= attributes,
            f"at least {attributes}, the number of attributes",
        ),
        ("ability_points", limits.ability_points, limits.ability_points >= least, f"at least {least}"),
    ):
        if not is_sound:
            yield Fault(("chargen", field), f"{field} is {found}; it must be {must} (FS3-24.13)", code="E-CFG-LIMIT")
    if len(content.xp.cost) != COSTS:
        reason = f"the cost table has {len(content.xp.cost)} entries; {COSTS} are needed (FS3-24.13)"
        yield Fault(("xp", "cost"), reason, code="E-CFG-LIMIT")


def skill_faults(content: Content) -> Iterator[Fault]:
    """Advice on the list of action skills, by what weapons, vehicles and special abilities use (FS3-3.5 to FS3-3.9)."""
    at, skills = ("abilities", "action"), content.abilities.action
    if len(skills) > MANY_SKILLS:
        questions = "is one too narrow? is one needed at all, rather than a background skill?"
        reason = f"{len(skills)} action skills; 10 to 12 are enough (FS3-3.5)"
        yield Fault(at, reason, questions, code="W-SKILL-MANY")
    for type in ("Melee", "Ranged", "Explosive", "Defensive"):
        used = [weapon.attack for weapon in content.weapons.values() if weapon.type == type]
        narrow = [name for name in skills if name in used]
        if len(narrow) >= NARROW:
            reason = f"{', '.join(narrow)} all attack with {type} weapons; one broader skill may do (FS3-3.6)"
            yield Fault(at, reason, code="W-SKILL-NARROW")
    needed = used_skills(content)
    for name, skill in skills.items():
        if name not in needed and not skill.tags:
            reason = f"no weapon, vehicle or special ability uses {name}; a background skill may do (FS3-3.7)"
            yield Fault((*at, name), reason, code="I-SKILL-UNUSED", at_key=True)
    for group in missing_groups(content):
        yield Fault(at, f"there is no skill of {group} (FS3-3.8)", code="I-SKILL-MISSING")


def used_skills(content: Content) -> Collection[str]:
    """The abilities that weapons, vehicles and special abilities refer to."""
    tokens = [str(token) for weapon in content.weapons.values() for token in (weapon.attack, weapon.defence)]
    named = {token.removeprefix(AT_CREW) for token in tokens if token != AT_PILOT}
    named |= {vehicle.piloting for vehicle in content.vehicles.values()}
    return named | {getattr(content.special, name) for name in SPECIALS}


def missing_groups(content: Content) -> Iterator[str]:
    """The usual groups of action skills that the list has none of (FS3-3.8)."""
    skills = content.abilities.action
    groups = {
        "combat": any(weapon.attack in skills for weapon in content.weapons.values()),
        "perception": any("perception" in skill.tags for skill in skills.values()),
        "healing": content.special.first_aid in skills or content.special.medicine in skills,
        "vehicle piloting": any(vehicle.piloting in skills for vehicle in content.vehicles.values()),
    }
    return (name for name, is_there in groups.items() if not is_there)


def expectation_faults(content: Content) -> Iterator[Fault]:
    """What the armour formula should give and does not (FS3-22.23)."""
    for n, wanted in enumerate(content.expectations):
        at = ("expectations", n)
        if wanted.weapon not in content.weapons or wanted.armour not in content.armours:
            reason = f"no weapon {wanted.weapon}, or no armour {wanted.armour} (FS3-22.23)"
            yield Fault(at, reason, code="E-CFG-REF")
            continue
        found = stop_percent(content.weapons[wanted.weapon].penetration, content.armours[wanted.armour].protection)
        if not wanted.min_stop <= found <= wanted.max_stop:
            reason = f"{wanted.armour} stops {wanted.weapon} with {percent(found / D100)}"
            limits = f"{wanted.min_stop:g} to {wanted.max_stop:g} % are expected (FS3-22.23)"
            yield Fault(at, f"{reason}; {limits}", code="E-CFG-EXPECT")
