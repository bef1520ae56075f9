"""Watching packs during a match: when a file changes, the content is read again, and the match goes on with it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from ..content.file_watch import FileWatch
from ..content.library import LoadedContent, find_library, load
from ..content.problems import BadContent
from ..core.engine.record import Array
from ..core.errors import FireteamError
from ..core.game import Setting
from .dice import Secret
from .match import Match


class ReloadReport(NamedTuple):
    """What came of a change: what people are told, and the match to go on with; None if it is the one they play."""

    lines: tuple[str, ...]
    match: Match | None


class HotReload:
    """The packs of a match. Whoever shows the match asks `look` now and then; it costs a look at each file.

    What cannot be used is told, and the old content stays in play. A match that goes on with new content is a new
    match from the position that stands, with a new secret for its dice: each call of `secret` gives one.
    """

    def __init__(self, game: str, packs: Sequence[Path], secret: Callable[[], Secret]) -> None:
        self.library, self.packs, self.secret = find_library(game), tuple(packs), secret
        self._watch = FileWatch(self.packs)
        self._content = load(game, self.packs)

    def poll(self, match: Match) -> ReloadReport | None:
        """What has changed since the last look, and what came of it; None if no file has.

        A new match is not played yet: the caller lays it on the table in place of the other.
        """
        names = self._watch.changed_files()
        if not names:
            return None
        changed = f"Changed: {', '.join(names)}"
        try:
            loaded = load(self.library.game, self.packs)
        except BadContent as refused:
            errors = [str(problem) for problem in refused.problems]
            return ReloadReport((f"{changed}. It cannot be used; what was there before stays in play.", *errors), None)
        previous, self._content = self._content, loaded
        warnings = [str(problem) for problem in loaded.warnings if problem not in previous.warnings]
        differences = list(self._differences(previous, loaded))
        if not differences:
            return ReloadReport((f"{changed}. Nothing in it is different.", *warnings), None)
        try:
            new, how = self._continue_match(match)
        except FireteamError as error:
            return ReloadReport(
                (f"{changed}: {', '.join(differences)}. The match stays as it is: {error}", *warnings), None
            )
        return ReloadReport((f"{changed}: {', '.join(differences)}. {how}", *warnings), new)

    def _differences(self, before: LoadedContent, after: LoadedContent) -> Iterator[str]:
        """Every entry that is new, gone or not what it was; if none is, what stands in no entry may be."""
        old, new = (self.library.entries(loaded.content) for loaded in (before, after))
        changed = [name for name in dict.fromkeys((*old, *new)) if old.get(name) != new.get(name)]
        for name in changed:
            how = "new " if name not in old else "no more " if name not in new else ""
            yield f"{how}{name[0]} {name[1]}"
        if not changed and before.content != after.content:
            yield "numbers of the game"

    def _continue_match(self, match: Match) -> tuple[Match, str]:
        """The match at the position that stands, or from its opening if that position is none any more."""
        setting, packs = match.setting, tuple(map(str, self.packs))
        sealed = " Sealed choices are asked for again." if match.mailbox.slots else ""
        try:
            new_setting, states = setting.game.read_position(setting.game.write_position(setting, match.state), packs)
            return self._new_match(match, new_setting, states), f"The match goes on from here.{sealed}"
        except FireteamError as error:
            new_setting = setting.game.make_setting(setting.scenario, setting.options, packs)
            return self._new_match(match, new_setting, None), f"It begins anew, for it cannot go on from here: {error}"

    def _new_match(self, match: Match, setting: Setting, states: Array | None) -> Match:
        return Match(setting, match.seats.values(), self.secret(), states)
