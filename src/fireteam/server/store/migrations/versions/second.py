"""What is proposed waits for answers longer than a server runs; what is made under a key is made once for good."""

import sqlalchemy as sa
from alembic import op

revision = "2"
down_revision = "1"


def upgrade() -> None:
    """Make the tables of both."""
    op.create_table(
        "proposals",
        sa.Column("table", sa.String, sa.ForeignKey("tables.table"), nullable=False),
        sa.Column("what", sa.String, nullable=False),
        sa.Column("seat", sa.String, nullable=False),
        sa.Column("event", sa.BigInteger, nullable=False),
        sa.Column("waiting", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("table", "what"),
    )
    op.create_table(
        "makings",
        sa.Column("key", sa.String, nullable=False),
        sa.Column("table", sa.String, sa.ForeignKey("tables.table"), nullable=False),
        sa.Column("digest", sa.String, nullable=False),
        sa.Column("salt", sa.LargeBinary, nullable=False),
        sa.Column("seats", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("key"),
    )
