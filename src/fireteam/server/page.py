"""The page and its files: whatever address a browser has that no file is at is the page itself."""

from __future__ import annotations

from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from .answering import turned_down
from .gate import Gate
from .turning import Turned

INDEX = "index.html"
AGAIN = "no-cache"
FOR_GOOD = "public, max-age=31536000, immutable"  # of files whose names change with what is in them
NOT_BUILT = "The page is not built in this copy of Fireteam.\n"


class Page(StaticFiles):
    """The files of a folder; links that lead out of it are not followed."""

    def __init__(self, folder: Path, gate: Gate) -> None:
        super().__init__(directory=folder, check_dir=False)
        self._gate = gate

    async def check_config(self) -> None:
        """A copy of Fireteam in which the page is not built is a server all the same."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """A file, or the page."""
        try:
            self._gate.must_be_here(Request(scope).headers)
            if scope["path"].startswith("/api/"):
                raise Turned("E_UNKNOWN", "There is nothing at this address.", 404)
        except Turned as error:
            return turned_down(error)
        try:
            found = await super().get_response(path, scope)
            found.headers["Cache-Control"] = FOR_GOOD if scope["path"].startswith("/assets/") else AGAIN
        except HTTPException:
            found = await self._index(scope)
        return found

    async def _index(self, scope: Scope) -> Response:
        try:
            found = await super().get_response(INDEX, scope)
        except HTTPException:
            return PlainTextResponse(NOT_BUILT, 404)
        found.headers["Cache-Control"] = AGAIN
        return found
