"""What a person is told at once: whom they lost and how, how the match ended, and what their side is after."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...core.decision import Moment
from ...core.engine.record import Array
from ...core.game import Setting
from ...core.protocol.briefing import Panel, Role, events_of
from ...core.protocol.events import LoggedEvent
from ...core.protocol.sentences import amount_text, join_words
from .events import SIDES, Attacked, Ended, Scored, Withstood
from .rules.characters import side_of
from .rules.end import count_near
from .setup import MatchContent
from .state import UP
from .tables import ASSAULT, EDGES, EXTRACT, HOLD
from .view import statuses

BOTH = 0b11
REASONS = {
    "eliminated": "Nobody of {loser} is left Up.",
    "broken": "Too many of {loser} are Down: the band is broken.",
    "objective": "{winner} reached the goal.",
    "points": "The last turn is over: victory points decide.",
    "conceded": "{loser} gave up.",
}


def sides_of(slots: int) -> list[int]:
    """The sides that the holder of some slots plays."""
    return [side for side in range(2) if slots >> side & 1]


# What happened


def panels(setting: Setting, states: Array, events: Sequence[LoggedEvent], slots: int) -> tuple[Panel, ...]:
    """Losses of one's own, markers that scored, and the end; nothing for who plays both sides."""
    mine = "" if slots & BOTH == BOTH else "".join(SIDES[side] for side in sides_of(slots))
    at = Moment(setting, states)
    return (*losses(at, events, mine), *scores(at, events, mine), *endings(at, events, mine)) if mine else ()


def losses(at: Moment, events: Sequence[LoggedEvent], mine: str) -> Iterator[Panel]:
    """Who of one's own went Down, by whose attack, and by which test."""
    attack, rows, gone = None, [], []
    for logged in events:
        one = logged.event
        if isinstance(one, Attacked):
            attack = one
        elif isinstance(one, Withstood) and one.result == "goes Down" and one.char.startswith(mine):
            who = at.names.unit_title(one.char)
            gone.append(who)
            if attack is not None:
                rows.append(f"{at.names.unit_title(attack.char)} hit {who}: {fall_text(one, logged)}")
    if gone:
        yield Panel("loss", f"You lost {join_words(gone)}", tuple(rows))


def fall_text(one: Withstood, logged: LoggedEvent) -> str:
    """`it has 2 wounds. Its Toughness, Moderate with -2, failed with a 5: it is Down.`"""
    modifiers = "" if str(one.modifiers) == "0" else f" with {one.modifiers}"
    faces = " and ".join(f"a {die.face}" for die in logged.dice)
    rolled = f" with {faces}" if faces else ""
    return (
        f"it has {amount_text(one.wounds, 'wound')}. Its Toughness, {one.level}{modifiers}, failed{rolled}: it is Down."
    )


def scores(at: Moment, events: Sequence[LoggedEvent], mine: str) -> Iterator[Panel]:
    """What a turn's end has scored, marker by marker."""
    found = events_of([logged.event for logged in events], Scored)
    if not found:
        return
    scenario, side = at.tables.scenario, SIDES.index(mine)
    each = int(scenario.vp_marker)
    won, lost = (each * sum((one.side == mine) is is_mine for one in found) for is_mine in (True, False))
    yield Panel(
        "news",
        f"The markers score: you {won}, the enemy {lost}",
        (*(marker_text(at, side, k) for k in range(scenario.n_markers)), points_text(at, side)),
    )


def marker_text(at: Moment, side: int, k: int) -> str:
    """Who has more characters at a marker."""
    x, y = at.tables.scenario.markers[k]
    own, other = (int(count_near(at.state, at.tables, one, x, y)) for one in (side, 1 - side))
    if not own + other:
        return f"{at.setting.content.scenario.objectives[k].id} is nobody's: nobody is there."
    whose = "yours" if own > other else "the enemy's" if other > own else "nobody's"
    return f"{at.setting.content.scenario.objectives[k].id} is {whose}: {own} of yours there, {other} of theirs."


def points_text(at: Moment, side: int) -> str:
    """The victory points of both."""
    return f"Victory points so far: you {int(at.state.points[side])}, the enemy {int(at.state.points[1 - side])}."


def endings(at: Moment, events: Sequence[LoggedEvent], mine: str) -> Iterator[Panel]:
    """How the match ended."""
    side = SIDES.index(mine)
    for one in events_of([logged.event for logged in events], Ended):
        title, kind, has_won = "A draw", "news", one.winner.startswith(mine)
        if one.winner != "a draw":
            title, kind = ("You won", "won") if has_won else ("You lost", "lost")
        you, enemy = "your side", "the enemy"
        reason = REASONS[one.why].format(winner=you if has_won else enemy, loser=enemy if has_won else you)
        points = f"Victory points: you {int(at.state.points[side])}, the enemy {int(at.state.points[1 - side])}."
        yield Panel(kind, title, (reason[0].upper() + reason[1:], points))  # type: ignore[arg-type]


# Who one is


def role(setting: Setting, states: Array, slots: int) -> Role:
    """The side of a player, its characters and its goal."""
    at = Moment(setting, states)
    return at.cached(("role", slots, *statuses(at)), lambda: _role(at, sides_of(slots)))


def _role(at: Moment, sides: Sequence[int]) -> Role:
    if len(sides) > 1:
        goals = " ".join(f"{SIDES[side]}: {goal(at, side)}" for side in sides)
        return Role("You play both sides", goals, (how_to_begin(at),))
    (side,) = sides
    content: MatchContent = at.setting.content
    there = [at.names.unit(i) for i, status in enumerate(statuses(at)) if status == UP and side_of(i) == side]
    lines = [f"Your characters: {', '.join(at.names.unit_title(name) for name in there)}."] if there else []
    return Role(f"You are {SIDES[side]}, {content.bands[side].name}", goal(at, side), (*lines, how_to_begin(at)))


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
