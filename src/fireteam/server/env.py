"""What a server has of the world: a clock, chance, and a way to wait. In tests all three are simulated."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Awaitable, Callable
from typing import NamedTuple


class Env(NamedTuple):
    """The world: seconds since 1970, so many bytes of chance, and waiting for so many seconds."""

    clock: Callable[[], float] = time.time
    entropy: Callable[[int], bytes] = secrets.token_bytes
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
