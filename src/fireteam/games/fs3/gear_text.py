"""What weapons and armour are and do, in a few words, for who orders and for the Storyteller (FS3-22.5)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...core.decision import Moment
from ...core.protocol.scene import Thing
from ...core.protocol.sentences import amount_text
from .menu_facts import combatant, standing_of
from .tables import AUTO, BURST, CLASSES, COMBATANTS, EXPLOSIVE, MELEE, TYPES

LEGEND = (
    "Stances: Banzai +30 to attack and -50 to defence; Evade -50 and +30; Cautious -15 and +15 (FS3-8.10).",
    "Cover stance, near cover: an attack may hit the cover instead, 3 times in 4 (FS3-11.5).",
    "Burst: three rounds at one target, each bullet with more recoil than the one before. Full auto: ten rounds, shared"
    " by up to five targets (FS3-14.1).",
    "Called shot: aim at a location, not at the middle. It costs nothing but a worse chance to hit at all (FS3-7.7).",
    "If the target is gone when your turn to act comes: whom to take instead (FS3-6.25).",
    "Act first: do the action first, then move (FS3-6.24).",
)
"""What the words of an order mean."""


def weapon_notes(tables: Any, k: int) -> Iterator[str]:
    """A weapon in words: type, damage, range, rounds and modes (FS3-24.4)."""
    one = tables.weapons[k]
    yield f"{TYPES[one.type].lower()}, {CLASSES[one.klass].lower()}"
    yield f"lethality {one.lethality:+d}, penetration {one.penetration}" + (", stun" if one.stun else "")
    if one.type != MELEE:
        yield f"short to {one.short / 100:g} m, medium to {one.medium / 100:g}, long to {one.long / 100:g}"
    if one.ammunition:
        yield amount_text(int(one.ammunition), "round") + ("" if one.reloadable else ", cannot be reloaded")
    modes = [word for bit, word in ((BURST, "burst"), (AUTO, "full auto")) if one.modes & bit]
    if modes:
        yield f"{' and '.join(modes)}, recoil {one.recoil}"
    if one.accuracy:
        yield f"accuracy {one.accuracy:+d}"
    if one.type == EXPLOSIVE:
        yield f"blast {one.blast * tables.blast_percent / 10000:g} m" + (", shrapnel" if one.shrapnel else "")


def things_at_hand(moment: Moment) -> tuple[Thing, ...]:
    """The weapons that the combatant who decides can draw, and the one it holds (FS3-6.30)."""
    if moment.slot >= COMBATANTS:
        return ()
    one, held = combatant(moment, moment.slot), standing_of(moment, moment.slot).held
    n = one.n_weapons
    key = "all at hand", held, one.vehicle > 0, *one.weapons[:n], *one.rounds[:n], *one.clips[:n]

    def find() -> tuple[Thing, ...]:
        weapons = list(zip(one.weapons, one.rounds, one.clips, strict=True))[:n]
        unarmed = int(moment.tables.unarmed)
        if not one.vehicle and unarmed not in one.weapons[:n]:
            weapons.append((unarmed, 0, 0))
        keys = [("at hand", *weapon, weapon[0] == held) for weapon in weapons]
        return tuple(moment.cached_each(keys, lambda k: weapon_thing(moment, *weapons[k], weapons[k][0] == held)))

    return moment.cached(key, find)


def weapon_thing(moment: Moment, weapon: int, rounds: int, clips: int, is_held: bool) -> Thing:
    """A weapon with its rounds."""
    name, notes = str(moment.names.thing("weapon", weapon)), ["in hand"] * is_held
    if moment.tables.weapons[weapon].ammunition:
        spare = "" if clips < 0 else f", {amount_text(clips, 'spare clip')}"
        notes.append(f"{amount_text(rounds, 'round')} left{spare}")
    about = tuple(weapon_notes(moment.tables, weapon))
    title = str(moment.names.thing_title("weapon", name))
    return Thing(name, "", title, tuple(notes), about, "Weapons", "weapon")


def armour_text(at: Moment, i: int) -> list[str]:
    """What a combatant wears: nothing, or one armour."""
    worn = combatant(at, i).armour - 1
    if worn < 0:
        return []
    return [str(at.names.thing_title("armour", at.names.thing("armour", worn)))]
