"""What is another on the table since it was last shown."""

from __future__ import annotations

from collections.abc import Sequence

from ...core.protocol.scene import Scene, Spot, Trail
from ...match.record import RecordView


def changed_places(before: Scene, after: Scene) -> frozenset[Spot]:
    """Squares whose unit is another than before."""
    old, new = ({token.at: token.unit for token in scene.tokens} for scene in (before, after))
    return frozenset(at for at in {*old, *new} if old.get(at) != new.get(at))


def has_new_setup(records: Sequence[RecordView]) -> bool:
    """Whether units were set up anew in what happened: who stands elsewhere has not gone there."""
    return any(one.event.is_setup for account in records for one in account.events)


def trails_between(before: Scene, after: Scene) -> tuple[Trail, ...]:
    """The ways that units have gone on a free table."""
    old = {token.unit: token.at for token in before.tokens} if after.ground else {}
    moved = (token for token in after.tokens if old.get(token.unit, token.at) != token.at)
    return tuple(Trail(token.unit, (old[token.unit], token.at)) for token in moved)
