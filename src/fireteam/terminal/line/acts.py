"""What a referee types, at whosever prompt: stopping the table, going back, rulings, and choosing for who is away."""

from __future__ import annotations

from collections.abc import Callable

from ...core.errors import BadNotation
from ...core.game import Game
from ...core.protocol.choices import name_of
from ..input.reason import REASON_WORD, split_reason
from ..input.words import small_number
from ..local_match import answer_questions
from .session import LineSession

EVERYBODY = "all"


def pause(session: LineSession, words: list[str]) -> None:
    """Stop the table."""
    session.match.pause(session.local_match.referee, " ".join(words[1:] if words[:1] == [REASON_WORD] else words))


def unpause(session: LineSession, words: list[str]) -> None:
    """Let the table go on."""
    session.match.unpause(session.local_match.referee)


def rewind(session: LineSession, words: list[str]) -> None:
    """Go back to an event that stands."""
    to, reason = split_reason(words)
    if len(to) != 1 or not to[0].isdecimal():
        raise BadNotation(
            "to which event? write: rewind 12 because the wrong die was read; the numbers stand in the log"
        )
    session.match.rewind(session.local_match.referee, small_number(to[0]), reason)


def stand_in(session: LineSession, words: list[str]) -> None:
    """Let a slot, or all that are awaited, do what they do without an answer."""
    if words == [EVERYBODY]:
        answer_questions(session.local_match.stand_in(None), session.face_of)
        session.console.write("What is stated for who does not answer is chosen for all who were awaited.")
        return
    if len(words) != 1:
        raise BadNotation(
            f"for whom? write: default {session.match.setting.slot_name((session.match.slots_to_act() or [0])[0])}"
        )
    slot = session.local_match.slot_of(words[0])
    answer_questions(session.local_match.stand_in(slot), session.face_of)
    session.console.write(f"{session.local_match.slot_title(slot)} is out of time; what is stated for that is chosen.")


def apply_ruling(session: LineSession, words: list[str]) -> None:
    """Carry out a free act of the referee's."""
    choice_words, reason = split_reason(words)
    if not choice_words:
        raise BadNotation("what shall be done? write: referee CHOICE because WHY")
    by = session.match.seat(session.local_match.referee)
    answer_questions(
        session.local_match.act(by, " ".join(choice_words), session.match.setting.referee, reason), session.face_of
    )


def is_ruling(game: Game, word: str) -> bool:
    """Whether a word is a verb of the referee's."""
    return any((verb.reasoned or verb.refereed) and name_of(verb) == word.lower() for verb in game.verbs)


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
    "default": ("SLOT", f"choose for somebody who is out of time; {EVERYBODY}: for all who are awaited"),
    "referee": ("CHOICE [because WHY]", "carry out a ruling, or another act of the referee"),
}
