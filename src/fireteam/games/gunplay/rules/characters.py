"""Sections 3, 14 and 15: what a character is and can do, and who stands near it."""

from __future__ import annotations

from ....core.engine.compiled import compiled, rule
from ....core.engine.stack import on_stack
from ..state import UP, Orders, State
from ..tables import (
    FAST,
    HEAVY,
    PISTOL,
    SIDE,
    SLOW,
    Bands,
    Tables,
    Weapon,
)
from ..terrain import CHARACTERS, Bystanders, Path
from .room import is_contact

NOBODY = -1
new_others, new_path = on_stack(Bystanders), on_stack(Path)  # what rules make to ask about a place or a path


@rule("GUN-3.1", "GUN-3.5")
def side_of(i: int) -> int:
    """The side of a character: 0 for A, 1 for B."""
    return int(i >= SIDE)


@compiled
def first_of(side: int) -> int:
    """The first number of a side's characters; the last is SIDE - 1 more."""
    return side * SIDE


@compiled
def is_known(state: State, i: int) -> bool:
    """Whether there is such a character on the table, Up or Down."""
    return 0 <= i < CHARACTERS and state.characters[i].status >= UP


@rule("GUN-3.6")
def is_up(state: State, i: int) -> bool:
    """Whether a character is Up."""
    return bool(state.characters[i].status == UP)


@rule("GUN-3.2", "GUN-15.1", "GUN-15.19")
def has_trait(tables: Tables, i: int, trait: int) -> bool:
    """Whether a character has a trait that counts: with the module off none does."""
    return bool(tables.options.traits and tables.members[i].traits & trait)


@rule("GUN-3.4", "GUN-15.2", "GUN-15.3")
def speed_of(tables: Tables, i: int) -> int:
    """A character's Speed in hundredths of an inch."""
    if has_trait(tables, i, FAST):
        return tables.constants.fast
    return tables.constants.slow if has_trait(tables, i, SLOW) else tables.constants.speed


@rule("GUN-3.5", "GUN-7.31")
def weapon_number(state: State, tables: Tables, i: int) -> int:
    """The firearm that a character has in hand, by its number; -1 for none."""
    wielded = state.characters[i].wielded
    return tables.members[i].weapons[wielded - 1] if wielded else -1


@compiled
def weapon_of(state: State, tables: Tables, i: int) -> Weapon:
    """The firearm in hand of a character that has one."""
    return tables.weapons[weapon_number(state, tables, i)]


@rule("GUN-3.11", "GUN-20.1")
def bands_of(tables: Tables, weapon: Weapon) -> Bands:
    """The range bands of a firearm: its own with `weapon_charts`, else those of its class."""
    return weapon.bands if tables.options.weapon_charts else tables.classes[weapon.kind]


@rule("GUN-14.1", "GUN-14.3", "GUN-14.6")
def is_pistol_in_hand(state: State, tables: Tables, i: int) -> bool:
    """Whether a character wields a pistol."""
    return bool(state.characters[i].wielded != 0 and weapon_of(state, tables, i).kind == PISTOL)


@rule("GUN-14.1", "GUN-14.3", "GUN-14.6")
def is_heavy_in_hand(state: State, tables: Tables, i: int) -> bool:
    """Whether a character wields a heavy weapon; there are some only with `weapon_charts`."""
    if not tables.options.weapon_charts or state.characters[i].wielded == 0:
        return False
    return bool(weapon_of(state, tables, i).weight == HEAVY)


@rule("GUN-4.6")
def are_in_contact(state: State, i: int, j: int) -> bool:
    """Whether two characters are in contact."""
    one, other = state.characters[i], state.characters[j]
    return is_contact(one.x, one.y, other.x, other.y)


@rule("GUN-4.7")
def is_engaged(state: State, i: int) -> bool:
    """Whether an Up character is in contact with an Up enemy."""
    enemies = first_of(1 - side_of(i))
    for j in range(enemies, enemies + SIDE):
        if is_up(state, j) and are_in_contact(state, i, j):
            return True
    return False


@rule("GUN-4.26", "GUN-4.28")
def fill_others(state: State, i: int, others: Bystanders) -> None:
    """Write down all Up characters but one, by rising id."""
    characters, side, n = state.characters, side_of(i), 0
    xs, ys, postures, is_enemy = others.xs, others.ys, others.postures, others.is_enemy
    for j in range(CHARACTERS):
        character = characters[j]
        if j != i and character.status == UP:
            xs[n], ys[n], postures[n] = character.x, character.y, character.posture
            is_enemy[n] = int(side_of(j) != side)
            n += 1
    others.n = n


@compiled
def clear_orders(orders: Orders) -> None:
    """No orders: zeros everywhere."""
    orders.policy = orders.on = orders.targets = orders.in_region = orders.min_chance = orders.mode = 0
    orders.x0 = orders.y0 = orders.x1 = orders.y1 = 0


@rule("GUN-13.14", "GUN-9.8")
def end_overwatch(state: State, i: int) -> None:
    """A character is no longer on Overwatch."""
    state.characters[i].overwatch = 0
    clear_orders(state.characters[i].orders)
