"""A new database, and one that migrations made, is what the code believes there is."""

from __future__ import annotations

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from msgspec.structs import fields
from sqlalchemy import UniqueConstraint, inspect

from fireteam.server.store.location import create_writer_engine, make_file, path_of, url_of
from fireteam.server.store.schema import migrate, newest, prepare
from fireteam.server.store.tables import ACTS, AS_IT_IS, METADATA, ONCE, VERSION_TABLE


@pytest.mark.parametrize("by_migrations", [True, False])
def test_a_new_database_and_one_that_was_upgraded_have_the_tables_that_the_code_knows(
    address: str, by_migrations: bool
) -> None:
    url = url_of(address)
    if by_migrations:
        if path := path_of(url):
            make_file(path)
        engine = create_writer_engine(url)
        with engine.begin() as connection:
            migrate(connection, "head")
        engine.dispose()
    assert prepare(url) is not by_migrations
    engine = create_writer_engine(url)
    with engine.connect() as connection:
        compared = MigrationContext.configure(
            connection, opts={"version_table": VERSION_TABLE, "compare_type": True, "compare_server_default": True}
        )
        assert compare_metadata(compared, METADATA) == []
        assert compared.get_current_revision() == newest()
        for table in METADATA.sorted_tables:
            key = inspect(connection).get_pk_constraint(table.name)["constrained_columns"]
            assert key == [column.name for column in table.primary_key]
    engine.dispose()


def test_every_row_has_the_columns_of_its_table() -> None:
    for kind, table in {**ONCE, **AS_IT_IS}.items():
        assert [field.name for field in fields(kind)] == [column.name for column in table.columns]


def test_nothing_can_be_kept_twice() -> None:
    keys = {table.name: " ".join(column.name for column in table.primary_key) for table in METADATA.sorted_tables}
    assert keys["items"] == "table stream seq"
    assert keys["sealed"] == "table number slot"
    unique = [each for each in ACTS.constraints if isinstance(each, UniqueConstraint)]
    assert [[column.name for column in each.columns] for each in unique] == [["log", "number"]]
    assert keys["campaign_entries"] == "campaign number"
    assert keys["leases"] == keys["ends"] == keys["secrets"] == "table"
