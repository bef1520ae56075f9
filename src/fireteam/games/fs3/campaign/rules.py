"""The rules of campaigns of FS3: who may give which command, what it does, and what a player may know."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ....core.errors import IllegalChoice
from ....core.protocol.campaign import PLAYER, Actor, CampaignRules, Change, Command
from ..combatant_sheet import SHEET
from . import calendar, choices, creation, experience, fights, healing, homecoming, records, reports
from .files import files, need_readable, read, restore
from .given import Given, Handler, need_text
from .healing import change_of, discharge, dismiss
from .sheet import sheet
from .state import DAY, Campaign, Person, changed, content_of

PARTS = (creation, experience, records, healing, calendar, homecoming)
"""The modules that carry out commands; HANDLERS of each says which (command class -> function)."""
HANDLERS: Mapping[type[Command], Handler] = {command: each for part in PARTS for command, each in part.HANDLERS.items()}


def begin(name: str, packs: Sequence[str]) -> Campaign:
    """A new campaign at second 0 of its calendar (FS3-1.9).

    Raises:
        BadContent: a pack with errors.
        IllegalChoice: a name that is none.
    """
    campaign = Campaign(name=need_text(name, "a campaign needs a name"), packs=tuple(packs))
    content_of(campaign)
    return campaign


def apply(campaign: Campaign, command: Command, actor: Actor, seed: int) -> Change:
    """What a command makes of a campaign.

    Raises:
        IllegalChoice: who gives it may not, or the rules do not allow it.
    """
    need_permission(campaign, command, actor)
    given = Given(actor, seed, content_of(campaign))
    change = HANDLERS[type(command)](campaign, command, given)
    after, news = discharge(change.state)
    after, more = dismiss(after, given.content)
    need_readable(campaign, after, given.content)
    ends = change_of(after, (*news, *more))
    return Change(after, (*change.sentences, *ends.sentences), (*change.private, *ends.private))


def need_permission(campaign: Campaign, command: Command, actor: Actor) -> None:
    """Refuse a player what is the Storyteller's, and what is about a character of another (FS3-1.3)."""
    if actor.is_storyteller:
        return
    word = str(command.__struct_config__.tag).replace("_", " ")
    if command.by != PLAYER:
        raise IllegalChoice("E-PERM", "FS3-1.3", f"{actor.name} may not {word}; the Storyteller may")
    if not command.owner:
        return
    id, own = getattr(command, command.owner), owned_by(campaign, actor.name)
    if id not in own:
        reason = f"{actor.name} may not {word} for {id!r}; own characters: {', '.join(own) or 'none'}"
        raise IllegalChoice("E-PERM", "FS3-1.3", reason)
    need_known(campaign, getattr(command, "patient", ""), actor.name)


def need_known(campaign: Campaign, patient: str, name: str) -> None:
    """Tell a player nothing of a patient that they may not know of, not even that it is there (FS3-1.3)."""
    if patient in campaign.people and patient not in redact(campaign, name).people:
        raise IllegalChoice("E-TARGET", "FS3-1.4", f"{campaign.name} has no character {patient!r}")


def owned_by(campaign: Campaign, name: str) -> list[str]:
    """The ids of the characters that a player has."""
    return [id for id, person in campaign.people.items() if name and person.owner == name]


def redact(campaign: Campaign, name: str) -> Campaign:
    """A campaign as a player may know it: own characters in full, of other PCs in play who they are, no private notes.

    Care and fights are told of where a character of the player's has a part in them, and so are vehicles in its care.
    """
    own = owned_by(campaign, name)
    people = {
        id: changed(person, private_notes="") if id in own else outline_of(person)
        for id, person in campaign.people.items()
        if id in own or (person.kind == "pc" and person.approval == "approved")
    }
    care = {patient: doctor for patient, doctor in campaign.care.items() if patient in own or doctor in own}
    return changed(  # type: ignore[no-any-return]
        campaign,
        people=people,
        craft={id: changed(each, private_notes="") for id, each in campaign.craft.items() if id in care},
        care=care,
        fights=tuple(
            changed(
                fight,
                people=tuple(id for id in fight.people if id in people),
                vehicles=tuple(id for id in fight.vehicles if id in care),
            )
            for fight in campaign.fights
            if any(id in own for id in fight.people)
        ),
        private_notes="",
    )


def outline_of(person: Person) -> Person:
    """What everybody knows of a PC in play: who it is."""
    return Person(
        id=person.id,
        name=person.name,
        kind=person.kind,
        owner=person.owner,
        concept=person.concept,
        approval=person.approval,
        death=person.death,
    )


def day(campaign: Campaign) -> int:
    """The day of the calendar (FS3-1.9)."""
    return campaign.clock // DAY


CAMPAIGN = CampaignRules(
    state=Campaign,
    commands=tuple(HANDLERS),
    begin=begin,
    apply=apply,
    redact=redact,
    files=files,
    read=read,
    restore=restore,
    report=reports.report,
    sheet=sheet,
    day=day,
    fight=fights.fight,
    room=fights.room_for,
    after=fights.after,
    advance=calendar.AdvanceCalendar,
    people=choices.people,
    requests=choices.requests,
    choices=choices.choices,
    sheet_form=SHEET.id,
    sheet_fields=choices.sheet_fields,
    sheet_value=choices.sheet_value,
    check_sheet=choices.check_sheet,
    members=choices.members,
    table_options={"desk": "storyteller"},
)
"""The rules of campaigns."""
