"""Where a game is played in counts: to keep still on all those that lie ahead."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import chain
from operator import attrgetter

from ...core.calls import default_choice_at
from ...core.decision import Moment
from ...core.engine.record import Array
from ...core.game import CountCall, Setting
from ...core.identity_cache import IdentityCache
from ...core.protocol.choices import new_choices, notation
from ..match import Match
from ..record import Seat

SLOTS: Callable[[CountCall], tuple[int, ...]] = attrgetter("slots")


def stay_choices(match: Match, seat: Seat, slot: int) -> tuple[str, ...]:
    """What a slot of a seat chooses that keeps still on all counts ahead; nothing where there is one at most."""
    return stay_plans(match.setting, match.view(seat.name)).get(slot, ())


def stay_plans(setting: Setting, view: Array) -> Mapping[int, tuple[str, ...]]:
    """What each slot chooses that keeps still on all counts ahead: what it would do without an answer, each time.

    Only slots that may act on several counts are in it. `view` is the State as the holder of a slot sees it.
    """
    tabletop = setting.game.tabletop
    calls = tabletop.counts(setting, view) if tabletop else ()
    if not calls:
        return {}
    stays = STAYS.get((calls,), None, lambda: _stays(calls))
    choices = new_choices(len(stays))
    for k, (slot, _) in enumerate(stays):
        default_choice_at(view, 0, setting.tables, slot, choices, k)
    moment = Moment(setting, view)
    raw, size = choices.tobytes(), choices.itemsize
    keys = [("line", raw[first : first + size]) for first in range(0, len(raw), size)]
    lines = moment.cached_each(keys, lambda k: notation(moment.decode(choices[k : k + 1])))
    return {slot: (line,) * count for line, (slot, count) in zip(lines, stays, strict=True)}


STAYS: IdentityCache[tuple[tuple[int, int], ...]] = IdentityCache()


def _stays(calls: Sequence[CountCall]) -> tuple[tuple[int, int], ...]:
    """The slots that may act on several counts, each with how many."""
    counts = Counter(chain.from_iterable(map(SLOTS, calls)))
    return tuple([(slot, count) for slot, count in counts.items() if count > 1])
