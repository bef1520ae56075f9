"""The match file: one line an event, each with the State's hash and a chained hash of all before it.

`docs/match-files.md` describes the format for those who write a reader of their own. What is read must be, to the
byte, what would be written: so nothing in a file can be altered unseen, not even a space.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec

from ...core.engine.numbers import numbers_of
from ...core.engine.state_hash import SHA_256, SPLITMIX64
from ...core.game import Result, Setting
from ...core.identity_cache import IdentityCache
from ..record import REDO, REWIND, UNDO, Record, Seat

FIRST_LINES = {version: f"fireteam match {version}" for version in (SHA_256, SPLITMIX64)}
"""By the version of the format, which says how States are hashed."""
HASH_LENGTH = 16  # hexadecimal digits of a hash that stand in a line
PLAIN_NAME = re.compile(r"[\w.-]+")


class Head(msgspec.Struct, frozen=True):
    """What a match is played with: the file's first lines, in this order."""

    game: str
    rules: int
    fireteam: str  # the version that wrote it
    scenario: str
    options: dict[str, str]
    packs: tuple[str, ...]  # names of their folders
    content: str  # SHA-256 of tables and opening
    start_position: str  # a position line; empty for the scenario's opening
    parent: str  # "HASH N": the parent file's chained hash at event N, from which this one goes on
    slots: tuple[str, ...]  # names by number
    seats: tuple[Seat, ...]
    dice: str  # SHA-256 of the secret
    version: int = SPLITMIX64  # of the format: how States are hashed

    def text(self) -> str:
        """The head as lines, with an empty one at its end."""
        lines = [FIRST_LINES[self.version], f"game: {self.game}", f"rules: {self.rules}", f"fireteam: {self.fireteam}"]
        lines += [f"scenario: {self.scenario}"]
        lines += [f"option: {name}={value}" for name, value in sorted(self.options.items())]
        lines += [f"pack: {name}" for name in self.packs]
        lines += [f"content: {self.content}"]
        lines += [f"begins: {self.start_position}"] if self.start_position else []
        lines += [f"forked: {self.parent}"] if self.parent else []
        held_slots = tuple(name for seat in self.seats for name in _slot_names(seat, self.slots))
        lines += [f"slots: {','.join(self.slots)}"] if held_slots != self.slots else []
        lines += [f"seat: {_seat_text(seat, self.slots)}" for seat in self.seats]
        return "\n".join([*lines, f"dice: {self.dice}", "", ""])


def version_of(head: str) -> int:
    """The version of the format of a match file, by the text of its head; 0 if it is of none that is known."""
    first = head.partition("\n")[0]
    return next((version for version, line in FIRST_LINES.items() if line == first), 0)


def dice_of(head: str) -> str:
    """The commitment of the dice of a match, by the text of its head; empty if it has none."""
    lines = (line.partition(": ") for line in head.splitlines())
    return next((value for name, _, value in lines if name == "dice"), "")


class End(NamedTuple):
    """The line that ends a match: the names of the slots that won, why, and the clause."""

    winners: tuple[str, ...]
    sentence: str
    clause: str


DRAW_BY_AGREEMENT = Result(True, (), "a draw, as all agreed", "")
"""How a match ends that people end without a winner: by their word alone, so that there is no clause."""


class MatchFile(NamedTuple):
    """A match file that was read.

    `chain` has the whole chained hash after each line below the head. Of the file's `size` bytes the first `sound`
    hold head and events; `torn` says that the last line was cut short. A Record from a file has no story (`events` is
    empty), and of the State's hash only the beginning.
    """

    path: Path
    head: Head
    records: tuple[Record, ...]
    chain: tuple[str, ...]
    end: End | None
    secret: bytes | None
    size: int
    valid_size: int
    is_torn: bool
    first_line: int  # where event 0 stands in the file, from 1

    def line_of(self, number: int) -> int:
        """The line of the file in which an event stands."""
        return self.first_line + number


def content_hash(setting: Setting) -> str:
    """The SHA-256 of all the rules can read: tables and opening State."""
    tables, opening = setting.tables, setting.opening
    return CONTENT_HASHES.get(
        (tables, opening), "", lambda: hashlib.sha256(tables.tobytes() + numbers_of(opening).tobytes()).hexdigest()
    )


CONTENT_HASHES: IdentityCache[str] = IdentityCache(200)
"""By tables and openings, which nobody alters."""


def chain_hash(before: str, body: str) -> str:
    """The chained hash of a line: SHA-256 of the one before, a newline, and the line up to its last ` | `."""
    return hashlib.sha256(f"{before}\n{body}".encode()).hexdigest()


def start_of_chain(head: str) -> str:
    """The hash that the first event's line goes on from: SHA-256 of the head."""
    return hashlib.sha256(head.encode()).hexdigest()


def body_of(record: Record, slots: Sequence[str]) -> str:
    """An event's line, without its chained hash."""
    choices_text = " ; ".join(f"{_slot_text(slot, slots)}: {line}" for slot, line in record.choices)
    origin = f"of {record.of} " if record.kind in (UNDO, REDO, REWIND) else ""
    origin += f"by {_name_text(record.by)} " if record.by else ""
    origin += f"for {_quote(record.reason)}" if record.reason else ""
    choices_text = ", ".join(filter(None, (origin.strip(), choices_text)))
    dice = " ".join(f"d{sides}={face}" for sides, face in zip(record.sides, record.faces, strict=True))
    dice = f"typed {dice}" if dice and record.typed else dice
    return f"{record.number} {record.kind} | {choices_text} | {dice} | {record.state_hash[:HASH_LENGTH]}"


def body_of_end(result: Result, slots: Sequence[str]) -> str:
    """The line of the result, without its chained hash."""
    winners = ",".join(_slot_text(slot, slots) for slot in result.winners)
    return f"end | {winners} | {_quote(result.line)} | {result.clause}"


def body_of_secret(secret: bytes) -> str:
    """The line of the secret, without its chained hash."""
    return f"secret | {secret.hex()}"


def _slot_text(slot: int, slots: Sequence[str]) -> str:
    return slots[slot] if slot < len(slots) else str(slot)


def _name_text(name: str) -> str:
    return name if PLAIN_NAME.fullmatch(name) else _quote(name)


def _quote(text: str) -> str:
    """Text as a JSON string in which no ` | ` can stand."""
    return json.dumps(text).replace("|", "\\u007c")


def _slot_names(seat: Seat, slots: Sequence[str]) -> list[str]:
    return [_slot_text(k, slots) for k in range(seat.slots.bit_length()) if seat.holds(k)]


def _seat_text(seat: Seat, slots: Sequence[str]) -> str:
    holds = ",".join(_slot_names(seat, slots))
    words = f"{_name_text(seat.name)} holds {holds or 'none'} by {_quote(seat.controller)}"
    return f"{words} referee" if seat.referee else words
