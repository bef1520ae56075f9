"""What a person is told at once: which units they lost and how, how a round ended, and what their side is after."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ...core.engine.record import Array
from ...core.game import Setting
from ...core.protocol.briefing import Panel, Role
from ...core.protocol.events import Event, LoggedEvent
from .events.action import Blasted, Diverted, Eliminated, Harmed, Scored, Stabbed, ToHit
from .events.rounds import Issued, Paid, RoundEnded, SidesChanged, Spawned
from .names import MatchNames, names_of
from .status import bomb_row
from .tables import BOMB_MODE, SIDES, T

LOSS_DEED, WIN_DEEDS = "the round lost", ("the round won", "the mission won")
END_SENTENCES = {  # TPS-20.2
    "bomb": "The bomb went off",
    "defuse": "The bomb was defused",
    "elimination": "All {others} are out",
    "rescue": "The hostages are safe",
    "hostages": "No hostage is left to be rescued",
    "time": "Time is up",
}
SIDE_SINGULAR = {"T": "a terrorist (T)", "CT": "a counter-terrorist (CT)"}
SIDE_PLURAL = {"T": "the terrorists (T)", "CT": "the counter-terrorists (CT)"}


def units_of(setting: Setting, slots: int) -> list[str]:
    """The units of some slots; the Admin's is none."""
    return [name for k, name in enumerate(setting.slots) if slots >> k & 1 and k != setting.referee]


# What happened


def panels(setting: Setting, states: Array, told: Sequence[LoggedEvent], slots: int) -> tuple[Panel, ...]:
    """Losses of one's own, and how a round ended."""
    mine, events = units_of(setting, slots), [one.event for one in told]
    if not mine:
        return ()
    return (*losses(setting, events, mine), *round_end(setting, events, mine), *half_time(events, mine))


def losses(setting: Setting, events: Sequence[Event], mine: Sequence[str]) -> Iterator[Panel]:
    """Who of one's own was eliminated, and every blow that led to it."""
    gone = [one.target for one in events if isinstance(one, Eliminated) and one.target in mine]
    if gone:
        who = "You are" if len(mine) == 1 else f"{join_names(gone)} {'is' if len(gone) == 1 else 'are'}"
        rows = [row for unit in gone for row in describe_hits(setting, events, unit, mine)]
        if not any(isinstance(one, RoundEnded) for one in events):
            rows.append(f"{who} back in the next round.")
        yield Panel("loss", f"{who} out of this round", tuple(rows))


def describe_hits(setting: Setting, events: Sequence[Event], unit: str, mine: Sequence[str]) -> Iterator[str]:
    """Every blow that took dice from a unit: by whom, with what, from where, what was rolled and what was needed."""
    whom, aimed, strays = "you" if len(mine) == 1 else unit, None, False
    for one in events:
        if isinstance(one, Diverted):
            strays = one.target == unit
        elif isinstance(one, (ToHit, Stabbed)):
            aimed = one
        elif isinstance(one, Blasted) and one.target == unit and one.hits:
            yield f"The blast of the bomb met {whom}: damage {one.damage} against {one.defence}."
        elif isinstance(one, Harmed) and one.target == unit:
            if one.hits and aimed is not None:
                yield describe_hit(setting, aimed, one, whom, mine, strays)
            strays = False


def describe_hit(
    setting: Setting, attack: ToHit | Stabbed, hit: Harmed, whom: str, mine: Sequence[str], is_stray: bool
) -> str:
    """One blow in a sentence."""
    who = "You" if [attack.unit] == list(mine) else attack.unit
    if attack.unit == hit.target:
        whom = "yourself" if who == "You" else "itself"
    damage = f"damage {hit.damage} against {hit.defence}{hit.headshot}."
    if isinstance(attack, Stabbed):
        return f"{who} stabbed {whom}: {damage}"
    gear = setting.content.files.catalogue[attack.weapon]
    away = f"{float(attack.distance):.1f}".removesuffix(".0")
    rolled = f"rolled {attack.total} to hit, {away} or more was needed; {damage}"
    if gear.kind == "grenade":
        return f"{who} caught {whom} with a {gear.name}, {away} MU away: {rolled}"
    return f"{who} shot {whom} with the {gear.name} from {away} MU{', going astray' if is_stray else ''}: {rolled}"


def round_end(setting: Setting, events: Sequence[Event], mine: Sequence[str]) -> Iterator[Panel]:
    """Who won the round and how, who is left, the rounds won, cash, and who has the bomb next."""
    ended = next((one for one in events if isinstance(one, RoundEnded)), None)
    deeds = {one.deed for one in events if isinstance(one, Scored) and one.unit in mine}
    if ended is None or deeds.isdisjoint({LOSS_DEED, *WIN_DEEDS}):
        return
    won, other = not deeds.isdisjoint(WIN_DEEDS), SIDES[1 - SIDES.index(ended.side)]
    score = (ended.t, ended.ct) if (ended.side if won else other) == SIDES[T] else (ended.ct, ended.t)
    rows = [
        f"{END_SENTENCES[ended.why].format(others=other)}: {ended.side} wins the round.",
        f"Still standing: {ended.t_left} T, {ended.ct_left} CT.",
        f"Rounds won: {score[0]} by your side, {score[1]} by the other.",
    ]
    rows += [earnings_text(one, mine) for one in events if isinstance(one, Paid) and one.unit in mine]
    rows += next_bomb_carrier(setting, events, mine)
    yield Panel("won" if won else "lost", f"Round {ended.round} {'won' if won else 'lost'}", tuple(rows))


def earnings_text(paid: Paid, mine: Sequence[str]) -> str:
    """What a unit has earned by a round."""
    if len(mine) == 1:
        return f"You earned {paid.earned} and have {paid.cash} cash."
    return f"{paid.unit} earned {paid.earned} and has {paid.cash} cash."


def next_bomb_carrier(setting: Setting, events: Sequence[Event], mine: Sequence[str]) -> Iterator[str]:
    """Who has the bomb in the round that begins, where it is one's own side that has it."""
    bomb = setting.content.gear[setting.tables[0].bomb] if setting.tables[0].mode == BOMB_MODE else ""
    sides = {one.unit: one.side for one in events if isinstance(one, Spawned)}
    for one in events:
        if isinstance(one, Issued) and one.token == bomb and sides.get(mine[0]) == SIDES[T]:
            yield f"{'You carry' if [one.unit] == list(mine) else f'{one.unit} carries'} the bomb in the next round."


def half_time(events: Sequence[Event], mine: Sequence[str]) -> Iterator[Panel]:
    """The teams have changed sides."""
    sides = {one.unit: one.side for one in events if isinstance(one, Spawned)}
    if any(isinstance(one, SidesChanged) for one in events) and mine[0] in sides:
        now = SIDE_PLURAL[sides[mine[0]]]
        yield Panel("news", f"Half-time: you play {now} now", ("Cash and equipment start anew, the score stays.",))


# Who one is


def role(setting: Setting, states: Array, slots: int) -> Role:
    """The side of a person's units, and what wins them a round."""
    state, tables, names = states[0], setting.tables[0], names_of(setting)
    mine = units_of(setting, slots)
    side = int(state.units[names.find_unit(mine[0])].side)
    who = (
        f"{mine[0]}, {SIDE_SINGULAR[SIDES[side]]}"
        if len(mine) == 1
        else f"{SIDE_PLURAL[SIDES[side]]}: {join_names(mine)}"
    )
    mates = [names.unit(i) for i in range(state.n_units) if state.units[i].side == side]
    others = [names.unit(i) for i in range(state.n_units) if state.units[i].side != side]
    lines = [f"Your side: {', '.join(mates)}. The others: {', '.join(others)}."]
    if tables.mode == BOMB_MODE and side == T:
        lines.insert(0, carrier(state, tables, names, mine))
    rounds = int(tables.options.mp_maxrounds)
    counts = int(tables.options.mp_movecounts)
    lines.append(
        f"In a turn all call a weapon, then move on {counts} counts, then point at a target, at the same time."
    )
    lines.append(f"Whoever is out comes back in the next round. {rounds // 2 + 1} of {rounds} rounds win the match.")
    return Role(f"You are {who}", goal(tables, names, side), tuple(lines))


def goal(tables: Any, names: MatchNames, side: int) -> str:
    """What wins a side a round (TPS-20.2)."""
    turns = int(tables.options.mp_roundturns)
    in_time = f" before turn {turns} is over" if turns else ""
    some = f"{tables.options.mp_hostagequota} of the {tables.n_hostages} hostages"
    if tables.mode == BOMB_MODE and side == T:
        sites = " or ".join(names.sites)
        return f"Plant the bomb at {sites}{in_time}, and guard it until it goes off; or take out every CT."
    if tables.mode == BOMB_MODE:
        until = f" until turn {turns} is over" if turns else ""
        sites = join_names(names.sites)
        return f"Keep the bomb from {sites}{until}, or defuse it once it is planted; or take out every T."
    if side == T:
        return f"See to it that the CT do not rescue {some}{in_time}; or take out every CT."
    return f"Lead {some} to {' or '.join(names.rescues)}{in_time}; or take out every T."


def carrier(state: Any, tables: Any, names: MatchNames, mine: Sequence[str]) -> str:
    """Who has the bomb, and what to do with it."""
    stands = bomb_row(state, tables, names)
    who = stands.removeprefix("carried by ")
    if [who] == list(mine):
        return "You carry the bomb: go to a site, and call the action plant there."
    return f"{who} carries the bomb." if who != stands else f"The bomb: {stands}."


def join_names(names: Sequence[str]) -> str:
    """Names with commas and a last "and"."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
