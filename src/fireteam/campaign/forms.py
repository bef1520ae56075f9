"""Commands of a campaign as forms: the fields of each with what they may say, as the campaign stands."""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Mapping, Sequence

import msgspec

from ..content.sheet_form import FormTerms, form_fields
from ..content.value_checks import Terms
from ..core.protocol.campaign import PLAYER, Actor, CampaignRules, Command, FieldChoices, PersonCard
from ..core.protocol.sheets import SheetChoice, SheetField
from .campaign import Campaign

NO_TERMS = FormTerms(Terms(), {})


class CommandForm(msgspec.Struct, frozen=True):
    """A command as a form: its word, what it is called and does, by which clause, and its fields.

    `subject` is the field that holds the character whom it is about, if there is one. What is `private` is told to the
    Storyteller alone.
    """

    command: str
    title: str
    about: str
    clause: str
    fields: tuple[SheetField, ...]
    subject: str = ""
    private: bool = False


def forms_for(campaign: Campaign, actor: Actor) -> tuple[CommandForm, ...]:
    """The commands that somebody may give, with choices out of what they may know of the campaign."""
    rules, state = campaign.rules, campaign.state_for(actor)
    choices, people = rules.choices(state, actor), rules.people(state)
    own = [person.id for person in people if actor.is_storyteller or person.owner == actor.name]
    return tuple(
        _form(kind, _choices_of(kind, actor, choices, own), people, () if actor.is_storyteller else kind.reserved)
        for kind in commands_for(rules, actor)
        if kind.has_form and (own or actor.is_storyteller or not kind.owner)
    )


def commands_for(rules: CampaignRules, actor: Actor) -> Iterator[type[Command]]:
    """The commands that somebody may give at all."""
    return (kind for kind in rules.commands if actor.is_storyteller or kind.by == PLAYER)


def _choices_of(
    kind: type[Command], actor: Actor, choices: Mapping[str, FieldChoices], own: Sequence[str]
) -> Mapping[str, FieldChoices]:
    """What the fields of a command may say; a player's commands are about own characters."""
    start = f"{kind.__struct_config__.tag}."
    found = {**choices, **{name.removeprefix(start): each for name, each in choices.items() if name.startswith(start)}}
    if actor.is_storyteller or kind.owner not in found:
        return found
    mine = tuple(each for each in found[kind.owner].choices if each.value in own)
    return {**found, kind.owner: FieldChoices(mine)}


def _form(
    kind: type[Command], choices: Mapping[str, FieldChoices], people: Sequence[PersonCard], without: Sequence[str]
) -> CommandForm:
    fields = tuple(_with_choices(field, choices) for field in form_fields(kind, NO_TERMS) if field.name not in without)
    word, ids = str(kind.__struct_config__.tag), {person.id for person in people}
    about = " ".join((inspect.getdoc(kind) or "").split())
    whom = (field.name for field in fields if field.shape == "one" and ids & {each.value for each in field.choices})
    subject = kind.owner or next(whom, "")
    title = kind.title or word.replace("_", " ")
    return CommandForm(word, title, about, kind.clause, fields, subject, kind.private)


def _with_choices(field: SheetField, choices: Mapping[str, FieldChoices]) -> SheetField:
    """A field with what it may say, where that can be listed: one of these or, if it is open, suggestions."""
    found = choices.get(field.name)
    if found is None or field.kind == "record":
        return field
    if field.shape == "map":
        return msgspec.structs.replace(field, keys=() if found.is_open else found.choices)
    none: tuple[SheetChoice, ...] = () if field.required or field.shape == "list" else (SheetChoice("", "-"),)
    kind = "text" if found.is_open else "choice"
    return msgspec.structs.replace(field, kind=kind, choices=(*none, *found.choices), longest=None)
