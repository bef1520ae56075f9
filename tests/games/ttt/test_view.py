"""What a face draws of the game: the Scene and the Decision."""

from __future__ import annotations

import pytest

from fireteam.games.ttt.describe import ABILITY_TEXTS
from fireteam.games.ttt.game import GAME
from fireteam.games.ttt.tables import ABILITIES
from fireteam.games.ttt.view import DECISION
from tests.games.ttt.matches import begin
from tests.games.ttt.table import do, table


def test_every_ability_is_told_in_words() -> None:
    assert set(ABILITY_TEXTS) == set(ABILITIES)


def test_a_pick_comes_with_every_type_that_may_be_picked_and_how_often() -> None:
    made, states = begin(GAME.make_setting("sweep_the_settlement", {"seats": "fixed"}))
    things = {thing.name: thing for thing in DECISION.decision(made, states, 0, 20).things}
    assert list(things) == [piece.id for piece in made.content.sheet.pieces]
    assert things["m_gunner"].notes == ("Move 1, Range 3, to hit +1, hit above 3", "up to 1", "burst")
    assert things["m_gunner"].about == ("burst: fires more than once a turn",)
    assert things["rifleman"].notes == ("Move 2, Range 3, to hit +1, hit above 3", "up to 3")
    assert (things["rifleman"].letters, things["rifleman"].title) == ("RF", "Rifleman")


def test_a_placement_comes_with_what_is_still_to_be_placed() -> None:
    at = table("plain_10", "rifleman :u, rifleman :u, guard :u", "recon :u", phase="place")
    assert {thing.name: thing.notes[1] for thing in DECISION.decision(*at, 0).things} == {
        "rifleman": "2 to place",
        "guard": "1 to place",
    }
    do(*at, "place 1.guard.1 a1")
    do(*at, "place 2.recon.1 a9")
    assert [thing.name for thing in DECISION.decision(*at, 0).things] == ["rifleman"]
    assert DECISION.decision(*table("plain_10", "rifleman a1", "recon c3"), 0).things == ()


def test_an_aim_has_the_odds_of_the_attack_it_prepares_and_none_where_there_can_be_none() -> None:
    def odds(piece: str) -> list[str]:
        options = DECISION.decision(*table("plain_10", piece, "guard c3"), 0).options
        return [str(odds) for option in options if option.verb == "aim" for odds in option.odds]

    assert odds("rifleman c1") == ["takes out Blue GD1 1/2 = 50% (to-hit bonus +1, aimed +1)"]
    assert odds("rifleman c1+0") == []


@pytest.mark.parametrize(("near", "of"), [("c7", "takes out Blue RC1 past its Medic"), ("c9", "takes out Blue RC1")])
def test_odds_past_a_medic_are_called_so(near: str, of: str) -> None:
    options = DECISION.decision(
        *table("plain_10", "rifleman c3", f"recon c5, medic {near}", phase="attack"), 0, odds=True
    ).options
    assert [odds.of for option in options if option.notation.endswith("2.recon.1") for odds in option.odds] == [of]


@pytest.mark.parametrize(("force", "asked"), [("captain a1, recon a2", ", command,"), ("recon a1", "aim, or")])
def test_a_question_speaks_of_commanding_only_to_who_came_with_a_captain(force: str, asked: str) -> None:
    assert asked in DECISION.decision(*table("plain_10", force, "captain j10"), 0).prompt
