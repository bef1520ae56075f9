"""Campaigns: what lives on between matches, such as characters with their wounds, by the commands that change it.

A campaign is a value: a Struct that a game declares (`CampaignRules.state`). It changes by commands alone, one after
another; each is kept with who gave it, when and why, and the campaign at any moment is what its commands make of the
opening (`fireteam/campaign`). A command rolls dice by a seed of its own, which is kept with it: so the same commands
give the same campaign, and any of them can be undone by leaving it out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, ClassVar, NamedTuple

import msgspec

from .field_kinds import snake_case
from .sentences import clause_of
from .sheets import SheetChoice, SheetReport

STORYTELLER, PLAYER = "storyteller", "player"
"""Who may give a command: the Storyteller any; a player those marked so, about characters of their own."""


class Command(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="command", tag=snake_case):
    """Something that changes a campaign. Its docstring says what, and by which clause.

    `by` is who may give it: STORYTELLER alone, or PLAYER as well. `owner` names the field that holds the character
    whose owner may give it, `reserved` those fields that are the Storyteller's all the same. What is `private` is told
    to the Storyteller alone.
    One without `has_form` is not typed: a program gives it. A form is called by its word unless it has a `title`.
    """

    by: ClassVar[str] = STORYTELLER
    owner: ClassVar[str] = ""
    reserved: ClassVar[tuple[str, ...]] = ()
    private: ClassVar[bool] = False
    has_form: ClassVar[bool] = True
    clause: ClassVar[str] = ""
    title: ClassVar[str] = ""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls.clause = vars(cls).get("clause") or clause_of(cls)


class Actor(NamedTuple):
    """Who gives a command: a name, and whether as the Storyteller."""

    name: str
    is_storyteller: bool = True


class Change(NamedTuple):
    """What a command made of a campaign: the campaign after it, and sentences that say what happened to whom.

    A sentence is for everybody unless it stands in `private`.
    """

    state: Any
    sentences: tuple[str, ...] = ()
    private: tuple[str, ...] = ()


class Plot(msgspec.Struct, frozen=True):
    """A curve of a report: points of time in days and an amount, in order."""

    name: str
    points: tuple[tuple[float, float], ...]


class Section(msgspec.Struct, frozen=True):
    """A part of a report: a heading, what it says, a table with its columns, and curves. `clause` is what it is by.

    `edit` is the command that says the part anew, with the values that it has now, for a form to begin with.
    `match_column` is the heading of the column that has ids of matches, for who has these to lead there.
    """

    title: str
    text: str = ""
    columns: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    plots: tuple[Plot, ...] = ()
    clause: str = ""
    edit: Mapping[str, Any] | None = None
    match_column: str = ""


class PersonCard(msgspec.Struct, frozen=True):
    """A character in a list: of which kind, whose (empty: the Storyteller's), and how it is with it, in words.

    `in_play`: it takes part. `is_draft`: its player may still edit its sheet.
    """

    id: str
    name: str
    kind: str
    owner: str
    state: str
    in_play: bool = True
    is_draft: bool = False


class Request(msgspec.Struct, frozen=True):
    """What waits for the Storyteller: whose it is, and commands that answer it, with the fields that are settled."""

    person: str
    sentence: str
    answers: tuple[Mapping[str, Any], ...]


class FieldChoices(NamedTuple):
    """What a field of commands may say, as a campaign stands; `is_open`: and anything else."""

    choices: tuple[SheetChoice, ...]
    is_open: bool = False


class Fight(NamedTuple):
    """A match with characters of a campaign: the id of the campaign, what finds its replay, and what its dice follow
    from (the commitment of the match), by which it is known wherever it is recorded."""

    campaign: str = ""
    match: str = ""
    dice: str = ""


def _nothing(*_: Any) -> tuple[()]:
    return ()


def _no_fields(*_: Any) -> Mapping[str, Any]:
    return {}


class CampaignRules(NamedTuple):
    """What a game declares of its campaigns; `state` is a Struct that can be written as YAML and read back.

    `begin(name, packs)` is a new campaign. `apply(state, command, actor, seed)` is what a command makes of one;
    IllegalChoice with code, clause and sentence where it may not be. `redact(state, name)` is the campaign as a player
    may know it (without private notes). `report(state)` is the campaign's page, `sheet(state, id)` a character's, in
    sections, with the notice of the game. `day(state)` is the day of its calendar. `fight(state, scenario, who, id,
    running)` are scenario and options of a match with characters of the campaign of this id; `running` are the options
    of those that are under way. `room(state, scenario)` is for how many characters a scenario has seats, 0 where it has
    none. `after(state, setting, states, fight)` are the commands that carry the end of a `Fight` into the campaign,
    once. `advance` is the command that moves the calendar on.

    `files(state)` are its files by path (`people/anna.yaml`), each a value that YAML can hold, and `read(files)` the
    campaign of them, each a `Document` of `content/read.py` by the same path: BadContent with file and line for
    nonsense. `restore(files)` is that of files that were sound once, whatever packs hold now (None: `read` is).
    `campaign.yaml` is always among them, a mapping with `packs`, a list; `format` and `game` stand in it besides.

    What forms and lists need, a game may leave out: `people(state)`, `requests(state)`, and `choices(state, actor)` by
    the name of a field, whichever command has it; by `command.field` stands what that command alone may say there, as
    whom it could be about now: nobody, and its form waits. `sheet_value(state, id)` is a character as the value of the
    game's sheet `sheet_form`, of which the campaign sets `sheet_fields(state, id)`; `check_sheet(state, id, value,
    data)` is what is to be told of another value for it, or of the bytes of a file. `members(setting)` are the ids of
    characters of any campaign in a match, by their slots, and `table_options` what a match at a table is played with,
    unless something else is said.
    """

    state: type
    commands: tuple[type[Command], ...]
    begin: Callable[[str, Sequence[str]], Any]
    apply: Callable[[Any, Command, Actor, int], Change]
    redact: Callable[[Any, str], Any]
    files: Callable[[Any], Mapping[str, Any]]
    read: Callable[[Mapping[str, Any]], Any]
    report: Callable[[Any], tuple[Section, ...]]
    sheet: Callable[[Any, str], tuple[Section, ...]]
    day: Callable[[Any], int]
    fight: Callable[[Any, str, Sequence[str], str, Sequence[Mapping[str, str]]], Mapping[str, str]]
    room: Callable[[Any, str], int]
    after: Callable[[Any, Any, Any, Fight], tuple[Command, ...]]
    advance: type[Command] | None = None
    restore: Callable[[Mapping[str, Any]], Any] | None = None
    people: Callable[[Any], tuple[PersonCard, ...]] = _nothing
    requests: Callable[[Any], tuple[Request, ...]] = _nothing
    choices: Callable[[Any, Actor], Mapping[str, FieldChoices]] = _no_fields
    sheet_form: str = ""
    sheet_fields: Callable[[Any, str], tuple[str, ...]] = _nothing
    sheet_value: Callable[[Any, str], Any] = _nothing
    check_sheet: Callable[[Any, str, Any, bytes], SheetReport] | None = None
    members: Callable[[Any], Mapping[str, str]] = _no_fields
    table_options: Mapping[str, str] = MappingProxyType({})
