"""A match on an empty table, two against two, in which single rules are run: what odds by numbers are asked of."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

from ....core.chance.distribution import run_with_marks
from ....core.chance.spread import Spread
from ....core.engine.record import Array, blank, copy_of, from_bytes
from ..content import load
from ..entries import Band, Bands, Member, Scenario, Victory, Zones
from ..options import MatchOptions, options_of
from ..rules.difficulty import HIT, shift_level
from ..rules.hits import wounds_of
from ..state import DOWN, RESOLVE, TOUGHNESS, UP, State
from ..tables import LEVELS, MODERATE, SIDE
from ..tables_build import build_tables
from .parts import PLAIN_ACTOR, Actor, Fighter, Shot

ACTOR, FRIEND, FOE, OTHER_FOE = 0, 1, SIDE, SIDE + 1
PLACES = {ACTOR: (1000, 1000), FRIEND: (1000, 5000), FOE: (3000, 1000), OTHER_FOE: (3000, 5000)}
NERVES = {1: ("Hardened",), 0: (), -1: ("Timid",)}
TOUGHNESSES = {1: ("Tough",), 0: (), -1: ("Frail",)}


class Hit(NamedTuple):
    """What no State keeps of an attack: how often it hit, and how often well."""

    glancing: int = 0
    solid: int = 0


class Duel(NamedTuple):
    """The match: its Tables, and its State."""

    tables: Array
    states: Array

    @property
    def state(self) -> Any:
        """The State as a record."""
        return self.states[0]

    @property
    def table(self) -> Any:
        """The Tables as a record."""
        return self.tables[0]

    def at(self, raw: bytes) -> Duel:
        """The match as it stands in another State."""
        return Duel(self.tables, from_bytes(raw, self.states))

    def copy(self) -> Duel:
        """The same, to be altered apart."""
        return Duel(self.tables, copy_of(self.states))

    def run(self, ends_at: Callable[[Any], bool]) -> Spread[bytes]:
        """Take steps of the rules, every way the dice can fall, to where it `ends_at`."""
        marked = run_with_marks(self.states, self.tables, None, lambda mark, before, after: mark, ends_at)
        return marked.by(lambda end: end[1])

    def run_attack(self) -> Spread[tuple[Hit, bytes]]:
        """Resolve the attack under way, and tell its hits."""
        glancing = wounds_of(self.table, self.state.attack.damage, HIT)
        kind = self.state.attack.kind

        def note(hits: Hit, before: Any, after: Any) -> Hit:
            if before.attack.stage == TOUGHNESS or after.attack.stage != TOUGHNESS:
                return hits
            is_glancing = after.attack.wounds == glancing
            return Hit(hits.glancing + is_glancing, hits.solid + (not is_glancing))

        return run_with_marks(self.states, self.tables, Hit(), note, lambda state: state.attack.kind != kind)

    def is_down(self, i: int) -> bool:
        """Whether a character is Down."""
        return bool(self.state.characters[i].status == DOWN)

    def attack(
        self, kind: int, attacker: int, target: int, level: int, modifiers: int, damage: int, shots: int
    ) -> None:
        """Put an attack under way, as it was declared."""
        attack = self.state.attack
        attack.kind, attack.attacker, attack.target, attack.stage = kind, attacker, target, 0
        attack.level, attack.modifiers, attack.damage, attack.shots = level, modifiers, damage, shots
        self.state.phase = RESOLVE

    def shoot(self, kind: int, attacker: int, target: int, shot: Shot) -> None:
        """Put a Shoot action under way."""
        self.attack(kind, attacker, target, LEVELS.index(shot.level), shot.mod, shot.damage, shot.shots)

    def fight(self, kind: int, attacker: int, target: int, fighter: Fighter) -> None:
        """Put an attack in close combat under way: Moderate, shifted."""
        level = shift_level(MODERATE, fighter.shift, self.table.options.extra_difficulties)
        self.attack(kind, attacker, target, level, fighter.mod, fighter.damage, 1)


@cache
def tables_of(actor: tuple[str, ...], foe: tuple[str, ...], weapon: str, options: tuple[tuple[str, int], ...]) -> Array:
    """Tables of two against two on an empty table; the first of each side has these traits."""
    content = load()
    chosen = options_of(content.presets["basic"].options) | {"traits": 1} | dict(options)
    bands = tuple(
        Band(
            id=f"side_{side.lower()}",
            name=side,
            characters=(
                Member(id=f"{side}1", name="First", traits=traits, weapons=(weapon,)),  # type: ignore[arg-type]
                Member(id=f"{side}2", name="Second", weapons=(weapon,)),
            ),
        )
        for side, traits in (("A", actor), ("B", foe))
    )
    scenario = Scenario(
        id="duel",
        name="Duel",
        about="Two against two on an empty table.",
        size=(60, 60),
        turns=99,
        zones=Zones(A=(0, 0, 60, 3), B=(0, 57, 60, 60)),
        victory=Victory(type="break", break_at={"A": 12, "B": 12}),
        bands=Bands(A="side_a", B="side_b"),
    )
    return build_tables(content, scenario, MatchOptions(chosen, (bands[0], bands[1]), ()))


def new_duel(
    options: Mapping[str, int], actor: Actor = PLAIN_ACTOR, tough: int = 0, foe: Iterable[str] = (), leads: bool = False
) -> Duel:
    """A match with these modules: the actor as it is, and a foe with these traits; nothing is under way.

    The weapon in hand gives the actor its weapon-speed modifier: a pistol, a heavy rifle, or one that gives none.
    """
    speeds = {"weapon_speed": 1, "weapon_charts": 1, "speed_modifier": abs(actor.speed)} if actor.speed else {}
    weapon = "pistol_medium" if actor.speed > 0 else "rifle_heavy" if actor.speed < 0 else "carbine_medium"
    traits = (*NERVES[actor.nerve], *TOUGHNESSES[tough], *(("Quick",) if actor.quick else ()))
    given = tuple(sorted({**speeds, **options}.items()))
    tables = tables_of((*traits, "Leader") if leads else traits, tuple(foe), weapon, given)
    states = blank(State)
    state: Any = states[0]
    state.turn, state.phase = 1, RESOLVE
    for i, (x, y) in PLACES.items():
        character = state.characters[i]
        character.status, character.x, character.y = UP, x, y
        character.wielded = character.loaded[0] = 1
    state.characters[ACTOR].markers, state.characters[ACTOR].wounds = actor.markers, actor.wounds
    return Duel(tables, states)


def certain(duel: Duel) -> Spread[bytes]:
    """The State of a match as it stands."""
    return Spread.certain(duel.states.tobytes())


def chance_down(front: Spread[bytes], duel: Duel, i: int) -> Fraction:
    """The chance that a character is Down."""
    return front.chance(lambda raw: duel.at(raw).is_down(i))
