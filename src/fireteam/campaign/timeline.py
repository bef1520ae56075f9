"""What the entries of a journal make of a campaign: its opening and each entry that counts, one after another."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from ..core.errors import BadFile, BadNotation, FireteamError, IllegalChoice, OutOfTime
from ..core.protocol.campaign import CampaignRules, Change
from ..core.time_limit import check_time
from .entry import Head, JournalEntry, decode_command, effective, undone
from .state_files import restore_state


class Step(NamedTuple):
    """An entry that counts, and what it made of the campaign."""

    entry: JournalEntry
    change: Change


class Moment(NamedTuple):
    """An entry as it was given: the campaign before it, and what it made of it; of an undoing too."""

    entry: JournalEntry
    before: Any
    change: Change


class Verdict(NamedTuple):
    """An entry that may be: its moment, and the steps that count once it is there."""

    moment: Moment
    steps: list[Step]


class RefusedEntry(BadFile):
    """An entry that was taken once, by other rules or with other packs, and that these refuse."""


class Timeline:
    """A campaign by its entries: `steps` are those that count, `moments` all as they were given.

    Other rules may once have carried out what these refuse. That is told as it is met, and changes nothing, where a
    later entry sets the whole campaign; `refused` is the last such entry.

    Where packs of a campaign that `was_judged` are gone, it begins without them.

    Raises:
        BadFile: an entry cannot be read.
        RefusedEntry: these rules refuse it.
    """

    def __init__(
        self, rules: CampaignRules, head: Head, entries: Sequence[JournalEntry] = (), was_judged: bool = False
    ) -> None:
        self.rules, self.head = rules, head
        try:
            self.opening = rules.begin(head.name, head.packs)
        except FireteamError:
            if not was_judged:
                raise
            self.opening = rules.begin(head.name, ())
        self.steps: list[Step] = []
        self.moments: list[Moment] = []
        self.refused = 0
        base = max((entry.number for entry in effective(entries) if entry.files is not None), default=0)
        for number, entry in enumerate(entries, 1):
            self._check_kind(entry)
            try:
                self.add(self.judge(entry))
            except OutOfTime:
                raise
            except FireteamError as error:
                reason = f"entry {number} ({entry.word}) is refused: {error}"
                if number >= base:
                    raise RefusedEntry(f"campaign {head.campaign}: {reason}") from None
                self._pass_over(entry, reason)

    @property
    def entries(self) -> list[JournalEntry]:
        """All entries."""
        return [moment.entry for moment in self.moments]

    @property
    def state(self) -> Any:
        """The campaign as it stands."""
        return self.steps[-1].change.state if self.steps else self.opening

    def judge(self, entry: JournalEntry) -> Verdict:
        """What would come of one more entry; nothing has changed yet.

        Raises:
            IllegalChoice: it may not be; for an undoing, an entry that then could not stand is named.
            BadNotation: it is no command, or undoes what cannot be undone.
            BadContent: files with errors.
        """
        self._check_number(entry)
        if entry.undoes is None:
            change = apply(self.rules, self.state, entry)
            return Verdict(Moment(entry, self.state, change), [*self.steps, Step(entry, change)])
        self._check_undoes(entry.number, entry.undoes)
        steps = self._steps_without(entry)
        state = steps[-1].change.state if steps else self.opening
        sentence = f"undone: entry {entry.undoes}, {self.moments[entry.undoes - 1].entry.word}"
        return Verdict(Moment(entry, self.state, Change(state, (sentence,))), steps)

    def add(self, verdict: Verdict) -> None:
        """Take an entry that was judged, and nothing has come since."""
        self.moments.append(verdict.moment)
        self.steps = verdict.steps

    def _pass_over(self, entry: JournalEntry, reason: str) -> None:
        """Take an entry that these rules refuse, as one that changes nothing."""
        change = Change(self.state, private=(reason,))
        numbers = {each.number for each in effective([*self.entries, entry])}
        steps = [step for step in self.steps if step.entry.number in numbers]
        own = [Step(entry, change)] if entry.number in numbers else []
        self.refused = entry.number
        self.add(Verdict(Moment(entry, self.state, change), [*steps, *own]))

    def _check_kind(self, entry: JournalEntry) -> None:
        """Refuse what no rules ever took: an entry out of its place, of no kind or of several, or that undoes nothing.

        Raises:
            BadFile: this is such an entry.
        """
        where = f"campaign {self.head.campaign}: entry {entry.number}"
        if sum(part is not None for part in (entry.command, entry.files, entry.undoes)) != 1:
            raise BadFile(f"{where} must be one of a command, files, or an undoing")
        try:
            self._check_number(entry)
            if entry.undoes is not None:
                self._check_undoes(entry.number, entry.undoes)
        except BadNotation as error:
            raise BadFile(f"{where} ({entry.word}) is refused: {error}") from None

    def _check_number(self, entry: JournalEntry) -> None:
        """Refuse an entry that stands in the place of another one."""
        if entry.number != len(self.moments) + 1:
            raise BadNotation(f"entry {len(self.moments) + 1} is missing: entry {entry.number} stands in its place")

    def _check_undoes(self, number: int, undoes: int) -> None:
        """Refuse to undo what is not there, or what is undone already."""
        if not 1 <= undoes < number:
            there = f"there are entries 1 to {number - 1}" if number > 1 else "there is none yet"
            raise BadNotation(f"there is no entry {undoes} to undo; {there}")
        if undoes in undone(self.entries):
            raise BadNotation(f"entry {undoes} is undone already")

    def _steps_without(self, entry: JournalEntry) -> list[Step]:
        """The steps once an undoing counts: those before what it changes stay, the others are taken again."""
        wanted, steps = effective([*self.entries, entry]), list[Step]()
        for step, other in zip(self.steps, wanted, strict=False):
            if step.entry.number != other.number:
                break
            steps.append(step)
        for other in wanted[len(steps) :]:
            before = steps[-1].change.state if steps else self.opening
            try:
                steps.append(Step(other, apply(self.rules, before, other)))
            except (IllegalChoice, BadNotation) as error:
                reason = f"entry {entry.undoes} cannot be undone: entry {other.number} ({other.word}, by {other.by})"
                if isinstance(error, BadNotation):
                    raise BadNotation(f"{reason} would then be refused: {error}") from None
                sentence = f"{reason} would then be refused: {error.sentence}"
                raise IllegalChoice(error.code, error.clause, sentence) from None
        if self.refused and all(step.entry.files is None or step.entry.number < self.refused for step in steps):
            reason = f"these rules refuse entry {self.refused}, which stands before it"
            raise BadNotation(f"entry {entry.undoes} cannot be undone: {reason}")
        return steps


def apply(rules: CampaignRules, state: Any, entry: JournalEntry) -> Change:
    """What an entry makes of a campaign, one that undoes nothing.

    Raises:
        IllegalChoice: the rules refuse it.
        BadNotation: it is no command.
        BadContent: files with errors.
    """
    check_time()
    if entry.files is not None:
        return Change(restore_state(rules, {path: text.encode() for path, text in entry.files.items()}))
    return rules.apply(state, decode_command(rules, entry.command), entry.actor, entry.seed)
