"""How fast Fireteam is, against named peers and code written by hand: `python -m bench`."""

import os
import sys
from pathlib import Path

EXAMPLE = Path(__file__).parents[1] / "examples" / "breakthrough" / "src"
"""The smallest game there is: what it costs is what the core itself costs."""

if str(EXAMPLE) not in sys.path:
    sys.path.insert(0, str(EXAMPLE))

# Before anything of Fireteam is imported: the bench's own rules belong to the compiled sources.
os.environ.setdefault("FIRETEAM_SOURCES", os.pathsep.join([str(Path(__file__).parent), str(EXAMPLE)]))
