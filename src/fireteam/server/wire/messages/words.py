"""Names and types that many messages share."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

OPEN, PERSON = "open", "person"

Name: TypeAlias = Annotated[str, Meta(min_length=1, max_length=40)]
Text: TypeAlias = Annotated[str, Meta(min_length=1, max_length=500)]
Coordinate: TypeAlias = Annotated[float, Meta(ge=-1_000, le=1_000)]
"""Of a place, in squares or the units of a free table. No table is so large, and rules count with no larger numbers."""
Key: TypeAlias = Annotated[str, Meta(min_length=8, max_length=64, pattern=r"^[^\x00]*$")]
"""An idempotency key. No database takes the character NUL in a text."""
Line: TypeAlias = Annotated[str, Meta(min_length=1, max_length=2_000)]


class ClientMessage(Struct, frozen=True, forbid_unknown_fields=True):
    """Base of everything that a client sends: an unknown field is an error."""
