"""Where accepted events are written down before they count. In memory nobody writes; on disk a match outlives a kill.

Beside `FILE` stands `FILE.secret` while the match lasts: the secret of its dice, where its packs were found, the sealed
choices that wait for others, and what slots have planned. Only its owner may read it; it goes when the match file
itself tells the secret.
"""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from ...core.errors import BadFile
from ...core.game import Result
from ...durable_files import LineFile, count_whole, make_locked, open_locked, remove_file, remove_stale
from ...program_name import program_name
from ..dice import Secret
from ..record import Record
from .format import HASH_LENGTH, Head, MatchFile, body_of, body_of_end, body_of_secret, chain_hash, start_of_chain

FIRST_LINE = "fireteam secret 1"


class Journal:
    """Nothing is written down: the match lives in memory."""

    path: Path | None = None

    def append(self, records: Sequence[Record]) -> None:
        """These events happened, all of them or none."""

    def seal(self, number: int, slot: int, line: str) -> None:
        """A slot's choice waits for others; event `number` will open it."""

    def unseal(self, number: int, slot: int) -> None:
        """The slot's choice waits no longer."""

    def plan(self, number: int, slot: int, waiting: bool, lines: Sequence[str]) -> None:
        """What a slot will choose from event `number` on; nothing ends its plan. `waiting`: its choice is sealed."""

    def close(self, result: Result, secret: Secret) -> None:
        """The match has ended: the result, and the secret of its dice."""

    def leave(self) -> None:
        """Nobody writes any more, for now."""


class FileJournal(Journal):
    """A match file and, while the match lasts, its secret beside it.

    Every call returns when what it wrote is on the disk, or raises BadFile and has written nothing. One process at a
    time may write a match.
    """

    path: Path

    def __init__(self, path: Path, slots: Sequence[str], chain: str, lines: LineFile) -> None:
        self.path, self.slots, self.chain, self._lines = path, slots, chain, lines
        self._side_lines: LineFile | None = None  # once something is written there

    @classmethod
    def begin(
        cls,
        path: Path,
        head: Head,
        records: Sequence[Record],
        slots: Sequence[str],
        secret: Secret,
        packs: Sequence[str],
    ) -> FileJournal:
        """Make the files of a match, with what has happened so far.

        Raises:
            BadFile: there is a file already, or it cannot be written.
        """
        must_be_new(path)
        text = head.text()
        events, chain = chain_lines(start_of_chain(text), [body_of(record, slots) for record in records])
        pack_paths = json.dumps([os.path.abspath(pack) for pack in packs])
        beside = f"{FIRST_LINE}\nsecret: {secret.value.hex()}\npacks: {pack_paths}\n".encode()
        side_path = secret_path(path)
        with _as_bad_file(path):
            remove_stale(side_path, unless=path)  # of a match whose beginning was cut short
            side_file = make_locked(side_path, beside, 0o600)  # only one can make it: the secret is theirs
            try:
                data = (text + events).encode()
                file = make_locked(path, data)
            except BaseException:
                remove_file(side_path)
                raise
            finally:
                os.close(side_file)
        return cls(path, slots, chain, LineFile(file, len(data)))

    @classmethod
    def resume(cls, file: MatchFile, slots: Sequence[str]) -> FileJournal:
        """Go on writing a match that was read, after its last event: half a line, or half an end, is written anew.

        Raises:
            BadFile: somebody else is writing, or has written since it was read.
        """
        with _as_bad_file(file.path):
            lines = LineFile(handle := open_locked(file.path), file.valid_size)
            try:
                if os.fstat(handle).st_size != file.size:
                    raise BadFile(f"{file.path} has changed since it was read; try again")
                lines.trim()
            except BaseException:
                lines.close()
                raise
        return cls(file.path, slots, file.chain[len(file.records) - 1], lines)

    def append(self, records: Sequence[Record]) -> None:
        """Append a line for each event."""
        self._write([body_of(record, self.slots) for record in records])

    def seal(self, number: int, slot: int, line: str) -> None:
        """Write the choice beside the secret."""
        self._write_side_file(f"sealed {number} {slot} {line}\n")

    def unseal(self, number: int, slot: int) -> None:
        """Write beside the secret that the choice is withdrawn."""
        self._write_side_file(f"withdrawn {number} {slot}\n")

    def plan(self, number: int, slot: int, waiting: bool, lines: Sequence[str]) -> None:
        """Write the plan beside the secret, nothing of it anywhere else."""
        self._write_side_file(f"planned {number} {slot} {json.dumps([waiting, *lines])}\n")

    def close(self, result: Result, secret: Secret) -> None:
        """Append the result and the secret; the file beside goes."""
        self._write([body_of_end(result, self.slots), body_of_secret(secret.value)])
        self._close_side_file()
        with contextlib.suppress(OSError):  # the match has ended, and tells the secret, whether or not it goes
            remove_file(secret_path(self.path))

    def leave(self) -> None:
        """Let others go on with the match."""
        self._close_side_file()
        self._lines.close()

    def _write(self, bodies: Sequence[str]) -> None:
        text, chain = chain_lines(self.chain, bodies)
        with _as_bad_file(self.path):
            self._lines.append(text.encode())
        self.chain = chain

    def _write_side_file(self, text: str) -> None:
        side_path = secret_path(self.path)
        with _as_bad_file(side_path):
            if self._side_lines is None:
                whole = count_whole(side_path.read_bytes())
                self._side_lines = LineFile(open_locked(side_path), whole)
            self._side_lines.append(text.encode())

    def _close_side_file(self) -> None:
        lines, self._side_lines = self._side_lines, None
        if lines is not None:
            lines.close()


def chain_lines(chain: str, bodies: Sequence[str]) -> tuple[str, str]:
    """Lines with their chained hashes, and the whole of the last of these."""
    text = ""
    for body in bodies:
        chain = chain_hash(chain, body)
        text += f"{body} | {chain[:HASH_LENGTH]}\n"
    return text, chain


def must_be_new(path: Path) -> None:
    """See to it that no file is there.

    Raises:
        BadFile: one is.
    """
    if path.exists():
        raise BadFile(
            f"{path} is there already: go on with `{program_name()} match resume {path}`, or name another file"
        )


class SealedLine(NamedTuple):
    """A choice that was waiting when event `number` was the next."""

    number: int
    line: str


class PlannedLines(NamedTuple):
    """What a slot would choose from event `number` on; `waiting`: beyond a sealed choice that waited then."""

    number: int
    waiting: bool
    lines: tuple[str, ...]


class SideFile(NamedTuple):
    """What stands in the file beside a match: secret, folders of packs, sealed choices and plans by slot."""

    secret: Secret
    packs: tuple[str, ...]
    sealed: dict[int, SealedLine]
    plans: dict[int, PlannedLines]


def secret_path(path: Path) -> Path:
    """Where the secret of a match is kept."""
    return path.with_name(f"{path.name}.secret")


def read_side_file(path: Path) -> SideFile:
    """Read what stands beside a match file.

    Raises:
        BadFile: it is not there, or is none of ours.
    """
    side_path = secret_path(path)
    try:
        data = side_path.read_bytes()
        return parse_side_file(data[: count_whole(data)].decode(), side_path)
    except FileNotFoundError:
        raise BadFile(
            f"{side_path} is missing, and with it the secret of the dice: nobody can go on with this match, but "
            f"`{program_name()} replay fork {path}` goes on from any point with new dice"
        ) from None
    except UnicodeDecodeError:
        raise _foreign_file(side_path) from None
    except OSError as error:
        raise BadFile(f"{side_path}: cannot be read: {error.strerror}") from None


def parse_side_file(text: str, path: Path) -> SideFile:
    """What a text says that stood in `beside`.

    Raises:
        BadFile: it is none of ours.
    """
    try:
        first, secret, packs, *rest, _ = text.split("\n")  # a torn last line is dropped
        if first != FIRST_LINE:
            raise ValueError
        value, places = bytes.fromhex(secret.removeprefix("secret: ")), json.loads(packs.removeprefix("packs: "))
        sealed: dict[int, SealedLine] = {}
        plans: dict[int, PlannedLines] = {}
        for line in rest:
            word, number, slot, *tail = line.split(" ", 3)
            if word == "sealed":
                sealed[int(slot)] = SealedLine(int(number), tail[0])
            elif word == "planned":
                waiting, *lines = json.loads(tail[0])
                plans[int(slot)] = PlannedLines(int(number), bool(waiting), tuple(map(str, lines)))
            else:
                sealed.pop(int(slot), None)
        return SideFile(Secret(value), tuple(map(str, places)), sealed, plans)
    except (ValueError, IndexError, TypeError):
        raise _foreign_file(path) from None


def _foreign_file(path: Path) -> BadFile:
    return BadFile(f"{path} is not as Fireteam wrote it: the secret of the dice cannot be read")


@contextlib.contextmanager
def _as_bad_file(path: Path) -> Iterator[None]:
    """Tell what the system says of a file as one sentence."""
    try:
        yield
    except BlockingIOError:
        raise BadFile(f"{path} is open in another run of Fireteam; end that one first") from None
    except FileExistsError:
        raise BadFile(f"{path} is there by now; name another file") from None
    except OSError as error:
        raise BadFile(f"{path}: cannot be written: {error.strerror or error}") from None
