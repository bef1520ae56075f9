"""Phases of a turn to try rules on: choices in notation, everybody else doing what a time-out means.

at = counting(unit("T", 10, 20), unit("CT", 11.6, 20), count=1)
told = play(at, U1="move 1,0", U2="move -1,0")
assert place(at, "U1") == (10.3, 20)
assert refused(at, "U1", "move 1.1,0") == "E_STEP"
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from fireteam.core.dice import live, tape
from fireteam.core.engine.dispatch import menu_choice, menu_size
from fireteam.core.protocol.choices import decode, encode, new_choices, notation, parse, put_choice
from fireteam.core.protocol.events import LoggedEvent, decode_log, new_log
from fireteam.games.tps.choices import VERBS
from fireteam.games.tps.events import KINDS
from fireteam.games.tps.events.words import PURPOSES, REASONS
from fireteam.games.tps.refusals import REFUSALS
from fireteam.games.tps.rules.admin import apply_free_act
from fireteam.games.tps.rules.movement import apply_count, take_orders
from fireteam.games.tps.rules.turn import (
    advance,
    apply_choices,
    default_choice,
    is_over,
    open_buying,
    open_call,
    open_count,
    to_act,
)
from fireteam.games.tps.rules.units import place_of
from fireteam.games.tps.rules.verify import verify
from fireteam.games.tps.state import CALL, COUNT
from tests.games.tps.positions import NAMES, Position, UnitSpec, position

MU = 1_000_000


# Positions at the beginning of a phase


def buy_position(*units: UnitSpec, **options: Any) -> Position:
    """Units that buy."""
    at = position(*units, **options)
    open_buying(at.state)
    return at


def call_position(*units: UnitSpec, **options: Any) -> Position:
    """Units that call."""
    at = position(*units, **options)
    open_calls(at)
    return at


def open_calls(at: Position) -> None:
    """The calls of a turn; nothing is called yet."""
    for unit in at.state.units:
        unit.weapon = 0
    open_call(at.state, new_log()[0])
    assert at.state.phase == CALL


def count_position(*units: UnitSpec, count: int = 1, **options: Any) -> Position:
    """Units that give orders for a count, with what they have called."""
    at = position(*units, **options)
    open_count(at.state, at.tables[0], count)
    assert at.state.phase == COUNT
    return at


def put_over(at: Position, who: str, id: str) -> None:
    """A thing that a unit carries lies over its weapon."""
    assert id in {word.partition("*")[0] for word in gear_ids(at, who)}
    at.state.units[slot_of(at, who)].over = NAMES.find_thing("gear", id) + 1


# Choices


def names_to_act(at: Position) -> list[str]:
    """Who owes a choice."""
    owed = int(to_act(at.state))
    return ["admin" if k + 1 == at.state.admin else f"U{k + 1}" for k in range(owed.bit_length()) if owed >> k & 1]


def slot_of(at: Position, who: str) -> int:
    """The slot of a unit or of the Admin."""
    return int(at.state.admin) - 1 if who == "admin" else int(who[1:]) - 1


def choice_record(line: str) -> Any:
    """A line of notation as a record."""
    return encode(parse(line, VERBS), VERBS, NAMES)


def refusal_code(at: Position, who: str, line: str) -> str:
    """The code that refuses a choice, or "ok"; asking changes nothing (TPS-28.1)."""
    return record_code(at, who, choice_record(line))


def record_code(at: Position, who: str, choice: Any) -> str:
    """The same of a record."""
    before = at.states.tobytes()
    answer = verify(at.state, at.tables[0], slot_of(at, who), choice[0])
    assert at.states.tobytes() == before
    return "ok" if answer[0] == 0 else REFUSALS[answer[0]].code


def menu(at: Position, who: str) -> list[str]:
    """The menu of a slot in notation."""
    choice, found = new_choices(1), []
    for k in range(menu_size(at.state, at.tables[0], slot_of(at, who))):
        menu_choice(at.state, at.tables[0], slot_of(at, who), k, choice[0])
        assert record_code(at, who, choice) == "ok"
        found.append(notation(decode(choice[0], VERBS, NAMES)))
    return found


def all_choices(at: Position, lines: dict[str, str]) -> Any:
    """The choices of all who owe one: what is said, else what a time-out means."""
    choices = new_choices()
    assert set(lines) <= set(names_to_act(at)), f"only {names_to_act(at)} owe a choice"
    for who in names_to_act(at):
        slot = slot_of(at, who)
        if who in lines:
            assert refusal_code(at, who, lines[who]) == "ok", (who, lines[who], refusal_code(at, who, lines[who]))
            put_choice(choices, slot, choice_record(lines[who]))
        else:
            default_choice(at.state, at.tables[0], slot, choices[slot])
            assert record_code(at, who, choices[slot : slot + 1]) == "ok"
    return choices


def play(at: Position, dice: Iterable[int] = (), **lines: str) -> list[LoggedEvent]:
    """Everybody chooses, and it goes on until somebody must choose again; the dice show exactly these faces."""
    faces, log = tape(list(dice)), new_log()
    if names_to_act(at) or lines:
        apply_choices(at.state, at.tables[0], all_choices(at, lines), faces[0], log[0])
    while to_act(at.state) == 0 and not is_over(at.state):
        advance(at.state, at.tables[0], faces[0], log[0])
    assert faces[0].used == faces[0].have, f"{faces[0].have - faces[0].used} faces were not needed"
    return logged_events(log)


def play_defaults(at: Position, key: int = 1) -> None:
    """Everybody does what a time-out means, with dice from the generator."""
    dice, log = live(key), new_log()
    if names_to_act(at):
        apply_choices(at.state, at.tables[0], all_choices(at, {}), dice[0], log[0])
    while to_act(at.state) == 0 and not is_over(at.state):
        log[0].count = 0
        advance(at.state, at.tables[0], dice[0], log[0])


def play_count(at: Position, dice: Iterable[int] = (), **lines: str) -> list[LoggedEvent]:
    """One count is carried out, whoever is to choose next; what the state keeps of it can be looked at."""
    faces, log, choices = tape(list(dice)), new_log(), all_choices(at, lines)
    for who in names_to_act(at):
        take_orders(at.state, slot_of(at, who), choices[slot_of(at, who)])
    at.state.owing = 0
    apply_count(at.state, at.tables[0], faces[0], log[0])
    assert faces[0].used == faces[0].have
    return logged_events(log)


def play_free_act(at: Position, who: str, line: str) -> list[LoggedEvent]:
    """A free act, and what follows from it."""
    assert refusal_code(at, who, line) == "ok", refusal_code(at, who, line)
    faces, log = tape([]), new_log()
    apply_free_act(at.state, at.tables[0], slot_of(at, who), choice_record(line)[0], faces[0], log[0])
    while to_act(at.state) == 0 and not is_over(at.state):
        advance(at.state, at.tables[0], faces[0], log[0])
    return logged_events(log)


# What is there to see


def logged_events(log: Any) -> list[LoggedEvent]:
    """The log as events."""
    return decode_log(log, KINDS, REASONS, PURPOSES, NAMES)


def event_lines(told: Iterable[LoggedEvent], *kinds: str) -> list[str]:
    """Each event as its name and fields; only of some kinds, where they are named."""
    found = []
    for one in told:
        name = str(one.event.__struct_config__.tag)
        if not kinds or name in kinds:
            fields = (str(getattr(one.event, field)) for field in one.event.__struct_fields__)
            found.append(" ".join([name, *fields]).strip())
    return found


def unit_place(at: Position, who: str) -> tuple[float, float]:
    """Where a unit or a hostage stands, in MU."""
    x, y = place_of(at.state, NAMES.find_unit(who))
    return x / MU, y / MU


def gear_ids(at: Position, who: str) -> set[str]:
    """What a unit carries, the knife apart; `mp5!` is out of ammo."""
    unit = at.state.units[slot_of(at, who)]
    tokens = (unit.primary, unit.sidearm, unit.special, unit.helmet, unit.vest)
    found = [f"{NAMES.thing('gear', token.gear - 1)}" for token in (*tokens, *unit.grenades) if token.gear]
    empty = {NAMES.thing("gear", token.gear - 1) for token in tokens[:2] if token.gear and token.mark}
    return {f"{id}!" if id in empty else id if found.count(id) == 1 else f"{id}*{found.count(id)}" for id in found}


def ground_lines(at: Position) -> list[str]:
    """What lies about, in the order in which it came there: `mp5! 12.5,21`."""
    lying = at.state.ground[: at.state.n_ground]
    return [
        f"{NAMES.thing('gear', one.gear - 1)}{'!' if one.mark and is_weapon(one) else ''} {NAMES.point(one.x, one.y)}"
        for one in lying
    ]


def is_weapon(lying: Any) -> bool:
    """Whether a token's mark means that it is out of ammo, not how many dice of armour it has."""
    return NAMES.thing("gear", lying.gear - 1) not in ("vest", "helmet")
