"""Entries of a campaign's journal, and its head: what is written down, once and for good."""

from __future__ import annotations

import re
import time
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, TypeAlias

import msgspec
from msgspec import Meta

from ..core.errors import BadNotation
from ..core.protocol.campaign import Actor, CampaignRules, Command

FORMAT = 1
"""The number of the form in which campaigns are written; an older one is read too."""

LONGEST = 1000  # characters of a reason
ID = re.compile(r"[A-Za-z0-9_-]{1,64}")  # of a campaign: what an address can name
Words: TypeAlias = Annotated[str, Meta(max_length=LONGEST)]
When: TypeAlias = Annotated[float, Meta(ge=0, le=1e11)]  # seconds since 1970, for some thousand years
BY_HAND = "imported by hand"
NEW_RULES = "the rules have changed, and the campaign stays as it was"
NEW_PACKS = "what its packs hold has changed, and the campaign stays as it was"
CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f]")


class Head(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """How a campaign began: its id, the game, its name and packs, when (seconds since 1970) and by whom.

    With a `seed` all its dice follow from that; without one they are drawn anew for each command.
    """

    format: int
    campaign: str
    game: str
    name: str
    packs: tuple[str, ...] = ()
    at: When = 0.0
    by: Words = ""
    seed: int | None = None


class JournalEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One change of a campaign: who gave it, when (seconds since 1970) and why.

    It is a command with the seed of its dice, or the undoing of an earlier entry, or the text of every file of the
    campaign as somebody edited them. `player`: it was given by a player, not by the Storyteller. `rules` is the version
    of the game's rules that judged it. `key` tells what asked for it, where a repeated request must not act twice.
    """

    number: int
    at: When
    by: Words
    player: bool = False
    reason: Words = ""
    command: Mapping[str, Any] | None = None
    seed: int = 0
    undoes: int | None = None
    files: Mapping[str, str] | None = None
    rules: int = 1
    key: str = ""

    @property
    def actor(self) -> Actor:
        """Who gave it."""
        return Actor(self.by, not self.player)

    @property
    def word(self) -> str:
        """What it is, in a word or two."""
        if self.undoes is not None:
            return f"undo {self.undoes}"
        if self.command is None:
            return "as it was" if self.reason in (NEW_RULES, NEW_PACKS) else BY_HAND
        return str(self.command.get("command", "")).replace("_", " ")


def new_entry(number: int, actor: Actor, reason: str = "", **fields: Any) -> JournalEntry:
    """An entry of this moment.

    Raises:
        BadNotation: the reason or the name is too long, or no text.
    """
    for what, text in (("the reason", reason), ("the name", actor.name)):
        if len(text) > LONGEST:
            raise BadNotation(f"{what} has {len(text)} characters; {LONGEST} are allowed")
        check_text(what, text)
    return JournalEntry(number, round(time.time(), 3), actor.name, not actor.is_storyteller, reason, **fields)


def check_text(what: str, text: str) -> None:
    """Refuse bytes that are no text, as a command line may have them, and what steers a terminal.

    Raises:
        BadNotation: it has some.
    """
    if any("\ud800" <= letter <= "\udfff" for letter in text):
        raise BadNotation(f"{what} holds bytes that are no text")
    if CONTROL.search(text):
        raise BadNotation(f"{what} holds characters that do not print")


def encode_command(command: Command) -> dict[str, Any]:
    """A command as plain values."""
    found: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(command))
    return found


def decode_command(rules: CampaignRules, value: Any) -> Command:
    """A command of plain values, such as JSON has.

    Raises:
        BadNotation: there is no such command, or a field of it is unknown, missing or of the wrong kind.
    """
    kinds = commands_of(rules)
    word = value.get("command") if isinstance(value, Mapping) else None
    if not isinstance(word, str) or word not in kinds:
        raise BadNotation(f"no command {word!r}; there is {', '.join(kinds)}")
    try:
        found: Command = msgspec.convert(value, kinds[word], strict=True)
    except (msgspec.ValidationError, ValueError) as error:
        raise BadNotation(f"{word}: {error}") from None
    return found


def commands_of(rules: CampaignRules) -> dict[str, type[Command]]:
    """The commands of a campaign by name."""
    return {str(kind.__struct_config__.tag): kind for kind in rules.commands}


def undone(entries: Sequence[JournalEntry]) -> set[int]:
    """The numbers of entries that do not count, undoings that were undone among them."""
    left_out: set[int] = set()
    for entry in reversed(entries):
        if entry.undoes is not None and entry.number not in left_out:
            left_out.add(entry.undoes)
    return left_out


def effective(entries: Sequence[JournalEntry]) -> list[JournalEntry]:
    """The entries that make the campaign: those that change it and count."""
    left_out = undone(entries)
    return [entry for entry in entries if entry.undoes is None and entry.number not in left_out]


def encode_line(value: Head | JournalEntry) -> bytes:
    """A head or an entry as a line of JSON."""
    return msgspec.json.encode(value) + b"\n"
