"""Making a table, or taking a seat at one, under a key: done once, and answered alike however often it is asked.

The answer tells tokens, and tokens are never kept. So they are made of the key, which only who asks knows, and of
chance that is kept with the table: both together make them again, also after a restart.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from .env import Env
from .guard import TOKEN, hash_of
from .messages import Joined, Made
from .seating import Chair
from .store.changes import HOST, MakingRow
from .turning import Turned

SALT = 32  # bytes of chance


class Making(NamedTuple):
    """Something is being made. `words` are the key, with where and by whom it was said; none, where there is no key.

    `digest` is that of what is asked for; `own` the token that who asks has already.
    """

    salt: bytes
    words: str = ""
    digest: str = ""
    own: str = ""

    def token(self, whose: str) -> str:
        """The new token of a seat, or of the HOST."""
        made = hmac.digest(self.salt, f"{self.words}\n{whose}".encode(), hashlib.sha256)
        return base64.urlsafe_b64encode(made[:TOKEN]).decode()

    def made(self, table: str, seats: Iterable[str]) -> Made:
        """A new table with its tokens: who made it has one, and each of some seats."""
        return Made(table, self.token(HOST), {name: self.token(name) for name in seats})

    def joined(self, table: str, seat: str, anew: bool) -> Joined:
        """A seat that was taken: with a token of its own, or with the one that its holder has already."""
        return Joined(table, seat, self.token(seat) if anew else self.own)

    def rows(self, answer: Made | Joined) -> list[MakingRow]:
        """What is kept along with what was made, so that it can be answered again: no token."""
        if not self.words:
            return []
        if isinstance(answer, Made):
            seats, salt = tuple(answer.seats), self.salt
        else:
            seats, salt = (answer.seat,), b"" if answer.token == self.own else self.salt
        return [MakingRow(hash_of(self.words), answer.table, self.digest, salt, seats)]

    def again(self, row: MakingRow, joined: bool) -> Made | Joined:
        """What was answered when this was made.

        Raises:
            Turned: something else was asked for under this key.
        """
        if row.digest != self.digest:
            raise Turned("E_KEY", "Something else was done under this key before.", 409)
        before = self._replace(salt=row.salt)
        return before.joined(row.table, row.seats[0], bool(row.salt)) if joined else before.made(row.table, row.seats)


def without_key(env: Env) -> Making:
    """Something is made under no key."""
    return Making(env.entropy(SALT))


def tokens_of(table: str, chairs: Sequence[Chair], making: Making) -> Made:
    """The tokens of a new table: every seat has one, and those that a person holds or may take are told."""
    for chair in chairs:
        chair.token_hash = hash_of(making.token(chair.name))
    return making.made(table, (chair.name for chair in chairs if not chair.is_bot))
