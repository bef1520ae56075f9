"""What a match may be played with instead of the defaults: every option in players' words (TPS-25.4, TPS-5.10)."""

from __future__ import annotations

from typing import Any, Literal, get_args, get_origin

import msgspec
from msgspec.inspect import FloatType, IntType, type_info

from ...content.value_checks import hints_of, strip_annotations
from ...core.engine.record import Array
from ...core.errors import IllegalChoice
from ...core.game import OptionSpec, Setting
from .content import Content
from .entries import Options
from .state import TARGET

SWITCH = (0, 1)
OPTION_MEANINGS = {
    "mp_maxrounds": "rounds of a match (TPS-22.1)",
    "mp_halftime": "teams change sides at half time (TPS-21.10)",
    "mp_roundturns": "turns of a round; without, the map's own number (TPS-20.2)",
    "mp_startmoney": "cash of the first round (TPS-21.3)",
    "mp_maxmoney": "the most cash that anybody holds (TPS-21.3)",
    "mp_freepistol": "everybody has a pistol for nothing (TPS-6.5)",
    "mp_keepkit": "survivors keep their defuse kits; all else they keep anyway (TPS-21.6)",
    "mp_grounditems": "what lies on the ground stays there for the next round (TPS-6.6)",
    "mp_limitteams": "by how many units the sides may differ (TPS-21.13)",
    "mp_friendlyfire": "attacks may harm one's own side (TPS-12.13)",
    "mp_teamattack": "one's own side may be aimed at (TPS-11.6)",
    "mp_ffradius": "how many MU from the called target a stray shot finds another one (TPS-12.10)",
    "mp_grenadeslots": "grenades that a unit carries (TPS-2.6)",
    "mp_movecounts": "counts of a turn (TPS-9.1)",
    "mp_knifebonus": "more counts for who has a knife in hand (TPS-9.3)",
    "mp_smoketurns": "turns that smoke lasts (TPS-19.12)",
    "mp_flashdice": "dice that a flash takes away (TPS-12.7)",
    "mp_planttime": "turns that planting takes (TPS-19.21)",
    "mp_defusetime": "turns that defusing takes without a kit (TPS-19.21)",
    "mp_defusetimekit": "turns that defusing takes with a kit (TPS-19.21)",
    "mp_c4timer": "turns until the bomb goes off (TPS-19.24)",
    "mp_bombassign": "who begins with the bomb (TPS-6.7)",
    "mp_hostages": "hostages on the map (TPS-6.8)",
    "mp_hostagequota": "hostages to be brought to safety; 0: half of them (TPS-20.4)",
    "sv_units_per_player": "units that one player has (TPS-1.7)",
    "sv_tokenstock": "only as many things are sold as there are tokens (TPS-1.16)",
    "sv_buyseconds": "seconds to buy; 0: as long as it takes (TPS-5.5)",
    "sv_callseconds": "seconds to call weapons (TPS-5.5)",
    "sv_countseconds": "seconds of a count (TPS-5.5)",
    "sv_targetseconds": "seconds to point at targets (TPS-5.5)",
    "sv_movebatch": "counts that are moved at once (TPS-5.9)",
    "sv_chatlock": "nobody talks from the last count until the targets are shown (TPS-11.4)",
    "sv_premeasure": "distances and the odds of shots are shown before the targets are called (TPS-11.9)",
    "sv_tokensblock": "tokens block lines of sight (TPS-3.19)",
    "sv_wildone": "what the second throw after a 1 of a wild die does: check, replace or add (TPS-4.5)",
    "sv_headshot": "what defends against a headshot: helmet and health, no vest; or the helmet only (TPS-13.6)",
    "sv_ffempty": "a stray shot with nobody near to meet: keep it on its target, or miss (TPS-12.12)",
    "sv_interrupt": "what breaks planting and defusing off: a hit, or being attacked at all (TPS-19.19)",
    "sv_admin": "a person is Admin, with a seat of that name (TPS-24.5)",
}


def option_specs(setting: Setting) -> tuple[OptionSpec, ...]:
    """Every option, with its default on this map."""
    laid = setting.content
    defaults = {"mp_roundturns": laid.map.round_turns, **laid.files.options()}
    return (
        *_match_specs(laid.files),
        *(_option_spec(name, kind, defaults[name]) for name, kind in hints_of(Options).items()),
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


def _option_spec(name: str, kind: Any, default: Any) -> OptionSpec:
    """An option of section 25, as its entry declares it."""
    words = strip_annotations(kind)
    if get_origin(words) is Literal:
        return OptionSpec(name, OPTION_MEANINGS[name], str(default), get_args(words))
    low, high = option_limits(kind)
    if (low, high) == SWITCH:
        return OptionSpec(name, OPTION_MEANINGS[name], str(default), ("0", "1"))
    return OptionSpec(name, OPTION_MEANINGS[name], str(default), (), low, high)


def option_limits(kind: Any) -> tuple[float | None, float | None]:
    """From where to where a number may lie."""
    info: Any = type_info(kind)
    for one in getattr(info, "types", (info,)):
        if isinstance(one, IntType | FloatType):
            return one.ge, one.le
    raise msgspec.ValidationError(f"{kind} is no number")


def chat_silence(setting: Setting, states: Array) -> IllegalChoice | None:
    """From the last count until the targets are revealed all chat is closed (TPS-11.4)."""
    if states[0].phase != TARGET or not setting.tables[0].options.sv_chatlock:
        return None
    return IllegalChoice("E_CHAT", "TPS-11.4", "nobody talks from the last count until the targets are shown")
