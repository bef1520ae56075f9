"""What dice are for, why modifiers apply, and the words that events are told in."""

from __future__ import annotations

from ....core.protocol.events import Reason
from ..choices import RULED

PURPOSES = (  # wild dice are told apart from normal ones (TPS-1.17)
    "to-hit, wild",
    "to-hit, wild again",
    "to-hit",
    "damage, wild",
    "damage, wild again",
    "damage",
    "Defense, wild",
    "Defense, wild again",
    "Defense",
    "throw, wild",
    "throw, wild again",
    "throw",
    "whom friendly fire meets",
    "who picks it up",
    "who gets the bomb",
)
FOR_TO_HIT, FOR_DAMAGE, FOR_DEFENCE, FOR_THROW = 0, 3, 6, 9
FOR_FRIENDLY_FIRE, FOR_PICKUP, FOR_CARRIER = 12, 13, 14
REASONS = (
    Reason("scope in use", "TPS-12.6"),
    Reason("crouching", "TPS-12.6"),
    Reason("half cover", "TPS-12.6"),
    Reason("caught in a flash", "TPS-12.7"),
    Reason("in smoke", "TPS-12.7"),
    Reason("sniper rifle without its scope", "TPS-17.2"),
    Reason("steady", "TPS-17.3"),
    Reason("ability", "TPS-23.2"),
)
BY_SCOPE, BY_CROUCH, BY_COVER, BY_FLASH, BY_SMOKE, BY_NO_SCOPE, BY_STEADY, BY_ABILITY = range(8)
COMMANDS = ("warn", "kick", "rule", "place", "admit")
FAILURES = ("", "E_CASH", "E_SIDE", "E_STOCK", "E_SLOT", "E_NO_ITEM")
NO_CASH, OTHER_SIDE, NO_STOCK, NO_SLOT, NO_ITEM = range(1, 6)
FAILURE_TEXTS = (
    "",
    "it is too dear",
    "it is not for its side",
    "none is left",
    "no slot is free",
    "it is not sold, or not carried",
)
STANCE_TEXTS = ("", ", crouching", ", with its scope", ", with its scope, crouching")  # as STANCES
ACTION_TEXTS = ("", ", to reload", ", to plant", ", to defuse")  # as ACTIONS
RULING_SUBJECTS = (*RULED[:-2], "rounds won by the team", "turns until the bomb explodes")
STEPS = (
    "",
    "grenades",
    "knives",
    "pistols",
    "submachine guns",
    "shotguns",
    "rifles",
    "machine guns",
    "rifles with a scope in use",
    "bomb and reloading",
    "the bomb",
)
LOSSES = ("", "the target is eliminated", "smoke is in the way", "nobody else is near")
TARGET_ELIMINATED, SMOKE_IN_THE_WAY, NOBODY_NEAR = range(1, 4)
INTERRUPTIONS = ("", "it attacked", "it was hit", "it was attacked", "it did not stand still")
IT_ATTACKED, IT_WAS_HIT, IT_WAS_SHOT_AT, IT_MOVED = range(1, 5)
DEEDS = (
    "",
    "an enemy killed",
    "a team-mate killed",
    "a hostage killed",
    "the bomb planted",
    "the bomb defused",
    "a hostage led",
    "a hostage rescued",
    "the mission won",
    "the round won",
    "the round lost",
)
(
    ENEMY_KILLED,
    TEAM_MATE_KILLED,
    HOSTAGE_KILLED,
    BOMB_PLANTED,
    BOMB_DEFUSED,
    HOSTAGE_LED,
    HOSTAGE_RESCUED,
    MISSION_WON,
    ROUND_WON,
    ROUND_LOST,
) = range(1, 11)
ENDS = ("", "bomb", "defuse", "elimination", "rescue", "hostages", "time")  # TPS-20.2
END_TEXTS = (
    "",
    "the bomb has exploded",
    "the bomb is defused",
    "everybody on the other side is out",
    "enough hostages are rescued",
    "no hostage is left to rescue",
    "the turns are over",
)  # as ENDS
END_BOMB, END_DEFUSE, END_ELIMINATION, END_RESCUE, END_HOSTAGES, END_TIME = range(1, 7)
