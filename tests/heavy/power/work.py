"""Work whose files are recorded, and what must be true of them after a cut: nothing told is lost, and all opens."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple
from unittest import mock

from fireteam import bots
from fireteam.campaign.campaign import Campaign, begin, encode_command
from fireteam.campaign.exchange import JOURNAL, join
from fireteam.campaign.folder import STALE, files_in, make_folder, open_folder
from fireteam.campaign.journal import Journal
from fireteam.campaign.state_files import is_unaltered
from fireteam.core.errors import FireteamError
from fireteam.core.protocol.choices import decode
from fireteam.match.dice import secret_of_seed
from fireteam.match.file.format import DRAW_BY_AGREEMENT
from fireteam.match.file.journal import secret_path
from fireteam.match.file.parse import read_match_file
from fireteam.match.load import resume, save
from fireteam.match.match import Match
from fireteam.match.record import Seat
from fireteam.registry import find_game
from fireteam.server.store import location
from fireteam.server.store.store import open_store
from tests.campaign.crash import ANNA, command
from tests.heavy.power.recording import Recording
from tests.server.store import rows
from tests.server.store.crash import campaign_faults, found_of

ACTS, CHOICES, ENTRIES = 40, 16, 24
IMPORTS, IMPORTED = 5, 4  # how often entries are imported, and how many at once
LOG_BYTES = 40_000  # of SQLite's log: it goes into the file a few times
TABLE = "a"
REASON = "as the dice would have it; " * 30  # a line of several sectors


class Work(NamedTuple):
    """A piece of work in a folder, and the faults of what is left of it, where `last` was acknowledged last."""

    does: Callable[[Recording], None]
    faults: Callable[[Path, object], list[str]]


def write_store(recording: Recording) -> None:
    """Store acts and entries, close the store half way, and go on."""
    path = str(recording.root / "new" / "table.db")
    with mock.patch.object(location, "LOG_BYTES", LOG_BYTES):
        store = open_store(path)
        store.write(rows.new(TABLE), rows.campaign(TABLE))
        recording.told(0)
        for number in range(1, ACTS):
            store.write(rows.act(TABLE, number), rows.item(TABLE, number, "side red"))
            store.write(rows.campaign_entry(TABLE, number))
            recording.told(number)
            if number == ACTS // 2:
                store.close()
                store = open_store(path)
                store.take(TABLE)
        store.close()


def store_faults(root: Path, last: object) -> list[str]:
    """What is wrong with a store of which all to `last` was acknowledged; None: nothing was."""
    try:
        store = open_store(str(root / "new" / "table.db"))
    except FireteamError as error:
        return [str(error)]
    try:
        if not isinstance(last, int):
            return []
        return found_of(store, TABLE, last) + campaign_faults(store, TABLE, last)
    except FireteamError as error:
        return [str(error)]
    finally:
        store.close()


def write_match(recording: Recording) -> None:
    """Play a match into a file, stop, and go on to the end."""
    path = recording.root / "new" / "a.match"
    path.parent.mkdir()
    ttt = find_game("ttt")
    seats = (Seat("red", 1), Seat("blue", 2), Seat("judge", 0, referee=True))
    match = Match(ttt.make_setting("besiege_the_bunker"), seats, secret_of_seed(1))
    save(match, path)

    def told() -> None:
        side = secret_path(path)
        recording.told((path.read_bytes(), side.read_bytes() if side.exists() else b""))

    told()
    for k in range(CHOICES):
        if k == CHOICES // 2:
            match.leave()
            match = resume(read_match_file(path))
        choose(match)
        told()
        match.pause("judge", REASON)
        told()
        match.unpause("judge")
        told()
        match.ledger.journal.plan(match.next_number, 1, False, ())  # a line beside the match
        told()
    match.ledger.journal.close(DRAW_BY_AGREEMENT, match.secret_to_store)
    told()
    match.leave()


def choose(match: Match) -> None:
    """Make any choice."""
    slot = match.slots_to_act()[0]
    seat = match.seat_of(slot)
    assert seat is not None
    game = match.setting.game
    view = match.view(seat.name)
    chosen = bots.find_bot("random").choose(match.setting, view, slot, match.key_for_bot(slot))[0]
    match.act(seat.name, decode(chosen, game.verbs, game.names(match.setting, view)), slot)


def match_faults(root: Path, last: object) -> list[str]:
    """What is wrong with a match file; `last` are its bytes as they were acknowledged, and those beside it."""
    path = root / "new" / "a.match"
    if not path.exists():
        return ["the match is gone"] if last is not None else []
    try:
        file = read_match_file(path)
        if file.secret is None:
            resume(file).leave()
    except FireteamError as error:
        return [str(error)]
    if not isinstance(last, tuple):
        return []
    match, beside = last
    faults = [] if path.read_bytes().startswith(match) else ["lines of the match are gone"]
    if file.secret is None and not secret_path(path).read_bytes().startswith(beside):
        faults.append("lines beside the match are gone")
    return faults


def write_campaign(recording: Recording) -> None:
    """Begin a campaign in a folder, give commands, carry a copy elsewhere, and import several entries at once."""
    folder = recording.root / "deep" / "winter"
    make_folder(folder, begin("toy", "Winter", ANNA), [])
    recording.told(("winter", 0))
    for number in range(1, ENTRIES):
        with open_folder(folder) as found:
            found.do(command(number), ANNA, REASON)
            recording.told(("winter", number))
        if number == ENTRIES // 2:
            make_folder(recording.root / "copy", found.head, found.timeline.entries)
            recording.told(("copy", number))
    for first in range(ENTRIES, ENTRIES + IMPORTS * IMPORTED, IMPORTED):
        with open_folder(folder) as found:
            ahead = Campaign(Journal(found.head, found.timeline.entries))
            for number in range(first, first + IMPORTED):
                ahead.do(command(number), ANNA, REASON)
            join(found, ahead)
            recording.told(("winter", found.number))


def campaign_folder_faults(root: Path, last: object) -> list[str]:
    """What is wrong with the folders; `last` is what was acknowledged of each."""
    assert last is None or isinstance(last, dict)
    faults = []
    for folder, name in ((root / "deep" / "winter", "winter"), (root / "copy", "copy")):
        known = (last or {}).get(name)
        if known is None and not (folder / JOURNAL).exists():
            made = begin("toy", "Winter", ANNA)
            try:
                make_folder(folder, made, [])
            except FireteamError as error:
                faults.append(f"{name} cannot be made again: {error}")
            continue
        try:
            with open_folder(folder) as found:
                faults += entry_faults(found, name, known)
                is_sound = (folder / STALE).exists() or is_unaltered(found.rules, found.state, files_in(folder))
            if not is_sound or (folder / STALE).exists():
                faults.append(f"{name}: its files are not those of its entries")
        except FireteamError as error:
            faults.append(f"{name}: {error}")
    return faults


def entry_faults(found: Campaign, name: str, known: int | None) -> list[str]:
    """What is wrong with the entries, of which `known` were acknowledged; those under way may be there."""
    under_way = 0 if name == "copy" else 1 if known is not None and known < ENTRIES - 1 else IMPORTED
    if known is not None and not known <= found.number <= known + under_way:
        return [f"{name}: {found.number} entries, and {known} were acknowledged"]
    wanted = [encode_command(command(each + 1)) for each in range(found.number)]
    entries = [entry.command for entry in found.timeline.entries]
    return [] if wanted == entries else [f"{name}: its entries are not those that were given"]


WORKS = {
    "stores": Work(write_store, store_faults),
    "match files": Work(write_match, match_faults),
    "campaign folders": Work(write_campaign, campaign_folder_faults),
}
