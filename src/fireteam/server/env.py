"""The environment of a server: clocks, entropy and sleep; simulated in tests."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Awaitable, Callable
from typing import NamedTuple


class Env(NamedTuple):
    """The outside world of the server, replaced in tests.

    `clock` returns seconds since 1970, `entropy(n)` n random bytes, and `sleep(s)` waits for s seconds.
    `steady` returns seconds of a monotonic clock, which does not change when somebody sets the time.
    """

    clock: Callable[[], float] = time.time
    entropy: Callable[[int], bytes] = secrets.token_bytes
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    steady: Callable[[], float] = time.monotonic
