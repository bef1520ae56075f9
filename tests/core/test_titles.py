"""Titles: which read alike, how a second one is numbered, and that none takes the place of an id."""

from __future__ import annotations

from fireteam.core.protocol.titles import fold, ids_by_title, numbered


def test_capitals_forms_and_spaces_make_no_other_title() -> None:
    assert fold("Ｂｅｎ  Lee ") == fold("ben lee") and fold("Straße") == fold("STRASSE")
    assert fold("Ben") != fold("Bén")


def test_a_title_that_somebody_has_is_numbered() -> None:
    assert numbered("Ben", []) == "Ben"
    assert numbered("Ben", ["ben"]) == "Ben 2"
    assert numbered("Ben", ["BEN", "Ben 2", "Ann"]) == "Ben 3"


def test_a_title_means_an_id_where_one_alone_has_it_and_it_is_none_itself() -> None:
    units = [("anna", "Boris"), ("ben", "Anna"), ("kim1", "Kim"), ("kim2", "Kim"), ("cy", ""), ("dan", "Wait")]
    assert ids_by_title(units, [*dict(units), "wait"]) == {"boris": "anna"}


def test_of_several_things_of_one_title_that_is_meant_which_spells_it() -> None:
    guns = [("sidearm", "Glock 18"), ("glock18", "Glock 18"), ("old", "MP 5"), ("new", "MP 5")]
    assert ids_by_title(guns, []) == {"glock 18": "glock18"}
