"""Proposals that wait for consent (a draw, an undo), stored so that they survive a restart."""

from __future__ import annotations

from collections.abc import Iterable

from ...match.proposals import Proposal, Proposals
from ..store.rows import ProposalRow


def changed_rows(before: Proposals, now: Proposals, table: str) -> list[ProposalRow]:
    """Return the rows to store for what has changed. Those of settled proposals stay: no number is used twice."""
    was, open = set(before.open), {one.number for one in now.open}
    settled = [_row(table, one, False) for one in before.open if one.number not in open]
    return settled + [_row(table, one, True) for one in now.open if one not in was]


def _row(table: str, one: Proposal, is_open: bool) -> ProposalRow:
    return ProposalRow(table, one.number, one.what, one.seat, one.event, tuple(sorted(one.agreed)), is_open)


def load_proposals(rows: Iterable[ProposalRow]) -> Proposals:
    """Return the proposals of stored rows, which are sorted by number."""
    found = Proposals()
    for row in rows:
        mine = Proposal(row.number, row.what, row.seat, row.event, frozenset(row.agreed))
        found = Proposals((*found.open, mine) if row.is_open else found.open, row.number)
    return found
