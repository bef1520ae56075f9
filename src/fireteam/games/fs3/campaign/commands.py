"""What changes a campaign: characters and their sheets, experience, luck, notes, vehicles, options.

People and vehicles are named by id. What is None stays as it is. Numbers are judged by the rules, not here, so that
what is wrong with them is told with its clause.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, field

from ....core.protocol.campaign import PLAYER, Command

Prose: TypeAlias = Annotated[str, Meta(max_length=4000)]
"""Notes, reasons and the like."""

PastDay: TypeAlias = Annotated[int | None, Meta(description="a day that has passed; left out: today")]
Some: TypeAlias = Annotated[tuple[str, ...], Meta(description="nobody named: all PCs in play")]
Override: TypeAlias = Annotated[bool, Meta(description="above the cap, or without the limits on raises")]
"""The Storyteller's, against FS3-5.8 and FS3-5.9 (FS3-5.10)."""


class AddPerson(Command, frozen=True):
    """A new character: a PC begins with a draft of a sheet (FS3-1.4), an NPC with a rating (FS3-22.18).

    A player's belongs to the player.
    """

    by, reserved = PLAYER, ("kind", "rating", "player", "tier")

    id: str
    name: str
    kind: Literal["pc", "npc"] = "pc"
    rating: Annotated[int | None, Meta(description="of an NPC, for every roll")] = None
    player: Annotated[str, Meta(description="who plays it; left out: the Storyteller")] = ""
    tier: Annotated[str, Meta(description="its ability points, as the options of the campaign name them")] = ""


class EditSheet(Command, frozen=True):
    """What a sheet says anew (FS3-D.3). Of ratings, skills and languages those that are named, 0 takes one off.

    Once a sheet is approved, the Storyteller alone edits it.
    """

    by, owner = PLAYER, "person"

    person: str
    name: str | None = None
    ratings: dict[str, int] = field(default_factory=dict)
    background: dict[str, int] = field(default_factory=dict)
    languages: dict[str, int] = field(default_factory=dict)
    ruling: dict[str, str] = field(default_factory=dict)
    quirks: tuple[str, ...] | None = None
    concept: Prose | None = None
    profession: str | None = None


class TakeSheet(Command, frozen=True):
    """A whole sheet in the place of the one before, as one line of JSON of a character file (FS3-D.3).

    Luck, experience, wounds and notes stay the campaign's.
    """

    title = "write the sheet"
    by, owner = PLAYER, "person"
    has_form = False

    person: str
    sheet: str


class SetGear(Command, frozen=True):
    """All that a character carries and wears, anew (FS3-6.9); without weapons named, as FS3-6.30 has it."""

    by, owner = PLAYER, "person"

    person: str
    weapons: tuple[str, ...] | None = None
    rounds: dict[str, int] = field(default_factory=dict)
    spare_clips: dict[str, int] = field(default_factory=dict)
    armour: str | None = None


class SubmitSheet(Command, frozen=True):
    """A sheet is handed in; everything that is wrong with it is told at once (FS3-4.13)."""

    by, owner = PLAYER, "person"

    person: str


class ApproveSheet(Command, frozen=True):
    """A sheet is sound and the character in play, with the luck that a PC starts with (FS3-4.18)."""

    person: str


class ReturnSheet(Command, frozen=True):
    """A sheet goes back to its player, with reasons (FS3-4.13)."""

    person: str
    reasons: Prose


class SetRating(Command, frozen=True):
    """Another rating of an NPC (FS3-22.18)."""

    by, owner = PLAYER, "person"

    person: str
    rating: int


class SetOwner(Command, frozen=True):
    """A character is handed to a participant; an empty name: to the Storyteller (FS3-22.18)."""

    person: str
    player: str


class DeletePerson(Command, frozen=True):
    """An NPC, or a PC that was never in play, is struck off (FS3-22.18)."""

    by, owner = PLAYER, "person"

    person: str


class NoteDeath(Command, frozen=True):
    """A note that a character is dead, or with no text that it lives: no rule kills it (FS3-1.11)."""

    by, owner = PLAYER, "person"

    person: str
    note: Prose


class WriteNotes(Command, frozen=True):
    """Notes that a character's player may read too (FS3-D.3)."""

    by, owner = PLAYER, "person"

    person: str
    notes: Prose


class WritePrivateNotes(Command, frozen=True):
    """Notes about a character or a vehicle, or of the campaign, for the Storyteller alone (FS3-22.18)."""

    private = True

    about: str
    notes: Prose


class WriteCampaignNotes(Command, frozen=True):
    """Notes of the campaign that everybody may read (FS3-1.12)."""

    notes: Prose


class MakeRuling(Command, frozen=True):
    """A ruling in free words, without dice, which stands in the record (FS3-1.12)."""

    ruling: Prose


class AddVehicle(Command, frozen=True):
    """A new vehicle of a type (FS3-22.19)."""

    id: str
    name: str
    type: str


class WriteVehicleNotes(Command, frozen=True):
    """Notes about a vehicle (FS3-22.19)."""

    vehicle: str
    notes: Prose


class DeleteVehicle(Command, frozen=True):
    """A vehicle is struck off (FS3-22.19)."""

    vehicle: str


class SetOptions(Command, frozen=True):
    """What the campaign plays otherwise than its packs (FS3-1.1): healing, experience per week, points, tiers."""

    healing: Literal["simple", "advanced"] | None = None
    xp_per_week: Annotated[int | None, Meta(title="XP per week")] = None
    ability_points: int | None = None
    tiers: dict[str, int] | None = None
    approve_raises: bool | None = None


class AwardXp(Command, frozen=True):
    """Experience for some PCs, or for all in play where none is named, also for a day that has passed (FS3-5.5)."""

    title = "award XP"

    xp: Annotated[int, Meta(title="XP")]
    reason: Prose
    people: Some = ()
    day: PastDay = None
    override: Override = False


class AwardPackage(Command, frozen=True):
    """Training: each skill rises to its target at once, without cost (FS3-5.4)."""

    skills: dict[str, int]
    reason: Prose
    people: Some = ()
    day: PastDay = None


class RaiseSkill(Command, frozen=True):
    """A skill rises by one level for experience (FS3-5.6); a player asks for it where the Storyteller grants raises."""

    by, owner, reserved = PLAYER, "person", ("day", "override")

    person: str
    skill: str
    is_new: Annotated[
        bool, Meta(title="it is new", description="a background skill that the character has not yet")
    ] = False
    day: PastDay = None
    override: Override = False


class GrantRaise(Command, frozen=True):
    """The raise that a player asked for, at the time of asking (FS3-5.6)."""

    person: str
    override: Override = False


class RefuseRaise(Command, frozen=True):
    """The raise that a player asked for is not granted (FS3-5.6)."""

    person: str
    reasons: Prose


class RefundRaise(Command, frozen=True):
    """The last raise of a skill is taken back, and what it cost is returned (FS3-5.6)."""

    person: str
    skill: str


class AwardLuck(Command, frozen=True):
    """Luck points for some PCs, or for all in play where none is named (FS3-17.10)."""

    points: int
    reason: Prose
    people: Some = ()


class SpendLuck(Command, frozen=True):
    """Luck points for a plot point, at the price that the Storyteller named (FS3-17.9)."""

    by, owner = PLAYER, "person"

    person: str
    points: int
    reason: Prose
