"""Carries out migrations on the connection it is given, within its transaction."""

from alembic import context

from fireteam.server.store.tables import METADATA, VERSION_TABLE

context.configure(
    connection=context.config.attributes["connection"], target_metadata=METADATA, version_table=VERSION_TABLE
)
context.run_migrations()
