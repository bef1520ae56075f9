"""Frames of real matches for the page's developer: `python web/fixtures.py GAME SCENARIO [OPTION=VALUE ...]`.

A match is played by bots; whenever somebody is asked something new, or something new lies on the table, what a seat
would be told is written to `web/made/`: the table, the decision without and with odds, and answers to some questions.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import msgspec

from fireteam import bots
from fireteam.core.dice import live
from fireteam.core.engine.dispatch import is_over, redact, to_act
from fireteam.core.engine.record import Array, copy_of
from fireteam.core.game import Setting
from fireteam.core.protocol.choices import new_choices
from fireteam.core.protocol.events import new_log
from fireteam.core.protocol.scene import Decision, Scene
from fireteam.core.run import apply, run_to_decision
from fireteam.match.autowalk.path import path_to
from fireteam.registry import find_game
from fireteam.server.wire.forms import forms
from fireteam.server.wire.menus import decision_message
from fireteam.server.wire.messages import Now, SeatCard, Way

MADE = Path(__file__).parent / "made"


def main(game: str, scenario: str, *said: str) -> None:
    """Play a match and keep what is new."""
    words = dict(word.split("=", 1) for word in said)
    bot = bots.find_bot(words.pop("bot", "greedy"))
    most, seed = int(words.pop("most", "400")), int(words.pop("seed", "3"))
    setting = find_game(game).make_setting(scenario, words)
    states, log, known = setting.opening.copy(), new_log(), set[str]()
    run_to_decision(states[0], setting.tables[0], live(seed)[0], log[0])
    for number in range(most):
        if is_over(states[0]):
            break
        choices, owed = new_choices(), int(to_act(states[0]))
        slots = [slot for slot in range(owed.bit_length()) if owed >> slot & 1]
        for slot in slots:
            view = masked(setting, states, slot)
            keep(setting, view, slot, slots, known)
            choices[slot : slot + 1] = bot.choose(setting, view, slot, 64 * number + slot)
        apply(states[0], setting.tables[0], choices, live(seed + number)[0], log[0])
        log = new_log()
    print(scenario, sorted(known), "over" if is_over(states[0]) else "")


def masked(setting: Setting, states: Array, slot: int) -> Array:
    """What a slot may know."""
    copy = copy_of(states)
    redact(copy[0], setting.tables[0], 1 << slot)
    return copy


def new_in(scene: Scene, decision: Decision) -> list[str]:
    """What a frame may be kept for: what is asked, by what is on the table."""
    found = ["-".join(decision.verbs)]
    if scene.ground:
        found += [f"{'-'.join(decision.verbs[:2])}+{mark.title}" for mark in scene.ground.marks if "omb" in mark.title]
        found += [f"{'-'.join(decision.verbs[:2])}+smoke" for area in scene.ground.areas if area.kind == "smoke"]
        found += [
            f"{'-'.join(decision.verbs[:2])}+follows"
            for token in scene.tokens
            if any("follows" in note for note in token.notes)
        ]
    return [name.replace(" ", "_").replace(",", "") for name in found]


def keep(setting: Setting, view: Array, slot: int, slots: list[int], known: set[str]) -> None:
    """Write a frame for everything on it that is new."""
    game = setting.game
    scene, plain = game.scene(setting, view), game.decision(setting, view, slot, odds=False)
    fresh = [name for name in new_in(scene, plain) if name not in known]
    if not fresh:
        return
    known.update(fresh)
    rich = game.decision(setting, view, slot)
    cards = tuple(SeatCard(name, (name,), "person", name) for name in setting.slots)
    now = Now(
        0,
        1,
        setting.slots[slot],
        scene,
        tuple(setting.slots[one] for one in slots),
        cards,
        (decision_message(plain, game.verbs),),
    )
    frame: dict[str, Any] = {
        "name": f"{setting.scenario} {fresh[0]}",
        "slots": setting.slots,
        "verbs": forms(game.verbs),
        "now": now,
        "rich": decision_message(rich, game.verbs),
        "answers": answers(setting, view, slot, scene, rich),
    }
    MADE.mkdir(exist_ok=True)
    for name in fresh:
        path = MADE / f"{game.id}-{setting.scenario}-{name}.json"
        path.write_bytes(msgspec.json.encode(frame))
        print(path.name, flush=True)


def answers(setting: Setting, view: Array, slot: int, scene: Scene, decision: Decision) -> dict[str, Any]:
    """What the rules answer to some questions: lines of sight to others, threats, ways."""
    game, said = setting.game, dict[str, Any]()
    own = [token for token in scene.tokens if token.slot == slot]
    said["sights"] = [
        {"unit": one.unit, "x": other.x, "y": other.y, "sight": game.sight(setting, view, one.unit, *other.at)}
        for one in own[:3]
        for other in scene.tokens
        if game.sight and other.slot != slot
    ]
    said["threats"] = game.threats(setting, view, slot) if game.threats and own else ()
    said["ways"] = []
    if game.tabletop and own and game.tabletop.counts(setting, view):
        for goal in ((own[0].x + 3, own[0].y + 1), (own[0].x - 2, own[0].y - 2.5), (scene.width / 2, scene.height / 2)):
            path = path_to(setting, game.tabletop, view, slot, goal)
            if path:
                way = Way(
                    path.start, path.stops, path.counts, tuple(map(str, path.choices)), path.reaches_goal, str(path)
                )
                said["ways"].append({"x": goal[0], "y": goal[1], "way": way})
    return said


if __name__ == "__main__":
    main(*sys.argv[1:])
    (MADE / "frames.json").write_text(json.dumps(sorted(path.name for path in MADE.glob("t*-*.json"))))
