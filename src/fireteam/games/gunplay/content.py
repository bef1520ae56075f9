"""Content of Gunplay: everything that the packs hold, checked, and what characters cost (section 24)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from pathlib import Path

import msgspec

from ...content import library
from ...core.protocol.sheets import SheetCost
from .entries import Band, Constants, Firearm, MeleeArm, Member, Points, Preset, Scenario, TerrainType, WeaponClass

GAME_ID = "gunplay"
BASE = Path(__file__).parent / "content"
DEFAULT = "basic"  # the preset that gives every option (GUN-1.5)


class Content(msgspec.Struct, frozen=True):
    """Everything that was loaded, each kind by id in the order of the packs and their files."""

    constants: Constants
    points: Points
    presets: dict[str, Preset]
    terrain: dict[str, TerrainType]
    classes: dict[str, WeaponClass]
    weapons: dict[str, Firearm]
    melees: dict[str, MeleeArm]
    bands: dict[str, Band]
    scenarios: dict[str, Scenario]

    def scenario(self, id: str) -> Scenario:
        """The scenario of an id; UnknownName if there is none."""
        return library.find_entry("scenario", id, self.scenarios)

    def band(self, side: str, id: str) -> Band:
        """The band of an id for a side; UnknownName if the side has none of that id."""
        mine = {each.id: each for each in self.bands.values() if side_of_band(each) == side}
        return library.find_entry(f"band of side {side}", id, mine)

    def firearm_points(self, firearm: Firearm) -> int:
        """What a firearm costs (GUN-24.3)."""
        scale = self.points.firearm
        longest = firearm.effective if firearm.extreme is None else firearm.extreme
        reach = next((points for most, points in scale.reach if longest <= most), scale.farther)
        return (
            scale.flat
            + scale.damage * firearm.damage
            + reach
            + scale.rof.get(str(firearm.rof), 0)
            + scale.requires.get(firearm.requires, 0)
            + scale.classes.get(firearm.kind, 0)
            + (scale.reload_after_shot if firearm.reload_after_shot else 0)
        )

    def member_points(self, member: Member) -> int:
        """What a character costs (GUN-24.1)."""
        return sum(cost.points for cost in self.member_costs(member))

    def member_costs(self, member: Member) -> Iterator[SheetCost]:
        """What a character costs in parts; of its firearms the costliest counts whole, the others half (GUN-24.1)."""
        yield SheetCost((), f"{member.id} {member.name}".strip(), self.points.character, "GUN-24.1")
        for n, trait in enumerate(member.traits):
            yield SheetCost(("traits", n), trait, self.points.traits[trait], "GUN-24.2")
        firearms = [self.firearm_points(self.weapons[id]) for id in member.weapons]
        for n, id in enumerate(member.weapons):
            if n == firearms.index(max(firearms)):
                yield SheetCost(("weapons", n), self.weapons[id].name, firearms[n], "GUN-24.3")
            else:
                half = (firearms[n] + 1) // 2
                yield SheetCost(("weapons", n), f"half of {self.weapons[id].name}", half, "GUN-24.1")
        if melee := self.melees[member.melee].points:
            yield SheetCost(("melee",), self.melees[member.melee].name, melee, "GUN-24.4")

    def band_points(self, band: Band) -> int:
        """What a band costs, whatever options are in force (GUN-24.5)."""
        return sum(map(self.member_points, band.characters))


load = library.loader(GAME_ID, Content, BASE)


def side_of_band(band: Band) -> str:
    """The side of a band: the letter of its ids (GUN-3.14)."""
    return band.characters[0].id[0]


def names(content: Content) -> Mapping[str, Collection[str]]:
    """What references may name, by what it is."""
    return {
        "terrain type": content.terrain,
        "weapon": content.weapons,
        "melee weapon": content.melees,
        "band": content.bands,
    }
