"""When the package is built, the page goes with it."""

import runpy
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PAGE = runpy.run_path(str(Path(__file__).with_name("web") / "page.py"))


class Page(BuildHookInterface[Any]):
    """Builds web/ into the server's static files, unless they are of these sources already."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build before files are gathered; an sdist carries the sources instead."""
        if self.target_name == "wheel":
            PAGE["build"]()
            build_data["artifacts"].append("src/fireteam/server/static/**")
