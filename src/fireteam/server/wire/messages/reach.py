"""Who can reach the server."""

from __future__ import annotations

from msgspec import Struct


class Reach(Struct, frozen=True):
    """The address by which others in the network reach the server (empty without a network).

    `open`: whether they can. `password`: whether the server has a password.
    """

    link: str
    open: bool
    password: bool
