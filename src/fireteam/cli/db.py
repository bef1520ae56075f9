"""`fireteam db`: the database of tables: bring it up to date, back it up, restore it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import App, Parameter

from .conventions import EXIT_OK, Database, plural, print_note

if TYPE_CHECKING:
    from ..server.store.backup import BackupCounts

db = App("db", help="The database of tables: bring it up to date, back it up, restore it.")

BackupFile = Annotated[Path, Parameter(help="The file of the backup.")]


@db.command
def upgrade(*, database: Database = None) -> int:
    """Bring the database up to date. A file is brought up to date when it is opened, PostgreSQL only by this.

    Example: fireteam db upgrade.
    """
    from ..server.store.file_lock import exclusive
    from ..server.store.location import name_of, url_of
    from ..server.store.schema import prepare

    url = url_of(database)
    with exclusive(url):
        done = prepare(url, upgrade=True)
    print_note(f"{name_of(url)}: the database is {'up to date now' if done else 'up to date already'}")
    return EXIT_OK


@db.command
def backup(file: BackupFile, *, database: Database = None) -> int:
    """Write a backup while the database is in use: one file, which can be restored into a file or into PostgreSQL.

    It holds the secrets of dice and the sealed choices too: keep it to yourself.

    Example: fireteam db backup tables.backup.
    """
    from ..server.store.backup import back_up
    from ..server.store.location import url_of

    print_note(f"{file}: backed up {counts_text(back_up(url_of(database), file))}")
    return EXIT_OK


@db.command
def restore(
    file: BackupFile,
    *,
    database: Database = None,
    replace: Annotated[bool, Parameter(negative="")] = False,
) -> int:
    """Put a backup into an empty database; all of it or, if anything is wrong, nothing.

    Example: fireteam db restore tables.backup --database new.db.

    Parameters
    ----------
    replace
        In place of all that the database holds.
    """
    from ..server.store.backup import restore as put_back
    from ..server.store.location import name_of, url_of

    url = url_of(database)
    print_note(f"{name_of(url)}: restored {counts_text(put_back(file, url, replace))}")
    return EXIT_OK


def counts_text(counted: BackupCounts) -> str:
    """How much was copied."""
    return f"{plural(counted.tables, 'table')} with {plural(counted.events, 'event')}"
