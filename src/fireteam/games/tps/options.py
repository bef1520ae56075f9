"""The options of a match: all there are, in players' words; those that are said, and the sides that they make.

TPS-25, TPS-5.10 and TPS-5.11 say what may be said.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, NamedTuple, NoReturn

from ...content.option_files import DEFAULT
from ...content.options import option_specs, read_options
from ...core.errors import IllegalChoice
from ...core.game import OptionSpec, Setting
from .content import Content
from .entries import Clan, Map, ServerOptions
from .tables import SIDES, UNITS

MAP_OPTION = "mp_roundturns"  # what a map gives (TPS-20.2)
OTHER_OPTIONS = ("config", "teams", "clan_t", "clan_ct")  # those that section 25 does not have
SEED_OPTION = "sv_seed"
DEFAULT_UNITS = 10  # units that a match has, if its map says nothing else: 5v5


class MatchOptions(NamedTuple):
    """What a match is played with: every option by name, the numbers of units, and the clans."""

    options: Mapping[str, Any]
    teams: tuple[int, int]
    clans: tuple[Clan, Clan]


def resolve_options(content: Content, map: Map, overrides: Mapping[str, Any]) -> MatchOptions:
    """The options of a match: what is said, over a named configuration, over the defaults.

    Raises:
        UnknownName: no such option, configuration or clan.
        IllegalChoice: a value out of range, or sides that may not play each other.
    """
    if SEED_OPTION in overrides:
        meaning = "is not among the options of a map: the seed of the dice is given with --seed"
        refuse("TPS-24.6", f"{SEED_OPTION} {meaning}")
    chosen = read_options(ServerOptions, overrides, OTHER_OPTIONS, "TPS-25.4")
    config = str(overrides.get("config", DEFAULT))
    named = {**(content.options(config) if config != DEFAULT else {}), **chosen}
    options = {MAP_OPTION: map.round_turns, **content.options(), **named}
    check_dependencies(options, named, map)
    clans = tuple(content.clan(side, str(overrides.get(f"clan_{side.lower()}", ""))) for side in SIDES)
    return MatchOptions(options, team_sizes(map, options, overrides.get("teams")), (clans[0], clans[1]))


def check_dependencies(options: dict[str, Any], overrides: Mapping[str, Any], map: Map) -> None:
    """Options that depend upon the map or one another (TPS-6.11, TPS-20.4, TPS-21.3); the quota is worked out."""
    there = len(map.hostages)
    if there and "mp_hostages" in overrides and options["mp_hostages"] > there:
        refuse("TPS-6.11", f"mp_hostages is {options['mp_hostages']}; {map.id} has places for {there}")
    options["mp_hostages"] = placed = min(options["mp_hostages"], there) if there else options["mp_hostages"]
    if options["mp_hostagequota"] > placed:
        refuse("TPS-25.4", f"mp_hostagequota is {options['mp_hostagequota']}; it must be at most {placed}, mp_hostages")
    options["mp_hostagequota"] = options["mp_hostagequota"] or (placed + 1) // 2
    if options["mp_startmoney"] > options["mp_maxmoney"]:
        message = f"mp_startmoney is {options['mp_startmoney']}, and mp_maxmoney only {options['mp_maxmoney']}"
        refuse("TPS-21.3", message)


def team_sizes(map: Map, options: Mapping[str, Any], raw: Any) -> tuple[int, int]:
    """How many units each side has: what is said, else five a side, or as near to that as the map allows."""
    least, most = map.players
    if raw is None:
        units = min(max(DEFAULT_UNITS, least), most)
        units -= units % 2 if units > least else 0
        raw = f"{(units + 1) // 2}v{units // 2}"
    wanted = re.fullmatch(r"([0-9]{1,3})v([0-9]{1,3})", str(raw))
    if not wanted:
        refuse("TPS-25.2", f"teams is {raw}; write the units of T and of CT, like 5v5")
    t, ct = (int(number) for number in wanted.groups())
    if min(t, ct) < 1 or abs(t - ct) > options["mp_limitteams"]:
        limit = f"each side needs a unit, and they may differ by {options['mp_limitteams']} (mp_limitteams)"
        refuse("TPS-5.10", f"the sides would be {t} against {ct}; {limit}", "E_BALANCE")
    for side, number in zip(SIDES, (t, ct), strict=True):
        if number > (places := len(getattr(map.spawns, side))):
            message = f"{number} units of {side} on {map.id}, which has {places} spawn points for them"
            refuse("TPS-5.11", message, "E_BALANCE")
    if not least <= t + ct <= min(most, UNITS):
        refuse("TPS-1.6", f"teams is {raw}; {map.id} is for {least} to {most} units")
    return t, ct


def refuse(clause: str, sentence: str, code: str = "E_VALUE") -> NoReturn:
    """Refuse an option.

    Raises:
        IllegalChoice: always.
    """
    raise IllegalChoice(code, clause, sentence)


def options(setting: Setting) -> tuple[OptionSpec, ...]:
    """Every option, with its default on this map (TPS-25.4, TPS-5.10)."""
    content = setting.content
    clans = {side: tuple(clan.id for clan in content.files.clans.values() if clan.side == side) for side in SIDES}
    return (
        OptionSpec("config", "a named set of options (TPS-25.1)", DEFAULT, tuple(content.files.configurations)),
        OptionSpec("teams", "units of either side, T first, like 5v5; empty: as the map has it (TPS-5.10)", ""),
        *(
            OptionSpec(f"clan_{side.lower()}", f"the clan of {side} (TPS-23.1)", next(iter(ids), ""), ids)
            for side, ids in clans.items()
        ),
        *option_specs(ServerOptions, {MAP_OPTION: content.map.round_turns, **content.files.options()}),
    )
