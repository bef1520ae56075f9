"""Commands of a campaign as words: what each takes, and `name=value` as somebody types them."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from typing import Any, Literal, get_args, get_origin

import msgspec

from ..content.problems import Problems, did_you_mean
from ..content.read import parse_document
from ..core.errors import BadNotation
from ..core.protocol.campaign import CampaignRules, Command
from .entry import check_text, commands_of, decode_command


def describe_command(kind: type[Command]) -> str:
    """A command in one line: its fields, those that may be left out in brackets, and what it is for."""
    fields = (
        f"{field.encode_name}=" if field.required else f"[{field.encode_name}=]"
        for field in msgspec.structs.fields(kind)
    )
    about = " ".join((inspect.getdoc(kind) or "").split("\n\n")[0].split())
    return f"{' '.join([str(kind.__struct_config__.tag), *fields])}  {about}"


def read_command(rules: CampaignRules, word: str, fields: Mapping[str, str]) -> Command:
    """The command of a word and of its fields as text; a list as `a,b`, anything else as YAML.

    Raises:
        BadNotation: there is no such command, or a field of it is unknown, missing or of the wrong kind.
    """
    kinds = commands_of(rules)
    if word not in kinds:
        raise BadNotation(f"no command {word!r}; {did_you_mean(word, kinds)}")
    types = {field.encode_name: field.type for field in msgspec.structs.fields(kinds[word])}
    for name in fields:
        if name not in types:
            raise BadNotation(f"{word} has no {name!r}; {did_you_mean(name, types)}")
    values = {name: _value_of(text, types[name], f"{word}: {name}") for name, text in fields.items()}
    return decode_command(rules, {"command": word, **values})


def _value_of(text: str, type: Any, what: str) -> Any:
    """A text as a value of a type."""
    check_text(what, text)
    document = parse_document(text.encode(), what, Problems())
    tries = [text, [] if document is None else document.value, [each.strip() for each in text.split(",")]]
    reason = ""
    for value in tries:
        try:
            return msgspec.to_builtins(msgspec.convert(value, type, strict=False))
        except msgspec.ValidationError as error:
            reason = reason or str(error)
    if choices := _choices_of(type):
        raise BadNotation(f"{what} cannot be {text!r}; {did_you_mean(text, choices)}")
    raise BadNotation(f"{what} cannot be {text!r}: {reason}")


def _choices_of(type: Any) -> list[str]:
    """The words of which a value of a type is one; none if it is of another kind."""
    if get_origin(type) is Literal:
        return [str(choice) for choice in get_args(type)]
    return [choice for part in get_args(type) for choice in _choices_of(part)]
