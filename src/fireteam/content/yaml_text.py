"""Values as YAML in one line, as people write them."""

from __future__ import annotations

import json
import re
from typing import Any

from .read import WORDS

PLAIN = re.compile(r"[A-Za-z][A-Za-z0-9 _-]*")


def yaml_text(value: Any) -> str:
    """A value as YAML; text in quotes unless it is plain."""
    if isinstance(value, dict):
        return f"{{{', '.join(f'{yaml_text(name)}: {yaml_text(each)}' for name, each in value.items())}}}"
    if isinstance(value, list):
        return f"[{', '.join(map(yaml_text, value))}]"
    plain = isinstance(value, str) and PLAIN.fullmatch(value) and value == value.strip() and value not in WORDS
    return str(value) if plain else json.dumps(value, ensure_ascii=False)
