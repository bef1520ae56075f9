"""A table to try rules on, without content files: things and maps from the rulebook, units at places, dice from a list.

    at = table(unit("T", 17, 21, "mp5", targets="U2"), unit("CT", 25, 21, "usp", armour="0/1/3"), map="de_depot")
    told = act(at, [3, 2, 4, 1])            # the whole action phase, with exactly these faces
    assert at.unit(2).health == 2

Units are U1, U2, ... in the order given, hostages H1, H2, ...; lengths are in MU. A field is a map of the rulebook,
or bare ground with the walls, windows, low edges and zones named.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import fireteam.games.tps
from fireteam.core.dice import exhaustive, next_outcome, tape
from fireteam.core.engine.record import Array, blank, from_bytes
from fireteam.core.errors import BadNotation
from fireteam.core.protocol.choices import Choice
from fireteam.core.protocol.events import DieRoll, Event, LoggedEvent, decode_log, new_log
from fireteam.core.space.terrain_build import TerrainPlan, build, corners_of, put_shape
from fireteam.core.space.units import decimal_text, read_point, steps
from fireteam.games.tps.dice.chances import exact_chance
from fireteam.games.tps.events import KINDS
from fireteam.games.tps.events.words import PURPOSES, REASONS
from fireteam.games.tps.names import WINNERS
from fireteam.games.tps.rules.attack import advance_action
from fireteam.games.tps.state import ACTION, KNIFE_SLOT, PLACED, PRIMARY, SIDEARM, State
from fireteam.games.tps.tables import CLASSES, EFFECTS, MODES, SIDES, UNITS, Gear, Tables

RULES = (Path(fireteam.games.tps.__file__).parent / "RULES.md").read_text(encoding="utf-8")
OPTIONS = {
    "mp_maxrounds": 6,
    "mp_halftime": 1,
    "mp_roundturns": 12,
    "mp_startmoney": 8,
    "mp_maxmoney": 99,
    "mp_freepistol": 1,
    "mp_keepkit": 1,
    "mp_limitteams": 2,
    "mp_friendlyfire": 1,
    "mp_ffradius": 5,
    "mp_grenadeslots": 3,
    "mp_movecounts": 10,
    "mp_knifebonus": 1,
    "mp_smoketurns": 5,
    "mp_flashdice": 2,
    "mp_planttime": 1,
    "mp_defusetime": 2,
    "mp_defusetimekit": 1,
    "mp_c4timer": 5,
    "mp_hostages": 2,
    "mp_hostagequota": 1,
    "sv_units_per_player": 1,
    "sv_movebatch": 1,
    "sv_chatlock": 1,
}
CONSTANTS = {
    "health": 3,
    "hostage_health": 2,
    "scope": 1,
    "crouch": 1,
    "cover": -1,
    "smoke": -1,
    "unscoped": -2,
    "steady": 1,
    "throw": 3,
    "blast_near": 4,
    "blast_far": 2,
    "kill": 3,
    "team_kill": -6,
    "hostage_kill": -6,
    "planted": 3,
    "defused": 3,
    "used": 1,
    "rescued": 4,
    "won_mission": 25,
    "won": 22,
    "lost": 14,
    "lost_again": 4,
    "lost_most": 26,
}


# Content out of the rulebook


def section(number: int) -> str:
    """A section of the rulebook."""
    return RULES.partition(f"\n## {number}. ")[2].partition("\n## ")[0]


def pool(text: str) -> tuple[int, int]:
    """`2W+3D` as wild and normal dice."""
    count = {part[-1]: int(part[:-1]) for part in text.split("+") if part[-1] in "WD"}
    return count.get("W", 0), count.get("D", 0)


@cache
def catalogue() -> dict[str, Array]:
    """Every entry of section 26 (TPS-26.1), by id."""
    found = {}
    for line in section(26).splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if cells[0].startswith("`"):
            found[cells[0].strip("`")] = gear(*cells)
    return found


def gear(id: str, name: str, kind: str, side: str, price: str, hit: str, harm: str, *rest: str) -> Array:
    """A line of the catalogue as a record."""
    feet, scope, auto, traits = rest
    id = id.strip("`")
    made = blank(Gear)
    thing = made[0]
    thing.kind = CLASSES.index(id if kind == "special" else kind)
    thing.side = (*SIDES, "any").index(side)
    thing.sold = int(price != "–")
    thing.price = int(price) if thing.sold else 0
    thing.split = int(hit.removeprefix("split ")) if hit.startswith("split") else 0
    thing.hit_wild, thing.hit_plain = pool(hit) if "W" in hit else (0, 0)
    thing.harm_wild, thing.harm_plain = pool(harm) if "W" in harm else (0, 0)
    thing.defence = int(harm[1]) if harm.endswith("Defense") else 0
    thing.footprints = int(feet)
    thing.scope, thing.auto, thing.sniper = int(scope == "yes"), int(auto == "yes"), int("sniper" in traits)
    thing.reach = steps(float(traits.removeprefix("reach "))) if traits.startswith("reach") else 0
    thing.effect = EFFECTS.index(id) + 1 if id in EFFECTS else 0
    return made


def number(id: str) -> int:
    """The number of a thing in the catalogue; -1 for `-`."""
    return -1 if id == "-" else list(catalogue()).index(id)


def price(*ids: str) -> int:
    """What these things cost together, by section 26."""
    return sum(int(catalogue()[id][0].price) for id in ids)


@cache
def maps() -> dict[str, dict[str, Any]]:
    """The maps of section 27, by id."""
    blocks = section(27).split("```json\n")[1:]
    found = [json.loads(block.partition("```")[0]) for block in blocks]
    return {each["id"]: each for each in found}


@cache
def map_plan(id: str) -> TerrainPlan:
    """A map as a plan of its field."""
    one = maps()[id]
    return TerrainPlan(
        *one["size"],
        walls=one["walls"],
        windows=one["windows"],
        blocks=one["blocks"],
        low=one["low"],
        zones=[zone["shape"] for zone in one["zones"]],
    )


@cache
def map_tables(id: str) -> Array:
    """Tables of a map: its field, sites, rescue shapes, spawns and hostages."""
    one = maps()[id]
    made = bare_tables(map_plan(id), one["mode"])
    tables = made[0]
    tables.options.mp_roundturns = one["round_turns"]
    for shapes, name in ((one.get("sites", {}), "sites"), (one.get("rescue", {}), "rescues")):
        setattr(tables, f"n_{name}", len(shapes))
        for k, outline in enumerate(shapes.values()):
            put_shape(getattr(tables, name)[k], corners_of(outline) or [])
    for k, side in enumerate(SIDES):
        tables.sides[k].n_spawns = len(one["spawns"][side])
        for n, (x, y) in enumerate(one["spawns"][side]):
            tables.sides[k].spawns[n] = steps(x), steps(y)
    tables.n_hostages = min(2, len(one.get("hostages", ())))
    for n, (x, y) in enumerate(one.get("hostages", ())):
        tables.hostages[n] = steps(x), steps(y)
    return made


def bare_tables(plan: TerrainPlan, mode: str = "bomb") -> Array:
    """Tables of a plan, with the whole catalogue and every option at its default."""
    made = blank(Tables)
    tables = made[0]
    made["field"] = build(plan)
    tables.mode = MODES.index(mode)
    things = catalogue()
    tables.n_gear = len(things)
    for k, thing in enumerate(things.values()):
        made["gear"][0, k] = thing[0]
    tables.knife, tables.bomb = number("knife"), number("bomb")
    tables.sides[0].pistol, tables.sides[1].pistol = number("glock18") + 1, number("usp") + 1
    for name, value in OPTIONS.items():
        setattr(tables.options, name, value)
    for name, value in CONSTANTS.items():
        setattr(tables.constants, name, value)
    return made


# Units


class UnitSpec(NamedTuple):
    """A unit as a test describes it."""

    side: str
    x: float
    y: float
    gear: tuple[str, ...]
    armour: str
    weapon: str
    targets: str
    over: str
    throw: str
    fields: dict[str, int]


def unit(
    side: str,
    x: float,
    y: float,
    *gear: str,
    armour: str = "0/0/3",
    weapon: str = "",
    targets: str = "",
    over: str = "",
    throw: str = "",
    **fields: int,
) -> UnitSpec:
    """A unit: what it carries (`mp5!` is out of ammo), and what it has called.

    `weapon` is the called weapon, else the first of primary, sidearm and knife that it has. `targets` are `U2`, or with
    shares or a split `U2:1:2,U3:0:2`. What is `over` the weapon is carried as well; a `throw` of it is `30,21 2`, or
    with a split `30,21 2 4`. Other fields of the unit are given by name.
    """
    return UnitSpec(side, x, y, gear, armour, weapon, targets, over, throw, fields)


class Position(NamedTuple):
    """A position and what it is played with."""

    states: Array
    tables: Array

    @property
    def state(self) -> Any:
        return self.states[0]

    def unit(self, seat: int) -> Any:
        """The unit of a seat, from 1."""
        return self.states[0].units[seat - 1]

    def armour(self, seat: int) -> str:
        """`0/1/3`."""
        one = self.unit(seat)
        return f"{one.helmet.mark}/{one.vest.mark}/{one.health}"

    def copy(self) -> Position:
        """The same again, to be altered apart."""
        return Position(self.states.copy(), self.tables.copy())


def position(
    *units: UnitSpec,
    map: str = "",
    plan: TerrainPlan | None = None,
    mode: str = "bomb",
    hostages: Sequence[tuple[float, float]] = (),
    phase: int = ACTION,
    step: int = 1,
    turn: int = 1,
    round: int = 1,
    smoke: str = "",
    **options: int,
) -> Position:
    """A position on one of the rulebook's maps, or on a plan, or on bare ground of 100 MU by 60."""
    made = map_tables(map).copy() if map else bare_tables(plan or TerrainPlan(100, 60, zones=[[0, 0, 100, 60]]), mode)
    states = blank(State)
    tables, state = made[0], states[0]
    for name, value in options.items():
        if not hasattr(tables.options, name):
            raise AttributeError(name)
        setattr(tables.options, name, value)
    tables.n_units = state.n_units = len(units)
    state.phase, state.turn, state.round_number, state.step = phase, turn, round, step if phase == ACTION else 0
    for i, one in enumerate(units):
        tables.sides_of[i], tables.player_of[i] = SIDES.index(one.side), i
        put_unit(state, i, one)
    for h, (x, y) in enumerate(hostages):
        hostage = state.hostages[h]
        hostage.status, hostage.x, hostage.y = PLACED, steps(x), steps(y)
        hostage.health = tables.constants.hostage_health
        tables.n_hostages = h + 1
    for zone in smoke.split():
        state.smoke[zone_number(map, zone)] = turn + 4
    return Position(states, made)


def zone_number(map: str, zone: str) -> int:
    """The number of a zone; on bare ground zones are called by it."""
    return [one["id"] for one in maps()[map]["zones"]].index(zone) if map else int(zone)


def put_unit(state: Any, i: int, one: UnitSpec) -> None:
    """Put a unit on the table."""
    unit = state.units[i]
    unit.side, unit.alive, unit.x, unit.y = SIDES.index(one.side), 1, steps(one.x), steps(one.y)
    helmet, vest, unit.health = map_ints(one.armour)
    for word in one.gear:
        give_gear(unit, word.rstrip("!"), int(word.endswith("!")))
    for place, token, dice in (("helmet", unit.helmet, helmet), ("vest", unit.vest, vest)):
        token.gear, token.mark = (number(place) + 1, dice) if dice else (0, 0)
    unit.weapon = PRIMARY if unit.primary.gear else SIDEARM if unit.sidearm.gear else KNIFE_SLOT
    if one.weapon:
        unit.weapon = {"primary": PRIMARY, "sidearm": SIDEARM, "knife": KNIFE_SLOT}[one.weapon]
    unit.called = unit.weapon
    for k, word in enumerate(one.targets.split(",") if one.targets else ()):
        name, *shares = word.split(":")
        unit.targets[k] = NAMES.find_unit(name), *map_ints("/".join([*shares, "0", "0"][:2]))
        unit.n_targets = k + 1
    if one.over:
        give_gear(unit, one.over, 0)
        unit.over = number(one.over) + 1
    if one.throw:
        aim, *dice = one.throw.split()
        unit.aim_x, unit.aim_y = NAMES.find_point(aim)
        unit.dice, unit.to_hit = map_ints("/".join([*dice, "0"][:2]))
    for name, value in one.fields.items():
        setattr(unit, name, value)


def map_ints(text: str) -> list[int]:
    """`0/1/3` as numbers."""
    return [int(word) for word in text.split("/")]


def give_gear(unit: Any, id: str, mark: int) -> None:
    """A thing in its place."""
    kind = CLASSES[catalogue()[id][0].kind]
    if kind == "grenade":
        free = next(k for k in range(len(unit.grenades)) if not unit.grenades[k].gear)
        unit.grenades[free].gear = number(id) + 1
        return
    places = {"pistol": "sidearm", "kit": "special", "bomb": "special", "vest": "vest", "helmet": "helmet"}
    token = getattr(unit, places.get(kind, "primary"))
    token.gear, token.mark = number(id) + 1, mark


class RulebookNames:
    """Names of units, places and things, as the tests write them."""

    def unit(self, index: int) -> str:
        return "-" if index < 0 else f"U{index + 1}" if index < UNITS else f"H{index - UNITS + 1}"

    def find_unit(self, text: str) -> int:
        if text[:1] not in ("U", "H") or not text[1:].isdecimal():
            return -1
        return int(text[1:]) - 1 + (UNITS if text[0] == "H" else 0)

    def point(self, x: int, y: int) -> str:
        return f"{decimal_text(x)},{decimal_text(y)}"

    def find_point(self, text: str) -> tuple[int, int]:
        found = read_point(text)
        if found is None:
            raise BadNotation(text)
        return found

    def thing(self, sort: str, index: int) -> str:
        if index < 0:
            return "-" if index == -1 else "?"
        if sort == "winner":
            return WINNERS[index]
        return list(catalogue())[index] if sort == "gear" else str(index)

    def find_thing(self, sort: str, text: str) -> int:
        return number(text) if text in catalogue() else -1 if text == "-" else -2

    def unit_title(self, name: str) -> str:
        return name

    def thing_title(self, sort: str, name: str) -> str:
        return name


NAMES = RulebookNames()


# Running


def run_actions(
    at: Position, dice: Iterable[int] = (), until: Callable[[Any], bool] | None = None
) -> list[LoggedEvent]:
    """Run the action phase to its end, or until something holds, with exactly these faces; the position changes."""
    faces, log = tape(list(dice)), new_log()
    while at.state.phase == ACTION and not (until and until(at.state)):
        advance_action(at.state, at.tables[0], faces[0], log[0])
    assert faces[0].used == faces[0].have, f"{faces[0].have - faces[0].used} faces were not needed"
    return decode_log(log, KINDS, REASONS, PURPOSES, NAMES)


def events_of(told: Iterable[LoggedEvent], kind: type[Event]) -> list[LoggedEvent]:
    """The events of one kind."""
    return [one for one in told if type(one.event) is kind]


def faces_of(told: LoggedEvent) -> list[int]:
    """The faces that made an event."""
    return [die.face for die in told.dice if isinstance(die, DieRoll)]


def outcomes(at: Position) -> list[tuple[Any, Fraction]]:
    """Every way the action phase can end, exactly: each state with its chance."""
    front, done = {at.states.tobytes(): Fraction(1)}, {}
    while front:
        ahead: dict[bytes, Fraction] = {}
        for raw, chance in front.items():
            for end, part in step_outcomes(raw, at):
                into = done if end[0].phase != ACTION else ahead
                into[end.tobytes()] = into.get(end.tobytes(), Fraction(0)) + chance * part
        front = ahead
    return [(states_from(raw, at)[0], chance) for raw, chance in done.items()]


def states_from(raw: bytes, at: Position) -> Array:
    """A state from its bytes."""
    return from_bytes(raw, at.states)


def step_outcomes(raw: bytes, at: Position) -> Iterable[tuple[Array, Fraction]]:
    """One step every way its dice can fall."""
    dice, log = exhaustive(), new_log()
    going = True
    while going:
        states = states_from(raw, at)
        dice[0].used = log[0].count = 0
        advance_action(states[0], at.tables[0], dice[0], log[0])
        used = int(dice[0].used)
        known = int(dice[0].outcome_id[used])
        part = Fraction(int(dice[0].weight[used]), int(dice[0].whole[used])) * (exact_chance(known) if known else 1)
        yield states, part
        going = next_outcome(dice[0])


def chance(at: Position, holds: Callable[[Any], bool]) -> Fraction:
    """The chance that something holds when the action phase is over."""
    return sum((part for state, part in outcomes(at) if holds(state)), Fraction(0))


def choice(verb: int, targets: str = "", aim: str = "", dice: int = 0, to_hit: int = 0) -> Any:
    """A choice of the TARGET phase as a record."""
    made = blank(Choice)
    one = made[0]
    one.verb, one.unit, one.target = verb, dice, to_hit
    if aim:
        one.x, one.y = NAMES.find_point(aim)
    for k, word in enumerate(targets.split(",") if targets else ()):
        name, *shares = word.split(":")
        one.parts[k] = NAMES.find_unit(name), *(int(share) for share in [*shares, "0", "0"][:2])
        one.n = k + 1
    return one
