"""The site: `sphinx-build -W docs docs/_build`. Pages of `made/` are written anew at each build, from the sources."""

from __future__ import annotations

import os
import sys
from pathlib import Path

os.environ.setdefault("FIRETEAM_JIT", "0")  # examples are answered as the pages are made: at once, nothing compiled
sys.path.insert(0, str(Path(__file__).parent))

from fireteam import __version__

project = "Fireteam"
author = "the Fireteam authors"
copyright = author
version = release = __version__

extensions = ["myst_parser", "made", "clauses"]
exclude_patterns = ["_build", "examples"]
myst_heading_anchors = 3
nitpicky = True
smartquotes = False  # what is shown can be typed

html_theme = "furo"
html_title = "Fireteam"
html_copy_source = False
html_show_sphinx = False
html_theme_options = {"navigation_with_keys": True}
