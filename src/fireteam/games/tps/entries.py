"""What the content files of Third Person Shooter may say: things, maps, options, numbers, clans."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Annotated, Any, ClassVar, Literal

from msgspec import Meta, field

from ...content.entry import Entry, Form, NamedEntry, Text
from ...content.field_kinds import Reference
from ...content.free_map import FreeMap, MapPoint, MapShape, PlaceName
from ...content.options import option_entry
from ...content.packs import Kind
from ...content.phrases import Phrase
from .tables import CLASSES, LISTED, MAX_CASH, MAX_DICE, UNITS, Class, Constants, Effect, Mode, Options, Side, Timers

Buyer = Literal["T", "CT", "any"]

Pool = Annotated[
    str,
    Meta(
        pattern=r"^([1-9][0-9]?W(\+[1-9][0-9]?D)?|[1-9][0-9]?D)$", description="dice like 1W+3D, 2W or 4D (W are wild)"
    ),
]
Split = Annotated[int, Meta(ge=2, le=MAX_DICE)]  # TPS-15.1: at least one die in each part
Price = Annotated[int, Meta(ge=0, le=MAX_CASH)]
GearName = Annotated[str, Reference("gear")]
Footprints = Annotated[int, Meta(ge=0, le=20)]
Dice = Annotated[int, Meta(ge=-9, le=9)]

FIREARM_FIELDS = ("price", "to_hit", "damage", "split", "footprints", "scope", "auto", "sniper")


class Gear(NamedEntry, frozen=True, kw_only=True):
    """An entry of the catalogue: weapon, grenade, armour, kit or bomb (TPS-26.1). Without a price it is no ware."""

    chosen_by: ClassVar[str] = "class"
    forms: ClassVar[Mapping[str, Form]] = {
        "knife": Form(("damage", "reach"), ("footprints",)),
        "pistol": Form((), (*FIREARM_FIELDS, "free")),
        **dict.fromkeys(("smg", "shotgun", "rifle", "lmg"), Form((), FIREARM_FIELDS)),
        "grenade": Form(("effect",), ("price", "split", "footprints")),
        **dict.fromkeys(("vest", "helmet"), Form(("defence",), ("price",))),
        "kit": Form((), ("price", "footprints")),
        "bomb": Form((), ("footprints",)),
    }

    kind: Annotated[Class, Meta(description="what it is; weapons act in the order of their classes")] = field(
        name="class"
    )
    side: Annotated[Buyer, Meta(description="who may buy it: T, CT or any")]
    price: Price | None = None
    to_hit: Annotated[Pool, Phrase("to hit {}")] = ""
    damage: Pool = ""
    split: Annotated[
        Annotated[Split, Meta(description="dice that the player shares between to-hit and damage")] | None,
        Phrase("{} dice to split between to-hit and damage"),
    ] = None
    footprints: Annotated[Footprints, Meta(description="counts that it costs at the start of a turn")] = 0
    scope: Annotated[bool, Phrase("scope")] = False
    auto: Annotated[bool, Meta(description="its damage may be shared among several targets"), Phrase("autofire")] = (
        False
    )
    sniper: Annotated[
        bool, Meta(description="worse without its scope, better when the unit keeps still"), Phrase("sniper")
    ] = False
    free: Annotated[
        Annotated[Side, Meta(description="whose units have it for nothing")] | None, Phrase("free pistol of {}")
    ] = None
    reach: Annotated[float, Meta(gt=0, le=20, description="of a knife, in MU"), Phrase("reach {:g} MU")] = 0.0
    effect: Effect | None = None
    defence: Annotated[int, Meta(ge=1, le=5, description="dice that armour adds"), Phrase("+{}D Defense")] = 0


class Spawns(Entry, frozen=True, kw_only=True):
    """Where the units of each side begin (TPS-3.14)."""

    T: tuple[MapPoint, ...]
    CT: tuple[MapPoint, ...]


class Map(FreeMap, frozen=True, kw_only=True):
    """A map (TPS-3.7 to TPS-3.15, TPS-27.1). The order of zones counts (TPS-3.12), and that of walls (TPS-19.5)."""

    chosen_by: ClassVar[str] = "mode"
    forms: ClassVar[Mapping[str, Form]] = {"bomb": Form(("sites",)), "hostage": Form(("rescue", "hostages"))}

    mode: Mode
    players: Annotated[
        tuple[Annotated[int, Meta(ge=2, le=UNITS)], Annotated[int, Meta(ge=2, le=UNITS)]],
        Meta(description=f"[fewest, most] units, 2 to {UNITS}"),
    ]
    round_turns: Annotated[int, Meta(ge=0, le=60, description="turns of a round; 0: no limit")] = 0
    sites: dict[PlaceName, MapShape] = field(default_factory=dict)
    rescue: dict[PlaceName, MapShape] = field(default_factory=dict)
    hostages: tuple[MapPoint, ...] = ()
    spawns: Spawns


ServerOptions: Any = option_entry("Options", Options, Timers)


class Configuration(NamedEntry, frozen=True, kw_only=True):
    """Options under a name, as a server keeps them; what it does not name is as in `default`."""

    options: ServerOptions


ConstantNumbers: Any = option_entry("Constants", Constants)


class Loadout(NamedEntry, frozen=True, kw_only=True):
    """Things to buy together, in their order: what menus offer and bots know."""

    side: Buyer
    gear: Annotated[tuple[GearName, ...], Meta(min_length=1, max_length=LISTED)]


Purchase = Annotated[tuple[GearName, ...], Meta(max_length=LISTED)]
Purchases = Annotated[tuple[Purchase, ...], Meta(min_length=1, description="lists of things to buy, the dearest first")]


class Outfit(NamedEntry, frozen=True, kw_only=True):
    """What a player buys with one word: for each side lists, of which the first counts that the cash suffices for."""

    about: Text
    T: Purchases
    CT: Purchases


PerClass = Annotated[
    Dice | dict[Class, Dice],
    Meta(
        description="dice for every class, or by class: {smg: 1}",
        extra_json_schema={"propertyNames": {"enum": list(CLASSES)}},
    ),
]


class Ability(NamedEntry, frozen=True, kw_only=True):
    """A named set of changes to a unit (TPS-23.2)."""

    to_hit: PerClass = 0
    damage: PerClass = 0
    health: Dice = 0
    footprints: Dice = 0
    counts: Annotated[int, Meta(ge=0, le=5, description="extra bonus counts")] = 0
    money: Annotated[int, Meta(ge=-MAX_CASH, le=MAX_CASH)] = 0


class Clan(NamedEntry, frozen=True, kw_only=True):
    """A clan: a side, abilities, and things that only its units may buy (TPS-23.4)."""

    side: Side
    abilities: tuple[Annotated[str, Reference("ability")], ...] = ()
    catalogue: tuple[Gear, ...] = ()


def dice_of(pool: str) -> tuple[int, int]:
    """The wild and the normal dice of a pool like `1W+3D`."""
    parts = dict.fromkeys("WD", 0) | {part[-1]: int(part[:-1]) for part in pool.split("+") if part}
    return parts["W"], parts["D"]


def dice_of_class(change: Any, kind: str) -> int:
    """The dice that an ability gives to a class."""
    return int(change.get(kind, 0) if isinstance(change, dict) else change)


# The kinds of content files, in the order in which they are checked: each builds upon those before it.
KIND = partial(Kind, id_code="E_CONTENT", field_code="E_CONTENT")
CONSTANTS = Kind("constants", "constants", (ConstantNumbers,), "constants", is_single=True)
OPTIONS = KIND("options", "configuration", (Configuration,), "configurations")
CATALOGUE = KIND("catalogue", "gear", (Gear,), "catalogue")
ABILITIES = KIND("abilities", "ability", (Ability,), "abilities")
CLANS = KIND("clans", "clan", (Clan,), "clans")
LOADOUTS = KIND("loadouts", "loadout", (Loadout,), "loadouts")
OUTFITS = KIND("outfits", "outfit", (Outfit,), "outfits")
MAPS = KIND("maps", "map", (Map,), "maps", id_code="E_MAP")
KINDS = (CONSTANTS, OPTIONS, CATALOGUE, ABILITIES, CLANS, LOADOUTS, OUTFITS, MAPS)
