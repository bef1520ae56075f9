"""The questions of `fireteam odds ttt` and `fireteam ask ttt`: each is answered by the playing rules."""

from __future__ import annotations

from ....core.protocol.questions import question_table
from .asks import allowance_of, attack, los, menu_of, points_of, reach_of, why
from .best_play import best, endgame, kills
from .chances import after, duel, fire, hit, hold, rolloff, volley_of

ODDS = question_table(hit, duel, volley_of, fire, after, kills, best, hold, rolloff, endgame)
ASKS = question_table(los, reach_of, attack, allowance_of, points_of, menu_of, why)
