"""The words of an order: what somebody is about to do, and what an order would have it do."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from ...core.decision import Moment
from ...core.engine.record import Array
from ...core.menu_runs import AlikeOptions
from ...core.protocol.choices import name_of
from ...core.protocol.field_kinds import NONE
from ...core.protocol.sentences import join_words
from ...core.space.units import round_point
from .choices import VERBS, orders
from .menu_facts import A_WAY, HELD, IS_ABOARD, OWN, RUN, alike_ways, cost_of_way, cost_words, reach_to, standing_of
from .rules.ground import LONG, MEDIUM, TOO_FAR
from .state import STANCES
from .tables import COMBATANTS, VEHICLE_CLASS
from .terrain import LEGS

STANCE_WORDS = {name: f"{name.capitalize()} stance" for name in STANCES}
LUCK_WORDS = {"attack": "luck on the attack", "defence": "luck on the defence", "initiative": "luck on the initiative"}


def unit_name(moment: Moment) -> str:
    """The combatant that decides, in notation."""
    return str(moment.names.unit(moment.slot))


def title(moment: Moment, unit: str) -> str:
    """What people call a combatant; `you` for the one that decides."""
    number = moment.names.find_unit(unit)
    return "yourself" if number >= 0 and number == moment.slot else str(moment.names.unit_title(unit))


def titles(moment: Moment, units: Sequence[str]) -> str:
    """Several combatants."""
    return join_words([title(moment, unit) for unit in units]) if units else "nobody"


def held_weapon(moment: Moment, value: Any) -> int:
    """The weapon that an order is carried out with: what it draws, else the one in hand; -1: none."""
    if getattr(value, "weapon", "-") != "-":
        return int(moment.names.find_thing("weapon", value.weapon))
    return standing_of(moment, moment.slot).held


def weapon_words(moment: Moment, value: Any) -> str:
    """`with the rifle`; nothing without a weapon."""
    k = held_weapon(moment, value)
    return "" if k < 0 else str(moment.names.thing_title("weapon", moment.names.thing("weapon", k)))


# What each action says


def attack_words(moment: Moment, value: Any) -> str:
    """`attack Ben`, or `attack Ben with a burst, calling the Head`."""
    words = f"attack {title(moment, value.target)}{' with a burst' if value.burst == 'yes' else ''}"
    if value.called != "-":
        words += f", calling the {moment.names.thing_title('location', value.called)}"
    return words + class_words(moment, value) + reach_words(moment, value, value.target)


def attacks_alike(moment: Moment, choices: Array, facts: Array) -> AlikeOptions | None:
    """Moves straight to a point to attack somebody, with nothing else."""
    if facts[0, RUN] <= A_WAY:
        return None
    target = moment.names.unit(facts[0, RUN] - A_WAY - 1)
    value = orders.Attack(target=target, path=["0,0"])
    key = "attack words", target, *facts[0, HELD : IS_ABOARD + 1].tolist(), facts[0, OWN].item()
    action = moment.cached(key, lambda: f", {attack_words(moment, value)}")
    return alike_ways(moment, orders.Attack, target, action, choices, facts)


def reach_words(moment: Moment, value: Any, unit: str) -> str:
    """What stands in the way of an attack from here: no sight, or the distance (FS3-7.3); nothing once one moves."""
    weapon, target = held_weapon(moment, value), moment.names.find_unit(unit)
    if value.path or weapon < 0 or not 0 <= target < COMBATANTS or moment.slot >= COMBATANTS:
        return ""
    sees, _, band = reach_to(moment, target, weapon)
    if not sees:
        return ", out of sight now"
    return {TOO_FAR: ", out of reach now", MEDIUM: ", medium range", LONG: ", long range"}.get(band, "")


def fire_words(moment: Moment, value: Any) -> str:
    """Those at whom several shots go; of one alone what stands in the way."""
    alone = reach_words(moment, value, value.targets[0]) if len(value.targets) == 1 else ""
    return titles(moment, value.targets) + alone


def aim_words(moment: Moment, value: Any) -> str:
    """At whom to aim, and whether it is out of sight: there is no limit of range (FS3-7.12a)."""
    target, mine = moment.names.find_unit(value.target), 0 <= moment.slot < COMBATANTS
    sees = value.path or not mine or not 0 <= target < COMBATANTS or reach_to(moment, target, NONE).sees
    return f"aim at {title(moment, value.target)}{'' if sees else ', out of sight now'}"


def class_words(moment: Moment, value: Any) -> str:
    """Whether the weapon is meant for the other class of targets (FS3-8.17)."""
    k, target = held_weapon(moment, value), moment.names.find_unit(value.target)
    if k < 0 or not 0 <= target < COMBATANTS:
        return ""
    is_vehicle = bool(moment.state.combatants[target].vehicle)
    if is_vehicle == (moment.tables.weapons[k].klass == VEHICLE_CLASS):
        return ""
    return f" ({weapon_words(moment, value)} is meant for {'people' if is_vehicle else 'vehicles'})"


def victims_words(moment: Moment, value: Any) -> str:
    """Those among whom an explosive goes off."""
    pairs = (one.partition(":") for one in value.victims)
    return join_words([f"{title(moment, unit)} ({zone})" for unit, _, zone in pairs]) if value.victims else "nobody"


def treat_words(moment: Moment, value: Any) -> str:
    """Whom to treat, and which wound."""
    which = f", wound {value.wound}" if value.wound else ""
    return f"treat {title(moment, value.target)}{which}"


def subdue_words(moment: Moment, value: Any) -> str:
    """Whom to seize, or to go on holding."""
    held = int(moment.state.combatants[moment.slot].captive) - 1 if moment.slot < COMBATANTS else -1
    if held >= 0 and held == moment.names.find_unit(value.target):
        return f"hold on to {title(moment, value.target)}"
    target, mine = moment.names.find_unit(value.target), 0 <= moment.slot < COMBATANTS
    near = mine and 0 <= target < COMBATANTS and reach_to(moment, target, NONE).touches
    return f"subdue {title(moment, value.target)}{'' if near or value.path else ', out of reach now'}"


ACTIONS: dict[Any, Callable[[Moment, Any], str]] = {
    orders.Attack: attack_words,
    orders.FullAuto: lambda moment, value: f"full auto at {fire_words(moment, value)}",
    orders.Explode: lambda moment, value: (
        f"explode {weapon_words(moment, value)} at {title(moment, value.target)}"
        f"{reach_words(moment, value, value.target)}"
    ),
    orders.ExplodeAt: lambda moment, value: f"explode {weapon_words(moment, value)} at {round_point(value.at)}",
    orders.ExplodeAmong: lambda moment, value: f"explode among {victims_words(moment, value)}",
    orders.Suppress: lambda moment, value: f"suppress {fire_words(moment, value)}",
    orders.Aim: aim_words,
    orders.Reload: lambda moment, value: f"reload {weapon_words(moment, value)}",
    orders.Subdue: subdue_words,
    orders.Escape: lambda moment, value: "escape",
    orders.Rally: lambda moment, value: f"rally {title(moment, value.target)}",
    orders.Treat: treat_words,
    orders.Pass: lambda moment, value: "pass",
}
"""The action of an order in words."""


# What it says besides (FS3-6.15)


def part_words(moment: Moment, value: Any) -> Iterator[str]:
    """The other parts of an order, in the order in which they happen."""
    names = moment.names
    if value.release == "yes":
        yield "release your captive"
    if value.board != "-":
        yield f"board {names.thing_title('vehicle', value.board)}"
    if value.leave == "yes":
        yield f"get out at {round_point(value.leave_to)}"
    if value.weapon != "-":
        yield f"draw {names.thing_title('weapon', value.weapon)}"
    if value.stance != "keep":
        yield STANCE_WORDS[value.stance]
    if value.engage != "-":
        yield f"close with {title(moment, value.engage)}"
    if value.disengage == "yes":
        yield "disengage"
    if value.luck != "none":
        yield LUCK_WORDS[value.luck]
    if value.alternates:
        yield f"else {' or '.join(title(moment, unit) for unit in value.alternates)}"


def way_words(moment: Moment, points: Sequence[str]) -> str:
    """`go to 14.5,9 (5.4 of 10 m)`: where a path ends, and what it costs."""
    words = f"go to {round_point(points[-1])}"
    if not 0 <= moment.slot < COMBATANTS or not moment.tables.has_map or len(points) > LEGS:
        return words
    return words + cost_words(*cost_of_way(moment, tuple([moment.names.find_point(point) for point in points])))


def order_words(moment: Moment, value: Any) -> str:
    """An order in words: what is done, where to, and what else."""
    action = ACTIONS[type(value)](moment, value)
    way = way_words(moment, value.path) if value.path else ""
    parts = [action, way] if value.act_first == "yes" else [way, action]
    if action == "pass" and (way or [*part_words(moment, value)]):
        parts.remove(action)
    return ", ".join([*(one for one in parts if one), *part_words(moment, value)])


LABELS: Mapping[Any, Callable[[Moment, Any], str]] = dict.fromkeys(ACTIONS, order_words)
"""The words of each verb of an order."""


def order_text(at: Moment, order: Any) -> str:
    """What an order that is revealed has somebody do, in words: the action and its target (FS3-22.3)."""
    names = [at.names.unit_title(at.names.unit(int(one) - 1)) for one in order.targets[: order.n_targets]]
    action = "burst" if order.burst else name_of(VERBS[int(order.verb) - 1]).replace("_", " ")
    who = join_words(names) if names else ""
    if order.called:
        who += f", the {at.names.thing_title('location', at.names.thing('location', int(order.called) - 1))}"
    return f"{action}: {who}" if who else action
