"""What tests of the page share: the page as it is built, a server, a browser, and people in it."""

from __future__ import annotations

import runpy
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.browser import chromium
from tests.web.people import People
from tests.web.served import Served

ROOT = Path(__file__).parents[2]
expect.set_options(timeout=20_000)  # of a computer that is busy with other tests


@pytest.fixture(scope="session")
def page_built() -> None:
    """The page as its sources are now."""
    runpy.run_path(str(ROOT / "web" / "page.py"))["build"]()


@pytest.fixture(scope="module")
def served(page_built: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server with a store of its own."""
    server = Served(tmp_path_factory.mktemp("served"))
    yield server
    server.kill()


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """Chromium, one for all tests of the page: everybody has a context of their own in it."""
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        yield opened
        opened.close()


@pytest.fixture
def people(served: Served, browser: Browser) -> Iterator[People]:
    """Whoever comes to the server in this test; what went wrong in their browsers fails it."""
    served.chance.begin()
    everybody = People(served, browser)
    yield everybody
    everybody.leave()
