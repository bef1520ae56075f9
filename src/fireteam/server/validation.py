"""Validation of input: strict JSON, tokens of which only a hash is stored, printable text."""

from __future__ import annotations

import base64
import hashlib
import json
import unicodedata
from collections.abc import Iterable
from functools import cache
from typing import Any, TypeVar

import msgspec

from ..core.errors import BadNotation
from ..core.person_names import MOST_LETTERS, person_name, text_fault
from .env import Env
from .errors import ApiError, not_json

Message = TypeVar("Message")

MAX_BODY = 64 * 1024  # bytes of a frame or a body
HOUR = 3600  # seconds
TOKEN_BYTES = 24  # bytes of chance in a token


def new_token(env: Env) -> str:
    """Return a new random token that cannot be guessed."""
    return base64.urlsafe_b64encode(env.entropy(TOKEN_BYTES)).decode()


def new_id(env: Env) -> str:
    """Return a new random id of a table or lesson: short enough for a URL, and not to be guessed either.

    It begins with the hour, so that what is played now stands together in the index of the log of acts: a commit
    for 60 tables writes half as many pages then.
    """
    return f"{int(env.clock()) // HOUR:05x}{base64.b32encode(env.entropy(10)).decode().lower()}"


def hash_token(token: str) -> str:
    """Return the SHA-256 of a token in hexadecimal: all of a token that is stored."""
    return hashlib.sha256(token.encode()).hexdigest()


def message_digest(message: Any) -> str:
    """Return the SHA-256 of a message. Requests under one idempotency key must agree in it."""
    return hashlib.sha256(encode_in_order(message)).hexdigest()


encode_in_order = msgspec.json.Encoder(order="deterministic").encode


def _reject_duplicate_fields(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a field stands in it twice")
    return found


READ_STRICTLY = json.JSONDecoder(object_pairs_hook=_reject_duplicate_fields).decode


@cache
def decoder_of(kind: Any) -> Any:
    """Return the decoder of a message type.

    Call it before any thread starts: msgspec must not inspect a class in two threads at once.
    """
    return msgspec.json.Decoder(kind)


def decode_strictly(body: bytes | str, kind: type[Message]) -> Message:
    """Decode a message strictly: JSON of its Struct, without duplicate fields, NaN or invalid characters.

    Raises:
        ApiError: it is not such a message (400).
    """
    try:
        text = body if isinstance(body, str) else body.decode()
        READ_STRICTLY(text)  # what stands in it twice msgspec passes over
        return decoder_of(kind).decode(text)  # type: ignore[no-any-return, arg-type]
    except RecursionError:
        raise not_json("no message has so many lists and objects within one another") from None
    except json.JSONDecodeError as error:
        raise not_json(f"it is no JSON ({error.msg.lower()} at {error.pos})") from None
    except msgspec.ValidationError as error:
        raise not_json(_printable(str(error))) from None
    except (UnicodeError, msgspec.DecodeError):
        raise not_json("it holds characters that are none") from None
    except ValueError as error:
        raise not_json(_printable(str(error))) from None


def _printable(words: str) -> str:
    """Return an error text about input with unprintable characters replaced, at most 300 characters long."""
    return "".join(c if c.isprintable() else "?" for c in words)[:300].rstrip(".")


def clean_text(words: str, what: str = "This") -> str:
    """Return a person's text as it is stored: NFC-normalized, trimmed, and free of characters that do not print.

    `what` names the text in a refusal.

    Raises:
        ApiError: it is empty, or has characters that do not print or pile up (422).
    """
    text = unicodedata.normalize("NFC", words).strip()
    if fault := text_fault(text):
        raise ApiError("E_TEXT", f"{what} {fault}.")
    return text


def clean_name(words: str, what: str, taken: Iterable[str] = (), most: int = MOST_LETTERS) -> str:
    """Return the name of a person or seat as it is stored; numbered, `Ben 2`, if one that is taken reads like it.

    Raises:
        ApiError: it is empty, or has letters of several scripts, or characters that hide or pile up (422).
    """
    try:
        return person_name(words, what, taken, most)
    except BadNotation as error:
        raise ApiError("E_TEXT", str(error)) from None
