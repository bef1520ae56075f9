"""What a person is told at once: who they are and what they are after, and what they must not overlook."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

PanelKind: TypeAlias = Literal["loss", "won", "lost", "news"]


class Panel(msgspec.Struct, frozen=True):
    """Something that happened to a person: faces show it until it has been read, and what follows waits so long.

    `kind`: a `loss` (a unit of theirs is gone), something `won` or `lost`, or other `news`.
    """

    kind: PanelKind
    title: str
    rows: tuple[str, ...] = ()


class Role(msgspec.Struct, frozen=True):
    """Who a person is in a match, what they are after, and what else helps to begin.

    Faces show it before the first choice, on request, and again when its title is another.
    """

    title: str
    goal: str
    lines: tuple[str, ...] = ()
