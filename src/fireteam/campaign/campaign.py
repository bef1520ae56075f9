"""`Campaign`: one that goes on, by commands, undoing and edited files, each of them an entry of its journal."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from typing import Any, TypeAlias

import msgspec

from ..core.errors import Conflict, Forbidden, UnknownName
from ..core.protocol.campaign import Actor, CampaignRules, Command, Fight
from ..registry import find_game, games
from .difference import Difference, differences
from .entry import (
    BY_HAND,
    FORMAT,
    NEW_PACKS,
    NEW_RULES,
    Head,
    JournalEntry,
    commands_of,
    encode_command,
    new_entry,
    undone,
)
from .journal import OVERTAKEN, Journal
from .state_files import is_unaltered, json_files, plain_files, read_documents
from .timeline import Moment, RefusedEntry, Timeline, Verdict

NOBODY = Actor("fireteam")
SEED_BITS = 53  # every reader of JSON can hold such a number

RulesOf: TypeAlias = Callable[[str], CampaignRules]
"""Finds the rules of a game's campaigns by the game's id, as `campaign_rules` does."""
Entropy: TypeAlias = Callable[[int], bytes]
"""Returns n random bytes."""


class LogLine(msgspec.Struct, frozen=True):
    """An entry as somebody may read it: what it was, what was said of it, and what differs by it.

    `command` is None where it is none, or is not for the reader.
    """

    number: int
    at: float
    by: str
    reason: str
    word: str
    undone: bool
    command: Mapping[str, Any] | None
    sentences: tuple[str, ...]
    differences: tuple[Difference, ...]


class Campaign:
    """A campaign as its journal has it. What it refuses changes nothing.

    `files` are what the campaign is where these rules, or the packs as they are now, refuse entries that were taken
    once: then one more entry sets it to them. Where the journal keeps such files, they also settle what the campaign
    is if something else comes of its entries now. `rules_of` finds the rules of its game, `entropy` gives the seeds of
    its commands' dice where the head has none.

    Raises:
        UnknownName: there is no such game, or it has no campaigns.
        BadFile: the journal cannot be read.
    """

    def __init__(
        self,
        journal: Journal,
        files: Mapping[str, bytes] | None = None,
        rules_of: RulesOf | None = None,
        entropy: Entropy = secrets.token_bytes,
    ) -> None:
        self.journal, self.head, self._entropy = journal, journal.head, entropy
        self.rules, self.version = (rules_of or campaign_rules)(self.head.game), rules_version(self.head.game)
        self._lines: dict[tuple[Actor, int], LogLine | None] = {}
        self._recent: list[tuple[Any, Mapping[str, Any]]] = []
        entries = journal.since(0)
        last_files = journal.last_files(len(entries))
        has_other_rules = any(entry.rules != self.version for entry in entries)
        try:
            self.timeline = Timeline(self.rules, self.head, entries, journal.was_judged)
            texts = {path: text.encode() for path, text in last_files.items()}
            if not last_files or is_unaltered(self.rules, self.state, texts):
                return
        except RefusedEntry:
            if not last_files and (journal.was_judged or has_other_rules):
                last_files = {path: data.decode("utf-8", "replace") for path, data in (files or {}).items()}
            if not last_files:
                raise
        self.adopt(last_files, NEW_PACKS if self.head.packs and not has_other_rules else NEW_RULES)

    @property
    def state(self) -> Any:
        """The campaign as it stands."""
        return self.timeline.state

    @property
    def is_of_other_rules(self) -> bool:
        """Whether other rules have judged its last entry, and so what its files say."""
        return bool(self.number) and self.timeline.entries[-1].rules != self.version

    def adopt(self, files: Mapping[str, str], reason: str) -> None:
        """Set the campaign to what its files say, as an entry of nobody's: rules or packs have changed.

        Raises:
            BadContent: they are no files of a campaign.
        """
        entries = self.journal.since(0)
        entry = new_entry(len(entries) + 1, NOBODY, reason, files=files, rules=self.version)
        self.timeline = Timeline(self.rules, self.head, [*entries, entry], self.journal.was_judged)
        self.journal.append(entry, files=files)

    @property
    def number(self) -> int:
        """That of the last entry; 0: there is none yet."""
        return len(self.timeline.moments)

    def state_for(self, actor: Actor) -> Any:
        """The campaign as somebody may know it."""
        return self.state if actor.is_storyteller else self.rules.redact(self.state, actor.name)

    def refresh(self) -> bool:
        """Take what others have kept meanwhile; whether there was anything."""
        entries = self.journal.since(self.number)
        for entry in entries:
            self.timeline.add(self.timeline.judge(entry))
        return bool(entries)

    def do(
        self,
        command: Command,
        actor: Actor,
        reason: str = "",
        seed: int | None = None,
        last: int | None = None,
        key: str = "",
        keep: bool = True,
    ) -> LogLine:
        """Give a command; `last` is the last entry that who gives it knew of, and without `keep` nothing changes.

        Raises:
            IllegalChoice: the rules refuse it.
            WriteFailed: the campaign would hold what no file can.
            Conflict: others were quicker.
        """
        drawn = self._seed() if seed is None else seed
        return self._judge(self._entry(actor, reason, last, command=encode_command(command), seed=drawn, key=key), keep)

    def undo(
        self,
        number: int,
        actor: Actor,
        reason: str = "",
        last: int | None = None,
        key: str = "",
        keep: bool = True,
    ) -> LogLine:
        """Leave out an entry; where that is an undoing, what it undid stands again. Without `keep` nothing changes.

        Raises:
            Forbidden: a player asks.
            BadNotation: there is no such entry, or it is undone already.
            IllegalChoice: a later entry, which is named, would be refused then.
            Conflict: others were quicker.
        """
        _need_storyteller(actor, "undo an entry")
        return self._judge(self._entry(actor, reason, last, undoes=number, key=key), keep)

    def take_files(
        self, files: Mapping[str, bytes], actor: Actor, reason: str = "", last: int | None = None, folder: str = ""
    ) -> LogLine:
        """Set the campaign to what files say that somebody edited; `folder` is where they are said to stand.

        Raises:
            Forbidden: a player asks.
            BadContent: they are nonsense, with file and line.
            Conflict: others were quicker.
        """
        _need_storyteller(actor, "edit its files")
        self.rules.read(read_documents(files, folder, self.head.game))
        texts = {path: data.decode("utf-8-sig") for path, data in files.items()}
        return self._judge(self._entry(actor, reason or BY_HAND, last, files=texts))

    def fight(self, scenario: str, who: Sequence[str], running: Sequence[Mapping[str, str]] = ()) -> Mapping[str, str]:
        """Scenario and options of a match with characters of the campaign; `running` are those of matches under way.

        Raises:
            FireteamError: there is no such scenario, or somebody cannot go.
        """
        return self.rules.fight(self.state, scenario, who, self.head.campaign, running)

    def commands_after(self, setting: Any, states: Any, match: str, dice: str) -> tuple[Command, ...]:
        """The commands that carry the end of a match into the campaign; `match` finds its replay, `dice` its dice."""
        return self.rules.after(self.state, setting, states, Fight(self.head.campaign, match, dice))

    def log(self, actor: Actor, since: int = 0, most: int | None = None) -> list[LogLine]:
        """The entries after this one, as somebody may read them; at most so many of them."""
        left_out = undone(self.timeline.entries)
        lines = (self._line(moment, actor) for moment in self.timeline.moments[since:])
        return [
            msgspec.structs.replace(line, undone=True) if line.number in left_out else line
            for line in islice((line for line in lines if line is not None), most)
        ]

    def _seed(self) -> int:
        """The seed of the next command's dice."""
        if self.head.seed is None:
            drawn = self._entropy(8)
        else:
            drawn = hashlib.sha256(f"{self.head.seed} {self.number + 1}".encode()).digest()[:8]
        return int.from_bytes(drawn, "big") >> (64 - SEED_BITS)

    def _entry(self, actor: Actor, reason: str, last: int | None, **fields: Any) -> JournalEntry:
        if last is not None and last != self.number:
            raise Conflict(OVERTAKEN)
        return new_entry(self.number + 1, actor, reason, **fields, rules=self.version)

    def _judge(self, entry: JournalEntry, keep: bool = True) -> LogLine:
        """Judge an entry and, to `keep` it, write it down, and only then let it count."""
        verdict: Verdict = self.timeline.judge(entry)
        files = json_files(self.head.game, self._plain(verdict.moment.change.state))
        if keep:
            self.journal.append(entry, files=files)
            self.timeline.add(verdict)
        line = self._line(verdict.moment, entry.actor) if keep else self._make_line(verdict.moment, entry.actor)
        assert line is not None, "who gives a command may read what comes of it"
        return line

    def _plain(self, state: Any) -> Mapping[str, Any]:
        """The files of a state as plain values; they are remembered, since one entry begins where another ended."""
        found = next((files for known, files in self._recent if known is state), None)
        if found is None:
            found = plain_files(self.rules, state)
            self._recent = [*self._recent[-1:], (state, found)]
        return found

    def _line(self, moment: Moment, actor: Actor) -> LogLine | None:
        """An entry that is kept as somebody may read it, which stays so; None: it is nothing to them."""
        key = actor, moment.entry.number
        if key not in self._lines:
            self._lines[key] = self._make_line(moment, actor)
        return self._lines[key]

    def _make_line(self, moment: Moment, actor: Actor) -> LogLine | None:
        """What somebody is told of an entry; None: it is nothing to them."""
        entry, before, change = moment
        after, sentences = change.state, (*change.sentences, *change.private)
        is_own = actor.is_storyteller or (entry.player and entry.by == actor.name)
        if not actor.is_storyteller:
            sentences = () if self._is_private(entry) else change.sentences
            before, after = (self.rules.redact(state, actor.name) for state in (before, after))
        found = () if before is after else differences(self._plain(before), self._plain(after))
        if not is_own and not sentences and not found:
            return None
        view = entry if is_own else msgspec.structs.replace(entry, reason="", command=None)
        word = self._title_of(entry) if is_own or not self._is_private(entry) else ""
        command = view.command
        return LogLine(entry.number, entry.at, entry.by, view.reason, word, False, command, sentences, found)

    def _title_of(self, entry: JournalEntry) -> str:
        """What an entry is called: as its form is, where that has a title of its own."""
        word = (entry.command or {}).get("command")
        kinds = (kind for kind in self.rules.commands if kind.__struct_config__.tag == word)
        return next((kind.title for kind in kinds if kind.title), entry.word)

    def _is_private(self, entry: JournalEntry) -> bool:
        """Whether an entry, or what it undoes, is told to the Storyteller alone."""
        while entry.undoes is not None:
            entry = self.timeline.moments[entry.undoes - 1].entry
        if entry.command is None:
            return entry.files is not None
        kind = commands_of(self.rules).get(str(entry.command.get("command")))
        return kind is None or kind.private


def begin(
    game: str,
    name: str,
    actor: Actor,
    packs: tuple[str, ...] = (),
    id: str = "",
    at: float | None = None,
    seed: int | None = None,
    rules_of: RulesOf | None = None,
) -> Head:
    """The head of a new campaign.

    Raises:
        UnknownName: there is no such game, or it has no campaigns.
        FireteamError: the rules refuse the name or the packs.
    """
    (rules_of or campaign_rules)(game).begin(name, packs)
    made = new_entry(1, actor).at if at is None else at
    return Head(FORMAT, id or secrets.token_hex(8), game, name, packs, made, actor.name, seed)


def campaign_rules(id: str) -> CampaignRules:
    """The rules of a game's campaigns.

    Raises:
        UnknownName: there is no such game, or it has no campaigns.
    """
    rules = find_game(id).campaign
    if rules is None:
        raise UnknownName("game with campaigns", id, [each for each in games() if find_game(each).campaign])
    return rules


def rules_version(game: str) -> int:
    """The version of a game's rules."""
    return find_game(game).rules_version


def _need_storyteller(actor: Actor, what: str) -> None:
    if not actor.is_storyteller:
        raise Forbidden(f"{actor.name} may not {what}; the Storyteller may")
