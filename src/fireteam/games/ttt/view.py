"""What a face draws of Table Top Troopers: the Scene, and the Decision of a player with its odds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import partial

import numpy as np

from ...core.chance.answers import events_of, odds_line
from ...core.chance.distribution import exhaust
from ...core.decision import DecisionSpec, Moment
from ...core.dice import live
from ...core.engine.dispatch import verify
from ...core.engine.record import Array
from ...core.game import Setting
from ...core.identity_cache import IdentityCache
from ...core.protocol.choices import new_choices
from ...core.protocol.drawing import Drawing
from ...core.protocol.events import new_log
from ...core.protocol.refusals import OK
from ...core.protocol.scene import Odds, Row, Scene, Thing, Token
from ...core.protocol.sentences import amount_text
from ...core.protocol.square_scene import square_board_scene
from ...core.run import apply
from ...core.space.squares import square_name
from . import choices as verbs
from .describe import ABILITY_TEXTS
from .drawing import COLUMNS, LINES
from .entries import Piece
from .events import SIDES, Attacked
from .names import names as names_of
from .objectives import WANTED, objective_text
from .rules.attack import is_medic_near
from .state import ATTACK, FORCE, IN_PLAY, MOVE, PLACE, SEATS, UNITS, UNPLACED
from .tables import SIDE

DID = ("", "moved", "aimed", "commands")
PROMPTS = {
    FORCE: "Pick your force: {picks} pieces.",
    PLACE: "Place a piece.",
    MOVE: "{budget} to make: move a piece, aim{command}, or go on to the attacks.",
    ATTACK: "Attack with any piece, or end the turn.",
}


def scene(setting: Setting, states: Array) -> Scene:
    """The board with its pieces, and how the match stands."""
    at, content = Moment(setting, states), setting.content
    swapped, rows = int(at.state.swapped), status_rows(at)
    units, size = states["units"][0], states["units"].itemsize
    raw, here = units.tobytes(), np.flatnonzero(units["status"]).tolist()
    tokens = filter(
        None,
        [at.cached(("piece", i, swapped, raw[i * size : (i + 1) * size]), partial(piece_token, at, i)) for i in here],
    )
    return square_board_scene(content.mission.name, content.map.width, content.map.height, content.cells, tokens, rows)


def piece_token(at: Moment, i: int) -> Token | None:
    """A piece on the board, or beside it as long as it is not placed: what follows from its record and the names."""
    unit, names, side = at.state.units[i], at.names, i // SIDE
    if unit.status not in (IN_PLAY, UNPLACED):
        return None
    piece = at.setting.content.sheet.pieces[unit.piece]
    notes = [statistics_text(piece), *map(ability_text, piece.abilities)]
    if unit.did:
        notes.append(DID[unit.did])
    if unit.aim:
        notes.append(f"aims at {names.unit_title(names.unit(int(unit.aim) - 1))}")
    name, slot = names.unit(i), side ^ int(at.state.swapped)
    spot = (int(unit.x), int(unit.y)) if unit.status == IN_PLAY else (-1, -1)
    return Token(name, slot, side, names.letters[i], *spot, piece.name, tuple(notes), name=names.unit_title(name))


def statistics_text(piece: Piece) -> str:
    """What a piece can do, in numbers."""
    return f"Move {piece.move}, Range {piece.range}, to hit {piece.th:+d}, hit above {piece.tbh}"


def ability_text(id: str) -> str:
    """An ability in words."""
    return f"{id.replace('_', ' ')}: {ABILITY_TEXTS[id]}"


def types_of_side(at: Moment) -> tuple[Thing, ...]:
    """The types that a player may pick from, or still has to place, with what they can do."""
    if at.state.phase not in (FORCE, PLACE):
        return ()
    state, side, found = at.state, at.slot ^ int(at.state.swapped), []
    counts = Counter({k: int(most) for k, most in enumerate(at.tables.sides[side].most) if state.phase == FORCE})
    if state.phase == PLACE:
        mine = state.units[side * SIDE : (side + 1) * SIDE]
        counts.update(int(unit.piece) for unit in mine if unit.status == UNPLACED)
    for k, piece in enumerate(at.setting.content.sheet.pieces):
        if counts[k]:
            number = f"up to {counts[k]}" if state.phase == FORCE else f"{counts[k]} to place"
            called = (id.replace("_", " ") for id in piece.abilities)
            about = tuple(map(ability_text, piece.abilities))
            found.append(Thing(piece.id, piece.code, piece.name, (statistics_text(piece), number, *called), about))
    return tuple(found)


# How the match stands


LIMITS = {
    "draw": "a draw",
    "survivors": "the greater force wins",
    "score": "the higher score wins",
    "side_1": "{0} wins",
    "side_2": "{1} wins",
}


def status_rows(at: Moment) -> tuple[Row, ...]:
    """Round, sides, objectives and counts."""
    state, statuses = at.state, at.states["units"]["status"][0].tolist()
    left = [statuses[side * SIDE : (side + 1) * SIDE].count(IN_PLAY) for side in range(2)]
    numbers = (int(state.round_number), *left, *state.held.tolist(), *state.score.tolist(), *state.exits.tolist())
    return at.cached(("status", is_settled(at), numbers), lambda: tuple(_status_rows(at, left)))


def _status_rows(at: Moment, left: Sequence[int]) -> Iterator[Row]:
    state, mission = at.state, at.setting.content.mission
    yield Row("round", f"{state.round_number} of {mission.round_limit}, then {limit_text(at)}")
    for side, title in enumerate(side_titles(at)):
        text = f"{amount_text(left[side], 'piece')}, {objective(at, side)}"
        for label, value in (("held", state.held), ("score", state.score), ("out", state.exits)):
            text += f", {label} {value[side]}" if value[side] else ""
        yield Row(title, text)


def side_titles(at: Moment) -> list[str]:
    """What the sides are called: Red and Blue, once it is known who is which."""
    return [at.names.thing_title("side", side) if is_settled(at) else side for side in SIDES]


def is_settled(at: Moment) -> bool:
    """Whether it is known who is which side (TTT-5.7)."""
    first = at.tables.fixed_seats or at.tables.open_picks or at.tables.forces_differ
    return bool(first or at.state.phase not in (FORCE, SEATS))


def limit_text(at: Moment) -> str:
    """What comes after the last round, with the sides as they are called."""
    return LIMITS[at.setting.content.mission.limit_result].format(*side_titles(at))


def objective(at: Moment, side: int, texts: Mapping[str, str] = WANTED) -> str:
    """A side's objective in words: its own, or those for its enemy."""
    return objective_text(at.setting.content.mission.sides[side].objective, at.setting.content.sheet, texts)


# The choices of a player


def prompt(at: Moment) -> str:
    """The question, and how much there is to be done."""
    state, side = at.state, at.slot ^ int(at.state.swapped)
    words = {
        "picks": at.tables.sides[side].picks,
        "budget": amount_text(state.budget, "movement action"),
        "command": ", command" if has_commander(at, side) else "",
    }
    return f"{at.slot_name.capitalize()}: {PROMPTS.get(int(state.phase), '').format(**words)}"


def has_commander(at: Moment, side: int) -> bool:
    """Whether a side came with a piece that can command; who never had one need not read of it."""
    units = at.states["units"][0, side * SIDE : (side + 1) * SIDE]
    pieces = set(units["piece"][units["status"] != 0].tolist())
    return any("command" in at.setting.content.sheet.pieces[piece].abilities for piece in pieces)


def pick_label(at: Moment, value: verbs.Pick) -> str:
    """A pick in words; faces call its pieces as they draw them."""
    return ", ".join(at.names.thing_title("piece", type) for type in value.types) or "nothing"


def ground_notes(setting: Setting) -> Mapping[str, str]:
    """The terrains of squares that have any, by the square's name: what a move leads to."""

    def find() -> Mapping[str, str]:
        map = setting.content.map
        return {square_name(at): " and ".join(map.terrain(at)) for at in map if map.terrain(at)}

    return GROUND_NOTES.get((setting.tables,), None, find)


GROUND_NOTES: IdentityCache[Mapping[str, str]] = IdentityCache()
"""By match."""


def odds(at: Moment, choice: Array) -> tuple[Odds, ...]:
    """The odds of every attack and aim."""
    if choice[0].verb not in (verbs.ATTACK, verbs.AIM):
        return ()
    find = attack_odds if choice[0].verb == verbs.ATTACK else aimed_odds
    return find(at.setting, at.states, at.slot, at.choices_with(choice))


def attack_odds(setting: Setting, states: Array, slot: int, choices: Array) -> tuple[Odds, ...]:
    """The chance of every piece that this attack can take out, the target first with the modifiers of its roll."""
    chances = exhaust(states, setting.tables, choices)
    names = names_of(setting, states)
    why = events_of(Attacked, setting, states, choices)[0].modifiers
    target = int(choices[slot].target)
    found = []
    for i in (target, *(i for i in range(UNITS) if i != target)):
        if states[0].units[i].status == IN_PLAY:
            p = chances.chance(lambda state, i=i: state.units[i].status != IN_PLAY)  # type: ignore[misc]
            if p or i == target:
                of = f"takes out {names.unit_title(names.unit(i))}"
                if i == target and is_medic_near(states[0], setting.tables[0], target):
                    of += " past its Medic"
                found.append(odds_line(of, p, why if i == target else (), chances.exact))
    return tuple(found)


def aimed_odds(setting: Setting, states: Array, slot: int, choices: Array) -> tuple[Odds, ...]:
    """The odds of the attack that this aim prepares: the aim is taken, the moves end, the piece attacks if it may."""
    after, dice, log = states.copy(), live(0), new_log()
    apply(after[0], setting.tables[0], choices, dice[0], log[0])
    next = new_choices()
    if after[0].phase == MOVE:
        next[slot].verb = verbs.END_MOVE
        apply(after[0], setting.tables[0], next, dice[0], log[0])
    next[slot].verb = verbs.ATTACK
    next[slot].unit, next[slot].target = choices[slot].unit, choices[slot].target
    lawful = verify(after[0], setting.tables[0], slot, next[slot])[0] == OK
    return attack_odds(setting, after, slot, next) if lawful else ()


DECISION = DecisionSpec(prompt, labels={verbs.Pick: pick_label}, by_choice=True, odds=odds, things=types_of_side)
"""How a player is asked."""

DRAWING = Drawing(
    UNITS,
    COLUMNS,
    piece_token,
    LINES,
    lambda at, k: status_rows(at)[k],
    forms={verbs.Move: "{piece} to {to}[ ({note})]"},
    notes=ground_notes,
)
"""How all that follows from the rows of `draw`."""
