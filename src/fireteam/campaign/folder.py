"""A campaign in a folder on disk: one process at a time, its journal the truth, and its files as they are now."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from ..content.problems import BadContent, Problems
from ..content.read import read_bytes
from ..core.errors import BadFile, Conflict, FireteamError, WriteFailed
from ..durable_files import (
    LineFile,
    count_whole,
    is_part,
    make_folders,
    open_locked,
    remove_file,
    sync_folder,
    take_back,
    write_file,
    write_new_file,
)
from ..program_name import program_name
from .campaign import Campaign
from .entry import NEW_RULES, Head, JournalEntry, encode_line
from .exchange import JOURNAL, journal_text, read_journal, write_files
from .journal import NO_FILES, OVERTAKEN, Journal
from .state_files import SUFFIX, is_unaltered

STALE = ".stale"  # stands in a folder while its files may be older than its journal
MOST_FILES = 5000


class FolderJournal(Journal):
    """The journal of a folder, locked against other processes until `leave`.

    Raises:
        BadFile: there is none, it cannot be read, or another process has it.
    """

    was_judged = True

    def __init__(self, folder: Path) -> None:
        self.folder, self.path = folder, folder / JOURNAL
        with _as_bad_file(self.path):
            file = open_locked(self.path)
        self._lines = LineFile(file, 0)
        try:
            with _as_bad_file(self.path):
                data = self.path.read_bytes()
                head, entries = read_journal(data, str(self.path))
        except BadFile:
            self.leave()
            raise
        self._lines = LineFile(file, count_whole(data))
        super().__init__(head, entries)

    def append(self, *entries: JournalEntry, files: Mapping[str, str] = NO_FILES) -> None:
        """Write lines and see them on the disk; when that fails, the file is as it was. Files follow by themselves."""
        if entries and entries[0].number != len(self._entries) + 1:
            raise Conflict(OVERTAKEN)
        with _as_bad_file(self.path):
            was_stale = (self.folder / STALE).exists()
            mark_stale(self.folder)  # on the disk before the journal, which its files are older than from then on
            try:
                self._lines.append(*map(encode_line, entries))
            except OSError:
                if not was_stale:  # or what somebody writes into the files would be taken for old
                    with contextlib.suppress(OSError):
                        remove_file(self.folder / STALE)
                raise
        super().append(*entries)

    def leave(self) -> None:
        """Let others go on with the campaign."""
        self._lines.close()


@contextlib.contextmanager
def open_folder(folder: Path, edited: bool = False, note: Callable[[str], None] = lambda _: None) -> Iterator[Campaign]:
    """The campaign of a folder while the `with` block runs; then its files are written anew.

    Where they cannot be, everything is kept all the same: `note` is told, and they follow next time. `edited`: they
    may have been edited by hand, and are left so until the campaign changes. Where the rules refuse its entries now,
    the campaign is what the files say.

    Raises:
        BadFile: there is none, it is in use, or its files were edited.
    """
    journal = FolderJournal(folder)
    try:
        stale = (folder / STALE).exists()
        files = {} if stale else files_in(folder)
        campaign = Campaign(journal, files)
        stale = stale or not files
        differs = not stale and not edited and not is_unaltered(campaign.rules, campaign.state, files)
        if differs and campaign.is_of_other_rules:
            campaign.adopt({path: data.decode("utf-8-sig") for path, data in files.items()}, NEW_RULES)
        elif differs:
            raise BadFile(
                f"{folder}: its files were edited; take that in with `{program_name()} campaign import {folder} "
                f"-o {folder}`, also where you know that its packs have changed and not the files; or delete all of "
                f"them: they are written anew from {JOURNAL}"
            )
        number = campaign.number
        yield campaign
        if stale or campaign.number != number or not is_unaltered(campaign.rules, campaign.state, files):
            try:
                write_folder(folder, campaign)
            except FireteamError as error:
                note(f"the journal has everything; the readable files follow when they can be written: {error}")
    finally:
        journal.leave()


def make_folder(folder: Path, head: Head, entries: list[JournalEntry]) -> None:
    """Make the folder of a campaign, whole or not at all.

    Raises:
        WriteFailed: something is there already, or it cannot be written.
    """
    keep_in_folder(folder, Campaign(Journal(head, entries)))


def keep_in_folder(folder: Path, campaign: Campaign) -> None:
    """Make the folder of a campaign that is open, whole or not at all.

    Raises:
        WriteFailed: something is there already, or it cannot be written.
    """
    head, entries = campaign.head, campaign.timeline.entries
    files = {path: data for path, data in write_files(campaign).items() if path != JOURNAL}
    made = list[Path]()
    try:
        made += make_folders(folder)
        _must_be_empty(folder)
        made.append(folder / STALE)
        mark_stale(folder)
        write_new_file(folder / JOURNAL, journal_text(head, entries))  # from here on it is one: its files follow
        made.append(folder / JOURNAL)
        for path, data in files.items():
            made += make_folders((folder / path).parent)
            made.append(folder / path)
            write_file(folder / path, data)
        remove_file(folder / STALE)
    except OSError as error:
        take_back(made)
        raise WriteFailed(f"{folder} cannot be written: {error.strerror or error}") from None


def _must_be_empty(folder: Path) -> None:
    """See to it that a folder holds nothing, or only the mark of one whose making was cut short."""
    names = {path.name for path in folder.iterdir() if not is_part(path.name)}
    if names - {STALE} or (STALE in names and (folder / STALE).stat().st_size):
        there = f", a campaign (see `{program_name()} campaign show {folder}`)" if JOURNAL in names else ""
        raise WriteFailed(f"{folder} holds something already{there}: name a folder that is new or empty")


def write_folder(folder: Path, campaign: Campaign) -> None:
    """Write the files of a folder anew, all but its journal; those that the campaign has no more go.

    Raises:
        WriteFailed: one cannot be written; the journal has everything, and the files follow next time.
    """
    files = {path: data for path, data in write_files(campaign).items() if path != JOURNAL}
    try:
        mark_stale(folder)
        old = files_in(folder)
        for path in {*old} - {*files}:
            remove_file(folder / path)
        for path, data in files.items():
            if old.get(path) != data:
                make_folders((folder / path).parent)
                write_file(folder / path, data)
        remove_file(folder / STALE)
    except OSError as error:
        raise WriteFailed(f"{folder} cannot be written: {error.strerror or error}") from None


def mark_stale(folder: Path) -> None:
    """Say in a folder, durably, that its files may be older than its journal.

    Raises:
        OSError: that cannot be written.
    """
    if (folder / STALE).exists():
        sync_folder(folder)  # who wrote it may have been killed before it could
    else:
        write_file(folder / STALE, b"")


def files_in(folder: Path) -> dict[str, bytes]:
    """The files of YAML in a folder, by path; hidden ones are not looked at.

    Raises:
        BadContent: one cannot be read, or there are far too many.
    """
    problems, found = Problems(), dict[str, bytes]()
    paths = [path for path in sorted(folder.rglob(f"*{SUFFIX}")) if _is_plain(path.relative_to(folder))]
    for path in paths[:MOST_FILES]:
        data = read_bytes(path, problems)
        if data is not None:
            found[path.relative_to(folder).as_posix()] = data
    if problems.count_errors():
        raise BadContent(problems)
    if len(paths) > MOST_FILES:
        raise BadFile(f"{folder} holds {len(paths)} files; a campaign has at most {MOST_FILES}")
    return found


def all_files_in(folder: Path) -> Mapping[str, bytes]:
    """The files of a folder with its journal, where it has one.

    Raises:
        BadContent: one cannot be read.
        BadFile: the journal cannot.
    """
    files, journal = files_in(folder), folder / JOURNAL
    if not files and not journal.exists():
        raise BadFile(f"{folder} holds no campaign")
    with _as_bad_file(journal):
        return {**files, JOURNAL: journal.read_bytes()} if journal.exists() else files


def _is_plain(path: Path) -> bool:
    return not any(part.startswith(".") for part in path.parts)


@contextlib.contextmanager
def _as_bad_file(path: Path) -> Iterator[None]:
    """Tell what the system says of a file as one sentence."""
    try:
        yield
    except FileNotFoundError:
        raise BadFile(f"{path}: there is no such file") from None
    except BlockingIOError:
        raise BadFile(f"{path.parent} is open in another run of Fireteam; end that one first") from None
    except OSError as error:
        raise BadFile(f"{path}: cannot be used: {error.strerror}") from None
