"""JSON Schemas of all messages; OpenAPI and the page's types are generated from them."""

from __future__ import annotations

from typing import Any

import msgspec

from ..wire import messages

REFERENCE = "#/components/schemas/{name}"


def schemas() -> dict[str, Any]:
    """Return the JSON Schema of every Struct that server and client exchange, by name.

    Every field that the server sends is required, because it is always sent; except in Structs that omit defaults.
    """
    whole = [one for one in vars(messages).values() if _is_message(one)]
    said = {
        one.__name__ for one in whole if issubclass(one, messages.ClientMessage) or one.__struct_config__.omit_defaults
    }
    made = msgspec.json.schema_components(whole, ref_template=REFERENCE)[1]
    for name, schema in made.items():
        if name not in said:
            schema["required"] = list(schema.get("properties", {}))
    return made


def _is_message(one: object) -> bool:
    return isinstance(one, type) and issubclass(one, msgspec.Struct) and one is not msgspec.Struct
