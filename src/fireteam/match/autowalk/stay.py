"""Where a game is played in counts: to keep still on all those that lie ahead."""

from __future__ import annotations

from ...core.game import default_choice_of
from ...core.protocol.choices import notation
from ..match import Match
from ..record import Seat


def stay_choices(match: Match, seat: Seat, slot: int) -> tuple[str, ...]:
    """What a slot chooses that keeps still on all counts ahead: what it would do without an answer, each time.

    Nothing where there is one such count at most.
    """
    setting, view = match.setting, match.view(seat.name)
    tabletop = setting.game.tabletop
    counts = tabletop.counts(setting, view) if tabletop else ()
    stay_count = sum(slot in count.slots for count in counts)
    return (notation(default_choice_of(setting, view, slot)),) * stay_count if stay_count > 1 else ()
