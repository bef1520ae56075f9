"""Matches in files: written as they happen, gone on with, replayed, verified, forked."""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace

from .. import __version__
from ..core.engine.record import Array
from ..core.errors import BadFile, FireteamError, OtherRules
from ..core.game import Setting
from ..program_name import program_name
from ..registry import find_game
from .apply import Moment, events_with_false_dice
from .dice import Secret, matches_commitment
from .file.format import DRAW_BY_AGREEMENT, HASH_LENGTH, Head, MatchFile, content_hash
from .file.journal import FileJournal, read_side_file, secret_path
from .judge import MatchStart, content_of, start_by_head
from .match import Match
from .record import PAUSE, RESUME, REWIND, Record, Seat
from .timeline import Timeline


def save(match: Match, path: Path, packs: Sequence[str] = (), parent: str = "") -> None:
    """Write a match to a new file, and from here on all that happens.

    Raises:
        BadFile: there is a file already, or it cannot be written.
    """
    setting, game = match.setting, match.setting.game
    elsewhere = match.start.tobytes() != setting.opening.tobytes()
    begins = game.write_position(setting, match.start) if elsewhere else ""
    names = tuple(Path(os.path.abspath(pack)).name for pack in packs)
    options = {} if elsewhere else {name: str(value) for name, value in setting.options.items()}
    head = Head(
        game.id,
        game.rules_version,
        __version__,
        setting.scenario,
        options,
        names,
        content_hash(setting),
        begins,
        parent,
        setting.slots,
        tuple(match.seats.values()),
        match.commitment,
        setting.hash_version,
    )
    match.write_to(FileJournal.begin(path, head, match.records, setting.slots, match.secret_to_store, packs))


def setting_of_file(file: MatchFile, packs: Sequence[str] = ()) -> MatchStart:
    """What a match in a file is played with, and the State in which it begins.

    Raises:
        BadFile: other rules or other content than it was played with.
    """
    head, game = file.head, find_game(file.head.game)

    def make() -> MatchStart:
        folders = [_pack(name, file.path, packs) for name in head.packs]
        if head.start_position:
            return MatchStart(*game.read_position(head.start_position, folders))
        setting = game.make_setting(head.scenario, head.options, folders)
        return MatchStart(setting, setting.opening)

    try:
        return start_by_head(head, game, make)
    except OtherRules as error:
        raise BadFile(f"{file.path}: {error}") from None


def _pack(name: str, path: Path, packs: Sequence[str]) -> str:
    """The folder of a pack: one that was named, else beside the match, here, or where it was at the start."""
    former_folders = read_side_file(path).packs if secret_path(path).exists() else ()
    for folder in (*map(Path, packs), path.parent / name, Path(name), *map(Path, former_folders)):
        if Path(os.path.abspath(folder)).name == name and folder.is_dir():
            return str(folder)
    raise BadFile(f"{path}: was played with the pack {name}, which is not beside it; say with --pack where it is")


def replay_onto(file: MatchFile, setting: Setting, timeline: Timeline) -> Iterator[Moment]:
    """The rules run once more over every event, on `line`; each event with the State after it.

    Raises:
        BadFile: an event does not come out as it is written.
    """
    referees = {seat.name for seat in file.head.seats if seat.referee}
    for written in file.records:
        if written.kind in (REWIND, PAUSE, RESUME) and written.by not in referees:
            raise _mismatch(file, written, f"{written.by} is no referee")
        try:
            timeline.rerun(written)
        except FireteamError as error:
            raise _mismatch(file, written, str(error)) from None
        record = timeline.records[-1]
        if (record.sides, record.faces) != (written.sides, written.faces):
            raise _mismatch(file, written, "the rules roll other dice here")
        if record.state_hash[:HASH_LENGTH] != written.state_hash:
            raise _mismatch(file, written, "the rules come to another state than the hash says")
        if record != replace(written, events=record.events, state_hash=record.state_hash):
            raise _mismatch(file, written, "the rules make another event of it")
        yield Moment(record, timeline.state)


def _mismatch(file: MatchFile, record: Record, why: str) -> BadFile:
    """The error of an event that comes out otherwise. What content calls things is not part of its hash."""
    head = file.head
    is_sure = not head.packs and head.fireteam == __version__
    doubt = "" if is_sure else f", or {content_of(head)} not what it was"
    at = f"{file.path}:{file.line_of(record.number)}: event {record.number}"
    return BadFile(f"{at}: {why}; the file was edited{doubt}")


def resume(file: MatchFile, packs: Sequence[str] = ()) -> Match:
    """Go on with a match; from here on all that happens is written to its file.

    Raises:
        BadFile: it cannot be gone on with: ended, without its secret, edited, or of other rules.
    """
    if file.secret is not None:
        raise BadFile(f"{file.path}: this match has ended; see it with `{program_name()} replay show {file.path}`")
    side_file = read_side_file(file.path)
    if not matches_commitment(side_file.secret, file.head.dice):
        raise BadFile(f"{secret_path(file.path)}: is not the secret of this match")
    setting, start = setting_of_file(file, packs)
    timeline = Timeline(setting, start)
    for _ in replay_onto(file, setting, timeline):
        pass
    match = Match.resume(timeline, file.head.seats, side_file.secret, side_file)
    match.write_to(FileJournal.resume(file, setting.slots))
    return match


def resume_hint(path: Path) -> str:
    """What to type to go on with a match that has not ended."""
    if secret_path(path).exists():
        return f"to go on: {program_name()} match resume {shlex.quote(str(path))}"
    return f"to go on with new dice: {program_name()} replay fork {shlex.quote(str(path))} --at N -o NEW"


class Replay(NamedTuple):
    """A match to be walked through: every event that happened, undone ones too, with the State after it."""

    file: MatchFile
    setting: Setting
    start: Array
    moments: tuple[Moment, ...]

    @property
    def is_over(self) -> bool:
        """Whether the match has ended: by the rules, or as people agreed."""
        return self.file.end is not None or self.setting.game.result(self.setting, self.state).is_over

    @property
    def state(self) -> Array:
        """The State after the last event."""
        return self.moments[-1].state if self.moments else self.start

    @property
    def seats(self) -> dict[str, Seat]:
        """Who sat at the table, by name."""
        return {seat.name: seat for seat in self.file.head.seats}


def replay(file: MatchFile, packs: Sequence[str] = ()) -> Replay:
    """Replay a match.

    Raises:
        BadFile: an event does not come out as it is written, or the rules are others.
    """
    setting, start = setting_of_file(file, packs)
    return Replay(file, setting, start, tuple(replay_onto(file, setting, Timeline(setting, start))))


class Verification(NamedTuple):
    """What verifying a match found to be true."""

    events: int
    dice: int  # that the secret makes
    typed: int  # that people threw: nobody can judge them
    ended: bool


def verify(file: MatchFile, packs: Sequence[str] = ()) -> Verification:
    """Derive every face from the secret, and every State and the result from the rules.

    Raises:
        BadFile: something is not as it is written.
    """
    if file.is_torn:
        raise BadFile(f"{file.path}: its last line was cut short; {resume_hint(file.path)}")
    setting, start = setting_of_file(file, packs)
    timeline = Timeline(setting, start)
    for _ in replay_onto(file, setting, timeline):
        pass
    if file.end is not None:
        _check_end(file, setting, timeline.state)
    if file.secret is not None:
        _check_dice(file)
    typed = sum(len(record.faces) for record in file.records if record.typed)
    dice = sum(len(record.faces) for record in file.records) - typed
    return Verification(len(file.records), dice, typed, file.secret is not None)


def _check_end(file: MatchFile, setting: Setting, state: Array) -> None:
    """See to it that the match ended as the rules say; where they had not ended it, people may have agreed to."""
    result = setting.game.result(setting, state)
    if not result.is_over:
        result = DRAW_BY_AGREEMENT
    winners = tuple(setting.slots[slot] for slot in result.winners)
    if (winners, result.line, result.clause) != file.end:
        raise BadFile(f"{file.path}: the result is not what the rules come to; the file was edited")


def _check_dice(file: MatchFile) -> None:
    """See to it that the secret is the one announced, and makes every face."""
    secret = Secret(file.secret or b"")
    if not matches_commitment(secret, file.head.dice):
        raise BadFile(f"{file.path}: the secret is not the one that was announced in the head")
    for number in events_with_false_dice(secret, file.records):
        raise _mismatch(file, file.records[number], "these are not the faces that the secret makes")


def fork(replay: Replay, at: int, path: Path, seats: Iterable[Seat], secret: Secret, packs: Sequence[str]) -> Match:
    """A new match that goes on after event `at` with new dice, in a new file. What went before counts as typed in.

    Raises:
        BadFile: there is no such event, or there is a file already.
    """
    if not 0 <= at < len(replay.moments):
        raise BadFile(f"{replay.file.path}: there is no event {at}; they go from 0 to {len(replay.moments) - 1}")
    timeline = Timeline(replay.setting, setting_of_file(replay.file, packs)[1])
    for record in replay.file.records[: at + 1]:
        timeline.rerun(replace(record, typed=True))
    match = Match.resume(timeline, seats, secret)
    if match.is_over:
        raise BadFile(f"{replay.file.path}: after event {at} the match is over; fork it earlier")
    folders = [_pack(name, replay.file.path, packs) for name in replay.file.head.packs]
    save(match, path, folders, f"{replay.file.chain[at][:HASH_LENGTH]} {at}")
    return match
