"""Bots choose lawfully, from what their seat sees, and the same again under the same key."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from fireteam import bots
from fireteam.bots import greedy
from fireteam.core.dice import live
from fireteam.core.engine.dispatch import is_over, policy, to_act, verify
from fireteam.core.engine.record import Array
from fireteam.core.errors import BotFailure, UnknownName
from fireteam.core.game import Setting
from fireteam.core.protocol.choices import decode, encode, new_choices, notation, put_choice
from fireteam.core.protocol.events import new_log
from fireteam.core.run import apply, run_to_decision
from fireteam.core.slot_choices import read_choice
from fireteam.registry import find_game
from tests.games import bidding

TTT = find_game("ttt")


def opening_of(mission: str = "besiege_the_bunker") -> tuple[Setting, Array]:
    setting = TTT.make_setting(mission, {"force": "preset", "seats": "fixed"})
    states = setting.opening.copy()
    run_to_decision(states[0], setting.tables[0], live(1)[0], new_log()[0])
    return setting, states


def notation_of(setting: Setting, states: Array, choice: Array) -> str:
    return notation(decode(choice[0], TTT.verbs, TTT.names(setting, states)))


@pytest.mark.parametrize("name", ["random", "greedy"])
def test_a_bot_chooses_lawfully_to_the_end(name: str) -> None:
    setting, states = opening_of()
    bot = bots.find_bot(name)
    for n in range(60):
        if is_over(states[0]):
            break
        slot = int(to_act(states[0])).bit_length() - 1
        before = states.tobytes()
        choice = bot.choose(setting, states, slot, n)
        assert verify(states[0], setting.tables[0], slot, choice[0])[0] == 0
        assert states.tobytes() == before
        assert choice.tobytes() == bot.choose(setting, states, slot, n).tobytes()
        choices = new_choices()
        put_choice(choices, slot, choice)
        apply(states[0], setting.tables[0], choices, live(n)[0], new_log()[0])


def test_the_random_bot_uses_the_whole_menu() -> None:
    setting, states = TTT.read_position("@mini_a - attack 1 1 0 rifleman@a1+1,recon@a2+1 guard@c1,guard@b1 -")
    seen = {notation_of(setting, states, bots.find_bot("random").choose(setting, states, 0, key)) for key in range(60)}
    assert seen == {
        "attack 1.rifleman.1 2.guard.1",
        "attack 1.rifleman.1 2.guard.2",
        "attack 1.recon.1 2.guard.2",
        "end_turn",
    }


def greedy_says(line: str) -> str:
    setting, states = TTT.read_position(line)
    return notation_of(setting, states, bots.find_bot("greedy").choose(setting, states, int(states[0].side), 0))


def test_the_greedy_bot_takes_the_win_at_hand() -> None:
    line = "besiege_the_bunker - move 1 3 1 recon@h7+1,recon@a1+1,berserker@b1+1,berserker@c2+1,guard@b3+1"
    assert greedy_says(f"{line} recon@a6,recon@c6,berserker@d9,berserker@e9,guard@a9 -") in {
        "move 1.recon.1 i9",
        "move 1.recon.1 j9",
    }


def test_the_greedy_bot_shoots_the_likelier_of_two() -> None:
    line = "@plain_10 - attack 1 1 0 rifleman@c3+1 guard@c5,sniper@c4 -"
    assert greedy_says(line) == "attack 1.rifleman.1 2.sniper.1"


def test_the_greedy_bot_does_not_blast_its_own() -> None:
    line = "@plain_10 - attack 1 1 0 grenadier@a1+1,captain@c2,captain@d1,captain@b1 guard@c1,guard@j10 -"
    assert greedy_says(line) == "end_turn"


def test_the_greedy_bot_picks_the_presets_where_nothing_can_be_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fireteam.bots.greedy.MAX_OPTIONS", 20)
    setting = TTT.make_setting("capture_the_crossing")
    choice = bots.find_bot("greedy").choose(setting, setting.opening, 0, 5)
    names = setting.content.sheet.types
    picked = sorted(names[choice[0].parts[k // 3, k % 3]] for k in range(choice[0].n))
    assert picked == sorted(setting.content.mission.sides[0].force.preset)


def test_a_game_that_has_a_player_of_its_own_is_played_by_that() -> None:
    setting = find_game("tps").make_setting("de_depot", {"teams": "1v1"})
    states, choices = setting.opening.copy(), new_choices()
    run_to_decision(states[0], setting.tables[0], live(1)[0], new_log()[0])
    for key in range(3):
        policy(states.copy()[0], setting.tables[0], 1, np.uint64(key), choices[1])
        chosen = bots.find_bot("greedy").choose(setting, states, 1, key)
        assert chosen.tobytes() == choices[1:2].tobytes() and chosen[0].verb


def test_a_bot_that_is_not_asked_does_nothing_not_even_what_nobody_owes() -> None:
    setting, states = opening_of()
    resigns = encode(read_choice(setting, "resign"), TTT.verbs, TTT.names(setting, states))
    bot, asked = bots.Bot("quits", lambda *_: resigns), int(to_act(states[0])).bit_length() - 1
    assert bot.choose(setting, states, asked, 1) is resigns
    with pytest.raises(BotFailure, match="bot quits chose what the rules refuse"):
        bot.choose(setting, states, 1 - asked, 1)


def bidding_state(scenario: str = "pair") -> tuple[Setting, Array]:
    setting = bidding.GAME.make_setting(scenario)
    states = setting.opening.copy()
    run_to_decision(states[0], setting.tables[0], live(1)[0], new_log()[0])
    return setting, states


def greedy_choice(setting: Setting, states: Array, slot: int) -> Array:
    """The choices of all slots as the greedy bot of one slot reckons them."""
    choices, thoughts = new_choices(), greedy.new_workspaces(states)
    greedy.choose_greedily(states.copy(), setting.tables, slot, choices, np.uint64(1), *thoughts)
    return choices


def test_the_greedy_bot_reckons_with_the_first_choice_of_everybody_who_chooses_at_once() -> None:
    setting, states = bidding_state("five")
    states[0].bidders[3].coins = 2
    choices = greedy_choice(setting, states, 1)
    assert [(int(row.verb), int(row.n)) for row in choices[[0, 2, 3, 4, 5]]] == [
        *[(bidding.BID, 5), (bidding.BID, 5), (bidding.BID, 2), (bidding.BID, 5)],
        (0, 0),  # nobody: the referee owes nothing
    ]


def test_the_greedy_bot_reckons_with_no_choice_of_who_is_out() -> None:
    setting, states = bidding_state("five")
    states[0].bidders[2].points = -1
    assert [int(row.verb) for row in greedy_choice(setting, states, 1)[[0, 2, 3]]] == [bidding.BID, 0, bidding.BID]


def test_of_a_long_menu_the_greedy_bot_looks_at_choices_from_all_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Six bids from 5 down to 0; the fewer coins, the better it is made to find them."""
    monkeypatch.setattr(greedy, "MAX_OPTIONS", 3)
    monkeypatch.setattr(greedy, "expected_value", lambda states, tables, slot, choices, *room: 5.0 - choices[slot].n)
    assert [int(greedy_choice(*bidding_state(), slot)[slot].n) for slot in (0, 1)] == [1, 1]
    monkeypatch.setattr(greedy, "expected_value", lambda states, tables, slot, choices, *room: float(choices[slot].n))
    assert int(greedy_choice(*bidding_state(), 0)[0].n) == 5


@pytest.mark.heavy
def test_greedy_beats_random_soundly() -> None:
    from fireteam.sim.run import run

    setting = TTT.make_setting("besiege_the_bunker", {"force": "preset"})
    report = run(setting, [bots.find_bot("random"), bots.find_bot("greedy")], 6, 3, 1)
    assert report.wins["blue"].count >= 5


def test_a_bot_from_a_file(tmp_path: Path) -> None:
    (tmp_path / "first.py").write_text(
        "from fireteam.core.protocol.choices import new_choices\n"
        "from fireteam.core.engine.dispatch import menu_choice\n"
        "def choose(setting, states, slot, key):\n"
        "    choice = new_choices(1)\n"
        "    menu_choice(states[0], setting.tables[0], slot, 0, choice[0])\n"
        "    return choice\n"
    )
    setting, states = opening_of()
    bot = bots.find_bot(f"{tmp_path / 'first.py'}:choose")
    assert notation_of(setting, states, bot.choose(setting, states, 0, 1)).startswith("place 1.recon.1")


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ("raise RuntimeError('oh')", "RuntimeError: oh"),
        ("raise SystemExit('enough')", "SystemExit: enough"),
        ("return None", "TypeError"),
        ("from fireteam.core.protocol.choices import new_choices; return new_choices(1)", "E_WRONG_STATE"),
        ("states[0].phase = 6; return 1/0", "ZeroDivisionError"),
    ],
)
def test_a_bot_that_fails_says_so_and_changes_nothing(tmp_path: Path, body: str, says: str) -> None:
    (tmp_path / "bad.py").write_text(f"def choose(setting, states, slot, key):\n    {body}\n")
    setting, states = opening_of()
    before = states.tobytes()
    with pytest.raises(BotFailure) as caught:
        bots.find_bot(f"{tmp_path / 'bad.py'}:choose").choose(setting, states, 0, 1)
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)
    assert states.tobytes() == before


def test_a_bot_that_is_not_there() -> None:
    with pytest.raises(UnknownName, match="did you mean greedy"):
        bots.find_bot("gredy")
    with pytest.raises(BotFailure, match="cannot be loaded"):
        bots.find_bot("nowhere.py:choose")


def test_a_bot_that_cannot_be_loaded_is_told_by_its_name_whatever_is_wrong(tmp_path: Path) -> None:
    (tmp_path / "bad.py").write_text("from fireteam.registry import find_game\nGAME = find_game('chess')\n")
    name = f"{tmp_path / 'bad.py'}:choose"
    with pytest.raises(BotFailure, match="cannot be loaded: UnknownName: no game named 'chess'") as caught:
        bots.find_bot(name)
    assert str(caught.value).startswith(f"bot {name} ")


def test_a_bot_is_asked_only_when_its_slot_owes() -> None:
    setting, states = opening_of()
    with pytest.raises(BotFailure):
        bots.find_bot("random").choose(setting, states, 1, np.uint64(0))
