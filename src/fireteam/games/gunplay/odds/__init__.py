"""The questions of `fireteam odds gunplay` (section 26) and `fireteam ask gunplay`, answered by the playing rules."""

from __future__ import annotations

from ....core.protocol.questions import module_questions, question_table
from . import asks
from .attacks import fight, parting, shoot
from .rolls import activation, chain, flinch, initiative, ladder, toughness
from .turns import gauntlet, overwatch, turn

ODDS = question_table(
    ladder, initiative, activation, flinch, chain, toughness, shoot, fight, parting, overwatch, gauntlet, turn
)
ASKS = module_questions(asks)
