"""A position in one line, and back.

    SCENARIO OPTIONS PHASE SIDE ROUND BUDGET SIDE-1 SIDE-2 REST

    besiege_the_bunker - move 1 3 1 recon@a1+1,recon@c4+1,guard:x recon@i9,berserker@h8 -

SCENARIO is a mission, or `@2+4r` for bare boards; OPTIONS are `name=value,...`. SIDE is the acting side, with `~` if
the player listed second is side 1. BUDGET has a `*` once a command or movement action was made and more may follow. A
piece is its type and `@square`, or `:u` unplaced, `:x` eliminated, `:o` exited; then `!m` moved, `!a` aimed, `!c`
commanding, `>n` aims at unit n, `+n` attacks left, `/n` and `//n` units attacked once and twice. REST is
`name=value;...` for all else that is not zero. `-` stands for nothing.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import numpy as np

from ...core.engine.numbers import numbers_of, write_number
from ...core.engine.record import Array, blank, layout
from ...core.errors import BadNotation
from ...core.game import Game, Setting
from ...core.protocol.position import BITS, MAX_NUMBER, field_paths
from ...core.protocol.ranges import bounds_of
from ...core.space.squares import square_at, square_name
from .events import ENDS
from .setup import MissionContent, bare_setting, setting
from .state import ELIMINATED, EXITED, IN_PLAY, PHASES, UNPLACED, State
from .tables import SIDE

STATUS = {UNPLACED: ":u", ELIMINATED: ":x", EXITED: ":o"}
DID = ("", "!m", "!a", "!c")
PIECE = re.compile(
    r"(?P<type>[a-z][a-z0-9_]*)(?P<where>@[a-z]+[0-9]+|:[uxo])(?P<did>![mac])?(?:>(?P<aim>\d+))?(?:\+(?P<attacks>\d+))?"
    r"(?:(?<!/)/(?P<fired>\d+))?(?://(?P<fired_twice>\d+))?"
)
DIGITS = 20  # fields of bits have no more
BOUNDS = bounds_of(State, None, {"last_reason": len(ENDS) - 1})
REST = ("picking", "winner", "why", "armed", "held", "score", "exits", "doing")
PARTS = {
    name: [
        (k, BOUNDS[re.sub(r"\d+", "#", path)][1])
        for path, (k, _) in field_paths(layout(State)).items()
        if path.partition(".")[0] == name
    ]
    for name in REST
}
"""The numbers of each part of the REST: their places among the words of a State, and the largest that each takes."""


def write_position(setting: Setting, states: Array) -> str:
    """The line of a position."""
    state, types = states[0], setting.content.sheet.types
    options = ",".join(f"{name}={value}" for name, value in sorted(setting.options.items()))
    sides = [
        ",".join(_piece(state.units[i], types) for i in range(k * SIDE, (k + 1) * SIDE) if state.units[i].status)
        for k in range(2)
    ]
    row, rest = numbers_of(states)[0], []
    for name, parts in PARTS.items():
        if any(row[k] for k, _ in parts):
            rest.append(f"{name}={'/'.join(str(row[k]) for k, _ in parts)}")
    return " ".join(
        (
            setting.scenario,
            options or "-",
            PHASES[state.phase],
            f"{state.side + 1}{'~' if state.swapped else ''}",
            str(state.round_number),
            f"{state.budget}{'*' if state.acted else ''}",
            sides[0] or "-",
            sides[1] or "-",
            ";".join(rest) or "-",
        )
    )


def _piece(unit: Any, types: tuple[str, ...]) -> str:
    where = f"@{square_name((int(unit.x), int(unit.y)))}" if unit.status == IN_PLAY else STATUS[int(unit.status)]
    text = f"{types[unit.piece]}{where}{DID[unit.did]}"
    for sign, value in ((">", unit.aim), ("+", unit.attacks), ("/", unit.fired), ("//", unit.fired_twice)):
        text += f"{sign}{int(value)}" if value else ""
    return text


def parse_position(game: Game, line: str, packs: Sequence[str] = ()) -> tuple[Setting, Array]:
    """What a line describes, whether a match can come to it or not.

    Raises:
        BadNotation: the line is no position; the message says which part is wrong.
    """
    words = line.split()
    if len(words) != 9:
        raise BadNotation(f"a position has 9 parts, not {len(words)}: scenario options phase side round budget, ...")
    scenario, options_word, phase, side, round, budget, *forces, rest = words
    options = {} if options_word == "-" else dict(_pair(word, "option") for word in options_word.split(","))
    if scenario.startswith("@"):
        types = [[found["type"] for found in _matches(force)] for force in forces]
        made = bare_setting(game, scenario[1:], types[0], types[1], options, packs)
    else:
        made = setting(game, scenario, options, packs)
    return made, arrange(made, phase, side, round, budget, forces, rest)


def arrange(made: Setting, phase: str, side: str, round: str, budget: str, forces: Sequence[str], rest: str) -> Array:
    """The State of a match that the words of a line from PHASE on describe.

    Raises:
        BadNotation: the words are no position; the message says which is wrong.
    """
    states = blank(State)
    state = states[0]
    if phase not in PHASES:
        raise BadNotation(f"{phase!r} is no phase; there is {', '.join(PHASES)}")
    if not (re.fullmatch(r"[12]~?", side) and round.isdecimal() and re.fullmatch(r"\d+\*?", budget)):
        raise BadNotation(f"side, round and budget are like `1 3 1*`, not `{side} {round} {budget}`")
    state.phase, state.side, state.swapped = PHASES.index(phase), int(side[0]) - 1, side.endswith("~")
    state.round_number, state.budget = _number(round), _number(budget.rstrip("*"))
    state.acted = budget.endswith("*")
    for k, force in enumerate(forces):
        _set_force(state, made, k, _matches(force))
    for word in [] if rest == "-" else rest.split(";"):
        _set_rest(states, *_pair(word, "part"))
    return states


def _number(word: str, most: int = MAX_NUMBER) -> int:
    if len(word) > DIGITS or int(word) > most:
        raise BadNotation(f"{word[:DIGITS]} is too large; at most {most} can stand there")
    return int(word)


def _pair(word: str, what: str) -> tuple[str, str]:
    name, sign, value = word.partition("=")
    if not sign:
        raise BadNotation(f"{word!r} is no {what}; write name=value")
    return name, value


def _matches(force: str) -> list[re.Match[str]]:
    return [] if force == "-" else [_match(word) for word in force.split(",")]


def _match(word: str) -> re.Match[str]:
    found = PIECE.fullmatch(word)
    if found is None:
        raise BadNotation(f"{word!r} is no piece; write type@square, or type:u, :x, :o")
    return found


def _set_force(state: Any, made: Setting, side: int, pieces: list[re.Match[str]]) -> None:
    """A side's pieces in force order."""
    content: MissionContent = made.content
    if len(pieces) > made.tables[0].sides[side].pieces:
        raise BadNotation(f"side {side + 1} has {made.tables[0].sides[side].pieces} pieces, not {len(pieces)}")
    for k, found in enumerate(pieces):
        unit = state.units[side * SIDE + k]
        if found["type"] not in content.sheet.types:
            raise BadNotation(f"no piece type {found['type']!r} in the squad sheet")
        unit.piece = content.sheet.types.index(found["type"])
        if found["where"].startswith("@"):
            x, y = square = square_at(found["where"][1:])
            if not content.map.is_open(square):
                raise BadNotation(f"{found['where'][1:]} is no open square of this map")
            bit = np.uint64(1 << x)
            if (state.stand[0].rows[y] | state.stand[1].rows[y]) & bit:
                raise BadNotation(f"two pieces on {found['where'][1:]}")
            unit.status, unit.x, unit.y = IN_PLAY, x, y
            state.stand[side].rows[y] |= bit
        else:
            unit.status = next(status for status, sign in STATUS.items() if sign == found["where"])
        unit.did = DID.index(found["did"] or "")
        for name in ("aim", "attacks", "fired", "fired_twice"):
            unit[name] = _number(found[name] or "0", BOUNDS.get(f"units.#.{name}", (0, BITS))[1])


def _set_rest(states: Array, name: str, value: str) -> None:
    """One of the numbers of the REST."""
    numbers = value.split("/")
    if name not in PARTS or not all(number.isdecimal() for number in numbers):
        raise BadNotation(f"{name}={value} is no part of a position; there is {', '.join(PARTS)}")
    if len(numbers) != len(PARTS[name]):
        raise BadNotation(f"{name} does not take {len(numbers)} numbers")
    for (k, most), number in zip(PARTS[name], numbers, strict=True):
        write_number(states, k, _number(number, most))
