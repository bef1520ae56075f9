"""What comes in is looked at here first: strict JSON, tokens of which only a hash is kept, names without tricks."""

from __future__ import annotations

import base64
import hashlib
import json
import unicodedata
from functools import cache
from typing import Any, NoReturn, TypeVar

import msgspec

from .env import Env
from .turning import Turned, not_json

Message = TypeVar("Message")

LARGEST = 64 * 1024  # bytes of a frame or a body
DEEPEST = 24  # lists and objects within one another
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


def _no_number(word: str) -> NoReturn:
    raise ValueError(f"{word} is no number")


def _deep(value: Any, left: int = DEEPEST) -> bool:
    """Whether lists and objects lie deeper within one another than anybody needs."""
    inside = value.values() if isinstance(value, dict) else value if isinstance(value, list) else None
    return inside is not None and (left == 0 or any(_deep(one, left - 1) for one in inside))


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
        if len(text) > LARGEST:
            raise Turned("E_TOO_LARGE", f"This is too large: no message has more than {LARGEST >> 10} KiB.", 413)
        value = json.loads(text, object_pairs_hook=_twice, parse_constant=_no_number)
        if _deep(value):
            raise ValueError(f"nothing lies deeper than {DEEPEST} lists and objects")
        return decoder_of(kind).decode(text)  # type: ignore[no-any-return, arg-type]
    except RecursionError:
        raise not_json(f"nothing lies deeper than {DEEPEST} lists and objects") from None
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
