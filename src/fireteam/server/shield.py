"""`shield`: what is begun is done to its end, whoever still waits for it."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from ..core.errors import StoreUnavailable
from .background import begin, log_fault

Outcome = TypeVar("Outcome")


async def shield(doing: Coroutine[Any, Any, Outcome] | asyncio.Future[Outcome]) -> Outcome:
    """Wait for something that runs to its end even if the caller is cancelled.

    A refusal is then nobody's any more. Any other error is logged.

    Raises:
        StoreUnavailable: it was broken off itself, as when the server closes.
    """
    task = doing if isinstance(doing, asyncio.Future) else begin(doing)
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        caller = asyncio.current_task()
        if task.cancelled() and caller is not None and not caller.cancelling():
            raise StoreUnavailable("this was broken off; try again in a moment") from None
        task.add_done_callback(log_fault)
        raise
