"""Reading match files: whatever is wrong is told with file and line, and the file is left as it is."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path

from ...core.errors import BadFile, UnknownName
from ...durable_files import count_whole
from ...registry import find_game
from ..record import KINDS, OPENING, Record, Seat
from .format import FIRST_LINES, HASH_LENGTH, End, Head, MatchFile, body_of, chain_hash, start_of_chain, version_of

MAX_BYTES = 64 * 2**20  # bytes of a match file
TOGETHER = 100  # lines at most that are written together: a choice, and what follows of itself

QUOTED = r'"(?:[^"\\]|\\.)*"'
NAME = rf"[\w.-]+|{QUOTED}"
SEAT = re.compile(rf"({NAME}) holds (\S+) by ({QUOTED})( referee)?")
EVENT = re.compile(rf"(?:of (\d{{1,9}}) )?(?:by ({NAME}))?(?: ?for ({QUOTED}))?(?:, )?(.*)")
DIE = re.compile(r"d(\d{1,9})=(\d{1,9})")


class LineReader:
    """The lines of a file, read one after another; whatever is wrong is told with its place."""

    def __init__(self, path: Path, text: str) -> None:
        self.path, self.lines, self.at = path, text.split("\n")[:-1], 0

    def error(self, why: str) -> BadFile:
        """What to raise about the line that was read last."""
        return BadFile(f"{self.path}:{self.at}: {why}")

    def next_line(self) -> str:
        """The next line."""
        if self.at >= len(self.lines):
            raise self.error("the file ends here, before its match begins")
        self.at += 1
        return self.lines[self.at - 1]

    def value(self, name: str) -> str:
        """The value of the next line, which must be of this name."""
        line = self.next_line()
        if not line.startswith(f"{name}: "):
            raise self.error(f"here should stand `{name}: ...`, not {line[:60]!r}")
        return line[len(name) + 2 :]

    def values(self, name: str) -> list[str]:
        """The values of all next lines of this name."""
        result = []
        while self.at < len(self.lines) and self.lines[self.at].startswith(f"{name}: "):
            result.append(self.value(name))
        return result


def read_match_file(path: Path) -> MatchFile:
    """Read a match file; the file is not touched.

    Raises:
        BadFile: it is none, or not as it was written.
    """
    return _parse(_bytes(path), path)


def parse_match_file(text: str, path: Path) -> MatchFile:
    """Read the text of a match file; `path` is where it stood.

    Raises:
        BadFile: it is none, or not as it was written.
    """
    return _parse(text.encode(), path)


def _parse(data: bytes, path: Path) -> MatchFile:
    """Read the bytes of a match file; a last line cut short does not count."""
    if not data:
        raise BadFile(f"{path}: is empty: its match had not begun; remove it")
    whole = count_whole(data, TOGETHER)
    try:
        text = data[: whole or len(data)].decode()
    except UnicodeDecodeError as error:
        raise BadFile(f"{path}: is no match file: byte {error.start + 1} is not UTF-8") from None
    lines, head = _begin(text, path)
    return _read_events(lines, head, start_of_chain(head.text()), len(data), whole < len(data))


def parse_head(text: str, path: Path) -> Head:
    """Read the head of a match file, with or without what follows it; `path` is where it stood.

    Raises:
        BadFile: it is none, or not as it was written.
    """
    return _begin(text, path)[1]


def _begin(text: str, path: Path) -> tuple[LineReader, Head]:
    """The head, and the lines with those of the head read."""
    format_version = version_of(text)
    if not format_version:
        known = text.startswith("fireteam match ")
        known_lines = " nor ".join(f"`{line}`" for line in FIRST_LINES.values())
        other = "of another version of Fireteam" if known else "no match file of Fireteam"
        raise BadFile(f"{path}:1: this is {other}: its first line is neither {known_lines}")
    lines = LineReader(path, text)
    lines.next_line()
    head = _read_head(lines, format_version)
    written = head.text().split("\n")[:-1]
    if lines.lines[: lines.at] != written:
        wrong = next((n for n, pair in enumerate(zip(lines.lines, written, strict=False)) if pair[0] != pair[1]), 0)
        raise BadFile(f"{path}:{wrong + 1}: this line is not as Fireteam writes it; the file was edited")
    return lines, head


def _bytes(path: Path) -> bytes:
    """What stands in a file."""
    try:
        if path.stat().st_size > MAX_BYTES:
            raise BadFile(f"{path}: is too large for a match file; the limit is {MAX_BYTES >> 20} MiB")
        return path.read_bytes()
    except OSError as error:
        raise BadFile(f"{path}: cannot be read: {error.strerror}") from None


def _read_head(lines: LineReader, format_version: int) -> Head:
    """The head. Where it does not name the slots, its seats do, one after another."""
    game = lines.value("game")
    try:
        find_game(game)
    except UnknownName as error:
        raise lines.error(str(error)) from None
    rules = lines.value("rules")
    if not rules.isdecimal():
        raise lines.error(f"{rules!r} is no number of the rules")
    version, scenario = lines.value("fireteam"), lines.value("scenario")
    options = dict(word.partition("=")[::2] for word in lines.values("option"))
    packs = tuple(lines.values("pack"))
    content = lines.value("content")
    begins, forked = "".join(lines.values("begins")), "".join(lines.values("forked"))
    slot_lines, seat_lines = lines.values("slots"), [_read_seat(words, lines) for words in lines.values("seat")]
    slots = tuple(slot_lines[0].split(",")) if slot_lines else tuple(name for _, held in seat_lines for name in held)
    seats = tuple(
        seat._replace(slots=sum(1 << slot for slot in {_read_slot(name, slots, lines) for name in held}))
        for seat, held in seat_lines
    )
    dice = lines.value("dice")
    if lines.next_line():
        raise lines.error("after `dice:` there should be an empty line")
    return Head(
        game, int(rules), version, scenario, options, packs, content, begins, forked, slots, seats, dice, format_version
    )


def _read_seat(words: str, lines: LineReader) -> tuple[Seat, list[str]]:
    """A seat without its slots, and their names."""
    fields = SEAT.fullmatch(words)
    if not fields:
        raise lines.error(f'{words[:60]!r} is no seat; one looks like: red holds red by "person"')
    holds = [] if fields[2] == "none" else fields[2].split(",")
    return Seat(_unquote(fields[1], lines), 0, _unquote(fields[3], lines), bool(fields[4])), holds


def _read_slot(word: str, slots: Sequence[str], lines: LineReader) -> int:
    if word in slots:
        return slots.index(word)
    if word.isdecimal() and len(slots) <= int(word) < 63:
        return int(word)
    raise lines.error(f"{word!r} is none of {', '.join(slots)}")


def _unquote(word: str, lines: LineReader) -> str:
    if not word.startswith('"'):
        return word
    try:
        return str(json.loads(word))
    except ValueError:
        raise lines.error(f"{word[:60]!r} is no quoted text") from None


def _read_events(lines: LineReader, head: Head, chain: str, size: int, is_torn: bool) -> MatchFile:
    """Everything below the head."""
    slots = head.slots
    first_line = lines.at + 1
    records: list[Record] = []
    hashes: list[str] = []
    end: End | None = None
    secret: bytes | None = None
    while lines.at < len(lines.lines):
        line = lines.next_line()
        body, sign, hash_text = line.rpartition(" | ")
        chain = chain_hash(chain, body)
        if not sign or hash_text != chain[:HASH_LENGTH]:
            raise lines.error("the hash at the end of this line is not that of what stands here: the file was edited")
        hashes.append(chain)
        fields = body.split(" | ")
        if secret is not None:
            raise lines.error("after the secret nothing may follow")
        if fields[0] == "secret" and end is not None and len(fields) == 2:
            secret = _read_secret(fields[1], lines)
        elif fields[0] == "end" and end is None and len(fields) == 4:
            winners = tuple(fields[1].split(",")) if fields[1] else ()
            end = End(winners, _unquote(fields[2], lines), fields[3])
        elif end is None and len(fields) == 4:
            record = _read_record(fields, slots, lines)
            if record.number != len(records) or (record.kind == OPENING) != (not records):
                raise lines.error(f"here should stand event {len(records)}")
            if body_of(record, slots) != body:
                raise lines.error("this line is not as Fireteam writes it; the file was edited")
            records.append(record)
        else:
            raise lines.error(f"{body[:60]!r} is no event")
    if not records:
        raise lines.error("the file ends here, before its match begins")
    sound = sum(len(line.encode()) + 1 for line in lines.lines[: first_line - 1 + len(records)])
    return MatchFile(lines.path, head, tuple(records), tuple(hashes), end, secret, size, sound, is_torn, first_line)


def _read_record(fields: list[str], slots: Sequence[str], lines: LineReader) -> Record:
    number, _, kind = fields[0].partition(" ")
    event = EVENT.fullmatch(fields[1])
    if not re.fullmatch(r"\d{1,9}", number) or kind not in KINDS or not event:
        raise lines.error(f"{' | '.join(fields)[:60]!r} is no event")
    choices = tuple(_read_choice(words, slots, lines) for words in event[4].split(" ; ") if words)
    words = fields[2].split()
    typed = words[:1] == ["typed"]
    dice = [DIE.fullmatch(word) for word in words[typed:]]
    if not all(dice):
        raise lines.error(f"{fields[2][:60]!r} are no dice; they look like: d6=3 d6=5")
    return Record(
        int(number),
        kind,
        choices,
        tuple(int(die[1]) for die in dice if die),
        tuple(int(die[2]) for die in dice if die),
        (),
        fields[3],
        typed,
        int(event[1] or 0),
        _unquote(event[2], lines) if event[2] else "",
        _unquote(event[3], lines) if event[3] else "",
    )


def _read_choice(words: str, slots: Sequence[str], lines: LineReader) -> tuple[int, str]:
    slot, sign, choice = words.partition(": ")
    if not sign:
        raise lines.error(f"{words[:60]!r} is no choice; one looks like: {slots[0]}: ...")
    return _read_slot(slot, slots, lines), choice


def _read_secret(word: str, lines: LineReader) -> bytes:
    if not re.fullmatch(r"[0-9a-f]{64}", word):
        raise lines.error("the secret has 64 hexadecimal digits")
    return bytes.fromhex(word)
