"""State: everything that changes during a match, and nothing else."""

from __future__ import annotations

from typing import Annotated

from ...core.engine.record import Grid, Ints
from ...core.protocol.position import MAX_NUMBER
from ...core.protocol.ranges import FLAG, Counts, Range
from ...core.space.movement import Discs
from .choices import RULED, WARN
from .tables import GRENADES, HOSTAGES, MAX_DICE, NOBODY, ORDERS, TARGETS, UNITS

ZONES = 32  # as many as a field has
GROUND = 192  # tokens that lie about
TRAIL = 32  # points of a hostage's trail
FLIGHTS = 2 * UNITS  # grenades that have been thrown and not gone off
RULINGS = 8

SETTING_UP, BUY, CALL, COUNT, TARGET, ACTION, END_TURN, ROUND_END, BETWEEN, OVER = range(10)  # TPS-5.2
PHASES = ("round_setup", "buy", "call", "count", "target", "action", "end_turn", "round_end", "between", "over")

PRIMARY, SIDEARM, KNIFE_SLOT = range(1, 4)  # a called weapon; 0: none
NO_ACTION, RELOAD, PLANT, DEFUSE = range(4)  # a called action
STAY, MOVE, DROP, PICK_UP, USE = range(5)  # an order
NO_BOMB, ARMED, EXPLODED, DEFUSED = range(4)  # what has become of the bomb; carried or lying about it is a token
SEEK, HARM = range(2)  # what an attack under way wants next: the next attack, or damage
THROWS, BURSTS = 0, 2  # of grenades: the next throw, the next that a frag meets; HARM between them
PLACED, RESCUED, KILLED = range(1, 4)  # a hostage's status; 0: none
NO_WIN, T_WON, CT_WON = range(3)
DRAW = 3  # the winner of a match that nobody won
STEP = 1000001  # a step of 1 MU and EPS (TPS-3.27)
MAX_HEALTH = 12
MAX_RULED = 999  # of frags, deaths, progress and rounds won

GEAR_NUMBER, X, Y = Range(0, "n_gear"), Range(0, "field.width"), Range(0, "field.height")
ANY = Range(-MAX_NUMBER, MAX_NUMBER)


class Token:
    """A token that is carried. `gear` is its number in the catalogue plus one; 0 is an empty place."""

    gear: Annotated[int, GEAR_NUMBER]
    mark: Annotated[int, Range(0, 9)]  # of a weapon: 1 out of ammo; of armour: its dice


class GrenadeToken:
    """A grenade that is carried: a token without a mark."""

    gear: Annotated[int, GEAR_NUMBER]
    mark: int


class Lying:
    """A token on the ground, in the order in which it came there."""

    gear: Annotated[int, GEAR_NUMBER]  # plus one
    mark: Annotated[int, Range(0, 9)]
    x: Annotated[int, X]
    y: Annotated[int, Y]


class Unit:
    """A unit: its token and its board (TPS-1.13, TPS-2.1), no heading and no cartridges (TPS-1.1); places in steps."""

    side: Annotated[int, FLAG]
    alive: Annotated[int, FLAG]
    x: Annotated[int, X]
    y: Annotated[int, Y]
    health: Annotated[int, Range(0, MAX_HEALTH)]
    primary: Token
    sidearm: Token
    helmet: Token
    vest: Token
    special: Token
    grenades: Annotated[list[GrenadeToken], GRENADES]
    cash: Annotated[int, Range(0, "options.mp_maxmoney")]
    earned: Annotated[int, ANY]  # changes of this round, paid in ROUND_END
    frags: Annotated[int, ANY]
    deaths: Annotated[int, Range(0, MAX_NUMBER)]
    called: Annotated[int, Range(0, KNIFE_SLOT)]  # the weapon last called (TPS-5.7)
    weapon: Annotated[
        int, Range(0, KNIFE_SLOT)
    ]  # the called weapon now: PRIMARY, SIDEARM, KNIFE_SLOT; 0 outside a turn
    over: Annotated[int, GEAR_NUMBER]  # the over item: number in the catalogue plus one
    action: Annotated[int, Range(0, DEFUSE)]
    changed: Annotated[int, FLAG]  # the weapon that was called has been dropped or replaced
    scope: Annotated[int, FLAG]
    crouch: Annotated[int, FLAG]
    n_orders: Annotated[int, Range(0, "options.sv_movebatch - 1")]  # orders given and not carried out yet
    orders: Annotated[
        Grid, (ORDERS, 3), Range(-STEP, STEP)
    ]  # kind, then a vector, or what is dropped, picked up or used
    moves: Annotated[int, Range(0, "last_count")]  # counts with an actual move
    unarmed: Annotated[int, Range(0, "options.mp_movecounts")]  # counts on which the knife was active
    busy: Annotated[int, FLAG]  # not stationary in this turn (TPS-9.22)
    n_targets: int
    targets: Annotated[Grid, (TARGETS, 3)]  # target, then wild and plain dice, or to-hit dice and 0
    dice: int  # of a throw; 0: none
    aim_x: int
    aim_y: int
    to_hit: int  # dice of a thrown frag
    flashed: int
    hurt: int  # took a hit this turn
    shot_at: int  # an attack on it was called this turn
    progress: Annotated[int, Range(0, MAX_RULED)]  # turns of planting or defusing
    warned: Annotated[int, FLAG]
    leaving: Annotated[int, FLAG]  # is being kicked: when the state in progress closes (TPS-5.13)
    kicked: Annotated[int, FLAG]  # is no longer in the match


class Hostage:
    """A hostage. `leader` is a unit plus one; the trail is the leader's."""

    status: Annotated[int, Range(0, KILLED)]
    x: Annotated[int, X]
    y: Annotated[int, Y]
    health: Annotated[int, Range(0, MAX_HEALTH)]
    leader: Annotated[int, Range(0, "n_units")]
    used: Annotated[int, FLAG]  # has been used before
    n_trail: Annotated[int, Range(0, TRAIL)]
    trail_x: Annotated[Ints, TRAIL, X]
    trail_y: Annotated[Ints, TRAIL, Y]


class Bomb:
    """The bomb once it is armed."""

    status: Annotated[int, Range(0, DEFUSED)]
    x: Annotated[int, X]
    y: Annotated[int, Y]
    turn: Annotated[int, Range(1, "turns")]  # in which it was armed


class Flight:
    """A grenade that was thrown and goes off in the next turn."""

    gear: Annotated[int, Range(1, "n_gear")]  # plus one
    thrower: Annotated[int, Range(0, "n_units - 1")]
    to_hit: Annotated[int, Range(0, MAX_DICE)]  # dice of a frag
    turn: Annotated[int, Range(1, "turns")]  # in which it was thrown
    x: Annotated[int, X]
    y: Annotated[int, Y]


class Doing:
    """The resolution of a step: whose attack, which of its parts, and what it wants next."""

    stage: int
    unit: int  # attacker; in step 1 the number of the flight
    part: int  # of its targets; in step 1 and 10 the victim
    target: int  # whom the attack has hit, when damage is wanted
    net: int  # what the damage just rolled was, Good or Bad: so that odds can tell


class Ruling:
    """An Admin's command that waits until the state in progress closes (TPS-5.13)."""

    verb: Annotated[int, Range(WARN, WARN + 3)]
    unit: Annotated[int, Range(0, "n_units - 1")]
    what: Annotated[int, Range(0, len(RULED) - 1)]
    to: Annotated[int, Range(0, MAX_RULED)]
    x: Annotated[int, X]
    y: Annotated[int, Y]


class State:
    """A match at a moment. Team 0 began as T, team 1 as CT; `swapped`: they have changed sides."""

    phase: Annotated[int, Range(0, OVER)]
    owing: Annotated[
        int, Range(0, 2 ** (UNITS + 1) - 1)
    ]  # a bit for each unit that must decide in this phase, and for the Admin; 0: it is to be resolved
    admin: Annotated[int, Range(0, "n_units + 1")]  # the Admin's slot plus one; 0: the program does it (TPS-24.5)
    n_units: Annotated[int, Range("n_units", "n_units")]
    round_number: Annotated[int, Range(0, "options.mp_maxrounds")]
    turn: Annotated[int, Range(0, "turns")]
    count: Annotated[int, Range(0, "last_count")]
    step: int
    swapped: Annotated[int, FLAG]
    score: Annotated[Ints, 2, Range(0, MAX_RULED)]  # rounds won, by team
    losses: Annotated[Ints, 2, Range(0, "options.mp_maxrounds")]  # rounds lost in a row, by team
    won: Annotated[int, Range(0, CT_WON)]  # who won the round that has ended: T_WON, CT_WON
    why: Annotated[int, Range(0, 6)]  # its reason, or the match's
    winner: Annotated[int, Range(0, DRAW)]  # of the match: team plus one; 0 nobody, 3 a draw
    switched: Annotated[int, FLAG]  # a player was switched in this BETWEEN
    units: Annotated[list[Unit], UNITS]
    hostages: Annotated[list[Hostage], HOSTAGES]
    bomb: Bomb
    n_ground: Annotated[int, Range(0, GROUND), Counts("ground")]
    ground: Annotated[list[Lying], GROUND]
    n_flights: Annotated[int, Range(0, FLIGHTS), Counts("flights")]
    flights: Annotated[list[Flight], FLIGHTS]
    smoke: Annotated[Ints, ZONES, Range(1, "smoke_turns")]  # the last turn of smoke in a zone; 0: none
    doing: Doing
    hits: Annotated[Grid, (TARGETS, NOBODY + 1)]  # of this step, by target and attacker
    harm: Annotated[Grid, (TARGETS, NOBODY + 1)]  # sums of damage of those attacks
    discs: Discs  # the tokens while a count is resolved; else zero
    n_rulings: Annotated[int, Range(0, RULINGS), Counts("rulings")]
    rulings: Annotated[list[Ruling], RULINGS]
