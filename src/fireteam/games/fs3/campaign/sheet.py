"""A character's sheet in sections, to show and to print, with the notice of the game (section 4)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import msgspec

from ....core.percent import percent
from ....core.protocol.campaign import Plot, Section
from ..combatant_sheet import costs_of
from ..content import Content
from ..describe import band_name
from ..events.words import RESULTS
from ..notice import NOTICE
from ..rules.rolls import D100, TERRIBLE_FAILURE, result_of
from .commands import SetGear, WriteNotes, WritePrivateNotes
from .creation import advice_on, content_for, violations
from .experience import earned
from .state import DAY, TENTHS, Campaign, Person, WoundRecord, find_person, readable_content

COMPARED = (7, 10)
"""Ratings whose odds stand side by side where a sheet is made (FS3-4.16)."""


def sheet(campaign: Campaign, id: str) -> tuple[Section, ...]:
    """A character's sheet (FS3-1.4, FS3-1.5, FS3-D.3).

    Raises:
        IllegalChoice: there is no such character.
    """
    person, source = find_person(campaign, id), Section("FS3", NOTICE, clause="FS3-0.1")
    if person.is_outline:
        return (outline(person), source)
    content = content_for(campaign, person, readable_content(campaign))
    found = [head(person), *ratings(person, content)]
    if person.kind == "pc" and not person.in_play and not person.death:
        found += [review(person, content), odds()]
    found.append(gear(person, content))
    if person.wounds:
        found.append(wounds(person, content))
    if person.xp_log:
        found.append(experience(person))
    return (*found, *notes(person), source)


def outline(person: Person) -> Section:
    """What everybody knows of another's character (FS3-1.3)."""
    rows = [("Kind", person.kind.upper()), ("Player", person.owner or "the Storyteller")]
    rows += [("Dead", person.death)] if person.death else []
    return Section(person.name, person.concept, ("", ""), tuple(rows), clause="FS3-1.4")


def head(person: Person) -> Section:
    """Who it is."""
    rows = [("Kind", person.kind.upper()), ("Player", person.owner or "the Storyteller")]
    if person.kind == "pc":
        rows += [("Sheet", person.approval), ("Luck", str(person.luck or 0)), ("XP", str(person.xp))]
        rows += [("Profession", person.profession)] if person.profession else []
        rows += [("Quirks", ", ".join(person.quirks))] if person.quirks else []
    rows += [("Returned", person.reasons)] if person.reasons else []
    rows += [("In hospital", "yes")] if person.in_hospital else []
    rows += [("Dead", person.death)] if person.death else []
    return Section(person.name, person.concept, ("", ""), tuple(rows), clause="FS3-1.4")


def ratings(person: Person, content: Content) -> Iterator[Section]:
    """Ratings with the names of their bands (FS3-1.7, FS3-1.8); an NPC's is one (FS3-1.5)."""
    if person.kind == "npc":
        rating = person.rating or 0
        yield Section("Rating", f"{rating}, {band_name(rating, False)}, for every roll", clause="FS3-1.5")
        return
    attributes = {name: person.ratings.get(name, 0) for name in content.abilities.attributes}
    rated = {name: rating for name, rating in person.ratings.items() if name not in attributes}
    parts = (
        ("Attributes", attributes),
        ("Action skills", rated),
        ("Background skills", person.background),
        ("Languages", person.languages),
    )
    for title, found in parts:
        rows = tuple(
            (name, str(rating), band_name(rating, title == "Attributes") if rating else "-")
            for name, rating in found.items()
        )
        if rows:
            yield Section(title, "", ("ability", "rating", ""), rows, clause="FS3-1.8")


def review(person: Person, content: Content) -> Section:
    """What a draft costs, everything that is wrong with it, and advice (FS3-4.1, FS3-4.13, FS3-4.14)."""
    spent = sum(cost.points for cost in costs_of(person, content))
    rows = (*violations(person, content), *advice_on(person))
    text = f"{spent} of {content.chargen.ability_points} ability points{'' if rows else '; nothing is wrong'}"
    return Section(
        "Review", text, ("what", "code", "clause"), tuple((e.sentence, e.code, e.clause) for e in rows), (), "FS3-4.13"
    )


def odds() -> Section:
    """The odds of each Roll Result with a rating of 7 and of 10, unmodified, side by side (FS3-4.16)."""
    fallen = [[result_of(rating, die) for die in range(1, D100 + 1)] for rating in COMPARED]
    rows = tuple(
        (name, *(percent(Fraction(each.count(n + TERRIBLE_FAILURE), D100)) for each in fallen))
        for n, name in enumerate(RESULTS)
    )
    return Section("Odds", "", ("result", *(f"rating {rating}" for rating in COMPARED)), rows, clause="FS3-4.16")


def gear(person: Person, content: Content) -> Section:
    """What it carries and wears (FS3-6.9, FS3-6.30)."""
    rows = []
    for id in (content.combat["default_weapon"],) if person.weapons is None else person.weapons:
        weapon, clips = content.weapons.get(id), person.spare_clips.get(id)
        if weapon is None:
            rows.append((f"{id} (gone)", str(person.rounds.get(id, "-")), "-" if clips is None else str(clips)))
            continue
        loaded = str(person.rounds.get(id, weapon.ammunition)) if weapon.ammunition else "-"
        rows.append((weapon.name, loaded, ("unlimited" if clips is None else str(clips)) if weapon.ammunition else "-"))
    armour = content.armours.get(person.armour or "")
    worn = armour.name if armour else f"{person.armour} (gone)" if person.armour else "no armour"
    now = SetGear(person.id, person.weapons, person.rounds, person.spare_clips, person.armour)
    columns = ("weapon", "rounds", "spare clips")
    return Section("Gear", worn, columns, tuple(rows), clause="FS3-6.9", edit=msgspec.to_builtins(now))


def wounds(person: Person, content: Content) -> Section:
    """Wounds, those that have healed too (FS3-12.4, FS3-18.3)."""
    columns = ("number", "day", "location", "weapon", "was", "is", "Healing Points", "notes")
    return Section("Wounds", "", columns, tuple(wound_row(each, content) for each in person.wounds), clause="FS3-12.4")


def wound_row(wound: WoundRecord, content: Content) -> tuple[str, ...]:
    """A wound in words."""
    weapon = content.weapons[wound.weapon].name if wound.weapon in content.weapons else wound.weapon
    marks = {
        "stun": wound.damage == "stun",
        "treated": wound.treated,
        "mock": wound.mock,
        wound.notes: bool(wound.notes),
    }
    where = content.location_names.get(wound.location, wound.location)
    numbers = (str(wound.number), str(wound.at // DAY), where, weapon or "-", wound.initial, wound.severity)
    return (*numbers, f"{wound.tenths / TENTHS:g}", ", ".join(mark for mark, is_so in marks.items() if is_so))


def notes(person: Person) -> Iterator[Section]:
    """Notes, those for the Storyteller alone apart (FS3-D.3, FS3-22.18)."""
    if person.notes:
        now = msgspec.to_builtins(WriteNotes(person.id, person.notes))
        yield Section("Notes", person.notes, clause="FS3-D.3", edit=now)
    if person.private_notes:
        now = msgspec.to_builtins(WritePrivateNotes(person.id, person.private_notes))
        yield Section("Private notes", person.private_notes, clause="FS3-22.18", edit=now)


def experience(person: Person) -> Section:
    """The log of experience, and what was earned over time as a curve (FS3-5.5)."""
    rows = tuple(
        (str(e.at // DAY), e.kind, f"{e.skill} {e.to}" if e.skill else "", f"{e.xp:+d}", str(e.lost or ""), e.reason)
        for e in person.xp_log
    )
    text = f"{earned(person)} XP earned in all, {person.xp} saved"
    return Section(
        "Experience", text, ("day", "what", "skill", "XP", "lost", "reason"), rows, (curve(person),), "FS3-5.5"
    )


def curve(person: Person) -> Plot:
    """What somebody has earned by each day that had an award (FS3-5.5)."""
    total, points = 0, [(0.0, 0.0)]
    for entry in sorted(person.xp_log, key=lambda each: each.at):
        if entry.kind in ("award", "package"):
            total += entry.xp + entry.worth
            points.append((entry.at / DAY, float(total)))
    return Plot(person.name, tuple(points))
