"""What one choice costs the process that keeps a table: the rules' judgement, and all that an event is made of."""

from __future__ import annotations

import random
from statistics import median

from fireteam.core.calls import menu_size_at, to_act_at, verify_at, write_menu_at
from fireteam.core.engine.record import Array
from fireteam.core.game import Setting
from fireteam.core.protocol.choices import Verb, new_choices, notation
from fireteam.core.slot_choices import encode_choice, menu
from fireteam.match.apply import apply_event
from fireteam.match.dice import secret_of_seed
from fireteam.match.match import Match
from fireteam.match.quick_play import QuickPlay
from fireteam.match.record import CHOICE, OPENING, Seat

from .measure import Answer, at_most, rates
from .playouts import troopers

SECRET = secret_of_seed(1)
SEATS = (Seat("red", 1), Seat("blue", 2))
LARGEST = "the_art_of_war"


def random_choices(setting: Setting, most: int) -> list[tuple[Array, int, Verb]]:
    """The States of a match at random, each with the slot that chooses and what it chooses."""
    luck, found = random.Random(1), []
    states = apply_event(setting, setting.opening, OPENING, 0, (), SECRET.key(0)).state
    while len(found) < most and (owing := to_act_at(states, 0)):
        slot = owing.bit_length() - 1
        value = luck.choice(menu(setting, states, slot))
        found.append((states, slot, value))
        states = apply_event(setting, states, CHOICE, len(found), ((slot, value),), SECRET.key(len(found))).state
    return found


def largest_menu(setting: Setting, most: int) -> tuple[Array, int]:
    """The State of a match at random with the longest menu, and the slot that chooses there."""
    found = [(states, slot) for states, slot, _ in random_choices(setting, most)]
    return max(found, key=lambda one: menu_size_at(one[0], 0, setting.tables, one[1]))


def new_play(setting: Setting) -> QuickPlay:
    """The quick choices of a new match."""
    play = QuickPlay(Match(setting, SEATS, SECRET))
    play.look()
    return play


def answer(quick: bool) -> Answer:
    """What the rules cost who calls them from Python, and the longest menu."""
    setting, rounds, times = troopers(), 2 if quick else 15, 5 if quick else 2_000
    played = random_choices(setting, 10 if quick else 1_000)
    records = [encode_choice(setting, states, value) for states, _, value in played]
    lines = [notation(value) for _, _, value in played[:-1]]  # after the last one the match may be over
    plays = [new_play(setting) for _ in range(rounds + 1)]
    great = troopers(LARGEST)
    widest, slot = largest_menu(great, 3 if quick else 400)
    rows = new_choices(menu_size_at(widest, 0, great.tables, slot))

    def verify_all() -> int:
        for (states, slot, _), choice in zip(played, records, strict=True):
            verify_at(states, 0, setting.tables, slot, choice, 0)
        return len(played)

    def run_all() -> int:
        for number, (states, slot, value) in enumerate(played, 1):
            apply_event(setting, states, CHOICE, number, ((slot, value),), SECRET.key(number))
        return len(played)

    def choose_all() -> int:
        play = plays.pop()
        for line in lines:
            moment = play.choose(line)
            assert moment is not None, f"{line} is no quick choice"
            play.commit(moment)
        return len(lines)

    def write_menus() -> int:
        for _ in range(times):
            write_menu_at(widest, 0, great.tables, slot, rows)
        return times

    found = rates(rounds, verify=verify_all, event=run_all, choice=choose_all, menu=write_menus)
    cost = {name: 1e6 / median(each) for name, each in found.items()}
    table = [
        ("a choice is judged", f"{cost['verify']:.2f}"),
        ("an event by the rules, with its record and hash", f"{cost['event']:.1f}"),
        (
            "the same of a quick choice, as a table makes it: with what changed and the next menu",
            f"{cost['choice']:.1f}",
        ),
        (f"the longest menu of a match of {LARGEST}, {len(rows)} choices, written", f"{cost['menu']:.1f}"),
    ]
    figures = [
        at_most("judging a choice", cost["verify"], 1.5, "us"),
        at_most("an event", cost["event"], 30, "us"),
        at_most("a quick choice", cost["choice"], 30, "us"),
        at_most("the longest menu", cost["menu"], 30, "us"),
    ]
    return Answer(
        "Calls",
        "Compiled rules called from Python, in microseconds of CPU: the choices of a match of Table Top Troopers at "
        "random. An event's key, typed events with their words, record and hash of the State count too; of a quick "
        "choice, a line of notation and one compiled call, its events are read when somebody asks for them.",
        ("what", "us"),
        table,
        figures,
    )
