"""What an entry may note beside the type of a field: what its values name or share, and how a wrong one is reported.

board: Annotated[str, Reference("board")]
code: Annotated[Code, Unique(), Sentence("E_P_CODE", "{subject}bad or repeated code {value}")]
"""

from __future__ import annotations

from typing import NamedTuple


class Reference(NamedTuple):
    """The value names something there is: an entry of this kind or a part of one; or it is one of a few others."""

    kind: str
    others: tuple[str, ...] = ()


class Unique(NamedTuple):
    """No two entries that are checked together have the same value."""


class Limit(NamedTuple):
    """The least and the greatest value stand in content; `code` is that of the problem of a value outside them."""

    code: str = ""


class Sentence(NamedTuple):
    """How what is wrong with a value, or with anything in it, is reported; what is empty is as for what holds it.

    `message` and `hint` are templates: `{subject}` is what the entry is called, `{fault}` the usual sentence,
    `{reason}` the same without the field it begins with, `{field}`, `{value}` and `{path}` tell of the value. A message
    without `{fault}` and `{reason}` gets the usual sentence as its hint, unless there is a better one.
    """

    code: str = ""
    message: str = ""
    hint: str = ""
