"""Each proposal has a number, and several of a kind may be open. Those that are open are to be answered once more."""

import sqlalchemy as sa
from alembic import op

revision = "10"
down_revision = "9"


def upgrade() -> None:
    """Make the table of proposals anew, with the number in its key."""
    op.rename_table("proposals", "proposals_by_kind")
    op.create_table(
        "proposals",
        sa.Column("table", sa.String, sa.ForeignKey("tables.table"), nullable=False),
        sa.Column("number", sa.BigInteger, nullable=False),
        sa.Column("what", sa.String, nullable=False),
        sa.Column("seat", sa.String, nullable=False),
        sa.Column("event", sa.BigInteger, nullable=False),
        sa.Column("agreed", sa.Text, nullable=False),
        sa.Column("is_open", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("table", "number"),
    )
    op.execute(
        """INSERT INTO proposals ("table", number, what, seat, event, agreed, is_open)
        SELECT "table", CASE what WHEN 'draw' THEN 1 ELSE 2 END, what, seat, event, '[]', waiting <> '[]'
        FROM proposals_by_kind"""
    )
    op.drop_table("proposals_by_kind")
