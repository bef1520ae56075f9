"""A toy with campaigns, so that nothing here knows a real game's."""

from __future__ import annotations

import pytest

from fireteam import registry
from fireteam.campaign import campaign
from tests.campaign.toy import TOY


@pytest.fixture(autouse=True)
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a game have the campaigns of the toy."""
    game = registry.find_game("ttt")._replace(id="toy", campaign=TOY)
    known = registry.find_game
    for module in (registry, campaign):
        monkeypatch.setattr(module, "find_game", lambda id: game if id == "toy" else known(id))
