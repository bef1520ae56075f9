"""The three maps that come with the rulebook of Third Person Shooter, as plain geometry."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from fireteam.core.engine.record import Array
from fireteam.core.space.terrain_build import TerrainPlan, build

NAMES = ("de_depot", "cs_clinic", "de_harbour")


@cache
def read(name: str) -> dict[str, Any]:
    return dict(json.loads((Path(__file__).parent / f"{name}.json").read_text(encoding="utf-8")))


@cache
def plan_of(name: str) -> TerrainPlan:
    map = read(name)
    lists = {key: map[key] for key in ("walls", "windows", "blocks", "low")}
    return TerrainPlan(*map["size"], **lists, zones=[zone["shape"] for zone in map["zones"]])


@cache
def fields_of(name: str) -> Array:
    return build(plan_of(name))


def zone_names(name: str) -> list[str]:
    return [zone["id"] for zone in read(name)["zones"]]
