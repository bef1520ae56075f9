"""State: everything that changes during a fight, and nothing else. Lengths are whole centimetres (FS3-20.1)."""

from __future__ import annotations

from typing import Annotated

from ...core.engine.record import Grid, Ints
from ...core.protocol.position import MAX_NUMBER
from ...core.protocol.ranges import FLAG, Range
from .tables import BEINGS, CARRIED, COMBATANTS, LOCATIONS, TEAMS, VEHICLES
from .terrain import LEGS

# Phases (section 6.2). LAST_STAND asks who may recover before the end (FS3-21.3).
LOBBY, ORDERS, REVEAL, INITIATIVE, ACTIONS, WINDOW, END_OF_TURN, LAST_STAND, ENDED = range(9)
PHASES = ("lobby", "orders", "reveal", "initiative", "actions", "window", "end_of_turn", "last_stand", "ended")

# A combatant's status; 0: nobody has this seat.
READY, KNOCKED_OUT, VEHICLE_OUT, REMOVED, WITHDRAWN = range(1, 6)
STATUSES = ("", "ready", "knocked out", "out with the vehicle", "removed", "withdrawn")

SOLDIER, PILOT_ROLE, PASSENGER, OBSERVER, NPC_MASTER = range(1, 6)  # join types (FS3-6.3)
ROLES = ("", "soldier", "pilot", "passenger", "observer", "npcmaster")

NORMAL, BANZAI, EVADE, CAUTIOUS, COVER = range(5)  # stances (FS3-8.10)
STANCES = ("normal", "banzai", "evade", "cautious", "cover")

NO_LUCK, LUCK_ATTACK, LUCK_DEFENCE, LUCK_INITIATIVE = range(4)  # FS3-17.12
OWN_ROLLS, NO_ROLLS = 5, 6  # of whom luck windows ask less, in place of declared luck (FS3-17.13d)

TROOPER, BASIC, HOLD, ASSAULT, RUNNER, JAMMER, CAPTURE = range(7)  # section 23
BEHAVIOURS = ("trooper", "basic", "hold", "assault", "runner", "jammer", "capture")

HEALED, LIGHT, MODERATE, SERIOUS, CRITICAL_WOUND = range(5)  # severities (FS3-12.2)
SEVERITIES = ("healed", "Light", "Moderate", "Serious", "Critical")

TARGETS = 5  # of Full Auto and Suppress (FS3-14.5, FS3-7.16)
ALTERNATES = 3  # FS3-6.15
NEAR = 10  # listed victims of an explosion without a map (FS3-15.3c)
WOUNDS = 240

NO_WINNER, DRAWN = 0, 10  # winner is a team otherwise
STOPPED, BY_LAST_TEAM, BY_TURN_LIMIT, BY_OBJECTIVE, BY_POINTS = range(1, 6)  # why

WHO = Range(0, COMBATANTS)  # plus one; 0: nobody
ANY = Range(0, MAX_NUMBER)
SIGNED = Range(-MAX_NUMBER, MAX_NUMBER)
MASK = Range(0, 2**COMBATANTS - 1)
LOCATION_MASK = Range(0, 2**LOCATIONS - 1)


class Order:
    """What a combatant does this turn (FS3-6.15). `verb` 0: none. Units are plus one, 0: nobody."""

    verb: Annotated[int, ANY]
    stance: Annotated[int, Range(0, 5)]  # plus one; 0: unchanged
    weapon: Annotated[int, ANY]  # what to draw, plus one; 0: unchanged
    board: Annotated[int, Range(0, VEHICLES)]
    leave: Annotated[int, FLAG]
    leave_x: Annotated[int, SIGNED]
    leave_y: Annotated[int, SIGNED]
    release: Annotated[int, FLAG]
    luck: Annotated[int, Range(0, LUCK_INITIATIVE)]
    act_first: Annotated[int, FLAG]
    friendly: Annotated[int, FLAG]
    engage: Annotated[int, WHO]  # the free move without a map (FS3-20.20)
    disengage: Annotated[int, FLAG]
    burst: Annotated[int, FLAG]
    called: Annotated[int, ANY]  # a location plus one; 0: none
    wound: Annotated[int, ANY]  # number of the wound to treat, from 1; 0: the worst
    at_point: Annotated[int, FLAG]  # Explode at x, y
    x: Annotated[int, SIGNED]
    y: Annotated[int, SIGNED]
    n_targets: Annotated[int, Range(0, TARGETS)]
    targets: Annotated[Ints, TARGETS, Range(0, COMBATANTS)]
    n_alternates: Annotated[int, Range(0, ALTERNATES)]
    alternates: Annotated[Ints, ALTERNATES, Range(0, COMBATANTS)]
    immediate: Annotated[int, MASK]  # listed victims without a map, bits (FS3-15.3c)
    near: Annotated[int, MASK]
    n_legs: Annotated[int, Range(0, LEGS)]
    xs: Annotated[Ints, LEGS, SIGNED]
    ys: Annotated[Ints, LEGS, SIGNED]


class Combatant:
    """A combatant as it stands (FS3-6.7, FS3-22.4). Numbers of others are plus one, 0: nobody."""

    status: Annotated[int, Range(0, WITHDRAWN)]
    being: Annotated[int, Range(0, BEINGS - 1)]  # its sheet
    name: Annotated[Ints, 2, ANY]  # letters of a name that no sheet has (FS3-6.5), `field_kinds.unpack_name`
    rating: Annotated[int, Range(0, 13)]  # plus one, in place of the sheet's; 0: as the sheet has it
    role: Annotated[int, Range(0, NPC_MASTER)]
    team: Annotated[int, Range(0, TEAMS)]
    is_pc: Annotated[int, FLAG]
    vehicle: Annotated[int, Range(0, VEHICLES)]
    x: Annotated[int, SIGNED]
    y: Annotated[int, SIGNED]
    n_weapons: Annotated[int, Range(0, CARRIED)]
    weapons: Annotated[Ints, CARRIED, ANY]
    rounds: Annotated[Ints, CARRIED, ANY]
    clips: Annotated[Ints, CARRIED, Range(-1, MAX_NUMBER)]
    hand: Annotated[int, Range(0, CARRIED + 1)]  # which carried weapon, plus one; CARRIED + 1: unarmed; 0: none
    reloading: Annotated[int, ANY]  # Reload actions in a row so far (FS3-7.21)
    reloads: Annotated[int, FLAG]  # it has reloaded this turn
    armour: Annotated[int, ANY]  # plus one
    stance: Annotated[int, Range(0, COVER)]
    cover: Annotated[int, ANY]  # Protection that the organizer grants (FS3-11.2)
    suppression: Annotated[int, Range(0, 5)]
    aim: Annotated[int, WHO]  # whom it aims at
    aims: Annotated[int, FLAG]  # it has aimed this turn
    aimed: Annotated[int, FLAG]  # its aim of the last turn counts now (FS3-7.11)
    subduer: Annotated[int, WHO]
    captive: Annotated[int, WHO]
    luck: Annotated[int, ANY]
    luck_kind: Annotated[int, Range(0, NO_ROLLS)]  # declared, paid for, not yet used; or a standing order
    has_modified: Annotated[int, FLAG]  # it has modified a roll this turn (FS3-17.6)
    modifier: Annotated[int, SIGNED]  # the organizer's (FS3-22.14)
    lethality: Annotated[int, SIGNED]  # FS3-22.15
    behaviour: Annotated[int, Range(0, CAPTURE)]
    goal: Annotated[int, ANY]
    target: Annotated[int, WHO]  # that an NPC keeps (FS3-23.1)
    fixed: Annotated[int, FLAG]  # the organizer has set it
    place: Annotated[int, ANY]  # in this turn's order of action, from 1; 0: none
    initiative: Annotated[int, Range(-2, 3)]
    hurt: Annotated[int, FLAG]  # wounded since its last Knockout Roll (FS3-13.1, FS3-13.8)
    freed: Annotated[int, FLAG]  # released this turn: it does nothing else (FS3-7.37)
    moved: Annotated[int, FLAG]  # its vehicle or itself has moved this turn
    lost_order: Annotated[int, FLAG]  # subdued before it could act (FS3-7.27)
    shots: Annotated[int, ANY]
    hits: Annotated[int, ANY]
    given: Annotated[int, ANY]
    taken: Annotated[int, ANY]
    knockouts: Annotated[int, ANY]
    order: Order


class Vehicle:
    """A vehicle as it stands (section 19)."""

    type: Annotated[int, ANY]  # plus one; 0: none
    x: Annotated[int, SIGNED]
    y: Annotated[int, SIGNED]
    out: Annotated[int, FLAG]  # knocked out
    hurt: Annotated[int, FLAG]
    moved: Annotated[int, FLAG]  # this turn
    has_moved: Annotated[int, FLAG]  # last turn (FS3-19.21)
    temporary: Annotated[int, FLAG]


class Wound:
    """A wound (FS3-12.4). Victims are combatants plus one, or vehicles plus one after COMBATANTS; 0: no wound."""

    victim: Annotated[int, Range(0, COMBATANTS + VEHICLES)]
    location: Annotated[int, ANY]
    weapon: Annotated[int, ANY]  # plus one; 0: shrapnel; one more than there are: none, as the desk says
    stun: Annotated[int, FLAG]
    initial: Annotated[int, Range(0, CRITICAL_WOUND)]
    severity: Annotated[int, Range(0, CRITICAL_WOUND)]
    points: Annotated[int, ANY]  # Healing Points, in tenths (FS3-18.5)
    is_treated: Annotated[int, FLAG]  # Treat has been tried
    has_healed: Annotated[int, FLAG]  # it has had Healing Points: it counts half (FS3-12.7)
    second: Annotated[int, SIGNED]  # when, on the fight's clock
    turn: Annotated[int, ANY]
    is_mock: Annotated[int, FLAG]


class Attack:
    """An action under way that rolls: bullet after bullet, victim after victim. `rules/attack.py` runs it."""

    kind: Annotated[int, ANY]  # the verb; 0: none
    attacker: Annotated[int, Range(0, COMBATANTS - 1)]
    weapon: Annotated[int, ANY]
    carried: Annotated[int, Range(0, CARRIED)]  # which of those carried; CARRIED: none of them
    n: Annotated[int, Range(0, COMBATANTS)]  # targets
    targets: Annotated[Ints, COMBATANTS, Range(0, COMBATANTS)]  # plus one
    bullets: Annotated[Ints, COMBATANTS, ANY]  # for each target; zones of an explosion's victims
    target: Annotated[int, ANY]  # which of the targets is next, from 0
    bullet: Annotated[int, ANY]  # of this target, from 0
    fired: Annotated[int, ANY]  # bullets resolved in all: recoil (FS3-14.7)
    called: Annotated[int, ANY]  # location plus one
    stage: Annotated[int, ANY]
    attack_result: Annotated[int, Range(-2, 3)]
    defence_result: Annotated[int, Range(-2, 3)]
    x: Annotated[int, SIGNED]  # the blast point
    y: Annotated[int, SIGNED]
    pieces: Annotated[int, ANY]  # of shrapnel, of this victim, still to come
    drawn: Annotated[int, LOCATION_MASK]  # locations that shrapnel has hit since the list was full (FS3-15.12)


class Crew:
    """The occupants of a vehicle that took a wound, whom it may hurt: `continue_occupants` goes on (FS3-19.11)."""

    vehicle: Annotated[int, Range(0, VEHICLES)]  # plus one; 0: nobody is to be looked at
    location: Annotated[int, ANY]  # of the vehicle's wound
    severity: Annotated[int, Range(0, CRITICAL_WOUND)]
    inflicter: Annotated[int, WHO]
    next: Annotated[int, Range(0, COMBATANTS + 1)]  # from whom on, plus one; 0: the pilot comes first


class Window:
    """A luck window on a roll (FS3-17.13)."""

    stage: Annotated[int, ANY]  # 0: none is open
    roller: Annotated[int, WHO]
    asked: Annotated[int, WHO]  # whom it asks now
    answered: Annotated[int, MASK]
    by: Annotated[int, WHO]  # whose point counts
    effect: Annotated[int, Range(-50, 50)]
    is_cancelled: Annotated[int, FLAG]
    kind: Annotated[int, ANY]  # attack, defence, initiative, other
    rating: Annotated[int, SIGNED]
    modifier: Annotated[int, SIGNED]
    result: Annotated[int, Range(-2, 3)]
    die: Annotated[int, Range(0, 100)]


class State:
    """A fight at a moment."""

    phase: Annotated[int, Range(0, ENDED)]
    turn: Annotated[int, ANY]
    clock: Annotated[int, ANY]  # seconds since the start of the fight (FS3-1.10)
    owing: Annotated[int, ANY]  # slots that owe a choice, bits
    n: Annotated[int, Range(0, COMBATANTS)]  # combatants that act this turn
    sequence: Annotated[Ints, COMBATANTS, Range(0, COMBATANTS)]  # in order of action, plus one
    next: Annotated[int, ANY]  # whose turn to act is next, or who is next to roll
    step: Annotated[int, ANY]  # what of its turn is next
    attack: Attack
    crew: Crew  # an action is over only when nobody of it is left (FS3-19.14a)
    window: Window
    distances: Annotated[Grid, (COMBATANTS, COMBATANTS), ANY]  # without a map, centimetres (FS3-20.20)
    team_targets: Annotated[Ints, TEAMS, ANY]  # bits of the teams that the NPCs of a team aim at (FS3-22.10)
    points: Annotated[Ints, TEAMS + 1, SIGNED]  # by team
    left: Annotated[Ints, TEAMS + 1, MASK]  # who has left from a zone, bits, by team (FS3-21.9)
    winner: Annotated[int, Range(0, DRAWN)]
    why: Annotated[int, Range(0, BY_POINTS)]
    is_paused: Annotated[int, FLAG]
    combatants: Annotated[list[Combatant], COMBATANTS]
    vehicles: Annotated[list[Vehicle], VEHICLES]
    penalties: Annotated[Ints, COMBATANTS + VEHICLES + 1, ANY]  # by victim: what its wounds take from rolls, in all
    n_wounds: Annotated[int, ANY]  # numbers given to wounds so far
    wounds: Annotated[list[Wound], WOUNDS]
