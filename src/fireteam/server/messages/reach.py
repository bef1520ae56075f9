"""Who can come to the server."""

from __future__ import annotations

from msgspec import Struct


class Reach(Struct, frozen=True):
    """The address by which others in the network come, none without a network; whether it is `open` to them."""

    link: str
    open: bool
    password: bool
