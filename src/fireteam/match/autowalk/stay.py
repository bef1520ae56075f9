"""Where a game is played in counts: to keep still on all those that lie ahead."""

from __future__ import annotations

from collections import Counter

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
    moment = Moment(setting, view, slot)
    stay_count = moment.of_state("counts ahead", lambda: _counts_ahead(setting, view)).get(slot, 0)
    return (_default_text(moment),) * stay_count if stay_count > 1 else ()


def _counts_ahead(setting: Setting, view: Array) -> Counter[int]:
    """On how many counts that lie ahead each slot may act."""
    tabletop = setting.game.tabletop
    counts = tabletop.counts(setting, view) if tabletop else ()
    return Counter([slot for count in counts for slot in count.slots])


def _default_text(moment: Moment) -> str:
    """What the slot does without an answer, in notation: the same words for the same choice."""
    choice = new_choices(1)
    default_choice_at(moment.states, 0, moment.setting.tables, moment.slot, choice, 0)
    found = moment.cached(("default", choice.tobytes()), lambda: notation(moment.decode(choice)))
    return str(found)
