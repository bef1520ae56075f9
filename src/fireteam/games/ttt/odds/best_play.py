"""`fireteam odds ttt`: best play. `sim/solve.py` searches; here stands where a search ends and what that is worth."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Annotated, Any

from ....core.chance.answers import mean_answer
from ....core.chance.distribution import outcomes_of, records
from ....core.chance.spread import Spread
from ....core.engine.record import Array
from ....core.errors import BadQuestion
from ....core.game import Game, Search, Setting, Solution
from ....core.protocol.choices import notation
from ....core.protocol.questions import FractionPart, ListPart, NumberPart, PartKind, question
from ....core.space.squares import square_at, square_name
from .. import choices as verbs
from ..rules.attack import renew_attacks
from ..state import ATTACK, MOVE, OVER
from ..tables import ENTER, SIDE
from .parts import Attackers, Board, Position, Terrains, pieces_part
from .tables import Table, is_eliminated, line_up, read_line, table_of

ENTRANCES = 20  # zones that no mission of a bare board uses


Targets = Annotated[Sequence[str], pieces_part("piece types, all in range")]


@question(
    "the distribution of eliminations in an attack phase",
    example="attackers=berserker targets=rifleman,rifleman,rifleman",
)
def kills(game: Game, attackers: Attackers, targets: Targets, on: Terrains = ()) -> Search:
    """The distribution of eliminations when each attack is chosen, after seeing the last, for the most of them."""
    return _best(game, attackers, targets, on, "distribution")


@question(
    "the greatest expected number of eliminations in an attack phase",
    example="attackers=rifleman,bazooka targets=recon,guard",
)
def best(
    game: Game, attackers: Attackers = (), targets: Targets = (), on: Terrains = (), position: Position = ""
) -> Search:
    """The greatest expected number of eliminations in one attack phase, each attack chosen after seeing the last."""
    if position:
        return _search_phase(table_of(game, position), "mean")
    return _best(game, attackers, targets, on, "mean")


def _best(
    game: Game, attackers: Sequence[str], targets: Sequence[str], on: Sequence[Sequence[str]], tell: str
) -> Search:
    grounds = [*on] * len(targets) if len(on) == 1 else on or [()] * len(targets)
    if len(grounds) != len(targets):
        raise BadQuestion(f"`on` names one terrain, or one for each of the {len(targets)} targets")
    return _search_phase(line_up(game, attackers, targets, grounds), tell)


def _search_phase(table: Table, tell: str) -> Search:
    """Best play of the acting side in its attack phase, for eliminations."""
    made, states = table
    side = int(states[0].side)
    enemies = range((1 - side) * SIDE, (2 - side) * SIDE)
    standing = [i for i in enemies if not is_eliminated(states, i)]

    def gone(now: Array) -> int:
        return sum(is_eliminated(now, i) for i in standing)

    def value(now: Array) -> Fraction | None:
        at = now[0]
        done = at.phase == OVER or (at.phase != ATTACK and at.phase != MOVE) or at.side != side
        return Fraction(gone(now)) if done else None

    def describe_line(solution: Solution) -> dict[str, Any]:
        first = [notation(choice) for choice in solution.best(states)]
        if tell == "mean":
            return mean_answer(solution.value, best=first)
        shares = Spread.merge((gone(now), p) for now, p in records(solution.best_outcomes(states), states))
        return {
            "distribution": {str(n): str(p) for n, p in sorted(shares.items())},
            "mean": mean_answer(solution.value),
        }

    return Search(made, states, side ^ int(states[0].swapped), value, describe_line)


@question("perfect play to the end", example="board=mini_b side_1=recon@a1 side_2=shot_gun@c3 turns=2")
def endgame(
    game: Game,
    board: Board,
    side_1: Annotated[Sequence[str], ListPart("pieces, such as rifleman@a1")],
    side_2: Annotated[Sequence[str], ListPart("pieces")],
    turns: Annotated[int, NumberPart("turns of both sides together", 1, 40)],
    draw: Annotated[Fraction, FractionPart("what side 1 gets when they are used up")] = Fraction(1, 2),
    to_move: Annotated[int, NumberPart("1 or 2", 1, 2)] = 1,
    enter_1: Annotated[str, PartKind("a square that wins for side 1")] = "",
    enter_2: Annotated[str, PartKind("a square that wins for side 2")] = "",
) -> Search:
    """The score of side 1 when both play perfectly for so many turns, counted for both sides together.

    Pieces are `rifleman@a1,...`. `enter_1` is a square that wins for side 1 when one of its pieces ends a move there.
    """
    line = f"@{board} - move {to_move} 1 1 {','.join(side_1)} {','.join(side_2)} -"
    table = table_of(game, line)
    made, states = table
    for k, square in enumerate((enter_1, enter_2)):
        if square:
            _enter_zone(made, k, square)
    renew_attacks(states[0], made.tables[0])

    def value(now: Array) -> Fraction | None:
        at = now[0]
        if at.phase == OVER:
            return Fraction(int(at.winner == 1)) if at.winner in (1, 2) else draw
        played = 2 * (int(at.round_number) - 1) + int(at.side) - (to_move - 1)
        return draw if played >= turns else None

    def describe_line(solution: Solution) -> dict[str, Any]:
        return mean_answer(solution.value, best=movements(made, states, solution), positions=solution.states)

    return Search(made, states, 0, value, describe_line)


def _enter_zone(made: Setting, side: int, square: str) -> None:
    """Give a side the objective to enter a square that is the other's bunker.

    Raises:
        BadQuestion: nobody can enter it.
    """
    x, y = at = square_at(square)
    if not made.content.map.is_open(at):
        raise BadQuestion(f"{square} is no open square of that board: nobody can enter it")
    tables = made.tables[0]
    n = ENTRANCES + side
    tables.zones[n].rows[y] |= tables.zones[n].rows.dtype.type(1 << x)
    tables.sides[side].objective, tables.sides[side].zone = ENTER, n
    for row in range(len(tables.bunkers[1 - side].rows)):
        tables.bunkers[1 - side].rows[row] = tables.zones[n].rows[row]


def movements(made: Setting, states: Array, solution: Solution) -> list[str]:
    """Every first movement choice that keeps the value: a move, an aim, `pass`; a command with what it moves."""
    found: list[str] = []
    for choice in solution.best(states):
        if isinstance(choice, verbs.Command):
            after = next(records(outcomes_of(states, made.tables, read_line(made, states, notation(choice))), states))[
                0
            ]
            found += [f"command: {rest}" for rest in _orders(made, after, solution)]
        else:
            found.append(movement(made, states, choice))
    return list(dict.fromkeys(found))


def _orders(made: Setting, states: Array, solution: Solution) -> list[str]:
    """The movement actions of a commanded turn, one line for each way to keep the value."""
    if states[0].phase != MOVE:
        return [""]
    found = []
    for choice in solution.best(states):
        if isinstance(choice, (verbs.EndMove, verbs.EndTurn)):
            found.append("")
            continue
        after = next(records(outcomes_of(states, made.tables, read_line(made, states, notation(choice))), states))[0]
        for rest in _orders(made, after, solution):
            found.append(", ".join(filter(None, (movement(made, states, choice), rest))))
    return list(dict.fromkeys(found))


def movement(made: Setting, states: Array, choice: Any) -> str:
    """`rifleman a1-a3`, `rifleman b1 aims m_gunner c3`, or `pass`."""
    if isinstance(choice, (verbs.EndMove, verbs.EndTurn)):
        return "pass"
    names = made.game.names(made, states)

    def where(name: str) -> str:
        unit = states[0].units[names.find_unit(name)]
        return f"{name.split('.')[1]} {square_name((int(unit.x), int(unit.y)))}"

    if isinstance(choice, verbs.Move):
        return f"{where(choice.piece)}-{choice.to}"
    return f"{where(choice.piece)} aims {where(choice.target)}"
