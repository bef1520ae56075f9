"""Work that may take its time, beside a screen that stays alive."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from time import monotonic
from typing import TypeVar

from ..busy_notice import BUSY_NOTICE, NOTICE_DELAY
from .table import TableScreen

Outcome = TypeVar("Outcome")


class WaitNotice:
    """Says on a screen that something takes its time. Keys pressed before `ignore_keys_until` are for nothing."""

    def __init__(self, screen: TableScreen) -> None:
        self.screen = screen
        self.ignore_keys_until = 0.0

    async def run(self, work: Callable[..., Outcome], *args: object) -> Outcome:
        """Let something be worked out beside the screen, and say so if it takes its time."""
        slow = False

        def say_so() -> None:
            nonlocal slow
            slow = True
            self.screen.notify(BUSY_NOTICE, markup=False, timeout=60)

        timer = self.screen.set_timer(NOTICE_DELAY, say_so)
        try:
            return await asyncio.to_thread(work, *args)
        finally:
            timer.stop()
            if slow:
                self.screen.app.clear_notifications()
                self.ignore_keys_until = monotonic()  # what was typed meanwhile was not meant for what is asked now
