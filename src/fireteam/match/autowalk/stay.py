"""Where a game is played in counts: to keep still on all those that lie ahead."""

from __future__ import annotations

from ...core.calls import default_choice_at
from ...core.decision import Moment
from ...core.engine.record import Array
from ...core.game import Setting
from ...core.protocol.choices import new_choices, notation
from ..match import Match
from ..record import Seat


def stay_choices(match: Match, seat: Seat, slot: int) -> tuple[str, ...]:
    """What a slot of a seat chooses that keeps still on all counts ahead."""
    return stay_choices_in(match.setting, match.view(seat.name), slot)


def stay_choices_in(setting: Setting, view: Array, slot: int) -> tuple[str, ...]:
    """What a slot chooses that keeps still on all counts ahead: what it would do without an answer, each time.

    Nothing where there is one such count at most. `view` is the State as the slot's holder sees it.
    """
    tabletop = setting.game.tabletop
    counts = tabletop.counts(setting, view) if tabletop else ()
    stay_count = len([count for count in counts if slot in count.slots])
    return (_default_text(setting, view, slot),) * stay_count if stay_count > 1 else ()


def _default_text(setting: Setting, view: Array, slot: int) -> str:
    """What a slot does without an answer, in notation: the same words for the same choice."""
    moment, choice = Moment(setting, view, slot), new_choices(1)
    default_choice_at(view, 0, setting.tables, slot, choice, 0)
    found = moment.cached(("default", choice.tobytes()), lambda: notation(moment.decode(choice)))
    return str(found)
