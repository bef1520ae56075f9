"""A campaign as files that people can read and mend: one for each character, and what they share (FS3-D.3).

campaign.yaml (name, packs, options, notes), calendar.yaml (time, care), characters/ID.yaml, vehicles.yaml, fights.yaml.
Read back, they give the same campaign; nonsense is told with file and line, all of it at once.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import PurePosixPath
from typing import Any, TypeVar

import msgspec

from ....content.entry import Entry, Identifier, Text
from ....content.problems import BadContent, Problems
from ....content.read import Document, Node, parse_document
from ....content.sheet_text import file_text, plain_value
from ....content.value_checks import Checker, Fault, Terms, report_faults
from ....core.errors import IllegalChoice
from ..check.people import character_faults
from ..content import HUMANOID, Content, load, names
from ..entries import Chart
from .state import (
    Campaign,
    CampaignOptions,
    Craft,
    FightRecord,
    LongText,
    Person,
    Second,
    WoundRecord,
    changed,
    character_of,
    is_open,
)

CAMPAIGN_FILE, CALENDAR_FILE, VEHICLES_FILE, FIGHTS_FILE = (
    "campaign.yaml",
    "calendar.yaml",
    "vehicles.yaml",
    "fights.yaml",
)
FOLDER = "characters"
CODE = "E-CFG-FIELD"
UNPRINTABLE = re.compile(r"(?<!\\)(?:\\\\)*\\[bfrtu]")  # as JSON writes what does not print

T = TypeVar("T", bound=Entry)


class Heading(Entry, frozen=True, kw_only=True):
    """What holds for the whole campaign; `characters` is their order, those it does not name come after."""

    name: Text
    packs: tuple[Text, ...] = ()
    characters: tuple[Identifier, ...] = ()
    options: CampaignOptions = CampaignOptions()
    notes: LongText = ""
    private_notes: LongText = ""


class Calendar(Entry, frozen=True, kw_only=True):
    """The time, in seconds since the start (FS3-1.9), and who looks after whom (FS3-22.29)."""

    clock: Second
    care: dict[Identifier, Identifier]


class Vehicles(Entry, frozen=True, kw_only=True):
    """The vehicles (FS3-22.19)."""

    vehicles: tuple[Craft, ...]


class Fights(Entry, frozen=True, kw_only=True):
    """The fights, in order (FS3-21.6)."""

    fights: tuple[FightRecord, ...]


def files(campaign: Campaign) -> dict[str, Any]:
    """The files of a campaign by path, each a mapping that YAML can hold."""
    return {path: plain_value(entry) for path, entry in file_entries(campaign).items()}


def file_entries(campaign: Campaign) -> dict[str, Entry]:
    """What the files of a campaign hold, by path."""
    head = Heading(
        name=campaign.name,
        packs=campaign.packs,
        characters=tuple(campaign.people),
        options=campaign.options,
        notes=campaign.notes,
        private_notes=campaign.private_notes,
    )
    entries: dict[str, Entry] = {
        CAMPAIGN_FILE: head,
        CALENDAR_FILE: Calendar(clock=campaign.clock, care=campaign.care),
        VEHICLES_FILE: Vehicles(vehicles=tuple(campaign.craft.values())),
        FIGHTS_FILE: Fights(fights=campaign.fights),
    }
    return entries | {f"{FOLDER}/{id}.yaml": person for id, person in campaign.people.items()}


def need_readable(before: Campaign, after: Campaign, content: Content) -> None:
    """Refuse a change after which the files of a campaign could not be read, though they could before (FS3-D.3).

    Raises:
        IllegalChoice: one says something that no file may.
    """
    old, new = file_entries(before), file_entries(after)
    shared = [path for path in (CAMPAIGN_FILE, VEHICLES_FILE) if old.get(path) != new[path]]
    everybody = shared or old.keys() != new.keys()  # who is there, and tiers, are what other files speak of
    for path, entry in new.items():
        if not everybody and (old.get(path) is entry or old.get(path) == entry):
            continue
        was = set(entry_faults(path, old[path], before, content)) if path in old else set[str]()
        if wrong := next((each for each in entry_faults(path, entry, after, content) if each not in was), None):
            raise IllegalChoice("E-STATE", "FS3-D.3", f"{path} could not be read again: {wrong}")


def entry_faults(path: str, entry: Entry, campaign: Campaign, content: Content) -> Iterator[str]:
    """What is wrong with an entry that has not been read from a file: the same that reading it would tell."""
    text = msgspec.json.encode(entry).decode()
    try:
        msgspec.json.decode(text, type=type(entry))
    except msgspec.ValidationError as error:
        yield str(error)
        return
    if not text.isprintable() or UNPRINTABLE.search(text):
        yield "it holds characters that do not print"
    own = person_faults(entry, content) if isinstance(entry, Person) else ()
    for fault in (*own, *faults_of(path, campaign, content)):
        if fault.code.startswith("E"):
            yield fault.reason


def read(files: Mapping[str, Any]) -> Campaign:
    """The campaign of files: each a document, so that what is wrong is told with its line, or a plain value.

    Raises:
        BadContent: everything that is wrong with them.
    """

    def terms_of(packs: Sequence[str]) -> tuple[Content, Terms]:
        content = load(*packs)
        return content, Terms(names=names(content), faults={Person: lambda person: person_faults(person, content)})

    return read_with(files, terms_of)


def restore(files: Mapping[str, Any]) -> Campaign:
    """The campaign of files that were sound when they were written, whatever its packs hold now: names and numbers of
    content are not looked at.

    Raises:
        BadContent: everything else that is wrong with them.
    """
    return read_with(files, lambda packs: (None, Terms()))


def read_with(files: Mapping[str, Any], terms_of: Callable[[Sequence[str]], tuple[Content | None, Terms]]) -> Campaign:
    """The campaign of files, checked by the content and the terms that go with its packs."""
    problems = Problems()
    reader = FileReader(files, problems)
    head = reader.read(CAMPAIGN_FILE, Heading, Terms())
    if head is None:
        raise BadContent(problems)
    content, terms = terms_of(head.packs)
    calendar = reader.part(CALENDAR_FILE, Calendar(clock=0, care={}), terms)
    campaign = Campaign(
        name=head.name,
        packs=head.packs,
        clock=calendar.clock,
        options=head.options,
        people=reader.people(head.characters, terms),
        craft={craft.id: craft for craft in reader.part(VEHICLES_FILE, Vehicles(vehicles=()), terms).vehicles},
        care=calendar.care,
        fights=reader.part(FIGHTS_FILE, Fights(fights=()), terms).fights,
        notes=head.notes,
        private_notes=head.private_notes,
    )
    for path, document in reader.documents.items() if not problems.count_errors() else ():
        report_faults(document.root, faults_of(path, campaign, content), problems)
    if problems.count_errors():
        raise BadContent(problems)
    return campaign


class FileReader:
    """Reads the files of a campaign one by one; what is wrong with them is noted."""

    def __init__(self, files: Mapping[str, Any], problems: Problems) -> None:
        self.problems = problems
        self.documents: dict[str, Document] = {}
        for path, value in files.items():
            if document := document_of(path, value, problems):
                self.documents[path] = document
                self._check_path(path, document.root)

    def _check_path(self, path: str, root: Node) -> None:
        """A file is one of a campaign, and its texts can be shown."""
        known = (CAMPAIGN_FILE, CALENDAR_FILE, VEHICLES_FILE, FIGHTS_FILE)
        if path not in known and not is_character_file(path):
            hint = f"there are {', '.join(known)} and {FOLDER}/NAME.yaml"
            self.problems.add("E_C_FILE", root.place, f"{path} is no file of a campaign", hint)
        for node in unprintable_texts(root):
            self.problems.add(CODE, node.place, "holds characters that do not print")

    def read(self, path: str, type: type[T], terms: Terms) -> T | None:
        """A file, if it is there and sound."""
        if path not in self.documents:
            if not len(self.problems):
                self.problems.add("E_C_FILE", Document(path, "").root.place, "is missing")
            return None
        return Checker(self.problems, CODE, terms=terms).read(self.documents[path].root, type)

    def part(self, path: str, empty: T, terms: Terms) -> T:
        """A file that need not be there; what is empty where it is not, or not sound."""
        found = self.read(path, type(empty), terms) if path in self.documents else None
        return empty if found is None else found

    def people(self, order: Iterable[str], terms: Terms) -> dict[str, Person]:
        """The characters, in their order."""
        paths = [f"{FOLDER}/{id}.yaml" for id in order]
        paths += sorted(path for path in self.documents if is_character_file(path) and path not in paths)
        found = {}
        for path in paths:
            if path in self.documents and (person := self.read(path, Person, terms)):
                found[person.id] = person
        return found


def document_of(path: str, value: Any, problems: Problems) -> Document | None:
    """A file as a document with places; a plain value as it would be written."""
    if isinstance(value, Document):
        return value
    return parse_document(file_text(value).encode(), path, problems)


def is_character_file(path: str) -> bool:
    """Whether a path is that of a character's file."""
    parts = PurePosixPath(path)
    return parts.parent == PurePosixPath(FOLDER) and parts.suffix == ".yaml"


def unprintable_texts(node: Node) -> Iterator[Node]:
    """The texts of a file with characters that do not print; lines may end."""
    if isinstance(node.value, str) and not node.value.replace("\n", "").isprintable():
        yield node
    for each in node:
        yield from unprintable_texts(each)


def person_faults(person: Person, content: Content) -> Iterator[Fault]:
    """What does not go together on a sheet; a draft may be unfinished (FS3-4.13)."""
    yield from (missing := tuple(unknown_names(person, content)))
    if not missing and (person.kind == "npc" or person.approval == "approved"):
        yield from character_faults(character_of(changed(person, wounds=())), content)
    yield from wound_faults(person.wounds, content.charts[HUMANOID])
    if person.xp > content.xp.xp_cap and not any(entry.override for entry in person.xp_log):
        reason = f"{person.xp} XP are saved; {content.xp.xp_cap} are the most (FS3-5.9)"
        yield Fault(("xp",), reason, code="E-CFG-RANGE")


def unknown_names(person: Person, content: Content) -> Iterator[Fault]:
    """Names on a sheet that the content has not, or has no more (FS3-3.13, FS3-6.9)."""
    weapons = ("weapon", content.weapons)
    kinds: Mapping[str, tuple[str, Collection[str]]] = {
        "weapons": weapons,
        "rounds": weapons,
        "spare_clips": weapons,
        "ratings": ("ability", content.listed),
        "languages": ("language", content.abilities.languages),
    }
    for name, (kind, known) in kinds.items():
        for n, each in enumerate(getattr(person, name) or ()):
            if each not in known:
                yield Fault((name, n if name == "weapons" else each), f"no {kind} named {each}", code="E-CFG-REF")
    if person.armour and person.armour not in content.armours:
        yield Fault(("armour",), f"no armour named {person.armour}", code="E-CFG-REF")


def missing_names(campaign: Campaign, content: Content) -> Iterator[tuple[str, str]]:
    """Who speaks of what the content has no more, by id, each once."""
    for id, person in campaign.people.items():
        yield from ((id, reason) for reason in dict.fromkeys(each.reason for each in unknown_names(person, content)))


def wound_faults(wounds: Sequence[WoundRecord], chart: Chart | None, *at: str | int) -> Iterator[Fault]:
    """Two wounds of one number, or one on a location that its bearer has not (FS3-12.4)."""
    numbers = [wound.number for wound in wounds]
    for n, wound in enumerate(wounds):
        if wound.number in numbers[:n]:
            reason = f"two wounds have the number {wound.number} (FS3-12.4)"
            yield Fault((*at, "wounds", n, "number"), reason, code="E-CFG-DUP")
        if chart is not None and wound.location not in chart.locations:
            reason = f"a wound on {wound.location}; it must be on one of {', '.join(chart.locations)} (FS3-12.4)"
            yield Fault((*at, "wounds", n, "location"), reason, code="E-CFG-LOC")


def faults_of(path: str, campaign: Campaign, content: Content | None) -> Iterator[Fault]:
    """What does not go together between the files, told in the one with this path; of content, where that is given."""
    if is_character_file(path):
        yield from character_file_faults(PurePosixPath(path).stem, campaign)
    elif path == CALENDAR_FILE:
        yield from care_faults(campaign)
    elif path == VEHICLES_FILE:
        yield from vehicle_faults(campaign, content)
    elif path == FIGHTS_FILE:
        yield from fight_faults(campaign)


def character_file_faults(stem: str, campaign: Campaign) -> Iterator[Fault]:
    """A file that is not called as its character, a wish or a line of experience of a time to come."""
    person = campaign.people.get(stem)
    if person is None:
        yield Fault(("id",), f"the file {stem}.yaml holds no sound character {stem} (FS3-D.3)", code="E-CFG-DUP")
        return
    times = [(("xp_log", n, "at"), entry.at) for n, entry in enumerate(person.xp_log)]
    times += [(("wounds", n, "at"), wound.at) for n, wound in enumerate(person.wounds)]
    times += [(("wish", "at"), person.wish.at)] if person.wish else []  # type: ignore[list-item]
    yield from time_faults(times, campaign)
    if person.tier and person.tier not in campaign.options.tiers:
        yield Fault(("tier",), f"the campaign has no tier {person.tier} (FS3-4.2)", code="E-CFG-REF")


def time_faults(times: Iterable[tuple[tuple[str | int, ...], int]], campaign: Campaign) -> Iterator[Fault]:
    """Times that the calendar has not reached (FS3-1.9)."""
    for path, at in times:
        if at > campaign.clock:
            reason = f"second {at} has not come yet; the calendar is at {campaign.clock} (FS3-1.9)"
            yield Fault(path, reason, code="E-CFG-RANGE")


def care_faults(campaign: Campaign) -> Iterator[Fault]:
    """Patients and doctors who are not there, and who would treat themselves (FS3-18.13)."""
    for patient, doctor in campaign.care.items():
        at = ("care", patient)
        if patient not in campaign.people and patient not in campaign.craft:
            yield Fault(at, f"there is no patient {patient} (FS3-22.29)", code="E-CFG-REF", at_key=True)
        if doctor not in campaign.people:
            yield Fault(at, f"there is no doctor {doctor} (FS3-22.29)", code="E-CFG-REF")
        if doctor == patient:
            yield Fault(at, f"{doctor} cannot be the own patient (FS3-18.13)", code="E-SELF")
        bearer = campaign.people.get(patient) or campaign.craft.get(patient)
        if bearer is not None and not any(map(is_open, bearer.wounds)):
            yield Fault(at, f"{patient} has no wound to look after (FS3-18.13)", code="E-NO-WOUND", at_key=True)


def vehicle_faults(campaign: Campaign, content: Content | None) -> Iterator[Fault]:
    """Vehicles that are called like people, wounds of one number, on a location that there is not, or to come."""
    for n, craft in enumerate(campaign.craft.values()):
        at = ("vehicles", n)
        if craft.id in campaign.people:
            yield Fault((*at, "id"), f"{craft.id} is a character too (FS3-22.19)", code="E-CFG-DUP")
        type = content.vehicles.get(craft.type) if content else None
        if content and type is None:
            yield Fault((*at, "type"), f"no vehicle named {craft.type}", code="E-CFG-REF")
        yield from wound_faults(craft.wounds, content.charts[type.chart] if content and type else None, *at)
        yield from time_faults([((*at, "wounds", k, "at"), each.at) for k, each in enumerate(craft.wounds)], campaign)


def fight_faults(campaign: Campaign) -> Iterator[Fault]:
    """Fights that end before they begin, have not come yet (FS3-1.9), or are there twice (FS3-21.6)."""
    for n, fight in enumerate(campaign.fights):
        if fight.dice and fight.key in [each.key for each in campaign.fights[:n]]:
            yield Fault(("fights", n, "dice"), "this fight is there already (FS3-21.6)", code="E-CFG-DUP")
        yield from time_faults([(("fights", n, "until"), fight.until)], campaign)
        if fight.until < fight.at:
            reason = f"the fight ends at second {fight.until} and begins at {fight.at} (FS3-1.9)"
            yield Fault(("fights", n, "until"), reason, code="E-CFG-RANGE")
