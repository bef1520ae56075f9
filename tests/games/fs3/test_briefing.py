"""What a person is told at once: who they are, what hit them, who holds them, who is back, and how the fight ended."""

from __future__ import annotations

import re
from typing import Any

import pytest

from fireteam.core.protocol.briefing import Panel
from fireteam.core.protocol.events import Event, LoggedEvent
from fireteam.games.fs3.events.harm import Healed, KnockedOut, Revived, Struck, VehicleOut
from fireteam.games.fs3.events.shooting import Attacked, Grappled
from fireteam.games.fs3.events.turn import FightEnded, Reported
from fireteam.games.fs3.game import GAME
from fireteam.games.fs3.notice import NOTICE
from fireteam.games.fs3.state import DRAWN, ENDED, NPC_MASTER
from fireteam.registry import game_folder
from tests.games.fs3.test_view import At, combatant, number, scenario


def slots(at: At, *units: str) -> int:
    return sum(1 << number(at, unit) for unit in units)


def panels(at: At, who: int, *events: Event) -> list[Panel]:
    return list(GAME.panels(*at, [LoggedEvent(event, (), (), ()) for event in events], who))


def hit(unit: str, target: str, outcome: str = "Serious wound", damage: str = "90") -> Attacked:
    return Attacked(unit, target, "+2", "0", "CH", "", "", damage, outcome)


def test_who_is_hit_reads_by_whom_where_and_how_badly():
    at = scenario("loading_yard")
    (panel,) = panels(at, slots(at, "anna"), hit("eva", "anna"), hit("finn", "ben"), hit("eva", "anna", "dodged", ""))
    assert (panel.kind, panel.title) == ("loss", "You were hit")
    assert panel.rows == ("Eva hit you, Chest: Serious wound, damage 90.",)
    (several,) = panels(at, slots(at, "anna", "ben"), hit("finn", "ben"))
    assert several.title == "Some of yours were hit" and several.rows[0].startswith("Finn hit Ben")
    assert panels(at, slots(at, "cara"), hit("finn", "ben")) == []


def test_who_is_knocked_out_reads_what_may_bring_it_back():
    at = scenario("loading_yard")
    (panel,) = panels(at, slots(at, "anna"), hit("eva", "anna"), KnockedOut("anna"))
    assert panel.title == "You are knocked out" and panel.rows[-1].startswith("A luck point brings you back")
    combatant(at, "anna").luck = 0
    (panel,) = panels(at, slots(at, "anna", "ben"), KnockedOut("anna"), KnockedOut("ben"))
    assert panel.title == "Anna and Ben are knocked out"
    combatant(at, "ben").luck = 0
    (panel,) = panels(at, slots(at, "anna", "ben"), KnockedOut("anna"))
    assert panel.title == "Anna is knocked out" and panel.rows[-1].startswith("A friend may bring you back")


def test_shrapnel_and_the_vehicle_around_one_count_as_ones_own():
    at = scenario("shuttle_run")
    craft = GAME.names(*at).thing("vehicle", int(combatant(at, "vera").vehicle) - 1)
    struck = Struck("wreckage", "walt", "LA", "", "", "35", "Light wound")
    (panel,) = panels(at, slots(at, "walt"), hit("r1", "vera"), struck)
    assert panel.rows == ("You, Left Arm, by wreckage: Light wound, damage 35.",)
    (panel,) = panels(at, slots(at, "vera"), hit("r1", "vera"), VehicleOut(craft))
    assert panel.title == "Pelican is knocked out" and panel.rows == (
        "R1 hit Pelican, Chest: Serious wound, damage 90.",
    )


def test_who_is_seized_is_told_what_it_can_do():
    at = scenario("arrest")
    (panel,) = panels(at, slots(at, "udo"), Grappled("alma", "udo", "+2", "0", "subdued"))
    assert panel.title == "Alma holds you" and "escape" in panel.rows[0]
    assert panels(at, slots(at, "udo"), Grappled("alma", "udo", "+2", "+3", "in vain")) == []


def test_who_is_back_is_told_so():
    at = scenario("loading_yard")
    (panel,) = panels(at, slots(at, "anna"), Healed("anna", "CH", "Serious", "Moderate"), Revived("anna"))
    assert panel.title == "You are back in the fight" and panel.rows[1] == "Chest: Moderate."


@pytest.mark.clause("FS3-21.7")
@pytest.mark.parametrize(
    ("winner", "unit", "kind", "title"),
    [
        (1, "anna", "won", "You won"),
        (2, "anna", "lost", "You lost"),
        (DRAWN, "anna", "news", "The fight is over: a draw"),
        (0, "anna", "news", "The fight is over: nobody wins"),
    ],
)
def test_the_end_comes_with_a_report_of_everybody(winner, unit, kind, title):
    at = scenario("loading_yard")
    at[1][0].phase, at[1][0].winner, at[1][0].points[1] = ENDED, winner, 3
    told = [
        FightEnded(7, "nobody else is left", "team 1"),
        Reported("anna", 4, 2, 2, 1, 1),
        Reported("eva", 1, 0, 0, 2, 0),
    ]
    (panel,) = panels(at, slots(at, unit), *told)
    assert (panel.kind, panel.title) == (kind, title)
    assert panel.rows == (
        "It ended in turn 7: nobody else is left.",
        "Points: team 1 3, team 2 0.",
        "Anna: 4 shots, 2 hits, wounds given 2 and taken 1, knocked out 1 time",
        "Eva: 1 shot, 0 hits, wounds given 0 and taken 2, knocked out 0 times",
    )


# Who one is


def test_a_player_reads_who_they_are_with_what_and_what_they_can():
    at = scenario("patrol")
    role = GAME.role(*at, slots(at, "anna"))
    assert role.title == "You are Anna, team 1" and role.goal.startswith("Knock out every enemy")
    assert role.lines[0] == "Anna: pilot of Hawk, Kinetic assault cannon, 1 luck point."
    assert re.fullmatch(r"Abilities: 5 in everything, but .*Gunnery \d.*\.", role.lines[1])
    assert re.fullmatch(r"Abilities: \d in everything\.", GAME.role(*at, slots(at, "r1")).lines[1])
    team = GAME.role(*at, slots(at, "anna", "ben", "cara", "dan"))
    assert team.title == "You play team 1: Anna, Ben, Cara and Dan" and "4 of 4 are active." in team.lines
    assert GAME.role(*at, slots(at, "anna", "r1")).title == "You play all teams: Anna and R1"


def test_goals_tell_what_wins_and_what_loses():
    at = scenario("shuttle_run")
    ours, theirs = (GAME.role(*at, slots(at, unit)).goal for unit in ("vera", "r1"))
    assert ours.startswith(
        "Bring Vera over the way out or knock out every enemy. You lose if Vera is knocked out or 12"
    )
    assert theirs.startswith(
        "Knock out Vera, knock out every enemy or hold out for 12 turns. You lose if Vera gets away."
    )
    at = scenario("roadblock")
    ours, theirs = (GAME.role(*at, slots(at, unit)).goal for unit in ("ines", "nils"))
    assert "Bring 2 of yours into beyond" in ours and "You lose if 2 of them get into beyond." in theirs
    at = scenario("arrest")
    ours, theirs = (GAME.role(*at, slots(at, unit)).goal for unit in ("alma", "udo"))
    assert "+3 for each enemy subdued at the end" in ours and "You lose if they have 12 points at the end." in theirs


def test_who_looks_on_is_told_so():
    at = scenario("loading_yard")
    combatant(at, "anna").role = NPC_MASTER
    assert "Anna looks on." in GAME.role(*at, slots(at, "anna")).lines


@pytest.mark.clause("FS3-1.3", "FS3-6.18")
def test_the_storyteller_is_told_what_the_desk_is_for():
    at = scenario("loading_yard", desk="storyteller")
    role = GAME.role(*at, 1 << at[0].referee)
    assert role.title == "You are the Storyteller" and any("who has not ordered" in line for line in role.lines)
    assert panels(at, 1 << at[0].referee, hit("eva", "anna"), KnockedOut("anna")) == []


@pytest.mark.clause("FS3-0.1", "FS3-0.3")
def test_the_notice_stands_in_a_file_and_is_said_wherever_the_game_is_offered():
    words = (game_folder("fs3") / "NOTICE").read_text(encoding="utf-8")
    assert GAME.notice == NOTICE == words.strip() and NOTICE.startswith(
        "The FS3 system is copyright 2007 by Linda Naughton"
    )
    assert "a) You don't make any money from it, and b) You include this FS3 copyright and license notice" in NOTICE


@pytest.mark.clause("FS3-0.3", "FS3-0.1")
def test_the_notice_is_part_of_what_the_server_offers_and_of_the_help_of_its_tools(capsys: Any):
    from fireteam.cli import run
    from fireteam.server.http.catalogue import list_games

    assert {offer.id: offer.notice for offer in list_games()}["fs3"] == NOTICE
    run(["fs3"])
    assert "copyright 2007 by Linda Naughton" in " ".join(capsys.readouterr().out.split())
