"""What a person is told at once: who they are and what they are after, what hit them, and how the fight ended."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from ...core.decision import Moment
from ...core.engine.record import Array
from ...core.game import Setting
from ...core.identity_cache import IdentityCache
from ...core.protocol.briefing import Panel, Reader, Role, event_kinds, events_of
from ...core.protocol.events import Event, LoggedEvent
from ...core.protocol.sentences import amount_text, join_words
from .events.harm import Healed, KnockedOut, Revived, Struck, VehicleOut
from .events.shooting import Attacked, Grappled
from .events.turn import FightEnded, Reported
from .gear_text import armour_text
from .menu_facts import combatant, combatant_bytes, vehicles
from .state import DRAWN, NPC_MASTER, OBSERVER, PASSENGER, PILOT_ROLE, READY
from .status import has_points, thing_title, turn_limit, unit_title, weapon_text, winner_text
from .tables import (
    COMBATANTS,
    ITEMS,
    KNOCKED_OUT_UNIT,
    LAST_TEAM,
    POINT_EVENTS,
    TURN_LIMIT,
    WITHDRAW_FROM,
    WITHDRAWN_UNIT,
)

HOW_TO = (
    "Each turn everybody gives one order: a stance, a move, and an action. All orders are revealed together; initiative"
    " says who acts first."
)
DESK = (
    "You see everything. Let whoever is to fight join, put them into teams, and begin the fight.",
    "The roster tells who has not ordered: order for anybody, stand in for who idles, then go on with the turn.",
    "A modifier, or one of lethality, makes it harder or easier for one; the players do not see it.",
    "NPCs act by their behaviour; say whom their team aims at, or let them pick again.",
    "Wounds and knockouts can be set right at any time. All that you do stands in the log.",
)
BLOWS = frozenset({Attacked, Struck})
TOLD_OF = BLOWS | {KnockedOut, VehicleOut, Grappled, Revived, FightEnded}
"""What panels tell of."""
WHOM = ("unit", "target", "victim", "vehicle")
"""The fields of these events that say whom they are about."""
BESIDES = frozenset({Healed, Reported})
"""What they say besides of that."""
POINT_WORDS = {
    "enemy_ko": "each enemy knocked out",
    "enemy_ko_stun": "each enemy knocked out by stun",
    "enemy_ko_physical": "each enemy knocked out by wounds",
    "enemy_subdued": "each enemy subdued at the end",
    "own_ko": "each of your own knocked out",
    "withdrawn": "each that leaves over the way out",
    "in_zone_end": "each in {zone} at the end",
    "in_zone_turn": "each in {zone} at the end of a turn",
    "wound_given": "each wound given",
}


def combatants_of(setting: Setting, slots: int) -> list[int]:
    """The combatants of a person, by the slots that they hold."""
    return list(_combatants(slots, setting.referee, len(setting.slots)))


@lru_cache(1_000)
def _combatants(slots: int, referee: int, count: int) -> tuple[int, ...]:
    return tuple([k for k in range(min(COMBATANTS, count)) if slots >> k & 1 and k != referee])


def is_storyteller(setting: Setting, slots: int) -> bool:
    """Whether a person holds the Storyteller's slot."""
    return setting.referee >= 0 and bool(slots >> setting.referee & 1)


# What happened


def panels(setting: Setting, states: Array, logged_events: Sequence[LoggedEvent], slots: int) -> tuple[Panel, ...]:
    """Hits and knockouts of one's own, who seized them, who is back, and the end."""
    events, whom, is_end = panel_events(tuple(logged_events))
    mine = [] if is_storyteller(setting, slots) else combatants_of(setting, slots)
    if not is_end and not (mine and whom):
        return ()
    at = Moment(setting, states)
    units = tuple([at.names.unit(i) for i in mine])
    crafts = [at.names.thing("vehicle", k - 1) for i in mine if (k := vehicles(at)[i])]
    own: tuple[Panel, ...] = ()
    if not whom.isdisjoint((*units, *crafts)):
        reader = Reader(units)
        own = (*hits(at, events, reader), *seizures(at, events, reader), *returns(at, events, reader))
    return (*own, *endings(at, events, {combatant(at, i).team for i in mine})) if is_end else own


class PanelEvents(NamedTuple):
    """Those events that panels tell of, with what they say besides, whom they are about, and if one is the end."""

    events: tuple[Event, ...]
    whom: frozenset[str]
    is_end: bool


def panel_events(logged_events: tuple[LoggedEvent, ...]) -> PanelEvents:
    """What panels tell of, found once for all who read the same."""

    def find() -> PanelEvents:
        kinds = {*event_kinds(logged_events)}
        if TOLD_OF.isdisjoint(kinds):
            return PanelEvents((), frozenset(), False)
        found = tuple([one.event for one in logged_events if type(one.event) in TOLD_OF or type(one.event) in BESIDES])
        whom = [getattr(one, name) for one in found for name in WHOM if name in one.__struct_fields__]
        return PanelEvents(found, frozenset(whom), FightEnded in kinds)

    return EVENTS.get((logged_events,), None, find)


EVENTS: IdentityCache[PanelEvents] = IdentityCache(64)


def hits(at: Moment, events: Sequence[Event], reader: Reader) -> Iterator[Panel]:
    """What struck somebody of one's own, blow by blow, and whom it put out of the fight."""
    crafts = {vehicle_of(at, unit) for unit in reader.units} - {""}
    rows = [row for one in events if type(one) in BLOWS for row in hit_rows(at, one, reader, crafts)]
    out = [one.unit for one in events_of(events, KnockedOut) if one.unit in reader.units]
    wrecks = [one.vehicle for one in events_of(events, VehicleOut) if one.vehicle in crafts]
    if out or wrecks:
        who = [reader.say(unit, "you are", name_at(at, unit)) for unit in out]
        who += [str(at.names.thing_title("vehicle", vehicle)) for vehicle in wrecks]
        words = join_words(who)
        words = words if words == "you are" else f"{words.replace('you are', 'you')} {'is' if len(who) == 1 else 'are'}"
        yield Panel("loss", f"{words[0].upper()}{words[1:]} knocked out", (*rows, *recovery_rows(at, out)))
    elif rows:
        yield Panel("loss", f"{reader.say(reader.units[0], 'You were', 'Some of yours were')} hit", tuple(rows))


def name_at(at: Moment, unit: str) -> str:
    """What people call a combatant."""
    return str(at.names.unit_title(unit))


def vehicle_of(at: Moment, unit: str) -> str:
    """The vehicle that somebody sits in, as notation names it; empty for none."""
    k = combatant(at, at.names.find_unit(unit)).vehicle
    return str(at.names.thing("vehicle", k - 1)) if k else ""


def hit_rows(at: Moment, one: Event, reader: Reader, crafts: set[str]) -> Iterator[str]:
    """A blow that wounded somebody of one's own, or the vehicle around them."""
    if isinstance(one, Attacked) and one.target in reader.units and one.damage:
        whom = reader.say(one.target, "you", name_at(at, one.target))
        craft = vehicle_of(at, one.target)
        whom = str(at.names.thing_title("vehicle", craft)) if craft else whom
        yield f"{name_at(at, one.unit)} hit {whom}, {place(at, one)}: {one.outcome}, damage {one.damage}."
    elif isinstance(one, Struck) and one.damage and one.victim in (*reader.units, *crafts):
        whom = reader.say(one.victim, "You", str(at.names.thing_title("vehicle", name_at(at, one.victim))))
        yield f"{whom}, {place(at, one)}, by {one.what}: {one.severity}, damage {one.damage}."


def place(at: Moment, one: Any) -> str:
    """Where a blow struck."""
    return str(at.names.thing_title("location", one.location))


def recovery_rows(at: Moment, out: Sequence[str]) -> Iterator[str]:
    """What brings those back who are out (FS3-17.7, FS3-7.38)."""
    luck = sum(int(at.state.combatants[at.names.find_unit(unit)].luck) for unit in out)
    if luck:
        yield "A luck point brings you back as the next turn begins; a friend may rally or treat you too."
    elif any(at.state.combatants[at.names.find_unit(unit)].is_pc for unit in out):
        yield "A friend may bring you back: rally from within reach, or treat the wound."


def seizures(at: Moment, events: Sequence[Event], reader: Reader) -> Iterator[Panel]:
    """Who of one's own was subdued (FS3-7.25)."""
    for one in events_of(events, Grappled):
        if one.target in reader.units and one.outcome == "subdued":
            whom = reader.say(one.target, "you", name_at(at, one.target))
            row = "Whoever is held can only try to escape, or pass, until it is free."
            yield Panel("news", f"{name_at(at, one.unit)} holds {whom}", (row,))


def returns(at: Moment, events: Sequence[Event], reader: Reader) -> Iterator[Panel]:
    """Who of one's own is back in the fight (FS3-7.40)."""
    crafts = {vehicle_of(at, unit) for unit in reader.units} - {""}
    for one in events_of(events, Revived):
        if one.victim in (*reader.units, *crafts):
            who = str(at.names.thing_title("vehicle", name_at(at, one.victim)))
            words = reader.say(one.victim, "You are", f"{who} is")
            healed = [f"{place(at, each)}: {each.after}." for each in events_of(events, Healed)]
            yield Panel(
                "news", f"{words} back in the fight", ("With an order of your own from the next turn on.", *healed)
            )


def endings(at: Moment, events: Sequence[Event], teams: set[int]) -> Iterator[Panel]:
    """How the fight ended, and what each did in it (FS3-21.7)."""
    for one in events_of(events, FightEnded):
        winner = int(at.state.winner)
        title = f"The fight is over: {winner_text(at)}"
        kind = "news"
        if teams and winner and winner != DRAWN:
            kind, title = ("won", "You won") if winner in teams else ("lost", "You lost")
        rows = [f"It ended in turn {one.turn}: {one.why}."]
        if has_points(at):
            rows.append(points_text(at))
        rows += [report_text(at, each) for each in events_of(events, Reported)]
        yield Panel(kind, title, tuple(rows))  # type: ignore[arg-type]


def points_text(at: Moment) -> str:
    """The points of each team."""
    teams = sorted({int(one.team) for one in at.state.combatants if one.status and one.role < OBSERVER})
    return f"Points: {', '.join(f'team {team} {int(at.state.points[team])}' for team in teams)}."


def report_text(at: Moment, one: Reported) -> str:
    """A line of the report."""
    line = f"{name_at(at, one.unit)}: {amount_text(one.shots, 'shot')}, {amount_text(one.hits, 'hit')}"
    out = f"knocked out {amount_text(one.knockouts, 'time')}"
    return f"{line}, wounds given {one.given} and taken {one.taken}, {out}"


# Who one is


def role(setting: Setting, states: Array, slots: int) -> Role:
    """Who a person plays, with what, and what their team is after."""
    at, mine = Moment(setting, states), combatants_of(setting, slots)
    if is_storyteller(setting, slots):
        return Role("You are the Storyteller", str(setting.content.scenario.about), DESK)
    seen = tuple([combatant_bytes(at, i, "x", "y") for i in mine])
    return at.cached(("role", slots, seen), lambda: player_role(at, mine))


def player_role(at: Moment, mine: Sequence[int]) -> Role:
    """The same of a player with these combatants."""
    there = [i for i in mine if combatant(at, i).status]
    if not there:
        return Role("You wait for a place in the fight", "The Storyteller lets you join.")
    teams = sorted({combatant(at, i).team for i in there})
    goals = goal(at, teams[0]) if len(teams) == 1 else " ".join(f"Team {team}: {goal(at, team)}" for team in teams)
    names = join_words([unit_title(at, i + 1) for i in there])
    whose = f"team {teams[0]}" if len(teams) == 1 else "all teams"
    title = f"You are {names}, {whose}" if len(there) == 1 else f"You play {whose}: {names}"
    return Role(title, goals, (*sheet_lines(at, there), HOW_TO))


def sheet_lines(at: Moment, mine: Sequence[int]) -> Iterator[str]:
    """What each of one's own is here as and carries; of one alone its abilities too."""
    for i in mine if len(mine) <= 3 else ():
        one = combatant(at, i)
        if one.role in (OBSERVER, NPC_MASTER):
            yield f"{unit_title(at, i + 1)} looks on."
            continue
        seat = {PILOT_ROLE: "pilot of ", PASSENGER: "passenger of "}.get(int(one.role), "")
        where = [f"{seat}{thing_title(at, 'vehicle', one.vehicle - 1)}"] if one.vehicle else []
        luck = [amount_text(int(one.luck), "luck point")] if one.luck else []
        parts = [*where, weapon_text(at, i), *armour_text(at, i), *luck]
        yield f"{unit_title(at, i + 1)}: {', '.join(parts)}."
    if len(mine) > 3:
        ready = sum(at.state.combatants[i].status == READY for i in mine)
        yield f"{ready} of {len(mine)} are active."
    if len(mine) == 1:
        being, rating = combatant(at, mine[0]).being, combatant(at, mine[0]).rating
        abilities = at.cached(("abilities", being, rating), lambda: abilities_text(at, being, rating))
        yield f"Abilities: {abilities}."


def abilities_text(at: Moment, sheet: int, own: int) -> str:
    """The ratings of a sheet, the one rating of an NPC (FS3-1.5); `own`: plus one, the rating in place of them."""
    being = at.tables.beings[sheet]
    if being.rating >= 0 or own:
        return f"{own - 1 if own else int(being.rating)} in everything"
    rated = {thing_title(at, "ability", k): int(being.ratings[k]) for k in range(at.tables.n_abilities)}
    usual = max(set(rated.values()), key=list(rated.values()).count)
    others = [f"{name} {rating}" for name, rating in rated.items() if rating != usual]
    if len(others) <= len(rated) // 2:
        return f"{usual} in everything" + (f", but {join_words(others)}" if others else "")
    return ", ".join(f"{name} {rating}" for name, rating in rated.items() if rating)


def goal(at: Moment, team: int) -> str:
    """What wins a team the fight, and what loses it (FS3-21.2)."""
    return at.cached(("goal", team), lambda: _goal(at, team))


def _goal(at: Moment, team: int) -> str:
    conditions = [at.tables.conditions[k] for k in range(ITEMS) if at.tables.conditions[k].kind]
    wins = list(dict.fromkeys(text for one in conditions if (text := win_text(at, team, one))))
    losses = list(dict.fromkeys(text for one in conditions if (text := loss_text(at, team, one))))
    words = f"{join_words(wins, 'or')}." if wins else "hold out."
    words = words[0].upper() + words[1:]
    words += f" You lose if {join_words(losses, 'or')}." if losses else ""
    gains = [text for k in range(ITEMS) if (text := gain_text(at, team, at.tables.points[k]))]
    scores = f" Points: {', '.join(gains)}." if gains else ""
    return f"{words}{scores} The fight lasts {amount_text(turn_limit(at), 'turn')} at most."


def win_text(at: Moment, team: int, condition: Any) -> str:
    """How an end is a win for a team; empty if it is none."""
    number, is_mine = int(condition.number), condition.team == team
    if condition.threshold_team:
        return f"have {int(condition.threshold)} points at the end" if condition.threshold_team == team else ""
    if condition.by_points:
        return "have more points than the others at the end"
    found = {
        LAST_TEAM: "knock out every enemy",
        TURN_LIMIT: f"hold out for {number} turns" if condition.winner == team else "",
        WITHDRAWN_UNIT: f"bring {unit_title(at, number)} over the way out" if is_mine else "",
        KNOCKED_OUT_UNIT: f"knock out {unit_title(at, number)}" if is_mine else "",
        WITHDRAW_FROM: f"bring {number} of yours into {zone_name(at, condition)}" if is_mine else "",
    }
    return found[int(condition.kind)]


def loss_text(at: Moment, team: int, condition: Any) -> str:
    """How an end is lost for a team by what the enemy does; empty if it is not."""
    number, is_theirs = int(condition.number), condition.team not in (0, team)
    if condition.threshold_team:
        is_theirs = condition.threshold_team != team
        return f"they have {int(condition.threshold)} points at the end" if is_theirs else ""
    found = {
        TURN_LIMIT: f"{number} turns pass" if condition.winner not in (0, team) else "",
        WITHDRAWN_UNIT: f"{unit_title(at, number)} gets away" if is_theirs else "",
        KNOCKED_OUT_UNIT: f"{unit_title(at, number)} is knocked out" if is_theirs else "",
        WITHDRAW_FROM: f"{number} of them get into {zone_name(at, condition)}" if is_theirs else "",
    }
    return found.get(int(condition.kind), "")


def zone_name(at: Moment, item: Any) -> str:
    """What the scenario calls the zone of a condition or of points."""
    zones = list(at.setting.content.scenario.zones)
    return str(zones[int(item.zone)]) if int(item.zone) < len(zones) else "the zone"


def gain_text(at: Moment, team: int, item: Any) -> str:
    """What gives a team points; empty if nothing."""
    if not item.event or item.team not in (0, team):
        return ""
    return f"{int(item.value):+d} for {POINT_WORDS[POINT_EVENTS[item.event]].format(zone=zone_name(at, item))}"
