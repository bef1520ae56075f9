"""What a face draws of Table Top Troopers: the Scene, and the Decision of a player with its odds."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import msgspec

from ...core.chance.answers import events_of, odds_line
from ...core.chance.distribution import exhaust
from ...core.decision import make_decision, option_of
from ...core.dice import live
from ...core.engine.dispatch import verify
from ...core.engine.record import Array, from_bytes
from ...core.game import Setting
from ...core.protocol.choices import Verb, decode, encode, new_choices, put_choice
from ...core.protocol.events import new_log
from ...core.protocol.refusals import OK
from ...core.protocol.scene import Decision, Odds, Option, Row, Scene, Thing, Token
from ...core.run import apply
from ...core.space.squares import column_letters
from . import choices as verbs
from .describe import ABILITY_TEXTS
from .entries import Piece
from .events import SIDES, Attacked
from .names import PieceNames
from .rules.attack import is_medic_near
from .setup import MissionContent
from .state import ATTACK, FORCE, IN_PLAY, MOVE, PLACE, SEATS, UNITS, UNPLACED
from .tables import SIDE

NO_CHOICE = new_choices(1)
DID = ("", "moved", "aimed", "commands")
PROMPTS = {
    FORCE: "Pick your force: {picks} pieces.",
    PLACE: "Place a piece.",
    MOVE: "{budget} to make: move a piece, aim, command, or go on to the attacks.",
    ATTACK: "Attack with any piece, or end the turn.",
}


def scene(setting: Setting, states: Array) -> Scene:
    """The board with its pieces, and how the match stands."""
    laid: MissionContent = setting.content
    map = laid.map
    names = PieceNames.of(laid.sheet, states)
    status = states[0].units["status"].tolist()
    tokens = tuple(_token(setting, states, names, i) for i in range(UNITS) if status[i] == IN_PLAY)
    waiting = tuple(_token(setting, states, names, i) for i in range(UNITS) if status[i] == UNPLACED)
    columns = tuple(column_letters(x) for x in range(map.width))
    standing = tuple(_standing(setting, states))
    return Scene(laid.mission.name, map.width, map.height, columns, laid.cells, tokens, standing, waiting)


def _token(setting: Setting, states: Array, names: PieceNames, i: int) -> Token:
    state, unit = states[0], states[0].units[i]
    piece = setting.content.sheet.pieces[unit.piece]
    notes = [statistics_text(piece), *map(ability_text, piece.abilities)]
    if unit.did:
        notes.append(DID[unit.did])
    if unit.aim:
        notes.append(f"aims at {names.unit_title(names.unit(int(unit.aim) - 1))}")
    name = names.unit(i)
    side = i // SIDE
    x, y = (int(unit.x), int(unit.y)) if unit.status == IN_PLAY else (-1, -1)
    slot, title = side ^ int(state.swapped), names.unit_title(name)
    return Token(name, slot, side, names.letters(i), x, y, piece.name, tuple(notes), name=title)


def statistics_text(piece: Piece) -> str:
    """What a piece can do, in numbers."""
    return f"Move {piece.move}, Range {piece.range}, to hit {piece.th:+d}, hit above {piece.tbh}"


def ability_text(id: str) -> str:
    """An ability in words."""
    return f"{id.replace('_', ' ')}: {ABILITY_TEXTS[id]}"


def types_of_side(setting: Setting, states: Array, side: int) -> tuple[Thing, ...]:
    """The types that a player may pick from, or still has to place, with what they can do."""
    state, force, sheet = states[0], setting.tables[0].sides[side], setting.content.sheet
    counts = [int(most) for most in force.most] if state.phase == FORCE else [0] * len(sheet.pieces)
    if state.phase == PLACE:
        for unit in state.units[side * SIDE : (side + 1) * SIDE]:
            counts[unit.piece] += int(unit.status == UNPLACED)
    found = []
    for piece, most in zip(sheet.pieces, counts, strict=False):
        if most:
            number = f"up to {most}" if state.phase == FORCE else f"{most} to place"
            called = (id.replace("_", " ") for id in piece.abilities)
            about = tuple(map(ability_text, piece.abilities))
            found.append(Thing(piece.id, piece.code, piece.name, (statistics_text(piece), number, *called), about))
    return tuple(found)


LIMITS = {
    "draw": "a draw",
    "survivors": "the greater force wins",
    "score": "the higher score wins",
    "side_1": "{0} wins",
    "side_2": "{1} wins",
}


def _standing(setting: Setting, states: Array) -> list[Row]:
    """Round, sides, objectives and counts."""
    laid: MissionContent = setting.content
    state, names = states[0], PieceNames.of(laid.sheet, states)
    called = side_titles(setting, states)
    rows = [Row("round", f"{state.round_number} of {laid.mission.round_limit}, then {limit_text(laid, called)}")]
    for side in range(2):
        left = state.units["status"][side * SIDE : (side + 1) * SIDE].tolist().count(IN_PLAY)
        text = f"{left} piece{'s' if left != 1 else ''}, {objective(laid, names, side)}"
        for label, value in (("held", state.held), ("score", state.score), ("out", state.exits)):
            text += f", {label} {value[side]}" if value[side] else ""
        rows.append(Row(called[side], text))
    return rows


def side_titles(setting: Setting, states: Array) -> list[str]:
    """What the sides are called: Red and Blue, once it is known who is which."""
    names = PieceNames.of(setting.content.sheet, states)
    return [names.thing_title("side", side) for side in SIDES] if is_settled(setting, states) else list(SIDES)


def is_settled(setting: Setting, states: Array) -> bool:
    """Whether it is known who is which side (TTT-5.7)."""
    tables: Any = setting.tables[0]
    first = tables.fixed_seats or tables.open_picks or tables.forces_differ
    return bool(first or states[0].phase not in (FORCE, SEATS))


def limit_text(laid: MissionContent, called: Sequence[str]) -> str:
    """What comes after the last round, with the sides as they are called."""
    return LIMITS[laid.mission.limit_result].format(*called)


def objective(laid: MissionContent, names: PieceNames, side: int) -> str:
    """A side's objective in words."""
    aim = laid.mission.sides[side].objective
    words = {
        "enter": f"to bring a piece into {aim.zone}",
        "eliminate_type": f"to take out every {names.thing_title('piece', aim.piece or '')} of the enemy",
        "eliminate_all": "to take out the enemy's whole force",
        "hold": f"to hold {aim.zone} for {aim.turns} turns",
        "score": f"to score {aim.points} points on {aim.zone}",
        "exit": f"to bring {aim.count} pieces out by {aim.zone}",
        "prevent_exit": "to keep the enemy from bringing its pieces out",
        "survive": f"to survive {aim.rounds} rounds",
    }
    return words[aim.type].replace("_", " ")


def decision(setting: Setting, states: Array, slot: int, most: int = 2_000, odds: bool = True) -> Decision:
    """What a player may do: the menu, at most so much of it, and the odds of every attack and aim."""
    state, tables = states[0], setting.tables[0]
    names = PieceNames.of(setting.content.sheet, states)
    side = slot ^ int(state.swapped)
    actions = f"{state.budget} movement action{'s' if state.budget != 1 else ''}"
    prompt = PROMPTS.get(int(state.phase), "").format(picks=tables.sides[side].picks, budget=actions)
    return make_decision(
        setting,
        states,
        slot,
        f"{setting.slots[slot].capitalize()}: {prompt}",
        most,
        lambda choice: _option(setting, states, slot, choice, names, odds),
        things=types_of_side(setting, states, side),
    )


def explain_option(setting: Setting, states: Array, slot: int, value: Verb) -> Option:
    """A lawful choice as the menu would offer it, whether or not it lists it."""
    names = PieceNames.of(setting.content.sheet, states)
    return _option(setting, states, slot, encode(value, setting.game.verbs, names), names, True)


def _option(setting: Setting, states: Array, slot: int, choice: Array, names: PieceNames, odds: bool) -> Option:
    verb = int(choice[0].verb)
    at = (int(choice[0].x), int(choice[0].y)) if verb == verbs.MOVE else None
    option = _in_words(names, choice.tobytes(), setting.content.map.terrain(at) if at else ())
    if not odds or verb not in (verbs.ATTACK, verbs.AIM):
        return option
    choices = new_choices()
    put_choice(choices, slot, choice)
    found = attack_odds if verb == verbs.ATTACK else aimed_odds
    return msgspec.structs.replace(option, odds=found(setting, states, slot, choices))


@lru_cache(20_000)
def _in_words(names: PieceNames, raw: bytes, terrain: tuple[str, ...]) -> Option:
    """A choice in words. Most of a menu stood on the menu before it: it is put into words once."""
    choice = from_bytes(raw, NO_CHOICE)[0]
    value = decode(choice, verbs.VERBS, names)
    return option_of(value, names, label(value, terrain, names))


def label(value: Any, terrain: tuple[str, ...], names: PieceNames) -> str:
    """A choice in words that its verb does not have; faces call its pieces as they draw them."""
    if isinstance(value, verbs.Pick):
        return ", ".join(names.thing_title("piece", type) for type in value.types) or "nothing"
    if isinstance(value, verbs.Move):
        return f"{value.piece} to {value.to}" + (f" ({' and '.join(terrain)})" if terrain else "")
    return ""


def attack_odds(setting: Setting, states: Array, slot: int, choices: Array) -> tuple[Odds, ...]:
    """The chance of every piece that this attack can take out, the target first with the modifiers of its roll."""
    chances = exhaust(states, setting.tables, choices)
    names = PieceNames.of(setting.content.sheet, states)
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
