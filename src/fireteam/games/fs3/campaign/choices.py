"""What lists and forms of a campaign show: its people, what waits for the Storyteller, and what fields may say."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ....content.sheet import MatchNote
from ....core.protocol.campaign import Actor, FieldChoices, PersonCard, Request
from ....core.protocol.sheets import SheetChoice, SheetMatch, SheetReport
from ..combatant_sheet import SHEET, notes_of
from ..content import Content
from .commands import ApproveSheet, GrantRaise, RefuseRaise, ReturnSheet, SubmitSheet
from .creation import TAKEN, content_for, written_value
from .experience import raises
from .healing import patients
from .reports import state_of
from .state import Campaign, Craft, Person, content_of, find_person, is_open, readable_content

Choices = tuple[SheetChoice, ...]


def people(campaign: Campaign) -> tuple[PersonCard, ...]:
    """Everybody, in the order of the campaign (FS3-1.4)."""
    return tuple(
        PersonCard(
            each.id,
            each.name,
            each.kind,
            each.owner,
            state_of(each),
            each.in_play,
            each.approval in ("draft", "returned"),
        )
        for each in campaign.people.values()
    )


def requests(campaign: Campaign) -> tuple[Request, ...]:
    """Sheets that are written or handed in, and raises that are asked for (FS3-4.13, FS3-5.6)."""
    return tuple(_requests(campaign))


def _requests(campaign: Campaign) -> Iterator[Request]:
    for person in campaign.people.values():
        if person.approval in ("draft", "returned"):
            yield Request(person.id, _draft_text(person), _answers(person.id, *ON_DRAFT))
        if person.approval == "submitted":
            yield Request(person.id, f"the sheet of {person.name} waits for approval", _answers(person.id, *ON_SHEET))
        if person.wish is not None:
            sentence = f"{person.name} asks to raise {person.wish.skill}"
            yield Request(person.id, sentence, _answers(person.id, *ON_RAISE))


def _draft_text(person: Person) -> str:
    """What is to be done with a sheet that is not handed in."""
    if person.approval == "returned":
        return f"the sheet of {person.name} was returned: {person.reasons}"
    return f"the sheet of {person.name} is a draft: write it until nothing is wrong, then hand it in"


ON_DRAFT = (ApproveSheet, SubmitSheet)
ON_SHEET, ON_RAISE = (ApproveSheet, ReturnSheet), (GrantRaise, RefuseRaise)


def _answers(person: str, *kinds: Any) -> tuple[Mapping[str, Any], ...]:
    return tuple({"command": str(kind.__struct_config__.tag), "person": person} for kind in kinds)


def choices(campaign: Campaign, actor: Actor) -> Mapping[str, FieldChoices]:
    """What fields of commands may say, by their names, whichever command has them; and whom some could be about now."""
    content = readable_content(campaign)
    persons = _named(campaign.people.values())
    in_play = _named(each for each in campaign.people.values() if each.kind == "pc" and each.in_play)
    crafts, weapons = _named(campaign.craft.values()), _titled(content.weapons)
    skills = _texts(dict.fromkeys((*content.abilities.action, *content.abilities.languages, *_backgrounds(campaign))))
    whole = SheetChoice("", "the campaign")
    return {
        "person": FieldChoices(persons),
        "doctor": FieldChoices(persons),
        "people": FieldChoices(in_play),
        "patient": FieldChoices((*persons, *crafts)),
        "victim": FieldChoices((*persons, *crafts)),
        "about": FieldChoices((whole, *persons, *crafts)),
        "vehicle": FieldChoices(crafts),
        "type": FieldChoices(_titled(content.vehicles)),
        "location": FieldChoices(tuple(SheetChoice(code, name) for code, name in content.location_names.items())),
        "weapons": FieldChoices(weapons),
        "rounds": FieldChoices(weapons),
        "spare_clips": FieldChoices(weapons),
        "armour": FieldChoices(_titled(content.armours)),
        "ratings": FieldChoices(_texts(content.listed)),
        "languages": FieldChoices(_texts(content.abilities.languages)),
        "skill": FieldChoices(skills, is_open=True),
        "player": FieldChoices(_texts(_owners(campaign)), is_open=True),
        "tier": FieldChoices(_texts(campaign.options.tiers)),
        **_subjects(campaign, actor),
    }


def _subjects(campaign: Campaign, actor: Actor) -> Mapping[str, FieldChoices]:
    """Whom commands could be about now that are not for everybody; the rules would refuse the others."""
    persons = campaign.people.values()
    bearers: tuple[Person | Craft, ...] = (*persons, *campaign.craft.values())
    pcs = [each for each in persons if each.kind == "pc"]
    drafts = [each for each in pcs if each.approval in ("draft", "returned")]
    submitted = [each for each in pcs if each.approval == "submitted"]
    npcs, playing = [each for each in persons if each.kind == "npc"], [each for each in pcs if each.in_play]
    found: dict[str, Iterable[Any]] = {
        "edit_sheet.person": persons if actor.is_storyteller else drafts,
        "submit_sheet.person": drafts,
        "approve_sheet.person": (*drafts, *submitted),
        "return_sheet.person": submitted,
        "set_rating.person": npcs,
        "delete_person.person": (*(npcs if actor.is_storyteller else ()), *drafts, *submitted),
        "raise_skill.person": playing,
        "grant_raise.person": [each for each in playing if each.wish is not None],
        "refuse_raise.person": [each for each in persons if each.wish is not None],
        "refund_raise.person": [each for each in playing if any(raises(each))],
        "spend_luck.person": [each for each in playing if each.luck],
        "assign_care.doctor": [each for each in persons if each.in_play],
        "assign_care.patient": [each for each in patients(campaign) if _wants_care(campaign, each)],
        "end_care.doctor": [each for each in persons if each.id in campaign.care.values()],
        "end_care.patient": [each for each in bearers if each.id in campaign.care],
        "enter_hospital.person": [each for each in persons if not each.in_hospital and not each.death],
        "leave_hospital.person": [each for each in persons if each.in_hospital],
        "inflict_wound.victim": patients(campaign),
        "delete_wound.victim": [each for each in bearers if each.wounds],
    }
    return {name: FieldChoices(_named(each)) for name, each in found.items()}


def _wants_care(campaign: Campaign, bearer: Person | Craft) -> bool:
    """Whether somebody could become a patient; a player does not know of everybody whether they are hurt."""
    may_be_hurt = isinstance(bearer, Person) and bearer.in_play and bearer.is_outline
    return bearer.id not in campaign.care and (may_be_hurt or any(map(is_open, bearer.wounds)))


def _backgrounds(campaign: Campaign) -> Iterator[str]:
    return (skill for person in campaign.people.values() for skill in person.background)


def _owners(campaign: Campaign) -> Iterable[str]:
    return dict.fromkeys(person.owner for person in campaign.people.values() if person.owner)


def _named(entries: Iterable[Any]) -> Choices:
    return tuple(SheetChoice(each.id, each.name) for each in entries)


def _titled(entries: Mapping[str, Any]) -> Choices:
    return tuple(SheetChoice(id, entry.name) for id, entry in entries.items())


def _texts(texts: Iterable[str]) -> Choices:
    return tuple(SheetChoice(text, text) for text in texts)


def sheet_value(campaign: Campaign, id: str) -> dict[str, Any]:
    """A character's sheet as the form of combatants has it: what `take_sheet` sets anew (FS3-D.3).

    Raises:
        IllegalChoice: there is no such character.
    """
    value = written_value(find_person(campaign, id))
    return {name: each for name, each in value.items() if name in ("id", "kind", *TAKEN)}


def sheet_fields(campaign: Campaign, id: str) -> tuple[str, ...]:
    """What `take_sheet` sets anew of a character of this kind (FS3-1.4, FS3-1.5).

    Raises:
        IllegalChoice: there is no such character.
    """
    forms, kind = Person.forms, find_person(campaign, id).kind
    own = {*forms[kind].required, *forms[kind].optional}
    every = {name for form in forms.values() for name in (*form.required, *form.optional)}
    return tuple(name for name in TAKEN if name in own or name not in every)


def check_sheet(campaign: Campaign, id: str, value: Any, data: bytes = b"") -> SheetReport:
    """What is to be told of a sheet for a character, with the points of its tier and the options of the campaign: of a
    draft the limits of creation too (FS3-4.2, FS3-4.13). With `data` it is that of a file.

    Raises:
        IllegalChoice: there is no such character.
    """
    person = find_person(campaign, id)
    content = content_for(campaign, person, content_of(campaign))
    is_new = person.kind == "pc" and person.approval != "approved"

    def notes(_: Content, match: SheetMatch, who: Any) -> Iterable[MatchNote]:
        return (note for note in notes_of(content, match, who) if is_new or not note.forbids)

    form = SHEET._replace(limit=lambda *_: content.chargen.ability_points if is_new else None, notes=notes)
    match = SheetMatch(packs=campaign.packs)
    return form.check_file(data, "this file", match) if data else form.check(value, match)


def members(setting: Any) -> Mapping[str, str]:
    """The characters of campaigns in a match, by their slots: those whose sheets come with a leave (FS3-21.6)."""
    setting_content = setting.content
    content: Content = setting_content.files
    found = {}
    for unit, sheet in zip(setting_content.units[: setting_content.n_units], setting_content.sheets, strict=False):
        who = content.characters.get(sheet.character)
        if unit and who is not None and who.leave is not None:
            found[unit] = who.id
    return found
