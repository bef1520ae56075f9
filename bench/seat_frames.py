"""Frames for seats where choices are sealed or cost much: CPU and bytes: python -m bench.seat_frames [CHOICES] [NAME].

What is measured is what a table does for a seat between the change in memory and the bytes on its socket: the State as
the seat may know it, its Scene, menus and all else of its view, and what of that differs from what it was told before;
of a quick choice, what makes its frame of the numbers that it came to.
"""

from __future__ import annotations

import gc
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future
from functools import cache, partial
from pathlib import Path
from random import Random
from statistics import mean, median
from typing import Any, NamedTuple

from fireteam.core.errors import FireteamError
from fireteam.core.game import Setting
from fireteam.match.quick_play import QuickPlay
from fireteam.match.record import PERSON
from fireteam.registry import find_game
from fireteam.server.env import Env
from fireteam.server.tables.acts import do
from fireteam.server.tables.creation import MatchStart, create_table
from fireteam.server.tables.quick_readers import QuickReaders
from fireteam.server.tables.readers import Readers
from fireteam.server.tables.seats import Caller, SeatState
from fireteam.server.tables.table import Setup, Table, TableRecord
from fireteam.server.tables.view import SeatViews
from fireteam.server.wire.events import SPECTATOR
from fireteam.server.wire.messages import Choose, EventItem, Item, NewTable

from .measure import Answer, at_most

CHOICES = 400
SELDOM = (100_000, 50, 100)  # how often the server collects garbage
OTHERS, SEALED, REVEALED, QUICK = "others", "sealed", "revealed", "quick"
PACK = "id: twelve\ngame: fs3\nname: Twelve\nschema: 1\nversion: '1'\ndescription: Twelve in a yard.\n"
YARD = """
- id: twelve
  name: Twelve
  about: Six hold a yard against six.
  map: {w: 60, h: 40}
  blast_scale: 0.2
  walls: [[26, 12, 8, 4]]
  features:
    - {name: Crates, rect: [14, 7, 1, 4], move: true, protection: 2}
    - {name: Crates, rect: [14, 29, 1, 4], move: true, protection: 2}
    - {name: Brick wall, rect: [21, 24, 1, 3], move: true, protection: 5}
  team1:
    rating: 5
    armour: light_vest
    weapons: [rifle]
    units:
      - {name: Anna, at: [13, 6]}
      - {name: Ben, at: [13, 11], weapons: [rifle, grenade_frag], rounds: {grenade_frag: 2}}
      - {name: Cara, at: [13, 16], weapons: [lmg]}
      - {name: Dan, at: [13, 21], weapons: [smg]}
      - {name: Eva, at: [13, 26]}
      - {name: Finn, at: [13, 31]}
  team2:
    kind: npc
    behaviour: trooper
    rating: 4
    armour: light_vest
    weapons: [rifle]
    units:
      - {name: Guard1, at: [40, 6]}
      - {name: Guard2, at: [40, 11]}
      - {name: Guard3, at: [40, 16]}
      - {name: Guard4, at: [40, 21]}
      - {name: Guard5, at: [40, 26]}
      - {name: Guard6, at: [40, 31]}
  end: [last_team, {turn_limit: 30}]
"""


class MatchOfSeats(NamedTuple):
    """A match: where it is played, and how many of its slots have people; the others have none."""

    game: str
    scenario: str
    options: Mapping[str, str]
    people: int = 99
    packs: Callable[[], tuple[str, ...]] = tuple


@cache
def twelve() -> tuple[str, ...]:
    """The folder of a pack with twelve combatants on one map."""
    folder = Path(tempfile.mkdtemp(prefix="fireteam-bench-"))
    (folder / "pack.yaml").write_text(PACK, encoding="utf-8")
    (folder / "scenarios.yaml").write_text(YARD, encoding="utf-8")
    return (str(folder),)


MATCHES = {
    "Third Person Shooter, 2 seats": MatchOfSeats("tps", "de_depot", {"teams": "1v1"}),
    "Third Person Shooter, 6 seats": MatchOfSeats("tps", "de_depot", {"teams": "3v3"}),
    "Third Person Shooter, 10 seats": MatchOfSeats("tps", "de_depot", {"teams": "5v5"}),
    "FS3, 12 combatants, 7 seats": MatchOfSeats("fs3", "twelve", {"desk": "storyteller"}, 6, twelve),
    "Gunplay, 2 seats": MatchOfSeats("gunplay", "main_street", {}),
    "Gunplay with Overwatch, 2 seats": MatchOfSeats("gunplay", "farm", {"config": "full"}),
}


class NoStore:
    """A store that keeps nothing, at once."""

    def send(self, *changes: object) -> Future[None]:
        """Take it for kept."""
        kept: Future[None] = Future()
        kept.set_result(None)
        return kept

    def write_new(self, table: str, *changes: object) -> None:
        """Take a new table for kept."""


@cache
def setting_of(game: str, scenario: str, options: tuple[tuple[str, str], ...], packs: tuple[str, ...]) -> Setting:
    """The Setting of a match: as at a server, matches that are played with the same share one."""
    return find_game(game).make_setting(scenario, dict(options), packs)


def table_at(match: MatchOfSeats, seed: int) -> Table:
    """A table with a person on every seat; what nobody has a seat for, one more seat holds."""
    setting = setting_of(match.game, match.scenario, tuple(match.options.items()), match.packs())
    slots, referee = setting.slots, setting.referee
    has_seat = [k < match.people or k == referee for k in range(len(slots))]
    seats = [SeatState(slots[k], (slots[k],), PERSON, referee=k == referee) for k, one in enumerate(has_seat) if one]
    if others := tuple(slots[k] for k, one in enumerate(has_seat) if not one):
        seats.append(SeatState(OTHERS, others, PERSON))
    names = tuple(one.name for one in seats)
    setup = Setup(NewTable(match.game, match.scenario), match.scenario, match.scenario, names)
    env = Env(lambda: 1_000_000.0, Random(seed).randbytes)
    record = TableRecord("table", 1_000_000.0, setup, "")
    return create_table(record, MatchStart(setting, setting.opening), seats, "", NoStore(), env)  # type: ignore[arg-type]


class Frame(NamedTuple):
    """One frame: whether it tells of an event, a sealed or a quick choice, microseconds of CPU, and bytes."""

    moment: str
    microseconds: float
    size: int


def play(match: MatchOfSeats, choices: int, seed: int = 7) -> list[Frame]:
    """Play by lot with a socket on every seat and one that looks on, and measure the frames of each change."""
    table = table_at(match, seed)
    views, readers, luck = SeatViews(table), Readers(table), Random(seed)
    seats = (SPECTATOR.name, *(name for name in table.seat_states if name != OTHERS))
    cards = tuple(one.card(True) for one in table.seat_states.values())
    found: list[Frame] = []

    def tell(items: list[Item], moment: str) -> None:
        begun = time.thread_time_ns()
        deliveries = readers.deliveries(seats, items, views.in_groups(cards))
        took = (time.thread_time_ns() - begun) / len(seats) / 1_000
        for delivery in deliveries:
            readers.take(delivery)
            found.append(Frame(moment, took, len(delivery.frame)))

    tell([], "")
    play, by_seat = QuickPlay(table.match), {seat: [seat] for seat in seats}  # in place of subscribers
    quick_readers: Any = QuickReaders(table, play, readers)

    def tell_quickly(who: Caller, choice: Choose) -> bool:
        quick = play.choose(choice.line) if play.look() >= 0 else None
        if quick is None or quick.is_last:
            return False
        play.commit(quick)
        begun = time.thread_time_ns()
        frames = quick_readers.frames(quick, 1_000_000_000, by_seat)
        took = (time.thread_time_ns() - begun) / len(seats) / 1_000
        sent = table.send_choice(who.principal, f"key {table.acts}", choice, quick.moment.record, 1_000_000.0)
        table.settle_choice(sent, play.roll_back)
        for one, frame, menu in frames:
            one.reader.follow(quick.outcome.owing, quick.outcome.question, menu)
            found.append(Frame(QUICK, took, len(frame) + 1))  # its end comes as it is sent
        return True

    done = 0
    while done < choices and not table.over:
        for who, choice in round_of_choices(table, views, luck):
            if tell_quickly(who, choice):
                done += 1
                continue
            readers.catch_up(partial(views.without_menus, cards=cards, deadline=None))
            try:
                pending = table.change(partial(do, table, who, choice))
            except FireteamError:
                continue
            pending.settle()
            done += 1
            is_event = any(isinstance(item.what, EventItem) for item in pending.items)
            tell(pending.items, REVEALED if is_event else SEALED)
    return found


def round_of_choices(table: Table, views: SeatViews, luck: Random) -> Iterator[tuple[Caller, Choose]]:
    """A choice by lot of each slot that owes one, as long as nothing else has happened."""
    for slot in table.match.slots_to_act():
        if slot not in table.match.slots_to_act() or table.over:
            return
        name = table.setting.slots[slot]
        holder = next(one.name for one in table.seat_states.values() if name in one.slots)
        menu = next(one for one in views.for_seat(holder).decisions if one.slot == slot)
        yield Caller(holder), Choose(luck.choice(menu.options).notation, table.match.question, name)


def rows_of(name: str, found: list[Frame]) -> list[tuple[str, ...]]:
    """Of frames of each moment how many, and median and largest of time and size."""
    rows = []
    for moment in (SEALED, REVEALED, QUICK):
        times, sizes = ([getattr(one, field) for one in found if one.moment == moment] for field in Frame._fields[1:])
        if times:
            figures = (f"{take(some):,.0f}" for some in (times, sizes) for take in (median, mean, max))
            rows.append((name, moment, f"{len(times):,}", *figures))
    return rows


def measure(match: MatchOfSeats, choices: int) -> list[Frame]:
    """The frames of a match, when one like it has been played already."""
    play(match, choices, 8)
    gc.freeze()
    return play(match, choices)


def seat_frames(quick: bool) -> Answer:
    """CPU and bytes of a frame for a seat."""
    before = gc.get_threshold()
    gc.set_threshold(*SELDOM)
    found = {name: measure(match, 20 if quick else CHOICES) for name, match in MATCHES.items()}
    gc.set_threshold(*before)
    rows = [row for name, frames in found.items() for row in rows_of(name, frames)]
    told = {name: [one for one in frames if one.moment in (REVEALED, QUICK)] for name, frames in found.items()}
    time_figures = [at_most(name, median(one.microseconds for one in of), 100, "µs") for name, of in told.items() if of]
    size_figures = [at_most(name, median(one.size for one in of) / 1000, 2, "KB") for name, of in told.items() if of]
    return Answer(
        "Frames for seats",
        "Random choices, a socket on every seat and one that looks on: CPU for each frame (the view as a seat may know "
        "it, and what is told of it; of a quick choice, what makes its frame), all frames of a change divided by how "
        "many they are, and bytes.",
        HEADS,
        rows,
        [*time_figures, *size_figures],
    )


HEADS = ("match", "moment", "frames", "µs, median", "mean", "largest", "bytes, median", "mean", "largest")


if __name__ == "__main__":
    gc.set_threshold(*SELDOM)
    count, wanted = int(sys.argv[1]) if len(sys.argv) > 1 else CHOICES, sys.argv[2] if len(sys.argv) > 2 else ""
    print(*HEADS, sep=" | ")
    for name, match in MATCHES.items():
        for row in rows_of(name, measure(match, count)) if wanted in name else ():
            print(*row, sep=" | ", flush=True)
