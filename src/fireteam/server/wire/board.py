"""The part of a match's Scenes that does not change: a Scene without units, which clients fetch once."""

from __future__ import annotations

import hashlib
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from ...core.game import Setting
from ...core.identity_cache import IdentityCache
from ...core.protocol.scene import Scene
from ...match.apply import redacted


class BoardFile(NamedTuple):
    """A board as a Scene, as JSON, and the SHA-256 of that in hexadecimal digits."""

    scene: Scene
    body: bytes
    hash: str


BOARDS: IdentityCache[BoardFile] = IdentityCache()
"""By their bodies: the tables of a server share them."""


def board_of(setting: Setting) -> BoardFile:
    """Return the board of a match, as everybody may see it before the match begins."""
    scene = setting.game.scene(setting, redacted(setting, setting.opening, 0))
    ground = scene.ground and replace(scene.ground, marks=(), trails=())
    board = replace(scene, tokens=(), waiting=(), standing=(), roster=None, ground=ground)
    body = msgspec.json.encode(board)
    return BOARDS.get((), body, lambda: BoardFile(board, body, hashlib.sha256(body).hexdigest()))
