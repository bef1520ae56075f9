"""The questions of `fireteam odds tps` (TPS-29.1, TPS-29.2): each is answered by the playing rules."""

from __future__ import annotations

from typing import Any

from ....core.game import Game, Question
from .asks import counts, move, sight, zone
from .asks import throw as fall
from .chances import (
    attacks_needed,
    blast_odds,
    damage_odds,
    frag_odds,
    hit_odds,
    joint_odds,
    pool_odds,
    shot_odds,
    split_odds,
    throw_odds,
)

ARMOUR = "helmet/vest/health of the target, such as 0/1/3; 0/0/3 if left out"
DISTANCE = "in MU"
SITUATION_PARTS = {
    "crouch": "true if the shooter crouches",
    "scope": "true if its scope is in use",
    "steady": "of a sniper's weapon: false if the shooter moved this turn",
    "cover": "true if the target is in half cover",
    "flash": "true if the shooter is caught in a flash",
    "smoke": "true if both are in one smoked zone",
    "bystander": "how far from the shooter somebody stands who is near the target",
}
POOL_PARTS = {
    name: said for name, said in SITUATION_PARTS.items() if name != "steady"
}  # of a bare pool, which has no traits
OPTION_PARTS = {
    "sv_wildone": "check, replace or add",
    "sv_headshot": "no_vest or helmet_only",
    "sv_ffempty": "keep or miss",
    "mp_flashdice": "dice that a flash takes",
}
SPLIT = "to-hit dice of a weapon that splits its pool"


def pool_answer(game: Game, pool: Any, **parts: Any) -> dict[str, Any]:
    """A pool of dice."""
    return pool_odds(game, pool, **parts)


def throw_answer(game: Game, dice: Any, at_least: Any) -> dict[str, Any]:
    """The length of a throw."""
    return throw_odds(game, dice, at_least)


ODDS = {
    "pool": Question(
        pool_answer,
        {
            "pool": "dice such as 1W+3D",
            "at_least": "a sum",
            "exactly": "a sum",
            "ones": "what a 1 thrown again is: check, replace or add",
        },
        "pool=1W+2D at_least=11",
        "a pool of dice: the chance of a sum; without one, its mean and its nets",
    ),
    "hit": Question(
        hit_odds,
        {"to_hit": "dice such as 1W+3D", "distance": DISTANCE, **POOL_PARTS, **OPTION_PARTS},
        "to_hit=1W+3D distance=20 scope=true crouch=true",
        "one to-hit roll of a pool",
    ),
    "harm": Question(
        damage_odds,
        {"damage": "dice such as 1W+3D", "armour": ARMOUR, **OPTION_PARTS},
        "damage=1W+3D armour=0/1/3",
        "a damage pool that has hit, against Defense",
    ),
    "shot": Question(
        shot_odds,
        {
            "weapon": "of the catalogue, the knife too",
            "distance": DISTANCE,
            "armour": ARMOUR,
            "to_hit": SPLIT,
            "times": "how many such attacks in one step, 1 to 4",
            **SITUATION_PARTS,
            **OPTION_PARTS,
        },
        "weapon=mp5 distance=8 armour=0/1/3 cover=true",
        "an attack and everything it may do: hit, dice lost, elimination, headshot, out of ammo, gone astray",
    ),
    "together": Question(
        joint_odds,
        {
            "weapon": "of the catalogue, the knife too",
            "second": "the weapon of another unit",
            "distance": DISTANCE,
            "second_distance": f"{DISTANCE}; the same if left out",
            "armour": ARMOUR,
            "to_hit": SPLIT,
            "second_to_hit": SPLIT,
            **SITUATION_PARTS,
            **OPTION_PARTS,
        },
        "weapon=mp5 distance=8 second=p90 second_distance=12",
        "two units that attack one target with weapons of their own: what it loses, and whether it is eliminated",
    ),
    "attacks": Question(
        attacks_needed,
        {
            "weapon": "of the catalogue",
            "distance": DISTANCE,
            "armour": ARMOUR,
            "to_hit": SPLIT,
            "within": "a number of attacks",
            **SITUATION_PARTS,
            **OPTION_PARTS,
        },
        "weapon=mp5 distance=8 within=3",
        "the mean number of attacks that eliminates a unit, or the chance within so many",
    ),
    "split": Question(
        split_odds,
        {
            "weapon": "a shotgun or a frag grenade",
            "distance": DISTANCE,
            "armour": ARMOUR,
            **SITUATION_PARTS,
            **OPTION_PARTS,
        },
        "weapon=spas12 distance=8",
        "every split of a pool between to-hit and damage, and the best",
    ),
    "frag": Question(
        frag_odds,
        {
            "to_hit": "to-hit dice of the split",
            "distance": "from the grenade, in MU",
            "armour": ARMOUR,
            "cover": SITUATION_PARTS["cover"],
            "smoke": SITUATION_PARTS["smoke"],
            "grenade": "which one, if there are several",
            **OPTION_PARTS,
        },
        "to_hit=2 distance=5 armour=0/1/3",
        "a frag grenade that explodes near a unit",
    ),
    "blast": Question(
        blast_odds,
        {"where": "same, adjacent or elsewhere: the unit's zone", "armour": ARMOUR, **OPTION_PARTS},
        "where=adjacent armour=0/1/3",
        "what the bomb does to a unit",
    ),
    "throw": Question(
        throw_answer,
        {"dice": "dice of the throw, one of them wild", "at_least": DISTANCE},
        "dice=2 at_least=8",
        "how far a grenade flies",
    ),
}
"""What `fireteam odds tps` answers."""

POINT = "a point such as 12.5,21"
MAP = "a map, such as de_depot"

ASKS = {
    "sight": Question(
        sight,
        {"map": MAP, "from": POINT, "to": POINT},
        "map=de_depot from=24,24 to=15.4,19.4",
        "what one unit sees of another: lines, half cover both ways, the walls that block",
    ),
    "throw": Question(
        fall,
        {"map": MAP, "from": POINT, "aim": POINT, "distance": "what was rolled"},
        "map=de_depot from=14,28 aim=15,28 distance=9",
        "where a grenade comes to rest",
    ),
    "move": Question(
        move,
        {"map": MAP, "from": POINT, "by": "a step such as 0.6,0.8"},
        "map=de_depot from=6,15 by=1,0",
        "where a step ends",
    ),
    "counts": Question(
        counts,
        {
            "weapon": "of the catalogue",
            "over": "a grenade, bomb or kit on top",
            "crouch": "true or false",
            "scope": "true or false",
        },
        "weapon=m249 crouch=true",
        "the movement counts that a unit may use",
    ),
    "zone": Question(
        zone, {"map": MAP, "at": POINT}, "map=de_depot at=12,21", "the zone of a point, and those beside it"
    ),
}
"""What `fireteam ask tps` answers."""
