"""State: everything that changes during a match, and nothing else."""

from __future__ import annotations

from typing import Annotated

from ...core.engine.record import Grid, Ints
from ...core.space.movement import Discs
from .tables import GRENADES, HOSTAGES, NOBODY, ORDERS, TARGETS, UNITS

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


class Token:
    """A token that is carried. `gear` is its number in the catalogue plus one; 0 is an empty place."""

    gear: int
    mark: int  # of a weapon: 1 out of ammo; of armour: its dice


class Lying:
    """A token on the ground, in the order in which it came there."""

    gear: int  # plus one
    mark: int
    x: int
    y: int


class Unit:
    """A unit: its token and its board (TPS-1.13, TPS-2.1), no heading and no cartridges (TPS-1.1); places in steps."""

    side: int
    alive: int
    x: int
    y: int
    health: int
    primary: Token
    sidearm: Token
    helmet: Token
    vest: Token
    special: Token
    grenades: Annotated[list[Token], GRENADES]
    cash: int
    earned: int  # changes of this round, paid in ROUND_END
    frags: int
    deaths: int
    called: int  # the weapon last called (TPS-5.7)
    weapon: int  # the called weapon now: PRIMARY, SIDEARM, KNIFE_SLOT; 0 outside a turn
    over: int  # the over item: number in the catalogue plus one
    action: int
    changed: int  # the weapon that was called has been dropped or replaced
    scope: int
    crouch: int
    n_orders: int  # orders given and not carried out yet
    orders: Annotated[Grid, (ORDERS, 3)]  # kind, then a vector, or what is dropped, picked up or used
    moves: int  # counts with an actual move
    unarmed: int  # counts on which the knife was active
    busy: int  # not stationary in this turn (TPS-9.22)
    n_targets: int
    targets: Annotated[Grid, (TARGETS, 3)]  # target, then wild and plain dice, or to-hit dice and 0
    dice: int  # of a throw; 0: none
    aim_x: int
    aim_y: int
    to_hit: int  # dice of a thrown frag
    flashed: int
    hurt: int  # took a hit this turn
    shot_at: int  # an attack on it was called this turn
    progress: int  # turns of planting or defusing
    warned: int
    leaving: int  # is being kicked: when the state in progress closes (TPS-5.13)
    kicked: int  # is no longer in the match


class Hostage:
    """A hostage. `leader` is a unit plus one; the trail is the leader's."""

    status: int
    x: int
    y: int
    health: int
    leader: int
    used: int  # has been used before
    n_trail: int
    trail_x: Annotated[Ints, TRAIL]
    trail_y: Annotated[Ints, TRAIL]


class Bomb:
    """The bomb once it is armed."""

    status: int
    x: int
    y: int
    turn: int  # in which it was armed


class Flight:
    """A grenade that was thrown and goes off in the next turn."""

    gear: int  # plus one
    thrower: int
    to_hit: int  # dice of a frag
    turn: int  # in which it was thrown
    x: int
    y: int


class Doing:
    """The resolution of a step: whose attack, which of its parts, and what it wants next."""

    stage: int
    unit: int  # attacker; in step 1 the number of the flight
    part: int  # of its targets; in step 1 and 10 the victim
    target: int  # whom the attack has hit, when damage is wanted
    net: int  # what the damage just rolled was, Good or Bad: so that odds can tell


class Ruling:
    """An Admin's command that waits until the state in progress closes (TPS-5.13)."""

    verb: int
    unit: int
    what: int
    to: int
    x: int
    y: int


class State:
    """A match at a moment. Team 0 began as T, team 1 as CT; `swapped`: they have changed sides."""

    phase: int
    owing: int  # a bit for each unit that must decide in this phase, and for the Admin; 0: it is to be resolved
    admin: int  # the Admin's slot plus one; 0: the program does it (TPS-24.5)
    n_units: int
    round_number: int
    turn: int
    count: int
    step: int
    swapped: int
    score: Annotated[Ints, 2]  # rounds won, by team
    losses: Annotated[Ints, 2]  # rounds lost in a row, by team
    won: int  # who won the round that has ended: T_WON, CT_WON
    why: int  # its reason, or the match's
    winner: int  # of the match: team plus one; 0 nobody, 3 a draw
    switched: int  # a player was switched in this BETWEEN
    units: Annotated[list[Unit], UNITS]
    hostages: Annotated[list[Hostage], HOSTAGES]
    bomb: Bomb
    n_ground: int
    ground: Annotated[list[Lying], GROUND]
    n_flights: int
    flights: Annotated[list[Flight], FLIGHTS]
    smoke: Annotated[Ints, ZONES]  # the last turn of smoke in a zone; 0: none
    doing: Doing
    hits: Annotated[Grid, (TARGETS, NOBODY + 1)]  # of this step, by target and attacker
    harm: Annotated[Grid, (TARGETS, NOBODY + 1)]  # sums of damage of those attacks
    discs: Discs  # the tokens while a count is resolved; else zero
    n_rulings: int
    rulings: Annotated[list[Ruling], RULINGS]
