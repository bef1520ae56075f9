"""`CampaignSession`: an open campaign. Calls run one at a time, each to its end, on what the store has."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from ...campaign.campaign import Campaign, LogLine
from ...core.errors import Conflict, StoreUnavailable
from ...core.protocol.campaign import Actor
from ...core.time_limit import time_limit
from ..background import begin
from ..env import Env
from ..errors import ApiError
from ..shield import shield
from ..validation import hash_token

Outcome = TypeVar("Outcome")
Run = Callable[..., Awaitable[Any]]
TRIES = 5  # of a change that other processes were quicker than
SECONDS = 10.0  # that a question or a change may take
TOO_LONG = "This takes longer than a server gives to one campaign; nothing has changed. Take smaller steps."
HALF = 32  # digits of each half of the key of an entry


class CampaignSession:
    """An open campaign. `used` is when somebody last came to it (seconds since 1970)."""

    def __init__(self, campaign: Campaign, reopen: Callable[[], Campaign], run: Run, env: Env) -> None:
        self.campaign, self._reopen, self._run, self._env = campaign, reopen, run, env
        self.used = env.clock()
        self.turn = asyncio.Lock()
        self._stale = False  # whether it is uncertain what the store has
        self._is_put_away = False
        self._tasks: set[asyncio.Task[Any]] = set()

    async def read(self, function: Callable[..., Outcome], *values: Any) -> Outcome:
        """Run a function of the campaign and of these values while nothing else is under way.

        It runs to its end even if the caller is cancelled.

        Raises:
            FireteamError: the campaign cannot be read, or whatever the function raises.
            OutOfTime: it takes too long; nothing has changed.
            StoreUnavailable: it has been put away.
        """
        if self._is_put_away:
            raise StoreUnavailable("this campaign has been put away; ask again, and it is opened")
        task = begin(self._read(function, *values))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return await shield(task)

    async def _read(self, function: Callable[..., Outcome], *values: Any) -> Outcome:
        async with self.turn:
            return await self._run(self._refreshed, function, *values)  # type: ignore[no-any-return]

    def _refreshed(self, function: Callable[..., Outcome], *values: Any) -> Outcome:
        if self._stale:
            self.campaign, self._stale = self._reopen(), False
        self.campaign.refresh()
        try:
            with time_limit(SECONDS, self._env.steady, TOO_LONG):
                return function(self.campaign, *values)
        except StoreUnavailable:
            self._stale = True
            raise

    @property
    def is_idle(self) -> bool:
        """Whether nothing is under way."""
        return not self._tasks and not self.turn.locked()

    def put_away(self) -> None:
        """Refuse whoever comes from now on: who asks for the campaign again gets another session."""
        self._is_put_away = True

    async def wait_until_idle(self) -> None:
        """Wait for everything that is under way."""
        await asyncio.gather(*self._tasks, return_exceptions=True)


def entry_key(actor: Actor, key: str, digest: str) -> str:
    """Return the key of an entry that somebody asks for under an idempotency key, with the digest of the request."""
    who = "storyteller" if actor.is_storyteller else "player"
    return hash_token(f"{who} {actor.name}\n{key}")[:HALF] + digest[:HALF]


def done_before(campaign: Campaign, actor: Actor, key: str) -> list[LogLine]:
    """Return the entries that were made under a key.

    Raises:
        ApiError: the key was used for a different request (409).
    """
    same = [entry for entry in campaign.timeline.entries if entry.key[:HALF] == key[:HALF]]
    if any(entry.key != key for entry in same):
        raise ApiError("E_KEY", "Something else was done under this key before.", 409)
    return [line for entry in same for line in campaign.log(actor, entry.number - 1, 1) if line.number == entry.number]


def change_once(campaign: Campaign, actor: Actor, key: str, last: int | None, does: Callable[[], LogLine]) -> LogLine:
    """Make a change of a campaign once per key; a repeated request is answered alike.

    Raises:
        ApiError: there are entries after `last`, or the key was used for a different request (409).
        FireteamError: it is refused, or cannot be stored; nothing has changed.
    """
    if before := done_before(campaign, actor, key):
        return before[0]
    return change(campaign, last, does)


def change(campaign: Campaign, last: int | None, does: Callable[[], LogLine]) -> LogLine:
    """Make a change of a campaign, again where another process was quicker and `last` does not forbid it.

    Raises:
        ApiError: there are entries after `last` (409).
        FireteamError: it is refused, or cannot be stored; nothing has changed.
    """
    for _ in range(TRIES):
        if last is not None and last != campaign.number:
            raise stale(campaign)
        try:
            return does()
        except Conflict:
            campaign.refresh()
    raise stale(campaign)


def stale(campaign: Campaign) -> ApiError:
    """Return the error for who does not know how the campaign stands (409)."""
    sentence = f"The campaign has gone on to entry {campaign.number} meanwhile; look at it again, then decide."
    return ApiError("E_STALE", sentence, 409)
