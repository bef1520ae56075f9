"""Section 22: ability rolls at the table, simple and opposed, for all to see or in private."""

from __future__ import annotations

from ....core.dice import Dice
from ....core.engine.compiled import rule
from ....core.protocol.choices import Choice
from ....core.protocol.events import Log, because
from .. import choices as verbs
from ..events.words import BY_RULING, BY_TASK, FOR_ABILITY
from ..log import log_opposed, log_opposed_privately, log_rolled, log_rolled_privately
from ..state import State
from ..tables import Tables
from .rolls import TERRIBLE_FAILURE, Rating, ability_rating, oppose, rating_under, roll_result
from .wounds import wound_modifier


@rule("FS3-22.28", "FS3-2.6", "FS3-2.7", "FS3-2.13")
def table_rating(state: State, tables: Tables, who: int, ability: int, ruling: int) -> Rating:
    """What somebody rolls for an ability: as ever, or, for a character, under another ruling attribute."""
    combatant = state.combatants[who]
    being = tables.beings[combatant.being]
    if ruling >= 0 and combatant.rating == 0 and being.rating < 0 and being.ruling[ability] > 0:
        return rating_under(being, ability, ruling + 1)
    return ability_rating(state, tables, who, ability)


@rule("FS3-22.28", "FS3-2.20", "FS3-2.18")
def roll_at_table(
    state: State,
    tables: Tables,
    who: int,
    ability: int,
    ruling: int,
    modifier: int,
    is_private: bool,
    dice: Dice,
    log: Log,
) -> int:
    """An ability roll of somebody, with wounds and the modifier of the task; its Roll Result."""
    rating = table_rating(state, tables, who, ability, ruling)
    total = because(log, BY_RULING, rating.ruling) + because(log, BY_TASK, modifier)
    total += wound_modifier(state, log, who, False)
    result = roll_result(tables, dice, log, rating.rating, total, FOR_ABILITY)
    if is_private:
        log_rolled_privately(log, who, ability, rating.rating, result - TERRIBLE_FAILURE)
    else:
        log_rolled(log, who, ability, rating.rating, result - TERRIBLE_FAILURE)
    return result


@rule("FS3-22.28", "FS3-1.3")
def roll_ability(state: State, tables: Tables, slot: int, choice: Choice, dice: Dice, log: Log) -> None:
    """Somebody rolls an ability: a player for all to see, the Storyteller for anybody, in private too."""
    if choice.verb == verbs.ROLL:
        own = verbs.read_roll(choice)
        roll_at_table(state, tables, slot, own.ability, own.ruling, own.modifier, False, dice, log)
        return
    asked = verbs.read_roll_for(choice)
    roll_at_table(state, tables, asked.unit, asked.ability, asked.ruling, asked.modifier, asked.private != 0, dice, log)


@rule("FS3-22.28", "FS3-2.15")
def roll_opposed(state: State, tables: Tables, choice: Choice, dice: Dice, log: Log) -> None:
    """Two roll against each other."""
    asked = verbs.read_oppose(choice)
    private = asked.private != 0
    first = roll_at_table(state, tables, asked.unit, asked.ability, -1, asked.modifier, private, dice, log)
    second = roll_at_table(state, tables, asked.target, asked.against, -1, asked.other_modifier, private, dice, log)
    outcome = oppose(first, second)
    if private:
        log_opposed_privately(log, asked.unit, asked.target, outcome)
    else:
        log_opposed(log, asked.unit, asked.target, outcome)
