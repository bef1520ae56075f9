"""What comes in is looked at here first: strict JSON, tokens of which only a hash is kept, names without tricks."""

from __future__ import annotations

import base64
import hashlib
import json
import unicodedata
from functools import cache
from typing import Any, TypeVar

import msgspec

from .env import Env
from .turning import Turned, not_json

Message = TypeVar("Message")

LARGEST = 64 * 1024  # bytes of a frame or a body
TOKEN = 24  # bytes of chance in a token
SHOWS_OTHERWISE = frozenset(["Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"])
"""Categories of characters that alter how others show, break lines, or are none."""


def new_token(env: Env) -> str:
    """A token that nobody guesses; it is told once."""
    return base64.urlsafe_b64encode(env.entropy(TOKEN)).decode()


def new_id(env: Env) -> str:
    """The id of a table: short enough for an address, and not to be guessed either."""
    return base64.b32encode(env.entropy(10)).decode().lower()


def hash_of(token: str) -> str:
    """All that is kept of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def digest_of(message: Any) -> str:
    """What a message says, as a hash: two of one key must be alike in it."""
    return hashlib.sha256(msgspec.json.encode(message, order="deterministic")).hexdigest()


def _twice(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a field stands in it twice")
    return found


@cache
def decoder_of(kind: Any) -> Any:
    """What reads such messages. Made before there are threads: msgspec may not learn of a class in two at once."""
    return msgspec.json.Decoder(kind)


def read_strictly(body: bytes | str, kind: type[Message]) -> Message:
    """A message, if it is one to the letter: JSON without doubled fields, NaN or broken characters, of its Struct.

    Raises:
        Turned: it is none.
    """
    try:
        text = body if isinstance(body, str) else body.decode()
        json.loads(text, object_pairs_hook=_twice)  # what stands in it twice msgspec passes over
        return decoder_of(kind).decode(text)  # type: ignore[no-any-return, arg-type]
    except RecursionError:
        raise not_json("no message has so many lists and objects within one another") from None
    except json.JSONDecodeError as error:
        raise not_json(f"it is no JSON ({error.msg.lower()} at {error.pos})") from None
    except msgspec.ValidationError as error:
        raise not_json(_plain(str(error))) from None
    except (UnicodeError, msgspec.DecodeError):
        raise not_json("it holds characters that are none") from None
    except ValueError as error:
        raise not_json(_plain(str(error))) from None


def _plain(words: str) -> str:
    """Words about what somebody sent, without what does not print."""
    return "".join(c if c.isprintable() else "?" for c in words)[:300].rstrip(".")


def clean(words: str, what: str = "This") -> str:
    """Words of a person as they are kept: composed, trimmed, and without anything that shows as something else.

    Raises:
        Turned: they hold control characters, marks that turn writing round, or nothing.
    """
    said = unicodedata.normalize("NFC", words).strip()
    if not said:
        raise Turned("E_TEXT", f"{what} says nothing.")
    joiner = "\u200d"  # families and flags are made with it
    if any(unicodedata.category(c) in SHOWS_OTHERWISE and c != joiner for c in said):
        raise Turned("E_TEXT", f"{what} holds characters that do not print.")
    return said
