"""What the choices on a menu mean, in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ...core.decision import Moment
from ...core.engine.record import Array, copy_of
from ...core.game import Setting
from ...core.logged_events import read_events
from ...core.menu_runs import POINT
from ...core.protocol.choices import Verb
from ...core.protocol.refusals import OK
from ...core.scratch import scratch
from . import choices as verbs
from .dice.pool import pool_name
from .events.rounds import NotBought
from .events.words import FAILURE_TEXTS, FAILURES, STANCE_TEXTS, STEPS
from .menu_facts import words_of_step
from .rules.attack import step_of
from .rules.calls import take_call
from .rules.count_limits import count_refusal
from .rules.purchases import apply_purchases
from .rules.units import called_gear, put_discs
from .tables import KNIFE

WHY_NOT_BOUGHT = dict(zip(FAILURES, FAILURE_TEXTS, strict=True))
ACTION_TEXTS = {"none": "", "reload": ", reloading", "plant": ", planting the bomb", "defuse": ", defusing the bomb"}


def equipment_of(moment: Moment) -> bytes:
    """All of the slot's unit but where it stands: what words go by that tell of what it has and may do."""
    return moment.entry_bytes("units", moment.slot, "x", "y")


def others_of(states: Array, i: int) -> Any:
    """The discs of all other tokens on the table."""
    others = copy_of(states)[0]
    others.units[i].alive = 0
    put_discs(others)
    return others.discs


def counts_in_words(counts: Sequence[int]) -> str:
    """`1 to 10`, `2, 4, 6`, `none`."""
    if len(counts) > 2 and counts[-1] - counts[0] == len(counts) - 1:
        return f"{counts[0]} to {counts[-1]}"
    return ", ".join(map(str, counts)) or "none"


def usable_counts(tables: Any, unit: Any, first: int = 1) -> list[int]:
    """The regular counts, from one on, on which a unit may act as it is equipped now."""
    counts = range(first, int(tables.options.mp_movecounts) + 1)
    return [count for count in counts if count_refusal(tables, unit, count) == OK]


def dice_in_words(tables: Any, unit: Any) -> str:
    """What a call does to the to-hit dice, as far as it can be known."""
    thing, numbers = tables.gear[called_gear(tables, unit)], tables.constants
    if thing.kind == KNIFE:
        return ""  # a knife needs no roll (TPS-18.1)
    parts = [f"{numbers.scope:+d}D scope"] * bool(unit.scope) + [f"{numbers.crouch:+d}D crouching"] * bool(unit.crouch)
    if thing.sniper:
        parts.append(
            f"{numbers.steady:+d}D if it keeps still" if unit.scope else f"{numbers.unscoped:+d}D without its scope"
        )
    return ", ".join(parts)


# What choices come to, in words


def gear_title(moment: Moment, id: str) -> str:
    """A thing by its id."""
    return str(moment.names.title_of(moment.names.find_thing("gear", id)))


def buy_label(moment: Moment, value: verbs.Buy) -> str:
    """What is bought, what it costs, and what comes to nothing."""
    if not value.wants:
        return "nothing"
    wants = [
        f"{gear_title(moment, id.removeprefix('drop:'))}{' laid down' if id.startswith('drop:') else ''}"
        for id in value.wants
    ]
    spent, failed = try_purchase(moment, value)
    return "; ".join([f"{', '.join(wants)}: {spent} cash", *failed])


def try_purchase(moment: Moment, value: verbs.Buy) -> tuple[int, list[str]]:
    """What a list of purchases costs, and each thing of it that is not bought, with the reason."""
    after, log = copy_of(moment.states), scratch.log
    log["count"] = 0
    apply_purchases(after[0], moment.tables, moment.choices_with(moment.encode(value)), log[0])
    events = [one.event for one in read_events(moment.setting, moment.states, log)]
    mine = moment.names.unit(moment.slot)
    failed = [one for one in events if isinstance(one, NotBought) and one.unit == mine]
    spent = int(moment.state.units[moment.slot].cash) - int(after[0].units[moment.slot].cash)
    return spent, [f"no {gear_title(moment, one.token)}: {WHY_NOT_BOUGHT[one.why]}" for one in failed]


def warning(setting: Setting, states: Array, slot: int, value: Verb) -> str:
    """What of a purchase comes to nothing, with the price of all of it and the cash there is (TPS-7.6)."""
    if not isinstance(value, verbs.Buy):
        return ""
    moment = Moment(setting, states, slot)
    _, failed = try_purchase(moment, value)
    wanted = (moment.names.find_thing("gear", one) for one in value.wants if not one.startswith("drop:"))
    price = sum(int(moment.tables.gear[gear].price) for gear in wanted if gear >= 0)
    cash = int(states[0].units[slot].cash)
    return f"{price} cash are needed, you have {cash}: {'; '.join(failed)}" if failed else ""


def call_label(moment: Moment, value: verbs.Call) -> str:
    """A call with its place in the order of action, the counts it leaves, and its dice."""
    return moment.cached(("call", moment.slot, value, equipment_of(moment)), lambda: _call_label(moment, value))


def _call_label(moment: Moment, value: verbs.Call) -> str:
    after, tables = copy_of(moment.states), moment.tables
    take_call(after[0], moment.slot, moment.encode(value)[0])
    unit = after[0].units[moment.slot]
    text = moment.names.title_of(int(called_gear(tables, unit))) + STANCE_TEXTS[verbs.STANCES.index(value.stance)]
    text += f", {gear_title(moment, value.over)} over it" if value.over != "-" else ""
    step, dice = int(step_of(tables, unit)), dice_in_words(tables, unit)
    text += f"{ACTION_TEXTS[value.action]}: acts in step {step} ({STEPS[step]}), moves on counts"
    return f"{text} {counts_in_words(usable_counts(tables, unit))}{f', {dice}' if dice else ''}"


def step_label(moment: Moment, value: verbs.Move) -> str:
    """Where a step leads; what others do on this count nobody knows."""
    point, label = words_of_step(moment, value)
    return label.replace(POINT, point)


def attack_label(moment: Moment, value: verbs.Fire | verbs.Throw) -> str:
    """Whom the weapon in hand is pointed at, with the dice for each."""
    gear = int(called_gear(moment.tables, moment.state.units[moment.slot]))
    thing, phrases = moment.tables.gear[gear], []
    for one in value.targets:
        name, first, second = [*one.split(":"), "0", "0"][:3]
        if thing.split:
            phrases.append(f"{name} with {first} dice to hit and {int(thing.split) - int(first)} of damage")
        elif first != "0" or second != "0":
            phrases.append(f"{name} with {pool_name(int(first), int(second))} of damage")
        else:
            phrases.append(name)
    return f"{moment.names.title_of(gear)} at {', '.join(phrases)}"


def throw_label(moment: Moment, value: verbs.Throw) -> str:
    """A throw, and the attack that follows it."""
    grenade = moment.names.title_of(int(moment.state.units[moment.slot].over) - 1)
    text = f"{grenade} towards {value.aim} with {pool_name(1, value.dice - 1)}"
    text += f", {value.to_hit} dice of it to hit" if value.to_hit else ""
    return f"{text}; then {attack_label(moment, value)}" if value.targets else text


LABELS: Mapping[type[Verb], Callable[[Moment, Any], str]] = {
    verbs.Buy: buy_label,
    verbs.Call: call_label,
    verbs.Move: step_label,
    verbs.Plot: lambda _, value: ", ".join(order.replace(":", " ") for order in value.orders),
    verbs.Fire: attack_label,
    verbs.Throw: throw_label,
}
"""The words for choices that the labels of their verbs cannot give."""
