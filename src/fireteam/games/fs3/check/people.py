"""Checks of types to join as, of characters and of forces (FS3-6.3, FS3-D.3, FS3-22.2a)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping

from ....content.value_checks import Fault
from ..content import HUMANOID, Content
from ..entries import Character, CustomType, Force, Gear, Leave
from ..state import PASSENGER, PILOT_ROLE
from ..tables import MEMBERS
from ..tables_build import member_sheet
from .gear import armour_warning

MOST = 12  # a rating (FS3-1.7)


def type_faults(type: CustomType, content: Content) -> Iterator[Fault]:
    """A pilot without vehicle, and gear that does not go together."""
    if type.join != "soldier" and type.vehicle is None:
        yield Fault(("join",), f"a {type.join} needs a vehicle (FS3-6.4)", code="E-NO-VEHICLE")
    yield from gear_faults(type, content)
    if type.vehicle and type.weapons:
        yield from loadout_notes(("weapons",), type.weapons, type.vehicle, content)


def loadout_notes(
    path: tuple[str | int, ...], weapons: tuple[str, ...], vehicle: str, content: Content
) -> Iterator[Fault]:
    """Weapons of a vehicle's class that are not standard there (FS3-19.2, FS3-19.22)."""
    for id in weapons:
        if content.weapons[id].klass == "Vehicle" and id not in content.vehicles[vehicle].weapons:
            yield Fault(path, f"{id} is no standard weapon of {vehicle} (FS3-19.2)", code="I-LOADOUT")


def gear_faults(gear: Gear, content: Content, path: tuple[str | int, ...] = ()) -> Iterator[Fault]:
    """Rounds of weapons that are not carried, or more than a clip holds (FS3-6.9), and armour of the other class."""
    carried = gear.weapons
    for field in ("rounds", "spare_clips"):
        for id in getattr(gear, field):
            if carried is not None and id not in carried:
                reason = f"{field} names {id}, which is not among the weapons (FS3-6.9)"
                yield Fault((*path, field, id), reason, code="E-CFG-REF")
    for id, rounds in gear.rounds.items():
        clip = content.weapons[id].ammunition
        if rounds > clip:
            reason = f"{rounds} rounds of {id}, whose clip holds {clip} (FS3-6.9)"
            yield Fault((*path, "rounds", id), reason, code="E-CFG-RANGE")
    yield from armour_warning((*path, "armour"), gear.armour, content)


def character_faults(who: Character, content: Content) -> Iterator[Fault]:
    """Names that the game does not know, attributes without a rating (FS3-1.7), and advice (FS3-3.12)."""
    yield from gear_faults(who, content)
    yield from unknown_names("ratings", who.ratings, content.listed)
    yield from unknown_names("languages", who.languages, content.abilities.languages)
    attributes = content.abilities.attributes
    for name, attribute in who.ruling.items():
        if attribute not in attributes:
            reason = f"{name} is ruled by {attribute}; it must be one of {', '.join(attributes)} (FS3-2.5)"
            yield Fault(("ruling", name), reason, code="E-CFG-RULING")
    if who.kind == "pc":
        for name in attributes:
            if who.ratings.get(name, 0) < 1:
                reason = f"{name} is rated {who.ratings.get(name, 0)}; every attribute is 1 to {MOST} (FS3-1.7)"
                yield Fault(("ratings", name), reason, code="E-CG-RANGE")
    common = {topic.lower() for topic in content.abilities.common_knowledge}
    for name in who.background:
        if name in content.listed or name in content.abilities.languages:
            reason = f"{name} is an attribute, action skill or language (FS3-3.13)"
            yield Fault(("background", name), reason, code="E-CFG-DUP", at_key=True)
        elif name.lower() in common:
            reason = f"{name} is common knowledge and needs no skill (FS3-3.12)"
            yield Fault(("background", name), reason, code="I-BG-COMMON", at_key=True)
    for n, wound in enumerate(who.wounds):
        if wound.location not in content.charts[HUMANOID].locations:
            known = ", ".join(content.charts[HUMANOID].locations)
            reason = f"a wound on {wound.location}; it must be on one of {known} (FS3-12.4)"
            yield Fault(("wounds", n, "location"), reason, code="E-CFG-LOC")
    if who.leave is not None:
        yield from leave_faults(who.leave, content)


def force_faults(force: Force, content: Content) -> Iterator[Fault]:
    """Too many members, one who is there twice, passengers of nobody, and gear that does not go together."""
    if (count := sum(member.count for member in force.members)) > MEMBERS:
        yield Fault(("members",), f"{count} members; at most {MEMBERS} are allowed (FS3-22.2a)", code="E-CFG-LIMIT")
    named, has_pilot = Counter[str](), False
    for n, member in enumerate(force.members):
        sheet, path = member_sheet(content, member), ("members", n)
        named[sheet.title] += member.count
        if sheet.is_pc and named[sheet.title] > 1:
            reason = f"{sheet.title} is there twice; a player character joins once (FS3-6.2)"
            yield Fault(path, reason, code="E-CFG-DUP")
        if sheet.role == PASSENGER and not has_pilot:
            reason = f"{sheet.title} is a passenger without a pilot before it (FS3-6.4)"
            yield Fault(path, reason, code="E-NO-VEHICLE")
        has_pilot |= sheet.role == PILOT_ROLE
        yield from gear_faults(sheet.gear, content, path)


def leave_faults(leave: Leave, content: Content) -> Iterator[Fault]:
    """Wounds of a vehicle that its type cannot have (FS3-22.19)."""
    known = content.charts[content.vehicles[leave.craft_type].chart].locations if leave.craft_type else {}
    for n, wound in enumerate(leave.craft_wounds):
        if wound.location not in known:
            reason = f"a wound on {wound.location}; it must be on one of {', '.join(known) or 'no vehicle'} (FS3-12.4)"
            yield Fault(("leave", "craft_wounds", n, "location"), reason, code="E-CFG-LOC")


def unknown_names(field: str, given: Mapping[str, object], known: Collection[str]) -> Iterator[Fault]:
    """Names that stand on none of the game's lists (FS3-4.13)."""
    for name in given:
        if name not in known:
            reason = f"{name} is none of {', '.join(known)} (FS3-3.13)"
            yield Fault((field, name), reason, code="E-CG-UNKNOWN", at_key=True)
