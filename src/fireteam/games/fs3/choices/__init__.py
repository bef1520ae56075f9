"""What somebody may do: slot k is combatant k, the last one the Storyteller's.

The order of the verbs gives their numbers, from 1. Their classes stand in the modules; what reads, writes and offers
their choices is generated here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ....core.protocol.verb_functions import verb_functions, verb_kinds
from . import free_acts, luck, orders, storyteller

VERBS = (
    *verb_kinds(orders.__name__),
    *verb_kinds(luck.__name__),
    *verb_kinds(storyteller.__name__),
    *verb_kinds(free_acts.__name__),
)
globals().update(verb_functions(__name__, VERBS))

if TYPE_CHECKING:

    def __getattr__(name: str) -> Any: ...
