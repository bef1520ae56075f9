"""How fast Fireteam is, against named peers and code written by hand: `python -m bench`."""

import os
from pathlib import Path

# Before anything of Fireteam is imported: the bench's own rules belong to the compiled sources.
os.environ.setdefault("FIRETEAM_SOURCES", str(Path(__file__).parent))
