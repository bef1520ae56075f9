"""What every command keeps to: options of the same name mean the same, data goes to stdout and talk to stderr.

Exit codes: 0 done, 1 something a person can mend (one sentence on stderr), 2 a command line that cannot be read, 130
stopped by Ctrl-C.
"""

from __future__ import annotations

import hashlib
import os
import secrets
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple

from cyclopts import Parameter

from ..core.errors import BadNotation
from ..core.person_names import looks, person_name

if TYPE_CHECKING:
    from ..core.game import Setting
    from ..match.record import Seat

EXIT_OK, EXIT_ERROR, EXIT_USAGE, EXIT_STOPPED = 0, 1, 2, 130

Seed = Annotated[str | None, Parameter(name="--seed", env_var="FIRETEAM_SEED", negative="")]
"""What makes a run repeatable: the same seed, the same dice."""

Number = Annotated[int, Parameter(name=["-n", "--number"])]
"""How many."""

Jobs = Annotated[int, Parameter(name=["-j", "--jobs"])]
"""How many threads; 0 is one for each processor."""

Json = Annotated[bool, Parameter(name="--json", negative="")]
"""Data as JSON on stdout."""

Packs = Annotated[
    list[Path] | None,
    Parameter(
        name="--pack",
        negative="",
        consume_multiple=False,
        help="A folder of content; later ones replace entries of earlier ones.",
    ),
]
"""Folders of content."""

Options = Annotated[
    list[str] | None,
    Parameter(
        name="--option",
        negative="",
        consume_multiple=False,
        help="An option of the game, as name=value; name=@FILE for a sheet of your own.",
    ),
]
"""Options of the game."""

Seats = Annotated[
    list[str] | None,
    Parameter(
        name="--seat",
        negative="",
        consume_multiple=False,
        help="Who decides for a seat, as red=greedy.",
    ),
]
"""Who decides for seats."""

Mission = Annotated[str | None, Parameter(help="Which scenario; without it, the game's first.")]
"""A scenario."""

Position = Annotated[str | None, Parameter(help="Where to begin: a line that `position` or leaving a match has told.")]
"""A position line."""

TypedDice = Annotated[
    Literal["thrown", "typed"],
    Parameter(name="--dice", help="Thrown by the program, or typed in by people who throw their own."),
]
"""Who throws the dice."""

Plain = Annotated[
    bool, Parameter(negative="", help="Lines, and not a whole screen: for screen readers and small terminals.")
]
"""Lines only."""

Database = Annotated[
    str | None,
    Parameter(
        name="--database",
        negative="",
        help="A file, or postgresql://USER@HOST/NAME; else FIRETEAM_DATABASE_URL, else a file of your own.",
    ),
]
"""Where tables are kept."""

ENVIRONMENT = """\
Environment:
  FIRETEAM_SEED          what --seed is when it is not given
  FIRETEAM_JIT           rules as plain Python (0), compiled (1), or plain until they are compiled (auto)
  FIRETEAM_DATABASE_URL  where tables are kept, without --database
  NO_COLOR               no colour
  XDG_CACHE_HOME         where compiled rules are kept (~/.cache)
  XDG_DATA_HOME          where matches and tables are kept (~/.local/share)

Exit codes: 0 done, 1 something to mend, 2 unreadable command line, 130 Ctrl-C."""


class Usage(Exception):
    """A command line that cannot be read: one sentence, exit code 2."""


def print_note(line: str) -> None:
    """Talk: to stderr, so that stdout holds nothing but data."""
    print(line, file=sys.stderr, flush=True)


def print_data(value: Any) -> None:
    """Data as one line of JSON."""
    import msgspec

    print(msgspec.json.encode(value).decode(), flush=True)


def plural(number: int, what: str) -> str:
    """A number of things: `1 error`, `2 errors`, `no errors`."""
    return f"{number or 'no'} {what}{'' if number == 1 else 's'}"


def parse_pairs(words: Iterable[str] | None, option: str) -> dict[str, str]:
    """`name=value` words as a dictionary.

    Raises:
        Usage: a word without `=`, or a name given twice.
    """
    found: dict[str, str] = {}
    for word in words or ():
        name, sign, value = word.partition("=")
        if not sign or not name:
            raise Usage(f"{option} takes name=value, not {word!r}")
        if name in found:
            raise Usage(f"{option} gives {name} twice")
        found[name] = value
    return found


PERSON = "person"


class NamedSeat(NamedTuple):
    """Where a slot is seated: the seat's name, and who decides."""

    seat: str
    controller: str


def seats_from_flags(
    setting: Setting, named: Mapping[str, str], flags: Mapping[str, str], seats: Iterable[Seat] = ()
) -> dict[str, NamedSeat]:
    """Where the slots are seated that a command line speaks of, by `--seat red=greedy` or `--red greedy`.

    A name may be a slot's, a group's or that of one of the `seats` at a table; `anna=u1+u3` gives a person two slots.
    A slot that is named singly beats its group. Names that look alike are one seat's.

    Raises:
        Usage: a seat that the match does not have, one that is named twice, one for which nobody is named, or a name
            that cannot be read.
    """
    called = {looks(seat.name): seat.name for seat in seats}
    slots = {name.casefold(): (name,) for name in setting.slots}
    held = {seat.name: tuple(name for k, name in enumerate(setting.slots) if seat.holds(k)) for seat in seats}
    many = {name.casefold(): group for name, group in {**held, **setting.groups}.items() if group}
    singly: dict[str, NamedSeat] = {}
    widely: dict[str, NamedSeat] = {}
    for name, who in (*named.items(), *flags.items()):
        names, controller = [name.casefold()], who
        if not {*names} & {*slots, *many} and who.strip():
            names, controller = who.casefold().split("+"), PERSON
        if not {*names} <= {*slots, *many}:
            groups = f" (or together: {', '.join(setting.groups)})" if setting.groups else ""
            there = f"the seats of {setting.game.id} are {', '.join(setting.slots)}{groups}"
            raise Usage(f"no option or seat --{name}; {there}; --help lists the options")
        if not who.strip():
            raise Usage(f"who decides for {name}? write --{name} person, a bot's name, or path/to/bot.py:function")
        for each in names:
            chosen = singly if each in slots else widely
            for slot in slots.get(each) or many[each]:
                if slot in chosen:
                    raise Usage(f"{slot} is seated twice")
                own = slot if name.casefold() in {*slots, *setting.groups} else _seat_called(name, called)
                chosen[slot] = NamedSeat(own, controller)
    return {**widely, **singly}


def _seat_called(name: str, called: dict[str, str]) -> str:
    """The seat that a name means among those `called` so far, by what the names look like; a new one is among them."""
    look = looks(name)
    try:
        called[look] = called.get(look) or person_name(name, f"the seat {name!r}")
    except BadNotation as error:
        raise Usage(str(error)) from None
    return called[look]


def seed_number(seed: str | None) -> int:
    """A seed as a number below 2^63: digits are themselves, any other text has its own; none is drawn by chance."""
    if seed is None:
        return secrets.randbits(32)
    if seed.isdecimal() and len(seed) < 20 and int(seed) < 2**63:
        return int(seed)
    return int.from_bytes(hashlib.sha256(seed.encode(errors="surrogateescape")).digest()[:7], "big")


def colour(stream: Any) -> bool:
    """Whether to colour: a terminal, and NO_COLOR unset."""
    return bool(stream.isatty()) and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def warn(game: str, packs: Sequence[Path] | None) -> None:
    """Say what is odd in the packs of a command line.

    Raises:
        BadContent: they have errors.
    """
    from ..content.library import load

    for problem in load(game, packs).warnings if packs else ():
        print_note(str(problem))


def prepare(game: str, command: str) -> None:
    """Say that a command will take its time, as the first to ask so much of the rules: they are compiled then."""
    from ..core.engine.compiled import is_first_run

    if is_first_run(f"{game}-{command}"):
        print_note("preparing the rules, once, about a minute")
