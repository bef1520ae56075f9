"""Checks of weapons, armour and vehicles (FS3-24.4 to FS3-24.10, FS3-22.25)."""

from __future__ import annotations

from collections.abc import Iterator

from ....content.value_checks import Fault
from ..content import AT_CREW, AT_PILOT, BACKGROUND, Content
from ..entries import Armour, VehicleType, Weapon

LETHAL = 30  # FS3-22.25
LOW_RECOIL, HIGH_RECOIL = 10, 40


def weapon_faults(weapon: Weapon, content: Content) -> Iterator[Fault]:
    """Skills that there are not, and numbers that are odd."""
    for field in ("attack", "defence"):
        if reason := token_fault(getattr(weapon, field), content, field == "defence"):
            yield Fault((field,), f"{field} is {getattr(weapon, field)}; {reason}", code="E-CFG-REF")
    yield from range_faults(weapon)
    if weapon.type == "Ranged" and weapon.klass == "Personal" and isinstance(weapon.defence, str):
        reason = f"the defence against a firearm is {weapon.defence}; dodging bullets is hardly a skill (FS3-24.8)"
        yield Fault(("defence",), reason, "a raw 3 is recommended", code="W-FIREARM-DEFENCE")
    if weapon.shrapnel and weapon.klass == "Vehicle":
        reason = "an anti-vehicle warhead usually pierces armour and has no shrapnel (FS3-15.18)"
        yield Fault(("shrapnel",), reason, code="W-WEAPON-SHRAPNEL")
    if "auto" in weapon.modes and not LOW_RECOIL <= weapon.recoil <= HIGH_RECOIL:
        reason = f"recoil {weapon.recoil} of an automatic weapon; 20 suits modern rifles, 30 SMGs (FS3-22.25)"
        yield Fault(("recoil",), reason, code="I-RECOIL")
    if weapon.lethality > LETHAL:
        reason = f"lethality {weapon.lethality} is extreme: a Critical location gives +30 (FS3-22.25)"
        yield Fault(("lethality",), reason, code="W-LETHALITY")


def range_faults(weapon: Weapon) -> Iterator[Fault]:
    """Ranges that do not rise, and `single` left out (FS3-8.14, FS3-24.5)."""
    effective = weapon.effective or 0
    if weapon.short is not None and weapon.short > effective:
        reason = f"short is {weapon.short:g}; it must be at most {effective:g}, the effective range (FS3-8.14)"
        yield Fault(("short",), reason, code="E-CFG-RANGE")
    if weapon.long is not None and weapon.long < effective:
        reason = f"long is {weapon.long:g}; it must be at least {effective:g}, the effective range (FS3-8.14)"
        yield Fault(("long",), reason, code="E-CFG-RANGE")


def token_fault(token: str | int, content: Content, for_defence: bool) -> str:
    """What a skill token must be, if it is not (FS3-8.8, FS3-24.7)."""
    if isinstance(token, int) or token in content.listed:
        return ""
    if token.startswith(BACKGROUND) and len(token) > len(BACKGROUND) and token[len(BACKGROUND) :] not in content.listed:
        return ""
    if for_defence and (token == AT_PILOT or token.removeprefix(AT_CREW) in content.listed):
        return ""
    others = ", @pilot or @crew:SKILL" if for_defence else ""
    return f"it must be one of {', '.join(content.listed)}, bg:NAME, a raw rating{others} (FS3-24.7)"


def armour_faults(armour: Armour, content: Content) -> Iterator[Fault]:
    """Locations that no chart of its class has, and those listed twice (FS3-24.9)."""
    known = [code for chart in content.charts.values() if chart.klass == armour.klass for code in chart.locations]
    for n, code in enumerate(armour.covers):
        if code not in known:
            reason = f"covers {code}, which is on no chart of class {armour.klass} (FS3-24.9)"
            yield Fault(("covers", n), reason, code="E-CFG-LOC")
        elif code in armour.covers[:n]:
            yield Fault(("covers", n), f"covers {code} twice (FS3-24.9)", code="W-CFG-LOC")


def vehicle_faults(vehicle: VehicleType, content: Content) -> Iterator[Fault]:
    """A piloting skill that there is not, and armour that does not fit the chart (FS3-24.10)."""
    if vehicle.piloting not in content.listed:
        reason = f"piloting is {vehicle.piloting}; it must be one of {', '.join(content.listed)} (FS3-24.10)"
        yield Fault(("piloting",), reason, code="E-CFG-REF")
    if vehicle.armour is None:
        return
    armour, chart = content.armours[vehicle.armour], content.charts[vehicle.chart]
    if armour.klass == "Personal":
        reason = f"{armour.id} is body armour; on a vehicle it protects what the chart has of its list (FS3-10.3a)"
        yield Fault(("armour",), reason, code="W-ARMOUR-CLASS")
        return
    for code in armour.covers:
        if code not in chart.locations:
            reason = f"{armour.id} covers {code}, which is not on the chart {chart.id} (FS3-24.10)"
            yield Fault(("armour",), reason, code="E-CFG-LOC")


def armour_warning(path: tuple[str | int, ...], armour: str | None, content: Content) -> Iterator[Fault]:
    """Vehicle armour on a being (FS3-10.3a)."""
    if armour and content.armours[armour].klass == "Vehicle":
        reason = f"{armour} is vehicle armour; on a being it protects what its chart has of the list (FS3-10.3a)"
        yield Fault(path, reason, code="W-ARMOUR-CLASS")
