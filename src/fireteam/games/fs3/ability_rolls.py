"""Ability rolls outside a fight, with everything that section 2 knows: simple, opposed, with luck (FS3-22.28)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from ...core.engine.record import Array, blank
from .events.words import RESULTS
from .rules.rolls import (
    BOTH_FAIL,
    D100,
    DRAW,
    FIRST_BY_A_LOT,
    LOOSELY_RELATED,
    RELATED,
    SECOND_BY_A_LOT,
    TERRIBLE_FAILURE,
    best_sides,
    oppose,
    result_top,
    ruling_modifier,
    succeeds,
    task_modifier,
)
from .tables import Tables

RELATIONS = ("related", "loose", "untrained")  # FS3-2.2
DIFFICULTIES = ("routine", "easy", "hard")  # in the order of the rules
ASKED = re.compile(r"(?P<name>.*?)\s*(?P<modifier>[+-]\s*[0-9]{1,3})?")


class RollRequest(NamedTuple):
    """A roll that is asked for: its rating, the attribute that rules it, its task, wounds, and luck (FS3-2.20).

    Luck is as in windows: a point before the roll, or one after it to roll again (FS3-17.18).
    """

    name: str
    rating: int
    attribute: int = 0  # 0: none, as for a raw rating or an attribute rolled directly (FS3-2.13)
    modifier: int = 0
    relation: str = RELATIONS[0]
    difficulty: str = DIFFICULTIES[0]
    is_unhurried: bool = False
    is_against_common: bool = False
    wounds: int = 0
    luck: int = 0  # +50 or -50 before the roll
    reroll: bool = False  # a point after it: the better counts


class RollRecord(NamedTuple):
    """A roll that was made: each modifier by its name, the die, the modified die, and the Roll Result."""

    asked: RollRequest
    modifiers: tuple[tuple[str, int], ...]
    die: int
    modified: int
    result: int


def read_request(text: str) -> tuple[str, int]:
    """What is rolled, and the modifier behind it: `Firearms+20`."""
    found = ASKED.fullmatch(text.strip())
    assert found
    return found["name"], int((found["modifier"] or "0").replace(" ", ""))


def modifiers_of(asked: RollRequest) -> tuple[tuple[str, int], ...]:
    """Every modifier of a roll by its name; those of 0 are left out (FS3-2.3, FS3-2.7, FS3-2.8)."""
    relation = LOOSELY_RELATED if asked.relation == "loose" else RELATED
    difficulty = DIFFICULTIES.index(asked.difficulty)
    named = {
        "ruling attribute": int(ruling_modifier(asked.attribute)) if asked.attribute else 0,
        "loosely related skill": task_modifier(None, relation, 0, 0, 0),
        asked.difficulty: task_modifier(None, RELATED, difficulty, 0, 0),
        "unhurried": task_modifier(None, RELATED, 0, asked.is_unhurried, 0),
        "against common knowledge": task_modifier(None, RELATED, 0, 0, asked.is_against_common),
        "wounds": -abs(asked.wounds),
        "luck": asked.luck,
        "modifier": asked.modifier,
    }
    return tuple((name, number) for name, number in named.items() if number)


def rating_of(asked: RollRequest) -> int:
    """The rating that is rolled: 0 for what is neither skill nor common knowledge (FS3-2.2)."""
    return 0 if asked.relation == "untrained" else asked.rating


def result_at(tables: Array, asked: RollRequest, die: int) -> int:
    """The Roll Result of a die, by the rules' own table (FS3-2.8, FS3-2.9)."""
    modifier = sum(number for _, number in modifiers_of(asked))
    tops = [result_top(tables[0], rating_of(asked), modifier, TERRIBLE_FAILURE + n) for n in range(len(RESULTS) - 1)]
    return TERRIBLE_FAILURE + sum(die > top for top in tops)


def make_roll(tables: Array, asked: RollRequest, draw: Callable[[], int]) -> list[RollRecord]:
    """The rolls made, the one that counts last; a reroll keeps the better (FS3-17.3)."""
    modifiers = modifiers_of(asked)
    rolls = []
    for _ in range(1 + asked.reroll):
        die = draw()
        modified = min(max(die + sum(number for _, number in modifiers), 1), D100)
        rolls.append(RollRecord(asked, modifiers, die, modified, result_at(tables, asked, die)))
    return sorted(rolls, key=lambda each: each.result) if asked.reroll else rolls


def result_text(result: int) -> str:
    """A Roll Result in words: `+2 Good Success`."""
    return f"{result:+d} {RESULTS[result - TERRIBLE_FAILURE]}" if result else f"0 {RESULTS[-TERRIBLE_FAILURE]}"


def roll_lines(rolls: Sequence[RollRecord]) -> Iterator[str]:
    """A roll with everything about it, and what it comes to (FS3-2.11, FS3-2.20)."""
    for rolled in rolls:
        added = "".join(f" {number:+d} {name}" for name, number in rolled.modifiers)
        clamped = f" = {rolled.modified}" if rolled.modifiers else ""
        rated = f"{rolled.asked.name}, rating {rating_of(rolled.asked)}"
        yield f"{rated}: die {rolled.die}{added}{clamped}: {result_text(rolled.result)}"
    last = rolls[-1]
    outcome = "succeeds" if succeeds(last.result) else "fails"
    yield f"{last.asked.name} {outcome}{' after the reroll' if len(rolls) > 1 else ''}"


def opposed_text(sides: Sequence[RollRecord]) -> str:
    """How an opposed roll ends, of two sides or of more (FS3-2.15, FS3-2.17)."""
    names = [side.asked.name for side in sides]
    results = [side.result for side in sides]
    if len(sides) == 2:
        end = oppose(*results)
        if end in (BOTH_FAIL, DRAW):
            return "both fail" if end == BOTH_FAIL else "a draw"
        winner = names[0 if results[0] > results[1] else 1]
        return f"{winner} wins by {'a lot' if end in (FIRST_BY_A_LOT, SECOND_BY_A_LOT) else 'a little'}"
    best = int(best_sides(results, len(results)))
    winners = [name for n, name in enumerate(names) if best >> n & 1]
    return f"{winners[0]} wins" if len(winners) == 1 else f"a draw between {' and '.join(winners)}"


def roll_tables(natural_one: bool) -> Array:
    """Tables with the one option that an ability roll reads (FS3-2.19)."""
    tables = blank(Tables)
    tables[0].options.natural_one = natural_one
    return tables
