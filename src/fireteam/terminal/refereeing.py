"""What a referee types, at whosever prompt: stopping the table, going back, rulings, and choosing for who is away."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ..core.errors import BadNotation
from .course import answered
from .menu import small_number

if TYPE_CHECKING:
    from .plain import Plain

BECAUSE = "because"


def parted(words: list[str]) -> tuple[list[str], str]:
    """What stands before `because`, and the reason after it."""
    small = [word.lower() for word in words]
    at = small.index(BECAUSE) if BECAUSE in small else len(words)
    return words[:at], " ".join(words[at + 1 :])


def stop(plain: Plain, words: list[str]) -> None:
    """Stop the table."""
    plain.match.pause(plain.course.referee, " ".join(words[1:] if words[:1] == [BECAUSE] else words))


def go_on(plain: Plain, words: list[str]) -> None:
    """Let the table go on."""
    plain.match.unpause(plain.course.referee, plain.course.typed)


def rewind(plain: Plain, words: list[str]) -> None:
    """Go back to an event that stands."""
    to, reason = parted(words)
    if len(to) != 1 or not to[0].isdecimal():
        raise BadNotation(
            "to which event? write: rewind 12 because the wrong die was read; the numbers stand in the log"
        )
    plain.match.rewind(plain.course.referee, small_number(to[0]), reason)


def stand_in(plain: Plain, words: list[str]) -> None:
    """Let a slot do what it does without an answer."""
    if len(words) != 1:
        raise BadNotation(f"for whom? write: default {plain.match.setting.slot_name((plain.match.owing() or [0])[0])}")
    slot = plain.course.slot_called(words[0])
    answered(plain.course.standing_in(slot), plain.face_of)
    plain.paper.put(f"{plain.course.call(slot)} is out of time; what is stated for that is chosen.")


def rule(plain: Plain, words: list[str]) -> None:
    """Carry out a free act of the referee's."""
    said, reason = parted(words)
    if not said:
        raise BadNotation("what shall be done? write: referee CHOICE because WHY")
    by = plain.match.seat(plain.course.referee)
    answered(plain.course.acting(by, " ".join(said), plain.match.setting.referee, reason), plain.face_of)


ACTS: dict[str, Callable[[Plain, list[str]], None]] = {
    "pause": stop,
    "unpause": go_on,
    "rewind": rewind,
    "default": stand_in,
    "referee": rule,
}
"""By the word that is typed; none of them needs a decision that is open."""

ABOUT = {
    "pause": ("WHY", "stop the table: nobody chooses"),
    "unpause": ("", "let the table go on"),
    "rewind": ("N because WHY", "go back to event N of the log"),
    "default": ("SLOT", "choose for somebody who is out of time"),
    "referee": ("CHOICE because WHY", "carry out a ruling"),
}
