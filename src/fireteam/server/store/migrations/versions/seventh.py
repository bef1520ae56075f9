"""Processes that share a database say where they are reached, and that they live; a lease has an epoch."""

import sqlalchemy as sa
from alembic import op

revision = "7"
down_revision = "6"


def upgrade() -> None:
    """Add the table of processes, and the epoch of leases."""
    op.create_table(
        "processes",
        sa.Column("owner", sa.String, primary_key=True),
        sa.Column("address", sa.String, nullable=False),
        sa.Column("seen", sa.Double, nullable=False),
    )
    op.add_column("leases", sa.Column("epoch", sa.BigInteger, nullable=False, server_default="1"))
