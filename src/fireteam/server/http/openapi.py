"""OpenAPI 3.1, generated from the routes and the Structs of their requests and responses."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import msgspec

from ... import __version__
from ..wire.messages import Refusal
from .route_types import ANYBODY, Query, Route, TextBody
from .schemas import REFERENCE, schemas

KINDS: dict[type, dict[str, Any]] = {
    str: {"type": "string"},
    int: {"type": "integer", "minimum": 0, "maximum": 2**53 - 1},
    list: {"type": "array", "items": {"type": "string"}},
}


def openapi(routes: Sequence[Route]) -> dict[str, Any]:
    """Return the OpenAPI document of the routes."""
    paths: dict[str, dict[str, Any]] = {}
    for route in routes:
        paths.setdefault(route.path, {})[route.method.lower()] = operation(route)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Fireteam",
            "version": __version__,
            "description": "The table in the browser. What happens at a table is also told on its socket, "
            "/api/tables/{table}/socket.",
        },
        "paths": paths,
        "components": {
            "schemas": schemas(),
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
    }


def operation(route: Route) -> dict[str, Any]:
    """Return the OpenAPI operation of a route."""
    found: dict[str, Any] = {
        "operationId": route.name,
        "summary": route.about,
        "description": (route.handler.__doc__ or "").strip(),
        "parameters": [*map(_in_path, re.findall(r"{(\w+)}", route.path)), *map(_in_query, route.query)],
        "responses": {
            "201" if route.creates else "200" if route.answer is not None else "204": response_schema(route.answer),
            "default": response_schema(Refusal) | {"description": "It was turned down, and nothing has changed."},
        },
    }
    if route.needs_key or route.creates:
        key = {"type": "string", "minLength": 8, "maxLength": 64, "pattern": "^[A-Za-z0-9_-]{8,64}$"}
        named = {"name": "Idempotency-Key", "in": "header", "required": route.needs_key, "schema": key}
        found["parameters"].append(named)
    if route.has_tag:
        about = "The ETag of the answer that the caller has."
        tag = {"name": "If-None-Match", "in": "header", "required": False, "description": about, "schema": KINDS[str]}
        found["parameters"].append(tag)
        found["responses"]["304"] = {"description": "The answer is still the one that the caller has."}
    if route.body is not None:
        found["requestBody"] = {"required": True, "content": content(route.body)}
    if ANYBODY not in route.callers:
        found["security"] = [{"token": []}]
    elif "{table}" in route.path:
        found["security"] = [{"token": []}, {}]
    return found


def _in_path(name: str) -> dict[str, Any]:
    schema = {"type": "string", "minLength": 1}
    return {"name": name, "in": "path", "required": True, "schema": schema}


def _in_query(query: Query) -> dict[str, Any]:
    return {
        "name": query.name,
        "in": "query",
        "required": query.required,
        "description": query.about,
        "schema": KINDS[query.kind],
    }


def response_schema(kind: Any) -> dict[str, Any]:
    """Return the OpenAPI response for a type; None: without a body."""
    return {"description": "What was asked for."} | ({"content": content(kind)} if kind is not None else {})


def content(kind: Any) -> dict[str, Any]:
    """Return the OpenAPI content of a body: its media type and schema."""
    if isinstance(kind, TextBody):
        return {kind.media: {"schema": {"type": "string"}}}
    return {"application/json": {"schema": msgspec.json.schema_components([kind], ref_template=REFERENCE)[0][0]}}
