"""What a player looks over before choosing: the line to a square, and where the enemy can hit next turn.

No rule stands here: reach, sight, the attack and its dice are those of play, on the state that the player may see.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from ...core.chance.distribution import chance
from ...core.dice import live
from ...core.engine.record import Array
from ...core.errors import BadNotation, UnknownName
from ...core.game import Setting
from ...core.percent import chance_float
from ...core.protocol.choices import new_choices
from ...core.protocol.events import new_log
from ...core.protocol.refusals import LAWFUL
from ...core.protocol.scene import Sight, Threat
from ...core.run import apply
from ...core.space.grid import squares
from ...core.space.squares import Square, square_name
from . import choices as verbs
from .lookup import distance
from .names import names as names_of
from .odds.tables import Table, is_eliminated, ready_attack, volley
from .rules.attack import attacks_of, can_fire_at, is_medic_near, lowest_face
from .rules.movement import can_reach, reach
from .rules.pieces import can, in_play, put_on_board, side_of_unit, take_off_square, type_of
from .rules.sight import line
from .rules.turn import begin_turn, end_turn
from .rules.verify import may_act, may_aim
from .state import ATTACK, MOVE, OVER, PLACE, READY
from .tables import BLAST, INDIRECT, LOW_PROFILE, REACH, SIDE


def sight(setting: Setting, states: Array, unit: str, x: int, y: int) -> Sight:
    """The line of sight from a piece on the board to a square of it, with what blocks it.

    Raises:
        UnknownName: no such piece is on the board.
        BadNotation: no such square is on it.
    """
    i, ground = _on_board(setting, states, unit), setting.content.map
    if (x, y) not in ground:
        raise BadNotation(f"{square_name((x, y))} is not on the board, which is {ground.width} by {ground.height}")
    start = _square(states, i)
    cells, walls = line(setting.tables[0], start, (x, y))
    found, clause = "clear", "TTT-2.11"
    if not ground.is_open((x, y)):
        walls = walls or [(x, y)]
    if len(walls) == 1:
        found, clause = f"blocked by the wall at {square_name(walls[0])}", "TTT-2.14"
    elif walls:
        found, clause = f"blocked at a corner by the walls at {' and '.join(map(square_name, walls))}", "TTT-2.15"
    away, piece = distance(*start, x, y), type_of(states[0], setting.tables[0], i)
    who = names_of(setting, states).unit_title(unit)
    says = f"{who}, {square_name(start)} to {square_name((x, y))}: {found}, distance {away}, Range {piece.range}"
    if walls and can(states[0], setting.tables[0], i, INDIRECT):
        says += "; it fires without line of sight (TTT-4.17)"
    return Sight(not walls, tuple(cells), walls[0] if walls else None, f"{says} ({clause})", clause)


def _on_board(setting: Setting, states: Array, unit: str) -> int:
    names = names_of(setting, states)
    standing = [name for name, i in names.numbers.items() if in_play(states[0], i)]
    if unit not in standing:
        raise UnknownName("piece on the board", unit, standing)
    return names.find_unit(unit)


def _square(states: Array, i: int) -> Square:
    return int(states[0].units[i].x), int(states[0].units[i].y)


def threats(setting: Setting, states: Array, slot: int, unit: str = "") -> tuple[Threat, ...]:
    """Every square on which an enemy piece could take out a piece of this player in the enemy's coming turn.

    Each enemy by itself, the others staying where they are: it aims and attacks from where it stands if it can, else
    from a square it can move to, with all the attacks of its turn. A square with a piece of the player's is about that
    piece; on every other free square `unit` is taken to stand, or where none is named the piece most easily hit.

    Raises:
        UnknownName: no such piece is on the board.
        BadNotation: it is an enemy.
    """
    side = slot ^ int(states[0].swapped)
    mine, tables = [i for i in range(side * SIDE, (side + 1) * SIDE) if in_play(states[0], i)], setting.tables[0]
    turn = coming_turn(setting, states, side)
    if not mine or turn[0].phase not in (MOVE, ATTACK):
        return ()
    easiest = min(mine, key=lambda i: (can(states[0], tables, i, LOW_PROFILE), type_of(states[0], tables, i).tbh, i))
    guest = _on_board(setting, states, unit) if unit else easiest
    if guest not in mine:
        title = names_of(setting, states).unit_title(unit)
        raise BadNotation(
            f"{title} is no piece of {setting.slots[slot].capitalize()}: name one that the enemy could hit"
        )
    outlook = ThreatMap(setting, turn, guest)
    return tuple(sorted(outlook.threats(mine), key=lambda found: (found.y, found.x, -found.chance)))


def coming_turn(setting: Setting, states: Array, side: int) -> Array:
    """The turn of the enemy of a side as it begins, or what is left of it where it has begun."""
    turn, log = states.copy(), new_log()
    state, tables = turn[0], setting.tables[0]
    if state.phase in (MOVE, ATTACK) and state.side == side:
        end_turn(state, tables, log[0])
    elif state.phase in (PLACE, READY):
        state.side = 1 - side
        begin_turn(state, tables, log[0])
    return turn


NO_PIECE = Fraction(0)


class Foe(NamedTuple):
    """An enemy piece: where it stands, how far it fires, and the squares it can move to."""

    unit: int
    start: Square
    range: int
    posts: tuple[Square, ...]


class ThreatMap:
    """The enemy's coming turn, with one piece, the guest, thought to stand on one square after another."""

    def __init__(self, setting: Setting, turn: Array, guest: int) -> None:
        self.setting, self.tables, self.turn, self.guest = setting, setting.tables[0], turn.copy(), guest
        self.names, self.log = names_of(setting, turn), new_log()
        self.guest_square = self.home = _square(turn, guest)
        self.foes = self._foes(1 - side_of_unit(guest))
        self.states_after: dict[tuple[int, Square], Array | None] = {}
        self.chances: dict[tuple[object, ...], Fraction] = {}

    def _foes(self, side: int) -> list[Foe]:
        """The enemies, with all the squares that they could move to if the guest stood nowhere."""
        state, tables, found = self.turn[0], self.tables, []
        take_off_square(state, self.guest)
        for i in range(side * SIDE, (side + 1) * SIDE):
            if in_play(state, i):
                may_move = state.phase == MOVE and may_act(state, i) == LAWFUL
                start = _square(self.turn, i)
                posts = squares(reach(state, tables, i), *start) if may_move else []
                found.append(Foe(i, start, int(type_of(state, tables, i).range), tuple(posts)))
        put_on_board(state, self.guest, *self.home)
        return found

    def threats(self, mine: list[int]) -> Iterator[Threat]:
        """Every threat to the pieces in `mine` where they stand, and to the guest on every other free square."""
        taken, foes = {_square(self.turn, i): i for i in mine}, {foe.start for foe in self.foes}
        for at in sorted(self.setting.content.map.open_squares() - foes):
            j = taken.get(at, self.guest)
            self.guest_square = at if j == self.guest else self.home
            self._place_guest(self.turn)
            for foe in self.foes:
                p = self._chance(foe, j, at)
                if p:
                    of = f"takes out {self.names.unit_title(self.names.unit(j))}"
                    yield Threat(at[0], at[1], self.names.unit(foe.unit), of, str(p), chance_float(p))

    def _place_guest(self, states: Array) -> None:
        """Put the guest where it is thought to stand."""
        take_off_square(states[0], self.guest)
        put_on_board(states[0], self.guest, *self.guest_square)

    def _chance(self, foe: Foe, j: int, at: Square) -> Fraction:
        """The best that an enemy can do to a unit on a square. Only what no Range can span is not asked about."""
        if distance(*foe.start, *at) <= foe.range and can_fire_at(self.turn[0], self.tables, foe.unit, j) == LAWFUL:
            return self._fire(self.turn, foe.unit, j)
        if distance(*foe.start, *at) <= foe.range + REACH:
            for away, post in sorted((distance(*post, *at), post) for post in foe.posts):
                states = self._after_move(foe, post) if away <= foe.range else None
                if states is not None and can_fire_at(states[0], self.tables, foe.unit, j) == LAWFUL:
                    return self._fire(states, foe.unit, j)
        return NO_PIECE

    def _after_move(self, foe: Foe, post: Square) -> Array | None:
        """The turn after an enemy's move, the guest being where it is now; None if it cannot go there and attack."""
        i, now = foe.unit, self.turn[0]
        if self.guest_square in foe.posts and (self.guest_square == post or not can_reach(now, self.tables, i, *post)):
            return None
        if (i, post) not in self.states_after:
            states, choices = self.turn.copy(), new_choices()
            choice = choices[int(now.side) ^ int(now.swapped)]
            choice.verb, choice.unit, choice.x, choice.y = verbs.MOVE, i, *post
            self.log[0].count = 0
            apply(states[0], self.tables, choices, live(0)[0], self.log[0])
            there = states[0].phase != OVER and in_play(states[0], i)
            self.states_after[i, post] = states if there else None
        moved = self.states_after[i, post]
        if moved is not None:
            self._place_guest(moved)
        return moved

    def _fire(self, states: Array, i: int, j: int) -> Fraction:
        """The chance that all an enemy has to fire this turn takes a unit out; one that has not moved aims first.

        Equal rolls have equal chances: the dice are run once for each kind of roll.
        """
        unit, state, tables = states[0].units[i], states[0], self.tables
        aims = state.phase == MOVE and may_aim(state, tables, i, j) == LAWFUL
        self.log[0].count = 0
        least = lowest_face(state, tables, self.log[0], i, j, False)
        left = (int(unit.attacks), int(unit.fired), int(unit.fired_twice))
        key: tuple[object, ...] = (least, aims, is_medic_near(state, tables, j), *left)
        if can(state, tables, i, BLAST) and attacks_of(state, tables, i) > 1:
            key += (i, j, _square(states, j))  # what else the first one hits may count: a Medic beside the target
        if key not in self.chances:
            table = Table(self.setting, states)
            front = volley(table, ready_attack(table, j, [i] if aims else []), [i], j)
            self.chances[key] = chance(front, states, lambda now: is_eliminated(now, j))
        return self.chances[key]
