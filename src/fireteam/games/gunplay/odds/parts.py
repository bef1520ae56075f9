"""The parts of questions: characters, shots and attackers by the numbers that tests take (section 26)."""

from __future__ import annotations

from typing import Annotated, NamedTuple

from ....core.protocol.questions import FlagPart, NumberPart, RecordPart, RecordsPart, WordPart
from ..tables import LEVELS

LevelName = Annotated[str, WordPart("the final level", *LEVELS)]
BaseName = Annotated[str, WordPart("the base level", *LEVELS)]
Shift = Annotated[int, NumberPart("level shifts, positive towards Automatic", -6, 6)]
Modifier = Annotated[int, NumberPart("the sum of the dice modifiers")]
Damage = Annotated[int, NumberPart("the damage rating after range modifiers; ignored without xd", 0, 20)]
Shots = Annotated[int, NumberPart("shots of the action", 1, 12)]
Wounds = Annotated[int, NumberPart("wounds before", 0, 99)]
Markers = Annotated[int, NumberPart("Flinch markers", 0, 99)]
Nerve = Annotated[int, NumberPart("1 Hardened, -1 Timid", -1, 1)]
Speed = Annotated[int, NumberPart("the weapon-speed modifier", -3, 3)]
Quick = Annotated[int, NumberPart("1 Quick", 0, 1)]
Tough = Annotated[int, NumberPart("1 Tough, -1 Frail", -1, 1)]
Triggers = Annotated[int, NumberPart("triggering actions, an attempt at each", 1, 12)]
Leader = Annotated[int, NumberPart("1: an Up Leader on the side", 0, 1)]
Extended = Annotated[bool, FlagPart("module extra_difficulties")]
Solid = Annotated[bool, FlagPart("module solid_hits")]
ExtraDamage = Annotated[bool, FlagPart("module extra_damage")]
ExtraToughness = Annotated[bool, FlagPart("module extra_toughness")]
Activations = Annotated[bool, FlagPart("module activations")]
Flinch = Annotated[bool, FlagPart("module flinch")]


class Actor(NamedTuple):
    """A character that tests its nerve."""

    nerve: Nerve = 0
    speed: Speed = 0
    quick: Quick = 0
    markers: Markers = 0
    wounds: Wounds = 0


class Watcher(NamedTuple):
    """A character on Overwatch, and the modules that its attempts go by."""

    nerve: Nerve = 0
    speed: Speed = 0
    quick: Quick = 0
    markers: Markers = 0
    wounds: Wounds = 0
    activations: Activations = False
    flinch: Flinch = False
    ext: Extended = False

    @property
    def actor(self) -> Actor:
        """The character alone."""
        return Actor(*self[:5])


class Hits(NamedTuple):
    """The modules that hits go by."""

    ext: Extended = False
    solid: Solid = False
    xd: ExtraDamage = False
    xt: ExtraToughness = False

    @property
    def options(self) -> dict[str, int]:
        """The modules by their names."""
        names = ("extra_difficulties", "solid_hits", "extra_damage", "extra_toughness")
        return dict(zip(names, map(int, self), strict=True))


class Shot(NamedTuple):
    """A Shoot action at its final level, the target with it, and the modules."""

    level: LevelName = "Moderate"
    mod: Modifier = 0
    damage: Damage = 1
    shots: Shots = 1
    wounds: Wounds = 0
    tough: Tough = 0
    ext: Extended = False
    solid: Solid = False
    xd: ExtraDamage = False
    xt: ExtraToughness = False

    @property
    def hits(self) -> Hits:
        """The modules."""
        return Hits(*self[-4:])


class Fighter(NamedTuple):
    """Somebody in close combat: how it attacks, and what it can bear."""

    shift: Shift = 0
    mod: Modifier = 0
    damage: Damage = 1
    wounds: Wounds = 0
    tough: Tough = 0


PLAIN_ACTOR, PLAIN_WATCHER, PLAIN_SHOT, PLAIN_FIGHTER, BASIC_HITS = Actor(), Watcher(), Shot(), Fighter(), Hits()
"""What stands where a question leaves them out."""

ActorPart = Annotated[Actor, RecordPart("the character", Actor)]
ActorsPart = Annotated[list[Actor], RecordsPart("characters in the order in which they activate", Actor)]
WatcherPart = Annotated[Watcher, RecordPart("the character on Overwatch", Watcher)]
ShotPart = Annotated[Shot, RecordPart("the shot", Shot)]
FighterPart = Annotated[Fighter, RecordPart("one of the two", Fighter)]
FightersPart = Annotated[list[Fighter], RecordsPart("the engaged enemies by rising id", Fighter)]
