"""Proposals that wait for consent (a draw, an undo), stored so that they survive a restart."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from ...match.ledger import UndoRequest
from ..store.rows import ProposalRow

DRAW, UNDO = "draw", "undo"


class Draw(NamedTuple):
    """An offer of a seat to end without a winner, and the seats that have not agreed yet."""

    seat: str
    waiting: frozenset[str]


class Proposals(NamedTuple):
    """The open proposals of a table."""

    draw: Draw | None = None
    undo: UndoRequest | None = None

    def rows(self, table: str) -> dict[str, ProposalRow]:
        """Return the rows to store, by what is proposed."""
        found = {}
        if self.draw is not None:
            found[DRAW] = ProposalRow(table, DRAW, self.draw.seat, 0, tuple(sorted(self.draw.waiting)))
        if self.undo is not None:
            found[UNDO] = ProposalRow(table, UNDO, self.undo.seat, self.undo.number, tuple(sorted(self.undo.waiting)))
        return found

    def since(self, before: Proposals, table: str) -> list[ProposalRow]:
        """Return the rows to store for what has changed since `before`; a settled proposal waits for nobody."""
        was, now = before.rows(table), self.rows(table)
        settled = [ProposalRow(table, what, "", 0, ()) for what in was if what not in now]
        return settled + [row for what, row in now.items() if was.get(what) != row]


def load_proposals(rows: Iterable[ProposalRow]) -> Proposals:
    """Return the proposals of stored rows."""
    by_what: Mapping[str, ProposalRow] = {row.what: row for row in rows if row.waiting}
    draw, undo = by_what.get(DRAW), by_what.get(UNDO)
    return Proposals(
        Draw(draw.seat, frozenset(draw.waiting)) if draw else None,
        UndoRequest(undo.seat, undo.event, frozenset(undo.waiting)) if undo else None,
    )
