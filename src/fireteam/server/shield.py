"""`shield`: what is begun is done to its end, whoever still waits for it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable
from typing import TypeVar

from ..core.errors import FireteamError

Outcome = TypeVar("Outcome")
LOG = logging.getLogger(__name__)


async def shield(doing: Awaitable[Outcome]) -> Outcome:
    """Wait for something that runs to its end even if the caller is cancelled.

    A refusal is then nobody's any more. Any other error is logged: asyncio would log both, with all their words.
    """
    task = asyncio.ensure_future(doing)
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        task.add_done_callback(_look_for_fault)
        raise


def _look_for_fault(task: asyncio.Future[Outcome]) -> None:
    if not task.cancelled() and (error := task.exception()) is not None and not isinstance(error, FireteamError):
        LOG.error("something broke that nobody waits for", exc_info=error)
