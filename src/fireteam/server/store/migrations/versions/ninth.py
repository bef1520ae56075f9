"""Each table has a short number in the log of acts, so that the index of the log is small. No act is altered."""

import sqlalchemy as sa
from alembic import op

revision = "9"
down_revision = "8"


def upgrade() -> None:
    """Number the tables in the order in which they were made, and let acts go by that."""
    op.create_table(
        "logs",
        sa.Column("number", sa.BigInteger().with_variant(sa.Integer, "sqlite"), primary_key=True),
        sa.Column("table", sa.String, sa.ForeignKey("tables.table"), nullable=False),
        sa.UniqueConstraint("table"),
    )
    op.execute('INSERT INTO logs ("table") SELECT "table" FROM tables ORDER BY made, "table"')
    op.add_column("acts", sa.Column("log", sa.BigInteger))
    op.execute('UPDATE acts SET log = (SELECT number FROM logs WHERE logs."table" = acts."table")')
    with op.batch_alter_table("acts") as acts:
        acts.drop_column("table")  # and what is unique by it
        acts.alter_column("log", existing_type=sa.BigInteger, nullable=False)
        acts.create_foreign_key("acts_log_fkey", "logs", ["log"], ["number"])
        acts.create_unique_constraint("acts_log_number_key", ["log", "number"])
