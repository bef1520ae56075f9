"""A process that is killed loses nothing that it acknowledged, and keeps nothing by half."""

from __future__ import annotations

from pathlib import Path

from tests.heavy.settings import many
from tests.server.store.crash import lost


def test_kills_of_who_writes_to_a_file_lose_nothing(tmp_path: Path) -> None:
    assert lost(f"sqlite:///{tmp_path}/table.db", kills=many(4, 8), seed=1) == []


def test_kills_of_who_writes_to_a_shared_database_lose_nothing(shared: str) -> None:
    assert lost(shared, kills=many(2, 3), seed=2) == []
