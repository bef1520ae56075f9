"""Overwatch and whole turns by their numbers (section 26)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple

from ....core.chance.answers import chance_answer, mean_answer
from ....core.chance.spread import Spread
from ....core.game import Game
from ....core.protocol.events import new_log
from ....core.protocol.questions import question
from ..rules.end import clear_attack
from ..rules.reactions import begin_reaction, end_reaction
from ..state import ACT, END_ACTIVATION, REACTION_SHOT, SHOT, SINGLE, TEST
from .duel import ACTOR, FOE, TOUGHNESSES, Duel, certain, chance_down, new_duel
from .parts import (
    PLAIN_ACTOR,
    PLAIN_SHOT,
    PLAIN_WATCHER,
    Activations,
    ActorPart,
    Flinch,
    Shot,
    ShotPart,
    Triggers,
    Watcher,
    WatcherPart,
)


class Watch(NamedTuple):
    """What came of attempts so far: shots, and whether the character has flinched."""

    shots: int = 0
    flinched: bool = False


def watch_duel(char: Watcher, shot: Shot = PLAIN_SHOT) -> Duel:
    """An actor on Overwatch while the foe acts, by the modules of its attempts."""
    options = {"overwatch": 1, "activations": char.activations, "flinch": char.flinch, "extra_difficulties": char.ext}
    duel = new_duel({name: int(on) for name, on in options.items()}, char.actor, foe=TOUGHNESSES[shot.tough])
    duel.state.active = FOE + 1
    duel.state.characters[ACTOR].overwatch, duel.state.characters[FOE].wounds = 1, shot.wounds
    return duel


def attempt(duel: Duel, raw: bytes) -> Spread[bytes]:
    """An attempt to react, as far as the declaration of its shot; nothing by who is not on Overwatch any more."""
    now = duel.at(raw)
    if not now.state.characters[ACTOR].overwatch or now.is_down(FOE):
        return Spread.certain(raw)
    begin_reaction(now.state, now.table, new_log()[0], ACTOR, SINGLE)
    return now.run(lambda state: state.attack.kind or not state.reaction.unit)


@question("a character on Overwatch past triggering actions", example='char={"activations":true} triggers=2')
def overwatch(game: Game, char: WatcherPart = PLAIN_WATCHER, triggers: Triggers = 1) -> dict[str, Any]:
    """How often it fires, and whether it waits still, is activated by firing, or has flinched (GUN-13.25 to 13.43)."""
    duel = watch_duel(char)
    front: Spread[tuple[Watch, bytes]] = Spread.certain((Watch(), duel.states.tobytes()))
    for _ in range(triggers):
        front = front.then(lambda end: attempt(duel, end[1]).by(lambda raw: add_attempt(duel, *end, raw)))

    def character(end: tuple[Watch, bytes]) -> Any:
        return duel.at(end[1]).state.characters[ACTOR]

    shots = front.by(lambda end: end[0].shots)
    return {
        **{f"shots{n}": chance_answer(shots.get(n, Fraction(0))) for n in range(3)},
        "waiting": chance_answer(front.chance(lambda end: character(end).overwatch)),
        "activated": chance_answer(front.chance(lambda end: character(end).activated and not end[0].flinched)),
        "flinched": chance_answer(front.chance(lambda end: end[0].flinched)),
        "expected_shots": mean_answer(shots.mean(lambda n: n)),
    }


def add_attempt(duel: Duel, watch: Watch, before: bytes, after: bytes) -> tuple[Watch, bytes]:
    """What an attempt adds: a shot, whose harm is left aside, or a flinch action."""
    now = duel.at(after)
    if now.state.attack.kind:
        clear_attack(now.state.attack)
        end_reaction(now.state, now.table)
        return watch._replace(shots=watch.shots + 1), now.states.tobytes()
    was, is_ = duel.at(before).state.characters[ACTOR], now.state.characters[ACTOR]
    return watch._replace(flinched=watch.flinched or bool(is_.activated > was.activated)), after


@question("a run past a character on Overwatch", example='char={"activations":true} triggers=3 shot={"damage":2}')
def gauntlet(
    game: Game, char: WatcherPart = PLAIN_WATCHER, triggers: Triggers = 1, shot: ShotPart = PLAIN_SHOT
) -> dict[str, Any]:
    """The chance that who runs past goes Down: one single shot a reaction, wounds adding up."""
    duel = watch_duel(char, shot)
    hits = new_duel({"flinch": int(char.flinch), "overwatch": 1, **shot.hits.options}, foe=TOUGHNESSES[shot.tough])

    def react(raw: bytes) -> Spread[bytes]:
        return attempt(duel, raw).then(hit)

    def hit(raw: bytes) -> Spread[bytes]:
        now = hits.at(raw)
        if not now.state.attack.kind:
            return Spread.certain(raw)
        now.shoot(REACTION_SHOT, ACTOR, FOE, shot._replace(shots=1))
        return now.run_attack().by(lambda end: end[1])

    return {"down": chance_answer(chance_down(certain(duel).after(react, triggers), duel, FOE))}


@question("a turn: activate, then shoot with every free action", example='activations=true char={"markers":2}')
def turn(
    game: Game,
    activations: Activations = False,
    flinch: Flinch = False,
    char: ActorPart = PLAIN_ACTOR,
    shot: ShotPart = PLAIN_SHOT,
) -> dict[str, Any]:
    """The chance that one target goes Down (GUN-11.3 to GUN-11.7, GUN-12.9)."""
    options = {"activations": int(activations), "flinch": int(flinch), **shot.hits.options}
    duel = new_duel(options, char, foe=TOUGHNESSES[shot.tough])
    duel.state.phase, duel.state.active, duel.state.characters[FOE].wounds = TEST, ACTOR + 1, shot.wounds
    front = duel.run(lambda state: state.phase in (ACT, END_ACTIVATION))

    def act(raw: bytes) -> Spread[bytes]:
        now = duel.at(raw)
        if now.state.phase != ACT or now.is_down(FOE):
            return Spread.certain(raw)
        now.state.actions -= 1
        now.shoot(SHOT, ACTOR, FOE, shot)
        return now.run(lambda state: state.phase in (ACT, END_ACTIVATION))

    most = int(duel.table.constants.actions)
    return {"down": chance_answer(chance_down(front.after(act, most), duel, FOE))}
