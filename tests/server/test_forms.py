"""A page that knows no game can write every choice by its form."""

from fireteam.registry import find_game, games
from fireteam.server.wire.forms import forms


def test_every_verb_of_every_game_has_a_form() -> None:
    """Word by word and field by field, in the game's order."""
    for name in games():
        game = find_game(name)
        assert [form.verb for form in forms(game.verbs)] == [verb.__struct_config__.tag for verb in game.verbs]


def test_a_form_tells_all_that_is_needed_to_write_a_choice() -> None:
    """Its fields by kind, what may be left out, and the words that may be said."""
    call = next(form for form in forms(find_game("tps").verbs) if form.verb == "call")
    assert [(field.name, field.kind, field.needed) for field in call.fields] == [
        ("weapon", "word", True),
        ("stance", "word", False),
        ("over", "thing", False),
        ("action", "word", False),
    ]
    assert call.fields[0].words == ("-", "primary", "sidearm", "knife")
    assert [field.default for field in call.fields] == ["", "standing", "-", "none"]


def test_a_field_is_called_as_people_call_it() -> None:
    """By the text of its annotation; without one a client goes by its name."""
    mark = next(form for form in forms(find_game("gunplay").verbs) if form.verb == "overwatch_mark")
    assert [field.title for field in mark.fields[:3]] == ["character", "when an enemy shows", "least chance (%)"]
    throw = next(form for form in forms(find_game("tps").verbs) if form.verb == "throw")
    assert [field.title for field in throw.fields] == ["", "dice to throw", "dice to hit", "then attack"]
    orders = next(form for form in forms(find_game("gunplay").verbs) if form.verb == "set_orders")
    assert orders.fields == mark.fields
    attack = next(form for form in forms(find_game("fs3").verbs) if form.verb == "attack")
    titles = {field.name: field.title for field in attack.fields}
    assert (titles["called"], titles["leave_to"], titles["stance"]) == ("called shot", "get out at", "")
    assert {field.title for form in forms(find_game("ttt").verbs) for field in form.fields} == {""}
