"""Words that are in many messages."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

OPEN, PERSON = "open", "person"

Name: TypeAlias = Annotated[str, Meta(min_length=1, max_length=40)]
Text: TypeAlias = Annotated[str, Meta(min_length=1, max_length=500)]
Line: TypeAlias = Annotated[str, Meta(min_length=1, max_length=2_000)]


class Said(Struct, frozen=True, forbid_unknown_fields=True):
    """Anything a client sends: a field that nobody knows is a mistake."""
