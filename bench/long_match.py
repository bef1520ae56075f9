"""A match of very many events, kept as a server keeps it: played at random, and wound back before it can end."""

from __future__ import annotations

import contextlib
import sqlite3
from pathlib import Path

import msgspec

from fireteam.bots import find_bot as find_bot
from fireteam.core.protocol.choices import decode
from fireteam.match.match import Match
from fireteam.server.env import Env
from fireteam.server.store.store import open_store
from fireteam.server.tables.creation import PackFolders, file_head, new_secret, save_table, setup_and_seats
from fireteam.server.tables.seats import SeatState, seats_of
from fireteam.server.tables.table import Table, TableRecord
from fireteam.server.wire.messages import PERSON, NewTable

from .tables import BESIEGE

BACK = 90  # choices after which a referee winds back to the opening: no match of this mission is over by then
JUDGE = "judge"


def keep_one(database: Path, events: int) -> str:
    """Play it and keep it; the id of its table."""
    env, store = Env(), open_store(str(database))
    setup, found, _ = setup_and_seats(NewTable("ttt", BESIEGE.scenario), PackFolders())
    setup = msgspec.structs.replace(setup, seats=(*BESIEGE.slots, JUDGE))
    chairs = [*(SeatState(name, (name,), PERSON) for name in BESIEGE.slots), SeatState(JUDGE, (), PERSON, referee=True)]
    secret, seats = new_secret(env), seats_of(found.setting, chairs)
    match = Match(found.setting, seats, secret, found.start)
    play(match, events)
    kept = TableRecord("long", env.clock(), setup, file_head(setup, found, seats, secret).text())
    save_table(Table(kept, match, chairs, {}, store, env), "0" * 64)
    store.close()
    return kept.id


def forget_snapshots(database: Path) -> None:
    """Leave only the events: the rules have to run them all again."""
    with contextlib.closing(sqlite3.connect(database)) as kept, kept:
        kept.execute("DELETE FROM snapshots")


def play(match: Match, events: int) -> None:
    """Choose at random until there are so many events."""
    bot, game = find_bot("random"), match.setting.game
    for number in range(1, events):
        if number % BACK == 0 or match.is_over:
            match.rewind(JUDGE, 0, "once more")
            continue
        slot = match.slots_to_act()[0]
        name = "" if (seat := match.seat_of(slot)) is None else seat.name
        view = match.view(name)
        record = bot.choose(match.setting, view, slot, match.key_for_bot(slot))
        match.act(name, decode(record[0], game.verbs, game.names(match.setting, view)), slot)
