"""Idempotency of creations: a table or seat requested twice under one key is made once and answered the same.

The answer contains tokens, and tokens are never stored. So they are derived from the key, which only the client has,
and a random salt that is stored with the table: the two give the same tokens again, also after a restart.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ..env import Env
from ..errors import ApiError
from ..store.rows import HOST, CreationRow
from ..validation import TOKEN_BYTES, hash_token
from ..wire.messages import SeatToken, TableTokens
from .seats import SeatState

SALT = 32  # bytes of chance


class Creation(NamedTuple):
    """A request that makes a table or takes a seat, and what its tokens are derived from.

    `words` are the idempotency key with the path of the request and the token of the caller; empty without a key.
    `digest` is a hash of what is requested; `own` is the token that the caller has already.
    """

    salt: bytes
    words: str = ""
    digest: str = ""
    own: str = ""

    def token(self, whose: str) -> str:
        """Return the new token of a seat, or of the HOST."""
        made = hmac.digest(self.salt, f"{self.words}\n{whose}".encode(), hashlib.sha256)
        return base64.urlsafe_b64encode(made[:TOKEN_BYTES]).decode()

    def table_answer(self, table: str, seats: Iterable[str]) -> TableTokens:
        """Return the answer to a new table: the tokens of the host and of the named seats."""
        return TableTokens(table, self.token(HOST), {name: self.token(name) for name in seats})

    def seat_answer(self, table: str, seat: str, anew: bool) -> SeatToken:
        """Return the answer to a seat that was taken: with a new token if `anew`, else with the caller's own."""
        return SeatToken(table, seat, self.token(seat) if anew else self.own)

    def rows(self, answer: TableTokens | SeatToken) -> list[CreationRow]:
        """Return the row to store with what was made, so that it can be answered again; none without a key.

        It contains no token.
        """
        if not self.words:
            return []
        if isinstance(answer, TableTokens):
            seats, salt = tuple(answer.seats), self.salt
        else:
            seats, salt = (answer.seat,), b"" if answer.token == self.own else self.salt
        return [CreationRow(hash_token(self.words), answer.table, self.digest, salt, seats)]

    def repeat_answer(self, row: CreationRow, joined: bool) -> TableTokens | SeatToken:
        """Return the answer that was given when this was made: for a seat if `joined`, else for a table.

        Raises:
            ApiError: the key was used for a different request.
        """
        if row.digest != self.digest:
            raise ApiError("E_KEY", "Something else was done under this key before.", 409)
        before = self._replace(salt=row.salt)
        return (
            before.seat_answer(row.table, row.seats[0], bool(row.salt))
            if joined
            else before.table_answer(row.table, row.seats)
        )


def without_key(env: Env) -> Creation:
    """Return a creation without an idempotency key."""
    return Creation(env.entropy(SALT))


def issue_tokens(table: str, seat_states: Sequence[SeatState], making: Creation) -> TableTokens:
    """Give every seat of a new table a token, and return the host's and those of the seats that no bot decides for."""
    for seat_state in seat_states:
        seat_state.token_hash = hash_token(making.token(seat_state.name))
    return making.table_answer(table, (seat_state.name for seat_state in seat_states if not seat_state.is_bot))
