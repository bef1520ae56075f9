"""Versions of the database schema, and the upgrade to the newest by the migrations beside this file."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import URL, Connection, Engine, inspect, text
from sqlalchemy.exc import DBAPIError

from ...core.errors import BadStore
from ...program_name import program_name
from .location import create_writer_engine, explain_error, make_file, name_of, path_of
from .tables import VERSION_TABLE

MIGRATIONS = Path(__file__).with_name("migrations")
ALONE = 4_607_182_418  # the lock under which a PostgreSQL database is brought up to date


def prepare(url: URL, upgrade: bool = False) -> bool:
    """Bring a database to the newest version; return whether anything had to be done.

    An empty database is set up, and a SQLite file is upgraded. PostgreSQL may be in use by other processes: it is
    upgraded only on request (`upgrade`).

    Raises:
        BadStore: it cannot be opened, is of a newer Fireteam or of another program, or has to be upgraded first.
    """
    path = path_of(url)
    if path is not None:
        make_file(path)
    engine = create_writer_engine(url)
    try:
        return _upgrade(engine, url, upgrade or path is not None)
    except DBAPIError as error:
        raise BadStore(explain_error(error, url)) from None
    finally:
        engine.dispose()


def _upgrade(engine: Engine, url: URL, may: bool) -> bool:
    with engine.begin() as connection:
        if path_of(url) is None:
            connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": ALONE})
        have = version(connection, name_of(url))
        if have == newest():
            return False
        if have and not may:
            raise BadStore(
                f"{name_of(url)}: the database is of an older Fireteam; end whatever uses it, and write "
                f"`{program_name()} db upgrade`"
            )
        command.upgrade(_config(connection), "head")
    return True


def newest() -> str:
    """Return the newest version."""
    return ScriptDirectory.from_config(_config()).get_current_head() or ""


def version(connection: Connection, name: str) -> str:
    """Return the version of a database; empty if the database is.

    Raises:
        BadStore: it is of another program, or of a newer Fireteam.
    """
    have = MigrationContext.configure(connection, opts={"version_table": VERSION_TABLE}).get_current_revision() or ""
    if not have and inspect(connection).get_table_names():
        raise BadStore(f"{name}: the database is of another program; name another one")
    known = {each.revision for each in ScriptDirectory.from_config(_config()).walk_revisions()}
    if have and have not in known:
        raise BadStore(f"{name}: the database is of a newer Fireteam; use that one")
    return have


def _config(connection: Connection | None = None) -> Config:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    return config
