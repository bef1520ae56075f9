"""A process that is killed loses nothing that it acknowledged, and its folder goes on."""

from __future__ import annotations

from pathlib import Path

from tests.campaign.crash import lost


def test_kills_of_who_writes_to_a_folder_lose_nothing(tmp_path: Path) -> None:
    assert lost(tmp_path / "winter", kills=4, seed=1) == []
