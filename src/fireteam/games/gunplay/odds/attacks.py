"""Shots, fights and parting attacks by their numbers (section 26)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from ....core.chance.answers import chance_answer, mean_answer
from ....core.chance.spread import Spread
from ....core.game import Game
from ....core.protocol.questions import question
from ..state import COUNTER, FIGHT, PARTING_ATTACK, SHOT
from .duel import ACTOR, FOE, TOUGHNESSES, Duel, Hit, certain, chance_down, new_duel
from .parts import BASIC_HITS, PLAIN_FIGHTER, Actor, Fighter, FighterPart, FightersPart, Hits, Shot


@question("the shots of one action at one target", example="level=Hard damage=2 ext=true solid=true xd=true xt=true")
def shoot(game: Game, shot: Shot) -> dict[str, Any]:
    """How it ends for the target: Down, Up and hit, or not hit; hits, markers and wounds in the mean."""
    duel = new_duel({"flinch": 1, **shot.hits.options}, Actor(wounds=shot.wounds), shot.tough)
    duel.state.active = FOE + 1
    duel.shoot(SHOT, FOE, ACTOR, shot)
    ends = duel.run_attack()

    def target(end: tuple[Hit, bytes]) -> Any:
        return duel.at(end[1]).state.characters[ACTOR]

    down = ends.chance(lambda end: duel.at(end[1]).is_down(ACTOR))
    missed = ends.chance(lambda end: end[0] == Hit())
    if_up = ends.mean(lambda end: 0 if duel.at(end[1]).is_down(ACTOR) else int(target(end).wounds))
    return {
        "down": chance_answer(down),
        "up_hit": chance_answer(1 - down - missed),
        "no_hit": chance_answer(missed),
        "exp_glancing": mean_answer(ends.mean(lambda end: end[0].glancing)),
        "exp_solid": mean_answer(ends.mean(lambda end: end[0].solid)),
        "exp_markers_left": mean_answer(ends.mean(lambda end: int(target(end).markers))),
        "exp_wounds_if_up": mean_answer(if_up / (1 - down) if down < 1 else Fraction(0)),
    }


@question("an attack in close combat, and the counter-attack to a miss", example='a={"shift":1} d={"wounds":1}')
def fight(
    game: Game, a: FighterPart = PLAIN_FIGHTER, d: FighterPart = PLAIN_FIGHTER, hits: Hits = BASIC_HITS
) -> dict[str, Any]:
    """How it ends for the attacker and the defender (GUN-10.4 to GUN-10.6)."""
    duel = new_duel(hits.options, Actor(wounds=a.wounds), a.tough, TOUGHNESSES[d.tough])
    duel.state.active, duel.state.characters[FOE].wounds = ACTOR + 1, d.wounds
    duel.fight(FIGHT, ACTOR, FOE, a)
    first = duel.run_attack()

    def counter(end: tuple[Hit, bytes]) -> Spread[str]:
        hit, raw = end
        after = duel.at(raw)
        if hit != Hit():
            return Spread.certain("d_down" if after.is_down(FOE) else "d_hit_up")
        after.fight(COUNTER, FOE, ACTOR, d)
        return after.run_attack().by(lambda end: counter_result(duel, *end))

    found = first.then(counter)
    return {
        name: chance_answer(found.get(name, Fraction(0)))
        for name in ("d_down", "d_hit_up", "a_down", "a_hit_up", "nothing")
    }


def counter_result(duel: Duel, hit: Hit, raw: bytes) -> str:
    """How a counter-attack has ended for the attacker."""
    if duel.at(raw).is_down(ACTOR):
        return "a_down"
    return "nothing" if hit == Hit() else "a_hit_up"


@question("the parting attacks on who leaves", example='enemies=[{"mod":1},{"mod":1}]')
def parting(
    game: Game, enemies: FightersPart, leaver: FighterPart = PLAIN_FIGHTER, hits: Hits = BASIC_HITS
) -> dict[str, Any]:
    """The chance that whoever leaves goes Down before it moves (GUN-10.8)."""
    duel = new_duel(hits.options, Actor(wounds=leaver.wounds), leaver.tough)
    duel.state.active = ACTOR + 1
    front = certain(duel)
    for enemy in enemies:

        def attack(raw: bytes, enemy: Fighter = enemy) -> Spread[bytes]:
            now = duel.at(raw)
            if now.is_down(ACTOR):
                return Spread.certain(raw)
            now.fight(PARTING_ATTACK, FOE, ACTOR, enemy)
            return now.run_attack().by(lambda end: end[1])

        front = front.then(attack)
    return {"down": chance_answer(chance_down(front, duel, ACTOR))}
