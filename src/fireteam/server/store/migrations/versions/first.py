"""The first version: tables with their seats, events, items, sealed choices, plans, answers and clocks."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "1"
down_revision = None


def upgrade() -> None:
    """Make every table."""
    op.create_table(
        "tables",
        _column("table", sa.String),
        _column("made", sa.Double),
        _column("listed", sa.Boolean),
        _column("host_hash", sa.String),
        _column("setup", sa.LargeBinary),
        _column("head", sa.Text),
        sa.PrimaryKeyConstraint("table"),
        sa.UniqueConstraint("host_hash"),
    )
    op.create_index("ix_tables_listed", "tables", ["listed"])
    _of_table("leases", "table", owner=sa.String)
    _of_table("secrets", "table", secret=sa.LargeBinary)
    op.create_table(
        "seats",
        _table(),
        _column("name", sa.String),
        _column("slots", sa.Text),
        _column("by", sa.String),
        _column("person", sa.String),
        _column("referee", sa.Boolean),
        sa.Column("token_hash", sa.String),
        sa.PrimaryKeyConstraint("table", "name"),
        sa.UniqueConstraint("token_hash"),
    )
    _of_table("events", "table number", number=sa.BigInteger, body=sa.Text, record=sa.LargeBinary)
    _of_table("items", "table stream seq", stream=sa.String, seq=sa.BigInteger, at=sa.Double, body=sa.LargeBinary)
    _of_table("sealed", "table number slot", number=sa.BigInteger, slot=sa.BigInteger, line=sa.Text)
    _of_table("plans", "table slot", slot=sa.BigInteger, number=sa.BigInteger, waiting=sa.Boolean, lines=sa.Text)
    _of_table(
        "answers",
        "table principal key",
        principal=sa.String,
        key=sa.String,
        digest=sa.String,
        answer=sa.LargeBinary,
    )
    _of_table("clocks", "table", body=sa.LargeBinary)
    _of_table("snapshots", "table", number=sa.BigInteger, state=sa.LargeBinary, hash=sa.String)
    _of_table("ends", "table", at=sa.Double, result=sa.Text)


def _column(name: str, kind: Any) -> sa.Column[Any]:
    return sa.Column(name, kind, nullable=False)


def _of_table(name: str, key: str, /, **columns: Any) -> None:
    """A table whose rows belong to one of the `tables`, with its primary key."""
    op.create_table(
        name,
        _table(),
        *(_column(each, kind) for each, kind in columns.items()),
        sa.PrimaryKeyConstraint(*key.split()),
    )


def _table() -> sa.Column[str]:
    return sa.Column("table", sa.String, sa.ForeignKey("tables.table"), nullable=False)
