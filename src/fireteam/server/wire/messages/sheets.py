"""Sheets that players write for one match: the form is that of the game, and so is what is told of one."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, field

from .words import ClientMessage, Name


class SheetQuestion(ClientMessage, frozen=True, forbid_unknown_fields=True):
    """A sheet to be checked: its value, or a file of YAML instead, and the match that it is for.

    `option` is the option that takes it; empty: the one it was made for. Without `scenario`, places are not looked at.
    `options` are those of the match, `packs` names of pack folders that the server offers. With `adapt` the value is
    made to suit the match first.
    """

    value: Any = None
    file: Annotated[str, Meta(max_length=32_768)] = ""
    option: Annotated[str, Meta(max_length=40)] = ""
    scenario: Annotated[str, Meta(max_length=200)] = ""
    options: dict[str, str] = field(default_factory=dict)
    packs: tuple[Name, ...] = ()
    adapt: bool = False
