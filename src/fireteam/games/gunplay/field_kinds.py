"""A kind of field that only Gunplay has: the targets of standing orders."""

from __future__ import annotations

from collections.abc import Sequence

from ...core.errors import BadNotation
from ...core.protocol.field_kinds import ChoiceRecord, Names
from ...core.protocol.list_kinds import Units
from .terrain import CHARACTERS


class TargetList(Units):
    """Some enemies; none stands for all of them."""

    def __init__(self) -> None:
        super().__init__(most=CHARACTERS)

    def write(self, choice: ChoiceRecord, value: Sequence[str], names: Names) -> None:
        """Their numbers, no more than there are characters.

        Raises:
            BadNotation: more than that.
        """
        if len(value) > CHARACTERS:
            raise BadNotation(f"there are not so many targets; name at most {CHARACTERS}")
        super().write(choice, value, names)
