"""A fight of a few on an empty table, in which single rules are run: what odds by numbers are asked of."""

from __future__ import annotations

from functools import cache
from typing import Any

from ....content.options import fill_options
from ....core.engine.record import Array, blank, copy_of
from ..content import Content, default_options, load
from ..entries import OptionNumbers
from ..rules.ground import set_distance
from ..rules.rolls import AVERAGE
from ..state import ACTIONS, COVER, PILOT_ROLE, READY, SOLDIER, STANCES, State
from ..tables import COMBATANTS, RAW, Tables
from ..tables_build import write_abilities, write_gear
from .exchange import Exchange
from .parts import Attacker, Defender

ATTACKER, TARGET = 0, 1
TOUCH = 100  # centimetres between two who are in contact
RANGES = ("short", "medium", "long")


@cache
def base_tables() -> Array:
    """Tables of the default pack with nobody in them, and no map."""
    content = load()
    tables = blank(Tables)
    fill_options(tables[0].options, OptionNumbers, default_options(content))
    tables[0].blast_percent = 100
    write_abilities(tables[0], content)
    write_gear(tables[0], content)
    tables[0].n_beings = 1
    being = tables[0].beings[0]
    being.is_pc, being.rating, being.ratings[:] = 1, -1, AVERAGE
    being.chart = list(content.charts).index("soldier")
    return tables


class Encounter:
    """One attacker and targets, all of average abilities unless said; nobody has a place on a map."""

    def __init__(self, targets: int = 1) -> None:
        self.content: Content = load()
        self.tables, self.states = copy_of(base_tables()), blank(State)
        self.table: Any = self.tables[0]
        self.state: Any = self.states[0]
        self.state.phase, self.state.turn, self.state.n = ACTIONS, 1, 1
        for who in range(targets + 1):
            one = self.state.combatants[who]
            one.status, one.role, one.is_pc, one.team = READY, SOLDIER, 1, 1 if who == ATTACKER else 2

    def weapon(self, id: str, attack: int | None = None, defence: int | None = None) -> int:
        """The number of a weapon, put into the attacker's hand; with raw ratings in place of its skills."""
        number = list(self.content.weapons).index(id)
        row, one = self.table.weapons[number], self.state.combatants[ATTACKER]
        if attack is not None:
            row.attack = RAW - attack
        if defence is not None:
            row.defence = RAW - defence
        one.n_weapons = one.hand = 1
        one.weapons[0], one.rounds[0] = number, row.ammunition
        return number

    def rate(self, who: int, rating: int) -> None:
        """Give somebody one rating for everything, as an NPC has."""
        self.state.combatants[who].rating = rating + 1

    def toughen(self, toughness: int) -> None:
        """Give everybody a Toughness."""
        self.table.beings[0].ratings[self.table.toughness] = toughness

    def hurt(self, victim: int, wounds: list[int]) -> None:
        """Give a victim (plus one) wounds, by the points that each takes from rolls, treated or not."""
        self.state.penalties[victim] += sum(wounds)

    def exchange(self, attacker: Attacker, defender: Defender, target: int = TARGET) -> Exchange:
        """An attack as the parts of a question have it."""
        weapon = self.weapon(attacker.weapon.id, attacker.attack, defender.defence)
        one, other = self.state.combatants[ATTACKER], self.state.combatants[target]
        one.stance, one.suppression, one.modifier = (
            STANCES.index(attacker.stance),
            attacker.suppression,
            attacker.modifier,
        )
        one.aim, one.aimed = (target + 1, 1) if attacker.aim else (0, 0)
        row = self.table.weapons[weapon]
        far = {"short": TOUCH, "medium": row.medium, "long": row.long}[attacker.range]
        set_distance(self.state, ATTACKER, target, far if row.medium else TOUCH)
        self.defend(other, defender)
        called = list(self.content.location_names).index(attacker.called) + 1 if attacker.called else 0
        return Exchange(self.tables, self.states, ATTACKER, target, weapon, called)

    def defend(self, one: Any, defender: Defender) -> None:
        """Put a target into the position that the parts of a question have it in."""
        one.stance, one.modifier = STANCES.index(defender.stance), defender.modifier
        if defender.cover:
            one.stance, one.cover = COVER, defender.cover
        if defender.armour:
            one.armour = 1 + list(self.content.armours).index(defender.armour.id)
        if defender.vehicle:
            one.role, one.vehicle = PILOT_ROLE, 1
            self.state.vehicles[0].type = 1 + list(self.content.vehicles).index(defender.vehicle.id)
        self.toughen(defender.toughness)
        victim = COMBATANTS + 1 if defender.vehicle else TARGET + 1
        if defender.vehicle:
            self.table.types[self.state.vehicles[0].type - 1].toughness = defender.toughness
        self.hurt(victim, defender.wounds)
