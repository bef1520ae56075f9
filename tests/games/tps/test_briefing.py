"""What a person is told at once: their losses with the roll, how a round ended, half-time, and what they are after."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from fireteam.core.briefing import panels_for, role_for
from fireteam.core.dice import tape
from fireteam.core.logged_events import read_events
from fireteam.core.protocol.briefing import Panel
from fireteam.core.protocol.choices import new_choices, put_choice
from fireteam.core.protocol.events import LoggedEvent, new_log
from fireteam.core.run import apply
from fireteam.core.slot_choices import encode_choice, read_choice
from fireteam.games.tps.game import GAME
from tests.games.tps.matches import Position, start_match, unit

U1, U2, U3 = 0b001, 0b010, 0b100
A_HIT = [2, 4, 3, 1, 5, 1, 1, 2, 3]  # 10 to hit, damage 9 against a Defense of 3


def duel(*more: dict, **options: str) -> Position:
    """U1 stands 8 MU before U2, who has one die of health left."""
    return start_match(
        "target", unit("T", 17, 21, "mp5"), unit("CT", 25, 21, health=1), *more, map="de_depot", **options
    )


def play_lines(at: Position, *lines: str, dice: Sequence[int] = A_HIT) -> list[LoggedEvent]:
    """What happens when everybody has chosen, with exactly these faces."""
    setting, states = at
    choices, log = new_choices(), new_log()
    for slot, line in enumerate(lines):
        put_choice(choices, slot, encode_choice(setting, states, read_choice(setting, line)))
    apply(states[0], setting.tables[0], choices, tape(list(dice))[0], log[0])
    return read_events(setting, states, log)


def panels_of(at: Position, happened: Sequence[LoggedEvent], slots: int) -> tuple[Panel, ...]:
    return panels_for(*at, happened, slots)


def test_who_was_shot_is_told_by_whom_with_what_from_where_and_what_was_needed() -> None:
    at = duel(unit("CT", 40, 15))
    happened = play_lines(at, "fire U2", "hold", "hold")
    (panel,) = panels_of(at, happened, U2)
    assert panel.kind == "loss" and panel.title == "You are out of this round"
    shot = "U1 shot you with the MP5 from 8 MU: rolled 10 to hit, 8 or more was needed; damage 9 against 3."
    assert panel.rows == (shot, "You are back in the next round.")


def test_only_who_lost_a_unit_is_told_of_it() -> None:
    at = duel(unit("CT", 40, 15))
    happened = play_lines(at, "fire U2", "hold", "hold")
    assert panels_of(at, happened, U1) == panels_of(at, happened, U3) == panels_of(at, happened, 0) == ()


def test_who_has_several_units_is_told_which_of_them_is_out() -> None:
    at = duel(unit("CT", 40, 15))
    (panel,) = panels_of(at, play_lines(at, "fire U2", "hold", "hold"), U2 | U3)
    assert panel.title == "U2 is out of this round" and panel.rows[0].startswith("U1 shot U2 with the MP5 from 8 MU")


def test_nobody_is_told_of_a_miss() -> None:
    at = duel()
    assert panels_of(at, play_lines(at, "fire U2", "hold", dice=[1, 1, 1, 1, 2]), U2) == ()


@pytest.mark.clause("TPS-20.2", "TPS-21.3")
def test_a_round_end_tells_either_side_how_it_ended_who_is_left_the_score_and_the_cash() -> None:
    at = duel()
    happened = play_lines(at, "fire U2", "hold")
    (won,) = panels_of(at, happened, U1)
    assert (won.kind, won.title) == ("won", "Round 1 won")
    assert won.rows[:3] == (
        "All CT are out: T wins the round.",
        "Still standing: 1 T, 0 CT.",
        "Rounds won: 1 by your side, 0 by the other.",
    )
    cash = int(at[1][0].units[0].cash)
    assert won.rows[3:] == (f"You earned 25 and have {cash} cash.", "You carry the bomb in the next round.")
    out, lost = panels_of(at, happened, U2)
    assert out.rows[-1].endswith("damage 9 against 3."), "the next round begins at once"
    assert (lost.kind, lost.title, lost.rows[2]) == (
        "lost",
        "Round 1 lost",
        "Rounds won: 0 by your side, 1 by the other.",
    )
    assert not any("bomb" in row for row in lost.rows)


@pytest.mark.clause("TPS-21.10")
def test_half_time_tells_which_side_one_plays_now() -> None:
    at = duel(mp_maxrounds="2")
    assert role_for(*at, U1).title == "You are U1, a terrorist (T)"
    happened = play_lines(at, "fire U2", "hold")
    assert panels_of(at, happened, U1)[-1].title == "Half-time: you play the counter-terrorists (CT) now"
    assert panels_of(at, happened, U2)[-1].title == "Half-time: you play the terrorists (T) now"
    assert role_for(*at, U1).title == "You are U1, a counter-terrorist (CT)"
    assert panels_of(at, happened, U1)[0].rows[2] == "Rounds won: 1 by your side, 0 by the other.", (
        "the score is the team's"
    )


@pytest.mark.clause("TPS-20.2")
def test_a_role_tells_the_side_its_goal_and_who_has_the_bomb() -> None:
    at = start_match("call", unit("T", 17, 21, "mp5"), unit("T", 19, 21, "bomb"), unit("CT", 25, 21))
    one, carrier, other = (role_for(*at, slots) for slots in (U1, U2, U3))
    assert (
        one.goal
        == "Plant the bomb at A or B before turn 12 is over, and guard it until it goes off; or take out every CT."
    )
    assert "Your side: U1, U2. Against you: U3." in one.lines
    assert one.lines[0] == "U2 carries the bomb." and carrier.lines[0].startswith("You carry the bomb")
    assert other.goal.startswith("Keep the bomb from A and B until turn 12 is over") and "U2" not in other.lines[0][:11]
    assert role_for(*at, U1 | U2).title == "You are the terrorists (T): U1 and U2"
    assert role_for(*at, 0) is None


@pytest.mark.clause("TPS-20.2", "TPS-20.4")
def test_a_role_in_hostage_mode_counts_the_hostages() -> None:
    setting = GAME.make_setting("cs_clinic", {"teams": "1v1"})
    ct = role_for(setting, setting.opening, U2)
    assert ct.goal == "Lead 1 of the 2 hostages to van before turn 16 is over; or take out every T."


def test_the_admin_plays_nobody() -> None:
    setting = GAME.make_setting("de_depot", {"teams": "1v1", "sv_admin": "1"})
    assert role_for(setting, setting.opening, 1 << setting.referee) is None
