"""What the words of a menu and its question follow from: numbers of each choice, and bytes of who decides."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache, partial
from itertools import repeat
from typing import Any, NamedTuple

import numpy as np

from ...core.decision import Moment
from ...core.engine.compiled import compiled, compiled_short
from ...core.engine.plain_records import WORD
from ...core.engine.record import Array
from ...core.engine.stack import on_stack
from ...core.menu_runs import POINT, AlikeOptions, Facts, texts_of
from ...core.protocol.choices import Choice, name_of
from ...core.protocol.field_kinds import NONE
from ...core.space.units import STEPS, point_texts
from . import choices as verbs
from .choices.orders import Pass
from .rules.gear import rounds_in_hand, weapon_in_hand
from .rules.ground import band_of, has_sight_between, in_contact, place_of
from .rules.modifiers import has_stance
from .rules.orders import has_target
from .rules.paths import add_leg, move_limit, path_cost, start_path
from .rules.wounds import wound_penalty, wound_total
from .state import WINDOW, State
from .tables import COMBATANTS, Tables
from .terrain import LEGS, Path

new_path = on_stack(Path)
RUN, HELD, IS_ABOARD, SEES, TOUCHES, BAND, HOLDS, COST, LIMIT, OWN = range(10)
COLUMNS = 10
A_WAY = COMBATANTS + 1  # the run of moves of one leg with nothing else; behind it those with an attack on each
PATH = "path="
UNTOLD = (
    *("shots", "hits", "given", "taken", "knockouts", "place", "initiative", "moved", "lost_order", "freed"),
    *("behaviour", "goal", "target", "fixed", "hurt", "reloads", "reloading", "aims", "aimed", "has_modified"),
)
"""What no words about a combatant follow from."""


@compiled
def write_facts(states: Array, tables: Array, slot: int, choices: Array, count: int, rows: Array) -> None:
    """Write a row for each order: the weapon for it, how its target stands, what its way costs, and whether it is
    one's own, that is whether it may say what the same order of another slot does not.

    What is done to one target is a run.
    """
    state, table = states[0], tables[0]
    last, sees, touches = NONE, False, False
    for k in range(count):
        choice, row = choices[k], rows[k]
        if slot >= COMBATANTS or not verbs.ATTACK <= choice.verb <= verbs.PASS:
            row[OWN] = 1 + slot
            continue
        verb, goes = choice.verb, verbs.path_count(choice) > 0
        if goes:
            write_way(state, table, slot, choice, row)
        if verb <= verbs.EXPLODE_AMONG or verb == verbs.SUPPRESS or verb == verbs.RELOAD:
            drawn = verbs.read_pass(choice).weapon
            row[HELD] = drawn if drawn != NONE else weapon_in_hand(state, table, slot)
        target = target_of(choice)
        if may_name(choice, slot):
            row[OWN] = 1 + slot
        row[RUN] = 1 + target
        if table.has_map and is_bare_way(choice):
            row[RUN] += A_WAY
        is_shot = verb <= verbs.EXPLODE or verb == verbs.SUPPRESS
        if not 0 <= target < COMBATANTS or not (is_shot or verb == verbs.AIM or verb == verbs.SUBDUE):
            continue
        if target != last:
            last, sees = target, has_sight_between(state, table, slot, target)
            touches = in_contact(state, table, slot, target)
        if verb == verbs.SUBDUE:
            row[HOLDS], row[TOUCHES] = state.combatants[slot].captive == target + 1, touches
            continue
        row[IS_ABOARD], row[SEES] = state.combatants[target].vehicle > 0, sees
        if is_shot and row[HELD] >= 0 and sees and not goes:
            row[BAND] = band_of(state, table, slot, target, row[HELD])


@compiled
def target_of(choice: Choice) -> int:
    """The one target of an order, or the first of several; -1: it has none."""
    verb = choice.verb
    if verb == verbs.FULL_AUTO or verb == verbs.SUPPRESS:
        return int(verbs.targets_at(choice, 0)) if verbs.targets_count(choice) == 1 else NONE
    return int(choice.target) if has_target(verb) else NONE


@compiled
def may_name(choice: Choice, who: int) -> bool:
    """Whether an order may name a combatant, so that its words say `yourself`."""
    verb, has_others = choice.verb, verbs.read_pass(choice).engage != NONE or verbs.alternates_count(choice) > 0
    if has_others or verb == verbs.EXPLODE_AMONG or (has_target(verb) and choice.target == who):
        return True
    if verb == verbs.FULL_AUTO or verb == verbs.SUPPRESS:
        for k in range(verbs.targets_count(choice)):
            if verbs.targets_at(choice, k) == who:
                return True
    return False


@compiled
def is_bare_way(choice: Choice) -> bool:
    """Whether an order is to go straight to a point, and nothing besides but to attack somebody."""
    parts = verbs.read_pass(choice)
    is_bare = parts.stance == 0 and parts.weapon == NONE and parts.board == NONE and parts.engage == NONE
    has_more = parts.act_first or parts.luck or parts.release or parts.leave or parts.disengage or parts.friendly
    if verbs.path_count(choice) != 1 or verbs.alternates_count(choice) > 0 or has_more or not is_bare:
        return False
    if choice.verb == verbs.ATTACK:
        attack = verbs.read_attack(choice)
        return bool(attack.called == NONE and not attack.burst)
    return bool(choice.verb == verbs.PASS)


@compiled
def write_way(state: State, tables: Tables, who: int, choice: Choice, row: Array) -> None:
    """Write what a way costs, and what it may."""
    path = new_path()
    start_path(state, who, path)
    for n in range(min(LEGS, verbs.path_count(choice))):
        leg = verbs.path_at(choice, n)
        add_leg(path, leg.x, leg.y)
    row[LIMIT] = move_limit(state, tables, who)
    row[COST] = path_cost(tables.terrain, path, path.n) if tables.has_map else 0


class Reach(NamedTuple):
    """How a combatant stands to another: whether it sees it and touches it, and the range band of a weapon."""

    sees: bool
    touches: bool
    band: int


@compiled_short
def write_reach(states: Array, tables: Array, who: int, target: int, weapon: int, row: Array) -> None:
    """Write all that in one call; without a weapon there is no band."""
    state, table = states[0], tables[0]
    row[0], row[1] = has_sight_between(state, table, who, target), in_contact(state, table, who, target)
    row[2] = band_of(state, table, who, target, weapon) if weapon >= 0 else NONE


def reach_to(moment: Moment, target: int, weapon: int) -> Reach:
    """How the one that decides stands to another, asked once."""

    def find() -> Reach:
        row = np.empty(3, np.int64)
        write_reach(moment.states, moment.setting.tables, moment.slot, target, weapon, row)
        sees, touches, band = row.tolist()
        return Reach(bool(sees), bool(touches), band)

    return moment.once(("reach", target, weapon), find)


@compiled_short
def write_cost(states: Array, tables: Array, who: int, legs: Array, row: Array) -> None:
    """Write what a way over some points costs, and what it may."""
    state, table, path = states[0], tables[0], new_path()
    start_path(state, who, path)
    for n in range(legs.shape[0]):
        add_leg(path, legs[n, 0], legs[n, 1])
    row[0], row[1] = path_cost(table.terrain, path, path.n), move_limit(state, table, who)


def cost_of_way(moment: Moment, points: tuple[tuple[int, int], ...]) -> tuple[int, int]:
    """What a way of the one that decides costs on a map, and what it may, asked once."""

    def find() -> tuple[int, int]:
        row = np.empty(2, np.int64)
        write_cost(moment.states, moment.setting.tables, moment.slot, np.array(points, np.int64), row)
        return int(row[0]), int(row[1])

    return moment.once(("cost", points), find)


FACTS = Facts(write_facts, COLUMNS)


def ways_alike(moment: Moment, choices: Array, facts: Array) -> AlikeOptions | None:
    """Moves straight to a point with nothing else, by what they cost."""
    return alike_ways(moment, Pass, "", "", choices, facts) if facts[0, RUN] == A_WAY else None


def alike_ways(moment: Moment, verb: Any, target: str, action: str, choices: Array, facts: Array) -> AlikeOptions:
    """The same of any verb, with what is done there: `, attack Ben`."""
    places = STEPS // 100 * choices["parts"][:, 0, :2].astype(np.int64)  # there in centimetres
    labels = list(map(way_label, facts[:, COST].tolist(), facts[:, LIMIT].tolist(), repeat(action)))
    words = tuple(map(PATH.__add__, point_texts(places)))
    form = " ".join([name_of(verb), *[target] * bool(target), "{}"])
    return AlikeOptions(verb, form, words, texts_of(labels), moment.names.unit(moment.slot), places, target)


@lru_cache(5_000)
def way_label(cost: int, limit: int, action: str) -> str:
    """A way straight to a point in words, with what it costs and what is done there."""
    return f"go to {POINT}{cost_words(cost, limit)}{action}"


def cost_words(cost: int, limit: int) -> str:
    """What a way costs of what it may, in metres: a tenth begun counts as one."""
    return f" ({math.ceil(cost / 10) / 10:g} of {limit / 100:g} m)"


def heading(moment: Moment) -> tuple[object, ...] | None:
    """What the question of a combatant follows from, and the things that it can name; None: of all the State."""
    state, who = moment.state, moment.slot
    if who >= COMBATANTS or who == moment.setting.referee:
        return None
    window = moment.states["window"].tobytes() if state.phase == WINDOW else b""
    return (
        (int(state.phase), int(state.turn), window),
        *(combatant_bytes(moment, who, "x", "y"), wound_bytes(moment)[who + 1]),
        *everybody(moment),
    )


def everybody(moment: Moment) -> tuple[object, ...]:
    """Who and what is in the fight: what the things that all can name follow from."""
    columns = "status", "being"
    return moment.of_state("all", lambda: (*[column(moment, one) for one in columns], *vehicle_types(moment)))


def combatant_bytes(moment: Moment, i: int, *without: str) -> bytes:
    """What of a combatant words follow from, but for its order and some fields."""
    return moment.list_bytes("combatants", COMBATANTS, "order", *UNTOLD, *without)[i]


def combatant(moment: Moment, i: int) -> Any:
    """A combatant as it stands, in plain Python numbers."""
    return moment.entry("combatants", i)


def vehicles(moment: Moment) -> list[int]:
    """The vehicle of each combatant, plus one; 0: it is in none."""
    return moment.of_state("vehicles", lambda: moment.states["combatants"]["vehicle"][0].tolist())


def vehicle_types(moment: Moment) -> list[int]:
    """The types of all vehicles, plus one; 0: there is none."""
    return moment.of_state("vehicle types", lambda: moment.states["vehicles"]["type"][0].tolist())


def wound_bytes(moment: Moment) -> list[tuple[bytes, ...]]:
    """The wounds of each victim, each with its number, and what they take together."""

    def find() -> list[tuple[bytes, ...]]:
        wounds = moment.states["wounds"][0, : moment.states["n_wounds"].item()]
        return _wound_bytes(moment.states["penalties"][0].tobytes(), wounds.tobytes(), wounds.dtype)

    return moment.of_state("wounds", find)


@lru_cache(64)
def _wound_bytes(penalties: bytes, wounds: bytes, layout: Any) -> list[tuple[bytes, ...]]:
    found = [[penalties[k : k + WORD]] for k in range(0, len(penalties), WORD)]
    for k, one in enumerate(np.frombuffer(wounds, layout)["victim"].tolist()):
        found[one].append(k.to_bytes(2, "big") + wounds[k * layout.itemsize : (k + 1) * layout.itemsize])
    return [tuple(one) for one in found]


class Standing(NamedTuple):
    """What rules say of a combatant: weapon in hand and rounds in it, what wounds take, whether a stance is its own.

    `x` and `y` are where it is, or its vehicle.
    """

    held: int
    rounds: int
    wounds: int
    penalty: int
    has_stance: int
    x: int
    y: int


NEW_STANDING: Callable[[list[int]], Standing] = partial(tuple.__new__, Standing)
"""One of its numbers, made without a step of Python."""


@compiled_short
def write_standings(states: Array, tables: Array, rows: Array) -> None:
    """Write all that in one call, a row for each combatant."""
    state, table = states[0], tables[0]
    for who in range(COMBATANTS):
        row, place = rows[who], place_of(state, who)
        row[0], row[1] = weapon_in_hand(state, table, who), rounds_in_hand(state, table, who)
        row[2], row[3], row[4] = wound_total(state, who + 1), wound_penalty(state, who, True), has_stance(state, who)
        row[5], row[6] = place.x, place.y


def standing_of(moment: Moment, who: int) -> Standing:
    """How a combatant stands, asked once."""

    def find() -> list[Standing]:
        rows = np.zeros((COMBATANTS, len(Standing._fields)), np.int64)
        write_standings(moment.states, moment.setting.tables, rows)
        return list(map(NEW_STANDING, rows.tolist()))

    return moment.of_state("standings", find)[who]


def column(moment: Moment, field: str) -> bytes:
    """A field of all combatants."""
    return moment.of_state(("column", field), lambda: bytes(moment.states["combatants"][field][0].tobytes()))
