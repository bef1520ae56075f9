"""A campaign in a folder on disk: one process at a time, its journal the truth, and its files as they are now."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path

from ..content.problems import BadContent, Problems
from ..content.read import read_bytes
from ..core.errors import BadFile, Conflict, WriteFailed
from ..program_name import program_name
from .campaign import Campaign
from .entry import Head, JournalEntry, encode_line
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

    def __init__(self, folder: Path) -> None:
        self.folder, self.path = folder, folder / JOURNAL
        with _as_bad_file(self.path):
            self._file = _open_locked(self.path)
        try:
            with _as_bad_file(self.path):
                head, entries, size = read_journal(self.path.read_bytes(), str(self.path))
                os.ftruncate(self._file, size)
        except BadFile:
            self.leave()
            raise
        super().__init__(head, entries)

    def append(self, *entries: JournalEntry, files: Mapping[str, str] = NO_FILES) -> None:
        """Write lines and see them on the disk; when that fails, the file is as it was. Files follow by themselves."""
        if entries and entries[0].number != len(self._entries) + 1:
            raise Conflict(OVERTAKEN)
        with _as_bad_file(self.path):
            (self.folder / STALE).touch()
            _append(self._file, b"".join(map(encode_line, entries)))
        super().append(*entries)

    def leave(self) -> None:
        """Let others go on with the campaign."""
        os.close(self._file)


@contextlib.contextmanager
def open_folder(folder: Path, edited: bool = False) -> Iterator[Campaign]:
    """The campaign of a folder while the `with` block runs; then its files are written anew.

    `edited`: they may have been edited by hand, and are left so until the campaign changes. Where the rules refuse its
    entries now, the campaign is what the files say.

    Raises:
        BadFile: there is none, it is in use, or its files were edited.
    """
    journal = FolderJournal(folder)
    try:
        stale = (folder / STALE).exists()
        files = {} if stale else files_in(folder)
        campaign = Campaign(journal, files)
        stale = stale or not files
        if not stale and not edited and not is_unaltered(campaign.rules, campaign.state, files):
            raise BadFile(
                f"{folder}: its files were edited; take that in with `{program_name()} campaign import {folder} "
                f"-o {folder}`, or delete all of them: they are written anew from {JOURNAL}"
            )
        number = campaign.number
        yield campaign
        if stale or campaign.number != number or not is_unaltered(campaign.rules, campaign.state, files):
            write_folder(folder, campaign)
    finally:
        journal.leave()


def make_folder(folder: Path, head: Head, entries: list[JournalEntry]) -> None:
    """Make the folder of a campaign, whole or not at all.

    Raises:
        WriteFailed: something is there already, or it cannot be written.
    """
    campaign = Campaign(Journal(head, entries))
    files = write_files(campaign)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if any(folder.iterdir()):
            raise WriteFailed(f"{folder} holds something already: name a folder that is new or empty")
        (folder / STALE).touch()
        for path, data in {**files, JOURNAL: journal_text(head, entries)}.items():
            _replace(folder / path, data)
        (folder / STALE).unlink()
    except OSError as error:
        raise WriteFailed(f"{folder} cannot be written: {error.strerror or error}") from None


def write_folder(folder: Path, campaign: Campaign) -> None:
    """Write the files of a folder anew, all but its journal; those that the campaign has no more go.

    Raises:
        WriteFailed: one cannot be written; the journal has everything, and the files follow next time.
    """
    files = {path: data for path, data in write_files(campaign).items() if path != JOURNAL}
    try:
        (folder / STALE).touch()
        old = files_in(folder)
        for path in {*old} - {*files}:
            (folder / path).unlink()
        for path, data in files.items():
            if old.get(path) != data:
                _replace(folder / path, data)
        (folder / STALE).unlink()
    except OSError as error:
        raise WriteFailed(f"{folder} cannot be written: {error.strerror or error}") from None


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


def _open_locked(path: Path) -> int:
    """The file, opened and locked against other processes where the system has such locks."""
    file = os.open(path, os.O_RDWR | getattr(os, "O_BINARY", 0))
    with contextlib.suppress(ImportError):
        import fcntl

        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(file)
            raise BadFile(f"{path.parent} is open in another run of Fireteam; end that one first") from None
    return file


def _append(file: int, data: bytes) -> None:
    size = os.lseek(file, 0, os.SEEK_END)
    try:
        while data:
            data = data[os.write(file, data) :]
        os.fsync(file)
    except OSError:
        os.ftruncate(file, size)
        raise


def _replace(path: Path, data: bytes) -> None:
    """Write a file whole or not at all, and see it on the disk."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(prefix=".", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(name, path.stat().st_mode & 0o777 if path.exists() else 0o644)
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


@contextlib.contextmanager
def _as_bad_file(path: Path) -> Iterator[None]:
    """Tell what the system says of a file as one sentence."""
    try:
        yield
    except FileNotFoundError:
        raise BadFile(f"{path}: there is no such file") from None
    except OSError as error:
        raise BadFile(f"{path}: cannot be used: {error.strerror}") from None
