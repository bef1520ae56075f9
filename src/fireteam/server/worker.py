"""A process in which bots think and odds are weighed: what is asked comes in on stdin, the answer goes out on stdout.

It is given a masked State and never anything else of a match, so a bot can give nothing away. It ends when nobody asks
any more, and by an alarm of its own when a bot goes on thinking after whoever asked is gone.
"""

from __future__ import annotations

import os
import signal
import sys
from functools import lru_cache
from typing import BinaryIO

import numpy as np
from msgspec import DecodeError, Struct, json, msgpack

from ..bots import BOTS
from ..core.choices import decode, notation
from ..core.errors import FireteamError
from ..core.game import Setting, find, read_choice
from ..match.deciding import decision_of
from ..match.files import content_hash

MANY = 16  # matches of different content whose tables are kept ready
LARGEST = 1 << 24  # bytes of a frame
GRACE = 5.0  # seconds after which the alarm ends what nobody waits for any more
POLITE = 5  # who serves people comes before who thinks


class Played(Struct, frozen=True):
    """What a match is played with: as in the head of its file. `content` is the hash of all that the rules can read."""

    game: str
    scenario: str
    options: tuple[tuple[str, str], ...]
    packs: tuple[str, ...]
    begins: str
    content: str


class Job(Struct, frozen=True, tag=True):
    """A choice to be made for a slot, by a State that its holder may see."""

    played: Played
    bot: str
    slot: int
    key: int
    state: bytes
    seconds: float

    @property
    def who(self) -> str:
        """Who does it."""
        return f"bot {self.bot}"


class Look(Struct, frozen=True, tag=True):
    """A question about a State that a seat may see: its `decision` with odds, an `offer` (a choice), or `threats`."""

    played: Played
    what: str
    slot: int
    about: str  # the choice, or the unit
    state: bytes
    seconds: float

    @property
    def who(self) -> str:
        """Who does it."""
        return f"what weighs the {self.what}"


class Choice(Struct, frozen=True):
    """What was chosen, as notation, or what was asked, as JSON; nothing, if `failed` says in a word why not."""

    line: str
    failed: str = ""


def frame(message: Job | Look | Choice) -> bytes:
    """A message as bytes: its length in 4, then itself."""
    body = msgpack.encode(message)
    return len(body).to_bytes(4, "big") + body


@lru_cache(MANY)
def setting_of(played: Played) -> Setting:
    """What a match is played with, made once.

    Raises:
        FireteamError: it cannot be made here, or is not what the match is played with.
    """
    game, packs = find(played.game), list(played.packs)
    if played.begins:
        setting, _ = game.from_position(played.begins, packs)
    else:
        setting = game.setting(played.scenario, dict(played.options), packs)
    if content_hash(setting) != played.content:
        raise FireteamError("a pack has changed since the match began")
    return setting


def chosen(job: Job) -> Choice:
    """What a bot chooses; of what went wrong only the kind is told, since its words could hold what a seat hides."""
    try:
        setting = setting_of(job.played)
        states = np.frombuffer(job.state, setting.opening.dtype).copy()
        record = BOTS[job.bot].choose(setting, states, job.slot, job.key)
        return Choice(notation(decode(record[0], setting.game.verbs, setting.game.names(setting, states))))
    except Exception as error:
        return Choice("", type(error).__name__)


def looked(look: Look) -> Choice:
    """What a game says to a question."""
    try:
        setting = setting_of(look.played)
        game, states = setting.game, np.frombuffer(look.state, setting.opening.dtype).copy()
        found: object = None
        if look.what == "decision":
            found = decision_of(setting, states, look.slot, odds=True)
        elif look.what == "offer" and game.offer is not None:
            found = game.offer(setting, states, look.slot, read_choice(setting, look.about))
        elif look.what == "threats" and game.threats is not None:
            found = game.threats(setting, states, look.slot, look.about)
        return Choice(json.encode(found).decode())
    except Exception as error:
        return Choice("", type(error).__name__)


def read(pipe: BinaryIO) -> Job | Look | None:
    """The next job; none once nobody asks any more."""
    head = pipe.read(4)
    body = pipe.read(int.from_bytes(head, "big"))
    try:
        return msgpack.decode(body, type=Job | Look)
    except DecodeError:
        return None


def alarm(seconds: float) -> None:
    """End this process after so many seconds, whatever it does then; 0: let it live."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_REAL, seconds)


def main() -> None:
    """Think until nobody asks any more."""
    answers = os.fdopen(os.dup(1), "wb")
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)  # what a bot prints does not come between the answers
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which then ends this
    if hasattr(os, "nice"):
        os.nice(POLITE)
    while (job := read(sys.stdin.buffer)) is not None:
        alarm(job.seconds + GRACE)
        answer = frame(chosen(job) if isinstance(job, Job) else looked(job))
        alarm(0)
        answers.write(answer)
        answers.flush()


if __name__ == "__main__":
    main()
