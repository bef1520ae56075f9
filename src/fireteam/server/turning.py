"""What is turned down: one typed refusal with a code and a sentence, whatever was wrong, and nothing done."""

from __future__ import annotations

from ..core.errors import (
    BadFile,
    BadNotation,
    BadStore,
    Conflict,
    FireteamError,
    Forbidden,
    Refused,
    StoreRefused,
    UnknownName,
)
from .messages import Refusal


class Turned(FireteamError):
    """Something that is not done: a code for programs, a sentence for people, and the status of HTTP that says it."""

    def __init__(self, code: str, sentence: str, status: int = 422) -> None:
        super().__init__(sentence)
        self.code, self.status = code, status


def not_json(why: str) -> Turned:
    """What is no message of ours."""
    return Turned("E_MESSAGE", f"This cannot be read: {why}.", 400)


def no_table(table: str) -> Turned:
    """There is no such table."""
    return Turned("E_NO_TABLE", f"There is no table {table[:24]}.", 404)


def not_yours(what: str) -> Turned:
    """What this principal may not do."""
    return Turned("E_NOT_YOURS", what, 403)


CODES: tuple[tuple[type[FireteamError], str, int], ...] = (
    (Forbidden, "E_FORBIDDEN", 403),
    (BadNotation, "E_NOTATION", 422),
    (UnknownName, "E_UNKNOWN", 422),
    (BadFile, "E_FILE", 422),
    (StoreRefused, "E_STORE", 503),
    (Conflict, "E_STORE", 503),
    (BadStore, "E_STORE", 503),
)
"""What errors of the house are told as."""


def refusal_of(error: FireteamError, key: str = "") -> Refusal:
    """An error as what is sent."""
    if isinstance(error, Refused):
        return Refusal(error.code, error.sentence, error.clause, key)
    if isinstance(error, Turned):
        return Refusal(error.code, str(error), key=key)
    code = next((code for kind, code, _ in CODES if isinstance(error, kind)), "E_REFUSED")
    return Refusal(code, str(error), key=key)


def status_of(error: FireteamError) -> int:
    """An error's status in HTTP."""
    if isinstance(error, Turned):
        return error.status
    return next((status for kind, _, status in CODES if isinstance(error, kind)), 422)
