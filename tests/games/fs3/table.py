"""A table to try rules on: combatants by words on a table without content, orders in notation, dice from a list.

    at = table("anna 5,5 rifle rating=5 heavy_body", "bob 15,5 pistol npc=5")
    told = act(*at, "anna: attack bob", dice=[60, 40, 5, 2, 45])      # the action alone, as in ACTIONS
    told = do(*at, "anna: attack bob", "bob: pass", dice=[...])       # a whole turn, initiative and all
    assert refused(*at, "anna: attack anna") == "E-TARGET"

A combatant is its name, its place in metres (`-` without a map), then in any order weapons (the first in hand), armour,
a stance, `npc=5` (an NPC with that rating; else it is a PC), `rating=5` (of all skills; attributes are 5), a skill or
an attribute with a rating (`Firearms=8`, `First_Aid=4`), `team=2` (PCs are of team 1, NPCs of team 2), `in=v1` (the
first in a vehicle is its pilot) and `passenger`, `out` (knocked out), and whatever number a Combatant's record has:
`luck=1`, `suppression=3`, `cover=4`. Who has no weapon named carries none. A weapon with rounds, `rifle:7`, or rounds
and clips, `rifle:7:2`. Vehicles are `v1 interceptor 100,100`. Features are rectangles in metres with flags:
`("10,5,2,1", "move protection=2 covers=LL,RL")`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import Any

from fireteam.content.options import Declaration
from fireteam.core.chance.distribution import Distribution, certain, run_all_to_decision
from fireteam.core.dice import tape
from fireteam.core.engine.dispatch import advance, redact, to_act
from fireteam.core.engine.record import Array, blank
from fireteam.core.game import Setting
from fireteam.core.logged_events import read_events
from fireteam.core.protocol.choices import new_choices, notation, put_choice
from fireteam.core.protocol.events import LoggedEvent, new_log
from fireteam.core.protocol.field_kinds import UNKNOWN
from fireteam.core.protocol.listed_names import ListedNames
from fireteam.core.run import apply, apply_free, run_to_decision
from fireteam.core.slot_choices import encode_choice, menu, read_choice, refusal_of
from fireteam.games.fs3 import game, state, tables, terrain
from fireteam.games.fs3.field_kinds import metres_text
from fireteam.games.fs3.rules.orders import open_fight, put_order
from fireteam.games.fs3.rules.wounds import add_up_wounds
from tests.games.fs3.rulebook_tables import (
    ABILITIES,
    ARMOUR_IDS,
    ATTRIBUTES,
    CHARTS,
    LOCATIONS,
    SKILLS,
    TYPE_IDS,
    WEAPON_IDS,
    bits,
    metres,
    put_armours,
    put_charts,
    put_types,
    put_weapons,
)

At = tuple[Setting, Array]
DEFAULTS: dict[str, Any] = {
    "turn_seconds": 5,
    "orders": "hidden",
    "armour_reduction": "uniform",
    "cover_chance": 75,
    "cover_default_protection": 4,
    "explosive_suppresses": 1,
    "blast_attack_roll": "shared",
    "blast_cap_zone": 4,
    "half_rounding": "up",
    "cover_vs_blast": 1,
    "treat_scope": "one_wound",
    "treat_window_s": 3600,
    "ko_clamp": "none",
    "npc_removed_on_ko": 1,
    "luck_mode": "declared",
    "luck_scope": "roll",
    "window_s": 20,
    "crew_hit_multiplier": 5,
    "crew_hit_cap": 90,
    "class_mismatch": "warn",
    "contact_gap_cm": 100,
    "move_cm": 1000,
    "rally_range_cm": 2000,
    "default_distance_cm": 2000,
}
WORDS = {
    "orders": ("hidden", "open"),
    "armour_reduction": ("uniform", "capped"),
    "blast_attack_roll": ("shared", "per_target"),
    "half_rounding": ("up", "down"),
    "treat_scope": ("one_wound", "all_wounds"),
    "ko_clamp": ("none", "sc"),
    "luck_mode": ("declared", "windows", "off"),
    "luck_scope": ("roll", "turn"),
    "class_mismatch": ("warn", "allow", "forbid"),
}
OPTIONS = tuple(name for name, each in vars(tables.Options).items() if isinstance(each, Declaration))
FLAGS = {"sight": terrain.SIGHT, "move": terrain.MOVE, "rough": terrain.ROUGH}
KNOWN = {"team", "in", "npc", "rating", "passenger", "observer", "out", "pc"}
Feature = tuple[str, str]


class HandNames(ListedNames):
    """The names of a table by hand."""

    unknown = UNKNOWN

    def point(self, x: int, y: int) -> str:
        """A place in metres."""
        return f"{metres_text(x)},{metres_text(y)}"

    def find_point(self, text: str) -> tuple[int, int]:
        """Its two numbers in centimetres."""
        x, y = map(metres, text.split(","))
        return x, y


def empty_tables(features: Sequence[Feature], size: tuple[float, float] | None, options: dict[str, Any]) -> Array:
    """Tables without combatants: weapons and all else as the rulebook lists them, the options named."""
    made = blank(tables.Tables)
    table = made[0]
    for name, value in {**DEFAULTS, **options}.items():
        assert name in OPTIONS, name
        setattr(table.options, name, WORDS[name].index(value) if name in WORDS else int(value))
    table.n_abilities, table.n_attributes, table.blast_percent = len(ABILITIES), len(ATTRIBUTES), 100
    for name, ability in {"initiative": "Reactive", "toughness": "Athletic", "jury_rig": "Repair"}.items():
        setattr(table, name, ABILITIES.index(ability))
    for name in ("First_Aid", "Medicine", "Repair"):
        setattr(table, name.lower(), ABILITIES.index(name))
    table.default_weapon, table.unarmed = WEAPON_IDS.index("rifle"), WEAPON_IDS.index("unarmed")
    put_weapons(table)
    put_armours(table)
    put_charts(table)
    put_types(table)
    if size:
        table.has_map, table.terrain.width, table.terrain.height = 1, metres(str(size[0])), metres(str(size[1]))
    for shape, flags in features:
        put_feature(table.terrain, shape, flags.split())
    return made


def put_feature(ground: Any, shape: str, flags: Sequence[str]) -> None:
    """Add a rectangle x, y, width, height, in metres."""
    x, y, w, h = map(metres, shape.split(","))
    feature = ground.features[ground.n]
    ground.n += 1
    feature.n = 4
    feature.xs[:4], feature.ys[:4] = (x, x + w, x + w, x), (y, y, y + h, y + h)
    feature.least_x, feature.least_y, feature.most_x, feature.most_y = x, y, x + w, y + h
    for flag in flags:
        key, _, value = flag.partition("=")
        if key == "protection":
            feature.protection = int(value)
        elif key == "covers":
            feature.lists_locations, feature.covered = 1, bits(value.replace(",", " "))
        else:
            feature.effects |= FLAGS[key]
            ground.effects |= FLAGS[key]


def table(
    *combatants: str,
    vehicles: Sequence[str] = (),
    features: Sequence[Feature] = (),
    size: tuple[float, float] | None = (60, 40),
    conditions: Sequence[dict[str, int]] = (),
    points: Sequence[dict[str, int]] = (),
    zones: Sequence[tuple[float, float, float, float]] = (),
    exits: int = 0,
    mock: int = 0,
    storyteller: bool = False,
    **options: Any,
) -> At:
    """The match and the State: the orders of turn 1 are awaited. `size=None` is a table without a map."""
    made = empty_tables(features, size, options)
    tab = made[0]
    tab.exits, tab.mock, tab.n_units = exits, mock, len(combatants)
    for row, values in (
        *zip(tab.conditions, conditions, strict=False),
        *zip(tab.points, points, strict=False),
    ):
        for name, value in values.items():
            setattr(row, name, value)
    for zone, corners in zip(tab.zones, zones, strict=False):
        zone.x0, zone.y0, zone.x1, zone.y1 = (metres(str(corner)) for corner in corners)
    states = blank(state.State)
    for k, text in enumerate(vehicles):
        _, kind, place = text.split()
        vehicle = states[0].vehicles[k]
        vehicle.type = TYPE_IDS.index(kind) + 1
        vehicle.x, vehicle.y = map(metres, place.split(","))
    names, craft = [text.split()[0] for text in combatants], [text.split()[0] for text in vehicles]
    for who, text in enumerate(combatants):
        put_combatant(states[0], tab, who, text.split()[1:], craft)
    tab.n_beings = len(combatants)
    if size is None:
        states[0].distances[:] = tab.options.default_distance_cm
    slots = (*names, "storyteller") if storyteller else tuple(names)
    tab.storyteller = len(slots) if storyteller else 0
    setting = Setting(GAME, "hand-made", {}, made, states, {"units": names, "vehicle": craft}, slots)
    if storyteller:
        setting = setting._replace(referee=len(slots) - 1)
    open_fight(states[0], tab)
    run_to_decision(states[0], tab, tape([])[0], new_log()[0])
    return setting._replace(opening=states.copy()), states


def put_combatant(record: Any, tab: Any, who: int, words: Sequence[str], craft: Sequence[str]) -> None:
    """Write a combatant and its sheet."""
    one, being = record.combatants[who], tab.beings[who]
    said = dict(word.split("=") for word in words if "=" in word)
    one.status, one.being, one.role = state.READY, who, state.SOLDIER
    one.is_pc = being.is_pc = int("npc" not in said)
    one.team = int(said.get("team", 1 if one.is_pc else 2))
    put_ratings(being, said)
    if words[0] != "-" and "in" not in said:
        one.x, one.y = map(metres, words[0].split(","))
    if "in" in said:
        one.vehicle = craft.index(said["in"]) + 1
        seated = [other for k, other in enumerate(record.combatants) if k < who and other.vehicle == one.vehicle]
        one.role = state.PASSENGER if seated or "passenger" in words else state.PILOT_ROLE
    for word in words[1:]:
        put_word(record, tab, one, word)
    one.hand = int(one.n_weapons > 0)
    being.chart, being.luck, being.armour = CHARTS.index("soldier"), one.luck, one.armour


def put_ratings(being: Any, said: dict[str, str]) -> None:
    """Ratings of a sheet: an NPC has one, a PC attributes of 5 and skills as said."""
    being.rating = int(said.get("npc", -1))
    for k, name in enumerate(ABILITIES):
        being.ratings[k] = int(said.get(name, 5 if name in ATTRIBUTES else said.get("rating", 5)))
        being.ruling[k] = ABILITIES.index(SKILLS[name]) + 1 if name in SKILLS else 0


def put_word(record: Any, tab: Any, one: Any, word: str) -> None:
    """What one word says of a combatant."""
    key, _, value = word.partition("=")
    weapon, *counts = word.split(":")
    if weapon in WEAPON_IDS:
        k = one.n_weapons
        one.n_weapons, one.weapons[k] = k + 1, WEAPON_IDS.index(weapon)
        one.rounds[k] = int(counts[0]) if counts else tab.weapons[one.weapons[k]].ammunition
        one.clips[k] = int(counts[1]) if len(counts) > 1 else -1
    elif word in ARMOUR_IDS:
        one.armour = ARMOUR_IDS.index(word) + 1
    elif word in state.STANCES:
        one.stance = state.STANCES.index(word)
    elif word == "out":
        one.status = state.KNOCKED_OUT
    elif word == "observer":
        one.role = state.OBSERVER
    elif key not in KNOWN and key not in ABILITIES:
        setattr(one, key, int(value))


# What happens


def names_of(setting: Setting, states: Array) -> HandNames:
    """The names of a table by hand."""
    things = {
        "weapon": WEAPON_IDS,
        "location": LOCATIONS,
        "armour": ARMOUR_IDS,
        "vehicle_type": TYPE_IDS,
        "vehicle": setting.content["vehicle"],
        "chart": CHARTS,
        "ability": ABILITIES,
    }
    return HandNames(
        setting.content["units"], {sort: {id: id.replace("_", " ") for id in ids} for sort, ids in things.items()}
    )


def number_of(setting: Setting, name: str) -> int:
    """The number of a combatant."""
    return setting.slots.index(name)


def read_line(setting: Setting, line: str) -> tuple[int, Any]:
    """Whose a line is, and what it says."""
    name, _, said = line.partition(":")
    return number_of(setting, name), read_choice(setting, said.strip())


def do(setting: Setting, states: Array, *lines: str, dice: Iterable[int] = ()) -> list[LoggedEvent]:
    """Everybody who owes something chooses, by default to pass, and the fight goes on to where somebody must choose.

    Raises:
        IllegalChoice: a choice is unlawful.
    """
    faces, log, choices = tape(list(dice)), new_log(), new_choices()
    chosen = dict(read_line(setting, line) for line in lines)
    owing = int(to_act(states[0]))
    for slot in range(owing.bit_length()):
        if owing >> slot & 1 and slot not in chosen:
            chosen[slot] = read_choice(setting, default_line(setting, states, slot))
    for slot, value in chosen.items():
        if no := refusal_of(setting, states, slot, value):
            raise no
        put_choice(choices, slot, encode_choice(setting, states, value))
    apply(states[0], setting.tables[0], choices, faces[0], log[0])
    assert faces[0].used == faces[0].have, f"only {faces[0].used} of {faces[0].have} dice fell"
    return read_events(setting, states, log)


def default_line(setting: Setting, states: Array, slot: int) -> str:
    """What is chosen for a slot that a test says nothing of."""
    if slot == setting.referee:
        return "begin_fight" if states[0].phase == state.LOBBY else "next_turn"
    if states[0].phase == state.WINDOW:
        return "decline"
    return "pass" if states[0].combatants[slot].status == state.READY else "stay_down"


def do_free(setting: Setting, states: Array, line: str, dice: Iterable[int] = ()) -> list[LoggedEvent]:
    """Somebody does what nobody owes."""
    faces, log = tape(list(dice)), new_log()
    slot, value = read_line(setting, line)
    if no := refusal_of(setting, states, slot, value):
        raise no
    choice = encode_choice(setting, states, value)
    apply_free(states[0], setting.tables[0], slot, choice[0], faces[0], log[0])
    return read_events(setting, states, log)


def act(
    setting: Setting, states: Array, *lines: str, dice: Iterable[int] = (), judge: bool = True
) -> list[LoggedEvent]:
    """Those named reveal their orders and act one after another, without initiative; the turn is not over then.

    They may do so again: whoever is ready may give an order.
    """
    faces, log = tape(list(dice)), new_log()
    states[0].phase = state.ORDERS
    states[0].owing = sum(1 << k for k, one in enumerate(states[0].combatants) if one.status == state.READY)
    begin_acts(setting, states, lines, log, judge)
    while states[0].phase == state.ACTIONS and is_acting(states):
        advance(states[0], setting.tables[0], faces[0], log[0])
    assert faces[0].used == faces[0].have, f"only {faces[0].used} of {faces[0].have} dice fell"
    return read_events(setting, states, log)


def begin_acts(setting: Setting, states: Array, lines: Sequence[str], log: Array, judge: bool = True) -> None:
    """Reveal the orders of these lines, in this order of action."""
    now, chosen = states[0], [read_line(setting, line) for line in lines]
    for slot, value in chosen:
        if judge and (no := refusal_of(setting, states, slot, value)):
            raise no
    for slot, value in chosen:
        put_order(now, setting.tables[0], slot, encode_choice(setting, states, value)[0])
    now.phase, now.owing, now.next, now.step = state.REVEAL, 0, 0, 0
    advance(now, setting.tables[0], tape([])[0], log[0])
    now.phase, now.n, now.next, now.step = state.ACTIONS, len(chosen), 0, 0
    for place, (slot, _) in enumerate(chosen):
        now.sequence[place], now.combatants[slot].place = slot + 1, place + 1


def is_acting(states: Any) -> bool:
    """Whether somebody of the order of action has not acted yet."""
    return bool(states[0].next < states[0].n or states[0].attack.kind or states[0].crew.vehicle)


def ways(setting: Setting, states: Array, line: str) -> Distribution:
    """Every way in which an action can end, with its chance; no more than that of one."""
    before = states.copy()
    begin_acts(setting, before, [line], new_log())
    front, seen = run_all_to_decision(
        certain(before), before, setting.tables, ends_at=lambda now: now.phase != state.ACTIONS or not is_acting([now])
    )
    return Distribution(front, before, seen)


def chance(setting: Setting, states: Array, line: str, counts: Callable[[Any], bool]) -> Fraction:
    """The chance that a State after an action is one that counts."""
    return ways(setting, states, line).chance(counts)


def end_turn(setting: Setting, states: Array, dice: Iterable[int] = ()) -> list[LoggedEvent]:
    """The turn ends, and the fight goes on to where somebody must choose."""
    faces, log, now = tape(list(dice)), new_log(), states[0]
    now.phase, now.owing, now.next, now.step = state.END_OF_TURN, 0, 0, 0
    run_to_decision(now, setting.tables[0], faces[0], log[0])
    assert faces[0].used == faces[0].have, f"only {faces[0].used} of {faces[0].have} dice fell"
    return read_events(setting, states, log)


def refused(setting: Setting, states: Array, line: str) -> str:
    """The code that refuses a choice, or "ok"; whichever it is, asking changes nothing."""
    before = states.tobytes()
    slot, value = read_line(setting, line)
    no = refusal_of(setting, states, slot, value)
    assert states.tobytes() == before
    assert no is None or (no.sentence and "{" not in no.sentence and setting.slots[slot] in no.sentence)
    return no.code if no else "ok"


def choices_of(setting: Setting, states: Array, name: str, start: str = "") -> list[str]:
    """The menu of somebody, in notation; only what starts like this."""
    lines = [notation(value) for value in menu(setting, states, number_of(setting, name))]
    return [line for line in lines if f"{line} ".startswith(f"{start} " if start else "")]


# What is there


def who(setting: Setting, states: Array, name: str) -> Any:
    """The record of a combatant."""
    return states[0].combatants[number_of(setting, name)]


def place_of(setting: Setting, states: Array, name: str) -> tuple[float, float]:
    """Where a combatant is, in metres."""
    one = who(setting, states, name)
    return float(one.x) / 100, float(one.y) / 100


def wounds_of(setting: Setting, states: Array, name: str) -> list[tuple[str, str]]:
    """Where the wounds of a combatant, or of a vehicle, are, and how grave."""
    craft = setting.content["vehicle"]
    victim = tables.COMBATANTS + craft.index(name) + 1 if name in craft else number_of(setting, name) + 1
    return [
        (LOCATIONS[wound.location], state.SEVERITIES[wound.severity])
        for wound in states[0].wounds
        if wound.victim == victim
    ]


def wound(setting: Setting, states: Array, name: str, severity: str, location: str = "CH", **fields: int) -> None:
    """Give a combatant, or a vehicle, a wound."""
    craft, now = setting.content["vehicle"], states[0]
    record = now.wounds[now.n_wounds]
    now.n_wounds += 1
    record.victim = tables.COMBATANTS + craft.index(name) + 1 if name in craft else number_of(setting, name) + 1
    record.location, record.turn = LOCATIONS.index(location), now.turn
    record.severity = record.initial = state.SEVERITIES.index(severity)
    for field, value in fields.items():
        setattr(record, field, value)
    add_up_wounds(now, record.victim)


def phase_of(states: Array) -> str:
    """What the fight is at."""
    return state.PHASES[states[0].phase]


def view_of(setting: Setting, states: Array, name: str) -> Array:
    """The State as somebody may know it."""
    copy = states.copy()
    redact(copy[0], setting.tables[0], 1 << number_of(setting, name))
    return copy


def kinds(told: Iterable[LoggedEvent]) -> list[str]:
    """What kinds of events happened."""
    return [str(one.event.__struct_config__.tag) for one in told]


def of_kind(told: Iterable[LoggedEvent], kind: str) -> list[LoggedEvent]:
    """The events of a kind."""
    return [one for one in told if one.event.__struct_config__.tag == kind]


def events(told: Iterable[LoggedEvent], kind: str) -> list[Any]:
    """The events of a kind, without dice and modifiers."""
    return [one.event for one in of_kind(told, kind)]


def only(told: Iterable[LoggedEvent], kind: str) -> Any:
    """The one event of a kind."""
    (one,) = of_kind(told, kind)
    return one.event


def values(told: Iterable[LoggedEvent], kind: str, field: str) -> list[Any]:
    """What the events of a kind have in a field."""
    return [getattr(one.event, field) for one in of_kind(told, kind)]


def why(told: Iterable[LoggedEvent], kind: str) -> dict[str, int]:
    """The modifiers of the first event of a kind, by their reasons."""
    return {row.label: row.amount for row in of_kind(told, kind)[0].modifiers}


def rolled(told: Iterable[LoggedEvent]) -> list[tuple[str, int]]:
    """Every die in the order it fell: what for, and its face."""
    return [(die.purpose, die.face) for one in told for die in one.dice]


GAME = game.GAME._replace(names=names_of)
"""The game, for fights that no content stands behind."""
