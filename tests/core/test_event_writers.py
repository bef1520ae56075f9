"""Writers are generated from the events that a game declares: their numbers, their names, their parameters."""

from __future__ import annotations

import inspect
import sys
from pathlib import Path
from types import ModuleType
from typing import Annotated

import pytest

from fireteam.core.engine import generated
from fireteam.core.protocol.event_writers import event_kinds, event_writers
from fireteam.core.protocol.events import Event, new_log
from fireteam.core.protocol.field_kinds import Number, Point, Unit


class Moved(Event, frozen=True):
    """A piece moved (GAME-1.1)."""

    story = "{piece} goes to {end} in {count}"
    piece: Annotated[str, Unit()]
    end: Annotated[str, Point()]
    count: Annotated[int, Number()]


class TurnBegun(Event, frozen=True):
    """A turn begins (GAME-1.2)."""

    story = "a turn begins"


def test_events_are_numbered_in_the_order_in_which_they_stand() -> None:
    assert event_kinds(__name__) == (Moved, TurnBegun)


def test_a_writer_takes_a_number_for_each_part_of_a_field_and_writes_them_behind_the_events_own() -> None:
    made = event_writers("a.game.log", (TurnBegun, Moved))
    assert (made["TURN_BEGUN"], made["MOVED"]) == (0, 1)
    assert list(inspect.signature(made["log_moved"]).parameters) == ["log", "piece", "end_0", "end_1", "count"]
    assert made["log_moved"].__doc__ == "A piece moved (GAME-1.1)."
    log = new_log()
    made["log_moved"](log[0], 3, 4, 5, 6)
    made["log_turn_begun"](log[0])
    assert log[0].rows[:2, :5].tolist() == [[1, 3, 4, 5, 6], [0, 0, 0, 0, 0]]
    with pytest.raises(TypeError, match="log_moved"):
        made["log_moved"](log[0], 3, 4, 5)


def test_compiled_writers_stand_in_a_file_that_is_written_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(generated, "JIT", True)
    monkeypatch.setattr(generated, "code_folder", lambda: tmp_path / "code")
    made = event_writers("a.game.log", (Moved,))
    [file] = (tmp_path / "code").iterdir()
    assert made["log_moved"].__code__.co_filename == str(file) and "def log_moved(log, piece," in file.read_text()
    before = file.stat().st_mtime_ns
    event_writers("a.game.log", (Moved,))
    assert file.stat().st_mtime_ns == before, "Numba compiles anew what stands in a file that has changed"


def test_without_a_place_for_the_file_writers_are_made_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "taken").write_text("")
    monkeypatch.setattr(generated, "JIT", True)
    monkeypatch.setattr(generated, "code_folder", lambda: tmp_path / "taken")
    monkeypatch.setattr(generated.tempfile, "gettempdir", lambda: str(tmp_path / "free"))
    file = Path(event_writers("a.game.log", (Moved,))["log_moved"].__code__.co_filename)
    assert file.parent.parent == tmp_path / "free" and file.exists()


@pytest.mark.parametrize(
    ("members", "reason"),
    [
        ({"clause": "", "story": "x"}, "has no clause, or no story"),
        ({"clause": "GAME-1", "story": ""}, "has no clause, or no story"),
        (
            {
                "clause": "GAME-1",
                "story": "x",
                "__annotations__": {f"at{k}": Annotated[str, Point()] for k in range(6)},
            },
            "has more than 11 numbers",
        ),
    ],
)
def test_an_event_that_cannot_be_written_is_refused_when_it_is_declared(
    monkeypatch: pytest.MonkeyPatch, members: dict[str, object], reason: str
) -> None:
    module = ModuleType("a_game_with_events")
    module.Odd = type(Event)("Odd", (Event,), {"__module__": module.__name__, **members}, frozen=True)
    monkeypatch.setitem(sys.modules, module.__name__, module)
    with pytest.raises(TypeError, match=f"Odd of a_game_with_events {reason}"):
        event_kinds(module.__name__)
