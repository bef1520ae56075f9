"""Refusals: why a choice is unlawful, each declared once with its code, its clause and its sentence.

Compiled rules give a refusal as its number with up to three more for the sentence, `LAWFUL` for none. What the numbers
mean is declared with kinds, as the fields of events are, once for all sentences that have a word of that name:

    REFUSALS = RefusalList("RUN-1", steps=Number())
    TOO_FAR = REFUSALS.declare("E_FAR", "RUN-2", "{to} is {steps} steps away")
    ...
    return refuse(TOO_FAR, steps)
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from ..engine.compiled import compiled
from .choices import UnknownNames
from .field_kinds import Kind, Names, Unit

FIELD = re.compile(r"\{(\w+)\}")
OK = 0
NO_UNKNOWN = UnknownNames([], [])
LAWFUL = (OK, 0, 0, 0)
"""What a rule answers that has nothing against a choice."""


class Refusal(NamedTuple):
    """Why a choice is unlawful: the rulebook's code, its clause, the sentence, and the kinds of the rule's numbers.

    Besides these a sentence may hold the fields of the verb, `{action}` (the verb in words), `{slot}` (who would
    choose), `{unknown}` (the first name in the choice that no thing has), and what the game's `refusal_words` adds.
    """

    code: str
    clause: str
    sentence: str
    numbers: tuple[tuple[str, Kind], ...] = ()

    def words(self, numbers: Sequence[int], names: Names, unknown: UnknownNames = NO_UNKNOWN) -> dict[str, Any]:
        """The numbers of a rule in words, by name; of a unit that there is not, the name that the choice has for it."""
        texts: dict[str, Any] = {"unknown": unknown.things[0] if unknown.things else "-"}
        used = 0
        for name, kind in self.numbers:
            value = kind.show(numbers[used : used + kind.width], names)
            if isinstance(kind, Unit) and numbers[used] < 0 and unknown.units:
                value = unknown.units[0]
            texts[name] = kind.sentence_text(kind.title(value, names))
            used += kind.width
        return texts


class RefusalList(list[Refusal]):
    """The refusals of a game in the rulebook's order; number 0, with the clause that lists them, refuses nothing.

    `kinds` are those of the numbers that rules give with a refusal, by the names that sentences have for them.
    """

    def __init__(self, clause: str, **kinds: Kind) -> None:
        super().__init__([Refusal("ok", clause, "lawful")])
        self.kinds = kinds

    def declare(self, code: str, clause: str, sentence: str, **numbers: Kind) -> int:
        """Add a refusal; its number, for compiled rules.

        A rule gives up to three numbers with it, in the order in which the sentence names them: those of the list's
        kinds, or `numbers` where this refusal has kinds of its own.
        """
        found = numbers or {name: self.kinds[name] for name in FIELD.findall(sentence) if name in self.kinds}
        if sum(kind.width for kind in found.values()) >= len(LAWFUL):
            raise ValueError(f"{code}: a refusal has room for {len(LAWFUL) - 1} numbers")
        self.append(Refusal(code, clause, sentence, tuple(found.items())))
        return len(self) - 1


@compiled
def refuse(number: int, a: int = 0, b: int = 0, c: int = 0) -> tuple[int, int, int, int]:
    """A refusal with the numbers for its sentence."""
    return (number, a, b, c)
