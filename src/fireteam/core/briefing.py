"""What a person is told at once, by the slots they hold: asked of a game that has something to say."""

from __future__ import annotations

from collections.abc import Sequence

from .engine.record import Array
from .game import Setting
from .protocol.briefing import Panel, Role, event_kinds
from .protocol.events import LoggedEvent


def panels_for(setting: Setting, states: Array, events: Sequence[LoggedEvent], slots: int) -> tuple[Panel, ...]:
    """What the holder of these slots must not overlook in what happened, as far as they may read it."""
    declared = setting.game.panels
    if declared is None or not slots or not setting.game.may_have_panels(event_kinds(events)):
        return ()
    return declared(setting, states, events, slots)


def role_for(setting: Setting, states: Array, slots: int) -> Role | None:
    """Who the holder of these slots is, by a State that they may see; None for who plays nobody."""
    declared, playing = setting.game.role, slots & ~(1 << setting.referee if setting.referee >= 0 else 0)
    return declared(setting, states, playing) if declared and playing else None
