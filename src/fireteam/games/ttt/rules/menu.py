"""The menu: every lawful choice. Bots, playouts and perft use it; people are not bound to it."""

from __future__ import annotations

from typing import Any

from ....core.engine.compiled import compiled, rule
from ....core.engine.dispatch import menu_choice, menu_size
from ....core.protocol.choices import Choice
from ....core.protocol.menu import Cursor, block, current, is_done
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


@rule("TTT-13.2", "TTT-6.5")
def menu(state: State, tables: Tables, slot: int, cursor: Cursor) -> None:
    """What a player may choose in the state of the match."""
    side = slot ^ state.swapped
    if state.phase == FORCE:
        offer_picks(tables, side, cursor)
    elif state.phase == PLACE:
        offer_places(state, tables, side, cursor)
    elif state.phase == MOVE:
        offer_commands(state, tables, side, cursor)
        offer_moves(state, tables, side, cursor)
        offer_shots(state, tables, side, cursor)
        verbs.offer_end_move(cursor)
        verbs.offer_end_turn(cursor)
    elif state.phase == ATTACK:
        offer_shots(state, tables, side, cursor)
        verbs.offer_end_turn(cursor)


@compiled
def offer_picks(tables: Tables, side: int, cursor: Cursor) -> None:
    """Every pick of the force, the mission's preset first."""
    for k in block(cursor, tables.sides[side].ways[0, tables.sides[side].picks]):
        if verbs.offer_pick(cursor):
            add_pick(tables, side, k, current(cursor))


@compiled
def offer_places(state: State, tables: Tables, side: int, cursor: Cursor) -> None:
    """Every unplaced piece on every lawful square, from the south-west."""
    for i in own(tables, side):
        if state.units[i].status == UNPLACED:
            for y in rows_of_zone(tables, side, state.units[i].piece):
                row = placeable(state, tables, side, state.units[i].piece, y)
                for k in block(cursor, bits(row)):
                    verbs.offer_place(cursor, i, kth_bit(row, k), y)
        if is_done(cursor):
            return


@compiled
def offer_commands(state: State, tables: Tables, side: int, cursor: Cursor) -> None:
    """Every set of Captains that may command."""
    for k in block(cursor, commands(state, tables, side)):
        if verbs.offer_command(cursor):
            add_captains(state, tables, side, k, current(cursor))


@compiled
def offer_moves(state: State, tables: Tables, side: int, cursor: Cursor) -> None:
    """Every move."""
    for i in own(tables, side):
        if is_done(cursor):
            return
        if is_free_to_act(state, i):
            ends = reach(state, tables, i)
            for k in block(cursor, size(ends)):
                across, up = kth_square(ends, k)
                verbs.offer_move(cursor, i, state.units[i].x + across, state.units[i].y + up)


@compiled
def offer_shots(state: State, tables: Tables, side: int, cursor: Cursor) -> None:
    """Every lawful aim, or, when it is time for them, every lawful attack."""
    attacks = state.phase == ATTACK
    for i in own(tables, side):
        if is_done(cursor):
            return
        if in_play(state, i) and (attacks or is_free_to_act(state, i)):
            unit, far = state.units[i], type_of(state, tables, i).range
            for j in enemies(tables, side):
                if is_near(state, j, unit.x, unit.y, far):
                    if attacks and may_attack(state, tables, i, j) == LAWFUL:
                        verbs.offer_attack(cursor, i, j)
                    elif not attacks and can_fire_at(state, tables, i, j) == LAWFUL:
                        verbs.offer_aim(cursor, i, j)


@compiled
def proposal_count(state: State, tables: Tables, slot: int) -> int:
    """How long the list of `propose` is: to move, longer than the menu."""
    if state.phase != MOVE:
        return int(menu_size(state, tables, slot))
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
        choice.verb = verbs.COMMAND
        add_captains(state, tables, side, k - 2, choice)
    return True


@compiled
def is_free_to_act(state: State, i: int) -> bool:
    """On the board, with no movement action taken."""
    return in_play(state, i) and state.units[i].did == 0


@compiled
def own(tables: Tables, side: int) -> Any:
    """The units of a side."""
    return range(side * SIDE, side * SIDE + tables.sides[side].pieces)


@rule("TTT-6.11", "TTT-6.4")
def default_choice(state: State, tables: Tables, slot: int, choice: Choice) -> None:
    """A side that does not answer does the least: it passes where it may."""
    if state.phase == MOVE:
        verbs.write_end_move(choice)
    elif state.phase == ATTACK:
        verbs.write_end_turn(choice)
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
def add_captains(state: State, tables: Tables, side: int, k: int, choice: Choice) -> None:
    """List the k-th set: bit n of k + 1 stands for the n-th Captain."""
    captain = 0
    for i in own(tables, side):
        if in_play(state, i) and can(state, tables, i, COMMAND):
            if ((k + 1) >> captain) & 1:
                verbs.add_to_captains(choice, i)
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
def add_pick(tables: Tables, side: int, k: int, choice: Choice) -> None:
    """List the k-th pick: the mission's preset first; it changes places with the pick that would be first by number."""
    force = tables.sides[side]
    ways = force.ways
    preset = rank(tables, side)
    if k == 0 or k == preset:
        k = preset - k
    left = force.picks
    for piece in range(tables.types):
        taken = 0
        while k >= ways[piece + 1, left - taken]:
            k -= ways[piece + 1, left - taken]
            taken += 1
        for _ in range(taken):
            verbs.add_to_types(choice, piece)
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
