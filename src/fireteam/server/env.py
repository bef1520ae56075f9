"""What a server has of the world: clocks, chance, and a way to wait. In tests all of it is simulated."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Awaitable, Callable
from typing import NamedTuple


class Env(NamedTuple):
    """The world: seconds since 1970, so many bytes of chance, and waiting for so many seconds.

    `steady` are seconds as well, by a clock that nobody sets.
    """

    clock: Callable[[], float] = time.time
    entropy: Callable[[int], bytes] = secrets.token_bytes
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    steady: Callable[[], float] = time.monotonic
