"""Making tables, and opening those that are kept: the rules run once more over everything that was accepted."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from threading import RLock
from typing import NamedTuple

import msgspec

from .. import __version__
from ..core.game import Setting, find
from ..core.record import Array
from ..match.dice import SECRET, Secret
from ..match.files import Head, content_hash
from ..match.journal import Kept as Beside
from ..match.journal import Planned, Sealed
from ..match.line import Line
from ..match.match import Match
from ..match.record import Seat
from .env import Env
from .messages import NewTable
from .proposals import proposed
from .reopening import reopened
from .seating import Chair, chair_of, seats_of, wanted
from .store.changes import Change, KeptTable, NewTableRow, SecretRow
from .store.store import Store
from .table import SETUP, Kept, Setup, Table
from .turning import Turned
from .unit import Unit


class Packs:
    """The folders of packs that a server offers."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder

    def names(self) -> tuple[str, ...]:
        """What they are called."""
        if self.folder is None or not self.folder.is_dir():
            return ()
        return tuple(sorted(one.name for one in self.folder.iterdir() if one.is_dir() and not one.name.startswith(".")))

    def paths(self, names: Sequence[str]) -> tuple[str, ...]:
        """Where they lie.

        Raises:
            Turned: one is not offered.
        """
        for name in names:
            if name not in self.names():
                raise Turned("E_PACK", f"This server offers no pack {name[:40]!r}; it has {self.names() or 'none'}.")
        return tuple(str(self.folder / name) for name in names if self.folder is not None)


class Laid(NamedTuple):
    """What a match is played with, and the State in which it begins."""

    setting: Setting
    start: Array


LAYING = RLock()


def laid(game: str, scenario: str, options: tuple[tuple[str, str], ...], packs: tuple[str, ...], begins: str) -> Laid:
    """What a match is played with; the same, and made once, for all that are played with the same.

    Raises:
        FireteamError: there is no such thing.
    """
    with LAYING:
        return _laid(game, scenario, options, packs, begins)


@lru_cache(64)
def _laid(game: str, scenario: str, options: tuple[tuple[str, str], ...], packs: tuple[str, ...], begins: str) -> Laid:
    if begins:
        return Laid(*find(game).from_position(begins, packs))
    setting = find(game).setting(scenario, dict(options), packs)
    return Laid(setting, setting.opening)


def scenario_of(game: str, scenario: str, packs: Sequence[str]) -> tuple[str, str]:
    """A scenario with its title; the first of the game if none is named."""
    there = find(game).scenarios(packs)
    id = scenario or next(iter(there))
    return id, there.get(id, id)


def made_of(new: NewTable, packs: Packs) -> tuple[Setup, Laid, list[Chair]]:
    """What a new table is made of, and the seats at it.

    Raises:
        FireteamError: it cannot be made.
    """
    paths = packs.paths(new.packs)
    scenario, title = scenario_of(new.game, new.scenario, paths)
    found = laid(new.game, scenario, tuple(sorted(new.options.items())), paths, "")
    chairs = wanted(found.setting, new.seats)
    return Setup(new, scenario, title, tuple(chair.name for chair in chairs)), found, chairs


def head_of(setup: Setup, found: Laid, seats: Sequence[Seat], secret: Secret, forked: str = "") -> Head:
    """The head of the match file, as the terminal writes it."""
    setting, asked = found.setting, setup.asked
    options = {} if setup.begins else {name: str(value) for name, value in setting.options.items()}
    return Head(
        setting.game.id,
        setting.game.rules,
        __version__,
        setting.scenario,
        options,
        asked.packs,
        content_hash(setting),
        setup.begins,
        forked,
        setting.slots,
        tuple(seats),
        secret.commitment,
    )


def new_secret(env: Env) -> Secret:
    """A secret for the dice of a match."""
    return Secret(env.entropy(SECRET))


def begin(
    kept: Kept,
    found: Laid,
    chairs: Sequence[Chair],
    host_hash: str,
    store: Store,
    env: Env,
    more: Sequence[Change] = (),
) -> Table:
    """A new table, kept in one piece with its opening and whatever comes along."""
    secret = new_secret(env)
    seats = seats_of(found.setting, chairs)
    match = Match(found.setting, seats, secret, found.start)
    kept = kept._replace(head=head_of(kept.setup, found, seats, secret).text())
    return keep(Table(kept, match, chairs, {}, store, env), host_hash, more)


def keep(table: Table, host_hash: str, more: Sequence[Change] = (), agreed: bool = False) -> Table:
    """Keep a table with all that has happened so far; from here on everybody can come to it.

    `more` is kept along with it; `agreed`: people ended the match before the rules did.
    """
    kept, match = table.kept, table.match
    unit = table.journal.unit = Unit(kept.id, table.env.clock(), {})
    try:
        setup = msgspec.json.encode(kept.setup)
        unit.rows.append(NewTableRow(kept.id, kept.made, kept.listed, host_hash, setup, kept.head))
        unit.rows.append(SecretRow(kept.id, match.secret_to_keep.value))
        unit.rows += [chair.row(kept.id) for chair in table.chairs.values()]
        table.journal.keep(match.records)
        unit.rows += [*more, *table.snapshots.along(match.steps)]
        if match.over:
            table.tell_end()
        elif agreed:
            table.agree()
        if table.look_at_glass():
            table.keep_glass()
        table.store.write(*unit.rows)
    finally:
        table.journal.unit = None
    table.last = unit.last
    return table


# Opening what is kept


def open_table(id: str, store: Store, env: Env, packs: Packs) -> Table | None:
    """A table that is kept, ready to be gone on with; None if there is none.

    Raises:
        FireteamError: it cannot be: other rules, other content.
    """
    if store.seated(id) is None:
        return None
    store.take(id)
    there = store.load(id)
    if there is None or not there.events:
        return None
    setup = SETUP.decode(there.row.setup)
    asked = setup.asked
    options = tuple(sorted(asked.options.items()))
    found = laid(asked.game, setup.scenario, options, packs.paths(asked.packs), setup.begins)
    line = Line(found.setting, found.start)
    reopened(line, there, store)
    by_name = {row.name: chair_of(row) for row in there.seats}
    chairs = [by_name[name] for name in setup.seats]
    beside = Beside(Secret(there.secret), (), *_waiting(there))
    match = Match.going_on(line, seats_of(found.setting, chairs), beside.secret, beside)
    kept = Kept(id, there.row.made, setup, there.row.head, there.row.listed)
    table = Table(kept, match, chairs, there.last, store, env, there.clock)
    table.ended = there.end.result if there.end else ""
    table.draw, match.asked = proposed(there.proposals)
    table.look_at_glass()
    return table


def _waiting(there: KeptTable) -> tuple[dict[int, Sealed], dict[int, Planned]]:
    """Sealed choices and plans, by slot."""
    sealed = {row.slot: Sealed(row.number, row.line) for row in there.sealed}
    plans = {row.slot: Planned(row.number, row.waiting, row.lines) for row in there.plans if row.lines}
    return sealed, plans
