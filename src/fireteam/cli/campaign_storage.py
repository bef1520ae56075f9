"""Where `fireteam campaign` keeps campaigns: in folders of readable files, or in the database."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from .conventions import print_note

if TYPE_CHECKING:
    from ..campaign.campaign import Campaign
    from ..campaign.exchange import Arrival
    from ..core.protocol.campaign import Actor
    from ..server.store.store import Store


@contextlib.contextmanager
def opened_campaign(where: str, database: str | None) -> Iterator[Campaign]:
    """A campaign in its folder or, if there is no such folder, in the database.

    Raises:
        FireteamError: it is nowhere, or cannot be read.
    """
    if database is None and Path(where).is_dir():
        from ..campaign.folder import open_folder

        with open_folder(Path(where), note=print_note) as found:
            yield found
        return
    from ..server.store.campaigns import open_campaign

    with opened_store(database) as store:
        yield open_campaign(store, where)


@contextlib.contextmanager
def opened_store(database: str | None) -> Iterator[Store]:
    """The database, closed afterwards.

    Raises:
        BadStore: it cannot be opened.
    """
    from ..server.store.store import open_store

    store = open_store(database)
    try:
        yield store
    finally:
        store.close()


def take_edits(folder: Path, actor: Actor) -> Arrival:
    """Take in what was edited in a folder, where it is."""
    from ..campaign.exchange import Arrival
    from ..campaign.folder import files_in, open_folder
    from ..campaign.state_files import is_unaltered

    with open_folder(folder, edited=True, note=print_note) as found:
        files = files_in(folder)
        unaltered = is_unaltered(found.rules, found.state, files)
        return Arrival(found, None if unaltered else found.take_files(files, actor, folder=str(folder)))


def keep_arrival(found: Campaign, folder: Path | None, database: str | None) -> None:
    """Keep a campaign that came as files, in a new folder or in the database; there it may be an older copy."""
    if folder is not None:
        from ..campaign.folder import keep_in_folder

        keep_in_folder(folder, found)
        return
    from ..campaign.exchange import join
    from ..server.store.campaigns import open_campaign, store_campaign

    with opened_store(database) as store:
        if store.campaign(found.head.campaign) is None:
            store_campaign(store, found.head, found.timeline.entries)
        else:
            join(open_campaign(store, found.head.campaign), found)
