"""The tables of the database. Their columns are the fields of the Structs in `rows`.

Unique keys give correctness: nothing can be stored twice, whoever tries. Secrets of dice, sealed choices, plans and
what is said on one side are in tables of their own, apart from all that others may read.
"""

from __future__ import annotations

from typing import Any

import msgspec
from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Dialect,
    Double,
    ForeignKey,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    TypeDecorator,
    UniqueConstraint,
)

from .rows import (
    CampaignCreationRow,
    CampaignEntryRow,
    CampaignFightRow,
    CampaignLinkRow,
    CampaignRow,
    CampaignStateRow,
    ClockRow,
    CreationRow,
    EndRow,
    ItemRow,
    NewTableRow,
    PlanRow,
    ProposalRow,
    SealedRow,
    SeatRow,
    SecretRow,
    SnapshotRow,
)


class Words(TypeDecorator[tuple[str, ...]]):
    """A tuple of strings, stored as a JSON list."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: tuple[str, ...] | None, dialect: Dialect) -> str | None:
        """Encode a value for the database."""
        return None if value is None else words_text(value)

    def process_result_value(self, value: Any, dialect: Dialect) -> tuple[str, ...] | None:
        """Decode a value from the database."""
        return None if value is None else msgspec.json.decode(value, type=tuple[str, ...])


def words_text(words: tuple[str, ...]) -> str:
    """Return a tuple of strings as it is stored."""
    return msgspec.json.encode(words).decode()


METADATA = MetaData()
VERSION_TABLE = "fireteam_version"  # Alembic's, under a name that no other program has
VERSIONS = Table(
    VERSION_TABLE,
    MetaData(),  # of its own: it is no part of what the versions are of
    Column("version_num", String(32), nullable=False),
    PrimaryKeyConstraint("version_num", name=f"{VERSION_TABLE}_pkc"),
)


def _of_table() -> Column[str]:
    return Column("table", String, ForeignKey("tables.table"), nullable=False)


TABLES = Table(
    "tables",
    METADATA,
    Column("table", String, primary_key=True),
    Column("made", Double, nullable=False),
    Column("listed", Boolean, nullable=False, index=True),
    Column("host_hash", String, nullable=False, unique=True),
    Column("setup", LargeBinary, nullable=False),
    Column("head", Text, nullable=False),
)

LEASES = Table(  # which process may write to a table: the last one that took it; `epoch` counts how often that was
    "leases",
    METADATA,
    _of_table(),
    Column("owner", String, nullable=False),
    Column("epoch", BigInteger, nullable=False, server_default="1"),
    PrimaryKeyConstraint("table"),
)

PROCESSES = Table(  # those that share the database, and when they last said that they live, by its own clock
    "processes",
    METADATA,
    Column("owner", String, primary_key=True),
    Column("address", String, nullable=False),
    Column("seen", Double, nullable=False),
)

SECRETS = Table(
    "secrets",
    METADATA,
    _of_table(),
    Column("secret", LargeBinary, nullable=False),
    PrimaryKeyConstraint("table"),
)

SEATS = Table(
    "seats",
    METADATA,
    _of_table(),
    Column("name", String, nullable=False),
    Column("slots", Words, nullable=False),
    Column("by", String, nullable=False),
    Column("person", String, nullable=False),
    Column("referee", Boolean, nullable=False),
    Column("token_hash", String, unique=True),
    PrimaryKeyConstraint("table", "name"),
)

LOGS = Table(  # the log of a table by a short number: logs that grow at the same time lie side by side in the index
    "logs",
    METADATA,
    Column("number", BigInteger().with_variant(Integer, "sqlite"), primary_key=True),
    _of_table(),
    UniqueConstraint("table"),
)

ACTS = Table(  # what happened at tables: rows are only ever added, and an act is one row
    "acts",
    METADATA,
    Column("id", BigInteger().with_variant(Integer, "sqlite"), primary_key=True),  # in the order of the commits
    Column("log", BigInteger, ForeignKey("logs.number"), nullable=False),
    Column("number", BigInteger, nullable=False),
    Column("at", Double, nullable=False),
    Column("principal", String, nullable=False),  # who was answered under which key; both empty without a key
    Column("key", String, nullable=False),
    Column("digest", String, nullable=False),
    Column("answer", LargeBinary, nullable=False),
    Column("events", BigInteger, nullable=False),  # how many
    Column("body", LargeBinary, nullable=False),  # events and items, as `acts.py` encodes them
    UniqueConstraint("log", "number"),
)

ITEMS = Table(
    "items",
    METADATA,
    _of_table(),
    Column("stream", String, nullable=False),
    Column("seq", BigInteger, nullable=False),
    Column("at", Double, nullable=False),
    Column("body", LargeBinary, nullable=False),
    PrimaryKeyConstraint("table", "stream", "seq"),
)

SEALED = Table(
    "sealed",
    METADATA,
    _of_table(),
    Column("number", BigInteger, nullable=False),
    Column("slot", BigInteger, nullable=False),
    Column("line", Text, nullable=False),
    PrimaryKeyConstraint("table", "number", "slot"),
)

PLANS = Table(
    "plans",
    METADATA,
    _of_table(),
    Column("slot", BigInteger, nullable=False),
    Column("number", BigInteger, nullable=False),
    Column("waiting", Boolean, nullable=False),
    Column("lines", Words, nullable=False),
    PrimaryKeyConstraint("table", "slot"),
)

PROPOSALS = Table(
    "proposals",
    METADATA,
    _of_table(),
    Column("number", BigInteger, nullable=False),
    Column("what", String, nullable=False),
    Column("seat", String, nullable=False),
    Column("event", BigInteger, nullable=False),
    Column("agreed", Words, nullable=False),
    Column("is_open", Boolean, nullable=False),
    PrimaryKeyConstraint("table", "number"),
)

MAKINGS = Table(
    "makings",
    METADATA,
    Column("key", String, primary_key=True),
    _of_table(),
    Column("digest", String, nullable=False),
    Column("salt", LargeBinary, nullable=False),
    Column("seats", Words, nullable=False),
)

CLOCKS = Table(
    "clocks",
    METADATA,
    _of_table(),
    Column("body", LargeBinary, nullable=False),
    PrimaryKeyConstraint("table"),
)

SNAPSHOTS = Table(
    "snapshots",
    METADATA,
    _of_table(),
    Column("number", BigInteger, nullable=False),
    Column("state", LargeBinary, nullable=False),
    Column("hash", String, nullable=False),
    PrimaryKeyConstraint("table", "number"),
)

ENDS = Table(
    "ends",
    METADATA,
    _of_table(),
    Column("at", Double, nullable=False),
    Column("result", Text, nullable=False),
    PrimaryKeyConstraint("table"),
)

CAMPAIGNS = Table(
    "campaigns",
    METADATA,
    Column("campaign", String, primary_key=True),
    Column("made", Double, nullable=False),
    Column("game", String, nullable=False),
    Column("name", Text, nullable=False),
    Column("head", LargeBinary, nullable=False),
)

CAMPAIGN_ENTRIES = Table(
    "campaign_entries",
    METADATA,
    Column("campaign", String, ForeignKey("campaigns.campaign"), nullable=False),
    Column("number", BigInteger, nullable=False),
    Column("at", Double, nullable=False),
    Column("body", LargeBinary, nullable=False),
    PrimaryKeyConstraint("campaign", "number"),
)

CAMPAIGN_LINKS = Table(
    "campaign_links",
    METADATA,
    Column("campaign", String, ForeignKey("campaigns.campaign"), nullable=False),
    Column("name", String, nullable=False),
    Column("storyteller", Boolean, nullable=False),
    Column("token_hash", String, unique=True),
    PrimaryKeyConstraint("campaign", "name"),
)

CAMPAIGN_STATES = Table(
    "campaign_states",
    METADATA,
    Column("campaign", String, ForeignKey("campaigns.campaign"), nullable=False),
    Column("number", BigInteger, nullable=False),
    Column("files", LargeBinary, nullable=False),
    PrimaryKeyConstraint("campaign"),
)

CAMPAIGN_MAKINGS = Table(
    "campaign_makings",
    METADATA,
    Column("key", String, primary_key=True),
    Column("campaign", String, ForeignKey("campaigns.campaign"), nullable=False),
    Column("name", String, nullable=False),
    Column("storyteller", Boolean, nullable=False),
    Column("digest", String, nullable=False),
    Column("salt", LargeBinary, nullable=False),
)

CAMPAIGN_FIGHTS = Table(
    "campaign_fights",
    METADATA,
    Column("campaign", String, ForeignKey("campaigns.campaign"), nullable=False),
    _of_table(),
    Column("made", Double, nullable=False),
    Column("people", Words, nullable=False),
    PrimaryKeyConstraint("table"),
)

ONCE: dict[type, Table] = {
    NewTableRow: TABLES,
    SecretRow: SECRETS,
    ItemRow: ITEMS,
    SealedRow: SEALED,
    CreationRow: MAKINGS,
    EndRow: ENDS,
    CampaignRow: CAMPAIGNS,
    CampaignEntryRow: CAMPAIGN_ENTRIES,
    CampaignCreationRow: CAMPAIGN_MAKINGS,
    CampaignFightRow: CAMPAIGN_FIGHTS,
}
"""Rows that are written once and never change."""

AS_IT_IS: dict[type, Table] = {
    SeatRow: SEATS,
    PlanRow: PLANS,
    ProposalRow: PROPOSALS,
    ClockRow: CLOCKS,
    SnapshotRow: SNAPSHOTS,
    CampaignLinkRow: CAMPAIGN_LINKS,
    CampaignStateRow: CAMPAIGN_STATES,
}
"""Rows that take the place of the one before."""
