"""Limits of time for connections to PostgreSQL: to connect, to be answered, to wait for locks, and to stand idle.

A network that loses packets silently, or a proxy that takes what is sent and answers nothing, would else be waited for
without an end. What is not answered in time has failed: the connection is closed, and the next one is a new one.
"""

from __future__ import annotations

import time
from functools import cache
from typing import Any, NamedTuple

from sqlalchemy import Engine, event

NOTHING = 0  # what a wait of the driver says in which nothing has come


class ConnectionLimits(NamedTuple):
    """Seconds to wait for a connection, and for the answer to a statement (None: as long as it takes).

    `statement` is when the database itself gives a statement up, `locks` when it waits no longer for a lock, or for the
    next statement of a transaction, which may not keep leases locked for long; 0: never.
    """

    connect: int = 5
    answer: float | None = 10.0
    statement: float = 8.0
    locks: float = 5.0


LIMITS = ConnectionLimits()
PATIENT = ConnectionLimits(answer=None, statement=0.0, locks=0.0)
"""For upgrades and copies of a whole database."""
HEARTBEAT = ConnectionLimits(connect=2, answer=2.0, statement=2.0)
"""For signs of life, which are worth nothing when they come late."""
KEEPALIVE = {"keepalives": 1, "keepalives_idle": 5, "keepalives_interval": 2, "keepalives_count": 3}
"""By these the system finds within some seconds that the other end of an idle connection has gone."""
UNANSWERED = 10_000  # milliseconds after which the system gives up what it has sent and nobody has confirmed


def limit_connections(engine: Engine, limits: ConnectionLimits | None = None) -> None:
    """Give every connection of an engine for PostgreSQL limits; without, the usual ones."""
    limits = limits or LIMITS

    def connect(_: Any, __: Any, words: list[Any], values: dict[str, Any]) -> Any:
        usual = {**KEEPALIVE, "connect_timeout": limits.connect, "tcp_user_timeout": UNANSWERED}
        connection = _limited_class().connect(*words, **{**usual, **values})
        connection.answer_limit = limits.answer
        return connection

    def set_up(connection: Any, _: Any) -> None:
        connection.execute(SETTINGS, tuple(map(_milliseconds, (limits.statement, limits.locks, limits.locks))))
        connection.commit()

    event.listen(engine, "do_connect", connect)
    event.listen(engine, "connect", set_up)


SETTINGS = """SELECT set_config('statement_timeout', %s, false), set_config('lock_timeout', %s, false),
    set_config('idle_in_transaction_session_timeout', %s, false),
    CASE WHEN current_setting('synchronous_commit') = 'off' THEN set_config('synchronous_commit', 'on', false) END"""
"""Sets the limits that the database keeps; and synchronous commits: what is committed must be on disk."""


def _milliseconds(seconds: float) -> str:
    return str(round(seconds * 1000))


@cache
def _limited_class() -> Any:
    """Return the class of connections that wait no longer than their `answer_limit`."""
    import psycopg  # of which a server with a file has no use

    class LimitedConnection(psycopg.Connection[Any]):
        """A connection that is closed when the database has not answered in time."""

        answer_limit: float | None = None

        def wait(self, gen: Any, *more: Any, **named: Any) -> Any:
            """Wait for an answer, no longer than the limit.

            Raises:
                OperationalError: there was none; the connection is closed.
            """
            if self.answer_limit is None:
                return super().wait(gen, *more, **named)
            try:
                return super().wait(_until(gen, time.monotonic() + self.answer_limit), *more, **named)
            except TimeoutError:
                self.pgconn.finish()
                raise psycopg.OperationalError(
                    f"no answer within {self.answer_limit:g} seconds; the connection is closed"
                ) from None

    return LimitedConnection


def _until(gen: Any, end: float) -> Any:
    """Go on with a generator of the driver, which waits for the network, until a time of the steady clock.

    Raises:
        TimeoutError: it has waited until then in vain.
    """
    try:
        wanted = next(gen)
        while True:
            ready = yield wanted
            if ready == NOTHING and time.monotonic() > end:
                raise TimeoutError
            wanted = gen.send(ready)
    except StopIteration as done:
        return done.value
    finally:
        gen.close()
