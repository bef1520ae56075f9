"""How a match stands, in rows: the clock, the sides, the bomb or the hostages, smoke."""

from __future__ import annotations

from collections.abc import Iterator

from ...core.decision import Moment
from ...core.protocol.scene import Row
from ...core.protocol.sentences import amount_text
from ...core.space.units import round_point
from .state import ACTION, ARMED, BETWEEN, BUY, CALL, COUNT, DEFUSED, EXPLODED, OVER, RESCUED, TARGET
from .tables import BOMB_MODE, CT, SIDES, T

PHASE_TEXTS = {
    BUY: ", buying",
    CALL: ", calls",
    COUNT: ", count {count} of {counts}",
    TARGET: ", targets",
    ACTION: ", step {step}",
    BETWEEN: ", between rounds",
    OVER: ", over",
}
MOMENT = ("phase", "round_number", "turn", "count", "step")
UNTOLD = (
    *("x", "y", "earned", "called", "changed", "n_orders", "orders", "moves", "unarmed", "busy"),
    *("n_targets", "targets", "dice", "aim_x", "aim_y", "to_hit", "hurt", "shot_at", "warned", "leaving"),
)
"""What no words about a unit follow from; where it stands is not told in words."""
BOMB_TEXTS = {EXPLODED: "has exploded", DEFUSED: "is defused"}


def unit_keys(at: Moment) -> list[bytes]:
    """What all words about each unit follow from."""
    return at.list_bytes("units", at.states["n_units"].item(), *UNTOLD)


def status_rows(at: Moment) -> Iterator[Row]:
    """Round and turn, both sides, and what the round is about."""
    states = at.states
    yield Row("round", round_text(at))
    key = "sides", bool(states["round_number"].item()), states["score"].tobytes(), *unit_keys(at)
    yield from at.cached(key, lambda: tuple([Row(SIDES[side], side_text(at, side)) for side in (T, CT)]))
    if at.tables.mode == BOMB_MODE:
        yield Row("bomb", bomb_text(at))
    else:
        rescued = sum(int(hostage.status == RESCUED) for hostage in at.state.hostages)
        needed = at.tables.options.mp_hostagequota
        yield Row("hostages", f"{rescued} of {at.tables.n_hostages} rescued, CT need {needed}")
    smoke = states["smoke"][0].tolist()
    if any(smoke):
        zones = [(at.names.thing("zone", k), last) for k, last in enumerate(smoke) if last]
        texts = [f"{at.names.thing_title('zone', zone)} to the end of turn {last}" for zone, last in zones]
        yield Row("smoke", ", ".join(texts))


def round_text(at: Moment) -> str:
    """Round, turn and moment, and what happens when time is up."""
    key = [at.states[field].item() for field in MOMENT]
    return at.cached(("round", *key, at.states["bomb"]["status"].item()), lambda: _round_text(at))


def _round_text(at: Moment) -> str:
    state, options = at.state, at.tables.options
    limit, counts = int(options.mp_roundturns), int(options.mp_movecounts)
    text = f"{max(1, state.round_number)} of {options.mp_maxrounds}, turn {max(1, state.turn)}"
    text += f" of {limit}" if limit else ""
    bonus = state.phase == COUNT and state.count > counts
    now = ", bonus count {count}" if bonus else PHASE_TEXTS.get(int(state.phase), "")
    text += now.format(count=state.count, counts=counts, step=state.step)
    if limit and state.bomb.status != ARMED:
        bomb = at.tables.mode == BOMB_MODE
        text += "; then CT win unless the bomb is armed" if bomb else "; then rescues decide"
    return text


def side_text(at: Moment, side: int) -> str:
    """A side: rounds won by its team, who lives, and the cash of each."""
    state, columns = at.state, at.states["units"][0, : int(at.state.n_units)]
    rows = enumerate(zip(*(columns[name].tolist() for name in ("side", "kicked", "alive", "cash")), strict=True))
    units = [(i, alive, cash) for i, (of, kicked, alive, cash) in rows if of == side and not kicked]
    living = sum(alive for _, alive, _ in units)
    there = f"{living} of {len(units)} living" if state.round_number else f"{len(units)} units"
    cash = ", ".join(f"{at.names.unit(i)} {cash}" for i, _, cash in units)
    return f"{amount_text(state.score[side ^ int(state.swapped)], 'round')} won, {there}, cash {cash}"


def lying_bytes(at: Moment) -> tuple[bytes, ...]:
    """What lies on the table, is in the air, or is armed."""

    def find() -> tuple[bytes, ...]:
        states = at.states
        ground = states["ground"][0, : states["n_ground"].item()]
        flights = states["flights"][0, : states["n_flights"].item()]
        return ground.tobytes(), flights.tobytes(), states["bomb"].tobytes()

    return at.of_state("lying", find)


def bomb_text(at: Moment) -> str:
    """Where the bomb is, and when it explodes."""
    return at.cached(("bomb", bomb_key(at)), lambda: _bomb_text(at))


def bomb_key(at: Moment) -> tuple[object, ...]:
    """What the same follows from."""
    states = at.states
    return states["turn"].item(), states["units"]["special"]["gear"].tobytes(), *lying_bytes(at)


def _bomb_text(at: Moment) -> str:
    state, names, gear = at.state, at.names, int(at.tables.bomb) + 1
    if state.bomb.status == ARMED:
        last = int(state.bomb.turn + at.tables.options.mp_c4timer)
        left = last - int(state.turn)
        when = f"in {amount_text(left, 'turn')}" if left else "this turn"
        place = round_point(names.point(int(state.bomb.x), int(state.bomb.y)))
        return f"armed at {place}, explodes {when} (step 10 of turn {last})"
    if state.bomb.status in BOMB_TEXTS:
        return BOMB_TEXTS[int(state.bomb.status)]
    carried = at.states["units"][0, : int(state.n_units)]["special"]["gear"].tolist()
    if gear in carried:
        return f"carried by {names.unit(carried.index(gear))}"
    for one in state.ground[: state.n_ground]:
        if one.gear == gear:
            return f"lies at {round_point(names.point(int(one.x), int(one.y)))}"
    return "not on the table yet"
