"""Several States are kept of a table. No Fireteam before this one kept any, so that none is lost."""

import sqlalchemy as sa
from alembic import op

revision = "3"
down_revision = "2"


def upgrade() -> None:
    """Make the table of snapshots anew, with the event in its key."""
    op.drop_table("snapshots")
    op.create_table(
        "snapshots",
        sa.Column("table", sa.String, sa.ForeignKey("tables.table"), nullable=False),
        sa.Column("number", sa.BigInteger, nullable=False),
        sa.Column("state", sa.LargeBinary, nullable=False),
        sa.Column("hash", sa.String, nullable=False),
        sa.PrimaryKeyConstraint("table", "number"),
    )
