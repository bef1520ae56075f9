"""Refusals: why a choice is unlawful, each declared once with its code, its clause and its sentence.

Compiled rules give a refusal as its number with up to three more for the sentence, `LAWFUL` for none. What the numbers
mean is declared with kinds, as the fields of events are:

    REFUSALS = RefusalList("RUN-1")
    TOO_FAR = REFUSALS.declare("E_FAR", "RUN-2", "{to} is {steps} steps away", steps=Number())
    ...
    return refuse(TOO_FAR, steps)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from ..engine.compiled import compiled
from .field_kinds import Kind, Names

OK = 0
LAWFUL = (OK, 0, 0, 0)
"""What a rule answers that has nothing against a choice."""


class Refusal(NamedTuple):
    """Why a choice is unlawful: the rulebook's code, its clause, the sentence, and the kinds of the rule's numbers.

    Besides these a sentence may hold the fields of the verb, `{action}` (the verb in words), `{slot}` (who would
    choose), and what the game's `refusal_words` adds.
    """

    code: str
    clause: str
    sentence: str
    numbers: tuple[tuple[str, Kind], ...] = ()

    def words(self, numbers: Sequence[int], names: Names) -> dict[str, Any]:
        """The numbers of a rule in words, by name."""
        said, used = {}, 0
        for name, kind in self.numbers:
            said[name] = kind.sentence_text(kind.title(kind.show(numbers[used : used + kind.width], names), names))
            used += kind.width
        return said


class RefusalList(list[Refusal]):
    """The refusals of a game in the rulebook's order; number 0, with the clause that lists them, refuses nothing."""

    def __init__(self, clause: str) -> None:
        super().__init__([Refusal("ok", clause, "lawful")])

    def declare(self, code: str, clause: str, sentence: str, **numbers: Kind) -> int:
        """Add a refusal; its number, for compiled rules. `numbers` are the kinds of up to three columns."""
        if sum(kind.width for kind in numbers.values()) >= len(LAWFUL):
            raise ValueError(f"{code}: a refusal has room for {len(LAWFUL) - 1} numbers")
        self.append(Refusal(code, clause, sentence, tuple(numbers.items())))
        return len(self) - 1


@compiled
def refuse(number: int, a: int = 0, b: int = 0, c: int = 0) -> tuple[int, int, int, int]:
    """A refusal with the numbers for its sentence."""
    return (number, a, b, c)
