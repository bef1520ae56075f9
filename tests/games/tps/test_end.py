"""Sections 20 to 22: the end of a turn, of a round, of the match."""

from __future__ import annotations

from typing import Any

import pytest

from fireteam.core.dice import tape
from fireteam.core.engine.record import blank
from fireteam.core.protocol.events import LoggedEvent, decode_log, new_log
from fireteam.games.tps.events import KINDS
from fireteam.games.tps.events.action import SmokeGone
from fireteam.games.tps.events.rounds import Ended, RoundEnded, SidesChanged
from fireteam.games.tps.events.words import PURPOSES, REASONS
from fireteam.games.tps.rules.end import end_round, end_turn, is_ahead, rank_of, round_result
from fireteam.games.tps.rules.rounds import set_up_round
from fireteam.games.tps.state import (
    ARMED,
    BETWEEN,
    CALL,
    CT_WON,
    DEFUSED,
    END_TURN,
    EXPLODED,
    NO_WIN,
    OVER,
    RESCUED,
    ROUND_END,
    T_WON,
    Doing,
    Unit,
)
from tests.games.tps.positions import NAMES, Position, events_of, number, position, run_actions, unit

ENDS = ("", "bomb", "defuse", "elimination", "rescue", "hostages", "time")


def pair(mode: str = "bomb", **more: Any) -> Position:
    return position(unit("T", 10, 10), unit("CT", 20, 10), mode=mode, phase=END_TURN, **more)


def result(at: Position) -> tuple[str, str]:
    won, why = round_result(at.state, at.tables[0])
    return ("", "T", "CT")[won], ENDS[why]


def ended(at: Position) -> list[LoggedEvent]:
    log = new_log()
    end_round(at.state, at.tables[0], log[0])
    return decode_log(log, KINDS, REASONS, PURPOSES, NAMES)


# The end of a round


@pytest.mark.clause("TPS-20.1", "TPS-20.2", "TPS-20.3")
@pytest.mark.parametrize(
    ("bomb", "t", "ct", "mode", "found"),
    [
        (EXPLODED, 0, 1, "bomb", ("T", "bomb")),
        (DEFUSED, 1, 0, "bomb", ("CT", "defuse")),
        (ARMED, 0, 0, "bomb", ("T", "elimination")),
        (0, 0, 0, "bomb", ("CT", "elimination")),
        (0, 0, 0, "hostage", ("T", "elimination")),
        (0, 1, 0, "bomb", ("T", "elimination")),
        (ARMED, 1, 0, "bomb", ("T", "elimination")),
        (0, 0, 1, "bomb", ("CT", "elimination")),
        (ARMED, 0, 1, "bomb", ("", "")),
        (0, 1, 1, "bomb", ("", "")),
    ],
)
def test_the_first_condition_that_holds_ends_the_round(
    bomb: int, t: int, ct: int, mode: str, found: tuple[str, str]
) -> None:
    at = pair(mode, hostages=[(50, 50)] if mode == "hostage" else [])
    at.state.bomb.status, at.unit(1).alive, at.unit(2).alive = bomb, t, ct
    assert result(at) == found


@pytest.mark.clause("TPS-20.2", "TPS-20.4")
@pytest.mark.parametrize(
    ("statuses", "turn", "found"),
    [
        ((2, 2), 3, ("CT", "rescue")),
        ((2, 3), 3, ("CT", "rescue")),
        ((3, 3), 3, ("T", "hostages")),
        ((2, 1), 3, ("", "")),
        ((2, 1), 16, ("CT", "time")),
        ((1, 1), 16, ("T", "time")),
        ((1, 3), 16, ("T", "time")),
    ],
)
def test_hostages_decide_when_none_is_left_or_time_is_up(
    statuses: tuple[int, int], turn: int, found: tuple[str, str]
) -> None:
    """Example 36 among others; the quota is 1 of 2."""
    at = pair("hostage", hostages=[(50, 50), (52, 50)], turn=turn, mp_roundturns=16)
    for h, status in enumerate(statuses):
        at.state.hostages[h].status = status
    assert result(at) == found
    assert RESCUED == 2


@pytest.mark.clause("TPS-20.2")
def test_time_is_for_ct_in_bomb_mode_unless_the_bomb_is_armed_or_there_is_no_limit() -> None:
    assert result(pair(turn=11, mp_roundturns=12)) == ("", "")
    assert result(pair(turn=12, mp_roundturns=12)) == ("CT", "time")
    assert result(pair(turn=12, mp_roundturns=0)) == ("", "")
    at = pair(turn=12, mp_roundturns=12)
    at.state.bomb.status = ARMED
    assert result(at) == ("", "")


# The end of a turn


@pytest.mark.clause("TPS-20.5", "TPS-19.12")
def test_a_turn_ends_with_flash_and_spent_smoke_removed_and_the_next_one_counted() -> None:
    at = pair(turn=4)
    at.unit(1).flashed, at.state.smoke[0] = 1, 4
    log = new_log()
    end_turn(at.state, at.tables[0], log[0])
    told = decode_log(log, KINDS, REASONS, PURPOSES, NAMES)
    assert [one.event for one in events_of(told, SmokeGone)] == [SmokeGone("0")]
    assert (at.state.phase, at.state.turn, at.state.smoke[0], at.unit(1).flashed) == (CALL, 5, 0, 0)


@pytest.mark.clause("TPS-20.5", "TPS-20.2")
def test_a_round_that_is_won_goes_to_round_end() -> None:
    at = pair()
    at.unit(2).alive = 0
    end_turn(at.state, at.tables[0], new_log()[0])
    assert (at.state.phase, at.state.won, at.state.why, at.state.turn) == (ROUND_END, T_WON, 3, 1)


@pytest.mark.clause("TPS-20.5")
def test_nothing_is_kept_of_a_turn_but_the_weapon_called_last() -> None:
    at = position(
        unit("T", 10, 10, "mp5", over="flash", throw="12,10 2", targets="U2:1:1,U3:0:2", crouch=1, busy=1, moves=4),
        unit("CT", 14, 10, "aug", scope=1, shot_at=1, unarmed=3, changed=1),
        unit("CT", 14, 14, armour="0/0/1"),
    )
    # a throw of 2 and 3, then flashed and crouching 1W+2D: a hit without harm, and one that eliminates
    run_actions(at, [2, 3, *(3, 2, 2), *(2, 1), *(4, 4, 4), *(3, 2, 2), *(6, 6), 3])
    end_turn(at.state, at.tables[0], new_log()[0])
    for seat in (1, 2, 3):
        one, bare = at.unit(seat), blank(Unit)[0]
        for name in ("side", "alive", "x", "y", "health", "primary", "called", "earned", "frags", "deaths"):
            bare[name] = one[name]
        assert one == bare
    assert at.unit(3).x == at.unit(3).y == 0
    assert not at.state.hits.any() and not at.state.harm.any() and at.state.doing == blank(Doing)[0]


# After a round


@pytest.mark.clause("TPS-21.1", "TPS-21.9", "TPS-22.1")
def test_a_round_is_scored_for_the_team_that_has_the_side() -> None:
    at = pair(round=1)
    at.state.won, at.state.why, at.state.swapped = CT_WON, 2, 1
    told = ended(at)
    assert [one.event for one in events_of(told, RoundEnded)] == [RoundEnded(1, "CT", "defuse", 0, 1, 1, 1)]
    assert (at.state.score.tolist(), at.state.losses.tolist(), at.state.phase) == ([1, 0], [0, 1], BETWEEN)


@pytest.mark.clause("TPS-21.6")
@pytest.mark.parametrize(("keep", "left"), [(1, number("kit") + 1), (0, 0)])
def test_survivors_keep_what_they_carry_the_bomb_goes_back_and_by_an_option_the_kit(keep: int, left: int) -> None:
    at = position(
        unit("T", 10, 10, "ak47!", "glock18", "bomb", "frag", armour="1/1/2"),
        unit("CT", 20, 10, "m4a1", "kit"),
        phase=ROUND_END,
        mp_keepkit=keep,
    )
    at.state.won, at.state.why = T_WON, 3
    ended(at)
    one = at.unit(1)
    assert (one.primary.gear, one.sidearm.gear) == (number("ak47") + 1, number("glock18") + 1)
    assert (one.grenades[0].gear, at.armour(1), one.special.gear) == (number("frag") + 1, "1/1/2", 0)
    assert at.unit(2).special.gear == left


@pytest.mark.clause("TPS-21.7", "TPS-21.11", "TPS-6.5")
def test_who_was_eliminated_begins_anew_and_who_has_changed_sides_keeps_what_is_not_for_his_side() -> None:
    at = position(
        unit("T", 10, 10, "mp5", targets="U2"),
        unit("CT", 11, 10, "m4a1", "fiveseven", "kit", armour="0/0/1"),
        unit("T", 30, 10, "m4a1", "usp", "kit"),  # was CT before
        map="de_depot",
        mp_bombassign=1,
    )
    run_actions(at, [2, 1, 1, 1, 5, 5, 5, 5, 3])
    at.state.won, at.state.why = T_WON, 3
    ended(at)
    set_up_round(at.state, at.tables[0], tape([])[0], new_log()[0])
    two, three = at.unit(2), at.unit(3)
    assert (two.alive, two.primary.gear, two.sidearm.gear, two.special.gear) == (1, 0, number("usp") + 1, 0)
    kept = number("m4a1") + 1, number("usp") + 1, number("kit") + 1
    assert (three.primary.gear, three.sidearm.gear, three.special.gear) == kept


@pytest.mark.clause("TPS-21.10", "TPS-21.3")
def test_at_half_time_the_teams_change_sides_and_start_anew() -> None:
    at = position(
        unit("T", 10, 10, "ak47", "frag", armour="1/1/2", cash=50, frags=2, deaths=1),
        unit("CT", 20, 10, "m4a1", "kit", cash=60),
        phase=ROUND_END,
        round=3,
    )
    at.state.won, at.state.why, at.state.losses[1] = T_WON, 3, 2
    told = ended(at)
    assert events_of(told, SidesChanged)
    one, other = at.unit(1), at.unit(2)
    assert (one.side, other.side, at.state.swapped) == (1, 0, 1)
    assert (one.cash, other.cash) == (8, 8)
    assert (one.primary.gear, one.grenades[0].gear, one.helmet.gear, other.special.gear) == (0, 0, 0, 0)
    assert (at.state.losses.tolist(), at.state.score.tolist(), one.frags, one.deaths) == ([0, 0], [1, 0], 2, 1)


@pytest.mark.clause("TPS-21.10")
@pytest.mark.parametrize(("number", "options"), [(2, {}), (4, {}), (3, {"mp_halftime": 0}), (1, {"mp_maxrounds": 1})])
def test_other_rounds_are_no_half_time(number: int, options: dict[str, int]) -> None:
    at = pair(round=number, **options)
    at.state.won, at.state.why = T_WON, 3
    assert not events_of(ended(at), SidesChanged)


# The match


@pytest.mark.clause("TPS-22.1", "TPS-22.2")
@pytest.mark.parametrize(
    ("number", "score", "frags", "winner"),
    [
        (4, [3, 0], [0, 0], "team 1 wins"),
        (3, [2, 0], [0, 0], ""),
        (6, [2, 3], [0, 5], "team 2 wins"),
        (6, [2, 3], [5, 0], "team 1 wins"),
        (6, [2, 3], [4, 4], "a draw"),
    ],
)
def test_a_match_ends_after_its_rounds_or_when_one_team_has_more_than_half(
    number: int, score: list[int], frags: list[int], winner: str
) -> None:
    """Each time T, the first team, wins this round."""
    at = pair(round=number)
    at.state.won, at.state.why, at.state.score[:] = T_WON, 3, score
    at.unit(1).frags, at.unit(2).frags = frags
    told = ended(at)
    assert [one.event for one in events_of(told, Ended)] == ([Ended(winner)] if winner else [])
    assert at.state.phase == (OVER if winner else BETWEEN)


@pytest.mark.clause("TPS-22.2")
def test_players_rank_by_frags_then_deaths_then_cash_then_seat() -> None:
    at = position(*(unit("T" if k < 3 else "CT", 10 + 2 * k, 10) for k in range(6)))
    for seat, (frags, deaths, cash) in enumerate(
        [(1, 2, 5), (2, 3, 9), (2, 1, 3), (2, 1, 4), (2, 1, 3), (-1, 0, 0)], 1
    ):
        one = at.unit(seat)
        one.frags, one.deaths, one.cash = frags, deaths, cash
    assert [rank_of(at.state, at.tables[0], i) for i in range(6)] == [5, 4, 2, 1, 3, 6]
    assert is_ahead(at.state, 2, 4) and not is_ahead(at.state, 4, 2)
    assert NO_WIN == 0
