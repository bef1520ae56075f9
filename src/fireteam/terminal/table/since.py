"""What is another on the table since it was last shown."""

from __future__ import annotations

from collections.abc import Sequence

from ...core.scene import Scene, Spot, Trail
from ...match.record import Account


def changed(before: Scene, after: Scene) -> frozenset[Spot]:
    """Squares whose unit is another than before."""
    old, new = ({token.at: token.unit for token in scene.tokens} for scene in (before, after))
    return frozenset(at for at in {*old, *new} if old.get(at) != new.get(at))


def set_up_anew(accounts: Sequence[Account]) -> bool:
    """Whether units were set up anew in what happened: who stands elsewhere has not gone there."""
    return any(told.event.anew for account in accounts for told in account.told)


def went(before: Scene, after: Scene) -> tuple[Trail, ...]:
    """The ways that units have gone on a free table."""
    old = {token.unit: token.at for token in before.tokens} if after.ground else {}
    moved = (token for token in after.tokens if old.get(token.unit, token.at) != token.at)
    return tuple(Trail(token.unit, (old[token.unit], token.at)) for token in moved)
