"""The questions of `fireteam odds gunplay`: section 26, answered by the playing rules."""

from __future__ import annotations

from ....core.protocol.questions import question_table
from .attacks import fight, parting, shoot
from .rolls import activation, chain, flinch, initiative, ladder, toughness
from .turns import gauntlet, overwatch, turn

ODDS = question_table(
    ladder, initiative, activation, flinch, chain, toughness, shoot, fight, parting, overwatch, gauntlet, turn
)
