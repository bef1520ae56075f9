"""Campaigns are kept, with the entries of their journals, what came of them, and the links that open them."""

import sqlalchemy as sa
from alembic import op

revision = "4"
down_revision = "3"


def upgrade() -> None:
    """Make the tables of campaigns."""
    op.create_table(
        "campaigns",
        sa.Column("campaign", sa.String, nullable=False),
        sa.Column("made", sa.Double, nullable=False),
        sa.Column("game", sa.String, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("head", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("campaign"),
    )
    op.create_table(
        "campaign_entries",
        _campaign(),
        sa.Column("number", sa.BigInteger, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("campaign", "number"),
    )
    op.create_table(
        "campaign_links",
        _campaign(),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("storyteller", sa.Boolean, nullable=False),
        sa.Column("token_hash", sa.String),
        sa.PrimaryKeyConstraint("campaign", "name"),
        sa.UniqueConstraint("token_hash"),
    )
    op.create_table(
        "campaign_states",
        _campaign(),
        sa.Column("number", sa.BigInteger, nullable=False),
        sa.Column("files", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("campaign"),
    )


def _campaign() -> sa.Column[str]:
    return sa.Column("campaign", sa.String, sa.ForeignKey("campaigns.campaign"), nullable=False)
