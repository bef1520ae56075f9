"""Section 21: cash and frags for deeds, and what a round pays."""

from __future__ import annotations

from ....core.engine.compiled import compiled, rule
from ....core.protocol.events import Log
from ..events import words
from ..log import log_paid, log_scored
from ..state import State
from ..tables import NOBODY, UNITS, Tables


@rule("TPS-21.1", "TPS-21.2", "TPS-21.4")
def credit(state: State, log: Log, i: int, deed: int, cash: int, frags: int) -> None:
    """A deed is written down: its cash is paid when the round ends, its frags count for the ranking."""
    unit = state.units[i]
    unit.earned += cash
    unit.frags += frags
    log_scored(log, i, deed, cash)


@rule("TPS-21.4", "TPS-21.5", "TPS-13.15", "TPS-13.16", "TPS-1.19")
def credit_kill(state: State, tables: Tables, log: Log, target: int, by: int) -> None:
    """The killer's award, which is a loss for a team-mate or a hostage. Nobody has killed who did it himself."""
    numbers = tables.constants
    if by == NOBODY or by == target:
        return
    if target >= UNITS:
        credit(state, log, by, words.HOSTAGE_KILLED, numbers.hostage_kill, -1)
    elif state.units[target].side == state.units[by].side:
        credit(state, log, by, words.TEAM_MATE_KILLED, numbers.team_kill, -1)
    else:
        credit(state, log, by, words.ENEMY_KILLED, numbers.kill, 1)


@compiled
def team_of(state: State, side: int) -> int:
    """The team that has a side: team 0 began as T, team 1 as CT. Also the side that a team has."""
    return side ^ state.swapped


@rule("TPS-21.4", "TPS-21.9")
def award_side(state: State, tables: Tables, log: Log, side: int, won: bool, why: int) -> None:
    """Each unit of a side gets its share of the round, won or lost; who loses again gets more, up to a limit."""
    numbers = tables.constants
    deed, cash = words.ROUND_WON, numbers.won
    if not won:
        again = state.losses[team_of(state, side)]
        deed, cash = words.ROUND_LOST, min(numbers.lost_most, numbers.lost + numbers.lost_again * again)
    elif why == words.END_BOMB or why == words.END_DEFUSE or why == words.END_RESCUE:
        deed, cash = words.MISSION_WON, numbers.won_mission
    for i in range(state.n_units):
        if state.units[i].side == side and not state.units[i].kicked:
            credit(state, log, i, deed, cash, 0)


@rule("TPS-21.3")
def pay_units(state: State, tables: Tables, log: Log) -> None:
    """What a unit earned in the round is added up, added to its cash, and the whole kept from 0 to the cap."""
    for i in range(state.n_units):
        unit = state.units[i]
        unit.cash = min(tables.options.mp_maxmoney, max(0, unit.cash + unit.earned))
        log_paid(log, i, unit.earned, unit.cash)
        unit.earned = 0
