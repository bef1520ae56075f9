"""What a command of a campaign is carried out with, and checks that many commands share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeAlias

from ....core.errors import BadNotation, IllegalChoice
from ....core.person_names import person_name
from ....core.protocol.campaign import Actor, Change
from ..content import Content
from .state import Campaign, Person, find_person

LONGEST = 4000  # characters of a note or a reason


class Given(NamedTuple):
    """Who gives a command, the seed of its dice, and the content of the campaign."""

    actor: Actor
    seed: int
    content: Content


Handler: TypeAlias = Callable[[Campaign, Any, Given], Change]
"""What a command makes of a campaign; IllegalChoice where it may not be."""


def change_about(campaign: Campaign, person: Person, sentence: str, *private: str) -> Change:
    """A change with a sentence about somebody: of an NPC the Storyteller alone is told, of a PC everybody."""
    if person.kind == "npc":
        return Change(campaign, (), (sentence, *private))
    return Change(campaign, (sentence,), private)


def need_text(text: str, otherwise: str) -> str:
    """A text that is there and can be kept.

    Raises:
        IllegalChoice: it is empty.
    """
    if not text.strip():
        raise IllegalChoice("E-STATE", "FS3-1.12", otherwise)
    return check_text(text.strip())


def own_name(campaign: Campaign, name: str, id: str) -> str:
    """The name that somebody or a vehicle has in a campaign, numbered if another there has it (FS3-1.4a).

    Raises:
        IllegalChoice: it is empty, too long, or has letters of several scripts or characters that hide or pile up.
    """
    taken = [each.name for each in (*campaign.people.values(), *campaign.craft.values()) if each.id != id]
    try:
        return person_name(name, f"the name of {id}", taken)
    except BadNotation as error:
        raise IllegalChoice("E-STATE", "FS3-1.4a", str(error).rstrip(".")) from None


def check_text(text: str) -> str:
    """A text that can be kept: not too long, every character prints or ends a line.

    Raises:
        IllegalChoice: it is too long, or holds something else.
    """
    if len(text) > LONGEST:
        raise IllegalChoice("E-STATE", "FS3-1.12", f"the text has {len(text)} characters; {LONGEST} are allowed")
    if not text.replace("\n", "").isprintable():
        raise IllegalChoice("E-STATE", "FS3-1.12", "the text holds characters that do not print")
    return text


def need_alive(person: Person) -> None:
    """Refuse what is not done to the dead.

    Raises:
        IllegalChoice: the person is dead.
    """
    if person.death:
        raise IllegalChoice("E-STATE", "FS3-1.11", f"{person.name} is dead: {person.death}")


def pcs_named(campaign: Campaign, ids: Sequence[str]) -> list[Person]:
    """The PCs that a command names, or all in play where it names none; in the order of the campaign.

    Raises:
        IllegalChoice: one is unknown, an NPC, not in play, dead, or named twice.
    """
    if not ids:
        return [person for person in campaign.people.values() if person.kind == "pc" and person.in_play]
    if twice := next((id for id in ids if ids.count(id) > 1), None):
        raise IllegalChoice("E-STATE", "FS3-5.5", f"{twice} is named twice")
    return [need_pc(find_person(campaign, id)) for id in ids]


def need_pc(person: Person) -> Person:
    """A PC in play.

    Raises:
        IllegalChoice: an NPC, who has no experience and no luck, or one not in play.
    """
    if person.kind == "npc":
        raise IllegalChoice("E-TARGET", "FS3-1.5", f"{person.name} is an NPC; PCs have experience and luck")
    need_alive(person)
    if not person.in_play:
        reason = f"the sheet of {person.name} is {person.approval}; it must be approved first"
        raise IllegalChoice("E-STATE", "FS3-4.13", reason)
    return person
