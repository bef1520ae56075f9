"""The menu: every lawful choice, counted and numbered. Bots, playouts and perft use it; people are not bound to it."""

from __future__ import annotations

from typing import Any

from ....core.choices import Choice, clear
from ....core.compiled import compiled, rule
from ....core.grid import bits, kth_bit, kth_square, size
from .. import choices as verbs
from ..refusals import LAWFUL
from ..state import ATTACK, FORCE, MOVE, PLACE, UNPLACED, State
from ..tables import COMMAND, SIDE, Tables
from .attack import can_fire_at, in_range
from .movement import reach
from .pieces import can, in_play, type_of
from .setting_up import placeable
from .verify import may_aim, may_attack, may_move

Item = tuple[int, int, int, int, int, int]
"""So many choices before it, then verb, unit, target, x, y. Verb 0: the whole menu was counted."""


@rule("TTT-13.2", "TTT-6.5")
def count(state: State, tables: Tables, slot: int) -> int:
    """How many choices a player has."""
    side = slot ^ state.swapped
    if state.phase == FORCE:
        return tables.sides[side].ways[0, tables.sides[side].picks]
    return item(state, tables, side, -1)[0]


@rule("TTT-13.2", "TTT-6.5")
def kth(state: State, tables: Tables, slot: int, k: int, choice: Choice) -> None:
    """Write the k-th choice of a player."""
    side = slot ^ state.swapped
    clear(choice)
    if state.phase == FORCE:
        kth_pick(tables, side, k, choice)
    elif state.phase == MOVE and k < commands(state, tables, side):
        kth_command(state, tables, side, k, choice)
    else:
        _, choice.verb, choice.unit, choice.target, choice.x, choice.y = item(state, tables, side, k)


@compiled
def item(state: State, tables: Tables, side: int, k: int) -> Item:
    """The k-th choice of a state but `force`, commands apart; for k = -1 all are counted."""
    if state.phase == PLACE:
        return item_to_place(state, tables, side, k)
    if state.phase == MOVE:
        return item_to_move(state, tables, side, k)
    if state.phase == ATTACK:
        return item_to_attack(state, tables, side, k)
    return counted(0)


@compiled
def counted(n: int) -> Item:
    """The whole menu was counted: so many choices."""
    return (n, 0, 0, 0, 0, 0)


@compiled
def item_to_place(state: State, tables: Tables, side: int, k: int) -> Item:
    """Every unplaced piece on every lawful square, from the south-west."""
    n = 0
    for i in own(tables, side):
        if state.units[i].status == UNPLACED:
            for y in range(tables.height):
                row = placeable(state, tables, side, state.units[i].piece, y)
                here = bits(row)
                if n <= k < n + here:
                    return (k, verbs.PLACE, i, 0, kth_bit(row, k - n), y)
                n += here
    return counted(n)


@compiled
def item_to_move(state: State, tables: Tables, side: int, k: int) -> Item:
    """Commands, then every move, every aim, and the ends of the phase and the turn."""
    n = commands(state, tables, side)
    for i in own(tables, side):
        if is_free_to_act(state, i):
            ends = reach(state, tables, i)
            here = size(ends)
            if n <= k < n + here:
                across, up = kth_square(ends, k - n)
                return (k, verbs.MOVE, i, 0, state.units[i].x + across, state.units[i].y + up)
            n += here
    for i in own(tables, side):
        if is_free_to_act(state, i):
            for j in enemies(tables, side):
                if is_near(state, tables, i, j) and can_fire_at(state, tables, i, j) == LAWFUL:
                    if n == k:
                        return (k, verbs.AIM, i, j, 0, 0)
                    n += 1
    if n == k:
        return (k, verbs.END_MOVE, 0, 0, 0, 0)
    if n + 1 == k:
        return (k, verbs.END_TURN, 0, 0, 0, 0)
    return counted(n + 2)


@compiled
def guesses(state: State, tables: Tables, slot: int) -> int:
    """How many choices `guess` writes: to move, more than the menu's."""
    if state.phase != MOVE:
        return count(state, tables, slot)
    side = slot ^ state.swapped
    n = commands(state, tables, side) + 2
    for i in own(tables, side):
        if is_free_to_act(state, i):
            n += squares_about(state, tables, i) + tables.sides[1 - side].pieces
    return n


@compiled
def guess(state: State, tables: Tables, slot: int, k: int, choice: Choice) -> bool:
    """To move: commands and ends as on the menu; of each piece every square about it, and an aim at every enemy."""
    side = slot ^ state.swapped
    before = commands(state, tables, side) + 2 if state.phase == MOVE else 0
    if state.phase != MOVE or k < before - 2:
        kth(state, tables, slot, k, choice)
        return True
    clear(choice)
    if k < before:
        choice.verb = verbs.END_MOVE if k == before - 2 else verbs.END_TURN
        return True
    k -= before
    for i in own(tables, side):
        if is_free_to_act(state, i):
            moves = squares_about(state, tables, i)
            choice.unit = i
            if k < moves:
                return guess_move(state, tables, i, k, choice)
            k -= moves
            if k < tables.sides[1 - side].pieces:
                choice.verb, choice.target = verbs.AIM, (1 - side) * SIDE + k
                return may_aim(state, tables, i, choice.target) == LAWFUL
            k -= tables.sides[1 - side].pieces
    return False


@compiled
def guess_move(state: State, tables: Tables, i: int, k: int, choice: Choice) -> bool:
    """A move to the k-th of the squares about a piece."""
    unit = state.units[i]
    steps = type_of(state, tables, i).move
    across, up = k % (2 * steps + 1) - steps, k // (2 * steps + 1) - steps
    choice.verb, choice.x, choice.y = verbs.MOVE, unit.x + across, unit.y + up
    return abs(across) + abs(up) <= steps and may_move(state, tables, i, choice.x, choice.y) == LAWFUL


@compiled
def squares_about(state: State, tables: Tables, i: int) -> int:
    """How many squares are no more columns and rows away than a piece's Move."""
    return (2 * type_of(state, tables, i).move + 1) ** 2


@compiled
def is_free_to_act(state: State, i: int) -> bool:
    """On the board, with no movement action taken."""
    return in_play(state, i) and state.units[i].did == 0


@compiled
def own(tables: Tables, side: int) -> Any:
    """The units of a side."""
    return range(side * SIDE, side * SIDE + tables.sides[side].pieces)


@compiled
def item_to_attack(state: State, tables: Tables, side: int, k: int) -> Item:
    """Every lawful attack, and the end of the turn."""
    n = 0
    for i in own(tables, side):
        if in_play(state, i):
            for j in enemies(tables, side):
                if is_near(state, tables, i, j) and may_attack(state, tables, i, j) == LAWFUL:
                    if n == k:
                        return (k, verbs.ATTACK, i, j, 0, 0)
                    n += 1
    if n == k:
        return (k, verbs.END_TURN, 0, 0, 0, 0)
    return counted(n + 1)


@compiled
def is_near(state: State, tables: Tables, i: int, j: int) -> bool:
    """Whether it is worth asking if a piece may fire at a unit: most that it may not are out of range."""
    return in_play(state, j) and in_range(state, tables, i, j)


@compiled
def enemies(tables: Tables, side: int) -> Any:
    """The units of the other side."""
    first = (1 - side) * SIDE
    return range(first, first + tables.sides[1 - side].pieces)


@rule("TTT-7.16", "TTT-7.20", "TTT-7.21")
def commands(state: State, tables: Tables, side: int) -> int:
    """How many sets of Captains may command: all but the empty one, and all pieces of the side never at once."""
    if state.acted:
        return 0
    captains = others = 0
    for i in own(tables, side):
        if in_play(state, i):
            if can(state, tables, i, COMMAND):
                captains += 1
            else:
                others += 1
    sets = (1 << captains) - 1
    return max(0, sets - int(others == 0))


@compiled
def kth_command(state: State, tables: Tables, side: int, k: int, choice: Choice) -> None:
    """The k-th set: bit n of k + 1 stands for the n-th Captain."""
    choice.verb = verbs.COMMAND
    captain = 0
    for i in own(tables, side):
        if in_play(state, i) and can(state, tables, i, COMMAND):
            if ((k + 1) >> captain) & 1:
                choice.parts[choice.n // 3, choice.n % 3] = i
                choice.n += 1
            captain += 1


@rule("TTT-5.5", "TTT-5.6")
def count_picks(tables: Tables, side: int) -> None:
    """Write into `ways` [t, n] in how many ways n pieces can be picked from type t on, none more often than it may."""
    force = tables.sides[side]
    ways = force.ways
    ways[tables.types, 0] = 1
    for piece in range(tables.types - 1, -1, -1):
        for n in range(force.picks + 1):
            for taken in range(min(n, force.most[piece]) + 1):
                ways[piece, n] += ways[piece + 1, n - taken]


@compiled
def kth_pick(tables: Tables, side: int, k: int, choice: Choice) -> None:
    """The k-th pick: the mission's preset first; it changes places with the pick that would be first by number."""
    force = tables.sides[side]
    ways = force.ways
    preset = rank(tables, side)
    choice.verb = verbs.PICK
    if k == 0 or k == preset:
        k = preset - k
    left = force.picks
    for piece in range(tables.types):
        taken = 0
        while k >= ways[piece + 1, left - taken]:
            k -= ways[piece + 1, left - taken]
            taken += 1
        for _ in range(taken):
            choice.parts[choice.n // 3, choice.n % 3] = piece
            choice.n += 1
        left -= taken


@compiled
def rank(tables: Tables, side: int) -> int:
    """The number of the preset among all picks."""
    force = tables.sides[side]
    before, left = 0, force.picks
    for piece in range(tables.types):
        taken = 0
        for n in range(force.picks):
            taken += int(force.preset[n] == piece)
        for fewer in range(taken):
            before += force.ways[piece + 1, left - fewer]
        left -= taken
    return before
