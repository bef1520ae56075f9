"""What a person is told at once: which pieces they lost and how, and what their side is after."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TypeGuard

from ...core.decision import Moment
from ...core.engine.record import Array
from ...core.game import Setting
from ...core.protocol.briefing import Panel, Role
from ...core.protocol.events import Event, LoggedEvent
from .entries import Sheet
from .events import FOR_ATTACK, PURPOSES, Attacked, Eliminated
from .objectives import WANTED_AGAINST_YOU
from .state import ELIMINATED, EXITED
from .tables import SIDE
from .view import is_settled, limit_text, objective

BOTH = 0b11
MOVES = ("move first", "move second")  # side 1, side 2


def sides_of(states: Array, slots: int) -> list[int]:
    """The sides, 0 or 1, that the holder of some slots plays."""
    return [slot ^ int(states[0].swapped) for slot in range(2) if slots >> slot & 1]


def letter_of(sheet: Sheet, name: str) -> str:
    """A piece as it stands on the board: `RC1` for `1.recon.1`."""
    _, type, number = name.split(".")
    return f"{sheet[type].code}{number}"


def piece_name(sheet: Sheet, name: str) -> str:
    """The same with what it is: `RC1 (Recon)`."""
    return f"{letter_of(sheet, name)} ({sheet[name.split('.')[1]].name})"


# What happened


def panels(setting: Setting, states: Array, events: Sequence[LoggedEvent], slots: int) -> tuple[Panel, ...]:
    """The pieces of one's own that were taken out, each with the roll; nothing for who plays both sides."""
    lost_pieces = [one.event.piece for one in events if isinstance(one.event, Eliminated)]
    if not lost_pieces or slots == BOTH:
        return ()
    mine = f"{sides_of(states, slots)[0] + 1}."
    gone = [piece for piece in lost_pieces if piece.startswith(mine)]
    if not gone:
        return ()
    sheet = setting.content.sheet
    lost = " and ".join(piece_name(sheet, name) for name in gone)
    return (Panel("loss", f"You lost {lost}", tuple(describe_loss(sheet, events, name) for name in gone)),)


def describe_loss(sheet: Sheet, events: Sequence[LoggedEvent], name: str) -> str:
    """Who took a piece out, what was needed and what was rolled."""
    dice, hit = next((one.dice, one.event) for one in events if is_hit(one.event, name))
    face = next(die.face for die in dice if die.purpose == PURPOSES[FOR_ATTACK])
    whose = "Your own" if hit.piece[0] == name[0] else "The enemy's"
    rolled = f"it needed {hit.needs} or more, and rolled {face}"
    return f"{whose} {piece_name(sheet, hit.piece)} hit {letter_of(sheet, name)}: {rolled}."


def is_hit(event: Event, name: str) -> TypeGuard[Attacked]:
    """Whether it is the attack that hit a piece."""
    return isinstance(event, Attacked) and event.target == name and event.result == "hit"


# Who one is


def role(setting: Setting, states: Array, slots: int) -> Role:
    """The side of a player, its goal and its pieces, as far as that is settled."""
    at = Moment(setting, states)
    key = slots, is_settled(at), int(at.state.swapped), states["units"]["status"][0].tobytes()
    return at.cached(("role", *key), lambda: _role(at, slots))


def _role(at: Moment, slots: int) -> Role:
    setting, states = at.setting, at.states
    named = (at.names.thing_title("player", name) for slot, name in enumerate(setting.slots) if slots >> slot & 1)
    players = " and ".join(named)
    after = f"After round {setting.content.mission.round_limit}: {limit_text(at)}."
    goals = [f"{objective(at, side)}." for side in range(2)]
    if slots == BOTH:
        return Role(f"You play both sides: {players}", join_goals(goals), (after,))
    if not is_settled(at):
        goal = f"Who is which side is rolled for after the picks. {join_goals(goals)}"
        return Role(f"You are {players}", goal, (after,))
    (side,) = sides_of(states, slots)
    lines = [f"The enemy wants {objective(at, 1 - side, WANTED_AGAINST_YOU)}.", after]
    if pieces := piece_names(setting.content.sheet, states, side):
        lines.insert(0, f"Your pieces: {pieces}.")
    return Role(f"You are {players}, and {MOVES[side]}", f"Your goal is {goals[side]}", tuple(lines))


def join_goals(goals: Sequence[str]) -> str:
    """What either side is after."""
    if goals[0] == goals[1]:
        return f"The goal of either side is {goals[0]}"
    return " ".join(f"The goal of side {side + 1} is {words}" for side, words in enumerate(goals))


def piece_names(sheet: Sheet, states: Array, side: int) -> str:
    """The pieces that a side has left, counted by type."""
    units = states[0].units[side * SIDE : (side + 1) * SIDE]
    there = [int(unit.piece) for unit in units if unit.status not in (0, ELIMINATED, EXITED)]
    counted = Counter(sheet.pieces[piece].name for piece in there)
    return ", ".join(f"{number} {name}" for name, number in counted.items())
