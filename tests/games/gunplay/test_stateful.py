"""Matches played at random under many sets of modules: what every moment must keep, whatever was chosen."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from fireteam.core.dice import live
from fireteam.core.engine.dispatch import (
    default_choice,
    is_over,
    menu_choice,
    menu_size,
    proposal_count,
    propose,
    redact,
    to_act,
    verify,
)
from fireteam.core.logged_events import read_events
from fireteam.core.protocol.choices import decode, new_choices, notation, parse, put_choice
from fireteam.core.protocol.events import faces, new_log
from fireteam.core.run import apply, choose_at_random, is_at_decision, run_to_decision
from fireteam.core.slot_choices import encode_choice
from fireteam.games.gunplay import state
from fireteam.games.gunplay.tables import SIDE
from tests.games.gunplay.invariants import again, match, sound
from tests.games.gunplay.table import FULL, GAME, INITIATIVE, MODULES, choices_of, names_of, phase_of, table

SUBSETS = ["", INITIATIVE, FULL, "overwatch", "overwatch flinch", "activations overwatch", "flinch", "weapon_charts"]


def random_modules(seed: int) -> str:
    dice = random.Random(seed)
    return " ".join(module for module in MODULES if dice.random() < 0.5)


@pytest.mark.clause("GUN-1.1", "GUN-1.2", "GUN-1.3", "GUN-22.1", "GUN-22.8", "GUN-7.3")
@pytest.mark.parametrize("seed", range(24))
def test_a_match_at_random_keeps_to_the_rules(seed: int) -> None:
    setting, states = match(SUBSETS[seed] if seed < len(SUBSETS) else random_modules(seed), seed)
    log, fixed = new_log(), setting.tables.tobytes()
    run_to_decision(states[0], setting.tables[0], live(seed)[0], log[0])
    for number in range(60):
        if is_over(states[0]):
            break
        sound(setting, states)
        slot, choices, before = int(to_act(states[0])) - 1, new_choices(), states.copy()
        assert slot in (0, 1)
        choose_at_random(states[0], setting.tables[0], slot, choices[slot], np.uint64(seed), number)
        assert tuple(verify(states[0], setting.tables[0], slot, choices[slot])) == (0, 0, 0, 0)
        assert verify(states[0], setting.tables[0], 1 - slot, choices[slot])[0]
        value = decode(choices[slot], GAME.verbs, names_of(setting, states))
        assert parse(notation(value), GAME.verbs) == value
        assert encode_choice(setting, states, value).tobytes() == choices[slot : slot + 1].tobytes()
        log = new_log()
        apply(states[0], setting.tables[0], choices, live(seed + number)[0], log[0])
        assert all(one.sentence() for one in read_events(setting, states, log))
        again(setting, before, choices, states, faces(log))
    assert is_at_decision(states[0]) and setting.tables.tobytes() == fixed, "options and all else stay as they are"


@pytest.mark.clause("GUN-22.5", "GUN-22.9")
@pytest.mark.parametrize("seed", range(5))
def test_a_match_of_players_who_never_answer_ends(seed: int) -> None:
    setting, states = match(FULL if seed % 2 else "", seed)
    run_to_decision(states[0], setting.tables[0], live(seed)[0], new_log()[0])
    for _ in range(200):
        if is_over(states[0]):
            return
        slot, choices = int(to_act(states[0])) - 1, new_choices()
        default_choice(states[0], setting.tables[0], slot, choices[slot])
        assert verify(states[0], setting.tables[0], slot, choices[slot])[0] == 0
        apply(states[0], setting.tables[0], choices, live(seed)[0], new_log()[0])
    raise AssertionError("it does not end")


@pytest.mark.clause("GUN-22.1", "GUN-22.11")
@pytest.mark.parametrize("seed", (1, 2, 4))
def test_the_menu_is_lawful_without_repeats_and_what_is_proposed(seed: int) -> None:
    setting, states = match(FULL, seed)
    run_to_decision(states[0], setting.tables[0], live(seed)[0], new_log()[0])
    met = set()
    for number in range(30):
        if is_over(states[0]):
            break
        slot, choices = int(to_act(states[0])) - 1, new_choices()
        if (phase_of(states), number % 4) not in met:
            met.add((phase_of(states), number % 4))
            size, choice, found = int(menu_size(states[0], setting.tables[0], slot)), new_choices(1), []
            for k in range(int(proposal_count(states[0], setting.tables[0], slot))):
                if propose(states[0], setting.tables[0], slot, k, choice[0]):
                    found.append(choice.tobytes())
            assert len(set(found)) == len(found) == size > 0
            menu_choice(states[0], setting.tables[0], slot, size - 1, choice[0])
            assert choice.tobytes() == found[-1]
        choose_at_random(states[0], setting.tables[0], slot, choices[slot], np.uint64(seed), number)
        apply(states[0], setting.tables[0], choices, live(seed + number)[0], new_log()[0])


@pytest.mark.clause("GUN-5.2", "GUN-13.22")
@pytest.mark.parametrize("seed", range(6))
def test_what_a_player_may_know_is_enough_to_play_on(seed: int) -> None:
    """In the State as either player knows it, whoever decides can, and what follows comes to a decision again."""
    setting, states = match("overwatch " + random_modules(seed), seed)
    run_to_decision(states[0], setting.tables[0], live(seed)[0], new_log()[0])
    for number in range(50):
        if is_over(states[0]):
            break
        slot, choices = int(to_act(states[0])) - 1, new_choices()
        for knower in range(2):
            seen = states.copy()
            redact(seen[0], setting.tables[0], 1 << knower)
            hidden = [i for i in range(2 * SIDE) if i // SIDE != knower]
            assert all(seen[0].characters[i].orders.policy == state.ASK for i in hidden)
            choose_at_random(seen[0], setting.tables[0], slot, choices[slot], np.uint64(seed), number)
            assert verify(seen[0], setting.tables[0], slot, choices[slot])[0] == 0
            apply(seen[0], setting.tables[0], choices, live(seed + number)[0], new_log()[0])
        put_choice(choices, slot, new_choices(1))
        choose_at_random(states[0], setting.tables[0], slot, choices[slot], np.uint64(seed), number)
        apply(states[0], setting.tables[0], choices, live(seed + number)[0], new_log()[0])


@pytest.mark.clause("GUN-22.11")
def test_the_menu_of_an_active_character_has_what_the_book_says() -> None:
    at = table("A1 10,15 smg_light Fast", "A2 30,25", "B1 16,15", act="A1", modules="traits weapon_charts")
    found = choices_of(*at)
    assert {line.split()[0] for line in found} == {"shoot", "brace", "move", "run", "end_activation"}
    assert [line for line in found if line.startswith("shoot")] == ["shoot A1 B1", "shoot A1 B1 auto"]
    assert "move A1 14,15 standing" in found and "move A1 12.66,15 standing" in found
    assert "move A1 12,15>12,17 standing" in found and "move A1 - prone" in found
    assert sum(line.startswith("run") for line in found) == 32 - 2 + 1, "two run into B1; one ends beside it"
    assert any(line.startswith("run A1 14.98,15") for line in found)


@pytest.mark.clause("GUN-22.11")
def test_the_menu_of_an_active_character_has_crawls_and_ways_to_an_enemy_and_to_the_item() -> None:
    goal = {"item": (12.1, 16.3), "victory": "extract", "exit_edge": ("south", "north")}
    at = table("A1 10,15 prone", "B1 30,15", act="A1")
    crawls = choices_of(*at, "move A1")
    assert sum(line.endswith("crawl") for line in crawls) == 16 and "move A1 11.5,15 prone crawl" in crawls
    assert "move A1 - standing" in crawls and "move A1 - prone" not in crawls
    at = table("A1 10,15", "B1 12.3,13.7", "B2 14,17.2", act="A1", scenario=goal)
    found = choices_of(*at)
    assert "move A1 12.1,16.3 standing" in found, "the item"
    ends = {line.split()[0]: place for line in found if (place := end_beside(line, (12.3, 13.7)))}
    assert set(ends) == {"move", "run"}
    assert {line.split()[0] for line in found if end_beside(line, (14, 17.2))} == {"run"}


def end_beside(line: str, place: tuple[float, float]) -> bool:
    """Whether a way ends in contact with who stands at a place."""
    verb, _, *words = line.split()
    if verb not in ("move", "run") or words[0] == "-":
        return False
    x, y = map(float, words[0].split(">")[-1].split(","))
    return ((x - place[0]) ** 2 + (y - place[1]) ** 2) ** 0.5 <= 1.05


@pytest.mark.clause("GUN-22.11")
@pytest.mark.parametrize(
    ("words", "others", "options", "lines"),
    (
        ("rifle_light smg_light empty", (), {}, ["brace A1", "ready A1 smg_light", "reload A1"]),
        ("carrying", (), {}, ["drop A1", "shoot A1 B1"]),
        ("", (), {"scenario": {"item": (10, 14)}}, ["pick_up A1"]),
        ("", ("A2 10,14 down", "A3 11,15 down", "A4 12,15 down"), {"aid": 1}, ["aid A1 A2", "aid A1 A3"]),
        ("", ("B2 11,15", "B3 10,16"), {}, ["fight A1 B2", "fight A1 B3"]),
    ),
)
def test_the_menu_of_an_active_character_has_every_action_without_a_place(
    words: str, others: tuple[str, ...], options: dict[str, Any], lines: list[str]
) -> None:
    at = table(f"A1 10,15 {words}", *others, "B1 30,15", act="A1", modules="weapon_charts", **options)
    found = choices_of(*at)
    assert set(lines) <= set(found) and "end_activation A1" in found
    verbs = {line.split()[0] for line in lines}
    assert sorted(line for line in found if line.split()[0] in verbs) == lines
