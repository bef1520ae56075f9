"""What is wrong with a band, by itself and on a map (GUN-3.13, GUN-3.14, GUN-5.7, GUN-15.18)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

from ...content.sheet_reader import SheetReader
from ...content.value_checks import Fault, Terms
from ...core.engine.record import blank
from .content import Content, names
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


def band_terms(content: Content) -> Terms:
    """What a band is checked by besides its types: the names of its weapons, and what does not go together."""
    return Terms(names=names(content), faults={Band: lambda band: band_faults(band, content.points)})


BANDS = SheetReader(Band, BAND_INVALID, "GUN-3.13", band_terms)
"""How a band is read that a player wrote for a match."""


def place_faults(terrain: Terrain, bands: Sequence[Band]) -> Iterator[tuple[int, Fault]]:
    """Who may not start at its `pos` on a map, with `deployment: fixed`: the band's number, and why (GUN-5.7)."""
    nobody: Bystanders = blank(Bystanders)[0]
    places: list[tuple[str, int, int, Any]] = []
    for n, band in enumerate(bands):
        for k, member in enumerate(band.characters):
            path = ("characters", k, "pos")
            if member.pos is None:
                reason = f"{member.id} of {band.id} has no pos; with `deployment: fixed` it needs one (GUN-5.3)"
                yield n, Fault(path, reason, code=BAND_INVALID)
                continue
            place = tuple(map(hundredths, member.pos))
            if not is_legal_stop(terrain, nobody, *place):
                reason = f"{member.id} of {band.id} cannot stand at {list(member.pos)} (GUN-5.7)"
                yield n, Fault(path, reason, code=BAND_INVALID)
            places.append((member.id, n, k, place))
    for (one, _, _, here), (other, n, k, there) in combinations(places, 2):
        if centre_distance(*here, *there) < SPACING - EPS:
            reason = f"{other} starts less than {SPACING} from {one} (GUN-5.7)"
            yield n, Fault(("characters", k, "pos"), reason, code=BAND_INVALID)
