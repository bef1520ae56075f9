"""Walking over several counts: choices, count by count, tried on a copy before any counts.

At a real table they tell how tokens came to where they stand; at any other they are what somebody plans.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from ..core.choices import Verb
from ..core.dice import live
from ..core.entry import to_act
from ..core.errors import Refused
from ..core.game import Aloud, Setting, default_choice, refusal
from ..core.record import Array
from ..core.scene import Spot
from ..core.spots import near
from .record import CHOICE
from .running import take

Aim: TypeAlias = Spot | Verb
"""Where a token went, or what its slot did instead of going on a count."""
Other: TypeAlias = Callable[[Array, int], Verb]
NOBODY: Mapping[int, int] = {}
WAITS = (1, 2, 3)  # counts that somebody lets go by for others to pass
ARRIVED = 1e-4
NEAR = 0.05  # nobody puts a token down more exactly
TOUCH = 0.1  # no farther apart than that are those who touch


class Walk(NamedTuple):
    """What a series of counts comes to: the choices of each decision, the State after them, and aims nobody came to."""

    rounds: tuple[Mapping[int, Verb], ...]
    states: Array
    left: Mapping[int, Sequence[Aim]]


def walk(
    setting: Setting,
    aloud: Aloud,
    states: Array,
    aims: Mapping[int, Sequence[Aim]],
    other: Other,
    wary: Collection[int] = (),
    waiting: Mapping[int, int] = NOBODY,
) -> Walk:
    """Let slots go where they aim, as far as the counts allow; what `other` says for slots without an aim.

    Those who are `wary` go round tokens that stand in their way; who is `waiting` lets so many counts go by first.

    Raises:
        Refused: what a slot did instead of going is not allowed when its count comes.
    """
    left = {slot: list(each) for slot, each in aims.items()}
    rounds: list[Mapping[int, Verb]] = []
    while aloud.counts(setting, states):
        owed = int(to_act(states[0]))
        chosen = {
            slot: chooses(setting, aloud, states, slot, left.get(slot, []), slot in wary) or other(states, slot)
            if len(rounds) >= waiting.get(slot, 0)
            else default_choice(setting, states, slot)
            for slot in range(owed.bit_length())
            if owed >> slot & 1
        }
        states = take(setting, states, CHOICE, 0, tuple(chosen.items()), live(0), None).state
        rounds.append(chosen)
    for slot, rest in left.items():
        if rest and not isinstance(rest[0], Verb) and apart(stands(setting, states, slot), rest[0]) <= NEAR:
            del rest[0]
    return Walk(tuple(rounds), states, {slot: rest for slot, rest in left.items() if rest})


def arrivals(setting: Setting, aloud: Aloud, states: Array, aims: Mapping[int, Sequence[Aim]], other: Other) -> Walk:
    """All straight on; failing that, round tokens that stand in the way, and one letting others pass first.

    Raises:
        Refused: what a slot did instead of going is not allowed when its count comes.
    """
    best = walk(setting, aloud, states, aims, other)
    short = tuple(best.left)
    waits = [dict[int, int](), *({slot: counts} for counts in WAITS for slot in short if len(short) > 1)]
    for waiting in waits if short else ():
        again = walk(setting, aloud, states, aims, other, short, waiting)
        best = again if len(again.left) < len(best.left) else best
        if not best.left:
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
    def arrives(self) -> bool:
        """Whether it comes to the place within the counts that are left."""
        return apart(self.stops[-1], self.goal) <= NEAR

    def __str__(self) -> str:
        many = len(self.choices)
        said = f"{many} count{'s' if many > 1 else ''}"
        if self.arrives:
            return f"to {near(self.goal)}: {said}"
        who = f"; {self.obstruction} now" if self.obstruction else ""
        return f"towards {near(self.goal)}: {said}, as far as {near(self.stops[-1])}{who}"


def path_to(setting: Setting, aloud: Aloud, states: Array, slot: int, goal: Spot) -> Path | None:
    """A slot's way to a place if everybody else stands still, as far as the counts go; None if it comes no nearer."""
    straight = tried(setting, aloud, states, slot, goal, False)
    if straight is None or straight.arrives:
        return straight
    past = tried(setting, aloud, states, slot, goal, True)
    return past if past and apart(past.stops[-1], goal) < apart(straight.stops[-1], goal) else straight


def tried(setting: Setting, aloud: Aloud, states: Array, slot: int, goal: Spot, wary: bool) -> Path | None:
    """The way straight on, or for who is `wary` round tokens that stand in it."""
    start = stands(setting, states, slot)
    aims: list[Aim] = [goal]
    gone: list[tuple[Verb, Spot, str]] = []
    at = start
    while at is not None and (ahead := aloud.counts(setting, states)):
        owed = int(to_act(states[0]))
        chosen = {k: default_choice(setting, states, k) for k in range(owed.bit_length()) if owed >> k & 1}
        if slot in chosen:
            step = chooses(setting, aloud, states, slot, aims, wary)
            if step is None:
                break
            chosen[slot] = step
        states = take(setting, states, CHOICE, 0, tuple(chosen.items()), live(0), None).state
        passed = len(ahead) - len(aloud.counts(setting, states))
        at = stands(setting, states, slot)
        if slot in chosen and at is not None:
            gone.append((chosen[slot], at, ahead[max(passed, 1) - 1].called.partition(",")[0]))
    while gone and apart(gone[-1][1], gone[-2][1] if len(gone) > 1 else start or goal) <= ARRIVED:
        gone.pop()  # what brings it no farther
    if start is None or not gone:
        return None
    choices, stops, counts = zip(*gone, strict=True)
    return Path(goal, start, choices, stops, counts, obstruction(setting, states, slot, stops[-1], goal))


def chooses(setting: Setting, aloud: Aloud, states: Array, slot: int, aims: list[Aim], wary: bool) -> Verb | None:
    """What a slot chooses on a count for the first of its aims that is not done; nothing once all are."""
    while aims:
        aim = aims[0]
        if isinstance(aim, Verb):
            if refused := refusal(setting, states, slot, aim):
                raise Refused(refused.code, refused.clause, f"{setting.slot_name(slot)}: {refused.sentence}")
            return aims.pop(0)  # type: ignore[return-value]
        at = stands(setting, states, slot)
        if at is not None and apart(at, aim) > ARRIVED:
            return aloud.step(setting, states, slot, *aim, wary)
        aims.pop(0)
    return None


def obstruction(setting: Setting, states: Array, slot: int, at: Spot, goal: Spot) -> str:
    """Who touches the token of a slot at a place, on the side of where it means to go: `U4 is in the way`."""
    tokens = setting.game.scene(setting, states).tokens
    own = next((token for token in tokens if token.slot == slot), None)
    touched = [
        token.called
        for token in tokens
        if own is not None
        and token is not own
        and apart(token.at, at) <= token.radius + own.radius + TOUCH
        and is_ahead(at, goal, token.at)
    ]
    return f"{' and '.join(touched)} {'is' if len(touched) == 1 else 'are'} in the way" if touched else ""


def is_ahead(at: Spot, goal: Spot, other: Spot) -> bool:
    """Whether something is on the side to which somebody means to go."""
    return (other[0] - at[0]) * (goal[0] - at[0]) + (other[1] - at[1]) * (goal[1] - at[1]) > 0


def stands(setting: Setting, states: Array, slot: int) -> Spot | None:
    """Where the token of a slot stands; nowhere, if it has none on the table."""
    return next((token.at for token in setting.game.scene(setting, states).tokens if token.slot == slot), None)


def apart(one: Spot | None, other: Spot) -> float:
    """How far a place is from where a token stands, if it stands anywhere."""
    return math.dist(one, other) if one is not None else 0.0
