"""Whom a player activates and when it passes, whom it puts on Overwatch with what orders, and how it reacts."""

from __future__ import annotations

from ....core.engine.compiled import compiled
from ....core.protocol.choices import Choice
from .. import choices as verbs
from ..rules.characters import bands_of, first_of, is_up, side_of, weapon_of
from ..rules.difficulty import good_faces, shift_level
from ..rules.initiative import is_eligible
from ..rules.nerve import activation_modifiers, nerve_shift
from ..rules.overwatch import has_bit, is_markable, reaction_faces, watcher
from ..rules.room import inches
from ..rules.shooting import can_autofire, distance_between
from ..state import ASK, AUTO, AUTO_FIRE, SINGLE, State
from ..tables import EXTRACT, HARD, RESTRICTED, SIDE, TRIVIAL, Tables
from .fire import best_fire, danger, shot_worth
from .goals import away_from, carrier_of, count_nearer, goal_of
from .movement import is_there

KEEP = 0.3  # what it is worth to keep the initiative
LITTLE = 0.1  # an activation that can wait
WATCHING = 0.4  # what somebody on Overwatch must be worth more there
COMING = 4.0  # inches that an enemy may come nearer
GOOD_FACES = 5  # a shot that is not let go by
BURST_CHANCE, SHOT_CHANCE = 30, 50  # percent, of orders to fire without asking


@compiled
def test_share(state: State, tables: Tables, i: int, level: int) -> float:
    """The chance that a character's Activation test passes a level."""
    if not tables.options.activations:
        return 0.0 if level == HARD else 1.0
    shifted = shift_level(level, nerve_shift(tables, None, i), 1)
    return good_faces(tables, shifted, activation_modifiers(state, tables, None, i)) / tables.constants.die


@compiled
def urgency(state: State, tables: Tables, i: int) -> float:
    """What it is worth to activate a character now: its shot, the danger it is in, the item, and to keep on."""
    worth = best_fire(state, tables, i, tables.constants.actions)[0] + 0.4 * danger(state, tables, i)
    if tables.scenario.victory == EXTRACT:
        carrier = carrier_of(state)
        if carrier == i:
            worth += 1.0
        elif carrier < 0:
            worth += 0.5 * (count_nearer(state, i, state.item_x, state.item_y) == 0)
    return worth * test_share(state, tables, i, TRIVIAL)


@compiled
def suggest_activation(state: State, tables: Tables, side: int, choice: Choice) -> None:
    """The most urgent character, with an eye to keeping the initiative; if none is urgent and one may, pass it."""
    best, most, own, foes = -1, -1.0, 0, 0
    least = 0.0
    for k in range(SIDE):
        foes += int(is_eligible(state, first_of(1 - side) + k))
        i = first_of(side) + k
        if is_eligible(state, i):
            own += 1
            worth = urgency(state, tables, i)
            least = max(least, worth)
            worth += KEEP * test_share(state, tables, i, HARD)
            if worth > most:
                best, most = i, worth
    if state.may_pass and least < LITTLE and foes > 0:
        verbs.write_pass_initiative(choice)
    else:
        verbs.write_activate(choice, best)


# Overwatch


@compiled
def watch_worth(state: State, tables: Tables, i: int) -> float:
    """What a character is worth on Overwatch over its own activation: enemies may come into its fire, it has no shot
    and is where it wants to be."""
    character = state.characters[i]
    if not is_markable(state, i) or character.overwatch or character.carrying:
        return -9.0
    if not character.loaded[character.wielded - 1]:
        return -1.0
    bands, goal = bands_of(tables, weapon_of(state, tables, i)), goal_of(state, tables, i)
    near, enemies = 0.0, first_of(1 - side_of(i))
    for j in range(enemies, enemies + SIDE):
        if is_up(state, j) and distance_between(state, i, j) <= inches(bands.effective) + COMING:
            near += 0.12
    worth = min(near, 0.4) + 0.1 * can_autofire(state, tables, i) + 0.1 * character.braced
    if not is_there(tables, goal, character.x, character.y):
        worth -= 2.0 * goal.pull * max(0.0, min(6.0, away_from(state, i, goal.x, goal.y) - goal.near))
    worth -= best_fire(state, tables, i, tables.constants.actions)[0] + 0.5 * danger(state, tables, i)
    return worth - 0.1 * character.markers * tables.options.flinch


@compiled
def suggest_declaration(state: State, tables: Tables, side: int, choice: Choice) -> None:
    """As many on Overwatch as are worth more there."""
    n = 0
    for i in range(first_of(side), first_of(side) + SIDE):
        n += int(watch_worth(state, tables, i) > WATCHING)
    verbs.write_overwatch_declare(choice, n)


@compiled
def suggest_mark(state: State, tables: Tables, side: int, choice: Choice) -> None:
    """Who is worth most on Overwatch; a weapon that fires once a turn asks, others fire by themselves."""
    best, most = -1, -99.0
    for i in range(first_of(side), first_of(side) + SIDE):
        if is_markable(state, i) and not state.characters[i].overwatch:
            worth = watch_worth(state, tables, i)
            if worth > most:
                best, most = i, worth
    if can_autofire(state, tables, best):
        verbs.write_overwatch_mark(choice, best, AUTO_FIRE, BURST_CHANCE, mode=AUTO)
    elif tables.options.weapon_charts and weapon_of(state, tables, best).rof == RESTRICTED:
        verbs.write_overwatch_mark(choice, best, ASK, verbs.MIN_CHANCE)
    else:
        verbs.write_overwatch_mark(choice, best, AUTO_FIRE, SHOT_CHANCE)


@compiled
def suggest_answer(state: State, tables: Tables, choice: Choice) -> None:
    """Fire where the shot is good, or nothing better may come; else wait, after a shot pass."""
    best, most, mover, first = -1, -1.0, state.active - 1, -1
    mode = SINGLE
    for k in range(SIDE):
        if has_bit(state.doing.offered, k):
            i = watcher(state, k)
            first = i if first < 0 else first
            for each in range(SINGLE, AUTO + 1):
                if reaction_faces(state, tables, i, each, 1) > 0:
                    worth = shot_worth(state, tables, i, mover, each, True)
                    if worth > most:
                        best, most, mode = i, worth, each
    left = 0
    for j in range(first_of(side_of(mover)), first_of(side_of(mover)) + SIDE):
        left += int(is_eligible(state, j))
    if best >= 0 and reaction_faces(state, tables, best, mode, GOOD_FACES if left else 1) > 0:
        verbs.write_react(choice, best, mode)
    elif state.doing.verb == verbs.SHOOT:
        verbs.write_pass(choice, first)
    else:
        verbs.write_wait(choice, first)
