"""The mailbox: choices that several slots owe at once wait here, apart from the State, until the last one is in."""

from __future__ import annotations

from collections.abc import Mapping

from ..core.protocol.choices import Verb


class Mailbox:
    """Sealed choices of the decision that is open."""

    def __init__(self, sealed: Mapping[int, Verb] | None = None) -> None:
        self._sealed = dict(sealed or {})

    @property
    def is_empty(self) -> bool:
        """Whether no choice is in."""
        return not self._sealed

    @property
    def slots(self) -> int:
        """A bit for each slot whose choice is in."""
        return sum(1 << slot for slot in self._sealed)

    def is_final(self, slot: int) -> bool:
        """Whether the slot's choice is in for good."""
        return slot in self._sealed and self._sealed[slot].final

    def put(self, slot: int, value: Verb) -> None:
        """Seal a choice; it replaces an earlier one."""
        self._sealed[slot] = value

    def withdraw(self, slot: int) -> Verb | None:
        """The slot's choice, which waits no longer; None if there is none."""
        return self._sealed.pop(slot, None)

    def read(self, slot: int) -> Verb | None:
        """The slot's choice, for its holder."""
        return self._sealed.get(slot)

    def all(self) -> dict[int, Verb]:
        """Everything: to be opened."""
        return dict(self._sealed)

    def clear(self) -> None:
        """Forget everything: the decision is made, or has gone."""
        self._sealed.clear()
