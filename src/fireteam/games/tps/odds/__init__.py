"""The questions of `fireteam odds tps` (TPS-29.1, TPS-29.2) and `fireteam ask tps`, answered by the playing rules."""

from __future__ import annotations

from ....core.protocol.questions import module_questions
from . import asks, chances

ODDS, ASKS = module_questions(chances), module_questions(asks)
