"""Applying choices step by step, and what a game hands to shared machinery."""

from __future__ import annotations

import numpy as np
import pytest

from fireteam.core import run
from fireteam.core.dice import live, tape
from fireteam.core.engine.compiled import JIT
from fireteam.core.engine.dispatch import is_over, redact, to_act
from fireteam.core.engine.record import Array
from fireteam.core.errors import IllegalChoice, Overflow, TapeEnd
from fireteam.core.game import Setting
from fireteam.core.logged_events import read_events
from fireteam.core.protocol.choices import encode, new_choices, put_choice
from fireteam.core.protocol.events import new_log, redact_event
from fireteam.core.protocol.listed_names import SquareNames
from fireteam.core.run import apply, apply_free, playout, run_to_decision
from fireteam.core.slot_choices import encode_choice, menu, read_choice, refusal_of
from tests.games import gauntlet, stones


def told(setting: Setting, states: Array, lines: dict[int, str], fell: list[int]) -> list[str]:
    """Apply choices by notation with typed dice; the sentences of what happened."""
    choices, dice, log = new_choices(), tape(fell), new_log()
    for slot, line in lines.items():
        value = read_choice(setting, line)
        assert refusal_of(setting, states, slot, value) is None
        put_choice(choices, slot, encode_choice(setting, states, value))
    apply(states[0], setting.tables[0], choices, dice[0], log[0])
    assert dice[0].used == len(fell)
    return [each.sentence() for each in read_events(setting, states, log)]


# Orders that interrupt


def test_a_run_is_interrupted_where_a_sentry_sees_it_and_goes_on() -> None:
    setting = gauntlet.GAME.make_setting("yard")
    states = setting.opening.copy()
    assert told(setting, states, {0: "run r1 a2>a3>a2>b2"}, []) == ["r1 runs to a2"]
    assert to_act(states[0]) == 0b10, "the sentry on a4 sees down its column"
    assert told(setting, states, {1: "hold"}, []) == ["r1 runs to a3"]
    assert told(setting, states, {1: "fire s1"}, [3, 4, 2, 6]) == [
        "s1 fires at r1: equal, again",
        "s1 fires at r1: dodged",
        "r1 runs to a2",
        "r1 runs to b2",
    ]
    assert to_act(states[0]) == 0b10, "the run is over: whom to put on watch?"
    assert states[0].doing.unit == 0


def test_a_runner_that_is_hit_goes_no_further() -> None:
    setting = gauntlet.GAME.make_setting("yard")
    states = setting.opening.copy()
    told(setting, states, {0: "run r1 a2>b2"}, [])
    assert told(setting, states, {1: "fire s1"}, [6, 2, 4]) == ["s1 fires at r1: down"]
    assert [token.unit for token in setting.game.scene(setting, states).tokens] == ["r2", "s1", "s2", "s3"]


def test_a_missing_die_in_the_middle_of_an_interrupt_is_asked_for() -> None:
    setting = gauntlet.GAME.make_setting("yard")
    states = setting.opening.copy()
    told(setting, states, {0: "run r1 a2"}, [])
    choices, dice = new_choices(), tape([6])
    put_choice(choices, 1, encode_choice(setting, states, gauntlet.Fire("s1")))
    with pytest.raises(TapeEnd):
        apply(states[0], setting.tables[0], choices, dice[0], new_log()[0])
    assert gauntlet.PURPOSES[int(dice[0].purpose)] == "dodge"


# Orders in secret


def hidden(states: Array, setting: Setting, slots: int) -> bytes:
    view = states.copy()
    redact(view[0], setting.tables[0], slots)
    return view.tobytes()


def test_what_is_hidden_changes_no_byte_that_the_other_side_may_see() -> None:
    setting = stones.GAME.make_setting("stones")
    views = set()
    for chest in (1, 5):
        for held in (0, 3):
            states = setting.opening.copy()
            states[0].turn, states[0].chest, states[0].throwers[0].stones = 1, chest, held
            views.add(hidden(states, setting, slots=0b111000))
    assert len(views) == 1


def test_all_choose_together_and_a_stranger_is_not_told_how_many_stones_flew() -> None:
    setting = stones.GAME.make_setting("skirmish")
    states = setting.opening.copy()
    run_to_decision(states[0], setting.tables[0], tape([4])[0], new_log()[0])
    lines = ("throw b3:1:2", "creep a1", "creep b1", "creep d1", "creep c1", "creep b1")
    choices, log, dice = new_choices(), new_log(), tape([5, 6, 6])
    for slot, line in enumerate(lines):
        put_choice(choices, slot, encode_choice(setting, states, read_choice(setting, line)))
    apply(states[0], setting.tables[0], choices, dice[0], log[0])
    throw = next(each for each in read_events(setting, states, log) if isinstance(each.event, stones.Threw))
    assert throw.sentence() == "a1 throws 2 stones at b3, needs 4: 1 wounds"
    assert redact_event(throw, slots=0b111000).sentence() == "a1 throws hidden stones at b3, needs 4: 1 wounds"
    assert redact_event(throw, slots=0b111000).dice == ()
    assert len(redact_event(throw, slots=0b000001).dice) == 3


def test_one_position_by_two_roads_is_the_same_bytes() -> None:
    setting, ends = gauntlet.GAME.make_setting("yard"), []
    for first, second in (("run r1 b1", "run r2 c2"), ("run r2 d1>d2>c2", "run r1 b1>b2>b1")):
        states = setting.opening.copy()
        for line, watch in ((first, "watch s2"), (second, "hold")):
            told(setting, states, {0: line}, [])
            told(setting, states, {1: watch}, [])
        ends.append(states.tobytes())
    assert ends[0] == ends[1]


def test_a_referee_owes_nothing_sees_all_and_may_act_when_it_is_lawful() -> None:
    setting = stones.GAME.make_setting("skirmish")
    states, log = setting.opening.copy(), new_log()
    run_to_decision(states[0], setting.tables[0], tape([4])[0], new_log()[0])
    assert not to_act(states[0]) >> stones.REFEREE & 1
    assert hidden(states, setting, slots=1 << stones.REFEREE) == states.tobytes()
    grant = stones.Grant("a1", 5)
    assert refusal_of(setting, states, stones.REFEREE, grant) is None
    assert "E_REFEREE" in str(refusal_of(setting, states, 0, grant))
    before = to_act(states[0])
    apply_free(
        states[0], setting.tables[0], stones.REFEREE, encode_choice(setting, states, grant)[0], live(0)[0], log[0]
    )
    assert to_act(states[0]) == before, "the others still choose"
    (granted,) = read_events(setting, states, log)
    assert granted.sentence() == "the purse of a1 now holds 5 stones"
    assert redact_event(granted, slots=0b111000).sentence() == "the purse of a1 now holds hidden stones"


# The house's side of a game


@pytest.mark.skipif(JIT, reason="compiled rules hold their constants")
def test_steps_that_never_end_are_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "MAX_STEPS", 5)
    setting = stones.GAME.make_setting("stones")
    states, choices = setting.opening.copy(), new_choices()
    run_to_decision(states[0], setting.tables[0], live(0)[0], new_log()[0])
    with pytest.raises(Overflow):
        apply(states[0], setting.tables[0], choices, live(0)[0], new_log()[0])


def test_a_playout_stops_at_the_end_or_after_so_many_rounds_of_choices() -> None:
    setting = gauntlet.GAME.make_setting("alley")
    states = setting.opening.copy()
    assert playout(states, setting.tables, new_choices(), live(1), new_log(), np.uint64(1), 3) == 3
    assert not is_over(states[0])
    playout(states, setting.tables, new_choices(), live(1), new_log(), np.uint64(2), 10_000)
    assert is_over(states[0])


def test_a_refusal_names_code_clause_and_what_is_wrong() -> None:
    setting = gauntlet.GAME.make_setting("yard")
    said = refusal_of(setting, setting.opening, 0, gauntlet.Run("r1", ["a2", "b3"]))
    assert str(said) == "the path breaks off at step 2 (E_PATH, RUN-2)"
    assert refusal_of(setting, setting.opening, 0, gauntlet.Run("r1", ["a2", "a3"])) is None
    assert (
        str(refusal_of(setting, setting.opening, 1, gauntlet.Hold())) == "that is not possible now (E_NOT_NOW, RUN-1)"
    )
    assert str(refusal_of(setting, setting.opening, 0, gauntlet.Run("zoe", []))) == "zoe cannot do that (E_UNIT, RUN-1)"


def test_text_that_is_no_choice_is_refused_by_the_games_own_code() -> None:
    setting = gauntlet.GAME.make_setting("yard")
    with pytest.raises(
        IllegalChoice, match=r"no action: 'path' is missing; write: run unit path \(E_BAD_ACTION, RUN-1\)"
    ):
        read_choice(setting, "run r1")
    with pytest.raises(IllegalChoice, match="'zz' is not a square"):
        refusal_of(setting, setting.opening, 0, gauntlet.Run("r1", ["zz"]))


def test_a_menu_lists_verbs_in_the_order_of_its_law() -> None:
    setting = gauntlet.GAME.make_setting("alley")
    assert menu(setting, setting.opening, 0) == [
        gauntlet.Run("r1", []),
        gauntlet.Run("r1", ["a2"]),
        gauntlet.Run("r1", ["b1"]),
        gauntlet.Run("r2", []),
        gauntlet.Run("r2", ["b1"]),
    ]


def test_an_unlawful_record_can_be_made_and_is_then_refused_not_lost() -> None:
    assert encode(gauntlet.Fire("zoe"), gauntlet.VERBS, SquareNames(gauntlet.UNITS))[0].unit == -1
