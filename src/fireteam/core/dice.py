"""Dice: the one chance primitive, in three modes.

Live faces come from a keyed counter, so any die can be checked by key and number. A tape gives faces from a list:
replays, and real dice typed in. Exhaust takes one outcome of every *node* at a time; `next_outcome` turns to the next,
so that running a step again and again visits every way it can go, each with its exact weight.
"""

from __future__ import annotations

from typing import Annotated, Any

import numpy as np

from .engine.compiled import compiled
from .engine.record import Array, Bits, Ints, blank
from .engine.splitmix import splitmix64
from .errors import Overflow, TapeEnd
from .protocol.events import Log, log_die

LIVE, TAPE, EXHAUST = range(3)
MAX_NODES = 96  # of one step under exhaust
MAX_FACES = 4096  # of one choice on a tape
MAX_WEIGHT = 2**62


class Dice:
    """Where faces come from, and how far along it is."""

    mode: int
    key: Bits  # live: what makes these dice these
    drawn: int  # live: dice drawn under this key
    used: int  # tape, exhaust: faces or nodes used
    have: int  # tape: faces there are
    face: Annotated[Ints, MAX_FACES]  # tape: the faces; exhaust: the outcome taken at each node
    ways: Annotated[Ints, MAX_NODES]  # exhaust: outcomes of each node
    weight: Annotated[Ints, MAX_NODES + 1]  # exhaust: product of the weights of the outcomes before this node
    whole: Annotated[Ints, MAX_NODES + 1]  # exhaust: product of the totals of the nodes before this one
    outcome_id: Annotated[Ints, MAX_NODES + 1]  # exhaust: a further factor, by id (`set_weight_by_id`); 0 is none
    sides: int  # NoDie: the die that is wanted
    purpose: int  # NoDie: what it is wanted for


def live(key: int) -> Array:
    """Dice from the generator under a key of 64 bits."""
    dice = blank(Dice)
    dice[0].key = np.uint64(key & 0xFFFFFFFFFFFFFFFF)
    return dice


def tape(faces: list[int]) -> Array:
    """Dice that show these faces in order, then raise NoDie.

    Raises:
        Overflow: more faces than a tape holds.
    """
    if len(faces) > MAX_FACES:
        raise Overflow(f"a tape holds {MAX_FACES} faces, not {len(faces)}")
    dice = blank(Dice)
    dice[0].mode, dice[0].have = TAPE, len(faces)
    dice[0].face[: len(faces)] = faces
    return dice


def exhaustive() -> Array:
    """Dice that show every face in turn."""
    dice = blank(Dice)
    dice[0].mode = EXHAUST
    first_outcome(dice[0])
    return dice


@compiled
def keyed_draw(key: Any, number: int, sides: int) -> int:
    """Draw number `number` under a key: 1 to `sides`, from the upper 32 bits."""
    high = splitmix64(key, number) >> np.uint64(32)
    return int(np.int64((high * np.uint64(sides)) >> np.uint64(32))) + 1


@compiled
def next_face(dice: Dice, sides: int, purpose: int) -> int:
    """A face of a real die: from the generator or from the tape.

    Raises:
        TapeEnd: the tape has run out, or its next face is none of this die's.
    """
    if dice.mode == LIVE:
        dice.drawn += 1
        return keyed_draw(dice.key, dice.drawn - 1, sides)
    if dice.used >= dice.have or not 1 <= dice.face[dice.used] <= sides:
        dice.sides, dice.purpose = sides, purpose
        raise TapeEnd
    dice.used += 1
    return dice.face[dice.used - 1]


@compiled
def branch_node(dice: Dice, ways: int) -> int:
    """Exhaust: the outcome to take at a node that has so many, counted from 0. `weigh` must follow."""
    k = dice.used
    if k >= MAX_NODES:
        raise Overflow
    dice.ways[k] = ways
    dice.used = k + 1
    return dice.face[k]


@compiled
def set_weight(dice: Dice, weight: int, whole: int) -> None:
    """Exhaust: the outcome just taken has this weight of that whole.

    Raises:
        Overflow: the product is beyond 62 bits.
    """
    k = dice.used
    if dice.weight[k - 1] > MAX_WEIGHT // weight or dice.whole[k - 1] > MAX_WEIGHT // whole:
        raise Overflow
    dice.weight[k] = dice.weight[k - 1] * weight
    dice.whole[k] = dice.whole[k - 1] * whole
    dice.outcome_id[k] = dice.outcome_id[k - 1]


@compiled
def set_weight_by_id(dice: Dice, outcome_id: int) -> None:
    """Exhaust: the outcome just taken has a chance too wide for 62 bits; the game knows it by id (`outcome_fraction`).

    Raises:
        Overflow: the second such outcome of one step.
    """
    k = dice.used
    if dice.outcome_id[k - 1] != 0:
        raise Overflow
    dice.weight[k], dice.whole[k], dice.outcome_id[k] = dice.weight[k - 1], dice.whole[k - 1], outcome_id


@compiled
def roll(dice: Dice, log: Log, sides: int, purpose: int) -> int:
    """One die: its face, 1 to `sides`."""
    if dice.mode == EXHAUST:
        face = branch_node(dice, sides) + 1
        set_weight(dice, 1, sides)
    else:
        face = next_face(dice, sides, purpose)
    log_die(log, purpose, sides, face)
    return face


@compiled
def roll_band(dice: Dice, log: Log, sides: int, tops: Any, purpose: int) -> int:
    """One die read through bands: the number of the band, from 0, whose highest face is not below the face.

    `tops` are the bands' highest faces in rising order, the last one `sides`; a band may be empty. Under exhaust this
    is one node with an outcome for each band that has a face; the log then shows the band's highest.
    """
    if dice.mode != EXHAUST:
        face = next_face(dice, sides, purpose)
        log_die(log, purpose, sides, face)
        band = 0
        while tops[band] < face:
            band += 1
        return band
    ways, low = 0, 0
    for top in tops:
        if top > low:
            ways, low = ways + 1, top
    skip = branch_node(dice, ways)
    low = 0
    for band in range(len(tops)):
        if tops[band] > low:
            if skip == 0:
                set_weight(dice, tops[band] - low, sides)
                log_die(log, purpose, sides, tops[band])
                return band
            skip -= 1
            low = tops[band]
    raise Overflow


@compiled
def first_outcome(dice: Dice) -> None:
    """Exhaust: take the first outcome everywhere."""
    dice.used = 0
    dice.weight[0] = dice.whole[0] = 1
    dice.outcome_id[0] = 0
    dice.face[:MAX_NODES] = 0  # type: ignore[call-overload]  # a list to mypy, an array in truth


@compiled
def next_outcome(dice: Dice) -> bool:
    """Exhaust: turn the last node that has an outcome left; False when every way has been seen."""
    k = dice.used - 1
    while k >= 0 and dice.face[k] == dice.ways[k] - 1:
        dice.face[k] = 0
        k -= 1
    dice.used = 0
    if k < 0:
        return False
    dice.face[k] += 1
    return True
