"""What a match may be played with instead of the defaults: every option in players' words (TPS-25.4, TPS-5.10)."""

from __future__ import annotations

from ...content import options
from ...core.engine.record import Array
from ...core.errors import IllegalChoice
from ...core.game import OptionSpec, Setting
from .content import Content
from .entries import ServerOptions
from .state import TARGET


def option_specs(setting: Setting) -> tuple[OptionSpec, ...]:
    """Every option, with its default on this map."""
    laid = setting.content
    defaults = {"mp_roundturns": laid.map.round_turns, **laid.files.options()}
    return (
        *_match_specs(laid.files),
        *options.option_specs(ServerOptions, defaults),
    )


def _match_specs(files: Content) -> tuple[OptionSpec, ...]:
    """What section 25 does not have: a named set of options, how many play, and the clans."""
    clans = {side: tuple(clan.id for clan in files.clans.values() if clan.side == side) for side in ("T", "CT")}
    return (
        OptionSpec("config", "a named set of options (TPS-25.1)", "default", tuple(files.configurations)),
        OptionSpec("teams", "units of either side, T first, like 5v5; empty: as the map has it (TPS-5.10)", ""),
        *(
            OptionSpec(f"clan_{side.lower()}", f"the clan of {side} (TPS-23.1)", next(iter(ids), ""), ids)
            for side, ids in clans.items()
        ),
    )


def chat_silence(setting: Setting, states: Array) -> IllegalChoice | None:
    """From the last count until the targets are revealed all chat is closed (TPS-11.4)."""
    if states[0].phase != TARGET or not setting.tables[0].options.sv_chatlock:
        return None
    return IllegalChoice("E_CHAT", "TPS-11.4", "nobody talks from the last count until the targets are shown")
