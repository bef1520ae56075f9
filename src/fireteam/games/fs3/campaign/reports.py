"""The campaign's page: calendar, who is hurt until when, care, experience, the chronicle (FS3-18.18, FS3-22.29)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import msgspec

from ....core.protocol.campaign import Plot, Section
from ..content import Content
from ..notice import NOTICE
from ..odds.healing import DAYS, chances_by_day, days_simple
from ..rules.healing import most_patients
from .commands import SetOptions, WriteCampaignNotes, WritePrivateNotes
from .experience import earned, time_text
from .files import missing_names
from .healing import course_of, open_wound, patients, patients_of, rating_of, wound_text
from .sheet import curve
from .state import DAY, Campaign, Craft, Person, is_open, readable_content

MATCH = "match"  # the heading above the ids of matches
LIKELY, NEARLY_CERTAIN = Fraction(1, 2), Fraction(9, 10)


def report(campaign: Campaign) -> tuple[Section, ...]:
    """The campaign's page, with the notice of the game."""
    content = readable_content(campaign)
    found = [calendar(campaign, content), people(campaign)]
    parts = (hurt(campaign, content), care(campaign, content), vehicles(campaign, content), experience(campaign))
    found += [section for section in (*parts, chronicle(campaign)) if section.rows]
    found += [private_notes(campaign)] if campaign.private_notes else []
    found += [section for section in (gone(campaign, content),) if section.rows]
    return (*found, play(campaign, content), Section("FS3", NOTICE, clause="FS3-0.1"))


def calendar(campaign: Campaign, content: Content) -> Section:
    """What day it is, when the next week begins, and how wounds heal."""
    day, rest = divmod(campaign.clock, DAY)
    rows = (
        ("Day", str(day)),
        ("Time", f"{rest // 3600:02}:{rest // 60 % 60:02}"),
        ("Next week", f"day {(day // 7 + 1) * 7}"),
        ("Healing", str(content.combat["healing"])),
    )
    now = msgspec.to_builtins(WriteCampaignNotes(campaign.notes))
    return Section(campaign.name, campaign.notes, ("", ""), rows, clause="FS3-1.9", edit=now)


def private_notes(campaign: Campaign) -> Section:
    """Notes of the campaign for the Storyteller alone (FS3-22.18)."""
    now = msgspec.to_builtins(WritePrivateNotes("", campaign.private_notes))
    return Section("Private notes", campaign.private_notes, clause="FS3-22.18", edit=now)


def gone(campaign: Campaign, content: Content) -> Section:
    """What the campaign speaks of and its packs have no more, and what is to be done then (FS3-D.3)."""
    rows = [(campaign.people[id].name, what) for id, what in missing_names(campaign, content)]
    crafts = (each for each in campaign.craft.values() if each.type not in content.vehicles)
    rows += [(each.name, f"no vehicle named {each.type}") for each in crafts]
    text = "Set the gear or the sheet anew, mend the files, or bring the packs back as they were."
    return Section("Not in the packs", text, ("who", "what"), tuple(rows), clause="FS3-D.3")


def play(campaign: Campaign, content: Content) -> Section:
    """What the campaign plays by (FS3-1.1, FS3-4.2, FS3-5.2)."""
    options = campaign.options
    tiers = ", ".join(f"{name} {points}" for name, points in options.tiers.items())
    rows = (
        ("Healing", str(content.combat["healing"])),
        ("XP in a week", str(content.xp.xp_per_week)),
        ("Ability points", str(content.chargen.ability_points)),
        ("Points by tier", tiers or "none"),
        ("Raises", "the Storyteller grants them" if options.approve_raises else "players make them"),
    )
    now = msgspec.to_builtins(SetOptions(**msgspec.structs.asdict(options)))
    return Section("Options", "", ("", ""), rows, clause="FS3-1.1", edit=now)


def vehicles(campaign: Campaign, content: Content) -> Section:
    """The vehicles, with what is damaged and who repairs it (FS3-22.19, FS3-19.16)."""
    rows = []
    for each in campaign.craft.values():
        damaged = sum(map(is_open, each.wounds))
        state = f"{damaged} place{'s' * (damaged > 1)} damaged" if damaged else "sound"
        doctor = campaign.people.get(campaign.care.get(each.id, ""))
        notes = "; ".join(filter(None, (each.notes, each.private_notes)))
        type = content.vehicles[each.type].name if each.type in content.vehicles else f"{each.type} (gone)"
        rows.append((each.name, type, state, doctor.name if doctor else "-", notes))
    return Section("Vehicles", "", ("name", "type", "state", "repaired by", "notes"), tuple(rows), (), "FS3-22.19")


def people(campaign: Campaign) -> Section:
    """Everybody, and whose they are."""
    rows = tuple(
        (each.name, each.kind.upper(), each.owner or "the Storyteller", state_of(each))
        for each in campaign.people.values()
    )
    text = "" if rows else "Nobody yet. Add a person to begin: a PC, who gets a sheet, or an NPC, who has a rating."
    return Section("People", text, ("name", "kind", "player", "state"), rows, clause="FS3-1.4")


def state_of(person: Person) -> str:
    """How it is with somebody, in a few words."""
    if person.death:
        return "dead"
    if not person.in_play:
        return f"sheet: {person.approval}"
    if person.is_outline:
        return "in play"
    hurt = sum(map(is_open, person.wounds))
    found = [f"{hurt} wound{'s' * (hurt > 1)}"] if hurt else []
    found += ["in hospital"] if person.in_hospital else []
    return ", ".join(found) or "well"


def hurt(campaign: Campaign, content: Content) -> Section:
    """Everybody hurt and every damaged vehicle, with the estimated days; in the advanced system the exact chance to be
    healed by each day as a curve (FS3-18.18)."""
    rows, plots = list[tuple[str, ...]](), list[Plot]()
    for bearer in patients(campaign):
        wounds = [wound for wound in bearer.wounds if is_open(wound)]
        if not wounds:
            continue
        wounds_text = "; ".join(f"{wound_text(wound, content)}, now {wound.severity}" for wound in wounds)
        until, chances = forecast(campaign, bearer, content)
        rows.append((bearer.name, wounds_text, until))
        if chances:
            today = campaign.clock // DAY
            points = ((float(today + day), float(chance)) for day, chance in enumerate(chances, 1))
            plots.append(Plot(bearer.name, ((float(today), 0.0), *points)))
    text = "The chance to be healed by each day, as care, hospital and the doctor are now." if plots else ""
    return Section("Wounds", text, ("who", "wounds", "healed"), tuple(rows), tuple(plots), "FS3-18.18")


def forecast(campaign: Campaign, bearer: Person | Craft, content: Content) -> tuple[str, list[Fraction]]:
    """Until when somebody is hurt, in words, and in the advanced system the exact chance by each day up to 60.

    Who reads the page may not know the doctor's ratings; then nothing is told.
    """
    doctor = campaign.people.get(campaign.care.get(bearer.id, ""))
    if bearer.id in campaign.care and (doctor is None or doctor.is_outline):
        return "as its doctor has it", []
    course, today = course_of(campaign, bearer, content), campaign.clock // DAY
    wounds = [open_wound(wound, course.is_vehicle) for wound in bearer.wounds if is_open(wound)]
    if not course.is_advanced or (course.is_vehicle and course.care is None):
        days = days_simple(course._replace(is_advanced=False), wounds)
        return ("never without repair" if days is None else f"on day {today + days}"), []
    chances = chances_by_day(course, wounds)
    likely, nearly = (first_day(chances, today, least) for least in (LIKELY, NEARLY_CERTAIN))
    return f"50 % by {likely}, 90 % by {nearly}", chances


def first_day(chances: list[Fraction], today: int, least: Fraction) -> str:
    """The first day by which a chance is so high."""
    day = next((n for n, chance in enumerate(chances, 1) if chance >= least), None)
    return f"day {today + day}" if day else f"no day up to {today + DAYS}"


def care(campaign: Campaign, content: Content) -> Section:
    """Doctors with their patients, and how many they may have (FS3-22.29, FS3-18.11, FS3-19.17a)."""
    return Section(
        "Care", "", ("doctor", "skill", "looks after", "most"), tuple(care_rows(campaign, content)), (), "FS3-22.29"
    )


def care_rows(campaign: Campaign, content: Content) -> Iterator[tuple[str, ...]]:
    """A row for each doctor and kind of patient."""
    for doctor in campaign.people.values():
        for are_vehicles, skill in ((False, content.special.medicine), (True, content.special.repair)):
            ids = patients_of(campaign, doctor.id, are_vehicles)
            if ids:
                names = [(campaign.craft.get(id) or campaign.people[id]).name for id in ids if is_known(campaign, id)]
                most = "-" if doctor.is_outline else str(most_patients(rating_of(doctor, skill, content).rating))
                yield doctor.name, skill, ", ".join(names), most


def is_known(campaign: Campaign, id: str) -> bool:
    """Whether who reads the page may know a patient."""
    return id in campaign.craft or id in campaign.people


def experience(campaign: Campaign) -> Section:
    """What everybody has earned, with curves over time (FS3-5.5)."""
    logged = [person for person in campaign.people.values() if person.xp_log]
    rows = tuple((each.name, str(earned(each)), str(each.xp)) for each in logged)
    return Section("Experience", "", ("name", "earned", "saved"), rows, tuple(map(curve, logged)), "FS3-5.5")


def chronicle(campaign: Campaign) -> Section:
    """The fights, in order, with what finds their replays (FS3-21.6)."""
    rows = tuple(
        (
            str(each.number),
            f"day {each.at // DAY}",
            f"{each.scenario}{' (mock)' if each.mock else ''}",
            time_text(each.until - each.at),
            ", ".join(campaign.people[id].name for id in each.people if id in campaign.people),
            each.outcome,
            each.match,
        )
        for each in campaign.fights
    )
    columns = ("number", "when", "scenario", "lasted", "who", "outcome", MATCH)
    return Section("Chronicle", "", columns, rows, clause="FS3-21.6", match_column=MATCH)
