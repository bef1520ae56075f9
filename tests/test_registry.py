"""Games are found by entry points of installed packages, those outside Fireteam as well."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from importlib.metadata import entry_points
from pathlib import Path

import pytest

from fireteam.core.engine.code_cache import GAME_ENTRY_POINTS, game_packages
from fireteam.core.errors import BadGame, UnknownName
from fireteam.registry import find_game, game_entry_points, game_folder, games, games_with_part
from tests.own_games import without_other_packages

Install = Callable[..., Path]


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """Install a package with a module `game`, and the entry points that it names."""

    def write(package: str, source: str, **entries: str) -> Path:
        folder, info = tmp_path / package, tmp_path / f"{package}-1.0.dist-info"
        folder.mkdir()
        info.mkdir()
        (folder / "__init__.py").write_text("")
        (folder / "game.py").write_text(source)
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
        lines = "".join(f"{id} = {value}\n" for id, value in entries.items())
        (info / "entry_points.txt").write_text(f"[fireteam.games]\n{lines}")
        game_entry_points.cache_clear()
        return folder

    monkeypatch.syspath_prepend(tmp_path)
    yield write
    game_entry_points.cache_clear()
    for name in [name for name in sys.modules if (tmp_path / name.partition(".")[0]).exists()]:
        del sys.modules[name]


def test_games_of_this_package_are_found_by_its_entry_points() -> None:
    assert {"ttt", "tps"} <= set(games())
    assert find_game("ttt").id == "ttt"
    assert (game_folder("tps") / "RULES.md").exists()
    assert set(games_with_part("library")) >= {"ttt", "tps"}
    with pytest.raises(UnknownName, match="no game named 'tttt'; did you mean ttt"):
        find_game("tttt")


def test_every_game_has_the_same_room_for_its_options() -> None:
    assert games_with_part("options") == games()


def test_a_game_of_another_package_is_a_game_like_any_other(install: Install) -> None:
    folder = install("alley", "from tests.games.gauntlet import GAME\n", path="alley.game:GAME")
    assert "path" in games() and find_game("path").id == "path"
    assert game_folder("path") == folder
    assert "path" in games_with_part("game") and "path" not in games_with_part("library")


def test_its_sources_belong_to_what_compiled_code_is_kept_by(install: Install) -> None:
    folder = install("alley", "from tests.games.gauntlet import GAME\n", path="alley.game:GAME")
    assert folder in list(game_packages())


@pytest.mark.parametrize(
    ("source", "value", "reason"),
    [
        ("import nothing_of_that_name\n", "alley.game:GAME", "cannot be loaded: ModuleNotFoundError: No module named"),
        ("1 / 0\n", "alley.game:GAME", "cannot be loaded: ZeroDivisionError"),
        ("", "alley.game:GAME", "cannot be loaded: AttributeError: .* has no attribute 'GAME'"),
        ("GAME = 1\n", "alley.game:GAME", "alley.game:GAME is no Game with the id 'alley'"),
        ("from tests.games.gauntlet import GAME\n", "alley.game:GAME", "is no Game with the id 'alley'"),
        ("", "alley:GAME", "alley:GAME stands in no package, so it can have no rulebook"),
    ],
)
def test_a_game_that_cannot_be_loaded_is_one_sentence(install: Install, source: str, value: str, reason: str) -> None:
    install("alley", source, alley=value)
    with pytest.raises(BadGame, match=f"game 'alley' of the package alley.*{reason}"):
        find_game("alley")


def test_two_packages_with_a_game_of_one_id_are_refused(install: Install) -> None:
    install("alley", "", path="alley.game:GAME")
    install("street", "", path="street.game:GAME")
    with pytest.raises(BadGame, match=r"package (alley and .* street|street and .* alley) have one id: uninstall one"):
        games()


def test_games_that_are_installed_beside_fireteam_are_none_of_its_own_tests(install: Install) -> None:
    install("alley", "from tests.games.gauntlet import GAME\n", path="alley.game:GAME")
    own = without_other_packages(entry_points, GAME_ENTRY_POINTS)
    assert "path" in {entry.name for entry in entry_points(group=GAME_ENTRY_POINTS)}
    assert {entry.name for entry in own(group=GAME_ENTRY_POINTS)} == {"fs3", "gunplay", "tps", "ttt"}
    install("lane", "from tests.games.gauntlet import GAME\n", later="lane.game:GAME")
    assert "later" in {entry.name for entry in own(group=GAME_ENTRY_POINTS)}, "what a test installs is found"
