"""Every worked example of the rulebook (section 14), and its tables of sight, verdicts and reach (section 15)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from fireteam.core.space.squares import square_at
from fireteam.games.ttt.content import load, piece_points
from fireteam.games.ttt.entries import Piece
from fireteam.games.ttt.game import GAME
from fireteam.games.ttt.lookup import distance
from fireteam.games.ttt.rules.sight import sees
from fireteam.games.ttt.state import PHASES
from fireteam.tools.clauses import clauses_of_game
from tests.games.ttt.content_packs import problems
from tests.games.ttt.table import At, a_piece, do, ends, refused, shown, table, unit

EXAMPLES = Path(__file__).parents[2] / "examples"
TTT = yaml.safe_load((EXAMPLES / "ttt.yaml").read_text(encoding="utf-8"))
TABLES = yaml.safe_load((EXAMPLES / "ttt_tables.yaml").read_text(encoding="utf-8"))
LOOKOUT = a_piece("lookout", range=8)


def test_no_worked_example_is_missing() -> None:
    examples = [clause for clause in clauses_of_game("ttt") if clause.startswith("TTT-EX-")]
    assert [example["id"] for example in TTT] == examples and len(examples) == 33


@pytest.mark.parametrize(
    ("example", "scene"),
    [
        pytest.param(example["id"], scene, id=f"{example['id']}.{n}", marks=pytest.mark.clause(example["id"]))
        for example in TTT
        for n, scene in enumerate(example["scenes"], 1)
    ],
)
def test_worked_examples(example: str, scene: dict[str, Any], tmp_path: Path) -> None:
    if "sheet" in scene:
        check_points(scene, tmp_path)
        return
    words = ("board", "side_1", "side_2", "turn", "phase", "round", "swapped", "rest", "objective")
    known = {word: scene[word] for word in words if word in scene}
    pieces = [a_piece(id, **numbers) for id, numbers in scene.get("pieces", {}).items()]
    assert set(scene) <= {*words, "options", "pieces", "steps"}
    at = table(**known, pieces=pieces, **scene.get("options", {}))
    for step in scene["steps"]:
        check(at, dict(step))


def check_points(scene: dict[str, Any], folder: Path) -> None:
    """A piece of a squad sheet: its points, and the codes it gets (TTT-EX-27)."""
    piece = Piece(id="mine", name="Mine", code="MI", count=1, **scene["sheet"])
    assert piece_points(piece, load().constants) == scene["points"]
    entry = {"id": "mine", "name": "Mine", "code": "MI", "count": 1, **scene["sheet"]}
    nine = {**entry, "move": 4, "range": 2, "th": 0, "tbh": 3, "ability": None}
    others = [{**nine, "id": f"other_{c}", "code": f"O{c}"} for c in "abc"]
    sheet = yaml.safe_dump({"id": "mine", "name": "Mine", "pieces": [entry, *others]})
    assert [problem.code for problem in problems(folder, pieces=sheet)] == scene["codes"]


def check(at: At, step: dict[str, Any]) -> None:
    """One step of a scene."""
    if "refused" in step:
        assert refused(*at, step.pop("do"), step.pop("slot", None)) == step.pop("refused")
    elif "do" in step or "wait" in step:
        lines = [step.pop("do")] if "do" in step else []
        step.pop("wait", None)
        told = shown(do(*at, *lines, dice=step.pop("dice", []), slot=step.pop("slot", None)))
        then = [event.split() for event in step.pop("then")]
        assert [words[0] for words in told] == [words[0] for words in then]
        for words, wanted in zip(told, then, strict=True):
            assert set(wanted) <= set(words), f"{wanted} in {words}"
    elif "move" in step:
        piece = step.pop("move")
        reached, start = ends(*at, piece), unit(*at, piece)
        farthest = max(distance(start.x, start.y, *square_at(square)) for square in reached)
        assert farthest == step.pop("farthest", farthest)
        assert len(reached) == step.pop("count", len(reached))
        assert set(step.pop("to", [])) <= reached
        assert reached.isdisjoint(step.pop("not_to", []))
    elif "state" in step:
        for field, value in step.pop("state").items():
            now = at[1][0][field].tolist()
            assert (PHASES[now] if field == "phase" else now) == value, field
    else:
        assert GAME.result(*at).line == step.pop("result")
    assert not step, f"a step does not say {step}"


def verdict(board: str, one: str, other: str) -> str:
    """What is said of an attack of one piece on the other."""
    at = table(board, one, other, phase="attack", pieces=[LOOKOUT])
    names = (f"{side}.{piece.split()[0]}.1" for side, piece in ((1, one), (2, other)))
    return refused(*at, f"attack {' '.join(names)}")


@pytest.mark.clause("TTT-2.14", "TTT-2.15", "TTT-2.16", "TTT-2.17", "TTT-2.19")
@pytest.mark.parametrize("row", TABLES["sight"], ids=lambda row: f"{row['board']}-{row['from']}-{row['to']}")
def test_lines_of_sight_of_the_rulebook(row: dict[str, Any]) -> None:
    a, b = square_at(row["from"]), square_at(row["to"])
    assert distance(*a, *b) == row["distance"]
    (setting, _) = table(row["board"])
    assert sees(setting.tables[0], *a, *b) == sees(setting.tables[0], *b, *a) == row["sees"]
    if row["distance"] <= LOOKOUT.range:
        said = verdict(row["board"], f"lookout {row['from']}", f"lookout {row['to']}")
        assert said == ("ok" if row["sees"] else "E_NO_LOS")


@pytest.mark.clause("TTT-8.5", "TTT-13.4")
@pytest.mark.parametrize("row", TABLES["verdicts"], ids=lambda row: f"{row['attacker']}-{row['from']}-{row['verdict']}")
def test_attack_verdicts_of_the_rulebook(row: dict[str, Any]) -> None:
    assert verdict(row["board"], f"{row['attacker']} {row['from']}", f"{row['target']} {row['to']}") == row["verdict"]


@pytest.mark.clause("TTT-3.12", "TTT-3.23", "TTT-3.26", "TTT-4.24", "TTT-7.2", "TTT-7.3", "TTT-7.7", "TTT-7.8")
@pytest.mark.parametrize("row", TABLES["reach"], ids=lambda row: f"{row['board']}-{row['piece']}-{row['start']}")
def test_reachable_squares_of_the_rulebook(row: dict[str, Any]) -> None:
    sweeper = row.get("minesweeper")
    taken = [f"{'minesweeper' if square == sweeper else 'guard'} {square}" for square in row.get("occupied", [])]
    force = ", ".join([f"{row['piece']} {row['start']}", *taken])
    at = table(row["board"], force, terrain_move=row.get("terrain_move", "start"))
    reached = ends(*at, f"1.{row['piece']}.1")
    assert len(reached) == row["count"]
    assert reached == set(row.get("squares", reached))
