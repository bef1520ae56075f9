"""Work that may take its time, beside a screen that stays alive."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from time import monotonic
from typing import TypeVar

from ...compilation.match_rules import MatchRules
from ...core.engine import swap
from ..busy_notice import NOTICE_DELAY
from .table import TableScreen

Outcome = TypeVar("Outcome")


class WaitNotice:
    """Says on a screen that something takes its time. Keys pressed before `ignore_keys_until` are for nothing."""

    def __init__(self, screen: TableScreen, rules: MatchRules) -> None:
        self.screen, self.rules = screen, rules
        self.ignore_keys_until = 0.0

    async def run(self, work: Callable[..., Outcome], *args: object) -> Outcome:
        """Let something be worked out beside the screen, and say so if it takes its time."""
        slow = False

        def say_so() -> None:
            nonlocal slow
            slow = True
            self.screen.notify(self.rules.notice, markup=False, timeout=60)

        timer = self.screen.set_timer(NOTICE_DELAY, say_so)
        try:
            return await asyncio.to_thread(self.rules.run, work, *args)
        finally:
            timer.stop()
            if slow:
                self.screen.app.clear_notifications()
                self.ignore_keys_until = monotonic()  # what was typed meanwhile was not meant for what is asked now

    async def refresh_rules(self, for_bot: bool = False) -> None:
        """Between two decisions: use compiled rules if there are any that pay. What of it takes long is done beside."""
        if self.rules.is_swap_due(for_bot):
            await asyncio.to_thread(swap.prepare)
        if reason := self.rules.refresh(for_bot):
            self.screen.notify(reason, markup=False, timeout=10)
