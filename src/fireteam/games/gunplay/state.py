"""State: everything that changes during a match, and nothing else. Places are hundredths of an inch (GUN-4.2)."""

from __future__ import annotations

from typing import Annotated

from ...core.engine.record import Ints
from ...core.protocol.position import MAX_NUMBER
from ...core.protocol.ranges import FLAG, Range
from .tables import CARRIED, SIDE
from .terrain import CHARACTERS, HIDING, Path

(
    DEPLOY,
    TURN_START,
    ROLL_INITIATIVE,
    OW_DECLARE,
    OW_MARK,
    CHOOSE,
    TEST,
    FORCED,
    ACT,
    RESOLVE,
    REACT,
    RESUME,
    END_ACTIVATION,
    TURN_END,
    OVER,
) = range(15)  # section 22
PHASES = (
    "deploy",
    "turn_start",
    "roll_initiative",
    "ow_declare",
    "ow_mark",
    "choose",
    "test",
    "forced",
    "act",
    "resolve",
    "react",
    "resume",
    "end_activation",
    "turn_end",
    "over",
)

UNPLACED, UP, DOWN = range(1, 4)  # a character's status; 0: nobody
A, B = range(2)
NOBODY, A_WON, B_WON, DRAWN = range(4)  # winner
ASK, AUTO_FIRE, HOLD_FIRE = range(3)  # policy of orders (GUN-13.30)
ON_MOVE, ON_FIRE = 1, 2  # trigger kinds, added up
SINGLE, AUTO = range(2)  # mode of a Shoot action (GUN-8.11)
WALK, CRAWL, RUNNING, RETIRING = range(4)  # gait; the last two of a run and of a flinch action
CONTINUE, STOP, ASK_OWNER = range(3)  # on_interrupt (GUN-7.14)
FLINCH = 99  # what is done without a choice: the flinch action, beside the numbers of verbs (Doing.verb)

# What is done with a movement, and with a Shoot action once its shots are over (Doing.stage).
PARTING, WINDOW, ON_THE_WAY, DONE = range(4)
# What an attack under way wants next (Attack.stage).
TO_HIT, TOUGHNESS = range(2)
# What a reaction under way wants next (Reaction.stage).
NERVE, FIRE = range(2)
# The kinds of attacks.
SHOT, REACTION_SHOT, FIGHT, COUNTER, PARTING_ATTACK = range(1, 6)

X, Y = Range(0, "terrain.width"), Range(0, "terrain.height")
ANY = Range(0, MAX_NUMBER)
CHARACTER_BITS = Range(0, 2**CHARACTERS - 1)


class Orders:
    """Standing orders of a character on Overwatch (GUN-13.30); zeros otherwise."""

    policy: Annotated[int, Range(0, HOLD_FIRE)]
    on: Annotated[int, Range(0, ON_MOVE + ON_FIRE)]
    targets: Annotated[int, CHARACTER_BITS]  # a bit for each; 0: any
    in_region: Annotated[int, FLAG]
    x0: Annotated[int, Range(-MAX_NUMBER, MAX_NUMBER)]
    y0: Annotated[int, Range(-MAX_NUMBER, MAX_NUMBER)]
    x1: Annotated[int, Range(-MAX_NUMBER, MAX_NUMBER)]
    y1: Annotated[int, Range(-MAX_NUMBER, MAX_NUMBER)]
    min_chance: Annotated[int, Range(0, 100)]  # in percent
    mode: Annotated[int, Range(0, AUTO)]


class Character:
    """A character as it stands (GUN-3.5, GUN-3.8 to GUN-3.10)."""

    status: Annotated[int, Range(0, DOWN)]
    x: Annotated[int, X]
    y: Annotated[int, Y]
    posture: Annotated[int, Range(0, HIDING)]
    wounds: Annotated[int, ANY]
    markers: Annotated[int, ANY]
    wielded: Annotated[int, Range(0, CARRIED)]  # which of its firearms, plus one; 0: none
    loaded: Annotated[Ints, CARRIED, FLAG]
    fired: Annotated[Ints, CARRIED, ANY]  # Shoot actions of this turn, by firearm
    braced: Annotated[int, FLAG]
    carrying: Annotated[int, FLAG]
    activated: Annotated[int, FLAG]
    overwatch: Annotated[int, FLAG]
    ow_actions: Annotated[int, ANY]
    ran: Annotated[int, FLAG]
    moved: Annotated[int, FLAG]
    ran_now: Annotated[int, FLAG]
    shot_now: Annotated[int, FLAG]
    orders: Orders


class Doing:
    """The action under way of the active character, with the trigger points of a movement (GUN-13.17).

    Characters of the waiting side are bits by their place in their band: `tried` have attempted a reaction, `ended`
    have passed, `waited` have answered `wait`, `answered` have done so at this trigger point, `unseen` have lost sight
    of the mover since, `offered` are on offer. `parting` are those who still have a parting attack.
    """

    verb: Annotated[int, ANY]  # what is done; 0: nothing
    stage: Annotated[int, Range(0, DONE)]
    gait: Annotated[int, Range(0, RETIRING)]
    posture: Annotated[int, Range(0, HIDING)]  # at the end
    on_interrupt: Annotated[int, Range(0, ASK_OWNER)]
    path: Path
    was: Annotated[int, Range(0, HIDING)]  # the posture at the start
    point: Annotated[int, ANY]  # the trigger point that is reached
    last: Annotated[int, ANY]  # the final one
    told: Annotated[int, ANY]  # waypoints that events have told of
    from_x: Annotated[int, X]  # where the last event ended
    from_y: Annotated[int, Y]
    watcher: Annotated[int, Range(0, SIDE)]  # the next whose orders may let it fire by itself; SIDE: offers follow
    stopping: Annotated[int, FLAG]  # it stops at this point (GUN-13.47)
    shot_at: Annotated[int, FLAG]  # a reaction shot was fired at this point
    retired: Annotated[int, FLAG]  # an overwatcher has flinched at this point
    parting: Annotated[int, CHARACTER_BITS]
    tried: Annotated[int, CHARACTER_BITS]
    ended: Annotated[int, CHARACTER_BITS]
    waited: Annotated[int, CHARACTER_BITS]
    answered: Annotated[int, CHARACTER_BITS]
    unseen: Annotated[int, CHARACTER_BITS]
    offered: Annotated[int, CHARACTER_BITS]
    faces: Annotated[Ints, SIDE, Range(0, 10)]  # of the chance that was last offered to each


class Attack:
    """An attack under way: all its shots have one target, level and modifiers (GUN-8.12)."""

    kind: Annotated[int, Range(0, PARTING_ATTACK)]  # 0: none
    stage: Annotated[int, Range(0, TOUGHNESS)]
    attacker: Annotated[int, Range(0, CHARACTERS - 1)]
    target: Annotated[int, Range(0, CHARACTERS - 1)]
    level: Annotated[int, ANY]
    modifiers: Annotated[int, Range(-MAX_NUMBER, MAX_NUMBER)]
    damage: Annotated[int, ANY]
    shots: Annotated[int, ANY]  # that are left
    wounds: Annotated[int, ANY]  # of the hit whose Toughness is tested
    has_hit: Annotated[int, FLAG]


class Reaction:
    """A reaction under way."""

    unit: Annotated[int, Range(0, CHARACTERS)]  # plus one; 0: none
    stage: Annotated[int, Range(0, FIRE)]
    mode: Annotated[int, Range(0, AUTO)]
    returns: Annotated[int, FLAG]  # it goes back to Overwatch (GUN-13.26)


class State:
    """A match at a moment."""

    phase: Annotated[int, Range(0, OVER)]
    turn: Annotated[int, Range(0, "scenario.turns")]
    side: Annotated[int, FLAG]  # who places, declares or marks now
    holder: Annotated[int, FLAG]  # who has the initiative
    placing: Annotated[int, FLAG]  # it has been settled who places first
    declared: Annotated[Ints, 2, Range(0, SIDE)]  # marks that are left, by side
    active: Annotated[int, Range(0, CHARACTERS)]  # plus one; 0: none
    actions: Annotated[int, ANY]  # that the active character has left
    keeps: Annotated[int, FLAG]  # its Activation passed Hard (GUN-11.3)
    may_pass: Annotated[int, FLAG]  # the holder keeps the initiative, and may pass it (GUN-11.9)
    item_lies: Annotated[int, FLAG]  # the scenario's item lies on the table
    item_x: Annotated[int, X]
    item_y: Annotated[int, Y]
    points: Annotated[Ints, 2, ANY]  # victory points
    winner: Annotated[int, Range(0, DRAWN)]
    why: Annotated[int, ANY]  # the reason of the end
    doing: Doing
    attack: Attack
    reaction: Reaction
    characters: Annotated[list[Character], CHARACTERS]
