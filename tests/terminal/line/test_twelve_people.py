"""Twelve people at one keyboard, who choose in secret, plan ahead, and have a referee."""

from __future__ import annotations

from fireteam.match.dice import secret_of_seed
from fireteam.match.match import Match
from fireteam.match.record import Seat
from tests.games.tps.matches import last_turn_match
from tests.match.bidding_match import REFEREE, bidding_match
from tests.terminal.scripted_terminal import Terminal

PEOPLE = tuple(f"U{i + 1}" for i in range(12))


def play(match: Match, *lines: str) -> str:
    """What stands on the screen; every hand-over is answered by itself."""
    terminal = Terminal(*lines)
    typed = terminal.read

    def read(prompt: str) -> str:
        if prompt.startswith("---"):
            terminal.screen.write(f"{prompt}\n")
            return ""
        return typed(prompt)

    terminal.read = read  # type: ignore[method-assign]
    assert terminal.play(match) == 0
    return terminal.text


def test_every_sealed_choice_of_twelve_hands_the_keyboard_over():
    match = bidding_match()
    text = play(match, *(f"bid {i % 6}" for i in range(12)), "quit")
    assert text.count("it is your turn") == 11 + 1  # who begins the cheering comes to the keyboard, too
    for before, after in zip(PEOPLE, PEOPLE[1:], strict=False):
        assert f"--- {after}, it is your turn; {before} looks away." in text
    assert match.next_number == 2


def test_who_holds_several_slots_chooses_for_all_of_them_before_anybody_else():
    match = bidding_match("five", 1, Seat("anna", 0b10101), Seat("ben", 0b01010))
    text = play(match, "bid 1", "bid 2", "bid 3", "bid 4", "bid 5", "quit")
    assert [choice for _, choice in match.records[1].choices] == ["bid 1", "bid 4", "bid 2", "bid 5", "bid 3"]
    assert text.index("--- ben, it is your turn; anna looks away.") > text.index("U5 (anna)>")
    assert text.count("it is your turn") == 2


def test_a_sealed_choice_is_taken_back_before_the_reveal_by_its_owner():
    match = bidding_match("five", 1, Seat("anna", 0b10101), Seat("ben", 0b01010))
    play(match, "bid 1", "bid 2", "undo", "bid 4", "undo u1", "bid 0", "bid 3", "quit")
    assert [match.mailbox.read(slot).coins for slot in (0, 2, 4)] == [0, 4, 3]
    match = bidding_match("pair", 1, Seat("U1", 1), Seat("U2", 2, "absent"))
    text = play(match, "bid 1", "cheer", "undo u2", "undo U9", "quit")
    assert "nobody at this table chooses for U2" in text and "no slot named 'U9'; there is U1, U2, referee" in text


def test_a_plan_is_typed_at_the_prompt_and_followed():
    match = bidding_match("pair", 1, Seat("U1", 1), Seat("U2", 2, "absent"))
    text = play(match, "plan bid 5; cheer; bid 0; cheer; bid 3")
    assert "U1 has planned 5." in text and match.next_number == 5 and match.slots_to_act() == [0, 1]
    match = bidding_match("five", 1, Seat("anna", 0b10101), Seat("ben", 0b01010))
    text = play(match, "plan u3 bid 1; cheer", "bid 2", "bid 3", "plan u3", "quit")
    assert match.slots_to_act() == [1, 3] and "U3 (anna) has planned 2." in text and "The plan is cut short." in text


def test_who_is_out_plans_what_to_buy_at_anothers_prompt_and_is_not_asked_again():
    """TPS-7.8, TPS-7.10: the next prompts are the others', and nothing that was planned stays on the screen."""
    setting, states = last_turn_match()
    states[0].units[1].cash = 40
    match = Match(
        setting, [Seat(name, 1 << slot) for slot, name in enumerate(setting.slots)], secret_of_seed(4), states
    )
    text = play(match, "plan U2: bye vest", "plan U2: buy vest", "hold", "hold", "buy -", "buy -", "quit")
    assert "U2 has planned 1." in text and "U2> " not in text.split("U1> call")[0]
    for said, then in (("bye vest", "plan U2: buy"), ("U2 has planned 1.", "hold")):
        again = text.split(said)[1].split(f"U1> {then}")[0]
        assert "Depot" in again and "1) hold" in again, "the table is shown anew, with the question"
    assert match.state[0].units[1].vest.gear and "U2 buys Vest for 9: 53 left" in text


def test_nobody_plans_for_a_bot_that_is_out():
    setting, states = last_turn_match()
    seats = [Seat("U1", 1), Seat("U2", 2, "random"), Seat("U3", 4)]
    match = Match(setting, seats, secret_of_seed(4), states)
    text = play(match, "plan U2: buy vest", "quit")
    assert "nobody at this table chooses for U2" in text and not match.has_plan("U2")


def test_a_person_who_throws_dice_is_asked_for_them_when_a_plan_comes_to_its_die():
    match = bidding_match("pair")
    terminal = Terminal("plan bid 1; cheer", "", "plan bid 2; cheer", "7", "4", "", "quit")
    assert terminal.play(match, typed_dice=True) == 0
    assert "d6 for points: 7" in terminal.text and match.records[1].faces == (4,) and match.records[2].kind == "choice"


def test_the_referee_rules_at_any_prompt():
    match = bidding_match("pair", 1, Seat("U1", 1), Seat("U2", 2, "absent"))
    text = play(
        match,
        "help",
        "fine U2 1",
        "fine U2 1 because of crumbs",
        "referee fine U2 1 because of noise",
        "bid 1",
        "rewind",
        "rewind 1 because the die fell off the table",
        "default u1",
        "log",
        "quit",
    )
    assert "rewind N because WHY" in text and "fine needs a reason that is written down" in text
    assert [record.reason for record in match.records if record.kind == "free"] == ["of crumbs", "of noise"]
    assert "to which event? write: rewind 12 because" in text
    assert "referee rewinds to event 1: the die fell off the table" in text
    assert "U1 is out of time; what is stated for that is chosen." in text
    assert "   1  U2 is fined (BIDS-4)" in text and "        for this reason: of crumbs" not in text


def test_while_the_table_is_stopped_only_the_referee_is_asked():
    match = bidding_match("pair", 1, Seat("U1", 1, "absent"), Seat("U2", 2))
    match.pause(REFEREE, "tea")
    text = play(match, "bid 1", "", "default u2", "fine U2 9", "fine U2 1 because of tea", "unpause", "bid 0", "quit")
    assert "* referee stops the table: tea" in text and "referee, the table is stopped> bid 1" in text
    assert "there is: pause, unpause, rewind, default, referee, quit" in text
    assert "referee has stopped the table: tea" in text and match.records[2].kind == "free"
    assert match.pause_record is None and match.records[-1].kind == "choice"


def test_at_a_table_without_a_referee_a_stopped_match_can_only_be_left():
    match = bidding_match("pair")
    match.pause(REFEREE, "tea")
    match.seats[REFEREE] = match.seats[REFEREE]._replace(controller="elsewhere")
    terminal = Terminal("bid 1")
    terminal_bots = {name: seat for name, seat in match.seats.items() if name != REFEREE}
    match.seats = terminal_bots
    assert terminal.play(match) == 0 and terminal.lines == ["bid 1"]
    assert "referee stops the table: tea" in terminal.text


def test_the_position_and_the_board_show_nothing_that_only_the_referee_sees():
    match = bidding_match("pair", 1, Seat("U1", 1), Seat("U2", 2, "absent"))
    play(match, "bid 2", "quit")
    shown = play(match, "position", "quit")
    mine = match.setting.game.write_position(match.setting, match.view("U1"))
    assert mine in shown and match.setting.game.write_position(match.setting, match.state) not in shown
