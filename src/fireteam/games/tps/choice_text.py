"""What the choices on a menu mean, in words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from ...core.engine.record import Array, blank
from ...core.game import Setting
from ...core.protocol.choices import Verb, encode, new_choices
from ...core.protocol.events import decode_log, new_log
from ...core.protocol.refusals import OK
from ...core.space.movement import Discs, move_together
from ...core.space.units import read_point
from . import choices as verbs
from .dice.pool import pool_name
from .events import KINDS
from .events.rounds import NotBought
from .events.words import FAILURE_TEXTS, FAILURES, PURPOSES, REASONS, STEPS
from .names import MatchNames
from .rules.attack import step_of
from .rules.calls import take_call
from .rules.count_limits import count_refusal
from .rules.purchases import apply_purchases
from .rules.units import called_gear, put_discs
from .tables import KNIFE, RADIUS

STANCE_TEXTS = {
    "standing": "",
    "crouching": ", crouching",
    "scoped": ", with its scope",
    "scoped_crouching": ", with its scope, crouching",
}
ACTION_TEXTS = {"none": "", "reload": ", reloading", "plant": ", planting the bomb", "defuse": ", defusing the bomb"}


class StepEnd(NamedTuple):
    """Where a step leads: the end if only walls and windows stop it, and if everybody else stands still as well."""

    end: tuple[int, int]
    end_among_tokens: tuple[int, int]
    is_uncut: bool


def step_end(states: Array, tables: Any, i: int, dx: int, dy: int) -> StepEnd:
    """Where a step of a unit leads; what others do on this count nobody knows."""
    unit, discs = states[0].units[i], blank(Discs, 2)
    for k in range(2):
        discs[k].n, discs[k].x[0], discs[k].y[0] = 1, unit.x, unit.y
        discs[k].vx[0], discs[k].vy[0] = dx, dy
    others = states.copy()[0]
    others.units[i].alive = 0
    put_discs(others)
    crowd, n = others.discs, int(others.discs.n)
    discs[1].n = n + 1
    discs[1].x[1 : n + 1], discs[1].y[1 : n + 1] = crowd.x[:n], crowd.y[:n]
    ends = []
    for k in range(2):
        move_together(tables.field, discs[k], RADIUS)
        ends.append((int(discs[k].x[0]), int(discs[k].y[0])))
    return StepEnd(ends[0], ends[1], ends[0] == (int(unit.x) + dx, int(unit.y) + dy))


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


class ChoiceLabels:
    """The words for a slot's choices at a moment."""

    def __init__(self, setting: Setting, states: Array, names: MatchNames, slot: int) -> None:
        self.setting, self.states, self.names, self.slot = setting, states, names, slot
        self.tables = setting.tables[0]
        self.by_verb: dict[type[Verb], Callable[[Any], str]] = {
            verbs.Buy: self.buy_label,
            verbs.Call: self.call_label,
            verbs.Move: lambda value: self.step_label(value.by),
            verbs.Plot: self.plot_label,
            verbs.Fire: lambda value: self.attack_label(value.targets),
            verbs.Throw: self.throw_label,
        }

    def label(self, value: Verb) -> str:
        """A choice in words; nothing where its verb has them."""
        say = self.by_verb.get(type(value))
        return say(value) if say else ""

    def title(self, id: str) -> str:
        """A thing by its id."""
        return self.names.title_of(self.names.find_thing("gear", id))

    def buy_label(self, value: verbs.Buy) -> str:
        """What is bought, what it costs, and what comes to nothing."""
        if not value.wants:
            return "nothing"
        spent, failed = self.try_purchase(value)
        return "; ".join([f"{', '.join(map(self.entry_label, value.wants))}: {spent} cash", *failed])

    def try_purchase(self, value: verbs.Buy) -> tuple[int, list[str]]:
        """What a list of purchases costs, and each thing of it that is not bought, with the reason."""
        after, choices, log = self.states.copy(), new_choices(), new_log()
        choices[self.slot] = encode(value, self.setting.game.verbs, self.names)[0]
        apply_purchases(after[0], self.tables, choices, log[0])
        told = [one.event for one in decode_log(log, KINDS, REASONS, PURPOSES, self.names)]
        failed = [one for one in told if isinstance(one, NotBought) and one.unit == self.names.unit(self.slot)]
        spent = int(self.states[0].units[self.slot].cash) - int(after[0].units[self.slot].cash)
        return spent, [f"no {self.title(one.token)}: {dict(zip(FAILURES, FAILURE_TEXTS))[one.why]}" for one in failed]

    def warning(self, value: verbs.Buy) -> str:
        """What of a list of purchases comes to nothing, with the price of all of it and the cash there is."""
        _, failed = self.try_purchase(value)
        wanted = (self.names.find_thing("gear", one) for one in value.wants if not one.startswith("drop:"))
        price = sum(int(self.tables.gear[gear].price) for gear in wanted if gear >= 0)
        cash = int(self.states[0].units[self.slot].cash)
        return f"{price} cash are needed, you have {cash}: {'; '.join(failed)}" if failed else ""

    def entry_label(self, entry: str) -> str:
        """An entry of a list of purchases."""
        title = self.title(entry.removeprefix("drop:"))
        return f"{title} laid down" if entry.startswith("drop:") else title

    def call_label(self, value: verbs.Call) -> str:
        """A call with its place in the order of action, the counts it leaves, and its dice."""
        after = self.states.copy()
        take_call(after[0], self.slot, encode(value, self.setting.game.verbs, self.names)[0])
        unit = after[0].units[self.slot]
        said = self.names.title_of(int(called_gear(self.tables, unit))) + STANCE_TEXTS[value.stance]
        said += f", {self.title(value.over)} over it" if value.over != "-" else ""
        step, dice = int(step_of(self.tables, unit)), dice_in_words(self.tables, unit)
        said += f"{ACTION_TEXTS[value.action]}: step {step} ({STEPS[step]})"
        return f"{said}, counts {counts_in_words(usable_counts(self.tables, unit))}{f', {dice}' if dice else ''}"

    def step_label(self, by: str) -> str:
        """Where a step leads."""
        dx, dy = read_point(by) or (0, 0)
        found = step_end(self.states, self.tables, self.slot, dx, dy)
        said = f"to {self.names.point(*found.end)}{'' if found.is_uncut else ', where it is stopped'}"
        if found.end_among_tokens != found.end:
            said += f"; {self.names.point(*found.end_among_tokens)} if nobody makes way"
        return said

    def plot_label(self, value: verbs.Plot) -> str:
        """Orders for several counts."""
        return ", ".join(order.replace(":", " ") for order in value.orders)

    def attack_label(self, targets: Sequence[str]) -> str:
        """Whom the weapon in hand is pointed at, with the dice for each."""
        gear = int(called_gear(self.tables, self.states[0].units[self.slot]))
        thing, said = self.tables.gear[gear], []
        for one in targets:
            name, first, second = [*one.split(":"), "0", "0"][:3]
            if thing.split:
                said.append(f"{name} with {first} dice to hit and {int(thing.split) - int(first)} of damage")
            elif first != "0" or second != "0":
                said.append(f"{name} with {pool_name(int(first), int(second))} of damage")
            else:
                said.append(name)
        return f"{self.names.title_of(gear)} at {', '.join(said)}"

    def throw_label(self, value: verbs.Throw) -> str:
        """A throw, and the attack that follows it."""
        grenade = self.names.title_of(int(self.states[0].units[self.slot].over) - 1)
        said = f"{grenade} towards {value.aim} with {pool_name(1, value.dice - 1)}"
        said += f", {value.to_hit} dice of it to hit" if value.to_hit else ""
        return f"{said}; then {self.attack_label(value.targets)}" if value.targets else said
