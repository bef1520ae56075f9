"""Write the server's OpenAPI description to standard output: the types of the page are generated from it."""

from __future__ import annotations

import sys

import msgspec

from .openapi import openapi
from .routes import ROUTES

if __name__ == "__main__":
    sys.stdout.buffer.write(msgspec.json.encode(openapi(ROUTES)))
