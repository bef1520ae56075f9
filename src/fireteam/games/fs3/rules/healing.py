"""Section 18, and 19.17: the Healing Points of a day, in tenths."""

from __future__ import annotations

from ....core.engine.compiled import rule
from .care import POINT

NOT_ROLLED, FAILED, MADE = range(3)
"""How a roll of the day went; not rolled: nobody rolls, as without a doctor."""


@rule("FS3-18.6", "FS3-19.17", "FS3-19.17a")
def simple_tenths(is_vehicle: int, has_care: int) -> int:
    """The simple system: a point, and one more in care; a vehicle has one while somebody repairs it."""
    if is_vehicle:
        return POINT if has_care else 0
    return 2 * POINT if has_care else POINT


@rule("FS3-18.8", "FS3-18.16", "FS3-19.17", "FS3-19.17a")
def advanced_tenths(is_vehicle: int, toughness: int, care: int, in_hospital: int) -> int:
    """The advanced system: by the Toughness roll, the roll of who looks after it, and a hospital.

    Poor care takes points away. Of a vehicle only the Repair roll counts.
    """
    tenths = 2 * POINT if care == MADE else -POINT if care == FAILED else 0
    if is_vehicle:
        return tenths
    tenths += POINT if toughness == MADE else POINT // 2 if toughness == FAILED else 0
    return tenths + (POINT // 2 if in_hospital else 0)


@rule("FS3-18.10", "FS3-18.11", "FS3-19.17a")
def most_patients(rating: int) -> int:
    """How many patients a doctor may have: half the rating, rounded up; who repairs, so many vehicles."""
    return (rating + 1) // 2
