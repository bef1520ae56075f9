"""What readers see of Gunplay as rows of numbers: what `view`, `briefing` and `decision` put into words.

The path of a movement under way is drawn on the table: where it has many turns, choices are told otherwise.
"""

from __future__ import annotations

from ...core.engine.compiled import compiled, compiled_short
from ...core.engine.record import Array
from ...core.protocol.choices import Choice
from ...core.protocol.drawing import DECISION, MARKS, ROLE, TRAILS
from ...core.protocol.field_kinds import Number, Word
from ...core.protocol.number_kinds import Length, Tenths
from . import choices as verbs
from .rules.characters import has_trait, new_path, side_of, speed_of, weapon_number
from .rules.end import count_status
from .rules.initiative import is_eligible
from .rules.movement import fill_path
from .rules.paths import path_cost
from .state import ASK, AUTO_FIRE, CHOOSE, CRAWL, DEPLOY, DOWN, OVER, UNPLACED, UP, State
from .tables import SCOUT, SIDE, Tables
from .terrain import CHARACTERS, HUNDREDTHS, PRONE

COLUMNS = 10
TURNS = 3  # most waypoints of a path in a row: what else stands there are the mover, their count and the start
LINES = 3  # of how the match stands: the turn, and the two sides
SECTIONS = CHARACTERS + LINES
BRACED, MOVED, RAN, CARRYING, EMPTY, OVERWATCH, ACTIVATED, ACTIVE = (1 << k for k in range(8))


# What is seen


@compiled
def draw(state: State, tables: Tables, slot: int, rows: Array) -> bool:
    """A row for each character and line of how the match stands, for the roles, the item, a path and the decision."""
    if state.doing.path.n > TURNS:
        return False
    for i in range(CHARACTERS):
        draw_character(state, tables, i, rows[i])
        if state.characters[i].status == UP:
            rows[SECTIONS + ROLE, side_of(i)] |= 1 << i % SIDE
    draw_standing(state, rows[CHARACTERS:SECTIONS])
    if state.item_lies:
        item = rows[SECTIONS + MARKS]
        item[0], item[1], item[2] = 1, state.item_x, state.item_y
    draw_path(state, rows[SECTIONS + TRAILS])
    draw_decision(state, slot, rows[SECTIONS + DECISION])
    return True


@compiled
def draw_path(state: State, row: Array) -> None:
    """The path of a movement under way: who moves, how many waypoints there are, the places of start and waypoints."""
    path = state.doing.path
    if path.n:
        row[0], row[1] = state.active, path.n
        for k in range(path.n + 1):
            row[2 + 2 * k], row[3 + 2 * k] = path.xs[k], path.ys[k]


@compiled
def draw_character(state: State, tables: Tables, i: int, row: Array) -> None:
    """A character on the table or beside it: its place, then how it is. Others have zeros."""
    character = state.characters[i]
    if character.status == 0:
        return
    row[0], row[1] = character.x, character.y
    if character.status == UNPLACED:
        row[0], row[1] = -HUNDREDTHS, -HUNDREDTHS
    row[2] = character.status
    if character.status == DOWN:
        return
    weapon = weapon_number(state, tables, i)
    is_empty = weapon >= 0 and not character.loaded[character.wielded - 1]
    row[3] = (
        BRACED * character.braced
        + MOVED * character.moved
        + RAN * character.ran
        + CARRYING * character.carrying
        + EMPTY * int(is_empty)
        + OVERWATCH * character.overwatch
        + ACTIVATED * character.activated
        + ACTIVE * int(state.active == i + 1)
    )
    row[4], row[5], row[6], row[7] = character.posture, 1 + weapon, character.wounds, character.markers
    if character.overwatch and character.orders.policy != ASK:
        row[8] = character.orders.policy
        row[9] = character.orders.min_chance if character.orders.policy == AUTO_FIRE else 0


@compiled
def draw_standing(state: State, rows: Array) -> None:
    """The turn; for each side how many are Up, Down and to be activated, its points, whether it has the initiative."""
    rows[0, 0] = 1 if state.phase == DEPLOY else 2 if state.phase == OVER else 0
    rows[0, 1] = state.turn
    for side in range(2):
        row = rows[1 + side]
        row[0], row[1] = count_status(state, side, UP), count_status(state, side, DOWN)
        row[2] = rows[0, 0] if rows[0, 0] else -1 - int(state.holder == side)
        row[4] = state.points[side]
    for i in range(CHARACTERS):
        rows[1 + side_of(i), 3] += int(is_eligible(state, i))


@compiled_short
def draw_standing_at(states: Array, rows: Array) -> None:
    """The same of `states[0]`, for uncompiled code; the rows come clear."""
    draw_standing(states[0], rows)


@compiled
def draw_decision(state: State, slot: int, row: Array) -> None:
    """What a player is asked goes by the phase, and by whose action it is, which one, and how much is left."""
    row[0] = state.phase
    if slot >= 0:
        row[1] = state.declared[slot]
    row[2], row[3], row[4] = state.active, state.actions, state.doing.verb
    if state.phase == CHOOSE:
        row[5] = state.may_pass


# What labels say besides

DOES = ("walk to", "crawl to", "stay", "stand up", "go prone", "hide")
IN_PLACE = DOES.index("stay")
THEN = ("", ", then prone", ", then hiding")
MOVE_FACTS = {"does": Word(*DOES), "then": Word(*THEN), "allowance": Length(), "cost": Tenths()}
RUN_FACTS = {"allowance": Length(), "cost": Tenths()}
ORDERS = ("ask me", "fire at any enemy", "hold your fire")  # in the order of policies
AT = ("", " who moves", " who fires")  # in the order of triggers
MORE = ("", ", on autofire", ", at any chance", ", at any chance, on autofire")
AT_ANY_CHANCE = MORE.index(", at any chance")
MARK_FACTS = {
    "does": Word(*ORDERS),
    "at": Word(*AT),
    "from": Word("", ", from "),
    "least": Number(),
    "more": Word(*MORE),
}


@compiled
def write_label_facts(state: State, tables: Tables, slot: int, choice: Choice, facts: Array) -> None:
    """What a way costs, of how much; of a walk also how it ends, or what is done in place; of a mark its orders."""
    if choice.verb == verbs.RUN:
        facts[0], facts[1] = 2 * speed_of(tables, choice.unit), tenths(way_cost(state, tables, choice, False))
    elif choice.verb == verbs.MOVE:
        is_crawl = choice.x == CRAWL
        facts[0], facts[1] = (choice.x, max(choice.y - 1, 0)) if choice.n else (IN_PLACE + choice.y, 0)
        facts[2] = speed_of(tables, choice.unit) // (2 if is_crawl else 1)
        rises = not is_crawl and state.characters[choice.unit].posture == PRONE
        facts[3] = tenths(way_cost(state, tables, choice, rises)) if choice.n else 0
    elif choice.verb == verbs.OVERWATCH_MARK:
        write_order_facts(choice, facts)


@compiled
def write_order_facts(choice: Choice, facts: Array) -> None:
    """What orders say: whether to fire; and if so at whom, from which chance on, and how."""
    orders = verbs.read_overwatch_mark(choice)
    facts[0] = orders.policy
    if orders.policy == AUTO_FIRE:
        facts[1], facts[2], facts[3] = orders.on, int(orders.min_chance > 0), orders.min_chance
        facts[4] = orders.mode + (0 if orders.min_chance else AT_ANY_CHANCE)


@compiled
def way_cost(state: State, tables: Tables, choice: Choice, rises: bool) -> float:
    """What the path of a choice costs, in inches."""
    path = new_path()
    fill_path(state, choice, path)
    return path_cost(tables.terrain, path, rises, has_trait(tables, choice.unit, SCOUT))


@compiled
def tenths(length: float) -> int:
    """A length in tenths, the nearest."""
    return int(10.0 * length + 0.5)
