"""Healing in a campaign: wounds, doctors and their patients, hospital, and the tick of a day (section 18, 19.17)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from ....core.dice import live
from ....core.engine.record import blank
from ....core.errors import IllegalChoice
from ....core.protocol.campaign import PLAYER, Change, Command
from ....core.protocol.events import new_log
from ....core.time_limit import check_time
from ..content import HUMANOID, Content
from ..entries import Damage, Severity
from ..events.words import FOR_ABILITY
from ..odds.healing import Ability, Course, OpenWound
from ..rules.care import level_tenths
from ..rules.healing import FAILED, MADE, NOT_ROLLED, advanced_tenths, most_patients, simple_tenths
from ..rules.rolls import rating_under, roll_result, succeeds
from ..rules.wounds import wound_points
from ..state import SEVERITIES
from ..tables import Being, Tables
from ..tables_build import character_sheet, write_being
from .commands import Prose
from .given import Given, change_about, check_text, need_alive
from .state import (
    Campaign,
    Craft,
    Person,
    WoundRecord,
    changed,
    character_of,
    find_craft,
    find_person,
    is_open,
    with_craft,
    with_person,
)

ADVANCED = "advanced"


class AssignCare(Command, frozen=True):
    """Somebody looks after a patient, or repairs a vehicle, until it is healed or the care ends (FS3-18.13)."""

    by, owner = PLAYER, "doctor"

    doctor: str
    patient: str


class EndCare(Command, frozen=True):
    """Somebody looks after a patient or a vehicle no more (FS3-18.13)."""

    by, owner = PLAYER, "doctor"

    doctor: str
    patient: str


class EnterHospital(Command, frozen=True):
    """A patient lies in a hospital, which helps to heal in the advanced system (FS3-18.8)."""

    person: str


class LeaveHospital(Command, frozen=True):
    """A patient leaves the hospital (FS3-18.8)."""

    person: str


class InflictWound(Command, frozen=True):
    """A wound outside of a fight, of a character or a vehicle (FS3-22.17)."""

    victim: str
    location: str
    severity: Severity
    damage: Damage = "physical"
    notes: Prose = ""


class DeleteWound(Command, frozen=True):
    """A wound, by its number, that never was (FS3-22.17)."""

    victim: str
    number: int


class News(NamedTuple):
    """What happened: a sentence, and whether it is for the Storyteller alone."""

    sentence: str
    is_private: bool


def is_secret(bearer: Person | Craft) -> bool:
    """Whether how somebody, or a vehicle, fares is for the Storyteller alone."""
    return isinstance(bearer, Craft) or bearer.kind == "npc"


def change_of(campaign: Campaign, news: Iterable[News]) -> Change:
    """A change with what happened to whom."""
    news = tuple(news)
    public = tuple(each.sentence for each in news if not each.is_private)
    return Change(campaign, public, tuple(each.sentence for each in news if each.is_private))


# Wounds


def open_wound(wound: WoundRecord, is_vehicle: bool) -> OpenWound:
    """A wound as healing sees it (FS3-18.4, FS3-19.16)."""
    severity = SEVERITIES.index(wound.severity)
    return OpenWound(severity, wound.tenths, wound.has_healed, is_vehicle or wound.damage == "stun")


def healed(wound: WoundRecord, tenths: int, is_vehicle: bool) -> WoundRecord:
    """A wound after tenths of Healing Points (FS3-18.2, FS3-18.3, FS3-12.7)."""
    after = open_wound(wound, is_vehicle).after(tenths)
    severity = SEVERITIES[after.severity]
    return changed(wound, severity=severity, tenths=after.tenths, has_healed=after.has_healed)  # type: ignore[no-any-return]


def to_heal(severity: int, tenths: int, is_fifth: bool) -> int:
    """The tenths of Healing Points until a wound is healed (FS3-18.1, FS3-18.3)."""
    return sum(int(level_tenths(each, int(is_fifth))) for each in range(1, severity + 1)) - tenths


def wound_modifier(bearer: Person | Craft) -> int:
    """What wounds add to their bearer's rolls (FS3-2.18, FS3-12.5)."""
    return -sum(int(wound_points(SEVERITIES.index(each.severity), int(each.has_healed))) for each in bearer.wounds)


def find_bearer(campaign: Campaign, id: str) -> Person | Craft:
    """A character or a vehicle by its id.

    Raises:
        IllegalChoice: there is neither.
    """
    return find_craft(campaign, id) if id in campaign.craft else find_person(campaign, id)


def with_bearer(campaign: Campaign, bearer: Person | Craft) -> Campaign:
    """A campaign with a character or a vehicle as it is now."""
    return with_person(campaign, bearer) if isinstance(bearer, Person) else with_craft(campaign, bearer)


def change_about_bearer(campaign: Campaign, bearer: Person | Craft, sentence: str) -> Change:
    """A change with a sentence; about an NPC or a vehicle it is the Storyteller's."""
    return change_about(campaign, bearer, sentence) if isinstance(bearer, Person) else Change(campaign, (), (sentence,))


def inflict_wound(campaign: Campaign, command: InflictWound, given: Given) -> Change:
    """A wound outside of a fight (FS3-22.17, FS3-12.4)."""
    bearer, content = find_bearer(campaign, command.victim), given.content
    if isinstance(bearer, Craft) and bearer.type not in content.vehicles:
        raise IllegalChoice("E-NO-VEHICLE", "FS3-22.19", f"the packs have no vehicle {bearer.type} any more")
    chart = content.charts[HUMANOID if isinstance(bearer, Person) else content.vehicles[bearer.type].chart]
    if isinstance(bearer, Person):
        need_alive(bearer)
    if command.location not in chart.locations:
        names = content.location_names
        known = ", ".join(f"{names.get(code, code)} ({code})" for code in chart.locations)
        reason = f"{bearer.name} has no location {names.get(command.location, command.location)!r}; there are {known}"
        raise IllegalChoice("E-LOCATION", "FS3-12.4", reason)
    wound = WoundRecord(
        number=1 + max((each.number for each in bearer.wounds), default=0),
        location=command.location,
        damage=command.damage,
        initial=command.severity,
        severity=command.severity,
        at=campaign.clock,
        notes=check_text(command.notes.strip()),
    )
    sentence = f"{bearer.name} has a {wound_text(wound, content)}"
    return change_about_bearer(with_bearer(campaign, changed(bearer, wounds=(*bearer.wounds, wound))), bearer, sentence)


def delete_wound(campaign: Campaign, command: DeleteWound, given: Given) -> Change:
    """A wound that never was (FS3-22.17)."""
    bearer = find_bearer(campaign, command.victim)
    left = tuple(each for each in bearer.wounds if each.number != command.number)
    if len(left) == len(bearer.wounds):
        numbers = ", ".join(str(each.number) for each in left) or "none"
        reason = f"{bearer.name} has no wound {command.number}; there are: {numbers}"
        raise IllegalChoice("E-NO-WOUND", "FS3-22.17", reason)
    sentence = f"{bearer.name}'s wound {command.number} never was"
    return change_about_bearer(with_bearer(campaign, changed(bearer, wounds=left)), bearer, sentence)


def wound_text(wound: WoundRecord, content: Content) -> str:
    """A wound in words: `Serious stun wound (Left Arm)`."""
    stun = " stun" if wound.damage == "stun" else ""
    where = content.location_names.get(wound.location, wound.location)
    return f"{wound.initial}{stun} wound ({where})"


# Doctors and hospitals


def rating_of(person: Person, ability: str, content: Content) -> Ability:
    """What somebody rolls for a special ability, with its own wounds (FS3-18.15, FS3-2.18)."""
    rating, modifier = unhurt_rating_of(person, ability, content)
    return Ability(rating, modifier + wound_modifier(person))


def unhurt_rating_of(person: Person, ability: str, content: Content) -> Ability:
    """What somebody rolls without wounds: a PC under the ruling attribute, an NPC its one rating (FS3-18.15)."""
    if person.kind == "npc":
        return Ability(person.rating or 0)
    being: Any = blank(Being)[0]
    ruling = {name: by for name, by in person.ruling.items() if by in content.abilities.attributes}
    bare = changed(person, ruling=ruling, weapons=(), rounds={}, spare_clips={}, armour=None)
    write_being(being, character_sheet(content, character_of(bare)), content)
    number = content.ability_names.index(ability)
    found = rating_under(being, number, int(being.ruling[number]))
    return Ability(int(found.rating), int(found.ruling))


def skill_for(campaign: Campaign, patient: str, content: Content) -> str:
    """The ability that looks after a patient: Medicine, or Repair for a vehicle (FS3-19.16)."""
    return content.special.repair if patient in campaign.craft else content.special.medicine


def patients_of(campaign: Campaign, doctor: str, are_vehicles: bool) -> list[str]:
    """The patients that somebody looks after, or the vehicles that it repairs (FS3-19.17a)."""
    return [id for id, who in campaign.care.items() if who == doctor and (id in campaign.craft) == are_vehicles]


def assign_care(campaign: Campaign, command: AssignCare, given: Given) -> Change:
    """Somebody looks after a patient (FS3-18.10 to FS3-18.13, FS3-19.17)."""
    doctor, patient = find_person(campaign, command.doctor), find_bearer(campaign, command.patient)
    need_carer(doctor)
    if doctor.id == patient.id:
        raise IllegalChoice("E-SELF", "FS3-18.13", f"{doctor.name} cannot be the own patient; another doctor can help")
    need_hurt(patient)
    if patient.id in campaign.care:
        raise IllegalChoice("E-HAS-DOCTOR", "FS3-18.12", f"{patient.name} has a doctor already; a patient has one")
    need_room(campaign, doctor, isinstance(patient, Craft), given.content)
    campaign = changed(campaign, care={**campaign.care, patient.id: doctor.id})
    verb = "repairs" if isinstance(patient, Craft) else "looks after"
    return change_about_bearer(campaign, patient, f"{doctor.name} {verb} {patient.name}")


def need_carer(doctor: Person) -> None:
    """Refuse as doctor who is dead or not in play.

    A doctor who is knocked out would not be effective (FS3-18.13); knockouts end with the fight (FS3-21.6).
    """
    need_alive(doctor)
    if not doctor.in_play:
        reason = f"the sheet of {doctor.name} is {doctor.approval}; it must be approved first"
        raise IllegalChoice("E-STATE", "FS3-4.13", reason)


def need_hurt(patient: Person | Craft) -> None:
    """Refuse as patient who is dead, or has no wound."""
    if isinstance(patient, Person):
        need_alive(patient)
    if not any(map(is_open, patient.wounds)):
        raise IllegalChoice("E-NO-WOUND", "FS3-18.13", f"{patient.name} has no wound to look after")


def need_room(campaign: Campaign, doctor: Person, are_vehicles: bool, content: Content) -> None:
    """Refuse one patient too many (FS3-18.10, FS3-18.11, FS3-19.17a)."""
    most, has = patients_allowed(doctor, are_vehicles, content), patients_of(campaign, doctor.id, are_vehicles)
    if len(has) >= most:
        what = "vehicles" if are_vehicles else "patients"
        skill = content.special.repair if are_vehicles else content.special.medicine
        rating = unhurt_rating_of(doctor, skill, content).rating
        reason = f"{doctor.name} looks after {len(has)} {what}; {skill} {rating} allows {most}"
        raise IllegalChoice("E-PATIENTS", "FS3-19.17a" if are_vehicles else "FS3-18.11", reason)


def end_care(campaign: Campaign, command: EndCare, given: Given) -> Change:
    """Somebody looks after a patient no more (FS3-18.13)."""
    doctor, patient = find_person(campaign, command.doctor), find_bearer(campaign, command.patient)
    if campaign.care.get(patient.id) != doctor.id:
        raise IllegalChoice("E-STATE", "FS3-18.13", f"{doctor.name} does not look after {patient.name}")
    sentence = f"{doctor.name} looks after {patient.name} no more"
    return change_about_bearer(uncared(campaign, patient.id), patient, sentence)


def uncared(campaign: Campaign, patient: str) -> Campaign:
    """A campaign in which nobody looks after a patient."""
    care = {id: doctor for id, doctor in campaign.care.items() if id != patient}
    return changed(campaign, care=care)  # type: ignore[no-any-return]


def discharge(campaign: Campaign) -> tuple[Campaign, list[News]]:
    """A campaign in which nobody looks after those who have no wound any more, however that came (FS3-18.13)."""
    news = list[News]()
    for id, doctor in campaign.care.items():
        patient = find_bearer(campaign, id)
        if not any(map(is_open, patient.wounds)):
            campaign = uncared(campaign, id)
            sentence = f"{campaign.people[doctor].name} has done all for {patient.name}"
            news.append(News(sentence, is_secret(patient)))
    return campaign, news


def dismiss(campaign: Campaign, content: Content) -> tuple[Campaign, list[News]]:
    """A campaign in which no doctor has more patients than the rating allows now; the latest go (FS3-18.11)."""
    news = list[News]()
    for id in dict.fromkeys(campaign.care.values()):
        doctor = find_person(campaign, id)
        for are_vehicles in (False, True):
            has = patients_of(campaign, id, are_vehicles)
            for other in has[patients_allowed(doctor, are_vehicles, content) :] if has else ():
                patient = find_bearer(campaign, other)
                campaign = uncared(campaign, other)
                sentence = f"{doctor.name} looks after {patient.name} no more, of whom there are too many now"
                news.append(News(sentence, is_secret(patient)))
    return campaign, news


def patients_allowed(doctor: Person, are_vehicles: bool, content: Content) -> int:
    """How many patients, or vehicles, somebody may look after (FS3-18.10, FS3-18.11, FS3-19.17a)."""
    skill = content.special.repair if are_vehicles else content.special.medicine
    return int(most_patients(unhurt_rating_of(doctor, skill, content).rating))


def enter_hospital(campaign: Campaign, command: EnterHospital, given: Given) -> Change:
    """A patient lies in a hospital (FS3-18.8, FS3-19.17a)."""
    person = patient_of(campaign, command.person)
    need_alive(person)
    if person.in_hospital:
        raise IllegalChoice("E-STATE", "FS3-18.8", f"{person.name} is in hospital already")
    campaign = with_person(campaign, changed(person, in_hospital=True))
    return change_about(campaign, person, f"{person.name} is in hospital now")


def leave_hospital(campaign: Campaign, command: LeaveHospital, given: Given) -> Change:
    """A patient leaves the hospital (FS3-18.8)."""
    person = patient_of(campaign, command.person)
    if not person.in_hospital:
        raise IllegalChoice("E-STATE", "FS3-18.8", f"{person.name} is not in hospital")
    campaign = with_person(campaign, changed(person, in_hospital=False))
    return change_about(campaign, person, f"{person.name} leaves the hospital")


def patient_of(campaign: Campaign, id: str) -> Person:
    """Who may lie in a hospital: a character, no vehicle (FS3-19.17a)."""
    if id in campaign.craft:
        reason = f"{campaign.craft[id].name} is a vehicle: no hospital takes it, it heals while somebody repairs it"
        raise IllegalChoice("E-TARGET", "FS3-19.17a", reason)
    return find_person(campaign, id)


def course_of(campaign: Campaign, bearer: Person | Craft, content: Content) -> Course:
    """How somebody or a vehicle is looked after now, as what heals and the forecast read it (FS3-18.6 to FS3-18.15)."""
    doctor = campaign.care.get(bearer.id)
    skill = skill_for(campaign, bearer.id, content)
    care = rating_of(campaign.people[doctor], skill, content) if doctor else None
    is_advanced, one = content.combat["healing"] == ADVANCED, int(content.combat["natural_one"])
    if isinstance(bearer, Craft):
        return Course(is_advanced, True, care=care, natural_one=one)
    toughness = unhurt_rating_of(bearer, content.special.toughness, content)
    return Course(is_advanced, False, toughness, care, bearer.in_hospital, one)


# The tick of a day


class Ward:
    """The dice of healing, from the seed of a command, and what a roll needs besides."""

    def __init__(self, seed: int, content: Content, dice: Any = None) -> None:
        self.content = content
        self.dice = live(seed)[0] if dice is None else dice
        self.log = new_log()[0]
        self.table: Any = blank(Tables)[0]
        self.table.options.natural_one = content.combat["natural_one"]

    def roll(self, ability: Ability | None) -> int:
        """A roll of the day: made, failed, or not rolled where there is nobody to roll."""
        if ability is None:
            return NOT_ROLLED
        self.log.count = 0
        result = roll_result(self.table, self.dice, self.log, ability.rating, ability.modifier, FOR_ABILITY)
        return MADE if succeeds(result) else FAILED

    def tenths(self, course: Course, wounds: int) -> int:
        """The tenths of a day, under the patient's wound modifier: the patient's roll, then the doctor's, one set for
        all wounds (FS3-18.9, FS3-18.14, FS3-18.15)."""
        is_vehicle = int(course.is_vehicle)
        if not course.is_advanced:
            return int(simple_tenths(is_vehicle, int(course.care is not None)))
        rating, modifier = course.toughness
        own = NOT_ROLLED if course.is_vehicle else self.roll(Ability(rating, modifier + wounds))
        return int(advanced_tenths(is_vehicle, own, self.roll(course.care), int(course.in_hospital)))


def tick(before: Campaign, ward: Ward) -> tuple[Campaign, list[News]]:
    """The healing of a day at its boundary: of the wounds that exist then, by rolls as they stood before (FS3-18.14).

    People come in the order of the campaign, then vehicles. Care ends with the last wound (FS3-18.13), also where
    none is due.
    """
    people, vehicles, news = dict(before.people), dict(before.craft), list[News]()
    for bearer in patients(before):
        check_time()
        due = [wound for wound in bearer.wounds if is_open(wound) and wound.at <= before.clock]
        if not due:
            continue
        after = heal_all(before, bearer, due, ward)
        news += [News(each, is_secret(bearer)) for each in level_texts(bearer, after, ward.content)]
        if isinstance(after, Craft):
            vehicles[after.id] = after
        else:
            people[after.id] = after
    campaign, ends = discharge(changed(before, people=people, craft=vehicles))
    return campaign, [*news, *ends]


def patients(campaign: Campaign) -> list[Person | Craft]:
    """Everybody alive and every vehicle, hurt or not."""
    return [*(person for person in campaign.people.values() if not person.death), *campaign.craft.values()]


def heal_all(campaign: Campaign, bearer: Person | Craft, due: Sequence[WoundRecord], ward: Ward) -> Any:
    """Somebody or a vehicle after a day, in which all wounds that are due have had the same points (FS3-18.9)."""
    is_vehicle = isinstance(bearer, Craft)
    tenths = ward.tenths(course_of(campaign, bearer, ward.content), wound_modifier(bearer))
    return changed(
        bearer, wounds=tuple(healed(each, tenths, is_vehicle) if each in due else each for each in bearer.wounds)
    )


def level_texts(before: Person | Craft, after: Person | Craft, content: Content) -> Iterable[str]:
    """What wounds became that dropped a level."""
    for old, new in zip(before.wounds, after.wounds, strict=True):
        if new.severity != old.severity:
            yield f"{before.name}'s {wound_text(old, content)} is {new.severity}"


HANDLERS = {
    AssignCare: assign_care,
    EndCare: end_care,
    EnterHospital: enter_hospital,
    LeaveHospital: leave_hospital,
    InflictWound: inflict_wound,
    DeleteWound: delete_wound,
}
