"""What is wrong with a band, by itself and on a map (GUN-3.13, GUN-3.14, GUN-5.7, GUN-15.18)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

from ...content.value_checks import Fault
from ...core.engine.record import blank
from .entries import Band, Points
from .rules.room import SPACING, centre_distance, hundredths, is_legal_stop
from .terrain import EPS, Bystanders, Terrain

BAND_INVALID = "BAND_INVALID"


def band_faults(band: Band, points: Points) -> Iterator[Fault]:
    """Ids of two sides or given twice, and traits that nobody has together or twice."""
    ids = [member.id for member in band.characters]
    for n, member in enumerate(band.characters):
        path = ("characters", n)
        if member.id in ids[:n]:
            yield Fault((*path, "id"), f"{member.id} is used twice (GUN-3.13)", code=BAND_INVALID)
        if member.id[0] != ids[0][0]:
            yield Fault((*path, "id"), f"{member.id} is of another side than {ids[0]} (GUN-3.14)", code=BAND_INVALID)
        for k, trait in enumerate(member.traits):
            if trait in member.traits[:k]:
                reason = f"{member.id} has {trait} twice (GUN-15.18)"
                yield Fault((*path, "traits", k), reason, code=BAND_INVALID)
        for one, other in points.excludes:
            if one in member.traits and other in member.traits:
                reason = f"{member.id} is both {one} and {other} (GUN-15.18)"
                yield Fault((*path, "traits"), reason, code=BAND_INVALID)


def place_faults(terrain: Terrain, bands: Sequence[Band]) -> Iterator[tuple[int, str]]:
    """Who may not start at its `pos` on a map, with `deployment: fixed`: the band's number, and why (GUN-5.7)."""
    nobody: Bystanders = blank(Bystanders)[0]
    places: list[tuple[str, int, Any]] = []
    for n, band in enumerate(bands):
        for member in band.characters:
            if member.pos is None:
                yield n, f"{member.id} of {band.id} has no pos; with `deployment: fixed` it needs one (GUN-5.3)"
                continue
            place = tuple(map(hundredths, member.pos))
            if not is_legal_stop(terrain, nobody, *place):
                yield n, f"{member.id} of {band.id} cannot stand at {list(member.pos)} (GUN-5.7)"
            places.append((member.id, n, place))
    for (one, _, here), (other, n, there) in combinations(places, 2):
        if centre_distance(*here, *there) < SPACING - EPS:
            yield n, f"{other} starts less than {SPACING} from {one} (GUN-5.7)"
