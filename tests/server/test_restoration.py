"""A long match is opened from its snapshots as the rules would open it; what does not belong to it is passed over."""

from __future__ import annotations

import hashlib
import random
import zlib
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest

from fireteam.core.engine.state_hash import SHA_256, SPLITMIX64, hash_of
from fireteam.core.errors import BadFile
from fireteam.core.protocol.choices import notation
from fireteam.core.slot_choices import read_choice
from fireteam.games.gunplay.state import PHASES
from fireteam.match.event_rows import EventRows
from fireteam.match.file import format as file_format
from fireteam.match.match import Match
from fireteam.match.quick_play import QuickPlay
from fireteam.match.timeline import Timeline
from fireteam.server.env import Env
from fireteam.server.store.rows import SnapshotRow
from fireteam.server.store.store import Store, open_store
from fireteam.server.tables import restoration, snapshots
from fireteam.server.tables.creation import PackFolders, create_table, match_start, open_table, setup_and_seats
from fireteam.server.tables.seats import Caller, SeatState
from fireteam.server.tables.snapshots import Snapshots
from fireteam.server.tables.table import Table, TableRecord
from fireteam.server.wire.messages import PERSON, Choose, NewTable
from tests.chance import drawn
from tests.server.databases import ON_BOTH

pytestmark = ON_BOTH
EVERY = 10
GAMES = {
    "ttt": ("besiege_the_bunker", {"seats": "fixed"}),
    "tps": ("de_depot", {"teams": "1v1", "sv_admin": "1"}),
    "gunplay": ("crossroads", {"config": "full"}),
}


@pytest.fixture(autouse=True)
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Snapshots are kept after few events, so that matches need not be long."""
    monkeypatch.setattr(snapshots, "EVERY", EVERY)
    monkeypatch.setattr(restoration, "EVERY", EVERY)


@pytest.fixture
def store(database: str) -> Iterator[Store]:
    store = open_store(database)
    yield store
    store.close()


def new_table(store: Store, game: str = "ttt", hash_version: int = SPLITMIX64) -> Table:
    """A table whose every slot is a person's, with a judge."""
    scenario, options = GAMES[game]
    asked = NewTable(game, scenario, options)
    slots = match_start(game, scenario, tuple(sorted(options.items())), (), "").setting.slots
    seat_states = [SeatState(name, (name,), PERSON, referee=name == "admin") for name in slots]
    seat_states += [SeatState("judge", (), PERSON, referee=True)]
    setup, found, _ = setup_and_seats(asked, PackFolders())
    setup = msgspec.structs.replace(setup, seats=tuple(seat_state.name for seat_state in seat_states))
    found = found._replace(setting=found.setting._replace(hash_version=hash_version))
    table = create_table(
        TableRecord("long", 0.0, setup, ""), found, seat_states, "host", store, Env(entropy=drawn("long"))
    )
    store.take(table.id)
    return table


def does(table: Table, act: Callable[[], Any]) -> None:
    table.change(act).settle()


def plays(table: Table, events: int, seed: int = 1, quickly: bool = False) -> None:
    """So many events more: choices, and everything that goes back, stops and lets stand again."""
    chance, match = random.Random(seed), table.match
    end = match.next_number + events
    while match.next_number < end:
        standing = [step.record.number for step in match.timeline.moments[:-1]]
        far = len(standing) > 30  # back to the beginning: no match is over before that
        if far or (standing and chance.random() < 0.1):
            to = chance.choice(standing[:9] if far else standing[-12:])
            does(table, lambda to=to: match.rewind("judge", to, "a cat"))
            if chance.random() < 0.3:
                does(table, lambda: match.redo("judge"))
        elif chance.random() < 0.05:
            does(table, lambda: match.pause("judge", "tea"))
            does(table, lambda: match.unpause("judge"))
        else:
            slot = chance.choice(match.slots_to_act())
            name = match.setting.slots[slot]
            decision = match.setting.game.decision(match.setting, match.view(name), slot, 40, False)
            line = chance.choice(decision.options).notation
            if not (quickly and chooses_quickly(table, name, line)):
                does(table, lambda name=name, line=line: match.act(name, line))


def chooses_quickly(table: Table, seat: str, line: str) -> bool:
    """Somebody chooses by one compiled call, if that may be: what happened is stored as rows then."""
    play = QuickPlay(table.match)
    is_quick = table.is_plain and play.look() >= 0 and table.match.seat(seat).holds(play.slot)
    quick = play.choose(line) if is_quick else None
    if quick is None:
        return False
    play.commit(quick)
    number = table.match.question
    sent = table.send_choice(
        Caller(seat).principal,
        f"key {table.acts}",
        Choose(line, number),
        quick.moment.record,
        table.env.clock(),
    )
    table.settle_choice(sent, play.roll_back)
    return True


def opened(store: Store) -> Table:
    return open_table("long", store, Env(), PackFolders())


def all_of(table: Table) -> tuple[object, ...]:
    """Everything that a match is."""
    line = table.match.timeline
    states = [line.state_after(at).tobytes() for at in range(len(line.moments))]
    undone = [(by, [step.record for step in steps]) for by, steps in line.redo_stack]
    return line.records, [step.record for step in line.moments], states, undone, line.pause_record


@pytest.fixture
def reruns(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The numbers of events that the rules run again."""
    numbers: list[int] = []
    rerun = Timeline.rerun

    def counted(line: Timeline, record: Any) -> None:
        numbers.append(record.number)
        rerun(line, record)

    monkeypatch.setattr(Timeline, "rerun", counted)
    return numbers


@pytest.mark.parametrize("game", GAMES)
def test_what_is_opened_from_snapshots_is_to_the_byte_what_the_rules_make_of_it(store: Store, game: str, reruns):
    table = new_table(store, game)
    plays(table, 64)
    before = all_of(table)
    after = opened(store)
    assert len(reruns) < 2 * EVERY, "only what came after the last snapshot is run again"
    assert all_of(after) == before and after.match.state.tobytes() == table.match.state.tobytes()
    plays(after, 20, seed=2)
    assert all_of(opened(store)) == all_of(after)


def test_quick_choices_with_all_that_goes_back_are_opened_as_they_were(store: Store):
    table = new_table(store)
    plays(table, 90, quickly=True)
    after = opened(store)
    assert sum(isinstance(record.events, EventRows) for record in table.match.records) > 40
    assert all_of(after) == all_of(table)
    plays(after, 20, seed=2, quickly=True)
    assert all_of(opened(store)) == all_of(after)


def test_what_quick_choices_told_is_told_again_from_the_rows_that_are_stored_of_it(store: Store, reruns):
    table, chance = new_table(store), random.Random(3)
    match, quick = table.match, 0
    while match.next_number < 64:
        name = match.setting.slots[match.slots_to_act()[0]]
        decision = match.setting.game.decision(match.setting, match.state, match.slots_to_act()[0], 40, False)
        line = chance.choice(decision.options).notation
        if chooses_quickly(table, name, line):
            quick += 1
        else:
            does(table, lambda name=name, line=line: match.act(name, line))
    after = opened(store)
    told = [record for record in after.match.records if isinstance(record.events, EventRows)]
    assert quick > 40 and len(told) > 30 and len(reruns) < 3 * EVERY
    assert all_of(after) == all_of(table)
    whole = Match(table.setting, table.match.seats.values(), table.match.secret_to_store)
    for record in match.records[1:]:
        assert whole.act(table.setting.slots[record.choices[0][0]], record.choices[0][1]) == record


def test_a_table_left_at_every_decision_inside_an_interrupt_goes_on_as_if_never_left(store: Store):
    table, chance, lines, left = new_table(store, "gunplay"), random.Random(1), list[tuple[str, str]](), list[str]()
    while len(left) < 8 and len(lines) < 90:
        setting, states = table.match.setting, table.match.state
        (slot,) = table.match.slots_to_act()
        name, asked = setting.slots[slot], PHASES[states[0].phase]
        if asked in ("react", "resume"):
            table = opened(store)
            left.append(asked)
        options = setting.game.decision(setting, table.match.view(name), slot, 40, False).options
        k = {"ow_declare": len(options) // 2, "ow_mark": 0}.get(asked, chance.randrange(len(options)))
        value = read_choice(setting, options[k].notation)
        if hasattr(value, "on_interrupt"):
            value = msgspec.structs.replace(value, on_interrupt="ask")
        lines.append((name, notation(value)))
        does(table, lambda table=table, line=lines[-1]: table.match.act(*line))
    whole = Match(table.setting, table.match.seats.values(), table.match.secret_to_store)
    for line in lines:
        whole.act(*line)
    assert set(left) == {"react", "resume"}
    assert (
        whole.state.tobytes() == table.match.state.tobytes() and whole.timeline.records == table.match.timeline.records
    )


def test_whoever_goes_back_behind_all_snapshots_stands_where_they_stood(store: Store):
    table = new_table(store)
    plays(table, 45)
    after = opened(store)
    does(after, lambda: after.match.rewind("judge", 0, "from the start"))
    assert after.match.state.tobytes() == table.match.timeline.state_after(0).tobytes()
    assert opened(store).match.state.tobytes() == after.match.state.tobytes()


def test_a_match_that_was_begun_with_sha_256_opens_from_its_snapshots(store: Store, reruns):
    table = new_table(store, hash_version=SHA_256)
    plays(table, 60, quickly=True)
    after = opened(store)
    assert all_of(after) == all_of(table) and len(reruns) < 2 * EVERY
    assert after.setting.hash_version == SHA_256
    plays(after, 30, seed=2, quickly=True)
    assert after.match.records[-1].state_hash == hash_of(after.match.state, SHA_256)
    assert all_of(opened(store)) == all_of(after)


def test_a_match_of_a_format_that_is_not_known_here_is_left_as_it_is(store: Store):
    with pytest.MonkeyPatch.context() as later:
        later.setitem(file_format.FIRST_LINES, SPLITMIX64, "fireteam match 3")
        new_table(store)
    before = store.load("long")
    with pytest.raises(BadFile, match=r"^table long: its match was begun by another version of Fireteam"):
        opened(store)
    assert store.load("long") == before


def altered(row: SnapshotRow, table: Table, how: str) -> SnapshotRow:
    """A snapshot that must not count."""
    line = table.match.timeline
    if how == "another state":  # a whole one, by these rules, but not the one after this event
        step = next(step for step in line.moments if step.record.number < row.number)
        return msgspec.structs.replace(Snapshots("long", table.setting).row(step), number=row.number)
    raw = zlib.decompress(row.state)
    states = {"no bytes": b"", "no state": b"hello", "cut off": row.state[:-9], "too long": zlib.compress(raw + b"\0")}
    bad = states.get(how, zlib.compress(raw[:-8] + b"12345678"))
    return msgspec.structs.replace(row, state=bad)


@pytest.mark.parametrize("how", ["another state", "no bytes", "no state", "cut off", "too long", "bits that flipped"])
def test_a_snapshot_that_is_not_the_state_of_its_event_is_passed_over(store: Store, reruns, how):
    table = new_table(store)
    plays(table, 35)
    before = all_of(table)
    rows = store.load("long").snapshots
    assert len(rows) >= 3
    store.write(*(altered(row, table, how) for row in rows))
    assert all_of(opened(store)) == before
    assert reruns == list(range(table.match.next_number))


def test_after_the_rules_have_changed_everything_is_run_again_once(store: Store, reruns, monkeypatch):
    table = new_table(store)
    plays(table, 35)
    monkeypatch.setattr(snapshots, "rules_hash", lambda: "other rules")
    assert all_of(opened(store)) == all_of(table) and reruns == list(range(table.match.next_number))
    reruns.clear()
    assert all_of(opened(store)) == all_of(table) and len(reruns) < 2 * EVERY


def test_what_an_older_fireteam_told_in_other_words_is_told_again_by_the_rules(store: Store, reruns):
    table = new_table(store)
    plays(table, 25)
    before, kept = all_of(table), store.load("long")
    rows = [msgspec.msgpack.decode(row.record) for row in kept.events]
    told = next(row for row in rows if row[5])
    told[5][0][0]["event"] = "what nobody knows any more"
    changed = msgspec.structs.replace(kept.events[told[0]], record=msgspec.msgpack.encode(told))
    line = Timeline(table.setting, table.match.start)
    events = tuple(changed if row.number == told[0] else row for row in kept.events)
    restoration.restore(line, msgspec.structs.replace(kept, events=events), store)
    assert line.records == before[0] and len(reruns) == table.match.next_number


def test_the_hash_of_the_rules_is_that_of_every_source_of_theirs(monkeypatch, tmp_path):
    from fireteam.core.engine import code_cache

    before = code_cache.rules_hash()
    (tmp_path / "more.py").write_text("A = 1\n")
    monkeypatch.setenv(code_cache.EXTRA_SOURCES_VARIABLE, str(tmp_path))
    code_cache.rules_hash.cache_clear()
    assert len({before, code_cache.rules_hash()}) == 2 and len(before) == hashlib.sha256().digest_size * 2
    monkeypatch.undo()
    code_cache.rules_hash.cache_clear()
    assert code_cache.rules_hash() == before
