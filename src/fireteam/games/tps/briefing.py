"""What a person is told at once: which units they lost and how, how a round ended, and what their side is after."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...core.decision import Moment
from ...core.engine.record import Array
from ...core.game import Setting
from ...core.protocol.briefing import Panel, Reader, Role, events_of
from ...core.protocol.events import Event, LoggedEvent
from ...core.protocol.sentences import join_words
from .events.action import Blasted, Diverted, Eliminated, Harmed, Scored, Stabbed, ToHit
from .events.rounds import Issued, Paid, RoundEnded, SidesChanged, Spawned
from .status import bomb_text
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
PANEL_EVENTS = frozenset({Eliminated, RoundEnded, SidesChanged})
"""One of them has happened wherever there is anything to show."""
SIDE_SINGULAR = {"T": "a terrorist (T)", "CT": "a counter-terrorist (CT)"}
SIDE_PLURAL = {"T": "the terrorists (T)", "CT": "the counter-terrorists (CT)"}


def reader_of(setting: Setting, slots: int) -> Reader:
    """Who holds some slots; the Admin's is no unit."""
    return Reader(tuple(name for k, name in enumerate(setting.slots) if slots >> k & 1 and k != setting.referee))


# What happened


def panels(setting: Setting, states: Array, logged_events: Sequence[LoggedEvent], slots: int) -> tuple[Panel, ...]:
    """Losses of one's own, and how a round ended."""
    events, reader = [one.event for one in logged_events], reader_of(setting, slots)
    if not reader.units:
        return ()
    return (*losses(setting, events, reader), *round_end(setting, events, reader), *half_time(events, reader))


def losses(setting: Setting, events: Sequence[Event], reader: Reader) -> Iterator[Panel]:
    """Who of one's own was eliminated, and every blow that led to it."""
    gone = [one.target for one in events_of(events, Eliminated) if one.target in reader.units]
    if gone:
        several = f"{join_words(gone)} {'is' if len(gone) == 1 else 'are'}"
        who = reader.say(gone[0], "You are", several)
        rows = [row for unit in gone for row in describe_hits(setting, events, unit, reader)]
        if not events_of(events, RoundEnded):
            rows.append(f"{who} back in the next round.")
        yield Panel("loss", f"{who} out of this round", tuple(rows))


def describe_hits(setting: Setting, events: Sequence[Event], unit: str, reader: Reader) -> Iterator[str]:
    """Every blow that took dice from a unit: by whom, with what, from where, what was rolled and what was needed."""
    aimed, strays = None, False
    for one in events:
        if isinstance(one, Diverted):
            strays = one.target == unit
        elif isinstance(one, (ToHit, Stabbed)):
            aimed = one
        elif isinstance(one, Blasted) and one.target == unit and one.hits:
            whom = reader.say(unit, "you", unit)
            yield f"The blast of the bomb met {whom}: damage {one.damage} against {one.defence}."
        elif isinstance(one, Harmed) and one.target == unit:
            if one.hits and aimed is not None:
                yield describe_hit(setting, aimed, one, reader, strays)
            strays = False


def describe_hit(setting: Setting, attack: ToHit | Stabbed, hit: Harmed, reader: Reader, is_stray: bool) -> str:
    """One blow in a sentence."""
    who, whom = reader.say(attack.unit, "You", attack.unit), reader.say(hit.target, "you", hit.target)
    if attack.unit == hit.target:
        whom = reader.say(attack.unit, "yourself", "itself")
    damage = f"damage {hit.damage} against {hit.defence}{hit.headshot}."
    if isinstance(attack, Stabbed):
        return f"{who} stabbed {whom}: {damage}"
    gear = setting.content.files.catalogue[attack.weapon]
    away = f"{float(attack.distance):.1f}".removesuffix(".0")
    rolled = f"rolled {attack.total} to hit, {away} or more was needed; {damage}"
    if gear.kind == "grenade":
        return f"{who} caught {whom} with a {gear.name}, {away} MU away: {rolled}"
    return f"{who} shot {whom} with the {gear.name} from {away} MU{', going astray' if is_stray else ''}: {rolled}"


def round_end(setting: Setting, events: Sequence[Event], reader: Reader) -> Iterator[Panel]:
    """Who won the round and how, who is left, the rounds won, cash, and who has the bomb next."""
    deeds = {one.deed for one in events_of(events, Scored) if one.unit in reader.units}
    for ended in events_of(events, RoundEnded)[:1] if deeds & {LOSS_DEED, *WIN_DEEDS} else ():
        won, other = not deeds.isdisjoint(WIN_DEEDS), SIDES[1 - SIDES.index(ended.side)]
        score = (ended.t, ended.ct) if (ended.side if won else other) == SIDES[T] else (ended.ct, ended.t)
        rows = [
            f"{END_SENTENCES[ended.why].format(others=other)}: {ended.side} wins the round.",
            f"Still standing: {ended.t_left} T, {ended.ct_left} CT.",
            f"Rounds won: {score[0]} by your side, {score[1]} by the other.",
        ]
        for paid in events_of(events, Paid):
            if paid.unit in reader.units:
                earned = reader.say(paid.unit, "You earned {1} and have {2} cash.", "{0} earned {1} and has {2} cash.")
                rows.append(earned.format(paid.unit, paid.earned, paid.cash))
        rows += next_bomb_carrier(setting, events, reader)
        yield Panel("won" if won else "lost", f"Round {ended.round} {'won' if won else 'lost'}", tuple(rows))


def next_bomb_carrier(setting: Setting, events: Sequence[Event], reader: Reader) -> Iterator[str]:
    """Who has the bomb in the round that begins, where it is one's own side that has it."""
    bomb = setting.content.gear[setting.tables[0].bomb] if setting.tables[0].mode == BOMB_MODE else ""
    for one in events_of(events, Issued) if side_in_next_round(events, reader) == SIDES[T] else ():
        if one.token == bomb:
            yield f"{reader.say(one.unit, 'You carry', '{} carries')} the bomb in the next round."


def side_in_next_round(events: Sequence[Event], reader: Reader) -> str:
    """The side that the reader plays in the round that begins; empty where none does."""
    return {one.unit: one.side for one in events_of(events, Spawned)}.get(reader.units[0], "")


def half_time(events: Sequence[Event], reader: Reader) -> Iterator[Panel]:
    """The teams have changed sides."""
    side = side_in_next_round(events, reader)
    if events_of(events, SidesChanged) and side:
        title = f"Half-time: you play {SIDE_PLURAL[side]} now"
        yield Panel("news", title, ("Cash and equipment start anew, the score stays.",))


# Who one is


def role(setting: Setting, states: Array, slots: int) -> Role:
    """The side of a person's units, and what wins them a round."""
    at = Moment(setting, states)
    key = "role", slots, at.of_state("role", lambda: role_key(at))
    return at.cached(key, lambda: _role(at, reader_of(setting, slots).units))


def role_key(at: Moment) -> tuple[object, ...]:
    """What everybody's role follows from."""
    return at.states["units"]["side"].tobytes(), bomb_text(at) if at.tables.mode == BOMB_MODE else ""


def _role(at: Moment, mine: tuple[str, ...]) -> Role:
    sides = at.states["units"]["side"][0].tolist()
    is_carrier_told = at.tables.mode == BOMB_MODE and sides[at.names.find_unit(mine[0])] == T
    bomb = carrier(at, Reader(mine)) if is_carrier_told else ""
    return at.cached(("role of", mine, tuple(sides), bomb), lambda: side_role(at, mine, bomb))


def side_role(at: Moment, mine: tuple[str, ...], bomb: str) -> Role:
    """The same; `bomb` says who carries it, to whom that is told."""
    units, options = at.state.units[: at.state.n_units], at.tables.options
    side = int(units[at.names.find_unit(mine[0])].side)
    mates = [at.names.unit(i) for i, unit in enumerate(units) if unit.side == side]
    others = [at.names.unit(i) for i, unit in enumerate(units) if unit.side != side]
    alone = f"{mine[0]}, {SIDE_SINGULAR[SIDES[side]]}"
    lines = [
        f"Your side: {', '.join(mates)}. Against you: {', '.join(others)}.",
        f"In a turn all call a weapon, then move on {options.mp_movecounts} counts,"
        " then point at a target, at the same time.",
        "Whoever is out comes back in the next round."
        f" {options.mp_maxrounds // 2 + 1} of {options.mp_maxrounds} rounds win the match.",
    ]
    if bomb:
        lines.insert(0, bomb)
    who = alone if len(mine) == 1 else f"{SIDE_PLURAL[SIDES[side]]}: {join_words(mine)}"
    return Role(f"You are {who}", goal(at, side), tuple(lines))


def goal(at: Moment, side: int) -> str:
    """What wins a side a round (TPS-20.2)."""
    tables, names, turns = at.tables, at.names, int(at.tables.options.mp_roundturns)
    in_time, until = (f" {word} turn {turns} is over" if turns else "" for word in ("before", "until"))
    some = f"{tables.options.mp_hostagequota} of the {tables.n_hostages} hostages"
    if tables.mode == BOMB_MODE and side == T:
        sites = " or ".join(names.sites)
        return f"Plant the bomb at {sites}{in_time}, and guard it until it goes off; or take out every CT."
    if tables.mode == BOMB_MODE:
        sites = join_words(names.sites)
        return f"Keep the bomb from {sites}{until}, or defuse it once it is planted; or take out every T."
    if side == T:
        return f"See to it that the CT do not rescue {some}{in_time}; or take out every CT."
    return f"Lead {some} to {' or '.join(names.rescues)}{in_time}; or take out every T."


def carrier(at: Moment, reader: Reader) -> str:
    """Who has the bomb, and what to do with it."""
    stands = bomb_text(at)
    who = stands.removeprefix("carried by ")
    if who == stands:
        return f"The bomb: {stands}."
    return reader.say(who, "You carry the bomb: go to a site, and call the action plant there.", "{} carries the bomb.")
