"""What may be typed at a real table besides choices: the count, the rest, the score, the way back."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from ...bots import find_bot
from ...core.errors import BadNotation, Forbidden, WriteFailed
from ...core.protocol.choices import name_of, notation
from ...core.space.units import point_text
from ...durable_files import write_new_file
from ..console import pack_words
from ..event_text import numbered_lines
from ..input.reason import split_reason
from ..input.words import small_number
from ..line.acts import ACT_HELP
from ..line.plans import read_plan, set_plan
from .arrivals import apply_arrivals
from .session import RefereeSession

TABLE = "table"
MAX_PACE = 60.0
READ_COMMANDS = {
    "board": "the table as the program has it; board 12.5,21: what lies round a place",
    "pieces": "everybody: where, with what",
    "look U1 U5": "whether one sees another, and what stands between",
    "rules 6.3": "what a clause says; rules find WORDS looks for clauses",
    "position": "all of it in one line, to begin from another time",
    "quit": "leave; how to go on is told",
}
"""Commands of any table that are as useful here."""


class RefereeCommand(NamedTuple):
    """Something to type: what it takes, what it is for, and what it does."""

    arguments: str
    help: str
    run: Callable[[RefereeSession, list[str]], None]


def finish(session: RefereeSession, words: list[str]) -> None:
    """The rest does what is stated for who does not answer; tokens that were not named stand still."""
    if session.counts:
        apply_arrivals(session)
        return
    for slot in session.missing_slots():
        session.choices[slot] = session.substitute_choice(session.match.state, slot)


def call_counts(session: RefereeSession, words: list[str]) -> None:
    """The counts are called aloud, one by one, with who may go; Ctrl-C stops that."""
    if not session.counts:
        raise Forbidden("nothing is counted now")
    first = words[0] if words else session.counts[0].call
    at = next((k for k, count in enumerate(session.counts) if count_number(count.call) == first), None)
    if at is None:
        raise BadNotation(f"from which count? they are {', '.join(count_number(one.call) for one in session.counts)}")
    try:
        for count in session.counts[at:]:
            first = count_number(count.call)
            names = " ".join(map(session.match.setting.slot_name, count.slots))
            session.console.write((f"{first:>4}", "bold"), f"  {names}{count.call.removeprefix(first)}")
            session.wait(session.pace)
    except KeyboardInterrupt:
        session.console.write("")
        session.console.write(f"Stopped. To go on: count {first}")


def set_pace(session: RefereeSession, words: list[str]) -> None:
    """The seconds between two counts."""
    try:
        seconds = float(words[0])
    except (IndexError, ValueError):
        seconds = math.nan
    if not 0 <= seconds <= MAX_PACE:
        raise BadNotation(f"how many seconds between two counts? write: pace {session.pace:g}, {MAX_PACE:g} at most")
    session.pace = seconds


def hand_over(session: RefereeSession, words: list[str]) -> None:
    """A bot plays for somebody who is away, or somebody has come back."""
    if len(words) != 2:
        raise BadNotation(f"whom to whom? write: hand U3 greedy, hand U3 absent, or hand U3 {TABLE}")
    slot = session.local_match.slot_of(words[0])
    if slot == session.match.setting.referee:
        raise Forbidden("the referee plays for nobody, and nobody for the referee")
    session.choices.pop(slot, None)
    session.aims.pop(slot, None)
    if words[1] == TABLE:
        session.substitutes.pop(slot, None)
    else:
        session.substitutes[slot] = find_bot(words[1])


def plan(session: RefereeSession, words: list[str]) -> None:
    """Choose ahead for who is not awaited, such as who is out; nothing more: that is taken back."""
    ahead = read_plan(session.local_match, words, session.menu(session.match.slots_to_act()[0]))
    if ahead.slot in session.awaited_slots:
        name = session.match.setting.slot_name(ahead.slot)
        raise Forbidden(f"{name} is awaited now; plan is for who is not. Write: {name}, and what it chooses")
    session.console.write(set_plan(session.local_match, ahead))


def undo(session: RefereeSession, words: list[str]) -> None:
    """What was typed for somebody is forgotten; or all goes back to the decision before, for a reason."""
    names, reason = split_reason(words)
    if names:
        slot = session.local_match.slot_of(names[0])
        if slot not in session.choices and slot not in session.aims:
            raise Forbidden(f"nothing is typed for {session.match.setting.slot_name(slot)}")
        session.choices.pop(slot, None)
        session.aims.pop(slot, None)
        return
    marks = session.decision_events if session.has_ruling else session.decision_events[:-1]
    if not marks:
        raise Forbidden("there is nothing to take back; log has the events, rewind N because WHY goes to any of them")
    session.match.rewind(session.local_match.referee, marks[-1], reason)


def show_log(session: RefereeSession, words: list[str]) -> None:
    """Everything that happened, here or into a new file."""
    records = session.match.history(session.local_match.referee or session.local_match.default_viewer)
    lines = list(numbered_lines(records, session.console.width))
    if not words:
        for line in lines:
            session.console.write(line)
        return
    path = Path(" ".join(words))
    try:
        write_new_file(path, "\n".join([*lines, ""]).encode())
    except OSError as error:
        raise WriteFailed(f"{path}: {error.strerror}; nothing is written") from None
    session.console.write(f"{path}: {len(records)} events")


def show_input(session: RefereeSession, words: list[str]) -> None:
    """What is typed so far, and not carried out."""
    slot_name = session.match.setting.slot_name
    lines = [f"{slot_name(slot)}: {notation(value)}" for slot, value in sorted(session.choices.items())]
    for slot, aims in sorted(session.aims.items()):
        parts = [point_text(*aim) if isinstance(aim, tuple) else notation(aim) for aim in aims]
        lines.append(f"{slot_name(slot)}: {'; '.join(parts) or 'stands still'}")
    for line in lines or ["nothing is typed yet"]:
        session.console.write(f"  {line}")


def show_help(session: RefereeSession, words: list[str]) -> None:
    """How everything is written."""
    one = session.match.setting.slots[0]
    if session.counts:
        session.console.write_prose(
            f"Count, then write where each token stands: {one} 12.5,21. With what it did on the way: "
            f"{one} 12,20; pickup mp5; 13,21. At the end: rest; who is not named stands still."
        )
    else:
        session.console.write_prose(
            f"Write for each, in any order, what it chooses: {one} and one of these; then rest for the rest."
        )
        for line in pack_words(session.usage(), session.console.width, "  "):
            session.console.write(line)
    session.console.write_prose("A line typed again replaces the one before. U1,U2 or a side's name stand for several.")
    lines = {f"{name} {own.arguments}".strip(): own.help for name, own in REFEREE_COMMANDS.items()} | READ_COMMANDS
    lines |= {f"{name} {takes}".strip(): about for name, (takes, about) in ACT_HELP.items() if name in RULING_WORDS}
    lines |= {name_of(verb): "a ruling; write: because WHY" for verb in session.line.game.verbs if verb.reasoned}
    wide = max(map(len, lines))
    for written, about in lines.items():
        session.console.write_prose(f"{written:<{wide}}  {about}", "  ", " " * (wide + 4))


RULING_WORDS = ("pause", "unpause", "rewind")
REFEREE_COMMANDS: dict[str, RefereeCommand] = {
    "rest": RefereeCommand("", "everybody else does what is usual: that is all", finish),
    "count": RefereeCommand("[N]", "call the counts, from N on; Ctrl-C stops", call_counts),
    "pace": RefereeCommand("SECONDS", "between two counts", set_pace),
    "typed": RefereeCommand("", "what is typed and not carried out yet", show_input),
    "undo": RefereeCommand(
        "UNIT, or because WHY", "forget what is typed for a unit; or go back to the decision before", undo
    ),
    "hand": RefereeCommand(
        "UNIT BOT", "greedy, random or absent plays for who is away; table: the player is back", hand_over
    ),
    "plan": RefereeCommand("UNIT CHOICE;...", "choose ahead for who is out or not awaited; no choice: stop that", plan),
    "score": RefereeCommand("", "rounds, frags, deaths and money", lambda session, words: session.show_score()),
    "log": RefereeCommand("[FILE]", "everything that happened, here or written to a new file", show_log),
    "help": RefereeCommand("", "these lines", show_help),
}


def count_number(text: str) -> str:
    """The number of a count, of what is called."""
    return text.partition(",")[0]


def short_counts(counts: Sequence[str]) -> str:
    """Counts in short: `1 to 10`, `2 4 6 8 10`."""
    words = list(map(count_number, counts))
    numbers = list(map(small_number, words))
    if len(words) > 2 and numbers == list(range(numbers[0], numbers[0] + len(words))) and counts[-1] == words[-1]:
        return f"{words[0]} to {words[-1]}"
    if len(counts) > 3 and counts[-1] != words[-1]:
        return f"{short_counts(counts[:-1])}, and {counts[-1]}"
    return " ".join(counts)
