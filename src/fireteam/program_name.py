"""How Fireteam is called, so that a command which somebody is told can be typed as it stands."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from functools import cache
from pathlib import Path

NAME = "fireteam"


@cache
def program_name() -> str:
    """`fireteam` where the shell finds that, else the path of the program from here."""
    program = sys.argv[0]
    found = shutil.which(NAME)
    if Path(program).stem != NAME or (found and os.path.realpath(found) == os.path.realpath(program)):
        return NAME
    near = os.path.relpath(program)
    return shlex.quote(program if near.startswith("..") else near)
