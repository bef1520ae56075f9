"""A table to try rules on: characters by hand on a table without content, choices in notation, dice from a list.

    at = table("A1 5,5 rifle_medium", "B1 25,5", modules="flinch solid_hits", act="A1")
    told = do(*at, "shoot A1 B1", dice=[6, 7])
    assert refused(*at, "shoot A1 A1") == "TARGET_FRIEND"

A character is its id, its place, then in any order firearms (`rifle_medium`; the first in hand), a melee weapon,
traits, a posture, and what it has: `wounds=1`, `markers=2`, `braced`, `activated`, `down`, `carrying`, `empty`,
`moved`, `ran`, and on Overwatch `ask`, `hold` or `auto` with `min=60`. Who has no weapon named has a medium rifle;
`unarmed` has none.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import fireteam.games.gunplay.game
from fireteam.content.options import Declaration
from fireteam.core.chance.distribution import Distribution, exhaust
from fireteam.core.dice import tape
from fireteam.core.engine.dispatch import redact, to_act
from fireteam.core.engine.record import Array, blank
from fireteam.core.game import Setting
from fireteam.core.logged_events import read_events
from fireteam.core.protocol.choices import new_choices, notation, put_choice
from fireteam.core.protocol.events import LoggedEvent, new_log
from fireteam.core.run import apply, apply_free, run_to_decision
from fireteam.core.slot_choices import encode_choice, menu, read_choice, refusal_of
from fireteam.core.space.convex_build import build_convex
from fireteam.games.gunplay import state, tables, terrain
from fireteam.games.gunplay.names import MatchNames, read_inches
from fireteam.games.gunplay.rules.deployment import open_match
from tests.games.gunplay.maps import FLAGS, Piece, corners_of

At = tuple[Setting, Array]
RULES = (Path(fireteam.games.gunplay.game.__file__).parent / "RULES.md").read_text(encoding="utf-8")
WEAPONS: dict[str, dict[str, Any]] = next(
    block for block in map(json.loads, re.findall(r"```json\n(.*?)```", RULES, re.DOTALL)) if "pistol_light" in block
)
SCENARIOS: dict[str, dict[str, Any]] = {
    block["id"]: block for block in map(json.loads, re.findall(r"```json\n(.*?)```", RULES, re.DOTALL)) if "id" in block
}
CLASSES = {
    "pistol": (6, 18, 0),
    "rifle": (6, 36, 72),
    "bolt": (6, 36, 72),
    "shotgun": (6, 18, 36),
    "carbine": (6, 24, 36),
    "smg": (6, 24, 36),
}
CONSTANTS: dict[str, Any] = {
    "die": 10,
    "levels": (0, 12, 9, 6, 3, 0, 0),
    "actions": 2,
    "speed": 300,
    "fast": 400,
    "slow": 200,
    "prone_range": 600,
    "gang": 2,
    "reach": 100,
    "edge": 51,
    "overwatch_actions": 2,
    "min_chance": 20,
}
DEFAULTS: dict[str, Any] = {
    "toughness_base": "Moderate",
    "brace_modifier": 1,
    "moved_modifier": -1,
    "ran_modifier": -1,
    "autofire_modifier": -1,
    "restricted_per_turn": 1,
    "solid_bonus": 1,
    "speed_modifier": 1,
    "wounds_modify_activation": 1,
    "step": "0.5",
    "deployment": "fixed",
}
WORDS = {"toughness_base": tables.BASES, "step": tables.STEPS, "deployment": ("fixed", "alternate")}
MODULES = tuple(name for name, each in vars(tables.Options).items() if isinstance(each, Declaration))[:10]
INITIATIVE = "activations flinch overwatch weapon_speed traits extra_difficulties"
FULL = " ".join(MODULES)
IDS = tuple(WEAPONS)
POSTURES = ("standing", "prone", "hiding")
FLAGS_OF = ("braced", "activated", "carrying", "moved", "ran", "ran_now", "shot_now")


def bands(record: Any, close: float, effective: float, extreme: float | None) -> None:
    record.close, record.effective, record.extreme = (int(100 * (value or 0)) for value in (close, effective, extreme))


def empty_tables(pieces: Sequence[Piece], size: tuple[float, float], modules: str, options: dict[str, Any]) -> Array:
    """Tables without characters: weapons as the rulebook lists them, the options named, nothing to win."""
    made = blank(tables.Tables)
    table = made[0]
    for name, value in {**DEFAULTS, **options, **dict.fromkeys(modules.split(), 1)}.items():
        assert name in table.options.dtype.names, name
        setattr(table.options, name, WORDS[name].index(str(value)) if name in WORDS else int(value))
    for name, value in CONSTANTS.items():
        setattr(table.constants, name, value)
    table.terrain.width, table.terrain.height = (round(100 * value) for value in size)
    table.terrain.step = round(100 * float(tables.STEPS[table.options.step]))
    table.terrain.n_pieces = len(pieces)
    for i, (kind, shape) in enumerate(pieces):
        table.terrain.pieces[i] = build_convex(corners_of(shape), FLAGS[kind], 100)
    for i, kind in enumerate(tables.CLASSES):
        bands(table.classes[i], *CLASSES[kind])
    table.n_weapons = len(WEAPONS)
    for i, each in enumerate(WEAPONS.values()):
        weapon = table.weapons[i]
        weapon.kind, weapon.weight = tables.CLASSES.index(each["class"]), tables.WEIGHTS.index(each["weight"])
        weapon.rof = tables.RESTRICTED if each["rof"] == "R" else int(each["rof"])
        bands(weapon.bands, each["close"], each["effective"], each["extreme"])
        weapon.damage, weapon.requires = each["damage"], tables.REQUIREMENTS.index(each["requires"])
        weapon.reload_after_shot = int(each.get("reload_after_shot", False))
    table.melees[tables.BLADE].damage = 1
    table.melees[tables.HEAVY_BLADE].damage, table.melees[tables.HEAVY_BLADE].strong = 2, 1
    table.scenario.turns, table.scenario.victory, table.scenario.break_at[:] = 8, tables.BREAK, 99
    return made


def number_of(name: str) -> int:
    """The number of a character, where each band is A1, A2, ... and B1, B2, ..."""
    return tables.SIDE * "AB".index(name[0]) + int(name[1:]) - 1


def table(
    *characters: str,
    pieces: Sequence[Piece] = (),
    size: tuple[float, float] = (40, 30),
    modules: str = "",
    act: str = "",
    actions: int = 2,
    choose: str = "",
    turn: int = 1,
    scenario: dict[str, Any] | None = None,
    **options: Any,
) -> At:
    """The match and the State: `act` is the active character, or `choose` the side that has the initiative.

    With neither, the match is about to begin.
    """
    made = empty_tables(pieces, size, modules, options)
    for text in characters:
        put_member(made[0].members, text)
    put_scenario(made[0].scenario, scenario or {})
    states = blank(state.State)
    open_match(states[0], made[0])
    for text in characters:
        put_character(states[0], made[0], text)
    if act or choose:
        states[0].turn = turn
        states[0].phase = state.ACT if act else state.CHOOSE
        states[0].holder = "AB".index((act or choose)[0])
    if act:
        states[0].active, states[0].actions = number_of(act) + 1, actions
        states[0].characters[number_of(act)].activated = 1
    return Setting(GAME, "hand-made", {}, made, states, None, ("a", "b")), states


def put_scenario(record: Any, values: dict[str, Any]) -> None:
    """What is played for: lengths in inches, words as content has them."""
    for name, value in values.items():
        if name == "victory":
            record.victory = tables.VICTORIES.index(value)
        elif name in ("zone",):
            put_rectangle(record.zone, value)
        elif name == "zones":
            for side in range(2):
                put_rectangle(record.zones[side], value[side])
        elif name == "markers":
            record.n_markers = len(value)
            for k, (x, y) in enumerate(value):
                record.markers[k, 0], record.markers[k, 1] = round(100 * x), round(100 * y)
        elif name == "item":
            record.n_items, record.item_x, record.item_y = 1, round(100 * value[0]), round(100 * value[1])
        elif name == "exit_edge":
            record.exit_edge[:] = [tables.EDGES.index(edge) for edge in value]
        elif name == "radius":
            record.radius = round(100 * value)
        elif name == "break_at":
            record.break_at[:] = value
        else:
            setattr(record, name, value)


def put_rectangle(record: Any, corners: Sequence[float]) -> None:
    record.x0, record.y0, record.x1, record.y1 = (round(100 * value) for value in corners)


def put_member(members: Any, text: str) -> None:
    name, place, *words = text.split()
    member = members[number_of(name)]
    member.id = int(name[1:])
    member.x, member.y = map(read_inches, place.split(","))
    weapons = [word for word in words if word in WEAPONS] or ["rifle_medium"] * ("unarmed" not in words)
    member.n_weapons = len(weapons)
    for k, weapon in enumerate(weapons):
        member.weapons[k] = IDS.index(weapon)
    for word in words:
        if word in tables.MELEES:
            member.melee = tables.MELEES.index(word)
        elif word in tables.TRAITS:
            member.traits |= 1 << tables.TRAITS.index(word)
        elif word in POSTURES:
            member.posture = POSTURES.index(word)


def put_character(record: Any, table: Any, text: str) -> None:
    """What of a character changes."""
    name, _, *words = text.split()
    character = record.characters[number_of(name)]
    known = {*WEAPONS, *tables.MELEES, *tables.TRAITS, *POSTURES}
    for word in words:
        key, _, value = word.partition("=")
        if word in POSTURES:
            character.posture = POSTURES.index(word)
        elif key in ("wounds", "markers", "ow_actions"):
            setattr(character, key, int(value))
        elif key in FLAGS_OF:
            setattr(character, key, 1)
        elif word == "down":
            character.status, character.braced = state.DOWN, 0
        elif word == "empty":
            character.loaded[0] = 0
        elif word in ("ask", "auto", "hold"):
            character.overwatch = 1
            orders = character.orders
            orders.policy, orders.on, orders.min_chance = ("ask", "auto", "hold").index(word), 3, 20
        elif key == "min":
            character.orders.min_chance = int(value)
        elif key == "on":
            character.orders.on = {"move": 1, "fire": 2}[value]
        elif key == "mode":
            character.orders.mode = 1
        elif key == "targets":
            character.orders.targets = sum(1 << number_of(target) for target in value.split("+"))
        elif key == "region":
            corners = [round(100 * float(part)) for part in value.split(",")]
            character.orders.in_region = 1
            character.orders.x0, character.orders.y0, character.orders.x1, character.orders.y1 = corners
        else:
            assert word in known, word
    if character.carrying:
        record.item_lies = record.item_x = record.item_y = 0


def names_of(setting: Setting, states: Array) -> MatchNames:
    return MatchNames(setting.tables[0], {id: id for id in IDS})


def do(
    setting: Setting, states: Array, *lines: str, dice: Iterable[int] = (), slot: int | None = None
) -> list[LoggedEvent]:
    """Make choices one after another, with dice that show these faces in all, and tell what happened.

    Without a choice, go on to where somebody must decide.

    Raises:
        IllegalChoice: a choice is unlawful.
    """
    faces, log, told = tape(list(dice)), new_log(), []
    for line in lines or ("",):
        log[0].count = 0
        if line:
            make(setting, states, line, faces, log, slot)
        else:
            run_to_decision(states[0], setting.tables[0], faces[0], log[0])
        told += read_events(setting, states, log)
    assert faces[0].used == faces[0].have, f"only {faces[0].used} of {faces[0].have} dice fell"
    return told


def make(setting: Setting, states: Array, line: str, faces: Array, log: Array, slot: int | None = None) -> None:
    value, after = read_choice(setting, line), states.copy()
    at = decider(states) if slot is None else slot
    if no := refusal_of(setting, states, at, value):
        raise no
    choices = new_choices()
    put_choice(choices, at, encode_choice(setting, states, value))
    if value.free:
        apply_free(after[0], setting.tables[0], at, choices[at], faces[0], log[0])
    else:
        apply(after[0], setting.tables[0], choices, faces[0], log[0])
    states[:] = after


def ways(setting: Setting, states: Array, line: str) -> Distribution:
    """Every way a choice can end, with its chance."""
    choices, slot = new_choices(), decider(states)
    value = read_choice(setting, line)
    if no := refusal_of(setting, states, slot, value):
        raise no
    put_choice(choices, slot, encode_choice(setting, states, value))
    return exhaust(states, setting.tables, choices)


def decider(states: Array) -> int:
    """The slot that owes a choice; 0 if nobody does."""
    return max(0, int(to_act(states[0])) - 1)


def refused(setting: Setting, states: Array, line: str, slot: int | None = None) -> str:
    """The code that refuses a choice, or "ok"; whichever it is, asking changes nothing (GUN-7.3)."""
    before = states.tobytes()
    no = refusal_of(setting, states, decider(states) if slot is None else slot, read_choice(setting, line))
    assert states.tobytes() == before
    assert no is None or (no.sentence and "{" not in no.sentence)
    return no.code if no else "ok"


def choices_of(setting: Setting, states: Array, start: str = "") -> list[str]:
    """The menu of who decides, in notation; only what starts like this."""
    lines = [notation(value) for value in menu(setting, states, decider(states))]
    return [line for line in lines if f"{line} ".startswith(f"{start} " if start else "")]


def who(states: Array, name: str) -> Any:
    """The record of a character."""
    return states[0].characters[number_of(name)]


def place_of(states: Array, name: str) -> tuple[float, float]:
    """Where a character is, in inches."""
    return float(who(states, name).x) / 100, float(who(states, name).y) / 100


def posture_of(states: Array, name: str) -> str:
    return POSTURES[who(states, name).posture]


def phase_of(states: Array) -> str:
    return state.PHASES[states[0].phase]


def is_down(states: Array, name: str) -> bool:
    return bool(who(states, name).status == state.DOWN)


def kinds(told: Iterable[LoggedEvent]) -> list[str]:
    """What kinds of events happened."""
    return [str(one.event.__struct_config__.tag) for one in told]


def of_kind(told: Iterable[LoggedEvent], kind: str) -> list[LoggedEvent]:
    return [one for one in told if one.event.__struct_config__.tag == kind]


def only(told: Iterable[LoggedEvent], kind: str) -> Any:
    """The one event of a kind."""
    (one,) = of_kind(told, kind)
    return one.event


def why(told: Iterable[LoggedEvent], kind: str) -> dict[str, int]:
    """The modifiers of the first event of a kind, by their reasons."""
    return {row.label: row.amount for row in of_kind(told, kind)[0].modifiers}


def rolled(told: Iterable[LoggedEvent]) -> list[tuple[str, int]]:
    """Every die in the order it fell: what for, and its face."""
    return [(die.purpose, die.face) for one in told for die in one.dice]


def view_of_slot(setting: Setting, states: Array, slot: int) -> Array:
    """The State as a slot may know it."""
    copy = states.copy()
    redact(copy[0], setting.tables[0], 1 << slot)
    return copy


def chance(setting: Setting, states: Array, line: str, name: str) -> Fraction:
    """The chance that a character is Down after a choice."""
    return ways(setting, states, line).chance(lambda s: s.characters[number_of(name)].status == state.DOWN)


GAME = fireteam.games.gunplay.game.GAME._replace(names=names_of)
"""The game, for matches that no content stands behind."""
assert terrain.CHARACTERS == 2 * tables.SIDE
