"""Section 21: awards and what a round pays."""

from __future__ import annotations

import pytest

from fireteam.core.protocol.events import decode_log, new_log
from fireteam.games.tps.events import KINDS
from fireteam.games.tps.events.action import Scored
from fireteam.games.tps.events.rounds import Paid
from fireteam.games.tps.events.words import (
    END_BOMB,
    END_DEFUSE,
    END_ELIMINATION,
    END_HOSTAGES,
    END_RESCUE,
    END_TIME,
    PURPOSES,
    REASONS,
)
from fireteam.games.tps.rules.end import eliminate, end_round
from fireteam.games.tps.state import CT_WON, ROUND_END, T_WON
from fireteam.games.tps.tables import NOBODY
from tests.games.tps.positions import NAMES, Position, events_of, position, unit


def four(**options: int) -> Position:
    """Two T and two CT with 8 cash each, at the end of a round."""
    at = position(
        unit("T", 10, 10, cash=8),
        unit("T", 10, 12, cash=8),
        unit("CT", 20, 10, cash=8),
        unit("CT", 20, 12, cash=8),
        phase=ROUND_END,
        **options,
    )
    at.state.won, at.state.why = T_WON, END_BOMB
    return at


def cash(at: Position) -> list[int]:
    return [int(at.unit(seat).cash) for seat in (1, 2, 3, 4)]


def paid(at: Position) -> list[int]:
    """The cash of all after the round."""
    end_round(at.state, at.tables[0], new_log()[0])
    return cash(at)


def kill(at: Position, target: int, by: int) -> None:
    eliminate(at.state, at.tables[0], new_log()[0], target - 1, by - 1 if by else NOBODY)


@pytest.mark.clause("TPS-21.2", "TPS-21.3", "TPS-21.4", "TPS-21.9")
def test_the_cash_of_two_rounds() -> None:
    """Example 30."""
    at = four()
    at.unit(1).earned = 3  # planted
    kill(at, 3, 1)
    at.unit(2).earned -= 6  # shot a team-mate
    kill(at, 1, 4)
    assert paid(at) == [39, 27, 8 + 14, 25]
    at.state.phase, at.state.round_number = ROUND_END, 2
    at.state.won, at.state.why = T_WON, END_ELIMINATION
    assert paid(at)[3] == 43
    assert [int(at.unit(seat).earned) for seat in (1, 2, 3, 4)] == [0, 0, 0, 0]


@pytest.mark.clause("TPS-21.4", "TPS-21.9")
def test_losing_again_pays_more_up_to_26_and_a_win_ends_the_streak() -> None:
    at = four(mp_maxrounds=30, mp_halftime=0)
    gains, before = [], 8
    for number in range(5):
        at.state.round_number, at.state.phase = number + 1, ROUND_END
        after = paid(at)[2]
        gains.append(after - before)
        before = after
    assert gains == [14, 18, 22, 26, 26 if before < 99 else 99 - sum([8, 14, 18, 22, 26])]
    at.state.won = CT_WON
    paid(at)
    assert at.state.losses.tolist() == [1, 0]


@pytest.mark.clause("TPS-21.4", "TPS-21.9")
def test_no_streak_of_losses_pays_more_than_26() -> None:
    at = four(mp_maxrounds=30, mp_halftime=0, mp_maxmoney=999)
    for number in range(6):
        at.state.round_number, at.state.phase = number + 1, ROUND_END
        paid(at)
    assert cash(at)[2] == 8 + 14 + 18 + 22 + 26 + 26 + 26


@pytest.mark.clause("TPS-21.4")
@pytest.mark.parametrize(
    ("won", "why", "pays"),
    [
        (T_WON, END_BOMB, 25),
        (CT_WON, END_DEFUSE, 25),
        (CT_WON, END_RESCUE, 25),
        (T_WON, END_ELIMINATION, 22),
        (T_WON, END_HOSTAGES, 22),
        (CT_WON, END_TIME, 22),
    ],
)
def test_a_mission_pays_25_and_any_other_win_22(won: int, why: int, pays: int) -> None:
    at = four()
    at.state.won, at.state.why = won, why
    assert paid(at)[0 if won == T_WON else 2] == 8 + pays


@pytest.mark.clause("TPS-21.3")
def test_the_sum_of_a_round_is_kept_from_0_to_the_cap() -> None:
    at = four()
    at.unit(1).cash, at.unit(3).earned = 90, -60
    assert paid(at) == [99, 33, 0, 22]
    at = four()
    at.unit(1).cash, at.unit(1).earned = 99, -20
    assert paid(at)[0] == 99, "summed first: 99 - 20 + 25"


@pytest.mark.clause("TPS-21.4", "TPS-21.5", "TPS-1.19")
def test_kills_by_whom_and_of_whom() -> None:
    at, log = four(), new_log()
    for target, by in ((3, 1), (2, 1)):
        eliminate(at.state, at.tables[0], log[0], target - 1, by - 1)
    told = decode_log(log, KINDS, REASONS, PURPOSES, NAMES)
    assert [one.event for one in events_of(told, Scored)] == [
        Scored("U1", "an enemy killed", 3),
        Scored("U1", "a team-mate killed", -6),
    ]
    kill(at, 1, 1)
    kill(at, 4, 0)
    assert [int(at.unit(seat).frags) for seat in (1, 2, 3, 4)] == [0, 0, 0, 0]
    assert [int(at.unit(seat).deaths) for seat in (1, 2, 3, 4)] == [1, 1, 1, 1]


@pytest.mark.clause("TPS-21.3")
def test_everybody_is_told_what_the_round_paid() -> None:
    at, log = four(), new_log()
    end_round(at.state, at.tables[0], log[0])
    told = events_of(decode_log(log, KINDS, REASONS, PURPOSES, NAMES), Paid)
    assert [one.event for one in told][::3] == [Paid("U1", 25, 33), Paid("U4", 14, 22)]
    assert [int(at.unit(seat).frags) for seat in (1, 2, 3, 4)] == [0, 0, 0, 0]
