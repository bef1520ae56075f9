"""What may be typed at a real table besides choices: the count, the rest, the score, the way back."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from ..bots import find as find_bot
from ..core.choices import name_of, notation
from ..core.errors import BadNotation, Forbidden, NotWritten
from ..core.steps import spot
from .menu import small_number
from .paper import packed
from .planning import choose_ahead, read_ahead
from .refereeing import ABOUT, parted
from .story import numbered

if TYPE_CHECKING:
    from .real_table import RealTable

TABLE = "table"
SLOWEST = 60.0
READING = {
    "board": "the table as the program has it; board 12.5,21: what lies round a place",
    "pieces": "everybody: where, with what",
    "look U1 U5": "whether one sees another, and what stands between",
    "rules 6.3": "what a clause says; rules find WORDS looks for clauses",
    "position": "all of it in one line, to begin from another time",
    "quit": "leave; how to go on is told",
}
"""Commands of any table that are as useful here."""


class Own(NamedTuple):
    """Something to type: what it takes, what it is for, and what it does."""

    takes: str
    about: str
    carry_out: Callable[[RealTable, list[str]], None]


def call_counts(table: RealTable, words: list[str]) -> None:
    """The counts are called aloud, one by one, with who may go; Ctrl-C stops that."""
    if not table.counts:
        raise Forbidden("nothing is counted now")
    first = words[0] if words else table.counts[0].called
    at = next((k for k, count in enumerate(table.counts) if number_of(count.called) == first), None)
    if at is None:
        raise BadNotation(f"from which count? they are {', '.join(number_of(one.called) for one in table.counts)}")
    try:
        for count in table.counts[at:]:
            first = number_of(count.called)
            names = " ".join(map(table.match.setting.slot_name, count.slots))
            table.paper.put((f"{first:>4}", "bold"), f"  {names}{count.called.removeprefix(first)}")
            table.wait(table.pace)
    except KeyboardInterrupt:
        table.paper.put("")
        table.paper.put(f"Stopped. To go on: count {first}")


def set_pace(table: RealTable, words: list[str]) -> None:
    """The seconds between two counts."""
    try:
        seconds = float(words[0])
    except (IndexError, ValueError):
        seconds = math.nan
    if not 0 <= seconds <= SLOWEST:
        raise BadNotation(f"how many seconds between two counts? write: pace {table.pace:g}, {SLOWEST:g} at most")
    table.pace = seconds


def hand(table: RealTable, words: list[str]) -> None:
    """A bot plays for somebody who is away, or somebody has come back."""
    if len(words) != 2:
        raise BadNotation(f"whom to whom? write: hand U3 greedy, hand U3 absent, or hand U3 {TABLE}")
    slot = table.course.slot_called(words[0])
    if slot == table.match.setting.referee:
        raise Forbidden("the referee plays for nobody, and nobody for the referee")
    table.said.pop(slot, None)
    table.aims.pop(slot, None)
    if words[1] == TABLE:
        table.away.pop(slot, None)
    else:
        table.away[slot] = find_bot(words[1])


def plan(table: RealTable, words: list[str]) -> None:
    """Choose ahead for who is not awaited, such as who is out; nothing more: that is taken back."""
    ahead = read_ahead(table.course, words, table.menu(table.match.owing()[0]))
    if ahead.slot in table.wanted:
        name = table.match.setting.slot_name(ahead.slot)
        raise Forbidden(f"{name} is awaited now; plan is for who is not. Write: {name}, and what it chooses")
    table.paper.put(choose_ahead(table.course, ahead))


def take_back(table: RealTable, words: list[str]) -> None:
    """What was typed for somebody is forgotten; or all goes back to the decision before, for a reason."""
    said, reason = parted(words)
    if said:
        slot = table.course.slot_called(said[0])
        if slot not in table.said and slot not in table.aims:
            raise Forbidden(f"nothing is typed for {table.match.setting.slot_name(slot)}")
        table.said.pop(slot, None)
        table.aims.pop(slot, None)
        return
    marks = table.opened if table.is_ruled else table.opened[:-1]
    if not marks:
        raise Forbidden("there is nothing to take back; log has the events, rewind N because WHY goes to any of them")
    table.match.rewind(table.course.referee, marks[-1], reason)


def tell_log(table: RealTable, words: list[str]) -> None:
    """Everything that happened, here or into a new file."""
    told = table.match.told(table.course.referee or table.course.onlooker)
    lines = list(numbered(told, table.paper.width))
    if not words:
        for line in lines:
            table.paper.put(line)
        return
    path = Path(" ".join(words))
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write("\n".join([*lines, ""]))
    except OSError as error:
        raise NotWritten(f"{path}: {error.strerror}; nothing is written") from None
    table.paper.put(f"{path}: {len(told)} events")


def tell_typed(table: RealTable, words: list[str]) -> None:
    """What is typed so far, and not carried out."""
    slot_name = table.match.setting.slot_name
    said = [f"{slot_name(slot)}: {notation(value)}" for slot, value in sorted(table.said.items())]
    for slot, aims in sorted(table.aims.items()):
        parts = [spot(*aim) if isinstance(aim, tuple) else notation(aim) for aim in aims]
        said.append(f"{slot_name(slot)}: {'; '.join(parts) or 'stands still'}")
    for line in said or ["nothing is typed yet"]:
        table.paper.put(f"  {line}")


def tell_help(table: RealTable, words: list[str]) -> None:
    """How everything is written."""
    one = table.match.setting.slots[0]
    if table.counts:
        table.paper.prose(
            f"Count, then write where each token stands: {one} 12.5,21. With what it did on the way: "
            f"{one} 12,20; pickup mp5; 13,21. At the end: rest; who is not named stands still."
        )
    else:
        table.paper.prose(
            f"Write for each, in any order, what it chooses: {one} and one of these; then rest for the rest."
        )
        for line in packed(table.usage(), table.paper.width, "  "):
            table.paper.put(line)
    table.paper.prose("A line typed again replaces the one before. U1,U2 or a side's name stand for several.")
    lines = {f"{name} {own.takes}".strip(): own.about for name, own in OWN.items()} | READING
    lines |= {f"{name} {takes}".strip(): about for name, (takes, about) in ABOUT.items() if name in RULING}
    lines |= {name_of(verb): "a ruling; write: because WHY" for verb in table.game.verbs if verb.reasoned}
    wide = max(map(len, lines))
    for written, about in lines.items():
        table.paper.prose(f"{written:<{wide}}  {about}", "  ", " " * (wide + 4))


RULING = ("pause", "unpause", "rewind")
OWN: dict[str, Own] = {
    "rest": Own("", "everybody else does what is usual: that is all", lambda table, words: table.finish()),
    "count": Own("[N]", "call the counts, from N on; Ctrl-C stops", call_counts),
    "pace": Own("SECONDS", "between two counts", set_pace),
    "typed": Own("", "what is typed and not carried out yet", tell_typed),
    "undo": Own(
        "UNIT, or because WHY", "forget what is typed for a unit; or go back to the decision before", take_back
    ),
    "hand": Own("UNIT BOT", "greedy, random or absent plays for who is away; table: the player is back", hand),
    "plan": Own("UNIT CHOICE;...", "choose ahead for who is out or not awaited; no choice: stop that", plan),
    "score": Own("", "rounds, frags, deaths and money", lambda table, words: table.score()),
    "log": Own("[FILE]", "everything that happened, here or written to a new file", tell_log),
    "help": Own("", "these lines", tell_help),
}


def number_of(called: str) -> str:
    """The number of a count, of what is called."""
    return called.partition(",")[0]


def called_shortly(called: Sequence[str]) -> str:
    """Counts in short: `1 to 10`, `2 4 6 8 10`."""
    words = list(map(number_of, called))
    numbers = list(map(small_number, words))
    if len(words) > 2 and numbers == list(range(numbers[0], numbers[0] + len(words))) and called[-1] == words[-1]:
        return f"{words[0]} to {words[-1]}"
    if len(called) > 3 and called[-1] != words[-1]:
        return f"{called_shortly(called[:-1])}, and {called[-1]}"
    return " ".join(called)
