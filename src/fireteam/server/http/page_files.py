"""The built page and its files; every other path outside /api/ is answered with the page's index."""

from __future__ import annotations

from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from ..errors import ApiError
from .access import AccessControl
from .handler import error_response

INDEX = "index.html"
REVALIDATE = "no-cache"
IMMUTABLE = "public, max-age=31536000, immutable"  # of files whose names change with what is in them
NOT_BUILT = "The page is not built in this copy of Fireteam.\n"


class PageFiles(StaticFiles):
    """The static files of a folder. Symbolic links that lead out of it are not followed."""

    def __init__(self, folder: Path, access: AccessControl) -> None:
        super().__init__(directory=folder, check_dir=False)
        self._gate = access

    async def check_config(self) -> None:
        """Accept a missing folder: the server also runs where the page is not built."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Return a file, or the index where there is none; refuse /api/ and unknown host names."""
        try:
            self._gate.require_known_host(Request(scope).headers)
            if scope["path"].startswith("/api/"):
                raise ApiError("E_UNKNOWN", "There is nothing at this address.", 404)
        except ApiError as error:
            return error_response(error)
        try:
            found = await super().get_response(path, scope)
            found.headers["Cache-Control"] = IMMUTABLE if scope["path"].startswith("/assets/") else REVALIDATE
        except HTTPException:
            found = await self._index(scope)
        return found

    async def _index(self, scope: Scope) -> Response:
        try:
            found = await super().get_response(INDEX, scope)
        except HTTPException:
            return PlainTextResponse(NOT_BUILT, 404)
        found.headers["Cache-Control"] = REVALIDATE
        return found
