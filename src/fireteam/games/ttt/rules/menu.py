"""The menu: every lawful choice, counted and numbered. Bots, playouts and perft use it; people are not bound to it."""

from __future__ import annotations

from typing import Any

from ....core.engine.compiled import compiled, rule
from ....core.protocol.choices import Choice, clear
from ....core.protocol.refusals import LAWFUL
from ....core.space.grid import bits, kth_bit, kth_square, size, square_within, squares_within
from .. import choices as verbs
from ..lookup import distance
from ..state import ATTACK, FORCE, MOVE, PLACE, UNPLACED, State
from ..tables import COMMAND, SIDE, Tables
from .attack import can_fire_at
from .movement import reach
from .pieces import can, in_play, type_of
from .setting_up import placeable, rows_of_zone
from .verify import may_aim, may_attack, may_move

Item = tuple[int, int, int, int, int, int]
"""So many choices before it, then verb, unit, target, x, y. Verb 0: the whole menu was counted."""


@rule("TTT-13.2", "TTT-6.5")
def menu_size(state: State, tables: Tables, slot: int) -> int:
    """How many choices a player has."""
    side = slot ^ state.swapped
    if state.phase == FORCE:
        return tables.sides[side].ways[0, tables.sides[side].picks]
    return menu_item(state, tables, side, -1)[0]


@rule("TTT-13.2", "TTT-6.5")
def menu_choice(state: State, tables: Tables, slot: int, k: int, choice: Choice) -> None:
    """Write the k-th choice of a player."""
    side = slot ^ state.swapped
    clear(choice)
    if state.phase == FORCE:
        kth_pick(tables, side, k, choice)
    elif state.phase == MOVE and k < commands(state, tables, side):
        kth_command(state, tables, side, k, choice)
    else:
        _, choice.verb, choice.unit, choice.target, choice.x, choice.y = menu_item(state, tables, side, k)


@compiled
def menu_item(state: State, tables: Tables, side: int, k: int) -> Item:
    """The k-th choice of a state but `force`, commands apart; for k = -1 all are counted."""
    if state.phase == PLACE:
        return item_to_place(state, tables, side, k)
    if state.phase == MOVE:
        return item_to_move(state, tables, side, k)
    if state.phase == ATTACK:
        return item_to_attack(state, tables, side, k)
    return numbered_item(0)


@compiled
def numbered_item(n: int) -> Item:
    """The whole menu was counted: so many choices."""
    return (n, 0, 0, 0, 0, 0)


@compiled
def item_to_place(state: State, tables: Tables, side: int, k: int) -> Item:
    """Every unplaced piece on every lawful square, from the south-west."""
    n = 0
    for i in own(tables, side):
        if state.units[i].status == UNPLACED:
            for y in rows_of_zone(tables, side, state.units[i].piece):
                row = placeable(state, tables, side, state.units[i].piece, y)
                here = bits(row)
                if n <= k < n + here:
                    return (k, verbs.PLACE, i, 0, kth_bit(row, k - n), y)
                n += here
    return numbered_item(n)


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
            unit, far = state.units[i], type_of(state, tables, i).range
            for j in enemies(tables, side):
                if is_near(state, j, unit.x, unit.y, far) and can_fire_at(state, tables, i, j) == LAWFUL:
                    if n == k:
                        return (k, verbs.AIM, i, j, 0, 0)
                    n += 1
    if n == k:
        return (k, verbs.END_MOVE, 0, 0, 0, 0)
    if n + 1 == k:
        return (k, verbs.END_TURN, 0, 0, 0, 0)
    return numbered_item(n + 2)


@compiled
def proposal_count(state: State, tables: Tables, slot: int) -> int:
    """How long the list of `propose` is: to move, longer than the menu."""
    if state.phase != MOVE:
        return menu_size(state, tables, slot)
    side = slot ^ state.swapped
    n = 2 + commands(state, tables, side)
    for i in own(tables, side):
        if is_free_to_act(state, i):
            n += squares_within(type_of(state, tables, i).move) + tables.sides[1 - side].pieces
    return n


@compiled
def propose(state: State, tables: Tables, slot: int, k: int, choice: Choice) -> bool:
    """To move: each piece to every square within its Move, or aiming at every enemy; then the ends, then commands.

    To attack: the end of the turn, which is mostly all there is, then the menu.
    """
    if state.phase == MOVE:
        return propose_move(state, tables, slot ^ state.swapped, k, choice)
    if state.phase == ATTACK and k == 0:
        choice.verb = verbs.END_TURN
    else:
        menu_choice(state, tables, slot, k - int(state.phase == ATTACK), choice)
    return True


@compiled
def propose_move(state: State, tables: Tables, side: int, k: int, choice: Choice) -> bool:
    """The k-th thing that a side might do, and whether it may."""
    others = tables.sides[1 - side].pieces
    for i in own(tables, side):
        if is_free_to_act(state, i):
            steps = type_of(state, tables, i).move
            moves = squares_within(steps)
            if k < moves:
                across, up = square_within(k)
                x, y = state.units[i].x + across, state.units[i].y + up
                choice.verb, choice.unit, choice.target, choice.x, choice.y = verbs.MOVE, i, 0, x, y
                return may_move(state, tables, i, x, y) == LAWFUL
            k -= moves
            if k < others:
                j = (1 - side) * SIDE + k
                choice.verb, choice.unit, choice.target, choice.x, choice.y = verbs.AIM, i, j, 0, 0
                return may_aim(state, tables, i, j) == LAWFUL
            k -= others
    choice.unit = choice.target = choice.x = choice.y = 0
    if k < 2:
        choice.verb = verbs.END_TURN if k else verbs.END_MOVE
    else:
        kth_command(state, tables, side, k - 2, choice)
    return True


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
            unit, far = state.units[i], type_of(state, tables, i).range
            for j in enemies(tables, side):
                if is_near(state, j, unit.x, unit.y, far) and may_attack(state, tables, i, j) == LAWFUL:
                    if n == k:
                        return (k, verbs.ATTACK, i, j, 0, 0)
                    n += 1
    if n == k:
        return (k, verbs.END_TURN, 0, 0, 0, 0)
    return numbered_item(n + 1)


@rule("TTT-6.11", "TTT-6.4")
def default_choice(state: State, tables: Tables, slot: int, choice: Choice) -> None:
    """A side that does not answer does the least: it passes where it may."""
    if state.phase == MOVE or state.phase == ATTACK:
        clear(choice)
        choice.verb = verbs.END_MOVE if state.phase == MOVE else verbs.END_TURN
    else:
        menu_choice(state, tables, slot, 0, choice)


@compiled
def enemies(tables: Tables, side: int) -> Any:
    """The units of the other side."""
    return own(tables, 1 - side)


@compiled
def is_near(state: State, j: int, x: int, y: int, far: int) -> bool:
    """Whether it is worth asking if a piece may fire at a unit: most that it may not are out of range."""
    return in_play(state, j) and distance(x, y, state.units[j].x, state.units[j].y) <= far


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
