"""What a person is told at once: whom they lost and how, how the match ended, and what their side is after."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...core.decision import Moment
from ...core.engine.record import Array
from ...core.game import Setting
from ...core.protocol.briefing import Panel, Role, events_of
from ...core.protocol.events import LoggedEvent
from ...core.protocol.sentences import join_words
from .events import SIDES, Attacked, Ended, Scored, Withstood
from .rules.characters import side_of
from .setup import MatchContent
from .state import UP
from .tables import ASSAULT, EDGES, EXTRACT, HOLD

BOTH = 0b11
REASONS = {
    "eliminated": "nobody is left Up",
    "broken": "the band is broken",
    "objective": "the objective is reached",
    "points": "the last turn is over",
    "conceded": "the other side gave up",
}


def sides_of(slots: int) -> list[int]:
    """The sides that the holder of some slots plays."""
    return [side for side in range(2) if slots >> side & 1]


# What happened


def panels(setting: Setting, states: Array, told: Sequence[LoggedEvent], slots: int) -> tuple[Panel, ...]:
    """Losses of one's own, markers that scored, and the end; nothing for who plays both sides."""
    mine = "" if slots & BOTH == BOTH else "".join(SIDES[side] for side in sides_of(slots))
    at = Moment(setting, states)
    return (*losses(at, told, mine), *scores(at, told, mine), *endings(at, told, mine)) if mine else ()


def losses(at: Moment, told: Sequence[LoggedEvent], mine: str) -> Iterator[Panel]:
    """Who of one's own went Down, and by whose attack."""
    attack, rows, gone = None, [], []
    for one in (logged.event for logged in told):
        if isinstance(one, Attacked):
            attack = one
        elif isinstance(one, Withstood) and one.result == "goes Down" and one.char.startswith(mine):
            who = at.names.unit_title(one.char)
            gone.append(who)
            if attack is not None:
                rows.append(f"{at.names.unit_title(attack.char)} hit {who}: {one.level} Toughness, and it went Down.")
    if gone:
        yield Panel("loss", f"You lost {join_words(gone)}", tuple(rows))


def scores(at: Moment, told: Sequence[LoggedEvent], mine: str) -> Iterator[Panel]:
    """What a turn's end has scored."""
    events = [logged.event for logged in told]
    found = events_of(events, Scored)
    if found:
        won = sum(one.points for one in found if one.side == mine)
        lost = sum(one.points for one in found if one.side != mine)
        own = int(at.state.points[SIDES.index(mine)])
        other = int(at.state.points[1 - SIDES.index(mine)])
        rows = (f"This turn: you {won}, the enemy {lost}.", f"So far: you {own}, the enemy {other}.")
        yield Panel("news", "Markers score", rows)


def endings(at: Moment, told: Sequence[LoggedEvent], mine: str) -> Iterator[Panel]:
    """How the match ended."""
    for one in events_of([logged.event for logged in told], Ended):
        title, kind = "A draw", "news"
        if one.winner != "a draw":
            won = one.winner.startswith(mine)
            title, kind = ("You won", "won") if won else ("You lost", "lost")
        yield Panel(kind, title, (f"{REASONS[one.why]}; victory points {one.points_a} to {one.points_b}.",))  # type: ignore[arg-type]


# Who one is


def role(setting: Setting, states: Array, slots: int) -> Role:
    """The side of a player, its characters and its goal."""
    at, sides = Moment(setting, states), sides_of(slots)
    if len(sides) > 1:
        goals = " ".join(f"{SIDES[side]}: {goal(at, side)}" for side in sides)
        return Role("You play both sides", goals, (how_to_begin(at),))
    (side,) = sides
    laid: MatchContent = setting.content
    characters = at.state.characters
    there = [at.names.unit(i) for i in range(len(characters)) if characters[i].status == UP and side_of(i) == side]
    lines = [f"Your characters: {', '.join(at.names.unit_title(name) for name in there)}."] if there else []
    return Role(f"You are {SIDES[side]}, {laid.bands[side].name}", goal(at, side), (*lines, how_to_begin(at)))


def how_to_begin(at: Moment) -> str:
    """What a turn is, in a sentence."""
    if at.tables.options.activations:
        return "Choose a character and roll for it: the die says whether it has one action or two, and who goes next."
    return "The players activate one character after another; each has two actions: move, run, shoot, brace, hide."


def goal(at: Moment, side: int) -> str:
    """What wins a side the match (section 23)."""
    scenario = at.tables.scenario
    turns = f"within {scenario.turns} turns"
    if scenario.victory == HOLD:
        return f"Have more characters than the enemy at the markers as turns end, from turn {scenario.from_turn} on."
    if scenario.victory == EXTRACT:
        item = at.setting.content.scenario.item.id
        return f"Carry the {item} off the {EDGES[scenario.exit_edge[side]]} edge {turns}."
    if scenario.victory == ASSAULT:
        if side == scenario.attacker:
            return f"Have more characters in the place than the defender {turns}."
        return f"Hold the place for {scenario.turns} turns: the attacker must not have more characters in it than you."
    return f"Put {scenario.break_at[1 - side]} enemies Down {turns}, before {scenario.break_at[side]} of yours are."
