"""Records of people and vehicles: ratings of NPCs, owners, notes, death, vehicles, options (section 22)."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from ....content.field_checks import IDENTIFIER
from ....core.errors import IllegalChoice
from ....core.protocol.campaign import Change
from ..budget import budget_faults, budget_of
from ..content import Content
from .commands import (
    AddVehicle,
    AwardLuck,
    DeletePerson,
    DeleteVehicle,
    MakeRuling,
    NoteDeath,
    SetOptions,
    SetOwner,
    SetRating,
    SpendLuck,
    WriteCampaignNotes,
    WriteNotes,
    WritePrivateNotes,
    WriteVehicleNotes,
)
from .creation import SHAPE, problems_of, refuse_faults
from .given import Given, change_about, check_text, need_pc, need_text, own_name, pcs_named
from .state import Campaign, Craft, changed, content_of, find_craft, find_person, with_craft, with_person

MOST_NOTES = 400  # characters of the notes of a character file
MOST_LUCK = 99


def set_rating(campaign: Campaign, command: SetRating, given: Given) -> Change:
    """Another rating of an NPC (FS3-22.18, FS3-1.6)."""
    person = find_person(campaign, command.person)
    if person.kind != "npc":
        raise IllegalChoice("E-TARGET", "FS3-22.18", f"{person.name} is a PC; NPCs have one rating")
    other = changed(person, rating=command.rating)
    refuse_faults(other, tuple(problems_of(other, given.content, SHAPE)))
    sentence = f"{person.name}'s rating goes from {person.rating} to {command.rating}"
    return change_about(with_person(campaign, other), other, sentence)


def set_owner(campaign: Campaign, command: SetOwner, given: Given) -> Change:
    """A character is handed to a participant (FS3-22.18)."""
    person = find_person(campaign, command.person)
    owner = check_text(command.player.strip())
    sentence = f"{person.name} is {owner or 'the Storyteller'}'s now"
    return change_about(with_person(campaign, changed(person, owner=owner)), person, sentence)


def delete_person(campaign: Campaign, command: DeletePerson, given: Given) -> Change:
    """Somebody is struck off, with all care given or received (FS3-22.18)."""
    person = find_person(campaign, command.person)
    if person.kind == "pc" and person.approval == "approved":
        raise IllegalChoice("E-STATE", "FS3-22.18", f"{person.name} is a PC in play and stays; NPCs can be deleted")
    if person.kind == "npc" and not given.actor.is_storyteller:
        raise IllegalChoice("E-PERM", "FS3-22.18", f"{given.actor.name} cannot delete an NPC; the Storyteller can")
    people = {id: each for id, each in campaign.people.items() if id != person.id}
    campaign = without_care(changed(campaign, people=people), person.id)
    return change_about(campaign, person, f"{person.name} is struck off")


def without_care(campaign: Campaign, id: str) -> Campaign:
    """A campaign in which somebody is neither patient nor doctor."""
    care = {patient: doctor for patient, doctor in campaign.care.items() if id not in (patient, doctor)}
    return changed(campaign, care=care)  # type: ignore[no-any-return]


def note_death(campaign: Campaign, command: NoteDeath, given: Given) -> Change:
    """A note that a character is dead, or that it lives after all (FS3-1.11)."""
    person = find_person(campaign, command.person)
    note = check_length(command.note, MOST_NOTES)
    if not note and not person.death:
        raise IllegalChoice("E-STATE", "FS3-1.11", f"{person.name} is alive: a note of death needs a text")
    campaign = with_person(campaign, changed(person, death=note, wish=None))
    sentence = f"{person.name} is dead: {note}" if note else f"{person.name} lives after all"
    return change_about(without_care(campaign, person.id) if note else campaign, person, sentence)


def check_length(text: str, most: int) -> str:
    """A text of at most so many characters."""
    if len(text.strip()) > most:
        raise IllegalChoice("E-STATE", "FS3-D.3", f"the text has {len(text.strip())} characters; {most} are allowed")
    return check_text(text.strip())


def write_notes(campaign: Campaign, command: WriteNotes, given: Given) -> Change:
    """Notes that a character's player may read (FS3-D.3)."""
    person = find_person(campaign, command.person)
    person = changed(person, notes=check_length(command.notes, MOST_NOTES))
    return Change(with_person(campaign, person), (), (f"the notes on {person.name} have changed",))


def write_private_notes(campaign: Campaign, command: WritePrivateNotes, given: Given) -> Change:
    """Notes for the Storyteller alone, about the campaign where they are about nobody (FS3-22.18)."""
    notes = check_text(command.notes.strip())
    if not command.about:
        return Change(changed(campaign, private_notes=notes), (), ("the private notes of the campaign have changed",))
    if command.about in campaign.craft:
        craft = campaign.craft[command.about]
        campaign = with_craft(campaign, changed(craft, private_notes=notes))
        return Change(campaign, (), (f"the private notes on {craft.name} have changed",))
    person = find_person(campaign, command.about)
    campaign = with_person(campaign, changed(person, private_notes=notes))
    return Change(campaign, (), (f"the private notes on {person.name} have changed",))


def write_campaign_notes(campaign: Campaign, command: WriteCampaignNotes, given: Given) -> Change:
    """Notes of the campaign (FS3-1.12)."""
    return Change(
        changed(campaign, notes=check_text(command.notes.strip())), ("the notes of the campaign have changed",)
    )


def make_ruling(campaign: Campaign, command: MakeRuling, given: Given) -> Change:
    """A ruling stands in the record and changes nothing by itself (FS3-1.12)."""
    return Change(campaign, (f"Ruling: {need_text(command.ruling, 'a ruling needs a text')}",))


def add_vehicle(campaign: Campaign, command: AddVehicle, given: Given) -> Change:
    """A new vehicle (FS3-22.19)."""
    if command.id in campaign.people or command.id in campaign.craft:
        raise IllegalChoice("E-STATE", "FS3-22.19", f"{campaign.name} has a {command.id!r} already")
    if not IDENTIFIER.fullmatch(command.id) or len(command.id) > 40:
        raise IllegalChoice("E-STATE", "FS3-22.19", f"{command.id!r} is no id: a-z, 0-9 and _, a letter first")
    if command.type not in given.content.vehicles:
        known = ", ".join(given.content.vehicles)
        raise IllegalChoice("E-NO-VEHICLE", "FS3-22.19", f"there is no vehicle {command.type!r}; there are: {known}")
    name = own_name(campaign, command.name, command.id)
    craft = Craft(id=command.id, name=name, type=command.type)
    sentence = f"{name} is a new {given.content.vehicles[command.type].name}"
    return Change(with_craft(campaign, craft), (), (sentence,))


def write_vehicle_notes(campaign: Campaign, command: WriteVehicleNotes, given: Given) -> Change:
    """Notes about a vehicle (FS3-22.19)."""
    craft = changed(find_craft(campaign, command.vehicle), notes=check_text(command.notes.strip()))
    return Change(with_craft(campaign, craft), (), (f"the notes on {craft.name} have changed",))


def delete_vehicle(campaign: Campaign, command: DeleteVehicle, given: Given) -> Change:
    """A vehicle is struck off (FS3-22.19)."""
    craft = find_craft(campaign, command.vehicle)
    rest = {id: each for id, each in campaign.craft.items() if id != craft.id}
    return Change(without_care(changed(campaign, craft=rest), craft.id), (), (f"{craft.name} is struck off",))


def set_options(campaign: Campaign, command: SetOptions, given: Given) -> Change:
    """What the campaign plays otherwise (FS3-1.1, FS3-4.2, FS3-5.2)."""
    fields = {name: value for name, value in msgspec.structs.asdict(command).items() if value is not None}
    numbers = {**(command.tiers or {}), "xp_per_week": command.xp_per_week, "ability_points": command.ability_points}
    for name, number in numbers.items():
        if number is not None and not 0 <= number <= 9999:
            raise IllegalChoice("E-STATE", "FS3-1.1", f"{name} cannot be {number}; it can be 0 to 9999")
    for tier in command.tiers or {}:
        check_length(need_text(tier, "a tier needs a name"), 40)
    if not fields:
        raise IllegalChoice("E-STATE", "FS3-1.1", "no option is named")
    options = ", ".join(f"{name} {value}" for name, value in fields.items())
    campaign = changed(campaign, options=changed(campaign.options, **fields))
    return Change(campaign, (f"the campaign is played with {options}",), tuple(worksheet(content_of(campaign))))


def worksheet(content: Content) -> Iterator[str]:
    """The budget worksheet, which helps to choose the ability points (FS3-4.3, FS3-4.4)."""
    lines = budget_of(content)
    parts = ", ".join(f"{line.title} {line.points}" for line in lines)
    needed = sum(line.points for line in lines)
    yield f"a typical character needs {needed} of {content.chargen.ability_points} ability points: {parts}"
    yield from (f"{fault.reason} ({fault.code})" for fault in budget_faults(content))


def award_luck(campaign: Campaign, command: AwardLuck, given: Given) -> Change:
    """Luck points (FS3-17.10)."""
    reason = need_text(command.reason, "an award of luck needs a reason")
    if not 1 <= command.points <= MOST_LUCK:
        sentence = f"an award of {command.points} luck points; 1 to {MOST_LUCK} can be awarded"
        raise IllegalChoice("E-LUCK", "FS3-17.10", sentence)
    sentences = []
    for person in pcs_named(campaign, command.people):
        luck = (person.luck or 0) + command.points
        campaign = with_person(campaign, changed(person, luck=luck))
        sentences.append(f"{person.name} has {luck} luck now, {command.points} more: {reason}")
    return Change(campaign, tuple(sentences))


def spend_luck(campaign: Campaign, command: SpendLuck, given: Given) -> Change:
    """Luck for a plot point (FS3-17.9)."""
    person = need_pc(find_person(campaign, command.person))
    reason = need_text(command.reason, f"{person.name} spends luck for nothing; say for what")
    luck = person.luck or 0
    if not 1 <= command.points <= luck:
        reason = f"{person.name} cannot spend {command.points} luck points; 1 to {luck} are there"
        raise IllegalChoice("E-LUCK", "FS3-17.17", reason)
    left = luck - command.points
    sentence = f"{person.name} spends {command.points} luck and has {left}: {reason}"
    return Change(with_person(campaign, changed(person, luck=left)), (sentence,))


HANDLERS = {
    SetRating: set_rating,
    SetOwner: set_owner,
    DeletePerson: delete_person,
    NoteDeath: note_death,
    WriteNotes: write_notes,
    WritePrivateNotes: write_private_notes,
    WriteCampaignNotes: write_campaign_notes,
    MakeRuling: make_ruling,
    AddVehicle: add_vehicle,
    WriteVehicleNotes: write_vehicle_notes,
    DeleteVehicle: delete_vehicle,
    SetOptions: set_options,
    AwardLuck: award_luck,
    SpendLuck: spend_luck,
}
