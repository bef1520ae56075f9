"""Section 17: luck that is declared with the order, luck windows around a roll, and moving an injury.

A roll that luck may affect is made like this, in every mode:

    if may_roll(state, tables, log, who, LUCK_ATTACK):
        rating = ...
        make_roll(state, tables, dice, log, who, rating, modifier, FOR_ATTACK)
    if has_result(state):
        result = take_result(state)

A step that finds no result has opened a window: the match is asked (`state.owing`), and the same step comes again.
"""

from __future__ import annotations

from ....core.dice import Dice
from ....core.engine.compiled import compiled, rule
from ....core.engine.rows import erase
from ....core.protocol.choices import Choice
from ....core.protocol.events import BECAUSE, Log, because
from ....core.protocol.refusals import LAWFUL, refuse
from .. import choices as verbs
from ..events.words import BY_LUCK, FOR_ATTACK, FOR_DEFENCE, FOR_REROLL, OF_ATTACK, OF_DEFENCE
from ..log import (
    log_cancelled,
    log_declared_luck,
    log_made_roll,
    log_moved_wound,
    log_pushed,
    log_rerolled,
    log_windows_set,
)
from ..refusals import LUCK_SPENT, NO_LUCK, NO_OTHER_LOCATION, NO_WINDOW, NO_WINDOWS, NO_WOUND, ROLL_TAKEN, Answer
from ..state import ACTIONS, INITIATIVE, LUCK_INITIATIVE, NO_ROLLS, ORDERS, OWN_ROLLS, WINDOW, State
from ..tables import COMBATANTS, Tables
from .aboard import chart_of, is_present
from .rolls import roll_result

DECLARED, WINDOWS, OFF = range(3)  # the option `luck_mode`
OTHER_ROLL = 4  # what is no attack, defence or initiative roll
CLOSED, OPENING, BEFORE, AGAINST, READY_TO_ROLL, AFTER, AGAIN, SETTLED = range(8)  # stages of a window
LUCK_MODIFIER = 50  # FS3-17.11
EFFECTS = (LUCK_MODIFIER, -LUCK_MODIFIER)  # as the verb Push has them


# Points


@rule("FS3-17.10", "FS3-17.17")
def has_luck(state: State, who: int) -> bool:
    """Whether somebody has a luck point to spend: NPCs never do."""
    one = state.combatants[who]
    return bool(one.is_pc and one.luck > 0 and is_present(state, who))


@rule("FS3-17.5a", "FS3-17.6")
def may_modify(state: State, who: int) -> bool:
    """Whether somebody may spend a point on a roll: on one in a turn, be it an attack or the defence against it."""
    return has_luck(state, who) and not state.combatants[who].has_modified


@compiled
def spend(state: State, who: int) -> None:
    """A luck point is gone, in a mock fight too (FS3-6.11a)."""
    state.combatants[who].luck -= 1


@compiled
def spend_on_roll(state: State, who: int) -> None:
    """A luck point is gone that affects a roll."""
    spend(state, who)
    state.combatants[who].has_modified = 1


# Declared with the order


@rule("FS3-17.12", "FS3-17.17")
def declare_refusal(state: State, tables: Tables, who: int) -> Answer:
    """What is against declaring luck with an order."""
    if not has_luck(state, who):
        return refuse(NO_LUCK)
    return refuse(LUCK_SPENT) if state.combatants[who].has_modified else LAWFUL


@rule("FS3-17.1", "FS3-17.12")
def declare_luck(state: State, log: Log, who: int) -> None:
    """At REVEAL the point that an order declares is spent, on the first roll of its kind."""
    one = state.combatants[who]
    if one.order.luck > 0 and may_modify(state, who):
        one.luck_kind = one.order.luck
        spend_on_roll(state, who)
        log_declared_luck(log, who, one.luck_kind)


@rule("FS3-17.11", "FS3-17.12")
def use_declared(state: State, tables: Tables, log: Log | None, who: int, kind: int) -> int:
    """What declared luck adds to a roll of a kind; it is used by that, unless it lasts for the turn."""
    one = state.combatants[who]
    if one.luck_kind != kind:
        return 0
    if not tables.options.luck_scope:
        one.luck_kind = 0
    return because(log, BY_LUCK, LUCK_MODIFIER)


@rule("FS3-6.27", "FS3-17.12")
def end_luck(state: State) -> None:
    """At the end of a turn luck that no roll has used is lost, and everybody may modify a roll again."""
    for who in range(COMBATANTS):
        one = state.combatants[who]
        one.has_modified = 0
        if one.luck_kind < OWN_ROLLS:
            one.luck_kind = 0


# Rolls that luck may affect


@rule("FS3-17.13")
def may_roll(state: State, tables: Tables, log: Log, who: int, kind: int) -> bool:
    """Whether a roll is to be made: it is new, or whoever may spend luck on it has been asked."""
    window = state.window
    if window.stage == CLOSED:
        window.roller, window.kind, window.stage = who + 1, kind, OPENING
    return bool(window.stage == OPENING or window.stage == READY_TO_ROLL)


@rule("FS3-17.13", "FS3-17.13c")
def make_roll(
    state: State, tables: Tables, dice: Dice, log: Log, who: int, rating: int, modifier: int, purpose: int
) -> None:
    """Make a roll, unless windows are played and somebody is to be asked first."""
    window = state.window
    if window.stage == OPENING:
        window.rating, window.modifier, window.stage = rating, modifier, READY_TO_ROLL
        if tables.options.luck_mode == WINDOWS:
            window.stage = BEFORE
            ask_next(state)
    if window.stage == READY_TO_ROLL:
        roll_with_luck(state, tables, dice, log, who, purpose)
    else:
        forget_modifiers(log)


@compiled
def forget_modifiers(log: Log) -> None:
    """Take the modifiers of a roll that waits for luck out of the log: they are said once it is made."""
    while log.count > 0 and log.rows[log.count - 1, 0] == BECAUSE:
        log.count -= 1


@rule("FS3-22.30")
def say_whose(log: Log, purpose: int) -> None:
    """The modifiers of a roll that is about to be made are told as the attack's or the defence's: an event has both."""
    side, k = 0, log.count - 1
    if purpose == FOR_ATTACK:
        side = OF_ATTACK
    elif purpose == FOR_DEFENCE:
        side = OF_DEFENCE
    while k >= 0 and log.rows[k, 0] == BECAUSE:
        log.rows[k, 1] += side
        k -= 1


@rule("FS3-17.1", "FS3-17.2", "FS3-17.11", "FS3-17.13b", "FS3-2.20")
def roll_with_luck(state: State, tables: Tables, dice: Dice, log: Log, who: int, purpose: int) -> None:
    """Make a roll with the luck that counts; with windows its roller may then be asked whether to roll again."""
    window = state.window
    luck = use_declared(state, tables, log, who, window.kind)
    if not window.is_cancelled:
        luck += because(log, BY_LUCK, window.effect)
    window.modifier += luck
    say_whose(log, purpose)
    window.result = roll_result(tables, dice, log, window.rating, window.modifier, purpose)
    window.stage = SETTLED
    if tables.options.luck_mode == WINDOWS and window.by == 0 and may_modify(state, who) and is_asked(state, who):
        window.die = log.rows[log.count - 1, 3]
        log_made_roll(log, who, window.kind, window.result)
        window.stage = AFTER
        ask(state, who)


@compiled
def has_result(state: State) -> bool:
    """Whether the roll is made, and nobody can change it any more."""
    return state.window.stage == SETTLED


@compiled
def take_result(state: State) -> int:
    """The Roll Result; the next roll may come."""
    window = state.window
    result = window.result
    erase(window)
    return result


# Windows


@compiled
def ask(state: State, who: int) -> None:
    """The fight waits for somebody's answer."""
    state.window.asked = who + 1
    state.owing = 1 << who
    state.phase = WINDOW


@compiled
def resume(state: State, stage: int) -> None:
    """Nobody is asked any more: the fight goes on where the roll belongs."""
    window = state.window
    window.stage, window.asked = stage, 0
    state.owing = 0
    state.phase = INITIATIVE if window.kind == LUCK_INITIATIVE else ACTIONS


@rule("FS3-17.13", "FS3-17.5")
def ask_next(state: State) -> None:
    """Ask the next who may spend a point before the roll; with nobody left the roll is made."""
    who = next_to_ask(state)
    if who >= 0:
        ask(state, who)
    else:
        resume(state, READY_TO_ROLL)


@rule("FS3-17.13")
def next_to_ask(state: State) -> int:
    """The roller, then the others in the order of initiative, and of the roster before it; -1: nobody is left."""
    window = state.window
    found = -1
    for who in range(COMBATANTS):
        if window.answered >> who & 1 or not (may_modify(state, who) and is_asked(state, who)):
            continue
        if who == window.roller - 1:
            return who
        if found < 0 or rank(state, who) < rank(state, found):
            found = who
    return found


@rule("FS3-17.13d")
def is_asked(state: State, who: int) -> bool:
    """Whether somebody wants to be asked about the roll under way, by its standing order."""
    standing = state.combatants[who].luck_kind
    return bool(standing != NO_ROLLS and (standing != OWN_ROLLS or state.window.roller == who + 1))


@rule("FS3-17.13d", "FS3-17.10")
def windows_refusal(state: State, tables: Tables, who: int) -> Answer:
    """What is against a standing order: it is for player characters, where windows are played."""
    one = state.combatants[who]
    if one.status > 0 and one.is_pc > 0 and tables.options.luck_mode == WINDOWS:
        return LAWFUL
    return refuse(NO_WINDOWS)


@rule("FS3-17.13d")
def set_windows(state: State, log: Log, who: int, rolls: int) -> None:
    """About which rolls windows ask somebody from now on, a number of ASKED_ROLLS."""
    state.combatants[who].luck_kind = OWN_ROLLS - 1 + rolls if rolls > 0 else 0
    log_windows_set(log, who, rolls)


@compiled
def rank(state: State, who: int) -> int:
    """The place of somebody in the order of initiative; who has none comes last."""
    place = state.combatants[who].place
    return place if place > 0 else COMBATANTS + 1


@rule("FS3-17.4", "FS3-17.5", "FS3-17.13", "FS3-17.13a", "FS3-17.13b", "FS3-17.17")
def answer_refusal(state: State, who: int, choice: Choice) -> Answer:
    """What is against an answer to a window: it must be one that is asked for, by whom it is asked."""
    window, verb = state.window, choice.verb
    if window.asked != who + 1:
        return refuse(NO_WINDOW)
    if verb == verbs.DECLINE:
        return LAWFUL
    if not has_luck(state, who):
        return refuse(NO_LUCK)
    if verb == verbs.CANCEL:
        return LAWFUL if window.stage == AGAINST else refuse(NO_WINDOW)
    if state.combatants[who].has_modified:
        return refuse(LUCK_SPENT)
    if window.by > 0:
        return refuse(ROLL_TAKEN)
    if verb == verbs.REROLL:
        return LAWFUL if window.stage == AFTER else refuse(NO_WINDOW)
    is_own = window.roller == who + 1
    if verb != verbs.PUSH or window.stage != BEFORE or (is_own and EFFECTS[verbs.read_push(choice).effect] < 0):
        return refuse(NO_WINDOW)
    return LAWFUL


@rule("FS3-17.2", "FS3-17.4", "FS3-17.5", "FS3-17.13", "FS3-17.13a", "FS3-17.13b", "FS3-17.13c")
def answer_window(state: State, log: Log, who: int, choice: Choice) -> None:
    """Carry out an answer to a window; a point that is spent closes it to all others."""
    window, verb = state.window, choice.verb
    if verb == verbs.PUSH:
        push(state, log, who, EFFECTS[verbs.read_push(choice).effect])
    elif verb == verbs.CANCEL:
        spend(state, who)
        window.is_cancelled = 1
        log_cancelled(log, who, window.by - 1)
        resume(state, READY_TO_ROLL)
    elif verb == verbs.REROLL:
        spend_on_roll(state, who)
        window.by = who + 1
        resume(state, AGAIN)
        state.phase = WINDOW
    elif window.stage == BEFORE:
        window.answered |= 1 << who
        ask_next(state)
    else:
        resume(state, SETTLED if window.stage == AFTER else READY_TO_ROLL)


@rule("FS3-17.2", "FS3-17.5", "FS3-17.13", "FS3-17.13a")
def push(state: State, log: Log, who: int, effect: int) -> None:
    """A point is spent on a roll before it is made; who has -50 on its own roll may cancel that."""
    window = state.window
    roller = window.roller - 1
    spend_on_roll(state, who)
    window.by, window.effect = who + 1, effect
    log_pushed(log, who, roller, effect, window.kind)
    if effect < 0 and has_luck(state, roller) and is_asked(state, roller):
        window.stage = AGAINST
        ask(state, roller)
    else:
        resume(state, READY_TO_ROLL)


@rule("FS3-17.3", "FS3-17.13b", "FS3-25.7")
def continue_window(state: State, tables: Tables, dice: Dice, log: Log) -> None:
    """Roll again, and keep the better."""
    window = state.window
    who = window.roller - 1
    again = roll_result(tables, dice, log, window.rating, window.modifier, FOR_REROLL)
    window.result = max(window.result, again)
    log_rerolled(log, who, window.kind, again, window.result)
    resume(state, SETTLED)


# Moving an injury


@rule("FS3-17.8", "FS3-17.16", "FS3-17.17")
def move_wound_refusal(state: State, tables: Tables, who: int, number: int, location: int) -> Answer:
    """What is against moving a wound, by its number from 1, to a location: one of its own, since the last REVEAL."""
    if tables.options.luck_mode == OFF or not has_luck(state, who):
        return refuse(NO_LUCK)
    if not 1 <= number <= state.n_wounds or state.wounds[number - 1].victim != who + 1:
        return refuse(NO_WOUND)
    wound = state.wounds[number - 1]
    if wound.severity == 0 or wound.turn < state.turn - int(state.phase == ORDERS):
        return refuse(NO_WOUND)
    chart = tables.charts[chart_of(state, tables, who + 1)]
    if location < 0 or not chart.has >> location & 1 or location == wound.location:
        return refuse(NO_OTHER_LOCATION)
    return LAWFUL


@rule("FS3-17.8", "FS3-17.16", "FS3-17.6")
def move_wound(state: State, log: Log, who: int, number: int, location: int) -> None:
    """Spend a point to move a wound: its severity and what it takes from rolls stay. It modifies no roll."""
    wound = state.wounds[number - 1]
    spend(state, who)
    log_moved_wound(log, who, wound.location, location)
    wound.location = location
