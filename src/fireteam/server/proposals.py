"""What is proposed at a table and waits for answers, as it is kept: who was asked is still asked after a restart."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from ..match.happening import Asked
from .store.changes import ProposalRow

DRAW, UNDO = "draw", "undo"


class Draw(NamedTuple):
    """An end without a winner that a seat has offered, and who has still to agree."""

    seat: str
    waiting: frozenset[str]


class Proposals(NamedTuple):
    """All that can wait for answers at a table."""

    draw: Draw | None = None
    undo: Asked | None = None

    def rows(self, table: str) -> dict[str, ProposalRow]:
        """As they are kept, by what is proposed."""
        found = {}
        if self.draw is not None:
            found[DRAW] = ProposalRow(table, DRAW, self.draw.seat, 0, tuple(sorted(self.draw.waiting)))
        if self.undo is not None:
            found[UNDO] = ProposalRow(table, UNDO, self.undo.seat, self.undo.to, tuple(sorted(self.undo.waiting)))
        return found

    def since(self, before: Proposals, table: str) -> list[ProposalRow]:
        """What is to be kept of how they have changed."""
        was, now = before.rows(table), self.rows(table)
        settled = [ProposalRow(table, what, "", 0, ()) for what in was if what not in now]
        return settled + [row for what, row in now.items() if was.get(what) != row]


def proposed(rows: Iterable[ProposalRow]) -> Proposals:
    """Proposals that were kept."""
    by_what: Mapping[str, ProposalRow] = {row.what: row for row in rows if row.waiting}
    draw, undo = by_what.get(DRAW), by_what.get(UNDO)
    return Proposals(
        Draw(draw.seat, frozenset(draw.waiting)) if draw else None,
        Asked(undo.seat, undo.event, frozenset(undo.waiting)) if undo else None,
    )
