"""Where a campaign's entries are written down before they count."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..core.errors import Conflict
from .entry import Head, JournalEntry

NO_FILES: Mapping[str, str] = {}
OVERTAKEN = "somebody else has changed the campaign meanwhile: look at it again, then say once more what is to be done"


class Journal:
    """A journal that lives in memory. One on disk or in a database overrides both methods.

    `was_judged`: each of its entries was judged here before it was kept, so that what is refused now was sound once.
    """

    was_judged = False

    def __init__(self, head: Head, entries: Sequence[JournalEntry] = ()) -> None:
        self.head = head
        self._entries = list(entries)

    def since(self, number: int) -> list[JournalEntry]:
        """The entries after this one, in order."""
        return self._entries[number:]

    def last_files(self, number: int) -> Mapping[str, str]:
        """What the campaign was after this entry, as files by path, where it is the last and that is kept too."""
        return NO_FILES

    def append(self, *entries: JournalEntry, files: Mapping[str, str] = NO_FILES) -> None:
        """Keep entries, all or none; once this returns they are never lost. `files` are the campaign after them.

        Raises:
            Conflict: an entry of such a number is there already.
            FireteamError: they cannot be kept; nothing has changed.
        """
        if entries and entries[0].number != len(self._entries) + 1:
            raise Conflict(OVERTAKEN)
        self._entries.extend(entries)
