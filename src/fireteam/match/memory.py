"""How a match stood before something was tried: it can be made to stand so again."""

from __future__ import annotations

from .match import Match


class Memory:
    """All of a match that changes. Nothing in it is altered in place, but lists and dictionaries are."""

    def __init__(self, match: Match) -> None:
        line = match._line
        self.match = match
        self._line = (list(line.steps), list(line.records), [(by, list(steps)) for by, steps in line.undone])
        self._paused = line.paused
        self._sealed = match.mailbox.all()
        self._plans = {slot: list(values) for slot, values in match._plans.items()}
        self._asked, self._told = match.asked, match._told

    def recall(self) -> None:
        """Let the match stand as it did; what was written down since is not taken back."""
        match, line = self.match, self.match._line
        line.steps, line.records, line.undone = self._line
        line.paused = self._paused
        match.mailbox.clear()
        for slot, value in self._sealed.items():
            match.mailbox.put(slot, value)
        match._plans, match.asked, match._told = self._plans, self._asked, self._told
