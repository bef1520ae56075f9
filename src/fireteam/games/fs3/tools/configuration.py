"""`fireteam fs3 matrix` and `fireteam fs3 check`: are the numbers of a configuration sound?"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec
from cyclopts import CycloptsError, Parameter

from ....content.library import load, read_packs
from ....content.new_entries import Packs, print_line
from ....content.problems import BadContent, Problem
from ....core.errors import WriteFailed
from ....durable_files import write_file
from ..content import GAME_ID, Content
from ..library import LIBRARY
from ..matrix import comparisons
from ..matrix import matrix as cells_of
from ..matrix_text import picture_lines, picture_svg, table_lines

SEVERITIES = ("error", "warning", "info")
Ids = Annotated[list[str] | None, Parameter(negative="", consume_multiple=False)]


def matrix(
    *,
    weapon: Ids = None,
    layer: Ids = None,
    modern: bool = False,
    picture: bool = False,
    svg: Path | None = None,
    pack: Packs = None,
) -> int:
    """Put every weapon against every armour and cover: S, what is stopped, and the wounds on a Vital location.

    BOUNCES marks armour that a weapon of its class seldom pierces, IGNORED armour without effect (FS3-22.22).

    Parameters
    ----------
    weapon
        Only this weapon; may be given several times.
    layer
        Only this armour or cover.
    modern
        The reference values of the modern world instead, for comparison.
    picture
        As a picture: the darker a square, the more is stopped.
    svg
        Write the picture as a drawing into this file.
    pack
        A folder of content.
    """
    content: Content = load(GAME_ID, pack or ()).content
    cells = [*(comparisons(content) if modern else cells_of(content))]
    cells = [
        cell for cell in cells if cell.weapon in (weapon or (cell.weapon,)) and cell.layer in (layer or (cell.layer,))
    ]
    if not cells:
        raise CycloptsError(msg="no weapon or no armour or cover of that name")
    if svg is not None:
        try:
            write_file(svg, picture_svg(cells).encode())
        except OSError as error:
            raise WriteFailed(f"{svg} cannot be written: {error.strerror or error}") from None
        print_line(f"{svg} is the matrix as a drawing")
        return 0
    print(*(picture_lines(cells) if picture else table_lines(cells)), sep="\n")
    return 0


def check(*folders: Path, json: bool = False) -> int:
    """Check a configuration: every finding with its severity, code, place in the file, and a sentence (FS3-24.1).

    Without a folder the game's own content is checked. The exit code is 1 if there are errors.

    Parameters
    ----------
    folders
        The packs.
    json
        One JSON object a line, for programs.
    """
    found: tuple[Problem, ...]
    try:
        found = read_packs(LIBRARY, (LIBRARY.base, *folders)).warnings
    except BadContent as refused:
        found = refused.problems
    for problem in found:
        line = msgspec.json.encode({"severity": problem.severity, **msgspec.structs.asdict(problem)}).decode()
        print(line if json else f"{problem} ({problem.severity})")
    counts = [f"{sum(each.severity == severity for each in found)} of {severity}" for severity in SEVERITIES]
    print_line(f"findings: {', '.join(counts)}")
    return int(any(problem.severity == "error" for problem in found))
