"""Whether everybody can read and use what a page shows, as axe measures it: contrast, names, order, sizes."""

from __future__ import annotations

import runpy
from functools import cache
from pathlib import Path

from playwright.sync_api import Page

WEB = Path(__file__).parents[2] / "web"
GRAVE = ("serious", "critical")
ASKS = """async () => (await axe.run(document, {resultTypes: ['violations']})).violations.map(({id, impact, nodes}) =>
    [impact, id, nodes.map((one) => [one.html.slice(0, 100), ...one.any.map((why) => why.message)].join('; '))])"""


@cache
def _axe() -> str:
    """The measure itself; it comes with the page's libraries, and is no part of the page."""
    runpy.run_path(str(WEB / "page.py"))["install_packages"]()
    return (WEB / "node_modules" / "axe-core" / "axe.min.js").read_text(encoding="utf-8")


def faults(page: Page) -> list[str]:
    """What somebody could not read or use, each with where it is and why."""
    page.evaluate(_axe())
    found = page.evaluate(ASKS)
    return [f"{impact}: {id}: {place}" for impact, id, places in found if impact in GRAVE for place in places]
