"""A campaign to try: its Storyteller, two players, and a sheet that keeps every limit (X32)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from fireteam.core.errors import IllegalChoice
from fireteam.core.protocol.campaign import Actor, Change, Command
from fireteam.games.fs3.campaign import commands as c
from fireteam.games.fs3.campaign.rules import CAMPAIGN
from fireteam.games.fs3.campaign.state import Campaign, Person

SAM, PIA, ROB = Actor("Sam"), Actor("Pia", False), Actor("Rob", False)
ATTRIBUTES = {"Academic": 4, "Creative": 4, "Technical": 5, "Athletic": 7, "Reactive": 8, "Social": 4}
SKILLS = {"Firearms": 8, "Melee": 5, "Alertness": 5, "First Aid": 4, "Stealth": 4}
SOUND: dict[str, Any] = {
    "ratings": {**ATTRIBUTES, **SKILLS},
    "languages": {"Standard": 7},
    "background": {"Chess": 2, "Cooking": 3},
    "quirks": ("hums before every fight", "never lends a book"),
}
"""The example of the rulebook."""


class Desk:
    """A campaign that goes on by commands."""

    def __init__(self, state: Campaign | None = None) -> None:
        self.state: Campaign = state or CAMPAIGN.begin("The long war", ())

    def do(self, command: Command, actor: Actor = SAM, seed: int = 1) -> Change:
        """Carry out a command."""
        change = CAMPAIGN.apply(self.state, command, actor, seed)
        self.state = change.state
        return change

    def refuse(self, command: Command, actor: Actor = SAM) -> IllegalChoice:
        """What a command is refused for; the campaign stays as it was."""
        before = msgspec.json.encode(self.state)
        with pytest.raises(IllegalChoice) as refused:
            self.do(command, actor)
        assert msgspec.json.encode(self.state) == before
        return refused.value

    def at(self, second: int) -> Desk:
        """Set the calendar, as the rules of time do."""
        self.state = msgspec.structs.replace(self.state, clock=second)
        return self

    def change(self, id: str, **fields: Any) -> None:
        """Set something of a person aside of the rules."""
        person = msgspec.structs.replace(self.state.people[id], **fields)
        self.state = msgspec.structs.replace(self.state, people={**self.state.people, id: person})

    def person(self, id: str = "jo") -> Person:
        """A person."""
        return self.state.people[id]


def draft(**fields: Any) -> Desk:
    """A campaign in which Pia has a draft that keeps every limit, with some fields otherwise."""
    desk = Desk()
    desk.do(c.AddPerson("jo", "Jo Arden"), PIA)
    desk.do(c.EditSheet("jo", **{**SOUND, **fields}), PIA)
    return desk


def in_play(**fields: Any) -> Desk:
    """A campaign in which Jo is approved, and Rob has Kim, of the same sheet."""
    desk = draft()
    desk.do(c.AddPerson("kim", "Kim Vale"), ROB)
    desk.do(c.EditSheet("kim", **SOUND), ROB)
    desk.do(c.ApproveSheet("jo"))
    desk.do(c.ApproveSheet("kim"))
    if fields:
        desk.change("jo", **fields)
    return desk
