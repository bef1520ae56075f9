"""What the content files of FS3 may say: abilities, weapons, armour, vehicles, charts, cover and people.

Lengths are metres with at most two decimals, except where a name ends in `_cm`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Literal

from msgspec import UNSET, Meta, UnsetType, field

from ...content.entry import Entry, Form, NamedEntry, Text
from ...content.field_kinds import Reference, Sentence
from ...content.options import option_entry
from ...content.phrases import Phrase
from .tables import CARRIED, COLUMNS, MEMBERS, Options

RANGE, REF = "E-CFG-RANGE", "E-CFG-REF"

Type = Literal["Melee", "Ranged", "Explosive", "Defensive"]
Class = Literal["Personal", "Vehicle"]
Mode = Literal["single", "burst", "auto"]
Join = Literal["soldier", "pilot", "passenger"]
Behaviour = Literal["trooper", "basic", "hold", "assault", "runner", "jammer", "capture"]
Edge = Literal["west", "east", "north", "south"]
Damage = Literal["physical", "stun"]
Severity = Literal["Light", "Moderate", "Serious", "Critical"]

Rating = Annotated[int, Meta(ge=0, le=12)]
Team = Annotated[int, Meta(ge=1, le=9, description="a team, 1 to 9")]
Count = Annotated[int, Meta(ge=0, le=9999)]
Metres = Annotated[float, Meta(ge=0, le=100_000)]
Point = Annotated[tuple[float, float], Meta(description="a point in metres: [x, y]")]
Rectangle = Annotated[tuple[float, float, float, float], Meta(description="a rectangle in metres: [x, y, w, h]")]
Code = Annotated[str, Meta(pattern="^[A-Z][A-Z0-9]{0,2}$", description="a location code like CH")]
Name = Annotated[str, Meta(pattern="^[A-Za-z][A-Za-z0-9]{0,14}$", description="a name in one word, at most 15 letters")]
Token = Annotated[
    str | Rating,
    Meta(
        description="an ability, bg:NAME for a background skill, a raw rating 0 to 12; for defence also @pilot or "
        "@crew:SKILL"
    ),
]
KNOWN = Sentence(REF)
WeaponName = Annotated[str, Reference("weapon"), KNOWN]
ArmourName = Annotated[str, Reference("armour"), KNOWN]
VehicleName = Annotated[str, Reference("vehicle"), KNOWN]
ChartName = Annotated[str, Reference("chart"), KNOWN]
AbilityName = Annotated[str, Reference("ability"), Sentence("E-CG-UNKNOWN")]
LanguageName = Annotated[str, Reference("language"), Sentence("E-CG-UNKNOWN")]
Stat = Annotated[int, Meta(ge=-100, le=100)]

OptionNumbers: Any = option_entry("OptionNumbers", Options)


class ActionSkill(Entry, frozen=True, kw_only=True):
    """An action skill: its ruling attribute, and tags (FS3-2.4, FS3-3.9)."""

    ruling: str = ""
    tags: tuple[Literal["perception", "vital"], ...] = ()
    about: str = ""


class Abilities(Entry, frozen=True, kw_only=True):
    """The lists of abilities (section 3)."""

    attributes: Annotated[dict[Text, str], Meta(description="attributes, each with what it is about")]
    action: dict[Text, ActionSkill]
    languages: Annotated[tuple[Text, ...], Meta(description="languages, the native one first")]
    language_ruling: str = ""
    background_ruling: Text
    attr_warn: Count = 8
    common_knowledge: tuple[Text, ...] = ()
    background_ideas: Annotated[dict[Text, tuple[Text, ...]], Meta(description="ideas by topic")] = field(
        default_factory=dict
    )
    quirk_ideas: tuple[Text, ...] = ()


class Chargen(Entry, frozen=True, kw_only=True):
    """Limits of character creation (FS3-4.5 to FS3-4.12)."""

    ability_points: Count
    high_rating: Rating
    max_high: Count
    max_attribute_points: Count
    max_action_points: Count
    min_background: Count
    min_quirks: Count
    max_quirks: Count
    native_language_min: Rating = 0
    luck_start: Count = 1


class Experience(Entry, frozen=True, kw_only=True):
    """Experience (section 5)."""

    xp_per_week: Count
    xp_cap: Count
    raise_cooldown_s: Annotated[int, Meta(ge=0)]
    high_limit_on_raise: bool = False
    cost: Annotated[tuple[Count, ...], Meta(description="what the next level costs, by rating from 0 on")]


class Special(Entry, frozen=True, kw_only=True):
    """The six special abilities (FS3-24.2); E-CFG-SPECIAL tells of a missing one."""

    initiative: str = ""
    toughness: str = ""
    first_aid: str = ""
    medicine: str = ""
    repair: str = ""
    jury_rig: str = ""


class Combat(OptionNumbers, frozen=True, kw_only=True):  # type: ignore[misc,call-arg]
    """Options of a combat (appendix A), and what is no option of a single match."""

    default_weapon: str | UnsetType = UNSET
    healing: Literal["simple", "advanced"] | UnsetType = UNSET
    bounce_percent: Annotated[int, Meta(ge=0, le=100)] | UnsetType = UNSET


class Expectation(Entry, frozen=True, kw_only=True):
    """What the armour formula should give (FS3-22.23), in percent stopped."""

    weapon: Text
    armour: Text
    min_stop: Annotated[float, Meta(ge=0, le=100)] = 0
    max_stop: Annotated[float, Meta(ge=0, le=100)] = 100


class GameFile(Entry, frozen=True, kw_only=True):
    """The file `game.yaml` (FS3-D.1): a later pack's part replaces an earlier one's; of `combat`, each option."""

    abilities: Abilities | UnsetType = UNSET
    chargen: Chargen | UnsetType = UNSET
    xp: Experience | UnsetType = UNSET
    special: Special | UnsetType = UNSET
    combat: Combat | UnsetType = UNSET
    expectations: tuple[Expectation, ...] | UnsetType = UNSET


class Configuration(NamedEntry, frozen=True, kw_only=True):
    """Options under a name; what it does not name is as in `game.yaml` (FS3-1.1)."""

    options: OptionNumbers


class Chart(NamedEntry, frozen=True, kw_only=True):
    """A hit location chart: its locations, and a row of 15 codes for each (FS3-9.6, FS3-D.2)."""

    klass: Annotated[Class, Meta(description="Personal for beings, Vehicle for vehicles")] = field(name="class")
    locations: Annotated[dict[Code, Text], Meta(description="locations: what each code stands for")]
    default: Text = ""
    critical: tuple[Text, ...] = ()
    vital: tuple[Text, ...] = ()
    concussion: Text = ""
    crew: tuple[Text, ...] = ()
    rows: Annotated[dict[Text, tuple[Text, ...]], Meta(description=f"rows of {COLUMNS} codes, -- for a Near Miss")]
    partial: Annotated[bool, Meta(description="true: locations may lack a row (FS3-C.7)")] = False


class Weapon(NamedEntry, frozen=True, kw_only=True):
    """A weapon (FS3-24.4)."""

    chosen_by: ClassVar[str] = "type"
    forms: ClassVar[Mapping[str, Form]] = {
        "Melee": Form((), ("subdue",)),
        "Ranged": Form(("effective",), ("modes", "recoil", "short", "long")),
        "Explosive": Form(("effective", "blast"), ("shrapnel", "short", "long")),
        "Defensive": Form(("effective",), ("short", "long")),
    }
    sentence: ClassVar[Sentence] = Sentence(RANGE)

    type: Type
    klass: Class = field(name="class")
    attack: Token
    defence: Token
    lethality: Annotated[int, Meta(ge=-200, le=200)]
    penetration: Annotated[int, Meta(ge=0, le=999)]
    damage: Damage = "physical"
    ammunition: Annotated[int, Meta(ge=0, le=1000), Phrase("{} rounds")] = 0
    accuracy: Stat = 0
    modes: Annotated[tuple[Mode, ...], Meta(min_length=1)] = ("single",)
    recoil: Annotated[int, Meta(ge=0, le=99)] = 0
    effective: Annotated[
        Annotated[float, Meta(gt=0, le=100_000)] | None,
        Meta(description="effective range in metres"),
        Phrase("effective {:g} m"),
    ] = None
    short: Annotated[Metres | None, Phrase("short {:g} m")] = None
    long: Annotated[Metres | None, Phrase("long {:g} m")] = None
    blast: Annotated[
        Annotated[float, Meta(gt=0, le=10_000)] | None,
        Meta(description="blast radius in metres"),
        Phrase("blast {:g} m"),
    ] = None
    shrapnel: Annotated[bool, Phrase("shrapnel")] = False
    reloadable: bool = True
    reload_turns: Annotated[int, Meta(ge=1, le=20)] = 1
    subdue: Annotated[bool, Meta(description="the behaviour capture subdues with it"), Phrase("subdues")] = False


class Armour(NamedEntry, frozen=True, kw_only=True):
    """Armour (FS3-24.9)."""

    klass: Class = field(name="class")
    protection: Annotated[int, Meta(ge=0, le=999), Sentence(RANGE)]
    covers: Annotated[tuple[Text, ...], Meta(description="the locations that it covers")]


class VehicleType(NamedEntry, frozen=True, kw_only=True):
    """A type of vehicle (FS3-19.2, FS3-24.10)."""

    piloting: Text
    toughness: Annotated[Rating, Sentence(RANGE)]
    armour: ArmourName | None = None
    chart: ChartName
    weapons: Annotated[
        tuple[WeaponName, ...],
        Meta(max_length=CARRIED, description="standard weapons"),
    ] = ()
    dodge: Stat = 0
    speed_cm: Annotated[int, Meta(ge=0, le=1_000_000), Sentence(RANGE)]
    base_cm: Annotated[int, Meta(ge=1, le=100_000), Sentence(RANGE)]


class Cover(NamedEntry, frozen=True, kw_only=True):
    """A typical piece of cover (FS3-C.4)."""

    protection: Annotated[int, Meta(ge=0, le=999), Sentence(RANGE)]
    covered_locations: Annotated[tuple[Text, ...], Phrase("covers {}")] = ()


class Comparison(NamedEntry, frozen=True, kw_only=True):
    """A thing of the modern world with its Penetration or Protection, for comparison (FS3-22.24)."""

    penetration: Annotated[int, Meta(ge=0, le=999)] | None = None
    protection: Annotated[int, Meta(ge=0, le=999)] | None = None


class Gear(NamedEntry, frozen=True, kw_only=True):
    """What somebody carries and wears (FS3-6.9); without a list of weapons as FS3-6.30 has it."""

    weapons: Annotated[tuple[WeaponName, ...], Meta(max_length=CARRIED)] | None = None
    rounds: Annotated[dict[WeaponName, Count], Meta(description="rounds loaded, where the clip is not full")] = field(
        default_factory=dict
    )
    spare_clips: Annotated[dict[WeaponName, Count], Meta(description="spare clips; those not named: unlimited")] = (
        field(default_factory=dict)
    )
    armour: ArmourName | None = None


class CustomType(Gear, frozen=True, kw_only=True):
    """A type to join as: a role with gear, vehicle and chart (FS3-6.3, FS3-C.3)."""

    join: Join = "soldier"
    kind: Literal["pc", "npc"] = "npc"
    rating: Rating = 5
    vehicle: VehicleName | None = None
    chart: ChartName = "soldier"
    behaviour: Behaviour = "trooper"


class KeptWound(Entry, frozen=True, kw_only=True):
    """A wound that a character brings along (FS3-12.4)."""

    location: Text
    severity: Severity
    damage: Damage = "physical"
    treated: bool = False
    healing_points: Annotated[float, Meta(ge=0, le=99)] = 0
    has_healed: Annotated[bool, Meta(description="it has had Healing Points: it counts half (FS3-12.7)")] = False
    age_s: Annotated[int, Meta(ge=0, description="seconds since it was inflicted (FS3-7.43)")] = 0
    notes: str = ""


class Leave(Entry, frozen=True, kw_only=True):
    """What a campaign sends a character into a fight with (FS3-21.6): from when, and in which of its vehicles."""

    campaign: Annotated[str, Meta(description="its id")] = ""
    clock: Annotated[int, Meta(ge=0, description="the second of the campaign at which the fight begins (FS3-1.10)")] = 0
    fights: Annotated[Count, Meta(description="how many fights the campaign had recorded then (FS3-6.2)")] = 0
    wounds: Annotated[tuple[Count, ...], Meta(description="the campaign's numbers of the wounds, in order")] = ()
    craft: str = ""
    craft_type: VehicleName | None = None
    craft_wounds: Annotated[
        tuple[KeptWound, ...], Meta(description="wounds of the vehicle, if the character pilots one (FS3-22.19)")
    ] = ()
    craft_numbers: Annotated[tuple[Count, ...], Meta(description="the campaign's numbers of those wounds")] = ()


class Being(Gear, frozen=True, kw_only=True):
    """What a character's sheet says: a PC's in full (FS3-1.4), or an NPC's one rating (FS3-1.5)."""

    chosen_by: ClassVar[str] = "kind"
    forms: ClassVar[Mapping[str, Form]] = {
        "pc": Form(
            ("ratings",), ("background", "ruling", "languages", "quirks", "concept", "profession", "luck", "xp")
        ),
        "npc": Form(("rating",), ("behaviour",)),
    }

    kind: Literal["pc", "npc"]
    rating: Rating | None = None
    ratings: dict[AbilityName, Rating] = field(default_factory=dict)
    background: dict[Text, Rating] = field(default_factory=dict)
    ruling: Annotated[dict[Text, Text], Meta(description="ruling attributes of background skills")] = field(
        default_factory=dict
    )
    languages: dict[LanguageName, Rating] = field(default_factory=dict)
    quirks: tuple[Text, ...] = ()
    concept: Annotated[str, Meta(max_length=400, description="two or three sentences (FS3-4.17)")] = ""
    profession: str = ""
    luck: Count | None = None
    xp: Count = 0
    behaviour: Behaviour = "trooper"
    notes: Annotated[str, Meta(max_length=400)] = ""


class Character(Being, frozen=True, kw_only=True):
    """A character file (FS3-D.3): a PC with a sheet (FS3-1.4), or an NPC with a rating (FS3-1.5).

    With `leave` it comes from a campaign: the limits of creation were judged there, before it rose by experience.
    """

    wounds: tuple[KeptWound, ...] = ()
    leave: Leave | None = None


class Member(Entry, frozen=True, kw_only=True):
    """Some of a force: so many of a type, with what they have in place of what it gives, or a character (FS3-22.2a)."""

    forms: ClassVar[Mapping[str, Form]] = {
        "type": Form((), ("count", "name", "rating", "behaviour", "weapons", "rounds", "spare_clips", "armour")),
        "character": Form(),
    }

    type: Annotated[str, Reference("type"), KNOWN] | None = None
    character: Annotated[str, Reference("character"), KNOWN] | None = None
    count: Annotated[int, Meta(ge=1, le=MEMBERS)] = 1
    name: str = ""
    rating: Rating | None = None
    behaviour: Behaviour | None = None
    weapons: Annotated[tuple[WeaponName, ...], Meta(max_length=CARRIED)] | None = None
    rounds: dict[WeaponName, Count] | None = None
    spare_clips: dict[WeaponName, Count] | None = None
    armour: ArmourName | None = None

    @property
    def is_plain(self) -> bool:
        """Whether it says nothing over its type or character."""
        own = (self.rating, self.behaviour, self.weapons, self.rounds, self.spare_clips, self.armour)
        return not self.name and own == (None,) * len(own)


class Force(NamedEntry, frozen=True, kw_only=True):
    """A force: a group under one name, whose members join together (FS3-22.2a)."""

    about: Text
    team: Team | None = None
    members: Annotated[tuple[Member, ...], Meta(min_length=1, max_length=MEMBERS, description="who joins with it")]
