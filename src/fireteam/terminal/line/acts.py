"""What a referee types, at whosever prompt: stopping the table, going back, rulings, and choosing for who is away."""

from __future__ import annotations

from collections.abc import Callable

from ...core.errors import BadNotation
from ..input.menu import small_number
from ..input.reason import REASON_WORD, split_reason
from ..local_match import answer_questions
from .session import LineSession


def pause(ui: LineSession, words: list[str]) -> None:
    """Stop the table."""
    ui.match.pause(ui.local_match.referee, " ".join(words[1:] if words[:1] == [REASON_WORD] else words))


def unpause(ui: LineSession, words: list[str]) -> None:
    """Let the table go on."""
    ui.match.unpause(ui.local_match.referee, ui.local_match.typed_dice)


def rewind(ui: LineSession, words: list[str]) -> None:
    """Go back to an event that stands."""
    to, reason = split_reason(words)
    if len(to) != 1 or not to[0].isdecimal():
        raise BadNotation(
            "to which event? write: rewind 12 because the wrong die was read; the numbers stand in the log"
        )
    ui.match.rewind(ui.local_match.referee, small_number(to[0]), reason)


def stand_in(ui: LineSession, words: list[str]) -> None:
    """Let a slot do what it does without an answer."""
    if len(words) != 1:
        raise BadNotation(f"for whom? write: default {ui.match.setting.slot_name((ui.match.slots_to_act() or [0])[0])}")
    slot = ui.local_match.slot_of(words[0])
    answer_questions(ui.local_match.stand_in(slot), ui.face_of)
    ui.console.write(f"{ui.local_match.slot_title(slot)} is out of time; what is stated for that is chosen.")


def apply_ruling(ui: LineSession, words: list[str]) -> None:
    """Carry out a free act of the referee's."""
    said, reason = split_reason(words)
    if not said:
        raise BadNotation("what shall be done? write: referee CHOICE because WHY")
    by = ui.match.seat(ui.local_match.referee)
    answer_questions(ui.local_match.act(by, " ".join(said), ui.match.setting.referee, reason), ui.face_of)


ACTS: dict[str, Callable[[LineSession, list[str]], None]] = {
    "pause": pause,
    "unpause": unpause,
    "rewind": rewind,
    "default": stand_in,
    "referee": apply_ruling,
}
"""By the word that is typed; none of them needs a decision that is open."""

ACT_HELP = {
    "pause": ("WHY", "stop the table: nobody chooses"),
    "unpause": ("", "let the table go on"),
    "rewind": ("N because WHY", "go back to event N of the log"),
    "default": ("SLOT", "choose for somebody who is out of time"),
    "referee": ("CHOICE because WHY", "carry out a ruling"),
}
