"""Where a game is played in counts: to keep still on all those that lie ahead."""

from __future__ import annotations

from ..core.choices import notation
from ..core.game import default_choice
from .match import Match
from .record import Seat


def stays(match: Match, seat: Seat, slot: int) -> tuple[str, ...]:
    """What a slot chooses that keeps still on all counts ahead: what it would do without an answer, each time.

    Nothing where there is one such count at most.
    """
    setting, view = match.setting, match.view(seat.name)
    aloud = setting.game.aloud
    ahead = aloud.counts(setting, view) if aloud else ()
    mine = sum(slot in count.slots for count in ahead)
    return (notation(default_choice(setting, view, slot)),) * mine if mine > 1 else ()
