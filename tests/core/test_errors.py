"""Errors a person meets: one clear sentence that says what to do."""

from __future__ import annotations

from fireteam.content.problems import BadContent
from fireteam.core import errors
from fireteam.core.chance.distribution import EndlessSteps
from fireteam.core.chance.outcomes import TooManyOutcomes
from fireteam.core.errors import DieNeeded, FireteamError, IllegalChoice, Overflow, TapeEnd, UnknownName
from fireteam.core.space.terrain_build import BadTerrain


def test_an_unknown_name_comes_with_the_nearest_one_or_with_all_there_are() -> None:
    assert str(UnknownName("board", "gren", ["green", "brown"])) == "no board named 'gren'; did you mean green?"
    assert str(UnknownName("board", "xyz", ["green", "brown"])) == "no board named 'xyz'; there is brown, green"
    assert str(UnknownName("board", "xyz", [])) == "no board named 'xyz'; there is none"


def test_a_refusal_carries_code_clause_and_sentence() -> None:
    refused = IllegalChoice("E_FAR", "TOY-3", "too far")
    assert str(refused) == "too far (E_FAR, TOY-3)"
    assert (refused.code, refused.clause, refused.sentence) == ("E_FAR", "TOY-3", "too far")


def test_what_a_person_can_mend_is_a_fireteam_error_and_faults_of_the_core_are_not() -> None:
    drawn = {line.split("+--")[1].split()[0] for line in (errors.__doc__ or "").splitlines() if "+--" in line}
    here = {name for name, each in vars(errors).items() if isinstance(each, type) and issubclass(each, FireteamError)}
    elsewhere = {
        error.__name__ for error in (BadContent, BadTerrain, TooManyOutcomes, EndlessSteps)
    }  # each lives where it is raised
    assert drawn == here - {"FireteamError"} | elsewhere
    assert not issubclass(TapeEnd, FireteamError) and not issubclass(Overflow, FireteamError)


def test_a_wanted_die_is_named() -> None:
    assert str(DieNeeded(6, "damage", 2)) == "needs a d6 for damage (die 3 of this choice)"
