"""`fireteam odds ttt`: chances, by the playing rules run over every outcome of their dice."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Annotated, Any

from ....core.chance.answers import chance_answer
from ....core.chance.distribution import Front, certain, chance, outcomes_of
from ....core.chance.outcomes import one_step
from ....core.engine.record import Array
from ....core.errors import BadQuestion
from ....core.game import Game
from ....core.protocol.choices import new_choices
from ....core.protocol.questions import FlagPart, NumberPart, PartKind, question
from .. import choices as verbs
from ..setup import setting
from ..state import OVER, SEATS
from ..tables import SIDE
from .parts import SHOT, Aiming, Attackers, Choice, Medic, Piece, Position, Spotted, Terrain, pieces_part
from .tables import (
    Table,
    all_modifiers,
    apply_to_all,
    is_eliminated,
    line_up,
    read_line,
    ready_attack,
    table_of,
    volley,
)

FAR_AWAY = 8
BLAST = 'position="@plain_10 - attack 1 1 0 grenadier@b4+1 rifleman@e4,recon@e5 -"'


@question("one attack by its numbers", example="th=1 tbh=3 terrain_bonus=2 mods=0")
def hit(
    game: Game,
    th: Annotated[int, NumberPart("to-hit bonus")],
    tbh: Annotated[int, NumberPart("to-be-hit score")],
    terrain_bonus: Annotated[int, NumberPart("of the target's square")] = 0,
    mods: Annotated[int, NumberPart("all else that is added to the die")] = 0,
) -> dict[str, Any]:
    """One attack by its numbers alone: TH and modifiers against TBH and a terrain bonus."""
    table = line_up(game, ["rifleman"], ["rifleman"], [["woods"]])
    tables = table.setting.tables[0]
    attacker, target = table.states[0].units[0], table.states[0].units[SIDE]
    attacker.piece, target.piece = 0, 1
    tables.pieces[0].th = th + mods
    tables.pieces[0].range, tables.pieces[0].abilities = FAR_AWAY, 0
    tables.pieces[1].tbh, tables.pieces[1].abilities = tbh, 0
    for terrain in tables.terrains:
        terrain.bonus = terrain_bonus
    ends = outcomes_of(table.states, table.setting.tables, attack_of(0, SIDE))
    return chance_answer(chance(ends, table.states, lambda states: is_eliminated(states, SIDE)))


@question("one attack of a piece on another", example="attacker=sniper target=guard on=woods aim=true")
def duel(
    game: Game,
    attacker: Piece,
    target: Piece,
    on: Terrain = (),
    aim: Annotated[bool, FlagPart("true if it aimed")] = False,
    spot: Spotted = False,
    medic: Medic = False,
) -> dict[str, Any]:
    """One attack of a piece on another."""
    return shots(game, [attacker], target, on, [attacker] if aim else [], spot, medic, attacks=1)


@question(
    "a turn's fire at one target", example="attackers=rifleman,recon,bazooka target=guard on=woods", name="volley"
)
def volley_of(
    game: Game,
    attackers: Attackers,
    target: Piece,
    on: Terrain = (),
    aim: Aiming = (),
    spot: Spotted = False,
    medic: Medic = False,
) -> dict[str, Any]:
    """A turn's fire of several pieces at one target, each while it stands and they have attacks."""
    return shots(game, attackers, target, on, aim, spot, medic)


def shots(
    game: Game,
    attackers: Sequence[str],
    target: str,
    on: Sequence[str],
    aim: Sequence[str],
    spot: bool,
    medic: bool,
    attacks: int = 0,
) -> dict[str, Any]:
    """The chance that a target falls, with the modifiers of each attacker. `attacks`: so many of each, if not 0."""
    aiming = [place(attackers, type) for type in aim]
    friends, others = ["radio_operator"] * spot, ["medic"] * medic
    table = line_up(game, attackers, [target], [on], friends, others, len(aiming))
    firing = range(len(attackers))
    for i in firing:
        table.states[0].units[i].attacks = attacks or table.states[0].units[i].attacks
    front = ready_attack(table, SIDE, aiming)
    falls = chance(volley(table, front, firing, SIDE), table.states, lambda after: is_eliminated(after, SIDE))
    return chance_answer(falls, modifiers=all_modifiers(table, front, firing, SIDE))


def place(shooters: Sequence[str], type: str) -> int:
    """The attacker of a type that aims.

    Raises:
        BadQuestion: none of the attackers is one.
    """
    if type not in shooters:
        raise BadQuestion(f"{type} aims but is none of the attackers")
    return shooters.index(type)


def attack_of(i: int, j: int) -> Array:
    """The first player's attack on a unit."""
    choices = new_choices()
    choices[0].verb, choices[0].unit, choices[0].target = verbs.ATTACK, i, j
    return choices


@question("all that the acting side can fire at one target on a position", example=f"{SHOT} target=2.guard.1")
def fire(
    game: Game, position: Position, target: Annotated[str, PartKind("a piece, such as 2.guard.1")]
) -> dict[str, Any]:
    """The joint odds of everything the acting side can still fire at one target this turn, on a position."""
    table = table_of(game, position)
    side = int(table.states[0].side)
    j = table.setting.game.names(table.setting, table.states).find_unit(target)
    if j < 0 or is_eliminated(table.states, j) or j // SIDE == side:
        raise BadQuestion(f"{target} is no enemy on the board of that position")
    shooters = [i for i in range(side * SIDE, (side + 1) * SIDE) if not is_eliminated(table.states, i)]
    front = ready_attack(table, j)
    why = all_modifiers(table, front, shooters, j)
    ends = volley(table, front, shooters, j)
    others = {table.name(i): str(p) for i, p in losses(table, ends).items() if i != j}
    return chance_answer(
        chance(ends, table.states, lambda after: is_eliminated(after, j)), modifiers=why, others=others
    )


def losses(table: Table, front: Front) -> dict[int, Fraction]:
    """The chance of every piece on the board to be off it, where there is one."""
    standing = [i for i in range(2 * SIDE) if not is_eliminated(table.states, i)]
    chances = {i: chance(front, table.states, lambda after, i=i: is_eliminated(after, i)) for i in standing}  # type: ignore[misc]
    return {i: p for i, p in chances.items() if p}


@question("what a choice does to every piece", example=f'{BLAST} choice="attack 1.grenadier.1 2.rifleman.1"')
def after(game: Game, position: Position, choice: Choice) -> dict[str, Any]:
    """What a choice does: the chance of every piece to leave the board, and of the game's end."""
    table = table_of(game, position)
    ends = outcomes_of(table.states, table.setting.tables, read_line(table.setting, table.states, choice))
    gone = {table.name(i): chance_answer(p) for i, p in losses(table, ends).items()}
    over = chance(ends, table.states, lambda states: bool(states[0].phase == OVER))
    return {"eliminated": gone, "ends the game": chance_answer(over)}


@question("the chance to stand through enemy turns", example="piece=guard attackers=sniper,rifleman aim=sniper turns=3")
def hold(
    game: Game,
    piece: Piece,
    attackers: Attackers,
    on: Terrain = (),
    aim: Annotated[Sequence[str], pieces_part("the one that aims")] = (),
    turns: Annotated[int, NumberPart("enemy turns", 1, 12)] = 3,
) -> dict[str, Any]:
    """The chance that a lone piece stands through so many enemy turns of fire."""
    aiming = [place(attackers, type) for type in aim]
    table = line_up(game, attackers, [piece], [on], aims=1)
    if len(aiming) > 1:
        raise BadQuestion("one piece can aim in a turn")
    front = certain(table.states)
    for _ in range(turns):
        for i in aiming:
            front = apply_to_all(table.setting, front, f"aim {table.name(i)} {table.name(SIDE)}", table.states)
        front = apply_to_all(table.setting, front, "end_move", table.states)
        front = volley(table, front, range(len(attackers)), SIDE)
        for _ in range(2):  # the end of this turn, and of the lone piece's own
            front = apply_to_all(table.setting, front, "end_turn", table.states)
    return chance_answer(chance(front, table.states, lambda now: not is_eliminated(now, SIDE)))


@question("the first roll for the seats decides")
def rolloff(game: Game) -> dict[str, Any]:
    """The chance that the first roll for seats decides."""
    made = setting(game, "besiege_the_bunker")
    ends, _ = one_step(made.opening, made.tables, new_choices(), False)
    return chance_answer(chance(ends, made.opening, lambda states: bool(states[0].phase != SEATS)))
