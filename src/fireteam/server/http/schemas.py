"""JSON Schemas of all messages; OpenAPI and the page's types are generated from them."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import msgspec

from ...core.protocol import scene
from ..wire import messages

REFERENCE = "#/components/schemas/{name}"


def schemas() -> dict[str, Any]:
    """Return the JSON Schema of every Struct that server and client exchange, by name.

    Every field that the server sends is required, because it is always sent; except in Structs that omit defaults.
    """
    whole = _structs(messages)
    exceptions = {
        one.__name__
        for one in (*whole, *_structs(scene))
        if issubclass(one, messages.ClientMessage) or one.__struct_config__.omit_defaults
    }
    made = msgspec.json.schema_components(whole, ref_template=REFERENCE)[1]
    for name, schema in made.items():
        if name not in exceptions:
            schema["required"] = list(schema.get("properties", {}))
    return made


def _structs(module: ModuleType) -> list[type[msgspec.Struct]]:
    found = [one for one in vars(module).values() if isinstance(one, type) and issubclass(one, msgspec.Struct)]
    return [one for one in found if one is not msgspec.Struct]
