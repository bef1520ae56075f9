"""What a referee says at a real table, and how a token came to where it stands: TPS-5.6, TPS-9, TPS-24."""

from __future__ import annotations

import numpy as np

from ...core.decision import Moment
from ...core.engine.record import Array
from ...core.game import CountCall, Setting, Tabletop
from ...core.identity_cache import IdentityCache
from ...core.protocol.choices import Verb
from ...core.protocol.refusals import OK
from ...core.protocol.scene import Row
from ...core.space.headings import EAST_STEPS, NORTH_STEPS
from ...core.space.routes import NO_WAY, route_length
from ...core.space.single_steps import route_step, step_past
from ...core.space.units import STEPS, decimal_text, steps
from . import choices as verbs
from .choice_text import others_of, usable_counts
from .events.movement import Counted, Moved
from .events.words import FOR_CARRIER, FOR_DAMAGE, FOR_DEFENCE, FOR_PICKUP
from .names import names_of
from .rules.count_limits import batch_size, count_refusal, write_counts_ahead
from .state import ACTION, BETWEEN, BUY, CALL, COUNT, HARM, TARGET, THROWS
from .tables import RADIUS, SIDES, UNITS

MOST_COUNTS = 40  # of a turn, bonus counts included, and one more
OPENING_CALLS = {
    BUY: "Round {round}. Buy! Cash: {cash}.",
    CALL: "Turn {turn}. Call your weapons: 1-2-3!",
    COUNT: "Turn {turn}. Move on the counts.",
    TARGET: "Nobody talks. Point at your targets: 1-2-3!",
    BETWEEN: "Round {round} is over. Switch one player, or go on.",
}
GRENADE_STEP, EXPLOSION_STEP = 1, 10  # action steps (TPS-12.1)
TABLE_SURFACES = (("a dining table", (60, 36), 6), ("a table-tennis table", (108, 60), UNITS))
"""What a map may lie on: its size in MU of an inch, and for how many players at most."""
SPOKEN_STANCES = {"crouch": "crouching", "scope": "scoped"}


def table_surface(setting: Setting) -> str:
    """What a map lies on: a dining table for few players, if it fits there, else a larger one (TPS-1.11, TPS-27.1)."""
    tables, (wide, high) = setting.tables[0], setting.content.map.size
    players = len(set(tables.player_of[: tables.n_units].tolist()))
    for name, (length, width), most in TABLE_SURFACES:
        if wide <= length and high <= width and players <= most:
            return name
    return "the floor"


def opening_call(setting: Setting, states: Array) -> str:
    """What is said aloud as a decision opens (TPS-5.1, TPS-11.1), before the first also where the map lies."""
    at = Moment(setting, states)
    state, units = at.state, at.state.units[: at.state.n_units]
    if state.phase == COUNT and state.count > 1 + bool(batch_size(at.tables, 1) > 1):
        return f"From count {int(state.count)} on."
    cash = ", ".join(f"{at.names.unit(i)} {unit.cash}" for i, unit in enumerate(units) if not unit.kicked)
    call = OPENING_CALLS.get(int(state.phase), "").format(round=state.round_number, turn=state.turn, cash=cash)
    if state.phase == BUY and state.round_number == 1:
        wide, high = setting.content.map.size
        return f"The map, {wide:g} by {high:g} MU, lies on {table_surface(setting)}. {call}"
    return call


def score_sheet(setting: Setting, states: Array) -> tuple[Row, ...]:
    """Rounds won, and of everybody frags, deaths and cash (TPS-1.19, TPS-21.1)."""
    state, names = states[0], names_of(setting)
    rows = [Row("rounds", ", ".join(f"{side} {state.score[k ^ int(state.swapped)]}" for k, side in enumerate(SIDES)))]
    for i, unit in enumerate(state.units[: state.n_units]):
        side = f"{SIDES[unit.side]:<2}" if not unit.kicked else "--"
        rows.append(Row(names.unit(i), f"{side}  frags {unit.frags:>2}  deaths {unit.deaths:>2}  cash {unit.cash:>2}"))
    return tuple(rows)


def phrases(setting: Setting, states: Array, slot: int) -> dict[str, str]:
    """Weapons by name, as people call them; of a call only."""
    state, names = states[0], names_of(setting)
    if state.phase != CALL or slot >= state.n_units:
        return {}
    unit, knife = state.units[slot], int(setting.tables[0].knife) + 1
    gear = {"knife": knife, "primary": int(unit.primary.gear), "sidearm": int(unit.sidearm.gear)}
    return {**SPOKEN_STANCES, **{names.thing("gear", number - 1): place for place, number in gear.items() if number}}


def counts_ahead(setting: Setting, states: Array) -> tuple[CountCall, ...]:
    """The counts of this turn that are left, each with who may act on it as equipped now (TPS-9.11, TPS-9.2)."""
    if states["phase"].item() != COUNT:
        return ()
    masks = np.zeros(MOST_COUNTS, np.int64)
    write_counts_ahead(states, setting.tables, masks)
    return CALLS.get((setting.tables,), masks.tobytes(), lambda: _count_calls(setting, masks))


CALLS: IdentityCache[tuple[CountCall, ...]] = IdentityCache(5_000)


def _count_calls(setting: Setting, masks: Array) -> tuple[CountCall, ...]:
    """The counts on which somebody may act, by a bit mask of the units for each count."""
    regular = int(setting.tables[0].options.mp_movecounts)
    return tuple([_count_call(count, mask, regular) for count, mask in enumerate(masks.tolist()) if mask])


def _count_call(count: int, mask: int, regular: int) -> CountCall:
    """A count, of so many `regular` ones, on which the units of a bit mask may act."""
    call = str(count) if count <= regular else f"{count}, who moved on every count with the knife"
    return CountCall(call, tuple([i for i in range(UNITS) if mask >> i & 1]))


def step_towards(setting: Setting, states: Array, slot: int, x: float, y: float, wary: bool) -> Verb:
    """On this count as far as goes along the shortest way round walls, and round tokens for who is wary (TPS-9.4)."""
    state, tables, goal = states[0], setting.tables[0], (steps(x), steps(y))
    at = int(state.units[slot].x), int(state.units[slot].y)
    batch = int(batch_size(tables, state.count))
    orders: list[str] = []
    for count in range(int(state.count), int(state.count) + batch):
        by = route_step(tables.field, tables.routes, RADIUS, at, goal)  # longer than 1 MU by less than EPS (TPS-9.14)
        if wary and not orders:
            others, ways = others_of(states, slot), zip(EAST_STEPS, NORTH_STEPS, strict=True)
            by = step_past(tables.field, tables.routes, RADIUS, others, at, goal, by, ways)
        if by == (0, 0) or count_refusal(tables, state.units[slot], count) != OK:
            orders.append("stay")
            continue
        at = at[0] + by[0], at[1] + by[1]
        orders.append(f"move:{decimal_text(by[0])}:{decimal_text(by[1])}")
    if batch > 1:
        return verbs.Plot(orders)
    return verbs.Stay() if orders == ["stay"] else verbs.Move(orders[0].removeprefix("move:").replace(":", ","))


def distance(setting: Setting, states: Array, slot: int, x: float, y: float) -> str:
    """How long the way on foot is, and on how many counts the unit may go (TPS-9.4, TPS-9.11)."""
    state, tables = states[0], setting.tables[0]
    unit = state.units[slot]
    far = int(route_length(tables.routes, tables.field, RADIUS, unit.x, unit.y, steps(x), steps(y)))
    may = len(usable_counts(tables, unit, int(state.count)))
    on = f"it may go on {may} counts" if may != 1 else "it may go on 1 count"
    if far >= NO_WAY:
        return f"no way leads there, {on}"
    return f"{far / STEPS:.2f} MU on foot, {on}{' but something was in the way' if far <= may * STEPS else ''}"


def placement_ruling(setting: Setting, states: Array, slot: int, x: float, y: float) -> Verb:
    """The Admin's ruling that a token stands at a place (TPS-24.1)."""
    return verbs.Place(setting.slots[slot], f"{decimal_text(steps(x))},{decimal_text(steps(y))}")


def roller(setting: Setting, states: Array, purpose: int) -> str:
    """Whose roll it is, and against whom."""
    if purpose >= FOR_CARRIER or states[0].phase != ACTION:
        return ""
    by, on = actor_and_target(setting, states)
    if FOR_DEFENCE <= purpose < FOR_DEFENCE + 3:
        return f"{on} against {by}"
    if purpose == FOR_PICKUP or not on:
        return by
    return f"{by} hits {on}" if FOR_DAMAGE <= purpose < FOR_DEFENCE else f"{by} at {on}"


def actor_and_target(setting: Setting, states: Array) -> tuple[str, str]:
    """Who or what acts in the step under way, and on whom."""
    state, names = states[0], names_of(setting)
    now = state.doing
    if state.step == EXPLOSION_STEP:
        return "the bomb", names.unit(int(now.part) - 1)
    if state.step == GRENADE_STEP and now.stage == THROWS:
        return names.unit(int(now.unit) - 1), ""
    if state.step == GRENADE_STEP:
        on = now.target if now.stage == HARM else now.part
        return f"the grenade of {names.unit(int(state.flights[now.unit].thrower))}", names.unit(int(on))
    on = now.target if now.stage == HARM else state.units[now.unit].targets[now.part, 0]
    return names.unit(int(now.unit)), names.unit(int(on))


TABLETOP = Tabletop(
    {"sv_admin": "1"},
    (Counted, Moved),
    opening_call,
    score_sheet,
    phrases,
    counts_ahead,
    step_towards,
    distance,
    placement_ruling,
    roller,
)
"""What who runs a real table has to be told."""
