"""Orders with many optional parts as people type them: bare options, abbreviations, names, slots, changes of a part."""

from __future__ import annotations

import pytest

from fireteam.core.errors import BadNotation
from fireteam.core.protocol.choices import Verb, notation, parse
from fireteam.match.dice import secret_of_seed
from fireteam.match.match import Match
from fireteam.match.record import Seat
from fireteam.terminal.input.choice_reader import to_notation
from fireteam.terminal.input.menu import Menu
from fireteam.terminal.input.shorthand import expand_line
from fireteam.terminal.local_match import menu_of
from tests.games import brawl
from tests.terminal.scripted_terminal import Terminal

SETTING = brawl.GAME.make_setting("yard")


def brawl_match() -> Match:
    seats = (Seat("kim", 0b0011), Seat("lou", 0b1100))
    return Match(SETTING, seats, secret_of_seed(1))


def menu(previous: str = "") -> Menu:
    """What anna may choose, whose last choice was this."""
    value: Verb | None = parse(previous, brawl.VERBS) if previous else None
    return menu_of(SETTING, brawl_match().state, 0, previous=value)


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("attack tom burst=yes called=head", "attack tom burst=yes called=head"),
        ("attack tom/burst,called=head", "attack tom burst=yes called=head"),
        ("attack tom / burst, called=head", "attack tom burst=yes called=head"),
        ("attack Big Tom burst, head", "attack tom burst=yes called=head"),
        ("ATT to/bu,ca=he,evade", "attack tom burst=yes called=head stance=evade"),
        ("attack T stance evade luck", "attack tom stance=evade luck=yes"),
        ("attack tom burst no st ev", "attack tom stance=evade"),
        ("treat big tom/weapon=rifle", "treat tom weapon=rifle"),
        ("treat jane/guard=anna lee", "treat jane guard=anna"),
        ("attack tom/others=bo,jane,burst", "attack tom burst=yes others=bo,jane"),
        ("attack tom others=b, j burst", "attack tom burst=yes others=bo,jane"),
        ("wait path=a1>b2 evade", "wait stance=evade path=a1>b2"),
        ("wait/stance=normal", "wait"),
        ("wait", "wait"),
        ("2", "attack tom"),
    ],
)
def test_what_people_type_is_one_notation(line: str, meant: str) -> None:
    assert to_notation(menu(), line) == meant
    assert notation(parse(meant, brawl.VERBS)) == meant


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("attack tom/brust", "'brust' is no option of attack, did you mean burst?"),
        ("attack tom/stence=evade", "attack has no 'stence', did you mean stance?"),
        ("attack tom/stance=evda", "'evda' is no stance, did you mean evade?; there is normal, evade, brave"),
        ("attack tom/called=h", "called: 'h' may be head or hand"),
        ("attack tom/b", "'b' may be burst or brave"),
        ("attack tom/l", "'l' may be leg or luck"),
        ("attack tmo", "nobody is called 'tmo', did you mean tom?"),
        ("attack tom/guard=jnae", "nobody is called 'jnae', did you mean jane?"),
        ("attack tom burst burst", "burst is said twice"),
        ("attack tom/stance=", "stance= is without a value"),
        ("atack tom", "'atack' is nothing to choose now, did you mean attack?; there is attack, treat, wait"),
        ("stance evade", "there is nothing yet that stance could be about; begin with: attack target"),
        ("burst", "there is nothing yet that burst could be about"),
        ("attack", "'target' is missing; write: attack target"),
    ],
)
def test_errors_name_the_nearest_lawful_word(line: str, said: str) -> None:
    with pytest.raises(BadNotation) as error:
        parse(to_notation(menu(), line), brawl.VERBS)
    assert str(error.value).startswith(said)


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("stance evade", "attack tom called=head stance=evade luck=yes"),
        ("stance=ev, burst", "attack tom burst=yes called=head stance=evade luck=yes"),
        ("st brave", "attack tom called=head stance=brave luck=yes"),
        ("luck no", "attack tom called=head"),
        ("leg", "attack tom called=leg luck=yes"),
        ("/burst", "attack tom burst=yes called=head luck=yes"),
        ("attack jane", "attack jane"),
    ],
)
def test_a_line_of_options_alone_changes_the_previous_order(line: str, meant: str) -> None:
    assert to_notation(menu("attack tom called=head luck=yes"), line) == meant


def test_what_is_said_aloud_at_a_real_table_may_have_options_too() -> None:
    assert expand_line(menu(), "att tom/burst, he", {}) == "attack tom burst=yes called=head"
    assert expand_line(menu(), "attack tom evade luck=yes", {}) == "attack tom stance=evade luck=yes"


def test_usage_names_what_may_be_left_out() -> None:
    assert "wait [stance=] [weapon=] [luck=] [guard=] [path=]" in menu().usage()


def play(match: Match, *lines: str) -> str:
    terminal = Terminal(*lines)
    assert terminal.play(match) == 0
    return terminal.text


def test_a_seat_chooses_for_another_of_its_slots_by_name() -> None:
    match = brawl_match()
    text = play(match, "bo: attack tom/burst", "attack jane", "quit")
    assert {slot: notation(value) for slot, value in match.mailbox.all().items()} == {
        0: "attack jane",
        1: "attack tom burst=yes",
    }
    assert "bo (kim) has chosen; it stays sealed until all have." in text


def test_an_order_that_is_sealed_is_changed_in_part() -> None:
    match = brawl_match()
    play(match, "Bo/attack tom", "bo: stance evade", "BO/luck", "quit")
    assert notation(match.mailbox.all()[1]) == "attack tom stance=evade luck=yes"


def test_a_part_is_changed_of_what_was_ordered_the_turn_before() -> None:
    match = brawl_match()
    play(match, "attack tom/head", "wait", "", "wait", "wait", "", "stance evade", "quit")
    assert match.next_number == 2
    assert notation(match.mailbox.all()[0]) == "attack tom called=head stance=evade"


def test_nobody_chooses_for_a_slot_of_another_seat() -> None:
    match = brawl_match()
    text = play(match, "jane: wait", "jan: wait", "quit")
    assert "kim does not choose for jane (lou)" in text
    assert "no slot named 'jan'; did you mean jane?" in text
    assert match.mailbox.slots == 0


def test_several_slots_of_a_seat_choose_the_same_by_their_names() -> None:
    match = Match(SETTING, (Seat("kim", 0b0111), Seat("lou", 0b1000)), secret_of_seed(1))
    text = play(match, "Bo , anna: attack jane/burst", "anna,bo/luck", "quit")
    assert {slot: notation(value) for slot, value in match.mailbox.all().items()} == {
        0: "attack jane burst=yes luck=yes",
        1: "attack jane burst=yes luck=yes",
    }
    assert [text.count(f"{name} (kim) has chosen") for name in ("anna", "bo")] == [2, 2]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("anna,jane: wait", "kim does not choose for jane (lou)"),
        ("anna,bob: wait", "no slot named 'bob'; did you mean bo?"),
        ("anna, bo: attack bo", "No: bo (kim): there is no such target"),
        ("bo, anna: attack tom/l", "bo (kim): 'l' may be leg or luck"),
    ],
)
def test_of_several_none_chooses_where_one_may_not_and_it_says_which(line: str, said: str) -> None:
    match = brawl_match()
    text = play(match, line, "quit")
    assert said in text
    assert not match.mailbox.all()
