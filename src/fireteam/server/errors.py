"""`ApiError`, and how every error becomes a refusal with a code, a sentence and an HTTP status."""

from __future__ import annotations

import re
from pathlib import PurePath

from ..content.problems import BadContent
from ..core.errors import (
    BadFile,
    BadNotation,
    BadStore,
    Conflict,
    FireteamError,
    Forbidden,
    HeldElsewhere,
    IllegalChoice,
    Outdated,
    StoreUnavailable,
    UnknownName,
)
from .wire.messages import Refusal

FOLDERS = re.compile(r"(?<![\w.])(?:[A-Za-z]:)?[\\/](?:[^\s'\"\\/:]+[\\/])+")
"""Where an absolute path begins, up to the name of its file."""


class ApiError(FireteamError):
    """A request that is refused: a code for programs, a sentence for people, and an HTTP status."""

    def __init__(self, code: str, sentence: str, status: int = 422) -> None:
        super().__init__(sentence)
        self.code, self.status = code, status


class ClosedTable(ApiError):
    """A stored table that cannot be played on here, since its rules or content are others now."""

    def __init__(self, why: str) -> None:
        remedy = "Take it away as a file, or begin a new table from it by the rules and packs of now."
        super().__init__("E_CLOSED", f"This table is closed: {why.rstrip('.')}. {remedy}", 409)


def not_json(why: str) -> ApiError:
    """Return the error for a message that cannot be decoded (400)."""
    return ApiError("E_MESSAGE", f"This cannot be read: {why}.", 400)


def void_link() -> ApiError:
    """Return the error for a token that nobody at the table has, or has any more (401)."""
    return ApiError("E_TOKEN", "This link is not, or no longer, one of this table.", 401)


def no_table(table: str) -> ApiError:
    """Return the error for a table that does not exist (404)."""
    return ApiError("E_NO_TABLE", f"There is no table {table[:24]}.", 404)


def forbidden(what: str) -> ApiError:
    """Return the error for something that the caller may not do (403); `what` is its sentence."""
    return ApiError("E_NOT_YOURS", what, 403)


CODES: tuple[tuple[type[FireteamError], str, int], ...] = (
    (Outdated, "E_OUTDATED", 409),
    (Forbidden, "E_FORBIDDEN", 403),
    (BadNotation, "E_NOTATION", 422),
    (UnknownName, "E_UNKNOWN", 422),
    (BadFile, "E_FILE", 422),
    (HeldElsewhere, "E_ELSEWHERE", 421),
    (StoreUnavailable, "E_STORE", 503),
    (Conflict, "E_STORE", 503),
    (BadStore, "E_STORE", 503),
)
"""Code and HTTP status by error class; the first match counts."""


def error_body(error: FireteamError, key: str = "") -> Refusal:
    """Return an error as the refusal that is sent; `key` is that of the act or question it answers."""
    if isinstance(error, IllegalChoice):
        return Refusal(error.code, error.sentence, error.clause, key)
    if isinstance(error, ApiError):
        return Refusal(error.code, str(error), key=key)
    if isinstance(error, BadContent):
        return Refusal("E_PACK", fault_of_pack(error), key=key)
    code = next((code for kind, code, _ in CODES if isinstance(error, kind)), "E_REFUSED")
    return Refusal(code, str(error), key=key, address=error.address if isinstance(error, HeldElsewhere) else "")


def fault_of_pack(error: BadContent) -> str:
    """Return what visitors read of a faulty pack: its first error, by the names of its folder and file alone."""
    first, *others = [problem for problem in error.problems if problem.severity == "error"] or error.problems
    file = "/".join(PurePath(first.file).parts[-2:])
    more = f" There {'are' if len(others) > 1 else 'is'} {len(others)} more." if others else ""
    return f"A pack has faults: {file}:{first.line}:{first.column}: {without_folders(first.message)}.{more}"


def without_folders(text: str) -> str:
    """Return a text in which a file is called by its name, and not by the folders that it lies in."""
    return FOLDERS.sub("", text).rstrip(".")


def http_status(error: FireteamError) -> int:
    """Return the HTTP status of an error; 422 where no other is stated."""
    if isinstance(error, ApiError):
        return error.status
    return next((status for kind, _, status in CODES if isinstance(error, kind)), 422)
