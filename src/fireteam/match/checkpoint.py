"""How a match stood before something was tried: it can be made to stand so again."""

from __future__ import annotations

from .match import Match


class Checkpoint:
    """All of a match that changes. Nothing in it is altered in place, but lists and dictionaries are."""

    def __init__(self, match: Match) -> None:
        timeline = match._timeline
        self.match = match
        self._timeline = (
            list(timeline.moments),
            list(timeline.records),
            [(by, list(steps)) for by, steps in timeline.redo_stack],
        )
        self._pause_record = timeline.pause_record
        self._sealed = match.mailbox.all()
        self._plans = {slot: list(values) for slot, values in match._plans.items()}
        self._undo_request, self._is_secret_revealed = match.undo_request, match._is_secret_revealed

    def restore(self) -> None:
        """Let the match stand as it did; what was written down since is not taken back."""
        match, line = self.match, self.match._timeline
        line.moments, line.records, line.redo_stack = self._timeline
        line.pause_record = self._pause_record
        match.mailbox.clear()
        for slot, value in self._sealed.items():
            match.mailbox.put(slot, value)
        match._plans, match.undo_request, match._is_secret_revealed = (
            self._plans,
            self._undo_request,
            self._is_secret_revealed,
        )
