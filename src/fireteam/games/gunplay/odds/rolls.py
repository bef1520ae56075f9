"""Tests by their numbers: ladders, initiative, activations, nerve and toughness (section 26)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from ....core.chance.answers import chance_answer, mean_answer
from ....core.chance.spread import Spread
from ....core.game import Game
from ....core.protocol.questions import question
from ..rules.difficulty import good_faces, shift_level
from ..rules.nerve import nerve_shift
from ..state import FORCED, ROLL_INITIATIVE, SHOT, TEST, TOUGHNESS
from ..tables import EASY, LEVELS
from .duel import ACTOR, FOE, Duel, chance_down, new_duel
from .parts import (
    Actor,
    ActorsPart,
    BaseName,
    Extended,
    Leader,
    Markers,
    Modifier,
    Nerve,
    Shift,
    Shot,
    Tough,
    Wounds,
)

KEEPS, PASSES, ONE, FLINCHES = "keep2", "pass2", "pass1", "flinch"
GAMBLE = (KEEPS, PASSES, ONE, FLINCHES)


@question("a level after its shifts, and the chance of a test at it", example="base=Hard shift=-1 mod=1 ext=true")
def ladder(
    game: Game, base: BaseName = "Moderate", shift: Shift = 0, mod: Modifier = 0, ext: Extended = False
) -> dict[str, Any]:
    """The final level, and the chance of success (GUN-2.3, GUN-2.12)."""
    duel = new_duel({"extra_difficulties": int(ext)})
    level = int(shift_level(LEVELS.index(base), shift, ext))
    return {"level": LEVELS[level], "success": chance_answer(face_share(duel, level, mod))}


def face_share(duel: Duel, level: int, modifiers: int) -> Fraction:
    """The share of faces that succeed."""
    return Fraction(int(good_faces(duel.table, level, modifiers)), int(duel.table.constants.die))


@question("who gets the initiative", example="leader_a=1")
def initiative(game: Game, leader_a: Leader = 0, leader_b: Leader = 0) -> dict[str, Any]:
    """The chance of side A, and of equal totals in one roll (GUN-6.2, GUN-6.3)."""
    duel = new_duel({}, leads=bool(leader_a), foe=("Leader",) if leader_b else ())
    duel.state.phase = ROLL_INITIATIVE
    once = duel.run(lambda state: True)
    tie = once.chance(lambda raw: duel.at(raw).state.phase == ROLL_INITIATIVE)
    wins = once.chance(lambda raw: duel.at(raw).state.phase != ROLL_INITIATIVE and duel.at(raw).state.holder == 0)
    return {"a_wins": chance_answer(wins / (1 - tie)), "tie_per_roll": chance_answer(tie)}


def gamble_of(duel: Duel) -> Spread[str]:
    """What the Activation test of the actor gives: two actions and the initiative kept or passed, one, or flinching."""
    duel = duel.copy()
    duel.state.phase, duel.state.active = TEST, ACTOR + 1
    return duel.run(lambda state: state.phase != TEST).by(lambda raw: outcome_of_test(duel.at(raw).state))


def outcome_of_test(state: Any) -> str:
    """What an Activation test has given (GUN-11.3 to GUN-11.7)."""
    if state.phase == FORCED:
        return FLINCHES
    return KEEPS if state.keeps else PASSES if state.actions > 1 else ONE


@question("an Activation test", example="nerve=1 markers=2 wounds=1")
def activation(game: Game, actor: Actor) -> dict[str, Any]:
    """Two actions, the initiative kept or passed; one action; or a flinch action (GUN-11.3 to GUN-11.6)."""
    found = gamble_of(new_duel({"activations": 1, "flinch": 1}, actor))
    return {name: chance_answer(found.get(name, Fraction(0))) for name in GAMBLE}


@question("a Flinch test of its own", example="markers=3 wounds=1")
def flinch(
    game: Game, markers: Markers = 0, wounds: Wounds = 0, nerve: Nerve = 0, ext: Extended = False
) -> dict[str, Any]:
    """The level, and the chance to fail: the first action is then the flinch action (GUN-12.9)."""
    duel = new_duel({"flinch": 1, "extra_difficulties": int(ext)}, Actor(nerve=nerve, markers=markers, wounds=wounds))
    duel.state.phase, duel.state.active = TEST, ACTOR + 1
    fails = duel.run(lambda state: state.phase != TEST).chance(lambda raw: duel.at(raw).state.phase == FORCED)
    level = shift_level(EASY, nerve_shift(duel.table, None, ACTOR), ext)
    return {"level": LEVELS[int(level)], "fail": chance_answer(fails)}


@question("characters activated in a row before the initiative passes", example='chars=[{"nerve":1},{},{}]')
def chain(game: Game, chars: ActorsPart) -> dict[str, Any]:
    """The chance of each number of characters, and the mean: passing Hard keeps the initiative (GUN-11.3)."""
    keeps = [gamble_of(new_duel({"activations": 1, "flinch": 1}, actor)).get(KEEPS, Fraction(0)) for actor in chars]
    ends, so_far = dict[int, Fraction](), Fraction(1)
    for n, keep in enumerate(keeps, 1):
        ends[n] = so_far * (1 - keep) if n < len(keeps) else so_far
        so_far *= keep
    lengths = Spread(ends)
    chances = {f"p{n}": chance_answer(p) for n, p in lengths.items()}
    return {**chances, "expected": mean_answer(lengths.mean(lambda n: n))}


@question("a Toughness test; wounds with those of the hit", example="wounds=2 tough=1")
def toughness(game: Game, wounds: Wounds = 1, tough: Tough = 0, ext: Extended = False) -> dict[str, Any]:
    """The chance to go Down (GUN-9.2, GUN-9.5)."""
    duel = new_duel({"extra_difficulties": int(ext)}, Actor(wounds=wounds), tough)
    duel.state.active = FOE + 1
    duel.shoot(SHOT, FOE, ACTOR, Shot(shots=1))
    duel.state.attack.stage, duel.state.attack.shots = TOUGHNESS, 0
    return {"down": chance_answer(chance_down(duel.run(lambda state: not state.attack.kind), duel, ACTOR))}
