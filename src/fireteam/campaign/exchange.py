"""Campaigns as files that go from one place to another: the readable files and, beside them, the whole journal.

Files that nobody edited bring the journal along, and the campaign goes on as if it had never moved. Edited files are
one more entry of it, which sets the campaign to what they say.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, TypeVar

import msgspec

from ..content.problems import Problems, display_path
from ..content.read import parse_document
from ..core.errors import BadFile, BadNotation, Conflict, FireteamError
from ..core.protocol.campaign import Actor
from ..durable_files import count_whole
from .campaign import Campaign, LogLine, RulesOf, begin
from .entry import FORMAT, ID, Head, JournalEntry, check_text, encode_line
from .journal import Journal
from .state_files import MAIN, is_unaltered, json_files, plain_files, read_documents, read_state, write_state

JOURNAL = "journal.jsonl"

Line = TypeVar("Line", Head, JournalEntry)


class Arrival(NamedTuple):
    """A campaign that came as files, in memory; and what edited files changed, where they were edited."""

    campaign: Campaign
    edit: LogLine | None


def write_files(campaign: Campaign) -> dict[str, bytes]:
    """The files of a campaign by path, the journal among them.

    Raises:
        WriteFailed: a file cannot be written so that it can be read again.
    """
    return {
        **write_state(campaign.rules, campaign.head.game, campaign.state),
        JOURNAL: journal_text(campaign.head, campaign.timeline.entries),
    }


def journal_text(head: Head, entries: list[JournalEntry]) -> bytes:
    """A journal as lines of JSON: its head, then each entry."""
    return b"".join((encode_line(head), *map(encode_line, entries)))


def read_files(files: Mapping[str, bytes], actor: Actor, folder: str = "", rules_of: RulesOf | None = None) -> Arrival:
    """The campaign of such files; `folder` is where they are said to stand. Without a journal a new one begins.

    Raises:
        BadFile: the journal cannot be read, with file and line, or is refused by these rules.
        BadContent: files that were edited into nonsense, with file and line.
    """
    own = {path: data for path, data in files.items() if path != JOURNAL}
    if JOURNAL in files:
        head, entries = read_journal(files[JOURNAL], f"{folder}/{JOURNAL}" if folder else JOURNAL)
        check_words(head, entries)
    else:
        head, entries = _head_of(own, actor, folder, rules_of), []
    campaign = Campaign(Journal(head, entries), own, rules_of)
    if is_unaltered(campaign.rules, campaign.state, own):
        if any(entry.files is not None for entry in campaign.timeline.entries):
            read_state(campaign.rules, own, folder, head.game)  # whoever wrote those may not have had them judged
        return Arrival(campaign, None)
    return Arrival(campaign, campaign.take_files(own, actor, folder=folder))


def check_words(head: Head, entries: list[JournalEntry]) -> None:
    """Refuse an id that no address can name, and words that nobody could have given here.

    Raises:
        BadFile: the journal has some.
    """
    if not ID.fullmatch(head.campaign):
        wanted = "it must be 1 to 64 letters, digits, _ and -"
        raise BadFile(f"{JOURNAL}:1: {head.campaign[:80]!r} is no id of a campaign; {wanted}")
    try:
        check_text("the name", head.by)
        for entry in entries:
            for what, text in (("the name", entry.by), ("the reason", entry.reason)):
                check_text(f"{what} of entry {entry.number}", text)
    except BadNotation as error:
        raise BadFile(f"{JOURNAL}: {error}") from None


def join(campaign: Campaign, arrived: Campaign) -> int:
    """Take into a campaign the entries that its copy has besides; how many.

    Raises:
        Conflict: both have gone on, each in its own way, or they are different campaigns.
    """
    own, others = campaign.timeline.entries, arrived.timeline.entries
    if campaign.head != arrived.head:
        raise Conflict(f"{arrived.head.name!r} is another campaign than {campaign.head.name!r}")
    for entry, other in zip(own, others, strict=False):
        if entry != other:
            raise Conflict(
                f"the files and the campaign have gone different ways since entry {entry.number} "
                f"({entry.word} there, {other.word} in the files): export it anew, and edit that"
            )
    if len(own) > len(others):
        more = f"entry {len(others) + 1}" if len(own) == len(others) + 1 else f"entries {len(others) + 1} to {len(own)}"
        raise Conflict(f"the files are older than the campaign, which has {more} besides: export it anew")
    if added := others[len(own) :]:
        campaign.journal.append(*added, files=json_files(arrived.head.game, plain_files(arrived.rules, arrived.state)))
        campaign.refresh()
    return len(added)


def read_journal(data: bytes, file: str) -> tuple[Head, list[JournalEntry]]:
    """Head and entries of a journal; a last line cut short does not count.

    Raises:
        BadFile: it is none, or of a newer Fireteam; with file and line.
    """
    lines = data[: count_whole(data)].split(b"\n")[:-1]
    if not lines:
        raise BadFile(f"{display_path(file)}:1: is no journal of a campaign: it is empty")
    head = _decode(lines[0], Head, f"{display_path(file)}:1")
    if not 1 <= head.format <= FORMAT:
        raise BadFile(f"{display_path(file)}:1: the campaign is of a newer Fireteam (format {head.format}); use that")
    entries = [
        _decode(line, JournalEntry, f"{display_path(file)}:{number}") for number, line in enumerate(lines[1:], 2)
    ]
    for number, entry in enumerate(entries, 1):
        if entry.number != number:
            raise BadFile(f"{display_path(file)}:{number + 1}: entry {number} is missing; {entry.number} is there")
    return head, entries


def _decode(line: bytes, kind: type[Line], place: str) -> Line:
    try:
        return msgspec.json.decode(line, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        what = "head" if kind is Head else "entry"
        raise BadFile(f"{place}: is no {what} of a campaign's journal: {error}") from None


def _head_of(files: Mapping[str, bytes], actor: Actor, folder: str, rules_of: RulesOf | None) -> Head:
    """How a campaign begins of which there are only files: with the name and the packs that they state."""
    read_documents(files, folder)  # it is sound
    main = parse_document(files[MAIN], MAIN, Problems())
    fields = main.value if main else {}
    try:
        packs = tuple(map(str, fields.get("packs", ())))
        game, name = str(fields.get("game", "")), str(fields.get("name") or folder or "campaign")
        return begin(game, name, actor, packs, rules_of=rules_of)
    except (FireteamError, TypeError) as error:
        raise BadFile(f"{display_path(f'{folder}/{MAIN}' if folder else MAIN)}:1: {error}") from None
