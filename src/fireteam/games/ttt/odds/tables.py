"""Tables made for a question, and what is done on them: the playing rules, run over every outcome of their dice."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from ....core.chance.answers import events_of, modifier_answer
from ....core.chance.distribution import Front, certain, follow, records
from ....core.engine.dispatch import to_act, verify
from ....core.engine.record import Array
from ....core.errors import BadQuestion, UnknownName
from ....core.game import Game, Setting
from ....core.protocol.choices import choices_with, encode, parse
from ....core.slot_choices import refusal_of
from ....core.space.squares import square_name
from ..content import load
from ..events import Attacked
from ..lookup import distance
from ..position import parse_position
from ..rules.attack import renew_attacks
from ..state import IN_PLAY
from ..tables import OVERLAP

FIELD = 10
CENTRE = (4, 4)
AROUND = [(4, 5), (5, 4), (4, 3), (3, 4)]


class Table(NamedTuple):
    """A position made for a question: the match, the state, and the pieces by the order they were asked for."""

    setting: Setting
    states: Array

    def name(self, i: int) -> str:
        """The name of a unit."""
        return self.setting.game.names(self.setting, self.states).unit(i)


def read_line(made: Setting, states: Array, line: str) -> Array:
    """A line of notation as the choices of whoever acts.

    Raises:
        BadQuestion: the rules refuse it.
    """
    slot = acting_slot(states)
    value = parse(line, made.game.verbs)
    reason = refusal_of(made, states, slot, value)
    if reason is not None:
        raise BadQuestion(f"{line}: {reason}")
    return choices_with(slot, encode(value, made.game.verbs, made.game.names(made, states)))


def acting_slot(states: Array) -> int:
    """The player who owes a choice, the one listed first if both do; the side on turn where nobody does."""
    owing = int(to_act(states[0]))
    return (owing & -owing).bit_length() - 1 if owing else int(states[0].side) ^ int(states[0].swapped)


def lawful_choices(made: Setting, states: Array, line: str) -> Array | None:
    """The choices of a line if it is lawful now."""
    slot = acting_slot(states)
    value = parse(line, made.game.verbs)
    choices = choices_with(slot, encode(value, made.game.verbs, made.game.names(made, states)))
    code = verify(states[0], made.tables[0], slot, choices[slot])[0]
    return choices if code == 0 else None


def apply_to_all(made: Setting, front: Front, line: str, like: Array) -> Front:
    """Make a choice in every state where it is lawful."""
    return follow(front, like, made.tables, lambda states: lawful_choices(made, states, line))


def is_eliminated(states: Array, i: int) -> bool:
    """Whether a unit is off the board."""
    return bool(states[0].units[i].status != IN_PLAY)


def modifiers(made: Setting, states: Array, line: str) -> list[dict[str, Any]]:
    """The modifiers of an attack, as the log gives them."""
    return modifier_answer(events_of(Attacked, made, states, read_line(made, states, line))[0].modifiers)


# --- tables made for a question ---------------------------------------------------------------------------------


def table_of(game: Game, line: str) -> Table:
    """The table of a position line."""
    made, states = game.read_position(line)
    return Table(made, states)


def line_up(
    game: Game,
    attackers: Sequence[str],
    targets: Sequence[str],
    grounds: Sequence[Sequence[str]],
    friends: Sequence[str] = (),
    others: Sequence[str] = (),
    aims: int = 0,
) -> Table:
    """An open field on which every attacker of side 1 can attack every target of side 2.

    `grounds` are the terrains of each target's square. `friends` (a spotter) have the targets in Range too; `others`
    (a Medic) stand two squares from the first target. Where somebody's blast goes round a target, the others keep clear
    of it as far as they can. With `aims`, so many movement actions come before the attacks.

    Raises:
        BadQuestion: there is no room for that.
    """
    sheet = load().sheet()
    if not targets or not attackers:
        raise BadQuestion("name at least one attacker and one target")
    if len(targets) > len(AROUND):
        raise BadQuestion(f"at most {len(AROUND)} targets stand in reach of everybody; ask with a position")
    squares = [CENTRE] if len(targets) == 1 else AROUND[: len(targets)]
    low = any("low_profile" in sheet[target].abilities for target in targets)
    clear = any("blast" in sheet[attacker].abilities for attacker in attackers)
    shooters = [*attackers, *friends]
    taken = set(squares)
    places: dict[int, tuple[int, int]] = {}
    for n in sorted(range(len(shooters)), key=lambda n: sheet[shooters[n]].range):
        least = 2 if "indirect" in sheet[shooters[n]].abilities else 1
        most = min(sheet[shooters[n]].range, 2) if low and n < len(attackers) else sheet[shooters[n]].range
        places[n] = _free(taken, shooters[n], squares, least, most, clear)
    beside = [_free(taken, other, squares[:1], 2, 2) for other in others]
    side_1 = [f"{type}@{square_name(places[n])}" for n, type in enumerate(shooters)]
    side_2 = [f"{type}@{square_name(at)}" for type, at in zip([*targets, *others], [*squares, *beside], strict=True)]
    phase = "move" if aims else "attack"
    table = Table(*parse_position(game, f"@plain_10 - {phase} 1 1 {aims} {','.join(side_1)} {','.join(side_2)} -"))
    renew_attacks(table.states[0], table.setting.tables[0])
    for square, ground in zip(squares, grounds, strict=True):
        lay_ground(table.setting, square, ground)
    return table


def _free(
    taken: set[tuple[int, int]],
    type: str,
    squares: Sequence[tuple[int, int]],
    least: int,
    most: int,
    clear: bool = False,
) -> tuple[int, int]:
    """The free square nearest to the centre at such distances from all of these squares, for one more piece.

    To keep `clear`, one that is beside none of them is better.
    """
    field = sorted(((x, y) for x in range(FIELD) for y in range(FIELD)), key=lambda at: distance(at[0], at[1], *CENTRE))
    if clear:
        beside = {(x, y) for x, y in field for square in squares if distance(x, y, *square) == 1}
        field.sort(key=lambda at: at in beside)
    for at in field:
        if at not in taken and all(least <= distance(x, y, *at) <= most for x, y in squares):
            taken.add(at)
            return at
    raise BadQuestion(f"no square from which a {type} reaches all of that; ask with a position")


def lay_ground(made: Setting, square: tuple[int, int], terrains: Sequence[str]) -> None:
    """Put terrains on a square of a table made for a question."""
    known = list(made.content.files.terrain)
    for terrain in terrains:
        if terrain not in known:
            raise UnknownName("terrain", terrain, known)
    numbers = [known.index(terrain) for terrain in terrains if terrain != "plain"]
    tables = made.tables[0]
    if len(numbers) > OVERLAP:
        raise BadQuestion(f"at most {OVERLAP} terrains on one square")
    new = max(int(tables.ground[y, x]) for y in range(FIELD) for x in range(FIELD)) + 1
    tables.grounds[new].n = len(numbers)
    tables.grounds[new].terrains[: len(numbers)] = numbers
    tables.ground[square[1], square[0]] = new


def ready_attack(table: Table, target: int, aiming: Sequence[int] = ()) -> Front:
    """The moment before the first attack: the pieces in `aiming` have aimed at the target, the moves have ended."""
    made, states = table
    front = certain(states)
    for i in aiming:
        front = apply_to_all(made, front, f"aim {table.name(i)} {table.name(target)}", states)
    return apply_to_all(made, front, "end_move", states)


def volley(table: Table, front: Front, shooters: Iterable[int], target: int) -> Front:
    """All that these pieces can fire at one target this turn: each in turn, while it has attacks and a target."""
    for i in shooters:
        before = None
        while front != before:
            line = f"attack {table.name(i)} {table.name(target)}"
            before, front = front, apply_to_all(table.setting, front, line, table.states)
    return front


def all_modifiers(table: Table, front: Front, shooters: Iterable[int], target: int) -> dict[str, Any]:
    """The modifiers of each shooter's attack as things stand before the first; who cannot attack is left out."""
    states, _ = next(records(front, table.states))
    found = {}
    for i in shooters:
        line = f"attack {table.name(i)} {table.name(target)}"
        if lawful_choices(table.setting, states, line) is not None:
            found[table.name(i)] = modifiers(table.setting, states, line)
    return found
