"""Versions of the database schema, and the upgrade to the newest by the migrations beside this file.

A new database is made as the tables are declared, and one of the newest version is left as it is: Alembic, which takes
longer to import than either, carries out upgrades only.
"""

from __future__ import annotations

import re
from pathlib import Path

from sqlalchemy import URL, Connection, Engine, insert, inspect, select, text

from ...core.errors import BadStore
from ...program_name import program_name
from .connection_limits import PATIENT
from .location import FAILURES, create_writer_engine, explain_error, make_file, name_of, path_of
from .tables import METADATA, VERSIONS

MIGRATIONS = Path(__file__).with_name("migrations")
REVISION = re.compile(r"^(down_)?revision = ['\"](.+)['\"]$", re.MULTILINE)
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
    engine = create_writer_engine(url, PATIENT)
    try:
        return _upgrade(engine, url, upgrade or path is not None)
    except FAILURES as error:
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
        if have:
            migrate(connection, "head")
        else:
            METADATA.create_all(connection)
            VERSIONS.create(connection)
            connection.execute(insert(VERSIONS), {"version_num": newest()})
    return True


def migrate(connection: Connection, to: str) -> None:
    """Bring a database to a version, or to the newest, which is `head`, by the migrations."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    command.upgrade(config, to)


def newest() -> str:
    """Return the newest version: that which no migration begins at."""
    versions = _versions()
    (found,) = set(versions) - set(versions.values())
    return found


def version(connection: Connection, name: str) -> str:
    """Return the version of a database; empty if the database is.

    Raises:
        BadStore: it is of another program, or of a newer Fireteam.
    """
    tables = inspect(connection).get_table_names()
    have = connection.scalar(select(VERSIONS.c.version_num)) or "" if VERSIONS.name in tables else ""
    if not have and tables:
        raise BadStore(f"{name}: the database is of another program; name another one")
    if have and have not in _versions():
        raise BadStore(f"{name}: the database is of a newer Fireteam; use that one")
    return have


def _versions() -> dict[str, str]:
    """Each version that a migration leads to, with the one that it begins at."""
    found: dict[str, str] = {}
    for script in (MIGRATIONS / "versions").glob("*.py"):
        revisions = dict(REVISION.findall(script.read_text(encoding="utf-8")))
        found[revisions[""]] = revisions.get("down_", "")
    return found
