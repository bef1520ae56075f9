"""What a player reads who looks along a line: whom it leads to, what is seen, and the shot along it."""

from __future__ import annotations

import pytest

from fireteam.games.gunplay.game import GAME
from fireteam.games.gunplay.state import DOWN


def looked(x: float, y: float, *down: int, unit: str = "A1") -> str:
    """What A1, at 1.5,10 with a heavy pistol, is told of a line; the characters of these numbers are Down."""
    assert GAME.sight is not None
    setting = GAME.make_setting("main_street", {"config": "full"})
    states = setting.opening.copy()
    for k in down:
        states[0].characters[k].status = DOWN
    return GAME.sight(setting, states, unit, x, y).says


@pytest.mark.clause("GUN-4.13")
@pytest.mark.clause("GUN-8.1")
def test_a_line_is_called_by_who_stands_at_its_end() -> None:
    """With the shot, if it is an enemy; of one out of range no chance is told. At an empty place it is the place."""
    seen = "seen, 3 of 3 rays are clear, 26 in away"
    assert looked(28.4, 10.2) == f"A1 to B1: {seen}; out of range (GUN-4.14)"
    assert looked(28.5, 10, 12) == f"A1 to 28.5,10: {seen} (GUN-4.14)"
    assert looked(1.5, 12) == "A1 to A3: seen, 3 of 3 rays are clear, 1 in away (GUN-4.14)"
    assert "Effective range, 3 of 10 faces hit" in looked(28.5, 12, unit="A2")
