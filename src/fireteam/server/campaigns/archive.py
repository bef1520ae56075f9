"""Campaigns as archives: the zip of a campaign's folder, to keep, to edit and to bring to another server."""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Callable, Mapping
from pathlib import PurePosixPath

from ...campaign.campaign import Campaign, RulesOf
from ...campaign.exchange import JOURNAL, join, read_files
from ...campaign.folder import MOST_FILES
from ...campaign.state_files import MAIN, SUFFIX
from ...core.errors import BadFile, Conflict
from ...core.protocol.campaign import Actor
from ...core.time_limit import time_limit
from ..errors import ApiError

SECONDS = 10.0  # that it may take to check an archive
TOO_LONG = "To check this archive takes longer than a server gives to it; nothing was taken in."
MAX_ARCHIVE = 4 * 2**20  # bytes of an archive that comes in
MAX_FILES = 32 * 2**20  # bytes of all that is in it
UNREADABLE = (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, EOFError, OSError, ValueError)
DATE = (2000, 1, 1, 0, 0, 0)  # the same campaign makes the same archive


def pack_files(files: Mapping[str, bytes]) -> bytes:
    """Return files by path as a zip archive."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, data in files.items():
            entry = zipfile.ZipInfo(path, DATE)
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, data, zipfile.ZIP_DEFLATED)
    return made.getvalue()


def unpack_files(data: bytes) -> dict[str, bytes]:
    """Return the files of a campaign in a zip archive by path, also where they lie in one folder of it.

    What is hidden, and what no campaign has, is passed over.

    Raises:
        BadFile: it is no archive, holds too much, or no campaign.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            found = _read(archive)
    except UNREADABLE as error:
        raise BadFile(f"this is no zip archive that can be read: {error}") from None
    roots = [PurePosixPath(path).parent for path in found if PurePosixPath(path).name in (MAIN, JOURNAL)]
    if not roots:
        raise BadFile(f"the archive holds no campaign: there is no {MAIN} in it")
    root = min(roots, key=lambda each: len(each.parts))
    return {
        PurePosixPath(path).relative_to(root).as_posix(): text
        for path, text in found.items()
        if PurePosixPath(path).is_relative_to(root)
    }


def read_archive(data: bytes, actor: Actor, rules_of: RulesOf, clock: Callable[[], float]) -> Campaign:
    """Return the campaign of an archive, checked as its commands were; `clock` returns seconds.

    Raises:
        FireteamError: it is no archive of a campaign, or the rules refuse it.
        OutOfTime: to check it takes too long.
    """
    with time_limit(SECONDS, clock, TOO_LONG):
        return read_files(unpack_files(data), actor, rules_of=rules_of).campaign


def merge(campaign: Campaign, arrived: Campaign) -> int:
    """Take into a campaign the entries that an archive of it has besides; how many.

    Raises:
        ApiError: both have gone on, each in its own way (409).
    """
    try:
        return join(campaign, arrived)
    except Conflict as error:
        raise ApiError("E_THERE", f"{str(error)[:1].upper()}{str(error)[1:]}.", 409) from None


def _read(archive: zipfile.ZipFile) -> dict[str, bytes]:
    wanted = [entry for entry in archive.infolist() if _is_wanted(entry)]
    if len(wanted) > MOST_FILES:
        raise BadFile(f"the archive holds {len(wanted)} files; a campaign has at most {MOST_FILES}")
    found, left = dict[str, bytes](), MAX_FILES
    for entry in wanted:
        with archive.open(entry) as file:
            found[entry.filename] = file.read(left + 1)
        left -= len(found[entry.filename])
        if left < 0:
            raise BadFile(f"the archive holds more than {MAX_FILES >> 20} MiB")
    return found


def _is_wanted(entry: zipfile.ZipInfo) -> bool:
    path = PurePosixPath(entry.filename)
    is_hidden = any(part.startswith((".", "__")) for part in path.parts)
    return not entry.is_dir() and not is_hidden and (path.suffix == SUFFIX or path.name == JOURNAL)
