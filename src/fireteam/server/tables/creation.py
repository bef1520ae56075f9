"""Creating tables, and opening stored ones by running the rules over their events."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from threading import RLock

import msgspec

from ... import __version__
from ...content.file_watch import Stamp, stamps
from ...content.problems import BadContent
from ...core.errors import BadFile, BadNotation, FireteamError, IllegalChoice, OtherRules, UnknownName
from ...core.game import Game
from ...match.dice import SECRET_BYTES, Secret
from ...match.file.format import Head, content_hash, version_of
from ...match.file.journal import PlannedLines, SealedLine
from ...match.file.journal import SideFile as Beside
from ...match.file.parse import parse_head
from ...match.judge import MatchStart, start_by_head
from ...match.match import Match
from ...match.record import Seat
from ...match.timeline import Timeline
from ...registry import find_game
from ..env import Env
from ..errors import ApiError, ClosedTable, error_body
from ..store.rows import Change, NewTableRow, SecretRow, StoredTable
from ..store.store import Store
from ..wire.messages import NewTable
from .proposals import load_proposals
from .restoration import restore
from .seats import SeatState, build_seats, seat_from_row, seats_of
from .table import SETUP, Setup, Table, TableRecord
from .unit_of_work import UnitOfWork


class PackFolders:
    """The packs that a server offers: the subfolders of one folder."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder

    def names(self) -> tuple[str, ...]:
        """Return the names of the packs, sorted; hidden folders are no packs."""
        if self.folder is None or not self.folder.is_dir():
            return ()
        return tuple(sorted(one.name for one in self.folder.iterdir() if one.is_dir() and not one.name.startswith(".")))

    def paths(self, names: Sequence[str]) -> tuple[str, ...]:
        """Return the paths of packs.

        Raises:
            ApiError: one of them is not offered.
        """
        for name in names:
            if name not in self.names():
                raise ApiError("E_PACK", f"This server offers no pack {name[:40]!r}; it has {self.names() or 'none'}.")
        return tuple(str(self.folder / name) for name in names if self.folder is not None)


STARTING = RLock()


def match_start(
    game: str, scenario: str, options: tuple[tuple[str, str], ...], packs: tuple[str, ...], begins: str
) -> MatchStart:
    """Return what a match is played with. Matches that are played with the same share one Setting, made once.

    Args:
        packs: paths of pack folders.
        begins: a position line; empty for the scenario's opening.

    Raises:
        FireteamError: no such game, scenario, option, pack or position.
    """
    with STARTING:
        return _match_start(game, scenario, options, packs, begins, stamps(map(Path, packs)))


@lru_cache(64)
def _match_start(
    game: str,
    scenario: str,
    options: tuple[tuple[str, str], ...],
    packs: tuple[str, ...],
    begins: str,
    stamps: tuple[Stamp, ...],  # a pack that has changed is another
) -> MatchStart:
    if begins:
        return MatchStart(*find_game(game).read_position(begins, packs))
    setting = find_game(game).make_setting(scenario, dict(options), packs)
    return MatchStart(setting, setting.opening)


def scenario_of(game: str, scenario: str, packs: Sequence[str]) -> tuple[str, str]:
    """Return a scenario's id and title; those of the game's first scenario if none is named."""
    there = find_game(game).scenarios(packs)
    id = scenario or next(iter(there))
    return id, there.get(id, id)


def shown_options(game: Game, options: dict[str, str]) -> dict[str, str]:
    """Return the options of a match as everybody may read them."""
    return dict(game.shown_options(options)) if game.shown_options else options


def setup_and_seats(new: NewTable, packs: PackFolders) -> tuple[Setup, MatchStart, list[SeatState]]:
    """Return the Setup of a new table, what its match is played with, and its seats.

    Raises:
        FireteamError: such a table cannot be made.
    """
    paths = packs.paths(new.packs)
    scenario, title = scenario_of(new.game, new.scenario, paths)
    found = match_start(new.game, scenario, tuple(sorted(new.options.items())), paths, "")
    seat_states = build_seats(found.setting, new.seats)
    return Setup(new, scenario, title, tuple(seat_state.name for seat_state in seat_states)), found, seat_states


def file_head(setup: Setup, found: MatchStart, seats: Sequence[Seat], secret: Secret, forked: str = "") -> Head:
    """Return the head of the match file, as the terminal writes it.

    `forked` is "HASH N" for a fork: the parent file's chained hash at its event N.
    """
    setting, asked = found.setting, setup.asked
    options = {} if setup.begins else {name: str(value) for name, value in setting.options.items()}
    return Head(
        setting.game.id,
        setting.game.rules_version,
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
        setting.hash_version,
    )


def new_secret(env: Env) -> Secret:
    """Return a new secret for the dice of a match."""
    return Secret(env.entropy(SECRET_BYTES))


def create_table(
    record: TableRecord,
    found: MatchStart,
    seat_states: Sequence[SeatState],
    host_hash: str,
    store: Store,
    env: Env,
    more: Sequence[Change] = (),
) -> Table:
    """Create a table with a new match, and store it in one unit of work with its opening and the rows `more`.

    Raises:
        StoreUnavailable: the database stores nothing now.
        Conflict: the database has one of the rows already.
    """
    secret = new_secret(env)
    seats = seats_of(found.setting, seat_states)
    match = Match(found.setting, seats, secret, found.start)
    record = record._replace(head=file_head(record.setup, found, seats, secret).text())
    return save_table(Table(record, match, seat_states, {}, store, env), host_hash, more)


def save_table(table: Table, host_hash: str, more: Sequence[Change] = (), agreed: bool = False) -> Table:
    """Store a new table with all that has happened so far. The registry opens it when this has returned.

    Args:
        host_hash: the hash of the host's token.
        more: rows to store in the same unit of work.
        agreed: people ended the match before the rules did.

    Raises:
        StoreUnavailable: the database stores nothing now.
        Conflict: the database has one of the rows already.
    """
    record, match = table.record, table.match
    unit = table.journal.unit = UnitOfWork(record.id, table.env.clock(), {}, 0)
    try:
        setup = msgspec.json.encode(record.setup)
        unit.rows.append(NewTableRow(record.id, record.made, record.listed, host_hash, setup, record.head))
        unit.rows.append(SecretRow(record.id, match.secret_to_store.value))
        unit.rows += [seat_state.row(record.id) for seat_state in table.seat_states.values()]
        table.journal.append(match.records)
        unit.rows += [*more, *table.snapshots.rows_for(match.moments)]
        if match.is_over:
            table.announce_end()
        elif agreed:
            table.end_by_agreement()
        if table.update_clock():
            table.save_clock()
        table.store.write_new(record.id, *unit.changes())
    finally:
        table.journal.unit = None
    table.last, table.acts = unit.last, unit.acts
    table.begin_keys()
    return table


# Opening what is kept


def open_table(id: str, store: Store, env: Env, packs: PackFolders) -> Table:
    """Claim and open a stored table. One that cannot be opened is given up again.

    Raises:
        Conflict: there is no such table.
        ClosedTable: its rules or content are not those of this server.
        BadFile: another version of Fireteam began it, whose files this one does not know.
    """
    store.take(id)
    try:
        return _open(id, store, env, packs)
    except FireteamError:
        store.release(id)
        raise


def _open(id: str, store: Store, env: Env, packs: PackFolders) -> Table:
    there = store.load(id)
    assert there is not None, "nobody takes what is not kept"
    if not version_of(there.row.head):
        raise BadFile(f"table {id}: its match was begun by another version of Fireteam, and only that can open it")
    setup = SETUP.decode(there.row.setup)
    asked = setup.asked
    options = tuple(sorted(asked.options.items()))

    def make() -> MatchStart:
        return match_start(asked.game, setup.scenario, options, packs.paths(asked.packs), setup.begins)

    try:
        found = start_by_head(parse_head(there.row.head, Path(id)), find_game(asked.game), make)
    except OtherRules as error:
        raise ClosedTable(error.why) from None
    except (
        ApiError,
        BadContent,
        BadNotation,
        IllegalChoice,
        UnknownName,
    ) as error:  # pack, scenario or option are no more
        sentence = error_body(error).sentence
        raise ClosedTable(sentence[:1].lower() + sentence[1:]) from None
    setting = found.setting
    line = Timeline(setting, found.start)
    try:
        restore(line, there, store)
    except BadFile as error:
        raise ClosedTable(str(error).removeprefix(f"table {id}: ")) from None
    by_name = {row.name: seat_from_row(row) for row in there.seats}
    seat_states = [by_name[name] for name in setup.seats]
    beside = Beside(Secret(there.secret), (), *_sealed_and_plans(there))
    match = Match.resume(line, seats_of(setting, seat_states), beside.secret, beside, load_proposals(there.proposals))
    record = TableRecord(id, there.row.made, setup, there.row.head, there.row.listed)
    table = Table(record, match, seat_states, there.last, store, env, there.clock)
    table.acts = there.acts
    table.journal.may_be_sealed = bool(there.sealed)
    table.ended = there.end.result if there.end else ""
    table.update_clock()
    return table


def _sealed_and_plans(there: StoredTable) -> tuple[dict[int, SealedLine], dict[int, PlannedLines]]:
    """Return sealed choices and plans, each by slot."""
    sealed = {row.slot: SealedLine(row.number, row.line) for row in there.sealed}
    plans = {row.slot: PlannedLines(row.number, row.waiting, row.lines) for row in there.plans if row.lines}
    return sealed, plans
