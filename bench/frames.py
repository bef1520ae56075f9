"""What is sent on sockets: bytes and frames a choice, in every game: python -m bench.frames [CHOICES]."""

from __future__ import annotations

import asyncio
import random
import sys
import tempfile
import time
from collections.abc import Sequence
from itertools import accumulate, repeat
from pathlib import Path
from typing import NamedTuple

from fireteam.server.env import Env
from fireteam.server.store.store import open_store
from fireteam.server.tables.creation import PackFolders
from fireteam.server.tables.registry import TableRegistry
from fireteam.server.tables.seats import Caller
from fireteam.server.tables.subscriber import Subscriber
from fireteam.server.validation import hash_token
from fireteam.server.wire.messages import Choose, NewSeat, NewTable
from fireteam.server.workers.bots import BotPool
from fireteam.server.workers.compilation import Compilation

from .measure import Answer, at_most

BESIEGE = "Table Top Troopers, Besiege the Bunker"
MATCHES = {
    BESIEGE: ("ttt", "besiege_the_bunker", {}),
    "Table Top Troopers, The Art of War": ("ttt", "the_art_of_war", {}),
    "Third Person Shooter, de_depot": ("tps", "de_depot", {}),
    "Gunplay, Main Street": ("gunplay", "main_street", {}),
    "FS3, Loading Yard": ("fs3", "loading_yard", {}),
}
CHOICES = 200  # more than a match of Besiege the Bunker has
BESIEGES = 10  # matches of it
MOST_BYTES = 400
PACE = 5.0  # seconds from one look at the clock to the next: some ten a choice, so that times have as many digits
SPECTATOR = ""


class Traffic(NamedTuple):
    """What was sent: choices made, frames to all seats, bytes to all seats and to a spectator, the most to one seat."""

    choices: int
    frames: int
    to_seats: int
    to_spectator: int
    most: int
    first: int


def together(some: Sequence[Traffic]) -> Traffic:
    """What was sent in some matches."""
    choices, frames, to_seats, to_spectator, most, first = zip(*some, strict=True)
    return Traffic(sum(choices), sum(frames), sum(to_seats), sum(to_spectator), max(most), max(first))


class Counter:
    """Counts what is sent on a socket."""

    def __init__(self) -> None:
        self._frames = self._bytes = 0

    def send(self, frame: bytes) -> bool:
        """Count a frame."""
        self._frames += 1
        self._bytes += len(frame)
        return True

    def close(self, code: int, why: str) -> None:
        """Nothing more is sent."""

    def read(self) -> tuple[int, int]:
        """How many frames, and how many bytes, since it was asked last."""
        found = self._frames, self._bytes
        self._frames = self._bytes = 0
        return found


async def traffic(
    registry: TableRegistry, match: tuple[str, str, dict[str, str]], choices: int, seed: int = 7
) -> Traffic:
    """Play one match by lot, a socket on every seat and one that looks on."""
    game, scenario, options = match
    made = await registry.make(NewTable(game, scenario, options))
    session = await registry.session(made.table)
    names = session.table.setting.slots
    seats = tuple(NewSeat(name, (name,)) for name in names)
    made = await registry.make(NewTable(game, scenario, options, seats=seats))
    session = await registry.session(made.table)
    counters = {name: Counter() for name in (*names, SPECTATOR)}
    sockets = {name: Subscriber(Caller(name), counter) for name, counter in counters.items()}
    for name, socket in sockets.items():
        socket.token_hash = hash_token(made.seats[name]) if name in made.seats else None
        await session.subscribe(socket, {})
    first = [counter.read() for counter in counters.values()]
    luck, done, frames, most = random.Random(seed), 0, 0, 0
    sent = dict.fromkeys(counters, 0)
    while done < choices and not session.table.over:
        slot = names[session.table.match.slots_to_act()[0]]
        option = luck.choice((await session.now(Caller(slot))).decisions[0].options)
        act = Choose(option.notation, session.table.match.question, slot)
        await session.act(Caller(slot), f"key-{done:012}", act, sockets[slot])
        done += 1
        for name, counter in counters.items():
            count, size = counter.read()
            frames += count if name else 0
            sent[name] += size
            most = max(most, size)
    to_seats = sum(size for name, size in sent.items() if name)
    return Traffic(done, frames, to_seats, sent[SPECTATOR], most, max(size for _, size in first))


async def measure(choices: int, besieges: int = 1) -> dict[str, Traffic]:
    """The traffic of every match, up to so many choices; of Besiege the Bunker that of so many whole ones."""
    with tempfile.TemporaryDirectory() as folder:
        store = open_store(str(Path(folder) / "tables.db"))
        clock = accumulate(repeat(PACE), initial=time.time())
        registry = TableRegistry(
            store, Env(clock=lambda: next(clock)), PackFolders(), BotPool(1), Compilation(needed=False)
        )
        try:
            found = {}
            for name, match in MATCHES.items():
                most, count = (CHOICES, besieges) if name == BESIEGE else (choices, 1)
                found[name] = together([await traffic(registry, match, most, 7 + k) for k in range(count)])
            return found
        finally:
            await registry.close()
            store.close()


def frames(quick: bool) -> Answer:
    """Bytes and frames of a choice, in every game."""
    found = asyncio.run(measure(20) if quick else measure(CHOICES, BESIEGES))
    rows = [
        (
            name,
            f"{one.frames / one.choices:.1f}",
            f"{one.to_seats / one.choices:,.0f}",
            f"{one.to_spectator / one.choices:,.0f}",
            f"{one.most:,}",
            f"{one.first:,}",
        )
        for name, one in found.items()
    ]
    heads = (
        "match",
        "frames a choice, all seats",
        "bytes, all seats",
        "bytes, a spectator",
        "most at once",
        "to begin with",
    )
    mean = found[BESIEGE].to_seats / found[BESIEGE].choices
    figures = [at_most("bytes a choice of Besiege the Bunker, both players", mean, MOST_BYTES, "bytes")]
    told = f"Random choices, a socket on every seat and one that looks on; {BESIEGES} matches of Besiege the Bunker."
    return Answer("Frames", told, heads, rows, figures)


if __name__ == "__main__":
    for name, one in asyncio.run(measure(int(sys.argv[1]) if len(sys.argv) > 1 else CHOICES)).items():
        print(
            f"{name}: {one.choices} choices, frames {one.frames / one.choices:.1f}, bytes to all seats "
            f"{one.to_seats / one.choices:,.0f}, to a spectator {one.to_spectator / one.choices:,.0f}, most at once "
            f"{one.most:,}, to begin with {one.first:,}"
        )
