"""The questions of `fireteam odds tps` (TPS-29.1, TPS-29.2) and `fireteam ask tps`, answered by the playing rules."""

from __future__ import annotations

from ....core.protocol.questions import question_table
from .asks import counts, move, sight, throw, zone
from .chances import (
    attacks_needed,
    blast_odds,
    damage_odds,
    frag_odds,
    hit_odds,
    joint_odds,
    pool_odds,
    shot_odds,
    split_odds,
    throw_odds,
)

ODDS = question_table(
    pool_odds,
    hit_odds,
    damage_odds,
    shot_odds,
    joint_odds,
    attacks_needed,
    split_odds,
    frag_odds,
    blast_odds,
    throw_odds,
)
ASKS = question_table(sight, throw, move, counts, zone)
