"""Walking over several counts: choices, count by count, tried on a copy before any counts.

At a real table they tell how tokens came to where they stand; at any other they are what somebody plans.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from ...core.calls import to_act_at
from ...core.engine.record import Array
from ...core.errors import IllegalChoice
from ...core.game import Setting, Tabletop
from ...core.protocol.choices import Verb
from ...core.protocol.scene import Spot
from ...core.protocol.scene_query import rounded_point
from ...core.slot_choices import default_choice_of, refusal_of
from ..apply import apply_event
from ..record import CHOICE

Aim: TypeAlias = Spot | Verb
"""Where a token went, or what its slot did instead of going on a count."""
ChooseForOthers: TypeAlias = Callable[[Array, int], Verb]
NO_WAITS: Mapping[int, int] = {}
WAIT_COUNTS = (1, 2, 3)  # counts that somebody lets go by for others to pass
ARRIVAL_DISTANCE = 1e-4
PLACING_TOLERANCE = 0.05  # nobody puts a token down more exactly
TOUCH_DISTANCE = 0.1  # no farther apart than that are those who touch


class Walk(NamedTuple):
    """What a series of counts comes to: the choices of each decision, the State after them, and aims nobody came to."""

    rounds: tuple[Mapping[int, Verb], ...]
    states: Array
    unreached: Mapping[int, Sequence[Aim]]


def walk(
    setting: Setting,
    tabletop: Tabletop,
    states: Array,
    aims: Mapping[int, Sequence[Aim]],
    choose_for_others: ChooseForOthers,
    detouring_slots: Collection[int] = (),
    wait_counts: Mapping[int, int] = NO_WAITS,
) -> Walk:
    """Let slots go where they aim, as far as the counts allow; what `other` says for slots without an aim.

    Those who are `wary` go round tokens that stand in their way; who is `waiting` lets so many counts go by first.

    Raises:
        IllegalChoice: what a slot did instead of going is not allowed when its count comes.
    """
    remaining = {slot: list(each) for slot, each in aims.items()}
    rounds: list[Mapping[int, Verb]] = []
    while tabletop.counts(setting, states):
        owed = to_act_at(states, 0)
        choices = {
            slot: next_choice(setting, tabletop, states, slot, remaining.get(slot, []), slot in detouring_slots)
            or choose_for_others(states, slot)
            if len(rounds) >= wait_counts.get(slot, 0)
            else default_choice_of(setting, states, slot)
            for slot in range(owed.bit_length())
            if owed >> slot & 1
        }
        states = apply_event(setting, states, CHOICE, 0, tuple(choices.items()), 0).state
        rounds.append(choices)
    for slot, rest in remaining.items():
        if (
            rest
            and not isinstance(rest[0], Verb)
            and distance(token_spot(setting, states, slot), rest[0]) <= PLACING_TOLERANCE
        ):
            del rest[0]
    return Walk(tuple(rounds), states, {slot: rest for slot, rest in remaining.items() if rest})


def arrivals(
    setting: Setting,
    tabletop: Tabletop,
    states: Array,
    aims: Mapping[int, Sequence[Aim]],
    choose_for_others: ChooseForOthers,
) -> Walk:
    """All straight on; failing that, round tokens that stand in the way, and one letting others pass first.

    Raises:
        IllegalChoice: what a slot did instead of going is not allowed when its count comes.
    """
    best = walk(setting, tabletop, states, aims, choose_for_others)
    unreached_slots = tuple(best.unreached)
    waits = [
        dict[int, int](),
        *({slot: counts} for counts in WAIT_COUNTS for slot in unreached_slots if len(unreached_slots) > 1),
    ]
    for waiting in waits if unreached_slots else ():
        attempt = walk(setting, tabletop, states, aims, choose_for_others, unreached_slots, waiting)
        best = attempt if len(attempt.unreached) < len(best.unreached) else best
        if not best.unreached:
            break
    return best


class Path(NamedTuple):
    """A slot's way to a place: where it begins, its choices, where each leaves its token, and after which count.

    `obstruction` says who is in the way where it ends, as all stand when it is planned.
    """

    goal: Spot
    start: Spot
    choices: tuple[Verb, ...]
    stops: tuple[Spot, ...]
    counts: tuple[str, ...]
    obstruction: str = ""

    @property
    def reaches_goal(self) -> bool:
        """Whether it comes to the place within the counts that are left."""
        return distance(self.stops[-1], self.goal) <= PLACING_TOLERANCE

    def __str__(self) -> str:
        count = len(self.choices)
        length = f"{count} count{'s' if count > 1 else ''}"
        if self.reaches_goal:
            return f"to {rounded_point(self.goal)}: {length}"
        reason = f"; {self.obstruction} now" if self.obstruction else ""
        return f"towards {rounded_point(self.goal)}: {length}, as far as {rounded_point(self.stops[-1])}{reason}"


def path_to(setting: Setting, tabletop: Tabletop, states: Array, slot: int, goal: Spot) -> Path | None:
    """A slot's way to a place if everybody else stands still, as far as the counts go; None if it comes no nearer."""
    straight = find_path(setting, tabletop, states, slot, goal, False)
    if straight is None or straight.reaches_goal:
        return straight
    detour = find_path(setting, tabletop, states, slot, goal, True)
    return detour if detour and distance(detour.stops[-1], goal) < distance(straight.stops[-1], goal) else straight


def find_path(setting: Setting, tabletop: Tabletop, states: Array, slot: int, goal: Spot, detour: bool) -> Path | None:
    """The way straight on, or for who is `wary` round tokens that stand in it."""
    start = token_spot(setting, states, slot)
    aims: list[Aim] = [goal]
    legs: list[tuple[Verb, Spot, str]] = []
    at = start
    while at is not None and (ahead := tabletop.counts(setting, states)):
        owed = to_act_at(states, 0)
        choices_by_slot = {k: default_choice_of(setting, states, k) for k in range(owed.bit_length()) if owed >> k & 1}
        if slot in choices_by_slot:
            step = next_choice(setting, tabletop, states, slot, aims, detour)
            if step is None:
                break
            choices_by_slot[slot] = step
        states = apply_event(setting, states, CHOICE, 0, tuple(choices_by_slot.items()), 0).state
        counts_passed = len(ahead) - len(tabletop.counts(setting, states))
        at = token_spot(setting, states, slot)
        if slot in choices_by_slot and at is not None:
            legs.append((choices_by_slot[slot], at, ahead[max(counts_passed, 1) - 1].call.partition(",")[0]))
    while legs and distance(legs[-1][1], legs[-2][1] if len(legs) > 1 else start or goal) <= ARRIVAL_DISTANCE:
        legs.pop()  # what brings it no farther
    if start is None or not legs:
        return None
    choices, stops, counts = zip(*legs, strict=True)
    return Path(goal, start, choices, stops, counts, obstruction(setting, states, slot, stops[-1], goal))


def next_choice(
    setting: Setting, tabletop: Tabletop, states: Array, slot: int, aims: list[Aim], detour: bool
) -> Verb | None:
    """What a slot chooses on a count for the first of its aims that is not done; nothing once all are."""
    while aims:
        aim = aims[0]
        if isinstance(aim, Verb):
            if refused := refusal_of(setting, states, slot, aim):
                raise IllegalChoice(refused.code, refused.clause, f"{setting.slot_name(slot)}: {refused.sentence}")
            return aims.pop(0)  # type: ignore[return-value]
        at = token_spot(setting, states, slot)
        if at is not None and distance(at, aim) > ARRIVAL_DISTANCE:
            return tabletop.step_towards(setting, states, slot, *aim, detour)
        aims.pop(0)
    return None


def obstruction(setting: Setting, states: Array, slot: int, at: Spot, goal: Spot) -> str:
    """Who touches the token of a slot at a place, on the side of where it means to go: `U4 is in the way`."""
    tokens = setting.game.scene(setting, states).tokens
    own = next((token for token in tokens if token.slot == slot), None)
    names = [
        token.name_on_board
        for token in tokens
        if own is not None
        and token is not own
        and distance(token.at, at) <= token.radius + own.radius + TOUCH_DISTANCE
        and is_ahead(at, goal, token.at)
    ]
    return f"{' and '.join(names)} {'is' if len(names) == 1 else 'are'} in the way" if names else ""


def is_ahead(at: Spot, goal: Spot, other: Spot) -> bool:
    """Whether something is on the side to which somebody means to go."""
    return (other[0] - at[0]) * (goal[0] - at[0]) + (other[1] - at[1]) * (goal[1] - at[1]) > 0


def token_spot(setting: Setting, states: Array, slot: int) -> Spot | None:
    """Where the token of a slot stands; nowhere, if it has none on the table."""
    return next((token.at for token in setting.game.scene(setting, states).tokens if token.slot == slot), None)


def distance(start: Spot | None, end: Spot) -> float:
    """How far a place is from where a token stands, if it stands anywhere."""
    return math.dist(start, end) if start is not None else 0.0
