"""A campaign as a value: people, vehicles, care, fights and the calendar. Time is in seconds (FS3-1.9).

Everything is an entry of content, so that it stands in files, and is checked, like characters of a pack (FS3-D.3).
A value is never changed: `with_person` and `msgspec.structs.replace` make a new one.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Literal

import msgspec
from msgspec import Meta, field

from ....content.entry import Entry, Form, Identifier, NamedEntry, Text
from ....content.problems import BadContent
from ....content.sheet_text import fields_of
from ....core.errors import IllegalChoice
from ..content import Content, load
from ..entries import Being, Character, Code, Count, Damage, KeptWound, Rating, Severity, VehicleName

DAY = 86_400
WEEK = 7 * DAY
TENTHS = 10  # of a Healing Point (FS3-18.5)

LAST_SECOND = 1_000_000 * DAY

Second = Annotated[int, Meta(ge=0, le=LAST_SECOND, description="a second since the start of the campaign")]
Approval = Literal["draft", "submitted", "approved", "returned"]
LongText = Annotated[str, Meta(max_length=4000)]


class WoundRecord(Entry, frozen=True, kw_only=True):
    """A wound; one that has healed is kept and counts 0 (FS3-12.4, FS3-18.3). `tenths` are of Healing Points."""

    number: Annotated[int, Meta(ge=1, description="in its bearer's list, from 1")]
    location: Code
    weapon: str = ""
    damage: Damage = "physical"
    initial: Severity
    severity: Literal["healed", "Light", "Moderate", "Serious", "Critical"]
    tenths: Count = 0
    treated: bool = False
    has_healed: Annotated[bool, Meta(description="it has had Healing Points: it counts half (FS3-12.6)")] = False
    at: Second = 0
    mock: bool = False
    notes: LongText = ""


class XpEntry(Entry, frozen=True, kw_only=True):
    """A line of the log of experience: what the balance gained or paid, for when, and why.

    `worth` is the value of a package, which the balance does not feel (FS3-5.4); `lost` is what an award above the cap
    lost (FS3-5.9); `skill` went to the level `to`.
    """

    at: Second
    kind: Literal["award", "package", "raise", "refund"]
    xp: int = 0
    worth: Count = 0
    lost: Count = 0
    skill: str = ""
    to: Rating = 0
    reason: LongText = ""
    override: Annotated[bool, Meta(description="without the limits FS3-5.8 and FS3-5.9 (FS3-5.10)")] = False
    refunded: bool = False


class Wish(Entry, frozen=True, kw_only=True):
    """A raise that a player asks for and the Storyteller has not answered."""

    skill: Text
    at: Second


class Person(Being, frozen=True, kw_only=True):
    """A character of a campaign: its sheet (FS3-1.4, FS3-1.5), and what it has lived through.

    `owner` plays it; without one the Storyteller does. A player's character is in play once its sheet is approved.
    """

    forms: ClassVar[Mapping[str, Form]] = {
        "pc": Form(
            (), ("ratings", "background", "ruling", "languages", "quirks", "concept", "profession", "luck", "xp")
        ),
        "npc": Form(("rating",), ("behaviour",)),
    }

    owner: str = ""
    tier: str = ""
    approval: Approval = "draft"
    reasons: LongText = ""
    wounds: tuple[WoundRecord, ...] = ()
    in_hospital: bool = False
    xp_log: tuple[XpEntry, ...] = ()
    wish: Wish | None = None
    death: Annotated[str, Meta(max_length=400, description="a note that it is dead (FS3-1.11)")] = ""
    private_notes: LongText = ""

    @property
    def in_play(self) -> bool:
        """Whether it takes part: an NPC, or a PC whose sheet is approved; nobody who is dead."""
        return not self.death and (self.kind == "npc" or self.approval == "approved")

    @property
    def is_outline(self) -> bool:
        """Whether of another's PC only is known who it is; an approved sheet has ratings."""
        return self.kind == "pc" and self.approval == "approved" and not self.ratings


class Craft(NamedEntry, frozen=True, kw_only=True):
    """A vehicle of a campaign; its wounds persist (FS3-22.19)."""

    type: VehicleName
    wounds: tuple[WoundRecord, ...] = ()
    notes: LongText = ""
    private_notes: LongText = ""


class FightRecord(Entry, frozen=True, kw_only=True):
    """A fight that was fought: when, who took part, and how it ended (FS3-21.6). `match` finds its replay.

    Of a mock fight that cost luck there is one too, so that the luck is paid once (FS3-6.11a).
    """

    number: Annotated[int, Meta(ge=1)]
    scenario: str
    match: str = ""
    dice: Annotated[str, Meta(description="the commitment of its dice, by which the fight is known")] = ""
    at: Second
    until: Second
    people: tuple[str, ...] = ()
    vehicles: tuple[str, ...] = ()
    outcome: LongText = ""
    mock: bool = False

    @property
    def key(self) -> tuple[Any, ...]:
        """What two records of one fight have in common; other fights have not, though their dice may (FS3-21.6)."""
        return self.dice, self.scenario, self.at, self.people, self.vehicles, self.mock


class CampaignOptions(Entry, frozen=True, kw_only=True):
    """What a campaign plays otherwise than its packs have it, and budgets by tier (FS3-4.2, FS3-5.2, FS3-18.6)."""

    healing: Literal["simple", "advanced"] | None = None
    xp_per_week: Count | None = None
    ability_points: Count | None = None
    tiers: dict[Text, Count] = field(default_factory=dict)
    approve_raises: Annotated[bool, Meta(description="players ask for raises, the Storyteller grants them")] = True


class Campaign(Entry, frozen=True, kw_only=True):
    """A campaign as it stands. `care` says who looks after whom: patients and vehicles by id, each with one doctor."""

    name: Text
    packs: tuple[str, ...] = ()
    clock: Second = 0
    options: CampaignOptions = CampaignOptions()
    people: dict[Identifier, Person] = field(default_factory=dict)
    craft: dict[Identifier, Craft] = field(default_factory=dict)
    care: dict[str, str] = field(default_factory=dict)
    fights: tuple[FightRecord, ...] = ()
    notes: LongText = ""
    private_notes: LongText = ""


def content_of(campaign: Campaign) -> Content:
    """The content of a campaign: that of its packs, with the options it plays otherwise (FS3-1.1).

    Raises:
        BadContent: a pack with errors.
    """
    content, options = load(*campaign.packs), campaign.options
    if options.healing is not None:
        content = changed(content, combat={**content.combat, "healing": options.healing})
    if options.xp_per_week is not None:
        content = changed(content, xp=changed(content.xp, xp_per_week=options.xp_per_week))
    return with_points(content, options.ability_points)


def readable_content(campaign: Campaign) -> Content:
    """The content to show a campaign with: without its packs where one of them is gone or faulty."""
    try:
        return content_of(campaign)
    except BadContent:
        return content_of(changed(campaign, packs=()))


def with_points(content: Content, points: int | None) -> Content:
    """Content with another number of ability points; None: as it is."""
    return content if points is None else changed(content, chargen=changed(content.chargen, ability_points=points))


def changed(value: Any, **fields: Any) -> Any:
    """A value with other fields."""
    return msgspec.structs.replace(value, **fields)


def with_person(campaign: Campaign, person: Person) -> Campaign:
    """A campaign with a person as it is now."""
    return changed(campaign, people={**campaign.people, person.id: person})  # type: ignore[no-any-return]


def with_craft(campaign: Campaign, craft: Craft) -> Campaign:
    """A campaign with a vehicle as it is now."""
    return changed(campaign, craft={**campaign.craft, craft.id: craft})  # type: ignore[no-any-return]


def find_person(campaign: Campaign, id: str) -> Person:
    """A person by its id.

    Raises:
        IllegalChoice: there is none.
    """
    if id not in campaign.people:
        raise IllegalChoice("E-TARGET", "FS3-1.4", f"{campaign.name} has no character {id!r}")
    return campaign.people[id]


def find_craft(campaign: Campaign, id: str) -> Craft:
    """A vehicle by its id.

    Raises:
        IllegalChoice: there is none.
    """
    if id not in campaign.craft:
        raise IllegalChoice("E-NO-VEHICLE", "FS3-22.19", f"{campaign.name} has no vehicle {id!r}")
    return campaign.craft[id]


def moment(campaign: Campaign, day: int | None) -> int:
    """The second of an entry: now, or the beginning of a day that has passed.

    Raises:
        IllegalChoice: a day before the campaign, or one to come.
    """
    if day is None:
        return campaign.clock
    if not 0 <= day * DAY <= campaign.clock:
        today = campaign.clock // DAY
        raise IllegalChoice(
            "E-STATE", "FS3-1.9", f"day {day} is no day of {campaign.name} yet; it has days 0 to {today}"
        )
    return day * DAY


def character_of(person: Person) -> Character:
    """A person as a character file has it (FS3-D.3), with the wounds that are not healed."""
    fields = {each.name: getattr(person, each.name) for each in fields_of(Being)}
    return Character(**fields, wounds=tuple(map(wound_entry, filter(is_open, person.wounds))))


def is_open(wound: WoundRecord) -> bool:
    """Whether a wound is not healed."""
    return wound.severity != "healed"


def wound_entry(wound: WoundRecord) -> KeptWound:
    """A wound as a character brings it along (FS3-12.4)."""
    return KeptWound(
        location=wound.location,
        severity=wound.severity,  # type: ignore[arg-type]
        damage=wound.damage,
        treated=wound.treated,
        healing_points=wound.tenths / TENTHS,
        has_healed=wound.has_healed,
        notes=wound.notes,
    )
