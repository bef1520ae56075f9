"""The matrix of Penetration and Protection: what armour and cover do to each weapon, exactly (FS3-22.20 to 22.22)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import NamedTuple

from .content import Content
from .layer_odds import cuts_of, layers_of, rules_of, severities_of
from .rules.armour import no_layer, stop_chance
from .rules.hits import SHRAPNEL_PENETRATION
from .rules.rolls import D100
from .rules.wounds import location_bonus
from .state import LIGHT, SEVERITIES
from .tables import VITAL

SHRAPNEL = "shrapnel"  # FS3-B.3
BOUNCES, IGNORED = "BOUNCES", "IGNORED"


class Cell(NamedTuple):
    """What a layer does to a weapon: its Stop Chance, chances from 0 to 1, and the mean that it takes off otherwise.

    `severities` are the chances of a Light to a Critical wound on a Vital location; what is stopped makes none.
    """

    weapon: str
    layer: str
    stop: int
    stopped: Fraction
    full: Fraction
    mean_cut: Fraction
    severities: tuple[Fraction, ...]
    flag: str = ""


def stop_percent(penetration: int, protection: int) -> int:
    """How likely a layer stops a weapon, in percent; a die of 100 always gets through (FS3-10.7)."""
    return int(D100 * layers_of(rules_of(False), penetration, protection).chance(lambda layer: layer.stopped))


def cell(weapon: str, layer: str, penetration: int, protection: int, lethality: int, is_capped: bool = False) -> Cell:
    """What a layer of a Protection does to a weapon (FS3-22.21)."""
    table = rules_of(is_capped)
    layers = layers_of(table, penetration, protection)
    stopped = layers.chance(lambda each: each.stopped)
    passed = layers.where(lambda each: not each.stopped)
    full = passed.mean(lambda each: cuts_of(table, each)[0])
    mean = passed.mean(lambda each: cuts_of(table, each).mean(lambda cut: cut)) / (1 - stopped)
    modifier = lethality + int(location_bonus(VITAL))
    severities = passed.then(lambda each: severities_of(table, modifier, no_layer(), each))
    shares = tuple(severities.get(severity, Fraction(0)) for severity in range(LIGHT, len(SEVERITIES)))
    return Cell(weapon, layer, int(stop_chance(penetration, protection)), stopped, full, mean, shares)


def matrix(content: Content) -> Iterator[Cell]:
    """Every weapon, and shrapnel, against every armour and cover, with flags for those of one class (FS3-22.22)."""
    is_capped = content.combat["armour_reduction"] == "capped"
    weapons = {id: (each.penetration, each.lethality, each.klass) for id, each in content.weapons.items()}
    weapons[SHRAPNEL] = (SHRAPNEL_PENETRATION, 0, "Personal")
    for id, (penetration, lethality, klass) in weapons.items():
        for armour in content.armours.values():
            found = cell(id, armour.id, penetration, armour.protection, lethality, is_capped)
            yield found._replace(flag=flag_of(found, content.combat) if armour.klass == klass else "")
        for cover in content.covers.values():
            yield cell(id, cover.id, penetration, cover.protection, lethality, is_capped)


def flag_of(found: Cell, combat: Mapping[str, int]) -> str:
    """What is remarkable about a weapon and an armour of one class (FS3-22.22)."""
    if found.stop <= 0:
        return IGNORED
    return BOUNCES if found.stopped * D100 >= combat["bounce_percent"] else ""


def comparisons(content: Content) -> Iterator[Cell]:
    """The things of the modern world against one another, for comparison (FS3-22.24)."""
    for weapon in content.comparisons.values():
        for layer in content.comparisons.values():
            if weapon.penetration is not None and layer.protection is not None:
                yield cell(weapon.id, layer.id, weapon.penetration, layer.protection, 0)
