"""The program of a worker process: it reads jobs from stdin and writes answers to stdout.

It receives only States redacted for a seat, and nothing else of a match, so a bot cannot reveal what is hidden. It ends
when stdin is closed. An alarm of its own ends it when a job runs well past its limit, even if the server is gone.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Sequence
from functools import lru_cache
from typing import BinaryIO, TypeAlias

import numpy as np
from msgspec import DecodeError, Struct, json, msgpack

from ...bots import BOTS
from ...core.engine.record import Array
from ...core.errors import FireteamError
from ...core.game import Setting
from ...core.protocol.choices import decode, notation
from ...core.protocol.scene import Odds
from ...core.slot_choices import read_choice
from ...match.decision import decision_of
from ...match.file.format import content_hash
from ...registry import find_game
from ...sim.director import find_dials, set_dials
from ...sim.forecast import play_part

MANY = 16  # matches of different content whose tables are kept ready
LARGEST = 1 << 24  # bytes of a frame
GRACE = 5.0  # seconds after which the alarm ends what nobody waits for any more
POLITE = 5  # who serves people comes before who thinks


class MatchSpec(Struct, frozen=True):
    """What a match is played with, as in the head of its file. A worker process rebuilds the Setting from it.

    `packs` are paths of pack folders, `begins` is a position line (empty: the scenario's opening), and `content` is the
    hash of all that the rules can read.
    """

    game: str
    scenario: str
    options: tuple[tuple[str, str], ...]
    packs: tuple[str, ...]
    begins: str
    content: str


class Job(Struct, frozen=True, tag=True):
    """A choice that a bot is to make for a slot.

    `key` is what the bot draws random numbers from, `state` a State redacted for the slot's seat, as bytes, and
    `seconds` the time limit.
    """

    played: MatchSpec
    bot: str
    slot: int
    key: int
    state: bytes
    seconds: float

    @property
    def who(self) -> str:
        """The subject of error messages about this job."""
        return f"bot {self.bot}"


class OddsJob(Struct, frozen=True, tag=True):
    """A question about a State redacted for a seat.

    `what` is `decision` (with odds), `odds` (of some of its options), `offer` (an Option, for a choice) or `threats`
    (to a unit); `seconds` is the time limit.
    """

    played: MatchSpec
    what: str
    slot: int
    about: str  # the choice, the unit, or the numbers of options
    state: bytes
    seconds: float

    @property
    def who(self) -> str:
        """The subject of error messages about this job."""
        return f"what weighs the {self.what}"


class ForecastJob(Struct, frozen=True, tag=True):
    """Games `first` and following of a forecast, from a State redacted for a seat; one bot for each slot, by name.

    `dials` are turned first, in their order. `seconds` is the time limit.
    """

    played: MatchSpec
    state: bytes
    bots: tuple[str, ...]
    dials: tuple[tuple[str, int], ...]
    seed: int
    first: int
    games: int
    seconds: float

    @property
    def who(self) -> str:
        """The subject of error messages about this job."""
        return "what plays the match on"


AnyJob: TypeAlias = Job | OddsJob | ForecastJob
DECODER: msgpack.Decoder[AnyJob] = msgpack.Decoder(AnyJob)


class Choice(Struct, frozen=True):
    """The answer of a worker process: `line` is a choice in notation, or the answer to a question as JSON.

    If `failed` is not empty there is no answer, and it is the name of the exception class.
    """

    line: str
    failed: str = ""


def encode_frame(message: AnyJob | Choice) -> bytes:
    """Encode a message as a frame: its length in 4 bytes (big-endian), then the message in MessagePack."""
    body = msgpack.encode(message)
    return len(body).to_bytes(4, "big") + body


@lru_cache(MANY)
def setting_of(played: MatchSpec) -> Setting:
    """Return the Setting of a match, from a cache if it was built before.

    Raises:
        FireteamError: it cannot be built here, or its content is not what the match is played with.
    """
    game, packs = find_game(played.game), list(played.packs)
    if played.begins:
        setting, _ = game.read_position(played.begins, packs)
    else:
        setting = game.make_setting(played.scenario, dict(played.options), packs)
    if content_hash(setting) != played.content:
        raise FireteamError("a pack has changed since the match began")
    return setting


def choose(job: Job) -> Choice:
    """Let a bot choose. Of an error only the class is reported, since its text could hold what a seat hides."""
    try:
        setting = setting_of(job.played)
        states = np.frombuffer(job.state, setting.opening.dtype).copy()
        record = BOTS[job.bot].choose(setting, states, job.slot, job.key)
        return Choice(notation(decode(record[0], setting.game.verbs, setting.game.names(setting, states))))
    except Exception as error:
        return Choice("", type(error).__name__)


def option_odds(
    setting: Setting, states: Array, slot: int, numbers: Sequence[int]
) -> tuple[tuple[int, tuple[Odds, ...]], ...]:
    """Return the odds of those options of a decision, by their numbers, that have any."""
    explain = setting.game.explain_option
    options = decision_of(setting, states, slot).options
    wanted = sorted({number for number in numbers if number < len(options)})
    if explain is None or 2 * len(wanted) > len(options):  # weighed together they share much
        weighed = decision_of(setting, states, slot, odds=True).options
        found = [(number, weighed[number].odds) for number in wanted]
    else:
        lines = ((number, read_choice(setting, options[number].notation)) for number in wanted)
        found = [(number, explain(setting, states, slot, value).odds) for number, value in lines]
    return tuple((number, some) for number, some in found if some)


def answer_odds(look: OddsJob) -> Choice:
    """Answer a question about a State as JSON. Of an error only the class is reported."""
    try:
        setting = setting_of(look.played)
        game, states = setting.game, np.frombuffer(look.state, setting.opening.dtype).copy()
        found: object = None
        if look.what == "decision":
            found = decision_of(setting, states, look.slot, odds=True)
        elif look.what == "odds":
            found = option_odds(setting, states, look.slot, [int(number) for number in look.about.split()])
        elif look.what == "offer" and game.explain_option is not None:
            found = game.explain_option(setting, states, look.slot, read_choice(setting, look.about))
        elif look.what == "threats" and game.threats is not None:
            found = game.threats(setting, states, look.slot, look.about)
        elif look.what == "route" and game.route is not None:
            unit, verb, x, y = look.about.split()
            found = game.route(setting, states, look.slot, unit, verb.strip("-"), float(x), float(y))
        return Choice(json.encode(found).decode())
    except Exception as error:
        return Choice("", type(error).__name__)


def answer_forecast(part: ForecastJob) -> Choice:
    """Play some games of a forecast; the answer is their Tally as JSON. Of an error only the class is reported."""
    try:
        setting = setting_of(part.played)
        states = np.frombuffer(part.state, setting.opening.dtype).copy()
        names, values = [name for name, _ in part.dials], [value for _, value in part.dials]
        dials = find_dials(setting, states, names) if names else []
        setting, states = set_dials(setting, states, dials, values)
        bots = [BOTS[name] for name in part.bots]
        return Choice(json.encode(play_part(setting, states, bots, part.seed, part.first, part.games)).decode())
    except Exception as error:
        return Choice("", type(error).__name__)


def answer_job(job: AnyJob) -> Choice:
    """Do a job, whatever it is."""
    if isinstance(job, ForecastJob):
        return answer_forecast(job)
    return choose(job) if isinstance(job, Job) else answer_odds(job)


def read_job(pipe: BinaryIO) -> AnyJob | None:
    """Read the next job; None at the end of the stream, or if it is no job."""
    head = pipe.read(4)
    body = pipe.read(int.from_bytes(head, "big"))
    try:
        return DECODER.decode(body)
    except DecodeError:
        return None


def alarm(seconds: float) -> None:
    """End this process after so many seconds, whatever it is doing; 0 cancels that. Needs a system with timers."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_REAL, seconds)


def main() -> None:
    """Answer jobs until stdin is closed."""
    answers = os.fdopen(os.dup(1), "wb")
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)  # what a bot prints does not come between the answers
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which then ends this
    if hasattr(os, "nice"):
        os.nice(POLITE)
    while (job := read_job(sys.stdin.buffer)) is not None:
        alarm(job.seconds + GRACE)
        answer = encode_frame(answer_job(job))
        alarm(0)
        answers.write(answer)
        answers.flush()


if __name__ == "__main__":
    main()
