"""What a player has to decide: the question in words, and the odds of what dice decide."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Any

from ...core.chance.answers import events_of, odds_line
from ...core.chance.distribution import outcomes_of
from ...core.chance.spread import Spread
from ...core.decision import DecisionSpec, Moment
from ...core.engine.dispatch import verify
from ...core.engine.record import Array, blank, from_bytes
from ...core.game import Setting
from ...core.percent import chance_float
from ...core.protocol.refusals import LAWFUL
from ...core.protocol.scene import Odds, Route, Threat
from ...core.protocol.sentences import amount_text
from ...core.slot_choices import encode_choice
from . import choices as verbs
from .events import Attacked, Tested
from .odds.rolls import FLINCHES, KEEPS, ONE, PASSES, outcome_of_test
from .routes import NO_WAY, cheapest_path, cut_path
from .rules.characters import fill_others, first_of, has_trait, side_of, speed_of
from .rules.difficulty import good_faces
from .rules.paths import count_trigger_points, trigger_point
from .rules.room import DIAMETER, inches
from .rules.shooting import may_shoot, shot_faces
from .state import (
    ACT,
    AUTO_FIRE,
    CHOOSE,
    DEPLOY,
    DOWN,
    ON_MOVE,
    OW_DECLARE,
    OW_MARK,
    REACT,
    RESUME,
    SINGLE,
    TEST,
    UP,
)
from .tables import EAST, EASY, EXTRACT, NORTH, SCOUT, SIDE, SOUTH, WEST
from .terrain import HUNDREDTHS, PRONE, STANDING, Bystanders, Path

GAMBLE = (
    ("2 actions", (KEEPS, PASSES)),
    ("keeps the initiative", (KEEPS,)),
    ("1 action", (ONE,)),
    ("flinches", (FLINCHES,)),
)
WATCHERS = (
    "They fire when an enemy moves or fires in their sight, and are not activated this turn (GUN-13.6, GUN-13.9)."
)
ORDERS = "Its orders say whether you are asked when it could fire, or it fires by itself (GUN-13.30)."
ACTIONS = "Walk, run, shoot, brace or hide; the same action twice is allowed (GUN-7.2)."
ANSWERS = "Fire now, wait for a better moment on the way, or let it go (GUN-13.33)."


# The question


def prompt(moment: Moment) -> str:
    """The question, and what its rules are just now."""
    asks: dict[int, Callable[[], str]] = {
        DEPLOY: lambda: "place a character in your zone.",
        OW_DECLARE: lambda: f"how many characters go on Overwatch? {WATCHERS}",
        OW_MARK: lambda: f"put a character on Overwatch, {int(moment.state.declared[moment.slot])} to go. {ORDERS}",
        CHOOSE: lambda: choose_prompt(moment),
        ACT: lambda: f"{active(moment)} has {amount_text(int(moment.state.actions), 'action')} left. {ACTIONS}",
        REACT: lambda: (
            f"{active(moment)} {'fires' if moment.state.doing.verb == verbs.SHOOT else 'moves'}: react? {ANSWERS}"
        ),
        RESUME: lambda: f"{active(moment)} was fired at: go on, or stop here?",
    }
    return f"{moment.slot_name.upper()}: {asks[int(moment.state.phase)]()}"


def active(moment: Moment) -> str:
    """The active character."""
    return str(moment.names.unit(int(moment.state.active) - 1))


def choose_prompt(moment: Moment) -> str:
    """Whom to activate, and what the test decides."""
    if not moment.tables.options.activations:
        return "activate a character: it has 2 actions (GUN-6.8)."
    more = " You keep the initiative, or pass it." if moment.state.may_pass else ""
    return f"activate a character: one die decides its actions, and who goes next (GUN-11.2).{more}"


# Odds


def odds(moment: Moment, choice: Array) -> tuple[Odds, ...]:
    """The odds of a choice that dice decide."""
    find = ODDS.get(int(choice[0].verb))
    return tuple(find(moment, choice)) if find else ()


def ends_of(moment: Moment, choice: Array, ends_at: Any) -> Spread[bytes]:
    """How a choice goes on to where it `ends_at`, every way the dice can fall."""
    return outcomes_of(moment.states, moment.setting.tables, moment.choices_with(choice), ends_at)


def chance_of(moment: Moment, front: Spread[bytes], holds: Any) -> Fraction:
    """The chance that something holds of the State where a choice ends."""
    return front.chance(lambda raw: holds(from_bytes(raw, moment.states)[0]))


def activation_odds(moment: Moment, choice: Array) -> Iterator[Odds]:
    """The Activation gamble (GUN-11.3 to GUN-11.6), or the chance to flinch without it (GUN-12.8)."""
    front = ends_of(moment, choice, lambda state: state.phase != TEST)
    found = front.by(lambda raw: outcome_of_test(from_bytes(raw, moment.states)[0]))
    if moment.tables.options.activations:
        rows = [one.modifiers for one in events_of(Tested, *at(moment, choice))]
        for text, outcomes in GAMBLE:
            if p := sum((found.get(outcome, Fraction(0)) for outcome in outcomes), Fraction(0)):
                yield odds_line(text, p, rows[0] if rows else ())
    elif found.get(FLINCHES):
        yield odds_line("flinches first", found[FLINCHES])


def at(moment: Moment, choice: Array) -> tuple[Setting, Array, Array]:
    """A choice at a moment, as `events_of` asks for it."""
    return moment.setting, moment.states, moment.choices_with(choice)


def attack_odds(moment: Moment, choice: Array) -> Iterator[Odds]:
    """The chance to put the target Down, with the modifiers; and that one shot hits."""
    shot = verbs.read_shoot(choice[0])
    front = ends_of(moment, choice, lambda state: not state.attack.kind)
    target = moment.names.unit_title(moment.names.unit(int(shot.target)))
    down = chance_of(moment, front, lambda state: state.characters[shot.target].status == DOWN)
    attacks = events_of(Attacked, *at(moment, choice))
    yield odds_line(f"puts {target} Down", down, attacks[0].modifiers if attacks else ())
    faces = int(shot_faces(moment.state, moment.tables, shot.char, shot.target, shot.mode, False))
    yield odds_line("hits with a shot", share(moment, faces))


def share(moment: Moment, faces: int) -> Fraction:
    """So many faces of the die."""
    return Fraction(faces, int(moment.tables.constants.die))


def fight_odds(moment: Moment, choice: Array) -> Iterator[Odds]:
    """The chance to put the enemy Down, and to go Down by its counter-attack."""
    fight = verbs.read_fight(choice[0])
    front = ends_of(moment, choice, lambda state: not state.attack.kind)
    attacks = events_of(Attacked, *at(moment, choice))
    for i, of in ((int(fight.target), "puts {} Down"), (int(fight.char), "{} goes Down")):
        name = moment.names.unit_title(moment.names.unit(i))
        down = chance_of(moment, front, lambda state, i=i: state.characters[i].status == DOWN)
        yield odds_line(of.format(name), down, attacks[0].modifiers if attacks and i == fight.target else ())


def aid_odds(moment: Moment, choice: Array) -> Iterator[Odds]:
    """The chance to help a friend up."""
    target = int(verbs.read_aid(choice[0]).target)
    front = ends_of(moment, choice, lambda state: True)
    yield odds_line("it is Up", chance_of(moment, front, lambda state: state.characters[target].status == UP))


def reaction_odds(moment: Moment, choice: Array) -> Iterator[Odds]:
    """The chance to put the mover Down with a reaction now, its own test with it (GUN-13.25), and to pass that."""
    mover = int(moment.state.active) - 1
    tested = ends_of(moment, choice, lambda state: state.attack.kind or not state.reaction.unit)
    front = ends_of(moment, choice, lambda state: not state.reaction.unit)
    name = moment.names.unit_title(moment.names.unit(mover))
    yield odds_line(f"puts {name} Down", chance_of(moment, front, lambda state: state.characters[mover].status == DOWN))
    if (fires := chance_of(moment, tested, lambda state: state.attack.kind)) < 1:
        yield odds_line("passes its test and fires", fires)


def run_odds(moment: Moment, choice: Array) -> Iterator[Odds]:
    """The chance to run all the way (GUN-7.18), and what Overwatch may do on it."""
    yield odds_line("runs all the way", share(moment, int(good_faces(moment.tables, EASY, 0))))
    yield from way_odds(moment, choice)


def way_odds(moment: Moment, choice: Array) -> Iterator[Odds]:
    """The chance to go Down on the way if every enemy on Overwatch fires where its chance is best, as one run."""
    i = int(choice[0].unit)
    best = best_chances(moment, value_of(moment, choice)) if choice[0].n else {}
    watchers = {j: faces for j, faces in best.items() if moment.state.characters[j].overwatch}
    if not watchers or not moment.tables.options.overwatch:
        return
    braver = Moment(moment.setting, moment.states.copy(), moment.slot)
    for j, faces in watchers.items():
        orders = braver.state.characters[j].orders
        orders.policy, orders.on, orders.targets, orders.in_region = AUTO_FIRE, ON_MOVE, 0, 0
        orders.min_chance, orders.mode = 100 * faces // int(moment.tables.constants.die), SINGLE
    front = ends_of(braver, choice, lambda state: state.phase in (ACT, CHOOSE, REACT) or state.winner)
    who = " and ".join(moment.names.unit_title(moment.names.unit(j)) for j in watchers)
    down = chance_of(braver, front, lambda state: state.characters[i].status == DOWN)
    yield odds_line(f"goes Down on the way if {who} {'fires' if len(watchers) == 1 else 'fire'}", down)


def value_of(moment: Moment, choice: Array) -> Any:
    """A choice as its verb."""
    return moment.decode(choice)


ODDS = {
    verbs.ACTIVATE: activation_odds,
    verbs.SHOOT: attack_odds,
    verbs.FIGHT: fight_odds,
    verbs.AID: aid_odds,
    verbs.REACT: reaction_odds,
    verbs.RUN: run_odds,
    verbs.MOVE: way_odds,
}


# Paths


def is_scout(moment: Moment, i: int) -> bool:
    """Whether difficult ground costs a character nothing more."""
    return bool(has_trait(moment.tables, i, SCOUT))


def rises(moment: Moment, i: int, gait: str = "walk") -> bool:
    """Whether a character walks out of prone (GUN-7.7)."""
    return bool(gait == "walk" and moment.state.characters[i].posture == PRONE)


def path_of(moment: Moment, value: Any) -> tuple[int, Array]:
    """The character of a movement, and its path as a record, from where it stands."""
    i, path = moment.names.find_unit(value.char), blank_path(moment, moment.names.find_unit(value.char))
    path[0].n = len(value.path)
    for k, point in enumerate(value.path, 1):
        path[0].xs[k], path[0].ys[k] = moment.names.find_point(point)
    return i, path


def blank_path(moment: Moment, i: int) -> Array:
    """A path of no waypoints."""
    path = blank(Path)
    path[0].xs[0], path[0].ys[0] = moment.state.characters[i].x, moment.state.characters[i].y
    return path


def best_chances(moment: Moment, value: Any) -> dict[int, int]:
    """The most faces with which each enemy could hit anywhere along a movement."""
    best: dict[int, int] = {}
    for _, _, j, faces in exposures(moment, value):
        best[j] = max(best.get(j, 0), faces)
    return best


def exposures(moment: Moment, value: Any) -> Iterator[tuple[int, int, int, int]]:
    """Every trigger point of a movement with each enemy that could shoot there, and by how many faces it would hit."""
    i, path = path_of(moment, value)
    terrain, states = moment.tables.terrain, moment.states.copy()
    mover, enemies = states[0].characters[i], first_of(1 - side_of(i))
    mover.ran |= isinstance(value, verbs.Run)
    count = int(count_trigger_points(terrain, path[0]))
    for k in range(count):
        mover.x, mover.y = trigger_point(terrain, path[0], k)
        if k > 0:
            mover.posture = PRONE if getattr(value, "gait", "") == "crawl" else STANDING
        if k == count - 1 and getattr(value, "end_posture", "-") != "-":
            mover.posture = verbs.POSTURES.index(value.end_posture)
        for j in range(enemies, enemies + SIDE):
            if states[0].characters[j].status == UP and may_shoot(states[0], moment.tables, j, i, SINGLE) == LAWFUL:
                faces = int(shot_faces(states[0], moment.tables, j, i, SINGLE, True))
                if faces:
                    yield int(mover.x), int(mover.y), j, faces


def dangers(moment: Moment, value: Any) -> Iterator[Threat]:
    """Who could hit a character at each trigger point of its way, with the chance of one shot."""
    for x, y, j, faces in exposures(moment, value):
        p = share(moment, faces)
        of = "on Overwatch hits" if moment.state.characters[j].overwatch else "could hit"
        yield Threat(x / HUNDREDTHS, y / HUNDREDTHS, moment.names.unit(j), of, str(p), chance_float(p))


def route(setting: Setting, states: Array, slot: int, unit: str, verb: str, x: float, y: float) -> Route | None:
    """The walk, or else the run, that takes the active character by the cheapest path to a point, or near to it."""
    moment = Moment(setting, states, slot)
    i = int(moment.state.active) - 1
    if moment.state.phase != ACT or moment.names.find_unit(unit) != i:
        return None
    goal = pointed_goal(moment, i, x, y)
    speed, gaits = inches(speed_of(moment.tables, i)), [name for name in ("move", "run") if verb in ("", name)]
    tries = [(name, False) for name in gaits] + [(name, True) for name in reversed(gaits)]
    for name, may_fall_short in tries:
        budget = speed if name == "move" else 2 * speed
        lines = way_choices(moment, i, name, way_points(moment, i, goal, budget, may_fall_short))
        if lines:
            value = lines[0]
            points = [(moment.state.characters[i].x, moment.state.characters[i].y)]
            points += [moment.names.find_point(point) for point in value.path]
            spots = tuple((int(px) / HUNDREDTHS, int(py) / HUNDREDTHS) for px, py in points)
            explained = [DECISION.explain_option(setting, states, slot, each) for each in lines]
            return Route(explained[0], spots, tuple(dangers(moment, value)), tuple(explained[1:]))
    return None


def pointed_goal(moment: Moment, i: int, x: float, y: float) -> tuple[int, int]:
    """Where somebody who points at a place of the table means to stand: all of the base on it (GUN-4.25).

    A carrier within an inch of the edge that it leaves by means that edge (GUN-23.7).
    """
    terrain, scenario = moment.tables.terrain, moment.tables.scenario
    goal, rim = [], round(HUNDREDTHS * DIAMETER / 2)
    edges = ((WEST, EAST), (SOUTH, NORTH))
    leaves = scenario.victory == EXTRACT and moment.state.characters[i].carrying
    for part, size, (low, high) in zip((x, y), (terrain.width, terrain.height), edges, strict=True):
        at = min(max(round(HUNDREDTHS * part), rim), int(size) - rim)
        if leaves and scenario.exit_edge[side_of(i)] == low and at < HUNDREDTHS:
            at = rim
        if leaves and scenario.exit_edge[side_of(i)] == high and at > size - HUNDREDTHS:
            at = int(size) - rim
        goal.append(at)
    return goal[0], goal[1]


def way_points(moment: Moment, i: int, goal: tuple[int, int], budget: float, may_fall_short: bool) -> list[str]:
    """The waypoints of the cheapest path to a goal within a budget; cut short of it where it may be. Empty: none."""
    others, path = blank(Bystanders), blank_path(moment, i)
    fill_others(moment.state, i, others[0])
    character, terrain = moment.state.characters[i], moment.tables.terrain
    up, scout = rises(moment, i), is_scout(moment, i)
    most = 10 * budget if may_fall_short else budget
    place = int(character.x), int(character.y)
    cost = cheapest_path(terrain, others[0], *place, *goal, most, up, scout, path[0])
    if cost == NO_WAY:
        return []
    if cost > budget and not cut_path(terrain, others[0], path[0], budget, up, scout):
        return []
    return [moment.names.point(int(path[0].xs[k]), int(path[0].ys[k])) for k in range(1, int(path[0].n) + 1)]


def way_choices(moment: Moment, i: int, name: str, points: Sequence[str]) -> list[Any]:
    """The lawful choices that go a path: a walk that ends standing first, then hiding and prone, then a run."""
    if not points:
        return []
    char = moment.names.unit(i)
    found: list[Any] = [verbs.Run(char, list(points))]
    if name == "move":
        found = [*(verbs.Move(char, list(points), posture) for posture in ("-", "hiding", "prone")), *found]
    return [value for value in found if is_lawful(moment, value)]


def is_lawful(moment: Moment, value: Any) -> bool:
    """Whether the rules allow a choice now."""
    choice = encode_choice(moment.setting, moment.states, value)
    return bool(verify(moment.state, moment.tables, moment.slot, choice[0]) == LAWFUL)


DECISION = DecisionSpec(prompt, by_choice=True, odds=odds)
"""How a player is asked."""
