"""How the fight stands, in words: the status screen by teams, and all that is known of one combatant.

What an order says before it is revealed, and what the organizer alone may know, is not in the State that others see
(FS3-6.16, FS3-22.14): nothing is held back here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import isqrt
from typing import Any

from ...core.decision import Moment
from ...core.protocol.scene import Row
from ...core.protocol.sentences import amount_text, join_words
from .menu_facts import combatant, standing_of, wound_bytes
from .rules.aboard import pilot_of
from .rules.ground import distance2
from .rules.modifiers import STANCE_ATTACK, STANCE_DEFENCE, SUPPRESSION_MODIFIER
from .rules.wounds import wound_total
from .state import (
    DRAWN,
    ENDED,
    HEALED,
    KNOCKED_OUT,
    LOBBY,
    OBSERVER,
    ORDERS,
    PASSENGER,
    READY,
    REMOVED,
    SEVERITIES,
    STATUSES,
    VEHICLE_OUT,
    WINDOW,
    WITHDRAWN,
)
from .tables import COMBATANTS, ITEMS, TURN_LIMIT

USUAL_TURNS = 30  # of a scenario that names no limit (FS3-21.4)
BAR_LENGTH, BAR_STEP = 5, 20
FIT_TOP, HOSPITAL_FLOOR, REPAIR_FLOOR = 4, 25, 5  # wound totals (FS3-12.11)
LUCK_WORDS = (
    "",
    *(f", one spent on {roll}" for roll in ("attack", "defence", "initiative")),
    "",
    ", asked about its own rolls",
    ", asked about no roll",
)  # by `luck_kind`
MOMENTS = {LOBBY: "before the fight", ORDERS: "orders", WINDOW: "a roll waits for luck", ENDED: "over"}


# In words


def bar_text(total: int) -> str:
    """The damage bar: a mark for each 20 that the wounds take, from the first on; five at over 80 (FS3-12.10)."""
    marks = min(BAR_LENGTH, -(-total // BAR_STEP))
    return "X" * marks + "." * (BAR_LENGTH - marks)


def duty_text(total: int, is_vehicle: bool = False) -> str:
    """What the wounds leave fit for, by what they take together (FS3-12.11)."""
    if is_vehicle:
        return "down for repairs" if total >= REPAIR_FLOOR else "ready"
    if total <= FIT_TOP:
        return "fit for duty"
    return "light duty" if total < HOSPITAL_FLOOR else "hospitalized"


def unit_title(at: Moment, plus_one: int) -> str:
    """What people call a combatant that stands plus one."""
    return str(at.names.unit_title(at.names.unit(int(plus_one) - 1)))


def thing_title(at: Moment, sort: str, number: int) -> str:
    """What people call a thing, by its number."""
    return str(at.names.thing_title(sort, at.names.thing(sort, int(number))))


def weapon_text(at: Moment, i: int) -> str:
    """The weapon in hand with its rounds."""
    k, rounds, *_ = standing_of(at, i)
    if k < 0:
        return "no weapon"

    def find() -> str:
        title, clip = thing_title(at, "weapon", k), clip_of(at, k)
        return f"{title} {rounds}/{clip}" if clip else title

    return at.cached(("in hand", k, rounds), find)


def clip_of(at: Moment, weapon: int) -> int:
    """How many rounds a weapon holds; 0: it needs none."""
    return at.cached(("clip", weapon), lambda: int(at.tables.weapons[weapon].ammunition))


def has_empty_weapon(at: Moment, i: int) -> bool:
    """Whether the weapon in hand needs rounds and has none."""
    k, rounds, *_ = standing_of(at, i)
    return k >= 0 and clip_of(at, k) > 0 and not rounds


# One combatant


def condition_text(at: Moment, i: int) -> str:
    """The damage bar with what the wounds take from rolls (FS3-12.10), or KO; with the wounds one by one."""
    one, total, wounds = combatant(at, i), standing_of(at, i).wounds, wounds_text(at, i + 1)
    bar = {READY: f"damage {bar_text(total)}", KNOCKED_OUT: "KO"}.get(int(one.status), STATUSES[one.status])
    takes = f"-{total} to every roll" if total and one.status == READY else ""
    details = "; ".join(filter(None, (takes, f"{wounds}: {duty_text(total)}" if wounds else "")))
    return f"{bar} ({details})" if details else bar


def wounds_text(at: Moment, victim: int) -> str:
    """The wounds of a victim in one line; empty without any."""

    def find() -> str:
        wounds = list(wounds_of(at, victim))
        return join_words(wounds) if wounds else ""

    return at.cached(("wounds", wound_bytes(at)[victim]), find)


def wounds_of(at: Moment, victim: int) -> Iterator[str]:
    """The wounds of a victim, with the number that treats each (FS3-7.45)."""
    for k in wounds_by_victim(at).get(victim, ()):
        wound = at.entry("wounds", k)
        if wound.severity != HEALED:
            stun = " stun" if wound.stun else ""
            treated = ", treated" if wound.is_treated else ""
            where = thing_title(at, "location", wound.location)
            yield f"{SEVERITIES[wound.severity]}{stun} wound {k + 1} {where}{treated}"


def wounds_by_victim(at: Moment) -> dict[int, list[int]]:
    """The numbers of the wounds of each victim, from 0."""

    def find() -> dict[int, list[int]]:
        found: dict[int, list[int]] = {}
        for k, victim in enumerate(at.states["wounds"]["victim"][0, : at.states["n_wounds"].item()].tolist()):
            found.setdefault(victim, []).append(k)
        return found

    return at.of_state("wounds by victim", find)


def vehicle_text(at: Moment, i: int) -> str:
    """Where somebody sits, and how that vehicle is."""
    one, k = at.state.combatants[i], int(at.state.combatants[i].vehicle) - 1
    vehicle, total = at.state.vehicles[k], int(wound_total(at.state, COMBATANTS + k + 1))
    bar = "knocked out" if vehicle.out else bar_text(total)
    wounds = wounds_text(at, COMBATANTS + k + 1)
    more = f" ({wounds}: {duty_text(total, True)})" if wounds else ""
    text = f"{'passenger' if one.role == PASSENGER else 'pilot'} of {thing_title(at, 'vehicle', k)}, {bar}{more}"
    pilot = int(pilot_of(at.state, k))
    if pilot == i + 1:
        crew = [unit_title(at, j + 1) for j in range(COMBATANTS) if j != i and at.state.combatants[j].vehicle == k + 1]
        return f"{text}, with {join_words(crew)}" if crew else text
    return text if pilot else f"{text}, nobody has the controls"


def details_of(at: Moment, i: int) -> tuple[str, ...]:
    """What else there is to know of a combatant, but for distances (FS3-22.4)."""
    one, carried, modifiers = combatant(at, i), carried_weapons(at, i), total_modifiers(at, i)
    key = (
        *("details", one.armour, one.cover, one.suppression, one.aim, one.captive, one.luck, one.luck_kind),
        *(one.modifier, one.lethality, *modifiers, *carried),
    )
    return at.cached(key, lambda: tuple(new_details(at, one, carried, *modifiers)))


def new_details(at: Moment, one: Any, carried: Sequence[int], attack: int, defence: int) -> Iterator[str]:
    """The same, put into words."""
    if one.armour:
        yield f"{thing_title(at, 'armour', one.armour - 1)}, Protection {at.tables.armours[one.armour - 1].protection}"
    if one.cover:
        yield f"cover of Protection {one.cover}"
    if one.suppression:
        yield amount_text(int(one.suppression), "Suppression Point")
    if one.aim:
        yield f"aims at {unit_title(at, one.aim)}"
    if one.captive:
        yield f"holds {unit_title(at, one.captive)}"
    if one.luck or one.luck_kind:
        spent = LUCK_WORDS[one.luck_kind]
        yield amount_text(int(one.luck), "luck point") + spent
    if attack or defence:
        yield f"attack {attack:+d}, defence {defence:+d}"
    if one.modifier or one.lethality:
        yield f"organizer: {one.modifier:+d} to rolls, {one.lethality:+d} to damage"
    if carried:
        yield f"carries {join_words([thing_title(at, 'weapon', k) for k in carried])}"


def carried_weapons(at: Moment, i: int) -> list[int]:
    """The weapons that a combatant carries and has not in hand: numbers of the tables."""
    one, held = combatant(at, i), standing_of(at, i).held
    carried = one.weapons[: one.n_weapons]
    return [weapon for k, weapon in enumerate(carried) if k + 1 != one.hand or weapon != held]


def total_modifiers(at: Moment, i: int) -> tuple[int, int]:
    """What is added to every attack and to every defence roll now: stance, wounds, suppression, the organizer's."""
    one, stands = combatant(at, i), standing_of(at, i)
    both = one.modifier - stands.penalty
    stance = one.stance if stands.has_stance else 0
    attack = STANCE_ATTACK[stance] + SUPPRESSION_MODIFIER * one.suppression
    return attack + both, STANCE_DEFENCE[stance] + both


def distances_of(at: Moment, i: int) -> Iterator[str]:
    """How far the others are on a table without map (FS3-20.20)."""
    for j in () if at.tables.has_map else range(COMBATANTS):
        one = at.state.combatants[j]
        if j != i and one.status and one.role < OBSERVER and one.status not in (REMOVED, WITHDRAWN):
            yield f"{isqrt(int(distance2(at.state, at.tables, i, j))) / 100:g} m to {unit_title(at, j + 1)}"


# All of them


def known_status(at: Moment) -> tuple[Row, ...]:
    """How the fight stands; what has not changed is not written again."""
    key = at.of_state("turn", lambda: (int(at.state.phase), int(at.state.turn), at.state.points.tobytes()))
    return at.cached(("status", *key, *seats(at)), lambda: tuple(status_rows(at)))


def status_rows(at: Moment) -> Iterator[Row]:
    """The turn and what it waits for, each team, and who looks on."""
    yield Row("turn", turn_text(at))
    for team in active_teams(at):
        yield Row(f"team {team}", team_text(at, team))
    lookers = [unit_title(at, i + 1) for i, (_, _, role, _) in enumerate(seats(at)) if role >= OBSERVER]
    if lookers:
        yield Row("observers", ", ".join(lookers))


def active_teams(at: Moment) -> list[int]:
    """The teams that have, or had, somebody in the fight."""
    return sorted(fighters(at))


def fighters(at: Moment) -> dict[int, list[tuple[int, int]]]:
    """Status, and who holds it, of each that is or was in the fight, by team."""

    def find() -> dict[int, list[tuple[int, int]]]:
        found: dict[int, list[tuple[int, int]]] = {}
        for status, team, role, by in seats(at):
            if status and role < OBSERVER:
                found.setdefault(team, []).append((status, by))
        return found

    return at.of_state("fighters", find)


def seats(at: Moment) -> list[tuple[int, int, int, int]]:
    """Status, team, role and who holds it, of each seat."""

    def find() -> list[tuple[int, int, int, int]]:
        fields = (at.states["combatants"][field][0].tolist() for field in ("status", "team", "role", "subduer"))
        return list(zip(*fields, strict=True))

    return at.of_state("seats", find)


def turn_text(at: Moment) -> str:
    """Turn, limit and moment; who has not ordered is told beside it (FS3-22.7)."""
    state = at.state
    if state.phase == ENDED:
        return f"{int(state.turn)}, over"
    turn = f"{max(1, int(state.turn))} of {turn_limit(at)}"
    turn += ", mock combat" if at.tables.mock else ""
    now = MOMENTS.get(int(state.phase), "")
    return f"{turn}, {now}" if now else turn


def turn_limit(at: Moment) -> int:
    """After how many turns the fight ends (FS3-21.4)."""

    def find() -> int:
        conditions = (at.tables.conditions[k] for k in range(ITEMS))
        return next((int(one.number) for one in conditions if one.kind == TURN_LIMIT), USUAL_TURNS)

    return at.cached("turn limit", find)


def team_text(at: Moment, team: int) -> str:
    """A team: who can still fight, who is out, and its points."""
    units = fighters(at).get(team, [])
    standing = [status for status, _ in units]
    parts = [f"{standing.count(READY)} of {len(units)} active"]
    for word, statuses in (("KO", (KNOCKED_OUT, VEHICLE_OUT, REMOVED)), ("withdrawn", (WITHDRAWN,))):
        count = sum(map(standing.count, statuses))
        parts += [f"{count} {word}"] * bool(count)
    held = sum(by > 0 and status == READY for status, by in units)
    parts += [f"{held} subdued"] * bool(held)
    if has_points(at):
        parts.append(amount_text(int(at.state.points[team]), "point"))
    return ", ".join(parts)


def has_points(at: Moment) -> bool:
    """Whether the scenario gives points."""
    return at.cached("has points", lambda: any(int(item.event) for item in at.tables.points))


def winner_text(at: Moment) -> str:
    """Who has won."""
    return (
        "a draw"
        if at.state.winner == DRAWN
        else f"team {int(at.state.winner)} wins"
        if at.state.winner
        else "nobody wins"
    )
