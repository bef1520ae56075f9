"""Bands that players write for one match: what they cost, what suits a match, and what has no effect there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from ...content import library
from ...content.sheet import EntrySheet, MatchNote
from ...content.sheet_text import plain_value
from ...content.value_checks import Fault
from ...core.engine.record import blank
from ...core.protocol.sheets import SheetMatch
from .bands import BANDS
from .content import GAME_ID, Content, side_of_band
from .describe import TRAIT_TEXTS
from .entries import Band, Member, Scenario
from .kinds import BANDS as KIND
from .map_build import build_terrain
from .names import CHAR
from .options import BAND_OPTIONS, band_of, match_faults, options_over, points_limit, side_faults
from .rules.room import SPACING, centre_distance, hundredths, is_legal_stop
from .tables import SIDE as MOST
from .terrain import EPS, Bystanders

NUMBERS = range(1, 100)  # of ids (GUN-3.14)
ORDER = tuple(field.name for field in msgspec.structs.fields(Member))
NOBODY: Bystanders = blank(Bystanders)[0]


def scenario_of(content: Content, match: SheetMatch) -> Scenario | None:
    """The scenario of a match; None where it does not matter."""
    return content.scenario(match.scenario) if match.scenario else None


def limit_of(content: Content, match: SheetMatch) -> int | None:
    """The most that a band may cost (GUN-24.6)."""
    return points_limit(match.options) or None


def notes_of(content: Content, match: SheetMatch, band: Band) -> Iterator[MatchNote]:
    """Why a band may not start in a match, and what has no effect there."""
    scenario, side = scenario_of(content, match), BAND_OPTIONS[match.option]
    options = options_over(content, scenario, match.options)
    bands = {side: band}
    if scenario:
        bands |= {other: band_of(content, other, scenario, match.options) for other in "AB" if other != side}
    yield from map(MatchNote, side_faults(band, side))
    order, limit = sorted(bands), points_limit(match.options)
    for n, fault in match_faults(content, scenario, options, [bands[each] for each in order], limit):
        if order[n] == side:
            yield MatchNote(fault)
        else:
            yield MatchNote(Fault((), f"the other band: {fault.reason}", code=fault.code), forbids=False)
    if not options["traits"] and any(member.traits for member in band.characters):
        yield MatchNote(Fault((), "traits have no effect: the module `traits` is off (GUN-15.19)"), False)
    if not options["weapon_charts"] and any(member.weapons for member in band.characters):
        reason = "a firearm counts as its class alone: the module `weapon_charts` is off (GUN-3.11)"
        yield MatchNote(Fault((), reason), False)


def adapt_band(content: Content, match: SheetMatch, value: dict[str, Any]) -> dict[str, Any]:
    """A band for a side of a match: ids of the side, each once, names for who has none, and places to start at."""
    listed = value.get("characters")
    if not isinstance(listed, list):
        return value
    side = BAND_OPTIONS.get(match.option, "A")
    characters = [dict(each) for each in listed if isinstance(each, dict)]
    numbers = [each["id"][1:] if CHAR.fullmatch(str(each.get("id"))) else "" for each in characters]
    free = iter([number for number in map(str, NUMBERS) if number not in numbers])
    for n, number in enumerate(numbers):
        id = f"{side}{number if number and number not in numbers[:n] else next(free, NUMBERS[-1])}"
        name = characters[n].get("name") or f"Character {id[1:]}"
        characters[n] = {**characters[n], "id": id, "name": name}
    scenario = scenario_of(content, match)
    if scenario and options_over(content, scenario, match.options)["deployment"] == "fixed":
        place_all(content, scenario, side, characters[:MOST])
    return {**value, "characters": [{name: each[name] for name in ORDER if name in each} | each for each in characters]}


def place_all(content: Content, scenario: Scenario, side: str, characters: Sequence[dict[str, Any]]) -> None:
    """Give a place to whoever has none where they may start: one of the scenario's own band, or any of the zone."""
    places = Places(content, scenario, side)
    homeless = [each for each in characters if not places.take(each.get("pos"))]
    for each in homeless:
        pos = next((pos for pos in places.candidates() if places.take(pos)), None)
        if pos is not None:
            each["pos"] = pos


class Places:
    """The places where the characters of a side may start, with `deployment: fixed` (GUN-5.7)."""

    def __init__(self, content: Content, scenario: Scenario, side: str) -> None:
        self.terrain = build_terrain(scenario, content.terrain, 1.0)
        self.zone = getattr(scenario.zones, side)
        usual = content.band(side, getattr(scenario.bands, side)).characters
        self.usual = [plain_value(member)["pos"] for member in usual if member.pos]
        self.taken: list[tuple[int, int]] = []

    def candidates(self) -> Iterator[list[float]]:
        """Those of the scenario's own band, then others in the zone, wide apart first."""
        yield from self.usual
        x0, y0, x1, y1 = self.zone
        for step in (2, 1):
            for down in range(int(y1 - y0) // step):
                for right in range(int(x1 - x0) // step):
                    yield [x0 + 0.5 + step * right, y0 + 0.5 + step * down]

    def take(self, pos: Any) -> bool:
        """Take a place, if one may start there: in the zone, or where the scenario's own band starts."""
        if not isinstance(pos, list) or len(pos) != 2 or not all(type(each) in (int, float) for each in pos):
            return False
        x0, y0, x1, y1 = self.zone
        if pos not in self.usual and not (x0 <= pos[0] <= x1 and y0 <= pos[1] <= y1):
            return False
        x, y = map(hundredths, map(float, pos))
        is_near = any(centre_distance(x, y, *other) < SPACING - EPS for other in self.taken)
        if is_near or not is_legal_stop(self.terrain, NOBODY, x, y):
            return False
        self.taken.append((x, y))
        return True


def values_points(content: Content) -> Mapping[str, Mapping[str | int, int]]:
    """What the values of fields cost (GUN-24.2 to GUN-24.4)."""
    return {
        "traits": {trait: points for trait, points in content.points.traits.items()},
        "weapons": {id: content.firearm_points(firearm) for id, firearm in content.weapons.items()},
        "melee": {id: arm.points for id, arm in content.melees.items()},
    }


SHEET = EntrySheet(
    kind=KIND,
    title="Band",
    options={option: f"the band of side {side}" for option, side in BAND_OPTIONS.items()},
    empty={"id": "my_band", "name": "My band", "characters": []},
    library=lambda: library.find_library(GAME_ID),
    reader=BANDS,
    costs={Member: lambda member, content: content.member_costs(member)},
    limit=limit_of,
    option_of=lambda band: {side: option for option, side in BAND_OPTIONS.items()}[side_of_band(band)],
    notes=notes_of,
    adapt=adapt_band,
    words=lambda content: {"traits": TRAIT_TEXTS},
    points=values_points,
)
