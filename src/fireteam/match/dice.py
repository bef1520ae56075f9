"""Dice that anyone can check: a secret, published as its hash before the match and as itself after it.

Event n of a match rolls under the key HMAC-SHA256(secret, n): its first 8 bytes. Who knows the secret at the end knows
every die, and who knew only its hash at the start knows that no die was chosen afterwards.
"""

from __future__ import annotations

import hmac
from functools import lru_cache
from hashlib import sha256
from typing import NamedTuple

from ..core.dice import keyed_draw, live

SECRET_BYTES = 32
BLOCK = 64  # bytes that SHA-256 takes in at once


class Secret(NamedTuple):
    """The secret of a match. It is kept beside the match, and stands in no record and no export before the end."""

    value: bytes

    @property
    def commitment(self) -> str:
        """What is published at the start: SHA-256, in hexadecimal."""
        return sha256(self.value).hexdigest()

    def key(self, number: int) -> int:
        """The key of an event's dice: HMAC-SHA256 over its number in decimal digits, the first 8 bytes."""
        return key_under(self.value, b"%d" % number)

    def key_of_choice(self, number: int, slot: int) -> int:
        """A key for what a bot draws by lot before event `number`: it tells nothing about the dice."""
        return key_under(self.value, b"choice %d %d" % (number, slot))


def key_under(secret: bytes, text: bytes) -> int:
    """HMAC-SHA256 of a text, the first 8 bytes."""
    inner, outer = _pads(secret)
    return int.from_bytes(sha256(outer + sha256(inner + text).digest()).digest()[:8], "big")


@lru_cache(4_096)
def _pads(secret: bytes) -> tuple[bytes, bytes]:
    """What HMAC-SHA256 (RFC 2104) hashes before a text, and before the hash of that.

    `hmac.digest` is the same, but lets other threads run and then waits for them, which takes longer than the hashes.
    """
    key = (secret if len(secret) <= BLOCK else sha256(secret).digest()).ljust(BLOCK, b"\0")
    return bytes(byte ^ 0x36 for byte in key), bytes(byte ^ 0x5C for byte in key)


def secret_of_seed(seed: object) -> Secret:
    """The secret of a match that shall go the same way whenever it is played the same: SHA-256 of "fireteam" + seed."""
    return Secret(sha256(f"fireteam{seed}".encode(errors="surrogateescape")).digest())


def matches_commitment(secret: Secret, commitment: str) -> bool:
    """Whether this is the secret whose hash was published."""
    return hmac.compare_digest(secret.commitment, commitment)


def matches_secret(secret: Secret, number: int, sides: tuple[int, ...], faces: tuple[int, ...]) -> bool:
    """Whether these are the faces that dice of these sides show in event `number`."""
    key = live(secret.key(number))[0].key
    return faces == tuple(keyed_draw(key, k, count) for k, count in enumerate(sides))
