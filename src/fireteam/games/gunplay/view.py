"""What a face draws of Gunplay: the table with its terrain, everybody on it, and how the match stands."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np

from ...core.decision import Moment
from ...core.engine.record import Array
from ...core.game import Setting
from ...core.protocol.drawing import Drawing
from ...core.protocol.scene import Area, Badge, Ground, Mark, Row, Scene, Spot, Token, Trail
from ...core.protocol.sentences import amount_text
from . import choices as verbs
from .drawing import COLUMNS, LINES, MARK_FACTS, MOVE_FACTS, RUN_FACTS, draw_standing_at
from .entries import POSTURES, Rectangle, TerrainType
from .events import SIDES
from .map_build import pieces_of
from .rules.characters import side_of, weapon_number
from .rules.room import DIAMETER
from .setup import MatchContent
from .state import AUTO_FIRE, DOWN, HOLD_FIRE, UNPLACED, UP
from .tables import EDGES, EXTRACT
from .terrain import CHARACTERS, HIDING, HUNDREDTHS, PRONE

RADIUS = DIAMETER / 2
MEASURE = "lengths in inches; a base is one inch wide (GUN-4.4)"
CIRCLE = [(math.cos(k * math.pi / 16), math.sin(k * math.pi / 16)) for k in range(32)]
FLAGS = (("braced", "braced"), ("moved", "has moved"), ("ran", "has run"), ("carrying", "carries the item"))
POLICIES = ("asks before it fires", "fires by itself", "holds its fire")


def scene(setting: Setting, states: Array) -> Scene:
    """The table with all that stands and lies on it."""
    at = Moment(setting, states)
    content: MatchContent = setting.content
    width, height = content.scenario.size
    records, active = at.list_bytes("characters", CHARACTERS), states["active"].item() - 1
    drawn = [
        (at.cached(("token", i, i == active, records[i]), partial(token_of, at, i)), status)
        for i, status in enumerate(statuses(at))
        if status
    ]
    tokens = tuple([one for one, status in drawn if status in (UP, DOWN)])
    waiting = tuple([one for one, status in drawn if status == UNPLACED])
    terrain = at.cached("areas", lambda: tuple(areas(content)))
    ground = Ground(width, height, (), terrain, tuple(marks(at)), tuple(trails(at)), unit="in", measure=MEASURE)
    size = math.ceil(width), math.ceil(height)
    lines = at.cached(("standing", standing_numbers(at).tobytes()), lambda: tuple(standing(at)))
    return Scene(content.scenario.name, *size, (), (), tokens, lines, waiting, ground)


def inches_of(value: Any) -> float:
    """Hundredths as inches."""
    return int(value) / HUNDREDTHS


# What lies on the table


def kind_of(type: TerrainType) -> str:
    """How a type of terrain is drawn."""
    if type.blocks_move:
        return "block" if type.blocks_sight else "opening" if type.low else "water"
    return "low" if type.low else "woods" if type.area else "rough"


def areas(content: MatchContent) -> Iterator[Area]:
    """Terrain, the deployment zones, and places that matter."""
    scenario, types = content.scenario, content.files.terrain
    for side in SIDES:
        yield Area(f"zone {side}", "zone", rectangle_corners(getattr(scenario.zones, side)))
    for (_, name, _), corners in pieces_of(scenario).items():
        yield Area(types[name].name.lower(), kind_of(types[name]), tuple((x / 100, y / 100) for x, y in corners))
    for objective in scenario.objectives:
        x, y = objective.pos
        reach = scenario.victory.radius + RADIUS
        circle = tuple((x + reach * dx, y + reach * dy) for dx, dy in CIRCLE)
        yield Area(f"marker {objective.id}", "site", circle, objective.id)
    if scenario.victory.zone:
        yield Area("the place to hold", "site", rectangle_corners(scenario.victory.zone))


def rectangle_corners(rectangle: Rectangle) -> tuple[Spot, ...]:
    """The corners of a rectangle, counter-clockwise."""
    x0, y0, x1, y1 = rectangle
    return (x0, y0), (x1, y0), (x1, y1), (x0, y1)


def marks(at: Moment) -> Iterator[Mark]:
    """The item, where nobody carries it."""
    content: MatchContent = at.setting.content
    if at.state.item_lies and content.scenario.item:
        yield Mark("!", inches_of(at.state.item_x), inches_of(at.state.item_y), content.scenario.item.id)


def trails(at: Moment) -> Iterator[Trail]:
    """The path of a movement under way, as far as who looks may know it (GUN-13.22)."""
    doing = at.state.doing
    if doing.path.n:
        points = tuple((inches_of(doing.path.xs[k]), inches_of(doing.path.ys[k])) for k in range(doing.path.n + 1))
        yield Trail(at.names.unit(int(at.state.active) - 1), points, True)


# Who stands on it


def token(at: Moment, i: int) -> Token | None:
    """A character, on the table or beside it; None where there is nobody of this number."""
    return token_of(at, i) if at.state.characters[i].status else None


def statuses(at: Moment) -> list[int]:
    """The status of each character; 0: there is none of this number."""
    return at.of_state("statuses", lambda: at.states["characters"]["status"][0].tolist())


def token_of(at: Moment, i: int) -> Token:
    """A character of the match."""
    character, name, side = at.state.characters[i], at.names.unit(i), int(side_of(i))
    x, y = (inches_of(character.x), inches_of(character.y)) if character.status != UNPLACED else (-1.0, -1.0)
    member = at.setting.content.members[name]
    notes = tuple(notes_of(at, i))
    is_down = bool(character.status == DOWN)
    badges = () if is_down else tuple(badges_of(at, i))
    return Token(name, side, side, name, x, y, member.name, notes, RADIUS, side, is_down=is_down, badges=badges)


def notes_of(at: Moment, i: int) -> Iterator[str]:
    """All that is public about a character (GUN-5.2)."""
    character, member = at.state.characters[i], at.setting.content.members[at.names.unit(i)]
    if character.status == DOWN:
        yield "Down"
        return
    yield POSTURES[character.posture]
    yield weapon_text(at, i)
    if character.wounds:
        yield amount_text(int(character.wounds), "wound")
    if character.markers:
        yield amount_text(int(character.markers), "Flinch marker")
    yield from (text for flag, text in FLAGS if character[flag])
    if character.overwatch:
        orders = character.orders
        yield "on Overwatch"
        if orders.policy in (AUTO_FIRE, HOLD_FIRE):  # only its own player knows (GUN-5.2)
            least = f" from {orders.min_chance} % on" if orders.policy == AUTO_FIRE and orders.min_chance else ""
            yield POLICIES[orders.policy] + least
    elif character.activated:
        yield "activated"
    if member.traits and at.tables.options.traits:
        yield ", ".join(member.traits)


def badges_of(at: Moment, i: int) -> Iterator[Badge]:
    """The signs beside a character, for what its owner or an enemy should not overlook."""
    character = at.state.characters[i]
    if character.overwatch:
        yield Badge("watch", "on Overwatch")
    if character.markers:
        yield Badge("pinned", "Flinch markers", int(character.markers))
    if character.wounds:
        yield Badge("wound", "wounds", int(character.wounds))
    if character.posture == PRONE:
        yield Badge("prone", "prone")
    elif character.posture == HIDING:
        yield Badge("hidden", "hiding")
    if is_empty(at, i):
        yield Badge("empty", "the weapon in hand is not loaded")
    if character.braced:
        yield Badge("braced", "braced")
    if character.carrying:
        yield Badge("carries", "carries the item")
    if character.activated and not character.overwatch and at.state.active != i + 1:
        yield Badge("done", "activated this turn")


def is_empty(at: Moment, i: int) -> bool:
    """Whether a character has a firearm in hand that is not loaded."""
    character = at.state.characters[i]
    return weapon_in_hand(at, i) >= 0 and not character.loaded[character.wielded - 1]


def weapon_in_hand(at: Moment, i: int) -> int:
    """The number of the firearm that a character has in hand; -1 for none."""
    return at.once(("weapon", i), lambda: int(weapon_number(at.state, at.tables, i)))


def weapon_text(at: Moment, i: int) -> str:
    """What a character has in hand."""
    content: MatchContent = at.setting.content
    k = weapon_in_hand(at, i)
    if k < 0:
        return str(content.files.melees[content.members[at.names.unit(i)].melee].name).lower()
    empty = ", not loaded" if is_empty(at, i) else ""
    return f"{at.names.thing_title('weapon', at.names.thing('weapon', k))}{empty}"


# How the match stands


def standing(at: Moment) -> Iterator[Row]:
    """The turn, the sides, and what has no effect."""
    yield from (line(at, k) for k in range(LINES))
    yield from (Row("notice", notice) for notice in at.setting.content.notices)


def standing_numbers(at: Moment) -> Array:
    """What the turn and the sides follow from: a row for each."""

    def find() -> Array:
        rows = np.zeros((LINES, COLUMNS), np.int64)
        draw_standing_at(at.states, rows)
        return rows

    return at.of_state("standing", find)


def line(at: Moment, k: int) -> Row:
    """The turn, or one of the sides."""
    numbers = standing_numbers(at)[k].tolist()
    return Row(SIDES[k - 1], side_text(at, k - 1, numbers)) if k else Row("turn", turn_text(at, numbers))


def turn_text(at: Moment, numbers: Sequence[int]) -> str:
    """Which turn it is, of how many, by the numbers of its line."""
    now, turn, *_ = numbers
    return ("", "deployment", "over")[now] or f"{max(1, turn)} of {at.setting.content.scenario.turns}"


def side_text(at: Moment, side: int, numbers: Sequence[int]) -> str:
    """A side: its band, who is Up, who may still be activated, points, and the way out, by the numbers of its line."""
    up, down, now, ready, points, *_ = numbers
    parts = [at.setting.content.bands[side].name, f"{up} Up", f"{down} Down"]
    if now < 0:
        parts += [f"{ready} to activate", *["has the initiative"] * (now == -2)]
    if points:
        parts.append(amount_text(points, "victory point"))
    if at.tables.scenario.victory == EXTRACT:
        parts.append(f"leaves by the {EDGES[at.tables.scenario.exit_edge[side]]} edge")
    return ", ".join(parts)


FORMS: Mapping[Any, str] = {
    verbs.Deploy: "{char} at {pos}",
    verbs.OverwatchDeclare: "{n} on Overwatch",
    verbs.OverwatchMark: "{char}: {does}{at}[{from}{least} % on]{more}",
    verbs.Activate: "{char}",
    verbs.PassInitiative: "pass the initiative",
    verbs.Move: "{does}[ {point}: {cost} of {allowance} in]{then}",
    verbs.Run: "run to {point}: {cost} of {allowance} in",
    verbs.Shoot: "at {target}[ ({mode})]",
    verbs.Fight: "{target}",
    verbs.Brace: "brace the weapon",
    verbs.Reload: "load the weapon",
    verbs.PickUp: "take the item",
    verbs.Drop: "leave the item",
    verbs.Aid: "{target}",
    verbs.EndActivation: "forfeit the actions that are left",
    verbs.React: "{char} fires[ ({mode})]",
    verbs.Wait: "{char} waits for a better moment",
    verbs.Pass: "{char} lets it go",
    verbs.Continue: "go on",
    verbs.Stop: "stop here",
}
"""What choices are called."""

DRAWING = Drawing(
    CHARACTERS,
    COLUMNS,
    token,
    LINES,
    line,
    lambda at: tuple(marks(at)),
    lambda at: tuple(trails(at)),
    steps=HUNDREDTHS,
    forms=FORMS,
    facts={verbs.OverwatchMark: MARK_FACTS, verbs.Move: MOVE_FACTS, verbs.Run: RUN_FACTS},
)
"""How all that follows from the rows of `draw`."""
