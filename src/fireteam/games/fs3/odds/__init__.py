"""The questions of `fireteam odds fs3` (section 27) and `fireteam ask fs3`, answered by the playing rules."""

from __future__ import annotations

from ....core.protocol.questions import module_questions, question_table
from . import asks
from .attacks import attack, burst, escape, full_auto, hit, subdue, suppress
from .blasts import blast, occupant, treat
from .healing import heal
from .rolls import armour, damage, initiative, knockout, location, opposed, rally, roll

ODDS = question_table(
    roll,
    opposed,
    initiative,
    hit,
    location,
    armour,
    damage,
    attack,
    knockout,
    burst,
    full_auto,
    suppress,
    subdue,
    escape,
    rally,
    treat,
    blast,
    occupant,
    heal,
)
ASKS = module_questions(asks)
