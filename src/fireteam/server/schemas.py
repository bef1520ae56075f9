"""The messages as JSON Schemas, of which OpenAPI and the page's types are made."""

from __future__ import annotations

from typing import Any

import msgspec

from . import messages

REFERENCE = "#/components/schemas/{name}"


def schemas() -> dict[str, Any]:
    """Every Struct that server and page exchange, by name. What the server sends has all its fields, always, but where
    a Struct says that it leaves out what is as usual.
    """
    whole = [one for one in vars(messages).values() if _is_message(one)]
    said = {one.__name__ for one in whole if issubclass(one, messages.Said) or one.__struct_config__.omit_defaults}
    made = msgspec.json.schema_components(whole, ref_template=REFERENCE)[1]
    for name, schema in made.items():
        if name not in said:
            schema["required"] = list(schema.get("properties", {}))
    return made


def _is_message(one: object) -> bool:
    return isinstance(one, type) and issubclass(one, msgspec.Struct) and one is not msgspec.Struct
