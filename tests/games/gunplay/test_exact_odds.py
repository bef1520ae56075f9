"""The exact odds of section 26: every row of the table, from the rules themselves run over all their dice."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import pytest

from fireteam.core.chance.distribution import Front, certain, follow, records, run_all_to_decision
from fireteam.core.chance.outcomes import one_step
from fireteam.core.engine.dispatch import to_act
from fireteam.core.engine.record import Array
from fireteam.core.game import Setting, encode_choice, read_choice
from fireteam.core.protocol.choices import new_choices, put_choice
from fireteam.games.gunplay import state
from fireteam.games.gunplay.rules.difficulty import good_faces, shift_level
from fireteam.games.gunplay.tables import IMPOSSIBLE, LEVELS, MODERATE
from tests.games.gunplay.table import RULES, At, number_of, table, who

ROW = re.compile(r"^\| ([a-z0-9-]+) \| (\w+) \| `(\{.*\})` \| (.*) \|$", re.MULTILINE)
NERVE, TOUGH = {1: "Hardened", -1: "Timid", 0: ""}, {1: "Tough", -1: "Frail", 0: ""}
SPEED = {1: "pistol_medium", 0: "rifle_medium", -1: "rifle_heavy"}
MODULES = {
    "ext": "extra_difficulties",
    "solid": "solid_hits",
    "xd": "extra_damage weapon_charts",
    "xt": "extra_toughness",
    "activations": "activations",
    "flinch": "flinch",
}


def rows() -> Iterator[Any]:
    section = RULES.partition("## 26 Exact odds")[2].partition("## 27")[0]
    for name, kind, given, result in ROW.findall(section):
        parts = (part.rsplit(" ", 1) for part in result.split("; "))
        wanted = {key: value if "/" not in value else Fraction(value) for key, value in parts}
        yield pytest.param(kind, json.loads(given), wanted, id=name)


@pytest.mark.clause("GUN-2.12", "GUN-2.13", "GUN-9.5", "GUN-11.2", "GUN-12.12", "GUN-13.25", "GUN-19.1", "GUN-22.8")
@pytest.mark.parametrize(("kind", "given", "wanted"), list(rows()))
def test_the_odds_are_those_of_the_book(kind: str, given: dict[str, Any], wanted: dict[str, Any]) -> None:
    found = KINDS[kind](**given)
    assert {key: found[key] for key in wanted} == wanted


def modules(**switches: Any) -> str:
    return " ".join(["traits", *(MODULES[key] for key, on in switches.items() if key in MODULES and on)])


def character(name: str, place: str, char: dict[str, Any], *words: str) -> str:
    """A character as the table of odds describes it."""
    traits = [NERVE[char.get("nerve", 0)], TOUGH[char.get("tough", 0)], "Quick" if char.get("quick") else ""]
    has = [f"{key}={char[key]}" for key in ("markers", "wounds") if char.get(key)]
    return " ".join([name, place, *(word for word in (*traits, *has, *words) if word)])


def run(at: At) -> list[tuple[Any, Fraction]]:
    """Every way that what is under way can end, as far as somebody decides."""
    front, _ = run_all_to_decision(certain(at[1]), at[1], at[0].tables)
    return [(states[0], p) for states, p in records(front, at[1])]


def chance(ends: list[tuple[Any, Fraction]], holds: Callable[[Any], bool]) -> Fraction:
    return sum((p for end, p in ends if holds(end)), Fraction(0))


def down(name: str) -> Callable[[Any], bool]:
    return lambda end: bool(end.characters[number_of(name)].status == state.DOWN)


def next_step(at: At) -> list[tuple[Any, Fraction]]:
    """Every way that the next step can end."""
    front, _ = one_step(at[1], at[0].tables, new_choices(1), False)
    return [(states[0], p) for states, p in records(front, at[1])]


def ladder(base: str, shift: int, mod: int, ext: bool) -> dict[str, Any]:
    setting, _ = table("A1 5,5")
    level = shift_level(LEVELS.index(base), shift, int(ext))
    return {"level": LEVELS[level], "success": Fraction(good_faces(setting.tables[0], level, mod), 10)}


def initiative(leader_a: int, leader_b: int) -> dict[str, Any]:
    at = table(f"A1 5,5 {'Leader' * leader_a}", f"B1 25,5 {'Leader' * leader_b}", modules="traits")
    at[1][0].phase, at[1][0].turn = state.ROLL_INITIATIVE, 1
    tie = chance(next_step(at), lambda end: end.phase == state.ROLL_INITIATIVE)
    return {"a_wins": chance(run(at), lambda end: end.holder == 0), "tie_per_roll": tie}


def activation(**char: Any) -> dict[str, Any]:
    on = modules(activations=True, flinch=True) + " weapon_speed weapon_charts"
    at = table(character("A1", "5,5", char, SPEED[char.get("speed", 0)]), "B1 25,5", modules=on, choose="A")
    at[1][0].phase, at[1][0].active = state.TEST, 1
    ends = next_step(at)
    return {
        "keep2": chance(ends, lambda end: end.keeps and end.actions == 2),
        "pass2": chance(ends, lambda end: not end.keeps and end.actions == 2),
        "pass1": chance(ends, lambda end: end.phase == state.ACT and end.actions == 1),
        "flinch": chance(ends, lambda end: end.phase == state.FORCED),
    }


def flinch(ext: bool, **char: Any) -> dict[str, Any]:
    at = table(character("A1", "5,5", char), "B1 25,5", modules=modules(flinch=True, ext=ext), choose="A")
    at[1][0].phase, at[1][0].active = state.TEST, 1
    level = shift_level(LEVELS.index("Easy"), char.get("nerve", 0), int(ext))
    return {"level": LEVELS[level], "fail": chance(next_step(at), lambda end: end.phase == state.FORCED)}


def chain(chars: list[dict[str, Any]]) -> dict[str, Any]:
    own = [character(f"A{k + 1}", f"5,{5 + k}", char, SPEED[char.get("speed", 0)]) for k, char in enumerate(chars)]
    at = table(*own, "B1 25,5", modules=modules(activations=True) + " weapon_speed", choose="A")

    def choose(states: Array) -> Array | None:
        here = states[0]
        if here.phase == state.ACT:
            return choice_of(at[0], states, f"end_activation A{int(here.active)}")
        left = [k for k in range(len(chars)) if not here.characters[k].activated]
        return choice_of(at[0], states, f"activate A{left[0] + 1}") if here.holder == 0 and left else None

    front = certain(at[1])
    for _ in range(2 * len(chars)):
        front = follow(front, at[1], at[0].tables, choose)
    ends = [(states[0], p) for states, p in records(front, at[1])]
    by = {
        n: chance(ends, lambda end, n=n: sum(int(end.characters[k].activated) for k in range(12)) == n)
        for n in range(1, len(chars) + 1)
    }
    return {f"p{n}": p for n, p in by.items()} | {"expected": sum(n * p for n, p in by.items())}


def choice_of(setting: Setting, states: Array, line: str) -> Array:
    choices = new_choices()
    value = read_choice(setting, line)
    put_choice(choices, int(to_act(states[0])) - 1, encode_choice(setting, states, value))
    return choices


def toughness(tough: int, wounds: int, ext: bool) -> dict[str, Any]:
    target = character("B1", "25,5", {"tough": tough, "wounds": wounds})
    at = table("A1 5,5", target, "B2 25,25", modules=modules(ext=ext), act="A1")
    put_attack(at, state.SHOT, MODERATE, 0, 1, 0)
    at[1][0].attack.stage, at[1][0].attack.wounds = state.TOUGHNESS, 1
    return {"down": chance(run(at), down("B1"))}


def put_attack(at: At, kind: int, level: int, modifiers: int, damage: int, shots: int) -> None:
    """An attack of A1 on B1 is under way."""
    here = at[1][0]
    here.phase, here.doing.verb = state.RESOLVE, 8
    attack = here.attack
    attack.kind, attack.attacker, attack.target = kind, number_of("A1"), number_of("B1")
    attack.level, attack.modifiers, attack.damage, attack.shots = level, modifiers, damage, shots


def shoot(level: str, mod: int, damage: int, shots: int, wounds: int, tough: int, **on: bool) -> dict[str, Any]:
    target = character("B1", "25,5", {"tough": tough, "wounds": wounds})
    at = table("A1 5,5", target, "B2 25,25", modules=modules(flinch=True, **on), act="A1")
    put_attack(at, state.SHOT, LEVELS.index(level), mod, damage, shots)
    ends, name = run(at), number_of("B1")
    glancing, solid, missed = hits_on_the_way(at, on.get("solid", False))
    is_up = [(end, p) for end, p in ends if end.characters[name].status == state.UP]
    up = chance(is_up, lambda end: True)
    markers = sum((p * int(end.characters[name].markers) for end, p in is_up), Fraction(0))
    mean_wounds = sum((p * int(end.characters[name].wounds) for end, p in is_up), Fraction(0)) / up
    return {
        "down": 1 - up,
        "up_hit": up - missed,
        "no_hit": missed,
        "exp_glancing": glancing,
        "exp_solid": solid,
        "exp_markers_left": markers,
        "exp_wounds_if_up": mean_wounds,
    }


def hits_on_the_way(at: At, solid: bool) -> tuple[Fraction, Fraction, Fraction]:
    """How many Glancing and Solid hits to expect, and the chance of none at all."""
    table, attack = at[0].tables[0], at[1][0].attack
    plain = int(attack.damage) if table.options.extra_damage else 1
    found = {"glancing": Fraction(0), "solid": Fraction(0), "hit": Fraction(0)}

    def note(here: Any, p: Fraction) -> None:
        if here.attack.stage == state.TOUGHNESS:
            found["solid" if here.attack.wounds > plain else "glancing"] += p

    run_all_to_decision(certain(at[1]), at[1], at[0].tables, passes=note)
    misses = Fraction(1)
    for _ in range(int(attack.shots)):
        misses *= 1 - Fraction(good_faces(table, int(attack.level), int(attack.modifiers)), 10)
    assert solid or not found["solid"]
    assert attack.level != IMPOSSIBLE or misses == 1
    return found["glancing"], found["solid"], misses


def fight(a: dict[str, Any], d: dict[str, Any], **on: bool) -> dict[str, Any]:
    strong = "Strong heavy_blade" if a["damage"] == 2 else "blade"
    brawler = "Brawler blade" if d["shift"] else "blade"
    at = table(f"A1 5,5 {strong}", "A2 20,20", f"B1 6,5 {brawler}", "B2 25,25", modules=modules(**on), act="A1")
    front = follow(certain(at[1]), at[1], at[0].tables, lambda states: choice_of(at[0], states, "fight A1 B1"))
    ends = [(states[0], p) for states, p in records(front, at[1])]
    hit_b, hit_a = hits_of(at, "fight A1 B1", "B1"), hits_of(at, "fight A1 B1", "A1")
    d_down, a_down = chance(ends, down("B1")), chance(ends, down("A1"))
    return {
        "d_down": d_down,
        "d_hit_up": hit_b - d_down,
        "a_down": a_down,
        "a_hit_up": hit_a - a_down,
        "nothing": 1 - hit_b - hit_a,
    }


def hits_of(at: At, line: str, name: str) -> Fraction:
    """The chance that a character is hit at all: that its Toughness is tested."""
    first, _ = one_step(at[1], at[0].tables, choice_of(at[0], at[1], line), True)
    found = Fraction(0)

    def note(here: Any, p: Fraction) -> None:
        nonlocal found
        if here.attack.stage == state.TOUGHNESS and here.attack.target == number_of(name):
            found += p

    run_all_to_decision(first, at[1], at[0].tables, passes=note)
    return found


def parting(leaver: dict[str, Any], enemies: list[dict[str, Any]], **on: bool) -> dict[str, Any]:
    at = table("A1 5,5", "A2 20,20", "B1 6,5 blade", "B2 5,6 blade", modules=modules(**on), act="A1")
    at[0].tables[0].constants.gang = enemies[0]["mod"]
    front = follow(certain(at[1]), at[1], at[0].tables, lambda states: choice_of(at[0], states, "move A1 3,3"))
    assert leaver["wounds"] == 0 and len(enemies) == 2
    return {"down": chance([(states[0], p) for states, p in records(front, at[1])], down("A1"))}


def overwatch(char: dict[str, Any], triggers: int) -> dict[str, Any]:
    """The mover is whole again before each of its actions: what counts is whether it is fired at.

    The book's `activated` leaves those out who have flinched, though they are activated too (GUN-13.38).
    """
    front, at = watched(char, triggers, modules(**char), fresh=True)
    i = number_of("A1")
    ends = [(states[0], p) for states, p in records(front, at[1])]

    def shots(end: Any) -> int:
        return int(end.characters[i].ow_actions) - int(end.characters[i].posture != 0)

    by = {n: chance(ends, lambda end, n=n: shots(end) == n) for n in range(3)}
    return {
        **{f"shots{n}": p for n, p in by.items()},
        "waiting": chance(ends, lambda end: end.characters[i].overwatch),
        "activated": chance(ends, lambda end: end.characters[i].activated and end.characters[i].posture == 0),
        "flinched": chance(ends, lambda end: end.characters[i].posture != 0),
        "expected_shots": by[1] + 2 * by[2],
    }


def watched(char: dict[str, Any], triggers: int, on: str, fresh: bool) -> tuple[Front, At]:
    """So many actions of B1 before the eyes of A1, who fires by its orders at the first point of each."""
    weapon = SPEED[char.get("speed", 0)]
    at = table(
        character("A1", "15,5", char, weapon, "auto", "min=0"),
        "B1 25,5",
        "B2 39,29",
        modules=f"{on} overwatch weapon_speed",
        act="B1",
        actions=triggers + 1,
    )
    opening = at[1].copy()
    front = certain(at[1])
    for k in range(triggers):
        if fresh:
            front = renew(front, opening)
        line = f"move B1 25,{5.5 + 0.5 * (k if not fresh else 0)}"

        def choose(states: Array, line: str = line) -> Array | None:
            return choice_of(at[0], states, line) if states[0].active == number_of("B1") + 1 else None

        front = follow(front, at[1], at[0].tables, choose)
    return front, at


def renew(front: Front, opening: Array) -> Front:
    """The same overwatcher, and all else as at first."""
    after = Front()
    for states, p in records(front, opening):
        again = opening.copy()
        again[0].characters[number_of("A1")] = states[0].characters[number_of("A1")]
        after.add(again.tobytes(), p)
    return after


def gauntlet(char: dict[str, Any], triggers: int, shot: dict[str, Any]) -> dict[str, Any]:
    on = " ".join([modules(**char), modules(**{key: shot[key] for key in ("ext", "solid", "xd", "xt")})])
    front, at = watched(char, triggers, on, fresh=False)
    return {"down": chance([(states[0], p) for states, p in records(front, at[1])], down("B1"))}


def turn(activations: bool, flinch: bool, char: dict[str, Any], shot: dict[str, Any]) -> dict[str, Any]:
    on = modules(activations=activations, flinch=flinch, ext=shot["ext"])
    at = table(character("A1", "5,5", char, "rifle_medium"), "B1 25,5", "B2 39,29", modules=on, choose="A")

    def choose(states: Array) -> Array | None:
        here = states[0]
        if here.phase == state.CHOOSE and not who(states, "A1").activated:
            return choice_of(at[0], states, "activate A1")
        is_on = here.phase == state.ACT and here.active == 1 and who(states, "B1").status == state.UP
        return choice_of(at[0], states, "shoot A1 B1") if is_on else None

    front = certain(at[1])
    for _ in range(3):
        front = follow(front, at[1], at[0].tables, choose)
    return {"down": chance([(states[0], p) for states, p in records(front, at[1])], down("B1"))}


KINDS: dict[str, Callable[..., dict[str, Any]]] = {
    "ladder": ladder,
    "initiative": initiative,
    "activation": activation,
    "flinch": flinch,
    "chain": chain,
    "toughness": toughness,
    "shoot": shoot,
    "fight": fight,
    "parting": parting,
    "overwatch": overwatch,
    "gauntlet": gauntlet,
    "turn": turn,
}
