"""Links of campaigns are made once for good under a key, and campaigns know the matches that their characters fight."""

import sqlalchemy as sa
from alembic import op

revision = "5"
down_revision = "4"


def upgrade() -> None:
    """Make the tables of both."""
    op.create_table(
        "campaign_makings",
        sa.Column("key", sa.String, nullable=False),
        sa.Column("campaign", sa.String, sa.ForeignKey("campaigns.campaign"), nullable=False),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("storyteller", sa.Boolean, nullable=False),
        sa.Column("digest", sa.String, nullable=False),
        sa.Column("salt", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("key"),
    )
    op.create_table(
        "campaign_fights",
        sa.Column("campaign", sa.String, sa.ForeignKey("campaigns.campaign"), nullable=False),
        sa.Column("table", sa.String, sa.ForeignKey("tables.table"), nullable=False),
        sa.Column("made", sa.Double, nullable=False),
        sa.Column("people", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("table"),
    )
