"""Character creation: sheets as drafts, handed in, returned with reasons, approved (section 4)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from ....content.problems import Problems
from ....content.sheet_reader import SheetReader
from ....content.sheet_text import clause_in, plain_value, value_document, without_clauses
from ....content.value_checks import Fault, Terms
from ....core.errors import IllegalChoice
from ....core.protocol.campaign import Change
from ..combatant_sheet import READER, SKILLS, advice, limit_faults
from ..content import Content, names
from ..entries import Character
from .commands import AddPerson, ApproveSheet, EditSheet, ReturnSheet, SetGear, SubmitSheet, TakeSheet
from .given import Given, change_about, need_text, own_name
from .state import Campaign, Person, changed, character_of, find_person, with_person, with_points

SHAPE = SheetReader(Character, "E-CG-RANGE", "FS3-D.3", lambda content: Terms(names=names(content)))
"""How a draft is read: its values and names are sound, however much is missing."""
GEAR = ("weapons", "rounds", "spare_clips", "armour")
TAKEN = (*SKILLS, "ruling", "name", "rating", "quirks", "concept", "profession", "behaviour", *GEAR)
"""What a sheet that comes as a whole sets anew."""


class Violation(NamedTuple):
    """What is wrong with a sheet: the rulebook's code, the clause, and a sentence with what was found and allowed."""

    code: str
    clause: str
    sentence: str

    def __str__(self) -> str:
        return f"{self.sentence} ({self.code}, {self.clause})"


def content_for(campaign: Campaign, person: Person, content: Content) -> Content:
    """The content with the ability points of a person's tier (FS3-4.2)."""
    return with_points(content, campaign.options.tiers.get(person.tier))


def violations(person: Person, content: Content) -> tuple[Violation, ...]:
    """Everything that a sheet breaks, all at once (FS3-4.10, FS3-4.13); of an NPC there are no limits."""
    found = [*problems_of(person, content, READER)]
    if person.kind == "pc":
        found += map(violation_of, limit_faults(person, content))
    return tuple(found)


def problems_of(person: Person, content: Content, reader: SheetReader) -> Iterator[Violation]:
    """What a reader of sheets finds wrong with a person's."""
    problems = Problems()
    document = value_document(written_value(person), problems)
    for problem in reader.check(document, problems, content).problems:
        if problem.severity == "error":
            sentence = reader.sentence(problem, document)
            yield Violation(problem.code, clause_in(problem.message + problem.hint), sentence)


def written_value(person: Person) -> dict[str, Any]:
    """A person's sheet as plain values; the ratings of a PC are there though none has been given yet (FS3-1.4)."""
    value: dict[str, Any] = plain_value(character_of(person))
    return {**value, "ratings": value.get("ratings", {})} if person.kind == "pc" else value


def violation_of(fault: Fault) -> Violation:
    """A broken limit, or advice."""
    return Violation(fault.code, clause_in(fault.reason), without_clauses(fault.reason))


def advice_on(person: Person) -> tuple[Violation, ...]:
    """What may be meant so, and is pointed out (FS3-4.14, FS3-4.15)."""
    return tuple(map(violation_of, advice(person))) if person.kind == "pc" else ()


def refuse_faults(person: Person, found: tuple[Violation, ...]) -> None:
    """Refuse a sheet for everything that is wrong with it.

    Raises:
        IllegalChoice: something is; code and clause of the first, the sentence tells all.
    """
    if len(found) == 1:
        raise IllegalChoice(found[0].code, found[0].clause, f"{person.name}: {found[0].sentence}")
    if found:
        raise IllegalChoice(found[0].code, found[0].clause, f"{person.name}: {'; '.join(map(str, found))}")


def add_person(campaign: Campaign, command: AddPerson, given: Given) -> Change:
    """A new character, a draft; an NPC is in play at once (FS3-1.4, FS3-1.5, FS3-22.18)."""
    if command.id in campaign.people or command.id in campaign.craft:
        raise IllegalChoice("E-STATE", "FS3-1.4", f"{campaign.name} has a {command.id!r} already")
    if not given.actor.is_storyteller and command.kind == "npc":
        raise IllegalChoice("E-PERM", "FS3-1.3", f"{given.actor.name} cannot add an NPC; the Storyteller can")
    if command.tier and command.tier not in campaign.options.tiers:
        known = ", ".join(campaign.options.tiers) or "none"
        raise IllegalChoice("E-STATE", "FS3-4.2", f"{command.name} is of no tier {command.tier!r}; there are: {known}")
    is_npc = command.kind == "npc"
    person = Person(
        id=command.id,
        name=own_name(campaign, command.name, command.id),
        kind=command.kind,
        rating=command.rating,
        owner=command.player if given.actor.is_storyteller else given.actor.name,
        tier=command.tier if given.actor.is_storyteller else "",
        approval="approved" if is_npc else "draft",
    )
    refuse_faults(person, tuple(problems_of(person, given.content, SHAPE)))
    return change_about(with_person(campaign, person), person, f"{person.name} is a new {person.kind.upper()}")


def edit_sheet(campaign: Campaign, command: EditSheet, given: Given) -> Change:
    """A sheet with other values; as a draft it may be unfinished (FS3-D.3, FS3-4.13)."""
    person = sheet_to_edit(campaign, command.person, given)
    if person.kind == "npc" and (command.ratings or command.background or command.languages):
        raise IllegalChoice("E-STATE", "FS3-1.5", f"{person.name} is an NPC and has one rating: set that")
    fields: dict[str, Any] = {
        field: {name: value for name, value in {**getattr(person, field), **getattr(command, field)}.items() if value}
        for field in (*SKILLS, "ruling")
    }
    for field in ("quirks", "concept", "profession"):
        if (value := getattr(command, field)) is not None:
            fields[field] = value
    if command.name is not None:
        person = changed(person, name=own_name(campaign, command.name, person.id))
    return keep_sheet(campaign, changed(person, **fields), given, f"the sheet of {person.name} has changed")


def take_sheet(campaign: Campaign, command: TakeSheet, given: Given) -> Change:
    """A whole sheet from a form or a file, as a draft is or must be where it is in play (FS3-D.3)."""
    person = sheet_to_edit(campaign, command.person, given)
    sheet = SHAPE.read(command.sheet, given.content)
    if sheet.kind != person.kind:
        reason = f"{person.name} is a {person.kind.upper()}, and the sheet is that of a {sheet.kind.upper()}"
        raise IllegalChoice("E-CG-RANGE", "FS3-1.4", reason)
    fields = {name: getattr(sheet, name) for name in TAKEN} | {"name": own_name(campaign, sheet.name, person.id)}
    return keep_sheet(campaign, changed(person, **fields), given, f"{person.name} has a new sheet")


def set_gear(campaign: Campaign, command: SetGear, given: Given) -> Change:
    """What a character carries and wears (FS3-6.9)."""
    person = find_person(campaign, command.person)
    gear = {field: getattr(command, field) for field in GEAR}
    person = changed(person, **gear)
    reader = READER if person.approval == "approved" else SHAPE
    refuse_faults(person, tuple(problems_of(person, given.content, reader)))
    return change_about(with_person(campaign, person), person, f"{person.name} has other gear")


def sheet_to_edit(campaign: Campaign, id: str, given: Given) -> Person:
    """The person whose sheet is to be edited: the owner's until it is handed in, the Storyteller's always."""
    person = find_person(campaign, id)
    if not given.actor.is_storyteller and person.approval not in ("draft", "returned"):
        reason = f"the sheet of {person.name} is {person.approval}; only the Storyteller edits it now"
        raise IllegalChoice("E-PERM", "FS3-1.3", f"{given.actor.name} cannot do that: {reason}")
    return person


def keep_sheet(campaign: Campaign, person: Person, given: Given, sentence: str) -> Change:
    """A person with a sheet that has changed: a draft is to be sound in its values, one in play in everything."""
    content = content_for(campaign, person, given.content)
    found = problems_of(person, content, READER if person.approval == "approved" else SHAPE)
    refuse_faults(person, tuple(found))
    notes = (f"{person.name}: {note}" for note in advice_on(person))
    return change_about(with_person(campaign, person), person, sentence, *notes)


def submit_sheet(campaign: Campaign, command: SubmitSheet, given: Given) -> Change:
    """A sheet is handed in: what is wrong with it is told at once (FS3-4.13)."""
    person = find_person(campaign, command.person)
    need_approval(person, ("draft", "returned"), "handed in")
    refuse_faults(person, violations(person, content_for(campaign, person, given.content)))
    person = changed(person, approval="submitted", reasons="")
    return Change(with_person(campaign, person), (f"{person.name} waits for approval",))


def approve_sheet(campaign: Campaign, command: ApproveSheet, given: Given) -> Change:
    """A character in play, with the luck that a PC starts with and no experience (FS3-4.18)."""
    person = find_person(campaign, command.person)
    need_approval(person, ("draft", "returned", "submitted"), "approved")
    refuse_faults(person, violations(person, content_for(campaign, person, given.content)))
    luck = given.content.chargen.luck_start if person.luck is None else person.luck
    person = changed(person, approval="approved", reasons="", luck=luck)
    return Change(with_person(campaign, person), (f"{person.name} is approved, with {luck} luck",))


def return_sheet(campaign: Campaign, command: ReturnSheet, given: Given) -> Change:
    """A sheet goes back to its player, with reasons (FS3-4.13)."""
    person = find_person(campaign, command.person)
    need_approval(person, ("submitted",), "returned")
    reasons = need_text(command.reasons, f"{given.actor.name} returns the sheet of {person.name} without reasons")
    person = changed(person, approval="returned", reasons=reasons)
    return Change(with_person(campaign, person), (f"the sheet of {person.name} is returned: {reasons}",))


def need_approval(person: Person, wanted: tuple[str, ...], done: str) -> None:
    """Refuse what is not done with a sheet in its state."""
    if person.kind == "npc" or person.approval not in wanted:
        state = "an NPC's" if person.kind == "npc" else person.approval
        reason = f"the sheet of {person.name} is {state} and cannot be {done}; {' or '.join(wanted)} ones can"
        raise IllegalChoice("E-STATE", "FS3-4.13", reason)


HANDLERS = {
    AddPerson: add_person,
    EditSheet: edit_sheet,
    TakeSheet: take_sheet,
    SetGear: set_gear,
    SubmitSheet: submit_sheet,
    ApproveSheet: approve_sheet,
    ReturnSheet: return_sheet,
}
