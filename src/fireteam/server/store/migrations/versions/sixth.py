"""What happened at tables is one log of acts: events, items for everybody, and answers, which had a table each before.

An event goes with the item that tells of it, an answer with the last item that it names. Each has an act of its own
where it does not say.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec
import sqlalchemy as sa
from alembic import op

revision = "6"
down_revision = "5"

ROWS = 500  # acts that are written at a time
TABLE = "table"
EVENT = "happened"  # the tag of an item that tells of an event


def upgrade() -> None:
    """Make the log, fill it, and drop what it takes the place of."""
    log = op.create_table(
        "acts",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer, "sqlite"), primary_key=True),
        sa.Column("table", sa.String, sa.ForeignKey("tables.table"), nullable=False),
        sa.Column("number", sa.BigInteger, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("principal", sa.String, nullable=False),
        sa.Column("key", sa.String, nullable=False),
        sa.Column("digest", sa.String, nullable=False),
        sa.Column("answer", sa.LargeBinary, nullable=False),
        sa.Column("events", sa.BigInteger, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.UniqueConstraint("table", "number"),
    )
    connection = op.get_bind()
    tables, events, items, answers = (_reflected(connection, name) for name in ("tables", "events", "items", "answers"))
    for table, made in connection.execute(sa.select(tables.c.table, tables.c.made)).fetchall():
        of_events = sa.select(events).where(events.c.table == table).order_by(events.c.number)
        of_items = sa.select(items).where(items.c.table == table, items.c.stream == TABLE).order_by(items.c.seq)
        of_answers = sa.select(answers).where(answers.c.table == table).order_by(answers.c.principal, answers.c.key)
        stored_rows = (list(connection.execute(each)) for each in (of_events, of_items, of_answers))
        event_rows, item_rows, answer_rows = stored_rows
        acts = _acts(event_rows, item_rows, answer_rows, made)
        rows = [{"table": table, "number": number, **act} for number, act in enumerate(acts, 1)]
        for begin in range(0, len(rows), ROWS):
            connection.execute(log.insert(), rows[begin : begin + ROWS])
    connection.execute(items.delete().where(items.c.stream == TABLE))
    op.drop_table("events")
    op.drop_table("answers")


class Act(NamedTuple):
    """An act as it comes together: rows of what was."""

    at: float
    events: list[Any]
    items: list[Any]
    answer: Any = None

    def row(self) -> dict[str, Any]:
        """Return its row in the log, without table and number."""
        events = [(row.number, row.body, bytes(row.record)) for row in self.events]
        items = [(row.seq, bytes(row.body)) for row in self.items]
        answered = self.answer._mapping if self.answer else {}
        return {
            "at": self.at,
            **{name: answered.get(name, "") for name in ("principal", "key", "digest")},
            "answer": bytes(answered.get("answer", b"")),
            "events": len(events),
            "body": msgspec.msgpack.encode((events, items)),
        }


def _acts(events: list[Any], items: list[Any], answers: list[Any], made: float) -> Iterator[dict[str, Any]]:
    """Yield the acts of a table in their order: items by `seq`, events by number."""
    seqs = {number: row.seq for row in items if (number := _event_number(row)) is not None}
    by_item: dict[int, list[Any]] = {}
    latest = 0  # the last item that tells of an event so far; 0 where there is none yet
    for event in events:
        latest = max(latest, seqs.get(event.number, latest))
        by_item.setdefault(latest, []).append(event)
    answered: dict[int, list[Any]] = {}
    for answer in answers:
        answered.setdefault(_last_item(answer), []).append(answer)
    for event in by_item.pop(0, []):
        yield Act(made, [event], []).row()
    for item in items:
        mine = answered.pop(item.seq, [])
        yield Act(item.at, by_item.pop(item.seq, []), [item], mine[0] if mine else None).row()
        for answer in mine[1:]:
            yield Act(item.at, [], [], answer).row()
    for answer in (each for mine in answered.values() for each in mine):
        yield Act(items[-1].at if items else made, [], [], answer).row()


def _event_number(item: Any) -> int | None:
    """Return the number of the event that an item tells of, if it tells of one."""
    content = _content(item.body)
    number = content.get("event") if content.get("item") == EVENT else None
    return number if isinstance(number, int) else None


def _last_item(answer: Any) -> int:
    """Return the `seq` of the last item that was there when an answer was given; 0 if it does not say."""
    seq = _content(answer.answer).get("seq")
    return seq if isinstance(seq, int) else 0


def _content(body: bytes) -> dict[str, Any]:
    try:
        content = msgspec.json.decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return {}
    return content if isinstance(content, dict) else {}


def _reflected(connection: sa.Connection, name: str) -> sa.Table:
    return sa.Table(name, sa.MetaData(), autoload_with=connection)
