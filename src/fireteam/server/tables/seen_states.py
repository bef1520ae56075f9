"""`SeenStates`: what each seat may know of the State of a match as it stands, blanked once for all who ask."""

from __future__ import annotations

from ...core.calls import is_same_at
from ...core.decision import SEEN
from ...core.engine.dispatch import has_secrets
from ...core.engine.record import Array
from ...match.match import Match


class SeenStates:
    """States as seats may know them. Nobody alters them: seats that know everything share the State itself.

    What is the same for a seat as before stays the same object, in games that hide something.
    """

    def __init__(self, match: Match) -> None:
        self._match, self._has_secrets = match, has_secrets(match.setting.opening)
        self._state: Array | None = None
        self._found: dict[tuple[int, bool], Array] = {}
        self._before: dict[tuple[int, bool], Array] = {}  # of the State before, until they are asked for

    def for_seat(self, seat: str) -> Array:
        """Return the State as a seat may know it; without a name, as everybody may."""
        match, state = self._match, self._match.state
        if state is not self._state:
            self._state, self._found, self._before = state, {}, self._found
            if not self._has_secrets:
                SEEN.keep(state)
        if not self._has_secrets:
            return state
        by = match.seat(seat) if seat else None
        key = (by.slots, by.referee) if by else (0, False)
        found = self._found.get(key)
        if found is None:
            found = state if by and by.referee else match.redact(state, key[0])
            self._found[key] = found = self._same(found, key)
            SEEN.keep(found)
        return found

    def _same(self, view: Array, key: tuple[int, bool]) -> Array:
        """Return a view that is there already and has the same bytes, or else this one."""
        known = (self._before.pop(key, None), self._state, *self._found.values())
        return next((one for one in known if one is not None and is_same_at(one, 0, view, 0)), view)
